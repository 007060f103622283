"""Players who answer lessons without any reasoning, to show that no trick passes a drill.

Each looks at the clues beside a cell, or at nothing, and marks cells. A clue that still needs 2 mines in 5 hidden cells
has the density 2/5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from math import prod
from random import Random

from minesweeper.core.cells import CellSet, cells_of, to_cell_set
from minesweeper.play.game import Game
from minesweeper.solvers.deduction import ProvedCells

Densities = Mapping[int, tuple[Fraction, ...]]
"""For each hidden cell beside a clue, the densities of the clues beside it."""
Rule = Callable[[tuple[Fraction, ...]], Fraction]
"""How a player turns the densities around a cell into one figure."""
BlindPlayer = Callable[[Densities, Random], ProvedCells]


def densities_of(game: Game) -> Densities:
    """The densities that a player reads from the board. Flags count as mines."""
    position, around = game.position, dict[int, tuple[Fraction, ...]]()
    for clue in cells_of(game.grid.spread(game.hidden) & game.opened):
        beside = game.grid.neighbours(clue) & game.hidden
        unknown = beside & ~game.flags
        if unknown:
            density = Fraction(position.clue(clue) - (beside & game.flags).bit_count(), unknown.bit_count())
            for cell in cells_of(unknown):
                around[cell] = (*around.get(cell, ()), density)
    return around


def _mean(densities: tuple[Fraction, ...]) -> Fraction:
    return sum(densities, Fraction(0)) / len(densities)


def _total(densities: tuple[Fraction, ...]) -> Fraction:
    return sum(densities, Fraction(0))


def _count(densities: tuple[Fraction, ...]) -> Fraction:
    return Fraction(len(densities))


def _any(densities: tuple[Fraction, ...]) -> Fraction:
    """The mine risk if the clues were independent."""
    return 1 - prod((1 - density for density in densities), start=Fraction(1))


def _odds(densities: tuple[Fraction, ...]) -> Fraction:
    """The mine risk from the product of all odds, as in a spam filter."""
    mined = prod(densities, start=Fraction(1))
    safe = prod((1 - density for density in densities), start=Fraction(1))
    return mined / (mined + safe) if mined + safe else Fraction(1, 2)


DENSITY_RULES: tuple[Rule, ...] = (max, min, _mean)
OTHER_RULES: tuple[Rule, ...] = (_total, _count, _any, _odds)


def extreme_cells(densities: Densities, rule: Rule) -> tuple[CellSet, CellSet]:
    """The cells with the lowest figure and those with the highest, with all ties."""
    figures = {cell: rule(around) for cell, around in densities.items()}
    if not figures:
        return 0, 0
    low, high = min(figures.values()), max(figures.values())
    lowest = to_cell_set(cell for cell, figure in figures.items() if figure == low)
    return lowest, to_cell_set(cell for cell, figure in figures.items() if figure == high)


def density_answers(game: Game, rules: Iterable[Rule] = DENSITY_RULES) -> list[ProvedCells]:
    """The marks of players who call the lowest figure safe, the highest a mine, or both."""
    densities, answers = densities_of(game), list[ProvedCells]()
    for rule in rules:
        lowest, highest = extreme_cells(densities, rule)
        answers += [ProvedCells(lowest), ProvedCells(0, highest), ProvedCells(lowest, highest)]
    return answers


def _by_rule(rule: Rule, way: int, densities: Densities, random: Random) -> ProvedCells:
    lowest, highest = extreme_cells(densities, rule)
    return ProvedCells(lowest * (way != 1), highest * (way != 0))


def _by_rule_alone(rule: Rule, way: int, densities: Densities, random: Random) -> ProvedCells:
    """Marks one cell of each kind, although others are equal."""
    both = [1 << random.choice(cells_of(cells)) if cells else 0 for cells in _by_rule(rule, way, densities, random)]
    return ProvedCells(*both)


def _random_marks(safe: int, mined: int, densities: Densities, random: Random) -> ProvedCells:
    """Marks this many cells beside clues, or as many as exist."""
    cells = list(densities)
    random.shuffle(cells)
    return ProvedCells(to_cell_set(cells[:safe]), to_cell_set(cells[safe : safe + mined]))


def _random_number(densities: Densities, random: Random) -> ProvedCells:
    """Decides at random for every cell beside a clue: safe, a mine, or most often no mark."""
    toss = {cell: random.randrange(8) for cell in densities}
    return ProvedCells(*(to_cell_set(cell for cell, side in toss.items() if side == sign) for sign in (0, 1)))


def _nothing(densities: Densities, random: Random) -> ProvedCells:
    return ProvedCells()


BLIND_PLAYERS: dict[str, BlindPlayer] = {
    **{
        f"{rule.__name__.strip('_')} {('safe', 'mined', 'both')[way]} {name}": partial(play, rule, way)
        for name, play in (("ties", _by_rule), ("alone", _by_rule_alone))
        for rule in DENSITY_RULES
        for way in range(3)
    },
    "one safe": partial(_random_marks, 1, 0),
    "one mine": partial(_random_marks, 0, 1),
    "one of each": partial(_random_marks, 1, 1),
    "two safe": partial(_random_marks, 2, 0),
    "tossed": _random_number,
    "nothing": _nothing,
}
"""The 24 players that every drill is tried with: nine by density, the same nine without ties, and six at random."""
