"""The list of finished games that have a replay, with filters and several orders.

The list may have very many games, so only the part around the selected one is read from the database, as a `ListPart`.
Choosing a game opens its replay in `screen`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from minesweeper.boards.measures import speed_text
from minesweeper.core.boardspec import board_name, board_type
from minesweeper.core.text import fit
from minesweeper.core.times import clock_text, date_text, milliseconds_text, moment_text, now_ms, to_milliseconds
from minesweeper.play.guesses import without_mistakes
from minesweeper.storage.games_table import (
    ORDERS,
    RESULTS,
    FinishedGame,
    count_games,
    delete_replay,
    get_game,
    list_games,
)
from minesweeper.storage.settings import PRESETS
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Query, replace
from minesweeper.ui.replay.export import ask_to_export, replay_plan
from minesweeper.ui.replay.screen import open_replay
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message
from minesweeper.ui.widgets.controls import figure, header, heading
from minesweeper.ui.widgets.page import (
    NOTE,
    STATISTICS_WIDTH,
    ListScreen,
    Page,
    PageSpec,
    Row,
    TableCell,
    blank,
    entry,
    prose,
)

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Saves

WINDOW = 200
"""How many games are read at a time."""
_LEVELS = (None, *PRESETS, "custom")
"""The presets that the list can be limited to. None stands for all."""
_CHOICES = (None, *RESULTS)
"""The results that the list can be limited to. None stands for all."""
_HINTS: list[KeyHint] = [
    (Action.SELECT, "watch"),
    (Action.RIGHT, "preset"),
    (Action.RESULT, "result"),
    (Action.HELP, "help"),
    (Action.BACK, "back"),
]

_EMPTY = ("No replays yet, because no game was finished.", "No replays yet.")
"""The beginning of the message for players who have no replay yet, the longer form first."""


_USES = {
    Action.SELECT: "watch a game again, move by move, with the reason for each move",
    Action.RIGHT: "list the games of one preset only",
    Action.RESULT: "list only wins, or only losses",
    Action.SORT: "sort by date, time or speed",
    Action.EXPORT: "save a replay as a file, to share it or to study it elsewhere",
    Action.DELETE: "delete a replay; its game still counts in the statistics",
}
"""What the keys of the list do. An empty list shows this, so that players know what the list will be good for."""


@dataclass(frozen=True)
class Filter:
    """Which games are listed, and in which order. A field that is None selects all games."""

    level: str | None = None
    result: str | None = None
    order: str = "date"


@dataclass(frozen=True)
class ListPart:
    """A part of the list that was read from the database."""

    chosen: Filter
    total: int
    """The number of all games that the filter selects."""
    first: int
    """The index of the first of ``games`` in the whole list."""
    games: tuple[FinishedGame, ...]
    now: float
    """The time of reading in seconds since 1970, for dates such as *yesterday*."""


def find_games(saves: Saves, chosen: Filter, first: int = 0, total: int | None = None) -> ListPart:
    """Reads the games of a filter, beginning with the index ``first``.

    Without ``total``, all games of the filter are counted, which takes a while.
    """
    wanted = {"level": chosen.level, "result": chosen.result}
    total = count_games(saves.store, **wanted, with_replay=True) if total is None else total
    games = list_games(saves.store, **wanted, with_replay=True, order=chosen.order, limit=WINDOW, offset=first)
    return ListPart(chosen, total, first, tuple(games), now_ms() / 1000)


def _find_game(saves: Saves, game_id: str) -> FinishedGame | None:
    return get_game(saves.store, game_id)


def _delete_replay(saves: Saves, game_id: str) -> str | None:
    """Deletes the replay of a game. Returns the reason if that fails, otherwise None."""
    return delete_replay(saves.store, game_id).problem


class ReplaysScreen(ListScreen):
    """The list of finished games that have a replay."""

    part: ListPart
    selected: int = 0
    message: Message = SILENCE

    context = Context.GAMES

    @property
    def game(self) -> FinishedGame | None:
        """The selected game, or None while it isn't read yet."""
        place = self.selected - self.part.first
        return self.part.games[place] if 0 <= place < len(self.part.games) else None

    @property
    def total(self) -> int:
        return self.part.total

    def page(self, model: Model) -> Page:
        chosen = self.part.chosen
        level = "all presets" if chosen.level is None else chosen.level.capitalize()
        shown = f"{model.looks.glyphs.turning(level)}  {chosen.result or 'all results'}"
        short = "Replays" if chosen == Filter() else f"{fit(level.split()[0], 6)} {chosen.result or chosen.order}"
        everything = Filter(order=chosen.order)
        titles: tuple[str, ...] = (f"Replays  {shown}  by {chosen.order}", f"{shown}  by {chosen.order}", shown, short)
        if self.total:
            return self.arrange_list(model, PageSpec(titles, hints=_HINTS, width=STATISTICS_WIDTH), _HEADER)
        if chosen == everything:
            titles, hints = ("Replays",), _HINTS[-2:]
            forms = [f"{start} {self._label(model, Action.BACK)} leads to the menu: play a game." for start in _EMPTY]
            more = self._preview(model)
        else:
            preset, result = (self._label(model, action) for action in (Action.RIGHT, Action.RESULT))
            forms = [f"No replays match. {preset} changes the preset, {result} the result."]
            more, hints = [], _HINTS[1:]
        return self.arrange_list(model, PageSpec(titles, [prose(*forms), *more], hints, width=STATISTICS_WIDTH))

    def _label(self, model: Model, action: Action) -> str:
        return model.keymap.label(self.context, action)

    def _preview(self, model: Model) -> list[Row]:
        """The rows of an empty list: what players will be able to do here with their games."""
        rows = [
            prose("Every game that you finish will be kept here, won or lost.", rank=NOTE),
            blank(NOTE),
            heading("What you can do with them")._replace(rank=NOTE),
        ]
        for action, words in _USES.items():
            cells = TableCell((self._label(model, action),), "key"), TableCell((words,), wraps=True)
            rows.append(Row(cells, rank=NOTE))
        return rows

    def row(self, model: Model, number: int) -> Row:
        place = number - self.part.first
        is_read = 0 <= place < len(self.part.games)
        return entry(number, *game_cells(self.part.games[place], self.part.now)) if is_read else entry(number, "...")

    def show(self, model: Model) -> Model:
        """Called when the selection has moved.

        Reads another part of the list if games around the selected one are missing.
        """
        part, place, margin = self.part, self.selected, model.rows
        first, last = max(0, place - margin), min(part.total, place + margin)
        if part.first <= first and last <= part.first + len(part.games):
            return model.with_top(self)
        first = max(0, place - WINDOW // 2)
        return model.with_top(self).query(find_games, part.chosen, first, part.total, then=ReplaysScreen._show_part)

    def answer(self, model: Model, yes: bool) -> Model:
        if not yes or self.game is None:
            return model.with_top(self.with_message("The replay was kept."))
        return model.with_top(self.without_message()).query(_delete_replay, self.game.id, then=ReplaysScreen._deleted)

    def pick(self, model: Model) -> Model:
        return model.query(_find_game, self.game.id, then=ReplaysScreen._watch) if self.game else model

    def act_here(self, model: Model, action: Action) -> Model:
        chosen = self.part.chosen
        if action in (Action.LEFT, Action.RIGHT):
            by = 1 if action is Action.RIGHT else -1
            level = _LEVELS[(_LEVELS.index(chosen.level) + by) % len(_LEVELS)]
            return self._read(model, replace(chosen, level=level))
        if action is Action.RESULT:
            result = _CHOICES[(_CHOICES.index(chosen.result) + 1) % len(_CHOICES)]
            return self._read(model, replace(chosen, result=result))
        if action is Action.SORT:
            orders = tuple(ORDERS)
            order = orders[(orders.index(chosen.order) + 1) % len(orders)]
            return self._read(model, replace(chosen, order=order))
        if action is Action.EXPORT and self.game:
            return ask_to_export(model, replay_plan(self.game, model.settings))
        if action is Action.DELETE and self.game:
            return self.ask(model, action, "Delete this replay? The game will still count.", "Delete this replay?")
        return super().act_here(model, action)

    def _read(self, model: Model, chosen: Filter) -> Model:
        return model.with_top(self.focused_on(0)).query(find_games, chosen, then=ReplaysScreen._show_part)

    def _show_part(self, model: Model, part: ListPart) -> Model:
        return model.with_top(replace(self, part=part, selected=max(0, min(self.selected, part.total - 1))))

    def refresh_query(self) -> Query | None:
        return Query(find_games, (self.part.chosen, self.part.first, self.part.total), ReplaysScreen._show_part)

    def _watch(self, model: Model, game: FinishedGame | None) -> Model:
        if game is None or game.replay is None:
            return model.with_top(self.with_message("This replay can't be read.", alarm=True))
        moment = moment_text(to_milliseconds(game.ended_at), self.part.now)
        return open_replay(model, game, moment, is_kept=True)

    def _deleted(self, model: Model, problem: str | None) -> Model:
        if problem is not None:
            return model.with_top(self.with_message(problem, alarm=True))
        first = max(0, self.selected - WINDOW // 2)
        model = model.with_top(self.with_message("Deleted."))
        return model.query(find_games, self.part.chosen, first, then=ReplaysScreen._show_part)


_COLUMNS = {"when": 12, "preset": 12, "result": 9, "time": 9, "3BV/s": 5, "type": 8, "category": 8, "guess": 5}
"""The columns of the list with their least widths."""
_HEADER = header(
    *(
        TableCell((name, ""), is_right=name in ("time", "3BV/s", "guess"), least=least)
        for name, least in _COLUMNS.items()
    )
)
_RESULT_STYLES = {"won": "good", "lost": "bad"}


def game_cells(game: FinishedGame, now: float) -> Iterator[TableCell]:
    """The cells of a game, in the order of the columns. ``now`` is in seconds since 1970."""
    ended = to_milliseconds(game.ended_at)
    name, style = board_name(game.level, game.board), _RESULT_STYLES.get(game.result, "text.dim")
    speed = speed_text(1000 * game.three_bv / game.time_ms if game.time_ms else None) if game.result == "won" else ""
    standing = "bot" if "bot" in game.helpers else "" if game.standing == "unassisted" else game.standing
    guesses = "" if game.guesses is None else str(len(without_mistakes(game.guesses)))
    yield TableCell((moment_text(ended, now), date_text(ended, now)), "text.dim")
    yield TableCell((name, name[:3]))
    yield TableCell((game.result, game.result[:1].upper()), style)
    yield TableCell((milliseconds_text(game.time_ms), clock_text(game.time_ms / 1000)), is_right=True)
    yield figure(speed)._replace(style="text.dim")
    yield TableCell((board_type(game.mode), ""), "text.dim")
    yield TableCell((standing, ""), "text.dim")
    yield figure(guesses)._replace(style="text.dim")


def open_replays(model: Model) -> Model:
    """Opens the list of replays with all games."""
    nothing = ListPart(Filter(), 0, 0, (), 0.0)
    return model.push(ReplaysScreen(nothing)).query(find_games, Filter(), then=ReplaysScreen._show_part)
