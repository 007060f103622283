"""The custom game: size, mines, kind of boards, help and seed in a form that says at once what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NamedTuple

from minesweeper.boards.measures import difficulty
from minesweeper.core.cells import MAX_CELLS
from minesweeper.core.specs import BOARDS, BoardSpec, is_mines_text, read_mine_count
from minesweeper.play.assist_level import HELP_LEVELS
from minesweeper.play.session import new_session
from minesweeper.storage.options import choices_of
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Reading, Screen
from minesweeper.ui.base.routes import Route
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, MIN_COLS, MIN_ROWS, Rect, arrange, is_compact
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, Button, Chrome, KeyHint, Message, draw_box, lay_chrome, say
from minesweeper.ui.widgets.list_screen import place_in_list, rows_in_view

# ------------------------------------------------------------------------------
# The form of a custom game as text fields: what each may hold, what is wrong with it, which board it makes.
# ------------------------------------------------------------------------------

PERCENT = "%"
SUGGESTED_PERCENT = 20
MINES_EXAMPLE = f"a density such as {SUGGESTED_PERCENT}%"
_MOST_DIGITS = 9


class Field(Enum):
    """What the player can be on: fields to fill in, then buttons."""

    WIDTH = "Width"
    HEIGHT = "Height"
    MINES = "Mines"
    BOARDS = "Boards"
    LEVEL = "Help level"
    KEYS = "Help keys"
    SEED = "Seed"
    START = "Start"
    BEGINNER = "Beginner"
    INTERMEDIATE = "Intermediate"
    EXPERT = "Expert"
    FIT = "Fit my screen"


FIELDS = tuple(Field)
SIDES = (Field.WIDTH, Field.HEIGHT)
NUMBERS = (*SIDES, Field.MINES)
TEXTS = (*NUMBERS, Field.SEED)
CHOICES = {Field.BOARDS: BOARDS, Field.LEVEL: HELP_LEVELS, Field.KEYS: choices_of("help_keys")}
_CHOSEN = {Field.BOARDS: "boards", Field.LEVEL: "level", Field.KEYS: "keys"}
"""Which part of the form holds what was chosen."""
_BRIEF = {Field.LEVEL: "Help", Field.KEYS: "Keys"}
"""The names of fields where room is scarce, if they are others."""
ROWS = (*NUMBERS, *CHOICES, Field.SEED)
"""The fields that have a row of their own, from top to bottom."""
PRESET_BUTTONS = (Field.BEGINNER, Field.INTERMEDIATE, Field.EXPERT)
FILLING = (*PRESET_BUTTONS, Field.FIT)
"""The buttons that fill in a board."""
BUTTONS = (Field.START, *FILLING)
LENGTHS = {Field.WIDTH: 7, Field.HEIGHT: 7, Field.MINES: 7, Field.SEED: 40}
"""How many characters a field holds: enough for every allowed value, few enough to be shown."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with a field, as a sentence and in a few words."""

    field: Field
    text: str
    short: str


