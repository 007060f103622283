"""The plain command: Minesweeper by typed lines, for dumb terminals, pipes and screen readers; by JSON for programs."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import IO, Any, TypeAlias

from minesweeper.core import printing
from minesweeper.core.progress import ProgressLine
from minesweeper.core.specs import NO_GUESS, NORMAL, SPEC_EXAMPLE
from minesweeper.core.stops import Stopped, signals_as_stops
from minesweeper.core.text import clean
from minesweeper.plain.game import Answer, Play, Shows
from minesweeper.plain.keeper import PlainKeeper
from minesweeper.plain.output import board_lines, board_rows, manual, odds_text, spoken_lines
from minesweeper.plain.start import WantedGame, ask_board, read_wanted
from minesweeper.plain.table import COMMANDS, act
from minesweeper.play.assist import HELP_LEVELS, SINGLE
from minesweeper.play.game import Phase
from minesweeper.play.session import Session
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.solution import odds_grid
from minesweeper.storage.disk import data_folder
from minesweeper.storage.settings import Settings, load_all
from minesweeper.storage.start import session_on
from minesweeper.storage.values import SavedGame

INTERRUPTED = 130
MOST_CHARACTERS = 300_000
"""The longest line that is read: longer than the code of any board."""
Follow: TypeAlias = Callable[[Session], None]
"""What is shown each session."""
_AGAIN = "Again? Enter for yes, no to leave, same for this board"
_RESULTS = {Phase.WON: "won", Phase.LOST: "lost", Phase.GIVEN_UP: "given up"}


class PlainError(ValueError):
    """Arguments that don't go together, with what is allowed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the plain command to its parser."""
    example = SPEC_EXAMPLE.replace("%", "%%")
    parser.add_argument(
        "board",
        metavar="BOARD",
        nargs="?",
        help=f"beginner, intermediate, expert, {example}, or a board code; asked for if left out",
    )
    parser.add_argument("--seed", metavar="TEXT", help="the same text and first cell give the same board everywhere")
    parser.add_argument("--no-guess", action="store_true", help="a board that logic can finish without guessing")
    parser.add_argument("--board", dest="given", metavar="FILE|CODE", help="a board from a file, or by its code")
    parser.add_argument(
        "--assist", choices=HELP_LEVELS, help="how much the program does for you (default: as in settings)"
    )
    parser.add_argument("--continue", dest="go_on", action="store_true", help="go on with the newest saved game")
    parser.add_argument("--trace", metavar="FILE", help="add what assistants do, and why, to a file")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--spoken", action="store_true", help="tell the board row by row in words, for screen readers")
    shape.add_argument("--json", action="store_true", help="answer each line with one line of JSON, for programs")


def run(args: argparse.Namespace) -> int:
    """Plays until the player leaves or the input ends; the result is the exit status."""
    printing.use_safe_errors(sys.stdout)
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    if args.go_on and (args.board is not None or args.given is not None):
        raise PlainError("--continue goes on with a saved game: it does not go with BOARD or --board")
    settings, _, _, problems = load_all(os.environ, args.config)
    if args.json:
        if args.go_on:
            raise PlainError("--continue does not go with --json: programs begin with a new game")
        session = _named(args, settings) or _wanted(args, settings, "beginner", NORMAL).begin(settings)
        play = Play(session, settings, args.assist or SINGLE)
        with _tracing(args.trace) as trace:
            answer_lines(play, lambda: read_line(sys.stdin), sys.stdout, time.monotonic, trace)
        return 0
    with _tracing(args.trace) as trace:
        return _play_by_lines(args, settings, problems, trace)


def _play_by_lines(args: argparse.Namespace, settings: Settings, problems: Iterable[str], trace: Follow) -> int:
    console = Console(sys.stdin, sys.stdout, printing.choose_paper(sys.stdout, os.environ), args.spoken)
    console.say(
        [
            "Minesweeper by typed lines. man lists the commands, quit leaves.",
            *(clean(text, 300) for text in problems),
        ]
    )
    return Round(console, PlainKeeper(data_folder(os.environ)), settings, time.monotonic, trace).run(args)


def _wanted(args: argparse.Namespace, settings: Settings, board: str, boards: str) -> WantedGame:
    """The kind of game that the arguments ask for; the board may be a code too."""
    name, spec = next(iter(settings.presets.items()))
    usual = WantedGame(spec, name, None, boards=NO_GUESS if args.no_guess else boards)
    wanted = read_wanted(board, usual, settings)
    if wanted.code is not None:
        _need_no_choice(args)
    return replace(wanted, seed=args.seed)


