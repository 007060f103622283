"""The judge of fair games: its verdicts by brute force, uniform layouts, and replays and saved games.

The tests of each front end check what it shows of a fair game.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable
from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.boards.deal import deal
from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import FAIR, NORMAL, BoardSpec
from minesweeper.core.cells import CellSet, cells_of, contains, to_cell_set
from minesweeper.core.position import Position, read_position
from minesweeper.play import fair
from minesweeper.play.fair import Ruling, Verdict, judge
from minesweeper.play.game import Game, Phase
from minesweeper.play.replay import Film, pack_replay, replay_of, sessions_of, unpack_replay
from minesweeper.play.session import Session, new_session
from minesweeper.play.unlock import unlock
from minesweeper.solvers.count_linear import TooLarge
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.storage.records import RunningGame, group_of
from minesweeper.storage.saves_table import running_from_data, running_to_data
from tests.solvers.brute_force import fitting_layouts, neighbours_by_loops
from tests.strategies import begun_games, specs, upto


class Click(NamedTuple):
    """A move that opens cells, with the game before it."""

    game: Game
    risked: CellSet
    trusted: CellSet = 0

    def judge(self, seed: str = "seed") -> Ruling:
        return judge(self.game, self.risked, self.trusted, seed)

    def on(self, mines: CellSet) -> Click:
        """The same move on another layout that looks the same."""
        return self._replace(game=self.game.with_layout(Layout(self.game.grid, mines)))


@st.composite
def clicks(draw: st.DrawFn) -> Click:
    """Opens of any hidden cell, and chords on any clue with any flags that fit it."""
    game = draw(begun_games(4)).set_flags(0)
    numbers = [cell for cell in cells_of(game.opened) if 0 < game.clue(cell) < _hidden_beside(game, cell).bit_count()]
    if not numbers or draw(st.booleans()):
        return Click(game, 1 << draw(st.sampled_from(cells_of(game.hidden))))
    number = draw(st.sampled_from(numbers))
    beside = draw(st.permutations(cells_of(_hidden_beside(game, number))))
    flags = to_cell_set(beside[: game.clue(number)])
    return Click(game.set_flags(flags), _hidden_beside(game, number) ^ flags, flags)


def _hidden_beside(game: Game, cell: int) -> CellSet:
    return to_cell_set(neighbours_by_loops(game.grid, cell)) & game.hidden


def _region_by_loops(position: Position, start: CellSet, walls: CellSet) -> CellSet:
    region = set(cells_of(start & ~walls))
    while True:
        beside = {other for cell in region for other in neighbours_by_loops(position.grid, cell)}
        grown = region | {cell for cell in beside if contains(position.hidden & ~walls, cell)}
        if grown == region:
            return to_cell_set(region)
        region = grown


def _verdict_by_brute_force(click: Click) -> Verdict:
    position = click.game.position
    layouts = list(fitting_layouts(position))
    mined = position.hidden
    can_be_mined = 0
    for mines in layouts:
        mined, can_be_mined = mined & mines, can_be_mined | mines
    safe = position.hidden & ~can_be_mined
    unproved = click.risked & ~safe
    if not unproved:
        return Verdict.PROVED
    if _region_by_loops(position, unproved, mined) & safe or all(mines & click.risked for mines in layouts):
        return Verdict.NEEDLESS
    return Verdict.FORCED


@given(clicks())
def test_a_verdict_agrees_with_brute_force_and_moves_mines_if_needed(click: Click) -> None:
    layout = click.game.layout
    assert layout is not None
    ruling = click.judge()
    assert ruling.verdict is _verdict_by_brute_force(click)
    assert ruling.layout.mines in set(fitting_layouts(click.game.position))
    hits = bool(ruling.layout.mines & click.risked)
    assert hits == (ruling.verdict is Verdict.NEEDLESS)
    if bool(layout.mines & click.risked) == hits:
        assert ruling.layout is layout


def test_a_remembered_analysis_changes_no_layout_of_a_fair_game() -> None:
    moved, random = 0, Random(1)
    for number in range(6):
        session = new_session(BoardSpec(16, 16, 64), "custom", f"seed {number}", board_type=FAIR).open_cell(100)
        while not session.game.is_over:
            found = run_to_end(analyse(session.game.position))
            cell = random.choice(cells_of(found.safe or found.position.hidden & ~found.mined))
            after, resumed = session.open_cell(cell), session._replace(analysis=None).open_cell(cell)
            assert resumed.game.layout == after.game.layout
            moved += after.game.layout != session.game.layout
            session = after
    assert moved > 10


# ------------------------------------------------------------------------------
# Uniform layouts.
# ------------------------------------------------------------------------------


def _deviation(counts: Iterable[tuple[Counter[CellSet], list[CellSet]]]) -> float:
    """How far counts of equally likely values are from equal, in standard deviations of the chi-square sum."""
    chi_square = freedom = 0.0
    for seen, values in counts:
        assert set(seen) <= set(values)
        expected = seen.total() / len(values)
        chi_square += sum((seen[value] - expected) ** 2 / expected for value in values)
        freedom += len(values) - 1
    return (chi_square - freedom) / sqrt(2 * freedom)


def _drawn(click: Click, seeds: int) -> tuple[Verdict, Counter[CellSet], list[CellSet]]:
    """The verdict, the layouts drawn where the mines had to move, and all layouts that the verdict allows."""
    verdict, drawn = click.judge().verdict, Counter[CellSet]()
    fitting = list(fitting_layouts(click.game.position))
    for mines in fitting:
        if bool(mines & click.risked) != (verdict is Verdict.NEEDLESS):
            drawn.update(click.on(mines).judge(f"{mines} {number}").layout.mines for number in range(seeds))
    return verdict, drawn, [one for one in fitting if bool(one & click.risked) == (verdict is Verdict.NEEDLESS)]


def _random_click(random: Random) -> Click:
    """An open or a chord on a small board on which something is opened."""
    spec = BoardSpec(random.randint(3, 4), random.randint(3, 4), random.randint(3, 5))
    layout = Layout(spec.grid, to_cell_set(random.sample(range(spec.grid.size), spec.mines)))
    opened = random.sample(cells_of(layout.safe), random.randint(1, 3))
    game = Game(spec.grid, spec.mines, layout, opened=to_cell_set(opened))
    number = random.choice(opened)
    clue, beside = game.clue(number), cells_of(_hidden_beside(game, number))
    if not 0 < clue < len(beside) or random.random() < 0.3:
        return Click(game, 1 << random.choice(cells_of(game.hidden)))
    flags = to_cell_set(random.sample(beside, clue))
    return Click(game.set_flags(flags), to_cell_set(beside) ^ flags, flags)


@pytest.mark.parametrize("verdict", [Verdict.FORCED, Verdict.NEEDLESS])
@pytest.mark.parametrize("flags", [0, 1, 2, 3])
def test_the_judge_draws_each_allowed_layout_equally_often(verdict: Verdict, flags: int) -> None:
    random, counts = Random(f"{verdict} {flags}"), list[tuple[Counter[CellSet], list[CellSet]]]()
    while len(counts) < 3:
        click = _random_click(random)
        if click.trusted.bit_count() == flags and click.judge().verdict is verdict:
            _, drawn, allowed = _drawn(click, 15)
            if len(allowed) > 4 and drawn.total() > 5 * len(allowed):
                counts.append((drawn, allowed))
    assert abs(_deviation(counts)) < 3.5


def _act_by_position(session: Session) -> Session:
    """Opens a hidden cell, or sets flags and chords, as only the position and the flags decide."""
    game = session.game
    random = Random(repr((game.opened, game.position.clues, game.flags)))
    numbers = [cell for cell in cells_of(game.opened) if 0 < game.clue(cell) < _hidden_beside(game, cell).bit_count()]
    if numbers and random.random() < 0.5:
        number = random.choice(numbers)
        for cell in random.sample(cells_of(_hidden_beside(game, number)), game.clue(number)):
            session = session if contains(game.flags, cell) else session.mark(cell, question_marks=False)
        return session.chord(number)
    return session.open_cell(random.choice(cells_of(game.hidden & ~game.flags or game.hidden)))


def test_the_hidden_layout_of_a_fair_game_stays_uniformly_random() -> None:
    seen: dict[tuple[Position, CellSet], Counter[CellSet]] = defaultdict(Counter)
    spec = BoardSpec(4, 4, 4)
    verdicts = Counter[str]()
    for number in range(2500):
        session = new_session(spec, "custom", f"seed {number}", board_type=FAIR).open_cell(0)
        for _ in range(4):
            assert session.game.layout is not None
            seen[session.game.position, session.game.exploded][session.game.layout.mines] += 1
            if session.game.is_over:
                break
            session = _act_by_position(session)
        verdicts.update(forced=session.forced_guesses, lost=session.game.phase is Phase.LOST)
    counts = []
    for (position, exploded), layouts in seen.items():
        if not exploded and layouts.total() >= 60:
            counts.append((layouts, list(fitting_layouts(position))))
    assert len([layouts for _, layouts in counts if len(layouts) > 1]) > 5
    assert min(verdicts.values()) > 100, verdicts
    assert abs(_deviation(counts)) < 3.5


# ------------------------------------------------------------------------------
# The rules in games, one by one.
# ------------------------------------------------------------------------------


def _fair(picture: str) -> Session:
    """A fair game in play: # and * are hidden, * is a mine, and all other cells are opened."""
    signs = "".join(picture.split())
    spec = BoardSpec(len(picture.split()[0]), len(picture.split()), signs.count("*"))
    mines = to_cell_set(cell for cell, sign in enumerate(signs) if sign == "*")
    opened = to_cell_set(cell for cell, sign in enumerate(signs) if sign == ".")
    game = Game(spec.grid, spec.mines, Layout(spec.grid, mines), opened=opened)
    return new_session(spec, "custom", "seed", board_type=FAIR)._replace(game=game, dealt_type=FAIR)


