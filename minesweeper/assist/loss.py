"""The move that lost a game, in the light of what could be known before it: whether a cell was safe, or a guess better.

Tested in tests/play/test_guesses.py.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from minesweeper.assist.naming import UNMARKED, Naming, Room, name_cell, name_cells
from minesweeper.assist.tip import Proof
from minesweeper.core.cells import CellSet, Grid, cells_of, first_cell, nearest_first
from minesweeper.core.position import Position
from minesweeper.core.text import begin, percent, points
from minesweeper.solvers.deduction import Contradiction, Decided
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.guess import best_guess
from minesweeper.solvers.mine_total import Odds
from minesweeper.solvers.tips import easiest_deduction

_MOST = 1 - 2.0**-53


class Need(Enum):
    """Whether a guess had to be made. The values are kept in files: they never change."""

    FORCED = "forced"
    NEEDLESS = "needless"
    """A cell was provably safe."""
    UNCLEAR = "unclear"
    """The clues are too many to tell."""
    HELPED = "helped"
    """A helper or the bot made it: it is nobody's."""
    MISTAKE = "mistake"
    """It was bound to lose: it is no guess."""


class Worth(NamedTuple):
    """What a guess was worth beside the best move known; ``skill`` finds it out."""

    need: Need
    given_away: float | None = None
    """The chance to win that it gave away, from 0 to 1; what lies within the margin is 0. None: not known."""
    chance: float | None = None
    """The chance to win with the best move, where something was given away."""
    margin: float = 0.0
    """Of an estimate, half of the 95% interval of the difference; 0 where it is exact."""
    best: int | None = None
    """The best move known, where it is another one and something was given away."""

    @property
    def kept(self) -> float:
        """The share of the chance to win that was kept; all of it where nothing is known."""
        if not self.given_away or not self.chance:
            return 1.0
        return min(max(1 - self.given_away / self.chance, 0.0), 1.0)

    @property
    def is_good(self) -> bool:
        """Whether it had to be made and no better one is known."""
        return self.need is Need.FORCED and self.given_away == 0

    @property
    def lost(self) -> str:
        """What it gave away, in words; nothing where that is not known."""
        return "" if self.given_away is None else lost_words(self.given_away, not self.margin)

    @property
    def kind(self) -> str:
        """What it was, in few words."""
        kinds = {Need.HELPED: "a helper's", Need.UNCLEAR: "", Need.MISTAKE: ""}
        kind = "good" if self.is_good else kinds.get(self.need, self.need.value)
        return ", ".join(filter(None, (kind, f"gave away {self.lost}" if self.given_away else "")))


def lost_words(given_away: float, is_exact: bool) -> str:
    """How much of the chance to win was given away, in words; an estimate of nothing is not said to be certain."""
    if given_away:
        return f"{points(given_away, is_exact)} points"
    return "nothing" if is_exact else "hardly anything"


class FatalMove(NamedTuple):
    """The move that lost a game, with all that its review is given."""

    position: Position
    """What could be known before it."""
    cell: int
    """The mine that went off."""
    chord: int | None
    """The number that was chorded on, if it was a chord."""
    wrong_flags: CellSet
    """The flags beside that number that are wrong."""
    opened: CellSet = 0
    """What the same chord opened: safe cells, which it found by luck."""
    flags: CellSet = 0
    """The flags that were set: where mines are counted, those that can be proved count as known."""


