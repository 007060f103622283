"""The command plain as a program: its first questions, the end of games, saving, signals and terminals."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from minesweeper.boards.codes import to_code
from minesweeper.boards.deal import deal
from minesweeper.boards.layout import Board, read_layout
from minesweeper.cli import main
from minesweeper.plain.command_table import BASIC_COMMANDS, COMMANDS
from minesweeper.storage.games_table import list_games
from minesweeper.storage.paths import config_folder, data_folder
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.settings import PRESETS
from minesweeper.storage.store import Store, open_store
from minesweeper.storage.text_boards import read_positions
from tests.tools.terminal.session import Terminal

ROOT = Path(__file__).parents[2]


class Run:
    """Runs the command on lines of input, with a home of its own."""

    def __init__(self, home: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.home, self._patch, self._capture = home, patch, capture
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
        self.environ = {"HOME": str(home), "LOCALAPPDATA": str(home), "TERM": "xterm-256color", **kept}
        self.settings = Path(str(config_folder(self.environ))) / "settings.json"
        patch.setattr(os, "environ", self.environ)

    def __call__(self, *words: str, options: tuple[str, ...] = ()) -> Run:
        """Types the lines one by one. If the first one names a board, it becomes an argument instead."""
        board = (words[0],) if words and words[0] in PRESETS else ()
        typed = "".join(f"{word}\n" for word in words[len(board) :]).encode("utf-8", "surrogateescape")
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), "utf-8"))
        self.status = main(["plain", *board, *options])
        self.out, self.err = self._capture.readouterr()
        return self

    def store(self) -> Store:
        return open_store(data_folder(self.environ))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(tmp_path, monkeypatch, capsys)


def board_of(out: str) -> list[str]:
    """The last beginner board that was printed."""
    return ["".join(row.split()) for row in re.findall(r"^\d ((?: [^ ])+)$", out, re.MULTILINE)][-9:]


def test_the_guided_game_and_lessons_can_precede_the_first_game(run: Run) -> None:
    assert "New here? Type learn." in run("learn", "r2c3", "quit").out
    assert "Step 2 of 5." in run.out
    with run.store() as store:
        assert list_games(store) == []
    done = run("lesson 1 2", "leave", "play beginner", "quit", options=("--spoken",))
    assert "\nExample, 1-2. " in done.out
    assert "\nYour game is ready. Beginner: 9 columns, 9 rows, 10 mines.\n" in done.out
    assert "\nNew game, beginner: " in done.out


def test_text_mode_asks_for_the_board_until_it_is_valid(run: Run) -> None:
    done = run("huge", "0x5/1", "9 9", "9x9/81", "9x9/150%", "r1c1", "9x9/10", "quit")
    assert done.status == 0
    asked = "Board? Type beginner, intermediate, expert, daily, or a board such as 20x10/30. Press Enter for beginner."
    assert done.out.count(asked) == 7
    assert "'huge' is" in done.out
    assert "width 0 is not allowed" in done.out
    assert "81 mines don't fit on 9x9. Use 1 to 80." in done.out
    assert "10 of 10 mines left, 0 of 71 opened" in done.out
    assert done.err == ""


def test_text_mode_accepts_presets_and_sizes_as_the_board(run: Run) -> None:
    assert "10 of 10 mines left, 0 of 71" in run("", "quit").out
    assert "99 of 99 mines left, 0 of 381" in run("EXPERT", "quit").out
    assert "30 of 30 mines left, 0 of 170" in run("20x10/15%", "quit").out


def test_text_mode_uses_assist_level_and_board_type_of_the_settings(run: Run) -> None:
    folder = Path(config_folder(run.environ) or "")
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text('{"assist": "intelligent", "boards": "no-guess"}')
    assert "Assisted, so not ranked." in run("9x9/10", "5 5", "no").out
    assert "The solver finished it in" in run.out
    assert "finished it" not in run("9x9/10", "5 5", "quit", options=("--assist-level", "off", "--seed", "s")).out


def test_ending_the_input_or_leaving_early_is_not_an_error(run: Run) -> None:
    for words in ((), ("quit",), ("9x9/10",), ("beginner", "5 5")):
        done = run(*words)
        assert (done.status, done.err) == (0, ""), words
        assert done.out.endswith("Goodbye.\n")


def test_after_a_game_enter_plays_again_and_no_leaves(run: Run) -> None:
    done = run("beginner", "5 5", "giveup", "maybe", "", "5 5", "bot", "no", "5 5")
    assert done.status == 0
    asked = "Play again? Press Enter for yes. Type no to quit, same to replay this board, skill to rate your guesses"
    assert done.out.count(asked) == 3
    assert "'maybe' isn't a command" in done.out
    assert done.out.count("New game, beginner: 9 columns, 9 rows, 10 mines.") == 1
    assert done.out.endswith("Goodbye.\n")


def mine_of(seed: str) -> str:
    """A mine of the beginner board of a seed, as it is typed, if the middle is opened first."""
    layout = deal(PRESETS["beginner"], 40, seed)
    cell = (layout.mines & -layout.mines).bit_length() - 1
    return f"{cell % 9 + 1} {cell // 9 + 1}"


def test_text_mode_records_finished_games_in_the_game_database(run: Run) -> None:
    run("beginner", "5 5", "bot", "", "5 5", "giveup", "", "5 5", "new", "quit")
    run("beginner", "5 5", mine_of("s"), "no", options=("--seed", "s"))
    with run.store() as store:
        games = list_games(store)
    assert [game.result for game in games] == ["lost", "abandoned", "abandoned", games[-1].result]
    assert games[0].known
    assert all(game.level == "beginner" and game.code.startswith("ms1-") for game in games)
    assert games[-1].helpers == ("bot",)


def test_all_boards_that_text_mode_prints_are_read_back(run: Run) -> None:
    done = run("beginner", "1 1", "odds", "board", "tip", "man", "propose 9 9", "quit", options=("--seed", "x"))
    results = list(read_positions(done.out.splitlines()))
    assert [str(one.position).count("#") for one in results] == [81, 40, 40, 40]
    assert {one.position.mine_total for one in results} == {10}


def test_text_mode_saves_a_running_game_and_continues_it(run: Run) -> None:
    run("beginner", "5 5", "flag 9 9", "quit", options=("--seed", "s"))
    assert "Game saved. Continue it with: minesweeper plain --continue" in run.out
    before = board_of(run.out)
    assert before[8][8] == "F"
    with run.store() as store:
        assert Saves(store).newest() is not None
    run("", "quit")
    assert "Type continue for your saved game (beginner, 9x9/10, " in run.out
    run("quit", options=("--continue",))
    assert board_of(run.out) == before
    run("continue", mine_of("s"), "no")
    with run.store() as store:
        assert [game.result for game in list_games(store)] == ["lost"]
        assert Saves(store).newest() is None
    run("", "", "quit", options=("--continue",))
    assert "You have no saved game. Start a new one." in run.out


def test_spoken_games_have_no_drawing_characters(run: Run) -> None:
    lines = "5 5,flag 1 1,check,check,odds,board,man,quit".split(",")
    done = run("beginner", *lines, options=("--spoken", "--seed", "ear"))
    assert done.status == 0
    assert re.search("^Row 5[: ]", done.out, re.MULTILINE)
    assert not set(done.out) & set("#|+*_~<>[]{}\x1b\t")
    assert not re.search(r"[-=.]{2}", done.out.replace("--continue", ""))
    assert done.out.isascii()


def settings_of(run: Run, text: str) -> None:
    run.settings.parent.mkdir(parents=True, exist_ok=True)
    run.settings.write_text(text)


def test_settings_and_options_choose_the_form_of_text_mode(run: Run) -> None:
    settings_of(run, '{"spoken": true, "verbosity": "brief"}')
    moves = ("beginner", "5 5", "flag 1 1", "quit")
    assert "\nRow 1, column 1: flag.\n" in run(*moves, options=("--seed", "s")).out
    assert (
        "\nFlag set at row 1, column 1, 9 mines left.\n"
        in run(*moves, options=("--seed", "s", "--verbosity", "normal")).out
    )
    assert "\nRow 1: column 1 flag; " in run(*moves, options=("--seed", "s", "--verbosity", "full")).out
    assert "1  F" in run(*moves, options=("--seed", "s", "--no-spoken")).out
    assert run(*moves, options=("--json",)).out.startswith('{"version":2,"ok":true,"message":')


def test_text_mode_explains_the_order_of_two_numbers_once(run: Run) -> None:
    moves = ("beginner", "flag 2 1", "flag 3 1", "quit")
    assert run(*moves).out.count("Two bare numbers are row, then column.") == 1
    assert board_of(run.out)[1][0] == "F"
    settings_of(run, '{"typed_first": "column"}')
    assert run(*moves).out.count("Two bare numbers are column, then row.") == 1
    assert board_of(run.out)[0][1] == "F"


def test_a_typed_line_changes_and_saves_settings_of_text_mode(run: Run) -> None:
    lines = "set spoken on,flag 2 1,status,set typed first column,flag 2 1,set verbosity brief,flag 3 1"
    out = run("beginner", *lines.split(",")).out
    assert "0 of 71 opened, 0 seconds." in out
    assert "Spoken is on now.\nFlag set at row 2, column 1, 9 mines left.\n" in out
    assert "Typed first is column now.\nFlag set at row 1, column 2, 8 mines left.\n" in out
    assert "Verbosity is brief now.\nRow 1, column 3: flag.\n" in out
    assert "Spoken is on, verbosity is brief, typed first is column, assist level is off." in run("beginner", "set").out
    path = run.settings
    assert json.loads(path.read_text()) == {"spoken": True, "typed_first": "column", "verbosity": "brief"}
    # An option counts only for this run, and a typed line saves only the setting that it names.
    run("beginner", "set typed_first row", options=("--verbosity", "full"))
    assert json.loads(path.read_text()) == {"spoken": True, "typed_first": "row", "verbosity": "brief"}
    path.unlink()
    path.mkdir()
    assert "so the settings are not saved." in run("beginner", "set verbosity full").out


def a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    for where in ("storage.daily_games", "boards.daily_seed", "plain.start"):
        monkeypatch.setattr(f"minesweeper.{where}.today", lambda: date(2026, 11, 17))


def test_a_daily_board_is_continued_and_known_the_second_time(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    a_day(monkeypatch)
    out = run("flag r1c1", "quit", options=("daily", "--spoken")).out
    assert "The board of 2026-11-17 (UTC), the same for everyone. Its first cell is open." in out
    assert " Daily: 30 columns, 16 rows, 99 mines, no guessing needed.\n" in run.out
    assert "You continue the board of " in run("row 1", "giveup", "", "quit", options=("Daily",)).out
    assert "column 1 flag" in run.out
    assert "New game, expert: 30 columns" in run.out
    assert "again. You know it, so this game isn't ranked." in run("bot", "no", options=("daily",)).out
    assert "A known board, so not ranked." in run.out
    assert '"level":"daily"' in run("board", options=("daily", "--json")).out
    for words in (("--seed", "x"), ("--no-guess",), ("--board", "ms1-abc"), ("--continue",)):
        assert run(options=("daily", *words)).status == 2
        assert re.search("go (with|together)|can't be combined", run.err)


def test_the_daily_board_of_an_earlier_day_is_a_known_board(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    a_day(monkeypatch)
    past = "The board of 2026-11-16 (UTC), which is over. It counts as a known board, so this game isn't ranked."
    assert past in run("bot", "no", options=("daily", "--date", "2026-11-16")).out
    assert "A known board, so not ranked." in run.out
    code = "ms1-2a1rZ1DZCZu8AOGpCAl4sM5UumXaOldGr7f6g2q9PaRUHIW6V6FynZu6tndQHDnX9dD7bQsRW"
    with run.store() as store:
        assert [game.code for game in list_games(store)] == [code]
    assert "(UTC) again." in run("quit", options=("daily", "--date", "2026-11-16")).out
    assert "The board of 2026-11-17 (UTC), the same" in run("quit", options=("daily", "--date", "2026-11-17")).out
    named = json.loads(run("board", options=("daily", "--date", "2026-11-16", "--json")).out)
    assert (named["level"], named["opened"] > 0) == ("daily", True)
    for words in (("expert",), ("--board", "ms1-abc"), ("--continue",), ("--json",)):
        assert run(options=("--date", "2026-11-16", *words)).status == 2
        assert "--date needs daily" in run.err


@pytest.mark.parametrize("day", ["2026-11-18", "2025-12-31", "yesterday"])
def test_a_day_without_a_daily_board_is_refused_with_allowed_days(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], day: str
) -> None:
    a_day(monkeypatch)
    allowed = (
        f"'{day}' isn't a day with a board. Use YEAR-MONTH-DAY, from 2026-01-01 to 2026-11-17, which is today (UTC)"
    )
    with pytest.raises(SystemExit):
        run(options=("daily", "--date", day))
    assert allowed in capsys.readouterr().err
    assert f"{allowed}." in run("beginner", f"new daily {day}", "quit").out
    assert f"{allowed}.\nBoard?" in run(f"daily {day}", "quit").out


def test_a_daily_board_can_be_named_at_the_start_or_with_new(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    a_day(monkeypatch)
    today = "The board of 2026-11-17 (UTC), the same for everyone. Its first cell is open."
    assert today in run("Daily", "flag 1 1", "new daily", "quit").out
    assert "You are playing the board of 2026-11-17 (UTC). Type same to start it again." in run.out
    out = run("beginner", "new daily", "giveup", "new daily", "quit").out
    assert "You continue the board of 2026-11-17 (UTC). Daily: 30 columns, 16 rows, 99 mines, no guess" in out
    assert "The board of 2026-11-17 (UTC) again. You know it" in out
    assert "The board of 2026-11-15 (UTC), which is over" in run("daily 2026-11-15", "quit").out
    asked = run("daily", "quit", options=("--seed", "x")).out
    assert "'seed x' isn't a day with a board." in asked
    assert json.loads(run("new daily", options=("--json",)).out)["level"] == "daily"


def test_the_list_of_commands_is_available_at_the_first_question(run: Run) -> None:
    for word in ("man", "help", "?"):
        out = run(word, "quit").out
        assert "Open every cell without a mine." in out
        assert out.count("Board?") == 2
    assert "Row 3: say what a row shows (also r)." in run("man row", "quit").out


class Program:
    """The command as a process of its own."""

    def __init__(self, run: Run) -> None:
        command = [sys.executable, "-m", "minesweeper", "plain", "beginner", "--seed", "s"]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen(command, cwd=ROOT, env=run.environ, text=True, **pipes)

    def type_line(self, line: str, answer: str) -> None:
        """Types a line and waits for its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        while answer not in (text := self.process.stdout.readline()):
            assert text, "it has ended"

    def end_by(self, number: signal.Signals) -> tuple[int, str, str]:
        """Sends a signal. Returns the exit status, the rest of the output and the errors."""
        with self.process:
            self.process.send_signal(number)
            out, err = self.process.communicate(timeout=120)
        return self.process.returncode, out, err


