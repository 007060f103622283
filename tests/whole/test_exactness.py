"""If a result isn't exact, everything that shows it says so, and never claims that nothing can be proved.

In these tests no component can be counted, so that every answer is as on a board that is far too large.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minesweeper import best_move, cli, deductions, odds, solve
from minesweeper.assist.loss import FatalMove, review_loss
from minesweeper.assist.naming import Room
from minesweeper.core.position import read_position
from minesweeper.play.guesses import Guess, find_guesses
from minesweeper.solvers import exact, proof
from minesweeper.solvers.count_linear import TooLarge
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.whatif import what_if
from minesweeper.storage.games_table import game_from_data, game_to_data
from tests.plain.lines import SQUARE
from tests.plain.lines import play as play_lines
from tests.plain.lines import start as start_lines
from tests.ui.driving import board, finish_work, message_of, press, start, state_of, text_of, work
from tests.ui.replays import lost_game, watching

PICTURE = "######\n##1###\n######\n###2##\n######\n######"
POSITION = read_position(PICTURE, 8)
LAYOUT = "......\n.*1...\n......\n...2*.\n....*.\n......"


@pytest.fixture(autouse=True)
def nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise TooLarge

    monkeypatch.setattr(exact, "count_component", refuse)
    monkeypatch.setattr(proof, "count_component", refuse)


def test_the_library_marks_inexact_results() -> None:
    analysis = run_to_end(analyse(POSITION))
    assert (analysis.is_exact, analysis.is_complete, analysis.is_final, analysis.layouts) == (False, False, True, None)
    solution = solve(POSITION)
    assert not solution.is_exact
    assert not solution.is_complete
    assert not odds(POSITION).is_exact
    assert not deductions(POSITION).is_exact
    move = best_move(POSITION)
    assert move is not None
    assert not move.is_exact
    assert not run_to_end(what_if(POSITION, 1)).is_complete


def test_the_command_solve_marks_inexact_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "position.txt"
    file.write_text(PICTURE)
    assert cli.main(["solve", str(file), "--mines", "8", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["exact"], data["complete"]) == (False, False)
    assert cli.main(["solve", str(file), "--mines", "8", "--odds"]) == 0
    text = capsys.readouterr().out
    assert "about 10^" in text
    assert "Mine risk in percent, not exact;" in text
    assert "There may be more: the clues are too many to count exactly." in " ".join(text.split())
    assert ", about " in text


def test_text_mode_marks_inexact_results() -> None:
    game, answer = play_lines(start_lines(*SQUARE), "2 1", "check")
    assert answer.message.startswith("No proof was found, but the clues are too many to try all.")
    _, answer = play_lines(game, "tip")
    assert answer.message.startswith("No proof was found, but the clues are too many to try all. Best guess: row")
    assert ", about " in answer.message
    _, answer = play_lines(game, "guess")
    assert ", about " in answer.message
    assert answer.facts["exact"] is False
    _, answer = play_lines(game, "odds 1 1")
    assert " has about a " in answer.message
    assert answer.facts["exact"] is False


def test_the_loss_review_marks_inexact_results() -> None:
    review = run_to_end(review_loss(FatalMove(POSITION, 0)))
    assert not review.is_exact
    marked = Room(78, exploded="#", guess=">")
    message = " ".join([review.text(), *review.texts(marked)])
    assert "about " in message
    assert "No proof was found" in message
    assert "was provable" not in message
    assert "better" not in message
    chord = run_to_end(review_loss(FatalMove(POSITION, 0, chord=8, wrong_flags=1)))
    assert chord.text(marked).startswith("No proof was found. The chord had a risk of ")


def test_a_replay_stores_and_marks_inexact_results() -> None:
    game = lost_game()
    assert game.replay is not None
    guesses = run_to_end(find_guesses(game.replay))
    assert guesses == (Guess(2, guesses[0].odds, False, False),)
    assert guesses[0].chance.startswith("~")
    assert game_from_data(game_to_data(game)).guesses == game.guesses
    model = watching(game=game)
    text = text_of(press(model, "end", "left"))
    assert "too many to tell whether it was needed" in " ".join(text.split()) or "~" in text
    assert "forced" not in text


@pytest.mark.parametrize(("cols", "rows"), [(80, 24), (20, 7)])
def test_the_screen_marks_inexact_results(cols: int, rows: int) -> None:
    opened = press(start(board(LAYOUT), cols, rows), "right", "right", "down", "space")
    assert state_of(opened).game.opened
    tip = work(press(opened, "t"))
    assert "Nothing can be proved" not in message_of(tip)
    assert "No proof was found" in message_of(tip)
    assert "about" in message_of(tip)
    assert "about" in message_of(work(press(opened, "g")))
    solver = work(press(opened, "e"))
    assert "The solver found no more proofs" in message_of(solver)
    overlay = work(press(opened, "v", "v", "left", "left"))
    shown = text_of(overlay)
    assert "about" in shown or "~" in shown
    assert "No cell is safe" not in shown
    assert "no cell is safe" not in shown
    exactly = work(press(opened, "left", "p"))
    assert "Exact" not in message_of(exactly)


def test_the_bot_marks_inexact_results() -> None:
    model = finish_work(press(start(board(LAYOUT)), "right", "right", "down", "space", "b", "y"))
    text = " ".join(text_of(model).split())
    assert "Nothing can be proved" not in text
    assert "No proof was found" in text
    assert "about " in text
