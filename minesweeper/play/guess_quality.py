"""Judges how well a game's guesses were chosen: what each gave away against the best known move, separate from luck.

It reasons about positions like any assistant, without the mines. docs/playing.md explains the figures.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from fractions import Fraction
from math import hypot, prod
from typing import NamedTuple

from minesweeper.assist.loss import Need, Worth, if_survived, lost_words
from minesweeper.core.cells import CellSet, first_cell, nearest_first
from minesweeper.core.text import plural, rough_percent
from minesweeper.play.game import Game, Phase
from minesweeper.play.guesses import Guess, trusted_flags
from minesweeper.play.moves import Move, MoveKind
from minesweeper.play.replay import Replay, first_session, opens, play_move
from minesweeper.solvers.count_linear import THOROUGH
from minesweeper.solvers.exact import Analysis, ExactSolver
from minesweeper.solvers.rollouts import Budget
from minesweeper.solvers.win_chance import GuessValue, GuessValues, compare_guesses

ROLLOUTS = 60
"""The number of roll-outs per guess to estimate its win chance: some three seconds per guess on Expert.

A count instead of a time, so that a game has the same figures on any machine.
"""
_NOBODYS = (Need.HELPED, Need.MISTAKE)
_MOVES = 20
"""The number of moves played in one slice."""


class Skill(NamedTuple):
    """How well the guesses of a game were chosen. Mistakes, and moves of solvers or the bot, aren't counted."""

    guesses: int = 0
    forced: int = 0
    needless: int = 0
    good: int = 0
    """The number of forced guesses that gave away nothing."""
    judged: int = 0
    """The number of guesses whose loss of win chance is known."""
    given_away: float = 0.0
    """The sum of the win chances that were given away."""
    kept: float = 1.0
    """The share of the win chance that the choices kept: the skill."""
    survival: float = 1.0
    """The chance to survive all guesses that were made: the luck it took."""
    is_exact: bool = True
    """Whether it contains no estimated win chance."""
    is_luck_exact: bool = True
    """Whether the odds of all guesses are exact."""

    @property
    def share(self) -> float | None:
        """Returns the skill from 0 to 1; None if none of the guesses could be judged."""
        return self.kept if self.judged or not self.guesses else None

    @property
    def percent(self) -> str:
        """Writes the skill in percent. Only a game that gave away nothing has 100%."""
        return "-" if self.share is None else rough_percent(self.share, self.is_exact)

    @property
    def luck(self) -> str:
        """Writes the chance to survive all guesses."""
        return rough_percent(self.survival, self.is_luck_exact)

    @property
    def lost(self) -> str:
        """Writes the win chance that was given away."""
        return lost_words(self.given_away, self.is_exact)

    def to_data(self) -> dict[str, float | int | bool | None]:
        """Returns the figures as JSON values."""
        counts = {name: getattr(self, name) for name in ("guesses", "judged", "forced", "needless", "good")}
        return {
            "share": self.share,
            "given_away": self.given_away,
            "survival": self.survival,
            **counts,
            "exact": self.is_exact and self.is_luck_exact,
        }

    def texts(self) -> list[str]:
        """Describes the guesses of a game, the longest form first; empty if nothing is known."""
        if not self.judged:
            return []
        head = f"Skill {self.percent}: you gave away {self.lost}"
        known = f"{self.judged} of " if self.judged < self.guesses else ""
        where = f"in {known}{plural(self.guesses, 'guess')}"
        apart = f", {self.needless} of them needless" if self.needless and self.guesses > 1 else ""
        apart = ", which was needless" if self.needless and self.guesses == 1 else apart
        luck = f"Luck: {self.luck} to survive {'them' if self.guesses > 1 else 'it'}."
        forms = [f"{head} {where}{apart}. {luck}", f"{head} {where}{apart}.", f"{head} {where}."]
        return [*forms, f"Skill {self.percent}."]

    @property
    def counts(self) -> str:
        """Writes how many guesses were good and how many needless, to follow their total."""
        return "".join(
            f", {count} {word}" for count, word in ((self.good, "good"), (self.needless, "needless")) if count
        )

    def figures(self) -> list[tuple[str, str]]:
        """Returns the skill as named figures."""
        if not self.judged:
            return []
        return [("Skill", self.percent), ("Gave away", self.lost), ("Survival", self.luck)]


def skill_of(guesses: Iterable[Guess]) -> Skill | None:
    """Sums up how well guesses were chosen; None unless all are judged."""
    judged = [(guess, guess.worth) for guess in guesses]
    if any(worth is None for _, worth in judged):
        return None
    own = [(guess, worth) for guess, worth in judged if worth is not None and worth.need not in _NOBODYS]
    worths = [worth for _, worth in own]
    return Skill(
        guesses=len(own),
        forced=sum(worth.need is Need.FORCED for worth in worths),
        needless=sum(worth.need is Need.NEEDLESS for worth in worths),
        good=sum(worth.is_good for worth in worths),
        judged=sum(worth.given_away is not None for worth in worths),
        given_away=sum((worth.given_away or 0.0 for worth in worths), 0.0),
        kept=prod((worth.kept for worth in worths), start=1.0),
        survival=prod((1 - guess.odds for guess, _ in own), start=1.0),
        is_exact=not any(worth.margin for worth in worths),
        is_luck_exact=all(guess.is_exact for guess, _ in own),
    )


