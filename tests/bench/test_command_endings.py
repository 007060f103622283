"""However a bench ends, it reports what is done, and continues later to the same report."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from minesweeper.bench import results_file
from minesweeper.bench.games import BoardResult
from minesweeper.cli import main

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120
TIMES = ("ms_mean", "ms_median", "ms_p95")
needs_signals = pytest.mark.posix("sends signals")


def start(*words: str, program: str = "") -> subprocess.Popen[str]:
    """Starts the bench as a process in a group of its own, perhaps through another program."""
    script = ["-c", program] if program else ["-m", "minesweeper"]
    return subprocess.Popen(
        [sys.executable, *script, "bench", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for_lines(process: subprocess.Popen[str], path: Path, count: int) -> None:
    """Waits until a file has this many lines or the process that writes it has ended."""
    while lines_of(path) < count:
        try:
            process.wait(0.002)
        except subprocess.TimeoutExpired:
            continue
        break


def report_of(output: str) -> dict[str, Any]:
    """The report without its times."""
    report = json.loads(output)
    assert isinstance(report, dict)
    for result in report.get("results", []):
        del result["ms"]
    return {key: value for key, value in report.items() if key not in TIMES}


def told_in(errors: str) -> list[str]:
    """The messages without the progress, because a busy machine shows more of it."""
    return [line for line in errors.splitlines() if not re.match(r"[\d,]+ of [\d,]+: ", line)]


@needs_signals
def test_a_bench_killed_at_any_time_continues_to_the_same_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["intermediate", "--solver", "best", "-n", "60", "--value", "--each", "--json"]
    saved = tmp_path / "saved.jsonl"
    for jobs, more in (("1", 15), ("2", 1)):
        process = start(*words, "--save", str(saved), "--jobs", jobs)
        wait_for_lines(process, saved, lines_of(saved) + more)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE)
    assert main(["bench", *words, "--save", str(saved)]) == 0
    report = report_of(capsys.readouterr().out)
    assert main(["bench", *words]) == 0
    assert report == report_of(capsys.readouterr().out)
    assert report["complete"] is True


@needs_signals
@pytest.mark.parametrize(("name", "jobs"), [("SIGTERM", "1"), ("SIGINT", "2")])
def test_a_signal_makes_the_bench_report_what_is_done(tmp_path: Path, name: str, jobs: str) -> None:
    saved, number = tmp_path / "saved.jsonl", getattr(signal, name)
    process = start("beginner", "-n", "1000000000", "--json", "--save", str(saved), "--jobs", jobs)
    wait_for_lines(process, saved, 12)
    os.killpg(process.pid, number)  # terminals and batch systems send it to all processes
    if number != signal.SIGINT:
        process.send_signal(number)  # the command timeout sends it a second time
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told_in(errors)) == (128 + number, [])
    report = json.loads(output)
    assert report["games"] == lines_of(saved) - 1 >= 11
    assert (report["wanted"], report["complete"]) == (1_000_000_000, False)


FAULTY = """
def play(position):
    if position.grid.width == 4:
        raise RuntimeError("no idea")
