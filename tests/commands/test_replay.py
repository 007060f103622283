"""The command replay shows a replay file or a recorded game. Anything else is refused in one sentence."""

from __future__ import annotations

import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.cli import main
from minesweeper.commands.replay import find_replay
from minesweeper.core.cells import cells_of
from minesweeper.storage.games_table import FinishedGame, record_game
from minesweeper.storage.replay_files import ReplayError
from minesweeper.storage.saves_table import open_saves
from tests.storage.storing import live_in, write_replay
from tests.tools.terminal.session import Terminal
from tests.ui.replays import lost_game


def test_replay_shows_a_file_in_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.rawvf"
    path.write_text(write_replay(lost_game(), "rawvf"))
    with Terminal.program(["replay", str(path)], tmp_path) as terminal:
        terminal.wait_for("Replay  Beginner")
        terminal.press("end")
        terminal.wait_for("Nothing was provable. R1c1 had a 33.3% risk")
        terminal.press("q")
        terminal.wait_for("Intermediate")
        terminal.press("q")
        assert terminal.wait_exit() == 0
        terminal.assert_restored()


def test_replay_shows_a_recorded_game_by_its_id(tmp_path: Path) -> None:
    game = lost_game()
    saves = open_saves(tmp_path / ".local" / "share" / "minesweeper")
    record_game(saves.store, game)
    saves.close()
    with Terminal.program(["replay", game.id[:8]], tmp_path) as terminal:
        terminal.wait_for("Replay  Beginner")


@pytest.mark.parametrize("text", ["nowhere.rawvf", "12345678", "../../x", "\x1b[31m", "a" * 5000])
def test_replay_refuses_an_unknown_file_or_id_in_one_sentence(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    live_in(tmp_path, monkeypatch)
    assert main(["replay", text]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "isn't a replay file or the id" in error
    assert "\x1b" not in error


def test_replay_needs_an_id_that_only_one_game_begins_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = open_saves(live_in(tmp_path, monkeypatch))
    for end in ("1", "2"):
        record_game(saves.store, replace(lost_game(), id=f"abcd0000-0000-4000-8000-00000000000{end}"))
    saves.close()
    with pytest.raises(ReplayError, match="isn't a replay file or the id of one of your games"):
        find_replay("abcd")
    result, is_kept = find_replay("abcd0000-0000-4000-8000-000000000002")
    assert is_kept
    assert result.id.endswith("2")


def test_replay_prints_moves_and_json_without_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.rawvf"
    path.write_text(write_replay(lost_game(), "rawvf"))
    assert main(["replay", str(path), "--moves"]) == 0
    moves = capsys.readouterr().out
    assert moves.splitlines()[2:] == write_replay(lost_game(), "txt").splitlines()[2:-2] + moves.splitlines()[-2:]
    assert main(["replay", str(path), "--json"]) == 0
    out = capsys.readouterr().out
    data = json.loads(out)
    assert out.count("\n") == 1
    assert next(iter(data)) == "version"
    assert (data["w"], data["h"], data["result"], data["mines"]) == (2, 2, "lost", places_of(lost_game()))
    assert [(move["ms"], move["kind"], move["cell"]) for move in data["moves"]] == told_moves(lost_game())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert main(["replay", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == data
    assert main(["replay", str(path), "--json", "--pretty"]) == 0
    assert json.loads(capsys.readouterr().out) == data
    assert main(["replay", "-"]) == 2
    assert "can't be watched. Add --moves or --json" in capsys.readouterr().err


def places_of(game: FinishedGame) -> list[list[int]]:
    assert game.replay is not None
    return [list(game.replay.spec.grid.row_col(cell)) for cell in cells_of(game.replay.mines)]


def told_moves(game: FinishedGame) -> list[tuple[int, str, list[int]]]:
    assert game.replay is not None
    row_col = game.replay.spec.grid.row_col
    return [(move.ms, move.kind.value, list(row_col(move.cell))) for move in game.replay.moves]


LOST = str(Path(__file__).parents[1] / "golden" / "lost-v1.json")


def test_replay_writes_an_svg_image_and_reports_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    live_in(tmp_path, monkeypatch)
    monkeypatch.chdir(tmp_path)
    assert main(["replay", LOST, "--svg", "game.svg"]) == 0
    moving = Path("game.svg").read_text("utf-8")
    assert re.fullmatch(r"Written to 'game.svg': \d+ frames, \d+ KB.\n", capsys.readouterr().out)
    assert "<animate" in moving
    assert main(["replay", LOST, "--svg", "game.svg"]) == 2
    assert "Add --force to replace it" in capsys.readouterr().err
    assert main(["replay", LOST, "--svg", "game.svg", "--still", "--theme", "mono", "--force"]) == 0
    assert "<animate" not in Path("game.svg").read_text("utf-8")


@pytest.mark.parametrize("option", [["--still"], ["--theme", "mono"], ["--background", "light"], ["--force"]])
def test_image_options_of_replay_need_an_image_file(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", LOST, *option]) == 2
    assert f"{option[0]} changes a picture only. Add --svg FILE" in capsys.readouterr().err
