"""The command `plain`: text mode, for any terminal, for pipes and screen readers, and as JSON for programs.

A `PlainLoop` plays games with a person: it reads lines, lets `command_table.act` run them, and prints the replies.
`answer_lines` does the same for a program, with one line of JSON for each line. Only this module reads, prints and
looks at a clock, so that all commands work for people and programs.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import IO, Any

from minesweeper.assist.answers import odds_lines
from minesweeper.boards.codes import is_code
from minesweeper.boards.daily_seed import DAILY, day_with_board
from minesweeper.core import textboard
from minesweeper.core.boardspec import FAIR, NORMAL, read_spec
from minesweeper.core.commandline import (
    ArgumentsError,
    add_game,
    check_game,
    checked,
    choose_paper,
    chosen_type,
    use_safe_errors,
    whole_number,
)
from minesweeper.core.progress import progress_line, with_seconds
from minesweeper.core.signals import Stopped, signals_as_stops
from minesweeper.core.streams import INTERRUPTED
from minesweeper.core.text import capitalise, clean, json_text, plural
from minesweeper.plain.command_table import act, is_command
from minesweeper.plain.coords import how_to_name
from minesweeper.plain.game_commands import LineAction, PlainState, Reply
from minesweeper.plain.output import board_lines, board_rows, changed_options, say_reply
from minesweeper.plain.plain_autosave import PlainAutosave
from minesweeper.plain.start import describe_game, describe_size, start_game
from minesweeper.play.assist_level import LEVEL_NAMES, LEVEL_OFF, stored_level
from minesweeper.play.session import new_session
from minesweeper.storage.board_files import session_on
from minesweeper.storage.daily_games import find_day
from minesweeper.storage.lesson_scores import LessonBook
from minesweeper.storage.options import MOST_THINK
from minesweeper.storage.paths import data_folder
from minesweeper.storage.records import SavedGame
from minesweeper.storage.settings import Loaded, Settings, load_all
from minesweeper.storage.settings_writing import keep_settings

JSON_VERSION = 2
MOST_CHARACTERS = 300_000
"""The longest line that is read, in characters. No board code is longer."""
_CONTINUE = "continue"
_AGAIN = "Play again? Press Enter for yes. Type no to quit, same to replay this board"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, "a board code, or daily (default: ask)", tuple(LEVEL_NAMES.values()))
    day = "with daily: play the board of an earlier day, such as 2026-11-01 (a known board, not ranked)"
    parser.add_argument("--date", type=checked(day_with_board), metavar="DAY", help=day)
    think = "think this long about the best guess and its win chance (default: your settings; with --json 0)"
    parser.add_argument("--think", metavar="SECONDS", type=whole_number(0, MOST_THINK), help=think)
    shape = parser.add_mutually_exclusive_group()
    spoken = "say the board in words, for screen readers (default: your settings)"
    shape.add_argument("--spoken", action="store_true", default=None, help=spoken)
    shape.add_argument("--no-spoken", dest="spoken", action="store_false", default=None, help="draw the board as text")
    shape.add_argument("--json", action="store_true", help="answer each line with one line of JSON, for programs")
    verbosity = "choose how much --spoken says: the change, a sentence too, or whole rows too (default: your settings)"
    parser.add_argument("--verbosity", choices=("brief", "normal", "full"), help=verbosity)


def run(args: argparse.Namespace) -> int:
    """Plays until the player leaves or standard input ends, and returns the exit status."""
    use_safe_errors(sys.stdout)
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    if args.assist_level is not None:
        args.assist_level = stored_level(args.assist_level)
    is_daily = bool(args.board) and args.board.lower() == DAILY
    is_fixed = args.continues or args.given is not None or is_daily or is_code(args.board or "")
    check_game(args, is_fixed=is_fixed)
    if args.date is not None and not is_daily:
        raise ArgumentsError("--date needs daily, for example 'minesweeper plain daily --date 2026-11-01'")
    loaded = load_all(os.environ, args.config)
    settings = _settings(args, loaded.settings)
    if args.json:
        if args.continues:
            raise ArgumentsError("--continue can't be combined with --json. Programs start a new game")
        state = replace(_first_state(args, settings, LEVEL_OFF, NORMAL), is_program=True)
        state, _ = _begin_named(args, state) or (state, None)
        answer_lines(state, lambda: read_line(sys.stdin), sys.stdout, time.monotonic)
        return 0
    console = Console(sys.stdin, sys.stdout, choose_paper(sys.stdout, os.environ), settings.is_on("spoken"))
    console.say(
        [
            "Minesweeper in text mode. New here? Type learn. Type help for the commands, quit to leave.",
            how_to_name(settings.text("typed_first")),
            *(clean(text, 300) for text in loaded.problems),
        ]
    )
    autosave = PlainAutosave(data_folder(os.environ))
    return PlainLoop(args, loaded._replace(settings=settings), console, autosave).run()


def _settings(args: argparse.Namespace, settings: Settings) -> Settings:
    """The player's settings with the changes that the arguments ask for: speech, verbosity and time to think."""
    if args.think is not None or args.json:  # A program must not wait longer because of the settings of its user.
        settings = settings.with_value("think", args.think or 0)
    if args.spoken is not None:
        settings = settings.with_value("spoken", args.spoken)
    if args.verbosity is not None:
        if args.json or not settings.is_on("spoken"):
            raise ArgumentsError("--verbosity needs --spoken. Add it, or leave --verbosity out")
        settings = settings.with_value("verbosity", args.verbosity)
    return settings


