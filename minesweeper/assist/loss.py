"""Reviews the move that lost a game: whether a cell was provably safe, or another guess better.

Tested in tests/play/test_guesses.py.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from minesweeper.assist.naming import UNMARKED, Naming, Room, name_cell, name_cells
from minesweeper.assist.sentences import be
from minesweeper.assist.tip import Proof
from minesweeper.core.cells import CellSet, Grid, cells_of, first_cell, nearest_first
from minesweeper.core.position import Position
from minesweeper.core.text import begin, percent, points, say_percent
from minesweeper.solvers.deduction import Contradiction, Decided
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.guess import GuessMove, best_guess
from minesweeper.solvers.mine_total import Odds
from minesweeper.solvers.tips import easiest_deduction

_MOST = 1 - 2.0**-53


class Necessity(Enum):
    """Whether a guess had to be made. Game files store these values, so they never change."""

    FORCED = "forced"
    NEEDLESS = "needless"
    """A cell was provably safe."""
    UNCLEAR = "unclear"
    """Too many clues to decide."""
    HELPED = "helped"
    """An assistant or the bot made the guess, so it doesn't count for the player."""
    MISTAKE = "mistake"
    """The move was bound to lose, so it isn't a guess."""


class GuessRating(NamedTuple):
    """The rating of a guess compared with the best known move; ``play.guesses`` computes it."""

    need: Necessity
    given_away: float | None = None
    """The win chance given away, from 0 to 1; 0 if within the margin. None: unknown."""
    chance: float | None = None
    """The win chance of the best move, if the guess gave some away."""
    margin: float = 0.0
    """Half of the 95% interval of an estimated difference; 0 if exact."""
    best: int | None = None
    """The best known move, if it is another cell and the guess gave some win chance away."""

    @property
    def kept(self) -> float:
        """The share of the win chance that the guess kept; 1 if unknown."""
        if not self.given_away or not self.chance:
            return 1.0
        return min(max(1 - self.given_away / self.chance, 0.0), 1.0)

    @property
    def is_good(self) -> bool:
        """Whether the guess was forced and no better one is known."""
        return self.need is Necessity.FORCED and self.given_away == 0

    @property
    def lost(self) -> str:
        """Writes the win chance given away; empty if unknown."""
        return "" if self.given_away is None else lost_words(self.given_away, not self.margin)

    @property
    def word(self) -> str:
        """Names the kind of guess in a word or two; empty if unclear."""
        kinds = {Necessity.HELPED: "a helper's", Necessity.UNCLEAR: "", Necessity.MISTAKE: ""}
        return "good" if self.is_good else kinds.get(self.need, self.need.value)

    @property
    def kind(self) -> str:
        """Names the kind of guess, and what it gave away, in a few words."""
        return ", ".join(filter(None, (self.word, f"gave away {self.lost}" if self.given_away else "")))


def lost_words(given_away: float, is_exact: bool) -> str:
    """Writes how much win chance was given away. An estimate of nothing isn't reported as certain."""
    if given_away:
        return f"{points(given_away, is_exact)} points"
    return "nothing" if is_exact else "hardly anything"


class FatalMove(NamedTuple):
    """The move that lost a game, with everything its review needs."""

    position: Position
    """The position before the move."""
    cell: int
    """The mine that went off."""
    chord: int | None = None
    """The number of the chord, if the move was one."""
    wrong_flags: CellSet = 0
    """The wrong flags next to that number, which the chord trusted."""
    opened: CellSet = 0
    """The safe cells that the chord opened, by luck."""
    flags: CellSet = 0
    """The player's flags. Mine counts treat provable ones as known mines."""