def _need_no_choice(args: argparse.Namespace) -> None:
    if args.seed is not None or args.no_guess:
        raise PlainError("--seed and --no-guess don't go with a board whose mines are given")


def _named(args: argparse.Namespace, settings: Settings) -> Session | None:
    """A session on the board that the arguments name, if they do."""
    if args.board is not None and args.given is not None:
        raise PlainError("BOARD and --board don't go together: name one board")
    if args.given is not None:
        _need_no_choice(args)
        with ProgressLine(sys.stderr) as progress:
            return session_on(args.given, settings, progress.show)
    return None if args.board is None else _wanted(args, settings, args.board, NORMAL).begin(settings)


@contextmanager
def _tracing(path: str | None) -> Iterator[Follow]:
    """Whom to show each session; with a path the trace of its game is written there at once."""
    if path is None:
        yield lambda session: None
        return
    from minesweeper.play.trace import TraceFile

    file = TraceFile(path)

    def follow(session: Session) -> None:
        file.follow(session)
        file.finish()

    try:
        yield follow
    finally:
        problem = file.close()
        if problem is not None:
            print(f"minesweeper: {problem}", file=sys.stderr)


def _turns(
    play: Play, ask: Callable[[Play], str | None], clock: Callable[[], float]
) -> Iterator[tuple[Play, Play, Answer]]:
    """For each line that is asked for: the play before and after it, and the answer. Only waiting for it takes time."""
    last = clock()
    while (line := ask(play)) is not None:
        before = play.with_session(play.session.tick(clock() - last))
        play, answer = act(before, line)
        last = clock()
        yield before, play, answer


@dataclass(frozen=True)
class Console:
    """Where lines come from and where sentences go."""

    source: IO[str]
    out: IO[str]
    paper: printing.Paper
    spoken: bool = False

    def say(self, lines: Iterable[str]) -> None:
        """Prints sentences, broken to the width of the terminal."""
        for line in lines:
            for part in printing.wrap_to_paper(line, self.paper):
                print(part, file=self.out)
        self.out.flush()

    def show(self, lines: Iterable[str]) -> None:
        """Prints lines as they are."""
        for line in lines:
            print(line, file=self.out)

    def ask(self, question: str) -> str | None:
        """The line typed after a question; None at the end of the input."""
        is_terminal = self.source.isatty()
        if question:
            self.say([question])
        if is_terminal:
            self.out.write("> ")
            self.out.flush()
        line = read_line(self.source)
        if line is None and is_terminal:
            print(file=self.out)
        return line


def read_line(source: IO[str]) -> str | None:
    """The next line without its end; None at the end of the input. What is too long to be a command is cut off."""
    try:
        line = rest = source.readline(MOST_CHARACTERS)
        while rest and not rest.endswith("\n"):
            rest = source.readline(MOST_CHARACTERS)
    except OSError:  # the input is closed, or its terminal is gone: nothing more comes
        return None
    return line.rstrip("\r\n") if line else None