def _first_state(args: argparse.Namespace, settings: Settings, assist: str, board_type: str) -> PlainState:
    """The state before the first game: a game of the first preset, with the choices of the arguments."""
    name, spec = next(iter(settings.presets.items()))
    session = new_session(spec, name, args.seed, board_type=chosen_type(args, board_type))
    return PlainState(session, settings, args.assist_level or assist)


def _begin_named(args: argparse.Namespace, state: PlainState) -> tuple[PlainState, Reply] | None:
    """Starts the game that the arguments name. Returns None if they name none."""
    if args.board is not None and args.board.lower() == DAILY:
        return act(state, f"new {DAILY} {args.date or ''}")
    if args.given is not None:
        with progress_line(with_seconds("Reading the board...")):
            state = state.begin(session_on(args.given, state.settings), state.assist)
    elif args.board is None:
        return None
    elif is_code(args.board):
        state, _ = start_game(state, {"board": args.board})
    else:
        chosen = {"preset": args.board, "seed": args.seed, "no_guess": args.no_guess, "fair": args.fair}
        state, _ = start_game(state, chosen)
    return state, Reply(f"{capitalise(describe_game(state.session))}.", board=True)


def _turns(
    state: PlainState, ask: Callable[[PlainState], str | None], act: LineAction, clock: Callable[[], float]
) -> Iterator[tuple[PlainState, PlainState, Reply]]:
    """Yields, for each typed line, the state before it, the state after it, and the reply.

    Only the time that the player takes for a line counts as time of the game.
    """
    last = clock()
    while (line := ask(state)) is not None:
        before = state.with_session(state.session.tick(clock() - last))
        state, reply = act(before, line)
        last = clock()
        yield before, state, reply


