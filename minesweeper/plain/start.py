"""The command ``new`` of text mode, which starts games.

Words or a JSON object after ``new`` choose the kind of game, and everything that they leave out is as in the last game.
The daily board of a day is started here too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import NoneType
from typing import Any

from minesweeper.boards.codes import CodeError, is_code
from minesweeper.boards.daily_seed import DAILY, DayError, daily_board, day_with_board, today
from minesweeper.core.boardspec import BOARD_TYPES, FAIR, NO_GUESS, NORMAL, BoardSpec
from minesweeper.core.sizes import SpecError
from minesweeper.core.text import capitalise, clean, plural, quote
from minesweeper.core.validate import RecordError, parse_json
from minesweeper.plain.game_commands import PlainState, Refusal, Reply
from minesweeper.play.assist_level import LEVEL_NAMES, MEANINGS, read_level
from minesweeper.play.session import Session, new_session
from minesweeper.storage.board_files import session_on
from minesweeper.storage.daily_games import session_of_day
from minesweeper.storage.settings import choose_board

LONGEST_SEED = 1000
"""The most characters of a seed."""
_KEYS = ("preset", "seed", "assist", "no_guess", "fair", "board")
_OF_CHANCE = ("preset", "seed", "no_guess", "fair")
"""The fields that choose a random board. They can't be combined with a board code, which has its mines already."""
_EXAMPLE = """'new expert', 'new 20x10/30 seed my seed' or 'new {"preset": "expert", "seed": "42"}'"""


