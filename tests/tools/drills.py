"""Makes the table of drills: cuts windows out of real boards, checks them, and keeps the most different ones.

    python -m tests.tools.drills              writes minesweeper/play/drills.txt anew, which takes minutes

The boards come from fixed seeds, so the same boards always give the same table. A board is played by single clues,
then by one deduction at a time; when stuck, any safe cell is opened, because a drill needs no fair board. Windows are
cut around what is provable, and elsewhere along the numbers. A window becomes a board of its own, without the mines
outside.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial, reduce
from math import comb, prod
from operator import or_
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from minesweeper.assist.topics import (
    LEARNING_ORDER,
    Topic,
    TopicProof,
    file_missed,
    file_position,
    proof_length,
)
from minesweeper.boards.deal import deal, proposed_first
from minesweeper.boards.layout import Board, Layout
from minesweeper.boards.measures import three_bv, zini
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, Grid, cells_of, first_cell, make_grid, to_cell_set
from minesweeper.play.game import Game, begin_game
from minesweeper.play.lesson_drills import TABLE, TURNS, decode, encode, make_drill, turned
from minesweeper.play.lessons import Lesson, guess_lesson
from minesweeper.play.repetition import schedule_topic
from minesweeper.solvers.bitrules import sweep_one_clue, sweep_to_end
from minesweeper.solvers.deduction import ProvedCells, run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.fifty import certain_fifties, walled_fifties
from minesweeper.solvers.guess import Lookahead
from tests.play.blind_families import Player, chances_of_players, count_passing, habits_of
from tests.play.blind_players import DENSITY_RULES, OTHER_RULES, densities_of, density_answers

BOARDS = (BoardSpec(30, 16, 99), 240), (BoardSpec(30, 16, 125), 340)
"""The boards to cut from, and how many of each. Dense boards have most assumptions and proofs by three clues."""
PACKED = Path(__file__).parents[2] / "minesweeper" / "play" / TABLE
FEWEST_DRILLS, MOST_DRILLS = 60, 72
"""The drills of a topic in the table. There are fewer only if no more were found."""
_MOST_BYTES = 20_000
LONG_SIDE, SHORT_SIDE = 9, 5
"""The largest drill fills the smallest screen."""
SINGLE_CLUE = Topic.ONE_CLUE, Topic.KNOWN_MINES
PAIRS = Topic.ONE_ONE, Topic.ONE_TWO, Topic.ONE_TWO_ONE, Topic.ONE_TWO_TWO_ONE, Topic.HOLE, Topic.EDGE, Topic.TWO_CLUES
_MANY_MARKS = *SINGLE_CLUE, Topic.ONE_TWO_ONE, Topic.ONE_TWO_TWO_ONE, Topic.MINE_TOTAL
_EARLY = 8
"""The hidden cells from which counting the last mines is early."""
_RANDOM = 0.08
"""The highest chance with which marks may be right if cells and signs are chosen at random."""
_GUESSED, _MOST_GUESSED = 0.08, 0.34
"""How often a guess among likely cells should be right at most. Drills above the first limit come last."""
_LIMITS = range(3, 40)
"""The most drills of a topic that a player of the families may pass: the first limit with enough drills."""
_MOST_TRIED = 900
"""The most candidates of a topic to choose from, one of every picture first."""
_MOST_PASSING = 30_000
"""The most players of the families who may pass a drill."""
_MOST_LAYOUTS = 60
_WINDOWS = {Topic.TWO_CLUES: 20, Topic.MORE_CLUES: 60, Topic.ASSUMPTION: 60}
"""How many windows are cut around the proofs of rare topics."""


class Candidate(NamedTuple):
    """A position that passed all checks, with what it is chosen by."""

    topic: str
    shape: str
    """The reduced shape: the needs of the proof's numbers and the cells they decide, in the smallest of eight turns."""
    picture: str
    """All cells within one step of the proof's numbers as the eye sees them, in the smallest of eight turns."""
    rank: tuple[int, ...]
    """The lowest comes first: no known mines, few marks, a short proof."""
    code: str


# ------------------------------------------------------------------------------
# Windows.
# ------------------------------------------------------------------------------


