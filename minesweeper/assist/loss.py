"""The review of a loss: what was wrong with the move that lost the game, and which cell was safe or a better guess.

`review_loss` makes a `Review` of a `FatalMove` from the position before it, so it knows no more about the mines than
the player did. If the opened mine was provable, or a flag that a chord trusted was provably wrong, the review proves
that. Then it proves the easiest safe cell. Flags of the player that can be proved count as known mines, exactly as in a
lesson about the position, so that review and lesson name the same topic. `play.guesses` computes the `GuessRating` of
the move. Tested in tests/play/test_guesses.py.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from minesweeper.assist.naming import LISTED, UNMARKED, Room, name_cell, name_cells
from minesweeper.assist.sentences import be, lower_first
from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import Topic, file_missed, file_position, is_lesson
from minesweeper.core.cells import CellSet, Grid, cells_of, first_cell
from minesweeper.core.position import Position
from minesweeper.core.text import capitalise, noun_for, percent, points, say_percent, with_article
from minesweeper.solvers.deduction import Contradiction, ProvedCells
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.guess import RecommendedMove, best_guess
from minesweeper.solvers.mine_total import Odds
from minesweeper.solvers.tips import easiest_deduction

_MOST = 1 - 2.0**-53
FAIR_RULE = "A guess on a fair board hits a mine if a safe cell of its region is provable."
"""The sentence that explains why a needless guess on a fair board lost."""


class Necessity(Enum):
    """Whether a guess had to be made. Game files store these values, so they must never change."""

    FORCED = "forced"
    NEEDLESS = "needless"
    """A safe cell was provable, so no guess had to be made."""
    UNCLEAR = "unclear"
    """The position has too many linked clues to find out whether a cell was provable."""
    HELPED = "helped"
    """An assistant or the bot made the guess, so it doesn't count for the player."""
    MISTAKE = "mistake"
    """The move had to lose in every layout, so it was a mistake instead of a guess."""


class GuessRating(NamedTuple):
    """How good a guess was, compared with the best known move. ``play.guesses`` computes it."""

    need: Necessity
    given_away: float | None = None
    """How much win chance the guess gave away, from 0 to 1, or None if unknown.

    It is 0 if the difference is within the margin of the estimate.
    """
    chance: float | None = None
    """The win chance of the best move, from 0 to 1. None if it is unknown or if the guess gave nothing away."""
    margin: float = 0.0
    """Half of the 95% interval of an estimated difference; 0 if the difference is exact."""
    best: int | None = None
    """The best known move. None if the guess gave nothing away or if it opened this cell."""

    @property
    def share_kept(self) -> float:
        """The share of the best win chance that the guess kept, from 0 to 1.

        It is 1 if nothing is known to be given away.
        """
        if not self.given_away or not self.chance:
            return 1.0
        return min(max(1 - self.given_away / self.chance, 0.0), 1.0)

    @property
    def is_good(self) -> bool:
        """Whether the guess was forced and no move was better."""
        return self.need is Necessity.FORCED and self.given_away == 0

    @property
    def lost(self) -> str:
        """The win chance given away in words, such as ``2.3 points``. Empty if unknown."""
        return "" if self.given_away is None else lost_words(self.given_away, not self.margin)

    @property
    def word(self) -> str:
        """The kind of guess in a word or two, such as ``good`` or ``needless``. Empty if it is unclear."""
        kinds = {Necessity.HELPED: "an assistant's", Necessity.UNCLEAR: "", Necessity.MISTAKE: ""}
        return "good" if self.is_good else kinds.get(self.need, self.need.value)

    @property
    def kind(self) -> str:
        """The kind of guess and what it gave away, such as ``forced, gave away 2.3 points``."""
        return ", ".join(filter(None, (self.word, f"gave away {self.lost}" if self.given_away else "")))


def lost_words(given_away: float, is_exact: bool) -> str:
    """Says how much win chance was given away.

    It says `nothing` only if the loss is exactly zero; an estimate of zero becomes `hardly anything`.
    """
    if given_away:
        return f"{points(given_away, is_exact)} points"
    return "nothing" if is_exact else "hardly anything"


