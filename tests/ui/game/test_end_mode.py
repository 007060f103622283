"""The end of a game on the board: the band, the wave of flags, the proof that is marked and the way to the next one."""

from __future__ import annotations

import pytest

from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.core.cells import cells_of
from minesweeper.play.game import Phase
from minesweeper.storage.records import Outcome
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.jobs import Query
from minesweeper.ui.base.model import Model, render, tick
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.game.end_mode import end_of, with_guesses, with_outcome
from minesweeper.ui.game.game_draw import game_chrome, marks_of
from minesweeper.ui.game.game_state import put
from minesweeper.ui.replay.screen import ReplayScreen
from tests.ui.driving import (
    ASCII,
    CALM,
    board,
    cursor_to,
    finish_work,
    message_of,
    place_of,
    press,
    start,
    state_of,
    text_of,
    work,
    work_of,
)
from tests.ui.game_boards import BEGINNER
from tests.ui.watching import style_of

MOVING = Settings({"cell_size": "4x2"})
LAST_CASCADE = "*1......\n11......\n........\n......11\n......1*"
"""One open wins: all that has no mine is one region."""
SAFE = "....\n1111\n*..*"
"""Below the numbers both cells in the middle are safe, each by other clues."""
SIZES = [(20, 7), (80, 24), (100, 30), (200, 60)]