@dataclass(frozen=True)
class Form:
    """The texts of the fields."""

    width: str
    height: str
    mines: str
    seed: str = ""
    mines_typed: bool = False
    """Whether the mines are the player's own: then a new size suggests none."""
    boards: str = "normal"
    level: str = "single"
    keys: str = "on"

    def choice(self, field: Field) -> str:
        """Which of its words a field shows."""
        return str(getattr(self, _CHOSEN[field]))

    def turn(self, field: Field, by: int) -> Form:
        """The form with the next or the previous word in a field that has a few to choose from."""
        words = CHOICES[field]
        word = words[(words.index(self.choice(field)) + by) % len(words)]
        changed: dict[str, Any] = {_CHOSEN[field]: word}
        return replace(self, **changed)

    def text(self, field: Field) -> str:
        """What a field holds."""
        texts = {Field.WIDTH: self.width, Field.HEIGHT: self.height, Field.MINES: self.mines, Field.SEED: self.seed}
        return texts.get(field, "")

    def with_text(self, field: Field, text: str) -> Form:
        """The form with a field changed, cut to its length; a new size suggests mines."""
        text = text[: LENGTHS[field]]
        if field is Field.SEED:
            return replace(self, seed=text)
        if field is Field.MINES:
            return replace(self, mines=text, mines_typed=bool(text))
        form = replace(self, width=text) if field is Field.WIDTH else replace(self, height=text)
        return form if form.mines_typed else form._with_suggestion()

    def _with_suggestion(self) -> Form:
        cells = self.cells
        return self if cells is None else replace(self, mines=str(_suggested(cells)))

    def with_board(self, spec: BoardSpec) -> Form:
        """The form with a board's size and mines filled in; the rest stays."""
        width, height, mines = str(spec.width), str(spec.height), str(spec.mines)
        return replace(self, width=width, height=height, mines=mines, mines_typed=False)

    def with_size(self, width: int, height: int) -> Form:
        """The form with a size filled in; a density stays, and else mines are suggested."""
        form = replace(self, width=str(width), height=str(height))
        return form if self.mines.endswith("%") else replace(form, mines_typed=False)._with_suggestion()

    def step(self, field: Field, by: int) -> Form:
        """The form with the number of a field changed, within what is allowed."""
        text = self.text(field)
        if field is Field.MINES and text.endswith("%") and is_mines_text(text):
            return self.with_text(field, f"{max(1.0, min(float(text[:-1]) + by, 99.0)):g}%")
        low, high = self.limits(field)
        value = number_of(text) or 0
        return self.with_text(field, str(max(low, min(value + by, high))))

    @property
    def cells(self) -> int | None:
        """How many cells the board has, None while its size is not allowed."""
        if any(self._side_problem(side) for side in SIDES):
            return None
        return (number_of(self.width) or 0) * (number_of(self.height) or 0)

    def limits(self, field: Field) -> tuple[int, int]:
        """The smallest and the largest number that a field may hold, as the other fields are now."""
        if field is Field.MINES:
            return 1, (self.cells or MAX_CELLS) - 1
        other = self.text(Field.HEIGHT if field is Field.WIDTH else Field.WIDTH)
        beside = number_of(other) or 0
        if not 1 <= beside <= MAX_CELLS:
            return 1, MAX_CELLS
        return 2 if beside == 1 else 1, MAX_CELLS // beside

    def problem(self, focus: Field) -> Problem | None:
        """The first thing that is wrong; of two sides that don't go together the one that has the focus is named."""
        for side in SIDES:
            if not 1 <= (number_of(self.text(side)) or 0) <= MAX_CELLS:
                return self._side_problem(side)
        blamed = Field.WIDTH if focus is Field.WIDTH else Field.HEIGHT
        return self._side_problem(blamed) or self._mines_problem()

    def turn_density(self) -> Form:
        """The form with the mines as a density instead of a number, or the other way round."""
        text, cells = self.mines, self.cells
        if cells is None or not is_mines_text(text):
            return self.with_text(Field.MINES, text.removesuffix("%") if text.endswith("%") else f"{text}%")
        if text.endswith("%"):
            return self.with_text(Field.MINES, str(read_mine_count(text, cells)))
        percent = 100 * read_mine_count(text, cells) / cells
        return self.with_text(Field.MINES, f"{min(max(round(percent), 1), 99)}%")

    def _side_problem(self, field: Field) -> Problem | None:
        low, high = self.limits(field)
        text, name = self.text(field), field.value
        number = number_of(text)
        if number is not None and low <= number <= high:
            return None
        if number is not None:
            other = Field.HEIGHT if field is Field.WIDTH else Field.WIDTH
            fault = f"{name}: {text} is too {'small' if number < low else 'large'}"
            fault += f" for {other.value.lower()} {self.text(other)}" if (low, high) != (1, MAX_CELLS) else ""
        else:
            fault = f"{name}: {text} is no number" if text else f"{name} is empty"
        return Problem(field, f"{fault}. {low:,} to {high:,} are allowed.", f"{name}: {low} to {high}")

    def _mines_problem(self) -> Problem | None:
        low, high = self.limits(Field.MINES)
        text, short = self.mines, f"Mines: {low} to {high}, or {SUGGESTED_PERCENT}%"
        if not is_mines_text(text):
            fault = f"Mines: {text} is no number" if text else "Mines is empty"
            return Problem(Field.MINES, f"{fault}. {low:,} to {high:,} are allowed, or {MINES_EXAMPLE}.", short)
        count = read_mine_count(text, self.cells or 0)
        if low <= count <= high:
            return None
        fault = f"Mines: {text} is too {'few' if count < low else 'many'} for {self.width}x{self.height}"
        return Problem(Field.MINES, f"{fault}. {low:,} to {high:,} are allowed.", short)

    def board(self) -> BoardSpec:
        """The board that the form makes, when nothing is wrong with it."""
        width, height = number_of(self.width) or 0, number_of(self.height) or 0
        return BoardSpec(width, height, read_mine_count(self.mines, width * height))