class Review(NamedTuple):
    """The review of a fatal move, based on the position before it."""

    move: FatalMove
    odds: Odds
    """The number of layouts in which the move loses, and of all layouts. A chord loses by any mine it opens."""
    safe: CellSet
    """All provably safe cells."""
    spared: int | None
    """The nearest safe cell; None if a guess was forced."""
    better: GuessMove | None
    """The best guess, which may not have the lowest odds; None if the move was as good."""
    proof: Proof | None
    """Why the spared cell was safe."""
    is_exact: bool
    """Whether the odds are exact and no provable cell was missed."""

    @property
    def was_forced(self) -> bool:
        """Whether no cell was provably safe, as far as is known, so that a guess had to be made."""
        return not self.safe

    @property
    def was_mistake(self) -> bool:
        """Whether the move was bound to lose: a provable mine, or a chord whose flags can't all be right."""
        return self.odds[0] == self.odds[1]

    def text(self, room: Room = UNMARKED, worth: GuessRating | None = None) -> str:
        """Explains the last move, and which cell was safe or better and why.

        The rating of the guess, once known, decides which cell was better.
        """
        if room.is_brief:
            return self._words(room, worth)
        if self.proof is not None:
            return self.proof.text(room, lambda place: (self.what_lost(worth, place), f"{self._in_short()}."))
        happened = self.what_lost(worth, room)
        if not self.was_mistake and self.move.chord is None:
            return happened
        return f"{happened} {'No cell was provably safe' if self.is_exact else 'No proof of a safe cell was found'}."

    def what_lost(self, worth: GuessRating | None = None, room: Room = UNMARKED) -> str:
        """Says in one sentence which move lost the game."""
        grid, odds, naming = self.move.position.grid, say_percent(*self.odds, self.is_exact), room.naming
        place = name_cell(grid, self.move.cell, naming)
        if self.move.chord is not None:
            return f"The chord at {name_cell(grid, self.move.chord, naming)} {self._why_chord_lost(naming)}."
        if self.was_mistake:
            return f"{begin(place)} was provably a mine."
        if self.spared is not None:
            return f"{odds} gamble at {place}."
        guess, rival = "A forced guess" if self.is_exact else "A guess", rival_of(self, worth)
        return f"{guess} at {place}: {odds} mine risk{rival.tail(grid, room)}."

    def _words(self, room: Room, worth: GuessRating | None) -> str:
        grid, happened = self.move.position.grid, self._in_short()
        if self.spared is not None:
            return f"{happened}; {name_cell(grid, self.spared, Naming.SHORT)} was safe."
        if self.move.chord is not None or self.was_mistake:
            return f"{happened}; {'no safe cell was provable' if self.is_exact else 'no safe cell was found'}."
        guess = "A forced guess" if self.is_exact else "A guess"
        return f"{guess}, {percent(*self.odds, self.is_exact)}{rival_of(self, worth).tail(grid, room)}."

    def _why_chord_lost(self, naming: Naming) -> str:
        """Explains why the chord lost, or was bound to lose."""
        grid, wrong = self.move.position.grid, self.move.wrong_flags
        if not self.was_mistake:
            where = f" at {name_cells(grid, wrong, naming=naming)}" if wrong else ""
            return f"trusted {'a wrong flag' if wrong.bit_count() < 2 else 'wrong flags'}{where}"
        disproved, count = wrong & self.safe, (wrong & self.safe).bit_count()
        if not disproved:
            return "could only lose: its flags could not all be right"
        names = name_cells(grid, disproved, naming=naming)
        return f"could only lose: the flag{'s' * (count > 1)} at {names} {be(count, 'was')} provably wrong"

    def _in_short(self) -> str:
        """Describes the move in two or three words."""
        if self.move.chord is not None:
            return "A provably wrong flag" if self.was_mistake else "A wrong flag"
        return "Provably a mine" if self.was_mistake else f"{percent(*self.odds, self.is_exact)} gamble"


def review_loss(move: FatalMove, previous: Analysis | None = None) -> Generator[None, None, Review]:
    """Reviews the move that lost a game. An analysis of its position or an earlier one saves time.

    A cell that the chord itself opened counts as spared only if there is no other.
    """
    position = move.position
    analysis = yield from analyse(position, previous)
    spared = next(nearest_first(position.grid, analysis.safe & ~move.opened or analysis.safe, move.cell), None)
    risked, trusted = 1 << move.cell, 0
    if move.chord is not None:
        around, claimed = position.grid.neighbours(move.chord), move.flags | move.wrong_flags
        risked, trusted = around & position.hidden & ~claimed, around & claimed
    odds, is_exact = yield from odds_to_lose(analysis, risked, trusted)
    better = None if analysis.safe else (yield from _better_guess(analysis, risked, odds))
    proof = None if spared is None else (yield from _proof_of(analysis, spared, move.flags))
    return Review(move, odds, analysis.safe, spared, better, proof, analysis.is_exact and is_exact)


