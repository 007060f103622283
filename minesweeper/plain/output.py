"""The board of the line-command mode as text: drawn with numbers beside it, or as bare rows."""

from __future__ import annotations

from collections.abc import Iterator

from minesweeper.assist.answers import SAFE, clue_layers
from minesweeper.core import printing
from minesweeper.core.cells import CellSet, to_cell_set
from minesweeper.core.printing import Layers, Paper
from minesweeper.core.textboard import FLAG, HIDDEN, MINE, QUESTION
from minesweeper.core.times import time_in_words
from minesweeper.plain.coords import how_to_name
from minesweeper.plain.game import LineCommand, PlainState, usage
from minesweeper.play.game import Game
from minesweeper.play.session import Session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.whatif import what_if

EXPLODED, WRONG, PROPOSAL = "!", "x", "P"
_WHAT_IF_SIGNS = (
    f"{printing.WHAT_IF_TITLE}, ~{MINE} would be a mine, ~{SAFE} would be safe, {WRONG} clue that could not hold"
)
_SPARE_ROWS = 4
"""Lines around a board that a terminal has to show too: the status, the message and the prompt."""


def game_layers(game: Game) -> list[tuple[CellSet, str]]:
    """What the player may see of a game; after its end also the mines."""
    layers = [*clue_layers(game.position), (game.flags, FLAG), (game.questions, QUESTION)]
    if game.is_over and game.layout is not None:
        mines = game.layout.mines
        layers += [(mines & ~game.flags, MINE), (game.flags & ~mines, WRONG), (game.exploded, EXPLODED)]
    return layers


def board_rows(state: PlainState) -> list[str]:
    """The board as rows of text, a character a cell."""
    game = state.session.game
    return printing.draw_rows(game.grid, [*game_layers(game), (state.proposals, PROPOSAL)], HIDDEN)


def board_lines(state: PlainState, paper: Paper, near: int | None) -> Iterator[str]:
    """The board with its numbers and a line about the game; of a large one the part around a cell."""
    game = state.session.game
    grid = game.grid
    window = printing.choose_window(grid, paper, near, _SPARE_ROWS)
    implied, marks = _what_if_layers(state)
    rows = printing.draw_rows(grid, [*game_layers(game), *implied], HIDDEN, window)
    yield ""
    yield from printing.number_rows(grid, window, rows, paper, printing.draw_rows(grid, marks, " ", window))
    part = printing.extent(grid, window)
    if part:
        yield from printing.wrap_to_paper(f"{part}. Type board with a cell to see another part", paper)
    if state.proposals:
        yield from printing.wrap_to_paper(_WHAT_IF_SIGNS, paper)
    yield from printing.wrap_to_paper(status(state.session), paper)


def _what_if_layers(state: PlainState) -> tuple[Layers, Layers]:
    """What the proposals imply as contents of cells, and the marks before them."""
    if not state.proposals:
        return [], []
    found = run_to_end(what_if(state.position, state.proposals, state.session.game.flags, exact=True))
    broken = to_cell_set(violation.cell for violation in found.violations) | found.conflict
    contents = [(found.implied_mines, MINE), (found.implied_safe, SAFE), (state.proposals, PROPOSAL)]
    return contents, [(found.implied_mines | found.implied_safe, "~"), (found.refuted, SAFE), (broken, WRONG)]


def status(session: Session) -> str:
    """The counters of a game in one line."""
    game = session.game
    opened = f"{game.opened.bit_count():,} of {game.safe_total:,} opened"
    time = time_in_words(int(session.elapsed) * 1000)
    return f"{game.mines_left:,} of {game.mine_total:,} mines left, {opened}, {time}"


def manual(commands: tuple[LineCommand, ...], state: PlainState, paper: Paper) -> Iterator[str]:
    """The list of commands."""
    grid = state.session.game.grid
    yield from printing.wrap_to_paper(
        "Open every cell without a mine. A number says how many mines are in the cells around it."
        f" {how_to_name(state.order)} Columns go from 1 to {grid.width}, rows from 1 to {grid.height}.",
        paper,
    )
    if not state.is_spoken:
        yield from printing.wrap_to_paper(f"{HIDDEN} is hidden, . empty, a digit a number, {FLAG} a flag.", paper)
    for command in commands:
        yield from printing.wrap_to_paper(manual_entry(command, state), paper)


def manual_entry(command: LineCommand, state: PlainState) -> str:
    """What to type for one command, and what it does."""
    also = f" (also {', '.join(command.aliases)})" if command.aliases else ""
    return f"{usage(command, state)}: {command.about}{also}"