def start_new(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Starts a game like the last one, a game of the kind that words or a JSON object name, or the daily board of a
    day.
    """
    rest = rest.strip()
    first, *more = rest.lower().split() or [""]
    if first == DAILY:
        return _start_day(state, " ".join(more))
    return start_game(state, _from_json(rest) if rest.startswith("{") else _from_words(rest))


def _start_day(state: PlainState, text: str) -> tuple[PlainState, Reply]:
    """Starts or continues the daily board of a day, by default today's.

    A board of a past day, or one that was tried before, is a known board.
    """
    try:
        day = day_with_board(text) if text else today()
    except DayError as error:
        raise Refusal(f"{error}.") from None
    board = f"the board of {day} (UTC)"
    if state.session.seed == daily_board(day).seed and not state.session.game.is_over:
        raise Refusal(f"You are playing {board}. Type same to start it again.")
    found_day = state.find_day(day)
    if found_day.game is not None:
        message, session, what_if_mines = f"You continue {board}.", found_day.game.session, found_day.game.what_if_mines
    else:
        message = f"{capitalise(board)}, the same for everyone. Its first cell is open."
        if found_day.was_tried:
            message = f"{capitalise(board)} again. You know it, so this game isn't ranked."
        elif found_day.is_past:
            message = f"{capitalise(board)}, which is over. It counts as a known board, so this game isn't ranked."
        session, what_if_mines = session_of_day(day, is_known_board=found_day.was_tried or found_day.is_past), 0
    began = replace(state.begin(session, state.assist), what_if_mines=what_if_mines)
    return began, Reply(f"{message} {capitalise(describe_game(session))}.", board=True, near=began.here)


def describe_game(session: Session) -> str:
    """Describes a game before it begins: its preset, its size, and what its board type promises."""
    promises = {
        NO_GUESS: ", no guessing needed",
        FAIR: ", fair: a guess survives where nothing can be proved, and hits a mine where something can",
    }
    # The board of a code may be of any type, so nothing is promised about it.
    promise = promises.get(session.board_type, "")
    kind = f"{session.preset}: " if session.preset != "custom" else ""
    return f"{kind}{describe_size(session.spec)}{promise}"


def describe_size(spec: BoardSpec) -> str:
    """A size and a mine total in words, such as ``9 columns, 9 rows, 10 mines``."""
    counted = zip(spec, ("column", "row", "mine"), strict=True)
    return ", ".join(plural(count, noun, ",") for count, noun in counted)


def start_game(state: PlainState, entries: Mapping[str, Any]) -> tuple[PlainState, Reply]:
    """Starts a game of the kind that `entries` name. Everything else is as in the last game.

    Raises Refusal if an entry isn't allowed, and the message says what is. If a board code names a first cell, this
    cell is opened.
    """
    beside = next((name for name in _OF_CHANCE if entries.get(name) is not None), None)
    if beside is not None and entries.get("board") is not None:
        raise Refusal(f"{beside} can't be combined with a board code, which has its mines already.")
    preset, seed, assist, code = (_text(entries, name) for name in ("preset", "seed", "assist", "board"))
    if seed is not None and not 0 < len(seed) <= LONGEST_SEED:
        raise Refusal(f"The seed has {len(seed):,} characters. Use 1 to {LONGEST_SEED:,}.")
    level = state.assist if assist is None else read_level(assist)
    if level is None:
        raise Refusal(f"{quote(assist, typed=True)} isn't an assist level. Use {', '.join(LEVEL_NAMES.values())}.")
    old, board_type = state.session, _chosen_type(state.session.board_type, entries)
    # A new random board isn't the daily board, so its game is named after its size.
    name = state.settings.name_of(old.spec) if old.preset == DAILY else old.preset
    try:
        spec, name = (old.spec, name) if preset is None else choose_board(preset, state.settings)
        session = session_on(code, state.settings) if code else new_session(spec, name, seed, board_type=board_type)
    except (CodeError, SpecError) as error:
        raise Refusal(f"{clean(str(error), 200)}.") from None
    changed = f" {MEANINGS[level]}" if level != state.assist else ""
    text = f"New game, {describe_game(session)}.{changed}"
    return state.begin(session, level), Reply(text, board=True, near=session.first)


def _chosen_type(old: str, entries: Mapping[str, Any]) -> str:
    """The board type that the entries choose. If they choose none, it is the type of the last game."""
    for name in ("no_guess", "fair"):
        if not isinstance(entries.get(name), (bool, NoneType)):
            raise Refusal(f"{name} must be true or false.")
    no_guess, fair = entries.get("no_guess"), entries.get("fair")
    if no_guess and fair:
        raise Refusal("no_guess and fair can't be combined. Choose one board type.")
    if no_guess or fair:
        return NO_GUESS if no_guess else FAIR
    return NORMAL if no_guess is False or (fair is False and old == FAIR) else old


def _from_words(rest: str) -> dict[str, Any]:
    """The entries that words name, such as ``expert no-guess seed 42``."""
    before, *seed = re.split(r"(?:^|(?<= ))seed(?= |$)", rest, maxsplit=1, flags=re.IGNORECASE)
    entries: dict[str, Any] = {"seed": seed[0].strip()} if seed else {}
    for word in before.split():
        if word.lower() in BOARD_TYPES:
            entries |= {"no_guess": word.lower() == NO_GUESS, "fair": word.lower() == FAIR}
        elif read_level(word) is not None:
            entries["assist"] = word
        elif is_code(word):
            entries["board"] = word
        elif "preset" in entries:
            raise Refusal(f"{quote(rest, typed=True)} isn't a board: type it in one word, such as expert or 20x10/30.")
        else:
            entries["preset"] = word
    return entries


def _from_json(rest: str) -> dict[str, Any]:
    """The entries of a JSON object. Raises Refusal if it isn't one, or if a field is unknown."""
    try:
        entries = parse_json(rest, len(rest))
    except RecordError as error:
        raise Refusal(f"The text after new isn't a JSON object ({error}). Type it like {_EXAMPLE}.") from None
    unknown = next((key for key in entries if key not in _KEYS), None)
    if unknown is not None:
        raise Refusal(f"{quote(unknown, typed=True)} isn't a field of new. Use {', '.join(_KEYS)}.")
    return entries


def _text(entries: Mapping[str, Any], name: str) -> str | None:
    """The entry with this name as text, or None if it is missing. A whole number is allowed too."""
    value = entries.get(name)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return str(value)
    raise Refusal(f"{name} must be a text, as in {_EXAMPLE}.")
