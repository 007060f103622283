"""How text mode shows a game: as a drawn board with row and column numbers, or in words.

The settings *spoken*, *verbosity* and *typed first* decide how, and the command ``set`` changes them and the assist
level. `console` prints what the functions here return.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias, TypeVar

from minesweeper.assist.answers import SAFE, clue_layers, frontier_odds
from minesweeper.core import textboard
from minesweeper.core.cells import CellSet, Grid, cells_of, first_cell, to_cell_set
from minesweeper.core.text import quote, say_percent
from minesweeper.core.textboard import FLAG, HIDDEN, MINE, QUESTION, BoardWindow, Layers, Paper
from minesweeper.core.times import time_in_words
from minesweeper.plain.coords import how_to_name
from minesweeper.plain.game_commands import LineCommand, PlainState, Refusal, Reply, changes, place, usage
from minesweeper.play.assist_level import MEANINGS
from minesweeper.play.game import Game, Phase
from minesweeper.play.lessons import Lesson
from minesweeper.play.session import Session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.whatif import WhatIf, what_if
from minesweeper.storage.options import Option, Value, option_of
from minesweeper.storage.settings import Settings

T = TypeVar("T")
EXPLODED, WRONG, PROPOSAL = "!", "x", "P"
_WHAT_IF_SIGNS = (
    f"{textboard.WHAT_IF_TITLE}, ~{MINE} would be a mine, ~{SAFE} would be safe, {WRONG} clue that could not hold"
)
_SPARE_ROWS = 4
"""The lines of the terminal that a board leaves free for the status, the message and the prompt."""


def game_layers(game: Game) -> list[tuple[CellSet, str]]:
    """The cells that the player may see, with their symbols. After the end of a game, the mines are among them."""
    layers = [*clue_layers(game.position), (game.flags, FLAG), (game.questions, QUESTION)]
    if game.is_over and game.layout is not None:
        mines = game.layout.mines
        layers += [(mines & ~game.flags, MINE), (game.flags & ~mines, WRONG), (game.exploded, EXPLODED)]
    return layers


def shown_mines(state: PlainState) -> CellSet:
    """The mines without a flag that a running lesson about clicks shows. Empty otherwise."""
    game, task = state.session.game, None if state.lesson is None else state.lesson.task
    return game.layout.mines & ~game.flags if isinstance(task, Lesson) and task.clicks and game.layout else 0


def _state_layers(state: PlainState) -> Layers:
    """The cells that the player may see, with their symbols, including the mines that a lesson shows."""
    return [*game_layers(state.session.game), (shown_mines(state), MINE)]


def board_rows(state: PlainState) -> list[str]:
    """The board as one text per row, with one character per cell."""
    game = state.session.game
    return textboard.draw_rows(game.grid, [*_state_layers(state), (state.what_if_mines, PROPOSAL)], HIDDEN)


def board_lines(state: PlainState, paper: Paper, near: int | None) -> Iterator[str]:
    """Draws the board with its numbers and the counters.

    If the board is larger than the paper, only the part around the cell `near` is drawn.
    """
    game = state.session.game
    grid = game.grid
    window = textboard.choose_window(grid, paper, near, _SPARE_ROWS)
    contents: Layers = []
    marks: Layers = []
    if state.what_if_mines:
        what_follows = _what_if(state)
        broken = to_cell_set(violation.cell for violation in what_follows.violations) | what_follows.conflict
        contents = [
            (what_follows.implied_mines, MINE),
            (what_follows.implied_safe, SAFE),
            (state.what_if_mines, PROPOSAL),
        ]
        marks = [
            (what_follows.implied_mines | what_follows.implied_safe, "~"),
            (what_follows.refuted, SAFE),
            (broken, WRONG),
        ]
    rows = textboard.draw_rows(grid, [*_state_layers(state), *contents], HIDDEN, window)
    yield ""
    yield from textboard.number_rows(grid, window, rows, paper, textboard.draw_rows(grid, marks, " ", window))
    part = textboard.extent(grid, window)
    below = [f"{part}. Type board with a cell to see another part"] if part else []
    for line in (*below, *([_WHAT_IF_SIGNS] if state.what_if_mines else []), status(state.session)):
        yield from textboard.wrap_to_paper(line, paper)


def _what_if(state: PlainState) -> WhatIf:
    """What would follow from the player's what-if mines."""
    return run_to_end(what_if(state.position, state.what_if_mines, state.session.game.flags))