CORNER = "*...... #...... **..... ....... .....*#"
"""A 50/50 in the upper left corner, behind two provable mines. In the lower right corner a safe cell is provable."""
COIN = "*# .. .."
"""A 50/50 and nothing else."""


@pytest.mark.parametrize(("picture", "cell"), [(COIN, 0), (COIN, 1), (CORNER, 0), (CORNER, 7)])
def test_a_fair_guess_survives_if_its_region_has_no_provable_cell(picture: str, cell: int) -> None:
    session = _fair(picture)
    assert bool(run_to_end(analyse(session.game.position)).safe) == (picture is CORNER)
    after = session.open_cell(cell)
    assert contains(after.game.opened, cell)
    assert (after.forced_guesses, after.undecided_guesses) == (1, 0)
    assert (after.game.phase is Phase.WON) == (picture is COIN)


def test_the_documented_position_of_a_fair_game_is_as_described() -> None:
    page = (Path(__file__).parents[2] / "docs" / "playing.md").read_text("utf-8")
    rows = page[page.index("  #1....") :].split()[:5]
    position = read_position("\n".join(rows), 4)
    assert position == _fair(CORNER).game.position
    analysis = run_to_end(analyse(position))
    assert (cells_of(analysis.safe), cells_of(analysis.mined)) == ([34], [14, 15, 33])


