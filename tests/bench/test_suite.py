"""The suite of the referee never changes, and its answers are right."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from importlib.resources import files

import pytest

from minesweeper.bench import suite
from minesweeper.bench.suite import SuiteError, SuitePosition, suite_boards, suite_positions
from minesweeper.core.cells import cells_of
from minesweeper.play.game import Phase, begin_game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.players import PLAYERS
from tests.solvers.brute_force import wins_by_brute_force


def test_the_suite_has_100_different_boards_of_each_preset() -> None:
    boards = suite_boards()
    assert {name: len(seeds) for name, seeds in boards.items()} == dict.fromkeys(
        ("beginner", "intermediate", "expert"), 100
    )
    for seeds in boards.values():
        assert len({seed.make().layout.mines for seed in seeds}) == 100


def test_the_suite_has_500_different_positions() -> None:
    kinds = Counter(entry.kind for entry in suite_positions())
    assert kinds == {"trap": 175, "stuck": 175, "assumption": 50, "mine total": 50, "exact count": 50}
    assert len({entry.position for entry in suite_positions()}) == 500


def test_the_positions_of_the_suite_take_less_than_100_kilobytes() -> None:
    assert len(files("minesweeper.bench").joinpath(suite.FILE).read_bytes()) < 100_000


def test_a_suite_that_cannot_be_unpacked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "FILE", "suite.py")
    suite_positions.cache_clear()
    with pytest.raises(SuiteError, match="the suite of the referee is damaged"):
        suite_positions()
    monkeypatch.undo()
    assert len(suite_positions()) == 500


def test_a_suite_with_a_wrong_checksum_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "SEED", "other boards")
    suite_positions.cache_clear()
    with pytest.raises(SuiteError, match="the suite of the referee is damaged"):
        suite_positions()
    monkeypatch.undo()
    assert len(suite_positions()) == 500


def test_answers_of_the_suite_agree_with_an_analysis() -> None:
    for entry in suite_positions():
        analysis = run_to_end(analyse(entry.position))
        assert analysis.safe == entry.safe
        assert bool(entry.safe) != bool(entry.wins)
        assert set(entry.wins) in (set(), set(cells_of(entry.position.hidden)))
        assert analysis.is_exact
        for cell, wins in entry.wins.items():  # best play can win only layouts in which the cell is safe
            mined, layouts = analysis.odds(cell)
            assert Fraction(wins, entry.layouts) <= 1 - Fraction(mined, layouts)


def test_the_safest_cells_of_a_suite_trap_are_never_the_best_guess() -> None:
    for entry in suite_positions():
        if entry.wins:
            analysis = run_to_end(analyse(entry.position))
            risks = {cell: Fraction(*analysis.odds(cell)) for cell in entry.wins}
            safest = [cell for cell, risk in risks.items() if risk == min(risks.values())]
            is_trap = max(entry.wins[cell] for cell in safest) < max(entry.wins.values())
            assert is_trap == (entry.kind == "trap")


def few_layouts(entry: SuitePosition) -> bool:
    analysis, hidden = run_to_end(analyse(entry.position)), entry.position.hidden
    unknown = (hidden & ~analysis.mined).bit_count()
    return bool(entry.wins) and (analysis.layouts or 0) <= 16 and unknown <= 14 and hidden.bit_count() <= 30


def test_win_chances_of_the_suite_agree_with_brute_force() -> None:
    entries = [entry for entry in suite_positions() if few_layouts(entry)]
    assert len(entries) > 20
    for entry in entries:
        layouts = run_to_end(analyse(entry.position)).layouts
        assert layouts is not None
        for cell, wins in entry.wins.items():
            assert Fraction(wins, entry.layouts) == Fraction(wins_by_brute_force(entry.position, cell), layouts)


def test_single_clues_prove_no_safe_cell_in_the_suite() -> None:
    for entry in suite_positions():
        if entry.safe:
            assert PLAYERS["simple"]()(entry.position) is None


def test_first_cells_of_the_suite_boards_win_no_game() -> None:
    games = [begin_game(seed.make()) for seeds in suite_boards().values() for seed in seeds]
    assert {game.phase for game in games} == {Phase.PLAYING}
