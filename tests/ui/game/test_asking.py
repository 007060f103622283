"""What is asked first: before a running game is ended or spoiled, and before the first helper takes its rank."""

from __future__ import annotations

import pytest

from minesweeper.play.game import Phase
from minesweeper.play.session import Session
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model, resize
from minesweeper.ui.game.asking import Asking, what_is_lost
from minesweeper.ui.game.draw import game_chrome, game_hints
from tests.ui.driving import (
    ASCII,
    CALM,
    board,
    click,
    cursor_to,
    message_of,
    mode_of,
    press,
    start,
    state_of,
    text_of,
    work,
)
from tests.ui.game_boards import BEGINNER

ENDS = [
    ("n", "Leave this game? It counts as abandoned."),
    ("b", "Let the bot end this game? It then is not ranked."),
]
HELPS = [
    ("k", "The simple solver"),
    ("j", "The simple solver"),
    ("K", "The smart solver"),
    ("J", "The smart solver"),
    ("t", "A tip"),
    ("g", "The best guess"),
    ("v", "The overlay"),
    ("p", "What if"),
    ("z", "Undo"),
]


def wishing(help_keys: str) -> Settings:
    """Settings with help keys on, off, or asking first."""
    return CALM.with_value("help_keys", help_keys)


def ready(settings: Settings = CALM, session: Session | None = None, cols: int = 80, rows: int = 24) -> Model:
    """A game of which nothing is open."""
    return start((session or board(BEGINNER))._replace(known=False), cols, rows, settings, ASCII)


def running(settings: Settings = CALM, session: Session | None = None) -> Model:
    """A game of which a region is open, with moves that can be proved, the cursor on a hidden cell."""
    return cursor_to(click(ready(settings, session), 4, 0), 0, 0)


class TestEnds:
    @pytest.mark.parametrize(("key", "question"), ENDS)
    def test_a_running_game_asks_and_names_what_is_lost(self, key: str, question: str) -> None:
        model = press(running(), key)
        assert mode_of(model, Asking)
        assert message_of(model).startswith(question)
        assert state_of(model).game.phase is Phase.PLAYING

    def test_what_ends_nothing_asks_nothing(self) -> None:
        assert what_is_lost(state_of(ready()), Action.GIVE_UP) == ()
        assert what_is_lost(state_of(running()), Action.PAUSE) == ()

    def test_a_practice_is_no_game_that_counts(self) -> None:
        session = state_of(running()).session._replace(was_lost=True)
        practice = state_of(start(session))
        assert what_is_lost(practice, Action.GIVE_UP) == ("Give up this practice?", "Give up?")

    @pytest.mark.parametrize(("key", "_"), ENDS)
    def test_the_same_key_or_y_confirms(self, key: str, _: str) -> None:
        asked = press(running(), key)
        before = state_of(asked).session
        for answer in (key, "y"):
            after = press(asked, answer)
            assert mode_of(after, Asking) is None
            assert message_of(after) != "The game goes on."
            session = state_of(after).session
            assert (session.id != before.id) if key != "b" else ("bot" in text_of(after).lower())

    @pytest.mark.parametrize(("key", "_"), ENDS)
    @pytest.mark.parametrize("other", ["esc", "q", "space", "down", "f5"])
    def test_any_other_key_goes_on(self, key: str, _: str, other: str) -> None:
        model = running()
        after = press(model, key, other)
        assert mode_of(after, Asking) is None
        assert message_of(after) == "The game goes on."
        assert state_of(after).session == state_of(model).session
        assert after.exit_status is None

    @pytest.mark.parametrize(("key", "_"), ENDS)
    def test_before_the_first_open_nothing_asks(self, key: str, _: str) -> None:
        assert mode_of(press(ready(), key), Asking) is None

    @pytest.mark.parametrize(
        ("key", "question"),
        [
            ("n", "Leave the daily? It then is not ranked."),
            ("b", "Let the bot end the daily? It then is not ranked."),
        ],
    )
    def test_the_daily_loses_its_rank(self, key: str, question: str) -> None:
        assert message_of(press(running(session=board(BEGINNER, "daily")), key)).startswith(question)

    def test_a_game_without_a_rank_has_none_to_lose(self) -> None:
        session = board(BEGINNER)._replace(helpers=frozenset({"tip"}))
        assert message_of(press(running(session=session), "b")).startswith("Let the bot end this game? B again")


