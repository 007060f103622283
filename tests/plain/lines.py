"""Plays text mode in tests: starts a board, types lines, and returns what is drawn or refused."""

from __future__ import annotations

from dataclasses import replace

from minesweeper.boards.layout import read_layout
from minesweeper.core.textboard import Paper
from minesweeper.plain.command_table import act
from minesweeper.plain.game_commands import PlainState, Reply
from minesweeper.plain.output import board_lines
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings

CORNERS = ("*....", ".....", "..**.")


LINE = (".*.", "...", "...")
"""Opened at 1 3 it shows 111 in row 2: the middle of row 1 is a mine, its ends are safe."""


SQUARE = ("*.", "..")
"""Opened at 2 1 nothing can be proved."""


def start(*rows: str, assist: str = "single") -> PlainState:
    """A game on a text board."""
    layout = read_layout("\n".join(rows))
    return PlainState(new_session(layout.spec, "custom", layout=layout), Settings(), assist)


def play(game: PlainState, *lines: str) -> tuple[PlainState, Reply]:
    """The game after some lines, and the answer to the last one."""
    answer = Reply("")
    for line in lines:
        game, answer = act(game, line)
    return game, answer


def picture(game: PlainState) -> list[str]:
    """The drawn board without numbers and counters."""
    lines = list(board_lines(game, Paper(), None))[2:-1]
    return ["".join(line[3:].split()) if len(line) > 3 else "" for line in lines]


def refusal(game: PlainState, line: str) -> str:
    """The message with which a line is refused. The line may change only the cursor."""
    after, answer = act(game, line)
    assert not answer.ok
    assert after.session is game.session
    assert replace(after, cursor=game.cursor) == game
    return answer.message