@dataclass(frozen=True)
class Console:
    """The terminal or pipe of text mode, which reads lines and prints sentences."""

    source: IO[str]
    out: IO[str]
    paper: textboard.Paper
    spoken: bool = False

    def say(self, lines: Iterable[str]) -> None:
        """Prints sentences, wrapped to the width of the terminal. In spoken mode they aren't wrapped."""
        for line in lines:  # A screen reader pauses at the end of each line, so spoken lines aren't wrapped.
            for part in [line] if self.spoken else textboard.wrap_to_paper(line, self.paper):
                print(part, file=self.out)
        self.out.flush()

    def show(self, lines: Iterable[str]) -> None:
        """Prints lines as they are, such as those of a board."""
        for line in lines:
            print(line, file=self.out)

    def ask(self, question: str) -> str | None:
        """Asks a question and returns the line that the player types.

        Returns None at the end of standard input. An empty question shows only the prompt.
        """
        is_terminal = self.source.isatty()
        if question:
            self.say([question])
        if is_terminal and not self.spoken:
            self.out.write("> ")
            self.out.flush()
        line = read_line(self.source)
        if line is None and is_terminal:
            print(file=self.out)
        return line


def read_line(source: IO[str]) -> str | None:
    """Reads the next line.

    A line that is too long for any command is cut. Returns None at the end of standard input.
    """
    try:
        line = rest = source.readline(MOST_CHARACTERS)
        while rest and not rest.endswith("\n"):
            rest = source.readline(MOST_CHARACTERS)
    except OSError:  # Standard input is closed or its terminal is gone, which ends the run like the end of the input.
        return None
    return line.rstrip("\r\n") if line else None