def status(session: Session) -> str:
    """The counters of a game in one line."""
    game = session.game
    opened = f"{game.opened.bit_count():,} of {game.safe_total:,} opened"
    time = time_in_words(int(session.elapsed) * 1000)
    return f"{game.mines_left:,} of {game.mine_total:,} mines left, {opened}, {time}"


def manual(commands: Iterable[LineCommand], state: PlainState) -> Iterator[str]:
    """The aim of the game, how to type a cell, and the commands, one line each."""
    grid = state.session.game.grid
    yield (
        "Open every cell without a mine. A number says how many mines are in the cells around it."
        f" {how_to_name(state.order)} Columns go from 1 to {grid.width}, rows from 1 to {grid.height}."
    )
    if not state.is_spoken:
        yield f"{HIDDEN} is hidden, . empty, a digit a number, {FLAG} a flag."
    yield from (manual_entry(command, state) for command in commands)


def manual_entry(command: LineCommand, state: PlainState) -> str:
    """What to type for one command, and what it does."""
    also = f" (also {', '.join(command.aliases)})" if command.aliases else ""
    return f"{usage(command, state)}: {command.about}{also}"


# Spoken boards

BRIEF, FULL = "brief", "full"
Words: TypeAlias = tuple[str, str]
"""How one cell is called, and how several cells are called, such as ``a mine`` and ``mines``."""
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
_WOULD_BE_MINES: Words = ("would be a mine", "would be mines")
_WHOLE_ROWS = ("hidden", "empty")
"""Contents that are said only once for a whole row, without its columns, if all its cells are alike."""


def say_cell(state: PlainState, cell: int) -> str:
    """Says a cell and what it shows, such as ``Row 3, column 4: 2``."""
    grid = state.session.game.grid
    (symbol,) = textboard.draw_rows(grid, _layers(state), HIDDEN, BoardWindow(*grid.row_col(cell), 1, 1))
    return f"{place(state.session, cell).capitalize()}: {_CONTENTS.get(symbol, symbol)}"


def say_place(state: PlainState) -> str:
    """Says where the player is."""
    return f"You are at {place(state.session, state.here)}."


def say_cells(state: PlainState, cells: CellSet) -> Iterator[str]:
    """Says some cells and what they show, row by row."""
    grid = state.session.game.grid
    symbols = "".join(textboard.draw_rows(grid, _layers(state), HIDDEN))
    yield from _say_words(grid, {cell: _content(symbols[cell]) for cell in cells_of(cells)})


def say_board(state: PlainState) -> Iterator[str]:
    """Says the whole board and the counters."""
    yield from say_cells(state, state.session.game.grid.all_cells)
    yield f"{status(state.session)}."


def say_reply(state: PlainState, reply: Reply, before: PlainState | None) -> Iterator[str]:
    """Says a reply that shows the board, in as many words as the setting *verbosity* asks for.

    ``before`` is the state before the command, or None for the first game.
    """
    game, verbosity = state.session.game, state.settings.text("verbosity")
    if reply.head:
        yield from reply.head
        seen = game.grid.all_cells if verbosity == FULL else changes(None, state) | shown_mines(state)
        yield from say_cells(state, seen)
        if verbosity != FULL:
            yield "All other cells are hidden." if seen else "All cells are hidden."
        yield say_place(state)
        yield reply.message
        return
    is_new = before is None or before.session.id != state.session.id
    changed = changes(before, state)
    if verbosity != FULL and game.phase in (Phase.WON, Phase.LOST):
        # At the end of a game, the mines are said only on request.
        changed &= game.opened if reply.beyond is not None else 0
    elif verbosity != FULL and game.phase is Phase.GIVEN_UP and game.layout is not None:
        changed = game.layout.mines ^ game.flags
    message = [reply.message] if reply.message else []
    if not message or (verbosity == FULL and (is_new or game.is_over)):
        yield from message
        yield from say_board(state)
    elif verbosity == FULL:
        yield from message
        yield from say_cells(state, _whole_rows(state, changed))
        yield f"{status(state.session)}."
    elif verbosity == BRIEF and reply.beyond is not None:
        yield from say_changes(state, changed)
        yield from [reply.beyond] if reply.beyond else []
    else:
        yield from message
        if not (reply.tells_cell and changed.bit_count() == 1):
            yield from say_changes(state, changed)
    if is_new:
        yield say_place(state)