class FatalMove(NamedTuple):
    """The move that lost a game, with everything that its review needs."""

    position: Position
    """The position before the move."""
    cell: int
    """The mine that went off."""
    chord: int | None = None
    """The number that the player chorded, or None if the move wasn't a chord."""
    wrong_flags: CellSet = 0
    """The wrong flags next to the chorded number, which the chord trusted."""
    opened: CellSet = 0
    """The safe cells that the same chord opened by luck."""
    flags: CellSet = 0
    """The player's flags before the move. Those that can be proved count as known mines in the review."""
    region: CellSet = 0
    """In a fair game, the region of the opened cell: if a safe cell in it was provable, the guess was needless, so it
    hit a mine. Empty on other boards, if the cell was a provable mine, and if the layouts couldn't be counted.
    """

    @property
    def trusted(self) -> CellSet:
        """The flags next to the chorded number, right and wrong ones, because the chord trusted all of them.

        Empty if the move wasn't a chord.
        """
        return 0 if self.chord is None else self._around & (self.flags | self.wrong_flags)

    @property
    def risked(self) -> CellSet:
        """The hidden cells that the move opened: one cell or, after a chord, every cell without a flag around the
        number.
        """
        return 1 << self.cell if self.chord is None else self._around & ~(self.flags | self.wrong_flags)

    @property
    def _around(self) -> CellSet:
        """The hidden cells around the chorded number."""
        assert self.chord is not None
        return self.position.grid.neighbours(self.chord) & self.position.hidden


