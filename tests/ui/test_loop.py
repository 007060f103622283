"""The loop: whole games with a terminal and a clock in memory, waiting, time, effects, and jobs in slices."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import Session, new_session
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job, Model, Screen, Service, handle
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.game.game_screen import open_game
from minesweeper.ui.loop import SLICE, Runner, run
from minesweeper.ui.terminal.events import Change, Key, Mouse, Signal
from tests.tools.fake_terminal import FakeClock, FakeTerminal, Meanwhile, Step, Wait
from tests.ui.driving import CALM, board, press, start, state_of


def play(session: Session, *script: Step, cols: int = 80, rows: int = 24, values: Settings = CALM) -> FakeTerminal:
    """Plays a script and returns the terminal with all its frames."""
    clock = FakeClock()
    screen = FakeTerminal(rows, cols, [*script, Wait(0.01)], clock=clock)
    model = Model(rows, cols, (), values)
    run(open_game(model, session), screen, clock)
    return screen


def test_the_clock_of_a_game_shows_whole_seconds() -> None:
    screen = play(board("*2*\n..."), "up", "r", Wait(61.25), "left", "f", Wait(1.0), "q", "q")
    assert any("1:01" in frame.text() for frame in screen.frames)
    assert any("1:02" in frame.text() for frame in screen.frames)
    assert "1:03" not in screen.text


@pytest.mark.parametrize("first", [[], ["left"]])
def test_the_clock_leaves_out_time_while_the_program_was_suspended(first: list[Step]) -> None:
    clock = FakeClock()
    stopped: list[Step] = [*first, Meanwhile(lambda: clock.advance(30)), Change.RESUMED]
    screen = FakeTerminal(24, 80, ["up", "r", Wait(3.5), *stopped, Wait(2.25)], clock=clock)
    run(open_game(Model(24, 80, (), CALM), board("*2*\n...")), screen, clock)
    assert "0:05" in screen.text or "0:06" in screen.text


def test_keys_that_arrive_together_are_handled_in_one_repaint() -> None:
    screen = play(new_session(BoardSpec(30, 16, 99), "expert"), *["left"] * 10, *["up"] * 5)
    assert len(screen.frames) == 2


def test_during_a_flood_of_keys_ten_frames_a_second_are_painted() -> None:
    clock = FakeClock(step=0.001)
    screen = FakeTerminal(24, 80, ["right", "left"] * 500, clock=clock)
    run(start(board("*2*\n...")), screen, clock)
    assert 1.0 < clock.now - 1000 < 1.1
    assert 8 <= len(screen.frames) <= 12


def count(steps: int, near: object) -> Generator[int | None, None, int]:
    """A job that counts steps and reports every tenth one."""
    for step in range(steps):
        yield step if step % 10 == 9 else None
    return steps


@dataclass(frozen=True)
class Worker(Screen):
    """A screen with a job."""

    todo: int | None
    near: int = 0
    results: tuple[Any, ...] = field(default_factory=tuple)

    @property
    def context(self) -> Context:
        return Context.MENU

    def act(self, model: Model, action: Action) -> Model:
        return model.with_top(replace(self, todo=None))

    def work(self, model: Model) -> Job | None:
        return (
            None
            if self.todo is None
            else Job(count, (self.todo,), self.done, extra=(self.near,), on_progress=self.tell)
        )

    def tell(self, model: Model, step: int) -> Model:
        return model.with_top(replace(self, results=(*self.results, step)))

    def done(self, model: Model, result: int) -> Model:
        return model.with_top(replace(self, todo=None, results=(*self.results, result)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        canvas.write(0, 0, str(self.results))


def worker_of(model: Model) -> Worker:
    assert isinstance(model.top, Worker)
    return model.top


def test_a_job_runs_in_slices_and_reports_its_results() -> None:
    clock = FakeClock(step=SLICE / 10)
    runner = Runner(clock)
    model = Model(24, 80, (Worker(50),))
    slices = 0
    while runner.is_busy(model):
        model = runner.run(model)
        slices += 1
    assert worker_of(model).results == (9, 19, 29, 39, 49, 50)
    assert slices >= 5


def test_a_new_job_replaces_the_earlier_job() -> None:
    runner = Runner(FakeClock(step=SLICE / 10))
    model = Model(24, 80, (Worker(1000),))
    model = runner.run(model)
    model = model.with_top(Worker(2))
    while runner.is_busy(model):
        model = runner.run(model)
    assert worker_of(model).results == (2,)


def test_a_job_continues_when_only_its_extra_value_changes() -> None:
    runner = Runner(FakeClock(step=SLICE / 10))
    model = runner.run(Model(24, 80, (Worker(50),)))
    begun = worker_of(model).results
    model = model.with_top(replace(worker_of(model), near=7))
    while runner.is_busy(model):
        model = runner.run(model)
    assert begun
    assert worker_of(model).results == (9, 19, 29, 39, 49, 50)
    assert worker_of(model).near == 7


def test_keys_are_read_while_a_job_runs() -> None:
    clock = FakeClock(step=SLICE / 3)
    screen = FakeTerminal(24, 80, [Wait(0.5), Key("w"), Wait(0.1)], clock=clock)
    run(Model(24, 80, (Worker(10_000_000),)), screen, clock)
    assert 0 in screen.timeouts
    assert screen.timeouts[-1] is None


def test_the_effect_of_a_key_is_painted_before_a_job_continues() -> None:
    order: list[str] = []

    @dataclass(frozen=True)
    class Noting(Worker):
        def act(self, model: Model, action: Action) -> Model:
            order.append("key")
            return model

        def draw(self, model: Model, canvas: Canvas) -> None:
            order.append("paint")

        def work(self, model: Model) -> Job | None:
            return Job(noted, (), self.done)

    def noted() -> Generator[None, None, None]:
        while True:
            order.append("work")
            yield None

    clock = FakeClock(step=SLICE / 3)
    screen = FakeTerminal(24, 80, [Wait(0.5), Key("w"), Wait(0.5), Key("q"), Signal(15)], clock=clock)
    run(Model(24, 80, (Noting(1),)), screen, clock)
    assert order[order.index("key") + 1] == "paint"
    assert "work" in order[order.index("key") :]


def test_a_replaced_job_is_closed_at_once() -> None:
    ended: list[str] = []

    def opened(near: int) -> Generator[None, None, None]:
        try:
            while True:
                yield None
        finally:
            ended.append("closed")

    @dataclass(frozen=True)
    class Opener(Worker):
        def work(self, model: Model) -> Job | None:
            return None if self.todo is None else Job(opened, (self.todo,), self.done)

    runner = Runner(FakeClock(step=SLICE / 3))
    model = runner.run(Model(24, 80, (Opener(1),)))
    assert runner.is_busy(model)
    assert ended == []
    model = runner.run(model.with_top(Opener(2)))
    assert ended == ["closed"]
    assert not runner.is_busy(model.with_top(Opener(None)))
    assert ended == ["closed"] * 2


class TestNotices:
    """A notice covers the lowest rows of the screen, so clicks and answers there must not reach what is below it."""

    def running(self) -> Model:
        return press(start(board("....\n1111\n*..*"), 20, 7), "space")._replace(notice="The disk is full. " * 4)

    def test_a_click_on_a_notice_only_closes_the_notice(self) -> None:
        model = self.running()
        clicked = handle(model, Mouse("press", "left", 5, 9))
        assert clicked.notice != model.notice
        assert clicked.top == model.top

    def test_a_question_under_a_notice_cant_be_answered_before_it_is_seen(self) -> None:
        asked = press(self.running()._replace(notice=""), "n")
        seed = state_of(asked).session.seed
        covered = asked._replace(notice="The disk is full. " * 4)
        first = press(covered, "y")
        while first.notice:
            assert state_of(first).session.seed == seed
            first = press(first, "y")
        assert state_of(first).session.seed == seed
        assert state_of(press(first, "y")).session.seed != seed
        assert press(covered, "ctrl+c").exit_status == 0


def test_all_services_are_closed_even_if_one_fails() -> None:
    ended: list[str] = []

    class Failing(Service):
        def save_now(self, model: Model) -> None:
            raise ZeroDivisionError

        def close(self) -> None:
            ended.append("failing")

    class Last(Service):
        def close(self) -> None:
            ended.append("last")

    services = Failing(), Last()
    with pytest.raises(ZeroDivisionError):
        run(Model(24, 80, (Worker(None),)), FakeTerminal(24, 80, []), FakeClock(), services=lambda: services)
    assert ended == ["failing", "last"]
