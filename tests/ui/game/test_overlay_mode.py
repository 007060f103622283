"""The overlay with proved cells and odds, and what-if mines."""

from __future__ import annotations

import re

import pytest

from minesweeper.solvers import win_chance
from minesweeper.solvers.rollouts import Budget
from minesweeper.ui.base.model import render, resize
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.pause import ChoicesScreen
from tests.ui.driving import (
    ASCII,
    CALM,
    click,
    cursor_to,
    message_of,
    place_of,
    press,
    rows_of,
    sentence_of,
    state_of,
    text_of,
    work,
)
from tests.ui.game_boards import BEGINNER, CHOICES, OPEN_MIDDLE, fair_game, game, marks_of


class TestOverlay:
    def test_the_overlay_counts_as_an_assist_only_after_the_first_open(self) -> None:
        looked = press(game(BEGINNER), "v", "v", "v")
        assert not state_of(press(cursor_to(looked, 4, 0), "space")).session.is_assisted
        model = press(game(BEGINNER), "v")
        assert not state_of(model).session.is_assisted
        begun = press(cursor_to(model, 4, 0), "space")
        assert state_of(begun).session.assistants == {"overlay"}

    def test_the_overlay_shows_first_proved_cells_and_then_odds(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "v")
        model = work(model)
        known = state_of(model).current_analysis
        assert known is not None
        assert marks_of(model).safe == known.safe != 0
        assert marks_of(model).danger == known.mined != 0
        assert marks_of(model).odds == {}
        assert state_of(model).session.is_assisted
        model = work(press(model, "v"))
        assert marks_of(model).odds
        assert "Elsewhere" in text_of(model)
        model = press(model, "v")
        assert state_of(model).current_analysis is None
        assert model.top.work(model) is None

    def test_the_overlay_shows_the_win_chance_of_an_end_game(self) -> None:
        model = work(press(cursor_to(game(CHOICES), 0, 0), "space", "v"))
        assert "Best play wins 52.1%" in text_of(model)  # in the panel beside the board
        model = work(press(model, "right", "v"))
        assert "Best play wins 52.1%" in text_of(model)
        assert "No cell is safe. Best play wins 52.1%." in " ".join(text_of(model).split())
        small = press(work(press(cursor_to(game(CHOICES, rows=7, cols=20), 0, 0), "space", "v")), "right")
        assert "none safe; win 52.1%" in text_of(small)
        moved = work(click(model, 3, 1))
        assert "Best play wins 52.1%" not in text_of(moved)

    def test_the_overlay_estimates_the_win_chance_with_time_to_think(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(win_chance, "budget_of", lambda seconds: Budget(rollouts=32) if seconds else None)
        thinks = CALM.with_value("think", 5)
        fresh = cursor_to(game(OPEN_MIDDLE, settings=thinks), 2, 2)
        # Opening the first cell isn't a guess.
        assert "win" not in text_of(press(work(press(fresh, "v")), "left")).lower()
        model = press(fresh, "space", "v")
        assert "win" not in text_of(model).lower()
        model = press(work(model), "right")
        assert model.top.work(model) is None
        for shown in (model, work(press(model, "v"))):
            assert re.search(r"A bot wins about \d+%, give or take \d+", text_of(shown))
            assert re.search(r"win ~\d+%", text_of(resize(shown, 7, 20)))

    def test_esc_closes_the_overlay_before_it_pauses_the_game(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "space", "v"))
        closed = press(model, "esc")
        assert state_of(closed).aids.overlay is Overlay.OFF
        assert isinstance(closed.top, GameScreen)
        assert isinstance(press(closed, "esc").top, ChoicesScreen)

    def test_odds_in_the_overlay_are_digits_coloured_by_mine_risk(self) -> None:
        # In the first position, logic decides the last row. In the second one, both hidden cells have odds of 50%.
        small = CALM.with_value("cell_size", "2x1")
        model = work(press(cursor_to(game("...\n111\n.*.", settings=small), 0, 0), "space", "v", "v"))
        row, col = place_of(model, 2, 0)
        assert render(model).style_at(row, col) == "safe"
        model = work(press(cursor_to(game("..\n11\n*.", settings=small), 0, 0), "space", "v", "v"))
        row, col = place_of(model, 2, 0)
        assert rows_of(model)[row][col - 1 : col + 3] == " ▄ ▄"
        styles = [render(model).style_at(row, col + at) for at in (-1, 0, 1, 2)]
        assert styles == ["lowest", "lowest", "lowest.odd", "lowest.odd"], "the digits differ by background"
        assert "Here" not in text_of(model)
        assert "A higher bar is a higher risk." in text_of(model)
        assert "Here: 50.0% chance of a mine." in text_of(cursor_to(model, 2, 0))