def test_a_region_ends_at_opened_cells_and_provable_mines() -> None:
    session = _fair(CORNER)
    analysis = run_to_end(analyse(session.game.position))
    assert fair.region_of(analysis, 1) == 1 | 1 << 7
    assert fair.region_of(analysis, 1 << 14) == 0  # a provable mine
    wide = session.game._replace(opened=session.game.opened ^ 1 << 9 ^ 1 << 17)
    joined = fair.region_of(run_to_end(analyse(wide.position)), 1 << 9)
    assert contains(joined, 17)


def test_a_fair_guess_hits_a_mine_if_its_region_has_a_provable_cell() -> None:
    spec, lost = BoardSpec(9, 9, 10), 0
    for number in range(30):
        session = new_session(spec, "custom", f"seed {number}", board_type=FAIR).open_cell(40)
        analysis = run_to_end(analyse(session.game.position))
        for cell in cells_of(session.game.hidden & ~(analysis.safe | analysis.mined)):
            if analysis.safe & fair.region_of(analysis, 1 << cell):
                after = session.open_cell(cell)
                assert after.game.exploded == 1 << cell
                assert after.forced_guesses == 0
                lost += 1
    assert lost > 100


@pytest.mark.parametrize("flagged", [0, 1])
def test_a_chord_on_a_fair_50_50_survives_with_either_flag(flagged: int) -> None:
    session = _fair(COIN).mark(flagged, question_marks=False)
    after = session.chord(2)
    assert after.game.phase is Phase.WON
    assert after.game.layout == Layout(session.spec.grid, 1 << flagged)
    assert after.forced_guesses == 1


