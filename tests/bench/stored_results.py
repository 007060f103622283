"""Results of real games, on which figures can be tried: ``python -m tests.bench.stored_results`` plays them.

The best player on boards of every preset, both kinds of first cell: a win or none, luck and value, to three decimals.
Games that came to the same are one row with their number. It takes some minutes.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from minesweeper.bench.games import DealtBoards, play_all
from minesweeper.storage.settings import PRESETS

FILE = Path(__file__).with_suffix(".json")
GAMES = {"beginner": 6000, "intermediate": 3000, "expert": 2000}
"""The more of them are alike, the more are needed."""


class Stored(NamedTuple):
    """Games that came to the same."""

    games: int
    win: bool
    luck: float
    value: float


def read_stored() -> dict[str, list[Stored]]:
    """The games by their boards, such as ``expert safe``."""
    return {name: [Stored(*row) for row in rows] for name, rows in json.loads(FILE.read_text("utf-8")).items()}


def _play(preset: str, opening: bool) -> list[Stored]:
    spec = PRESETS[preset]
    first = spec.grid.cell(3, 3) if opening else 0
    boards = DealtBoards(spec, first, "stored", opening, range(1, GAMES[preset] + 1))
    counts: Counter[tuple[bool, float, float]] = Counter()
    for result in play_all(boards, "best", 1, value=True):
        assert result.luck is not None
        assert result.value is not None
        counts[result.win, round(result.luck, 3), round(result.value, 3)] += 1
    return [Stored(count, *rest) for rest, count in sorted(counts.items())]


def main() -> None:
    """Plays all and writes the file."""
    stored = {f"{preset} {first}": _play(preset, first == "open") for preset in GAMES for first in ("open", "safe")}
    games = ",\n".join(f"{json.dumps(name)}: [\n" + _rows(rows) + "\n]" for name, rows in stored.items())
    FILE.write_text("{\n" + games + "\n}\n", "utf-8")


def _rows(rows: list[Stored]) -> str:
    """As many rows on a line as fit."""
    lines = [""]
    for count, win, luck, value in rows:
        text = f"[{count},{int(win)},{luck:g},{value:g}],"
        if len(lines[-1]) + len(text) > 118:
            lines.append("")
        lines[-1] += text
    return "\n".join(lines)[:-1]


if __name__ == "__main__":
    main()
