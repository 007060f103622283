"""How well a game's guesses were chosen: what each gave away against the best move known, luck told apart.

It reasons about positions as any assistant does, without the mines. docs/playing.md says what the figures mean.
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
"""So often each guess is played out to estimate its chance: some three seconds for a guess on Expert.

They are counted and not timed, so that a game has the same figures on any machine.
"""
_NOBODYS = (Need.HELPED, Need.MISTAKE)
_MOVES = 20
"""So many moves are played in one slice."""


class Skill(NamedTuple):
    """How well the guesses of a game were chosen. Mistakes are none, and those of a helper or the bot are nobody's."""

    guesses: int = 0
    forced: int = 0
    needless: int = 0
    good: int = 0
    """Those of the forced ones that gave away nothing."""
    judged: int = 0
    """Those of which it is known what they gave away."""
    given_away: float = 0.0
    """The chances to win that were given away, added up."""
    kept: float = 1.0
    """The share of the chance to win that the choices kept: the skill."""
    survival: float = 1.0
    """The chance to survive all guesses that were made: the luck that it took."""
    is_exact: bool = True
    """Whether no estimate of a chance to win is in it."""
    is_luck_exact: bool = True
    """Whether the odds of all guesses are exact."""

    @property
    def share(self) -> float | None:
        """The skill, from 0 to 1; None where there were guesses and nothing is known of any."""
        return self.kept if self.judged or not self.guesses else None

    @property
    def percent(self) -> str:
        """The skill in words; only a game that gave away nothing has 100%."""
        return "-" if self.share is None else rough_percent(self.share, self.is_exact)

    @property
    def luck(self) -> str:
        """The survival in words."""
        return rough_percent(self.survival, self.is_luck_exact)

    @property
    def lost(self) -> str:
        """What was given away, in words."""
        return lost_words(self.given_away, self.is_exact)

    def to_data(self) -> dict[str, float | int | bool | None]:
        """The same as JSON values."""
        counts = {name: getattr(self, name) for name in ("guesses", "judged", "forced", "needless", "good")}
        return {
            "share": self.share,
            "given_away": self.given_away,
            "survival": self.survival,
            **counts,
            "exact": self.is_exact and self.is_luck_exact,
        }

    def texts(self) -> list[str]:
        """What is said of a game that had guesses, the longest form first; nothing where nothing is known."""
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
        """How many were good and how many needless, after a number of all of them."""
        return "".join(
            f", {count} {word}" for count, word in ((self.good, "good"), (self.needless, "needless")) if count
        )

    def figures(self) -> list[tuple[str, str]]:
        """The same as named figures."""
        if not self.judged:
            return []
        return [("Skill", self.percent), ("Gave away", self.lost), ("Survival", self.luck)]


def skill_of(guesses: Iterable[Guess]) -> Skill | None:
    """How well guesses were chosen; None unless all of them are judged."""
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
    """The guesses of a replay with what each was worth, in slices: always the same for the same game."""
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
    """What a move of a game was worth that was a guess, or a mistake."""
    if guess.is_mistake:
        return Worth(Need.MISTAKE)
    if move.kind is MoveKind.ASSIST:
        return Worth(Need.HELPED)
    if game.is_over or not opens(game, move):
        return Worth(Need.UNCLEAR)  # a file has said so of a move that is no guess
    if game.phase is Phase.READY:
        return Worth(Need.FORCED, 0.0)  # nothing is known yet, and all cells have the same odds
    analysis = yield from exact_solver.analyse(game.position)
    need = Need.NEEDLESS if analysis.safe else Need.FORCED if analysis.is_complete else Need.UNCLEAR
    risked = opens(game, move) & ~analysis.safe
    if not analysis.is_exact:
        return Worth(need)
    if risked.bit_count() > 1:
        worth = yield from _worth_of_chord(analysis, need, trusted_flags(game, move))
    else:
        worth = yield from _worth_of_cell(analysis, need, first_cell(risked))
    if analysis.safe and worth.best is not None:  # each of the safe cells is as good: the nearest one is told
        return worth._replace(best=next(nearest_first(game.grid, analysis.safe, first_cell(risked))))
    return worth


def _worth_of_cell(analysis: Analysis, need: Need, cell: int) -> Generator[None, None, Worth]:
    values = yield from compare_guesses(analysis, None, 1 << cell)
    # Where the end game is not searched, the move that ``best`` makes needs no estimate: it is the best one known.
    if not values.is_exact and cell != values.best.cell:
        values = yield from compare_guesses(analysis, Budget(rollouts=ROLLOUTS), 1 << cell)
    return worth_of(need, cell, values)


def worth_of(need: Need, cell: int, values: GuessValues) -> Worth:
    """What it was worth to open a cell that was not certainly safe, beside the best move known."""
    if cell == values.best.cell:
        return Worth(need, 0.0)
    best, own = values.of(values.best.cell), values.of(cell)
    given, margin = (None, 0.0) if own is None or own.regret is None else (own.regret, own.gap_margin)
    if not given or best is None:
        return Worth(need, given, margin=margin)
    return Worth(need, given, best.chance, margin, best.cell)


def _worth_of_chord(analysis: Analysis, need: Need, trusted: CellSet) -> Generator[None, None, Worth]:
    """What a chord was worth that risked several cells, beside the best move known.

    Where it turns out well, best play knows no less and no more than where its flags are given as mines: then the cells
    that it opens are provably safe.
    """
    after = yield from if_survived(analysis, trusted)
    if after is None:
        return Worth(Need.MISTAKE)  # a file has said that it is a guess
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
    """The best move with its chance to win, exactly or as roll-outs say."""
    best = (yield from compare_guesses(analysis)).ranked[0]
    if best.wins is None:
        best = (yield from compare_guesses(analysis, Budget(rollouts=ROLLOUTS))).ranked[0]
    return best
