"""Export and import of games: none is lost or doubled, and an invalid line is refused with its number."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from minesweeper.core.validate import RecordError
from minesweeper.storage.games_table import game_to_data, list_games, record_game
from minesweeper.storage.import_export import (
    export_csv,
    export_lines,
    import_lines,
)
from tests.storage.storing import a_game, a_store


def test_more_games_than_one_batch_are_exported_and_imported(tmp_path: Path) -> None:
    games = [a_game() for _ in range(210)]
    with a_store(tmp_path / "one") as store, a_store(tmp_path / "two") as other:
        lines = [json.dumps(game_to_data(game)) for game in games]
        assert import_lines(store, lines).added == 210
        assert import_lines(other, export_lines(store)).added == 210
        assert {game.id for game in list_games(other, limit=1000)} == {game.id for game in games}


def entry(**changes: Any) -> dict[str, Any]:
    return {**game_to_data(a_game()), **changes}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "line 2: not JSON: Expecting property name enclosed in double quotes"),
        ('{"a":' * 100_000, "line 2: nested too deeply"),
        ("[]", "line 2: expected a game as JSON, as written by 'minesweeper history export'"),
        ("{}", "line 2: version is missing, so Minesweeper didn't write this."),
        (entry(version=9), "line 2: version 9 is from a newer Minesweeper, but this one reads only versions up to 1"),
        (entry(id="../../x"), 'line 2: id "../../x" is not allowed. Use a UUID in small letters'),
        (entry(ended_at="yesterday"), 'line 2: ended_at "yesterday" is not allowed. Use a time such as'),
        (entry(level="\x1b]0;owned\x07"), 'line 2: level "\\u001b]0;owned\\u0007" is not allowed. Use a short name'),
        (entry(result="drawn"), 'line 2: result "drawn" is not allowed. Use one of lost, won, abandoned'),
        (entry(time_ms=-5), "line 2: time_ms -5 is not allowed. Use a whole number from 0 to"),
        (entry(clicks=[1, 2, 3]), "line 2: clicks a list of 3 is not allowed. Use opens, flags, chords, effective"),
        (entry(clicks=[1, 0, 0, 2]), "line 2: clicks: found 2 effective clicks, but only 1 in all"),
        (entry(guesses=[[1, 1.5, True]]), "line 2: odds 1.5 is not allowed. Use a number from 0 to 1"),
        (entry(guesses=[[1]]), "line 2: guesses: a guess needs move, odds and survived, but one is a list of 1"),
        (entry(replay=[]), "line 2: replay a list of 0 is not allowed. Use an object"),
        (entry(seed="x" * 300_000), 'line 2: seed "xxx'),
    ],
)
def test_an_invalid_line_of_an_import_is_refused_with_its_number(tmp_path: Path, line: Any, sentence: str) -> None:
    text = line if isinstance(line, str) else json.dumps(line)
    good = json.dumps(game_to_data(a_game()))
    with a_store(tmp_path) as store:
        result = import_lines(store, [good, text, "", good])
        assert (result.added, result.refused, result.doubles) == (1, 1, 1)
        assert len(result.refusals) == 1
        assert result.refusals[0].startswith(sentence)
        assert result.refusals[0].isprintable()


def test_exported_csv_text_is_never_a_spreadsheet_formula(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        record_game(store, replace(a_game(), seed='=cmd|"/c calc"'))
        (row,) = csv.DictReader(export_csv(store))
    assert row["seed"] == '\'=cmd|"/c calc"'


@pytest.mark.parametrize(("line", "reason"), [("junk", "line 1: expected a game"), ("", "all of them are empty")])
def test_an_import_stops_after_1000_lines_without_a_game(tmp_path: Path, line: str, reason: str) -> None:
    sentence = rf"none of the first 1,000 lines is a game, so the rest isn't read \({reason}"
    with a_store(tmp_path) as store, pytest.raises(RecordError, match=sentence):
        import_lines(store, repeat(line, 100_000))


def test_an_import_with_an_early_game_reads_past_many_bad_lines(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        good = json.dumps(game_to_data(a_game()))
        result = import_lines(store, [good, *["junk"] * 2000, good])
        assert (result.added, result.doubles, result.refused) == (1, 1, 2000)
