"""The form for a custom game: size, mines, board type, assists and seed.

`CustomForm` has the texts of the fields, checks them and turns them into a `BoardSpec`, and `CustomScreen` shows and
edits them. A mistake is shown as soon as it is typed, and the game starts only when the form has none. The mines can be
a number or a density in percent.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from minesweeper.boards.measures import difficulty
from minesweeper.core.boardspec import BoardSpec, is_mines_text, read_mine_count
from minesweeper.core.sizes import MAX_CELLS
from minesweeper.core.text import capitalise, plural
from minesweeper.play.session import new_session
from minesweeper.storage.options import option_of
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, replace
from minesweeper.ui.draw.fitting import largest_board, smallest_screen
from minesweeper.ui.draw.geometry import COMPACT_COLS, STRIP_ROWS, arrange
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, column_width, say
from minesweeper.ui.widgets.controls import buttons, heading, start_button, switch
from minesweeper.ui.widgets.page import (
    LIST_WIDTH,
    NOTE,
    Fragment,
    Page,
    PageScreen,
    PageSpec,
    Row,
    TableCell,
    blank,
    entry,
    note,
)

# ------------------------------------------------------------------------------
# The contents of the form
# ------------------------------------------------------------------------------

PERCENT = "%"
"""The end of a text that is a density. Also the key and the click target that switch between number and density."""
_SUGGESTED = 20
"""The density that the form suggests, in percent."""
_DENSITY = (f", or a density such as {_SUGGESTED}%", f", or {_SUGGESTED}%")
"""Words that mention the density as another way to give the mines, long and short."""


class Field(Enum):
    """The fields and then the buttons of the form, in the order in which the focus moves.

    The values are their names on the screen.
    """

    WIDTH = "Width"
    HEIGHT = "Height"
    MINES = "Mines"
    BOARDS = "Board type"
    LEVEL = "Assist level"
    KEYS = "Unranked play"
    SEED = "Seed"
    START = "Start"
    BEGINNER = "Beginner"
    INTERMEDIATE = "Intermediate"
    EXPERT = "Expert"
    FIT = "My terminal"


FIELDS = tuple(Field)
SIDES = (Field.WIDTH, Field.HEIGHT)
"""The fields of width and height."""
NUMBERS = (*SIDES, Field.MINES)
"""The fields that take a number."""
TEXTS = (*NUMBERS, Field.SEED)
"""The fields into which the player types."""
CHOICES = {
    Field.BOARDS: option_of("custom_boards"),
    Field.LEVEL: option_of("custom_assist"),
    Field.KEYS: option_of("custom_help_keys"),
}
"""The fields whose values the player chooses from a list, each with the option that has the list.

