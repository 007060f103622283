"""Shows the form of a custom game: size, mines, board type, assists and seed. It reports mistakes at once."""

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
# The form: its texts, their limits and mistakes, and the board that they make.
# ------------------------------------------------------------------------------

PERCENT = "%"
_SUGGESTED = 20
"""The suggested density in percent."""
_DENSITY = (f", or a density such as {_SUGGESTED}%", f", or {_SUGGESTED}%")


class Field(Enum):
    """The fields and then the buttons of the form, by name."""

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
NUMBERS = (*SIDES, Field.MINES)
TEXTS = (*NUMBERS, Field.SEED)
CHOICES = {
    Field.BOARDS: option_of("custom_boards"),
    Field.LEVEL: option_of("custom_assist"),
    Field.KEYS: option_of("custom_help_keys"),
}
"""The fields with values to choose from, and the settings that remember the values of custom games."""
FILLING = (Field.BEGINNER, Field.INTERMEDIATE, Field.EXPERT, Field.FIT)
"""The buttons that fill in a size and its mines."""
BUTTONS = (Field.START, *FILLING)
LENGTHS = {Field.WIDTH: 7, Field.HEIGHT: 7, Field.MINES: 7, Field.SEED: 40}
"""The most characters of a field, enough for every allowed value."""


class Problem(NamedTuple):
    """A mistake in a field, as a sentence and in a few words."""

    field: Field
    text: str
    short: str


