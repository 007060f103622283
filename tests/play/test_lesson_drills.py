"""The table of drills: each is filed under its topic, fair, and can't be passed by players who don't reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, reduce
from importlib import resources
from itertools import product
from operator import and_
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.assist.topics import LEARNING_ORDER, PatternProof, Topic, file_missed, file_position
from minesweeper.core.cells import CellSet, Grid, cells_of, to_cell_set
from minesweeper.core.position import read_position
from minesweeper.play.game import Game
from minesweeper.play.lesson_drills import (
    TABLE,
    TURNS,
    decode,
    drill_codes,
    drill_id,
    drill_of_id,
    encode,
    make_drill,
    make_lesson,
    turned,
)
from minesweeper.play.lessons import Lesson, explain_lesson
from minesweeper.play.repetition import schedule_topic
from minesweeper.play.session import MoveKind
from minesweeper.solvers.deduction import ProvedCells, run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.fifty import certain_fifties, walled_fifties
from minesweeper.solvers.guess import Lookahead
from minesweeper.solvers.win_chance import compare_guesses
from tests.play.blind_families import NOTHING, ONE_OF, Player, chances_of_players
from tests.play.blind_players import BLIND_PLAYERS, densities_of
from tests.solvers.brute_force import fitting_layouts, is_proved, neighbours_by_loops
from tests.strategies import cell_sets, layouts
from tests.tools.drills import FEWEST_DRILLS, MOST_DRILLS, allowed_topics, follows_within, picture, topics_of_drill

PROOFS = [
    topic
    for topic in LEARNING_ORDER
    if topic not in (Topic.GUESS, Topic.MID_GUESS, Topic.CHORDS, Topic.FIFTY, Topic.REDUCTION, Topic.NO_FLAGS)
]
"""The topics that name a way of reasoning, so that a drill is filed under them."""
MARKED = [*PROOFS, Topic.REDUCTION, Topic.NO_FLAGS]
"""The topics whose answer is everything provable."""
SCARCE = Topic.ONE_TWO_ONE, Topic.ONE_TWO_TWO_ONE
"""The topics with so few positions that they share a schedule."""
MOST_PASSED = 0.08
_MOST_ALONE = {Topic.GUESS: 0.2, Topic.MID_GUESS: 0.12, Topic.ASSUMPTION: 0.1, Topic.FIFTY: 0.24}
"""A guess is one cell and a 50/50 one pair, so no single answer is proof. Four of five of a review are, which such a
player gets right in 1 of 70 reviews at most."""
_MOST_PAIRED = _MOST_ALONE | {Topic.ASSUMPTION: 0.2}


@cache
def drills_of(topic: Topic) -> tuple[Lesson, ...]:
    return tuple(run_to_end(make_lesson(topic, number)) for number in range(len(drill_codes(topic))))


@st.composite
def positions(draw: st.DrawFn) -> Game:
    """A small board with opened cells, and flags on some of its mines."""
    layout = draw(layouts(max_side=9))
    opened, flags = draw(cell_sets(layout.grid)) & layout.safe, draw(cell_sets(layout.grid)) & layout.mines
    return Game(layout.grid, layout.mine_count, layout, opened, flags)


@given(positions())
def test_an_encoded_drill_is_decoded_as_the_same_position(game: Game) -> None:
    assert decode(encode(game)) == game


@given(positions(), st.integers(0, TURNS - 1))
def test_a_turned_drill_keeps_all_its_clues(game: Game, turn: int) -> None:
    after = turned(game, turn)
    assert (after.grid.width, after.grid.height) == (
        (game.grid.height, game.grid.width) if turn & 4 else (game.grid.width, game.grid.height)
    )
    before = sorted(game.clue(cell) for cell in range(game.grid.size) if game.opened >> cell & 1)
    assert sorted(after.clue(cell) for cell in range(game.grid.size) if after.opened >> cell & 1) == before
    assert after.flags.bit_count() == game.flags.bit_count()
    assert len({encode(turned(game, one)) for one in range(TURNS)}) in (1, 2, 4, 8)


def test_the_table_of_drills_is_small_but_has_enough_for_every_topic() -> None:
    assert len(resources.files("minesweeper.play").joinpath(TABLE).read_bytes()) <= 20_000
    counts = {topic: len(drill_codes(topic)) for topic in LEARNING_ORDER}
    assert set(counts) == set(Topic)
    assert max(counts.values()) <= MOST_DRILLS
    assert all(count >= FEWEST_DRILLS for topic, count in counts.items() if topic not in (*SCARCE, Topic.ASSUMPTION))
    assert counts[Topic.ASSUMPTION] >= 45
    assert sum(counts[topic] for topic in SCARCE) >= FEWEST_DRILLS


def test_ids_of_drills_name_their_position_and_differ_from_older_ids() -> None:
    for topic in LEARNING_ORDER:
        ids = [drill_id(topic, code) for code in drill_codes(topic)]
        assert len(set(ids)) == len(ids)
        assert all(drill_of_id(name) == (topic, code) for name, code in zip(ids, drill_codes(topic), strict=True))
        assert all(len(name) <= 80 for name in ids)
    assert drill_of_id("drill/1-1/7") is None
    assert drill_of_id("crop/1-1/99zz") is None


@pytest.mark.parametrize("topic", PROOFS)
def test_each_drill_is_found_under_its_topic(topic: Topic) -> None:
    for lesson in drills_of(topic):
        filed = run_to_end(file_position(lesson.analysis, lesson.game.flags))
        assert filed is not None
        assert topic in topics_of_drill(lesson.game, filed)
        assert lesson.proof is not None
        assert not lesson.game.flags & ~lesson.analysis.mined
        assert follows_within(lesson.analysis, lesson.game.flags, allowed_topics(filed.topic))


def test_drills_about_reduction_show_a_known_mine_beside_each_clue() -> None:
    for lesson in drills_of(Topic.REDUCTION):
        filed = run_to_end(file_position(lesson.analysis, lesson.game.flags))
        assert filed is not None
        assert Topic.REDUCTION in topics_of_drill(lesson.game, filed)


def test_drills_without_flags_need_more_than_single_clues() -> None:
    for lesson in drills_of(Topic.NO_FLAGS):
        assert not lesson.game.flags
        filed = run_to_end(file_missed(lesson.analysis, 0, None, ProvedCells(lesson.analysis.safe)))
        assert filed is not None
        assert filed.topic not in (Topic.ONE_CLUE, Topic.KNOWN_MINES)


def test_drills_about_early_counting_have_more_hidden_cells() -> None:
    late, early = (
        [(lesson.game.hidden & ~lesson.game.flags).bit_count() for lesson in drills_of(topic)]
        for topic in (Topic.MINE_TOTAL, Topic.COUNT_EARLY)
    )
    assert max(late) < 8 <= min(early)


@pytest.mark.parametrize("topic", MARKED)
def test_proofs_of_drills_hold_in_every_layout(topic: Topic) -> None:
    for lesson in drills_of(topic)[::16]:
        assert lesson.proof is not None
        assert is_proved(lesson.game.position, lesson.proof)


@pytest.mark.parametrize("topic", [topic for topic in LEARNING_ORDER if topic is not Topic.CHORDS])
def test_the_first_nine_drills_of_a_topic_look_different(topic: Topic) -> None:
    lessons = drills_of(topic)[:9]
    numbers = [lesson.proof.because if lesson.proof else lesson.game.opened for lesson in lessons]
    pictures = {picture(lesson.game, cells) for lesson, cells in zip(lessons, numbers, strict=True)}
    assert len(pictures) == 9


@pytest.mark.parametrize("topic", MARKED)
def test_no_player_without_reasoning_passes_a_topic(topic: Topic) -> None:
    random, passed = Random(topic.value), dict.fromkeys(BLIND_PLAYERS, 0.0)
    tries = 4
    for lesson in drills_of(topic):
        densities = densities_of(lesson.game)
        for name, play in BLIND_PLAYERS.items():
            passed[name] += sum(play(densities, random) == lesson.wanted for _ in range(tries)) / tries
    assert len(BLIND_PLAYERS) == 24
    assert {name for name, count in passed.items() if count > MOST_PASSED * len(drills_of(topic))} == set()


@pytest.mark.parametrize("topic", [topic for topic in LEARNING_ORDER if topic is not Topic.CHORDS])
def test_players_with_two_habits_but_no_reasoning_pass_few_drills(topic: Topic) -> None:
    """One habit never passes often. A pair of habits that passes more is one of 100,000, found after the fact."""
    shared = [one for one in LEARNING_ORDER if schedule_topic(one) is schedule_topic(topic)]
    lessons = [lesson for one in shared for lesson in drills_of(one)]
    passed = defaultdict[Player, float](float)
    for lesson in lessons:
        for player, chance in chances_of_players(lesson).items():
            passed[player] += chance
    alone = max((count for player, count in passed.items() if {NOTHING, ONE_OF} & {*player}), default=0)
    assert alone <= _MOST_ALONE.get(topic, MOST_PASSED) * len(lessons)
    assert max(passed.values(), default=0) <= _MOST_PAIRED.get(topic, MOST_PASSED) * len(lessons)


@pytest.mark.parametrize("topic", MARKED)
def test_every_turn_of_a_drill_asks_for_the_same_cells(topic: Topic) -> None:
    lesson = drills_of(topic)[1]
    for turn in range(TURNS):
        shown = run_to_end(make_drill(topic, drill_codes(topic)[1], turn))
        assert (shown.id, shown.turn) == (lesson.id, turn)
        for cells, turned_cells in zip(lesson.wanted, shown.wanted, strict=True):
            assert cells.bit_count() == turned_cells.bit_count()
        assert shown.proof is not None
        assert lesson.proof is not None
        assert shown.proof.kind is lesson.proof.kind


@pytest.mark.parametrize(("topic", "faced"), [(Topic.ONE_TWO_ONE, 1), (Topic.ONE_TWO_TWO_ONE, 2)])
def test_patterns_of_three_and_four_clues_are_explained_as_a_whole(topic: Topic, faced: int) -> None:
    for lesson in drills_of(topic):
        shown = run_to_end(explain_lesson(lesson))
        assert isinstance(shown, PatternProof)
        assert is_proved(lesson.game.position, shown.deduction)
        assert "-".join(str(seen.needs) for seen in shown.line) == topic.value
        first, second, last = shown.steps
        assert first.mined != second.mined == shown.mined
        assert (last.clues, last.safe, last.mined) == (shown.because, shown.safe, shown.mined)
        assert f"{topic.value}. The cells facing the {faced}s are mines" in shown.text()


@pytest.mark.parametrize("topic", [Topic.GUESS, Topic.MID_GUESS])
def test_drills_about_guesses_have_few_best_guesses_and_no_safe_cell(topic: Topic) -> None:
    share = list[float]()
    for lesson in drills_of(topic):
        values = lesson.values
        assert values is not None
        assert values.is_exact
        assert not lesson.analysis.safe
        best = to_cell_set(value.cell for value in values.ranked if not value.regret)
        share.append(best.bit_count() / len(values.ranked))
    assert max(share) <= 0.25
    assert sum(share) / len(share) <= 0.2


def ways_of_fifties(grid: Grid) -> Iterator[tuple[CellSet, CellSet]]:
    """The two ways of every pair of neighbours and every box of the board, whatever lies around it."""
    for row, col in product(range(grid.height), range(grid.width)):
        if col + 1 < grid.width:
            yield 1 << grid.cell(row, col), 1 << grid.cell(row, col + 1)
        if row + 1 < grid.height:
            yield 1 << grid.cell(row, col), 1 << grid.cell(row + 1, col)
        if col + 1 < grid.width and row + 1 < grid.height:
            box = [1 << grid.cell(row + down, col + right) for down in (0, 1) for right in (0, 1)]
            yield box[0] | box[3], box[1] | box[2]


def test_each_50_50_is_one_in_every_layout_and_nothing_tells_it_apart() -> None:
    """In some layouts a pair may hold two mines or none. Then it isn't a 50/50, even if only mines stand around it."""
    unlike = 0
    for lesson in drills_of(Topic.FIFTY):
        grid, fifties = lesson.game.grid, 0
        fitting = list(fitting_layouts(lesson.game.position))
        mined = reduce(and_, fitting)
        near = [to_cell_set(neighbours_by_loops(grid, cell)) for cell in range(grid.size)]
        for one, other in ways_of_fifties(grid):
            cells = one | other
            clues = [near[cell] for cell in cells_of(grid.all_cells & ~(cells | mined))]
            is_walled = all((clue & one).bit_count() == (clue & other).bit_count() for clue in clues)
            is_walled = is_walled and not cells & (lesson.game.opened | mined)
            if is_walled and all(layout & cells in (one, other) for layout in fitting):
                fifties |= cells
            unlike += is_walled and not cells & lesson.analysis.safe
        assert fifties == lesson.fifty
        assert fifties
    assert unlike > len(drills_of(Topic.FIFTY)), "some drills have a pair that only looks like a 50/50"


