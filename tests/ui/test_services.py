"""Boards made ahead of need: the place to start, its board without a wait, and other cells as ever."""

from __future__ import annotations

from typing import cast

import pytest

from minesweeper.boards.deal import BoardSeed, proposed_first
from minesweeper.boards.layout import Layout
from minesweeper.boards.noguess import Dealt, deal_no_guess
from minesweeper.boards.prefetch import NoGuessWorker
from minesweeper.core.boardspec import ADJUSTED, BoardSpec, read_spec
from minesweeper.play.session import Session, new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.glyphs import GLYPHS, Looks, Tile
from minesweeper.ui.game.game_screen import open_game
from minesweeper.ui.loop import run
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.services import POLL_SECONDS, Prefetch, wanted_board
from tests.tools.fake_terminal import FakeClock, FakeTerminal, Step, Wait
from tests.ui.driving import ASCII, CALM, message_of, press, rows_of, start, state_of, text_of, work, work_of

BIG = read_spec("46x45/500")
"""A board that is big enough to be made ahead of need, and small enough to be made in a test."""
FIRST = proposed_first(BIG)


def session(seed: str | None = "stock", mode: str = "no-guess", spec: BoardSpec = BIG) -> Session:
    return new_session(spec, "custom", seed, boards=mode)


@pytest.fixture(scope="module")
def dealt() -> Dealt:
    return run_to_end(deal_no_guess(BIG, FIRST, "stock"))


def found(dealt: Dealt) -> Layout:
    assert dealt.board is not None
    return dealt.board.layout


def supplied(model: Model, result: Dealt | None) -> Model:
    """The model after its wish has come so far."""
    wish = wanted_board(model)
    assert wish is not None
    return model._replace(screens=tuple(screen.on_board(wish, result) for screen in model.screens))


class FakeWorker:
    """Somebody whose progress the test decides."""

    def __init__(self) -> None:
        self.wishes: list[BoardSeed] = []
        self.stops = 0
        self.is_running = True
        self.result: Dealt | None = None
        self.polls_to_come = 0

    def hire(self, wish: BoardSeed) -> NoGuessWorker:
        self.wishes.append(wish)
        return cast("NoGuessWorker", self)

    def poll(self) -> Dealt | None:
        self.polls_to_come -= 1
        return self.result if self.polls_to_come < 0 else None

    def stop(self) -> None:
        self.stops += 1


class TestWish:
    def test_a_board_that_takes_long_is_wished_for_at_once(self) -> None:
        assert wanted_board(start(session())) == BoardSeed(BIG, FIRST, "stock")
        assert wanted_board(press(start(session()), "h")) == BoardSeed(BIG, FIRST, "stock")


class TestMark:
    @pytest.mark.parametrize("name", list(GLYPHS))
    def test_the_place_to_start_is_marked_in_every_glyph_set(self, name: str) -> None:
        looks = Looks(name, "ascii", 0)
        model = press(start(session(), looks=looks), "right")
        mark = GLYPHS[name].tile(Tile.START)
        rows = rows_of(model)
        assert sum(row.count(mark) for row in rows) == 1
        assert mark not in text_of(press(start(session(mode="normal"), looks=looks), "right"))

    @pytest.mark.parametrize("size", [(20, 7), (80, 24), (200, 60)])
    def test_it_is_said(self, size: tuple[int, int]) -> None:
        assert "Start at the mark" in " ".join(text_of(start(session(), *size)).split()).replace("\n", " ")