def cut_window(game: Game, top: int, left: int, height: int, width: int) -> Game:
    """Makes a board of a window. Its numbers are counted again, without the mines outside, and zeros cascade."""
    assert game.layout is not None
    grid = make_grid(width, height)

    def part(cells: CellSet) -> CellSet:
        rows = (game.grid.row_bits(cells, top + row) >> left & (1 << width) - 1 for row in range(height))
        return sum(bits << row * width for row, bits in enumerate(rows))

    layout = Layout(grid, part(game.layout.mines))
    cut = Game(grid, layout.mine_count, layout, 0, part(game.flags))
    return cut.open_cells(part(game.opened))


def play_single_clues(game: Game) -> Game:
    """Plays single clues to their end, with the flags shown as known mines if they are right."""
    while not game.is_over:
        swept = run_to_end(sweep_to_end(game.position, game.flags))
        after = game.set_flags(swept.mined).open_cells(swept.safe & ~swept.mined)
        if after == game:
            return game
        game = after
    return game


def random_window(grid: Grid, cells: CellSet, random: Random, *, tight: bool) -> tuple[int, int, int, int] | None:
    """Chooses a window that contains some cells: top, left, height and width. Returns None if they don't fit."""
    places = [grid.row_col(cell) for cell in cells_of(cells)]
    rows, cols = [row for row, _ in places], [col for _, col in places]
    most = (SHORT_SIDE, LONG_SIDE) if random.random() < 0.5 else (LONG_SIDE, SHORT_SIDE)
    sides = []
    for used, limit, side in zip((rows, cols), most, (grid.height, grid.width), strict=True):
        least = max(used) - min(used) + 1
        if least > limit:
            return None
        length = random.randint(max(least, 3), max(min(least + 1, limit), 3) if tight else limit)
        start = random.randint(max(0, max(used) - length + 1), max(0, min(min(used), side - length)))
        sides.append((min(start, side - length), min(length, side)))
    (top, height), (left, width) = sides
    return top, left, height, width


def _needs(game: Game) -> dict[int, int]:
    """How many mines each number beside hidden cells still needs."""
    beside = cells_of(game.grid.spread(game.hidden & ~game.flags) & game.opened)
    return {cell: game.clue(cell) - game.flags_around(cell) for cell in beside}


def find_walls(game: Game) -> list[CellSet]:
    """Finds 1-2-1 and 1-2-2-1 in rows and columns of numbers, after flags are taken off."""
    needs, grid, found = _needs(game), game.grid, []
    for cell in needs:
        row, col = grid.row_col(cell)
        for down, right in ((0, 1), (1, 0)):
            line = [
                grid.cell(row + down * step, col + right * step)
                for step in range(4)
                if row + down * step < grid.height and col + right * step < grid.width
            ]
            shown = [needs.get(place, 0) for place in line]
            if shown[:3] == [1, 2, 1]:
                found.append(to_cell_set(line[:3]))
            if shown == [1, 2, 2, 1]:
                found.append(to_cell_set(line))
    return found


# ------------------------------------------------------------------------------
# Checks.
# ------------------------------------------------------------------------------


def wanted_of(game: Game, analysis: Analysis) -> ProvedCells:
    """The marks that a drill about proofs asks for."""
    return ProvedCells(analysis.safe, analysis.mined & ~game.flags)


def chance_of_choice(cells: int, wanted: int) -> float:
    """How often so many marks on cells that are chosen at random are right."""
    return 1 / comb(max(cells, wanted), wanted)


@lru_cache(maxsize=1)
def answers_by_density(game: Game) -> tuple[ProvedCells, ...]:
    """What players mark who only compare densities, their sums, or risks taken as independent."""
    return tuple(density_answers(game, DENSITY_RULES + OTHER_RULES))


def guess_chance(game: Game, wanted: ProvedCells) -> float:
    """How often players pass who choose at random: any cells, or one cell of each kind that looks the most likely."""
    seen, counts = len(densities_of(game)), (wanted.safe.bit_count(), wanted.mined.bit_count())
    chances = [chance_of_choice(seen, sum(counts))]
    if max(counts) > 1:
        return chances[0]
    for answer in answers_by_density(game):
        kinds = list(zip(answer, wanted, strict=True))
        if all(bool(cells) == bool(right) and not right & ~cells for cells, right in kinds):
            chances.append(1 / prod(cells.bit_count() or 1 for cells, _ in kinds))
    return max(chances)


