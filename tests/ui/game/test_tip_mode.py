"""Tips: each shows a deduction with its clues and is played by the same key.

If nothing is provable, a guess is offered.
"""

from __future__ import annotations

from itertools import islice, product, starmap

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of
from minesweeper.play.game import Phase
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import Model, render
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.game.game_draw import game_chrome
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.guess_mode import GuessMode
from minesweeper.ui.game.tip_mode import TipMode
from tests.ui.driving import (
    CALM,
    click,
    cursor_to,
    message_of,
    mode_of,
    mouse,
    press,
    rows_of,
    sentence_of,
    show_state,
    start,
    state_of,
    text_of,
    the_mode,
    work,
    work_of,
)
from tests.ui.game_boards import BEGINNER, OPEN_MIDDLE, game, marks_of
from tests.ui.watching import style_of


class TestTips:
    def test_t_shows_a_tip_with_its_clues_and_t_again_plays_it(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "t"))
        state = state_of(model)
        mode = the_mode(model, TipMode)
        assert mode.shown is not None
        assert mode.shown.safe
        assert marks_of(model).proof == mode.shown.because
        assert sentence_of(state) == "✓ is safe: both 1s share a mine. (This is the 1-1 pattern.)"
        assert "1 2 3 4" not in " ".join(rows_of(model)[5].split()), "the sentence names no row or column"
        assert state.cursor[0] == 2
        assert state.session.assistants == {"tip"}
        moved = press(model, "t")
        assert state_of(moved).game.opened & mode.shown.safe
        assert mode_of(moved, TipMode) is None

    def test_a_tip_marks_the_mine_that_proves_a_cell_safe(self) -> None:
        opened = press(cursor_to(game(".*..*"), 0, 0), "space", "right", "right", "space")
        model = work(press(opened, "t"))
        assert message_of(model) == "✓ is safe: the 1 has its mine already."
        assert message_of(press(model, "i")).startswith("Row 1, column 4 is safe. The 1 at row 1, column 3 has ")
        assert (marks_of(model).safe, marks_of(model).danger) == (1 << 3, 1 << 1)

    def test_esc_or_a_moved_cursor_hides_the_tip(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "t"))
        hidden = press(model, "esc")
        assert mode_of(hidden, TipMode) is None
        assert isinstance(hidden.top, GameScreen)
        assert mode_of(press(model, "left"), TipMode) is None

    def test_a_tip_points_out_a_wrong_flag_first(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "f", "up", "r", "t"))
        assert message_of(model).startswith("!⚑ is wrong: ")
        assert style_of(model, "!⚑ is wrong") == "over on opened"
        model = press(model, "t")
        assert state_of(model).game.flags == 0

    def test_a_tip_offers_the_best_guess_if_nothing_can_be_proved(self) -> None:
        model = work(press(cursor_to(game("..\n11\n*."), 0, 0), "space", "t"))
        state = state_of(model)
        assert sentence_of(state).startswith("Nothing can be proved. ▸ is the best guess: 50.0% mine risk")
        assert mode_of(model, GuessMode) is not None

    def test_the_search_for_the_best_guess_runs_in_slices_until_esc(self) -> None:
        thinking = game(OPEN_MIDDLE, settings=CALM.with_value("think", 30))
        model = press(cursor_to(thinking, 2, 2), "space", "g")
        thinks = "Thinking about the best guess... Esc stops."
        assert message_of(model) == thinks
        slices = list(islice(work_of(model).begin(), 40))
        assert slices == [None] * 40  # each slice does at most one roll-out
        assert message_of(press(model, "left")) == thinks
        stopped = press(model, "esc")
        assert stopped.top.work(stopped) is None
        assert message_of(stopped) == ""
        assert isinstance(stopped.top, GameScreen)


