"""Starts games in text mode: reads the words or the JSON object after ``new``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from minesweeper.boards.codes import CodeError, from_code, is_code
from minesweeper.boards.daily import DAILY, DayError, daily_board, day_with_board, today
from minesweeper.core.boardspec import NO_GUESS, NORMAL, BoardSpec, SpecError
from minesweeper.core.cells import CellSet
from minesweeper.core.text import begin, clean, plural, quote
from minesweeper.plain.game import PlainState, Refusal, Reply
from minesweeper.play.assist_level import HELP_LEVELS, SINGLE
from minesweeper.play.session import Session, new_session
from minesweeper.storage.board_files import session_on
from minesweeper.storage.daily import FoundDay, session_of_day
from minesweeper.storage.settings import Settings, choose_board

LONGEST_SEED = 1000
_KEYS = ("preset", "seed", "assist", "no_guess", "board")
_OF_CHANCE = ("preset", "seed", "no_guess")
"""The fields that choose a random board, and so can't be combined with a board code."""
_EXAMPLE = """'new expert', 'new 20x10/30 seed my seed' or 'new {"preset": "expert", "seed": "42"}'"""


@dataclass(frozen=True, slots=True)
class WantedGame:
    """The kind of game that the player asks for."""

    spec: BoardSpec
    name: str
    seed: str | None = None
    assist: str = SINGLE
    boards: str = NORMAL
    code: str | None = None
    """The code of a fixed board."""

    def begin(self, settings: Settings) -> Session:
        """Starts a session. If a board code names a first cell, that cell is opened."""
        if self.code is not None:
            return session_on(self.code, settings)
        return new_session(self.spec, self.name, self.seed, boards=self.boards)