def is_easy_to_guess(game: Game, wanted: ProvedCells) -> bool:
    """Whether players pass too often who mark cells at random."""
    count = (wanted.safe | wanted.mined).bit_count()
    by_cells = chance_of_choice(len(densities_of(game)), count)
    return by_cells / 2**count > _RANDOM or guess_chance(game, wanted) > _MOST_GUESSED


def passes_by_density(game: Game, wanted: ProvedCells) -> bool:
    """Whether one of these players passes."""
    return wanted in answers_by_density(game)


def is_plain(game: Game, analysis: Analysis, most: int) -> bool:
    """Whether a position has provable flags only, few cells to mark, and undecided cells beside numbers."""
    if game.is_over or not game.opened or not analysis.is_exact or not analysis.is_complete:
        return False
    wanted = wanted_of(game, analysis)
    count = (wanted.safe | wanted.mined).bit_count()
    undecided = game.position.frontier & undecided_cells(game, analysis)
    return not game.flags & ~analysis.mined and 1 <= count <= most and undecided.bit_count() >= 2


def allowed_topics(topic: Topic) -> frozenset[Topic]:
    """A topic and the easier ones; only the topic about the mine total may use it.

    A drill about one clue goes on with known mines. Otherwise its cells would be those with the highest density.
    """
    if topic in SINGLE_CLUE:
        return frozenset(SINGLE_CLUE)
    order = [one for one in LEARNING_ORDER if one is not Topic.MINE_TOTAL]
    if topic is Topic.MINE_TOTAL:
        return frozenset((*order[: order.index(Topic.TWO_CLUES) + 1], topic))
    return frozenset(order[: order.index(topic) + 1])


def follows_within(analysis: Analysis, flags: CellSet, topics: frozenset[Topic]) -> bool:
    """Whether every provable cell follows, one after another, by these topics."""
    safe, mined = 0, flags
    while True:
        wanted = ProvedCells(analysis.safe & ~safe, analysis.mined & ~mined)
        if not wanted.safe | wanted.mined:
            return True
        filed = run_to_end(file_position(analysis, mined, None, wanted, safe))
        if filed is None or filed.topic not in topics:
            return False
        if filed.proof.uses_total and Topic.MINE_TOTAL not in topics:
            return False
        safe, mined = safe | filed.proof.safe, mined | filed.proof.mined


def check_drill(game: Game) -> tuple[Analysis, TopicProof] | None:
    """Returns the analysis of a window and the topic of its easiest proof; None if a check fails."""
    if game.is_over or not game.opened:
        return None
    analysis = run_to_end(analyse(game.position))
    if not is_plain(game, analysis, 6):
        return None
    wanted = wanted_of(game, analysis)
    if is_easy_to_guess(game, wanted) or passes_by_density(game, wanted):
        return None
    filed = run_to_end(file_position(analysis, game.flags))
    if filed is None or not (filed.topic in _MANY_MARKS or is_plain(game, analysis, 4)):
        return None
    return (analysis, filed) if follows_within(analysis, game.flags, allowed_topics(filed.topic)) else None


def known_around(game: Game, clues: CellSet) -> list[int]:
    """How many known mines each of some numbers has."""
    return [game.flags_around(clue) for clue in cells_of(clues)]


def topics_of_drill(game: Game, filed: TopicProof) -> list[Topic]:
    """The topics under which a drill can be filed; the last may ask for more than the first."""
    topic = filed.topic
    if topic is Topic.MINE_TOTAL:
        return [topic if (game.hidden & ~game.flags).bit_count() < _EARLY else Topic.COUNT_EARLY]
    if topic in PAIRS and all(known_around(game, filed.proof.because)):
        return [topic, Topic.REDUCTION]
    return [topic]


def check_without_flags(game: Game) -> bool:
    """Whether a drill stays one without its flags: single clues prove them, and only safe cells are asked."""
    bare = game.set_flags(0)
    analysis = run_to_end(analyse(bare.position))
    if not analysis.safe or game.flags & ~run_to_end(sweep_to_end(bare.position, 0)).mined:
        return False
    if run_to_end(sweep_to_end(bare.position, 0)).safe:
        return False
    missing = run_to_end(file_missed(analysis, 0, None, ProvedCells(analysis.safe)))
    wanted = ProvedCells(safe=analysis.safe)
    lowest = [answer for answer in answers_by_density(bare) if not answer.mined]
    density_safe = any(answer.safe == wanted.safe for answer in lowest)
    is_hard = not density_safe and not is_easy_to_guess(bare, wanted)
    return missing is not None and missing.topic in PAIRS and is_hard


