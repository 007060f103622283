"""The command stats prints the statistics of each group as text, JSON or CSV. It never creates a database."""

from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.cli import main
from minesweeper.play.guesses import Guess
from minesweeper.storage.games_table import record_game
from minesweeper.storage.store import FILE_NAME, open_store
from tests.storage.storing import a_game, live_in


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for games in the home of the test."""
    return live_in(tmp_path / "data", monkeypatch)


@pytest.fixture
def played(folder: Path) -> None:
    """Records some games of two groups."""
    with open_store(folder) as store:
        games = (("won", 60_000), ("lost", 5_000), ("won", 50_318), ("abandoned", 1_000))
        for day, (result, time_ms) in enumerate(games, 10):
            moment = f"2026-11-{day}T09:12:33.480Z"
            record_game(store, a_game(result=result, time_ms=time_ms, three_bv=30, ended_at=moment))
        record_game(
            store, a_game(level="expert", board="30x16/99", helpers=("tip",), ended_at="2026-01-01T00:00:00.000Z")
        )


def test_stats_without_games_says_so_and_makes_no_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats"]) == 0
    assert capsys.readouterr().out == "No finished games yet.\n"
    assert not folder.exists()


@pytest.mark.usefixtures("played")
def test_stats_prints_the_figures_of_each_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats"]) == 0
    first, second = capsys.readouterr().out.split("\n\n")
    assert first == (
        "Beginner 9x9/10, random, unassisted\n"
        "  Games       4, 1 abandoned\n"
        "  Won         2 of 3, 66.7%\n"
        "  Streak      1, longest 1\n"
        "  Best time   0:50.318\n"
        "  Mean        0:55.159\n"
        "  Median      0:55.159\n"
        "  Best 3BV/s  0.60\n"
        "  Efficiency  60%\n"
        "  No flags    0 wins\n"
        "  Guesses     -"
    )
    assert second.startswith("Expert 30x16/99, random, assisted\n  Games       1\n")


@pytest.mark.usefixtures("played")
def test_stats_writes_the_figures_as_csv(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["level"], row["games"], row["win_rate"]) for row in rows] == [
        ("beginner", "4", "0.6667"),
        ("expert", "1", "1.0"),
    ]
    assert rows[0]["luck"] == ""


def test_stats_reports_skill_in_every_format(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ratings = (
        GuessRating(Necessity.FORCED, 0.08, 1.0, 0.0, 3),
        GuessRating(Necessity.NEEDLESS, 0.0),
        GuessRating(Necessity.FORCED, 0.0),
    )
    with open_store(folder) as store:
        record_game(store, replace(a_game(), guesses=tuple(Guess(2, 0.25, True, rating=rating) for rating in ratings)))
        record_game(store, replace(a_game(), guesses=(Guess(2, 0.5, True, rating=ratings[1]),)))
        record_game(store, replace(a_game(), guesses=()))
    assert main(["stats"]) == 0
    message = "  Skill       96.0%, -4.0 per game\n  Forced      2, 1 good\n  Needless    2\n"
    assert capsys.readouterr().out.endswith(message)
    assert main(["stats", "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)
    assert [result[name] for name in ("judged", "forced", "needless", "good")] == [2, 2, 2, 1]
    assert (result["skill"], result["given_away"]) == (pytest.approx(0.96), pytest.approx(0.04))
    assert result["skill_exact"]
    assert main(["stats", "--csv"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["judged"], row["skill"], row["given_away"], row["good"]) == ("2", "0.96", "0.04", "1")


@pytest.mark.posix("needs pipes with names")
def test_stats_reports_a_pipe_instead_of_a_database_and_leaves_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.mkdir(parents=True)
    os.mkfifo(folder / FILE_NAME)
    assert main(["stats"]) == 1
    assert capsys.readouterr() == ("", "minesweeper: Games are not saved: games.db isn't a regular file.\n")
    assert os.listdir(folder) == [FILE_NAME]
