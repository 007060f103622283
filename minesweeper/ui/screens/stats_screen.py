"""The statistics screen: a table of all presets, the graphs and figures of one of them, its best times, and the export.

The numbers come from `storage/statistics`, which compares games only within a `Group`. The first page shows as much as
fits below the table, and a second page shows the rest. The table appears at once, and its numbers as soon as the
database was read.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from operator import itemgetter
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
    win_times,
)
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Query, replace
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.draw.glyphs import Piece, TerminalLooks
from minesweeper.ui.draw.graphs import Graph, bar_length, draw_graph
from minesweeper.ui.replay.export import ALL_GAMES, ask_to_export
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, column_width
from minesweeper.ui.widgets.controls import figure, header, switch
from minesweeper.ui.widgets.page import (
    BLANK,
    GAPS,
    KEPT,
    MARK_COLS,
    MORE,
    STATISTICS_WIDTH,
    Fragment,
    Page,
    PageScreen,
    PageSpec,
    Row,
    TableCell,
    blank,
    entry,
    prose,
)

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Saves

# ------------------------------------------------------------------------------
# Queries
# ------------------------------------------------------------------------------

BARS = 8
"""How many bars the histogram of times has. The last bar counts all longer times."""
_POINTS = 400
"""The most points of the graph of the win rate."""
_MOST_CUSTOM = 4
"""How many sizes of custom boards have a row of their own at most."""


@dataclass(frozen=True)
class StatsData:
    """What the database knows about a group, and about all groups in the table."""

    statistics: Statistics
    dates: tuple[str, ...] = ()
    """The dates of the best times, in the same order."""
    win_times: tuple[int, ...] = ()
    """The times of all wins in milliseconds, the oldest win first."""
    played: Mapping[Group, int] = field(default_factory=dict)
    """The number of games of each group that was played. The group played last comes first."""
    records: Mapping[Group, tuple[Record, float | None]] = field(default_factory=dict)
    """The record and the mean time of each row of the table."""


def find_statistics(saves: Saves, group: Group, shown: StatsData | None = None) -> StatsData:
    """Reads what the database knows about a group.

    Facts about other groups are taken from ``shown``, the data on the screen, if it is given, because reading them all
    takes a while.
    """
    stats = statistics(saves.store, group, bars=BARS, points=_POINTS)
    now = now_ms() / 1000
    dates = tuple(date_text(to_milliseconds(best.ended_at), now) for best in stats.best_times)
    played = played_groups(saves.store) if shown is None else shown.played
    groups = list(groups_beside(group, played))
    records = {} if shown is None else shown.records
    if list(records) != groups:
        records = level_records(saves.store, groups)
    return StatsData(stats, dates, win_times(saves.store, group), played, records)


def find_played(saves: Saves, chosen: Group) -> StatsData:
    """Reads what the database knows about a group.

    If no game of this group was played, it reads the group that was played last instead, so that the screen doesn't
    open with empty statistics.
    """
    played = [group for group, games in played_groups(saves.store).items() if games]
    if chosen[:3] not in [group[:3] for group in played] and played:
        last = played[0]
        chosen = last if last.level == CUSTOM else last._replace(board=None)
    return find_statistics(saves, chosen)


def groups_beside(group: Group, played: Mapping[Group, int]) -> tuple[Group, ...]:
    """The groups in the rows of the table: all presets, and other boards with games, all with the board type and
    category of ``group``.

    The sizes of custom boards that were played last have rows of their own. If there are several, one more row sums up
    all custom games.
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
    """The name of a group in the table: its preset or, for a custom board, its size and mines."""
    return group.board if group.level == CUSTOM and group.board else group.level.capitalize()


# ------------------------------------------------------------------------------
# The rows of the screen
# ------------------------------------------------------------------------------

_FEWEST_GAMES = 5
"""The fewest games for which graphs are drawn, and the fewest wins for a histogram."""
_FEWEST_WINS = 3
"""The fewest wins for which a graph of their times is drawn."""
_BESIDE = 56
"""The least columns in which two graphs, or the best times and the histogram, stand side by side."""
_ROOMY = 66
"""The least columns of a table whose figures are spread over the whole row."""
_NAME_COLS = len("Intermediate")
_FIGURES = 5
"""How many columns of figures the table has."""
_BETWEEN = 3
"""The blank columns between parts that stand side by side."""
_HEIGHTS = (6, 16)
"""The least and the most rows of a graph, not counting its title and its axis."""
_MOST_COLS = 120
"""The most columns of the page on a wide screen."""
_LOWEST = 5
"""The rows of a lower graph, which is drawn if the figures then fit on the first page."""
_LOW_ROWS = 28
"""Up to this number of terminal rows, graphs have their least height. For every two more rows they gain one."""