def test_a_pair_that_may_hold_two_mines_is_not_a_50_50() -> None:
    """All cells that could tell rows 3 to 4, column 2 apart are mines, but both of these cells may be mines."""
    position = read_position("2321\nFFF2\n##6F\n####", 7)
    analysis = run_to_end(analyse(position))
    undecided = position.hidden & ~(analysis.safe | analysis.mined)
    (walled,) = walled_fifties(position.grid, undecided, analysis.mined)
    assert (walled.one, walled.other) == ((9,), (13,))
    assert {layout >> 9 & 1 and layout >> 13 & 1 for layout in fitting_layouts(position)} == {0, 1}
    assert not certain_fifties(position.grid, undecided, analysis.mined, Lookahead(analysis).share)


def test_guessing_a_50_50_at_once_never_lowers_the_win_chance() -> None:
    compared = 0
    for lesson in drills_of(Topic.FIFTY):
        if (lesson.analysis.layouts or 0) > 3000:
            continue
        values = run_to_end(compare_guesses(lesson.analysis, also=lesson.fifty))
        if values.is_exact:
            assert all(not value.regret for value in values.ranked if lesson.fifty >> value.cell & 1)
            compared += 1
    assert compared >= 50


def test_the_shortest_moves_of_chord_drills_clear_their_boards() -> None:
    for lesson in drills_of(Topic.CHORDS):
        session = lesson.session
        for kind, cell in lesson.clicks:
            session = session.mark(cell, False) if kind == "flag" else session.move(MoveKind(kind), cell)
        assert session.game.is_over
        assert not session.game.exploded
        assert session.clicks.effective == lesson.fewest