class TestHelpKeys:
    @pytest.mark.parametrize(("key", "_"), HELPS)
    def test_on_asks_nothing_and_says_that_the_game_now_counts_as_assisted(self, key: str, _: str) -> None:
        model = work(press(running(), key))
        assert mode_of(model, Asking) is None
        assert state_of(model).session.is_assisted
        assert message_of(model).endswith("This game now counts as assisted.")

    @pytest.mark.parametrize("size", [(20, 7), (24, 9), (40, 12), (80, 24), (100, 30)])
    @pytest.mark.parametrize("quiet", [(), ("left",), ("left", "f5", "right")])
    @pytest.mark.parametrize(("key", "_"), HELPS)
    def test_that_it_now_counts_as_assisted_is_in_view_once_at_every_size(
        self, key: str, _: str, quiet: tuple[str, ...], size: tuple[int, int]
    ) -> None:
        model = cursor_to(click(ready(cols=size[0], rows=size[1]), 4, 0), 0, 0)
        seen: list[bool] = []
        model = press(model, key)
        for other in (*quiet, *["left"] * 6):
            looking = state_of(model).mode.work(state_of(model), model) is not None
            if other == "left" and len(seen) >= len(quiet):
                model, looking = work(model), False
            said = " ".join(game_chrome(state_of(model), model).lines)
            seen.append(not looking and said.endswith(("now counts as assisted.", "Now assisted.")))
            model = press(model, other)
        assert sum(seen) == state_of(model).session.is_assisted  # any key stops a solver, maybe before its first move
        assert True not in seen or seen.index(True) <= len(quiet) + 2

    @pytest.mark.parametrize(("key", "helper"), HELPS)
    def test_ask_first_takes_the_key_twice(self, key: str, helper: str) -> None:
        model = press(running(wishing("ask first")), key)
        assert message_of(model).startswith(f"{helper}? This game then counts as assisted.")
        assert not state_of(model).session.is_assisted
        assert not state_of(work(press(model, "esc"))).session.is_assisted
        assert message_of(press(model, "esc")) == "The game goes on."
        for answer in (key, "y"):
            assert state_of(work(press(model, answer))).session.is_assisted

    @pytest.mark.parametrize("wish", ["on", "ask first", "off"])
    def test_a_flag_is_taken_back_without_a_question_and_the_game_stays_ranked(self, wish: str) -> None:
        model = press(running(wishing(wish)), "tab", "f")
        assert state_of(model).game.flags
        model = press(model, "z")
        assert message_of(model) == "Undone."
        assert not state_of(model).game.flags
        assert not state_of(model).session.is_assisted

    def test_only_the_first_help_is_asked_about(self) -> None:
        model = work(press(running(wishing("ask first")), "v", "v"))
        assert state_of(model).session.is_assisted
        assert mode_of(press(model, "t"), Asking) is None

    def test_off_offers_no_help_until_the_game_is_assisted(self) -> None:
        helps = {Action.TIP, Action.GUESS, Action.OVERLAY, Action.SIMPLE_STEP, Action.ANALYSE}
        on, off = running(), running(wishing("off"))
        assisted = running(wishing("off"), board(BEGINNER)._replace(helpers=frozenset({"tip"})))
        offered, left, again = (dict(game_hints(state_of(model), model)) for model in (on, off, assisted))
        assert helps <= set(offered)
        assert set(left) == set(offered) - helps
        assert list(again) == list(offered)
        assert "tip" in text_of(on)
        assert "tip" not in text_of(off)

    def test_off_lists_no_keys_of_help_beside_the_board(self) -> None:
        on, off = (text_of(resize(running(settings), 60, 200)) for settings in (CALM, wishing("off")))
        for name in ("tip", "simple solver", "best guess", "safe cells, odds", "what if", "bot", "analysis board"):
            assert name in on
            assert name not in off
        for name in ("open, chord", "flag", "undo", "pause"):
            assert name in off

    @pytest.mark.parametrize(("key", "_"), [*HELPS, ("b", "The bot")])
    def test_off_refuses_with_a_sentence(self, key: str, _: str) -> None:
        model = running(wishing("off"))
        after = work(press(model, key))
        assert message_of(after) == "Help keys are off: this game stays unassisted. Settings has them."
        assert state_of(after).session == state_of(model).session
        assert "Help keys are off" in text_of(press(running(wishing("off")), key))

    def test_nothing_to_take_back_is_not_asked_about(self) -> None:
        assert mode_of(press(ready(wishing("ask first")), "z"), Asking) is None

    def test_the_bot_asks_once_and_not_twice(self) -> None:
        model = press(running(wishing("ask first")), "b")
        assert message_of(model).startswith("Let the bot end this game?")
        assert mode_of(press(model, "b"), Asking) is None

    def test_after_the_game_help_is_free(self) -> None:
        model = press(running(wishing("off")), "x", "b", "b")
        assert state_of(model).game.phase is Phase.GIVEN_UP
        assert "Help keys are off" not in message_of(work(press(model, "t")))


@pytest.mark.parametrize(
    ("key", "question"), [("n", "Leave this game? It counts as abandoned."), ("b", "Bot? It then is not ranked.")]
)
def test_the_question_and_its_answer_are_read_whole_at_20x7(key: str, question: str) -> None:
    text = " ".join(text_of(press(click(ready(cols=20, rows=7), 4, 1), key)).split())
    assert f"{question} {key.upper()} again or Y: yes." in text
