"""The guesses of a finished game: which moves were guesses, how risky they were, and how well they were chosen.

`find_guesses` finds the guesses with their odds, and `judge_guesses` compares each with the best move of its position,
so that skill can be told from luck. Both only look at the position before a move, never at the mines. `skill_of` sums
the judgements up. docs/playing.md explains the figures to players.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from fractions import Fraction
from itertools import pairwise
from math import fsum, hypot, prod
from typing import NamedTuple

from minesweeper.assist.loss import FatalMove, GuessRating, Necessity, if_survived, lost_words, odds_to_lose
from minesweeper.core.cells import CellSet, first_cell, nearest_first
from minesweeper.core.text import plural, rough_percent, say_rough
from minesweeper.play.fair import region_of
from minesweeper.play.game import Game, Phase
from minesweeper.play.replay import Replay, sessions_of
from minesweeper.play.session import CHORDS, Move, MoveKind, Session, cells_risked_by, trusted_flags
from minesweeper.solvers.count_linear import THOROUGH
from minesweeper.solvers.exact import Analysis, ExactSolver
from minesweeper.solvers.rollouts import Budget
from minesweeper.solvers.win_chance import GuessComparison, GuessValue, compare_guesses

MAX_CELLS = 40_000
"""The largest board, in cells, whose games are analysed. Larger games have so many moves that it takes minutes."""
_LEAST, _MOST = 2.0**-1022, 1 - 2.0**-53
_LOOKED = "unlock"
"""Unlock, the only assistant that looks at the mines. The cells that it opens aren't guesses."""
ROLLOUTS = 60
"""How many roll-outs estimate the win chance of a guess, which takes about three seconds on Expert.

This is a number of roll-outs instead of a time limit, so that a game gets the same figures on every machine.
"""
_NOBODYS = (Necessity.HELPED, Necessity.MISTAKE)
_MOVES = 20
"""How many moves of the replay are played in one slice."""


class Guess(NamedTuple):
    """A move that risked a mine, because it opened a cell that wasn't proved safe.

    ``move`` is its number among the moves of the game, from 0, and ``odds`` is its mine risk.
    """

    move: int
    odds: float
    survived: bool
    is_exact: bool = True
    """Whether the odds are exact. They are estimated if the clues are too many to count the layouts."""
    rating: GuessRating | None = None
    """How well the guess was chosen, or None until it is judged."""

    @property
    def chance(self) -> str:
        """The mine risk of the guess as text, such as ``23%`` or ``~23%``."""
        return rough_percent(self.odds, self.is_exact)

    @property
    def is_mistake(self) -> bool:
        """Whether the move was certain to lose. Such a move is judged like a guess, but doesn't count as one."""
        return self.odds >= 1

    @property
    def loss(self) -> str:
        """The win chance that was given away, in points and few columns. Empty if it is zero or unknown."""
        if self.rating is None or not self.rating.given_away:
            return ""
        given = 100 * self.rating.given_away
        return f"  ~-{given:.0f}" if self.rating.margin else f"  -{given:.1f}"

    @property
    def name(self) -> str:
        """``mistake``, or ``guess`` with the odds."""
        return "mistake" if self.is_mistake else f"guess {self.chance}"

    @property
    def kind(self) -> str:
        """The guess in few words, with how well it was chosen if it is judged."""
        return ", ".join(filter(None, (self.name, self.rating.kind if self.rating else "")))


def without_mistakes(guesses: Iterable[Guess]) -> tuple[Guess, ...]:
    """Leaves out the moves that were certain to lose, because these don't count as guesses."""
    return tuple(guess for guess in guesses if not guess.is_mistake)


def find_guesses(replay: Replay) -> Generator[None, None, tuple[Guess, ...]]:
    """Finds the guesses and mistakes of a game. Works in slices of a few milliseconds."""
    exact_solver, guesses = ExactSolver(effort=THOROUGH), []
    for number, (before, after) in enumerate(pairwise(sessions_of(replay))):
        odds, is_exact = yield from _odds_of(before.game, replay.moves[number], exact_solver, replay.dealt)
        if odds:
            guesses.append(Guess(number, _as_float(odds), not after.game.exploded, is_exact))
    return tuple(guesses)


def _as_float(odds: Fraction) -> float:
    """The nearest float. Odds that aren't certain never become 0 or 1."""
    return float(odds) if odds == 1 else min(max(float(odds), _LEAST), _MOST)


def _odds_of(
    game: Game, move: Move, exact_solver: ExactSolver, dealt: bool
) -> Generator[None, None, tuple[Fraction, bool]]:
    """The mine risk of a move, and whether it is exact. The risk is 0 if the move only opens proved cells or none."""
    risked = 0 if game.is_over or move.assistant == _LOOKED else cells_risked_by(game, move)
    if not risked or (game.phase is Phase.READY and dealt):  # the first open can't lose if it deals the mines
        return Fraction(0), True
    if game.phase is Phase.READY:
        return Fraction(game.mine_total, game.grid.size), True
    position = game.position
    safe, _ = yield from exact_solver.certain(position)
    if not risked & ~safe:
        return Fraction(0), True
    analysis = yield from exact_solver.analyse(position)
    odds, is_exact = yield from odds_to_lose(analysis, risked, trusted_flags(game, move))
    return Fraction(*odds), is_exact


