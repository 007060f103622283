"""The board in the mind of a listener who knows only what the sentences say."""

from __future__ import annotations

import re

SPAN = r"(\d+)(?: to (\d+))?"
CONTENTS = {"hidden": "#", "empty": ".", "flag": "F", "question mark": "?", "proposed mine": "P", "mine": "*"}
CONTENTS |= dict.fromkeys(("would be a mine", "would be mines", "would be safe"), "#")
SENTENCES = (
    (r"Row (\d+), column (\d+)(?::| shows| is) (\d|[a-z ]+)\.", None),
    (r"Flag set at row (\d+), column (\d+)[,.].*", "F"),
    (r"Question mark set at row (\d+), column (\d+)[,.].*", "?"),
    (r"(?:Flag|Question mark|Proposal) removed at row (\d+), column (\d+)[,.].*", "#"),
    (r"Proposed row (\d+), column (\d+)\..*", "P"),
    (r"The flag at row (\d+), column (\d+) is a proposal now\. .*", "P"),
)
"""What is said of one cell, and what it shows then; None: as the sentence ends."""


class Hearing:
    """What was heard about a board."""

    def __init__(self, width: int = 0, height: int = 0) -> None:
        self.width, self.height, self.mines = width, height, 0
        self.cells: dict[tuple[int, int], str] = {}

    def rows(self) -> list[str]:
        """The board as it was heard."""
        return ["".join(self.cells.get((row, col), "#") for col in range(self.width)) for row in range(self.height)]

    def listen(self, line: str) -> None:
        """Takes in one line."""
        if size := re.search(r"(\d+) columns, (\d+) rows, (\d+) mines", line):
            self.width, self.height, self.mines = map(int, size.groups())
        for form, symbol in SENTENCES:
            if one := re.fullmatch(form, line):
                self.cells[int(one[1]) - 1, int(one[2]) - 1] = symbol or symbol_of(one[3])
                return
        if rows := re.fullmatch(rf"Rows? {SPAN}(?:: (column.*)| (hidden|empty))\.", line):
            for row in span(rows[1], rows[2]):
                for run in (rows[3] or rows[4]).split("; "):
                    self._listen_to_run(row, run)

    def _listen_to_run(self, row: int, run: str) -> None:
        match = re.fullmatch(rf"(?:columns? {SPAN} )?(?:shows? )?(\d|[a-z ]+)", run)
        assert match, run
        for col in range(self.width) if match[1] is None else span(match[1], match[2]):
            self.cells[row, col] = symbol_of(match[3])


def symbol_of(word: str) -> str:
    """The sign that the board shows for a spoken word."""
    return CONTENTS.get(word) or re.fullmatch(r"\d", word)[0]  # type: ignore[index]


def span(first: str, last: str | None) -> range:
    """The rows or columns from one to another, counted from 0."""
    return range(int(first) - 1, int(last or first))