def say_changes(state: PlainState, changed: CellSet) -> Iterator[str]:
    """Says the cells that changed: a single one by itself, several row by row."""
    if changed.bit_count() == 1:
        yield f"{say_cell(state, first_cell(changed))}."
    else:
        yield from say_cells(state, changed)


def say_odds(analysis: Analysis, is_fair: bool = False) -> Iterator[str]:
    """Says the odds of each cell next to a clue, row by row, and those of all other cells together.

    On a fair board the odds decide nothing, so a cell that isn't proved is called undecided.
    """
    words: dict[int, Words] = {}
    for cells, (risk, layouts) in frontier_odds(analysis):
        forms = ("a mine", "mines") if risk else ("safe", "safe")
        if 0 < risk < layouts:
            chance = say_percent(risk, layouts, analysis.is_exact)
            forms = ("undecided", "undecided") if is_fair else (f"at {chance}", f"each at {chance}")
        words |= dict.fromkeys(cells, forms)
    yield from _say_words(analysis.position.grid, words)
    risk, layouts = analysis.totals.inside
    if analysis.interior and 0 < risk < layouts:
        chance = f"{say_percent(risk, layouts, analysis.is_exact)} each"
        yield f"All other hidden cells: {'undecided' if is_fair else chance}."


def _say_words(grid: Grid, words: Mapping[int, Words]) -> Iterator[str]:
    """Says for each cell in `words` what they have for it, row by row.

    Adjacent rows with the same words share a sentence.
    """
    by_row: dict[int, dict[int, Words]] = {}
    for cell in sorted(words):
        row, col = grid.row_col(cell)
        by_row.setdefault(row, {})[col] = words[cell]
    for first, count, content in _runs((row, _say_columns(cols, grid.width)) for row, cols in by_row.items()):
        yield f"{_numbered('Row', first, count)}{content}."


def _layers(state: PlainState) -> Layers:
    """The cells that speech may name, with their symbols.

    If mines are tried in spoken mode, the cells that would follow from them are included.
    """
    implied: Layers = []
    if (
        state.is_spoken and state.what_if_mines
    ):  # Only speech needs these cells here, because a drawn board marks them itself.
        what_follows = _what_if(state)
        implied = [(what_follows.implied_mines, _WOULD_BE_MINE), (what_follows.implied_safe, _WOULD_BE_SAFE)]
    return [*implied, *_state_layers(state), (state.what_if_mines, PROPOSAL)]


