"""What a game's guesses were: each guess of a replay with its odds, and whether the last move of a loss had to be one.

It reasons about the position before a move as any assistant does, without the mines.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from minesweeper.assist.sentences import explain_past, name_cell, name_cells
from minesweeper.core.cells import CellSet, cells_of, first_cell, nearest_first, short_place
from minesweeper.core.position import Position
from minesweeper.core.text import begin, percent, points, rough_percent
from minesweeper.play.game import Game, Phase
from minesweeper.play.replay import Replay, first_session, opens, play_move
from minesweeper.play.session import Cause, Session
from minesweeper.play.trail import Move, MoveKind
from minesweeper.solvers.count_linear import THOROUGH
from minesweeper.solvers.deduction import Contradiction, Decided, Deduction
from minesweeper.solvers.exact import Analysis, ExactSolver, analyse
from minesweeper.solvers.guess import best_guess
from minesweeper.solvers.mine_total import Odds
from minesweeper.solvers.tips import easiest_deduction

MAX_CELLS = 40_000
"""Larger boards are left out: a game there has so many moves that it would take minutes."""
_LEAST, _MOST = 2.0**-1022, 1 - 2.0**-53
_CHORDS = (MoveKind.CHORD, MoveKind.COMPLETE)
_LOOKED = "unlock"
"""The one helper that looks at the mines: what it opens is no guess."""


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


class Guess(NamedTuple):
    """A move that was not proved safe: its place among the moves, the chance that it would lose, and how it ended."""

    move: int
    odds: float
    survived: bool
    is_exact: bool = True
    """Whether the odds are exact: not so where there are too many clues to count."""
    worth: Worth | None = None
    """None until it is judged."""

    @property
    def chance(self) -> str:
        """The odds in words."""
        return rough_percent(self.odds, self.is_exact)

    @property
    def is_mistake(self) -> bool:
        """Whether it was bound to lose, as all could know: it is judged with the guesses, but it is none."""
        return self.odds >= 1

    @property
    def loss(self) -> str:
        """What it gave away, in points and few columns after others; nothing where that is nothing or not known."""
        if self.worth is None or not self.worth.given_away:
            return ""
        given = 100 * self.worth.given_away
        return f"  ~-{given:.0f}" if self.worth.margin else f"  -{given:.1f}"

    @property
    def name(self) -> str:
        """What it is called: a guess with its odds."""
        return "mistake" if self.is_mistake else f"guess {self.chance}"

    @property
    def kind(self) -> str:
        """What it was, in few words: with how good it was, once that is known."""
        return ", ".join(filter(None, (self.name, self.worth.kind if self.worth else "")))


def without_mistakes(guesses: Iterable[Guess]) -> tuple[Guess, ...]:
    """The moves that were guesses indeed: those that are counted."""
    return tuple(guess for guess in guesses if not guess.is_mistake)


def find_guesses(replay: Replay) -> Generator[None, None, tuple[Guess, ...]]:
    """The guesses and mistakes of a game, in slices of a few milliseconds."""
    session, exact_solver, guesses = first_session(replay), ExactSolver(effort=THOROUGH), []
    for number, move in enumerate(replay.moves):
        game = session.game
        odds, is_exact = yield from _odds_of(game, move, exact_solver, replay.dealt)
        session = play_move(session, move, replay.dealt)
        if odds:
            guesses.append(Guess(number, _as_float(odds), not session.game.exploded, is_exact))
    return tuple(guesses)


def _as_float(odds: Fraction) -> float:
    """The nearest float, but only what is certain is 0 or 1."""
    return float(odds) if odds == 1 else min(max(float(odds), _LEAST), _MOST)


def _odds_of(
    game: Game, move: Move, exact_solver: ExactSolver, dealt: bool
) -> Generator[None, None, tuple[Fraction, bool]]:
    """The chance that a move loses, and whether it is exact; 0 if it opens nothing, or only what is proved safe."""
    risked = 0 if game.is_over or move.helper == _LOOKED else opens(game, move)
    if not risked or (game.phase is Phase.READY and dealt):  # the first open dealt the mines: it was never a risk
        return Fraction(0), True
    if game.phase is Phase.READY:
        return Fraction(game.mine_total, game.grid.size), True
    position = game.position
    safe, _ = yield from exact_solver.certain(position)
    if not risked & ~safe:
        return Fraction(0), True
    analysis = yield from exact_solver.analyse(position)
    odds, is_exact = yield from _odds_to_lose(analysis, risked, trusted_flags(game, move))
    return Fraction(*odds), is_exact


def trusted_flags(game: Game, move: Move) -> CellSet:
    """The flags that a chord takes for right; none for any other move."""
    return game.flags & game.grid.neighbours(move.cell) if move.kind in _CHORDS else 0


def _odds_to_lose(analysis: Analysis, risked: CellSet, trusted: CellSet) -> Generator[None, None, tuple[Odds, bool]]:
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


def fatal_move(before: Game, session: Session) -> FatalMove | None:
    """The move that led from a game to a lost session; None if it is not lost."""
    game = session.game
    if not game.exploded or game.layout is None:
        return None
    chord = session.last if session.cause is Cause.CHORDED else None
    wrong = game.flags & ~game.layout.mines & game.grid.neighbours(chord) if chord is not None else 0
    opened = game.opened & ~before.opened & ~game.exploded
    return FatalMove(before.position, first_cell(game.exploded), chord, wrong, opened, before.flags)


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
    proof: Deduction | None = None
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
    odds, is_exact = yield from _odds_to_lose(analysis, risked, trusted)
    better, better_odds = (None, None) if analysis.safe else (yield from _better_guess(analysis, risked, odds))
    proof = None if spared is None else (yield from _proof_of(analysis, spared, flags))
    return Review(
        *(position, cell, odds, analysis.safe, spared, better, better_odds, chord, wrong_flags, proof),
        is_exact=analysis.is_exact and is_exact,
        flags=flags,
    )


def _proof_of(analysis: Analysis, cell: int, flags: CellSet) -> Generator[None, None, Deduction]:
    """Why a cell is safe that the analysis proves to be so."""
    return easiest_deduction(analysis, Decided(1 << cell, 0), Decided(0, 0), flags)


def find_next_proof(review: Review, told: CellSet) -> Generator[None, None, Deduction]:
    """Why the next cell was safe, of those that are not told yet; once all are, it begins anew."""
    cells = nearest_first(review.position.grid, review.safe & ~told or review.safe, review.cell)
    analysis = yield from analyse(review.position)
    return (yield from _proof_of(analysis, next(cells), review.flags))


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

    def tail(self, place: str) -> str:
        """What a sentence says of it after the odds of the guess; the place is the name of its cell."""
        figure = f", {self.odds}" if self.odds else ""
        if self.cell is not None:
            return f"; the best was {place}{figure}" if self.is_judged else f"; {place} was safer{figure}"
        if not self.is_judged:
            return ""
        return ", none was better" if self.is_certain else ", none is known to be better"

    def brief_tail(self, place: str) -> str:
        """The same in fewer words."""
        return (
            self.tail(place).replace("the best was", "best").replace("none was", "none").replace("is known to be ", "")
        )


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


def review_texts(
    review: Review, width: int = 78, flags: CellSet = 0, mark: str = "", worth: Worth | None = None
) -> tuple[str, str]:
    """What the last move was, and what was safe or better instead and why; and the same in about 40 characters.

    The mark is what the safe cells are called that the screen marks; flags tell which of these were flagged. What a
    guess was worth, once it is judged, decides what was better.
    """
    happened, proof = what_lost(review, worth), review.proof
    if review.spared is not None:
        if proof is None:
            text = f"{happened} {begin(name_cell(review.position.grid, review.spared))} was provably safe."
        else:
            before = happened, f"{_in_short(review)}."
            text = explain_past(review.position, proof, width, flags, mark=mark, before=before)
    elif review.was_mistake or review.chord is not None:
        text = f"{happened} {_no_safe_cell(review)}."
    else:
        text = happened
    return text, _review_words(review, worth)


def what_lost(review: Review, worth: Worth | None = None) -> str:
    """The move that lost the game, in one sentence."""
    grid, odds = review.position.grid, percent(*review.odds, review.is_exact)
    place = name_cell(grid, review.cell)
    if review.chord is not None and review.was_mistake:
        return f"The chord at {name_cell(grid, review.chord)} could only lose: {_why_bound(review)}."
    if review.chord is not None:
        one = review.wrong_flags.bit_count() < 2
        where = f" at {name_cells(grid, review.wrong_flags)}" if review.wrong_flags else ""
        flag = f"a wrong flag{where}" if one else f"wrong flags{where}"
        return f"The chord at {name_cell(grid, review.chord)} trusted {flag}."
    if review.was_mistake:
        return f"{begin(place)} was provably a mine."
    if review.spared is not None:
        return f"{odds} gamble at {place}."
    guess, rival = "A forced guess" if review.is_exact else "A guess", rival_of(review, worth)
    other = "" if rival.cell is None else name_cell(grid, rival.cell)
    return f"{guess} at {place}: {odds} a mine{rival.tail(other)}."


def _why_bound(review: Review) -> str:
    """Why a chord could only lose."""
    disproved = review.wrong_flags & review.safe
    if not disproved:
        return "its flags could not all be right"
    flags = "flag at {} was" if disproved.bit_count() == 1 else "flags at {} were"
    return f"the {flags.format(name_cells(review.position.grid, disproved))} provably wrong"


def _no_safe_cell(review: Review) -> str:
    return "No cell was provably safe" if review.is_exact else "No proof of a safe cell was found"


def _in_short(review: Review) -> str:
    """The same in two words or three."""
    if review.chord is not None:
        return "A provably wrong flag" if review.was_mistake else "A wrong flag"
    return "Provably a mine" if review.was_mistake else f"{percent(*review.odds, review.is_exact)} gamble"


def _review_words(review: Review, worth: Worth | None) -> str:
    grid, odds, happened = review.position.grid, percent(*review.odds, review.is_exact), _in_short(review)
    if review.spared is not None:
        return f"{happened}; {short_place(*grid.row_col(review.spared))} was safe."
    if review.chord is not None or review.was_mistake:
        return f"{happened}; {'none was surely safe' if review.is_exact else 'no safe cell was found'}."
    guess, rival = "A forced guess" if review.is_exact else "A guess", rival_of(review, worth)
    other = "" if rival.cell is None else short_place(*grid.row_col(rival.cell))
    return f"{guess}, {odds}{rival.brief_tail(other)}."


def review_details(review: Review) -> list[str]:
    """All there is to say about the last move, in short sentences; nobody has judged it."""
    grid, odds = review.position.grid, percent(*review.odds, review.is_exact)
    if review.chord is not None and not review.was_mistake:
        flags = "flag" if review.wrong_flags.bit_count() == 1 else "flags"
        lines = [f"Your chord trusted the {flags} at {name_cells(grid, review.wrong_flags)}: it was {odds} to lose."]
    elif review.was_mistake:
        lines = [what_lost(review)]
    else:
        lines = [f"{begin(name_cell(grid, review.cell))} was {odds} a mine."]
    if review.proof is not None:
        lines.append(explain_past(review.position, review.proof, flags=review.flags))
    elif review.safe:
        were = "was" if review.safe.bit_count() == 1 else "were"
        lines.append(f"{begin(name_cells(grid, review.safe))} {were} provably safe.")
    else:
        lines.append(f"{_no_safe_cell(review)}.")
    rival = rival_of(review)
    if rival.cell is not None:
        lines.append(f"{begin(name_cell(grid, rival.cell))} was safer, {rival.odds} a mine.")
    return lines
