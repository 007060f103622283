"""The game screen as a whole: the end of a game, animations, and laws for any board, keys and terminal size."""

from __future__ import annotations

import re
from string import ascii_letters, digits

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.game import Phase
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.base.model import Copy, Model, Request, handle, render, tick, wait
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.game.game_screen import open_game
from minesweeper.ui.game.game_state import GameState
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE
from tests.ui.driving import (
    ASCII,
    CALM,
    board,
    click,
    cursor_to,
    place_of,
    press,
    rows_of,
    sentence_of,
    start,
    state_of,
    text_of,
    trimmed_text,
    work,
)
from tests.ui.game_boards import BEGINNER, game, veiled
from tests.ui.watching import SIZES, Step, steps, wander


class TestEnd:
    def lost(self) -> Model:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r", "left", "r")
        assert state_of(model).game.phase is Phase.LOST
        return model

    def test_keys_are_ignored_for_400_ms_after_the_end_of_a_game(self) -> None:
        model = self.lost()
        assert state_of(press(model, "n", "z", "space")).game.phase is Phase.LOST
        assert state_of(press(tick(model, 0.39), "n")).game.phase is Phase.LOST
        assert state_of(press(tick(model, 0.41), "n")).game.phase is Phase.READY

    def test_the_bell_rings_after_a_loss_only_when_it_is_switched_on(self) -> None:
        loud = press(cursor_to(game("*.", settings=Settings({"bell": True})), 0, 1), "r")
        assert Request.BELL in loud.effects
        assert Request.BELL not in press(cursor_to(game("*."), 0, 1), "r").effects

    def test_y_copies_the_board_code_only_after_the_end_of_the_game(self) -> None:
        model = press(tick(self.lost(), 0.5), "y")
        layout = state_of(model).game.layout
        assert layout is not None
        code = to_code(Board(layout, state_of(model).session.first))
        assert Copy(code) in model.effects
        assert code in text_of(model)
        running = press(cursor_to(game("*2*\n..."), 0, 1), "r", "y")
        assert running.effects == ()
        assert "ms1-" not in text_of(running)


class TestLooks:
    def test_reduced_mode_subtracts_flags_from_the_clues_at_the_frontier(self) -> None:
        small = CALM.with_value("cell_size", "2x1")
        model = press(cursor_to(game("*2*.\n....", looks=ASCII, settings=small), 0, 1), "r", "left", "f")
        model = press(cursor_to(model, 1, 3), "l")
        rows = [row.strip() for row in rows_of(model) if row.strip().startswith("|")]
        assert rows[0].startswith("|  F 1 . ' |")
        assert rows[1].startswith("|  . . .[']|")

    def test_finished_numbers_are_dimmed_until_the_game_ends(self) -> None:
        model = press(cursor_to(game("*1.\n11.\n..."), 0, 0), "f")
        model = press(cursor_to(model, 1, 1), "r", "left")
        row, col = place_of(model, 1, 1)
        assert render(model).style_at(row, col) == "n1 on opened"
        model = game("*1..1*.\n11..111\n.......")
        model = press(cursor_to(press(cursor_to(model, 0, 0), "f"), 0, 3), "r")
        model = press(cursor_to(model, 1, 0), "r")
        row, col = place_of(model, 1, 1)
        assert render(model).style_at(row, col) == "n1.done on opened"
        won = press(cursor_to(model, 0, 6), "r")
        assert state_of(won).game.phase is Phase.WON
        assert render(won).style_at(row, col) == "n1 on opened", "numbers aren't dimmed after the game"

    def test_a_cascade_opens_in_rings_until_a_key_is_pressed(self) -> None:
        model = press(cursor_to(game("." * 30 + "*\n" + "." * 31, settings=Settings()), 1, 0), "space")
        state = state_of(model)
        assert state.looks.rings is not None
        assert veiled(model) > 30
        later = tick(model, 0.2)
        assert 0 < veiled(later) < veiled(model)
        assert state_of(tick(model, 1.0)).looks.rings is None
        acted = press(model, "right")
        assert state_of(acted).looks.rings is None
        assert state_of(acted).cursor == (1, 1)

    def test_with_reduced_motion_a_cascade_opens_at_once(self) -> None:
        still = Settings({"motion": "reduced"})
        model = press(cursor_to(game("." * 30 + "*\n" + "." * 31, settings=still), 1, 0), "space")
        assert state_of(model).looks.rings is None

    def test_the_clock_wakes_the_loop_each_second_only_while_it_runs(self) -> None:
        model = game("*2*\n...")
        assert wait(model) is None
        model = tick(press(cursor_to(model, 0, 1), "r"), 0.3)
        assert wait(model) == pytest.approx(0.7)