@pytest.mark.posix("sends signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGABRT"])
def test_a_signal_ends_text_mode_and_saves_the_game(run: Run, name: str) -> None:
    program, number = Program(run), signal.Signals[name]
    program.type_line("5 5", "cells opened.")
    status, out, err = program.end_by(number)
    assert (status, err) == (128 + number, "")
    assert "Game saved." in out
    with run.store() as store:
        assert Saves(store).newest() is not None


@pytest.mark.posix("sends signals")
def test_after_a_kill_every_answered_move_of_text_mode_is_saved(run: Run) -> None:
    program = Program(run)
    program.type_line("5 5", "cells opened.")
    for row in (1, 2, 3):
        program.type_line(f"flag 1 {row}", f"{10 - row} of 10 mines left")
    program.end_by(signal.SIGKILL)
    with run.store() as store:
        (saved,) = Saves(store).games()
        assert saved.mines_left == 7


@pytest.mark.parametrize(("term", "options"), [("xterm-256color", []), ("dumb", []), ("xterm", ["--spoken"])])
def test_text_mode_uses_colours_and_omits_the_prompt_when_spoken(term: str, options: list[str], tmp_path: Path) -> None:
    with Terminal.program(["plain", "beginner", "--seed", "s", *options], tmp_path, term=term) as terminal:
        terminal.wait_for("10 mines")
        terminal.press(*"r5c5", "enter")
        terminal.wait_for("cells opened.")
        assert (b"\x1b[94m" in terminal.output()) == (term == "xterm-256color")
        assert (b">" not in terminal.output()) == bool(options)
        assert b"\x1b[?" not in terminal.output()
        terminal.press("ctrl+c")
        assert terminal.wait_exit() == 130


