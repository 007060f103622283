"""The looks around the board: the pill of the header, quiet words, and a line about the game that does not blink."""

from __future__ import annotations

from minesweeper.core.specs import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import render
from minesweeper.ui.draw.glyphs import Looks
from tests.ui.driving import press, rows_of, start, state_of, work
from tests.ui.watching import style_of


def test_counter_face_and_time_stand_in_a_pill_and_words_are_quiet() -> None:
    model = start(new_session(BoardSpec(30, 16, 99), "expert"))
    assert "▐ ✱  99   :)   0:00 ▌" in rows_of(model)[0]
    styles = [style_of(model, text) for text in ("▐ ✱", "✱", ":)", "0:00", "Expert", "normal")]
    assert styles == ["pill.end", "flag on pill", "mark on pill", "pill", "title", "text.dim"]
    assert style_of(model, "open") == "text.dim"
    few = start(new_session(BoardSpec(30, 16, 99), "expert"), looks=Looks(colours=16))
    assert "▐" not in rows_of(few)[0]


def test_the_line_about_the_game_stays_while_a_solver_says_two_lines() -> None:
    session = new_session(BoardSpec(30, 16, 99), "expert", "line").open_cell(250)
    model = start(session, settings=Settings({"motion": "none", "solver_pause_ms": 500}))
    row = state_of(model).geometry(model).info_row
    assert row == 20, "two lines of a message have their rows below it"
    model = work(press(model, "K"))
    assert render(model).text().split("\n")[row].strip()