class TestWalking:
    def shown(self, cols: int = 80, rows: int = 24) -> Model:
        """A tip that needs two clues, shown as a whole."""
        return work(press(cursor_to(game("....\n1111\n*..*", cols=cols, rows=rows), 0, 0), "space", "t"))

    def test_a_dot_and_a_comma_walk_through_the_proof_of_a_tip(self) -> None:
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
        assert message_of(whole).startswith("✓ is safe: ")

    def test_a_proof_of_one_step_says_that_it_cant_be_split(self) -> None:
        opened = press(cursor_to(game("*.*."), 0, 1), "space")
        assert message_of(press(opened, ".")) == "T shows a tip; . then walks through its proof."
        model = work(press(opened, "t"))
        assert "T play it" in text_of(model)
        walked = press(model, ".")
        assert message_of(walked) == "You have seen the whole proof: it can't be split into steps."
        assert message_of(press(walked, ".")) == message_of(walked)
        assert message_of(press(walked, ",")) == message_of(model)
        assert marks_of(walked) == marks_of(model)


CHORD = """
.*..
**..
...*
"""
"""After the left three cells of the last row are opened, two mines are provable, but no wrong flag on the right is."""


class TestShownMines:
    REFUSAL = "This would open a cell that the tip shows as a mine, so nothing was opened."

    def shown(self, settings: Settings = CALM) -> Model:
        """A tip that both cells next to a number are mines. The cursor is on the first of them."""
        model = work(press(cursor_to(game("*.*.", settings=settings), 0, 1), "space", "t"))
        assert state_of(model).cursor == (0, 0)
        return model

    def check_refused(self, before: Model, after: Model) -> None:
        assert state_of(after).game == state_of(before).game
        assert message_of(after) == self.REFUSAL
        assert marks_of(after).danger

    def test_keys_and_buttons_never_open_a_mine_that_a_tip_shows(self) -> None:
        model, at_once = self.shown(), self.shown(CALM.with_value("mouse_opens_on", "press"))
        for key in ("space", "enter"):
            self.check_refused(model, press(model, key, key))
        self.check_refused(model, click(model, 0, 2))
        self.check_refused(at_once, mouse(at_once, "press", "left", 0, 0))
        swapped = press(cursor_to(game("*.*."), 0, 1), "space", "f5")
        assert state_of(swapped).looks.click_mode
        swapped = work(press(swapped, "t"))
        self.check_refused(swapped, click(swapped, 0, 0, "right"))
        assert state_of(click(swapped, 0, 0)).game.flags, "the left button flags in click mode"

    def test_a_chord_never_opens_a_mine_that_a_tip_shows(self) -> None:
        model = game(CHORD)
        for col in range(3):
            model = click(model, 2, col)
        model = cursor_to(click(click(model, 1, 3, "right"), 2, 3, "right"), 1, 1)
        model = work(press(model, "t"))
        assert marks_of(model).danger
        for button in ("left", "middle"):
            self.check_refused(model, click(model, 2, 2, button))
        on_number = state_of(model).move_to(2, 2)
        for key in ("space", "c"):
            self.check_refused(model, press(show_state(model, on_number), key))

    def test_a_chord_in_click_mode_never_opens_a_mine_that_a_tip_shows(self) -> None:
        model = game(CHORD)
        for col in range(3):
            model = click(model, 2, col)
        model = click(click(model, 1, 3, "right"), 2, 3, "right")
        model = work(press(cursor_to(press(model, "f5"), 1, 1), "t"))
        assert marks_of(model).danger
        self.check_refused(model, click(model, 2, 2, "right"))

    def test_the_key_bar_doesnt_offer_to_open_a_mine_that_a_tip_shows(self) -> None:
        assert "open" not in rows_of(self.shown())[-1]
        assert "F flag" in rows_of(self.shown())[-1]
        safe = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "t"))
        assert "Space open" in rows_of(safe)[-1]

    def test_a_mine_that_a_tip_showed_can_be_opened_after_esc(self) -> None:
        hidden = press(self.shown(), "esc", "space")
        assert state_of(hidden).game.phase is Phase.LOST


