"""The form of a custom game as text fields: what each may hold, what is wrong with it, which board it makes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from minesweeper.core.cells import MAX_CELLS
from minesweeper.core.specs import BOARDS, BoardSpec, is_mines_text, read_mine_count
from minesweeper.play.assist import HELP_LEVELS

SUGGESTED_PERCENT = 20
MINES_EXAMPLE = f"a density such as {SUGGESTED_PERCENT}%"
_MOST_DIGITS = 9


class Field(Enum):
    """What the player can be on: fields to fill in, then buttons."""

    WIDTH = "Width"
    HEIGHT = "Height"
    MINES = "Mines"
    BOARDS = "Boards"
    LEVEL = "Level"
    SEED = "Seed"
    START = "Start"
    BEGINNER = "Beginner"
    INTERMEDIATE = "Intermediate"
    EXPERT = "Expert"


FIELDS = tuple(Field)
SIDES = (Field.WIDTH, Field.HEIGHT)
NUMBERS = (*SIDES, Field.MINES)
TEXTS = (*NUMBERS, Field.SEED)
CHOICES = {Field.BOARDS: BOARDS, Field.LEVEL: HELP_LEVELS}
ROWS = (*NUMBERS, *CHOICES, Field.SEED)
"""The fields that have a row of their own, from top to bottom."""
PRESET_BUTTONS = (Field.BEGINNER, Field.INTERMEDIATE, Field.EXPERT)
BUTTONS = (Field.START, *PRESET_BUTTONS)
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

    def choice(self, field: Field) -> str:
        """Which of its words a field shows."""
        return self.boards if field is Field.BOARDS else self.level

    def turn(self, field: Field, by: int) -> Form:
        """The form with the next or the previous word in a field that has a few to choose from."""
        words = CHOICES[field]
        word = words[(words.index(self.choice(field)) + by) % len(words)]
        return replace(self, boards=word) if field is Field.BOARDS else replace(self, level=word)

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
        text, short = self.mines, f"Mines: {low} to {high}"
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


def form_of(spec: BoardSpec, boards: str = "normal", level: str = "single") -> Form:
    """The form filled in with a board, the kind of boards and the assistant level."""
    return Form(str(spec.width), str(spec.height), str(spec.mines), boards=boards, level=level)


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
