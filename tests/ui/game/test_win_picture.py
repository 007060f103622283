"""What a win shows beside the board: its time in large digits, stars for wins in a row, and a starry sky."""

from __future__ import annotations

import pytest

from minesweeper.storage.records import Record, RecordingResult
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import Model, render, tick
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.game.end_mode import end_of
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.win_picture import TWINKLE_SECONDS, TWINKLES
from tests.ui.driving import ASCII, CALM, board, press, rows_of, start, state_of, text_of
from tests.ui.watching import style_of

EASY = "*2*\n..."
BEFORE = Record(10, 5, 5, 1, 3, 60_000)
UNRANKED = RecordingResult(None, BEFORE, BEFORE, None)
RANKED = RecordingResult(None, BEFORE, Record(11, 6, 5, 2, 3, 20_000), 4)
STREAK = RANKED._replace(after=Record(11, 6, 5, 4, 4, 20_000))
BEST = RecordingResult(None, BEFORE, Record(11, 6, 5, 11, 11, 50_318), 1)
FIRST = RecordingResult(None, Record(3, 0, 3), Record(4, 1, 3, 1, 1, 50_318), 1)
SKY = "✦✧⋅"
TIME = [
    "▟▀▙ ▄ █▀▀ ▟▀▙   ▀▀▙",
    "█ █ ▄ ▀▀▙ █ █    ▀▙",
    "▝▀▘   ▀▀▘ ▝▀▘ ▀ ▀▀▘",
]


def won(
    outcome: RecordingResult,
    cols: int = 120,
    rows: int = 40,
    settings: Settings = CALM,
    looks: TerminalLooks | None = None,
) -> Model:
    """A game that was won after 50.3 seconds and recorded with this result."""
    session = board(EASY)._replace(is_known_board=False, elapsed=50.318, id="the same game")
    model = press(start(session, cols, rows, settings, looks), "up", "space", "left", "f", "right", "right", "f")
    model = press(model, "left", "space")
    assert isinstance(model.top, GameScreen)
    return model.with_top(model.top.on_recorded(outcome))


def beside(model: Model) -> list[str]:
    """The rows of the screen without the board: only what stands to its left and right."""
    frame = state_of(model).geometry.frame
    rows = [row.ljust(model.cols) for row in rows_of(model)[frame.top : frame.top + frame.height]]
    return [row[: frame.left] + row[frame.left + frame.width :] for row in rows]


def stars(model: Model) -> int:
    """The number of stars in the left margin."""
    frame = state_of(model).geometry.frame
    rows = rows_of(model)[frame.top : frame.top + frame.height]
    return sum(sign in SKY for row in rows for sign in row[: frame.left])


def is_gold(model: Model) -> bool:
    frame = state_of(model).geometry.frame
    return render(model).style_at(frame.top, frame.left) == "frame.record"


def test_a_win_with_a_better_result_shows_more_beside_the_board() -> None:
    unranked, ranked, streak, best = (won(outcome) for outcome in (UNRANKED, RANKED, STREAK, BEST))
    assert not "".join(beside(unranked)).strip()
    assert sum(bool(row.strip()) for row in beside(ranked)) == 3, "only the time is shown, in three rows"
    assert (stars(ranked), stars(streak) > 2, stars(best) > 2) == (0, True, True)
    assert "✦ ✦ ✦ ✦" in text_of(streak)
    assert "4 in a row" in text_of(streak)
    assert [is_gold(model) for model in (unranked, ranked, streak, best)] == [False, False, False, True]
    assert style_of(best, "NEW BEST") == style_of(best, "✦ ✦ ✦") == "star"
    assert "9.7 s faster" in text_of(best)
    assert "11 in a row" in text_of(best)
    assert text_of(best).count("✦ " * 8) == 1, "there are at most nine stars for the wins"


def test_the_first_win_is_compared_with_no_earlier_time() -> None:
    text = text_of(won(FIRST))
    assert "FIRST WIN" in text
    assert "faster" not in text
    assert "in a row" not in text


def test_the_number_of_wins_in_a_row_is_shown_only_once() -> None:
    assert text_of(won(STREAK)).count("4 in a row") == 1
    near = STREAK._replace(before=BEFORE._replace(best_ms=50_000))
    assert "0.3 s from your best" in text_of(won(near))
    assert text_of(won(near)).count("4 in a row") == 1


