"""The end of a game: animations, result bar, loss review with its proofs, ratings of guesses, and records."""

from __future__ import annotations

from pathlib import Path

import pytest

from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of, first_cell
from minesweeper.core.text import plural
from minesweeper.play.game import Phase
from minesweeper.play.session import Session, new_session
from minesweeper.storage.records import Group, Record, RecordingResult, group_of
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import Copy, Model, Query, StoreCache, handle, render, tick
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.game.end_mode import end_of, with_guesses, with_outcome
from minesweeper.ui.game.game_draw import game_chrome, marks_of
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.screens.stats_screen import StatsScreen
from minesweeper.ui.terminal.events import Focus
from tests.tools.fake_terminal import Wait
from tests.ui.driving import (
    ASCII,
    CALM,
    board,
    cursor_to,
    finish_work,
    message_of,
    place_of,
    press,
    rows_of,
    show_state,
    start,
    state_of,
    text_of,
    top_game,
    work,
)
from tests.ui.game_boards import BEGINNER, fair_game
from tests.ui.test_autosave_service import LOSE, WIN, Program, fresh
from tests.ui.watching import click_text, place_of_text, roles_of, style_of

MOVING = Settings({"cell_size": "4x2"})
LAST_CASCADE = "*1......\n11......\n........\n......11\n......1*"
"""Opening one cell wins, because all safe cells belong to one region."""
SAFE = "....\n1111\n*..*"
"""Both cells in the middle of the last row are safe, each because of other clues."""


