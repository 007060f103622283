"""What is told of blunders: how many there are, and what they cost together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.blunders import find, is_blunder, tell

PICTURE = "1#\n1#"


def guess(**known: Any) -> dict[str, Any]:
    return {
        "reach": 0.5,
        "cell": 1,
        "deep": 3,
        "kind": "roll-outs",
        "left": 1,
        "magnitude": 0.3,
        "parts": 1,
        "islands": 1,
        "interior": 0,
        "safety": 0.5,
        "score": 0.5,
        "is_inside": False,
        "others": [[3, 1.0, 0.5, False]],
        **known,
    }


def test_blunders_are_those_refuted_on_all_layouts_and_count_as_often_as_a_game_comes_to_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blunder = guess(lead=0.08, margin=0.02, layouts=400, picture=PICTURE, mines=1)
    others = [guess(), guess(lead=0.09, margin=0.2, layouts=50), guess(lead=0.04, margin=0.01, layouts=400)]
    assert [is_blunder(one) for one in (blunder, *others)] == [True, False, False, False]
    file = tmp_path / "found.jsonl"
    boards = [{"seconds": 1800.0, "guesses": [blunder, *others]}, {"seconds": 1800.0, "guesses": []}]
    file.write_text("".join(f"{json.dumps(board)}\n" for board in boards))
    tell([file])
    told = capsys.readouterr().out
    assert "1.00 hours of a core" in told
    assert "2 boards, 4 guesses before the end game, of 3 deep opens another cell; 1 are refuted" in told
    assert "Together they cost 2.00 ±" in told  # 8 points in every second game, on one board of two
    assert told.endswith(
        f"+8.0 ± 2.0 points: cell 3, best opens 1 (safety 0.500, score 0.500); roll-outs; 1 mines\n{PICTURE}\n"
    )


def test_a_search_that_has_had_its_time_is_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    line = json.dumps({"first": "open", "board": 1, "seconds": 61.0, "guesses": []})
    file.write_text(f"{line}\n")
    find("open", "seed", file, 1.0)
    assert file.read_text() == f"{line}\n"