def _choices(group: Group, looks: TerminalLooks) -> Row:
    """The row in which the player chooses board type and category."""
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
    """The name of a category on the screen."""
    return "known boards" if standing == "known" else standing


def _table(records: Mapping[Group, tuple[Record, float | None]], width: int) -> list[Row]:
    """The rows of the table. The click target of a row is its index among the groups."""
    # If the table has room, its columns of figures are equally wide and reach the end of the row.
    least = (width - _NAME_COLS) // _FIGURES - len(GAPS[0]) if width >= _ROOMY else 0
    last = width - _NAME_COLS - (_FIGURES - 1) * (least + len(GAPS[0])) - len(GAPS[0]) if least else 8
    names = ("won", f"{'best':>8}", "games", "streak", f"{'mean':>{last}}")
    rows = [header(("preset", ""), *(figure(name)._replace(least=least) for name in names))]
    for place, (group, (record, mean_ms)) in enumerate(records.items()):
        best, mean = time_text(record.best_ms), time_text(mean_ms)
        if is_mixed(group) and record.wins:
            best, mean = "by size", "-"
        share = "-" if record.percent is None else f"{record.percent}%"
        values = (share, best, str(record.games or "-"), str(record.streak or "-"), f"{mean:>{last}}")
        style = "text" if record.games else "text.dim"
        cells = (
            TableCell((share,), style, is_right=True),
            *(figure(value)._replace(style=style) for value in values[1:]),
        )
        name = TableCell((level_name(group),), style, least=_NAME_COLS if least else 0)
        rows.append(entry(place, name, *cells))
    return rows


def _joined_row(pieces: Iterable[Piece], table: str) -> Row:
    """A row whose pieces keep their places, because they are part of a picture."""
    return Row((TableCell((tuple(Fragment(text, style) for text, style in pieces),)),), table=table)


def _graphs(data: StatsData, looks: TerminalLooks, width: int, height: int) -> list[Row]:
    """The rows of the graphs of win rate and win times.

    They stand side by side, or one below the other in a narrow room. If there are too few games for a graph, one row
    says when graphs begin.
    """
    graphs = [graph for graph in (_rate(data.statistics), _times(data)) if graph is not None]
    room = (width - _BETWEEN) // 2 if width >= _BESIDE else width
    if len(graphs) == 2 and width >= _BESIDE:
        pairs = zip(*(draw_graph(graph, room, height, looks) for graph in graphs), strict=True)
        return [_joined_row([*left, (" " * _BETWEEN, "text"), *right], "graphs") for left, right in pairs]
    rows: list[Row] = []
    if not graphs and data.statistics.wins + data.statistics.losses < _FEWEST_GAMES:
        rows.append(
            prose(f"Graphs of your wins and times begin after {_FEWEST_GAMES} finished games.", style="text.dim")
        )
    for graph in graphs:
        rows += [blank(KEPT)] * bool(rows)
        rows += [_joined_row(pieces, "graphs") for pieces in draw_graph(graph, room, height, looks)]
    return rows


def _rate(stats: Statistics) -> Graph | None:
    """The graph of the win rate over the games. None before the first win, or if there are too few games."""
    decided = stats.wins + stats.losses
    if not stats.wins or decided < _FEWEST_GAMES or not stats.line:
        return None
    now = _rounded_down(stats.line[-1])
    return Graph(
        titles=("Win rate", "Won"),
        figures=(f"now {now}", now),
        values=stats.line,
        marked=len(stats.line) - 1,
        choose=itemgetter(-1),
        label=_rounded_down,
        unit="game",
        last=decided,
        note=f"{WINDOW} games each" if decided > WINDOW else "",
        top=1.0,
    )


def _rounded_down(share: float) -> str:
    """A share as a percentage without decimals, rounded down as in the table."""
    return f"{int(100 * share + 1e-9)}%"