def start_new(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Starts a game like the last one, or the kind that words or a JSON object name."""
    old = state.session
    asked = rest.strip().lower().split()
    if asked[:1] == [DAILY]:
        return _start_day(state, " ".join(asked[1:]))
    name = state.settings.name_of(old.spec) if old.name == DAILY else old.name  # other boards aren't the daily one
    wanted = read_wanted(rest, WantedGame(old.spec, name, None, state.assist, old.boards), state.settings)
    session = wanted.begin(state.settings)
    text = f"New game, {describe_game(session)}."
    return state.begin(session, wanted.assist), Reply(text, board=True, near=session.first)


def _start_day(state: PlainState, text: str) -> tuple[PlainState, Reply]:
    """Starts or continues the board of a day; without a name, today's."""
    try:
        day = day_with_board(text) if text else today()
    except DayError as error:
        raise Refusal(f"{error}.") from None
    if state.session.seed == daily_board(day).seed and not state.session.game.is_over:
        raise Refusal(f"You are playing the board of {day} (UTC). Type same to start it again.")
    game = game_of_day(state.find_day(day))
    began = replace(state.begin(game.session, state.assist), proposals=game.proposals)
    text = f"{game.told} {begin(describe_game(game.session))}."
    return began, Reply(text, board=True, near=began.here)


class DayGame(NamedTuple):
    """A game on the board of a day, and the sentence before it."""

    session: Session
    proposals: CellSet
    told: str


def game_of_day(found: FoundDay) -> DayGame:
    """Continues the saved game on the board of a day, or starts one; a past or tried board counts as known."""
    day = f"{found.day.isoformat()} (UTC)"
    if found.game is not None:
        return DayGame(found.game.session, found.game.proposals, f"You continue the board of {day}.")
    board = f"The board of {day}"
    told = f"{board}, the same for everyone. Its first cell is open."
    if found.was_tried:
        told = f"{board} again. You know it, so this game isn't ranked."
    elif found.is_past:
        told = f"{board}, which is over. It counts as a known board, so this game isn't ranked."
    return DayGame(session_of_day(found.day, known=found.was_tried or found.is_past), 0, told)


def describe_game(session: Session) -> str:
    """Describes a game before it begins."""
    promise = ", no guessing needed" if session.boards == NO_GUESS else ""  # a board code promises nothing
    kind = f"{session.name}: " if session.name != "custom" else ""
    return f"{kind}{describe_size(session.spec)}{promise}"


def describe_size(spec: BoardSpec) -> str:
    """Describes the size and the mine total of a board."""
    counted = zip(spec, ("column", "row", "mine"), strict=True)
    return ", ".join(plural(count, noun, ",") for count, noun in counted)


def read_wanted(rest: str, usual: WantedGame, settings: Settings) -> WantedGame:
    """Reads the kind of game; anything that the text leaves open is as usual. Raises Refusal with what is allowed."""
    rest = rest.strip()
    return _from_json(rest, usual, settings) if rest.startswith("{") else _from_words(rest, usual, settings)


def _from_words(rest: str, usual: WantedGame, settings: Settings) -> WantedGame:
    before, *seed = re.split(r"(?:^|(?<= ))seed(?= |$)", rest, maxsplit=1, flags=re.IGNORECASE)
    entries: dict[str, Any] = {"seed": seed[0].strip()} if seed else {}
    for word in before.split():
        if word.lower() in (NORMAL, NO_GUESS):
            entries["no_guess"] = word.lower() == NO_GUESS
        elif word.lower() in HELP_LEVELS:
            entries["assist"] = word.lower()
        elif is_code(word):
            entries["board"] = word
        elif "preset" in entries:
            raise Refusal(f"{quote(word, typed=True)} isn't expected after new. Type it like {_EXAMPLE}.")
        else:
            entries["preset"] = word
    return _from_entries(entries, usual, settings)


def _from_json(rest: str, usual: WantedGame, settings: Settings) -> WantedGame:
    try:
        entries = json.loads(rest)
    except RecursionError:
        raise Refusal(f"The JSON object after new is nested too deeply. Type it like {_EXAMPLE}.") from None
    except ValueError as error:
        raise Refusal(
            f"The text after new isn't a JSON object ({clean(str(error), 80)}). Type it like {_EXAMPLE}."
        ) from None
    unknown = next((key for key in entries if key not in _KEYS), None)
    if unknown is not None:
        raise Refusal(f"{quote(unknown, typed=True)} isn't a field of new. Use {', '.join(_KEYS)}.")
    return _from_entries(entries, usual, settings)


def _from_entries(entries: dict[str, Any], usual: WantedGame, settings: Settings) -> WantedGame:
    beside = next((name for name in _OF_CHANCE if entries.get(name) is not None), None)
    if beside is not None and entries.get("board") is not None:
        raise Refusal(f"{beside} can't be combined with a board code, which has its mines already.")
    preset, seed, assist, code = (_text(entries, name) for name in ("preset", "seed", "assist", "board"))
    spec, name = usual.spec, usual.name
    try:
        if preset is not None:
            spec, name = choose_board(preset, settings)
        elif code is not None:
            spec = from_code(code).layout.spec
    except (CodeError, SpecError) as error:
        raise Refusal(f"{clean(str(error), 200)}.") from None
    if seed is not None and not 0 < len(seed) <= LONGEST_SEED:
        raise Refusal(f"The seed has {len(seed):,} characters. Use 1 to {LONGEST_SEED:,}.")
    if assist is not None and assist.lower() not in HELP_LEVELS:
        raise Refusal(f"{quote(assist, typed=True)} isn't an assist level. Use {', '.join(HELP_LEVELS)}.")
    no_guess = entries.get("no_guess")
    if no_guess is not None and not isinstance(no_guess, bool):
        raise Refusal("no_guess must be true or false.")
    boards = usual.boards if no_guess is None else NO_GUESS if no_guess else NORMAL
    return WantedGame(spec, name, seed, usual.assist if assist is None else assist.lower(), boards, code)


def _text(entries: dict[str, Any], name: str) -> str | None:
    value = entries.get(name)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return str(value)
    raise Refusal(f"{name} must be a text, as in {_EXAMPLE}.")
