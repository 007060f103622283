"""The analysis board: typing, clicking and pasting positions, answers about them, entering and leaving it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.position import read_position
from minesweeper.core.textboard import CLUES, FLAG, HIDDEN, MINE
from minesweeper.play.analysis_board import analysis_board, analysis_signs, empty_analysis_board
from minesweeper.play.session import new_session
from minesweeper.solvers import win_chance
from minesweeper.solvers.rollouts import Budget
from minesweeper.storage.settings import Settings
from minesweeper.storage.text_boards import read_puzzle
from minesweeper.ui.base.actions import Context
from minesweeper.ui.base.model import Copy, Model, handle, resize
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.game import analysis_mode
from minesweeper.ui.game.analysis_mode import AnalysisMode, SizeInput, open_board, read_size
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.guess_mode import GuessMode
from minesweeper.ui.game.tip_mode import TipMode
from minesweeper.ui.screens.code import CodeScreen
from minesweeper.ui.screens.menu import MenuScreen
from minesweeper.ui.terminal.events import PASTE_LIMIT, Focus, Mouse, Paste
from tests.ui.driving import (
    ASCII,
    CALM,
    board,
    click,
    cursor_to,
    finish_work,
    menu,
    message_of,
    mode_of,
    picture,
    press,
    rows_of,
    start,
    state_of,
    text_of,
    the_mode,
    top_game,
    work,
    work_of,
)
from tests.ui.game_boards import BEGINNER
from tests.ui.watching import Step, click_text, framed, steps, trimmed, wander

KEYS = (
    "0 1 2 3 4 5 6 7 8 # space f * . , backspace z n m + - up down left right w a s d home end pgup pgdn tab shift+tab"
    " : t t g g v l y esc q x enter h ctrl+l D W"
).split()


EARLY = "#####\n#####\n##2##\n#####\n#####"
"""With 7 mines, this position has no provable cell and too many layouts for an end game."""


def analysing(text: str, mines: int = 1, cols: int = 80, rows: int = 24, looks: TerminalLooks | None = None) -> Model:
    """The analysis board with the position and the flags of a text board, after its analysis."""
    position = read_position(text, mines)
    flags = sum(1 << cell for cell, sign in enumerate("".join(text.split())) if sign == FLAG)
    return work(open_board(menu(cols, rows, looks=looks), analysis_board(position, flags)))


def typed(model: Model, signs: str) -> Model:
    """Types a text board, sign by sign. At the end of each row the cursor continues on the next one."""
    return press(model, *(sign.lower().replace(".", "0") for sign in signs if not sign.isspace()))


FEW = Budget(rollouts=32)
"""A budget of so few roll-outs that an estimate is ready at once."""


class TestTyping:
    @settings(max_examples=15)
    @given(st.text(CLUES + HIDDEN + FLAG + MINE, min_size=81, max_size=81))
    def test_typing_a_text_board_fills_the_analysis_board(self, signs: str) -> None:
        rows = "\n".join(signs[start : start + 9] for start in range(0, 81, 9))
        model = typed(press(menu(), "e"), rows)
        assert analysis_signs(state_of(model).game) == rows
        assert state_of(model).cursor == (8, 8)  # the cursor stays on the last cell
        assert analysis_signs(state_of(analysing(rows, 10)).game) == rows

    def test_typing_and_backspace_stop_at_the_ends_of_an_analysis_board(self) -> None:
        first = press(typed(analysing("##\n##"), "1"), "home", "backspace")
        assert (picture(first), message_of(first)) == ("1#\n##", "This is the first cell.")
        full = typed(analysing("##\n##"), "12F*")
        assert (picture(full), state_of(full).cursor) == ("12\nF*", (1, 1))
        assert not message_of(full)
        over = press(full, "3")
        assert picture(over) == "12\nF3"
        for shown, cursor in (("12\nF#", (1, 1)), ("12\n##", (1, 0)), ("1#\n##", (0, 1))):
            over = press(over, "backspace")
            assert (picture(over), state_of(over).cursor) == (shown, cursor)

    def test_undo_on_an_analysis_board_reverts_each_change(self) -> None:
        first = press(menu(), "e")
        model = typed(first, "12F*")
        model = press(press(model, "m", *"5x4/3", "enter"), "+", "n")
        assert state_of(model).session.spec == BoardSpec(5, 4, 4)
        for spec, row in (((5, 4, 4), "12F*#"), ((5, 4, 3), "12F*#"), ((9, 9, 10), "12F*#####")):
            model = press(model, "z")
            assert (tuple(state_of(model).session.spec), picture(model).split("\n")[0]) == (spec, row)
        for col in (3, 2, 1, 0):
            model = press(model, "z")
            assert state_of(model).cursor == (0, col)
        assert state_of(model).game == state_of(first).game
        assert message_of(press(model, "z")) == "You haven't changed the board yet."

    def test_tab_moves_to_unmarked_hidden_cells_of_an_analysis_board(self) -> None:
        model = press(analysing("1#*11####\n" + "#########\n" * 8, 10), "tab")
        assert state_of(model).cursor == (0, 1)
        assert state_of(press(model, "tab")).cursor == (0, 5)
        assert state_of(press(model, "tab", "tab")).cursor == (0, 6)
        assert state_of(press(model, "shift+tab")).cursor == (8, 8)
        full = press(analysing("11F\n1*#\n", 2), "tab")
        assert state_of(full).cursor == (1, 2)
        assert message_of(press(full, "tab")) == "There is no other hidden cell without a mark."

    def test_analysis_board_rejects_9_as_a_clue(self) -> None:
        model = press(press(menu(), "e"), "right", "9")
        assert message_of(model) == "Clues are 0 to 8."
        assert state_of(model).cursor == (0, 1)
        assert state_of(model).game == empty_analysis_board(BoardSpec(9, 9, 10))


class TestSize:
    @pytest.mark.parametrize(
        ("text", "spec"),
        [
            ("30x16/99", (30, 16, 99)),
            ("12x7", (12, 7, 10)),
            ("/20", (9, 9, 20)),
            ("20%", (9, 9, 16)),
            ("expert", (30, 16, 99)),
        ],
    )
    def test_analysis_board_accepts_a_size_a_mine_total_or_a_preset(
        self, text: str, spec: tuple[int, int, int]
    ) -> None:
        assert read_size(text, BoardSpec(9, 9, 10), Settings()) == spec
        model = press(press(menu(), "e"), "m", *text, "enter")
        assert tuple(state_of(model).session.spec) == spec
        assert state_of(press(model, "+", "=", "-")).session.spec.mines == spec[2] + 1
        assert model.top.context is Context.ANALYSIS

    def test_pasted_text_is_added_to_the_typed_analysis_board_size(self) -> None:
        asked = press(press(menu(), "e"), "m", "3")
        assert text_of(asked).rstrip().endswith("Enter set  Esc cancel  ? help")
        model = press(handle(asked, Paste("0x16/ 99!\n")), "enter")
        assert tuple(state_of(model).session.spec) == (30, 16, 99)

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("81", "81 mines don't fit on 9x9. Use 1 to 80."),
            ("5x5/x", "'5x5/x' isn't a size or a number of mines."),
            ("101x100/9", "101x100 has 10,100 cells, but the analysis board takes at most 10,000."),
        ],
    )
    def test_analysis_board_rejects_an_invalid_size_and_asks_again(self, text: str, problem: str) -> None:
        model = press(press(menu(), "e"), "m", *text, "enter")
        assert message_of(model).startswith(problem)
        asking = the_mode(model, SizeInput)
        assert not asking.typed
        assert state_of(press(model, "esc")).game == empty_analysis_board(BoardSpec(9, 9, 10))


class TestMouse:
    def test_repeated_clicks_on_an_analysis_board_cell_change_its_clue(self) -> None:
        model = click(press(menu(), "e"), 2, 3)
        assert state_of(model).cursor == (2, 3)
        assert picture(model) == picture(press(menu(), "e"))
        shown = []
        for _ in range(11):
            model = click(model, 2, 3)
            shown.append(picture(model).split("\n")[2][3])
        assert "".join(shown) == ".12345678#."

    def test_right_clicks_on_an_analysis_board_change_the_mark_of_a_cell(self) -> None:
        model, shown = press(press(menu(), "e"), "4", "left"), []
        for _ in range(5):
            model = click(model, 0, 0, "right")
            shown.append(picture(model)[0])
        assert "".join(shown) == "#F*#F"

    def test_key_bar_and_size_of_the_analysis_board_can_be_clicked(self) -> None:
        model = work(press(menu(200, 60), "e", "1"))
        assert mode_of(click_text(model, "9x9/10"), SizeInput)
        assert mode_of(work(click_text(click_text(model, "X more"), "best guess")), GuessMode)
        assert picture(click_text(model, "0 to 8")).startswith("1.")
        small = press(menu(20, 7, looks=ASCII), "e")
        assert mode_of(handle(small, Mouse("press", "left", 0, 3)), SizeInput)


class TestPaste:
    def test_pasted_text_board_replaces_the_analysis_board_until_undo(self) -> None:
        before = typed(press(menu(), "e", "m", "2", "enter"), "12")
        model = handle(before, Paste("1#F\r\n.*#\r\n\r\nmines: 2"))
        assert picture(model) == "1#F\n.*#"
        assert state_of(model).session.spec == BoardSpec(3, 2, 2)
        assert state_of(press(model, "z")).game == state_of(before).game

    def test_analysis_board_rejects_a_paste_that_is_too_long(self) -> None:
        before = press(menu(), "e")
        model = handle(before, Paste("1##\n" * (PASTE_LIMIT // 4) + "1"))
        assert state_of(model).game == state_of(before).game
        assert message_of(model) == "Nothing was read: a paste may have up to 65,536 bytes."

    def test_pasted_board_keeps_the_mine_total_unless_the_text_has_one(self) -> None:
        first = press(menu(), "e", "m", *"3x2/3", "enter")
        stays = handle(first, Paste("1##\n###\n"))
        assert state_of(stays).game.mine_total == 3
        assert message_of(stays) == "A position of 3x2 was read. 3 mines as before; M changes that."
        changed = handle(first, Paste("1##\n###\nmines: 2\n"))
        assert state_of(changed).game.mine_total == 2
        expert = handle(first, Paste(("#" * 30 + "\n") * 16))
        assert state_of(expert).session.spec == BoardSpec(30, 16, 99)

    @pytest.mark.parametrize(
        ("text", "mines"),
        [
            ("#####\n" * 4, 4),  # the usual density, because any total is possible
            ("8#*\n###\n###", 2),  # contradicting clues allow no total, so this is the usual one
            ("3##3\n####\n####\n3##3", 12),  # the smallest total that the clues allow
            ("......\n.111..\n.1#1..\n.111..", 1),  # the largest total that the clues allow
        ],
    )
    def test_pasted_board_of_another_size_assumes_a_possible_mine_total(self, text: str, mines: int) -> None:
        model = handle(press(menu(), "e"), Paste(text))
        assert state_of(model).game.mine_total == mines
        number = f"{mines} mine{'s' * (mines > 1)}"
        assert message_of(model).endswith(f" was read. {number} assumed; M changes that.")
        assert message_of(work(model)).startswith("No layout") == ("8" in text)
        small = handle(press(menu(20, 7, looks=ASCII), "e"), Paste(text))
        assert " ".join(line.strip("| ") for line in rows_of(small)).count(f"{number} assumed") == 1

    @pytest.mark.parametrize("text", ["", "hello", "1#\n1", "##\n##\nmines: 9", "#" * 20_000, "ms1-xyz"])
    def test_text_without_a_position_cant_be_pasted_on_an_analysis_board(self, text: str) -> None:
        before = press(menu(), "e", "1")
        model = handle(before, Paste(text))
        assert message_of(model).startswith("Nothing was read: ")
        assert state_of(model).game == state_of(before).game


class TestAnswers:
    PICTURE = "..1######\n112###F*#\n" + "#########\n" * 7

    def test_analysis_board_at_80x24_shows_odds_answers_and_key_bar(self) -> None:
        rows = rows_of(cursor_to(analysing(self.PICTURE, 10), 2, 0))
        assert rows[0] == "   Analysis    9x9/10    about 10^9 layouts fit"
        assert rows[2] == "    1 │          1  50%█   █   █   █   █   █│"
        assert rows[4] == "    2 │  1   1   2  50%█   █   █ ⚑ █ ✱ █   █│   Proved    1 safe"
        assert [row[46:].strip() for row in rows[1:8]] == [
            "What follows",
            "",
            "Layouts   about 10^9",
            "Proved    1 safe",
            "Best      r3c3",
            "Its odds  safe",
            "",
        ]
        assert rows[-2].strip() == "Here: 10.1% chance of a mine. Elsewhere 10.1%. 1 safe cell."
        assert rows[-1].strip() == "0 to 8: clue  T tip  X more  Esc back  H help"

    def test_analysis_board_shows_the_win_chance_of_an_end_game(self) -> None:
        text = text_of(analysing("1#\n1#", 1))
        assert "To win    50.0%" in text
        assert "Its odds  50.0% a mine" in text
        assert "2 layouts" in text
        assert "To win" not in text_of(press(menu(), "e"))

    def test_analysis_answers_take_one_line_without_room_for_a_panel(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(analysis_mode, "budget_of", lambda seconds: FEW)
        empty = empty_analysis_board(BoardSpec(30, 3, 18))
        model = work(open_board(menu(60, 12, settings=CALM.with_value("think", 5)), empty))
        line = r" *Best r\d+c\d+   Its odds 20.0% a mine   Bot wins ~\d+% \+-\d+.*"
        assert any(re.fullmatch(line, row.rstrip()) for row in rows_of(model))

    def test_analysis_board_estimates_the_win_chance_before_the_end_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(analysis_mode, "budget_of", lambda seconds: FEW)
        position = read_position(EARLY, 7)
        model = open_board(menu(settings=CALM.with_value("think", 5)), analysis_board(position))
        model = finish_work(model)  # this finishes the analysis, so that the estimate comes next
        slices = work_of(model).begin()
        progress = next(step for step in slices if step is not None)
        tell = work_of(model).on_progress
        assert tell is not None
        thinking = tell(model, progress)
        assert "To win    thinking..." in text_of(thinking)
        assert "Best      r" in text_of(thinking)
        assert work_of(thinking) == work_of(model)
        ended = work(thinking)
        assert re.search(r"Bot wins  ~\d+% \+-\d+", text_of(ended))
        assert ended.top.work(ended) is None
        typing = press(ended, "1")
        assert "about" not in text_of(typing)

    def thinking(self, monkeypatch: pytest.MonkeyPatch, text: str = EARLY, mines: int = 7) -> Model:
        """The analysis board with a position and time to think, after the analysis and the estimate."""
        for module in (analysis_mode, win_chance):
            monkeypatch.setattr(module, "budget_of", lambda seconds: FEW if seconds else None)
        model = menu(settings=CALM.with_value("think", 5))
        return work(open_board(model, analysis_board(read_position(text, mines))))

    def test_best_guess_key_reuses_the_estimate_of_the_analysis_board(self, monkeypatch: pytest.MonkeyPatch) -> None:
        model = self.thinking(monkeypatch)
        asked = press(model, "g")
        assert asked.top.work(asked) is None
        estimate = re.search(r"about (\d+%), give or take (\d+)", message_of(asked))
        assert estimate is not None
        assert f"Bot wins  ~{estimate[1]} +-{estimate[2]}" in text_of(model)

    def test_analysis_board_with_a_safe_cell_estimates_no_win_chance(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(win_chance, "_estimate", lambda *about: pytest.fail("it was thought about"))
        model = self.thinking(monkeypatch, ".####\n" + "#####\n" * 4)
        assert "Its odds  safe" in text_of(model)
        assert "To win" not in text_of(model)

    def test_analysis_board_marks_clues_that_contradict_each_other(self) -> None:
        model = work(press(cursor_to(analysing("#1##\n####\n####", 5), 1, 0), "4"))
        assert (
            message_of(model) == "No layout fits: the clues at row 1, column 2 and row 2, column 1 can't both be right."
        )
        assert "✗4" in text_of(model)
        assert "✗1" in text_of(model)
        assert "no layout" in text_of(model)
        assert model.top.work(model) is None
        on = work(press(model, "up", "3"))
        assert picture(on) == "#3##\n4###\n####"
        assert message_of(on) == ""
        assert "✗" not in text_of(on)

    @pytest.mark.parametrize("key", ["t", "g"])
    def test_tip_or_guess_key_during_the_analysis_acts_when_it_ends(self, key: str) -> None:
        model = press(typed(press(menu(), "e"), "1"), key)
        assert message_of(model).startswith("Looking for")
        model = work(model)
        assert mode_of(model, GuessMode)
        assert message_of(model).startswith(("Best guess: ", "Nothing can be proved"))
        clash = work(press(typed(press(menu(), "e"), "8"), key))
        assert message_of(clash).startswith("No layout fits: ")

    def test_tip_on_an_analysis_board_can_be_walked_through_and_played(self) -> None:
        model = work(press(analysing(self.PICTURE, 10), "t"))
        assert mode_of(model, TipMode)
        assert message_of(model).startswith("R3c3 is safe.")
        assert model.top.context is Context.ANALYSIS
        step = press(model, ".")
        assert message_of(step).startswith("1/2  ")
        assert picture(step) == picture(model)
        taken = work(press(model, "t"))
        assert mode_of(taken, AnalysisMode)
        assert state_of(taken).cursor == (2, 2)
        assert message_of(taken) == "Type what the safe cell shows."
        assert picture(press(taken, "1")).split("\n")[2] == "##1######"
        assert mode_of(press(model, "esc"), AnalysisMode)

    def test_undo_removes_flags_that_a_tip_set_on_an_analysis_board(self) -> None:
        model = work(press(analysing("1#\n11", 1), "t"))
        assert mode_of(model, TipMode)
        taken = work(press(model, "t"))
        assert picture(taken) == "1F\n11"
        assert picture(press(taken, "z")) == "1#\n11"

    @pytest.mark.parametrize("key", ["t", "g"])
    def test_esc_on_the_analysis_board_hides_a_tip_before_it_leaves(self, key: str) -> None:
        model = work(press(analysing("1#\n11" if key == "t" else "1#\n1#", 1), key))
        for hidden in (click_text(model, "Esc hide"), press(model, "esc"), press(model, "q")):
            assert mode_of(hidden, AnalysisMode)
            assert isinstance(click_text(hidden, "Esc back").top, MenuScreen)

    def test_playing_the_best_guess_on_an_analysis_board_asks_for_a_clue(self) -> None:
        model = work(press(analysing("1#\n1#", 1), "g"))
        assert message_of(model) == "Best guess: row 2, column 2, 50.0% mine risk; 50.0% win chance."
        again = press(model, "g")
        assert message_of(again) == "Type what this cell shows."
        assert picture(again) == "1#\n1#"
        assert state_of(again).cursor == (1, 1)

    @pytest.mark.parametrize("key", ["t", "g"])
    def test_tip_on_a_finished_analysis_board_says_that_nothing_is_left(self, key: str) -> None:
        model = work(press(analysing("1F\n11", 1), key))
        assert message_of(model) == "Nothing is left to open."


class TestWaysInAndOut:
    @pytest.mark.parametrize("key", ["esc", "q"])
    def test_analysis_board_keeps_its_position_after_it_is_left(self, key: str) -> None:
        model = press(cursor_to(typed(press(menu(), "e"), "12"), 4, 4), key)
        assert isinstance(model.top, MenuScreen)
        back = press(resize(model, 7, 20), "e")
        assert picture(back).startswith("12#")
        assert state_of(back).cursor == (4, 4)
        text_of(back)
        assert picture(press(back, "z")).startswith("1##")

    def test_f6_analyses_the_position_of_a_game_and_makes_it_assisted(self) -> None:
        game = press(cursor_to(start(board(BEGINNER)), 4, 0), "r")
        model = press(game, "f6")
        assert model.top.context is Context.ANALYSIS
        assert state_of(model).game.position == state_of(game).game.position
        assert state_of(model).game.layout is None
        assert state_of(model).cursor == (4, 0)
        back = press(model, "1", "esc")
        assert state_of(back).game == state_of(game).game
        assert state_of(back).session.assistants == {"analysis"}

    def test_analysis_before_the_first_open_leaves_the_game_unassisted(self) -> None:
        model = press(start(board(BEGINNER)), "f6")
        assert message_of(model) == "In the game the first cell is never a mine; here that is not known."
        back = press(model, "esc")
        assert not state_of(back).session.is_assisted
        assert not message_of(press(cursor_to(back, 4, 0), "r", "f6"))

    def test_analysis_after_a_loss_shows_the_position_before_it(self) -> None:
        model = press(cursor_to(start(board(BEGINNER)), 4, 0), "r")
        known = state_of(model).game.position
        lost = handle(press(cursor_to(model, 6, 1), "r"), Focus(True))
        assert state_of(lost).game.is_over
        lost = lost._replace(screens=(lost.top.tick(lost, 1.0).top,))
        over = press(lost, "f6")
        assert state_of(over).game.position == known
        assert not state_of(press(over, "esc")).session.is_assisted
        assert press(lost, "x", "f6").top.context is Context.ANALYSIS

    def test_analysis_rejects_boards_of_more_than_10000_cells(self) -> None:
        large = start(new_session(BoardSpec(101, 100, 500), "custom"))
        assert (
            message_of(press(large, "f6")) == "101x100 has 10,100 cells, but the analysis board takes at most 10,000."
        )

    def test_copied_analysis_board_reads_back_as_the_same_position(self) -> None:
        model = press(analysing("1#F\n.*#", 2), "y")
        assert isinstance(model.top, CodeScreen)
        assert model.effects == (Copy("mines: 2\n\n1#F\n.*#"),)
        assert read_puzzle("mines: 2\n\n1#F\n.*#")[:2] == (state_of(model).game.position, state_of(model).game.flags)
        assert analysis_signs(state_of(press(model, "esc")).game) == "1#F\n.*#"

    def test_analysis_board_is_never_saved_paused_or_a_running_game(self) -> None:
        model = press(menu(), "e", "1")
        assert not top_game(model).has_running_game()
        assert not top_game(model).session().id
        assert handle(model, Focus(False)).top == model.top
        assert model.top.wait() is None
        assert state_of(model).session.assistants == frozenset()

    def test_paste_into_the_menu_or_a_game_does_nothing(self) -> None:
        for model in (menu(), start(board(BEGINNER)), press(menu(), "4")):
            assert handle(model, Paste("1#\n##")) == model


class TestScreens:
    def test_analysis_board_fits_at_20x7(self) -> None:
        model = typed(press(menu(20, 7, looks=ASCII), "e"), "111222")
        assert framed(work(model)) == trimmed(
            """
            |+9x9/10 199,591,392+|
            || 1 1 1 2 2 2%5]. .||
            || * + + * * +%5 . .||
            || . . . . . . . . .||
            |    here: 50.0%     |
            |   elsewhere 9.0%   |
            |  X more  Esc back  |
            """
        )

    def test_analysis_board_shows_best_cell_and_win_chance_while_typing(self) -> None:
        text = "##\n3#\n" + "**\n" * 7
        shown = text_of(work(press(analysing(text, 15), "1", "left")))
        assert re.search("Best +r2c2", shown)
        assert re.search(r"To win +50\.0%", shown)


def check_analysis_board(model: Model) -> None:
    """Asserts what is true of the analysis board after any input."""
    if not isinstance(model.top, GameScreen):
        return
    state = model.top.state
    game, mode = state.game, state.get(AnalysisMode)
    assert game.typed_position is not None
    assert analysis_board(game.position, game.flags) == game
    assert state.session.spec == (game.grid.width, game.grid.height, game.mine_total)
    row, col = state.cursor
    assert 0 <= row < game.grid.height
    assert 0 <= col < game.grid.width
    undone = press(model.with_top(GameScreen(state._replace(modes=(mode,)))), *["z"] * len(mode.past))
    assert state_of(undone).game == empty_analysis_board(BoardSpec(9, 9, 10))


@settings(max_examples=25)
@given(steps(KEYS), st.sampled_from([(20, 7), (80, 24)]))
def test_undo_reverts_any_input_on_the_analysis_board(script: list[Step], size: tuple[int, int]) -> None:
    model = press(menu(*size), "e")
    for number, step in enumerate(script):
        model = wander(model, [step])
        # A key could start a game from the menu, so open the analysis board again.
        if isinstance(model.top, MenuScreen):
            model = press(model, "e")
        check_analysis_board(model)
        if number % 5 == 4:
            model = work(model)
            text_of(model)
    check_analysis_board(work(model))
