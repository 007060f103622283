"""An experiment that is not part of ``best``: cells that may become a 50/50 are worth opening early.

``python -m benchmarks.fifty --first safe -n 30000 --seed fifty`` compares it with ``best`` on the same boards, with the
options of ``benchmarks.paired``; docs/solver.md, section 10, says what came out. Two neighbours are a 50/50 if exactly
one of them is a mine and every cell that sees only one of them is a mine too: nothing will ever tell them apart. So are
the two diagonals of a 2x2 box whose outer corners are mines. Who has to guess there anyway may as well do it now, so
that the score of such a cell is raised by WORTH times the share of the layouts in which it is one, by its safety.

It takes the look-ahead of ``guess.py`` apart, private names included: that is how a change to it is tried.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from math import comb
from operator import mul, xor
from typing import NamedTuple

from benchmarks import paired
from minesweeper.core.cells import CellSet, Grid, cells_of
from minesweeper.core.position import Position
from minesweeper.solvers.counting import Values, pass_backward, plain_weights
from minesweeper.solvers.deduction import finish
from minesweeper.solvers.exact import Analysis, Reasoner
from minesweeper.solvers.guess import (
    GuessKind,
    GuessMove,
    Lookahead,
    _candidates,
    _multiply,
    _shares,
    base_passes,
    best_guess,
)
from minesweeper.solvers.players import PLAYERS, Choice, Player

WORTH = 0.7
LEAST = 0.005
"""Smaller shares are not looked for."""
MOST_MISSING = 3
"""So many cells around it may still have to turn out as mines."""
ADDED = 6
"""So many cells of this kind are compared beside the usual candidates."""


class Twin(NamedTuple):
    """A pair or a box that may be a 50/50: the cells mined in one of its two ways, and those mined in the other."""

    one: tuple[int, ...]
    other: tuple[int, ...]
    missing: tuple[int, ...]
    """The cells around it that have to be mines, and are not known to be."""


@lru_cache(maxsize=4)
def twins_on(grid: Grid) -> list[tuple[tuple[int, ...], tuple[int, ...], CellSet, CellSet]]:
    """Every pair and box of a board: its two ways, its cells, and the cells around that can tell the ways apart.

    Those are the cells that see an odd number of its cells: with two, they see one of each way.
    """
    found = []
    for cell in range(grid.size):
        row, col = grid.row_col(cell)
        right, below = col + 1 < grid.width, row + 1 < grid.height
        ways: list[tuple[tuple[int, ...], tuple[int, ...]]]
        ways = [((cell,), (cell + step,)) for step, fits in ((1, right), (grid.width, below)) if fits]
        if right and below:
            ways.append(((cell, cell + grid.width + 1), (cell + 1, cell + grid.width)))
        for one, other in ways:
            inside = sum(1 << member for member in (*one, *other))
            apart = reduce(xor, (grid.neighbours(member) for member in (*one, *other))) & ~inside
            found.append((one, other, inside, apart))
    return found


def find_twins(analysis: Analysis) -> Iterator[Twin]:
    """All pairs and boxes that may be a 50/50."""
    position, mined = analysis.position, analysis.mined
    unknown = position.hidden & ~mined & ~analysis.safe
    known = position.grid.all_cells & ~unknown & ~mined
    for one, other, inside, apart in twins_on(position.grid):
        if not apart & known and not inside & ~unknown and (apart & ~mined).bit_count() <= MOST_MISSING:
            yield Twin(one, other, tuple(cells_of(apart & ~mined)))


class Joint:
    """How likely several cells are all mined and others all safe: weights of groups change, and one pass is done."""

    def __init__(self, ahead: Lookahead) -> None:
        self._ahead = ahead
        self._back: dict[int, Values] = {}

    def share(self, mined: Iterable[int], safe: Iterable[int]) -> float:
        """The share of all layouts; counted exactly, only weights are floats."""
        fixed: dict[int, dict[int, tuple[int, int]]] = {}
        inside = [0, 0]
        for cells, is_safe in ((mined, 0), (safe, 1)):
            for cell in cells:
                place = self._ahead._place.get(cell)
                if place is None:
                    inside[is_safe] += 1
                else:
                    groups = fixed.setdefault(place[0], {})
                    one, two = groups.get(place[1], (0, 0))
                    groups[place[1]] = one + 1 - is_safe, two + is_safe
        tables, taken = self._ahead._tables, sum(inside)
        weights = self._ahead._weigh_rest(tuple(fixed), taken).all
        every = [_shares(tables[number], tables[number].count().by_mines) for number in fixed]
        every.append([float(comb(taken, mines)) for mines in range(taken + 1)])
        some = [0.0] * inside[0] + _multiply(self._polynomial(number, groups) for number, groups in fixed.items())
        return float(sum(map(mul, some, weights)) / sum(map(mul, _multiply(every), weights)))

    def _polynomial(self, number: int, fixed: dict[int, tuple[int, int]]) -> list[float]:
        """The layouts of a part by mines, as shares of all, with some cells of groups mined or safe."""
        tables = self._ahead._tables[number]
        if any(sum(cells) > tables.sizes[group] for group, cells in fixed.items()):
            return [0.0]
        width = tables.count().total.bit_length()
        step = width if tables.highest > tables.lowest else 0
        if number not in self._back:
            self._back[number] = base_passes(tables, width)[1]
        weights = plain_weights(tables, step)
        for group, (mined, safe) in fixed.items():
            free = tables.sizes[group] - mined - safe
            ways = range(tables.sizes[group] + 1)
            weights[group] = tuple([comb(free, n - mined) << n * step if n >= mined else 0 for n in ways])
        packed = finish(pass_backward(tables, weights, step, self._back[number][max(fixed) + 1 :]))[0][0]
        mask = (1 << width) - 1
        terms = range(tables.highest - tables.lowest + 1)
        return _shares(tables, [packed >> place * width & mask for place in terms])


def fifty_shares(analysis: Analysis, ahead: Lookahead) -> dict[int, float]:
    """For cells that may be part of a 50/50 how likely that is: the largest share of those it is in."""
    joint = Joint(ahead)
    shares: dict[int, float] = {}
    for one, other, missing in find_twins(analysis):
        rough, bound = 2.0, 1.0
        for mined, layouts in map(analysis.odds, missing):
            rough *= mined / layouts
            bound = min(bound, 2 * mined / layouts)
        if bound >= LEAST and rough >= LEAST / 4:
            share = 2 * joint.share((*one, *missing), other)  # the two ways have as many layouts each
            if share >= LEAST:
                shares.update((cell, max(share, shares.get(cell, 0.0))) for cell in (*one, *other))
    return shares


def guess(analysis: Analysis) -> GuessMove:
    """As ``best_guess``, with the bonus where that looks ahead."""
    move = best_guess(analysis)
    if move.kind is not GuessKind.LOOK_AHEAD:
        return move
    ahead = Lookahead(analysis)
    shares = fifty_shares(analysis, ahead)
    chosen = {cell: safety for safety, cell in _candidates(analysis, ahead)}
    others = [cell for cell in shares if cell not in chosen and ahead.hidden_beside(cell)]
    safeties = {cell: 1 - mined / layouts for cell in others for mined, layouts in [analysis.odds(cell)]}
    added = sorted(others, key=lambda cell: safeties[cell] + WORTH * shares[cell], reverse=True)[:ADDED]
    chosen |= {cell: safeties[cell] for cell in added}
    best, choice = 0.0, move.cell
    raised = {cell: safety + WORTH * shares.get(cell, 0.0) for cell, safety in chosen.items()}
    for cell in sorted(raised, key=lambda cell: (raised[cell], cell), reverse=True):
        if raised[cell] * ahead.most_worth <= best:
            break
        outlook = ahead.outlook(cell)
        score = outlook.score * raised[cell] / chosen[cell]
        if outlook.clues > 1 and score > best:
            best, choice = score, cell
    return GuessMove(choice, analysis.odds(choice), GuessKind.LOOK_AHEAD)


def player() -> Player:
    """Plays one game by such guesses."""
    reasoner = Reasoner()

    def choose(position: Position) -> Choice:
        safe, _ = reasoner.certain(position)
        if safe:
            return Choice(safe, True)
        move = guess(reasoner.analyse(position))
        chance = move.wins[0] / move.wins[1] if move.wins else None
        return Choice(1 << move.cell, False, 1 - move.odds[0] / move.odds[1] if move.is_exact else None, chance)

    return choose


def main() -> None:
    """Compares it with ``best``."""
    PLAYERS["fifty"] = player
    sys.argv[1:1] = ["best", "fifty"]
    paired.main()


if __name__ == "__main__":
    main()