These options also remember the choices for the next custom game.
"""
FILLING = (Field.BEGINNER, Field.INTERMEDIATE, Field.EXPERT, Field.FIT)
"""The buttons that fill in a size, three of them with mines. *My terminal* fills in the largest board that fits."""
BUTTONS = (Field.START, *FILLING)
LENGTHS = {Field.WIDTH: 7, Field.HEIGHT: 7, Field.MINES: 7, Field.SEED: 40}
"""The most characters of each field. Every value that is allowed fits."""


class Problem(NamedTuple):
    """A mistake in a field, described in a sentence and in a few words."""

    field: Field
    text: str
    short: str


@dataclass(frozen=True)
class CustomForm:
    """What the fields contain. The texts may have mistakes, because the player is still typing."""

    texts: Mapping[Field, str]
    mines_typed: bool = False
    """Whether the player typed the mines. If not, the form suggests a number of mines for each new size."""

    def text(self, field: Field) -> str:
        """The text of a field, or "" if it is empty."""
        return self.texts.get(field, "")

    def _with(self, texts: Mapping[Field, str]) -> CustomForm:
        return replace(self, texts={**self.texts, **texts})

    def turn(self, field: Field, by: int) -> CustomForm:
        """Changes a field to the next of its values or, if ``by`` is negative, to the one before."""
        return self._with({field: str(CHOICES[field].step(self.text(field), by))})

    def with_text(self, field: Field, text: str) -> CustomForm:
        """Replaces the text of a field.

        A text that is too long is cut. After a change of the size, mines are suggested unless the player typed some.
        """
        form = self._with({field: text[: LENGTHS[field]]})
        if field is Field.MINES:
            return replace(form, mines_typed=bool(text))
        return form if field is Field.SEED or form.mines_typed else form._with_suggestion()

    def _with_suggestion(self) -> CustomForm:
        """Fills in the suggested number of mines, if the size is allowed."""
        cells = self.cells
        if cells is None:
            return self
        return self._with({Field.MINES: str(max(1, min(cells - 1, (cells * _SUGGESTED + 50) // 100)))})

    def filled(self, width: int, height: int, mines: int | None = None) -> CustomForm:
        """Fills in a size and, unless ``mines`` is None, a number of mines.

        If it is None, a density stays as it is, and a number is replaced by a suggestion for the new size.
        """
        form = self._with({Field.WIDTH: str(width), Field.HEIGHT: str(height)})
        if mines is not None:
            return replace(form._with({Field.MINES: str(mines)}), mines_typed=False)
        return form if self.has_density else replace(form, mines_typed=False)._with_suggestion()

    def step(self, field: Field, by: int) -> CustomForm:
        """Adds ``by`` to the number in a field, but stays within its limits.

        A density changes by so many percent. An empty field counts as 0.
        """
        text = self.text(field)
        if field is Field.MINES and self.has_density and is_mines_text(text):
            return self.with_text(field, f"{max(1.0, min(float(text[:-1]) + by, 99.0)):g}%")
        low, high = self.limits(field)
        return self.with_text(field, str(max(low, min((self.number(field) or 0) + by, high))))

    def number(self, field: Field) -> int | None:
        """The number in a field, or None if the text isn't a number.

        For a density it is the number of mines on the board.
        """
        cells = (self.cells or 0) if field is Field.MINES else 0
        text = self.text(field)
        return read_mine_count(text, cells) if is_mines_text(text) else None

    @property
    def has_density(self) -> bool:
        """Whether the mines are given as a density."""
        return self.text(Field.MINES).endswith(PERCENT)

    @property
    def cells(self) -> int | None:
        """The number of cells, or None if the size has a mistake."""
        if any(self._fault(side) for side in SIDES):
            return None
        return (self.number(Field.WIDTH) or 0) * (self.number(Field.HEIGHT) or 0)

    def limits(self, field: Field) -> tuple[int, int]:
        """The smallest and the largest number that a field may have while the other fields stay as they are."""
        if field is Field.MINES:
            return 1, (self.cells or MAX_CELLS) - 1
        other = self.number(Field.HEIGHT if field is Field.WIDTH else Field.WIDTH) or 0
        if not 1 <= other <= MAX_CELLS:
            return 1, MAX_CELLS
        return 2 if other == 1 else 1, MAX_CELLS // other

    def problem(self, focus: Field) -> Problem | None:
        """The first mistake in the form, or None.

        If width and height are only too large together, the mistake is in the one with the focus, because the player is
        typing there.
        """
        for side in SIDES:
            if not 1 <= (self.number(side) or 0) <= MAX_CELLS:
                return self._fault(side)
        return self._fault(Field.WIDTH if focus is Field.WIDTH else Field.HEIGHT) or self._fault(Field.MINES)

    def turn_density(self) -> CustomForm:
        """Converts the number of mines into a density, or a density into the number of mines.

        If the form has a mistake that prevents this, nothing changes.
        """
        count, cells = self.number(Field.MINES), self.cells
        if count is None or cells is None:
            return self
        percent = min(max(round(100 * count / cells), 1), 99)
        return self.with_text(Field.MINES, str(count) if self.has_density else f"{percent}%")

    def _fault(self, field: Field) -> Problem | None:
        """The mistake in a number field, or None if it has none."""
        low, high = self.limits(field)
        text, name, number = self.text(field), field.value, self.number(field)
        if number is not None and low <= number <= high:
            return None
        fault = f"{name} {text} isn't a number" if text else f"{name} is empty"
        if number is not None:
            width, height = map(self.text, SIDES)
            beside = {Field.WIDTH: f"height {height}", Field.HEIGHT: f"width {width}"}.get(field, f"{width}x{height}")
            fault = f"{name} {text} is too {'small' if number < low else 'large'}"
            fault += f" for {beside}" if (low, high) != (1, MAX_CELLS) else ""
        long, short = _DENSITY if field is Field.MINES else ("", "")
        return Problem(field, f"{fault}. Use {low:,} to {high:,}{long}.", f"{name}: {low} to {high}{short}")

    def board(self) -> BoardSpec:
        """The board that the form describes. The form must not have a mistake."""
        width, height, mines = (self.number(field) or 0 for field in NUMBERS)
        return BoardSpec(width, height, mines)


# ------------------------------------------------------------------------------
# The rows of the form
# ------------------------------------------------------------------------------

_BOX = len("[  20%] = 1,234 mines")
"""The columns of the box of a field. All boxes have the same width, so that the notes after them are aligned."""
_RATINGS = ((4.0, "easy"), (6.0, "medium"), (8.5, "hard"), (10.1, "extreme"))
"""A word for the difficulty, with the difficulty at which the next word begins."""
_STEPS = {
    Action.LESS_BY_HUNDRED: -100,
    Action.LESS_BY_TEN: -10,
    Action.LEFT: -1,
    Action.RIGHT: 1,
    Action.MORE_BY_TEN: 10,
    Action.MORE_BY_HUNDRED: 100,
}
"""How much each key changes a number."""


def _row(form: CustomForm, field: Field, is_focused: bool, is_wrong: bool, looks: TerminalLooks) -> Row:
    """The row of a field: its name, its box, and a note about its value.

    A number that has the focus (``is_focused``) has buttons instead of the note. A field with a mistake (``is_wrong``)
    is shown in the colour of bad news.
    """
    style = "bad" if is_wrong else "text"
    short = CHOICES[field].short if field in CHOICES else ""
    name = TableCell((field.value, short) if short else (field.value,), style)
    about = _steps() if is_focused and field in NUMBERS else TableCell((*_notes(form, field), ""), "text.dim")
    return entry(field, name, _box(form, field, style, looks)._replace(least=_BOX), about)


def _box(form: CustomForm, field: Field, style: str, looks: TerminalLooks) -> TableCell:
    """The box of a field.

    The box of the mines also shows the density for a number, or the number for a density, and a click there switches
    between the two.
    """
    text = form.text(field)
    if field in CHOICES:
        return switch(looks, field, (CHOICES[field].word(text),))
    if field is Field.SEED:
        rooms = (max(7, min(len(text) + 1, _BOX - 2)), 8)
        # If a seed is too long for its box, the box shows the end of the seed, because the player types there.
        ends = [(text[1 - room :], room) for room in rooms]
        return TableCell(tuple((Fragment(f"[{end:{room}}]", style, caret=len(end) + 1),) for end, room in ends))
    loose, tight = (Fragment(box, style, caret=len(box) - 2) for box in (f"[{text:>5}]", f"[{text:>3}]"))
    if field in SIDES or form.problem(field):
        return TableCell(((loose,), (tight,)))
    board, sign = form.board(), "#" if form.has_density else PERCENT
    percent = f"{100 * board.density:.1f}%" if board.density >= 0.0005 else "<0.1%"
    exact, brief = (plural(board.mines, "mine"), board.mines) if form.has_density else (percent, f"{board.density:.0%}")
    pairs = [(loose, f" = {exact}"), (loose, f" = {brief}"), (tight, f"={brief}"), (loose, sign), (tight, sign)]
    return TableCell(tuple((box, Fragment(words, "text.dim", PERCENT)) for box, words in pairs))


def _steps() -> TableCell:
    """The buttons that change a number. If the row is narrow, some of them have no blank between them."""
    wide = buttons([(action, f"{by:+}") for action, by in _STEPS.items()], "bar")
    words = [(action, f"{by:+}" if abs(by) > 1 else f"{by:+}"[0]) for action, by in _STEPS.items()]
    parts = [Fragment(word, "bar", action) for action, word in words]
    gap = Fragment(" ", "text.dim")
    tight = (*parts[:2], gap, *parts[2:4], gap, *parts[4:])
    return wide._replace(forms=(wide.forms[0], buttons(words, "bar").forms[-1], tight))


def _notes(form: CustomForm, field: Field) -> tuple[str, ...]:
    """Describes the value of a field in several forms, the longest first. Empty for numbers."""
    if field in CHOICES:
        return (CHOICES[field].notes[form.text(field)],)
    if field is Field.SEED:
        is_known = form.text(field).strip()
        return ("the same seed gives the same board", "a known board") if is_known else ("empty: a new board",)
    return ()


def _about_board(form: CustomForm, focus: Field, model: Model) -> tuple[str, ...]:
    """Rates the difficulty of the board and says whether this terminal can show all of it, in several forms, the
    longest first.

    Every form has the difficulty, because on small terminals, too, players choose a density by it. The only form is
    empty while the form has a mistake.
    """
    if form.problem(focus):
        return ("",)
    board = form.board()
    rating = difficulty(board)
    brief, word = f"Difficulty {rating:.1f}", next(word for limit, word in _RATINGS if rating < limit)
    hard, scaled = f"{brief} ({word}).", f"{brief} of 10 ({word})."
    has = f"{model.cols}x{model.rows}"
    if not arrange(model.rows, model.cols, board.width, board.height, model.settings.text("cell_size")).scrolls:
        return f"{scaled} Fits your {has} terminal.", f"{hard} Fits {has}.", hard, f"{brief}."
    rows, cols = smallest_screen(board.width, board.height)
    whole = f"Larger than your {has} terminal, so the view scrolls; {cols}x{rows} shows it whole."
    return f"{scaled} {whole}", f"{scaled} The view scrolls.", f"{hard} The view scrolls.", hard, f"{brief}."


class CustomScreen(PageScreen):
    """The form on the screen, with the focus on one of its fields or buttons."""

    form: CustomForm
    focus: Field = Field.WIDTH
    fresh: bool = True
    """Whether the next typed character replaces the text of the field instead of extending it.

    This is so until the player types into the field, and again after a key has changed its number.
    """
    message: Message = SILENCE
    is_changed: bool = False
    """Whether the player has changed the number with the focus since the focus came to it."""

    targets = FIELDS
    wraps = True
    context = Context.FORM

    def focused_on(self, target: Hashable) -> CustomScreen:
        assert isinstance(target, Field)
        return replace(self, focus=target, fresh=True, is_changed=False)

    def page(self, model: Model) -> Page:
        form, focus = self.form, self.focus
        problem = form.problem(focus)
        wrong = problem.field if problem else None
        shown = (*NUMBERS, *CHOICES, Field.SEED)
        fields = [_row(form, field, field is focus, field is wrong, model.looks) for field in shown]
        filling = buttons([(field, field.value) for field in FILLING], "bar", label="Fill in from:")
        rows = [
            heading("Board")._replace(rank=NOTE),
            *fields[: len(NUMBERS)],
            note(*_about_board(form, focus, model)),
            blank(),
            heading("Game")._replace(rank=NOTE),
            *fields[len(NUMBERS) :],
            blank(),
            start_button(Field.START, Field.START.value),
            blank(),
            Row((filling,)),
        ]
        message, most = self._said(model, problem), 1 if model.rows < STRIP_ROWS else 2
        return self.arrange_page(
            model,
            PageSpec(["Custom game"], rows, _hints(focus), message, reserved_rows=1, most_lines=most),
        )

    def _said(self, model: Model, problem: Problem | None) -> Message:
        """The message: a mistake, the result of the last key or, if there is neither, what the focus can be set to.

        On small terminals, the difficulty of the board has no row of its own. There the message gives it after each
        change of a number.
        """
        if problem:
            return say(*(self.message.texts or (problem.text, problem.short)), alarm=True)
        if self.message:
            return self.message
        is_rated = self.is_changed and (model.rows < STRIP_ROWS or model.cols < COMPACT_COLS)
        if self.focus in NUMBERS and not is_rated:
            low, high = self.form.limits(self.focus)
            if self.focus is Field.MINES:
                long, short = _DENSITY
                turns = f"{low:,} to {high:,}{long}. {PERCENT} switches between them."
                return say(turns, f"{low:,} to {high:,}{short}", f"{low} to {high}{short}")
            return say(f"{low:,} to {high:,}. The board can have up to {MAX_CELLS:,} cells.", f"{low:,} to {high:,}")
        if column_width(model, LIST_WIDTH) == LIST_WIDTH:
            return SILENCE
        is_field = self.focus in CHOICES or self.focus is Field.SEED
        texts = _notes(self.form, self.focus) if is_field else _about_board(self.form, self.focus, model)
        return say(*(capitalise(text).rstrip(".") + "." for text in texts if text))

    def type_key(self, model: Model, key: str) -> Model | None:
        character = " " if key == "space" else key
        if len(character) != 1 or model.keymap.action(self.context, key) is Action.HELP:
            return None
        is_number = self.focus is Field.MINES and not self.fresh and not self.form.has_density
        is_typing = self.focus is Field.SEED or is_number
        if character == PERCENT and not is_typing:
            return model.with_top(self._turned())
        digits = "0123456789.%" if self.focus is Field.MINES else "0123456789"
        if character.isprintable() if self.focus is Field.SEED else self.focus in NUMBERS and character in digits:
            text = "" if self.fresh else self.form.text(self.focus)
            return model.with_top(self._edited(text + character))
        if self.focus in NUMBERS and model.keymap.action(self.context, key) is None:
            long, short = _DENSITY if self.focus is Field.MINES else (" only", " only")
            message = say(f"{self.focus.value} takes digits{long}.", f"Digits{short}.")
            return model.with_top(replace(self, message=message))
        return None

    def _edited(self, text: str) -> CustomScreen:
        """The screen with another text in the field with the focus."""
        return replace(self, form=self.form.with_text(self.focus, text), fresh=False, message=SILENCE, is_changed=True)

    def _turned(self) -> CustomScreen:
        """The screen with the mines switched between number and density."""
        return replace(self.focused_on(Field.MINES), form=self.form.turn_density())

    def act_here(self, model: Model, action: Action) -> Model:
        if action in _STEPS:
            return model.with_top(self._stepped(_STEPS[action]))
        if action in (Action.ERASE, Action.CLEAR):
            if self.focus not in TEXTS:
                return model
            return model.with_top(self._edited(self.form.text(self.focus)[:-1] if action is Action.ERASE else ""))
        return self._select(model) if action is Action.SELECT else super().act_here(model, action)

    def _stepped(self, by: int) -> CustomScreen:
        """The screen after a key or the mouse wheel changed the value with the focus by ``by``.

        A choice or a row of buttons only moves by 1 or -1.
        """
        if self.focus in NUMBERS:
            return replace(self, form=self.form.step(self.focus, by), fresh=True, message=SILENCE, is_changed=True)
        if self.focus in CHOICES and abs(by) == 1:
            return replace(self, form=self.form.turn(self.focus, by), message=SILENCE)
        if self.focus in BUTTONS and abs(by) == 1:
            return self.focused_on(BUTTONS[max(0, min(BUTTONS.index(self.focus) + by, len(BUTTONS) - 1))])
        return self

    def _select(self, model: Model) -> Model:
        """Called for Enter and for clicks on buttons.

        A button that fills in a size does that, and everything else starts the game.
        """
        if self.focus in FILLING:
            is_preset = self.focus is not Field.FIT
            room = (model.rows, model.cols, model.settings.text("cell_size"))
            size = model.settings.presets[self.focus.value.lower()] if is_preset else largest_board(*room)
            return model.with_top(replace(self, form=self.form.filled(*size), message=SILENCE))
        return self._start(model)

    def _start(self, model: Model) -> Model:
        """Starts the game and remembers its values for the next one.

        If the form has a mistake, the focus moves there instead.
        """
        problem = self.form.problem(self.focus)
        if problem:
            return model.with_top(self.focused_on(problem.field))
        spec = self.form.board()
        name = model.settings.name_of(spec)
        board_type, level, permission = map(self.form.text, CHOICES)
        session = new_session(spec, name, self.form.text(Field.SEED).strip() or None, board_type=board_type)
        session = session._replace(assist_level=level, assist_permission=permission)
        density = self.form.text(Field.MINES) if self.form.has_density else ""
        settings = model.settings._replace(custom=spec, custom_density=density).with_value("last_board", name)
        for field, option in CHOICES.items():
            settings = settings.with_value(option.name, self.form.text(field))
        names = (option.name for option in CHOICES.values())
        return routes.game_screen.open_game(
            model.with_settings(settings, "custom", "last_board", *names).pop(), session
        )

    def press(self, model: Model, target: Hashable) -> Model:
        if target == PERCENT:
            return model.with_top(self._turned())
        screen = self.focused_on(target)
        return screen._select(model) if screen.focus in BUTTONS else model.with_top(screen)

    def turn(self, model: Model, name: Hashable, by: int) -> Model:
        return model.with_top(self.focused_on(name)._stepped(by))

    def roll(self, model: Model, target: Hashable, by: int) -> Model:
        """Changes the value under the mouse pointer.

        Rolling up gives more. Beside the fields, the wheel moves the focus.
        """
        field = target[0] if isinstance(target, tuple) else Field.MINES if target == PERCENT else target
        if isinstance(field, Field) and field in (*NUMBERS, *CHOICES):
            return model.with_top(self.focused_on(field)._stepped(-by))
        return super().roll(model, target, by)


def _hints(focus: Field) -> list[KeyHint]:
    hints: list[KeyHint] = [(Action.SELECT, "fill in" if focus in FILLING else "start"), (Action.NEXT_FIELD, "next")]
    if focus in CHOICES:
        hints.append((Action.RIGHT, "change"))
    return [*hints, (Action.BACK, "back"), (Action.HELP, "help")]


def open_custom(model: Model) -> Model:
    """Opens the form with the values of the custom game that was played last."""
    settings = model.settings
    texts = dict(zip(NUMBERS, map(str, settings.custom), strict=True))
    texts |= {field: settings.text(option.name) for field, option in CHOICES.items()}
    density = settings.custom_density
    texts |= {Field.MINES: density} if density else {}
    return model.push(CustomScreen(CustomForm(texts, mines_typed=bool(density))))