def fatal_move(before: Game, session: Session) -> FatalMove | None:
    """Describes the move that lost a game for its review. ``before`` is the game before that move.

    Returns None if the session isn't lost.
    """
    game = session.game
    if not game.exploded or game.layout is None:
        return None
    move, opened = session.moves[-1], game.opened & ~before.opened & ~game.exploded
    fatal = risky_move(before, move, game.layout.mines, opened)
    if fatal is None or not session.is_judged or session.analysis is None or not session.analysis.is_exact:
        return fatal
    return fatal._replace(region=region_of(session.analysis, fatal.risked & ~session.analysis.safe))


def risky_move(before: Game, move: Move, mines: CellSet, opened: CellSet = 0) -> FatalMove | None:
    """Describes a move as if it had lost the game, for a review. Returns None if the move opens nothing."""
    risked, chord = cells_risked_by(before, move), move.cell if move.kind in CHORDS else None
    if not risked:
        return None
    wrong = trusted_flags(before, move) & ~mines
    return FatalMove(before.position, first_cell(risked & mines or risked), chord, wrong, opened, before.flags)


class Skill(NamedTuple):
    """How well the player chose the guesses of a game. Mistakes and the moves of assistants don't count."""

    guesses: int = 0
    forced: int = 0
    needless: int = 0
    good: int = 0
    """How many forced guesses gave nothing away."""
    judged: int = 0
    """For how many guesses it is known how much win chance they gave away."""
    given_away: float = 0.0
    """The win chance that all guesses together gave away, from 0 to 1 for each."""
    share_kept: float = 1.0
    """The share of the win chance that the player's choices kept, from 0 to 1. This is the skill."""
    survival: float = 1.0
    """The chance of surviving all guesses that were made, which says how much luck it took."""
    is_exact: bool = True
    """Whether all win chances are exact."""
    is_luck_exact: bool = True
    """Whether the odds of all guesses are exact."""

    @property
    def share(self) -> float | None:
        """The skill from 0 to 1, or None if there were guesses but none could be judged."""
        return self.share_kept if self.judged or not self.guesses else None

    @property
    def percent(self) -> str:
        """The skill in percent, or ``-`` if it is unknown. Only a game that gave nothing away has 100%."""
        return "-" if self.share is None else rough_percent(self.share, self.is_exact)

    @property
    def luck(self) -> str:
        """The chance of surviving all guesses, in percent."""
        return rough_percent(self.survival, self.is_luck_exact)

    @property
    def lost(self) -> str:
        """The win chance that was given away, in words."""
        return lost_words(self.given_away, self.is_exact)

    def to_data(self) -> dict[str, float | int | bool | None]:
        counts = {name: getattr(self, name) for name in ("guesses", "judged", "forced", "needless", "good")}
        return {
            "share": self.share,
            "given_away": self.given_away,
            "survival": self.survival,
            **counts,
            "exact": self.is_exact and self.is_luck_exact,
        }

    @property
    def text(self) -> str:
        """One or two sentences about the guesses of a game. Empty if none could be judged."""
        if not self.judged:
            return ""
        skill, survival = say_rough(self.share_kept, self.is_exact), say_rough(self.survival, self.is_luck_exact)
        known = f"{self.judged} of " if self.judged < self.guesses else ""
        needless = ", which was needless" if self.guesses == 1 else f", {self.needless} of them needless"
        return (
            f"Skill {skill}: you gave away {self.lost} in {known}{plural(self.guesses, 'guess')}"
            f"{needless if self.needless else ''}. Luck: {survival} to survive {'them' if self.guesses > 1 else 'it'}."
        )

    @property
    def counts(self) -> str:
        """How many guesses were good and how many needless, such as ``, 3 good, 1 needless``, to follow their total."""
        return "".join(
            f", {count} {word}" for count, word in ((self.good, "good"), (self.needless, "needless")) if count
        )

    def figures(self) -> list[tuple[str, str]]:
        """The skill as names and values for a table. Empty if no guess could be judged."""
        if not self.judged:
            return []
        return [("Skill", self.percent), ("Gave away", self.lost), ("Survival", self.luck)]


def skill_of(guesses: Iterable[Guess]) -> Skill | None:
    """Sums up how well guesses were chosen. Returns None if any of them isn't judged yet."""
    judged = [(guess, guess.rating) for guess in guesses]
    if any(rating is None for _, rating in judged):
        return None
    own = [(guess, rating) for guess, rating in judged if rating is not None and rating.need not in _NOBODYS]
    ratings = [rating for _, rating in own]
    return Skill(
        guesses=len(own),
        forced=sum(rating.need is Necessity.FORCED for rating in ratings),
        needless=sum(rating.need is Necessity.NEEDLESS for rating in ratings),
        good=sum(rating.is_good for rating in ratings),
        judged=sum(rating.given_away is not None for rating in ratings),
        given_away=fsum(rating.given_away or 0.0 for rating in ratings),
        share_kept=prod((rating.share_kept for rating in ratings), start=1.0),
        survival=prod((1 - guess.odds for guess, _ in own), start=1.0),
        is_exact=not any(rating.margin for rating in ratings),
        is_luck_exact=all(guess.is_exact for guess, _ in own),
    )


