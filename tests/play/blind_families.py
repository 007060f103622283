"""Families of players who answer lessons without any reasoning: hundreds of habits, and every pair of two.

A habit chooses cells by their looks: cells whose clues are the lowest or the highest, or on one side of a limit, cells
at the end of a wall, beside a flag, in a corner, or beside no clue. A player uses one habit for the safe cells and one
for the mines, or leaves out one kind. ``BLIND_PLAYERS`` are only some players, each with a name. These families test a
topic as a whole, because for every single drill some habit passes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from math import prod
from typing import TypeAlias

from minesweeper.core.cells import CellSet, cells_of, to_cell_set
from minesweeper.play.game import Game
from minesweeper.play.lessons import Lesson
from minesweeper.solvers.deduction import ProvedCells

Figures = Mapping[int, float]
"""What a player reads off every cell. The lowest and the highest figures look special."""
Player: TypeAlias = tuple[str, str]
"""A player by two habits: one for safe cells, one for mines."""

_LIMITS = 0.2, 0.25, 0.3, 1 / 3, 0.4, 0.5, 0.6, 2 / 3, 0.75, 0.8
"""Where players may draw the line between low and high densities and risks."""
_DENSITIES = "density", "density before flags", "number by unknown cells"
NOTHING, ONE_OF = "nothing", "one of"


def _clue_figures(game: Game) -> dict[str, dict[int, float]]:
    """What a player reads from every clue beside unknown cells."""
    hidden, flags, found = game.hidden, game.flags, defaultdict[str, dict[int, float]](dict)
    for clue in cells_of(game.grid.spread(hidden & ~flags) & game.opened):
        beside, number = game.grid.neighbours(clue) & hidden, game.clue(clue)
        unknown = (beside & ~flags).bit_count()
        needs = number - (beside & flags).bit_count()
        found["density"][clue] = needs / unknown
        found["density before flags"][clue] = number / beside.bit_count()
        found["number by unknown cells"][clue] = min(1, number / unknown)
        found["needs"][clue] = needs
        found["number"][clue] = number
        found["unknown cells"][clue] = unknown
    return found


def _number_figures(game: Game, pool: CellSet) -> Iterator[tuple[str, Figures]]:
    """The figures that a cell gets from all clues beside it, and from those that it faces."""
    grid = game.grid
    seen = {cell: cells_of(grid.neighbours(cell) & game.opened) for cell in cells_of(pool)}
    faced = {cell: [clue for clue in clues if _is_faced(game, cell, clue)] for cell, clues in seen.items()}
    for name, of_clue in _clue_figures(game).items():
        for sight, around in (("seen", seen), ("faced", faced)):
            values = {cell: [of_clue[clue] for clue in clues] for cell, clues in around.items() if clues}
            if sight == "faced" and name in _DENSITIES[1:]:
                continue
            yield f"{name} {sight}, lowest", {cell: min(some) for cell, some in values.items()}
            yield f"{name} {sight}, highest", {cell: max(some) for cell, some in values.items()}
            yield f"{name} {sight}, mean", {cell: sum(some) / len(some) for cell, some in values.items()}
            yield f"{name} {sight}, sum", {cell: sum(some) for cell, some in values.items()}
            if name in _DENSITIES:
                risks = {cell: 1 - prod(1 - value for value in some) for cell, some in values.items()}
                yield f"{name} {sight}, as risk", risks
                yield f"{name} {sight}, as odds", {cell: _odds(some) for cell, some in values.items()}
    yield "numbers seen", {cell: len(clues) for cell, clues in seen.items()}
    yield "numbers faced", {cell: len(clues) for cell, clues in faced.items()}


def _is_faced(game: Game, cell: int, clue: int) -> bool:
    return abs(cell - clue) in (1, game.grid.width)


def _odds(densities: list[float]) -> float:
    mined, safe = prod(densities), prod(1 - density for density in densities)
    return mined / (mined + safe) if mined + safe else 0.5


def _place_figures(game: Game, pool: CellSet) -> Iterator[tuple[str, Figures]]:
    """The figures that a cell gets from its place."""
    grid, cells = game.grid, cells_of(pool)
    unknown = game.hidden & ~game.flags
    beside = {cell: grid.neighbours(cell) for cell in cells}
    walls = {cell: [one for one in cells_of(beside[cell] & pool) if _is_faced(game, cell, one)] for cell in cells}
    yield "flags around", {cell: (beside[cell] & game.flags).bit_count() for cell in cells}
    yield "unknown cells around", {cell: (beside[cell] & unknown).bit_count() for cell in cells}
    yield "hidden cells around", {cell: (beside[cell] & game.hidden).bit_count() for cell in cells}
    yield "open cells around", {cell: (beside[cell] & game.opened).bit_count() for cell in cells}
    yield "cells of the wall around", {cell: (beside[cell] & pool).bit_count() for cell in cells}
    yield "next in the wall", {cell: len(walls[cell]) for cell in cells}
    steps = dict.fromkeys((cell for cell in cells if len(walls[cell]) <= 1), 0)
    queue = list(steps)
    for cell in queue:
        for other in walls[cell]:
            if other not in steps:
                steps[other] = steps[cell] + 1
                queue.append(other)
    yield "steps from an end of the wall", steps
    yield "every second of the wall", {cell: step % 2 for cell, step in steps.items()}
    places = {cell: grid.row_col(cell) for cell in cells}
    rims = {cell: (min(r, grid.height - 1 - r), min(c, grid.width - 1 - c)) for cell, (r, c) in places.items()}
    yield "steps from the border", {cell: min(rim) for cell, rim in rims.items()}
    yield "steps from a corner", {cell: sum(rim) for cell, rim in rims.items()}
    yield (
        "steps from the middle",
        {cell: abs(2 * r - grid.height + 1) + abs(2 * c - grid.width + 1) for cell, (r, c) in places.items()},
    )
    mirrored = {
        cell: (grid.cell(r, grid.width - 1 - c), grid.cell(grid.height - 1 - r, c)) for cell, (r, c) in places.items()
    }
    yield "mirrors that are unknown", {cell: sum(unknown >> one & 1 for one in both) for cell, both in mirrored.items()}
    live = grid.spread(unknown) & game.opened
    finished = grid.spread(game.opened & ~live & grid.spread(live))
    finished |= grid.spread(grid.spread(game.flags) & game.opened & ~live)
    near = grid.spread(finished)
    yield "near a finished number", {cell: (finished >> cell & 1) + (near >> cell & 1) for cell in cells}


def figures_of(game: Game, *, has_unseen: bool = False) -> dict[str, Figures]:
    """All that players without reasoning may read from unknown cells beside clues, by name.

    With ``has_unseen``, cells without a clue beside them get the density that the mine total leaves for them.
    """
    unknown = game.hidden & ~game.flags
    wall = unknown & game.grid.spread(game.opened)
    figures = dict(_number_figures(game, wall))
    figures.update(_place_figures(game, wall))
    unseen = cells_of(unknown & ~wall) if has_unseen else []
    if unseen:
        for name in [name for name in figures if name.startswith(_DENSITIES)]:
            values = figures[name]
            rest = (game.mines_left - sum(min(1, value) for value in values.values())) / len(unseen)
            figures[f"{name}, and the rest"] = {**values, **dict.fromkeys(unseen, min(1, max(0, rest)))}
        figures.update((f"{name} of all", some) for name, some in _place_figures(game, unknown))
    return figures


def habits_of(game: Game, *, has_unseen: bool = False) -> dict[str, CellSet]:
    """The cells that each habit chooses, by the name of the habit."""
    found: dict[str, CellSet] = {NOTHING: 0}
    for name, figures in figures_of(game, has_unseen=has_unseen).items():
        if not figures:
            continue
        low, high = min(figures.values()), max(figures.values())
        ways = {"lowest": (low - 1, low), "highest": (high, high + 1)}
        if name.startswith(_DENSITIES):
            ways |= {f"at most {limit:.2f}": (-1, limit) for limit in _LIMITS}
            ways |= {f"at least {limit:.2f}": (limit, 99) for limit in _LIMITS}
        else:
            ways |= {f"exactly {value}": (value, value) for value in range(5)}
            ways |= {f"at least {value}": (value, 99) for value in range(1, 4)}
        for way, (least, most) in ways.items():
            found[f"{way}: {name}"] = to_cell_set(
                cell for cell, value in figures.items() if least - 1e-9 <= value <= most + 1e-9
            )
    traits = {name: cells for name, cells in found.items() if name in _TRAITS}
    for (one, cells), (other, others) in combinations(traits.items(), 2):
        found[f"{one}, and {other}"] = cells & others
    unseen = game.hidden & ~game.flags & ~game.grid.spread(game.opened)
    if has_unseen:
        extremes = {name: cells for name, cells in found.items() if name.startswith(("lowest", "highest", NOTHING))}
        found |= {f"{name}, or unseen": cells | unseen for name, cells in extremes.items()}
    return found


_TRAITS = frozenset(
    {
        *(f"exactly {value}: {name}" for value in (0, 1, 2) for name in ("steps from the border", "flags around")),
        *(f"exactly {value}: {name}" for value in (1, 2, 3) for name in ("numbers seen", "numbers faced")),
        *(f"exactly 1: needs seen, {one}" for one in ("lowest", "highest")),
        *(f"at least {value}: needs seen, {one}" for value in (2, 3) for one in ("lowest", "highest")),
        *(f"exactly {value}: steps from an end of the wall" for value in (0, 1, 2)),
        "lowest: density seen, lowest",
        "highest: density seen, highest",
        "at least 1: near a finished number",
    }
)
"""The habits that are also joined by pairs: cells that have both traits."""


def passing_players(habits: Mapping[str, CellSet], wanted: ProvedCells) -> Iterator[tuple[list[str], list[str]]]:
    """The players who pass, as lists of habits for safe cells and for mines. Every pair of the two lists passes.

    A cell that both habits choose isn't marked.
    """
    by_others = defaultdict[CellSet, tuple[list[str], list[str]]](lambda: ([], []))
    for name, cells in habits.items():
        for kind, right in enumerate(wanted):
            if not right & ~cells:
                by_others[cells & ~right][kind].append(name)
    yield from by_others.values()


def count_passing(habits: Mapping[str, CellSet], wanted: ProvedCells) -> int:
    """How many players of the families pass."""
    return sum(len(safe) * len(mined) for safe, mined in passing_players(habits, wanted))


def chances_to_prove(habits: Mapping[str, CellSet], wanted: ProvedCells) -> dict[Player, float]:
    """How often each player passes who marks all cells of the habits, or one of them at random if one is asked."""
    chances: dict[Player, float] = {}
    for safe, mined in passing_players(habits, wanted):
        chances |= dict.fromkeys(product(safe, mined), 1.0)
    kind = int(not wanted.safe)
    if wanted[1 - kind] or wanted[kind].bit_count() != 1:
        return chances
    for name, cells in habits.items():
        if cells & wanted[kind]:
            chances[(ONE_OF, name) if kind else (name, ONE_OF)] = 1 / cells.bit_count()
    return chances


def chances_to_guess(game: Game, best: CellSet) -> dict[Player, float]:
    """How often each player passes who opens a cell of a habit at random, or any cell if the habit chooses none."""
    unknown = game.hidden & ~game.flags
    return {
        (name, NOTHING): (cells & best).bit_count() / cells.bit_count()
        for name, habit in habits_of(game, has_unseen=True).items()
        if (cells := habit or unknown)
    }


def chances_to_see_fifty(game: Game, fifty: CellSet) -> dict[Player, float]:
    """How often each player passes who marks a pair or box of unknown cells with the lowest or highest figures."""
    grid, unknown = game.grid, game.hidden & ~game.flags
    places = [(row, col) for row in range(grid.height) for col in range(grid.width)]
    groups = {
        size: [
            cells
            for row, col in places
            for height, width in sizes
            if row + height <= grid.height and col + width <= grid.width
            if not (cells := grid.rectangle(row, col, height, width)) & ~unknown
        ]
        for size, sizes in {"pair": ((1, 2), (2, 1)), "box": ((2, 2),)}.items()
    }
    groups["box, or pair"] = groups["box"] or groups["pair"]
    chances: dict[Player, float] = {}
    for name, figures in figures_of(game, has_unseen=True).items():
        for size, some in groups.items():
            sums = {cells: sum(figures.get(cell, 0) for cell in cells_of(cells)) for cells in some}
            for way, pick in (("lowest", min), ("highest", max)):
                ties = [cells for cells in sums if abs(sums[cells] - pick(sums.values())) < 1e-9]
                if fifty in ties:
                    chances[f"{way}: {name}", size] = 1 / len(ties)
    return chances


def chances_of_players(lesson: Lesson) -> dict[Player, float]:
    """How often each player of the families passes a drill. Players who never pass are left out.

    Drills about clicks are left out too, because nobody passes one without playing it.
    """
    if lesson.clicks:
        return {}
    if lesson.values is not None:
        best = to_cell_set(value.cell for value in lesson.values.ranked if not value.regret)
        return chances_to_guess(lesson.game, best)
    if lesson.fifty:
        return chances_to_see_fifty(lesson.game, lesson.fifty)
    return chances_to_prove(habits_of(lesson.game, has_unseen=lesson.uses_total), lesson.wanted)