def filled_form(settings: Settings) -> Form:
    """The form filled in with the custom game last played: its mines as they were typed, and its choices."""
    spec, density = settings.custom, settings.custom_density
    chosen = {_CHOSEN[field]: settings.text(name) for field, name in _KEPT.items()}
    mines = density or str(spec.mines)
    return Form(str(spec.width), str(spec.height), mines, mines_typed=bool(density), **chosen)


_KEPT = {Field.BOARDS: "custom_boards", Field.LEVEL: "custom_assist", Field.KEYS: "custom_help_keys"}
"""The settings that keep what was chosen: it stays here, and the presets have their own."""


def number_of(text: str) -> int | None:
    """The number that a text is, or None; one with more digits than any field needs is as good as the first of them."""
    if not (text.isascii() and text.isdecimal()):
        return None
    # int() refuses thousands of digits, and takes long for fewer.
    return int(text) if len(text) <= _MOST_DIGITS else 10**_MOST_DIGITS


def accepts(field: Field, character: str) -> bool:
    """Whether a character can be typed into a field."""
    if field is Field.SEED:
        return character.isprintable()
    return field in NUMBERS and (character in "0123456789" or (field is Field.MINES and character in ".%"))


def _suggested(cells: int) -> int:
    return max(1, min(cells - 1, (cells * SUGGESTED_PERCENT + 50) // 100))


# ------------------------------------------------------------------------------
# How the custom game's form looks, and which of its fields and buttons is under a place of the screen.
# ------------------------------------------------------------------------------

TITLE = "NEW CUSTOM GAME"
_BLOCK = 80
_BOX = 14
"""The columns of pointer and names."""
_SCALE_WIDTH, _SCALE_GAP = 34, 3
_TALL = 30
"""From so many rows on the form stands in the middle."""
_WORDS = ((4.0, "easy"), (6.0, "medium"), (8.5, "hard"), (10.1, "extreme"))
_MEANINGS = {
    "normal": "every layout is as likely",
    "no-guess": "logic alone finishes it",
    "single": "the flag key sets flags",
    "dual": "it goes on to a proposal",
    "intelligent": "certain moves are made for you",
    "on": "a game with help is assisted",
    "ask first": "the first help asks",
    "off": "help is refused",
}
# Blank rows above the title, below it, between groups and between fields: the loosest that fit are taken.
_GAPS = ((1, 2, 1, 1), (0, 1, 1, 1), (0, 1, 1, 0), (0, 0, 0, 0))


@dataclass(frozen=True)
class FormPicture:
    """What a drawn form shows."""

    form: Form
    focus: Field
    message: Message = SILENCE

    @property
    def problem(self) -> Problem | None:
        """What is wrong, if anything."""
        return self.form.problem(self.focus)

    @property
    def told(self) -> Message:
        """What is said: about the last key, or else about what is wrong."""
        problem = self.problem
        if problem is None:
            return self.message
        return say(*(self.message.texts or (problem.text, problem.short)), alarm=True)


class _Places(NamedTuple):
    """Where the parts of the form stand."""

    chrome: Chrome
    compact: bool
    left: int
    right: int
    """The columns of the pointer, and after the last one."""
    spots: dict[Field, Rect]
    """The box or the word of each field and button in view."""
    steps: tuple[Button, ...]
    """What changes the number that has the focus, for the mouse."""
    info_row: int = 0
    """The first of the rows about the board."""

    def turning(self, form: Form) -> tuple[Rect, str] | None:
        """The button beside the mines that makes a density of them, or a number, and what it says."""
        mines = self.spots.get(Field.MINES)
        if mines is None:
            return None
        left = mines.left + mines.width + 1
        words = ("in mines", "in #", "in#") if form.mines.endswith(PERCENT) else ("in %", "in%")
        word = next((word for word in words if left + len(word) <= self.right), PERCENT)
        return Rect(mines.top, left, 1, len(word)), word


def _places(picture: FormPicture, model: Model) -> _Places:
    rows, cols = model.rows, model.cols
    if is_compact(rows, cols) or _height(_GAPS[-1]) > rows - 3:  # a message of two lines, and the hints
        return _list_places(picture, model)
    chrome = lay_chrome(model, Context.FORM, form_hints(picture.focus, cols), picture.told, most=2)
    wide = cols - (_SCALE_WIDTH + _SCALE_GAP if _has_scale(model) else 0)
    left, right = ((wide - _BLOCK) // 2 + 6, (wide + _BLOCK) // 2 - 1) if cols >= _BLOCK else (1, cols - 1)
    limit = chrome.body.top + chrome.body.height
    gaps = next((gaps for gaps in _GAPS if _height(gaps) <= limit), _GAPS[-1])
    top, below_title, groups, fields = gaps
    if rows >= _TALL:
        top = (rows - _height(gaps)) // 2
    row = top + 1 + below_title
    spots = {}
    for field in ROWS:
        spots[field] = _spot(picture.form, field, row, left, right, _BOX)
        row += 1 + fields
    info_row = row - fields + groups
    row = info_row + 3 + groups
    spots[Field.START] = Rect(row, left + 4, 1, len(Field.START.value))
    col = left + 4
    for field in FILLING:
        spots[field] = Rect(row + 1, col, 1, len(field.value))
        col += len(field.value) + 3
    title = "   ".join(" ".join(word) for word in TITLE.split())
    chrome = chrome._replace(top=top, left=(cols - len(title)) // 2, width=len(title)).titled([title], "")
    return _Places(
        chrome, False, left, right, spots, _step_buttons(picture.focus, row, left + 14, right - left), info_row
    )


_STEP_TEXTS = {
    Action.LESS_BY_HUNDRED: "-100",
    Action.LESS_BY_TEN: "-10",
    Action.LEFT: "-",
    Action.RIGHT: "+",
    Action.MORE_BY_TEN: "+10",
    Action.MORE_BY_HUNDRED: "+100",
}


def _step_buttons(focus: Field, row: int, left: int, room: int) -> tuple[Button, ...]:
    """The buttons that change a number that has the focus; in 20 columns the first two touch, each with its sign."""
    result: list[Button] = []
    is_narrow = sum(map(len, _STEP_TEXTS.values())) + len(_STEP_TEXTS) - 1 > room
    for action, text in _STEP_TEXTS.items() if focus in NUMBERS else ():
        result.append(Button(row, left, len(text), action))
        left += len(text) + (0 if is_narrow and not result[1:] else 1)
    return tuple(result)


def _list_places(picture: FormPicture, model: Model) -> _Places:
    """All fields and buttons below each other, as many as there is room for, and a line about field or board."""
    cols, place, focus = model.cols, FIELDS.index(picture.focus), picture.focus
    told = picture.told or say(*(_ranges(picture.form, focus) if focus in NUMBERS else _board_texts(picture.form)))
    chrome = lay_chrome(model, Context.FORM, form_hints(focus, cols), told, left=0, gap=0, most=1)
    steps = _step_buttons(focus, chrome.end - 1, 1 if cols >= COMPACT_COLS else 0, cols)
    rows = rows_in_view(place, len(FIELDS), 1, chrome.body.height - bool(steps))
    spots = {FIELDS[index]: _spot(picture.form, FIELDS[index], row, 0, cols, 9) for index, row in rows.items()}
    chrome = chrome.titled(["Custom game"], place_in_list(place, len(FIELDS), len(spots)))
    return _Places(chrome, True, 0, cols, spots, steps)


def _board_texts(form: Form) -> list[str]:
    """What is said about the board that the form makes, longest first."""
    board = form.board()
    mark = difficulty(board)
    return [f"{_density(board)}  {_word(mark)} {mark:.1f}/10", f"{_density(board)} {_word(mark)} {mark:.1f}"]


def _height(gaps: tuple[int, int, int, int]) -> int:
    """The rows of title, fields, three lines about the board, and two of buttons, with the blank ones."""
    top, below_title, groups, fields = gaps
    return top + 1 + below_title + len(ROWS) + (len(ROWS) - 1) * fields + groups + 3 + groups + 2


def _has_scale(model: Model) -> bool:
    return model.cols >= _BLOCK + _SCALE_WIDTH + 2 * _SCALE_GAP and model.rows >= _TALL


def _spot(form: Form, field: Field, row: int, left: int, right: int, box: int) -> Rect:
    """The place of a field's box, or of a button in a list."""
    if field in BUTTONS:
        return Rect(row, left + 2, 1, len(_button_text(field, True)))
    if field in CHOICES:
        width = len(_choice_text(form, field, right - left))
        return Rect(row, min(left + box, right - width), 1, width)
    least = 5 if field in NUMBERS else 7
    shown = len(form.text(field)) + (0 if field in NUMBERS else 1)
    return Rect(row, left + box, 1, min(max(least, shown) + 2, right - left - box))


def _choice_text(form: Form, field: Field, room: int) -> str:
    word = form.choice(field)
    gap = " " if room >= COMPACT_COLS else ""
    return f"<{gap}{word.capitalize() if field is Field.LEVEL else word}{gap}>"


def _button_text(field: Field, compact: bool) -> str:
    return f"As {field.value}" if compact and field in PRESET_BUTTONS else field.value


def form_part_at(picture: FormPicture, model: Model, row: int, col: int) -> Field | Action | str | None:
    """The field or button under a place of the screen, the sign beside the mines, or the action of what is there."""
    places = _places(picture, model)
    turning = places.turning(picture.form)
    if turning and turning[0].holds(row, col):
        return PERCENT
    for field, spot in places.spots.items():
        # The name of a field stands for it.
        left = spot.left if field in BUTTONS else places.left
        if row == spot.top and left <= col < spot.left + spot.width:
            return field
    step = next((button.action for button in places.steps if button.holds(row, col)), None)
    return places.chrome.action_at(row, col) if step is None else step


def draw_form(canvas: Canvas, picture: FormPicture, model: Model) -> None:
    """Draws the whole form."""
    places = _places(picture, model)
    for field, spot in places.spots.items():
        _draw_field(canvas, picture, field, spot, places, model.looks)
    if not places.compact:
        _draw_info(canvas, picture, places, model)
        if _has_scale(model):
            _draw_scale(canvas, picture, places, model)
    for button in places.steps:
        canvas.write(button.row, button.col, _STEP_TEXTS[button.action], "key")
    turning = places.turning(picture.form)
    if turning:
        canvas.write(turning[0].top, turning[0].left, turning[1], "key")
    places.chrome.draw(canvas)


def _draw_field(canvas: Canvas, picture: FormPicture, field: Field, spot: Rect, places: _Places, looks: Looks) -> None:
    focused = field is picture.focus
    wrong = picture.problem is not None and picture.problem.field is field
    style = "bad" if wrong else "selected" if focused else "text"
    if field in BUTTONS:
        canvas.write(spot.top, spot.left, _button_text(field, places.compact), style)
        pointer_col = spot.left - 2
    elif field in CHOICES:
        name = _BRIEF.get(field, field.value) if places.compact else field.value
        canvas.write(spot.top, places.left + 2, name, "text")
        canvas.write(spot.top, spot.left, _choice_text(picture.form, field, places.right - places.left), style)
        pointer_col = places.left
        _draw_range(canvas, picture, field, spot, places)
    else:
        canvas.write(spot.top, places.left + 2, field.value, "bad" if wrong else "text")
        inner = spot.width - 2
        text = picture.form.text(field)
        # Of a seed that is too long for its box the end is shown, where characters are typed.
        shown = text.rjust(inner) if field in NUMBERS else text[-(inner - 1) :].ljust(inner)
        canvas.write(spot.top, spot.left, f"[{shown}]", style)
        pointer_col = places.left
        _draw_range(canvas, picture, field, spot, places)
        if focused:
            caret = inner if field in NUMBERS else 1 + min(len(text), inner - 1)
            canvas.place_cursor(spot.top, spot.left + caret)
    if focused:
        canvas.write(spot.top, pointer_col, looks.glyphs.pointer, "text")
        if field not in TEXTS:
            canvas.place_cursor(spot.top, spot.left, visible=False)


def _draw_range(canvas: Canvas, picture: FormPicture, field: Field, spot: Rect, places: _Places) -> None:
    """Says what a field may hold, in the longest form for which there is room; in a list a line of its own does."""
    if places.compact:
        return
    turning = places.turning(picture.form) if field is Field.MINES else None
    after = spot.left + spot.width + 2 + (turning[0].width if turning else 0)
    for text in _ranges(picture.form, field):
        for col in (max(places.left + _BOX + 13, after), after):
            if col + len(text) <= places.right:
                canvas.write(spot.top, col, text, "text.dim")
                return


def _ranges(form: Form, field: Field) -> list[str]:
    if field in CHOICES:
        words = ", ".join(word.capitalize() if field is Field.LEVEL else word for word in CHOICES[field])
        return [f"{_MEANINGS[form.choice(field)]} ({words})", _MEANINGS[form.choice(field)], words]
    if field is Field.SEED:
        if form.seed.strip():
            return ["the same seed and first cell: the same board", "a known board"]
        return ["empty: a new board each time", "empty: new"]
    low, high = form.limits(field)
    span = f"{low:,} to {high:,}"
    if field is Field.MINES:
        brief = f"or {SUGGESTED_PERCENT}%"
        return [f"{span}, or {MINES_EXAMPLE}", f"{span}, {brief}", f"{low} to {high}, {brief}", brief]
    return [f"{span}; width x height at most {MAX_CELLS:,}", span] if field is Field.WIDTH else [span]


def _draw_info(canvas: Canvas, picture: FormPicture, places: _Places, model: Model) -> None:
    board = None if picture.problem else picture.form.board()
    marks = "  ".join(f"{name.capitalize()} {difficulty(spec):.1f}" for name, spec in model.settings.presets.items())
    mark = f"{difficulty(board):.1f}/10 {_word(difficulty(board))}" if board else "-"
    lines = [
        ("Density", [_density(board) if board else "-"]),
        ("Difficulty", [f"{mark}  ({marks})", mark]),
        ("Screen", _screen_texts(board, model) if board else ["-"]),
    ]
    for index, (name, texts) in enumerate(lines):
        row, col = places.info_row + index, places.left + _BOX
        canvas.write(row, places.left + 2, name, "text")
        text = next((text for text in texts if col + len(text) <= places.right), texts[-1])
        canvas.write(row, col, text, "text")
    last = places.spots[FILLING[-1]]
    text, col = "fill in the board", last.left + last.width + 3
    if col + len(text) <= places.right:
        canvas.write(last.top, col, text, "text.dim")


def _density(board: BoardSpec) -> str:
    percent = 100 * board.density
    return f"{percent:.1f}%" if percent >= 0.05 else "<0.1%"


def _word(mark: float) -> str:
    return next(word for limit, word in _WORDS if mark < limit)


def screen_needed(board: BoardSpec) -> tuple[int, int]:
    """The rows and columns of the smallest terminal that shows all of a board."""
    heights = range(max(MIN_ROWS, board.height + 2), board.height + 10)
    # All but compact terminals have a blank column at the right of the board.
    for cols in (max(MIN_COLS, 2 * board.width + 2), 2 * board.width + 3):
        for rows in heights:
            if not arrange(rows, cols, board.width, board.height).scrolls:
                return rows, cols
    raise AssertionError(f"no terminal shows all of {board}")


def largest_board(model: Model) -> tuple[int, int]:
    """The width and height of the largest board that this terminal shows whole."""
    cell_size = model.settings.text("cell_size")

    def shows(width: int, height: int) -> bool:
        return not arrange(model.rows, model.cols, width, height, cell_size).scrolls

    width = max(width for width in range(1, model.cols) if shows(width, 1))
    return width, max((height for height in range(1, model.rows) if shows(width, height)), default=1)


def _screen_texts(board: BoardSpec, model: Model) -> list[str]:
    has = f"{model.cols}x{model.rows}"
    if not arrange(model.rows, model.cols, board.width, board.height, model.settings.text("cell_size")).scrolls:
        return [f"this one has {has}: shows all", "shows all"]
    rows, cols = screen_needed(board)
    return [f"needs {cols}x{rows} to show all; this one has {has}: scrolls", f"needs {cols}x{rows}: scrolls"]


def _draw_scale(canvas: Canvas, picture: FormPicture, places: _Places, model: Model) -> None:
    """Draws the board's frame against the terminal, to scale."""
    if picture.problem:
        return
    board = picture.form.board()
    geometry = arrange(model.rows, model.cols, board.width, board.height, model.settings.text("cell_size"))
    frame = (board.height + 2, 2 * board.width + 3)
    if not geometry.scrolls:
        frame = (geometry.frame.height, geometry.frame.width)
    terminal = (model.rows, model.cols)
    room_rows, room_cols = model.rows - places.chrome.top - 8, _SCALE_WIDTH
    scale = max(frame[1] / room_cols, terminal[1] / room_cols, frame[0] / room_rows, terminal[0] / room_rows)
    top, left = places.spots[Field.WIDTH].top, places.right + _SCALE_GAP
    canvas.write(top - 2, left, "The board on this terminal", "text.dim")
    boxes = [(max(2, round(rows / scale)), max(2, round(cols / scale))) for rows, cols in (terminal, frame)]
    height, width = max(box[0] for box in boxes), max(box[1] for box in boxes)
    for box, style in zip(boxes, ("border", "title"), strict=True):
        inset_rows, inset_cols = (height - box[0]) // 2, (width - box[1]) // 2
        draw_box(canvas, Rect(top + inset_rows, left + inset_cols, *box), style, model.looks)


_STEPS = {
    Action.LEFT: -1,
    Action.RIGHT: 1,
    Action.LESS_BY_TEN: -10,
    Action.MORE_BY_TEN: 10,
    Action.LESS_BY_HUNDRED: -100,
    Action.MORE_BY_HUNDRED: 100,
}
_MOVES = {Action.PREVIOUS_FIELD: -1, Action.NEXT_FIELD: 1}


@dataclass(frozen=True)
class CustomScreen(Screen):
    """The form, and which of its fields and buttons has the focus."""

    form: Form
    focus: Field = Field.WIDTH
    fresh: bool = True
    """Whether the focus has just come: then the first character replaces what the field holds."""
    message: Message = SILENCE

    @property
    def context(self) -> Context:
        return Context.FORM

    def type_key(self, model: Model, key: str) -> Model | None:
        character = " " if key == "space" else key
        if len(character) != 1 or model.keymap.action(self.context, key) is Action.HELP:
            return None
        if accepts(self.focus, character):
            text = "" if self.fresh else self.form.text(self.focus)
            return model.with_top(self._edited(text + character))
        if self.focus in NUMBERS and model.keymap.action(self.context, key) is None:
            allowed = ("digits, or a density such as 20%", "digits, or 20%")
            texts = allowed if self.focus is Field.MINES else ("digits only",)
            message = say(*(f"{self.focus.value} takes {text}." for text in texts), f"{texts[-1].capitalize()}.")
            return model.with_top(replace(self, message=message))
        return None

    def _edited(self, text: str) -> CustomScreen:
        return replace(self, form=self.form.with_text(self.focus, text), fresh=False, message=SILENCE)

    def _on(self, field: Field) -> CustomScreen:
        return replace(self, focus=field, fresh=True, message=SILENCE)

    def act(self, model: Model, action: Action) -> Model:
        if action in _MOVES:
            return model.with_top(self._moved(_MOVES[action]))
        if action in _STEPS:
            return model.with_top(self._stepped(_STEPS[action]))
        if action in (Action.ERASE, Action.CLEAR):
            if self.focus not in TEXTS:
                return model
            return model.with_top(self._edited(self.form.text(self.focus)[:-1] if action is Action.ERASE else ""))
        return self._select(model) if action is Action.SELECT else super().act(model, action)

    def _moved(self, by: int) -> CustomScreen:
        return self._on(FIELDS[(FIELDS.index(self.focus) + by) % len(FIELDS)])

    def _stepped(self, by: int) -> CustomScreen:
        if self.focus in NUMBERS:
            return replace(self, form=self.form.step(self.focus, by), fresh=True, message=SILENCE)
        if abs(by) > 1:
            return self
        if self.focus in CHOICES:
            return replace(self, form=self.form.turn(self.focus, by), message=SILENCE)
        if self.focus in BUTTONS:
            return self._on(BUTTONS[max(0, min(BUTTONS.index(self.focus) + by, len(BUTTONS) - 1))])
        return self

    def _select(self, model: Model) -> Model:
        if self.focus in PRESET_BUTTONS:
            spec = model.settings.presets[self.focus.value.lower()]
            return model.with_top(replace(self, form=self.form.with_board(spec), message=SILENCE))
        if self.focus is Field.FIT:
            return model.with_top(replace(self, form=self.form.with_size(*largest_board(model)), message=SILENCE))
        return self._start(model)

    def _start(self, model: Model) -> Model:
        """The model with the game started, or on the field that is wrong."""
        problem = self.form.problem(self.focus)
        if problem:
            return model.with_top(self._on(problem.field))
        spec = self.form.board()
        name = model.settings.name_of(spec)
        session = new_session(spec, name, self.form.seed.strip() or None, boards=self.form.boards)
        session = session._replace(help_level=self.form.level, help_keys=self.form.keys)
        density = self.form.mines if self.form.mines.endswith("%") else ""
        settings = model.settings._replace(custom=spec, custom_density=density).with_value("last_board", name)
        for field, kept in _KEPT.items():
            settings = settings.with_value(kept, self.form.choice(field))
        model = model.with_settings(settings, "custom", "last_board", *_KEPT.values())
        return model.pop().go(Route.GAME, session)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        found = form_part_at(self._picture(), model, event.row, event.col)
        field = found if isinstance(found, Field) else None
        if event.kind == "wheel":
            return model.with_top(self._wheeled(field, {"up": -1, "down": 1}.get(event.button, 0)))
        if event.kind == "press" and event.button == "right" and field in CHOICES:
            return model.with_top(self._on(field)._stepped(-1))
        if event.kind != "press" or event.button != "left" or found is None:
            return model
        if isinstance(found, Action):
            return self.act(model, found)
        if found == PERCENT:
            return model.with_top(replace(self._on(Field.MINES), form=self.form.turn_density()))
        assert isinstance(found, Field)
        field, screen = found, self._on(found)
        if field in CHOICES:
            screen = screen._stepped(1)
        return screen._select(model) if field in BUTTONS else model.with_top(screen)

    def _wheeled(self, field: Field | None, by: int) -> CustomScreen:
        """The number under the pointer changed (up is more), or else the focus moved."""
        if field is not None and field in (*NUMBERS, *CHOICES) and by:
            return self._on(field)._stepped(-by)
        return self._on(FIELDS[max(0, min(FIELDS.index(self.focus) + by, len(FIELDS) - 1))]) if by else self

    def reading(self, model: Model) -> Reading:
        return _places(self._picture(), model).chrome.reading

    def _picture(self) -> FormPicture:
        return FormPicture(self.form, self.focus, self.message)

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_form(canvas, self._picture(), model)


def form_hints(focus: Field, cols: int) -> list[KeyHint]:
    """The keys of the form, most important first."""
    hints: list[KeyHint] = [(Action.SELECT, "fill in" if focus in FILLING else "start"), (Action.BACK, "back")]
    hints.append((Action.NEXT_FIELD, "next field"))
    if focus in CHOICES:
        hints.append((Action.RIGHT, "change"))
    if focus in NUMBERS:
        hints += [(Action.LEFT, "less"), (Action.RIGHT, "more")]
    return [*hints, (Action.HELP, "help")] if cols >= COMPACT_COLS else hints


def open_custom(model: Model) -> Model:
    """The model with the form on top, filled in with the custom board last played and what is in force."""
    return model.push(CustomScreen(filled_form(model.settings)))
