"""Starts games in text mode: reads the words or the JSON object after ``new``, and asks for the first board."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from minesweeper.boards.codes import CodeError, from_code, is_code
from minesweeper.boards.daily import DAILY, DayError, daily_board, day_with_board, today
from minesweeper.core.boardspec import NO_GUESS, NORMAL, BoardSpec, SpecError, read_mine_count, read_spec
from minesweeper.core.cells import CellSet, SizeError, check_size
from minesweeper.core.text import begin, clean, plural, quote
from minesweeper.plain.coords import is_number
from minesweeper.plain.game import PlainState, Refusal, Reply, Shows
from minesweeper.play.assist_level import HELP_LEVELS, SINGLE
from minesweeper.play.session import Session, new_session
from minesweeper.storage.board_files import session_on
from minesweeper.storage.daily import FoundDay, session_of_day
from minesweeper.storage.settings import Settings, choose_board

if TYPE_CHECKING:
    from datetime import date

AskLine: TypeAlias = Callable[[str], str | None]
Say: TypeAlias = Callable[[list[str]], None]

LONGEST_SEED = 1000
_KEYS = ("preset", "seed", "assist", "no_guess", "board")
_OF_CHANCE = ("preset", "seed", "no_guess")
"""The fields that choose a random board, and so can't be combined with a board code."""
_EXAMPLE = """'new expert', 'new 20x10/30 seed my seed' or 'new {"preset": "expert", "seed": "42"}'"""
USUAL_DENSITY = 0.2
LEARN, LESSON = "learn", "lesson"
"""The words that begin the guided game and a lesson, also before the first game."""
_LEAVING = ("quit", "q", "exit", "bye")
_MOST_DIGITS = 7


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
    return state.begin(session, wanted.assist), Reply(text, shows=Shows.BOARD, near=session.first)


def _start_day(state: PlainState, text: str) -> tuple[PlainState, Reply]:
    """Starts or continues the board of a day; without a name, today's."""
    try:
        day = day_with_board(text) if text else today()
    except DayError as error:
        raise Refusal(f"{error}.") from None
    if state.session.seed == daily_board(day).seed and not state.session.game.is_over:
        raise Refusal(f"You are playing the board of {day} (UTC). Type same to start it again.")
    found = state.find_day(day) if state.find_day is not None else FoundDay(day, None, is_past=day < today())
    game = game_of_day(found)
    began = replace(state.begin(game.session, state.assist), proposals=game.proposals)
    text = f"{game.told} {begin(describe_game(game.session))}."
    return began, Reply(text, shows=Shows.BOARD, near=began.here)


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
    wanted = usual
    beside = next((name for name in _OF_CHANCE if entries.get(name) is not None), None)
    if beside is not None and entries.get("board") is not None:
        raise Refusal(f"{beside} can't be combined with a board code, which has its mines already.")
    preset = _text(entries, "preset")
    if preset is not None:
        try:
            spec, name = choose_board(preset, settings)
        except SpecError as error:
            raise Refusal(f"{clean(str(error), 200)}.") from None
        wanted = replace(wanted, spec=spec, name=name)
    seed = _text(entries, "seed")
    if seed is not None and not 0 < len(seed) <= LONGEST_SEED:
        raise Refusal(f"The seed has {len(seed):,} characters. Use 1 to {LONGEST_SEED:,}.")
    assist = _text(entries, "assist")
    if assist is not None and assist.lower() not in HELP_LEVELS:
        raise Refusal(f"{quote(assist, typed=True)} isn't an assist level. Use {', '.join(HELP_LEVELS)}.")
    no_guess = entries.get("no_guess")
    if no_guess is not None and not isinstance(no_guess, bool):
        raise Refusal("no_guess must be true or false.")
    return replace(
        _with_code(wanted, _text(entries, "board")),
        seed=seed,
        assist=wanted.assist if assist is None else assist.lower(),
        boards=wanted.boards if no_guess is None else NO_GUESS if no_guess else NORMAL,
    )