class Review(NamedTuple):
    """The review of a fatal move, from what the player could know before it."""

    move: FatalMove
    odds: Odds
    """How many layouts the move loses, and how many layouts there are.

    A chord loses if any cell that it opens is a mine.
    """
    safe: CellSet
    """All provable safe cells."""
    mined: CellSet
    """All provable mines."""
    mistake: Proof | None
    """The proof of the player's mistake: that the opened cell is a mine, or that a chord trusted a wrong flag.

    None if neither was provable.
    """
    proof: Proof | None
    """The easiest proof of a cell that the player could have opened instead.

    None if no cell was provably safe, apart from wrong flags that ``mistake`` shows already.
    """
    topic: Topic | None
    """The topic that a lesson about the position practises: that of ``mistake`` or, if this is None, of ``proof``.

    None if the position can't become a lesson.
    """
    better: RecommendedMove | None
    """The best guess, which may have higher odds than the move because it wins more often.

    None if a safe cell was provable, or if the move was this guess or had the same odds.
    """
    is_exact: bool
    """Whether every layout was counted. Then the odds are exact and no provable cell was missed."""

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proof of the mistake, if it was provable, then the proof of the safe cell, if one was."""
        return tuple(proof for proof in (self.mistake, self.proof) if proof is not None)

    @property
    def marks(self) -> tuple[CellSet, CellSet]:
        """The cells to mark on the board while the review is shown: the safe cells, then the clues that prove them.

        If no safe cell was provable, the clues are those of the mistake. They are marked because "the 1" in the
        sentence could be any of several.
        """
        safe = 0
        for proof in self.proofs:
            safe |= proof.safe
        return safe, self.proofs[-1].last_clues if self.proofs else 0

    @property
    def mistake_clues(self) -> CellSet:
        """The clues that prove the mistake, without those that also prove the safe cell.

        The screen marks them in another way. Empty unless both proofs exist.
        """
        if self.mistake is None or self.proof is None:
            return 0
        return self.mistake.last_clues & ~self.proof.last_clues

    @property
    def was_forced(self) -> bool:
        """Whether no cell was provably safe, as far as the analysis could find out, so that the player had to guess."""
        return not self.safe

    @property
    def was_needless(self) -> bool:
        """Whether this was a guess on a fair board that hit a mine because a safe cell was provable in its region."""
        return bool(self.move.region & self.safe) and self.proof is not None and not (self.mistake or self.was_mistake)

    @property
    def was_mistake(self) -> bool:
        """Whether the move loses in every layout."""
        return self.odds[0] == self.odds[1]

    def text(self, room: Room = UNMARKED, rating: GuessRating | None = None) -> str:
        """The whole review as one text, without limits on its length. `rating` adds how good a forced guess was."""
        return " ".join(self._lines(room, rating))

    def texts(self, room: Room, rating: GuessRating | None = None) -> list[str]:
        """The review in forms for a screen, from the longest to the shortest: first in two lines, one about the mistake
        and one about the safe cell, then in one line for screens that are too low for two.

        A forced guess has one line in every form.
        """
        if not (self.mistake or self.proof or self.was_mistake):
            return [self._guess(room, rating), self._guess(room, rating, is_brief=True)]
        parts = [(True, True, True), (True, True, False), (False, True, True), (False, True, False), (False,) * 3]
        forms = ["\n".join(self._lines(room, rating, *shown)) for shown in parts]
        joined = [] if self.was_needless else [form.replace("\n", " ") for form in forms]
        return list(dict.fromkeys([*forms, *joined]))

    def what_lost(self, rating: GuessRating | None = None, room: Room = UNMARKED) -> str:
        """One sentence about the move that lost the game, without the reason."""
        if self.mistake or self.proof or self.was_mistake:
            return self._mistake(room, with_reason=False)
        return self._guess(room, rating)

    def what_was_missed(self, room: Room = UNMARKED) -> str:
        """One sentence about the cell that was provably safe, without the reason. Empty if no cell was."""
        return "" if self.proof is None else self._safe(room, with_reason=False)

    def _lines(
        self,
        room: Room,
        rating: GuessRating | None,
        explains_mistake: bool = True,
        explains_safe: bool = True,
        names_topic: bool = True,
    ) -> list[str]:
        """The line about the mistake and the line about the safe cell, or only one line about a forced guess.

        The three switches leave out the reason of either line, or the name of the topic, so that `texts` can make
        shorter forms.
        """
        if not (self.mistake or self.proof or self.was_mistake):
            return [self._guess(room, rating)]
        topic = f" ({self.topic.title})" if self.topic and names_topic else ""
        is_named = self.move.chord is None or room.exploded
        if self.was_needless and self.proof and is_named:
            needless = self._needless(room, self.proof, explains_safe) + (topic if explains_safe else "")
            return [needless, FAIR_RULE] if explains_mistake else [needless]
        mistake = self._mistake(room, explains_mistake) + (topic if self.mistake and explains_mistake else "")
        if self.proof is not None:
            return [mistake, self._safe(room, explains_safe) + (topic if not self.mistake and explains_safe else "")]
        other = "other " if self.mistake and self.mistake.safe else ""
        none = (
            f"No {other}cell was provably safe."
            if self.is_exact
            else f"No proof of {'another' if other else 'a'} safe cell"
        )
        return [mistake, none if self.is_exact else f"{none} was found."]

    def _needless(self, room: Room, proof: Proof, with_reason: bool) -> str:
        """Says of a guess on a fair board that it wasn't proved while another cell was.

        The odds aren't mentioned, because they don't decide on such a board.
        """
        grid, move = self.move.position.grid, self.move
        opened = room.wrong_flag if move.wrong_flags else room.exploded
        opened = opened or capitalise(name_cell(grid, move.cell, room.naming))
        names = name_cells(grid, proof.safe, LISTED if room.width is None else 3, room.naming)
        safe = (room.wrong_flag if proof.wrong_flags == proof.safe else room.safe) if room.exploded else names
        was = be(proof.safe.bit_count(), "was")
        proved = f"{safe} {was}" if room.exploded else f"{safe} {was} provably safe"
        verdict = f"{opened} wasn't proved, and {proved}"
        return _with_reason(verdict, proof, room, is_titled=self.topic is not None) if with_reason else f"{verdict}."

    def _mistake(self, room: Room, with_reason: bool) -> str:
        """The line about the mistake: why it was provable or, if it wasn't, how likely the move was to lose."""
        move, grid = self.move, self.move.position.grid
        if self.mistake is not None:
            disproved = self.mistake.safe
            names = name_cells(grid, disproved or self.mistake.mined, naming=room.naming)
            what = f"the {noun_for(disproved.bit_count(), 'flag')} at {names}" if disproved else names
            signs = room.wrong_flag if disproved else room.exploded
            verdict = "wrong" if disproved else "a mine" if self.mistake.mined.bit_count() == 1 else "mines"
            subject, was = signs or capitalise(what), be((disproved or self.mistake.mined).bit_count(), "was")
            if with_reason:
                return _with_reason(f"{subject} {was} {verdict}", self.mistake, room, is_titled=self.topic is not None)
            return f"{subject} {was} provably {verdict}."
        if self.was_mistake:
            chord = "The chord" if room.exploded else f"The chord at {self._chord_name(room)}"
            return f"{chord} had to lose, because at least one of its flags was wrong."
        risk = f" ({percent(*self.odds, self.is_exact)} risk)"
        if not room.exploded:
            risk = f" ({say_percent(*self.odds, self.is_exact)} risk)"
        elif not with_reason:
            risk = ""
        if move.region:  # On a fair board the odds don't decide, so the sentence leaves them out.
            risk = ""
        if move.chord is None:
            return f"{room.exploded or capitalise(name_cell(grid, move.cell, room.naming))} wasn't proved{risk}."
        count = move.wrong_flags.bit_count()
        proved = f"{'weren' if count > 1 else 'wasn'}'t proved{risk}."
        if room.exploded:
            return f"{room.wrong_flag} {proved}"
        if not count:
            return f"The chord at {self._chord_name(room)} trusted flags that weren't proved{risk}."
        flags, names = (
            "wrong flags" if count > 1 else "a wrong flag",
            name_cells(grid, move.wrong_flags, naming=room.naming),
        )
        return f"The chord at {self._chord_name(room)} trusted {flags} at {names}, which {proved}"

    def _safe(self, room: Room, with_reason: bool) -> str:
        """The line about the safe cell. `with_reason` adds why it was safe."""
        assert self.proof is not None
        flags, safe = self.proof.wrong_flags, self.proof.safe
        names = name_cells(self.move.position.grid, safe, LISTED if room.width is None else 3, room.naming)
        sign = (room.wrong_flag if flags == safe else room.safe) if room.exploded else ""
        verdict = f"{sign or capitalise(names)} {be(safe.bit_count(), 'was')} safe"
        if not with_reason:
            return f"{verdict}."
        return _with_reason(verdict, self.proof, room, is_titled=bool(self.topic and not self.mistake))

    def _chord_name(self, room: Room) -> str:
        assert self.move.chord is not None
        return name_cell(self.move.position.grid, self.move.chord, room.naming)

    def _guess(self, room: Room, rating: GuessRating | None, is_brief: bool = False) -> str:
        """Says that nothing was provable, how likely the guess was to lose, and which guess was better."""
        move, grid = self.move, self.move.position.grid
        is_all = not self.mined & ~(move.flags | move.position.given)
        nothing = "Nothing was provable" if is_all else "No safe cell was provable"
        if not self.is_exact:
            nothing = "No proof was found" if is_all else "No proof of a safe cell was found"
        rival = rival_of(self, rating)
        if is_brief and room.exploded:
            return f"{nothing}: {room.exploded} {percent(*self.odds, self.is_exact)}{rival.in_short(room)}."
        if move.chord is not None:
            who = "The chord" if room.exploded else f"The chord at {self._chord_name(room)}"
        else:
            who = room.exploded or capitalise(name_cell(grid, move.cell, room.naming))
        return f"{nothing}. {who} had {_risk(self.odds, self.is_exact)}{rival.tail(grid, room)}."