def test_the_overlay_is_computed_while_the_go_to_question_is_open() -> None:
    model = press(cursor_to(game("..\n11\n*."), 0, 0), "space", "v", ":")
    assert state_of(model).mode.asks
    assert state_of(work(model)).current_analysis is not None


class TestWhatIf:
    def test_a_what_if_mine_shows_its_consequences_and_the_violated_clue(self) -> None:
        # A mine at row 7, column 3 would leave the 1 at row 6, column 1 without a mine.
        small = CALM.with_value("cell_size", "2x1")
        model = press(cursor_to(game(BEGINNER, settings=small, looks=ASCII), 4, 0), "space")
        model = work(press(cursor_to(model, 6, 2), "p"))
        state = state_of(model)
        assert state.session.assistants == {"what-if"}
        assert sentence_of(state) == "x1 would have no mine: +P is safe."
        detailed = press(cursor_to(press(model, "p", "i"), 6, 2), "p")
        assert sentence_of(state_of(work(detailed))) == (
            "Then the 1 at row 6, column 1 would have no mine: row 7, column 3 is safe to open."
        )
        row, col = place_of(model, 5, 0)
        assert rows_of(model)[row][col - 1 : col + 1] == "x1"
        text = text_of(model)
        assert "+P" in text
        assert "~+" in text

    def test_a_what_if_mine_goes_when_its_cell_is_opened_or_flagged(self) -> None:
        model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space")
        model = work(press(cursor_to(model, 2, 1), "p"))
        assert state_of(model).aids.what_if_mines
        assert state_of(press(model, "p")).aids.what_if_mines == 0
        assert state_of(press(model, "o")).aids.what_if_mines == 0
        assert state_of(press(model, "r")).aids.what_if_mines == 0
        assert state_of(press(model, "f")).aids.what_if_mines == 0

    def test_the_what_if_answer_includes_results_of_several_clues(self) -> None:
        model = press(cursor_to(game("......\n*...*.\n......\n*.*..*"), 0, 2), "space")
        model = work(press(cursor_to(model, 1, 5), "p"))
        answer = state_of(model).aids.what_if
        assert answer is not None
        assert answer.from_what_if_mines
        assert message_of(model).startswith("Then ")
        assert model.top.work(model) is None
        assert state_of(press(model, "left")).aids.what_if == answer

    def test_unlock_opens_a_cell_and_says_that_it_looked_at_the_mines(self) -> None:
        model = work(press(cursor_to(game("..\n11\n*."), 0, 0), "space", "!"))
        assert "Unlock looked at the mines" in message_of(model) or state_of(model).game.is_over
        assert state_of(model).session.assistants == {"unlock"}


def test_the_what_if_answer_appears_only_after_trying_a_mine() -> None:
    model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space")
    model = work(press(cursor_to(model, 2, 0), "p"))
    assert sentence_of(state_of(model)).startswith("Then 1 more cell would be a mine")
    assert sentence_of(state_of(work(press(cursor_to(model, 2, 3), "f")))) == ""


@pytest.mark.parametrize("how", ["key", "right button"])
def test_setting_a_what_if_mine_with_the_flag_key_says_what_follows(how: str) -> None:
    model = press(cursor_to(game("....\n1111\n*..*", settings=CALM.with_value("assist", "dual")), 0, 0), "space")
    for col in (1, 2):
        for _ in range(2):  # The flag key sets a flag, and then turns it into a what-if mine.
            model = press(cursor_to(model, 2, col), "f") if how == "key" else click(model, 2, col, "right")
            model = work(model)
        broken = "✗1 would have no mine: ✓⚐ is safe." if col == 1 else "✗1 would have 2 mines: ✓⚐ are safe."
        assert message_of(model) == broken
    assert message_of(work(cursor_to(model, 2, 0))) == ""


def test_an_opened_cell_cant_be_tried_as_a_mine() -> None:
    model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "p")
    assert "Only a hidden cell" in message_of(model)


def test_the_overlay_on_a_fair_board_has_no_odds_and_no_win_chance() -> None:
    model = work(press(fair_game(), "v"))
    assert state_of(model).aids.overlay is Overlay.PROVED
    assert state_of(model).chance is None
    assert model.top.work(model) is None
    assert "%" not in text_of(model)
    assert "V hide" in text_of(model)
    assert "Here: a guess survives. No cell can be proved safe." in text_of(cursor_to(model, 1, 1))
    assert "No cell can be proved safe: any guess survives." in text_of(cursor_to(model, 0, 0))
    assert state_of(press(model, "v")).aids.overlay is Overlay.OFF
