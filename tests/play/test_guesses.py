"""Reviews of lost games: a forced guess with its odds and the best alternative, or the provable safe cell."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings

from minesweeper.assist.loss import FatalMove, GuessRating, Necessity, Review, review_loss, rival_of
from minesweeper.assist.naming import Room, line_count
from minesweeper.assist.topics import Topic
from minesweeper.boards.layout import read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of, contains
from minesweeper.core.position import read_position
from minesweeper.play.game import Game
from minesweeper.play.guesses import fatal_move
from minesweeper.play.session import new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.guess import GuessKind, RecommendedMove, strongest_move
from tests.solvers.brute_force import fitting_layouts
from tests.strategies import begun_games

BEGINNER = "12211F### 1FF112### 1221.1### .....1### .....1### 111111### ######### ######### #########"


def reviewed(picture: str, mines: int, row: int, col: int) -> Review:
    """The review of opening a cell, counted from 1, on a text board whose rows stand side by side."""
    position = read_position("\n".join(picture.split()), mines)
    return run_to_end(review_loss(FatalMove(position, position.grid.cell(row - 1, col - 1))))


MARKED = Room(78, exploded="#", wrong_flag="xF", guess=">")
"""A screen that marks cells in ASCII."""


def texts(review: Review, rating: GuessRating | None = None) -> tuple[str, str]:
    """The longest and the shortest form of a review for a screen."""
    first, *_, last = review.texts(MARKED, rating)
    return first, last


def test_a_review_says_that_a_loss_was_forced_and_no_guess_better() -> None:
    review = reviewed("#1 #1", 1, 1, 1)
    assert review.was_forced
    assert review.odds == (1, 2)
    assert texts(review) == ("Nothing was provable. # had a 50.0% risk.", "Nothing was provable: # 50.0%.")
    exact, estimate = GuessRating(Necessity.FORCED, 0.0), GuessRating(Necessity.FORCED, 0.0, margin=0.02)
    assert texts(review, exact) == (
        "Nothing was provable. # had a 50.0% risk, and no guess was better.",
        "Nothing was provable: # 50.0%, none better.",
    )
    assert review.text(rating=estimate) == (
        "Nothing was provable. Row 1, column 1 had a 50.0% risk, and no better guess is known."
    )


def test_a_review_of_a_forced_loss_names_a_safer_guess() -> None:
    review = reviewed("#1#### ######", 2, 1, 1)
    assert review.was_forced
    assert texts(review) == (
        "Nothing was provable. # had a 20.0% risk; a safer guess, >, had 16.7%.",
        "Nothing was provable: # 20.0%, safer > 16.7%.",
    )


def test_a_review_names_the_best_guess_only_if_the_guess_was_rated() -> None:
    review = reviewed("#1#### ######", 2, 1, 1)
    worse, other = GuessRating(Necessity.FORCED, 0.1, 0.3, 0.0, 11), GuessRating(Necessity.FORCED, 0.1, 0.3, 0.0, 10)
    assert texts(review, worse) == (
        "Nothing was provable. # had a 20.0% risk; the best guess, >, had 16.7%.",
        "Nothing was provable: # 20.0%, best > 16.7%.",
    )
    assert review.text(rating=other).endswith("had a 20.0% risk; the best guess was row 2, column 5.")
    as_good = GuessRating(Necessity.FORCED, 0.0, margin=0.03)
    assert review.text(rating=as_good).endswith("had a 20.0% risk, and no better guess is known.")
    assert rival_of(review, as_good).cell is None
    unknown = GuessRating(Necessity.UNCLEAR)
    assert review.text(rating=unknown) == review.text()
    less_safe = reviewed("#1#### ######", 2, 2, 6)._replace(better=RecommendedMove(0, (1, 5), GuessKind.LOOK_AHEAD))
    assert less_safe.text() == "Nothing was provable. Row 2, column 6 had a 16.7% risk."


def test_a_guess_beside_a_provable_mine_had_no_provable_safe_cell() -> None:
    position = read_position("1#2#\n112#", 2)
    for flags, start in ((0, "No safe cell was provable."), (0b10, "Nothing was provable.")):
        review = run_to_end(review_loss(FatalMove(position, 3, flags=flags)))
        assert texts(review)[0] == f"{start} # had a 50.0% risk."


def test_a_review_shows_the_safe_cell_that_was_provable() -> None:
    review = reviewed(BEGINNER, 10, 7, 1)
    assert (review.was_forced, review.was_mistake) == (False, False)
    assert review.texts(MARKED) == [
        "# wasn't proved (67.7% risk).\n+ was safe: both 1s share a mine. (The 1-1 pattern)",
        "# wasn't proved (67.7% risk).\n+ was safe: both 1s share a mine.",
        "# wasn't proved.\n+ was safe: both 1s share a mine. (The 1-1 pattern)",
        "# wasn't proved.\n+ was safe: both 1s share a mine.",
        "# wasn't proved.\n+ was safe.",
        "# wasn't proved (67.7% risk). + was safe: both 1s share a mine. (The 1-1 pattern)",
        "# wasn't proved (67.7% risk). + was safe: both 1s share a mine.",
        "# wasn't proved. + was safe: both 1s share a mine. (The 1-1 pattern)",
        "# wasn't proved. + was safe: both 1s share a mine.",
        "# wasn't proved. + was safe.",
    ]
    assert review.text() == (
        "Row 7, column 1 wasn't proved (67.7% risk). Row 7, column 3 was safe: the 1 at row 6, column 1 needs one mine"
        " in row 7, columns 1-2. The 1 at row 6, column 2 sees all of these cells and has no other mine left, so row 7,"
        " column 3 is safe. (The 1-1 pattern)"
    )


def test_a_review_proves_the_provable_mine_before_a_safe_cell() -> None:
    review = reviewed("1#2# 112#", 2, 1, 2)
    assert texts(review)[0] == "# was a mine: the 1 has no other cell. (One clue)\nNo cell was provably safe."
    review = reviewed("1#1# 111#", 1, 1, 2)
    assert texts(review) == (
        "# was a mine: the 1 has no other cell. (One clue)\n+ were safe: the 1 has its mine already.",
        "# was provably a mine. + were safe.",
    )
    assert review.text() == (
        "Row 1, column 2 was a mine: the 1 at row 1, column 1 has no other hidden neighbour. (One clue)"
        " Rows 1-2, column 4 were safe: first, row 1, column 2 is a mine: the 1 at row 1, column 1 has no other hidden"
        " neighbour. The 1 at row 1, column 3 has its mine at row 1, column 2, so its other cells are safe."
    )


def test_a_review_counts_provable_flags_as_known_mines() -> None:
    position = read_position("1#1#\n111#", 1)
    review = run_to_end(review_loss(FatalMove(position, 3, flags=0b10)))
    assert review.proof is not None
    assert len(review.proof.deduction.steps) == 1
    assert review.topic is Topic.KNOWN_MINES
    wrong = run_to_end(review_loss(FatalMove(position, 1, flags=0b1000)))
    assert wrong.proof is not None
    assert len(wrong.proof.deduction.steps) == 2


def test_a_chord_with_an_unproved_flag_is_reviewed_by_that_flag() -> None:
    position = read_position("\n".join(BEGINNER.split()), 10)
    cell = position.grid.cell
    review = run_to_end(review_loss(FatalMove(position, cell(6, 1), chord=cell(5, 1), wrong_flags=1 << cell(6, 0))))
    assert texts(review)[0] == "xF wasn't proved (32.3% risk).\n+ was safe: both 1s share a mine. (The 1-1 pattern)"
    chord = (
        "The chord at row 6, column 2 trusted a wrong flag at row 7, column 1, which wasn't proved (32.3% risk). Row 7,"
    )
    assert review.text().startswith(chord)


def test_a_review_explains_a_chord_that_could_only_lose() -> None:
    position = read_position("..1#1\n122#1\n#2#2#\n1223#\n..1##", 5)
    review = run_to_end(review_loss(FatalMove(position, 8, chord=9, wrong_flags=1 << 14, flags=1 << 14)))
    assert (
        texts(review)[0] == "xF was wrong: both 1s share a mine. (Corners and edges)\nNo other cell was provably safe."
    )
    assert review.text().startswith("The flag at row 3, column 5 was wrong: ")
    together = run_to_end(
        review_loss(FatalMove(read_position("###\n12#", 2), 2, chord=4, wrong_flags=0b10, flags=0b11))
    )
    assert texts(together)[0] == (
        "The chord had to lose, because at least one of its flags was wrong.\nNo cell was provably safe."
    )


def test_the_fatal_move_is_a_mine_or_the_wrong_flags_of_a_chord() -> None:
    begun = new_session(BoardSpec(5, 1, 2), "custom", layout=read_layout("*1.1*")).open_cell(1)
    assert fatal_move(begun.game, begun) is None
    opened = begun.open_cell(4)
    assert fatal_move(begun.game, opened) == FatalMove(begun.game.position, 4, None, 0)

    begun = new_session(BoardSpec(4, 2, 2), "custom", layout=read_layout("*21.\n2*1.")).open_cell(1)
    for cell in (0, 2, 7):  # a right flag, a wrong one, and a wrong one away from the chord
        begun = begun.mark(cell, question_marks=False)
    chorded = begun.chord(1)
    flags = 1 << 0 | 1 << 2 | 1 << 7
    assert fatal_move(begun.game, chorded) == FatalMove(begun.game.position, 5, 1, 1 << 2, 1 << 4 | 1 << 6, flags)


@settings(max_examples=25)
@given(begun_games(max_side=4))
def test_a_loss_review_agrees_with_all_layouts(game: Game) -> None:
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
        assert (review.proof is not None) == bool(safe)
        assert (review.mistake is not None) == (chance[cell] == 1)
        assert review.proof is None or set(cells_of(review.proof.safe)) <= safe
        assert review.mistake is None or review.mistake.mined == 1 << cell
        analysis = run_to_end(analyse(position))
        best = None if safe or position.hidden == analysis.mined else run_to_end(strongest_move(analysis))
        if review.better is not None:
            assert best is not None
            assert review.better.cell == best.cell
            assert chance[review.better.cell] == Fraction(*review.better.odds) != chance[cell]
        else:
            assert best is None or best.cell == cell or chance[best.cell] == chance[cell]
        assert all(line_count(text, 20) <= 4 for text in review.texts(MARKED)[-1:])


def test_a_review_prefers_safe_cells_that_the_chord_did_not_open() -> None:
    position = read_position("\n".join(BEGINNER.split()), 10)
    cell = position.grid.cell
    near, far = cell(6, 2), cell(6, 5)
    for opened, safe in ((0, near), (1 << near, far), (1 << near | 1 << far, near)):
        move = FatalMove(position, cell(6, 1), cell(5, 1), 1 << cell(6, 0), opened)
        proof = run_to_end(review_loss(move)).proof
        assert proof is not None
        assert contains(proof.safe, safe)
