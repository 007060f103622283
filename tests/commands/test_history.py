"""The command history exports and imports all games. Errors name the line of the file."""

from __future__ import annotations

import contextlib
import io
import json
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.cli import main
from minesweeper.play.guesses import Guess
from minesweeper.play.session import new_id
from minesweeper.storage import import_export
from minesweeper.storage.games_table import FinishedGame, game_to_data
from minesweeper.storage.import_export import MAX_REFUSALS
from minesweeper.storage.store import FILE_NAME, open_store
from tests.storage.storing import a_game, a_played_game, fill, games_in, live_in


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home for the test, which is also the current folder."""
    monkeypatch.chdir(tmp_path)
    use(tmp_path, monkeypatch, "one")
    return tmp_path


def use(home: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    live_in(home / name, monkeypatch)


def folder(home: Path, name: str = "one") -> Path:
    return home / name / "minesweeper"


def test_all_games_are_exported_and_imported_without_duplicates(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [a_played_game(), replace(a_game(), guesses=(Guess(3, 0.25, True),), seed="\u202eseed\x1b[31m"), a_game()]
    fill(folder(home), *games)
    assert main(["history", "export", "games.jsonl"]) == 0
    assert capsys.readouterr().out == "3 games written to 'games.jsonl'.\n"
    use(home, monkeypatch, "two")
    assert main(["history", "import", "games.jsonl"]) == 0
    assert capsys.readouterr().out == "3 games added, 0 already in the database, 0 refused.\n"
    assert games_in(folder(home)) == games_in(folder(home, "two"))
    assert main(["history", "import", "games.jsonl"]) == 0
    assert capsys.readouterr().out == "0 games added, 3 already in the database, 0 refused.\n"
    assert len(games_in(folder(home, "two"))) == 3
    assert main(["history", "export"]) == 0
    assert capsys.readouterr().out == Path("games.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("options", [[], ["--csv"]])
def test_an_incomplete_export_says_what_is_missing(
    home: Path, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    fill(folder(home), a_game(), a_played_game(), a_game())
    with contextlib.closing(sqlite3.connect(home / "one" / "minesweeper" / FILE_NAME)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("UPDATE games SET board = 'x' WHERE number = 3")
        connection.execute("UPDATE replays SET replay = x'0102'")
    assert main(["history", "export", "games", *options]) == 1
    captured = capsys.readouterr()
    assert captured.out == "2 games written to 'games'.\n"
    lines = captured.err.splitlines()
    assert lines[0] == "minesweeper: 1 game can't be read and is left out."
    assert len(lines) == (1 if options else 2)
    assert options or lines[1].startswith("minesweeper: 1 replay can't be read and is left out.")


@pytest.mark.parametrize(("options", "lines"), [([], 0), (["--csv"], 1)])
def test_an_export_without_games_writes_an_empty_file_only(
    options: list[str], lines: int, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["history", "export", "games", *options]) == 0
    output = capsys.readouterr()
    assert output.out == "0 games written to 'games'.\n"
    assert output.err == "minesweeper: No finished games yet.\n"
    assert len(Path("games").read_text("utf-8").splitlines()) == lines
    assert [path.name for path in home.iterdir()] == ["games"]
    assert main(["history", "export", "games", *options]) == 2


def test_an_import_reports_the_first_refusals_and_counts_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    Path("in.jsonl").write_text(json.dumps(game_to_data(a_game())) + "\n" + "{}\n" * (MAX_REFUSALS + 5))
    assert main(["history", "import", "in.jsonl"]) == 1
    err = capsys.readouterr().err.strip().split("\n")
    assert len(err) == MAX_REFUSALS + 1
    assert err[0].startswith("minesweeper: 'in.jsonl', line 2: version is missing")
    assert err[-1] == "minesweeper: and 5 more lines"


def test_an_import_keeps_only_a_few_moves_in_memory(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    add = import_export._add

    def counted(store: object, games: list[FinishedGame], result: object) -> object:
        sizes.append(len(games))
        return add(store, games, result)  # type: ignore[arg-type]

    monkeypatch.setattr(import_export, "_add", counted)
    monkeypatch.setattr(import_export, "_BATCH_MOVES", 10)
    lines = [json.dumps(game_to_data(replace(a_played_game(), id=new_id()))) for _ in range(30)]
    with open_store(folder(home)) as store:
        assert import_export.import_lines(store, lines).added == 30
    assert max(sizes) < 10


GOLDEN = Path(__file__).parents[1] / "golden"


def test_a_replay_of_another_program_is_imported_once_and_unranked(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (GOLDEN / "other.rawvf").read_text("utf-8")
    (home / "game.rawvf").write_bytes(text.encode())
    for added, doubles in ((1, 0), (0, 1)):
        assert main(["history", "import", "game.rawvf"]) == 0
        message = f"{added} game{'s' * (added != 1)} added, {doubles} already in the database, 0 refused."
        assert message in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
    assert main(["history", "import", "-"]) == 0
    assert "0 games added, 1 already in the database" in capsys.readouterr().out
    (game,) = games_in(folder(home))
    assert (game.board, game.result, game.time_ms, game.standing) == ("8x8/3", "won", 4125, "known")
    assert game.ended_at == "2012-03-04T05:06:07.000Z"
    (home / "bad.rawvf").write_text(text.replace("Width: 8", "Width: 9"))
    assert main(["history", "import", "bad.rawvf"]) == 2
    assert capsys.readouterr().err.startswith("minesweeper: 'bad.rawvf': ")