class Review(NamedTuple):
    """A fatal move in the light of what could be known before it."""

    position: Position
    cell: int
    """The mine that went off."""
    odds: Odds
    """The layouts in which the move loses, and all layouts; a chord loses by any of the cells that it opens."""
    safe: CellSet
    """All cells that were provably safe."""
    spared: int | None
    """The nearest of these; None if a guess had to be made."""
    better: int | None
    """The best guess, which need not have the lowest odds; None if the move was it, or had the same odds."""
    better_odds: Odds | None
    chord: int | None = None
    """The number that was chorded on, if it was a chord."""
    wrong_flags: CellSet = 0
    """The flags that the chord trusted and that are wrong."""
    proof: Proof | None = None
    """Why the spared cell was safe."""
    is_exact: bool = True
    """Whether odds are exact and nothing that could be proved was missed."""
    flags: CellSet = 0
    """The flags that were set before the move."""

    @property
    def was_forced(self) -> bool:
        """Whether no cell was provably safe, as far as is known, so that a guess had to be made."""
        return not self.safe

    @property
    def was_mistake(self) -> bool:
        """Whether it was bound to lose: a cell that was provably a mine, or a chord whose flags can't all be right."""
        return self.odds[0] == self.odds[1]

    def text(self, room: Room = UNMARKED, worth: Worth | None = None) -> str:
        """Says what the last move was, and what was safe or better instead and why.

        What a guess was worth, once it is judged, decides what was better.
        """
        if room.is_brief:
            return self._words(room, worth)
        happened = self.what_lost(worth, room)
        if self.proof is not None:
            return self.proof.text(room, before=(happened, f"{self._in_short()}."))
        if self.was_mistake or self.chord is not None:
            return f"{happened} {self._no_safe_cell()}."
        return happened

    def what_lost(self, worth: Worth | None = None, room: Room = UNMARKED) -> str:
        """Says in one sentence which move lost the game."""
        grid, odds, naming = self.position.grid, percent(*self.odds, self.is_exact), room.naming
        place = name_cell(grid, self.cell, naming)
        if self.chord is not None and self.was_mistake:
            return f"The chord at {name_cell(grid, self.chord, naming)} could only lose: {self._why_bound(naming)}."
        if self.chord is not None:
            where = f" at {name_cells(grid, self.wrong_flags, naming=naming)}" if self.wrong_flags else ""
            flag = f"{'a ' * (self.wrong_flags.bit_count() < 2)}wrong flag{'s' * (self.wrong_flags.bit_count() > 1)}"
            return f"The chord at {name_cell(grid, self.chord, naming)} trusted {flag}{where}."
        if self.was_mistake:
            return f"{begin(place)} was provably a mine."
        if self.spared is not None:
            return f"{odds} gamble at {place}."
        guess, rival = "A forced guess" if self.is_exact else "A guess", rival_of(self, worth)
        return f"{guess} at {place}: {odds} mine risk{rival.tail(grid, room)}."

    def details(self, room: Room = UNMARKED) -> list[str]:
        """Says all there is to say about the last move, in short sentences; nobody has judged it."""
        grid, odds, naming = self.position.grid, percent(*self.odds, self.is_exact), room.naming
        if self.chord is not None and not self.was_mistake:
            names = name_cells(grid, self.wrong_flags, naming=naming)
            flags = f"flag{'s' * (self.wrong_flags.bit_count() != 1)} at {names}"
            lines = [f"Your chord trusted the {flags}: it had a {odds} chance to lose."]
        elif self.was_mistake:
            lines = [self.what_lost(room=room)]
        else:
            lines = [f"{begin(name_cell(grid, self.cell, naming))} had a {odds} chance of being a mine."]
        lines.append(self.proof.text(room) if self.proof is not None else f"{self._no_safe_cell()}.")
        rival = rival_of(self)
        if rival.cell is not None:
            lines.append(f"{begin(name_cell(grid, rival.cell, naming))} was safer, {rival.odds} mine risk.")
        return lines

    def _words(self, room: Room, worth: Worth | None) -> str:
        grid, happened = self.position.grid, self._in_short()
        if self.spared is not None:
            return f"{happened}; {name_cell(grid, self.spared, Naming.SHORT)} was safe."
        if self.chord is not None or self.was_mistake:
            return f"{happened}; {'no safe cell was provable' if self.is_exact else 'no safe cell was found'}."
        guess = "A forced guess" if self.is_exact else "A guess"
        return f"{guess}, {percent(*self.odds, self.is_exact)}{rival_of(self, worth).tail(grid, room)}."

    def _why_bound(self, naming: Naming) -> str:
        """Says why a chord could only lose."""
        disproved = self.wrong_flags & self.safe
        if not disproved:
            return "its flags could not all be right"
        names = name_cells(self.position.grid, disproved, naming=naming)
        return (
            f"the flag at {names} was provably wrong"
            if disproved.bit_count() == 1
            else f"the flags at {names} were provably wrong"
        )

    def _no_safe_cell(self) -> str:
        return "No cell was provably safe" if self.is_exact else "No proof of a safe cell was found"

    def _in_short(self) -> str:
        """Says what happened in two words or three."""
        if self.chord is not None:
            return "A provably wrong flag" if self.was_mistake else "A wrong flag"
        return "Provably a mine" if self.was_mistake else f"{percent(*self.odds, self.is_exact)} gamble"


def review_loss(
    position: Position,
    cell: int,
    chord: int | None = None,
    wrong_flags: CellSet = 0,
    opened: CellSet = 0,
    flags: CellSet = 0,
    previous: Analysis | None = None,
) -> Generator[None, None, Review]:
    """Reviews the open of a mine; of a chord, with its number, the wrong flags beside it and its cells.

    An analysis of this or an earlier position saves time.

    A cell that the chord itself opened is spared only where there is no other.
    """
    is_known = previous is not None and previous.position == position and previous.is_final
    analysis = previous if is_known and previous else (yield from analyse(position, previous))
    spared = next(nearest_first(position.grid, analysis.safe & ~opened or analysis.safe, cell), None)
    risked, trusted = 1 << cell, 0
    if chord is not None:
        around, claimed = position.grid.neighbours(chord), flags | wrong_flags
        risked, trusted = around & position.hidden & ~claimed, around & claimed
    odds, is_exact = yield from odds_to_lose(analysis, risked, trusted)
    better, better_odds = (None, None) if analysis.safe else (yield from _better_guess(analysis, risked, odds))
    proof = None if spared is None else (yield from _proof_of(analysis, spared, flags))
    return Review(
        *(position, cell, odds, analysis.safe, spared, better, better_odds, chord, wrong_flags, proof),
        is_exact=analysis.is_exact and is_exact,
        flags=flags,
    )


