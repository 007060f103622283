"""The board in words, for ears: what cells and rows are called, how much of a change is told, how a sentence sounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from minesweeper.assist.answers import frontier_odds
from minesweeper.core import printing
from minesweeper.core.cells import CellSet, Grid, cells_of, first_cell
from minesweeper.core.printing import BoardWindow, Layers
from minesweeper.core.text import plural, say_percent
from minesweeper.core.textboard import FLAG, HIDDEN, MINE, QUESTION
from minesweeper.plain.game import PlainState, Reply, changes, place
from minesweeper.plain.output import EXPLODED, PROPOSAL, WRONG, game_layers, status
from minesweeper.play.game import Phase
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.whatif import WhatIf, what_if

BRIEF, FULL = "brief", "full"
Words: TypeAlias = tuple[str, str]
"""What one cell and what several of a kind are called."""
_WOULD_BE_MINE, _WOULD_BE_SAFE = "m", "s"
_CONTENTS = {
    HIDDEN: "hidden",
    ".": "empty",
    FLAG: "flag",
    QUESTION: "question mark",
    MINE: "mine",
    EXPLODED: "the mine that went off",
    WRONG: "wrong flag",
    PROPOSAL: "proposed mine",
    _WOULD_BE_MINE: "would be a mine",
    _WOULD_BE_SAFE: "would be safe",
}
_OF_SEVERAL = {"would be a mine": "would be mines"}
"""What is said otherwise of several cells than of one."""
_WHOLE_ROWS = ("hidden", "empty")
_MOST_ROWS = 100
_MOST_RUNS = 200


class Stretch(NamedTuple):
    """Columns side by side of which the same is said."""

    first: int
    length: int
    words: Words


def tell_cell(state: PlainState, cell: int) -> str:
    """A cell and what it shows, such as ``Row 3, column 4: 2``."""
    row, col = state.session.game.grid.row_col(cell)
    (symbol,) = printing.draw_rows(state.session.game.grid, _layers(state), HIDDEN, BoardWindow(row, col, 1, 1))
    return f"{place(state.session, cell).capitalize()}: {_CONTENTS.get(symbol, symbol)}"


def tell_place(state: PlainState) -> str:
    """Where the player is, in a sentence."""
    return f"You are at {place(state.session, state.here)}."


def tell_cells(state: PlainState, cells: CellSet, near: int | None = None) -> Iterator[str]:
    """Some cells and what they show, row by row; of too many rows those around a cell."""
    if not cells:
        return
    grid, layers = state.session.game.grid, _layers(state)
    rows = range(first_cell(cells) // grid.width, (cells.bit_length() - 1) // grid.width + 1)
    some = rows
    if len(rows) > _MOST_ROWS:
        middle = (near or 0) // grid.width - _MOST_ROWS // 2
        first = max(rows.start, min(middle, rows.stop - _MOST_ROWS))
        some = range(first, first + _MOST_ROWS)
    yield from _tell_rows(((row, _runs_of_row(layers, state, cells, row)) for row in some), grid.width)
    if some != rows:
        yield f"These are rows {some.start + 1} to {some.stop} of {grid.height}. Type 'row {rows.stop}' for another."


def tell_board(state: PlainState, near: int | None) -> Iterator[str]:
    """The whole board and the counters."""
    yield from tell_cells(state, state.session.game.grid.all_cells, near)
    yield f"{status(state.session)}."


def tell_answer(state: PlainState, reply: Reply, before: PlainState | None) -> Iterator[str]:
    """An answer that shows the board, in as many words as are wanted; before the first line there was no play."""
    yield from _tell_answer(state, reply, before)
    if before is None or before.session.id != state.session.id:
        yield tell_place(state)


def _tell_answer(state: PlainState, reply: Reply, before: PlainState | None) -> Iterator[str]:
    game, verbosity = state.session.game, state.settings.text("verbosity")
    is_new = before is None or before.session.id != state.session.id
    changed = changes(before, state)
    if not reply.message or (verbosity == FULL and (is_new or game.is_over)):
        yield from [reply.message] if reply.message else []
        yield from tell_board(state, reply.near)
    elif verbosity == FULL:
        yield reply.message
        yield from tell_cells(state, _whole_rows(state, changed), reply.near)
        yield f"{status(state.session)}."
    else:
        if game.phase in (Phase.WON, Phase.LOST):  # what was opened; who wants to hear where the mines were asks
            changed &= game.opened if reply.beyond is not None else 0
        elif game.phase is Phase.GIVEN_UP and game.layout is not None:
            changed = game.layout.mines ^ game.flags
        if verbosity == BRIEF and reply.beyond is not None:
            yield from tell_changes(state, changed, reply.near)
            yield from [reply.beyond] if reply.beyond else []
            return
        yield reply.message
        if not (reply.tells_cell and changed.bit_count() == 1):
            yield from tell_changes(state, changed, reply.near)


def tell_changes(state: PlainState, changed: CellSet, near: int | None = None) -> Iterator[str]:
    """The cells that changed: one as a cell, several row by row."""
    if changed.bit_count() == 1:
        yield f"{tell_cell(state, first_cell(changed))}."
    else:
        yield from tell_cells(state, changed, near)


def tell_odds(analysis: Analysis) -> Iterator[str]:
    """The chance of a mine of each cell beside a clue, row by row, and of all others."""
    told: dict[int, Words] = {}
    for cells, (risk, layouts) in frontier_odds(analysis):
        words = ("a mine", "mines") if risk else ("safe", "safe")
        if 0 < risk < layouts:
            chance = say_percent(risk, layouts, analysis.is_exact)
            words = (f"at {chance}", f"each at {chance}")
        told |= dict.fromkeys(cells, words)
    yield from _tell_words(analysis.position.grid, told, ". Type odds with a cell for its odds")
    risk, layouts = analysis.totals.inside
    if analysis.interior and 0 < risk < layouts:
        yield f"All other hidden cells: {say_percent(risk, layouts, analysis.is_exact)} each."


def tell_implied(state: PlainState, found: WhatIf) -> Iterator[str]:
    """The cells that would be mines or safe because of the proposals, row by row."""
    mines, safe = (cells & found.from_proposals for cells in (found.implied_mines, found.implied_safe))
    words = {cell: _content(_WOULD_BE_MINE) for cell in cells_of(mines)}
    words |= {cell: _content(_WOULD_BE_SAFE) for cell in cells_of(safe)}
    yield from _tell_words(state.session.game.grid, words)


def _tell_words(grid: Grid, words: Mapping[int, Words], instead: str = "") -> Iterator[str]:
    """What is said of some cells, row by row; of very many rows those at the top."""
    by_row: dict[int, list[tuple[int, Words]]] = {}
    for cell in sorted(words):
        row, col = grid.row_col(cell)
        by_row.setdefault(row, []).append((col, words[cell]))
    rows = list(by_row)
    yield from _tell_rows(((row, _join_runs(by_row[row])) for row in rows[:_MOST_ROWS]), None)
    if len(rows) > _MOST_ROWS:
        yield f"{plural(len(rows) - _MOST_ROWS, 'more row', ',')} are left out{instead}."


def _layers(state: PlainState) -> Layers:
    implied: Layers = []
    if state.is_spoken and state.proposals:  # a drawn board marks these cells itself
        found = run_to_end(what_if(state.position, state.proposals, state.session.game.flags, exact=True))
        implied = [(found.implied_mines, _WOULD_BE_MINE), (found.implied_safe, _WOULD_BE_SAFE)]
    return [*implied, *game_layers(state.session.game), (state.proposals, PROPOSAL)]


def _whole_rows(state: PlainState, cells: CellSet) -> CellSet:
    """All cells of the rows in which some cells are."""
    grid = state.session.game.grid
    row, whole = (1 << grid.width) - 1, 0
    while cells:
        first = first_cell(cells) // grid.width * grid.width
        whole |= row << first
        cells &= ~(row << first)
    return whole


def _runs_of_row(layers: Layers, state: PlainState, cells: CellSet, row: int) -> list[Stretch]:
    grid = state.session.game.grid
    bits = grid.row_bits(cells, row)
    if not bits:
        return []
    (symbols,) = printing.draw_rows(grid, layers, HIDDEN, BoardWindow(row, 0, 1, grid.width))
    return _join_runs((col, _content(symbol)) for col, symbol in enumerate(symbols) if bits >> col & 1)


def _content(symbol: str) -> Words:
    word = _CONTENTS.get(symbol)
    return (word, _OF_SEVERAL.get(word, word)) if word else (f"shows {symbol}", f"show {symbol}")


def _join_runs(cells: Iterable[tuple[int, Words]]) -> list[Stretch]:
    """The cells of a row, from the left, as runs of the same words."""
    runs: list[Stretch] = []
    for col, words in cells:
        if runs and runs[-1].words == words and runs[-1].first + runs[-1].length == col:
            runs[-1] = runs[-1]._replace(length=runs[-1].length + 1)
        else:
            runs.append(Stretch(col, 1, words))
    return runs


def _tell_rows(rows: Iterable[tuple[int, list[Stretch]]], width: int | None) -> Iterator[str]:
    """Rows as sentences, those below each other of which the same is said together; a row without a run is left out.

    With a width, a row of hidden or empty cells is told without its columns.
    """
    first, last, told = 0, -1, ""
    for row, runs in rows:
        text = _tell_runs(runs, width)
        if last >= 0 and text == told and row == last + 1:
            last = row
            continue
        if told:
            yield f"{_numbered('Row', first, last - first + 1)}{told}."
        first, last, told = row, row, text
    if told:
        yield f"{_numbered('Row', first, last - first + 1)}{told}."


def _tell_runs(runs: list[Stretch], width: int | None) -> str:
    """What follows the name of a row; nothing if there is nothing to tell."""
    if not runs:
        return ""
    if runs[0].length == width and runs[0].words[0] in _WHOLE_ROWS:
        return f" {runs[0].words[0]}"
    parts = [f"{_numbered('column', run.first, run.length)} {run.words[run.length > 1]}" for run in runs[:_MOST_RUNS]]
    return f": {'; '.join([*parts, 'and so on'] if len(runs) > _MOST_RUNS else parts)}"


def _numbered(name: str, first: int, count: int) -> str:
    return f"{name} {first + 1}" if count == 1 else f"{name}s {first + 1} to {first + count}"