# ------------------------------------------------------------------------------
# Shapes and pictures.
# ------------------------------------------------------------------------------


def _smallest(signs: dict[tuple[int, int], str]) -> str:
    """Writes placed signs in the one of the eight turns that comes first."""
    forms = []
    for turn in range(TURNS):
        placed = []
        for (row, col), sign in signs.items():
            down, right = -row if turn & 1 else row, -col if turn & 2 else col
            placed.append((right, down, sign) if turn & 4 else (down, right, sign))
        top, left = min(row for row, _, _ in placed), min(col for _, col, _ in placed)
        forms.append(" ".join(f"{row - top},{col - left}{sign}" for row, col, sign in sorted(placed)))
    return min(forms)


def reduced_shape(game: Game, clues: CellSet, proved: ProvedCells) -> str:
    """The numbers of a proof without their known mines, and the cells that they decide."""
    place = game.grid.row_col
    signs = {place(cell): str(game.clue(cell) - game.flags_around(cell)) for cell in cells_of(clues)}
    signs |= {place(cell): "s" for cell in cells_of(proved.safe)}
    return _smallest(signs | {place(cell): "m" for cell in cells_of(proved.mined & ~game.flags)})


def picture(game: Game, clues: CellSet) -> str:
    """What the eye sees within one step of some numbers."""

    def sign(cell: int) -> str:
        if game.opened >> cell & 1:
            return str(game.clue(cell))
        return "F" if game.flags >> cell & 1 else "#"

    around = game.grid.spread(clues) | clues
    return _smallest({game.grid.row_col(cell): sign(cell) for cell in cells_of(around)})


def _candidate(topic: Topic, game: Game, analysis: Analysis, filed: TopicProof) -> Candidate:
    proof, wanted = filed.proof, wanted_of(game, analysis)
    if topic is Topic.NO_FLAGS:
        wanted = ProvedCells(safe=wanted.safe)
    known = sum(known_around(game, proof.because))
    marks = (wanted.safe | wanted.mined).bit_count()
    rank = int(guess_chance(game, wanted) > _GUESSED), int(known > 0), marks, proof_length(proof), game.grid.size
    shape = reduced_shape(game, proof.because, ProvedCells(proof.safe, proof.mined))
    return Candidate(topic.value, shape, picture(game, proof.because), rank, encode(game))


# ------------------------------------------------------------------------------
# One board.
# ------------------------------------------------------------------------------


def windows_of(game: Game, analysis: Analysis | None, filed: TopicProof | None, random: Random) -> Iterator[Game]:
    """Cuts windows: around the easiest proof, around the places of rare patterns, and anywhere along the numbers."""
    spots: list[tuple[CellSet, bool]] = []
    if filed is not None and analysis is not None:
        cells = filed.proof.because | 1 << first_cell(filed.proof.safe | filed.proof.mined)
        spots += [(cells, random.random() < 0.3) for _ in range(_WINDOWS.get(filed.topic, 5))]
    for wall in find_walls(game):
        spots += [(wall, random.random() < 0.6) for _ in range(12)]
    beside = cells_of(game.position.frontier & ~game.flags)
    spots += [(1 << random.choice(beside), False) for _ in range(5 if filed else 12)] if beside else []
    for cells, tight in spots:
        window = random_window(game.grid, cells, random, tight=tight)
        if window is not None:
            yield cut_window(game, *window)


def checked_candidates(window: Game, single_clues: bool) -> Iterator[Candidate]:
    """Checks a window and yields it under its topics."""
    game = window if single_clues else play_single_clues(window)
    checked = check_drill(game)
    if checked is None or (checked[1].topic in SINGLE_CLUE) != single_clues:
        return
    analysis, filed = checked
    for topic in topics_of_drill(game, filed):
        yield _candidate(topic, game, analysis, filed)
    if filed.topic in PAIRS and game.flags and check_without_flags(game):
        shape = _candidate(filed.topic, game, analysis, filed).shape
        yield _candidate(Topic.NO_FLAGS, game.set_flags(0), analysis, filed)._replace(shape=shape)


def undecided_cells(game: Game, analysis: Analysis) -> CellSet:
    """The hidden cells that nothing decides."""
    return game.hidden & ~(analysis.safe | analysis.mined)