def judge_guesses(replay: Replay, guesses: tuple[Guess, ...]) -> Generator[None, None, tuple[Guess, ...]]:
    """Judges the guesses of a replay. Works in slices. The same game always gets the same judgements."""
    exact_solver, ratings = ExactSolver(effort=THOROUGH), dict[int, GuessRating]()
    asked = {guess.move: guess for guess in guesses}
    for number, (move, session) in enumerate(zip(replay.moves, sessions_of(replay), strict=False)):
        if not number % _MOVES:
            yield
        if number in asked:
            ratings[number] = yield from _rate_move(session.game, move, asked[number], exact_solver)
    return tuple(guess._replace(rating=ratings.get(guess.move, GuessRating(Necessity.UNCLEAR))) for guess in guesses)


def _rate_move(game: Game, move: Move, guess: Guess, exact_solver: ExactSolver) -> Generator[None, None, GuessRating]:
    """Judges a guess or mistake. ``game`` is the game before the move."""
    if guess.is_mistake:
        return GuessRating(Necessity.MISTAKE)
    if move.kind is MoveKind.ASSIST:
        return GuessRating(Necessity.HELPED)
    if game.is_over or not cells_risked_by(game, move):
        return GuessRating(Necessity.UNCLEAR)  # an imported file calls this move a guess, although it isn't one
    if game.phase is Phase.READY:
        return GuessRating(Necessity.FORCED, 0.0)  # nothing is known yet, and all cells have equal odds
    analysis = yield from exact_solver.analyse(game.position)
    need = Necessity.NEEDLESS if analysis.safe else Necessity.FORCED if analysis.is_complete else Necessity.UNCLEAR
    risked = cells_risked_by(game, move) & ~analysis.safe
    if not analysis.is_exact:
        return GuessRating(need)
    if risked.bit_count() > 1:
        rating = yield from _rate_chord(analysis, need, trusted_flags(game, move))
    else:
        rating = yield from _rate_cell(analysis, need, first_cell(risked))
    if analysis.safe and rating.best is not None:  # all safe cells are equally good, so the nearest one is named
        return rating._replace(best=next(nearest_first(game.grid, analysis.safe, first_cell(risked))))
    return rating


def _rate_cell(analysis: Analysis, need: Necessity, cell: int) -> Generator[None, None, GuessRating]:
    values = yield from compare_guesses(analysis, None, 1 << cell)
    # The move of ``best`` needs no estimate even if the end game isn't searched, because it is the best known move.
    if not values.is_exact and cell != values.best.cell:
        values = yield from compare_guesses(analysis, Budget(rollouts=ROLLOUTS), 1 << cell)
    return rate_guess(need, cell, values)


def rate_guess(need: Necessity, cell: int, values: GuessComparison) -> GuessRating:
    """Compares opening an unproved cell with the best known move."""
    if cell == values.best.cell:
        return GuessRating(need, 0.0)
    best, own = values.value_of(values.best.cell), values.value_of(cell)
    given, margin = (None, 0.0) if own is None or own.regret is None else (own.regret, own.gap_margin)
    if not given or best is None:
        return GuessRating(need, given, margin=margin)
    return GuessRating(need, given, best.chance, margin, best.cell)


def _rate_chord(analysis: Analysis, need: Necessity, trusted: CellSet) -> Generator[None, None, GuessRating]:
    """Compares a chord that risked several cells with the best known move.

    If the chord survives, its flags were right. So the value of the chord is the chance of that times the value of the
    position in which these flags are given mines.
    """
    after = yield from if_survived(analysis, trusted)
    if after is None:
        return GuessRating(Necessity.MISTAKE)  # an imported file calls this move a guess, although it must lose
    if analysis.layouts is None or after.layouts is None:
        return GuessRating(need)
    best, then = (yield from _best_value(analysis)), (yield from _best_value(after))
    survival = Fraction(after.layouts, analysis.layouts)
    if best.wins is not None and then.wins is not None:
        given, margin = float(Fraction(*best.wins) - survival * Fraction(*then.wins)), 0.0
    elif best.chance is not None and then.chance is not None:
        given, margin = best.chance - survival * then.chance, hypot(best.margin, survival * then.margin)
    else:
        return GuessRating(need)
    if given <= margin:
        return GuessRating(need, 0.0, margin=margin)
    return GuessRating(need, given, best.chance, margin, best.cell)


def _best_value(analysis: Analysis) -> Generator[None, None, GuessValue]:
    """The best move with its win chance, which is exact or estimated by roll-outs."""
    best = (yield from compare_guesses(analysis)).ranked[0]
    if best.wins is None:
        best = (yield from compare_guesses(analysis, Budget(rollouts=ROLLOUTS))).ranked[0]
    return best
