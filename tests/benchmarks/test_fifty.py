"""The shares of possible 50/50s against all layouts of small boards."""

from __future__ import annotations

from benchmarks.fifty import Joint, find_twins
from minesweeper.core.position import read_position
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.guess import Lookahead
from tests.solvers.brute_force import fitting_layouts

POSITIONS = (
    ("####\n####\n2###\n####", 5),
    ("###1\n##21\n####\n1###", 6),
    ("1###\n####\n####", 4),
    ("#####\n#3###\n#####", 6),
)


def test_both_ways_of_a_twin_have_the_share_that_all_layouts_have() -> None:
    seen = 0
    for picture, mines in POSITIONS:
        analysis = analyse(read_position(picture, mines))
        layouts = list(fitting_layouts(analysis.position))
        joint = Joint(Lookahead(analysis))
        for one, other, missing in find_twins(analysis):
            for mined, safe in ((one, other), (other, one)):
                wanted, free = sum(1 << cell for cell in (*mined, *missing)), sum(1 << cell for cell in safe)
                fitting = sum(layout & wanted == wanted and not layout & free for layout in layouts)
                assert abs(joint.share((*mined, *missing), safe) - fitting / len(layouts)) < 1e-12
                seen += fitting > 0
    assert seen > 50


def test_nothing_tells_the_two_ways_of_a_twin_apart() -> None:
    analysis = analyse(read_position("####\n####\n2###\n####", 5))
    grid = analysis.position.grid
    for one, other, missing in find_twins(analysis):
        inside = sum(1 << cell for cell in (*one, *other))
        around = [cell for cell in range(grid.size) if not inside >> cell & 1 and cell not in missing]
        for cell in around:
            beside = grid.neighbours(cell)
            counts = [sum(beside >> mine & 1 for mine in way) for way in (one, other)]
            assert counts[0] == counts[1], (one, other, missing, cell)
