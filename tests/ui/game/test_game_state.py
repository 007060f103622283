"""Modes exclude each other: after any keys one answer is shown, and no hidden question can be confirmed.

These are laws over random pairs and triples of actions, with any number of jobs and any time between them. The growing
rings of a cascade are tested in ``test_game_screen``.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, StoreCache, handle, tick
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.bot_mode import BotMode
from minesweeper.ui.game.deal_mode import DealMode
from minesweeper.ui.game.end_mode import EndMode
from minesweeper.ui.game.game_draw import marks_of, said_now
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.game_state import GameState, Mode
from minesweeper.ui.game.guess_mode import GuessMode
from minesweeper.ui.game.questions import Confirmation
from minesweeper.ui.game.solver_mode import AutoMode, SolverMode, UnlockMode
from minesweeper.ui.game.tip_mode import TipMode
from minesweeper.ui.terminal.events import Event, Focus, Key, Mouse
from minesweeper.ui.widgets.chrome import SILENCE
from tests.ui.driving import CALM, cursor_to, finish_work, message_of, mode_of, press, start, state_of, text_of, work

MODES = (DealMode, TipMode, GuessMode, UnlockMode, SolverMode, AutoMode, Confirmation, BotMode, EndMode)
KEYS = (*"tgvpoy!kjKJeEbnmlzfcrx", "esc", "enter", "space", "right", "f2", "f4", "f5", "N", "P", "R", "q", "?")
THINKS: dict[str, type[Mode]] = {"t": TipMode, "g": GuessMode, "!": UnlockMode}


def playing(values: dict[str, object] | None = None, cols: int = 80, rows: int = 24) -> Model:
    """A game on a board where tips, guesses and unlock all find something."""
    session = new_session(BoardSpec(9, 9, 10), "beginner", "modes")
    chosen = CALM
    for name, value in (values or {}).items():
        chosen = chosen.with_value(name, value)  # type: ignore[arg-type]
    return press(cursor_to(start(session, cols, rows, chosen), 4, 4), "space")


def check(model: Model) -> None:
    """Asserts the laws that hold at any moment."""
    if not isinstance(model.top, GameScreen):
        return
    state: GameState = model.top.state
    view = state.view()
    mode, shown, marks = state.mode, view.marks or Marks(), marks_of(state, view)
    assert all(isinstance(mode, MODES) for mode in state.modes)
    assert not (marks.guess and marks.proof), "a guess and a tip are shown at once"
    assert marks.guess == shown.guess
    assert marks.proof == shown.proof
    if isinstance(mode, Confirmation):
        question = mode.view(state)
        shown_words = [*(question.message or SILENCE).texts[:1], *(word for _, word in question.hints or ())]
        assert shown_words[0].split()[0] in text_of(model), "a question could be confirmed without being seen"
    if view.message and not state.message:
        assert said_now(state, view) == view.message, "the screen shows the message of the mode"
    if state.game.is_over:
        assert all(isinstance(mode, (EndMode, BotMode)) for mode in state.modes), "a mode for moves is left"


def let_run(model: Model, much: int) -> Model:
    """Lets some jobs finish and some time pass. `much` limits how many."""
    for _ in range(much):
        if model.top.work(model) is not None:
            model = finish_work(model)
        elif model.top.wait() is not None:
            model = tick(model, 0.5)
        check(model)
    return model


EVENTS = st.one_of(
    st.sampled_from(KEYS).map(Key),
    st.builds(Mouse, st.just("press"), st.sampled_from(["left", "right"]), st.integers(0, 23), st.integers(0, 79)),
    st.just(Focus(False)),
)
STEP = st.tuples(EVENTS, st.integers(0, 3))


@settings(max_examples=80)
@given(
    st.lists(STEP, min_size=2, max_size=3),
    st.sampled_from(
        [{}, {"assist": "intelligent"}, {"solver_pause_ms": 200}, {"think": 1}, {"help_keys": "ask first"}]
    ),
    st.sampled_from([(80, 24), (20, 7)]),
    st.booleans(),
)
def test_modes_never_show_two_answers_at_once_after_any_input(
    steps: list[tuple[Event, int]], values: dict[str, object], size: tuple[int, int], full: bool
) -> None:
    if values.get("think"):
        steps = [(event, 0) for event, _ in steps]  # a search takes a second, so don't wait for its end
    model = playing(values, *size)
    model = model.with_cache(StoreCache(problem="The disk is full.")) if full else model
    check(model)
    for event, much in steps:
        model = handle(model, event)
        check(model)
        model = let_run(model, much)


@pytest.mark.parametrize(("first", "second"), [pair for pair in product(THINKS, "tg!jKEnb") if len(set(pair)) > 1])
def test_the_answer_of_a_mode_that_was_left_never_arrives(first: str, second: str) -> None:
    """After two keys in a row, only the answer to the second one appears."""
    both = press(playing(), first, second)
    assert not mode_of(both, THINKS[first])
    alone = press(playing(), second)
    helped = state_of(work(both)).session
    assert helped.game == state_of(work(alone)).session.game
    assert message_of(work(both)) == message_of(work(alone))


@pytest.mark.parametrize("keys", [("t",), ("v",), ("p",), ("j",), ("t", "t")])
@pytest.mark.parametrize("worked", [False, True])
@pytest.mark.parametrize("size", [(80, 24), (20, 7)])
def test_the_new_game_question_is_on_screen_before_y_confirms_it(
    keys: tuple[str, ...], worked: bool, size: tuple[int, int]
) -> None:
    """For example after T and N, the question must be visible before Y can answer it."""
    model = press(playing({"solver_pause_ms": 200}, *size), *keys)
    model = work(model) if worked else model
    asked = press(model, "n")
    if mode_of(asked, Confirmation) is None:
        assert keys == ("j",), "N asks unless it stops a solver"
        return
    seed = state_of(asked).session.seed
    assert "Start a new game?" in " ".join(text_of(asked).split())
    shown = let_run(asked, 3)
    assert "Start a new game?" in " ".join(text_of(shown).split())
    assert mode_of(shown, Confirmation)
    assert state_of(press(shown, "y")).session.seed != seed
    for other in ("w", "enter"):
        assert state_of(press(shown, other)).session.seed == seed


def test_an_arrow_key_does_not_restart_the_search_for_a_tip() -> None:
    asked = press(playing(), "t")
    before = asked.top.work(asked)
    moved = press(asked, "right")
    assert before is not None
    assert moved.top.work(moved) == before
    assert mode_of(moved, TipMode)


def test_esc_stops_a_search_without_pausing_the_game() -> None:
    for key, mode in THINKS.items():
        asked = press(playing(), key)
        assert mode_of(asked, mode)
        stopped = press(asked, "esc")
        assert isinstance(stopped.top, GameScreen)
        assert not state_of(stopped).modes
        assert stopped.top.work(stopped) is None


def test_a_tip_replaces_a_message_that_appeared_during_its_search() -> None:
    asked = press(playing(), "t", "W")
    assert message_of(asked) == "The whole board is in view, so it doesn't scroll."
    assert message_of(work(asked)) == message_of(work(press(playing(), "t")))


class TestModesThatContinue:
    """The bot and the auto level continue when a mode that was opened over them is left."""

    @pytest.mark.parametrize("keys", ["n w", "t esc", "g esc", "! esc", "j w", "f4 esc", "? esc"])
    def test_the_auto_level_continues_after_another_mode_is_left(self, keys: str) -> None:
        following = playing({"assist": "intelligent", "solver_pause_ms": 200})
        assert mode_of(following, AutoMode)
        alone, after = work(following), work(press(following, *keys.split()))
        assert state_of(after).game == state_of(alone).game

    def test_the_bot_continues_when_the_player_cancels_quitting(self) -> None:
        model = press(playing(), "b", "y")
        model = model.with_cache(StoreCache(problem="The disk is full."))
        asked = press(model, "q")
        assert mode_of(asked, Confirmation)
        assert mode_of(press(asked, "esc"), BotMode)
        assert press(asked, "y").exit_status == 0

    def test_a_held_mouse_button_is_forgotten_when_a_mode_begins(self) -> None:
        model = playing()
        row, col = state_of(model).geometry.place(state_of(model).looks.view, 0, 0)
        held = handle(model, Mouse("press", "left", row, col + 1))
        assert state_of(held).looks.press
        assert state_of(press(held, "n")).looks.press is None


def test_a_tip_or_result_is_still_there_after_log_or_choices() -> None:
    shown = work(press(work(press(playing(), "e")), "t"))
    assert mode_of(shown, TipMode)
    assert mode_of(press(shown, "f4", "esc"), TipMode) == mode_of(shown, TipMode)
    over = tick(work(press(playing(), "E")), 1.0)
    while not state_of(over).game.is_over:
        over = tick(work(press(over, "g", "g")), 1.0)
    assert text_of(press(over, "x", "esc")) == text_of(over)