def frame_style(model: Model) -> str:
    frame = state_of(model).geometry(model).frame
    return render(model).style_at(frame.top + frame.height // 2, frame.left)


def marks(model: Model) -> tuple[int, int, int]:
    """The cells that are marked as safe, as clues and as the better guess."""
    found = marks_of(state_of(model), model, state_of(model).view(model))
    return found.safe, found.proof, found.guess


def won(cols: int = 80, rows: int = 24, settings: Settings = MOVING) -> Model:
    return press(cursor_to(start(board(LAST_CASCADE), cols, rows, settings), 2, 3), "space")


class TestWin:
    def test_the_band_comes_when_the_last_cascade_is_open_and_the_flags_come_up_after_it(self) -> None:
        model = won()
        assert state_of(model).game.phase is Phase.WON
        assert (frame_style(model), "Won" in text_of(model)) == ("border", False)
        while state_of(model).looks.rings:
            assert "⚑" not in text_of(model)
            model = tick(model, model.top.wait() or 0.0)
        assert (frame_style(model), "Won" in text_of(model)) == ("frame.won", True)
        counts = [text_of(model).count("⚑")]
        while state_of(model).looks.wave:
            model = tick(model, model.top.wait() or 0.0)
            counts.append(text_of(model).count("⚑"))
        assert counts == sorted(counts)
        assert (counts[0], counts[-1]) == (0, 2)
        assert style_of(model, "⚑") == "flag.won"
        later = press(tick(model, 60.0), "left", "l", "l", "w")
        for after in (later, press(later, "x"), press(later, "h", "esc")):
            assert style_of(after, "⚑") == "flag.won", "for good"

    def test_any_key_ends_the_wave_even_while_keys_are_ignored(self) -> None:
        model = press(won(), "f12")
        state = state_of(model)
        assert state.looks.ignore_keys_s > 0
        assert state.looks.rings is state.looks.wave is None
        assert "Won" in text_of(model)
        assert text_of(model).count("⚑") == 2
        assert state_of(press(won(), "n")).game.is_over, "a hurried key does nothing else"

    @pytest.mark.parametrize("motion", ["reduced", "none"])
    def test_with_less_motion_there_is_no_wave(self, motion: str) -> None:
        model = won(settings=Settings({"motion": motion, "cell_size": "4x2"}))
        assert state_of(model).looks.wave is None
        assert text_of(model).count("⚑") == 2
        assert "Won" in text_of(model)

    @pytest.mark.parametrize(("cols", "rows"), SIZES)
    def test_at_every_size_there_is_one_band_and_no_cursor(self, cols: int, rows: int) -> None:
        model = press(won(cols, rows), "f12")
        chrome = game_chrome(state_of(model), model)
        assert chrome.stripe is not None
        assert len(chrome.stripe.text) <= cols
        assert sum("Won" in line for line in text_of(model).split("\n")) == 1
        if rows == 7:
            assert chrome.stripe.row == rows - 2
        styles = {style for line in render(model).lines for _, _, style in line}
        assert not {style for style in styles if style.startswith("cursor")}
        assert render(model).cursor is None

    def test_the_band_and_the_frame_are_told_without_colours_too(self) -> None:
        model = press(cursor_to(start(board(LAST_CASCADE), 20, 7, looks=ASCII), 2, 3), "space")
        assert "Won 0:00.000" in text_of(model)
        assert "✦" not in text_of(press(cursor_to(start(board(LAST_CASCADE), looks=ASCII), 2, 3), "space"))


def lost_game(cols: int = 80, rows: int = 24, looks: Looks | None = None) -> Model:
    """A game lost by a mine, where two cells were safe for different reasons."""
    model = press(cursor_to(start(board(SAFE), cols, rows, looks=looks), 0, 0), "space")
    return tick(work(press(cursor_to(model, 2, 0), "space")), 1.0)


def chorded(picture: str) -> Model:
    """A game lost by a chord on the second number below the top row, which trusted a flag on the second cell."""
    model = press(cursor_to(start(board(picture)), 0, 0), "space")
    model = press(cursor_to(press(cursor_to(model, 2, 1), "f"), 1, 1), "space")
    assert state_of(model).game.exploded
    return tick(work(model), 1.0)


def shocked(settings: Settings = MOVING) -> Model:
    """A game that was lost a moment ago, in the middle of a row of mines."""
    model = press(start(board(SHOCK).open_cell(0), 80, 24, settings), "f12")
    return work(press(cursor_to(model, 2, 6), "space"))


SHOCK = "." * 13 + "\n" + "." * 13 + "\n" + "*" * 12 + "."


class TestShockWave:
    def test_a_ring_runs_outwards_with_the_mines_behind_it_and_then_comes_the_card(self) -> None:
        model, seen = shocked(), []
        while state_of(model).looks.wave:
            text = text_of(model)
            assert "Lost" not in text
            assert frame_style(model) == "border"
            assert marks(model) == (0, 0, 0), "the proof comes after it"
            seen.append((text.count("✱"), "near" in {style for line in render(model).lines for _, _, style in line}))
            model = tick(model, model.top.wait() or 0.0)
        mines = [count for count, _ in seen]
        assert mines[1:] == sorted(set(mines)), "from the second step on more mines at each"
        assert all(is_lit for _, is_lit in seen[1:])
        assert text_of(model).count("✱") > mines[-1]
        assert "Lost after 0:00   avoidable" in text_of(model)


class TestLoss:
    def test_the_safe_cell_and_its_clues_are_marked_at_once_with_the_sentence(self) -> None:
        lost = lost_game()
        assert frame_style(lost) == "frame.lost"
        assert style_of(lost, "Lost after") == "banner.lost"
        safe, proof, _ = marks(lost)
        assert cells_of(safe) == [9]
        assert cells_of(proof) == [6, 7]
        assert "R3c2 (green) was safe: the 1 at r2c4" in message_of(lost)
        assert style_of(lost, "✓") == "safe"

    @pytest.mark.parametrize(("theme", "mark"), [("classic", "green"), ("colour-blind", "✓"), ("mono", "✓")])
    def test_the_cell_is_called_green_only_where_it_is(self, theme: str, mark: str) -> None:
        settings = Settings({"motion": "reduced", "theme": theme})
        model = press(cursor_to(start(board(SAFE), settings=settings), 0, 0), "space")
        lost = work(press(cursor_to(model, 2, 0), "space"))
        assert f"R3c2 ({mark}) was safe" in text_of(lost)

    def test_t_walks_to_the_next_proof_and_round(self) -> None:
        lost = lost_game()
        assert "T next proof" in text_of(lost)
        seen = [marks(lost)[0]]
        for _ in range(2):
            lost = work(press(lost, "t"))
            seen.append(marks(lost)[0])
            assert seen[-1] >> state_of(lost).cell & 1, "the cursor is on the cell that is told"
            assert "was safe" in message_of(lost) or "were safe" in message_of(lost)
        review = end_of(state_of(lost)).review
        assert review
        assert seen[0] != seen[1]
        assert seen[0] | seen[1] | seen[2] == review.safe

    @pytest.mark.parametrize("key", ["t", "."])
    def test_the_list_of_choices_does_what_the_keys_do(self, key: str) -> None:
        lost = lost_game()
        by_list = work(press(lost, "esc", key))
        assert state_of(by_list) == state_of(work(press(lost, key))) != state_of(lost)
        assert not state_of(by_list).session.helpers

    def test_at_20x7_t_tells_the_proof_that_is_marked_first(self) -> None:
        lost = lost_game(20, 7, ASCII)
        assert not message_of(lost) or "safe" not in text_of(lost)
        assert "Lost" in text_of(lost)
        told = work(press(lost, "t"))
        assert marks(told)[0] == marks(lost)[0]
        assert "safe" in text_of(told)
        assert marks(work(press(told, "t")))[0] != marks(lost)[0]

    def test_a_better_guess_is_marked_even_where_a_mine_was(self) -> None:
        model = press(cursor_to(start(board("*1....\n....*.")), 0, 1), "space")
        lost = tick(work(press(cursor_to(model, 0, 0), "space")), 1.0)
        assert (
            message_of(lost) == "A forced guess at row 1, column 1: 20.0% mine risk; row 2, column 6 was safer, 16.7%."
        )
        assert cells_of(marks(lost)[2]) == [11]
        row, col = place_of(lost, 1, 5)
        assert render(lost).style_at(row, col) == "guess"

        model = press(cursor_to(start(board("*1....\n.....*")), 0, 1), "space")
        lost = tick(work(press(cursor_to(model, 0, 0), "space")), 1.0)
        row, col = place_of(lost, 1, 5)
        assert render(lost).style_at(row, col) == "guess"

    def test_after_a_chord_a_cell_is_told_that_it_did_not_open_and_its_flag_as_wrong(self) -> None:
        lost = chorded(SAFE)
        assert cells_of(marks(lost)[0]) == [9]
        assert "The flag at r3c2 was wrong: the 1 at r2c4" in message_of(lost)
        assert style_of(lost, "✗⚑") == "flag.wrong"

    def test_the_board_can_be_looked_at_and_what_is_marked_stays(self) -> None:
        lost = lost_game()
        moved = press(lost, "right")
        assert marks(moved) == marks(lost)
        assert "Lost" in text_of(moved)
        assert message_of(moved) == message_of(lost)
        assert "Lost" in text_of(press(moved, "x", "esc"))
        watched = press(moved, "v", "esc")
        assert message_of(watched) == message_of(lost)

    def test_the_key_that_tells_why_is_no_hint_where_it_would_do_nothing(self) -> None:
        model = press(cursor_to(start(board("*1....\n.....*")), 0, 1), "space")
        lost = tick(work(press(cursor_to(model, 0, 0), "space")), 1.0)
        assert "T why" not in text_of(lost)
        assert "T next proof" in text_of(lost_game())

    def test_it_offers_the_next_proof_only_after_the_first_was_told(self) -> None:
        model = press(cursor_to(start(board(BEGINNER), 60, 12), 4, 0), "space")
        lost = tick(work(press(cursor_to(model, 1, 1), "space")), 1.0)
        assert "T why" in text_of(lost)
        assert "T next proof" in text_of(work(press(lost, "t")))


WORSE = ".1....\n.*...*"
"""Opened at the 1, nothing is certain; below it was the worst guess: it gave away 10 of 30 points."""


class TestSkill:
    @staticmethod
    def ended(cols: int, rows: int) -> Model:
        model = start(board(WORSE).open_cell(1)._replace(first=1), cols, rows, CALM)
        model = work(press(cursor_to(model, 1, 1), "space"))
        state = state_of(model)
        return tick(work(put(model, with_outcome(state, Outcome()))), 1.0)

    def test_it_is_kept_with_the_game(self) -> None:
        (found, judged) = [effect for effect in self.ended(80, 24).effects if isinstance(effect, Query)]
        assert [guess.worth for guess in found.about[1]] == [None]
        assert [guess.worth for guess in judged.about[1]] == [GuessRating(Necessity.FORCED, 0.1, 0.3, 0.0, 11)]

    @staticmethod
    def unjudged() -> Model:
        """The guess is found, and it is not yet known what it was worth."""
        model = start(board(WORSE).open_cell(1)._replace(first=1), 80, 24, CALM)
        model = work(press(cursor_to(model, 1, 1), "space"))
        return tick(finish_work(put(model, with_outcome(state_of(model), Outcome()))), 1.0)

    def test_that_it_is_being_found_out_is_told(self) -> None:
        assert "Skill      judging..." in text_of(press(self.unjudged(), "i"))
        assert "judging" not in text_of(work(press(self.unjudged(), "i")))

    def test_what_the_replay_has_judged_the_end_knows(self) -> None:
        watched = work(press(self.unjudged(), "v"))
        assert "Skill 67%" in text_of(watched)
        back = press(watched, "esc")
        assert "Skill      67%" in text_of(press(back, "i"))
        assert work(back) == back
        assert "Skill 67%" in text_of(press(back, "v"))

    def test_what_was_best_is_told_and_marked_only_once_the_guess_is_judged_as_in_the_replay(self) -> None:
        model = self.unjudged()
        assert "A forced guess at row 2, column 2: 20.0% mine risk; row 2, column 6 was safer, 16.7%." in message_of(
            model
        )
        assert "the best was row 2, column 6, 16.7%" in message_of(work(model))
        ended = end_of(state_of(model))
        assert ended.guesses
        guesses = tuple(
            guess._replace(worth=GuessRating(Necessity.FORCED, 0.0, margin=0.04)) for guess in ended.guesses
        )
        judged = put(model, with_guesses(state_of(model), state_of(model).session.id, guesses))
        assert "20.0% mine risk, none is known to be better." in message_of(judged)
        assert (cells_of(marks(model)[2]), cells_of(marks(judged)[2])) == ([11], [])
        assert "none is known to be better." in text_of(work(press(judged, "v", "end")))

    def test_the_replay_goes_on_where_the_end_was(self) -> None:
        model = self.unjudged()
        watched = press(model, "v")
        assert isinstance(watched.top, ReplayScreen)
        assert work_of(watched) == work_of(model)
        assert work_of(press(watched, "esc")) == work_of(model)

    def test_a_game_recorded_late_is_not_judged_again(self) -> None:
        watched = work(press(self.unjudged(), "v"))
        heard = press(watched, "esc").top.on_recorded(Outcome())
        assert heard.work(watched) is None