def test_a_chord_that_opens_several_unproved_cells_is_one_guess() -> None:
    survived = lost = 0
    for number in range(60):
        session = new_session(BoardSpec(9, 9, 28), "custom", f"seed {number}", board_type=FAIR).open_cell(40)
        game = session.game
        undecided = game.hidden & ~sum(run_to_end(analyse(game.position)).settled[1:])
        for cell in cells_of(game.opened):
            beside = _hidden_beside(game, cell)
            if game.clue(cell) == 1 and beside.bit_count() > 2 and not beside & ~undecided:
                after = session.mark(cells_of(beside)[0], question_marks=False).chord(cell)
                assert after.undecided_guesses == 0
                assert (after.forced_guesses == 1) == (after.game.phase is not Phase.LOST)
                survived, lost = survived + after.forced_guesses, lost + bool(after.game.exploded)
    assert survived > 3
    assert lost > 3


def test_a_chord_with_contradictory_flags_loses_a_fair_game() -> None:
    session = _fair("#*.. *... ....").mark(0, question_marks=False)
    mines = session.game.layout
    after = session.mark(1, question_marks=False).chord(5)
    assert after.game.exploded == 1 << 4
    assert after.game.layout is mines


def test_provable_moves_of_a_fair_game_keep_the_layout() -> None:
    session = _fair(CORNER)
    safe = session.open_cell(34)
    assert safe.game.layout is session.game.layout
    assert safe.forced_guesses == 0
    mine = session.open_cell(33)
    assert mine.game.exploded == 1 << 33
    assert mine.game.layout is session.game.layout


def test_an_assistants_guess_on_a_fair_board_is_judged_like_a_players() -> None:
    after = _fair(CORNER).apply_assist(1, 0, "bot")
    assert contains(after.game.opened, 0)
    assert after.forced_guesses == 1


def test_undoing_an_open_in_a_fair_game_fixes_the_newest_layout() -> None:
    session = _fair(CORNER).open_cell(0)
    moved = session.game.layout
    assert moved != _fair(CORNER).game.layout
    undone = session.undo()
    assert undone.game.layout is moved
    assert not undone.is_judged
    assert undone.open_cell(7).game.exploded == 1 << 7


def test_undoing_opens_in_a_fair_game_keeps_the_newest_layout() -> None:
    random, undone = Random(1), 0
    for number in range(6):
        session = new_session(BoardSpec(9, 9, 24), "custom", f"seed {number}", board_type=FAIR).open_cell(40)
        while not session.game.is_over:
            found = run_to_end(analyse(session.game.position))
            free = found.safe or found.position.hidden & ~found.mined
            after = session.open_cell(random.choice(cells_of(free)))
            if after.game.layout != session.game.layout and len(after.past) > 2 and not after.game.is_over:
                assert after.undo().undo().undo().game.layout == after.game.layout
                undone += 1
            session = after
    assert undone > 5


