"""The header of a game: marks in words wherever they fit, and the button of the click mode."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.specs import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.base.model import Model, handle
from minesweeper.ui.terminal.events import Mouse
from tests.ui.driving import CALM, click, press, rows_of, start, state_of, text_of
from tests.ui.watching import click_text

LETTERS = {"known": "K", "assisted": "A", "reduced": "L"}
NAMES = {"beginner": BoardSpec(9, 9, 10), "intermediate": BoardSpec(16, 16, 40), "expert": BoardSpec(30, 16, 99)}


def game(name: str = "expert", cols: int = 80, rows: int = 24, boards: str = "normal", known: bool = False) -> Model:
    """One that has begun, always the same, so that an overlay is help."""
    session = new_session(NAMES[name], name, "s", boards=boards).open_cell(40)
    return start(session._replace(known=known), cols, rows)


@given(st.sampled_from(sorted(NAMES)), st.integers(50, 130), st.booleans(), st.sets(st.sampled_from(["v", "l"])))
def test_a_mark_is_a_letter_only_where_there_is_no_room_for_words(
    name: str, cols: int, known: bool, keys: set[str]
) -> None:
    model = press(game(name, cols, known=known), *sorted(keys))
    left = rows_of(model)[0].partition("▐")[0]
    shown, meant = left.split(), ["known"] * known + ["assisted"] * ("v" in keys) + ["reduced"] * ("l" in keys)
    if [word for word in shown if word in LETTERS] != meant:
        words = " ".join([name, *meant])
        assert len(words) > len(left) - 2, left
        assert [word in shown or LETTERS[word] in shown for word in meant] == [True] * len(meant)


def test_that_boards_are_normal_is_left_out_before_a_word_becomes_a_letter_and_no_guess_is_not() -> None:
    assert rows_of(press(game("beginner"), "v"))[0].split()[:3] == ["Beginner", "normal", "assisted"]
    assert rows_of(press(game("intermediate", known=True), "v"))[0].split()[:3] == ["Intermediate", "known", "assisted"]
    no_guess = press(game("intermediate", boards="no-guess", known=True), "v")
    assert rows_of(no_guess)[0].split()[:4] == ["Intermediate", "no-guess", "K", "A"]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 60)])
def test_the_click_mode_has_a_button_beside_its_key_in_the_status_line(size: tuple[int, int]) -> None:
    model = start(new_session(NAMES["expert"], "expert"), *size)
    assert "F5 left opens" in text_of(model)
    flags = click_text(model, "left opens")
    assert state_of(flags).looks.click_mode
    assert "F5 LEFT FLAGS" in text_of(flags)
    assert state_of(click(flags, 0, 0)).game.flags == 1
    assert "left opens" in text_of(click_text(flags, "LEFT FLAGS"))
    assert not state_of(click_text(flags, "LEFT FLAGS")).looks.click_mode


def test_the_button_stays_where_it_is_as_the_game_goes_on() -> None:
    session = new_session(BoardSpec(9, 9, 10), "beginner", "s")
    opened = [session, session.open_cell(40)]
    assert [game.progress < 10 for game in opened] == [True, False]
    assert len({rows_of(start(game))[0].index("left opens") for game in opened}) == 1


def test_where_the_button_has_no_room_a_word_tells_it() -> None:
    for cols, rows, word in ((60, 24, "FLAGS"), (30, 10, "LEFT FLAGS"), (20, 7, "FLAGS")):
        model = press(game(cols=cols, rows=rows), "f5", "up")
        assert word in rows_of(model)[0]
        assert "left opens" not in rows_of(press(model, "f5", "up"))[0]


def test_a_button_without_a_key_or_a_mouse() -> None:
    keymap, _ = make_keymap({"game": {"click-mode": (), "reduced": ("f5",)}})
    assert "▌  left opens" in rows_of(game()._replace(keymap=keymap))[0]
    still = game()._replace(settings=CALM.with_value("mouse", False))
    assert "left opens" not in rows_of(still)[0]
    assert "LEFT FLAGS" in rows_of(press(still, "f5", "up"))[0]


def test_a_paused_game_a_finished_one_and_the_bots_have_no_such_button() -> None:
    model = press(game(), "space")
    row, col = 0, rows_of(model)[0].index("left opens")
    for keys in (["x"], ["x", "b", "b"]):
        other = press(model, *keys)
        assert "left opens" not in rows_of(other)[0]
        assert not state_of(handle(other, Mouse("press", "left", row, col))).looks.click_mode
