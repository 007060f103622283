"""The lists of choices over a board: during a pause, after the end of a game, and of everything that a mode offers.

While a list is open, the clock stands still. During a pause the board is hidden, because otherwise a pause would be
time to think. The functions at the end lead from the board to the lists, to other screens and out of the program. The
entries are actions, so a key does the same as choosing its entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from minesweeper.boards.daily_seed import DAILY
from minesweeper.core.boardspec import FAIR
from minesweeper.core.late import LateModule
from minesweeper.core.sizes import SpecError
from minesweeper.core.text import capitalise
from minesweeper.core.times import clock_text
from minesweeper.play.analysis_board import MOST_CELLS, analysis_board
from minesweeper.play.game import Phase
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import BINDINGS, Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.fitting import make_room
from minesweeper.ui.draw.geometry import Geometry, Rect, is_compact
from minesweeper.ui.game.game_draw import draw_scene, game_chrome, game_header
from minesweeper.ui.game.game_state import GameState
from minesweeper.ui.game.questions import abandon_question, ask_about
from minesweeper.ui.widgets.chrome import SILENCE, Chrome, ChromeSpec, KeyHint, Message, arrange_chrome, say
from minesweeper.ui.widgets.header import draw_edge, draw_strip
from minesweeper.ui.widgets.page import MARK_COLS, ListScreen, Page, Row, arrange_rows, entry, fit_rows

if TYPE_CHECKING:
    from minesweeper.ui.game import end_mode, game_screen
else:
    game_screen = LateModule("minesweeper.ui.game.game_screen")
    end_mode = LateModule("minesweeper.ui.game.end_mode")


Choices = Mapping[Action, str]
"""The entries of a list: actions with their texts."""
_HINTS: list[KeyHint] = [(Action.SELECT, "choose"), (Action.BACK, "back"), (Action.HELP, "help")]
"""The key hints of a list."""
_LIST_KEYS = frozenset(
    {
        *(Action.UP, Action.DOWN, Action.ROW_START, Action.ROW_END, Action.PAGE_UP, Action.PAGE_DOWN),
        *(Action.SELECT, Action.BACK),
    }
)
"""The actions that move through a list, choose an entry or close the list."""
_ASSISTANTS = {
    Action.TIP: ("tip: a provable move", "tip"),
    Action.GUESS: ("best guess", "best guess"),
    Action.OVERLAY: ("safe cells, then odds", "safe, odds"),
    Action.SIMPLE_STEP: ("simple solver: one move", "simple: one"),
    Action.SIMPLE_ALL: ("simple solver: all moves", "simple: all"),
    Action.SMART_STEP: ("smart solver: one move", "smart: one"),
    Action.SMART_ALL: ("smart solver: all moves", "smart: all"),
    Action.EXACT_STEP: ("exact solver: one move", "exact: one"),
    Action.EXACT_ALL: ("exact solver: all moves", "exact: all"),
    Action.UNLOCK: ("unlock: open safe cells", "unlock"),
    Action.BOT: ("bot: finish this game", "bot"),
}
"""The assistants in the list of the pause, each with a text for large and one for small screens."""
BRIEF = {
    "list of moves": "moves",
    "keep playing": "play on",
    "practise this": "practise",
    "show numbers": "numbers",
    "hide numbers": "no numbers",
    "next bot game": "next bot",
}
"""Shorter forms of some entries, so that a list has room beside a board."""
_ONLY_KEYS = frozenset({Action.COPY_CODE, Action.ANALYSE})
"""What can be done after a game by key although the list doesn't have it. This keeps the list short."""