class TestSupply:
    def test_when_it_is_there_opening_there_waits_for_nothing(self, dealt: Dealt) -> None:
        model = supplied(start(session()), dealt)
        assert wanted_board(model) is None
        model = press(model, "space")
        with pytest.raises(StopIteration) as made:
            next(work_of(model).begin())
        assert made.value.value is dealt
        model = work(model)
        assert state_of(model).game.layout == found(dealt)
        assert state_of(model).session.label == ADJUSTED
        assert state_of(model).start.proposed is None

    def test_one_who_starts_there_too_early_waits_until_it_comes(self, dealt: Dealt) -> None:
        model = press(start(session()), "space")
        assert model.top.work(model) is None
        assert wanted_board(model) is not None
        assert "Making a no-guess board... Esc stops." in text_of(model)
        model = work(supplied(model, dealt))
        assert state_of(model).game.layout == found(dealt)

    def test_esc_stops_it_and_the_next_open_makes_the_board_here(self, dealt: Dealt) -> None:
        model = press(start(session()), "space", "esc")
        assert wanted_board(model) is None
        assert "No board was made" in text_of(model)
        model = work(press(model, "space"))
        assert state_of(model).game.layout == found(dealt)

    def test_one_who_starts_elsewhere_gets_the_board_that_the_seed_has_there(self, dealt: Dealt) -> None:
        for model in (start(session()), supplied(start(session()), dealt)):
            model = press(model, "right", "space")
            assert wanted_board(model) is None
            model = work(model)
            assert state_of(model).game.layout == found(run_to_end(deal_no_guess(BIG, FIRST + 1, "stock")))

    def test_where_nobody_can_be_hired_the_mark_goes_and_play_is_as_ever(self, dealt: Dealt) -> None:
        model = supplied(start(session(), looks=ASCII), None)
        assert ">+" not in text_of(model)
        assert message_of(model) == ""
        assert state_of(work(press(model, "space"))).game.layout == found(dealt)
        waiting = supplied(press(start(session()), "space"), None)
        assert state_of(work(waiting)).game.layout == found(dealt)

    def test_when_there_is_none_the_player_is_asked_and_may_go_on(self, dealt: Dealt) -> None:
        model = work(press(supplied(start(session()), Dealt(None, 20)), "space"))
        text = " ".join(text_of(model).split())
        assert "No board without guesses was found in 20 attempts. N: keep trying, Space: a random board." in text
        assert wanted_board(model) is None
        *_, tried, ready = work_of(press(model, "n")).about
        assert (tried, ready) == (20, None)
        normal = press(model, "r")
        assert state_of(normal).session.label == "normal"


class TestStock:
    def play(self, worker: FakeWorker, *script: Step) -> FakeTerminal:
        clock = FakeClock()
        screen = FakeTerminal(24, 80, [*script, Wait(0.01)], clock=clock)
        model = Model(24, 80, (open_menu(),), CALM)
        model = open_game(model, session())
        self.stock = Prefetch(worker.hire)
        run(model, screen, clock, services=(self.stock,))
        return screen

    def test_a_board_that_is_ready_is_played_at_once(self, dealt: Dealt) -> None:
        worker = FakeWorker()
        worker.result, worker.polls_to_come = dealt, 3
        screen = self.play(worker, Wait(1.0), "space")
        assert worker.wishes == [BoardSeed(BIG, FIRST, "stock")]
        assert not any("Making a no-guess board" in frame.text() for frame in screen.frames)
        assert worker.stops == 1
        assert screen.timeouts.count(POLL_SECONDS) >= 3

    @pytest.mark.parametrize(
        "keys", [("right", "space"), ("space", "esc"), ("x", "m"), ("x", "q"), ("q",), ("ctrl+c",), ("x", "delete"), ()]
    )
    def test_the_worker_is_stopped_whatever_the_player_does_instead(self, keys: tuple[str, ...]) -> None:
        worker = FakeWorker()
        self.play(worker, Wait(0.5), *keys)
        assert worker.stops == 1
        assert self.stock.wait(Model(24, 80, (open_menu(),)), 0.0) is None

    def test_a_new_game_stops_the_old_worker_and_hires_another(self) -> None:
        worker = FakeWorker()
        self.play(worker, Wait(0.5), "n", Wait(0.5))
        assert len(worker.wishes) == 2
        assert worker.wishes[0].seed != worker.wishes[1].seed
        assert worker.stops == 2

    def test_a_crash_stops_it_too(self) -> None:
        class Broken(FakeTerminal):
            def paint(self, frame: object) -> None:
                if len(self.timeouts) > 3:
                    raise RuntimeError("a fault of ours")

        worker = FakeWorker()
        clock = FakeClock()
        model = Model(24, 80, (open_menu(),), CALM)
        model = open_game(model, session())
        with pytest.raises(RuntimeError):
            run(model, Broken(24, 80, [Wait(9.0)], clock=clock), clock, services=(Prefetch(worker.hire),))
        assert worker.stops == 1

    def test_a_worker_that_dies_is_noticed_and_the_board_is_made_here(self, dealt: Dealt) -> None:
        worker = FakeWorker()
        worker.is_running = False
        clock = FakeClock(step=0.0001)
        screen = FakeTerminal(24, 80, [Wait(0.2), "space", Wait(30.0), "right"], clock=clock)
        model = Model(24, 80, (), CALM)
        run(open_game(model, session()), screen, clock, services=(Prefetch(worker.hire),))
        assert len(worker.wishes) == 1
        assert "0:29" in screen.text
        assert any("0:0" in frame.text() for frame in screen.frames)