def _with_reason(verdict: str, proof: Proof, room: Room, is_titled: bool) -> str:
    """Adds the reason to a verdict: in a few words on a screen, or step by step where the width is unlimited.

    If `is_titled`, the name of the topic follows, so the reason doesn't name the pattern.
    """
    if room.width is None:
        return f"{verdict}: {lower_first(proof.why(room.naming, names_pattern=not is_titled))}"
    return f"{verdict}{proof.words}."


def _risk(odds: Odds, is_exact: bool) -> str:
    """The mine risk of a guess with an article, such as ``a 23.4% risk`` or ``a risk of about 23%``."""
    figure = say_percent(*odds, is_exact)
    return f"{with_article(figure)} risk" if figure[0].isdigit() else f"a risk of {figure}"


def review_loss(move: FatalMove, previous: Analysis | None = None) -> Generator[None, None, Review]:
    """Reviews the move that lost a game, in slices.

    `previous` is an analysis of its position or of an earlier one, which saves time.
    """
    analysis = yield from analyse(move.position, previous)
    odds, is_exact = yield from odds_to_lose(analysis, move.risked, move.trusted)
    better = None if analysis.safe else (yield from _better_guess(analysis, move.risked, odds))
    missed = missed_cells(analysis, move)
    mistake, mistake_topic = yield from _prove(analysis, move, missed.mistake)
    proof, safe_topic = yield from _prove(analysis, move, ProvedCells(safe=missed.safe))
    return Review(
        move,
        odds,
        analysis.safe,
        analysis.mined,
        mistake,
        proof,
        mistake_topic if mistake else safe_topic,
        better,
        analysis.is_exact and is_exact,
    )