class Round:
    """Games one after the other, until the player has had enough."""

    def __init__(
        self,
        console: Console,
        keeper: PlainKeeper,
        settings: Settings,
        clock: Callable[[], float],
        trace: Follow = lambda session: None,
    ) -> None:
        self._console = console
        self._keeper = keeper
        self._settings = settings
        self._clock = clock
        self._trace = trace
        self._play: Play | None = None

    def run(self, args: argparse.Namespace) -> int:
        """Plays to the end; however it comes, a running game is saved."""
        status = 0
        try:
            with signals_as_stops():
                self._play = self._begin(args)
                if self._play is not None:
                    self._show(self._play, Answer("", shows=Shows.BOARD), None)
                    self._play_on(self._play)
        except KeyboardInterrupt:
            status = INTERRUPTED
            print(file=self._console.out)
        except Stopped as stop:
            status = stop.exit_status
        finally:
            said = self._keeper.leave(self._play)
        self._console.say([*said, *(["Goodbye."] if not status else [])])
        return status

    def _begin(self, args: argparse.Namespace) -> Play | None:
        """The first game, asked for unless the arguments name it; None if the player leaves."""
        settings, assist = self._settings, args.assist or self._settings.text("assist")
        named = None if args.go_on else _named(args, settings)
        if named is not None:
            return Play(named, settings, assist)
        waiting = self._keeper.waiting()
        self._console.say(self._keeper.notices())
        if args.go_on and waiting is None:
            self._console.say(["There is no saved game to go on with: begin a new one."])
        continues = args.go_on
        while True:
            if continues and waiting is not None:
                play, waiting = self._continue(waiting, assist), None
                if play is not None:
                    return play
            described = "" if waiting is None else f"{waiting.name}, {waiting.board}, {waiting.mines_left} mines left"
            choice = ask_board(self._console.ask, self._console.say, settings.presets, described)
            if choice.spec is not None:
                wanted = _wanted(args, settings, str(choice.spec), settings.text("boards"))
                return Play(wanted.begin(settings), settings, assist)
            if not choice.continues:
                return None
            continues = True

    def _continue(self, waiting: SavedGame, assist: str) -> Play | None:
        taken = self._keeper.take(waiting, self._settings, assist)
        if isinstance(taken, str):
            self._console.say([taken])
            return None
        return taken

    def _play_on(self, play: Play) -> None:
        """Reads and follows lines until the player leaves."""
        for before, after, answer in _turns(play, self._ask, self._clock):
            self._play = after
            self._trace(after.session)
            said = self._keeper.follow(before, after)
            if answer.quits:
                return
            self._show(after, answer, before)
            self._console.say(said)

    def _ask(self, play: Play) -> str | None:
        """The command that the player types; after a game the answer to a question stands for one."""
        if not play.session.game.is_over:
            return self._console.ask("")
        line = self._console.ask(f"{_AGAIN}{', undo to carry on' if play.session.game.exploded else ''}.")
        if line is None:
            return None
        word = line.strip().lower()
        return "new" if word in ("", "y", "yes") else "quit" if word in ("n", "no") else line

    def _show(self, play: Play, answer: Answer, before: Play | None) -> None:
        """Prints an answer: in words the sentence comes first, on a screen it is next to the prompt."""
        console, message = self._console, [answer.message] if answer.message else []
        if console.spoken:
            console.say(message)
        if answer.shows is Shows.BOARD:
            console.show(self._board(play, answer, before))
        elif answer.shows is Shows.ODDS:
            console.show(odds_text(analyse(play.position), console.paper, answer.near, console.spoken))
        elif answer.shows is Shows.MANUAL:
            console.show(manual(COMMANDS, play, console.paper, console.spoken))
        if not console.spoken:
            console.say(message)
        console.out.flush()

    def _board(self, play: Play, answer: Answer, before: Play | None) -> Iterator[str]:
        if not self._console.spoken:
            return board_lines(play, self._console.paper, answer.near)
        changed = None
        # A move is told by the rows it changed; a new game, the end of one and the word board tell all rows.
        if (
            before is not None
            and before.session.id == play.session.id
            and not play.session.game.is_over
            and answer.message
        ):
            old, new = before.session.game, play.session.game
            changed = (old.opened ^ new.opened) | (old.flags ^ new.flags) | (before.proposals ^ play.proposals)
        return spoken_lines(play, changed, answer.near)


def answer_lines(
    play: Play,
    read: Callable[[], str | None],
    out: IO[str],
    clock: Callable[[], float],
    trace: Follow = lambda session: None,
) -> None:
    """Answers each line of input by one line of JSON, and by nothing else, until one says quit or there is no more."""
    for _, after, answer in _turns(play, lambda _: read(), clock):
        trace(after.session)
        out.write(json.dumps(to_data(after, answer), separators=(",", ":")) + "\n")
        out.flush()
        if answer.quits:
            return


def to_data(play: Play, answer: Answer) -> dict[str, Any]:
    """The state that a player may see, and the answer to the last command, with cells as column and row from 1."""
    session = play.session
    game = session.game
    return {
        "ok": answer.ok,
        "message": answer.message,
        "board": board_rows(play),
        "size": [game.grid.width, game.grid.height],
        "mines": game.mine_total,
        "flags": game.flags.bit_count(),
        "opened": game.opened.bit_count(),
        "level": session.name,
        "mode": session.boards,
        "assist": play.assist,
        "assisted": session.is_assisted,
        "seconds": session.milliseconds / 1000,
        "result": _RESULTS.get(game.phase),
        **answer.facts,
        **_extras(play, answer),
    }


def _extras(play: Play, answer: Answer) -> dict[str, Any]:
    if answer.shows is Shows.ODDS:
        analysis = analyse(play.position)
        return {"odds": odds_grid(analysis), "exact": analysis.is_exact}
    if answer.shows is Shows.MANUAL:
        return {"commands": [{"usage": command.usage, "about": command.about} for command in COMMANDS]}
    return {}
