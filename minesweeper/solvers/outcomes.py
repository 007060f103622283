"""What a component would look like if a cell were opened, for every clue it could show at once.

A polynomial counts the layouts of a component by their mines (x) and by the mines beside the opened cell (y); it is
packed in one int. No new constraint is made: the plan stays as it is, and only the weights of a few groups change.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from operator import mul
from struct import Struct
from typing import NamedTuple

from minesweeper.solvers.counting import (
    Tables,
    Values,
    gap_at,
    pair_up,
    pass_backward,
    pass_forward,
    plain_weights,
    ways_with_one_mined,
)

_FORMATS = {8: "B", 16: "H", 32: "I", 64: "Q"}


class Shape(NamedTuple):
    """How polynomials in x and y are packed."""

    width: int
    """Bits of a coefficient; one of 8, 16, 32, 64 if that is enough, because these can be unpacked at once."""
    terms: int
    """Powers of x; the powers of y lie above them."""

    @property
    def clue_step(self) -> int:
        """The bits from one power of y to the next."""
        return self.width * self.terms

    def unpack(self, packed: int, clues: int) -> list[tuple[int, ...]]:
        """For each power of y the coefficients by powers of x."""
        width, terms = self
        if width in _FORMATS:
            row = terms * width // 8
            whole = packed.to_bytes(row * clues, "little")
            read = _reader(_FORMATS[width], terms).unpack_from
            return [read(whole, start) for start in range(0, row * clues, row)]
        mask = (1 << width) - 1
        places = range(0, terms * width, width)
        rows = [packed >> clue * self.clue_step for clue in range(clues)]
        return [tuple([row >> place & mask for place in places]) for row in rows]


@lru_cache(maxsize=512)
def _reader(letter: str, count: int) -> Struct:
    return Struct(f"<{count}{letter}")


def make_shape(tables: list[Tables], inside: int) -> Shape:
    """A shape for products of these components' polynomials and of the interior cells that the clue sees."""
    bits = inside + sum(t.count().total.bit_length() for t in tables)
    width = next((width for width in _FORMATS if bits <= width), bits)
    widest = [t.highest - t.lowest + max(gap_at(t, g) for g in range(len(t.layers))) for t in tables if _varies(t)]
    joined = sum(t.highest - t.lowest for t in tables) + inside
    return Shape(width, 1 + max([joined, *widest]))


def _varies(tables: Tables) -> bool:
    return tables.highest > tables.lowest


class Block(NamedTuple):
    """Cells of a group that have the same odds after the move: those the new clue sees, or those it does not."""

    group: int
    seen: bool | None
    """None if the clue sees no cell of the group."""
    mined: int
    """The layouts in which a given cell of them is mined, as a packed polynomial."""


class Outcomes:
    """The layouts of a component after a move, by mines and clue; powers of x count from its lowest mine number."""

    __slots__ = ("_back", "_forth", "_own", "_seen", "_shape", "_tables", "total")

    def __init__(
        self, tables: Tables, base: tuple[Values, Values], shape: Shape, seen: dict[int, int], own: int | None
    ) -> None:
        """``seen`` says how many cells of which group the clue sees, ``own`` which group has the opened cell."""
        self._tables, self._shape, self._seen, self._own = tables, shape, seen, own
        step = shape.width if _varies(tables) else 0
        weights = plain_weights(tables, step)
        for group in changed_groups(seen, own):
            near, far = self._split(group)
            weights[group] = _ways(near, far, step, shape.clue_step)
        changed = changed_groups(seen, own)
        self._forth = pass_forward(tables, weights, step, base[0][: min(changed) + 1])
        self._back = pass_backward(tables, weights, step, base[1][max(changed) + 1 :])
        self.total = self._back[0][0]
        """All layouts, as a packed polynomial."""

    def _split(self, group: int) -> tuple[int, int]:
        """How many cells of the group the clue sees, and how many other hidden ones it has after the move."""
        near = self._seen.get(group, 0)
        return near, self._tables.sizes[group] - near - (group == self._own)

    def blocks(self) -> list[Block]:
        """All cells of the component but the opened one."""
        tables, shape = self._tables, self._shape
        step = shape.width if _varies(tables) else 0
        found = []
        for group, layer in enumerate(tables.layers):
            size = tables.sizes[group]
            ways = pair_up(layer, self._forth[group], self._back[group + 1], size)
            drop = gap_at(tables, group) * step
            if group != self._own and group not in self._seen:
                packed = sum(map(mul, ways, ways_with_one_mined(size, step)))
                found.append(Block(group, None, packed >> drop))
                continue
            near, far = self._split(group)
            if near:
                packed = sum(map(mul, ways, _ways_with_seen(near, far, step, shape.clue_step)))
                found.append(Block(group, True, packed >> drop))
            if far:
                packed = sum(map(mul, ways, _ways_with_unseen(near, far, step, shape.clue_step)))
                found.append(Block(group, False, packed >> drop))
        return found


def changed_groups(seen: dict[int, int], own: int | None) -> set[int]:
    """The groups whose ways are not as before."""
    return {*seen, own} if own is not None else set(seen)


def base_passes(tables: Tables, width: int) -> tuple[Values, Values]:
    """The values before the move, from which those after it need only be changed in part."""
    step = width if _varies(tables) else 0
    weights = plain_weights(tables, step)
    return pass_forward(tables, weights, step), pass_backward(tables, weights, step)


@lru_cache(maxsize=1 << 14)
def _ways(near: int, far: int, step: int, clue_step: int) -> tuple[int, ...]:
    """For each number of mines in a group the ways to place them, as a polynomial; one term more than needed."""
    return tuple(
        [
            sum(
                comb(near, k) * comb(far, mines - k) << mines * step + k * clue_step
                for k in range(min(near, mines) + 1)
            )
            for mines in range(near + far + 2)
        ]
    )


@lru_cache(maxsize=1 << 14)
def _ways_with_seen(near: int, far: int, step: int, clue_step: int) -> tuple[int, ...]:
    """The same, for the ways in which one given cell that the clue sees is mined."""
    return (0, *(ways << step + clue_step for ways in _ways(near - 1, far, step, clue_step)))


@lru_cache(maxsize=1 << 14)
def _ways_with_unseen(near: int, far: int, step: int, clue_step: int) -> tuple[int, ...]:
    """The same, for the ways in which one given cell that the clue does not see is mined."""
    return (0, *(ways << step for ways in _ways(near, far - 1, step, clue_step)))