def _proof_of(analysis: Analysis, cell: int, flags: CellSet) -> Generator[None, None, Proof]:
    """Finds the proof of a cell that the analysis knows to be safe."""
    deduction = yield from easiest_deduction(analysis, Decided(1 << cell, 0), Decided(0, 0), flags)
    return Proof(analysis.position, deduction, flags, was=True)


def find_next_proof(review: Review, told: CellSet) -> Generator[None, None, Proof]:
    """Proves the next safe cell that wasn't explained yet; starts over after the last one."""
    move = review.move
    cells = nearest_first(move.position.grid, review.safe & ~told or review.safe, move.cell)
    analysis = yield from analyse(move.position)
    return (yield from _proof_of(analysis, next(cells), move.flags))


def odds_to_lose(analysis: Analysis, risked: CellSet, trusted: CellSet) -> Generator[None, None, tuple[Odds, bool]]:
    """Counts the layouts in which a risked cell is a mine, and all layouts; says whether the counts are exact."""
    risky = risked & ~analysis.safe
    if not trusted and risky.bit_count() == 1:
        return analysis.odds(first_cell(risky)), analysis.is_exact
    after = (yield from if_survived(analysis, trusted)) if trusted else analysis
    if after is None or risky & analysis.mined:
        return (1, 1), True
    if trusted and analysis.layouts and after.layouts:
        return (analysis.layouts - after.layouts, analysis.layouts), True
    # The sum of their odds is an upper limit, and an unproved cell never counts as certain.
    total = sum((Fraction(*analysis.odds(cell)) for cell in cells_of(risky)), Fraction(0))
    return min(total, Fraction(_MOST)).as_integer_ratio(), False


def if_survived(analysis: Analysis, trusted: CellSet) -> Generator[None, None, Analysis | None]:
    """Analyses the position as if the chord had survived: the trusted flags are mines. None if impossible.

    A chorded number has as many flags as mines. So its other cells are safe if, and only if, all of these flags are
    right.
    """
    position = analysis.position
    try:
        return (yield from analyse(position._replace(given=position.given | trusted), analysis))
    except Contradiction:
        return None


def _better_guess(analysis: Analysis, risked: CellSet, odds: Odds) -> Generator[None, None, GuessMove | None]:
    """Finds the best guess, as a player would get it; None if the move was as good."""
    if not analysis.position.hidden & ~analysis.mined:
        return None
    best = yield from best_guess(analysis)
    return None if risked == 1 << best.cell or Fraction(*best.odds) == Fraction(*odds) else best


class Rival(NamedTuple):
    """The move that a forced guess is compared with, everywhere.

    Only a rated guess is compared with "the best"; before that the other move may be called safer.
    """

    cell: int | None = None
    """The best known move, or a safer one; None if there is none or nothing can be said."""
    odds: str = ""
    """The odds of that cell in words, if known."""
    is_judged: bool = False
    is_certain: bool = True
    """Whether the rating is exact, not an estimate."""

    def tail(self, grid: Grid, room: Room = UNMARKED) -> str:
        """Adds the better move to a sentence that ends with the odds of the guess."""
        figure = f", {self.odds}" if self.odds else ""
        if self.cell is not None:
            place = name_cell(grid, self.cell, Naming.SHORT if room.is_brief else room.naming)
            best = "best" if room.is_brief else "the best was"
            return f"; {best} {place}{figure}" if self.is_judged else f"; {place} was safer{figure}"
        if not self.is_judged:
            return ""
        was = "" if room.is_brief else " was" if self.is_certain else " is known to be"
        return f", none{was} better"


def rival_of(review: Review, worth: GuessRating | None = None) -> Rival:
    """Finds the move to compare a forced guess with, using its rating if known."""
    better = review.better
    if worth is not None and worth.given_away is not None:
        if not worth.given_away:
            return Rival(is_judged=True, is_certain=not worth.margin)
        known = say_percent(*better.odds, review.is_exact) if better and worth.best == better.cell else ""
        return Rival() if worth.best is None else Rival(worth.best, known, is_judged=True)
    if better is None or Fraction(*better.odds) >= Fraction(*review.odds):
        return Rival()
    return Rival(better.cell, say_percent(*better.odds, review.is_exact))
