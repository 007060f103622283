"""The custom game: size, mines, kind of boards, level and seed in a form that says at once what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from minesweeper.ui.actions import Action, Context
from minesweeper.ui.events import Mouse
from minesweeper.ui.frame import Canvas
from minesweeper.ui.geometry import COMPACT_COLS
from minesweeper.ui.hints import Hint, hint_at
from minesweeper.ui.model import Model, Screen
from minesweeper.ui.screens.custom_draw import FormPicture, draw_form, field_at
from minesweeper.ui.screens.custom_form import (
    BUTTONS,
    CHOICES,
    FIELDS,
    NUMBERS,
    PRESET_BUTTONS,
    TEXTS,
    Field,
    Form,
    accepts,
    form_of,
)
from minesweeper.ui.screens.game import start_game
from minesweeper.ui.screens.help import open_help

_STEPS = {Action.LEFT: -1, Action.RIGHT: 1}
_MOVES = {Action.PREVIOUS_FIELD: -1, Action.NEXT_FIELD: 1}


@dataclass(frozen=True)
class CustomScreen(Screen):
    """The form, and which of its fields and buttons has the focus."""

    form: Form
    focus: Field = Field.WIDTH
    fresh: bool = True
    """Whether the focus has just come: then the first character replaces what the field holds."""
    message: str = ""

    @property
    def context(self) -> Context:
        return Context.FORM

    def type_key(self, model: Model, key: str) -> Model | None:
        character = " " if key == "space" else key
        if len(character) != 1:
            return None
        if accepts(self.focus, character):
            text = "" if self.fresh else self.form.text(self.focus)
            return model.with_top(self._edited(text + character))
        if self.focus in NUMBERS and model.keymap.action(self.context, key) is None:
            allowed = "digits, or a density such as 20%" if self.focus is Field.MINES else "digits only"
            return model.with_top(replace(self, message=f"{self.focus.value} takes {allowed}."))
        return None

    def _edited(self, text: str) -> CustomScreen:
        return replace(self, form=self.form.with_text(self.focus, text), fresh=False, message="")

    def _on(self, field: Field) -> CustomScreen:
        return replace(self, focus=field, fresh=True, message="")

    def act(self, model: Model, action: Action) -> Model:
        if action in _MOVES:
            return model.with_top(self._moved(_MOVES[action]))
        if action in _STEPS:
            return model.with_top(self._stepped(_STEPS[action]))
        if action in (Action.ERASE, Action.CLEAR):
            if self.focus not in TEXTS:
                return model
            return model.with_top(self._edited(self.form.text(self.focus)[:-1] if action is Action.ERASE else ""))
        if action is Action.SELECT:
            return self._select(model)
        if action is Action.HELP:
            return model.push(open_help(self.context))
        if action is Action.QUIT:
            return model.act_below(action)  # the menu knows whether a game would be lost
        return model.pop() if action is Action.BACK else model

    def _moved(self, by: int) -> CustomScreen:
        return self._on(FIELDS[(FIELDS.index(self.focus) + by) % len(FIELDS)])

    def _stepped(self, by: int) -> CustomScreen:
        if self.focus in NUMBERS:
            return replace(self, form=self.form.step(self.focus, by), fresh=True, message="")
        if self.focus in CHOICES:
            return replace(self, form=self.form.turn(self.focus, by), message="")
        if self.focus in BUTTONS:
            return self._on(BUTTONS[max(0, min(BUTTONS.index(self.focus) + by, len(BUTTONS) - 1))])
        return self

    def _select(self, model: Model) -> Model:
        if self.focus in PRESET_BUTTONS:
            spec = model.settings.presets[self.focus.value.lower()]
            return model.with_top(replace(self, form=self.form.with_board(spec), message=""))
        return self._start(model)

    def _start(self, model: Model) -> Model:
        """The model with the game started, or on the field that is wrong."""
        problem = self.form.problem(self.focus)
        if problem:
            return model.with_top(self._on(problem.field))
        spec = self.form.board()
        name = model.settings.name_of(spec)
        session = new_session(spec, name, self.form.seed.strip() or None, boards=self.form.boards)
        settings = replace(model.settings, custom=spec).with_value("last_board", name)
        settings = settings.with_value("boards", self.form.boards).with_value("assist", self.form.level)
        model = model.with_settings(settings, "custom", "last_board", "boards", "assist")
        return model.with_top(start_game(session, model))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        field = field_at(self._picture(), model, event.row, event.col)
        if event.kind == "wheel":
            return model.with_top(self._wheeled(field, {"up": -1, "down": 1}.get(event.button, 0)))
        if event.kind != "press" or event.button != "left":
            return model
        if field is None:
            hints = form_hints(self.focus, model.cols)
            action = hint_at(hints, model.keymap, self.context, model.rows - 1, model.cols, (event.row, event.col))
            return self.act(model, action) if action else model
        screen = self._on(field)
        if field in CHOICES:
            screen = screen._stepped(1)
        return screen._select(model) if field in BUTTONS else model.with_top(screen)

    def _wheeled(self, field: Field | None, by: int) -> CustomScreen:
        """The number under the pointer changed (up is more), or else the focus moved."""
        if field is not None and field in (*NUMBERS, *CHOICES) and by:
            return self._on(field)._stepped(-by)
        return self._on(FIELDS[max(0, min(FIELDS.index(self.focus) + by, len(FIELDS) - 1))]) if by else self

    def _picture(self) -> FormPicture:
        return FormPicture(self.form, self.focus, self.message)

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_form(canvas, self._picture(), model, form_hints(self.focus, model.cols))


def form_hints(focus: Field, cols: int) -> list[Hint]:
    """The keys of the form, most important first."""
    hints: list[Hint] = [(Action.SELECT, "fill in" if focus in PRESET_BUTTONS else "start"), (Action.BACK, "back")]
    hints.append((Action.NEXT_FIELD, "next field"))
    if focus in CHOICES:
        hints.append((Action.RIGHT, "change"))
    if focus in NUMBERS:
        hints += [(Action.LEFT, "less"), (Action.RIGHT, "more")]
    return [*hints, (Action.HELP, "help")] if cols >= COMPACT_COLS else hints


def open_custom(settings: Settings) -> CustomScreen:
    """The form filled in with the custom board last played, and the kind of boards and level in force."""
    return CustomScreen(form_of(settings.custom, settings.text("boards"), settings.text("assist")))
