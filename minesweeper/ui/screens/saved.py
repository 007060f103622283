"""The list of saved games: those that the player left in this program, those of earlier programs, and those that
another program is playing.

The player continues a game from the list or gives it up. Games with a single move that are more than a week old can be
given up all at once. The menu opens the list if several games are saved.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from minesweeper.boards.daily_seed import daily_board, today
from minesweeper.core.boardspec import board_type
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural
from minesweeper.core.times import clock_text, moment_text, now_ms, to_milliseconds
from minesweeper.storage.records import SavedGame
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, ScreenWithGames, replace
from minesweeper.ui.screens.game_words import about_saved, saved_name
from minesweeper.ui.screens.menu import MenuScreen
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.controls import header
from minesweeper.ui.widgets.page import (
    ListScreen,
    Page,
    PageSpec,
    Row,
    TableCell,
    entry,
)

if TYPE_CHECKING:
    from minesweeper.storage import autosave
    from minesweeper.storage.saves_table import Saves
else:
    autosave = LateModule("minesweeper.storage.autosave")

_HINTS: list[KeyHint] = [
    (Action.SELECT, "play"),
    (Action.DELETE, "give up"),
    (Action.HELP, "help"),
    (Action.BACK, "back"),
]
_COLUMNS = {"saved": 12, "preset": 12, "type": 8, "played": 0, "mines left": 0, "open": 0}
"""The columns of the list with their least widths.

Columns with the width 0 have numbers, which are aligned on the right.
"""
_OLD_SECONDS = 7 * 24 * 3600
"""The age in seconds from which a game with a single move can be cleaned up."""
_PLAYED_ELSEWHERE = "Another program is playing this game."


class SavedScreen(ListScreen, ScreenWithGames):
    """The list of saved games. It always lies on the menu, which continues the chosen game."""

    games: tuple[SavedGame, ...]
    selected: int = 0
    """The index of the selected game."""
    message: Message = SILENCE
    now: float = 0.0
    """The time when the list was opened, in seconds since 1970."""

    context = Context.GAMES

    def has_running_game(self) -> bool:
        return True

    @property
    def total(self) -> int:
        return len(self.games)

    def page(self, model: Model) -> Page:
        message, hints = self.message, _HINTS
        if old := self._barely_begun():
            key = model.keymap.label(self.context, Action.TIDY)
            texts = (
                f"{plural(len(old), 'game')} with a single move, more than a week old. {key} cleans up.",
                f"{len(old)} with one move: {key} cleans up.",
            )
            message, hints = message or say(*texts), [*_HINTS[:2], (Action.TIDY, "clean up"), *_HINTS[2:]]
        return self.arrange_list(
            model, PageSpec(("Saved games",), hints=hints, message=message), header(*_cells(_COLUMNS))
        )

    def _barely_begun(self) -> list[str]:
        """The ids of the games that can be cleaned up: they have a single move, and were saved more than a week ago."""
        return [
            game.id
            for game in self.games
            if game.can_continue
            and game.is_barely_begun
            and game.saved_at
            and to_milliseconds(game.saved_at) / 1000 < self.now - _OLD_SECONDS
        ]

    def row(self, model: Model, number: int) -> Row:
        game = self.games[number]
        if not game.can_continue:
            return entry(number, tuple(about_saved(game)))
        saved = moment_text(to_milliseconds(game.saved_at), self.now) if game.saved_at else "now"
        mode = board_type(game.mode.partition(",")[0])
        texts = (saved, saved_name(game), mode, clock_text(game.elapsed), str(game.mines_left), f"{game.percent}%")
        return entry(number, *_cells(texts))

    def pick(self, model: Model) -> Model:
        game = self.games[self.selected]
        if game.problem is not None:
            return model.with_top(self.with_message(game.problem, alarm=True))
        if not game.is_free:
            return model.with_top(self.with_message(_PLAYED_ELSEWHERE, alarm=True))
        below = model.pop()
        return below.top.continue_game(below, game) if isinstance(below.top, MenuScreen) else model

    def act_here(self, model: Model, action: Action) -> Model:
        if action is Action.TIDY and (old := self._barely_begun()):
            count = plural(len(old), "game")
            text = f"Give up {count} with a single move? They will count as abandoned."
            return self.ask(model, action, text, f"Give up {count}?")
        if action is Action.TIDY:
            text = "Nothing to clean up. (Only week-old games with a single move are removed.)"
            return model.with_top(self.with_message(text, "Nothing to clean up."))
        if action is not Action.DELETE:
            return super().act_here(model, action)
        if not self.games[self.selected].is_free:
            return model.with_top(self.with_message(_PLAYED_ELSEWHERE, alarm=True))
        texts = ["Give up this game? It will count as abandoned.", "Give up this game?"]
        if self.games[self.selected].seed == daily_board(today()).seed:
            texts[:1] = ["Give up today's board? It will count as abandoned, and you can't rank on it again."]
        return self.ask(model, action, *texts)

    def answer(self, model: Model, yes: bool) -> Model:
        if not yes:
            return model.with_top(self.with_message("Kept."))
        first, game = model.screens[0], self.games[self.selected]
        ids = self._barely_begun() if self.message.asks is Action.TIDY else [game.id]
        menu = first.drop_game(game) if ids == [game.id] and isinstance(first, MenuScreen) else None
        if menu is not None:
            return self._given_up(model._replace(screens=(menu, *model.screens[1:])), (ids, None))
        return model.with_top(self.without_message()).query(_abandon, ids, then=SavedScreen._given_up)

    def _given_up(self, model: Model, result: tuple[list[str], str | None]) -> Model:
        """Called after games were given up, with their ids and the reason why others couldn't be, or None.

        Removes them from the list, and closes the list if none is left.
        """
        gone, problem = result
        games = tuple(game for game in self.games if game.id not in gone)
        if not games:
            return model.pop()
        screen = self.with_message(problem or f"{plural(len(gone), 'game')} given up.", alarm=problem is not None)
        return model.with_top(replace(screen, games=games, selected=min(self.selected, len(games) - 1)))


def _cells(texts: Iterable[str]) -> list[TableCell]:
    """The cells of a row. A narrow screen shows only the preset and the time played."""
    return [
        TableCell((text,) if name in ("preset", "played") else (text, ""), is_right=not least, least=least)
        for text, (name, least) in zip(texts, _COLUMNS.items(), strict=True)
    ]


def _abandon(saves: Saves, game_ids: list[str]) -> tuple[list[str], str | None]:
    """Gives up saved games one by one, and stops at the first that fails.

    Returns the ids of those that were given up and the reason of the failure, or None if all of them were.
    """
    for place, game_id in enumerate(game_ids):
        problem = autosave.abandon(saves, game_id)
        if problem is not None:
            return game_ids[:place], problem
    return game_ids, None


def open_saved(model: Model, games: tuple[SavedGame, ...]) -> Model:
    """Opens the list of saved games. The first one, which Continue offers, is selected."""
    return model.push(SavedScreen(games, now=now_ms() / 1000))
