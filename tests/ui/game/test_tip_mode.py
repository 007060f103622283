"""Tips: one deduction with its clues and why, made by the same key; a guess where nothing can be proved."""

from __future__ import annotations

from itertools import islice, product, starmap

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, render
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.game.game_draw import game_chrome
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.guess_mode import GuessMode
from minesweeper.ui.game.tip_mode import TipMode
from tests.ui.driving import (
    CALM,
    cursor_to,
    message_of,
    mode_of,
    press,
    rows_of,
    said,
    start,
    state_of,
    text_of,
    the_mode,
    work,
    work_of,
)
from tests.ui.game_boards import BEGINNER, OPEN_MIDDLE, game, marks_of


class TestTips:
    def test_t_shows_one_deduction_with_its_clues_and_t_again_makes_it(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "t"))
        state = state_of(model)
        mode = the_mode(model, TipMode)
        assert mode.shown is not None
        assert mode.shown.safe
        assert marks_of(model).proof == mode.shown.because
        assert said(state).startswith("R3c")
        assert state.cursor[0] == 2
        assert state.session.helpers == {"tip"}
        moved = press(model, "t")
        assert state_of(moved).game.opened & mode.shown.safe
        assert mode_of(moved, TipMode) is None

    def test_esc_and_any_move_hide_the_tip(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "t"))
        hidden = press(model, "esc")
        assert mode_of(hidden, TipMode) is None
        assert isinstance(hidden.top, GameScreen)
        assert mode_of(press(model, "left"), TipMode) is None

    def test_a_wrong_flag_is_the_first_tip(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "f", "up", "r", "t"))
        assert "flag at row 5, column 1 is wrong" in message_of(model)
        model = press(model, "t")
        assert state_of(model).game.flags == 0

    def test_when_nothing_can_be_proved_the_best_guess_is_offered(self) -> None:
        model = work(press(cursor_to(game("..\n11\n*."), 0, 0), "space", "t"))
        state = state_of(model)
        assert said(state).startswith("Nothing can be proved. Best guess: row 3, column ")
        assert mode_of(model, GuessMode) is not None

    def test_a_guess_is_thought_about_in_slices_if_the_settings_say_so_and_esc_stops_it(self) -> None:
        thinking = game(OPEN_MIDDLE, settings=CALM.with_value("think", 30))
        model = press(cursor_to(thinking, 2, 2), "space", "g")
        thinks = "Thinking about the best guess... Esc stops."
        assert message_of(model) == thinks
        slices = list(islice(work_of(model).begin(), 40))
        assert slices == [None] * 40  # one roll-out or less in each
        assert message_of(press(model, "left")) == thinks
        stopped = press(model, "esc")
        assert stopped.top.work(stopped) is None
        assert message_of(stopped) == ""
        assert isinstance(stopped.top, GameScreen)


class TestWalking:
    def shown(self, cols: int = 80, rows: int = 24) -> Model:
        """A tip by two clues, shown as a whole."""
        return work(press(cursor_to(game("....\n1111\n*..*", cols=cols, rows=rows), 0, 0), "space", "t"))

    def test_a_dot_and_a_comma_walk_through_the_proof_and_each_step_is_marked(self) -> None:
        model = self.shown()
        mode = the_mode(model, TipMode)
        assert mode.shown is not None
        first = press(model, ".")
        assert message_of(first) == "1/2  The 1 at row 2, column 1 needs one mine in row 3, columns 1-2."
        marks = marks_of(first)
        assert (marks.proof.bit_count(), marks.safe, marks.danger) == (1, 0, 0)
        last = press(first, ".")
        assert message_of(last).startswith(
            "2/2  The 1 at row 2, column 2 sees all of these cells and has no other mine left"
        )
        assert marks_of(last).safe == mode.shown.safe
        assert message_of(press(last, ".")) == message_of(last)
        assert rows_of(last)[-1].split()[:2] == [",", "back"], "there is no next step"
        assert message_of(press(last, ",")) == message_of(first)
        whole = press(last, ",", ",")
        assert marks_of(whole).proof == mode.shown.because
        assert message_of(whole).startswith("R3c3 is safe.")

    def test_a_proof_of_one_step_has_no_hint_and_the_key_tells_that_step(self) -> None:
        opened = press(cursor_to(game("*.*."), 0, 1), "space")
        assert message_of(press(opened, ".")) == "T shows a tip; . then walks through its proof."
        model = work(press(opened, "t"))
        assert "T play it" in text_of(model)
        told = press(model, ".", ".")
        assert message_of(told).startswith(
            "1/1  Row 1, columns 1 and 3 are mines: the 2 at row 1, column 2 has only these two"
        )
        assert mode_of(told, TipMode) is not None


WORDS = ("", "text", "text.dim", "key")


def is_seen(model: Model) -> bool:
    """Whether all cells that are marked are drawn in view, and no word lies over them."""
    state, frame = state_of(model), render(model)
    geometry, view = state.geometry(model), state.looks.view
    places = [geometry.place(view, *cell) for cell in marked_cells(model) if geometry.shows(view, cell)]
    drawn = [place for place in places if frame.style_at(place[0], place[1] + 1) not in WORDS]
    return len(drawn) == len(marked_cells(model))


def marked_cells(model: Model) -> list[tuple[int, int]]:
    marks, grid = marks_of(model), state_of(model).game.grid
    shown = state_of(model).view(model).marks
    assert shown is not None
    cells = marks.proof | marks.safe | shown.mined
    return [grid.row_col(cell) for cell in cells_of(cells)]


def has_room(model: Model) -> bool:
    """Whether some view has all marked cells in the rows that words at the bottom, or at the top, leave free."""
    state, cells = state_of(model), marked_cells(model)
    geometry = state.geometry(model)
    words, size = len(game_chrome(state, model).lines), model.rows
    covered = [range(1, words + 1), range(size - 1 - words, size), range(size - words, size)]
    return any(
        all(geometry.shows(view, cell) and geometry.place(view, *cell)[0] not in rows for cell in cells)
        for rows in covered
        for view in starmap(
            View,
            product(
                range(geometry.board_rows - geometry.view_rows + 1), range(geometry.board_cols - geometry.view_cols + 1)
            ),
        )
    )


@pytest.mark.parametrize("size", [(20, 7), (40, 12)])
@pytest.mark.parametrize("seed", ["b", "c"])
def test_what_a_tip_and_each_step_of_its_proof_marks_is_in_view_beside_its_sentence(
    size: tuple[int, int], seed: str
) -> None:
    model = press(start(new_session(BoardSpec(30, 20, 114), "custom", seed), *size), "space")
    steps = 0
    for _ in range(30):
        model = work(press(model, "t"))
        mode = mode_of(model, TipMode)
        if mode is None:
            break
        is_walked = state_of(model).view(model).is_walked
        for _ in range(len(mode.shown.steps) + 1 if mode.shown and is_walked else 1):
            steps += 1
            assert is_seen(model) or not has_room(model), text_of(model)
            model = press(model, ".") if is_walked else model
        model = press(model, "t")
    assert steps > 30
