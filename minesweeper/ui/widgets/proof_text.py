"""The messages that explain a proof: in a game, in a lesson and in a replay.

`assist` writes the sentences. Here they get the room that the screen has, and the signs that mark cells on it.
Tested in tests/ui/game/test_tip_mode.py and tests/ui/replay/test_screen.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from minesweeper.assist.naming import Room
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.widgets.chrome import SENTENCE, Message, message_width, say

if TYPE_CHECKING:
    from minesweeper.assist.tip import Proof
    from minesweeper.play.lessons import ComparedGuesses
    from minesweeper.ui.base.env import Env


def room_of(model: Model | Env, less: int = 0) -> Room:
    """Returns the room for a sentence about a proof, and the signs that mark its cells."""
    glyphs = model.looks.glyphs
    width = min(message_width(model.cols), SENTENCE) - less
    return Room(
        width,
        safe=glyphs.tile(Tile.SAFE)[1],
        mine=glyphs.tile(Tile.DANGER)[1],
        exploded=glyphs.tile(Tile.BOOM)[1],
        wrong_flag=glyphs.tile(Tile.FLAG_WRONG),
        guess=glyphs.tile(Tile.GUESS)[0],
    )


def both_forms(text: Callable[[Room], str], room: Room) -> Message:
    """Makes a message of a sentence and its brief form."""
    return say(text(room), text(room._replace(is_brief=True)), names_cells=True)


def proof_message(proof: Proof | ComparedGuesses, room: Room, at: int = 0) -> Message:
    """Explains a proof, or one of its steps."""
    if not at:
        return both_forms(proof.text, room)
    step, number = proof.steps[at - 1], f"{at}/{len(proof.steps)}"
    return say(f"{number}  {step.text}", f"{number} {step.words}.", names_cells=True)