def _times(data: StatsData) -> Graph | None:
    """The graph of the times of the wins.

    None if there are too few wins, or if the group has boards of several sizes, whose times can't be compared.
    """
    stats, times = data.statistics, data.win_times
    if len(times) < _FEWEST_WINS or stats.wins + stats.losses < _FEWEST_GAMES or is_mixed(stats.group):
        return None
    best = min(times)
    return Graph(
        titles=("Win times", "Wins"),
        figures=(f"best {time_text(best)}", time_text(best)),
        values=times,
        marked=times.index(best),
        choose=min,
        label=_seconds_label if max(times) < 10_000 else _clock_label,
        scale=_round_time,
        unit="win",
        last=len(times),
        note="best of {}",
        styles=("chart.time", "chart.best"),
    )


_TOPS = (1, 2, 4, 6, 8, 10, 12, 16, 20, 30, 40, 60, 80, 90, 120, 150, 180, 240, 300, 360, 480, 600, 900, 1200, 1800)
"""Times in seconds that are easy to read and whose halves are easy to read too. Longer times are rounded to hours."""


def _round_time(milliseconds: float) -> float:
    """Rounds a time in milliseconds up to one that is easy to read, for the top of a graph."""
    unit = 100 if milliseconds < 1000 else 1000
    hour = 3_600_000
    return next((unit * top for top in _TOPS if unit * top >= milliseconds), -(-milliseconds // hour) * hour)


def _seconds_label(milliseconds: float) -> str:
    return f"{milliseconds / 1000:.1f} s"


def _clock_label(milliseconds: float) -> str:
    return clock_text(milliseconds / 1000)


def _figures(stats: Statistics, width: int) -> list[Row]:
    """The rows of all figures that are known, in three, two or one columns, as many as fit.

    In three columns, long figures are shortened.
    """
    pairs = [(name, value) for name, value in number_pairs(stats) if value != "-"]
    for count in (3, 2, 1):
        shown = [(name, _brief(value) if count == 3 else value) for name, value in pairs]
        height = -(-len(shown) // count)
        columns = [shown[start : start + height] for start in range(0, len(shown), height)]
        widths = [(max(len(name) for name, _ in one) + 2, max(len(value) for _, value in one)) for one in columns]
        free = width - sum(map(sum, widths))
        if free >= _BETWEEN * (len(columns) - 1):
            break
    # Not even one column fits, so long values are continued below their names.
    else:
        return [
            Row((TableCell((name,), "text.dim"), TableCell((value,), wraps=True)), table="figures")
            for name, value in pairs
        ]
    gap = free // max(1, len(columns) - 1) if len(columns) > 1 else 0
    rows = []
    for line in zip_longest(*columns, fillvalue=("", "")):
        pieces: list[Piece] = []
        for (name, value), (name_width, value_width) in zip(line, widths, strict=True):
            pieces += [(name.ljust(name_width), "text.dim"), (value.ljust(value_width), "text"), (" " * gap, "text")]
        rows.append(_joined_row(pieces[:-1], "figures"))
    return rows


def _brief(value: str) -> str:
    """A figure without the parts that the table or its own name already say."""
    return re.sub(r", [0-9.]+%$|, \S+ per game$| guess(es)?$", "", value)


def _wins(data: StatsData, looks: TerminalLooks, width: int) -> list[Row]:
    """The rows of the best times and of the histogram, which stand side by side if the room is wide enough.

    Empty before the first win.
    """
    best = _best_times(data)
    if not best:
        return []
    if width < _BESIDE:
        bars = _histogram(data.statistics, looks, width)
        return [_joined_row(pieces, "wins") for pieces in (best if not bars else [*best, [], *bars])]
    room = (width - _BETWEEN) // 2
    rows = []
    bars = _histogram(data.statistics, looks, room)
    bars += [[] for _ in range(len(best) - len(bars))]
    best += [[] for _ in range(len(bars) - len(best))]
    for left, right in zip(best, bars, strict=True):
        used = sum(len(text) for text, _ in left)
        rows.append(_joined_row([*left, (" " * (width - room - used), "text"), *right], "wins"))
    return rows


def _best_times(data: StatsData) -> list[list[Piece]]:
    """The lines of the best times with their dates, below a title.

    The best time stands out. Empty before the first win.
    """
    times = [time_text(best.time_ms) for best in data.statistics.best_times]
    width = max(map(len, times), default=0)
    lines = [
        [
            (f"{place:>{len(str(len(times)))}}  ", "text.dim"),
            (f"{time:>{width}}  ", "text" if place > 1 else "chart.best"),
            (date, "text.dim"),
        ]
        for place, (time, date) in enumerate(zip(times, data.dates, strict=False), 1)
    ]
    return [[("Best times", "title")], *lines] if lines else []


def _histogram(stats: Statistics, looks: TerminalLooks, width: int) -> list[list[Piece]]:
    """The lines of a histogram that shows how many wins took how long, below a title.

    Empty if there are too few wins, or if all of them are in one bar.
    """
    if stats.wins < _FEWEST_GAMES or len(stats.bars) < 2:
        return []
    most, step = max(bar.count for bar in stats.bars), stats.bars[1].from_ms - stats.bars[0].from_ms
    labels = [_bar_label(bar.from_ms, step) for bar in stats.bars[: BARS - 1]] + ["later"] * (len(stats.bars) == BARS)
    left = max(map(len, labels))
    room = width - left - 2 - len(str(most))
    block = "▇" if looks.has_blocks else looks.glyphs.full
    lines = [
        [
            (f"{label:>{left}} ", "text.dim"),
            (block * bar_length(bar.count, most, room), "chart.time"),
            (f" {bar.count}", "text.dim"),
        ]
        for label, bar in zip(labels, stats.bars, strict=True)
    ]
    return [[(f"Times of {plural(stats.wins, 'win')}", "title")], *lines]


def _bar_label(milliseconds: int, step: int) -> str:
    """The time at which a bar begins. If a bar is shorter than a second, the label has decimals."""
    if step and step < 1000:
        return f"{milliseconds / 1000:.3f}"[:5]
    return clock_text(milliseconds / 1000)


def _no_games(data: StatsData) -> Row:
    """A row that says that the group has no games.

    If no game was played at all, the row also says where to start one.
    """
    first = data.statistics.group.standing == CATEGORIES[0] and not data.played
    forms = ("No games yet. Play one from the menu.", "No games yet.")[not first :]
    return prose(*forms, style="text.dim")


def _left_out(data: StatsData) -> list[Row]:
    """A row that says which games of the preset the figures leave out, and that rates leave out abandoned games.

    An empty list if they leave out none.
    """
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


_TITLES = ("Statistics",)
_LAST: list[KeyHint] = [(Action.HELP, "help"), (Action.BACK, "back")]


def _hints(word: str) -> list[KeyHint]:
    """The hints below the table. ``word`` names the first key, which exports or shows the next page."""
    first = Action.EXPORT if word == "export" else Action.PAGE_DOWN
    return [(first, word), (Action.BOARDS, "board type"), (Action.STANDING, "category"), *_LAST]


def _has_table(page: Page) -> bool:
    """Whether the page shows the table, and not the second page of a group."""
    return page.indent > 0


class StatsScreen(PageScreen):
    """The table of groups with the details of the selected one.

    What doesn't fit below the table is on a second page.
    """

    data: StatsData
    """What is known about the selected group. Its figures are empty until the database was read."""
    top: int | None = None
    """The first line in view on the second page, or None while the first page is shown."""
    message: Message = SILENCE

    context = Context.STATS

    @property
    def group(self) -> Group:
        """The group that is selected in the table."""
        return self.data.statistics.group

    @property
    def focus(self) -> int:
        return self.groups.index(self.group)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups in the rows of the table."""
        return groups_beside(self.group, self.data.played)

    def page(self, model: Model) -> Page:
        known, looks = self.data, model.looks
        spec = PageSpec(_TITLES, width=_widest(model))
        records = {group: known.records.get(group, (Record(), None)) for group in self.groups}
        air = blank(BLANK if is_compact(model.rows, model.cols) else KEPT)
        width = column_width(model, spec.width) - MARK_COLS
        table = [_choices(self.group, looks), air, *_table(records, width), *_left_out(known)]
        if not known.statistics.games:
            rows = [*table, blank(KEPT), _no_games(known)]
            return self.arrange_page(model, spec._replace(rows=rows, hints=_hints("export")))
        for parts, rest in self._divided(model):
            rows = [*table, *_parted(parts, air)]
            page = self.arrange_page(model, spec._replace(rows=rows, hints=_hints("next" if rest else "export")))
            if page.is_whole:
                break
        if self.top is None or not rest:
            return page
        name = looks.glyphs.turning(level_name(self.group))
        hints = [MORE, (Action.ROW_START, "all presets"), (Action.RIGHT, "preset"), *_LAST]
        titles = (f"Statistics  {name}", name, level_name(self.group))
        details = _parted(rest, air)[1:]
        return self.arrange_page(model, spec._replace(titles=titles, rows=details, hints=hints, first=self.top))

    def _divided(self, model: Model) -> Iterator[tuple[list[list[Row]], list[list[Row]]]]:
        """Divides graphs, figures and wins between the first page and the second. Yields the divisions from the most on
        the first page to the least, so the caller takes the first that fits.

        To keep the figures on the first page, the graphs may become lower, but not to keep the wins there.
        """
        data, looks, width = self.data, model.looks, column_width(model, _widest(model)) - MARK_COLS
        height = _graph_height(model, width)
        low, high = (_graphs(data, looks, width, height) for height in (min(_LOWEST, height), height))
        others = [_figures(data.statistics, width), _wins(data, looks, width)]
        for graphs, count in ((high, 3), (high, 2), (low, 2), (high, 1), (low, 1), (low, 0)):
            parts = [graphs, *others]
            yield [rows for rows in parts[:count] if rows], [rows for rows in parts[count:] if rows]

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
        """Selects a preset. A click on the selected preset opens its second page."""
        if target == self.focus:
            return self.act_here(model, Action.PAGE_DOWN)
        return self._show(model, self.groups[int(str(target))])

    def roll(self, model: Model, target: Hashable, by: int) -> Model:
        return self.act(model, Action.DOWN if by > 0 else Action.UP)

    def _show(self, model: Model, group: Group) -> Model:
        """Selects another group and reads what the database knows about it."""
        top = None if self.top is None else 0
        shown = replace(self, data=replace(self.data, statistics=Statistics(group), dates=(), win_times=()), top=top)
        return model.with_top(shown).query(find_statistics, group, self.data, then=StatsScreen._show_data)

    def _show_data(self, model: Model, data: StatsData) -> Model:
        return model.with_top(replace(self, data=data))

    def refresh_query(self) -> Query | None:
        return Query(find_statistics, (self.group, self.data), StatsScreen._show_data)


def _next(values: tuple[str, ...], value: str, by: int = 1) -> str:
    """The value that comes ``by`` places later, and after the last one the first again.

    If the value is unknown, it is the first.
    """
    return values[(values.index(value) + by) % len(values)] if value in values else values[0]


def _graph_height(model: Model, width: int) -> int:
    """The rows of a graph, not counting its title and its axis.

    In a narrow room each graph has a second page for itself, so its height depends on the rows of the terminal.
    """
    least, most = _HEIGHTS
    if width < _BESIDE:
        compact = is_compact(model.rows, model.cols)
        return max(2, min(least, model.rows - (6 if compact else 8)))
    return min(most, least + max(0, model.rows - _LOW_ROWS) // 2)


def _widest(model: Model) -> int:
    """The most columns of the page. On a wide screen, the graphs get more of them."""
    return max(STATISTICS_WIDTH, min(_MOST_COLS, 3 * model.cols // 5))


def _parted(parts: Sequence[list[Row]], air: Row) -> list[Row]:
    """Joins parts to one list of rows, with the row ``air`` before each of them."""
    return [row for part in parts for row in (air, *part)]


def _empty(group: Group) -> StatsScreen:
    """The screen for a group before the database was read."""
    return StatsScreen(StatsData(Statistics(group)))


def open_stats(model: Model, group: Group | None = None) -> Model:
    """Opens the statistics of a group, by default of the board that was played last."""
    if group is not None:
        return model.push(_empty(group)).query(find_statistics, group, then=StatsScreen._show_data)
    chosen = Group(model.settings.text("last_board"), model.settings.text("boards"))
    return model.push(_empty(chosen)).query(find_played, chosen, then=StatsScreen._show_data)
