"""The list of games that can be watched, the newest first: by level and result, to watch, to export, to delete."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from minesweeper.core.times import clock_text, milliseconds_text, to_milliseconds
from minesweeper.storage.finished import RESULTS, FinishedGame, count_games, delete_replay, get_game, list_games
from minesweeper.storage.settings import PRESETS
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Question, Screen, Task
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.words import board_name_of, date_text, moment_text
from minesweeper.ui.game.screen import start_game
from minesweeper.ui.replay.export import EXPORTING, ExportReplay, WriteReplay, form_of, form_question
from minesweeper.ui.replay.screen import open_replay
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Hint
from minesweeper.ui.widgets.list_screen import Listing, draw_listing, moved, pointed_at, room_for

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive

WINDOW = 200
"""So many games are read at a time."""
_LEVELS = (None, *PRESETS, "custom")
_CHOICES = (None, *RESULTS)
_HINTS: list[Hint] = [
    (Action.SELECT, "watch"),
    (Action.RIGHT, "level"),
    (Action.RESULT, "result"),
    (Action.EXPORT, "export"),
    (Action.DELETE, "delete"),
    (Action.BACK, "back"),
    (Action.HELP, "help"),
]


@dataclass(frozen=True)
class Filter:
    """Which games are listed; None takes all."""

    level: str | None = None
    result: str | None = None


@dataclass(frozen=True)
class ListPart:
    """A part of the list as the store has it."""

    chosen: Filter
    total: int
    first: int
    games: tuple[FinishedGame, ...]
    now: float


@dataclass(frozen=True)
class GamesLike:
    """Read a part of the list."""

    chosen: Filter
    first: int = 0
    total: int | None = None
    """How many there are in all, where that is known: to count a hundred thousand takes a while."""

    def put(self, archive: Archive) -> ListPart:
        """The games from a place on, and how many there are in all."""
        wanted = {"level": self.chosen.level, "result": self.chosen.result}
        total = count_games(archive.store, **wanted, with_replay=True) if self.total is None else self.total
        games = list_games(archive.store, **wanted, with_replay=True, limit=WINDOW, offset=self.first)
        return ListPart(self.chosen, total, self.first, tuple(games), time.time())


@dataclass(frozen=True)
class ReplayOf:
    """Read a game with its replay."""

    id: str

    def put(self, archive: Archive) -> FinishedGame | None:
        """The game, or None when it is no longer there."""
        return get_game(archive.store, self.id)


@dataclass(frozen=True)
class ExportOf:
    """Write the replay of a game to a file."""

    id: str
    export: ExportReplay

    def put(self, archive: Archive) -> tuple[str, bool] | WriteReplay:
        """A sentence, and whether it is about something that went wrong; or the task, if it takes long."""
        game = get_game(archive.store, self.id)
        if game is None or game.replay is None:
            return "Not exported: its replay can't be read.", True
        return replace(self.export, game=game).put(archive)


@dataclass(frozen=True)
class DeleteReplay:
    """Take the replay of a game away."""

    id: str

    def put(self, archive: Archive) -> str | None:
        """Why it is still there, or None."""
        return delete_replay(archive.store, self.id).problem


@dataclass(frozen=True)
class ReplaysScreen(Screen):
    """The list, as far as it is read."""

    part: ListPart
    selected: int = 0
    message: str = ""
    alarm: bool = False
    asking: Action | None = None
    """What waits for an answer: whether to delete, or in which form to export."""
    exporting: WriteReplay | None = field(default=None, compare=False)
    """The export that is being written."""

    @property
    def context(self) -> Context:
        return Context.GAMES

    @property
    def game(self) -> FinishedGame | None:
        """The game that is selected, if it is read."""
        place = self.selected - self.part.first
        return self.part.games[place] if 0 <= place < len(self.part.games) else None

    def _calm(self) -> ReplaysScreen:
        return replace(self, message="", alarm=False, asking=None, exporting=None)

    def _say(self, text: str, alarm: bool = False) -> ReplaysScreen:
        return replace(self._calm(), message=text, alarm=alarm)

    def type_key(self, model: Model, key: str) -> Model | None:
        game = self.game
        if self.asking is None or key == "ctrl+c" or game is None:
            return None
        if self.asking is Action.EXPORT:
            form = form_of(key)
            if form is None:
                return model.with_top(self._say("Nothing was exported."))
            return model.with_top(self._calm()).ask(ExportOf(game.id, ExportReplay(game, form)))
        action = model.keymap.action(self.context, key)
        if action is Action.DELETE or key in ("y", "Y", "enter"):
            return model.with_top(self._calm()).ask(DeleteReplay(game.id))
        return model.with_top(self._say("Nothing was deleted."))

    def act(self, model: Model, action: Action) -> Model:
        screen = self._calm()
        place = moved(self.selected, self.part.total, action, max(1, room_for(model) - 1))
        if place is not None:
            return screen._select(model, place)
        if action in (Action.LEFT, Action.RIGHT):
            by = 1 if action is Action.RIGHT else -1
            level = _LEVELS[(_LEVELS.index(self.part.chosen.level) + by) % len(_LEVELS)]
            return screen._read(model, replace(self.part.chosen, level=level))
        if action is Action.RESULT:
            result = _CHOICES[(_CHOICES.index(self.part.chosen.result) + 1) % len(_CHOICES)]
            return screen._read(model, replace(self.part.chosen, result=result))
        if action is Action.BACK:
            return model.with_top(screen._say("Stopped.")) if self.exporting else model.pop()
        if action is Action.QUIT:
            return model.act_below(action)
        if action is Action.HELP:
            from minesweeper.ui.screens.help import open_help

            return model.with_top(screen).push(open_help(self.context))
        return screen._use(model, action)

    def _use(self, model: Model, action: Action) -> Model:
        """The model after an action on the selected game."""
        if self.game is None:
            return model.with_top(self)
        if action is Action.SELECT:
            return model.with_top(self).ask(ReplayOf(self.game.id))
        if action is Action.EXPORT:
            return model.with_top(replace(self, asking=action, message=form_question(model)))
        if action is Action.DELETE:
            key = model.keymap.label(self.context, action)
            text = f"Delete this replay? The game still counts. {key} again: yes, any other key: no."
            return model.with_top(replace(self, asking=action, message=text, alarm=True))
        return model.with_top(self)

    def _select(self, model: Model, place: int) -> Model:
        """The model with another game selected; what is not read yet is asked for, with room on both sides."""
        screen, part = replace(self, selected=place), self.part
        margin = room_for(model) + 1
        first, last = max(0, place - margin), min(part.total, place + margin)
        if part.first <= first and last <= part.first + len(part.games):
            return model.with_top(screen)
        return model.with_top(screen).ask(GamesLike(part.chosen, max(0, place - WINDOW // 2), part.total))

    def _read(self, model: Model, chosen: Filter) -> Model:
        return model.with_top(replace(self, selected=0)).ask(GamesLike(chosen))

    def answer(self, model: Model, question: Question, result: Any) -> Model:
        if isinstance(question, GamesLike):
            selected = max(0, min(self.selected, result.total - 1))
            return model.with_top(replace(self, part=result, selected=selected))
        if isinstance(question, ReplayOf):
            if result is None or result.replay is None:
                return model.with_top(self._say("This replay can't be read.", alarm=True))
            moment = moment_text(to_milliseconds(result.ended_at), self.part.now)
            return model.push(open_replay(result, model, moment, start_game, is_kept=True))
        if isinstance(question, DeleteReplay) and result is None:
            first = max(0, self.selected - WINDOW // 2)
            return model.with_top(self._say("Deleted.")).ask(GamesLike(self.part.chosen, first))
        if isinstance(question, ExportOf) and isinstance(result, WriteReplay):
            return model.with_top(replace(self._say(EXPORTING), exporting=result))
        if isinstance(question, ExportOf):
            return model.with_top(self._say(*result))
        return model.with_top(self._say(str(result), alarm=True)) if isinstance(question, DeleteReplay) else model

    def task(self) -> Task | None:
        return self.exporting

    def receive(self, model: Model, task: Task, result: Any) -> Model:
        return model if result is None else model.with_top(self._say(*result))

    def renewal(self) -> Question | None:
        return GamesLike(self.part.chosen, self.part.first, self.part.total)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        asked = pointed_at(self._listing(), model, self.context, event)
        if isinstance(asked, int):
            return replace(self, selected=asked).act(model, Action.SELECT)
        return self.act(model, asked) if asked else model

    def _listing(self) -> Listing:
        chosen = self.part.chosen
        level = "all levels" if chosen.level is None else chosen.level.capitalize()
        title = f"Replays  < {level} >  {chosen.result or 'all results'}"
        total = self.part.total
        empty = "No such game can be watched yet." if chosen != Filter() else "No game was finished yet."
        short = "Replays" if chosen == Filter() else f"{level.split()[0][:6]} {chosen.result or ''}"
        return Listing(title, total, self.selected, self._line, _HINTS, self.message, self.alarm, empty, short)

    def _line(self, number: int, width: int) -> str:
        place = number - self.part.first
        if not 0 <= place < len(self.part.games):
            return ".."
        return game_line(self.part.games[place], width, self.part.now)

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_listing(canvas, self._listing(), model, self.context)


def game_line(game: FinishedGame, width: int, now: float) -> str:
    """What the list says about a game, in the form that has room."""
    ended = to_milliseconds(game.ended_at)
    name = board_name_of(game.level, game.board)
    if width < 38:
        return f"{date_text(ended, now):6} {name[:3]} {game.result[:1].upper()} {clock_text(game.time_ms / 1000)}"
    line = f"{moment_text(ended, now):12}  {name:12} {game.result:9} {milliseconds_text(game.time_ms):>9}"
    line += f"  {game.mode:8}" if width >= len(line) + 10 else ""
    standing = "" if game.standing == "unassisted" else game.standing
    guesses = "" if game.guesses is None else f"guesses {len(game.guesses)}"
    for more in (f"{standing:8}", guesses):
        line += f" {more}" if width > len(line) + len(more) else ""
    return line.rstrip()


def show_replays(model: Model) -> Model:
    """The model with the list of all games that can be watched."""
    nothing = ListPart(Filter(), 0, 0, (), 0.0)
    return model.push(ReplaysScreen(nothing)).ask(GamesLike(Filter()))