class ChoicesScreen(ListScreen):
    """A list of choices above a game. Choosing an entry closes the list and carries out its action."""

    state: GameState
    """The game below."""
    choices: Choices
    title: str
    """The title in the edge of the list."""
    why: Message = SILENCE
    """The reason for a pause that the player didn't ask for. Otherwise empty."""
    selected: Action | None = None
    """The selected entry, or None for the first one."""
    kind: Context = Context.PAUSED
    """The context of the game below, whose keys work here too."""
    message: Message = SILENCE

    wraps = True
    targets_per_page = 99

    @property
    def context(self) -> Context:
        return self.kind

    @property
    def shows_board(self) -> bool:
        """Whether the board stays in view. It doesn't during a pause, which would otherwise be time to think."""
        return self.kind is not Context.PAUSED

    @property
    def targets(self) -> tuple[Action, ...]:
        return tuple(self.choices)

    @property
    def focus(self) -> Action:
        return self.selected or self.targets[0]

    def _now(self, model: Model) -> GameState:
        """The state of the game with the current terminal and settings of the model."""
        return self.state._replace(env=model.env)

    def board_geometry(self, model: Model) -> Geometry:
        """Where the board is while the list is shown."""
        return self._scene(model)[0].geometry

    def _scene(self, model: Model) -> tuple[GameState, Rect]:
        """The state with the board at its place, and the box of the list.

        The board moves to the side to make room for the box. During a pause, the box lies inside the empty frame of the
        board instead.
        """
        state = self._now(model)
        geometry, room = state.geometry, model.cols - 2
        lines = fit_rows(tuple(self._rows(model)), room - 2)
        width = min(room, max(spot.end for line in lines for spot in line.spots) + 3) + 2
        height = len(self.choices) + 2
        if self.shows_board:
            _, col = geometry.place(state.looks.view, *state.cursor)
            keys = max(len(self._key(model, action)) for action in self.choices)
            least = 1 + MARK_COLS + keys + 1 + max(len(BRIEF.get(text, text)) for text in self.choices.values())
            is_taken = geometry.right_panel is not None or state.view().picture is not None
            moved, box = make_room(geometry, height, width, col, least=least, is_taken=is_taken)
            return state._replace(moved=moved), box
        frame, last = geometry.frame, model.rows - 2
        height = min(height, last - geometry.strip.top - 1)
        top = frame.top + (frame.height - height) // 2
        left = max(0, min(frame.left + (frame.width - width) // 2, model.cols - width))
        return state, Rect(max(geometry.strip.top + 1, min(top, last - height)), left, height, width)

    def page(self, model: Model) -> Page:
        if self._now(model).geometry.is_compact:
            return self._compact_page(model)
        state, box = self._scene(model)
        spec = ChromeSpec(
            self.hints_of(_HINTS), self._said(model), most_lines=2, frame=state.geometry.frame, is_low=True
        )
        chrome = arrange_chrome(model, self.context if self.asks() else Context.PAUSED, spec)
        if state.moved and not spec.message:
            chrome, box = _with_result(chrome, box, state)
        page = arrange_rows(chrome, self._rows(model), _inside(box), self.focus)
        in_list = "" if page.is_whole else f" {self.place(page)} "
        chrome = chrome._replace(top=box.top, left=page.room.left + 1, width=page.room.width - 2)
        return page._replace(chrome=chrome.titled([f" {self.title} "], in_list))

    def _compact_page(self, model: Model) -> Page:
        """The list on a small screen.

        It lies below a line with mines left and time, and has no key hints unless it asks a question.
        """
        asking = self.asks()
        spec = ChromeSpec(
            self.hints_of(_HINTS) if asking else [],
            self._said(model),
            most_lines=3 if asking else 1,
            covers_hints=not asking,
            is_low=True,
        )
        chrome = arrange_chrome(model, self.context if asking else Context.PAUSED, spec)
        height = min(len(self.choices), (chrome.end if chrome.lines else model.rows) - 1)
        page = arrange_rows(chrome, self._rows(model), Rect(1, 0, height, model.cols), self.focus)
        status = f"{model.looks.glyphs.mine}{self.state.game.mines_left} {clock_text(self.state.session.elapsed)}"
        in_list = "" if page.is_whole else self.place(page)
        return page._replace(chrome=chrome.titled([f"{status} {self.title}", status], in_list))

    def _rows(self, model: Model) -> list[Row]:
        """The lines of the list: each entry with its key."""
        choices = [(action, self._key(model, action), text) for action, text in self.choices.items()]
        if self._now(model).geometry.is_compact:
            return [entry(action, f"{key} {text}") for action, key, text in choices]
        # A box is narrow, so its columns stand close together. An extra blank keeps keys and texts apart.
        return [entry(action, (f"{key} ", key), (text, BRIEF.get(text, text))) for action, key, text in choices]

    def _key(self, model: Model, action: Action) -> str:
        """The name of the key for an action: the key in this list or, if it has none here, the key in the game."""
        here = action in model.keymap.bindings[self.context]
        return model.keymap.label(self.context if here else Context.GAME, action)

    def pick(self, model: Model) -> Model:
        return self.choose(model, self.focus)

    def type_key(self, model: Model, key: str) -> Model | None:
        if self.asks():
            return super().type_key(model, key)
        # The keys that move through a list are the same everywhere. All other keys mean what they mean in the game.
        action = model.keymap.action(Context.PAUSED, key)
        if action not in _LIST_KEYS:
            action = model.keymap.action(self.context, key) or model.keymap.action(Context.GAME, key)
        if self.kind is Context.OVER and action in _ONLY_KEYS:
            return self._do(model, action)
        return self.act(model, action) if action in _LIST_KEYS or action in self.targets else None

    def act_here(self, model: Model, action: Action) -> Model:
        # Quitting is left to the game, which asks first if it can't be saved.
        if action is not Action.QUIT and action in self.targets:
            return self.choose(model, action)
        return _close_lists(model) if action in (Action.RESUME, Action.MORE) else super().act_here(model, action)

    def choose(self, model: Model, action: Action) -> Model:
        """Carries out a choice.

        If it would end the running game, it asks first. Assists don't ask here, because the game asks before them.
        """
        lost = "" if action in _ASSISTANTS else abandon_question(self.state, action)
        return self.focused_on(action).ask(model, action, lost) if lost else self._do(model, action)

    def answer(self, model: Model, yes: bool) -> Model:
        model, action = model.with_top(self.without_message()), self.message.asks
        return self._do(model, action) if yes and action else model

    def _do(self, model: Model, action: Action) -> Model:
        """Carries out a choice without a question: closes the lists and gives the action to the screen below, or opens
        the list of assistants.
        """
        if action is Action.QUIT:
            return model.pop_and_act(action)
        if action is Action.ASSISTANTS:
            return model.push(_assistants_screen(self._now(model)))
        model = _close_lists(model)
        if action is Action.RESUME:
            return model
        # After a question here, or if the game is over, the game must not ask again. It does ask before assists, and
        # for actions from the lists of modes.
        is_sure = self.kind is Context.OVER or (self.kind is Context.PAUSED and action not in _ASSISTANTS)
        if is_sure and isinstance(model.top, game_screen.GameScreen):
            return model.top.choose(model, action)
        return model.top.act(model, action)

    def _said(self, model: Model) -> Message:
        """The message below the list: an answer to the last key, the reason for the pause, or a warning that the game
        can't be saved.
        """
        problem = model.cache.problem
        if self.message or not problem or self.shows_board:
            return self.message or self.why
        return say(*(f"{text} {problem}" for text in self.why.texts), problem, "NOT SAVED", alarm=True)

    def draw(self, model: Model, canvas: Canvas) -> None:
        page = self.page(model)
        if not self._now(model).geometry.is_compact:
            state, _ = self._scene(model)
            box = _around(page.room)
            self._draw_board(state, canvas, box)
            for row in range(box.top, box.top + box.height):
                canvas.write(row, box.left, " " * box.width, "text")
            if box.left + box.width <= model.cols:
                model.looks.frame.draw(canvas, box)
        page.draw(canvas, model.looks)

    def _draw_board(self, state: GameState, canvas: Canvas, box: Rect) -> None:
        """Draws the board below the list or, during a pause, its empty frame."""
        geometry, looks = state.geometry, state.env.looks
        if self.shows_board:
            view = state.view()
            draw_scene(state, view, canvas)
            if view.picture and box.left < geometry.frame.left:
                view.picture(canvas)
            return
        header = game_header(state, paused=True)
        if _is_inside(box, geometry):
            looks.frame.draw(canvas, geometry.frame, geometry.goes_on(geometry.clamp(state.looks.view)))
            draw_edge(canvas, geometry, header)
        draw_strip(canvas, geometry, header, looks)


def _close_lists(model: Model) -> Model:
    """Closes all lists above the game."""
    while isinstance(model.top, ChoicesScreen):
        model = model.pop()
    return model


def _inside(box: Rect) -> Rect:
    """The rectangle inside the edge of a box."""
    return Rect(box.top + 1, box.left + 1, box.height - 2, box.width - 2)


def _around(place: Rect) -> Rect:
    """The box around a rectangle."""
    return Rect(place.top - 1, place.left - 1, place.height + 2, place.width + 2)


def _with_result(chrome: Chrome, box: Rect, state: GameState) -> tuple[Chrome, Rect]:
    """Keeps the result of the game and its message on the screen, if they have room beside or below the list.

    The box of the list moves up for that if necessary. Returns the chrome and the box after these changes.
    """
    shown = game_chrome(state)
    if box.top >= state.geometry.below:
        has_room = shown.bar is not None and shown.bar.row < box.top
        return chrome._replace(bar=shown.bar if has_room else None), box
    end = min((line.row for line in shown.message), default=state.env.rows - 1)
    if shown.bar and box.left - len(shown.bar.text) < shown.bar.col < box.left + box.width:
        end = min(end, shown.bar.row)
    top = min(box.top, end - box.height)
    if top <= state.geometry.strip.top:
        return chrome, box
    return chrome._replace(bar=shown.bar, message=shown.message, signs=shown.signs), box._replace(top=top)


def _is_inside(box: Rect, geometry: Geometry) -> bool:
    """Whether a box lies completely inside the frame of the board. Otherwise the box is drawn without the frame."""
    frame = geometry.frame
    is_low = frame.top < box.top and box.top + box.height < frame.top + frame.height
    return is_low and frame.left + 1 < box.left and box.left + box.width + 1 < frame.left + frame.width


def _moves_choice(state: GameState) -> Choices:
    """The entry for the list of moves. Empty before the first move."""
    return {Action.TRACE: "list of moves"} if state.session.moves else {}


def result_choices(state: GameState) -> ChoicesScreen:
    """The list of choices after the end of a game.

    On small screens it includes the figures, which have no other place there.
    """
    more = {Action.TIP: "figures"} if is_compact(state.env.rows, state.env.cols) else {}
    if state.game.phase is Phase.LOST:
        ended = end_mode.end_of(state)
        numbers = "hide numbers" if ended.shows_numbers else "show numbers"
        more = {Action.UNDO: "keep playing", **dict(ended.proof_hints()), Action.PRACTISE: "practise this"}
        more[Action.NUMBERS] = numbers
    choices = {
        Action.NEW_GAME: "new game",
        Action.SAME_BOARD: "same seed" if state.session.board_type == FAIR else "same board",
        **more,
        Action.WATCH: "replay",
        **_moves_choice(state),
        **({Action.COPY_CODE: "share"} if state.session.preset == DAILY else {}),
        Action.BOT: "next bot game" if state.is_bots else "bot game",
        Action.STATISTICS: "statistics",
        Action.MAIN_MENU: "main menu",
        Action.QUIT: "quit",
    }
    return ChoicesScreen(state, choices, "What next", kind=Context.OVER)


_FAMILIES = ("MOVE_", "SCROLL_", "PAGE_", "ROW_", "CLUE_", "NEXT_", "PREVIOUS_")
"""The first words in the names of actions that move the cursor, scroll, type a clue or go one step."""
_BY_POINTER = frozenset(
    {
        *(Action.OPEN, Action.FLAG, Action.GIVE_MINE, Action.HIDE, Action.ERASE, Action.CLEAR, Action.SELECT),
        *(Action.GO_TO, Action.MORE, Action.BACK, Action.HELP, Action.REDRAW, Action.QUIT),
        *(action for action in Action if action.name.startswith(_FAMILIES)),
    }
)
"""The actions that a mouse can do without a list, by a click on the board, by the wheel or by a key hint."""


_LONGEST = 36
"""The largest number of characters of an entry, so that the list doesn't cover more than the board."""


def mode_screen(state: GameState) -> ChoicesScreen:
    """The list of everything that can be done in the current mode, for players who use only the mouse.

    A mode may have its own list; otherwise this one has every key of the context that the mouse can't replace.
    """
    own = state.mode.choices(state)
    if own is not None:
        return ChoicesScreen(state, own, state.context.title, kind=state.context)
    choices = {}
    for action, binding in BINDINGS[state.context].items():
        room = min(_LONGEST, state.env.cols - len(f"> {state.env.keymap.label(state.context, action)} "))
        if action not in _BY_POINTER:
            choices[action] = binding.meaning if len(binding.meaning) <= room else action.title.lower()
    return ChoicesScreen(state, choices, state.context.title, kind=state.context)


# ------------------------------------------------------------------------------
# The ways from the board
# ------------------------------------------------------------------------------


def leave_program(state: GameState) -> GameState:
    """Quits the program. If a running game can't be saved, it asks first."""
    if not state.is_running or state.is_unrecorded or state.env.cache.problem is None:
        return state.then(Model.quit)
    short = "Quit? This game can't be saved."
    texts = f"{short} {state.env.cache.problem}", short
    return ask_about(state, Action.QUIT, lambda state: state.then(Model.quit), *texts)


def show_moves(state: GameState) -> GameState:
    """Opens the list of moves. Choosing a move shows its cell or, once the game is over, the replay at this move."""
    session, is_over = state.session, state.game.is_over
    if not session.moves:
        return state.say("You haven't made a move in this game yet.", "No move was made yet.")
    go, hint = (_watch_from, "watch") if is_over else (_look_at, "show")
    return state.then(routes.move_list.open_moves, session, session.assistants, go, hint=hint)


def _watch_from(model: Model, number: int) -> Model:
    """Opens the replay of the finished game just before the move with this number."""
    assert isinstance(model.top, game_screen.GameScreen)
    return model.top.change(model, lambda state: end_mode.watch_game(state, number))


def _look_at(model: Model, number: int) -> Model:
    """Moves the cursor to the cell of the move with this number. Moves without a cell leave the cursor where it is."""
    assert isinstance(model.top, game_screen.GameScreen)
    cell = model.top.state.session.moves[number].place
    return model if cell is None else model.top.change(model, lambda state: state.move_to_cell(cell))


def show_analysis(state: GameState) -> GameState:
    """Opens the position with its flags on the analysis board.

    The mines aren't copied, but the analysis helps, so a running game becomes assisted.
    """
    game = state.game
    try:
        board = analysis_board(game.position, game.flags)
    except SpecError as error:
        return state.say(f"{capitalise(str(error))}.", f"Too large: at most {MOST_CELLS:,} cells.")
    if state.is_running:
        state = state._replace(session=state.session.with_assistant("analysis"))
    # The analysis board doesn't know that the first cell is never a mine, so the message says it.
    rule = "In the game the first cell is never a mine; here that is not known.", "The first cell is never a mine."
    message = rule if game.phase is Phase.READY else ()
    return state.then(routes.analysis_mode.open_board, board, state.cursor, *message)


def pause(state: GameState, reason: str = "") -> GameState:
    """Pauses the game, which hides the board, and opens its list of choices.

    ``reason`` says why, if it wasn't the player who paused.
    """
    is_saved, is_small = state.env.cache.problem is None, is_compact(state.env.rows, state.env.cols)
    choices = {
        Action.RESUME: "resume",
        Action.NEW_GAME: "new game",
        Action.GIVE_UP: "give up" if is_small else "give up, show mines",
        Action.MAIN_MENU: "save, main menu" if is_saved else "menu, not saved",
        Action.QUIT: "save and quit" if is_saved else "quit, not saved",
        Action.ASSISTANTS: "assistants ...",
        **_moves_choice(state),
    }
    why = say(reason and f"Paused: {reason}.")
    return state.then(Model.push, ChoicesScreen(state, choices, Context.PAUSED.title, why))


def _assistants_screen(state: GameState) -> ChoicesScreen:
    """The list of assistants. Players who use only the mouse couldn't reach most of them otherwise."""
    is_small = is_compact(state.env.rows, state.env.cols)
    choices = {action: texts[is_small] for action, texts in _ASSISTANTS.items()}
    # In a fair game, a guess survives wherever nothing can be proved, so nobody needs to unlock anything.
    if state.session.is_judged:
        del choices[Action.UNLOCK]
    return ChoicesScreen(state, choices, "Assistants")


def show_more(state: GameState) -> GameState:
    """Opens the list of choices after a game or, before its end, of everything that the current mode offers."""
    is_over = state.context is Context.OVER
    return state.then(Model.push, result_choices(state) if is_over else mode_screen(state))


def main_menu(state: GameState) -> GameState:
    """Returns to the menu, which keeps a running game so that the player can go on with it."""
    return state.then(Model.to_menu)
