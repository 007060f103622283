"""The line-command mode for programs: each line of input is answered by one line of JSON, and nothing else is printed.

The answer holds what a player may see. Cells are typed and told as column and row from 1.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import IO, Any

from minesweeper.game import Phase
from minesweeper.plain_commands import COMMANDS, act
from minesweeper.plain_game import Answer, Play, Shows
from minesweeper.plain_words import board_rows
from minesweeper.session import Session
from minesweeper.solution import odds_grid
from minesweeper.solvers.exact import analyse

_RESULTS = {Phase.WON: "won", Phase.LOST: "lost", Phase.GIVEN_UP: "given up"}


def answer_lines(
    play: Play,
    read: Callable[[], str | None],
    out: IO[str],
    clock: Callable[[], float],
    trace: Callable[[Session], None] = lambda session: None,
) -> None:
    """Answers each line until one says quit or the input ends."""
    last = clock()
    while (line := read()) is not None:
        now = clock()
        play = play.with_session(play.session.tick(now - last))
        play, answer = act(play, line)
        last = clock()
        trace(play.session)
        out.write(json.dumps(to_data(play, answer), separators=(",", ":")) + "\n")
        out.flush()
        if answer.quits:
            return


def to_data(play: Play, answer: Answer) -> dict[str, Any]:
    """The state that a player may see, and the answer to the last command."""
    session = play.session
    game = session.game
    return {
        "ok": answer.ok,
        "message": answer.message,
        "board": board_rows(play),
        "size": [game.grid.width, game.grid.height],
        "mines": game.mine_total,
        "flags": game.flags.bit_count(),
        "opened": game.opened.bit_count(),
        "level": session.name,
        "mode": session.mode,
        "assist": play.assist,
        "assisted": session.is_assisted,
        "seconds": session.milliseconds / 1000,
        "result": _RESULTS.get(game.phase),
        **answer.facts,
        **_extras(play, answer),
    }


def _extras(play: Play, answer: Answer) -> dict[str, Any]:
    if answer.shows is Shows.ODDS:
        return {"odds": odds_grid(analyse(play.position))}
    if answer.shows is Shows.MANUAL:
        return {"commands": [{"usage": command.usage, "about": command.about} for command in COMMANDS]}
    return {}
