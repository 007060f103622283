"""Makes messages from proofs, for a game, a lesson and a replay.

`assist` writes the sentences of a proof. This module tells it how much room the screen has and which signs mark cells
on the board. Tested in tests/ui/game/test_tip_mode.py and tests/ui/replay/test_screen.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from minesweeper.assist.naming import Room
from minesweeper.assist.tip import Proof
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.glyphs import Piece, TerminalLooks, Tile
from minesweeper.ui.widgets.chrome import SENTENCE, Message, message_width, say

if TYPE_CHECKING:
    from minesweeper.play.judging import Judgement
    from minesweeper.play.lessons import Explanation
    from minesweeper.ui.base.model import Env


def room_of(model: Model | Env, less: int = 0, *, is_over: bool = False) -> Room:
    """The room that a sentence about a proof has on the screen, with the signs that mark cells on the board.

    ``less`` is the number of columns that something else in the line needs. After the end of a game (``is_over``), some
    signs are others.
    """
    width = min(message_width(model.cols), SENTENCE) - less
    return _signs_on_board(model.looks, is_over)._replace(width=width)


@lru_cache(maxsize=4)
def _signs_on_board(looks: TerminalLooks, is_over: bool) -> Room:
    glyphs = looks.glyphs
    return Room(
        safe=glyphs.tile(Tile.SAFE)[1],
        mine=glyphs.tile(Tile.DANGER)[1],
        exploded=glyphs.tile(Tile.BOOM)[1] if is_over else "",
        wrong_flag=glyphs.tile(Tile.FLAG_WRONG if is_over else Tile.FLAG_DISPROVED),
        guess=glyphs.tile(Tile.GUESS)[0],
        impossible=glyphs.tile(Tile.VIOLATED)[0],
    )


def both_forms(text: Callable[[Room], str], room: Room) -> Message:
    """A message from a function that writes a sentence for a room, in its usual and in its brief form."""
    return say(text(room), text(room._replace(is_brief=True)), names_cells=True)


def proof_message(
    proof: Explanation | Judgement,
    room: Room,
    at: int = 0,
    *,
    signs: tuple[Piece, ...] = (),
    names_cells: bool = True,
) -> Message:
    """The message that explains a proof or, if ``at`` isn't 0, its step with this number, counted from 1.

    The board marks the cells of a proof, so the sentence can call them by their signs. If ``names_cells`` is set, it
    names their rows and columns instead. Steps always do that, because their cells have no signs.
    """
    if at:
        step, number = proof.steps[at - 1], f"{at}/{len(proof.steps)}"
        return say(f"{number}  {step.text}", f"{number} {step.words}.", names_cells=True)
    if names_cells or not isinstance(proof, Proof):
        return both_forms(proof.text, room)._replace(signs=signs)
    return say(*proof.marked_forms(room))._replace(signs=signs)
