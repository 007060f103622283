"""The questions of the game screen: before a game ends or becomes assisted, and for a typed line, such as the place of
a cell.

Y says yes; N and Esc say no. If the question is about an assist, the same key pressed again also says yes, and any
other key does what it usually does. A typed line is accepted by Enter and cancelled by Esc. `confirm_first` decides
whether an action needs a question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from string import digits

from minesweeper.boards.daily_seed import DAILY
from minesweeper.core.text import quote
from minesweeper.play.game import Game
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.draw.geometry import COMPACT_COLS
from minesweeper.ui.game.cursor import action_at
from minesweeper.ui.game.game_draw import game_chrome
from minesweeper.ui.game.game_state import GameState, Mode, ModeView
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import YES, KeyHint, Message, say

Yes = Callable[[GameState], GameState]
"""A function that does what the player has confirmed."""

BAR_COLS = 70
"""From this many columns on, the key bar has room for the question about an assist.

On narrower screens the message asks.
"""


@dataclass(frozen=True)
class Confirmation(Mode):
    """A question that must be answered before an action, because it would end the running game or make it assisted."""

    action: Action
    texts: tuple[str, ...]
    """The question in several forms, the longest first.

    It's empty for an assist, whose question is made of ``assists``.
    """
    assists: str
    """What the assist would do, as part of a sentence. It's empty if the question isn't about an assist."""
    yes: Yes

    asks = True

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if key in ("y", "Y") or (self.assists and key and action is self.action):
            return self._confirm(state)
        is_no = key in ("n", "N") and not self.assists
        return state.pop_mode() if is_no or key == "esc" else None

    def _confirm(self, state: GameState) -> GameState:
        """Closes the question and does what the player has confirmed."""
        state = state.pop_mode()
        # Even if the assist finds nothing and the game stays unassisted, the player must not be asked again.
        if self.assists:
            state = state._replace(session=state.session._replace(allows_assists=True))
        return self.yes(state)

    def click(self, state: GameState, event: Mouse) -> GameState:
        if event.kind != "press":
            return state
        action = action_at(state, event)
        is_on_line = bool(self.assists) and game_chrome(state).is_covered(event.row)
        if event.button == "left" and (action is self.action or is_on_line):
            return self._confirm(state)
        if not self.assists:
            # A click on the board only cancels the question, because nobody should open a cell by accident.
            return state.pop_mode()
        return state.pop_mode().then(lambda model: model.top.use_mouse(model, event))

    def close_if_done(self, action: Action | None) -> Mode | None:
        return None

    def view(self, state: GameState) -> ModeView:
        if not self.assists:
            return ModeView(say(*self.texts), [(self.action, YES), (Action.PAUSE, "cancel")])
        does, key = f"again {self.assists}, which makes the game assisted", state.key(self.action)
        if state.session.is_judged and self.action in (Action.UNDO, Action.UNLOCK):
            # The key bar has no room to say that the board stops being fair, and players should know it before.
            does = f"{does} and the board an ordinary one, on which luck can decide."
            return ModeView(say(f"{key} {does}", f"{key} again: assisted, no longer fair"))
        if state.env.cols >= BAR_COLS:
            return ModeView(hints=[(self.action, does)])
        return ModeView(say(f"{key} {does}" if state.env.cols >= COMPACT_COLS else f"{key} again: assisted"))


def ask_about(state: GameState, action: Action, yes: Yes, *texts: str) -> GameState:
    """Asks before an action, and calls ``yes`` if the player confirms it.

    ``texts`` are the forms of the question, the longest first.
    """
    return state.ready_for_input().push_mode(Confirmation(action, texts, "", yes))


def abandon_question(state: GameState, action: Action) -> str:
    """The question whether to abandon the running game for this action, and what that would cost.

    It's empty if nothing would be lost.
    """
    session = state.session
    if not state.is_running or state.is_unrecorded:
        return ""
    is_ranked = not (session.was_lost or session.is_known_board or session.is_assisted)
    daily = ", and you can't rank on it again" if is_ranked and session.preset == DAILY else ""
    counts = f"will count as abandoned{daily}."
    question, cost = {
        Action.NEW_GAME: ("Start a new game?", f"This one {counts}"),
        Action.GIVE_UP: ("Give up this game?", f"It {counts}"),
        Action.BOT: ("Let the bot finish this game?", "It won't be ranked." if is_ranked else ""),
    }.get(action, ("", ""))
    # A lost game that goes on for practice has already counted.
    return question if session.was_lost else f"{question} {cost}".strip()


def confirm_first(state: GameState, action: Action, yes: Yes) -> GameState | None:
    """Asks before an action that would end the game or make it assisted.

    If assists are blocked, a message refuses the action. Returns None if the action needs no question.
    """
    protects, lost = action.assists and state.protects_rank, abandon_question(state, action)
    asked = ask_assist(state, action, yes, action) if protects else None
    return asked or (ask_about(state, action, yes, lost) if lost else None)


def ask_assist(state: GameState, action: Action, yes: Yes, assist: Action) -> GameState | None:
    """Asks before the first assist of a protected game, or refuses it if assists are blocked. Returns None if the
    action may happen without a question.

    ``action`` is the key that the player pressed. ``assist`` is the assistant that it would use, which may differ: with
    the level *what-if*, the flag key tries a mine.
    """
    session = state.session
    if not (state.is_running or (assist.counts_early and not state.game.is_over)):
        return None
    if action is Action.UNDO and not session.undo().is_assisted:
        # Taking back a mere mark doesn't help anybody, so it isn't an assist.
        return None
    if state.blocks_assists:
        home = "the custom form" if session.assist_permission else "Settings"
        return state.say(f"Assists are blocked for this game. Change that in {home}.")
    return state.ready_for_input().push_mode(Confirmation(action, (), assist.assists, yes))


# ------------------------------------------------------------------------------
# Typed lines
# ------------------------------------------------------------------------------

LONGEST = 16
"""How many characters a typed line may have."""


@dataclass(frozen=True)
class LineInput(Mode):
    """A line that the player is typing. Each subclass says which characters it takes and what the line is for."""

    typed: str = ""
    problem: str = ""
    """Why the last line was refused. It's empty on the first try."""

    asks = True
    verb = "go"
    """The hint of the Enter key."""
    prompt = "", ""
    """What the player should type, in a long and a short form."""
    allowed = ""
    """The characters that can be typed."""

    def sign_of(self, key: str) -> str:
        """The character that a key types, or an empty string if the line doesn't take it.

        Comma, semicolon and Tab type a blank, because people separate numbers by them.
        """
        sign = " " if key in ("space", ",", ";", "tab") else key
        return sign if len(sign) == 1 and sign in self.allowed else ""

    def take(self, state: GameState) -> GameState:
        """Called when the player presses Enter and the line isn't blank.

        Each subclass either acts on the line and closes the mode, or calls `refused`.
        """
        raise NotImplementedError

    def context(self, game: Game) -> Context:
        return Context.FORM

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        # Opening the help must not lose what the player has typed.
        if action is Action.HELP:
            return state.then(routes.help_screen.open_help, state.pop_mode().context)
        if key == "esc" or action is Action.BACK:
            return state.pop_mode()
        if key == "enter" or action is Action.SELECT:
            return self.take(state) if self.typed.strip() else state.pop_mode()
        if key in ("backspace", "delete"):
            return self._with(state, self.typed[:-1] if key == "backspace" else "")
        if not key:
            return None
        sign = self.sign_of(key)
        return self._with(state, self.typed + sign) if sign and len(self.typed) < LONGEST else state

    def paste(self, state: GameState, text: str) -> GameState | None:
        """Types the allowed characters of a pasted line.

        If the text has more than one line, it can't be meant for this one, so it goes to the mode below.
        """
        lines = text.split("\n")
        if any(line.strip() for line in lines[1:]):
            closed = state.pop_mode()
            return closed.mode.paste(closed, text)
        signs = "".join(self.sign_of("space" if sign == " " else sign) for sign in lines[0].strip())
        return self._with(state, (self.typed + signs)[:LONGEST])

    def _with(self, state: GameState, typed: str) -> GameState:
        """Replaces the typed text and clears the problem."""
        return state.replace_mode(self, replace(self, typed=typed, problem=""))

    def refused(self, state: GameState, problem: str) -> GameState:
        """Clears the line, says what is wrong with it, and asks again."""
        return state.replace_mode(self, replace(self, typed="", problem=problem))

    def close_if_done(self, action: Action | None) -> Mode | None:
        return None

    def view(self, state: GameState) -> ModeView:
        hints: list[KeyHint] = [(Action.SELECT, self.verb), (Action.BACK, "cancel"), (Action.HELP, "help")]
        return ModeView(self._message(), hints)

    def _message(self) -> Message:
        """The prompt with the typed text, after the problem with the last line if there was one."""
        # The text is padded to nine columns, so that the centred line doesn't move with each typed character.
        asked, short = (f"{text}: {f'{self.typed}_':9}" for text in self.prompt)
        if self.problem:
            return say(f"{self.problem} {asked}", f"{self.problem} {short}", alarm=True, names_cells=True)
        return say(asked, short, names_cells=True)


@dataclass(frozen=True)
class GoToInput(LineInput):
    """The line in which the player types where the cursor should go: a row, or a row and a column, both counted from
    1.
    """

    prompt = "Go to row and column", "Row col"
    allowed = f"{digits} "

    def take(self, state: GameState) -> GameState:
        grid, numbers = state.game.grid, [int(word) for word in self.typed.split()]
        row, col = numbers if len(numbers) == 2 else (numbers[0], state.cursor[1] + 1)
        if len(numbers) > 2 or not (1 <= row <= grid.height and 1 <= col <= grid.width):
            allowed = f"rows 1 to {grid.height}, columns 1 to {grid.width}"
            return self.refused(state, f"{quote(self.typed, typed=True)} is not on the board: {allowed}.")
        return state.pop_mode().move_to(row - 1, col - 1)


def ask_place(state: GameState) -> GameState:
    """Asks for the row and column to which the cursor should move."""
    return state.push_mode(GoToInput())