def test_the_time_of_a_win_has_large_digits_up_to_tenths() -> None:
    assert [row.strip() for row in beside(won(RANKED)) if row.strip()] == TIME


def test_the_stars_beside_a_win_stay_the_same_for_one_game() -> None:
    model = won(BEST)
    assert text_of(model) == text_of(won(BEST))
    assert text_of(press(press(model, "h"), "esc")) == text_of(model), "the stars don't change while a page covers them"
    other = start(board(EASY)._replace(is_known_board=False, elapsed=50.318, id="another game"), 120, 40)
    other = press(other, "up", "space", "left", "f", "right", "right", "f", "left", "space")
    assert isinstance(other.top, GameScreen)
    assert text_of(other.with_top(other.top.on_recorded(BEST))) != text_of(model)


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (40, 12), (60, 24)])
def test_a_win_without_room_for_stars_shows_in_frame_and_result_bar(cols: int, rows: int) -> None:
    model = won(BEST, cols, rows)
    assert not "".join(beside(model)).strip(" ✦") or rows == 7
    assert "Won" in text_of(model)
    assert is_gold(model)


def test_terminals_with_wide_block_characters_show_no_large_time() -> None:
    assert not "".join(beside(won(BEST, looks=ASCII))).strip()


def test_details_replace_the_large_time_of_a_win() -> None:
    detailed = press(tick(won(BEST), 1.0), "i")
    assert "NEW BEST" not in text_of(detailed)
    assert "Rank" in text_of(detailed)


class TestTwinkle:
    MOVING = CALM.with_value("motion", "full")

    def frames(self, model: Model) -> list[str]:
        """The different frames that appear until nothing moves any more."""
        seen = [text_of(model)]
        while (seconds := model.top.wait()) is not None:
            model = tick(model, seconds)
            if text_of(model) != seen[-1]:
                seen.append(text_of(model))
        return seen

    def test_the_stars_of_a_win_twinkle_and_then_stand_still(self) -> None:
        model = won(BEST, settings=self.MOVING)
        assert end_of(state_of(model)).twinkle_s == pytest.approx(TWINKLES * TWINKLE_SECONDS)
        model = tick(model, model.top.wait() or 0.0)
        while state_of(model).looks.wave or state_of(model).looks.rings or state_of(model).looks.ignore_keys_s:
            model = tick(model, model.top.wait() or 0.0)
        assert len(set(self.frames(won(BEST, settings=self.MOVING)))) >= 3
        assert self.frames(won(BEST, settings=self.MOVING))[-1] == text_of(won(BEST))

    @pytest.mark.parametrize("motion", ["reduced", "none"])
    def test_with_less_motion_the_stars_of_a_win_never_move(self, motion: str) -> None:
        assert len(self.frames(won(BEST, settings=CALM.with_value("motion", motion)))) == 1

    def test_a_win_without_stars_has_no_animation_of_stars(self) -> None:
        assert end_of(state_of(won(RANKED, settings=self.MOVING))).twinkle_s == 0
        assert end_of(state_of(won(BEST, 60, 24, settings=self.MOVING))).twinkle_s == 0

    def test_any_key_acts_at_once_and_stops_the_twinkling_stars(self) -> None:
        model = tick(won(BEST, settings=self.MOVING), 0.6)
        assert end_of(state_of(model)).twinkle_s > 0
        assert state_of(press(model, "n")).game.phase.name == "READY"
        assert end_of(state_of(press(model, "left"))).twinkle_s == 0


def test_the_list_after_a_win_moves_neither_board_nor_stars() -> None:
    model = tick(won(BEST), 1.0)
    end = state_of(model).geometry.frame.left + state_of(model).geometry.frame.width
    listed = press(model, "x")
    assert [row[end:] for row in rows_of(listed)[:-1]] == [row[end:] for row in rows_of(model)[:-1]]
    assert "What next" in text_of(listed)
    for cols, rows in ((120, 40), (80, 24)):
        model = tick(won(BEST, cols, rows), 1.0)
        frame = state_of(model).geometry.frame
        columns = slice(frame.left, frame.left + frame.width)
        for before, after in zip(rows_of(model)[:-1], rows_of(press(model, "x"))[:-1], strict=True):
            assert after[columns] == before[columns]