KEYS = (
    "w a s d up down left right W S A D home end pgup pgdn tab shift+tab r f c k j K J z l m f3 n x esc h ? y".split()
)


@settings(max_examples=40)
@given(
    steps(KEYS),
    st.sampled_from([(9, 9, 10), (30, 16, 99), (1, 2, 1), (3, 40, 20), (200, 100, 4000), (2, 2, 3)]),
    st.sampled_from([TerminalLooks(), ASCII, TerminalLooks("nerd", "lines", 16)]),
    SIZES,
)
def test_every_frame_of_a_game_fits_the_terminal_after_any_input(
    script: list[Step], spec: tuple[int, int, int], looks: TerminalLooks, size: tuple[int, int]
) -> None:
    model = Model(*size, (), CALM, looks=looks)
    wander(open_game(model, new_session(BoardSpec(*spec), "custom", "x")), script)


CONTEXTS = (Context.GAME, Context.OVER, Context.PAUSED, Context.BOT)
OTHER, REFUSED = make_keymap(
    {
        context.value: {
            action.id: (f"alt+{sign}",)
            for action, sign in zip(make_keymap()[0].bindings[context], ascii_letters + digits, strict=False)
        }
        for context in CONTEXTS
    }
)
SHIPPED = re.compile(r"(?<![+\w-])(?:Space|Enter|Tab|PgUp|PgDn|Shift\+\w+|F\d+|[B-HJ-Z])(?![\w-])")
"""Names of default keys in messages. Esc is missing here, because the key that stops a search can't be changed."""
TYPED = (Action.COPY_CODE, Action.GO_TO)
"""A board code may contain any letter, and Enter and Esc work in every text field."""
BOARD = "*1...\n11...\n.....\n...11\n...1*"


def act(model: Model, *actions: Action) -> Model:
    for action in actions:
        keys = model.keymap.keys(model.top.context, action)
        model = work(press(model, *keys[:1]))
    return model


@pytest.mark.parametrize(
    "begun",
    [
        [],
        [Action.FLAG],
        [Action.OPEN],
        [Action.OPEN, Action.MOVE_UP, Action.OPEN],
        [Action.MOVE_UP, Action.MOVE_UP, Action.MOVE_LEFT, Action.MOVE_LEFT, Action.OPEN],
    ],
    ids=["ready", "flagged", "running", "chord refused", "lost"],
)
def test_messages_name_no_key_that_the_player_has_replaced(begun: list[Action]) -> None:
    assert REFUSED == []
    model = start(board(BOARD), settings=CALM.with_value("assist", "single"))._replace(keymap=OTHER)
    model = act(model, *begun)
    for action in model.keymap.bindings[model.top.context]:
        after = model if action in TYPED else act(model, action)
        state = state_of(after)
        for text in (*state.message.texts, *(state.view().message or SILENCE).texts):
            assert not SHIPPED.search(text), text


def test_a_click_on_a_message_opens_no_cell_under_it() -> None:
    model = press(click(start(board(BEGINNER), 20, 7, looks=ASCII), 4, 0), "f5", "f5")
    assert trimmed_text(model).endswith("Left click opens,\nright click flags.")
    before: GameState = state_of(model)
    after = state_of(handle(handle(model, Mouse("press", "left", 5, 15)), Mouse("release", "left", 5, 15)))
    assert after.game.opened == before.game.opened
    assert sentence_of(after) == ""