@dataclass(frozen=True)
class CustomForm:
    """The texts of the fields, as they are stored."""

    texts: Mapping[Field, str]
    mines_typed: bool = False
    """Whether the player has typed the mines; otherwise a new size suggests some."""

    def text(self, field: Field) -> str:
        """Returns the text of a field."""
        return self.texts.get(field, "")

    def _with(self, texts: Mapping[Field, str]) -> CustomForm:
        return replace(self, texts={**self.texts, **texts})

    def turn(self, field: Field, by: int) -> CustomForm:
        """Chooses the next or previous value of a field."""
        return self._with({field: str(CHOICES[field].step(self.text(field), by))})

    def with_text(self, field: Field, text: str) -> CustomForm:
        """Changes the text of a field, cut to its length; a new size suggests mines."""
        form = self._with({field: text[: LENGTHS[field]]})
        if field is Field.MINES:
            return replace(form, mines_typed=bool(text))
        return form if field is Field.SEED or form.mines_typed else form._with_suggestion()

    def _with_suggestion(self) -> CustomForm:
        cells = self.cells
        if cells is None:
            return self
        return self._with({Field.MINES: str(max(1, min(cells - 1, (cells * _SUGGESTED + 50) // 100)))})

    def filled(self, width: int, height: int, mines: int | None = None) -> CustomForm:
        """Fills in a size and mines. Without mines, a density stays; a number is replaced by a suggestion."""
        form = self._with({Field.WIDTH: str(width), Field.HEIGHT: str(height)})
        if mines is not None:
            return replace(form._with({Field.MINES: str(mines)}), mines_typed=False)
        return form if self.has_density else replace(form, mines_typed=False)._with_suggestion()

    def step(self, field: Field, by: int) -> CustomForm:
        """Changes the number in a field within its limits."""
        text = self.text(field)
        if field is Field.MINES and self.has_density and is_mines_text(text):
            return self.with_text(field, f"{max(1.0, min(float(text[:-1]) + by, 99.0)):g}%")
        low, high = self.limits(field)
        return self.with_text(field, str(max(low, min((self.number(field) or 0) + by, high))))

    def number(self, field: Field) -> int | None:
        """Reads the number in a field, which for a density is the number of mines; None if it isn't a number."""
        cells = (self.cells or 0) if field is Field.MINES else 0
        text = self.text(field)
        return read_mine_count(text, cells) if is_mines_text(text) else None

    @property
    def has_density(self) -> bool:
        """Whether the mines are given as a density."""
        return self.text(Field.MINES).endswith(PERCENT)

    @property
    def cells(self) -> int | None:
        """The number of cells; None if the size isn't allowed."""
        if any(self._fault(side) for side in SIDES):
            return None
        return (self.number(Field.WIDTH) or 0) * (self.number(Field.HEIGHT) or 0)

    def limits(self, field: Field) -> tuple[int, int]:
        """Returns the smallest and largest allowed number of a field, given the other fields."""
        if field is Field.MINES:
            return 1, (self.cells or MAX_CELLS) - 1
        other = self.number(Field.HEIGHT if field is Field.WIDTH else Field.WIDTH) or 0
        if not 1 <= other <= MAX_CELLS:
            return 1, MAX_CELLS
        return 2 if other == 1 else 1, MAX_CELLS // other

    def problem(self, focus: Field) -> Problem | None:
        """Finds the first mistake; if two sides can't be combined, it is in the one with the focus."""
        for side in SIDES:
            if not 1 <= (self.number(side) or 0) <= MAX_CELLS:
                return self._fault(side)
        return self._fault(Field.WIDTH if focus is Field.WIDTH else Field.HEIGHT) or self._fault(Field.MINES)

    def turn_density(self) -> CustomForm:
        """Converts the number of mines to a density, or a density to a number."""
        count, cells = self.number(Field.MINES), self.cells
        if count is None or cells is None:
            return self
        percent = min(max(round(100 * count / cells), 1), 99)
        return self.with_text(Field.MINES, str(count) if self.has_density else f"{percent}%")

    def _fault(self, field: Field) -> Problem | None:
        """Describes the mistake in a number field, if there is one."""
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
        """Returns the board of a form without mistakes."""
        width, height, mines = (self.number(field) or 0 for field in NUMBERS)
        return BoardSpec(width, height, mines)


# ------------------------------------------------------------------------------
# The rows of the form.
# ------------------------------------------------------------------------------

_BOX = len("[  20%] = 1,234 mines")
"""The columns of a field's box, so that the notes after it don't move."""
_RATINGS = ((4.0, "easy"), (6.0, "medium"), (8.5, "hard"), (10.1, "extreme"))
_STEPS = {
    Action.LESS_BY_HUNDRED: -100,
    Action.LESS_BY_TEN: -10,
    Action.LEFT: -1,
    Action.RIGHT: 1,
    Action.MORE_BY_TEN: 10,
    Action.MORE_BY_HUNDRED: 100,
}


def _row(form: CustomForm, field: Field, is_focused: bool, is_wrong: bool, looks: TerminalLooks) -> Row:
    """Makes the row of a field: its name, its box, and a note, or buttons for the number with the focus."""
    style = "bad" if is_wrong else "text"
    short = CHOICES[field].short if field in CHOICES else ""
    name = TableCell((field.value, short) if short else (field.value,), style)
    about = _steps() if is_focused and field in NUMBERS else TableCell((*_notes(form, field), ""), "text.dim")
    return entry(field, name, _box(form, field, style, looks)._replace(least=_BOX), about)


def _box(form: CustomForm, field: Field, style: str, looks: TerminalLooks) -> TableCell:
    """Makes the box of a field. A click on the number next to the mines switches between number and density."""
    text = form.text(field)
    if field in CHOICES:
        return switch(looks, field, (CHOICES[field].word(text),))
    if field is Field.SEED:
        rooms = (max(7, min(len(text) + 1, _BOX - 2)), 8)
        # A seed that is too long for its box shows its end, where characters are typed.
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
    """Makes the buttons that change a number; on narrow screens some touch each other."""
    wide = buttons([(action, f"{by:+}") for action, by in _STEPS.items()], "bar")
    words = [(action, f"{by:+}" if abs(by) > 1 else f"{by:+}"[0]) for action, by in _STEPS.items()]
    parts = [Fragment(word, "bar", action) for action, word in words]
    gap = Fragment(" ", "text.dim")
    tight = (*parts[:2], gap, *parts[2:4], gap, *parts[4:])
    return wide._replace(forms=(wide.forms[0], buttons(words, "bar").forms[-1], tight))


def _notes(form: CustomForm, field: Field) -> tuple[str, ...]:
    """Describes the value of a field that isn't a number, longest form first."""
    if field in CHOICES:
        return (CHOICES[field].notes[form.text(field)],)
    if field is Field.SEED:
        is_known = form.text(field).strip()
        return ("the same seed gives the same board", "a known board") if is_known else ("empty: a new board",)
    return ()


def _about_board(form: CustomForm, focus: Field, model: Model) -> tuple[str, ...]:
    """Rates the board and says whether it fits this terminal, longest form first.

    Every form keeps the rating, because players in small terminals choose a density by it. The text is empty while the
    form has a mistake.
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
    """Shows the form with one of its fields or buttons in focus."""

    form: CustomForm
    focus: Field = Field.WIDTH
    fresh: bool = True
    """Whether the focus has just moved here, so that the first character replaces the text."""
    message: Message = SILENCE
    is_changed: bool = False
    """Whether the number with the focus was changed since the focus moved to it."""

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
        """Reports a mistake or the result of the last key; otherwise describes the focus.

        In small terminals, where the rating of the board has no row of its own, it follows each change of a number.
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
        return replace(self, form=self.form.with_text(self.focus, text), fresh=False, message=SILENCE, is_changed=True)

    def _turned(self) -> CustomScreen:
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
        if self.focus in NUMBERS:
            return replace(self, form=self.form.step(self.focus, by), fresh=True, message=SILENCE, is_changed=True)
        if self.focus in CHOICES and abs(by) == 1:
            return replace(self, form=self.form.turn(self.focus, by), message=SILENCE)
        if self.focus in BUTTONS and abs(by) == 1:
            return self.focused_on(BUTTONS[max(0, min(BUTTONS.index(self.focus) + by, len(BUTTONS) - 1))])
        return self

    def _select(self, model: Model) -> Model:
        if self.focus in FILLING:
            is_preset = self.focus is not Field.FIT
            room = (model.rows, model.cols, model.settings.text("cell_size"))
            size = model.settings.presets[self.focus.value.lower()] if is_preset else largest_board(*room)
            return model.with_top(replace(self, form=self.form.filled(*size), message=SILENCE))
        return self._start(model)

    def _start(self, model: Model) -> Model:
        """Starts the game, or moves to the field with a mistake."""
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
        """Changes the value under the pointer, up for more; elsewhere moves the focus."""
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
    """Opens the form, filled in with the custom game last played."""
    settings = model.settings
    texts = dict(zip(NUMBERS, map(str, settings.custom), strict=True))
    texts |= {field: settings.text(option.name) for field, option in CHOICES.items()}
    density = settings.custom_density
    texts |= {Field.MINES: density} if density else {}
    return model.push(CustomScreen(CustomForm(texts, mines_typed=bool(density))))
