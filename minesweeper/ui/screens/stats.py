"""The statistics screen: the numbers of one level, mode and standing, and their export."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from minesweeper.core.specs import BOARDS
from minesweeper.core.text import plural
from minesweeper.core.times import to_milliseconds
from minesweeper.storage.settings import PRESETS
from minesweeper.storage.statistics import GroupSummary, Statistics, group_summaries, statistics
from minesweeper.storage.values import STANDINGS, Group
from minesweeper.ui.actions import Action, Context
from minesweeper.ui.dates import date_text
from minesweeper.ui.events import Mouse
from minesweeper.ui.frame import Canvas
from minesweeper.ui.hints import hint_at
from minesweeper.ui.model import Model, Question, Screen, Task
from minesweeper.ui.screens.exporting import Export, ExportGames, export_kind, export_question
from minesweeper.ui.screens.stats_draw import (
    BARS,
    StatsPicture,
    draw_stats,
    last_top,
    level_place,
    pages_of,
    stats_hints,
)

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive

_POINTS = 400


@dataclass(frozen=True)
class Found:
    """What the store says about a group, ready to be drawn."""

    statistics: Statistics
    dates: tuple[str, ...]
    """When the best times were made."""
    summaries: tuple[GroupSummary, ...]
    """All groups with games."""


@dataclass(frozen=True)
class StatisticsOf:
    """Compute the numbers of a group."""

    group: Group
    summaries: tuple[GroupSummary, ...] | None = None
    """What is known of all groups already: finding them takes a while too."""

    def put(self, archive: Archive) -> Found:
        """The numbers, and which other groups there are."""
        found = statistics(archive.store, self.group, bars=BARS, points=_POINTS)
        now = time.time()
        dates = tuple(date_text(to_milliseconds(best.ended_at), now) for best in found.best_times)
        known = self.summaries
        return Found(found, dates, tuple(group_summaries(archive.store)) if known is None else known)


@dataclass(frozen=True)
class StatsScreen(Screen):
    """The numbers of a group, which page of them is in view on a small screen, and how far it is scrolled."""

    group: Group
    found: Found | None = None
    page: int = 0
    top: int = 0
    message: str = ""
    alarm: bool = False
    asking: bool = False
    """Whether it is asked in which form to export."""
    export: Export | None = field(default=None, compare=False)
    """The export that is being written."""

    @property
    def context(self) -> Context:
        return Context.STATS

    @property
    def levels(self) -> tuple[str, ...]:
        """All levels that can be shown: those that can be played, and others of which there are games."""
        played = [summary.group.level for summary in self.found.summaries] if self.found else []
        return tuple(dict.fromkeys((*PRESETS, "custom", self.group.level, *sorted(played))))

    def type_key(self, model: Model, key: str) -> Model | None:
        if key == "ctrl+c":
            return None
        if self.export is not None:
            stopped = replace(self, export=None, message="The export was stopped.")
            return model.with_top(stopped) if key == "esc" else model
        if not self.asking:
            return None
        kind = export_kind(key)
        if kind is None:
            return model.with_top(replace(self._calm(), message="Nothing was exported."))
        return model.with_top(self._calm()).ask(ExportGames(kind))

    def _calm(self) -> StatsScreen:
        return replace(self, message="", alarm=False, asking=False)

    def act(self, model: Model, action: Action) -> Model:
        screen = self._calm()
        if action in (Action.LEFT, Action.RIGHT):
            levels = self.levels
            place = levels.index(self.group.level) + (1 if action is Action.RIGHT else -1)
            return screen._show(model, self.group._replace(level=levels[place % len(levels)]))
        if action is Action.BOARDS:
            return screen._show(model, self.group._replace(mode=_next(BOARDS, self.group.mode)))
        if action is Action.STANDING:
            return screen._show(model, self.group._replace(standing=_next(STANDINGS, self.group.standing)))
        if action is Action.EXPORT:
            return model.with_top(replace(screen, asking=True, message=export_question(model)))
        if action is Action.BACK:
            return model.pop()
        if action is Action.QUIT:
            return model.act_below(action)
        if action is Action.HELP:
            from minesweeper.ui.screens.help import open_help

            return model.with_top(screen).push(open_help(self.context))
        return model.with_top(screen._scrolled(model, action))

    def _show(self, model: Model, group: Group) -> Model:
        """The model with the numbers of another group asked for."""
        known = self.found.summaries if self.found else None
        return model.with_top(replace(self, group=group, top=0)).ask(StatisticsOf(group, known))

    def _scrolled(self, model: Model, action: Action) -> StatsScreen:
        pages, last = pages_of(self._picture(), model), last_top(self._picture(), model)
        if action in (Action.UP, Action.DOWN):
            top = self.top + (1 if action is Action.DOWN else -1)
            if 0 <= top <= last:
                return replace(self, top=top)
            action = Action.PAGE_DOWN if action is Action.DOWN else Action.PAGE_UP
        steps = {Action.PAGE_UP: -1, Action.PAGE_DOWN: 1, Action.ROW_START: -pages, Action.ROW_END: pages}
        page = max(0, min(self.page + steps.get(action, 0), pages - 1))
        return self if page == self.page else replace(self, page=page, top=0)

    def fit(self, model: Model) -> Model:
        page = min(self.page, pages_of(self._picture(), model) - 1)
        fitted = replace(self, page=page)
        return model.with_top(replace(fitted, top=min(self.top, last_top(fitted._picture(), model))))

    def answer(self, model: Model, question: Question, result: Any) -> Model:
        if isinstance(result, Found):
            return model.with_top(replace(self, found=result)) if result.statistics.group == self.group else model
        if isinstance(result, Export):
            return model.with_top(replace(self, export=result, message="Exporting .. Esc stops."))
        return model.with_top(replace(self, message=str(result), alarm=True))

    def renewal(self) -> Question | None:
        return StatisticsOf(self.group, self.found.summaries if self.found else None)

    def task(self) -> Task | None:
        return self.export

    def receive(self, model: Model, task: Task, result: Any) -> Model:
        if isinstance(result, int):
            return model.with_top(replace(self, message=f"Exporting: {plural(result, 'game')} so far. Esc stops."))
        if result is None:
            return model.with_top(replace(self, export=None))
        text, failed = result
        return model.with_top(replace(self, export=None, message=text, alarm=failed))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            step = {"up": Action.UP, "down": Action.DOWN}.get(event.button)
            return model.with_top(self._scrolled(model, step)) if step else model
        if event.kind != "press" or event.button != "left" or self.export:
            return model
        hints = stats_hints(self._picture(), model)
        action = hint_at(hints, model.keymap, self.context, model.rows - 1, model.cols, (event.row, event.col))
        if action is None and event.row == 0:
            level = level_place(self._picture(), model)
            action = Action.RIGHT if event.col >= level.left + level.width // 2 else Action.LEFT
        return self.act(model, action) if action else model.with_top(self._calm())

    def _picture(self) -> StatsPicture:
        found = self.found
        return StatsPicture(
            self.group,
            found.statistics if found and found.statistics.group == self.group else Statistics(self.group),
            found.dates if found else (),
            found.summaries if found else (),
            self.page,
            self.top,
            self.message,
            self.alarm,
        )

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_stats(canvas, self._picture(), model)


def _next(values: tuple[str, ...], value: str) -> str:
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


def show_stats(model: Model) -> Model:
    """The model with the statistics of the level and the kind of boards played last."""
    group = Group(model.settings.text("last_board"), model.settings.text("boards"))
    return model.push(StatsScreen(group)).ask(StatisticsOf(group))
