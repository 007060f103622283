"""Reviews of lost games: a forced guess with its odds and the best alternative, or the cell that was provably safe."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings

from minesweeper.assist.loss import FatalMove, GuessRating, Necessity, Review, review_loss, rival_of
from minesweeper.assist.naming import Room, line_count
from minesweeper.boards.layout import read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of, contains
from minesweeper.core.position import read_position
from minesweeper.play.game import Game
from minesweeper.play.guesses import fatal_move
from minesweeper.play.session import new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.guess import GuessKind, GuessMove, strongest_move
from tests.solvers.brute_force import fitting_layouts
from tests.strategies import begun_games

BEGINNER = "12211F### 1FF112### 1221.1### .....1### .....1### 111111### ######### ######### #########"


def reviewed(picture: str, mines: int, row: int, col: int) -> Review:
    """The review of opening a cell, counted from 1, in a picture whose rows stand side by side."""
    position = read_position("\n".join(picture.split()), mines)
    return run_to_end(review_loss(FatalMove(position, position.grid.cell(row - 1, col - 1))))


def texts(review: Review, worth: GuessRating | None = None) -> tuple[str, str]:
    return review.text(Room(78), worth), review.text(Room(is_brief=True), worth)


def review_sentence(review: Review, worth: GuessRating | None = None) -> str:
    return review.text(Room(78), worth)


def test_a_forced_guess_with_nothing_better() -> None:
    review = reviewed("#1 #1", 1, 1, 1)
    assert review.was_forced
    assert review.odds == (1, 2)
    assert review_sentence(review) == "A forced guess at row 1, column 1: 50.0% mine risk."
    exact, estimate = GuessRating(Necessity.FORCED, 0.0), GuessRating(Necessity.FORCED, 0.0, margin=0.02)
    said = "A forced guess at row 1, column 1: 50.0% mine risk, none was better.", "A forced guess, 50.0%, none better."
    assert texts(review, exact) == said
    assert review.text(worth=estimate).endswith("50.0% mine risk, none is known to be better.")


def test_a_forced_guess_with_a_better_cell() -> None:
    review = reviewed("#1#### ######", 2, 1, 1)
    assert review.was_forced
    assert texts(review) == (
        "A forced guess at row 1, column 1: 20.0% mine risk; row 2, column 6 was safer, 16.7%.",
        "A forced guess, 20.0%; r2c6 was safer, 16.7%.",
    )


def test_only_a_judged_guess_has_a_best_one_beside_it() -> None:
    review = reviewed("#1#### ######", 2, 1, 1)
    worse, other = GuessRating(Necessity.FORCED, 0.1, 0.3, 0.0, 11), GuessRating(Necessity.FORCED, 0.1, 0.3, 0.0, 10)
    assert texts(review, worse) == (
        "A forced guess at row 1, column 1: 20.0% mine risk; the best was row 2, column 6, 16.7%.",
        "A forced guess, 20.0%; best r2c6, 16.7%.",
    )
    assert review_sentence(review, other).endswith("20.0% mine risk; the best was row 2, column 5.")
    as_good = GuessRating(Necessity.FORCED, 0.0, margin=0.03)
    assert review_sentence(review, as_good).endswith("20.0% mine risk, none is known to be better.")
    assert rival_of(review, as_good).cell is None
    unknown = GuessRating(Necessity.UNCLEAR)
    assert review_sentence(review, unknown) == review_sentence(review)
    less_safe = reviewed("#1#### ######", 2, 2, 6)._replace(better=GuessMove(0, (1, 5), GuessKind.LOOK_AHEAD))
    assert review_sentence(less_safe) == "A forced guess at row 2, column 6: 16.7% mine risk."


def test_a_cell_that_was_provably_safe() -> None:
    review = reviewed(BEGINNER, 10, 7, 1)
    assert (review.was_forced, review.was_mistake) == (False, False)
    assert (review.text(Room(78, colour="green")), review.text(Room(is_brief=True))) == (
        (
            "67.7% gamble at r7c1. R7c3 (green) was safe: the 1 at r6c1 has its mine in cells that the 1"
            " at r6c2 sees too. So it has no mine left for r7c3."
        ),
        "67.7% gamble; r7c3 was safe.",
    )
    assert review.text() == (
        "67.7% gamble at row 7, column 1. Row 7, column 3 was safe: the 1 at row 6, column 1 needs one mine in row 7,"
        " columns 1-2. The 1 at row 6, column 2 sees all of these cells and has no other mine left, so row 7, column 3"
        " is safe. (This is the 1-1 pattern.)"
    )


def test_a_cell_that_was_provably_a_mine() -> None:
    assert review_sentence(reviewed("1#2# 112#", 2, 1, 2)) == (
        "Row 1, column 2 was provably a mine. No cell was provably safe."
    )
    assert review_sentence(reviewed("1#1# 111#", 1, 1, 2)) == (
        "R1c2 was provably a mine. R1-2c4 were safe: the 1 at r1c3 has its mine at r1c2, so its other"
        " cells are safe. (The 1 at r1c1 proves that mine.)"
    )


def test_the_picture_of_a_chord_that_trusted_a_wrong_flag() -> None:
    position = read_position("\n".join(BEGINNER.split()), 10)
    cell = position.grid.cell
    review = run_to_end(review_loss(FatalMove(position, cell(6, 1), chord=cell(5, 1), wrong_flags=1 << cell(6, 0))))
    assert review_sentence(review) == (
        "A wrong flag. R7c3 was safe: the 1 at r6c1 has its mine in cells that the 1 at r6c2 sees too."
        " So it has no mine left for r7c3. (This is the 1-1 pattern.)"
    )
    assert review.text().startswith("The chord at row 6, column 2 trusted a wrong flag at row 7, column 1. Row 7,")


def test_a_chord_that_could_only_lose_says_why() -> None:
    position = read_position("..1#1\n122#1\n#2#2#\n1223#\n..1##", 5)
    review = run_to_end(review_loss(FatalMove(position, 8, chord=9, wrong_flags=1 << 14, flags=1 << 14)))
    assert review.text(Room(is_brief=True)) == "A provably wrong flag; r3c5 was safe."
    bound = "The chord at row 2, column 5 could only lose: the flag at row 3, column 5 was provably wrong."
    assert review.text().startswith(bound)
    together = run_to_end(
        review_loss(FatalMove(read_position("###\n12#", 2), 2, chord=4, wrong_flags=0b10, flags=0b11))
    )
    assert review_sentence(together) == (
        "The chord at row 2, column 2 could only lose: its flags could not all be right. No cell was provably safe."
    )


def test_the_fatal_move_is_the_mine_and_of_a_chord_its_wrong_flags() -> None:
    begun = new_session(BoardSpec(5, 1, 2), "custom", layout=read_layout("*1.1*")).open_cell(1)
    assert fatal_move(begun.game, begun) is None
    opened = begun.open_cell(4)
    assert fatal_move(begun.game, opened) == FatalMove(begun.game.position, 4, None, 0)

    begun = new_session(BoardSpec(4, 2, 2), "custom", layout=read_layout("*21.\n2*1.")).open_cell(1)
    for cell in (0, 2, 7):  # a right one, a wrong one, and a wrong one that the chord does not see
        begun = begun.mark(cell, question_marks=False)
    chorded = begun.chord(1)
    flags = 1 << 0 | 1 << 2 | 1 << 7
    assert fatal_move(begun.game, chorded) == FatalMove(begun.game.position, 5, 1, 1 << 2, 1 << 4 | 1 << 6, flags)


@settings(max_examples=25)
@given(begun_games(max_side=4))
def test_a_review_agrees_with_all_layouts_that_fit(game: Game) -> None:
    assert game.layout is not None
    position = game.position
    layouts = list(fitting_layouts(position))
    chance = {cell: Fraction(sum(contains(mines, cell) for mines in layouts), len(layouts)) for cell in range(16)}
    hidden = cells_of(position.hidden)
    safe = {cell for cell in hidden if chance[cell] == 0}
    for cell in cells_of(game.layout.mines):
        review = run_to_end(review_loss(FatalMove(position, cell)))
        assert Fraction(*review.odds) == chance[cell]
        assert set(cells_of(review.safe)) == safe
        assert review.was_forced == (not safe)
        assert (review.spared in safe) == bool(safe)
        assert (review.proof is not None) == bool(safe)
        if review.proof is not None and review.spared is not None:
            assert contains(review.proof.safe, review.spared)
            assert set(cells_of(review.proof.safe)) <= safe
        analysis = run_to_end(analyse(position))
        best = None if safe or position.hidden == analysis.mined else run_to_end(strongest_move(analysis))
        if review.better is not None:
            assert best is not None
            assert review.better.cell == best.cell
            assert chance[review.better.cell] == Fraction(*review.better.odds) != chance[cell]
        else:
            assert best is None or best.cell == cell or chance[best.cell] == chance[cell]
        assert line_count(review_sentence(review), 78) <= 3


def test_a_cell_that_the_chord_opened_is_spared_only_where_there_is_no_other() -> None:
    position = read_position("\n".join(BEGINNER.split()), 10)
    cell = position.grid.cell
    near, far = cell(6, 2), cell(6, 5)
    for opened, spared in ((0, near), (1 << near, far), (1 << near | 1 << far, near)):
        move = FatalMove(position, cell(6, 1), cell(5, 1), 1 << cell(6, 0), opened)
        assert run_to_end(review_loss(move)).spared == spared
