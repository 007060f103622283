"""The board of the line-command mode as text: drawn with numbers beside it, as bare rows, or row by row in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from minesweeper.core import printing
from minesweeper.core.cells import CellSet, to_cell_set
from minesweeper.core.pictures import FLAG, HIDDEN, MINE, QUESTION
from minesweeper.core.printing import BoardWindow, Layers, Paper
from minesweeper.core.text import percent
from minesweeper.core.times import clock_text
from minesweeper.plain.game import LineCommand, Play
from minesweeper.play.game import Game
from minesweeper.play.session import Session
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.solution import SAFE, clue_layers, frontier_odds, odds_lines
from minesweeper.solvers.whatif import what_if

EXPLODED, WRONG, PROPOSAL = "!", "x", "P"
_WHAT_IF_SIGNS = (
    f"{PROPOSAL} proposed mine, ~{MINE} would be a mine, ~{SAFE} would be safe, {WRONG} clue that could not hold"
)
_SPARE_ROWS = 4
"""Lines around a board that a terminal has to show too: the status, the message and the prompt."""
_SPOKEN = {
    HIDDEN: "hidden",
    ".": "empty",
    FLAG: "flag",
    QUESTION: "question mark",
    MINE: "mine",
    EXPLODED: "the mine that went off",
    WRONG: "wrong flag",
    PROPOSAL: "proposed mine",
}
_MOST_SPOKEN_ROWS = 100
_MOST_SPOKEN_GROUPS = 200


def game_layers(game: Game) -> list[tuple[CellSet, str]]:
    """What the player may see of a game; after its end also the mines."""
    layers = [*clue_layers(game.position), (game.flags, FLAG), (game.questions, QUESTION)]
    if game.is_over and game.layout is not None:
        mines = game.layout.mines
        layers += [(mines & ~game.flags, MINE), (game.flags & ~mines, WRONG), (game.exploded, EXPLODED)]
    return layers


def board_rows(play: Play) -> list[str]:
    """The board as rows of text, a character a cell."""
    game = play.session.game
    return printing.draw_rows(game.grid, [*game_layers(game), (play.proposals, PROPOSAL)], HIDDEN)


def board_lines(play: Play, paper: Paper, near: int | None) -> Iterator[str]:
    """The board with its numbers and a line about the game; of a large one the part around a cell."""
    game = play.session.game
    grid = game.grid
    window = printing.choose_window(grid, paper, near, _SPARE_ROWS)
    implied, marks = _what_if_layers(play)
    rows = printing.draw_rows(grid, [*game_layers(game), *implied], HIDDEN, window)
    yield ""
    yield from printing.number_rows(grid, window, rows, paper, printing.draw_rows(grid, marks, " ", window))
    part = printing.extent(grid, window)
    if part:
        yield from printing.wrap_to_paper(f"{part}: 'board {grid.width} {grid.height}' shows another part", paper)
    if play.proposals:
        yield from printing.wrap_to_paper(_WHAT_IF_SIGNS, paper)
    yield from printing.wrap_to_paper(status(play.session), paper)


def _what_if_layers(play: Play) -> tuple[Layers, Layers]:
    """What the proposals imply as contents of cells, and the marks before them."""
    if not play.proposals:
        return [], []
    found = what_if(play.position, play.proposals, play.session.game.flags, exact=True)
    broken = to_cell_set(violation.cell for violation in found.violations) | found.conflict
    contents = [(found.implied_mines, MINE), (found.implied_safe, SAFE), (play.proposals, PROPOSAL)]
    return contents, [(found.implied_mines | found.implied_safe, "~"), (found.disproved, SAFE), (broken, WRONG)]


def status(session: Session) -> str:
    """The counters of a game in one line."""
    game = session.game
    opened = f"{game.opened.bit_count():,} of {game.safe_total:,} opened"
    return f"{game.mines_left:,} of {game.mine_total:,} mines left, {opened}, {clock_text(session.elapsed)}"


def spoken_lines(play: Play, changed: CellSet | None, near: int | None) -> Iterator[str]:
    """The board in words, row by row; with a set of changed cells only their rows."""
    game = play.session.game
    grid = game.grid
    layers = [*game_layers(game), (play.proposals, PROPOSAL)]
    rows = range(grid.height)
    if changed is not None:
        rows = range(0) if not changed else range(*_row_span(grid.width, changed))
    if len(rows) > _MOST_SPOKEN_ROWS:
        first = max(rows.start, min((near or 0) // grid.width - _MOST_SPOKEN_ROWS // 2, rows.stop - _MOST_SPOKEN_ROWS))
        rows = range(first, first + _MOST_SPOKEN_ROWS)
    for row in rows:
        if changed is None or grid.row_bits(changed, row):
            yield f"Row {row + 1}: {_spoken_row(layers, game, row)}."
    yield f"{status(play.session)}."


def row_in_words(play: Play, row: int) -> str:
    """One row of the board as a sentence."""
    game = play.session.game
    return f"Row {row + 1}: {_spoken_row([*game_layers(game), (play.proposals, PROPOSAL)], game, row)}."


def _row_span(width: int, cells: CellSet) -> tuple[int, int]:
    lowest, highest = (cells & -cells).bit_length() - 1, cells.bit_length() - 1
    return lowest // width, highest // width + 1


def _spoken_row(layers: Layers, game: Game, row: int) -> str:
    (symbols,) = printing.draw_rows(game.grid, layers, HIDDEN, BoardWindow(row, 0, 1, game.grid.width))
    parts, col = [], 1
    for symbol, run in groupby(symbols):
        count = len(list(run))
        shows = "shows" if count == 1 else "show"
        parts.append(f"{_columns(col, count)} {_SPOKEN.get(symbol) or f'{shows} {symbol}'}")
        col += count
    if len(parts) > _MOST_SPOKEN_GROUPS:
        parts = [*parts[:_MOST_SPOKEN_GROUPS], "and so on"]
    return "; ".join(parts)


def _columns(first: int, count: int) -> str:
    return f"column {first}" if count == 1 else f"columns {first} to {first + count - 1}"


def odds_text(analysis: Analysis, paper: Paper, near: int | None, spoken: bool) -> Iterator[str]:
    """The chance of a mine of each cell beside a clue, drawn or in words."""
    if not spoken:
        yield from odds_lines(analysis, paper, near or 0)
        return
    grid = analysis.position.grid
    by_row: dict[int, list[tuple[int, str]]] = {}
    for cells, (risk, layouts) in frontier_odds(analysis):
        word = percent(risk, layouts, analysis.is_exact) if 0 < risk < layouts else "a mine" if risk else "safe"
        for cell in cells:
            row, col = grid.row_col(cell)
            by_row.setdefault(row, []).append((col, word))
    for row in sorted(by_row)[:_MOST_SPOKEN_ROWS]:
        told = [f"column {col + 1} {word}" for col, word in sorted(dict(by_row[row]).items())]
        yield f"Row {row + 1}: {'; '.join(told)}."
    risk, layouts = analysis.totals.inside
    if analysis.interior and 0 < risk < layouts:
        yield f"All other hidden cells: {percent(risk, layouts, analysis.is_exact)} each."


def manual(commands: tuple[LineCommand, ...], play: Play, paper: Paper, spoken: bool) -> Iterator[str]:
    """The list of commands."""
    game = play.session.game
    yield from printing.wrap_to_paper(
        "Open every cell without a mine. A number says how many mines are in the cells around it. A cell is named by"
        f" its column, then its row, from 1: columns 1 to {game.grid.width}, rows 1 to {game.grid.height}.",
        paper,
    )
    if not spoken:
        yield from printing.wrap_to_paper(f"{HIDDEN} is hidden, . empty, a digit a number, {FLAG} a flag.", paper)
    for command in commands:
        also = f" (also {', '.join(command.aliases)})" if command.aliases else ""
        yield from printing.wrap_to_paper(f"{command.usage}: {command.about}{also}", paper)
