"""All layouts that fit an analysed position, one by one or drawn at random: sets of mined cells, never a Layout.

Everything comes from the tables of the analysis, so each layout is as likely as it is in the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from operator import mul
from random import Random

from minesweeper.cells import CellSet, cells_of, to_cell_set
from minesweeper.solvers.analysis import Analysis, Part
from minesweeper.solvers.islands import Island
from minesweeper.solvers.slices import finish
from minesweeper.solvers.totals import binomials_in_steps


def list_layouts(island: Island) -> tuple[list[int], list[int]]:
    """The cells of an island, and every layout as a set of them: bit n for the n-th cell.

    The caller sees to it that there are few layouts.
    """
    cells = [cell for part in island.parts for group in part.component.groups for cell in group]
    found: dict[int, list[int]] = {0: [0]}
    first = 0
    for part, fitting in zip(island.parts, island.fitting, strict=True):
        own = _list_part(part, first, fitting)
        first += sum(part.tables.sizes)
        joined: dict[int, list[int]] = {}
        for mines, sets in found.items():
            for more, others in own.items():
                joined.setdefault(mines + more, []).extend([one | other for one in sets for other in others])
        found = joined
    interior = cells_of(island.interior)
    bits = [1 << (first + n) for n in range(len(interior))]
    layouts = []
    for mines, sets in found.items():
        inside = island.mines - mines
        if 0 <= inside <= len(bits):
            rest = [sum(chosen) for chosen in combinations(bits, inside)]
            layouts += [one | other for one in sets for other in rest]
    return cells + interior, layouts


def _list_part(part: Part, first: int, fitting: set[int]) -> dict[int, list[int]]:
    """Every layout of a component, by its number of mines; its cells are the bits from ``first`` on."""
    tables = part.tables
    reached: list[list[tuple[int, int]]] = [[(0, 0)]]
    for layer, size, width in zip(tables.layers, tables.sizes, tables.states[1:], strict=True):
        bits = [1 << (first + n) for n in range(size)]
        chosen = [[sum(some) for some in combinations(bits, mines)] for mines in range(size + 1)]
        first += size
        after: list[list[tuple[int, int]]] = [[] for _ in range(width)]
        for source, target, mines in layer:
            after[target] += [(m + mines, mask | more) for m, mask in reached[source] for more in chosen[mines]]
        reached = after
    found: dict[int, list[int]] = {}
    for mines, mask in reached[0]:
        if mines in fitting:
            found.setdefault(mines, []).append(mask)
    return found


def draw_layout(analysis: Analysis, random: Random) -> CellSet:
    """The mines of one layout that fits, each equally likely."""
    if any(part.owned is not None for part in analysis.parts):
        raise ValueError("no layout can be drawn: a component was too large to count")
    mined = cells_of(analysis.memory.settled[2])
    mines_left = analysis.mines_unknown
    inside = analysis.interior.bit_count()
    polynomials = [part.tables.count().by_mines for part in analysis.parts]
    lowest = [part.tables.lowest for part in analysis.parts]
    spread = sum(len(polynomial) - 1 for polynomial in polynomials)
    # rest[n]: the ways to mine all parts from number n on and the interior, by the mines they have together: index i
    # stands for mines_left - (lowest possible mines before) - i
    rest = [finish(binomials_in_steps(inside, mines_left - sum(lowest), spread + 1))]
    for polynomial in reversed(polynomials):
        after = rest[-1]
        terms = len(after) - len(polynomial) + 1
        rest.append([sum(map(mul, polynomial, after[i:])) for i in range(terms)])
    rest.reverse()
    used = 0
    for number, part in enumerate(analysis.parts):
        weights = [n * rest[number + 1][used + i] for i, n in enumerate(polynomials[number])]
        excess = _draw_index(weights, random)
        used += excess
        mined += _draw_part(part, part.tables.lowest + excess, random)
    mined += random.sample(cells_of(analysis.interior), mines_left - sum(lowest) - used)
    return to_cell_set(mined)


def _draw_part(part: Part, mines: int, random: Random) -> list[int]:
    """Mined cells of a component with exactly so many mines, from the last group back to the first."""
    tables = part.tables
    counts = tables.count()
    width, forward = counts.width, counts.forward
    lows = tables.lows()[0]
    mask = (1 << width) - 1
    mined: list[int] = []
    state = 0
    for group in range(len(tables.layers) - 1, -1, -1):
        size = tables.sizes[group]
        choices = [(source, here) for source, target, here in tables.layers[group] if target == state]
        weights = []
        for source, here in choices:
            value = forward[group][source]
            if width:
                excess = mines - here - lows[group]
                value = value >> excess * width & mask if excess >= 0 else 0
            weights.append(value * comb(size, here))
        state, here = choices[_draw_index(weights, random)]
        mines -= here
        mined += random.sample(part.component.groups[group], here)
    return mined


def _draw_index(weights: Sequence[int], random: Random) -> int:
    """An index with a chance proportional to its weight."""
    number = random.randrange(sum(weights))
    for index, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return index
    raise AssertionError("the weights add up to more than any number drawn below their sum")