class MissedCells(NamedTuple):
    """What the player could have proved before a fatal move."""

    mistake: ProvedCells
    """The cells that make the move a mistake: the opened mine or, after a chord, the wrong flags that it trusted.

    Both sets are empty if neither was provable.
    """
    safe: CellSet
    """The safe cells that the player could have opened instead.

    Cells that the fatal chord opened by luck are left out, unless all safe cells are among them.
    """

    @property
    def first(self) -> ProvedCells:
        """The cells that the review proves first and that a lesson about the position asks for: the mistake or, if it
        wasn't provable, the safe cells.
        """
        return self.mistake if self.mistake.safe | self.mistake.mined else ProvedCells(safe=self.safe)


def missed_cells(analysis: Analysis, move: FatalMove) -> MissedCells:
    """Finds what the player could have proved before a fatal move.

    `analysis` is that of the position before the move.
    """
    disproved = move.wrong_flags & analysis.safe
    mistake = ProvedCells(disproved, 0 if disproved else move.risked & analysis.mined)
    others = analysis.safe & ~disproved
    others = others & move.region or others
    return MissedCells(mistake, others & ~move.opened or others)


def _prove(
    analysis: Analysis, move: FatalMove, wanted: ProvedCells
) -> Generator[None, None, tuple[Proof | None, Topic | None]]:
    """Finds the easiest proof of a wanted cell, and the topic of a lesson about the position.

    For safe cells, this is the topic that the player missed, which may be harder than that of the proof. The proof is
    None if no cell is wanted. The topic is None if the position can't become a lesson.
    """
    if not wanted.safe | wanted.mined:
        return None, None
    known, filed, topic = move.flags & analysis.mined, None, None
    if is_lesson(analysis):
        filed = yield from file_position(analysis, known, move.cell, wanted)
        missed = (yield from file_missed(analysis, known, move.cell, wanted)) if wanted.safe & ~move.flags else None
        named = missed or filed
        topic = named.topic if named else None
    if filed is None:
        deduction = yield from easiest_deduction(analysis, wanted, ProvedCells(mined=known), move.flags, move.cell)
    else:
        deduction = filed.proof
    # The same clues may prove other cells too, but the review speaks only of the wanted ones.
    deduction = deduction._replace(safe=deduction.safe & wanted.safe, mined=deduction.mined & wanted.mined)
    return Proof(analysis.position, deduction, move.flags, was=True), topic


def find_next_proof(review: Review, already_explained: CellSet) -> Generator[None, None, Proof]:
    """Proves the easiest safe cell that wasn't explained yet.

    After the last safe cell it begins again with the first.
    """
    analysis = yield from analyse(review.move.position)
    unexplained = analysis.safe & ~already_explained or analysis.safe
    proof, _ = yield from _prove(analysis, review.move, ProvedCells(safe=unexplained))
    assert proof is not None
    return proof