def _proof_of(analysis: Analysis, cell: int, flags: CellSet) -> Generator[None, None, Proof]:
    """Finds why a cell was safe that the analysis proves to be so."""
    deduction = yield from easiest_deduction(analysis, Decided(1 << cell, 0), Decided(0, 0), flags)
    return Proof(analysis.position, deduction, flags, was=True)


def find_next_proof(review: Review, told: CellSet) -> Generator[None, None, Proof]:
    """Why the next cell was safe, of those that are not told yet; once all are, it begins anew."""
    cells = nearest_first(review.position.grid, review.safe & ~told or review.safe, review.cell)
    analysis = yield from analyse(review.position)
    return (yield from _proof_of(analysis, next(cells), review.flags))


def odds_to_lose(analysis: Analysis, risked: CellSet, trusted: CellSet) -> Generator[None, None, tuple[Odds, bool]]:
    """The layouts in which one of the risked cells is mined, and all layouts; whether that is exact."""
    risky = risked & ~analysis.safe
    if not trusted and risky.bit_count() == 1:
        return analysis.odds(first_cell(risky)), analysis.is_exact
    after = (yield from if_survived(analysis, trusted)) if trusted else analysis
    if after is None or risky & analysis.mined:
        return (1, 1), True
    if trusted and analysis.layouts and after.layouts:
        return (analysis.layouts - after.layouts, analysis.layouts), True
    # Together they are mined at most as often as the sum says, but what is not proved is never certain.
    total = sum((Fraction(*analysis.odds(cell)) for cell in cells_of(risky)), Fraction(0))
    return min(total, Fraction(_MOST)).as_integer_ratio(), False


def if_survived(analysis: Analysis, trusted: CellSet) -> Generator[None, None, Analysis | None]:
    """What is known once a chord has turned out well: the flags it trusted are mines. None if that can't be.

    A number has as many flags as mines beside it, so none of its other cells is a mine if, and only if, all of these
    flags are right.
    """
    position = analysis.position
    try:
        return (yield from analyse(position._replace(given=position.given | trusted), analysis))
    except Contradiction:
        return None


def _better_guess(
    analysis: Analysis, risked: CellSet, odds: Odds
) -> Generator[None, None, tuple[int, Odds] | tuple[None, None]]:
    """The best guess with its odds, as a player who asks is told; none if the move was it, or had the same odds."""
    if not analysis.position.hidden & ~analysis.mined:
        return None, None
    best = yield from best_guess(analysis)
    if risked == 1 << best.cell or Fraction(*best.odds) == Fraction(*odds):
        return None, None
    return best.cell, best.odds


class Rival(NamedTuple):
    """What a guess that had to be made is measured by, the same wherever that is told.

    Only once the guess is judged another one is called the best, or none better; before that one may be called safer.
    """

    cell: int | None = None
    """The best move known, or one that was safer; None where there was none, or nothing can be said."""
    odds: str = ""
    """Its chance of a mine in words, where that is known."""
    is_judged: bool = False
    is_certain: bool = True
    """Whether what is judged is no estimate."""

    def tail(self, grid: Grid, room: Room = UNMARKED) -> str:
        """Says what was better, after the odds of the guess."""
        figure = f", {self.odds}" if self.odds else ""
        if self.cell is not None:
            place = name_cell(grid, self.cell, Naming.SHORT if room.is_brief else room.naming)
            best = "best" if room.is_brief else "the best was"
            return f"; {best} {place}{figure}" if self.is_judged else f"; {place} was safer{figure}"
        if not self.is_judged:
            return ""
        was = "" if room.is_brief else " was" if self.is_certain else " is known to be"
        return f", none{was} better"


def rival_of(review: Review, worth: Worth | None = None) -> Rival:
    """What a guess that had to be made is measured by, with what it was worth once that is known."""
    better = review.better_odds
    if worth is not None and worth.given_away is not None:
        if not worth.given_away:
            return Rival(is_judged=True, is_certain=not worth.margin)
        known = percent(*better, review.is_exact) if better and worth.best == review.better else ""
        return Rival() if worth.best is None else Rival(worth.best, known, is_judged=True)
    if better is None or Fraction(*better) >= Fraction(*review.odds):
        return Rival()
    return Rival(review.better, percent(*better, review.is_exact))
