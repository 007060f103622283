"""The mode that deals a no-guess board when the player opens the first cell.

The board must suit the first cell, so the mines can't be dealt earlier. On dense boards the search may fail. Then the
player chooses between more attempts and a random board. `boards/noguess.py` does the search.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.boards.deal import deal
from minesweeper.boards.layout import Board
from minesweeper.boards.noguess import Dealt, deal_no_guess
from minesweeper.core.boardspec import ADJUSTED
from minesweeper.core.text import plural
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Job, Model
from minesweeper.ui.game.game_state import GameState, Mode, ModeView
from minesweeper.ui.game.moves import after_move, followed, hand_game_to_player
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import say


@dataclass(frozen=True)
class DealMode(Mode):
    """The search for a no-guess board or, after it has failed, the question what to do instead."""

    cell: int
    """The first cell, which the board must suit."""
    assistant: str = ""
    """The assistant that opens the cell. It's empty for the player."""
    tried: int = 0
    """How many attempts earlier searches made. The next search goes on after them, so that no attempt is repeated."""
    failed: bool = False
    """Whether the search failed, so that the mode asks what to do."""

    def key(self, state: GameState, key: str, action: Action | None) -> GameState:
        if action is Action.QUIT:
            return state.then(Model.quit)
        if self.failed and action is Action.NEW_GAME:
            return state.pop_mode().push_mode(replace(self, failed=False))
        if self.failed and action is Action.OPEN:
            layout = deal(state.session.spec, self.cell, state.session.seed)
            return self._open(state, Board(layout, self.cell))
        if key == "esc" or self.failed:
            if state.is_unrecorded:
                return state.then(Model.pop)
            return hand_game_to_player(state.close_modes()).say("No board was made. Open a cell to try again.")
        return state

    def click(self, state: GameState, event: Mouse) -> GameState:
        return state

    def work(self, state: GameState) -> Job | None:
        if self.failed:
            return None
        session = state.session
        return Job(deal_no_guess, (session.spec, self.cell, session.seed, self.tried), self.receive)

    def receive(self, state: GameState, dealt: Dealt) -> GameState:
        """Called with the result of the search.

        Opens the first cell of the new board or, if none was found, asks what to do.
        """
        if dealt.board is not None:
            return followed(self._open(state, dealt.board), state.game)
        return state.pop_mode().push_mode(replace(self, tried=dealt.attempts, failed=True))

    def _open(self, state: GameState, board: Board) -> GameState:
        """Opens the first cell and closes the mode. If the board isn't what the player asked for, a message says so."""
        text = {
            ADJUSTED: "No-guess boards this dense are too rare to deal, so Minesweeper moved some mines.",
            "normal": "This is a random board." if state.session.board_type != "normal" else "",
        }.get(board.label, "")
        session = state.session.open_first(board, self.assistant)
        return after_move(state.pop_mode().say(text), session, self.cell)

    def view(self, state: GameState) -> ModeView:
        if not self.failed:
            return ModeView(say("Making a no-guess board... Esc stops."))
        more, normal = state.key(Action.NEW_GAME), state.key(Action.OPEN)
        tries, choices = plural(self.tried, "attempt"), f"{more}: keep trying, {normal}: a random board."
        return ModeView(say(f"No board without guesses was found in {tries}. {choices}", f"No board found. {choices}"))