def frame_style(model: Model) -> str:
    frame = state_of(model).geometry.frame
    return render(model).style_at(frame.top + frame.height // 2, frame.left)


def marks(model: Model) -> tuple[int, int, int]:
    """The cells that are marked as safe, as clues of a proof, and as the better guess."""
    shown = marks_of(state_of(model), state_of(model).view())
    return shown.safe, shown.proof, shown.guess


def won(cols: int = 80, rows: int = 24, settings: Settings = MOVING) -> Model:
    return press(cursor_to(start(board(LAST_CASCADE), cols, rows, settings), 2, 3), "space")


class TestWin:
    def test_the_result_bar_appears_after_the_cascade_before_the_flags(self) -> None:
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
        assert roles_of(model, "⚑")[-1] == "flag.won"
        later = press(tick(model, 60.0), "left", "l", "l", "w")
        for after in (later, press(later, "x", "esc"), press(later, "h", "esc")):
            assert roles_of(after, "⚑")[-1] == "flag.won", "the flags of a win stay"

    @pytest.mark.parametrize(("cols", "rows"), [(20, 7), (80, 24)])
    def test_a_won_game_has_one_result_bar_and_no_cursor_at_every_size(self, cols: int, rows: int) -> None:
        model = press(won(cols, rows), "f12")
        chrome = game_chrome(state_of(model))
        assert chrome.bar is not None
        assert len(chrome.bar.text) <= cols
        assert sum("Won" in line for line in text_of(model).split("\n")) == 1
        if rows == 7:
            assert chrome.bar.row == rows - 2
        styles = {style for line in render(model).lines for _, _, style in line}
        assert not {style for style in styles if style.startswith("cursor")}
        assert render(model).cursor is None


def lost_game(cols: int = 80, rows: int = 24, looks: TerminalLooks | None = None) -> Model:
    """A game lost by opening a mine, although two cells were provably safe for different reasons."""
    model = press(cursor_to(start(board(SAFE), cols, rows, looks=looks), 0, 0), "space")
    return tick(work(press(cursor_to(model, 2, 0), "space")), 1.0)


def chorded(picture: str) -> Model:
    """A game lost by a chord on the second number below the top row, because the flag on the second cell was wrong."""
    model = press(cursor_to(start(board(picture)), 0, 0), "space")
    model = press(cursor_to(press(cursor_to(model, 2, 1), "f"), 1, 1), "space")
    assert state_of(model).game.exploded
    return tick(work(model), 1.0)


def just_lost(settings: Settings = MOVING) -> Model:
    """A game that was lost just now by opening a mine in the middle of a row of mines."""
    model = press(start(board(SHOCK).open_cell(0), 80, 24, settings), "f12")
    return work(press(cursor_to(model, 2, 6), "space"))


SHOCK = "." * 13 + "\n" + "." * 13 + "\n" + "*" * 12 + "."


class TestLossAnimation:
    def test_a_loss_shows_its_mines_outwards_before_the_result_bar(self) -> None:
        model, seen = just_lost(), []
        while state_of(model).looks.wave:
            text = text_of(model)
            assert "Lost" not in text
            assert frame_style(model) == "border"
            assert marks(model) == (0, 0, 0), "the proof appears only after the animation"
            seen.append((text.count("✱"), any("near" in style for line in render(model).lines for _, _, style in line)))
            model = tick(model, model.top.wait() or 0.0)
        mines = [count for count, _ in seen]
        assert mines[1:] == sorted(set(mines)), "from the second step on, each one shows more mines"
        assert all(is_lit for _, is_lit in seen[1:])
        assert text_of(model).count("✱") > mines[-1]
        assert "Lost after 0:00   avoidable" in text_of(model)


class TestLoss:
    def test_loss_review_marks_the_safe_cell_and_its_clues_at_once(self) -> None:
        lost = lost_game()
        assert frame_style(lost) == "frame.lost"
        assert style_of(lost, "Lost after") == "banner.lost"
        safe, proof, _ = marks(lost)
        assert cells_of(safe) == [9]
        assert cells_of(proof) == [6, 7], "only the clues of the missed cell are marked as a proof"
        earlier = marks_of(state_of(lost), state_of(lost).view()).earlier
        assert cells_of(earlier) == [4], "the clue of the mistake has another mark"
        assert message_of(lost) == (
            "✸ was a mine: the 1 has no other cell. (Corners and edges)\n✓ was safe: both 1s share a mine."
        )
        assert roles_of(lost, "✓")[-1] == "missed"
        assert roles_of(lost, "✸")[-1] == "boom"

    def test_loss_review_names_its_cells_if_one_is_out_of_view(self) -> None:
        wide = "." * 44 + "\n" + "." * 44 + "\n*..*" + "." * 39 + "*"
        model = press(cursor_to(start(board(wide), 60, 24), 0, 0), "space")
        lost = tick(work(press(cursor_to(model, 2, 43), "space")), 1.0)
        assert message_of(lost).startswith("R3c44 was a mine: the 1 has no other cell. (One clue)\nR3c2-3 were safe: ")

    def test_lines_of_the_loss_review_begin_with_the_sign_of_their_cell(self) -> None:
        lost = lost_game()
        first, second = (line for line in game_chrome(state_of(lost)).message)
        frame = render(lost)
        assert (first.text[0], second.text[0]) == ("✸", "✓")
        assert first.col == second.col, "both signs are in the same column"
        for line, style in ((first, "boom"), (second, "missed")):
            assert [frame.style_at(line.row, line.col + at) for at in (-1, 0, 1)] == [style, style, "text"]

    def test_loss_review_without_colours_has_signs_but_no_styles(self) -> None:
        lost = lost_game(looks=ASCII)
        assert style_of(lost, "# was a mine") == "text"
        assert len({line.col for line in game_chrome(state_of(lost)).message}) == 2

    def test_loss_review_with_details_names_rows_and_columns(self) -> None:
        lost = tick(work(press(lost_game(), "i")), 1.0)
        assert message_of(lost).startswith("R3c1 was a mine: the 1 has no other cell.")
        assert "\nR3c2 was safe: both 1s share a mine." in message_of(lost)
        assert message_of(work(press(lost, "t"))).startswith("Row 3, column 1 was a mine: the 1 at row 2, column 1 has")

    def test_t_cycles_through_the_proofs_of_the_loss_review(self) -> None:
        lost = lost_game()
        assert "T why" in text_of(lost)
        lost = work(press(lost, "t"))
        assert message_of(lost) == "✸ was a mine: the 1 has no other cell."
        assert (marks(lost)[:2], state_of(lost).cell) == ((0, 0b00010000), 8)
        assert "T next proof" in text_of(lost)
        seen = []
        for _ in range(2):
            lost = work(press(lost, "t"))
            seen.append(marks(lost)[0])
            assert seen[-1] >> state_of(lost).cell & 1, "the cursor is on the explained cell"
            assert "was safe" in message_of(lost) or "were safe" in message_of(lost)
        review = end_of(state_of(lost)).review
        assert review
        assert seen[0] != seen[1]
        assert seen[0] | seen[1] == review.safe
        assert message_of(work(press(lost, "t"))).startswith("✸ was a mine")

    def test_t_at_20x7_shows_the_loss_review_and_then_its_proofs(self) -> None:
        lost = lost_game(20, 7, ASCII)
        assert not message_of(lost) or "safe" not in text_of(lost)
        assert "Lost" in text_of(lost)
        review = work(press(lost, "t"))
        assert marks(review)[0] == marks(lost)[0]
        assert "# was provably a mine. + was safe." in " ".join(text_of(review).split())
        proofs = [review]
        for sentence in ("# was a mine:", "+ was safe:", "+ was safe:"):
            proofs.append(work(press(proofs[-1], "t")))
            assert any(row.strip().startswith(sentence) for row in rows_of(proofs[-1]))

    def test_loss_review_at_40x12_gives_reasons_and_offers_the_next_proof(self) -> None:
        model = press(cursor_to(start(board(BEGINNER), 40, 12), 4, 0), "space")
        lost = press(tick(work(press(cursor_to(model, 0, 5), "space")), 1.0), "t")
        assert "✸ was a mine: the 1 has no other cell." in text_of(lost)
        assert "✓ were safe: the 1 has its mine already." in " ".join(text_of(lost).split())
        assert "T next" in text_of(press(lost, "t"))

    def test_loss_review_marks_a_better_guess_even_if_it_was_a_mine(self) -> None:
        model = press(cursor_to(start(board("*1....\n....*.")), 0, 1), "space")
        lost = tick(work(press(cursor_to(model, 0, 0), "space")), 1.0)
        assert message_of(lost) == "Nothing was provable. ✸ had a 20.0% risk; a safer guess, ▸, had 16.7%."
        assert cells_of(marks(lost)[2]) == [11]
        assert place_of_text(lost, "▸") == (place_of(lost, 1, 5)[0], place_of(lost, 1, 5)[1] - 1)
        assert roles_of(lost, "▸")[-1] == "guess"

    def test_loss_review_of_a_chord_names_the_provably_wrong_flag(self) -> None:
        lost = chorded(SAFE)
        assert cells_of(marks(lost)[0]) == [9, 10]
        assert message_of(lost) == (
            "✗⚑ was wrong: both 1s share a mine. (The 1-1 pattern)\n✓ was safe: both 1s share a mine."
        )
        assert roles_of(lost, "✗⚑")[-1] == "flag.wrong"

    def test_key_bar_after_a_loss_offers_why_only_if_a_cell_was_provable(self) -> None:
        model = press(cursor_to(start(board("*1....\n.....*")), 0, 1), "space")
        lost = tick(work(press(cursor_to(model, 0, 0), "space")), 1.0)
        assert "T why" not in text_of(lost)
        assert "T why" in text_of(lost_game())

    def test_key_bar_offers_the_next_proof_only_after_the_first_was_shown(self) -> None:
        model = press(cursor_to(start(board(BEGINNER), 60, 12), 4, 0), "space")
        lost = tick(work(press(cursor_to(model, 1, 1), "space")), 1.0)
        assert "T why" in text_of(lost)
        assert "T why" in text_of(press(lost, "t")), "the first T shows the review"
        assert "T next proof" in text_of(press(lost, "t", "t"))


WORSE = ".1....\n.*...*"
"""After the 1 is opened, nothing is provable. The cell below it is the worst guess and gives away 10 of 30 points."""


class TestSkill:
    @staticmethod
    def ended(cols: int, rows: int) -> Model:
        model = start(board(WORSE).open_cell(1)._replace(first=1), cols, rows, CALM)
        model = work(press(cursor_to(model, 1, 1), "space"))
        state = state_of(model)
        return tick(work(show_state(model, with_outcome(state, RecordingResult()))), 1.0)

    def test_guess_ratings_are_stored_with_the_finished_game(self) -> None:
        (guesses, judged) = [effect for effect in self.ended(80, 24).effects if isinstance(effect, Query)]
        assert [guess.rating for guess in guesses.about[1]] == [None]
        assert [guess.rating for guess in judged.about[1]] == [GuessRating(Necessity.FORCED, 0.1, 0.3, 0.0, 11)]

    @staticmethod
    def unjudged() -> Model:
        """A lost game whose guess is found but not rated yet."""
        model = start(board(WORSE).open_cell(1)._replace(first=1), 80, 24, CALM)
        model = work(press(cursor_to(model, 1, 1), "space"))
        return tick(finish_work(show_state(model, with_outcome(state_of(model), RecordingResult()))), 1.0)

    def test_loss_review_names_the_best_guess_only_after_rating_it(self) -> None:
        model = self.unjudged()
        assert "Skill      judging..." in text_of(press(model, "i"))
        assert "; a safer guess, ▸, had 16.7%." in message_of(model)
        assert "judging" not in text_of(work(press(model, "i")))
        assert "; the best guess, ▸, had 16.7%." in message_of(work(model))
        unclear = GuessRating(Necessity.FORCED, 0.0, margin=0.04)
        guesses = tuple(guess._replace(rating=unclear) for guess in end_of(state_of(model)).guesses or ())
        judged = show_state(model, with_guesses(state_of(model), state_of(model).session.id, guesses))
        assert "had a 20.0% risk, and no better guess is known." in message_of(judged)
        assert (cells_of(marks(model)[2]), cells_of(marks(judged)[2])) == ([11], [])

    def test_result_reuses_the_guess_ratings_of_the_replay(self) -> None:
        watched = work(press(self.unjudged(), "v"))
        assert "Skill 67%" in text_of(watched)
        back = press(watched, "esc")
        assert "Skill      67%" in text_of(press(back, "i"))
        assert work(back) == back
        assert "Skill 67%" in text_of(press(back, "v"))

    def test_guesses_rated_in_the_replay_are_not_rated_again(self) -> None:
        watched = work(press(self.unjudged(), "v"))
        heard = top_game(press(watched, "esc")).on_recorded(RecordingResult())
        assert heard.work(watched) is None


EASY = "*2*\n..."
DETAILED = CALM.with_value("details", True)


def in_game(session: Session, record: Record) -> Model:
    """A running game of a player who has this record."""
    return start(session, settings=DETAILED).with_cache(StoreCache({group_of(session): record}))


class TestWhilePlaying:
    def test_panel_of_a_running_game_shows_best_time_streak_and_wins(self) -> None:
        session = fresh(EASY).open_cell(1)._replace(elapsed=42.0)
        text = text_of(in_game(session, Record(69, 41, 27, 3, 7, 51_204)))
        for line in ("Best      0:51.204", "Streak    3, longest 7", "Won       41 of 68, 60%"):
            assert line in text


def ended(session: Session, outcome: RecordingResult, cols: int = 80, rows: int = 24) -> Model:
    """A game at its end, after it was recorded."""
    model = start(session, cols, rows, looks=ASCII if cols == 20 else None)
    model = press(model, "up", "space", "left", "f", "right", "right", "f", "left", "space")
    assert isinstance(model.top, GameScreen)
    return model.with_top(model.top.on_recorded(outcome))


BEST = RecordingResult(None, Record(68, 41, 27, 3, 7, 51_204), Record(69, 42, 27, 4, 7, 50_318), 1)


def slow(seconds: float) -> Session:
    return fresh(EASY)._replace(elapsed=seconds)


class TestTheEnd:
    def test_streak_and_rank_of_a_win_appear_only_with_details(self) -> None:
        model = ended(slow(50.318), BEST)
        assert rows_of(model)[-3].strip() == ""
        assert "✦  Won  ✦" in text_of(model), "the bar leaves out what stands beside the board"
        assert "NEW BEST" in text_of(model)
        assert "0.9 s faster" in text_of(model)
        assert style_of(model, "✦  Won") == "banner.record"
        assert frame_style(model) == "frame.record"
        figures = ("Streak     4, longest 7", "Won        42 of 69, 60%", "Rank       1 of 42")
        assert not any(line in text_of(model) for line in figures)
        detailed = text_of(press(tick(model, 1.0), "i"))
        assert all(line in detailed for line in figures)

    def test_result_compares_the_game_with_stored_games_at_once(self, tmp_path: Path) -> None:
        first = Program(tmp_path).play("up", "space", Wait(5), *WIN[2:], Wait(1))
        assert "FIRST WIN" in first.text
        second = Program(tmp_path).play("up", "space", Wait(3), *WIN[2:], Wait(1))
        assert "2.0 s faster" in second.text
        third = Program(tmp_path).play("up", "space", Wait(4), *WIN[2:], Wait(1))
        assert "Won   1.0 s from your best" in third.text
        lost = Program(tmp_path).play(*LOSE, Wait(1), "i")
        assert "Streak     0 (was 3)" in lost.text
        assert "Won        3 of 4, 75%" in lost.text

    def test_an_assisted_game_shows_the_unassisted_record_and_its_own(self) -> None:
        session = slow(50.318).with_assistant("tip")
        group = group_of(session)
        records = {group: Record(2, 1, 1, 0, 1, 90_000), group._replace(standing="unassisted"): BEST.after}
        playing = start(session.open_cell(1), settings=DETAILED).with_cache(StoreCache(records))
        assert "Best      0:50.318" in text_of(playing)
        model = press(
            tick(ended(session, RecordingResult(after=records[group])), 1.0).with_cache(StoreCache(records)), "i"
        )
        for line in ("Assisted   1 of 2, 50% won", "Best       0:50.318", "Won        42 of 69, 60%"):
            assert line in text_of(model)


def test_result_says_that_the_solver_won_after_the_first_open() -> None:
    settings = CALM.with_value("assist", "intelligent")
    model = work(
        press(cursor_to(start(new_session(BoardSpec(9, 9, 10), "beginner", "s5"), settings=settings), 4, 4), "space")
    )
    assert state_of(model).game.phase is Phase.WON
    assert "The solver finished it in 0:00   known board, not ranked" in text_of(model)
    assert "0:00.000" not in text_of(model)


def test_game_given_up_while_the_bot_plays_counts_as_given_up() -> None:
    model = press(start(new_session(BoardSpec(9, 9, 10), "beginner", "x")), "b")
    paused = handle(model, Focus(False))
    asked = press(paused, "delete")
    assert "Give up this game?" in text_of(asked)
    assert "Given up" not in text_of(asked)
    given_up = press(asked, "y")
    assert "Given up" in text_of(given_up)


def test_giving_up_before_the_first_open_leaves_no_code_and_no_replay() -> None:
    given_up = tick(press(start(new_session(BoardSpec(9, 9, 10), "beginner")), "x", "delete"), 1.0)
    assert message_of(given_up) == "Given up before the first open, so there are no mines yet."
    copied = press(given_up, "y")
    assert message_of(copied) == "You can't copy this board, because its mines weren't dealt."
    assert not any(isinstance(effect, Copy) for effect in copied.effects)
    assert message_of(press(given_up, "v")) == "You can't replay this game, because you didn't open a cell."


def test_statistics_after_a_game_show_its_preset_and_board_type() -> None:
    session = new_session(BoardSpec(30, 16, 99), "daily", board_type="no-guess")
    model = press(start(session.open_cell(0).give_up()), "9")
    assert isinstance(model.top, StatsScreen)
    assert model.top.group == Group("daily", "no-guess")


def test_result_replaces_all_numbers_in_the_edge_of_a_scrolling_board() -> None:
    session = new_session(BoardSpec(30, 16, 99), "expert", "s").open_cell(200).give_up()
    model = start(session, 40, 12)
    edge = rows_of(model)[state_of(model).geometry.frame.height - 1]
    assert "Given up" in edge
    assert not any(sign.isdigit() for sign in edge.replace("0:00", ""))


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (40, 12), (60, 20), (80, 24)])
@pytest.mark.parametrize("by_mouse", [False, True])
def test_clues_of_unopened_cells_can_be_shown_after_a_loss(cols: int, rows: int, by_mouse: bool) -> None:
    small = CALM.with_value("cell_size", "2x1")
    flagged = cursor_to(start(board("*1..1*\n11..11"), cols, rows, small), 1, 1)
    lost = tick(work(press(flagged, "space", "up", "f", "down", "left", "up", "space")), 0.5)
    state = state_of(lost)
    assert state.game.phase is Phase.LOST

    def switch(model: Model, choice: str) -> Model:
        if not by_mouse:
            return press(model, "c")
        model = press(model, "x")
        while choice not in text_of(model):  # On low screens, the list scrolls.
            model = press(model, "down")
        return click_text(model, choice)

    shown = switch(lost, "numbers")
    row, col = place_of(shown, 1, 4)
    assert render(lost).style_at(row, col) in ("hidden", "hidden.odd")
    assert (rows_of(shown)[row][col], render(shown).style_at(row, col)) == ("1", "n1.done on opened")
    assert marks(shown) == marks(lost)
    assert state_of(shown).session == state.session
    flag_row, flag_col = place_of(shown, 0, 1)
    # Wrong flags still look like wrong flags.
    assert rows_of(shown)[flag_row][flag_col] == rows_of(lost)[flag_row][flag_col]
    assert text_of(switch(shown, "numbers")) == text_of(lost)


def test_clues_of_unopened_cells_cant_be_shown_after_a_win() -> None:
    finished = press(tick(won(settings=CALM), 0.5), "c")
    assert message_of(finished) == "After a loss, this key shows the numbers of the cells that you never opened."


def test_a_fair_win_counts_its_forced_guesses_without_rating_them() -> None:
    model = fair_game(settings=DETAILED)
    while not state_of(model).game.is_over:
        cell = first_cell(state_of(model).game.hidden)
        model = press(cursor_to(model, *state_of(model).game.grid.row_col(cell)), "space")
    guesses = state_of(model).session.forced_guesses
    state = with_outcome(state_of(model), RecordingResult())
    assert end_of(state).replay_to_analyse is None
    assert message_of(model) == f"Won with {plural(guesses, 'forced guess')}."
    assert f"{guesses} forced" in text_of(model)