@dataclass
class PlainLoop:
    """A run of text mode for a person: games one after the other, until the player leaves."""

    args: argparse.Namespace
    loaded: Loaded
    console: Console
    autosave: PlainAutosave
    state: PlainState | None = None
    """The game to save when the run ends. None before the first one."""
    is_asking: bool = True
    """Whether the next line answers the first question, which board to play."""
    waiting: SavedGame | None = None
    """The saved game that the first question offers to continue.

    None if the player has no saved game, or has taken it.
    """

    def run(self) -> int:
        """Plays until the player leaves, and returns the exit status. However the run ends, a running game is saved."""
        status = 0
        try:
            with signals_as_stops():
                self._play_on(*self._begin())
        except KeyboardInterrupt:
            status = INTERRUPTED
            print(file=self.console.out)
        except Stopped as stop:
            status = stop.exit_status
        finally:
            messages = self.autosave.leave(self.state)
        self.console.say([*messages, *(["Goodbye."] if not status else [])])
        return status

    def _begin(self) -> tuple[PlainState, Reply | None]:
        """Starts the game that the arguments name. If the reply is None, they name none, and the player is asked."""
        args, settings = self.args, self.loaded.settings
        state = _first_state(args, settings, settings.text("assist"), settings.text("boards"))
        state = replace(
            state,
            book=LessonBook(lambda: self.autosave.saves.store),
            find_day=lambda day: find_day(self.autosave.saves, (), day),
        )
        named = None if args.continues else _begin_named(args, state)
        if named is not None:
            return named
        self.waiting = self.autosave.saves.newest()
        self.console.say(self.autosave.new_messages())
        if args.continues and self.waiting is not None:
            return self._act(state, _CONTINUE)
        self.console.say(["You have no saved game. Start a new one."] if args.continues else [])
        return state, None

    def _play_on(self, state: PlainState, reply: Reply | None) -> None:
        """Runs typed lines until the player leaves."""
        self.state, self.is_asking = state, reply is None or not reply.ok
        if reply is not None:
            self._show(state, reply, None)
        for before, after, reply in _turns(state, self._ask, self._act, time.monotonic):
            self.state = after
            messages = self.autosave.follow_line(before, after)
            if reply.quits:
                return
            self.console = replace(self.console, spoken=after.is_spoken)
            self._show(after, reply, before)
            self.console.say([*messages, *self._save_options(before, after)])
            self.is_asking &= after.session is before.session

    def _act(self, state: PlainState, line: str) -> tuple[PlainState, Reply]:
        """Runs a typed line. As an answer to the first question, ``continue`` takes the saved game."""
        if line != _CONTINUE or self.waiting is None or not self.is_asking:
            return act(state, line)
        taken, self.waiting = self.autosave.take(self.waiting, state, self.args.assist_level), None
        if isinstance(taken, str):
            return state, Reply(taken, ok=False)
        return taken, Reply(f"{capitalise(describe_game(taken.session))}.", board=True)

    def _save_options(self, before: PlainState, after: PlainState) -> list[str]:
        """Saves the settings that a line has changed. Returns what went wrong, if anything did."""
        changed = changed_options(before.settings, after.settings)
        if not changed:
            return []
        problem = keep_settings(self.loaded.path, changed).problem
        return [problem] if problem else []

    def _ask(self, state: PlainState) -> str | None:
        """Asks for the next line. The answer to *Play again?* is returned as the command that it stands for."""
        if self.is_asking:
            return self._ask_board()
        if not state.session.game.is_over:
            return self.console.ask("")
        rate = "" if state.session.board_type == FAIR else ", skill to rate your guesses"
        line = self.console.ask(f"{_AGAIN}{rate}{', undo to keep playing' if state.session.game.exploded else ''}.")
        if line is None:
            return None
        word = line.strip().lower()
        return "new" if word in ("", "y", "yes") else "quit" if word in ("n", "no") else line

    def _ask_board(self) -> str | None:
        """Asks for the first game. The answer may be a command, or what could follow ``new``."""
        presets, offer = self.loaded.settings.presets, ""
        if self.waiting is not None:
            # Spoken mode says a size in words, without signs such as those in 20x10/30.
            board = self.waiting.board
            board = describe_size(read_spec(board)) if self.console.spoken else board
            mines = plural(self.waiting.mines_left, "mine")
            offer = f" Type {_CONTINUE} for your saved game ({self.waiting.name}, {board}, {mines} left)."
        names, usual = ", ".join(presets), next(iter(presets))
        line = self.console.ask(
            f"Board? Type {names}, {DAILY}, or a board such as 20x10/30. Press Enter for {usual}.{offer}"
        )
        if line is None or is_command(line):
            return line
        if self.waiting is not None and line.strip().lower() == _CONTINUE:
            return _CONTINUE
        return f"new {line}" if self.args.seed is None else f"new {line} seed {self.args.seed}"

    def _show(self, state: PlainState, reply: Reply, before: PlainState | None) -> None:
        """Prints a reply: first the board, then the message, so that the message is next to the prompt."""
        console = self.console
        if reply.board and state.is_spoken:
            console.say(say_reply(state, reply, before))
            return
        console.say(reply.head)
        if reply.board:
            console.show(board_lines(state, console.paper, reply.near))
        if reply.odds is not None:
            console.show(odds_lines(reply.odds, console.paper, reply.near or 0, state.session.is_judged))
        console.say([reply.message] if reply.message else [])


def answer_lines(state: PlainState, read: Callable[[], str | None], out: IO[str], clock: Callable[[], float]) -> None:
    """Answers each line with one line of JSON and prints nothing else, until the program quits or its lines end."""
    for _, after, reply in _turns(state, lambda _: read(), act, clock):
        out.write(json_text(to_data(after, reply)) + "\n")
        out.flush()
        if reply.quits:
            return


def to_data(state: PlainState, reply: Reply) -> dict[str, Any]:
    """The reply to the last command, with everything that a player may see of the game, as JSON fields."""
    session = state.session
    game = session.game
    return {
        "version": JSON_VERSION,
        "ok": reply.ok,
        "message": " ".join((*reply.head, reply.message)),
        "board": board_rows(state),
        "size": [game.grid.width, game.grid.height],
        "mines": game.mine_total,
        "flags": game.flags.bit_count(),
        "opened": game.opened.bit_count(),
        "level": session.preset,
        "mode": session.board_type,
        "assist": state.assist,
        "assisted": session.is_assisted,
        "seconds": session.milliseconds / 1000,
        "result": game.phase.value if game.is_over else None,
        **({"forced_guesses": session.forced_guesses} if session.board_type == FAIR else {}),
        **reply.facts,
    }