def test_undoing_a_flag_leaves_a_game_fair() -> None:
    session = _fair(COIN).mark(0, question_marks=False).undo()
    assert session.is_judged
    assert not session.is_assisted


def test_a_continued_loss_or_an_unlock_fixes_a_fair_games_layout() -> None:
    session = _fair(CORNER)
    assert not session.open_cell(14).undo().is_judged
    unlocked = run_to_end(unlock(_fair(COIN).game))
    after = _fair(COIN).apply_assist(to_cell_set(unlocked.cells), 0, "unlock")
    assert not after.is_judged
    assert after.game.layout == _fair(COIN).game.layout


def test_a_fair_position_too_large_to_count_is_left_to_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    rough = run_to_end(analyse(_fair(COIN).game.position))
    rough = Analysis(**{**vars(rough), "totals": rough.totals._replace(is_exact=False)})

    def analyse_roughly(*_: object) -> Generator[None, None, Analysis]:
        yield
        return rough

    monkeypatch.setattr(fair, "analyse", analyse_roughly)
    lost, won = _fair(COIN).open_cell(0), _fair(COIN).open_cell(1)
    assert (lost.game.phase, won.game.phase) == (Phase.LOST, Phase.WON)
    assert (won.forced_guesses, won.undecided_guesses) == (0, 1)


def test_a_fair_layout_that_cannot_be_drawn_is_left_to_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise TooLarge

    monkeypatch.setattr(fair, "_analyse_with", refuse)
    assert _fair(COIN).open_cell(0).undecided_guesses == 1


# ------------------------------------------------------------------------------
# Whole games.
# ------------------------------------------------------------------------------


def _play(session: Session, choose: Callable[[Analysis], CellSet], random: Random) -> Session:
    """Plays to the end by opening one of the cells that the player chooses from an analysis."""
    analysis = None
    while not session.game.is_over:
        analysis = run_to_end(analyse(session.game.position, analysis))
        session = session.open_cell(random.choice(cells_of(choose(analysis))))
    return session


def test_guessing_only_when_nothing_is_provable_wins_every_fair_game() -> None:
    for number in range(12):
        session = new_session(BoardSpec(16, 16, 51), "custom", f"seed {number}", board_type=FAIR).open_cell(100)
        played = _play(session, lambda found: found.safe or found.position.hidden & ~found.mined, Random(number))
        assert played.game.phase is Phase.WON
        assert not played.is_assisted


def test_opening_cells_at_random_never_wins_a_fair_game() -> None:
    for number in range(40):
        session = new_session(BoardSpec(9, 9, 10), "custom", f"seed {number}", board_type=FAIR).open_cell(40)
        if not session.game.is_over:  # the first open may win the game
            assert _play(session, lambda found: found.position.hidden, Random(number)).game.phase is Phase.LOST


ACTS = ("open", "open", "flag", "chord", "complete", "proved", "guess", "undo", "unlock", "give up")


def _act(session: Session, act: str, place: int) -> Session:
    game = session.game
    cell = place % game.grid.size
    if act in ("proved", "guess", "unlock") and (game.is_over or not game.opened):
        return session
    if act == "unlock":
        return session.apply_assist(to_cell_set(run_to_end(unlock(game)).cells), 0, "unlock") if not cell else session
    if act in ("proved", "guess"):
        found = run_to_end(analyse(game.position))
        free = game.hidden & ~found.mined
        cells = found.safe if act == "proved" else 1 << cells_of(free)[place % free.bit_count()]
        return session.apply_assist(cells, found.mined, "bot") if cells else session
    if act == "give up":
        return session.give_up() if not cell else session
    if act == "flag":
        return session.mark(cell, question_marks=False)
    if act == "undo":
        return session.undo() if place % 3 == 0 else session
    return {"open": session.open_cell, "chord": session.chord, "complete": session.finish_number}[act](cell)


