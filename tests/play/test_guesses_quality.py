"""The guesses of a game, their odds and their ratings, compared with brute force."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.boards.deal import BoardSeed
from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import BoardSpec, read_spec
from minesweeper.core.cells import CellSet, cells_of, make_grid, to_cell_set
from minesweeper.core.position import Position, read_position, show_position
from minesweeper.play.game import Phase
from minesweeper.play.guesses import Guess, Skill, find_guesses, judge_guesses, rate_guess, skill_of, without_mistakes
from minesweeper.play.replay import Replay, replay_of, sessions_of
from minesweeper.play.session import MoveKind, Session, cells_risked_by, new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.guess import GuessKind, RecommendedMove
from minesweeper.solvers.win_chance import GuessComparison, GuessValue
from tests.play.test_replay import replay_in
from tests.solvers.brute_force import fitting_layouts, wins_by_brute_force
from tests.strategies import cells, choices, sessions, upto
from tests.ui.driving import board

FORCED, NEEDLESS = Necessity.FORCED, Necessity.NEEDLESS


def judge(replay: Replay) -> tuple[Guess, ...]:
    """Finds and rates the guesses of a game."""
    return run_to_end(judge_guesses(replay, guesses_of(replay)))


def guesses_of(replay: Replay) -> tuple[Guess, ...]:
    """Finds the guesses of a game."""
    return run_to_end(find_guesses(replay))


def ratings(session: Session) -> list[GuessRating]:
    """The ratings of the guesses of a session whose first open dealt the mines."""
    return [guess.rating for guess in judge(replay_in(session)._replace(dealt=True)) if guess.rating]


def guess_of(rating: GuessRating | None, odds: float = 0.5) -> Guess:
    return Guess(0, odds, True, rating=rating)


def test_the_first_open_of_a_dealt_board_is_not_a_guess() -> None:
    replay = replay_in(board("*2*\n...").open_cell(4))
    assert guesses_of(replay._replace(dealt=True)) == ()
    assert guesses_of(replay._replace(dealt=False)) == (Guess(0, 2 / 6, True),)


def test_cells_opened_by_unlock_are_not_guesses() -> None:
    session = board("*2*\n...").open_cell(4)
    assert guesses_of(replay_in(session.apply_assist(1 << 1, 0, "unlock"))._replace(dealt=True)) == ()
    assert len(guesses_of(replay_in(session.apply_assist(1 << 1, 0, "bot"))._replace(dealt=True))) == 1


def test_opening_a_provable_mine_is_a_mistake_instead_of_a_guess() -> None:
    session = board("*1.1*2*").open_cell(2).open_cell(0)
    (result,) = guesses_of(replay_in(session)._replace(dealt=True))
    assert (result, result.is_mistake) == (Guess(1, 1.0, False), True)
    assert without_mistakes([result, Guess(0, 0.5, True)]) == (Guess(0, 0.5, True),)


def test_a_chord_on_contradictory_flags_is_a_mistake() -> None:
    session = board("*2*\n121").open_cell(3).open_cell(4).mark(0, False).mark(1, False).chord(4)
    assert session.game.phase is Phase.LOST
    assert guesses_of(replay_in(session)._replace(dealt=True))[-1] == Guess(4, 1.0, False)


class TestWorth:
    def test_a_worse_guess_gave_away_exactly_the_difference(self) -> None:
        (rating,) = ratings(board(".1....\n.*...*").open_cell(1).open_cell(7))
        assert rating == GuessRating(FORCED, 0.1, 0.3, 0.0, 11)
        assert rating.share_kept == pytest.approx(2 / 3)
        assert not rating.is_good
        assert rating.kind == "forced, gave away 10.0 points"

    def test_mistakes_and_guesses_of_assistants_have_their_own_kinds(self) -> None:
        (mistake,) = ratings(board("*1.1*2*").open_cell(2).open_cell(0))
        assert (mistake, mistake.kind) == (GuessRating(Necessity.MISTAKE), "")
        (helped,) = ratings(board("*2*\n...").open_cell(4).apply_assist(1 << 1, 0, "bot"))
        assert (helped, helped.kind) == (GuessRating(Necessity.HELPED), "an assistant's")
        first = judge(replay_in(board("*2*\n...").open_cell(4))._replace(dealt=False))
        assert [guess.rating for guess in first] == [GuessRating(FORCED, 0.0)]

    def test_guesses_claimed_by_a_file_that_are_not_guesses_stay_unrated(self) -> None:
        session = board("*2*\n...").open_cell(4).mark(0, False).open_cell(3).open_cell(5).open_cell(1)
        assert session.game.phase is Phase.WON
        replay = replay_in(session)._replace(dealt=True)
        replay = replay._replace(moves=(*replay.moves, replay.moves[-1]))
        claimed = tuple(Guess(move, 0.5, True) for move in (1, 5, 5, 99))
        judged = run_to_end(judge_guesses(replay, claimed))
        assert [guess.rating for guess in judged] == [GuessRating(Necessity.UNCLEAR)] * 4


@pytest.mark.parametrize(
    ("other", "rating"),
    [
        (GuessValue(7, (1, 3), None, 0.46, 0.02, 0.04, 0.05), GuessRating(FORCED, 0.0, margin=0.05)),
        (GuessValue(7, (1, 3), None, 0.4, 0.02, 0.1, 0.05), GuessRating(FORCED, 0.1, 0.5, 0.05, 5)),
        (GuessValue(7, (1, 3), None, 0.6, 0.02, -0.1, 0.01), GuessRating(FORCED, 0.0, margin=0.01)),
    ],
    ids=["within the margin", "more than the margin", "higher than the best"],
)
def test_a_worse_guess_counts_only_beyond_the_margin_of_its_estimate(other: GuessValue, rating: GuessRating) -> None:
    best = GuessValue(5, (1, 4), None, 0.5, 0.02, 0.0)
    comparison = GuessComparison(
        read_position("########", 2), RecommendedMove(5, (1, 4), GuessKind.LOOK_AHEAD), (best, other), is_exact=False
    )
    assert rate_guess(FORCED, 7, comparison) == rating
    assert rate_guess(FORCED, 5, comparison) == GuessRating(FORCED, 0.0)
    assert rate_guess(FORCED, 9, comparison) == GuessRating(FORCED)


def joint_wins(position: Position, cells: CellSet) -> int:
    """In how many layouts best play wins if it first opens all of these cells at once."""
    grid, seen = position.grid, set()
    for mines in fitting_layouts(position):
        if not mines & cells:
            safe = grid.all_cells ^ mines
            numbers = grid.count_neighbours(mines)
            zeros = to_cell_set([cell for cell in cells_of(safe) if not grid.neighbours(cell) & mines])
            opened = position.opened | grid.cascade(cells, zeros, grid.all_cells ^ position.opened)
            seen.add(show_position(grid, numbers, opened, position.mine_total))
    return sum(wins_by_brute_force(after) for after in seen)


@given(sessions(max_side=3))
def test_guesses_and_their_ratings_agree_with_brute_force(session: Session) -> None:
    replay = replay_of(session)
    if replay is None or replay.spec.grid.size > 9:
        return
    guesses = judge(replay)
    results = {guess.move: guess for guess in guesses}
    games = [played.game for played in sessions_of(replay)]
    for number, (game, move) in enumerate(zip(games, replay.moves, strict=False)):
        risked = 0 if game.is_over else cells_risked_by(game, move)
        if not risked or (game.phase is Phase.READY and replay.dealt):
            assert number not in results
            continue
        layouts = list(fitting_layouts(game.position))
        risk = Fraction(sum(bool(mines & risked) for mines in layouts), len(layouts))
        assert (number in results) == (risk > 0)
        if not risk:
            continue
        guess, rating = results[number], results[number].rating
        assert rating is not None
        assert guess.survived == (not games[number + 1].exploded)
        assert guess.is_mistake == (risk == 1)
        if move.kind is MoveKind.ASSIST:
            continue
        assert guess.odds == pytest.approx(float(risk))
        assert guess.is_exact
        if guess.is_mistake or game.phase is Phase.READY:
            continue
        position = game.position
        safe = to_cell_set([c for c in cells_of(position.hidden) if not any(mines >> c & 1 for mines in layouts)])
        most = wins_by_brute_force(position)
        assert rating.need is (NEEDLESS if safe else FORCED)
        assert rating.margin == 0
        assert rating.given_away == pytest.approx((most - joint_wins(position, risked)) / len(layouts))
        assert 0 <= rating.share_kept <= 1
        if rating.given_away:
            assert rating.chance == pytest.approx(most / len(layouts))
    skill = skill_of(guesses)
    assert skill is not None
    assert 0 <= skill.share_kept <= 1
    assert skill.share == 1 or guesses
    assert skill.given_away >= 0


@st.composite
def chords(draw: st.DrawFn) -> Session:
    """Games on 4x3 whose last move is a chord, with flags on any cells."""
    grid = make_grid(4, 3)
    layout = Layout(grid, to_cell_set(draw(choices(grid.size, draw(upto(2, 5))))))
    session = new_session(BoardSpec(4, 3, layout.mine_count), "custom", layout=layout)
    first = next(cell for cell in (5, 6, *range(12)) if layout.safe >> cell & 1)
    session = session.open_cell(first)
    for cell in draw(st.lists(cells(grid), max_size=2)):
        session = session if layout.mines >> cell & 1 else session.open_cell(cell)
    hidden = cells_of(grid.neighbours(first) & session.game.hidden)
    clue = session.game.clue(first)
    for number in draw(choices(len(hidden), clue)) if clue else []:
        session = session.mark(hidden[number], False)
    return session.chord(first)


@settings(max_examples=40)
@given(chords())
def test_the_rating_of_a_chord_as_one_guess_agrees_with_brute_force(session: Session) -> None:
    replay = replay_in(session)._replace(dealt=True)
    move = len(replay.moves) - 1
    game = [played.game for played in sessions_of(replay)][move]
    risked = cells_risked_by(game, replay.moves[move])
    if replay.moves[move].kind is not MoveKind.CHORD or game.is_over or not risked:
        return
    layouts, most = list(fitting_layouts(game.position)), wins_by_brute_force(game.position)
    risk = sum(bool(mines & risked) for mines in layouts) / len(layouts)
    result = next((guess for guess in judge(replay) if guess.move == move), None)
    assert (0 if result is None else result.odds) == pytest.approx(risk)
    assert result is None or result.is_mistake == (risk == 1)
    if result is not None and result.rating is not None and not result.is_mistake:
        given_away = (most - joint_wins(game.position, risked)) / len(layouts)
        assert result.rating.given_away == pytest.approx(given_away)
        assert result.rating.margin == 0


def begun(board: str) -> Session:
    """A game after a first open that leaves much of the board hidden."""
    spec = read_spec(board)
    return new_session(spec, "custom", layout=BoardSeed(spec, 11, "skill").make().layout).open_cell(11)


def test_a_chord_before_the_end_game_is_estimated_with_exact_odds() -> None:
    session = begun("10x10/18")
    number = session.game.grid.cell(3, 5)
    session = session.mark(number + 10, False)
    guess = judge(replay_in(session.chord(number))._replace(dealt=True))[-1]
    assert guess.is_exact
    assert guess.rating is not None
    assert guess.rating.margin > 0
    assert guess.rating.given_away


class TestSkill:
    def test_skill_is_the_share_kept_and_separate_from_luck(self) -> None:
        guesses = (
            guess_of(GuessRating(FORCED, 0.04, 0.4, 0.0, 3), 0.2),
            guess_of(GuessRating(NEEDLESS, 0.1, 0.5, 0.0, 3), 0.5),
            guess_of(GuessRating(FORCED, 0.0), 0.25),
            guess_of(GuessRating(Necessity.UNCLEAR), 0.5),
            guess_of(GuessRating(Necessity.HELPED), 0.9),
            Guess(9, 1.0, False, rating=GuessRating(Necessity.MISTAKE)),
        )
        skill = skill_of(guesses)
        assert skill is not None
        assert skill.share_kept == pytest.approx(0.9 * 0.8)
        assert skill.given_away == pytest.approx(0.14)
        assert skill.survival == pytest.approx(prod((0.8, 0.5, 0.75, 0.5)))
        assert (skill.guesses, skill.judged, skill.forced, skill.needless, skill.good) == (4, 3, 2, 1, 1)
        assert skill.counts == ", 1 good, 1 needless"

    def test_estimated_skill_luck_and_losses_are_marked(self) -> None:
        rating = GuessRating(FORCED, 0.08, 0.4, 0.0, 3)
        skill = skill_of([Guess(0, 0.5, True, is_exact=False, rating=rating)])
        assert skill is not None
        assert skill.text == "Skill 80%: you gave away 8.0 points in 1 guess. Luck: about 50% to survive it."
        assert ("Survival", "~50%") in skill.figures()
        assert skill.to_data()["exact"] is False
        assert [guess_of(one).loss for one in (rating, rating._replace(margin=0.02))] == ["  -8.0", "  ~-8"]

    def test_skill_without_guesses_is_100_percent_and_not_mentioned(self) -> None:
        skill = skill_of(())
        assert skill == Skill()
        assert (skill.share, skill.text, skill.figures()) == (1.0, "", [])

    def test_skill_is_unknown_while_a_guess_is_not_rated(self) -> None:
        assert skill_of([guess_of(None)]) is None
        unclear = skill_of([guess_of(GuessRating(Necessity.UNCLEAR))])
        assert unclear is not None
        assert (unclear.share, unclear.percent, unclear.text) == (None, "-", "")

    @pytest.mark.parametrize(
        ("result", "text"),
        [
            ((GuessRating(FORCED, 0.08, 1.0, 0.0, 3),), "Skill 92%: you gave away 8.0 points in 1 guess."),
            (
                (GuessRating(NEEDLESS, 0.031, 0.31, 0.02, 3), GuessRating(FORCED, 0.0)),
                "Skill about 90%: you gave away about 3 points in 2 guesses, 1 of them needless.",
            ),
            ((GuessRating(FORCED, 0.0), GuessRating(FORCED, 0.0)), "Skill 100%: you gave away nothing in 2 guesses."),
            ((GuessRating(FORCED, 0.0, margin=0.04),), "Skill about 100%: you gave away hardly anything in 1 guess."),
            (
                (GuessRating(FORCED, 0.0), GuessRating(Necessity.UNCLEAR)),
                "Skill 100%: you gave away nothing in 1 of 2 guesses.",
            ),
        ],
    )
    def test_the_sentence_about_skill_names_guesses_and_points(
        self, result: tuple[GuessRating, ...], text: str
    ) -> None:
        skill = skill_of([guess_of(rating) for rating in result])
        assert skill is not None
        assert skill.text.startswith(f"{text} Luck: ")