"""
BOARD = '{"w":3,"h":1,"start":1,"mines":[0]}\n'
WIDE = '{"w":4,"h":1,"start":1,"mines":[0]}\n'


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_error_in_a_plug_in_loses_no_saved_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], jobs: str
) -> None:
    (tmp_path / "faulty_player.py").write_text(FAULTY)
    (tmp_path / "boards.jsonl").write_text(BOARD * 40 + WIDE + BOARD * 9)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    words = ["bench", "--boards", "boards.jsonl", "--solver", "faulty_player:play", "--jobs", jobs, "--json"]
    for _ in range(2):  # the same run fails in the same way again
        assert main([*words, "--save", "saved.jsonl"]) == 1
        printed = capsys.readouterr()
        report = json.loads(printed.out)
        assert (report["games"], report["wanted"], report["complete"]) == (40, 50, False)
        assert printed.err == (
            "minesweeper: board 41: 'faulty_player:play' failed: RuntimeError: no idea (faulty_player.py, line 4).\n"
        )
        assert lines_of(tmp_path / "saved.jsonl") == 41


SMALL_FILES = """
import resource, sys
from minesweeper.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
sys.exit(main(sys.argv[1:]))
"""


@needs_signals
def test_a_bench_on_a_full_disk_reports_and_continues_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "saved.jsonl"
    words = ["beginner", "-n", "100", "--json", "--save", str(saved)]
    process = start(*words, program=SMALL_FILES)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "saved.jsonl' can't be written: File too large" in errors
    assert json.loads(output)["games"] == lines_of(saved) - 1 > 10
    assert main(["bench", *words]) == 0
    again = report_of(capsys.readouterr().out)
    assert main(["bench", *words[:-2]]) == 0
    assert again == report_of(capsys.readouterr().out)


@needs_signals
def test_a_signal_during_reading_a_saved_run_reports_what_was_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["bench", "3x3/1", "-n", "5", "--json", "--save", str(tmp_path / "saved")]
    assert main(words) == 0
    capsys.readouterr()
    read = results_file._read_result

    def read_until_the_signal(data: dict[str, Any]) -> tuple[int, BoardResult]:
        if data["board"] == 4:
            signal.raise_signal(signal.SIGTERM)
        return read(data)

    monkeypatch.setattr(results_file, "_read_result", read_until_the_signal)
    assert main(words) == 143
    report = json.loads(capsys.readouterr().out)
    assert (report["complete"], report["wanted"], report["games"]) == (False, 5, 3)
    monkeypatch.undo()
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["complete"] is True


def test_a_saved_run_continues_only_with_the_same_player_and_boards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    player, boards = tmp_path / "saved_player.py", tmp_path / "boards.jsonl"
    words = ["bench", "--boards", str(boards), "--solver", "saved_player:play", "--save", str(tmp_path / "saved")]

    def go_on(answer: str, content: str) -> tuple[int, str]:
        player.write_text(f"def play(position):\n    return {answer}\n")
        boards.write_text(content)
        sys.modules.pop("saved_player", None)
        status = main(words)
        return status, capsys.readouterr().err

    assert go_on("None", BOARD * 3) == (0, "")
    for answer, content, message in (
        ("(0, 2)", BOARD * 3, "the code of the solver (its fingerprint) is "),
        ("None", BOARD * 2 + WIDE, "the content of the board file is "),
    ):
        status, error = go_on(answer, content)
        assert status == 2
        assert message in error
    assert go_on("None", BOARD * 3) == (0, "")
    sys.modules.pop("saved_player")


@pytest.mark.parametrize("of_file", [False, True])
def test_merged_parts_of_a_run_give_the_report_of_the_whole_run(
    of_file: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    boards, parts = tmp_path / "boards", [str(tmp_path / "31"), str(tmp_path / "1")]
    assert main(["generate", "beginner", "-n", "60", "--seed", "a", "--format", "json", "-o", str(boards)]) == 0
    series = ["--boards", str(boards)] if of_file else ["beginner"]
    words = ["bench", *series, "--solver", "best", "--value", "--json", "--each"]
    assert main([*words, "--from", "31", "-n", "30", "--save", parts[0]]) == 0
    assert main([*words, "-n", "40", "--save", parts[1]]) == 0
    capsys.readouterr()
    assert main([*words, "-n", "60"]) == 0
    whole = report_of(capsys.readouterr().out)
    assert main(["bench", "--merge", *parts, "--json", "--each"]) == 0
    assert report_of(capsys.readouterr().out) == whole
    assert main(["bench", "--merge", parts[0]]) == 0
    assert ", from board 31, best solver\n  won " in capsys.readouterr().out


@pytest.mark.posix("runs yes")
def test_bench_reads_no_more_boards_than_it_plays() -> None:
    board = '{"w":2,"h":1,"start":0,"mines":[1]}'
    with subprocess.Popen(["yes", board], stdout=subprocess.PIPE) as endless:
        played = subprocess.run(
            [sys.executable, "-m", "minesweeper", "bench", "--boards", "-", "-n", "3", "--json"],
            cwd=ROOT,
            stdin=endless.stdout,
            capture_output=True,
            timeout=PATIENCE,
        )
        endless.kill()
    assert json.loads(played.stdout)["games"] == 3