def odds_to_lose(analysis: Analysis, risked: CellSet, trusted: CellSet) -> Generator[None, None, tuple[Odds, bool]]:
    """Counts in how many layouts one of the risked cells is a mine, and all layouts. The bool says whether these counts
    are exact.

    `trusted` are the flags that a chord relied on. Without an exact count, the odds are an upper limit below 1.
    """
    risky = risked & ~analysis.safe
    if not trusted and risky.bit_count() == 1:
        return analysis.odds(first_cell(risky)), analysis.is_exact
    after = (yield from if_survived(analysis, trusted)) if trusted else analysis
    if after is None or risky & analysis.mined:
        return (1, 1), True
    if trusted and analysis.layouts and after.layouts:
        return (analysis.layouts - after.layouts, analysis.layouts), True
    # The sum of the odds of all risked cells is an upper limit. It stays below 1, because the loss isn't certain.
    total = sum((Fraction(*analysis.odds(cell)) for cell in cells_of(risky)), Fraction(0))
    return min(total, Fraction(_MOST)).as_integer_ratio(), False


def if_survived(analysis: Analysis, trusted: CellSet) -> Generator[None, None, Analysis | None]:
    """Analyses the position as if the chord had survived, in slices. Returns None if no layout allows that.

    The number that was chorded has as many flags as mines, so its other neighbours are safe exactly if all these flags
    are right. For this reason the analysis takes the flags as given mines.
    """
    position = analysis.position
    try:
        return (yield from analyse(position._replace(given=position.given | trusted), analysis))
    except Contradiction:
        return None


def _better_guess(analysis: Analysis, risked: CellSet, odds: Odds) -> Generator[None, None, RecommendedMove | None]:
    """Finds the best guess as a player would get it from the program.

    Returns None if the move was this guess or had the same odds, and if every hidden cell is a mine.
    """
    if not analysis.position.hidden & ~analysis.mined:
        return None
    best = yield from best_guess(analysis)
    return None if risked == 1 << best.cell or Fraction(*best.odds) == Fraction(*odds) else best


class Rival(NamedTuple):
    """The move that a forced guess is compared with, in every text about this guess.

    Only a rated guess is compared with "the best guess". Before the rating, the other move can only be called "a safer
    guess", because a safer guess may win less often.
    """

    cell: int | None = None
    """The best known move, or a safer one if the guess isn't rated.

    None if the guess was the best one, or if nothing is known.
    """
    odds: str = ""
    """The mine risk of the cell in words. Empty if it is unknown."""
    is_judged: bool = False
    """Whether it is known how much win chance the guess gave away."""
    is_certain: bool = True
    """Whether the rating is exact. If it is an estimate, the text says only that no better guess is known."""

    def tail(self, grid: Grid, room: Room = UNMARKED) -> str:
        """The end of a sentence about the guess, which names the better move or says that no guess was better.

        Empty if nothing is known.
        """
        if self.cell is not None:
            which = "the best guess" if self.is_judged else "a safer guess"
            place = room.guess if room.exploded else name_cell(grid, self.cell, room.naming)
            return f"; {which}, {place}, had {self.odds}" if self.odds else f"; {which} was {place}"
        if not self.is_judged:
            return ""
        return ", and no guess was better" if self.is_certain else ", and no better guess is known"

    def in_short(self, room: Room) -> str:
        """The better move for the shortest form of the review, such as ``, best + 18%``.

        Empty if no better move is known, unless the guess was certainly the best: then it is ``, none better``.
        """
        if self.cell is None:
            return ", none better" if self.is_judged and self.is_certain else ""
        return f", {'best' if self.is_judged else 'safer'} {room.guess} {self.odds}".rstrip()


def rival_of(review: Review, rating: GuessRating | None = None) -> Rival:
    """Finds the move to compare a forced guess with.

    Without a rating, this is a guess with a lower mine risk, if the review has one.
    """
    better = review.better
    if rating is not None and rating.given_away is not None:
        if not rating.given_away:
            return Rival(is_judged=True, is_certain=not rating.margin)
        known = say_percent(*better.odds, review.is_exact) if better and rating.best == better.cell else ""
        return Rival() if rating.best is None else Rival(rating.best, known, is_judged=True)
    if better is None or Fraction(*better.odds) >= Fraction(*review.odds):
        return Rival()
    return Rival(better.cell, say_percent(*better.odds, review.is_exact))