@st.composite
def _games(draw: st.DrawFn) -> tuple[Session, list[tuple[str, int]]]:
    spec = draw(specs(6))
    start = new_session(spec, "custom", str(draw(upto(0, 99))), board_type=FAIR)
    acts = st.tuples(st.sampled_from(ACTS), upto(0, spec.grid.size - 1))
    return start.open_cell(draw(upto(0, spec.grid.size - 1))), draw(st.lists(acts, max_size=20))


@given(_games())
def test_a_replay_of_the_last_layout_is_the_whole_fair_game(game: tuple[Session, list[tuple[str, int]]]) -> None:
    session, acts = game
    for act, place in acts:
        session = _act(session, act, place)
    replay = replay_of(session)
    assert replay is not None
    packed = pack_replay(replay)
    assert packed is not None
    *_, last = sessions_of(unpack_replay(packed))
    assert last.game._replace(proved_mines=0) == session.game._replace(proved_mines=0)


def _resumed(session: Session) -> Session:
    data = json.loads(json.dumps(running_to_data(RunningGame(session))))
    return running_from_data(data).session


@given(_games())
def test_a_saved_fair_game_continues_as_if_it_was_never_left(game: tuple[Session, list[tuple[str, int]]]) -> None:
    session, acts = game
    resumed = session
    for act, place in acts:
        if session.game.is_over:
            break
        session, resumed = _act(session, act, place), _act(_resumed(resumed), act, place)
        assert resumed.game._replace(proved_mines=0) == session.game._replace(proved_mines=0)
        assert resumed.moves == session.moves
        counted = (session.forced_guesses, session.undecided_guesses, session.is_judged)
        assert (resumed.forced_guesses, resumed.undecided_guesses, resumed.is_judged) == counted


@given(_games())
def test_seed_and_moves_decide_a_fair_game(game: tuple[Session, list[tuple[str, int]]]) -> None:
    session, acts = game
    again = new_session(session.spec, "custom", session.seed, board_type=FAIR).open_cell(session.first or 0)
    for act, place in acts:
        session, again = _act(session, act, place), _act(again, act, place)
    assert again.game == session.game


def test_restarting_a_fair_board_begins_with_the_layout_of_its_seed() -> None:
    session = new_session(BoardSpec(9, 9, 10), "beginner", "a seed", board_type=FAIR).open_cell(40)
    moved = session._replace(game=session.game.with_layout(deal(session.spec, 40, "another")))
    again = moved.restart_board()
    assert again.game.layout == session.game.layout
    assert again.is_judged
    assert again.is_known_board
    assert group_of(again).mode == FAIR


def test_a_replay_of_a_fair_game_is_not_judged_and_restarts_as_random() -> None:
    session = _fair(CORNER).open_cell(14)
    replay = replay_of(session._replace(first=3))
    assert replay is not None
    film = Film(replay._replace(start=3), label=FAIR)
    shown = film.session_at(0)
    assert shown.dealt_type == FAIR
    assert not shown.is_judged
    again = shown.restart_board()
    assert (again.board_type, again.dealt_type, again.is_known_board) == (NORMAL, NORMAL, True)


def test_the_predicted_fate_of_a_guess_is_the_verdict_of_the_judge() -> None:
    fates = set()
    for number in range(12):
        session = new_session(BoardSpec(9, 9, 12), "custom", f"fate {number}", board_type=FAIR).open_cell(40)
        analysis = run_to_end(analyse(session.game.position))
        for cell in cells_of(session.game.hidden):
            fate = fair.guess_fate(analysis, cell)
            assert (fate is None) == contains(analysis.safe | analysis.mined, cell)
            if fate is not None:
                assert (fate == "survives") == (not session.open_cell(cell).game.exploded)
                fates.add(fate)
    assert "hits a mine" in fates
