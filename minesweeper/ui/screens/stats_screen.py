"""Shows the statistics: all presets in a table, the numbers and charts of one of them, and the export."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from minesweeper.core.boardspec import BOARD_TYPES, board_type
from minesweeper.core.text import join, plural
from minesweeper.core.times import clock_text, date_text, now_ms, to_milliseconds
from minesweeper.storage.records import CATEGORIES, Group, Record
from minesweeper.storage.settings import PRESETS
from minesweeper.storage.statistics import (
    CUSTOM,
    WINDOW,
    Statistics,
    is_mixed,
    level_records,
    number_pairs,
    played_groups,
    statistics,
    time_text,
)
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Query
from minesweeper.ui.base.values import replace
from minesweeper.ui.draw.dots import bar_length, line_chart
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.replay.export import ALL_GAMES, ask_to_export
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, column_width
from minesweeper.ui.widgets.page import (
    KEPT,
    MORE,
    NOTE,
    STATISTICS_WIDTH,
    Page,
    PageScreen,
    PageSpec,
    Row,
    TableCell,
    blank,
    entry,
    figure,
    header,
    heading,
    prose,
    switch,
)

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Saves

# ------------------------------------------------------------------------------
# The queries to the store.
# ------------------------------------------------------------------------------

BARS = 8
"""The bars of the histogram of times; the last one has no upper end."""
_POINTS = 400
_MOST_CUSTOM = 4
"""The most custom sizes that have a row of their own."""


@dataclass(frozen=True)
class StatsData:
    """The stored facts that the screen shows about a group."""

    statistics: Statistics
    dates: tuple[str, ...] = ()
    """The dates of the best times."""
    played: Mapping[Group, int] = field(default_factory=dict)
    """The number of games of each group that was played, the last one first."""
    records: Mapping[Group, tuple[Record, float | None]] = field(default_factory=dict)
    """Records and mean times of all presets with the board type and category of the group."""


def find_statistics(saves: Saves, group: Group, shown: StatsData | None = None) -> StatsData:
    """Reads the numbers of a group; facts about other groups are taken from ``shown`` because reading takes a while."""
    stats = statistics(saves.store, group, bars=BARS, points=_POINTS)
    now = now_ms() / 1000
    dates = tuple(date_text(to_milliseconds(best.ended_at), now) for best in stats.best_times)
    played = played_groups(saves.store) if shown is None else shown.played
    groups = list(groups_beside(group, played))
    if shown is not None and list(shown.records) == groups:
        return StatsData(stats, dates, played, shown.records)
    return StatsData(stats, dates, played, level_records(saves.store, groups))


def find_played(saves: Saves, chosen: Group) -> StatsData:
    """Reads the numbers of a group, or if it has no games, of the group played last."""
    played = [group for group, games in played_groups(saves.store).items() if games]
    if chosen[:3] not in [group[:3] for group in played] and played:
        last = played[0]
        chosen = last if last.level == CUSTOM else last._replace(board=None)
    return find_statistics(saves, chosen)


def groups_beside(group: Group, played: Mapping[Group, int]) -> tuple[Group, ...]:
    """Lists the groups with the same board type and category: all presets, and other levels that have games.

    The custom sizes played last have rows of their own. If there are several, one row has all custom games.
    """
    kind = group._replace(board=None)
    names = dict.fromkeys((*PRESETS, CUSTOM, *sorted(one.level for one in played)))
    levels = [kind._replace(level=level) for level in names]
    alike = [one for one, games in played.items() if one[:3] == (CUSTOM, group.mode, group.standing) and games]
    custom = [kind._replace(level=CUSTOM), *alike[:_MOST_CUSTOM]]
    if len(alike) == 1 and not is_mixed(group):
        del custom[0]
    place = levels.index(kind._replace(level=CUSTOM))
    return tuple(dict.fromkeys((*levels[:place], *custom, *levels[place + 1 :], group)))


def level_name(group: Group) -> str:
    """Names the preset of a group, or the size and mines of a custom one."""
    return group.board if group.level == CUSTOM and group.board else group.level.capitalize()


# ------------------------------------------------------------------------------
# The rows of the screen: a table of all presets, and the details of the selected one.
# ------------------------------------------------------------------------------

_FEWEST = 5
"""The fewest games for a chart of the win rate."""
_WIDE = 76
"""The least columns for numbers, times and best times side by side."""


def _choices(group: Group, looks: TerminalLooks) -> Row:
    """Makes the row that chooses the board type and category of the games."""
    names = [*map(board_type, BOARD_TYPES), *map(_category, CATEGORIES)]
    least = max(map(len, names)) + 4
    return Row(
        (
            TableCell(("Board type", ""), "text.dim"),
            switch(looks, Action.BOARDS, (board_type(group.mode),), least),
            TableCell(("Category", ""), "text.dim"),
            switch(looks, Action.STANDING, (_category(group.standing),)),
        ),
        table="choices",
    )


def _category(standing: str) -> str:
    return "known boards" if standing == "known" else standing


def _table(records: Mapping[Group, tuple[Record, float | None]]) -> list[Row]:
    """Makes the table of all presets; the target of a row is its number."""
    names = ("won", f"{'best':>8}", "games", "streak", f"{'mean':>8}")
    rows = [header(("preset", ""), *map(figure, names))]
    for place, (group, (record, mean_ms)) in enumerate(records.items()):
        best, mean = time_text(record.best_ms), time_text(mean_ms)
        if is_mixed(group) and record.wins:
            best, mean = "by size", "-"
        share = "-" if record.percent is None else f"{record.percent}%"
        values = (share, best, str(record.games or "-"), str(record.streak or "-"), f"{mean:>8}")
        cells = (TableCell((share,), is_right=True), *map(figure, values[1:]))
        rows.append(entry(place, level_name(group), *cells))
    return rows


def _details(data: StatsData, looks: TerminalLooks, width: int) -> list[Row]:
    """Makes the details of one group: numbers, times and best times."""
    stats = data.statistics
    numbers, times, best = number_pairs(stats), _time_lines(stats, looks, width), _best_lines(data)
    if width >= _WIDE:
        rows = [
            Row(
                (TableCell((name,), "text.dim"), TableCell((value,)), TableCell((bar or "",)), TableCell((day or "",))),
                table="details",
            )
            for (name, value), bar, day in (
                (pair or ("", ""), bar, day) for pair, bar, day in zip_longest(numbers, times, best)
            )
        ]
    else:
        rows = [
            Row((TableCell((name,), "text.dim"), TableCell((value,), wraps=True)), table="details")
            for name, value in numbers
        ]
        rows += [
            row for block in (best, times) if block for row in (blank(KEPT), heading(block[0]), *map(prose, block[1:]))
        ]
    return rows


def _time_lines(stats: Statistics, looks: TerminalLooks, width: int) -> list[str]:
    """Draws a histogram of the times of wins below a title."""
    most = max((bar.count for bar in stats.bars), default=0)
    step = stats.bars[1].from_ms - stats.bars[0].from_ms if len(stats.bars) > 1 else 0
    room = (24 if width >= _WIDE else width) - 9 - len(str(most))
    lines = [f"Times of {plural(stats.wins, 'win')}"]
    for place, bar in enumerate(stats.bars):
        label = "later" if place == BARS - 1 else _bar_label(bar.from_ms, step)
        lines.append(f"{label:>5} {looks.glyphs.full * bar_length(bar.count, most, room)} {bar.count}")
    return lines if stats.bars else []


def _bar_label(milliseconds: int, step: int) -> str:
    if step and step < 1000:
        return f"{milliseconds / 1000:.3f}"[:5]
    return clock_text(milliseconds / 1000)


def _best_lines(data: StatsData) -> list[str]:
    times = [time_text(best.time_ms) for best in data.statistics.best_times]
    width = max(map(len, times), default=0)
    lines = [f"{time:>{width}} {date}" for time, date in zip(times, data.dates, strict=False)]
    return ["Best times", *lines] if lines else []


def _rate(stats: Statistics, looks: TerminalLooks, width: int) -> list[Row]:
    """Draws the win rate over all games with its axis; empty if there are too few games."""
    decided = stats.wins + stats.losses
    if decided < _FEWEST:
        return []
    room, height = width - 6, 5
    chart = line_chart(stats.line, room, height, looks.glyphs)
    axis = dict(zip((0, height // 2, height - 1), ("100%", " 50%", "  0%"), strict=True))
    ends = f"game 1{f'game {decided}':>{room - 6}}"
    lines = [(axis.get(row, " " * 4), line.rstrip(), "good") for row, line in enumerate(chart)]
    return [
        blank(KEPT),
        prose(f"Win rate over {WINDOW} games at a time", "Win rate", style="text.dim"),
        *(
            Row((TableCell((label,), "text.dim"), TableCell((line,), style)), table="rate")
            for label, line, style in [*lines, ("    ", ends, "text.dim")]
        ),
    ]


def _no_games(data: StatsData) -> Row:
    """Says that there are no games of a group, and what to do about it if there are no others either."""
    first = data.statistics.group.standing == CATEGORIES[0] and not data.played
    forms = ("No games yet. Play one from the menu.", "No games yet.")[not first :]
    return prose(*forms, style="text.dim")


def _left_out(data: StatsData) -> list[Row]:
    """Says which games of the preset the numbers leave out."""
    stats, group = data.statistics, data.statistics.group
    others = dict.fromkeys(CATEGORIES, 0)
    for played, games in data.played.items():
        if played[:2] == group[:2] and group.board in (None, played.board):
            others[played.standing] += games
    names = {"known": "on known boards"}
    counts = [(games, names.get(one, one)) for one, games in others.items() if one != group.standing]
    counts.append((stats.bot_games, "by the bot"))
    parts = [f"{games} {name}" for games, name in counts if games]
    other = f"Games not counted here: {join(parts)}." if parts else ""
    rates = "Rates leave out abandoned games." if stats.abandoned else ""
    forms = dict.fromkeys((f"{other} {rates}".strip(), other or rates))
    return [prose(*forms, style="text.dim")] if parts or rates else []


_WIDTH = STATISTICS_WIDTH
_TITLES = ("Statistics",)
_LAST: list[KeyHint] = [(Action.HELP, "help"), (Action.BACK, "back")]


def _hints(word: str) -> list[KeyHint]:
    """Lists the hints next to the table; ``word`` names the first."""
    first = Action.EXPORT if word == "export" else Action.PAGE_DOWN
    return [(first, word), (Action.BOARDS, "board type"), (Action.STANDING, "category"), *_LAST]


def _has_table(page: Page) -> bool:
    """Whether the table of presets is in view."""
    return page.indent > 0


class StatsScreen(PageScreen):
    """Shows the table of presets, and the details of the selected group below it or on a page of their own."""

    data: StatsData
    """What is known about the selected group; its numbers are empty until they are read."""
    top: int | None = None
    """The first line in view of the page of details; None shows the table."""
    message: Message = SILENCE

    context = Context.STATS

    @property
    def group(self) -> Group:
        """The selected group."""
        return self.data.statistics.group

    @property
    def focus(self) -> int:
        return self.groups.index(self.group)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of the table."""
        return groups_beside(self.group, self.data.played)

    def page(self, model: Model) -> Page:
        known, looks, width = self.data, model.looks, column_width(model, _WIDTH) - 2
        records = {group: known.records.get(group, (Record(), None)) for group in self.groups}
        table = [_choices(self.group, looks), blank(), *_table(records), *_left_out(known)]
        has_games = known.statistics.games > 0
        details = _details(known, looks, width) if has_games else [_no_games(known)]
        rate = _rate(known.statistics, looks, width)
        whole = self.arrange_page(
            model, PageSpec(_TITLES, [*table, blank(KEPT), *details, *rate], _hints("export"), width=_WIDTH)
        )
        if whole.is_whole or not has_games:
            return whole
        if self.top is None:
            page = self.arrange_page(
                model, PageSpec(_TITLES, [*table, blank(KEPT), *details], _hints("next"), width=_WIDTH)
            )
            if page.is_whole:
                return page
            rows = [*table, *(row._replace(rank=NOTE) for row in rate)]
            return self.arrange_page(model, PageSpec(_TITLES, rows, _hints("next"), width=_WIDTH))
        name = looks.glyphs.turning(level_name(self.group))
        hints = [MORE, (Action.ROW_START, "all presets"), (Action.RIGHT, "preset"), *_LAST]
        titles = (f"Statistics  {name}", name, level_name(self.group))
        return self.arrange_page(model, PageSpec(titles, [*details, *rate], hints, width=_WIDTH, first=self.top))

    def place(self, page: Page) -> str:
        return f"{self.focus + 1}/{len(self.groups)}" if _has_table(page) else ""

    def act_here(self, model: Model, action: Action) -> Model:
        page = self.page(model)
        if _has_table(page):
            action = {Action.UP: Action.LEFT, Action.DOWN: Action.RIGHT}.get(action, action)
        if action in (Action.LEFT, Action.RIGHT):
            place = self.focus + (1 if action is Action.RIGHT else -1)
            return self._show(model, self.groups[place % len(self.groups)])
        if action in (Action.BOARDS, Action.STANDING):
            return self.turn(model, action, 1)
        if action is Action.EXPORT:
            return ask_to_export(model, ALL_GAMES)
        if action not in page.steps:
            return super().act_here(model, action)
        top: int | None = page.scrolled(page.steps[action])
        if _has_table(page):
            is_next = action in (Action.PAGE_DOWN, Action.ROW_END)
            top = 0 if is_next and not _has_table(replace(self, top=0).page(model)) else None
        elif action is Action.ROW_START or (action is Action.PAGE_UP and not page.first):
            top = None
        return model.with_top(replace(self, top=top))

    def turn(self, model: Model, name: Hashable, by: int) -> Model:
        if name is Action.BOARDS:
            return self._show(model, self.group._replace(mode=_next(BOARD_TYPES, self.group.mode, by)))
        return self._show(model, self.group._replace(standing=_next(CATEGORIES, self.group.standing, by)))

    def press(self, model: Model, target: Hashable) -> Model:
        """Selects a preset; a click on the selected one opens its details."""
        if target == self.focus:
            return self.act_here(model, Action.PAGE_DOWN)
        return self._show(model, self.groups[int(str(target))])

    def roll(self, model: Model, target: Hashable, by: int) -> Model:
        return self.act(model, Action.DOWN if by > 0 else Action.UP)

    def _show(self, model: Model, group: Group) -> Model:
        """Shows another group and reads its numbers."""
        top = None if self.top is None else 0
        shown = replace(self, data=replace(self.data, statistics=Statistics(group), dates=()), top=top)
        return model.with_top(shown).query(find_statistics, group, self.data, then=StatsScreen._show_data)

    def _show_data(self, model: Model, data: StatsData) -> Model:
        return model.with_top(replace(self, data=data))

    def refresh_query(self) -> Query | None:
        return Query(find_statistics, (self.group, self.data), StatsScreen._show_data)


def _next(values: tuple[str, ...], value: str, by: int = 1) -> str:
    return values[(values.index(value) + by) % len(values)] if value in values else values[0]


def _empty(group: Group) -> StatsScreen:
    return StatsScreen(StatsData(Statistics(group)))


def open_stats(model: Model, group: Group | None = None) -> Model:
    """Opens the statistics of a group, by default of the preset and board type played last."""
    if group is not None:
        return model.push(_empty(group)).query(find_statistics, group, then=StatsScreen._show_data)
    chosen = Group(model.settings.text("last_board"), model.settings.text("boards"))
    return model.push(_empty(chosen)).query(find_played, chosen, then=StatsScreen._show_data)
