"""The replay screen: steps, speeds, guesses, odds, explanations, and playing the board again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.assist.loss import GuessRating, Necessity, review_loss
from minesweeper.core.boardspec import FAIR, BoardSpec
from minesweeper.core.cells import cells_of
from minesweeper.play.fair import region_of
from minesweeper.play.guesses import Guess, fatal_move
from minesweeper.play.session import Session, new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.storage.games_table import finish_game, get_game, list_games, record_game
from minesweeper.storage.saves_table import open_saves
from minesweeper.ui.base.model import Model, Query, handle, render, tick, wait
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.replay.move_list import MovesScreen
from minesweeper.ui.replay.screen import open_replay
from minesweeper.ui.terminal.events import Focus, Mouse
from tests.storage.storing import finished
from tests.tools.fake_terminal import Wait
from tests.ui.driving import board, finish_work, menu, press, rows_of, serve, state_of, text_of, work
from tests.ui.replays import lost_game, replay_of, watching
from tests.ui.test_autosave_service import LOSE, Program
from tests.ui.watching import click_text, roles_of


def panel_of(model: Model) -> str:
    """The words to the right of the board."""
    frame = replay_of(model).geometry(model).frame
    return " ".join(" ".join(row[frame.left + frame.width :] for row in rows_of(model)[:21]).split())


class TestSteps:
    def test_the_first_step_of_a_replay_announces_the_next_move(self) -> None:
        rows = rows_of(watching())
        assert any(row.endswith("Replay  Beginner") for row in rows)
        assert rows[22].strip() == "Step 1: open row 2, column 2."
        text = "\n".join(rows)
        for line in ("  14 Nov 21:07", "  lost 0:02", "Step      1 of 3", "Guesses by step", "     3   33% boom"):
            assert line in text

    def test_replay_steps_forward_and_back_show_the_same_boards(self) -> None:
        model = watching()
        frames = []
        for _ in range(4):
            frames.append(text_of(work(model)))
            model = press(model, "right")
        assert len(set(frames)) == 4
        assert press(model, "right") == model
        for frame in reversed(frames):
            assert text_of(work(model)) == frame
            model = press(model, "left")

    def test_keys_in_a_replay_jump_to_the_next_guess_and_rate_it(self) -> None:
        model = work(press(watching(), "."))
        assert replay_of(model).step == 2
        assert rows_of(model)[22] == " Step 3. Nothing was provable. R1c1 had a 33.3% risk, and no guess was better."
        assert "This game has no later guess." in text_of(press(model, "."))
        assert "This game has no earlier guess." in text_of(press(model, ","))
        assert replay_of(press(model, "end", ",")).step == 2

    def test_a_replay_marks_the_better_guess_on_the_board(self) -> None:
        session = board(".1....\n.*...*")._replace(is_known_board=False, first=None).open_cell(1).tick(1.0).open_cell(7)
        model = work(press(watching(game=finished(session)), "."))
        assert "R2c2 had a 20.0% risk; the best guess, r2c6, had 16.7%." in rows_of(model)[22]
        assert "20%  -10.0" in text_of(model)
        assert replay_of(model).marks(replay_of(model).geometry(model)).guess == 1 << 11
        assert roles_of(model, "▸")[-1] == "guess"
        end = work(press(model, "end"))
        assert roles_of(end, "▸")[-1] == "guess"
        frame = replay_of(end).geometry(end).frame
        assert render(end).style_at(frame.top + 1, frame.left) == "frame.lost"

    def test_a_replay_shows_only_the_odds_of_a_guess_until_it_is_rated(self) -> None:
        session = board(".1....\n.*...*")._replace(is_known_board=False, first=None).open_cell(1).tick(1.0).open_cell(7)
        model = menu()
        model = finish_work(press(open_replay(model, finished(session), "", is_kept=False), "right"))
        model = finish_work(model)  # the first job finds the guesses, the second one would rate this guess
        assert rows_of(model)[22].strip() == "Step 2: a guess, 20% mine risk, judging..."
        assert "Guess 20%, judging..." in text_of(model)
        assert not replay_of(model).marks(replay_of(model).geometry(model)).guess
        assert "mine risk, judging..." in rows_of(finish_work(press(model, "end")))[22]
        assert "the best guess, r2c6, had 16.7%" in panel_of(work(model))

    def test_the_longest_guess_fits_the_narrowest_panel_of_a_replay(self) -> None:
        rating = GuessRating(Necessity.FORCED, 0.186, 0.5)
        game = replace(
            lost_game(), guesses=(Guess(0, 0.1, True, rating=rating), Guess(1233, 0.42, False, rating=rating))
        )
        model = menu()
        rows = rows_of(open_replay(model, game, "", is_kept=False))
        assert any(row.endswith("1234   42%  -18.6 boom") for row in rows)

    def test_the_shown_guess_is_always_in_view_in_the_panel_of_a_replay(self) -> None:
        session = board("1*1..\n111..\n.....\n111..\n1*1.*")._replace(is_known_board=False).open_cell(10)
        for _ in range(9):
            session = session.mark(1, question_marks=False)
        game = finished(session.open_cell(24))
        last = len(game.replay.moves) - 1 if game.replay else 0
        rating = GuessRating(Necessity.NEEDLESS, 0.186, 0.5)
        many = tuple(Guess(move, 0.42, move < last, rating=rating) for move in range(1, last + 1))
        for rows in (24, 18):
            model = work(press(watching(80, rows, replace(game, guesses=many)), "."))
            for step in range(1, last + 1):
                assert f"▸ {step + 1:4}" in text_of(model)
                model = work(press(model, "."))

    @pytest.mark.parametrize(
        ("rating", "words"),
        [
            (GuessRating(Necessity.FORCED, 0.214, 0.5), "forced 38% -21.4"),
            (GuessRating(Necessity.NEEDLESS, 0.214, 0.5, 0.05), "needless 38% ~-21"),
            (GuessRating(Necessity.FORCED, 0.0), "open r2c4: good 38%"),
        ],
    )
    def test_a_replay_at_20x7_shows_the_rating_of_a_guess(self, rating: GuessRating, words: str) -> None:
        session = board(".1....\n.*.*.*")._replace(is_known_board=False, first=None).open_cell(1).tick(1.0).open_cell(9)
        game = replace(finished(session), guesses=(Guess(1, 0.38, False, rating=rating),))
        model = work(press(watching(20, 7, game), "right"))
        assert rows_of(model)[5] == words
        lost = rows_of(work(press(model, "end")))[5]
        assert words.removeprefix("open r2c4: ").removeprefix("r2c4: ") in lost

    def test_a_guess_rated_good_by_an_estimate_is_not_called_the_best(self) -> None:
        game = replace(
            lost_game(), guesses=(Guess(2, 1 / 3, False, rating=GuessRating(Necessity.FORCED, 0.0, margin=0.01)),)
        )
        model = work(press(watching(game=game), "."))
        assert "and no better guess is known" in rows_of(model)[22]

    def test_a_replay_explains_the_wrong_flag_of_a_lost_chord(self) -> None:
        session = board(".....\n11111\n*..*.")._replace(is_known_board=False, first=None).open_cell(0).tick(1.0)
        session = session.mark(11, question_marks=False).chord(6)
        assert session.game.exploded
        end = work(press(watching(game=finished(session)), "end"))
        marks = replay_of(end).marks(replay_of(end).geometry(end))
        assert marks.safe == 1 << 12
        assert marks.proof
        assert roles_of(end, "✓")[-1] == "missed", "the chord opened this cell too"
        assert "trusted a wrong flag at r3c2, which wasn't proved" in panel_of(end)
        assert "R3c3 was safe: both 1s share a mine. (The 1-1 pattern)" in panel_of(end)

    def test_a_replay_of_a_win_ends_with_the_colours_of_a_win(self) -> None:
        session = (
            board("*1\n11")._replace(is_known_board=False, first=None).open_cell(1).open_cell(2).tick(1.0).open_cell(3)
        )
        end = work(press(watching(game=finished(session)), "end"))
        assert roles_of(end, "⚑")[-1] == "flag.won"
        frame = replay_of(end).geometry(end).frame
        assert render(end).style_at(frame.top + 1, frame.left) == "frame.won"

    def test_a_replay_names_the_safe_cell_of_a_needless_guess(self) -> None:
        session = board("1*1..\n111..\n.....\n111..\n1*1.*")._replace(is_known_board=False)
        session = session.open_cell(10).open_cell(24)
        game = finished(session)
        assert game.replay is not None
        model = work(press(watching(game=replace(game, replay=game.replay._replace(dealt=True))), "."))
        assert "Row 5, column 5 wasn't proved (50.0% risk). Row 1, column 1 was safe." in rows_of(model)[22]
        assert "Skill 100%" in text_of(model), "one of the two cells had to be guessed anyway"
        assert "wasn't proved" in text_of(work(press(model, "end")))

    def test_a_replay_says_if_the_game_had_no_guess(self) -> None:
        game = replace(lost_game(), guesses=())
        shown = text_of(watching(game=game))
        assert "No guess in this game" in shown
        assert "next guess" not in shown
        assert "This game has no guess." in text_of(press(watching(game=game), "."))


class TestTime:
    def test_a_replay_runs_as_fast_as_the_game_was_played(self) -> None:
        model = press(watching(), "space")
        assert replay_of(model).playing
        model = tick(model, 0.5)
        assert replay_of(model).step == 1
        assert wait(model) == pytest.approx(0.5)
        model = tick(model, 0.5)
        assert wait(model) == pytest.approx(0.25)
        assert replay_of(tick(model, 0.3)).step == 2
        ended = tick(tick(model, 0.3), 5.0)
        assert replay_of(ended).is_at_end
        assert wait(ended) is None

    def test_plus_makes_a_running_replay_faster(self) -> None:
        for pluses, seconds in ((1, 1.125), (2, 0.45)):
            model = press(watching(), *["+"] * pluses, "space")
            assert not replay_of(tick(model, seconds - 0.01)).is_at_end
            assert replay_of(tick(model, seconds + 0.01)).is_at_end

    def test_a_running_replay_at_instant_speed_jumps_to_its_end(self) -> None:
        model = press(watching(), "space", "+", "+", "+", "+")
        assert replay_of(model).is_at_end
        assert not replay_of(model).playing
        assert wait(model) is None

    def test_space_pauses_a_replay_or_restarts_it_at_its_end(self) -> None:
        model = tick(press(watching(), "space"), 0.6)
        paused = press(model, "space")
        assert not replay_of(paused).playing
        assert tick(paused, 99) == paused
        again = press(paused, "end", "space")
        assert (replay_of(again).step, replay_of(again).playing) == (0, True)

    def test_a_replay_pauses_when_the_terminal_loses_the_focus(self) -> None:
        assert not replay_of(handle(press(watching(), "space"), Focus(False))).playing

    def test_a_click_on_the_timeline_of_a_replay_goes_to_that_step(self) -> None:
        model = watching()
        row = rows_of(model)[21]
        assert row.startswith(" 0:00 │▱▱")
        assert row.endswith("✸ 0:02")
        assert "?" not in row  # the only guess is the last move, which has the sign of the end
        assert replay_of(handle(model, Mouse("press", "left", 21, row.index("✸")))).is_at_end
        middle = handle(model, Mouse("press", "left", 21, len(row) // 2))
        assert replay_of(middle).step == 1


def test_the_wheel_goes_through_the_steps_of_a_replay() -> None:
    assert replay_of(handle(watching(), Mouse("wheel", "down", 5, 5))).step == 1


class TestOverlay:
    def test_odds_can_be_laid_over_the_board_of_a_replay(self) -> None:
        model = work(press(watching(), "right", "v", "v"))
        assert "33" in text_of(model)
        assert "Here: 33.3% chance of a mine." in rows_of(model)[22]
        assert "Here: undecided. No cell is safe." in text_of(work(press(watching(), "right", "v")))

    def test_odds_are_shown_in_a_running_replay_but_not_at_its_end(self) -> None:
        model = work(tick(press(watching(), "v", "v", "space"), 1.0))
        assert replay_of(model).playing
        assert replay_of(model).current_analysis is not None
        end = work(press(watching(), "v", "end"))
        assert end.top.work(end) is None


class TestScreen:
    def test_the_list_of_moves_of_a_replay_leads_to_the_chosen_step(self) -> None:
        model = press(watching(), "m")
        assert isinstance(model.top, MovesScreen)
        assert replay_of(press(model, "end", "enter")).step == 2
        assert replay_of(press(model, "esc")).step == 0
        assert replay_of(click_text(model, "flag row 1")).step == 1

    def test_playing_the_board_of_a_replay_makes_it_a_known_board(self) -> None:
        model = press(watching(), "r")
        assert isinstance(model.top, GameScreen)
        session = state_of(model).session
        assert session.is_known_board
        assert session.id
        assert session.game.layout is not None
        assert session.game.opened


class TestGuessesAreKept:
    def test_guesses_are_found_rated_and_stored_when_a_game_ends(self, tmp_path: Path) -> None:
        screen = Program(tmp_path).play(*LOSE, Wait(5), "i", Wait(0.1))
        assert "Guesses    1" in screen.text or "Guesses    2" in screen.text
        saves = open_saves(tmp_path)
        (game,) = list_games(saves.store)
        assert game.guesses
        assert game.guesses[-1].survived is False
        whole = get_game(saves.store, game.id)
        assert whole is not None
        assert whole.guesses is not None
        assert all(guess.rating for guess in whole.guesses), "every guess is rated"
        saves.close()

    def test_guesses_that_a_replay_finds_are_stored_with_the_game(self, tmp_path: Path) -> None:
        saves = open_saves(tmp_path)
        game = lost_game()
        record_game(saves.store, game)
        model = menu()
        model = work(open_replay(model, game, "", is_kept=True))
        assert any(isinstance(effect, Query) for effect in model.effects)
        serve(model, saves)
        stored = get_game(saves.store, game.id)
        assert stored is not None
        assert stored.guesses == (Guess(2, 1 / 3, False, rating=GuessRating(Necessity.FORCED, 0.0)),)
        saves.close()


def test_a_replay_of_a_loss_ends_with_the_exploded_mine() -> None:
    assert roles_of(press(watching(), "end"), "✸")[-1] == "boom"


def test_a_replay_shows_a_long_move_of_a_solver_in_full() -> None:
    session = board("*1\n11", "beginner")._replace(is_known_board=False, first=None).open_cell(3)
    session = session.apply_assist(0b110, 0b1, "simple")
    text = " ".join(text_of(press(watching(game=finished(session)), "right")).split())
    assert "Move simple: 2" in text
    assert ".." not in text


def test_a_replay_names_the_assistant_that_made_a_move() -> None:
    session = board("......*.\n......*.\n*.......", "beginner").open_cell(0).apply_assist(0, 1 << 16, "exact")
    model = press(watching(game=replace(finished(session.give_up()), guesses=())), "right")
    assert rows_of(model)[22].strip() == "Step 2, exact: flag row 3, column 1."


class TestExplanation:
    """T in a replay explains the position at its current step."""

    BOARD = "......*.\n......*.\n*.......\n........\n.....*..\n*......."

    def replayed(self, *keys: str, cols: int = 80, rows: int = 24) -> Model:
        """The replay of a game in which the player guessed although a safe cell was provable."""
        session = (
            board(self.BOARD, "beginner").open_cell(0).apply_assist(0, 1 << 16, "exact").open_cell(24).open_cell(23)
        )
        game = replace(finished(session.give_up()), guesses=())
        return work(press(open_replay(menu(cols, rows), game, "now", is_kept=False), *keys))

    @pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 7)])
    def test_t_in_a_replay_explains_the_next_move_if_it_was_provable(self, size: tuple[int, int]) -> None:
        model = work(press(self.replayed("right", cols=size[0], rows=size[1]), "t"))
        assert "✱ is a mine: the 1 has no other cell." in " ".join(text_of(model).split())
        assert any("✱" in row for row in rows_of(model)[1:])
        assert text_of(press(model, "t")) == text_of(self.replayed("right", cols=size[0], rows=size[1]))

    def test_t_in_a_replay_explains_a_safe_cell_instead_of_a_guess(self) -> None:
        guessed = self.replayed("right", "right", "right")
        assert "open row 3, column 8" in text_of(guessed)
        explained = work(press(guessed, "t"))
        assert replay_of(explained).proof is not None
        assert " safe: " in text_of(explained)

    def test_t_in_a_replay_walks_through_the_steps_of_a_proof(self) -> None:
        model = work(press(self.replayed("right", "right"), "t"))
        proof = replay_of(model).proof
        assert proof is not None
        for number, step in enumerate(proof.steps, 1):
            model = press(model, "t")
            assert f"{number}/{len(proof.steps)} {step.text}" in " ".join(text_of(model).split())
        assert replay_of(press(model, "t")).proof is None

    def test_the_explanation_in_a_replay_ends_with_the_next_step(self) -> None:
        explained = work(press(self.replayed("right"), "t"))
        assert replay_of(press(explained, "right")).proof is None
        assert replay_of(press(explained, "w")).proof is not None
        assert "Before the first open, nothing can be proved." in text_of(press(self.replayed(), "t"))
        assert "The game is over here." in text_of(press(self.replayed("end"), "t"))

    def test_t_in_a_replay_says_if_nothing_can_be_proved(self) -> None:
        assert "Nothing can be proved." in text_of(work(press(watching(), "right", "right", "t")))


def test_a_replay_of_a_fair_game_rates_no_guesses_and_shows_no_odds() -> None:
    game = replace(lost_game(), mode="fair", guesses=None)
    model = watching(game=game)
    assert replay_of(model).game.guesses is None
    assert "fair board" in text_of(model)
    assert "Guesses aren't rated on" in text_of(model)
    assert "next guess" not in text_of(model)
    assert "%" not in text_of(work(press(model, "v")))


def fair_game_of_two() -> Session:
    """A fair game in play: its second move was a forced guess."""
    return new_session(BoardSpec(2, 2, 1), "custom", "1", board_type=FAIR).open_cell(0).open_cell(1)


def test_a_replay_of_a_fair_game_explains_a_forced_guess_until_undo() -> None:
    session = fair_game_of_two()
    assert session.forced_guesses == 1
    game = finish_game(session.give_up())
    assert game is not None
    assert "A forced guess" in text_of(work(press(watching(game=game), "right", "t")))
    undone = finish_game(session.undo().open_cell(2).give_up())
    assert undone is not None
    assert "A forced guess" not in text_of(work(press(watching(game=undone), "right", "right", "right", "t")))


def fair_loss(seed: str) -> Session:
    """A fair game that was lost by a needless guess."""
    session = new_session(BoardSpec(9, 9, 10), "beginner", seed, board_type=FAIR).open_cell(40)
    known = run_to_end(analyse(session.game.position))
    undecided = known.position.hidden & ~(known.safe | known.mined)
    return session.open_cell(next(cell for cell in cells_of(undecided) if region_of(known, 1 << cell) & known.safe))


def test_a_replay_of_a_lost_fair_game_calls_its_last_guess_needless() -> None:
    game = finish_game(fair_loss("0"))
    assert game is not None
    assert game.result == "lost"
    for model in (watching(game=game), watching(game=game)._replace(rows=12, cols=40)):
        assert "needless guess" in text_of(work(press(model, "end")))
    words = text_of(work(press(watching(game=game), "end")))
    assert "wasn't proved, and" in words
    assert "provably safe" in words
    assert "A guess on a fair" in words


LOSSES = {
    "needless on a fair board": fair_loss("1"),
    "a safe cell was missed": board("*......\n.......\n.*.....\n......*", "beginner").open_cell(3).open_cell(0),
    "the mine was provable": board("......*.\n......*.\n*.......", "beginner").open_cell(0).open_cell(16),
}


@pytest.mark.parametrize("is_rated", [True, False])
@pytest.mark.parametrize("case", LOSSES)
def test_t_before_the_losing_move_gives_the_proofs_of_the_review(case: str, is_rated: bool) -> None:
    lost = LOSSES[case]
    fatal = fatal_move(lost.past[-1], lost)
    game = finish_game(lost)
    assert fatal is not None
    assert game is not None
    review = run_to_end(review_loss(fatal))
    assert review.proofs
    model = watching(game=game if is_rated else replace(game, guesses=()))
    model = press(model, "end", "left")
    for proof in review.proofs:
        model = work(press(model, "t"))
        for step in range(len(proof.steps) if len(proof.steps) > 1 else 0):
            assert replay_of(model).explained_at == step
            model = press(model, "t")
        shown = replay_of(model).proof
        assert shown is not None
        assert (shown.safe, shown.mined, shown.because) == (proof.safe, proof.mined, proof.because)
    assert replay_of(press(model, "t")).proof is None


def test_the_overlay_in_a_replay_of_a_fair_game_says_what_a_guess_does() -> None:
    game = finish_game(fair_game_of_two().give_up())
    assert game is not None
    text = text_of(work(press(watching(game=game), "right", "v")))
    assert "Here: a guess survives. No cell can be proved safe." in text
    assert "No cell is safe" not in text
