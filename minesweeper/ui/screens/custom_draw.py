"""How the custom game's form looks, and which of its fields and buttons is under a place of the screen."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper.boards.measures import difficulty
from minesweeper.core.cells import MAX_CELLS
from minesweeper.core.specs import BoardSpec
from minesweeper.ui.actions import Context
from minesweeper.ui.frame import Canvas
from minesweeper.ui.geometry import COMPACT_COLS, MIN_COLS, MIN_ROWS, Rect, arrange, is_compact
from minesweeper.ui.hints import Hint, draw_hints
from minesweeper.ui.lists import first_shown, place_in_list
from minesweeper.ui.model import Looks, Model
from minesweeper.ui.screens.custom_form import (
    BUTTONS,
    CHOICES,
    FIELDS,
    MINES_EXAMPLE,
    NUMBERS,
    PRESET_BUTTONS,
    ROWS,
    TEXTS,
    Field,
    Form,
    Problem,
)
from minesweeper.ui.screens.status import draw_message
from minesweeper.ui.texts import wrap_to

TITLE = "NEW CUSTOM GAME"
_BLOCK = 80
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
}
# Blank rows above the title, below it, between groups and between fields: the loosest that fit are taken.
_GAPS = ((1, 2, 1, 1), (0, 1, 1, 1), (0, 1, 1, 0), (0, 0, 0, 0))


@dataclass(frozen=True)
class FormPicture:
    """What a drawn form shows."""

    form: Form
    focus: Field
    message: str = ""

    @property
    def problem(self) -> Problem | None:
        """What is wrong, if anything."""
        return self.form.problem(self.focus)


@dataclass(frozen=True)
class _Places:
    """Where the parts of the form stand."""

    compact: bool
    left: int
    right: int
    """The columns of the pointer, and after the last one."""
    title_row: int
    spots: dict[Field, Rect]
    """The box or the word of each field and button in view."""
    info_row: int
    """The first of the rows about the board."""
    message: list[str]


def _places(picture: FormPicture, model: Model) -> _Places:
    rows, cols = model.rows, model.cols
    if is_compact(rows, cols) or _height(_GAPS[-1]) > rows - 3:  # a message of two lines, and the hints
        room = rows - 3
        first = first_shown(FIELDS.index(picture.focus), len(FIELDS), room)
        spots = {
            field: _spot(picture.form, field, 1 + index, 0, cols, 11)
            for index, field in enumerate(FIELDS[first : first + room])
        }
        return _Places(True, 0, cols, 0, spots, rows - 2, [])
    problem = picture.problem
    text = picture.message or (problem.text if problem else "")
    message = wrap_to(text, cols - 2, 2)
    wide = cols - (_SCALE_WIDTH + _SCALE_GAP if _has_scale(model) else 0)
    left, right = ((wide - _BLOCK) // 2 + 6, (wide + _BLOCK) // 2 - 1) if cols >= _BLOCK else (1, cols - 1)
    limit = rows - 1 - max(1, len(message))
    gaps = next((gaps for gaps in _GAPS if _height(gaps) <= limit), _GAPS[-1])
    top, below_title, groups, fields = gaps
    if rows >= _TALL:
        top = (rows - _height(gaps)) // 2
    row = top + 1 + below_title
    spots = {}
    for field in ROWS:
        spots[field] = _spot(picture.form, field, row, left, right, 12)
        row += 1 + fields
    info_row = row - fields + groups
    row = info_row + 3 + groups
    spots[Field.START] = Rect(row, left + 4, 1, len(Field.START.value))
    col = left + 4
    for field in PRESET_BUTTONS:
        spots[field] = Rect(row + 1, col, 1, len(field.value))
        col += len(field.value) + 3
    return _Places(False, left, right, top, spots, info_row, message)


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


def field_at(picture: FormPicture, model: Model, row: int, col: int) -> Field | None:
    """The field or button under a place of the screen."""
    places = _places(picture, model)
    return next((field for field, spot in places.spots.items() if spot.holds(row, col)), None)


def draw_form(canvas: Canvas, picture: FormPicture, model: Model, hints: list[Hint]) -> None:
    """Draws the whole form."""
    places = _places(picture, model)
    if places.compact:
        canvas.write(0, 0, "Custom game", "title")
        place = place_in_list(FIELDS.index(picture.focus), len(FIELDS), len(places.spots))
        canvas.write(0, canvas.cols - len(place), place, "text.dim")
    else:
        title = "   ".join(" ".join(word) for word in TITLE.split())
        canvas.write(places.title_row, (canvas.cols - len(title)) // 2, title, "title")
    for field, spot in places.spots.items():
        _draw_field(canvas, picture, field, spot, places, model.looks)
    if places.compact:
        _draw_compact_info(canvas, picture, places)
    else:
        _draw_info(canvas, picture, places, model)
        draw_message(canvas, places.message, canvas.rows - 2, "bad" if picture.problem else "text")
        if _has_scale(model):
            _draw_scale(canvas, picture, places, model)
    draw_hints(canvas, hints, model.keymap, Context.FORM, canvas.rows - 1)


def _draw_field(canvas: Canvas, picture: FormPicture, field: Field, spot: Rect, places: _Places, looks: Looks) -> None:
    focused = field is picture.focus
    wrong = picture.problem is not None and picture.problem.field is field
    style = "bad" if wrong else "selected" if focused else "text"
    if field in BUTTONS:
        canvas.write(spot.top, spot.left, _button_text(field, places.compact), style)
        pointer_col = spot.left - 2
    elif field in CHOICES:
        canvas.write(spot.top, places.left + 2, field.value, "text")
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
    """Says what a field may hold, in the longest form for which there is room."""
    col = max(places.left + 25, spot.left + spot.width + 2)
    text = next((text for text in _ranges(picture.form, field) if col + len(text) <= places.right), "")
    canvas.write(spot.top, col, text, "text.dim")


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
    more = {Field.MINES: f", or {MINES_EXAMPLE}", Field.WIDTH: f"; width x height at most {MAX_CELLS:,}"}
    return [span + more.get(field, ""), span]


def _draw_compact_info(canvas: Canvas, picture: FormPicture, places: _Places) -> None:
    problem = picture.problem
    if picture.message or problem:
        texts = [picture.message] if picture.message or not problem else [problem.text, problem.short]
        text = next((text for text in texts if len(text) <= canvas.cols), texts[-1])
        canvas.write(places.info_row, 0, text, "bad" if problem else "text")
        return
    board = picture.form.board()
    mark = difficulty(board)
    canvas.write(places.info_row, 0, f"{_density(board)}  {_word(mark)} {mark:.1f}/10", "text")


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
        row, col = places.info_row + index, places.left + 14
        canvas.write(row, places.left + 2, name, "text")
        text = next((text for text in texts if col + len(text) <= places.right), texts[-1])
        canvas.write(row, col, text, "text")
    presets = places.spots[PRESET_BUTTONS[-1]]
    text, col = "fill the fields from a preset", presets.left + presets.width + 6
    if col + len(text) <= places.right:
        canvas.write(presets.top, col, text, "text.dim")


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
    room_rows, room_cols = model.rows - places.title_row - 8, _SCALE_WIDTH
    scale = max(frame[1] / room_cols, terminal[1] / room_cols, frame[0] / room_rows, terminal[0] / room_rows)
    top, left = places.spots[Field.WIDTH].top, places.right + _SCALE_GAP
    canvas.write(top - 2, left, "The board on this terminal", "text.dim")
    boxes = [(max(2, round(rows / scale)), max(2, round(cols / scale))) for rows, cols in (terminal, frame)]
    height, width = max(box[0] for box in boxes), max(box[1] for box in boxes)
    for box, style in zip(boxes, ("border", "title"), strict=True):
        inset_rows, inset_cols = (height - box[0]) // 2, (width - box[1]) // 2
        _draw_box(canvas, Rect(top + inset_rows, left + inset_cols, *box), style, model.looks)


def _draw_box(canvas: Canvas, box: Rect, style: str, looks: Looks) -> None:
    glyphs = looks.frame
    top_left, top_right, bottom_left, bottom_right = tuple(glyphs.corners)
    edge = glyphs.edge(box.width - 2, dashed=False)
    canvas.write(box.top, box.left, top_left + edge + top_right, style)
    for row in range(box.top + 1, box.top + box.height - 1):
        canvas.write(row, box.left, glyphs.solid_side, style)
        canvas.write(row, box.left + box.width - 1, glyphs.solid_side, style)
    canvas.write(box.top + box.height - 1, box.left, bottom_left + edge + bottom_right, style)
