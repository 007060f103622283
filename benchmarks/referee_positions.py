"""Makes the positions of the referee's suite anew: ``python -m benchmarks.referee_positions``, in about four minutes.

Plays dealt boards with ``best`` and keeps at most one position of each board, so that positions don't depend on each
other. Of the stuck positions, every second one is a trap: none of its safest cells is among the best ones. A position
in which all unproved cells are equally good is left out, because no answer could be wrong there. The file is the same
each time; ``bench/suite.py`` has its checksum, so a new file needs a new version of the suite.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from minesweeper.assist.answers import solve
from minesweeper.bench import suite
from minesweeper.boards.deal import BoardSeed, usual_first
from minesweeper.core.boardspec import BoardSpec, read_spec
from minesweeper.core.cells import cells_of
from minesweeper.core.position import Position
from minesweeper.play.game import begin_game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.endgame import find_islands, rank_end_moves
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.players import PLAYERS

SIZES = {"9x9/20": (0.46, 1000), "12x12/30": (0.34, 2000), "16x16/50": (0.14, 1000), "30x16/99": (0.06, 9999)}
"""The share of each size, and the most boards to play of it. What these boards lack, the next size supplies.

Large positions take many bytes, and language models read small ones better.
"""
WANTED = {"trap": 175, "stuck": 175, "assumption": 50, "mine total": 50, "exact count": 50}
MOST_LAYOUTS = 6_000
"""The most layouts of a stuck position: more than ``best`` searches in a game, so that it may give something away."""
PATIENCE = 2


def stuck_entry(analysis: Analysis) -> tuple[str, dict[str, Any]] | None:
    """Returns a stuck position with its wins; None if it isn't exact or if all unproved cells are equally good."""
    position, layouts = analysis.position, analysis.layouts
    if layouts is None or layouts > MOST_LAYOUTS:
        return None
    moves = run_to_end(rank_end_moves(analysis, find_islands(analysis), 1, position.hidden, PATIENCE))
    valued = {move.cell: move for move in moves or ()}
    unproved = cells_of(position.hidden & ~analysis.mined)
    if set(valued) != set(unproved) or len({move.wins for move in valued.values()}) == 1:
        return None
    lowest = min(Fraction(*move.odds) for move in valued.values())
    safest = max(move.wins for move in valued.values() if Fraction(*move.odds) == lowest)
    total = next(iter(valued.values())).layouts
    wins = [valued[cell].wins if cell in valued else 0 for cell in cells_of(position.hidden)]
    return "trap" if safest < max(wins) else "stuck", {"layouts": total, "wins": wins}


def provable_entry(position: Position) -> tuple[str, dict[str, Any]] | None:
    """Returns a position with all safe cells, by the reasoning of its easiest proof; None if one or two clues do."""
    solution = solve(position)
    first = next((hint for hint in solution.deductions if hint.safe), None)
    if first is None or first.kind not in WANTED:
        return None
    return first.kind, {"safe": [position.grid.cell(*place) for place in solution.safe]}


def entries_of(spec: BoardSpec, number: int) -> Iterator[tuple[str, Position, dict[str, Any]]]:
    """Yields all positions of one game that the suite could use."""
    game = begin_game(BoardSeed(spec, usual_first(spec), f"{suite.SEED}/positions/{number}").make())
    player, simple = PLAYERS["best"](), PLAYERS["simple"]
    while not game.is_over:
        position, choice = game.position, player(game.position)
        assert choice is not None
        found = None
        if not choice.certain:
            found = stuck_entry(run_to_end(analyse(position)))
        elif simple()(position) is None:
            found = provable_entry(position)
        if found is not None:
            yield found[0], position, found[1]
        game = game.open_cells(choice.cells)


def main() -> None:
    """Writes the file, and prints its checksum if the suite expects another one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path(suite.__file__).with_name(suite.FILE))
    out = parser.parse_args().out
    lines: list[dict[str, Any]] = []
    left = dict.fromkeys(WANTED, 0)
    for size, (share, most) in SIZES.items():
        spec = read_spec(size)
        left = {name: left[name] + round(share * count) for name, count in WANTED.items()}
        for number in range(1, most + 1):
            if not any(left.values()):
                break
            for name, position, entry in entries_of(spec, number):
                if left[name]:
                    left[name] -= 1
                    board = position.to_picture().replace("\n", "/")
                    lines.append({"kind": name, "mines": spec.mines, "board": board, **entry})
                    break
        print(f"{size}: {len(lines)} positions, still wanted: {left}", file=sys.stderr)
    order = list(WANTED)
    lines.sort(key=lambda entry: order.index(entry["kind"]))
    text = "".join(json.dumps(entry, separators=(",", ":")) + "\n" for entry in lines)
    packed = gzip.compress(text.encode(), mtime=0)  # the same bytes whenever it runs
    out.write_bytes(packed)
    print(f"{len(lines)} positions, {len(packed):,} bytes")
    print(f"SHA-256 of the suite: {suite.digest(text)}")


if __name__ == "__main__":
    main()
