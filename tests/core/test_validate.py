"""Checked reading of JSON: a value has the right type and size, or an error names its entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from minesweeper.core import validate
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import make_grid
from minesweeper.core.validate import RecordError, parse_json

GRID = make_grid(3, 2)
Data = dict[str, Any]

READERS: dict[str, tuple[Callable[[Data], object], list[tuple[object, object]], list[object]]] = {
    "a whole number from 1 to 9": (lambda data: validate.number(data, "n", 1, 9), [(1, 1), (9, 9)], [0, 10, 1.0, True]),
    "a number from 0 to 5": (lambda data: validate.seconds(data, "n", 5), [(0, 0.0), (5, 5.0)], [-1, 5.1, False, "1"]),
    "a text of at most 3 characters": (
        lambda data: validate.text(data, "n", 3),
        [("", ""), ("\x1b!!", "\x1b!!")],
        ["four"],
    ),
    "a short name in small letters": (
        lambda data: validate.word(data, "n"),
        [("no-guess",) * 2],
        ["", "No", "-a", "\n"],
    ),
    "a list of at most 2 names": (
        lambda data: validate.words(data, "n", 2),
        [(["a", "b"], ("a", "b"))],
        [["a"] * 3, "a"],
    ),
    "one of won, lost": (lambda data: validate.choice(data, "n", ("won", "lost")), [("won", "won")], ["wo", 1]),
    "true or false": (lambda data: validate.truth(data, "n"), [(True, True)], [1, "true"]),
    "a board such as 30x16/99": (
        lambda data: validate.board(data, "n"),
        [("9x9/10", BoardSpec(9, 9, 10))],
        ["9x9", 9, "9x9/10 "],
    ),
    "a set of cells of 3x2 in hexadecimal digits": (
        lambda data: validate.cells(data, "n", GRID),
        [("3f", 0b111111), ("0", 0)],
        ["", "0x1", "100", 3],
    ),
}


@pytest.mark.parametrize("allowed", READERS)
def test_allowed_json_values_are_read_and_others_are_refused(allowed: str) -> None:
    read, good, bad = READERS[allowed]
    assert [read({"n": value}) for value, _ in good] == [value for _, value in good]
    for value in [*bad, None, {}, [[]] * 9]:
        with pytest.raises(RecordError, match=f"^n .* is not allowed. Use {allowed}$") as refused:
            read({"n": value})
        assert str(refused.value).isprintable()
    with pytest.raises(RecordError, match=f"^n is missing. Add {allowed}$"):
        read({})


def test_a_missing_json_entry_gets_its_default() -> None:
    assert validate.number({}, "n", 1, 9, 5) == 5
    assert validate.word({}, "n", "") == ""
    assert validate.truth({}, "n", False) is False
    assert validate.cell({}, "n", GRID) is None
    assert validate.cell({"n": 5}, "n", GRID) == 5


def test_cells_and_boards_off_the_board_are_refused() -> None:
    with pytest.raises(RecordError, match=r"n 6 is not allowed. Use a whole number from 0 to 5"):
        validate.cell({"n": 6}, "n", GRID)
    with pytest.raises(RecordError, match="n: cell 6 isn't on a 3x2 board"):
        validate.cells({"n": "40"}, "n", GRID)
    with pytest.raises(RecordError, match=r"^n: 81 mines don't fit on 9x9"):
        validate.board({"n": "9x9/81"}, "n")


def test_a_cell_set_is_written_as_it_is_read() -> None:
    assert validate.cells({"n": validate.to_hex(0b101101)}, "n", GRID) == 0b101101


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[]", "expected a JSON object, but found a list of 0"),
        ("3", "expected a JSON object, but found 3"),
        ("{\n", "not JSON: .* \\(line 2, column 1\\)"),
        (b"\xff", "not JSON: it isn't text in UTF-8"),
        ("[" * 90_000, "nested too deeply"),
        ("x" * 100_001, "found 100,001 characters, but at most 100,000 can be read"),
    ],
)
def test_json_values_that_are_not_objects_are_rejected(content: str | bytes, sentence: str) -> None:
    with pytest.raises(RecordError, match=f"^{sentence}"):
        parse_json(content, 100_000)
    assert parse_json('{"a": 1}', 100_000) == {"a": 1}