def judge_guesses(replay: Replay, guesses: tuple[Guess, ...]) -> Generator[None, None, tuple[Guess, ...]]:
    """Judges the guesses of a replay, in slices. A game always gets the same values."""
    session, exact_solver, worths = first_session(replay), ExactSolver(effort=THOROUGH), dict[int, Worth]()
    asked = {guess.move: guess for guess in guesses}
    for number, move in enumerate(replay.moves[: max(asked, default=-1) + 1]):
        if not number % _MOVES:
            yield
        guess = asked.get(number)
        if guess is not None:
            worths[number] = yield from _worth_of(session.game, move, guess, exact_solver)
        session = play_move(session, move, replay.dealt)
    return tuple(guess._replace(worth=worths.get(guess.move, Worth(Need.UNCLEAR))) for guess in guesses)


def _worth_of(game: Game, move: Move, guess: Guess, exact_solver: ExactSolver) -> Generator[None, None, Worth]:
    """Judges a guess or mistake in the game before it."""
    if guess.is_mistake:
        return Worth(Need.MISTAKE)
    if move.kind is MoveKind.ASSIST:
        return Worth(Need.HELPED)
    if game.is_over or not opens(game, move):
        return Worth(Need.UNCLEAR)  # a file claims so of a move that isn't a guess
    if game.phase is Phase.READY:
        return Worth(Need.FORCED, 0.0)  # nothing is known yet, and all cells have equal odds
    analysis = yield from exact_solver.analyse(game.position)
    need = Need.NEEDLESS if analysis.safe else Need.FORCED if analysis.is_complete else Need.UNCLEAR
    risked = opens(game, move) & ~analysis.safe
    if not analysis.is_exact:
        return Worth(need)
    if risked.bit_count() > 1:
        worth = yield from _worth_of_chord(analysis, need, trusted_flags(game, move))
    else:
        worth = yield from _worth_of_cell(analysis, need, first_cell(risked))
    if analysis.safe and worth.best is not None:  # all safe cells are equally good: the nearest one is named
        return worth._replace(best=next(nearest_first(game.grid, analysis.safe, first_cell(risked))))
    return worth


def _worth_of_cell(analysis: Analysis, need: Need, cell: int) -> Generator[None, None, Worth]:
    values = yield from compare_guesses(analysis, None, 1 << cell)
    # If the end game isn't searched, the move of ``best`` needs no estimate: it is the best known move.
    if not values.is_exact and cell != values.best.cell:
        values = yield from compare_guesses(analysis, Budget(rollouts=ROLLOUTS), 1 << cell)
    return worth_of(need, cell, values)


def worth_of(need: Need, cell: int, values: GuessValues) -> Worth:
    """Values opening an unproved cell against the best known move."""
    if cell == values.best.cell:
        return Worth(need, 0.0)
    best, own = values.of(values.best.cell), values.of(cell)
    given, margin = (None, 0.0) if own is None or own.regret is None else (own.regret, own.gap_margin)
    if not given or best is None:
        return Worth(need, given, margin=margin)
    return Worth(need, given, best.chance, margin, best.cell)


def _worth_of_chord(analysis: Analysis, need: Need, trusted: CellSet) -> Generator[None, None, Worth]:
    """Values a chord that risked several cells against the best known move.

    If the chord succeeds, best play knows exactly as much as if its flags were given mines: then the cells that it
    opens are
    provably safe.
    """
    after = yield from if_survived(analysis, trusted)
    if after is None:
        return Worth(Need.MISTAKE)  # a file claims that it is a guess
    if analysis.layouts is None or after.layouts is None:
        return Worth(need)
    best, then = (yield from _best_value(analysis)), (yield from _best_value(after))
    survival = Fraction(after.layouts, analysis.layouts)
    if best.wins is not None and then.wins is not None:
        given, margin = float(Fraction(*best.wins) - survival * Fraction(*then.wins)), 0.0
    elif best.chance is not None and then.chance is not None:
        given, margin = best.chance - survival * then.chance, hypot(best.margin, survival * then.margin)
    else:
        return Worth(need)
    if given <= margin:
        return Worth(need, 0.0, margin=margin)
    return Worth(need, given, best.chance, margin, best.cell)


def _best_value(analysis: Analysis) -> Generator[None, None, GuessValue]:
    """Returns the best move with its win chance, exact or estimated by roll-outs."""
    best = (yield from compare_guesses(analysis)).ranked[0]
    if best.wins is None:
        best = (yield from compare_guesses(analysis, Budget(rollouts=ROLLOUTS))).ranked[0]
    return best