def guess_candidates(window: Game) -> Iterator[Candidate]:
    """Checks a window in which nothing can be proved as a drill about guesses."""
    window = play_single_clues(window)
    if window.is_over or not window.opened or window.grid.size < 12:
        return
    analysis = run_to_end(analyse(window.position))
    if not analysis.is_exact or window.flags & ~analysis.mined or (analysis.layouts or 0) > _MOST_LAYOUTS:
        return
    game = window.set_flags(analysis.mined)
    if analysis.safe or len(densities_of(game)) < 4:
        return
    lesson = run_to_end(guess_lesson("", game, analysis))
    if lesson is None or lesson.values is None:
        return
    values = lesson.values.ranked
    best = to_cell_set(value.cell for value in values if not value.regret)
    hidden = (game.hidden & ~game.flags).bit_count()
    safest = max(value.safety for value in values)
    is_safest = any(value.safety == safest for value in values if best >> value.cell & 1)
    by_density = any(answer.safe & best for answer in density_answers(game, DENSITY_RULES))
    if best.bit_count() * (5 if by_density else 4) > hidden:
        return
    shape = picture(game, game.grid.spread(game.hidden & ~game.flags) & game.opened)
    rank = int(by_density), int(is_safest), -(hidden // max(best.bit_count(), 1))
    yield Candidate(Topic.MID_GUESS.value, f"{is_safest} {shape}", shape, rank, encode(game))


def fifty_candidates(window: Game) -> Iterator[Candidate]:
    """Checks a window as a drill about 50/50s, which asks for all of them."""
    window = play_single_clues(window)
    if window.is_over or not window.opened:
        return
    analysis = run_to_end(analyse(window.position))
    if not analysis.is_exact or window.flags & ~analysis.mined:
        return
    game = window.set_flags(analysis.mined)
    share = Lookahead(analysis).share
    found = certain_fifties(game.grid, undecided_cells(game, analysis), analysis.mined, share)
    wanted = reduce(or_, found, 0)
    if not wanted or (game.hidden & ~game.flags & ~wanted).bit_count() < 4:
        return
    shape = picture(game, game.opened)
    yield Candidate(Topic.FIFTY.value, shape, shape, (wanted.bit_count(), game.grid.size), encode(game))


def candidates_of_board(spec: BoardSpec, seed: int) -> list[Candidate]:
    """Plays a board and collects its drills."""
    random, first = Random(f"drills {spec} {seed}"), proposed_first(spec)
    game = begin_game(Board(deal(spec, first, f"drills {seed}"), first))
    windows: list[tuple[Callable[[Game], Iterable[Candidate]], Game]] = []
    while not game.is_over:
        position = game.position
        safe, mined = sweep_one_clue(game.grid, game.opened, position.clues, game.flags, game.hidden & ~game.flags)
        if safe | mined:
            for _ in range(3):
                spot = 1 << random.choice(cells_of(safe | mined))
                place = random_window(game.grid, spot, random, tight=False)
                if place is not None:
                    windows.append((partial(checked_candidates, single_clues=True), cut_window(game, *place)))
            game = game.set_flags(game.flags | mined).open_cells(safe)
            continue
        analysis = run_to_end(analyse(position))
        filed = run_to_end(file_position(analysis, game.flags)) if analysis.is_complete else None
        checked = partial(checked_candidates, single_clues=False)
        windows += [(checked, window) for window in windows_of(game, analysis, filed, random)]
        windows += _windows_about_luck(game, analysis, random)
        proved = filed.proof if filed is not None else ProvedCells(analysis.safe, analysis.mined)
        if proved.safe | proved.mined & ~game.flags:
            game = game.set_flags(game.flags | proved.mined).open_cells(proved.safe)
        else:
            assert game.layout is not None
            beside = cells_of(position.frontier & game.layout.safe) or cells_of(game.hidden & game.layout.safe)
            game = game.open_cells(1 << random.choice(beside))
    # Windows of the same size one after the other, because solvers keep tables for a few sizes only.
    windows.sort(key=lambda one: (one[1].grid.width, one[1].grid.height))
    return [candidate for check, window in windows for candidate in check(window)]


def _windows_about_luck(
    game: Game, analysis: Analysis, random: Random
) -> Iterator[tuple[Callable[[Game], Iterable[Candidate]], Game]]:
    """Cuts windows for drills about guesses and 50/50s."""
    for fifty in walled_fifties(game.grid, undecided_cells(game, analysis), analysis.mined)[:2]:
        around = game.grid.spread(to_cell_set((*fifty.one, *fifty.other)))
        for _ in range(3):
            place = random_window(game.grid, around, random, tight=False)
            if place is not None:
                yield fifty_candidates, cut_window(game, *place)
    if not analysis.safe:
        beside = cells_of(game.position.frontier & ~analysis.mined)
        for _ in range(4 if beside else 0):
            place = random_window(game.grid, 1 << random.choice(beside), random, tight=False)
            if place is not None:
                yield guess_candidates, cut_window(game, *place)


def chord_candidates() -> Iterator[Candidate]:
    """Boards that chords clear with fewer clicks than single opens, from small to larger ones."""
    for level, spec in enumerate((BoardSpec(5, 5, 4), BoardSpec(6, 5, 6), BoardSpec(8, 5, 8), BoardSpec(9, 5, 9))):
        for seed in range(200):
            layout = deal(spec, proposed_first(spec), f"chords {seed}")
            fewest, saved = zini(layout), three_bv(layout) - zini(layout)
            if saved >= 2:
                shape = f"{level} {fewest} {saved}"
                game = Game(layout.grid, layout.mine_count, layout)
                yield Candidate(Topic.CHORDS.value, shape, encode(game), (level, fewest), encode(game))


def end_game_candidates() -> Iterator[Candidate]:
    """Ends of games in which nothing can be proved: in turn the safest cell is the best, a 50/50 is, or neither."""
    for number in range(6000):
        spec = (BoardSpec(5, 4, 6), BoardSpec(5, 5, 7), BoardSpec(6, 5, 8))[number % 3]
        first = proposed_first(spec)
        game = begin_game(Board(deal(spec, first, f"guesses {number}"), first))
        while not game.is_over:
            analysis = run_to_end(analyse(game.position))
            if analysis.safe or analysis.mined & ~game.flags:
                game = game.set_flags(analysis.mined).open_cells(analysis.safe)
                continue
            lesson = run_to_end(guess_lesson("", game, analysis))
            if lesson is not None and lesson.values is not None:
                values = lesson.values.ranked
                best = [value for value in values if not value.regret]
                hidden, safest = len(values), max(value.safety for value in values)
                if 4 * len(best) <= hidden:
                    fifty = any(2 * mined == layouts for mined, layouts in (value.odds for value in best))
                    kind = 0 if max(value.safety for value in best) >= safest else 1 + fifty
                    shape = picture(game, game.opened)
                    yield Candidate(Topic.GUESS.value, f"{kind} {shape}", shape, (hidden, number), encode(game))
            break


# ------------------------------------------------------------------------------
# The table.
# ------------------------------------------------------------------------------


def is_same_in_all_turns(topic: Topic, code: str) -> bool:
    """Whether a drill is filed in the same way however it is turned. Long proofs may be found in one turn only."""
    if topic in (Topic.CHORDS, Topic.GUESS, Topic.MID_GUESS, Topic.FIFTY):
        return True
    for turn in range(TURNS):
        game = turned(decode(code), turn)
        analysis = run_to_end(analyse(game.position))
        if topic is Topic.NO_FLAGS:
            missed = run_to_end(file_missed(analysis, 0, None, ProvedCells(analysis.safe)))
            if missed is None or missed.topic not in PAIRS:
                return False
            continue
        filed = run_to_end(file_position(analysis, game.flags))
        if filed is None or topic not in topics_of_drill(game, filed):
            return False
    return True


class Tried(NamedTuple):
    """A candidate with what is known about players who don't reason."""

    candidate: Candidate
    lesson: Lesson
    alike: str
    """The numbers of the proof without their known mines, and all cells that are asked."""
    passing: float
    """How many players of the families pass, so that drills that few pass come first."""


def try_candidate(candidate: Candidate) -> Tried:
    """Counts the players of the families who pass a candidate."""
    topic = Topic(candidate.topic)
    lesson = run_to_end(make_drill(topic, candidate.code))
    if lesson.proof is None:
        return Tried(candidate, lesson, candidate.shape, sum(chances_of_players(lesson).values()))
    alike = reduced_shape(lesson.game, lesson.proof.because, lesson.wanted)
    habits = habits_of(lesson.game, has_unseen=lesson.uses_total)
    return Tried(candidate, lesson, alike, count_passing(habits, lesson.wanted))


_T = TypeVar("_T")


def in_rounds(some: Iterable[_T], key: Callable[[_T], object]) -> list[_T]:
    """Orders drills in rounds, in each of which every key comes once at most. Otherwise they keep their order."""
    times, rounds = Counter[object](), list[tuple[int, _T]]()
    for one in some:
        rounds.append((times[key(one)], one))
        times[key(one)] += 1
    return [one for _, one in sorted(rounds, key=lambda pair: pair[0])]


def choose(candidates: Iterable[Candidate], passed: defaultdict[Player, float], already: int = 0) -> list[str]:
    """Chooses drills of which no player of the families passes many, as different ones as possible.

    Drills of another shape come before drills that look alike, and drills that few players pass before others. While
    there are too few drills, players may pass one more. ``passed`` counts how often each player passes the drills that
    were chosen, ``already`` of them before.
    """
    pictures = dict[str, Tried]()
    plain = sorted(candidates, key=lambda one: (one.rank, one.code, one.shape))
    tried = map(try_candidate, in_rounds(plain, lambda one: one.picture)[:_MOST_TRIED])
    for one in sorted(tried, key=lambda one: (one.passing, one.candidate.rank, one.candidate.code)):
        if one.passing <= _MOST_PASSING:
            pictures.setdefault(one.candidate.picture, one)
    rest = in_rounds(pictures.values(), lambda one: (one.candidate.shape, one.alike))
    chosen = list[Tried]()
    for limit in _LIMITS:
        wanted, later = MOST_DRILLS if limit == _LIMITS[0] else FEWEST_DRILLS, list[Tried]()
        for one in rest:
            if len(chosen) + already >= wanted:
                break
            chances = chances_of_players(one.lesson)
            if any(passed[player] + chance > limit for player, chance in chances.items()):
                later.append(one)
            elif is_same_in_all_turns(Topic(one.candidate.topic), one.candidate.code):
                for player, chance in chances.items():
                    passed[player] += chance
                chosen.append(one)
        rest = later
    chosen.sort(key=lambda one: (one.candidate.rank, one.candidate.code))
    return [one.candidate.code for one in in_rounds(chosen, lambda one: (one.alike,))]


def collect(boards: Iterable[tuple[BoardSpec, int]], workers: int) -> Iterator[Candidate]:
    """Collects the candidates of all boards, in the order of the boards."""
    for spec, count in boards:
        with ProcessPoolExecutor(workers) as pool:
            for found in pool.map(partial(candidates_of_board, spec), range(count), chunksize=4):
                yield from found


def choose_by_topic(candidates: Iterable[Candidate], workers: int) -> dict[Topic, list[str]]:
    """Chooses the drills of every topic."""
    groups = defaultdict[Topic, dict[Topic, list[Candidate]]](dict)
    for topic in sorted(LEARNING_ORDER, key=lambda topic: schedule_topic(topic) is topic):
        groups[schedule_topic(topic)][topic] = []
    for one in candidates:
        groups[schedule_topic(Topic(one.topic))][Topic(one.topic)].append(one)
    with ProcessPoolExecutor(workers) as pool:
        return {topic: codes for chosen in pool.map(choose_group, groups.values()) for topic, codes in chosen.items()}


def choose_group(group: Mapping[Topic, list[Candidate]]) -> dict[Topic, list[str]]:
    """Chooses the drills of topics that share a schedule and so are judged as one, the rarer one first."""
    passed, chosen = defaultdict[Player, float](float), dict[Topic, list[str]]()
    for topic, candidates in group.items():
        chosen[topic] = choose(candidates, passed, sum(map(len, chosen.values())))
    return chosen


def write_table(path: Path, chosen: Mapping[Topic, list[str]]) -> None:
    """Writes the drills of every topic in a line, by the order of learning. The longest lists lose what doesn't fit."""
    left = {topic: list(codes) for topic, codes in chosen.items()}
    while True:
        table = "".join(f"{topic.value}: {' '.join(left[topic])}\n" for topic in LEARNING_ORDER)
        if len(table) <= _MOST_BYTES:
            break
        max(left.values(), key=len).pop()
    path.write_text(table, "ascii")


def main() -> None:
    """Makes the table anew."""
    found = [*chord_candidates(), *end_game_candidates(), *collect(BOARDS, workers=2)]
    write_table(PACKED, choose_by_topic(found, workers=2))
    print(f"{PACKED}: {PACKED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
