"""The list of games that wait: this program's own, those of earlier programs, and those played elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from minesweeper.storage.values import SavedGame
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.screens.menu import MenuScreen
from minesweeper.ui.screens.waiting import about_waiting
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, ask, say
from minesweeper.ui.widgets.list_screen import Listing, ListScreen, lay_list

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive

_HINTS: list[KeyHint] = [
    (Action.SELECT, "play on"),
    (Action.BACK, "back"),
    (Action.DELETE, "give up"),
    (Action.HELP, "help"),
]
_PLAYED_ELSEWHERE = "Another program is playing this game."


@dataclass(frozen=True)
class SavedScreen(ListScreen):
    """The games that wait, over the menu."""

    games: tuple[SavedGame, ...]
    selected: int = 0
    message: Message = SILENCE
    asking: Action | None = None

    @property
    def context(self) -> Context:
        return Context.GAMES

    def keeps_game(self) -> bool:
        return True

    def listing(self, model: Model) -> Listing:
        total = len(self.games)
        return lay_list(
            model, self.context, self.hints_of(_HINTS), total, self.selected, self.message, titles=("Saved games",)
        )

    def line(self, model: Model, number: int, width: int) -> str:
        texts = about_waiting(self.games[number])
        return next((text for text in texts if len(text) <= width), texts[-1])

    def on(self, number: int) -> SavedScreen:
        return replace(self, selected=number)

    def calm(self) -> SavedScreen:
        return replace(self, message=SILENCE, asking=None)

    def _say(self, *texts: str, alarm: bool = False) -> SavedScreen:
        return replace(self.calm(), message=say(*texts, alarm=alarm))

    def pick(self, model: Model) -> Model:
        game = self.games[self.selected]
        if game.problem is not None:
            return model.with_top(self._say(game.problem, alarm=True))
        if not game.is_free:
            return model.with_top(self._say(_PLAYED_ELSEWHERE, alarm=True))
        below = model.pop()
        return below.top.continue_game(below, game) if isinstance(below.top, MenuScreen) else model

    def use(self, model: Model, action: Action) -> Model:
        if action is not Action.DELETE:
            return super().use(model, action)
        if not self.games[self.selected].is_free:
            return model.with_top(self._say(_PLAYED_ELSEWHERE, alarm=True))
        key = model.keymap.label(self.context, action)
        said = ask(key, "Give this game up? It counts as abandoned.", "Give it up? Counts as abandoned.", "Give it up?")
        return model.with_top(replace(self, message=said, asking=action))

    def answer(self, model: Model, yes: bool) -> Model:
        if not yes:
            return model.with_top(self._say("It still waits."))
        first, game = model.screens[0], self.games[self.selected]
        menu = first.drop_game(game) if isinstance(first, MenuScreen) else None
        if menu is not None:
            return self._without(model._replace(screens=(menu, *model.screens[1:])), game.id)
        return model.with_top(self.calm()).ask(_abandon, game.id, then=SavedScreen._dropped)

    def _dropped(self, model: Model, problem: str | None) -> Model:
        if problem is not None:
            return model.with_top(self._say(problem, alarm=True))
        return self._without(model, self.games[self.selected].id)

    def _without(self, model: Model, game_id: str) -> Model:
        games = tuple(game for game in self.games if game.id != game_id)
        if not games:
            return model.pop()
        selected = min(self.selected, len(games) - 1)
        return model.with_top(replace(self._say("Given up."), games=games, selected=selected))


def _abandon(archive: Archive, game_id: str) -> str | None:
    """Gives a saved game up, which then counts as abandoned; the result is why it is still there, or None."""
    from minesweeper.storage.keeping import abandon

    return abandon(archive, game_id)


def open_saved(model: Model, games: tuple[SavedGame, ...]) -> Model:
    """The model with the list on top, on the game that Continue offers."""
    return model.push(SavedScreen(games))