def test_a_board_code_or_file_starts_its_board_in_text_mode(run: Run) -> None:
    layout = read_layout("*....\n.....\n..**.")
    assert "3 of 3 mines left, 8 of 12 opened" in run("quit", options=(to_code(Board(layout, 4)),)).out
    assert "3 of 3 mines left, 8 of 12 opened" in run("quit", options=("--board", to_code(Board(layout, 4)))).out
    (run.home / "board.txt").write_text(layout.to_picture())
    assert "3 of 3 mines left, 0 of 12 opened" in run("quit", options=("--board", str(run.home / "board.txt"))).out
    assert run("beginner", options=("--board", "x")).status == 2
    assert "BOARD and --board can't be combined" in run.err
    assert run(options=(f"{to_code(Board(layout))}x",)).status == 2
    assert "board code" in run.err


def test_the_manual_of_text_mode_names_every_command(run: Run) -> None:
    first, every = run("beginner", "man", "quit").out, run("beginner", "man all", "quit").out
    for command in COMMANDS:
        entry = f"\n{command.usage.replace('CELL', 'r3c5')}: "
        assert entry in every
        assert (entry in first) == (command in BASIC_COMMANDS)
    assert (
        "\nopen row 3, column 5, or row 3, column 5: open row 3, column 5;"
        in run("beginner", "man", options=("--spoken",)).out
    )
    settings_of(run, '{"typed_first": "column"}')
    assert "\nopen r3c5, or r3c5: open row 3, column 5;" in run("beginner", "help").out


@pytest.mark.parametrize(
    "words",
    [
        ("--continue", "expert"),
        ("--continue", "--json"),
        ("--continue", "--board", "ms1-abc"),
        ("--board", "ms1-abc", "--seed", "x"),
        ("--board", "ms1-abc", "--no-guess"),
        ("beginner", "--verbosity", "brief"),
        ("beginner", "--json", "--verbosity", "brief"),
    ],
)
def test_text_mode_refuses_options_that_would_have_no_effect(run: Run, words: tuple[str, ...]) -> None:
    assert run(options=words).status == 2
    assert re.search("can't be combined|needs --spoken", run.err)