def _with_code(wanted: WantedGame, code: str | None) -> WantedGame:
    """Returns the kind of game with the board of a code."""
    if code is None:
        return wanted
    try:
        spec = from_code(code).layout.spec
    except (CodeError, SpecError) as error:
        raise Refusal(f"{clean(str(error), 200)}.") from None
    return replace(wanted, spec=spec, code=code)


def _text(entries: dict[str, Any], name: str) -> str | None:
    value = entries.get(name)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return str(value)
    raise Refusal(f"{name} must be a text, as in {_EXAMPLE}.")


@dataclass(frozen=True, slots=True)
class StartChoice:
    """The answer to the first question: a board, a day, the saved game, or none of them to leave."""

    spec: BoardSpec | None = None
    continues: bool = False
    day: date | None = None
    line: str = ""
    """The line to run first, if the player wants to learn."""


def ask_board(ask: AskLine, say: Say, presets: Mapping[str, BoardSpec], waiting: str) -> StartChoice:
    """Asks for a board until the answer is right; ``waiting`` describes the saved game, if there is one."""
    usual = next(iter(presets.values()))
    names = ", ".join(presets)
    offer = f" Type continue for your saved game ({waiting})." if waiting else ""
    enter = f"Press Enter for {usual.width} {usual.height}."
    question = f"Board? Type {names}, {DAILY}, or width and height such as 9 9. {enter}{offer}"
    while True:
        line = ask(question)
        if line is None or line.strip().lower() in _LEAVING:
            return StartChoice()
        word = line.strip().lower()
        if word.split()[:1] in ([LEARN], [LESSON]):
            return StartChoice(usual, line=word)
        if word == "continue" and waiting:
            return StartChoice(continues=True)
        try:
            if word in presets:
                return StartChoice(presets[word])
            if word.split()[:1] == [DAILY]:
                named = word.removeprefix(DAILY).strip()
                return StartChoice(day=day_with_board(named) if named else today())
            size = _read_size(word) if word else (usual.width, usual.height)
        except (SpecError, DayError) as error:
            say([f"{clean(str(error), 200)}."])
            continue
        return StartChoice(size) if isinstance(size, BoardSpec) else _ask_mines(ask, say, presets, *size)


def _read_size(text: str) -> BoardSpec | tuple[int, int]:
    """Reads a whole board such as 9x9/10, or width and height; one number is a square."""
    if "/" in text:
        return read_spec(text)
    words = text.replace("x", " ").replace("*", " ").replace(",", " ").split()
    if len(words) == 1:
        words *= 2
    if len(words) != 2 or not all(map(is_number, words)) or max(map(len, words)) > _MOST_DIGITS:
        raise SpecError(
            f"{quote(text, typed=True)} isn't a size. Type width and height, such as 9 9, or a name."
            f" New here? Type {LEARN}"
        )
    width, height = map(int, words)
    try:
        check_size(width, height)
    except SizeError as error:
        raise SpecError(str(error)) from None
    if width * height < 2:
        raise SpecError("a board of one cell has no room for a mine. The smallest one is 1 2 or 2 1")
    return width, height


def _ask_mines(ask: AskLine, say: Say, presets: Mapping[str, BoardSpec], width: int, height: int) -> StartChoice:
    cells = width * height
    mines = max(1, round(cells * USUAL_DENSITY)) if cells > 2 else 1
    usual = next((p.mines for p in presets.values() if (p.width, p.height) == (width, height)), mines)
    question = f"Mines? Type 1 to {cells - 1:,}, or a share such as 20%. Press Enter for {usual:,}."
    while True:
        line = ask(question)
        if line is None or line.strip().lower() in _LEAVING:
            return StartChoice()
        try:
            return StartChoice(
                BoardSpec(width, height, read_mine_count(line.strip(), cells) if line.strip() else usual)
            )
        except SpecError as error:
            say([f"{clean(str(error), 200)}."])
