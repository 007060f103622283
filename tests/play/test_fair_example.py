"""The worked example of fair boards: what it says of both guesses is what the judge does."""

from __future__ import annotations

import pytest

from minesweeper.assist.naming import Naming
from minesweeper.core.cells import cells_of
from minesweeper.play.fair import Verdict, judge, region_of
from minesweeper.play.fair_example import CORNER, WALL, fair_example
from minesweeper.play.game import Phase


def test_a_fair_guess_is_forced_although_a_distant_cell_is_provable() -> None:
    lesson, _ = fair_example()
    region = region_of(lesson.analysis, 1 << CORNER)
    assert not region & lesson.analysis.safe
    assert lesson.analysis.safe
    for cell in cells_of(region):
        for seed in ("1", "2", "3"):
            ruling = judge(lesson.game, 1 << cell, 0, seed)
            assert ruling.verdict is Verdict.FORCED
            assert lesson.game.with_layout(ruling.layout).open_cell(cell).phase is Phase.PLAYING


def test_a_fair_guess_beside_a_provable_cell_hits_a_mine() -> None:
    lesson, _ = fair_example()
    region = region_of(lesson.analysis, 1 << WALL)
    unproved = region & ~lesson.analysis.safe
    assert unproved != region
    for cell in cells_of(unproved):
        ruling = judge(lesson.game, 1 << cell, 0, "1")
        assert ruling.verdict is Verdict.NEEDLESS
        assert lesson.game.with_layout(ruling.layout).open_cell(cell).phase is Phase.LOST


def test_the_fair_example_shows_both_guesses_step_by_step() -> None:
    lesson, example = fair_example()
    phases = [example.game_after(step).phase for step in range(len(example.steps) + 1)]
    assert phases == [Phase.PLAYING] * 4 + [Phase.LOST]
    assert example.game_after(2).opened == lesson.game.opened | 1 << CORNER
    assert [step.safe for step in example.steps] == [0, 0, lesson.analysis.safe, 0]
    assert example.steps[0].mined == lesson.analysis.mined


@pytest.mark.parametrize("naming", Naming)
def test_sentences_of_the_fair_example_say_what_each_guess_does(naming: Naming) -> None:
    _, example = fair_example()
    texts = [step.text for step in example.steps_in(naming)]
    assert "survives" in texts[1]
    assert "hits a mine" in texts[3]