class TestProvedMines:
    """Later tips rely on a mine that a tip has proved, until undo takes back the clues that proved it."""

    MINE = 1 << 9 + 1

    def next_tip(self) -> Model:
        """The tip after one that proved a mine. That mine has no flag."""
        return work(press(work(press(click(game(BEGINNER), 4, 0), "t")), "esc", "t"))

    def test_a_tip_builds_on_mines_that_earlier_tips_proved(self) -> None:
        model = self.next_tip()
        assert state_of(model).game.flags == 0
        assert message_of(model) == "✓ is safe: the 1 has its mine already."
        assert "The 1 at row 3, column 1 has its mine at row 2, column 2," in message_of(press(model, "i"))
        assert marks_of(model).danger == self.MINE
        assert state_of(click(model, 1, 1)).game == state_of(model).game, "the cell is marked as a mine"

    def test_undo_forgets_a_proved_mine_with_the_clues_that_prove_it(self) -> None:
        model = press(self.next_tip(), "t")
        assert state_of(model).game.proved_mines & self.MINE
        assert state_of(press(model, "z")).game.proved_mines & self.MINE, "the clues that prove the mine are still open"
        undone = press(model, "z", "z")
        assert (state_of(undone).game.opened, state_of(undone).game.proved_mines) == (0, 0)

    def test_a_tip_builds_on_mines_that_a_solver_proved(self) -> None:
        flagged = work(press(click(game(BEGINNER), 4, 0), "k"))
        cleared = click(click(flagged, 1, 1, "right"), 1, 2, "right")
        assert (state_of(flagged).game.flags.bit_count(), state_of(cleared).game.flags) == (2, 0)
        text = "The 1 at row 2, column 4 has its mine at row 2, column 3, so its other cells are safe."
        assert message_of(press(work(press(cleared, "t")), "i")).endswith(text), "the mine isn't proved again"

    def test_tips_on_an_analysis_board_remember_no_proved_mines(self) -> None:
        model = press(self.next_tip(), "esc", "f6")
        assert state_of(work(press(work(press(model, "t")), "t"))).game.proved_mines == 0


WORDS = ("", "text", "text.dim", "key")


def is_seen(model: Model) -> bool:
    """Whether all marked cells are in view and no text covers them."""
    state, frame = state_of(model), render(model)
    geometry, view = state.geometry, state.looks.view
    places = [geometry.place(view, *cell) for cell in marked_cells(model) if geometry.shows(view, cell)]
    drawn = [place for place in places if frame.style_at(place[0], place[1] + 1) not in WORDS]
    return len(drawn) == len(marked_cells(model))


def marked_cells(model: Model) -> list[tuple[int, int]]:
    marks, grid = marks_of(model), state_of(model).game.grid
    shown = state_of(model).view().marks
    assert shown is not None
    cells = marks.proof | marks.safe | shown.danger
    return [grid.row_col(cell) for cell in cells_of(cells)]


def has_room(model: Model) -> bool:
    """Whether some view would show all marked cells in rows that text at the top or at the bottom leaves free."""
    state, cells = state_of(model), marked_cells(model)
    geometry = state.geometry
    words, size = len(game_chrome(state).lines), model.rows
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
def test_a_tip_and_its_steps_never_cover_the_cells_that_they_mark(size: tuple[int, int], seed: str) -> None:
    model = press(start(new_session(BoardSpec(30, 20, 114), "custom", seed), *size), "space")
    steps = 0
    for _ in range(40):
        model = work(press(model, "t"))
        mode = mode_of(model, TipMode)
        if mode is None:
            break
        is_walked = mode.shown is not None and len(mode.shown.steps) > 1
        for _ in range(len(mode.shown.steps) + 1 if mode.shown and is_walked else 1):
            steps += 1
            assert is_seen(model) or not has_room(model), text_of(model)
            model = press(model, ".") if is_walked else model
        model = press(model, "t")
    assert steps > 30
