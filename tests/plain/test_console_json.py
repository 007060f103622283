"""Text mode for programs: each line gets one line of JSON, with no more than a player may see."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board, read_layout
from minesweeper.cli import main
from minesweeper.plain.command_table import COMMANDS
from minesweeper.plain.console import answer_lines
from minesweeper.plain.game_commands import PlainState
from minesweeper.play.session import new_session
from minesweeper.solvers import win_chance
from minesweeper.storage.options import Value
from minesweeper.storage.settings import PRESETS, Settings

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "json.md"
KEYS = {"version", "ok", "message", "board", "size", "mines", "flags", "opened", "level", "mode", "assist", "assisted"}


def printed(*lines: str, step: float = 0.0, values: Mapping[str, Value] = MappingProxyType({})) -> str:
    """What is printed for some lines. The clock advances by a step each time it is read."""
    out, left, now = io.StringIO(), iter(lines), iter(step * number for number in range(10**6))
    play = PlainState(new_session(PRESETS["beginner"], "beginner"), Settings(values), is_program=True)
    answer_lines(play, lambda: next(left, None), out, lambda: next(now))
    return out.getvalue()


def answers(*lines: str, step: float = 0.0) -> list[dict[str, Any]]:
    """The answers to some lines."""
    return [json.loads(line) for line in printed(*lines, step=step).splitlines()]


def last(*lines: str) -> dict[str, Any]:
    return answers(*lines)[-1]


def board(*rows: str) -> str:
    """The command that starts a text board."""
    return f"new {to_code(Board(read_layout(chr(10).join(rows))))}"


def test_the_documented_json_session_runs() -> None:
    session = re.findall(r"^> (.*)\n(\{.*\})$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(session) >= 6
    # The bytes are compared, because programs in any language read these lines.
    assert printed(*(typed for typed, _ in session)) == "".join(f"{answer}\n" for _, answer in session)


def test_the_players_settings_change_nothing_for_programs() -> None:
    lines = ["new 6x4/4 seed example", "open 1 2", "1 3", "flag 9 9", "cell 2 1", "status", "tip", "undo"]
    own: dict[str, Value] = {"spoken": True, "verbosity": "brief", "typed_first": "column"}
    assert printed(*lines, values=own) == printed(*lines)


def test_a_guess_as_json_has_its_win_chance_and_other_candidates() -> None:
    """After the first cell of this board, no cell is provable."""
    answer, odds = answers('new {"board": "ms1-0W2cxJRXoig0Rgfp"}', "guess", "odds")[1:]
    assert odds["odds"][answer["guess"][0]][answer["guess"][1]] == answer["chance"]
    assert (answer["win"], answer["win_exact"], answer["win_margin"]) == (138 / 265, True, 0.0)
    first, second, *_ = answer["candidates"]
    same = {name: answer[name] for name in ("chance", "win", "win_exact", "win_margin")}
    same |= {"cell": answer["guess"], "odds": answer["chance"]}
    assert first == {**same, "behind": 0.0, "behind_margin": 0.0, "text": ""}
    assert (second["behind"], second["behind_margin"], second["text"]) == (0.0, 0.0, "Equally good.")
    assert (first["cell"], second["cell"]) == ([3, 0], [3, 3])
    assert second["win"] == first["win"]


def test_a_program_never_waits_for_the_thinking_time_of_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def note(think: float) -> None:
        asked.append(think)

    config = tmp_path / "settings.json"
    config.write_text('{"think": 30}')
    monkeypatch.setattr(win_chance, "budget_of", note)
    for options in ([], ["--think", "7"]):
        monkeypatch.setattr(sys, "stdin", io.StringIO("guess\n"))
        assert main(["--config", str(config), "plain", "ms1-0W2cxJRXoig0Rgfp", "--json", *options]) == 0
    assert asked == [0, 7]


def test_bare_numbers_count_from_0_for_programs_and_words_from_1(tmp_path: Path) -> None:
    off = last("new 6x4/4 seed example", "open 0 9")
    assert off["message"] == "'0 9' isn't on the board. Rows go from 0 to 3, columns from 0 to 5. The row comes first."
    assert last("new 6x4/4 seed example", "0 0", "r1c1")["message"].startswith("Row 1, column 1 is open")


def test_the_page_about_json_names_every_command_and_key() -> None:
    text = PAGE.read_text("utf-8")
    for command in COMMANDS:
        assert f"`{command.name}" in text
    asked = answers("man", 'new {"board": "ms1-0W2cxJRXoig0Rgfp"}', "guess")
    entries = {key for answer in asked for key in answer}
    entries |= set(asked[0]["commands"][0]) | set(asked[-1]["candidates"][0])
    for key in KEYS | {"seconds", "result"} | entries:
        assert f"`{key}`" in text


def test_each_line_of_a_program_gets_exactly_one_json_answer(tmp_path: Path) -> None:
    lines = ["", "open 4 4", "nonsense", "flag 0 0", "new {", "odds", "quit", "open 0 0"]
    done = subprocess.run(
        [sys.executable, "-m", "minesweeper", "plain", "--json", "--seed", "x"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"HOME": str(tmp_path), "PATH": ""},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == lines.index("quit") + 1
    assert [answer["ok"] for answer in results] == [False, True, False, True, False, True, True]
    assert list(tmp_path.rglob("*.db")) == []


def test_mines_are_shown_to_programs_only_after_the_end() -> None:
    start = board("*....", ".....", "..**.")
    running = last(start, "open 0 4")
    assert set("".join(running["board"])) <= set("#.12345678F")
    lost = last(start, "flag 2 0", "open 0 0")
    assert lost["board"] == ["!####", "#####", "x#**#"]
    assert (lost["result"], lost["ok"]) == ("lost", True)
    assert (lost["forced"], lost["chance"]) == (True, 0.2)
    won = last(start, "bot")
    if won["result"] == "won":
        assert won["board"][0][0] == "F"
    assert last(start, "open 0 4", "giveup")["result"] == "given up"


def test_the_command_new_accepts_preset_seed_and_board_type() -> None:
    first = answers('new {"preset": "Expert", "seed": "a"}', "open 7 14")[-1]
    assert first["size"] == [30, 16]
    assert first["level"] == "expert"
    assert first == answers("new expert seed a", "open 7 14")[-1]
    assert first == answers('new {"preset": "30x16/99", "seed": "a"}', "open 7 14")[-1]
    assert first["board"] != answers("new expert seed b", "open 7 14")[-1]["board"]
    helped = last('new {"preset": "9x9/10", "seed": 7, "assist": "intelligent", "no_guess": true}', "open 4 4")
    assert (helped["result"], helped["assist"], helped["mode"]) == ("won", "intelligent", "no-guess")
    again = answers('new {"preset": "5x5/3", "no_guess": true}', "new")[-1]
    assert (again["size"], again["mode"]) == ([5, 5], "no-guess")


def test_the_command_new_starts_fair_games_with_counted_guesses() -> None:
    start = 'new {"preset": "2x2/1", "fair": true, "seed": 1}'
    begun, guessed, won = answers(start, "open 0 0", "open 0 1", "bot")[-3:]
    assert (begun["mode"], begun["forced_guesses"]) == ("fair", 0)
    assert (guessed["forced_guesses"], won["result"]) == (1, "won")
    assert last(start, "new")["mode"] == "fair"
    assert last(start, 'new {"fair": false}')["mode"] == "normal"
    assert last(start, 'new {"no_guess": false}')["mode"] == "normal"
    assert last(start, 'new {"no_guess": true}')["mode"] == "no-guess"
    assert last('new {"no_guess": true}', 'new {"fair": false}')["mode"] == "no-guess"
    assert last("new 5x5/3 fair")["mode"] == "fair"
    assert "forced_guesses" not in last("new 5x5/3 normal")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("new {", "The text after new isn't a JSON object"),
        ('new {"preset": "huge"}', "'huge' isn't a board"),
        ('new {"preset": ["x"]}', "preset must be a text"),
        ('new {"seed": ""}', "The seed has 0 characters. Use 1 to 1,000."),
        ('new {"seed": true}', "seed must be a text"),
        ('new {"assist": "much"}', "'much' isn't an assist level. Use off, what-if, auto."),
        ('new {"no_guess": 1}', "no_guess must be true or false"),
        ('new {"fair": 1}', "fair must be true or false"),
        ('new {"fair": true, "no_guess": true}', "no_guess and fair can't be combined. Choose one board type."),
        ('new {"fair": true, "board": "ms1-x"}', "fair can't be combined with a board code"),
        ('new {"size": 9}', "'size' isn't a field of new. Use preset, seed, assist, no_guess, fair, board."),
        ('new {"board": "ms1-x"}', "cut short"),
        ("new expert expert", "'expert expert' isn't a board"),
        ("new 3x3/9", "Use 1 to 8"),
        ("new " + '{"a":' * 20000, "nested too deeply"),
    ],
)
def test_an_impossible_new_game_is_refused_with_allowed_values(line: str, message: str) -> None:
    before, answer = answers("board", line)
    assert message in answer["message"]
    assert answer == {**before, "ok": False, "message": answer["message"]}


def test_the_clock_counts_from_the_first_open_to_the_end() -> None:
    times = [answer["seconds"] for answer in answers("board", "4 4", "flag 0 0", "board", "giveup", "board", step=1.0)]
    assert times[:2] == [0, 0]
    assert 0 < times[2] < times[3] < times[4] == times[5]


WORDS = st.sampled_from(
    [*(name for command in COMMANDS for name in (command.name, *command.aliases) if command.name != "quit"), "", "all"]
)
LEAVING = {name for command in COMMANDS for name in (command.name, *command.aliases) if command.name == "quit"}
PIECES = st.one_of(WORDS, st.integers(-1, 6).map(str), st.text(max_size=6), st.just('{"preset": "4x4/3"}'))


@settings(max_examples=30)
@given(st.lists(st.lists(PIECES, max_size=4).map(" ".join), max_size=12))
def test_refused_lines_of_text_mode_change_nothing(lines: list[str]) -> None:
    lines = [line.replace("\n", " ").replace("\r", " ") for line in ["new 5x4/5 seed x", *lines]]
    lines = [line for line in lines if not LEAVING.intersection(line.lower().split()[:1])]
    states = answers(*lines)
    assert len(states) == len(lines)
    for before, after in pairwise(states):
        assert after["message"].isprintable()
        assert len(after["board"]) == after["size"][1]
        assert all(len(row) == after["size"][0] for row in after["board"])
        if not after["ok"]:
            assert after["board"] == before["board"]
