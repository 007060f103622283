"""The list of games that wait: this program's own, those of earlier programs, and those played elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from minesweeper.storage.values import SavedGame
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Screen
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.screens.keeping import about_waiting
from minesweeper.ui.screens.menu import MenuScreen
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Hint
from minesweeper.ui.widgets.list_screen import Listing, draw_listing, moved, pointed_at, room_for

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive

_HINTS: list[Hint] = [
    (Action.SELECT, "play on"),
    (Action.BACK, "back"),
    (Action.DELETE, "give up"),
    (Action.HELP, "help"),
]


@dataclass(frozen=True)
class SavedScreen(Screen):
    """The games that wait, over the menu."""

    games: tuple[SavedGame, ...]
    selected: int = 0
    message: str = ""
    alarm: bool = False
    asking: bool = False
    """Whether giving the selected game up waits to be confirmed."""

    @property
    def context(self) -> Context:
        return Context.GAMES

    def keeps_game(self) -> bool:
        return True

    def type_key(self, model: Model, key: str) -> Model | None:
        if not self.asking:
            return None
        action = model.keymap.action(self.context, key)
        if action is Action.QUIT:
            return None
        if action is Action.DELETE or key in ("y", "Y", "enter"):
            return self._drop(model)
        return model.with_top(replace(self._calm(), message="It still waits."))

    def _calm(self) -> SavedScreen:
        return replace(self, message="", alarm=False, asking=False)

    def act(self, model: Model, action: Action) -> Model:
        screen = self._calm()
        place = moved(self.selected, len(self.games), action, max(1, room_for(model) - 1))
        if place is not None:
            return model.with_top(replace(screen, selected=place))
        if action is Action.SELECT:
            return screen._continue(model)
        return screen._ask(model) if action is Action.DELETE else super().act(model.with_top(screen), action)

    def _continue(self, model: Model) -> Model:
        game = self.games[self.selected]
        if game.problem is not None:
            return model.with_top(replace(self, message=game.problem, alarm=True))
        if not game.is_free:
            return model.with_top(replace(self, message="Another program is playing this game.", alarm=True))
        below = model.pop()
        return below.top.continue_game(below, game) if isinstance(below.top, MenuScreen) else model

    def _ask(self, model: Model) -> Model:
        game = self.games[self.selected]
        if not game.is_free:
            return model.with_top(replace(self, message="Another program is playing this game.", alarm=True))
        key = model.keymap.label(self.context, Action.DELETE)
        text = f"Give this game up? It counts as abandoned. {key} again: yes, any other key: no."
        return model.with_top(replace(self, message=text, alarm=True, asking=True))

    def _drop(self, model: Model) -> Model:
        first, game = model.screens[0], self.games[self.selected]
        menu = first.drop_game(game) if isinstance(first, MenuScreen) else None
        if menu is not None:
            return self._without(model._replace(screens=(menu, *model.screens[1:])), game.id)
        return model.with_top(self._calm()).ask(_abandon, game.id, then=SavedScreen._dropped)

    def _dropped(self, model: Model, problem: str | None) -> Model:
        if problem is not None:
            return model.with_top(replace(self, message=problem, alarm=True))
        return self._without(model, self.games[self.selected].id)

    def _without(self, model: Model, game_id: str) -> Model:
        games = tuple(game for game in self.games if game.id != game_id)
        if not games:
            return model.pop()
        selected = min(self.selected, len(games) - 1)
        return model.with_top(replace(self._calm(), games=games, selected=selected, message="Given up."))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        asked = pointed_at(self._listing(), model, self.context, event)
        if isinstance(asked, int):
            return replace(self, selected=asked).act(model, Action.SELECT)
        return self.act(model, asked) if asked else model

    def _listing(self) -> Listing:
        def line(number: int, width: int) -> str:
            texts = about_waiting(self.games[number])
            return next((text for text in texts if len(text) <= width), texts[-1])

        return Listing("Saved games", len(self.games), self.selected, line, _HINTS, self.message, self.alarm)

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_listing(canvas, self._listing(), model, self.context)


def _abandon(archive: Archive, game_id: str) -> str | None:
    """Gives a saved game up, which then counts as abandoned; the result is why it is still there, or None."""
    from minesweeper.storage.keeping import abandon

    return abandon(archive, game_id)


def open_saved(model: Model, games: tuple[SavedGame, ...]) -> Model:
    """The model with the list on top, on the game that Continue offers."""
    return model.push(SavedScreen(games))
