"""Dealing: all layouts that the first-click rule allows are equally likely, and a seed never changes its board."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.boards.deal import deal, new_seed
from minesweeper.boards.layout import Layout
from minesweeper.boards.random_stream import RandomStream
from minesweeper.core.boardspec import BoardSpec, read_spec
from minesweeper.core.cells import CellSet, cells_of, to_cell_set
from tests.strategies import specs

# Every test here uses fixed seeds, so that a test that passes once always passes.


def is_plausible(counts: Iterable[int], expected: float) -> bool:
    """Whether counts of equally likely outcomes look even.

    This is a chi-square test that wrongly rejects 1 in 1,000 on each side. Its limits come from Wilson and Hilferty:
    the cube root of chi-square, divided by the degrees of freedom, is nearly normal.
    """
    seen = list(counts)
    freedom = len(seen) - 1
    chi_square = sum((count - expected) ** 2 for count in seen) / expected
    spread = 2 / (9 * freedom)
    deviations: float = ((chi_square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return abs(deviations) < 3.1


def allowed_layouts(spec: BoardSpec, first: int, opening: bool) -> set[CellSet]:
    """All sets of mines that keep the first cell safe and, for an opening, its neighbours as empty as possible."""
    others = [cell for cell in range(spec.width * spec.height) if cell != first]
    beside = set(spec.grid.neighbour_cells(first)) if opening else set()
    every = [set(mines) for mines in combinations(others, spec.mines)]
    fewest = min(len(mines & beside) for mines in every)
    return {to_cell_set(mines) for mines in every if len(mines & beside) == fewest}


@pytest.mark.parametrize("opening", [True, False], ids=["opening", "safe"])
@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("1x2/1", 0), ("5x1/2", 2), ("1x6/3", 2), ("3x3/1", 4), ("3x3/3", 0), ("3x3/5", 0), ("3x3/8", 0),
        ("3x3/6", 1), ("3x3/6", 5), ("3x3/7", 8), ("2x3/2", 2), ("4x3/2", 11), ("4x3/9", 5), ("4x4/14", 3),
        ("5x3/12", 7), ("5x5/2", 12),
    ],
)  # fmt: skip
def test_every_allowed_layout_is_dealt_equally_often(text: str, first: int, opening: bool) -> None:
    spec = read_spec(text)
    possible = allowed_layouts(spec, first, opening)
    games = 30 * len(possible) + 600
    seen = Counter(deal(spec, first, f"uniform {game}", opening=opening).mines for game in range(games))
    assert set(seen) == possible
    assert len(possible) == 1 or is_plausible(seen.values(), games / len(possible))


@pytest.mark.parametrize(("text", "first"), [("30x16/99", 93), ("30x16/400", 0), ("16x16/40", 255)])
def test_each_cell_of_a_large_board_is_mined_equally_often(text: str, first: int) -> None:
    spec = read_spec(text)
    outside = cells_of(spec.grid.all_cells & ~(spec.grid.neighbours(first) | 1 << first))
    games = 700
    mined = Counter(cell for game in range(games) for cell in cells_of(deal(spec, first, f"large {game}").mines))
    assert set(mined) <= set(outside)
    # One mine more in a cell is one less elsewhere, so the counts vary less than independent ones.
    narrower = 1 - spec.mines / len(outside)
    mean = games * spec.mines / len(outside)
    scaled = [mean + (mined[cell] - mean) / sqrt(narrower) for cell in outside]
    assert is_plausible([round(count) for count in scaled], mean)


@given(specs(), st.data(), st.text(max_size=5), st.booleans())
def test_the_first_cell_is_safe_and_shows_a_0_if_possible(
    spec: BoardSpec, data: st.DataObject, seed: str, opening: bool
) -> None:
    first = data.draw(st.integers(0, spec.width * spec.height - 1))
    layout = deal(spec, first, seed, opening=opening)
    assert layout.mine_count == spec.mines
    assert layout.mines >> first & 1 == 0
    if opening:
        outside = spec.width * spec.height - 1 - len(spec.grid.neighbour_cells(first))
        assert layout.clue(first) == max(0, spec.mines - outside)


@pytest.mark.parametrize("first", [-1, 12, 10**9])
def test_a_first_cell_off_the_board_is_refused_with_the_value(first: int) -> None:
    with pytest.raises(ValueError, match=f"cell {first} isn't on a 4x3 board. Use 0 to 11"):
        deal(BoardSpec(4, 3, 2), first, "seed")


# Boards that never change


def layout_hash(layout: Layout) -> str:
    """A short fingerprint of the mines."""
    return hashlib.sha256(f"{layout.mines:x}".encode()).hexdigest()[:16]


HASHES = [
    ("16x16/40", 255, "", True, "82812ed34cdc6945"),
    ("30x16/99", 93, "42", True, "0d834f9ea4f4afb5"),
    ("30x16/99", 0, "42", False, "ae41e5dd466e6213"),
    ("30x16/236", 93, "half", True, "7666056c70fdd0fa"),
    ("30x16/475", 93, "K7Q2-9MD", True, "49efcbd6f1ee40a8"),
    ("30x16/99", 93, "\udc80|/0", True, "db43bc95613be80c"),
    ("300x200/12000", 30_150, "large", True, "f51d09e496c161c5"),
    ("1000x1000/150000", 0, "million", True, "df30d50b8aec3d7d"),
]


@pytest.mark.parametrize(("text", "first", "seed", "opening", "fingerprint"), HASHES)
def test_the_large_board_of_a_seed_never_changes(
    text: str, first: int, seed: str, opening: bool, fingerprint: str
) -> None:
    assert layout_hash(deal(read_spec(text), first, seed, opening=opening)) == fingerprint


# Random numbers


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 480])
def test_random_numbers_below_a_limit_are_equally_likely(limit: int) -> None:
    stream = RandomStream("numbers")
    seen = Counter(stream.randrange(limit) for _ in range(20 * limit + 500))
    assert set(seen) == set(range(limit))
    assert limit == 1 or is_plausible(seen.values(), 20 + 500 / limit)


def test_random_numbers_below_an_uneven_limit_are_equally_likely() -> None:
    stream = RandomStream("thirds")
    third = 1 << 30
    seen = Counter(stream.randrange(3 * third) // third for _ in range(3000))
    assert is_plausible([seen[part] for part in range(3)], 1000)


def test_a_random_stream_never_repeats_its_bytes() -> None:
    stream = RandomStream("bytes")
    assert len({stream.take(16) for _ in range(100)}) == 100
    assert RandomStream("bytes").take(16) == RandomStream("bytes").take(16) != RandomStream("byte").take(16)


def test_a_new_seed_is_short_unique_and_easy_to_read() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{3}", seed) for seed in seeds)