def _whole_rows(state: PlainState, cells: CellSet) -> CellSet:
    """All cells of the rows in which some cells are."""
    width = state.session.game.grid.width
    return sum(((1 << width) - 1) << row * width for row in {cell // width for cell in cells_of(cells)})


def _content(symbol: str) -> Words:
    """What a cell with this symbol is called."""
    if symbol == _WOULD_BE_MINE:
        return _WOULD_BE_MINES
    word = _CONTENTS.get(symbol)
    return (word, word) if word else (f"shows {symbol}", f"show {symbol}")


def _say_columns(cells: Mapping[int, Words], width: int) -> str:
    """Says the cells of a row, to follow the row's name. Adjacent columns with the same words are joined."""
    runs = list(_runs(cells.items()))
    if runs[0][1] == width and runs[0][2][0] in _WHOLE_ROWS:
        return f" {runs[0][2][0]}"
    return ": " + "; ".join(f"{_numbered('column', col, count)} {words[count > 1]}" for col, count, words in runs)


def _runs(entries: Iterable[tuple[int, T]]) -> Iterator[tuple[int, int, T]]:
    """Joins adjacent numbers about which the same is said.

    Yields the first number, how many they are, and what is said.
    """
    for (_, same), group in groupby(enumerate(entries), lambda entry: (entry[1][0] - entry[0], entry[1][1])):
        numbers = [number for _, (number, _) in group]
        yield numbers[0], len(numbers), same


def _numbered(name: str, first: int, count: int) -> str:
    """Names one row or column, or several adjacent ones, such as ``rows 2 to 4``."""
    return f"{name} {first + 1}" if count == 1 else f"{name}s {first + 1} to {first + count}"


# Settings of text mode

_ASSIST = option_of("assist")
_SPEAKING = tuple(option_of(name) for name in ("spoken", "verbosity", "typed_first"))


def set_option(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Lists or changes the assist level and how text mode speaks. The loop saves the change.

    A program may set only its assist level, because its answers must not depend on settings.
    """
    options = (_ASSIST,) if state.is_program else (*_SPEAKING, _ASSIST)
    text = _plain_words(rest)
    for option in options:
        for name in _names(option):
            if text == name:
                raise Refusal(f"The value is missing. {_allowed(option)}.")
            if text.startswith(f"{name} "):
                return _with_option(state, option, _read_value(option, text.removeprefix(f"{name} ")))
    allowed = "; ".join(map(_allowed, options))
    if text and state.is_program:
        raise Refusal(f"{quote(rest, typed=True)} can't be set by a program. {allowed}.")
    if text:
        raise Refusal(f"{quote(rest, typed=True)} isn't a setting of text mode. {allowed}.")
    values = [
        state.game_to_save.assist if option is _ASSIST else state.settings.value(option.name) for option in options
    ]
    titled = zip(options, values, strict=True)
    values_text = ", ".join(f"{option.title.lower()} is {option.word(value).lower()}" for option, value in titled)
    return state, Reply(f"{values_text.capitalize()}. {allowed}.")


def _names(option: Option) -> tuple[str, ...]:
    """The names by which players may call an option.

    The longest comes first, so that a shorter one isn't taken for the beginning of a value.
    """
    return tuple(_plain_words(name) for name in ((option.title, option.name) if option is _ASSIST else (option.title,)))


def _read_value(option: Option, text: str) -> Value:
    """The value that a typed word means. Raises Refusal with the allowed words if it means none."""
    for value in _values(option):
        words = (option.word(value), str(value)) if option is _ASSIST else (option.word(value),)
        if text in map(_plain_words, words):
            return value
    raise Refusal(f"{_allowed(option)}, not {quote(text, typed=True)}.")


def _plain_words(text: str) -> str:
    """A text in small letters, without hyphens and underscores, because players who dictate can't say these."""
    return " ".join(text.lower().replace("_", " ").replace("-", " ").split())


def _values(option: Option) -> tuple[Value, ...]:
    """All values that an option allows."""
    return option.choices or (True, False)


def _allowed(option: Option) -> str:
    """Says which values can be set, such as ``'set spoken' takes on or off``."""
    words = ", ".join(option.word(value).lower() for value in _values(option))
    return f"'set {option.title.lower()}' takes {' or '.join(words.rsplit(', ', 1))}"


def _with_option(state: PlainState, option: Option, value: Value) -> tuple[PlainState, Reply]:
    """Changes one setting and says so."""
    if option is not _ASSIST:
        changed = replace(state, settings=state.settings.with_value(option.name, value))
        return changed, Reply(f"{option.title} is {option.word(value).lower()} now.")
    level = str(value)
    game = replace(state.game_to_save, assist=level)
    if game.session.assist_level:
        game = replace(game, session=game.session._replace(assist_level=level))
    # A lesson gives no assists, so during a lesson the level of the game behind it changes.
    state = game if state.lesson is None else replace(state, lesson=replace(state.lesson, behind=game))
    if state.is_program:
        return state, Reply(MEANINGS[level])
    changed = replace(state, settings=state.settings.with_level(level))
    return changed, Reply(f"{MEANINGS[level]} Later games start this way too.")


def changed_options(before: Settings, after: Settings) -> Mapping[str, Value]:
    """The settings that a line has changed, by name, with their new values."""
    names = (*(option.name for option in _SPEAKING), "assist", "custom_assist")
    return {name: after.value(name) for name in names if after.value(name) != before.value(name)}
