"""The statistics screen: all presets at a glance, the numbers of one of them, and their export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from minesweeper.core.specs import BOARDS
from minesweeper.core.text import plural, rough_percent
from minesweeper.core.times import clock_text, milliseconds_text, now_ms, to_milliseconds
from minesweeper.storage.settings import PRESETS
from minesweeper.storage.statistics import (
    WINDOW,
    GroupSummary,
    LevelRecord,
    Statistics,
    group_summaries,
    level_records,
    statistics,
)
from minesweeper.storage.values import STANDINGS, Group, Record
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Reading, Screen
from minesweeper.ui.base.work import Query
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.charts import bar_length, line_chart
from minesweeper.ui.draw.geometry import COMPACT_COLS, Rect, is_compact
from minesweeper.ui.draw.glyphs import GlyphSet, Looks, Piece
from minesweeper.ui.draw.words import date_text, fit, wrap_to
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, Chrome, KeyHint, Message, lay_chrome, say
from minesweeper.ui.widgets.export import ALL_GAMES, ask_to_export
from minesweeper.ui.widgets.list_screen import Listing, draw_entry
from minesweeper.ui.widgets.status import PanelLine

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive

# ------------------------------------------------------------------------------
# How the statistics look: all at once where there is room, else in pages that scroll.
# ------------------------------------------------------------------------------

FULL_COLS, FULL_ROWS = 80, 24
LARGE_COLS, LARGE_ROWS = 160, 40
PAGES = 3
"""On a small screen: numbers, times, the line of wins. On one of middle size all presets, then all about one."""
_TITLE = "Statistics"
BARS = 8
"""Of a histogram; the last one is without end."""
_TIMES_COL, _BEST_COL = 30, 62
_TALLEST_CHART = 24
_AXIS = 7
_SHARE_BAR = 8
_NUMBER_COLS = 16
_SKILL_COLS = _BEST_COL - _TIMES_COL - 1
_STANDINGS = {"unassisted": "unassisted", "assisted": "assisted", "known": "known boards"}
CUSTOM = "custom"
_MOST_KINDS = 11
_SHORT_STANDINGS = {"unassisted": "", "assisted": " A", "known": " K"}


@dataclass(frozen=True)
class StatsPicture:
    """What drawn statistics show."""

    group: Group
    found: Statistics
    dates: tuple[str, ...]
    summaries: tuple[GroupSummary, ...]
    records: Mapping[Group, LevelRecord]
    """All presets of the same kind of boards and standing, in the order in which they are shown."""
    page: int = 0
    top: int = 0
    message: Message = SILENCE


def is_full(model: Model) -> bool:
    """Whether there is room for all presets, or for everything about one of them."""
    return model.cols >= FULL_COLS and model.rows >= FULL_ROWS


def is_large(model: Model) -> bool:
    """Whether there is room for both."""
    return model.cols >= LARGE_COLS and model.rows >= LARGE_ROWS


def has_table(picture: StatsPicture, model: Model) -> bool:
    """Whether all presets are in view."""
    return is_large(model) or (is_full(model) and picture.page == 0)


def pages_of(picture: StatsPicture, model: Model) -> int:
    """How many pages there are on a terminal of this size."""
    if is_full(model):
        return 1 if is_large(model) else 2
    return PAGES if picture.found.games else 1


def last_top(picture: StatsPicture, model: Model) -> int:
    """How far the page can be scrolled."""
    room = _page_chrome(picture.message, model).body.height
    return 0 if is_full(model) else max(0, len(_page_lines(picture, model)) - room)


def level_name(group: Group) -> str:
    """What the preset of a group is called; custom boards are told apart by their size and mines."""
    return group.board if group.level == CUSTOM and group.board else group.level.capitalize()


def _is_mixed(group: Group) -> bool:
    """Whether it holds boards of several sizes, whose times can't be compared."""
    return group.level == CUSTOM and group.board is None


def level_place(picture: StatsPicture, model: Model) -> Rect:
    """Where the name of the preset stands, with the arrows beside it."""
    if is_full(model):
        left, _ = _block(model)
        return Rect(0, left + 1 + len(_TITLE) + 3, 1, len(_level_text(picture.group)))
    chrome = stats_chrome(picture, model)
    return Rect(chrome.top, chrome.left, 1, len(chrome.title))


def _block(model: Model) -> tuple[int, int]:
    """The first column and the width of what is shown all at once."""
    width = LARGE_COLS if model.cols >= LARGE_COLS else FULL_COLS
    left = (model.cols - width) // 2
    return left, min(model.cols - 2 * left, LARGE_COLS)


def _level_text(group: Group) -> str:
    return f"< {level_name(group)} >"


def _page_titles(group: Group) -> tuple[str, ...]:
    kind = f"{' NG' if group.mode == 'no-guess' else ''}{_SHORT_STANDINGS.get(group.standing, '')}"
    name = level_name(group)
    return f"< {name}{kind} >", f"<{name}{kind}>", f"<{fit(name, 8)}{kind}>"


def draw_stats(canvas: Canvas, picture: StatsPicture, model: Model) -> None:
    """Draws the whole screen."""
    if not is_full(model):
        _draw_page(canvas, picture, model)
        return
    left, width = _block(model)
    _draw_head(canvas, picture, left, width)
    top = 2
    if has_table(picture, model):
        table = lay_table(picture, model)
        canvas.write(top, table.left + 2, _TABLE_HEAD, "text.dim")
        for number, group in enumerate(picture.records):
            draw_entry(canvas, table, number, _table_line(group, picture.records[group], model), model)
        top += len(picture.records) + 2
    if not picture.found.games:
        canvas.write(top, left + 2, empty_text(picture.group), "text.dim")
    elif is_large(model) or picture.page:
        _draw_all(canvas, picture, model, left, width, top)
    else:
        _draw_line(canvas, picture.found, model.looks, top + 1, left, width)
    stats_chrome(picture, model).draw(canvas)


_TABLE_HEAD = f"{'preset':15}{'games':>6}{'won':>7}{'':14}{'best':8}{'mean':>12}{'streak':>9}"


def lay_table(picture: StatsPicture, model: Model) -> Listing:
    """Where all presets stand, below their headings."""
    left, _ = _block(model)
    groups = list(picture.records)
    chrome = lay_chrome(model, Context.STATS)
    return Listing(
        chrome,
        len(groups),
        groups.index(picture.group) if picture.group in groups else -1,
        {number: 3 + number for number in range(len(groups))},
        left,
        FULL_COLS - 2,
    )


def _table_line(group: Group, found: LevelRecord, model: Model) -> list[Piece]:
    record = found.record
    done, rest = model.looks.glyphs.bar(record.wins, record.decided, 8) if record.decided else ("", " " * 8)
    share = "-" if record.percent is None else f"{record.percent}%"
    best, mean = _time(record.best_ms), _time(found.mean_ms)
    if _is_mixed(group) and record.wins:
        best, mean = "by size", "-"
    return [
        (f"{fit(level_name(group), 14):15}{record.games or '-':>6}{share:>7}  ", "text"),
        (done, "good"),
        (rest, "text.dim"),
        (f"{best:>12}", "good" if record.best_ms is not None else "text"),
        (f"{mean:>12}{record.streak or '-':>9}", "text"),
    ]


def stats_chrome(picture: StatsPicture, model: Model) -> Chrome:
    """Title, message and hints; where everything is shown at once, the head is larger than a title."""
    hints = stats_hints(picture, model)
    if is_full(model):
        told = picture.message or say(_about(picture, model))
        return lay_chrome(model, Context.STATS, hints, told, most=2)
    pages = pages_of(picture, model)
    place = f"{picture.page + 1}/{pages}" if pages > 1 else ""
    return _page_chrome(picture.message, model, hints).titled(_page_titles(picture.group), place)


def _page_chrome(message: Message, model: Model, hints: Sequence[KeyHint] = ()) -> Chrome:
    most = 4 if is_compact(model.rows, model.cols) else 2
    return lay_chrome(model, Context.STATS, hints, message, gap=0, most=most)


def _draw_head(canvas: Canvas, picture: StatsPicture, left: int, width: int) -> None:
    group = picture.group
    col = canvas.write(0, left + 1, _TITLE, "title")
    col = canvas.write(0, col + 3, _level_text(group), "key")
    canvas.write(0, col + 3, f"{group.mode} boards   {_STANDINGS.get(group.standing, group.standing)}", "text")
    count = plural(picture.found.games, "game")
    canvas.write(0, left + width - 1 - len(count), count, "text")


def _draw_all(canvas: Canvas, picture: StatsPicture, model: Model, left: int, width: int, top: int) -> None:
    found, large = picture.found, width >= LARGE_COLS
    for row, (name, value) in enumerate(number_pairs(found, model.looks.glyphs), top):
        canvas.write(row, left + 2, f"{name:12}{value}", "text")
    times = left + _TIMES_COL
    canvas.write(top, times, f"Times of the {plural(found.wins, 'win')}", "text.dim")
    bars = _bar_lines(found, 50 if large else 24, model.looks.glyphs.full)
    for row, (label, bar, count) in enumerate(bars, top + 1):
        col = canvas.write(row, times, f"{label:>5} ", "text")
        col = canvas.write(row, col, bar, "bar")
        canvas.write(row, col + 1, count, "text")
    for row, line in enumerate(skill_lines(found), top + BARS + 1):
        canvas.write(row, times, line, "text")
    best = left + (times - left + 66 if large else _BEST_COL)
    canvas.write(top, best, "Best times", "text.dim")
    for row, line in enumerate(_best_lines(picture), top + 1):
        canvas.write(row, best, line, "text")
    if large:
        _draw_groups(canvas, picture, top, best + 24, left + width - 1)
    _draw_line(canvas, found, model.looks, top + 13, left, width)


def _draw_line(canvas: Canvas, found: Statistics, looks: Looks, top: int, left: int, width: int) -> None:
    """The win rate over all games, with its axis."""
    decided = found.wins + found.losses
    height = min(_TALLEST_CHART, canvas.rows - 4 - top)
    canvas.write(top - 1, left + 2, f"Win rate, last {WINDOW} games, over all {decided} won or lost", "text.dim")
    for row, text in ((0, "100%"), (height // 2, " 50%"), (height - 1, "  0%")):
        canvas.write(top + row, left + 2, text, "text.dim")
    room = width - _AXIS - 3
    for row, line in enumerate(line_chart(found.line, room, height, looks.glyphs), top):
        canvas.write(row, left + _AXIS + 1, line.rstrip(), "good")
    canvas.write(top + height, left + _AXIS + 1, "game 1", "text.dim")
    last = f"game {decided}"
    canvas.write(top + height, left + _AXIS + 1 + room - len(last), last, "text.dim")


def _draw_groups(canvas: Canvas, picture: StatsPicture, top: int, left: int, right: int) -> None:
    """All groups with games, the one played last first."""
    more = len(picture.summaries) - _MOST_KINDS
    title = f"All kinds of games, latest first{f' ({more} more)' if more > 0 else ''}"
    canvas.write(top, left, fit(title, right - left), "text.dim")
    for row, summary in enumerate(picture.summaries[:_MOST_KINDS], top + 1):
        group = summary.group
        text = f"{level_name(group)} {group.mode}{_SHORT_STANDINGS.get(group.standing, '')}"
        best = "" if summary.best_ms is None else clock_text(summary.best_ms / 1000)
        canvas.write(row, left, fit(f"{fit(text, 23):24}{summary.games:>5} {best:>7}", right - left), "text")


def number_pairs(found: Statistics, glyphs: GlyphSet) -> list[tuple[str, str]]:
    """The numbers by name; what can't be computed is a dash. Under the share of wins stands its bar."""
    decided = found.wins + found.losses
    pairs = [
        ("Games", _games_text(found)),
        ("Won", f"{found.wins} of {decided}" if decided else "-"),
        ("", f"{''.join(glyphs.bar(found.wins, decided, _SHARE_BAR))} {_percent(found.win_rate)}" if decided else ""),
        ("Streak", f"{found.streak}, longest {found.longest_streak}"),
        *_time_pairs(found),
        ("Best 3BV/s", _number(found.best_3bv_per_second)),
        ("Efficiency", "-" if found.efficiency is None else f"{100 * found.efficiency:.0f}%"),
        ("No flags", plural(found.no_flag_wins, "win")),
        ("Guesses", f"{found.guesses / found.examined:.1f} a game" if found.examined else "-"),
    ]
    if found.luck is not None:
        guesses = plural(found.guesses, "guess")
        pairs.append(("Luck", f"{luck_text(found.luck)} of {guesses}"))
    return pairs


def skill_lines(found: Statistics) -> list[str]:
    """How well was guessed, in two lines, told as estimates if any is in it; nothing before a guess is judged."""
    if found.skill is None or found.given_away is None:
        return []
    about, lost = rough_percent(found.skill, found.skill_exact), 100 * found.given_away
    good, sign = f"{found.good} good", "" if found.skill_exact else "~"
    lines = (
        (
            f"Skill {sign}{_percent(found.skill)}, {sign}-{lost:.1f} a judged game",
            f"Skill {about}, {sign}-{lost:.1f} a judged game",
            f"Skill {about}, {sign}-{lost:.0f} a judged game",
        ),
        (f"{found.forced} forced ({good}), {found.needless} needless", f"{good}, {found.needless} needless"),
    )
    return [next((text for text in forms if len(text) <= _SKILL_COLS), forms[-1]) for forms in lines]


def _time_pairs(found: Statistics) -> list[tuple[str, str]]:
    if _is_mixed(found.group) and found.wins:
        return [("Best time", "by size"), ("Mean", "-"), ("Median", "-")]
    return [("Best time", _time(found.best_ms)), ("Mean", _time(found.mean_ms)), ("Median", _time(found.median_ms))]


def _games_text(found: Statistics) -> str:
    """How many games there are, and how many of them the rate of wins leaves out."""
    forms = [f"{found.games}, {found.abandoned} {word}" for word in ("abandoned", "left") if found.abandoned]
    return next((text for text in forms if len(text) <= _NUMBER_COLS), str(found.games))


def luck_text(luck: float) -> str:
    """How many more guesses were survived than the odds promised."""
    return f"{round(luck, 1) + 0.0:+.1f}"  # never -0.0


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}%"


def _time(milliseconds: float | None) -> str:
    return "-" if milliseconds is None else milliseconds_text(int(milliseconds))


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _bar_lines(found: Statistics, width: int, glyph: str) -> list[tuple[str, str, str]]:
    """For each bar of the histogram its label, the bar and the count; the last one is without end."""
    most = max((bar.count for bar in found.bars), default=0)
    step = found.bars[1].from_ms - found.bars[0].from_ms if len(found.bars) > 1 else 0
    lines = []
    for number, bar in enumerate(found.bars):
        label = "later" if number == BARS - 1 else _bar_label(bar.from_ms, step)
        lines.append((label, glyph * bar_length(bar.count, most, width - 6), str(bar.count)))
    return lines


def _bar_label(milliseconds: int, step: int) -> str:
    if step and step < 1000:
        return f"{milliseconds / 1000:.3f}"[:5]
    return clock_text(milliseconds / 1000)


def _best_lines(picture: StatsPicture) -> list[str]:
    times = [_time(best.time_ms) for best in picture.found.best_times]
    width = max(map(len, times), default=0)
    return [f"{time:>{width}} {date}" for time, date in zip(times, picture.dates, strict=False)]


def empty_text(group: Group) -> str:
    """What is said about a group without games."""
    kind = f"{level_name(group)}, {group.mode} boards, {_STANDINGS.get(group.standing, group.standing)}"
    if group.standing != "unassisted":
        return f"No games yet: {kind}."
    return f"No games yet: {kind}. Play one from the menu."


def _about(picture: StatsPicture, model: Model) -> str:
    key = model.keymap.label(Context.STATS, Action.STANDING)
    about = {
        "unassisted": f"Unassisted games only. Assisted games are counted apart: {key} shows them.",
        "assisted": f"Games with an assistant, or an open taken back. {key} shows those on known boards.",
        "known": f"Games on boards that could be known beforehand. {key} shows the unassisted ones.",
    }.get(picture.group.standing, "")
    bot = picture.found.bot_games
    apart = f"{plural(bot, 'game')} of the bot {'is' if bot == 1 else 'are'} not counted." if bot else ""
    is_left = any(found.record.games > found.record.decided for found in picture.records.values())
    rates = "Rates leave abandoned games out." if is_left and has_table(picture, model) else ""
    return " ".join(filter(None, (about, apart, rates)))


def stats_hints(picture: StatsPicture, model: Model) -> list[KeyHint]:
    """The keys of the screen, most important first."""
    if model.cols < COMPACT_COLS:
        if pages_of(picture, model) == 1:
            return [(Action.RIGHT, "preset"), (Action.BACK, "back")]
        if picture.top < last_top(picture, model) and picture.page:
            return [(Action.DOWN, "more"), (Action.BACK, "back")]
        is_last = picture.page == PAGES - 1
        return [
            (Action.PAGE_UP if is_last else Action.PAGE_DOWN, "page" if picture.page else "charts"),
            (Action.BACK, "back"),
        ]
    hints = [
        (Action.RIGHT, "preset"),
        (Action.BOARDS, _next(BOARDS, picture.group.mode)),
        (Action.STANDING, _next(STANDINGS, picture.group.standing)),
        (Action.EXPORT, "export"),
        (Action.BACK, "back"),
        (Action.HELP, "help"),
    ]
    if is_full(model) and pages_of(picture, model) > 1:
        return [(Action.PAGE_UP, "presets") if picture.page else (Action.PAGE_DOWN, "details"), *hints]
    is_more = picture.page < pages_of(picture, model) - 1 or picture.top < last_top(picture, model)
    return [(Action.PAGE_DOWN, "more"), *hints] if is_more else hints


def _draw_page(canvas: Canvas, picture: StatsPicture, model: Model) -> None:
    chrome = stats_chrome(picture, model)
    body, lines = chrome.body, _page_lines(picture, model)
    for row, (text, style) in enumerate(lines[picture.top : picture.top + body.height], body.top):
        canvas.write(row, body.left, text, style)
    chrome.draw(canvas)


def _page_lines(picture: StatsPicture, model: Model) -> list[PanelLine]:
    """The lines of the page in view."""
    found, width = picture.found, model.cols - (0 if is_compact(model.rows, model.cols) else 2)
    if not found.games:
        return [(line, "text.dim") for line in wrap_to(empty_text(picture.group), width, 5)]
    if picture.page == 0:
        return _number_lines(found, width, model.looks.glyphs)
    if picture.page == 1:
        bars = _bar_lines(found, width - 2, model.looks.glyphs.full)
        lines = [(f"{label:>4} {bar} {count}", "text") for label, bar, count in bars]
        return lines or [("No win yet.", "text.dim")]
    chart = line_chart(found.line, width, 3 if model.rows < 12 else 5, model.looks.glyphs)
    lines = [(f"Win rate, last {WINDOW}", "text.dim"), *((row.rstrip(), "good") for row in chart)]
    best = _best_lines(picture)
    return [*lines, *([("Best times", "text.dim")] if best else []), *((line, "text") for line in best)]


def _number_lines(found: Statistics, width: int, glyphs: GlyphSet) -> list[PanelLine]:
    if width >= COMPACT_COLS - 2:
        lines = [f"{name:12}{value}" for name, value in number_pairs(found, glyphs)] + skill_lines(found)
        return [(line, "text") for line in lines]
    rate = "" if found.win_rate is None else f"{100 * found.win_rate:.0f}%"
    decided = found.wins + found.losses
    first = f"{found.wins} of {decided} won" if decided else plural(found.games, "game")
    mean = "" if found.mean_ms is None else f"mean {clock_text(found.mean_ms / 1000)}"
    median = "" if found.median_ms is None else f"med {clock_text(found.median_ms / 1000)}"
    efficiency = "" if found.efficiency is None else f"eff {100 * found.efficiency:.0f}%"
    lines = [
        first + rate.rjust(max(1, width - len(first))) if rate else first,
        *([f"{found.abandoned} abandoned"] if found.abandoned else []),
        f"streak {found.streak}  longest {found.longest_streak}",
        f"best   {_time(found.best_ms)}",
        f"{mean}  {median}",
        f"{_number(found.best_3bv_per_second)} 3BV/s  {efficiency}",
        f"no flags {found.no_flag_wins}",
    ]
    if found.examined:
        lines.append(f"guesses {found.guesses / found.examined:.1f} a game")
    if found.luck is not None:
        lines.append(f"luck {luck_text(found.luck)}")
    if found.skill is not None:
        sign = "" if found.skill_exact else "~"
        lines += [f"skill {sign}{_percent(found.skill)}", f"{found.forced} forced"]
        lines.append(f"{found.good} good {found.needless} needless")
    return [(line.strip(), "text") for line in lines]


_POINTS = 400
_MOST_CUSTOM = 4
"""So many custom boards are shown each for itself."""
_SCROLLS = (Action.UP, Action.DOWN, Action.PAGE_UP, Action.PAGE_DOWN, Action.ROW_START, Action.ROW_END)


@dataclass(frozen=True)
class Found:
    """What the store says about a group, ready to be drawn."""

    statistics: Statistics
    dates: tuple[str, ...]
    """When the best times were made."""
    summaries: tuple[GroupSummary, ...]
    """All groups with games."""
    records: Mapping[Group, LevelRecord]
    """All presets of the same kind of boards and standing."""


def find_statistics(archive: Archive, group: Group, known: Found | None = None) -> Found:
    """The numbers of a group and of those beside it, which are taken from what is known: finding them takes a while."""
    found = statistics(archive.store, group, bars=BARS, points=_POINTS)
    now = now_ms() / 1000
    dates = tuple(date_text(to_milliseconds(best.ended_at), now) for best in found.best_times)
    summaries = tuple(group_summaries(archive.store)) if known is None else known.summaries
    groups = list(groups_beside(group, summaries))
    if known is not None and list(known.records) == groups:
        return Found(found, dates, summaries, known.records)
    return Found(found, dates, summaries, level_records(archive.store, groups))


def find_played(archive: Archive, chosen: Group) -> Found:
    """The numbers of a group, or if it has no game those of the one that was played last."""
    played = [summary.group for summary in group_summaries(archive.store) if summary.games]
    if chosen[:3] not in [group[:3] for group in played] and played:
        last = played[0]
        chosen = last if last.level == CUSTOM else last._replace(board=None)
    return find_statistics(archive, chosen)


def groups_beside(group: Group, summaries: Sequence[GroupSummary]) -> tuple[Group, ...]:
    """All groups of this kind that can be shown: of presets that can be played, and others of which there are games.

    Of custom boards those played last are shown each for itself, and if there are several all of them together too.
    """
    kind = group._replace(board=None)
    played = sorted(summary.group.level for summary in summaries)
    levels = [kind._replace(level=level) for level in dict.fromkeys((*PRESETS, CUSTOM, *played))]
    alike = [one.group for one in summaries if one.group[:3] == (CUSTOM, group.mode, group.standing) and one.games]
    custom = [kind._replace(level=CUSTOM), *alike[:_MOST_CUSTOM]]
    if len(alike) == 1 and not _is_mixed(group):
        del custom[0]
    place = levels.index(kind._replace(level=CUSTOM))
    return tuple(dict.fromkeys((*levels[:place], *custom, *levels[place + 1 :], group)))


@dataclass(frozen=True)
class StatsScreen(Screen):
    """The numbers of a group, which page of them is in view on a small screen, and how far it is scrolled."""

    group: Group
    found: Found | None = None
    page: int = 0
    top: int = 0
    message: Message = SILENCE

    @property
    def context(self) -> Context:
        return Context.STATS

    @property
    def groups(self) -> tuple[Group, ...]:
        """All groups of this kind that can be shown."""
        return groups_beside(self.group, self.found.summaries if self.found else ())

    def _calm(self) -> StatsScreen:
        return replace(self, message=SILENCE)

    def act(self, model: Model, action: Action) -> Model:
        screen = self._calm()
        if has_table(self._picture(), model):
            action = {Action.UP: Action.LEFT, Action.DOWN: Action.RIGHT}.get(action, action)
        if action in (Action.LEFT, Action.RIGHT):
            place = self.groups.index(self.group) + (1 if action is Action.RIGHT else -1)
            return screen._show(model, self.groups[place % len(self.groups)])
        if action is Action.BOARDS:
            return screen._show(model, self.group._replace(mode=_next(BOARDS, self.group.mode)))
        if action is Action.STANDING:
            return screen._show(model, self.group._replace(standing=_next(STANDINGS, self.group.standing)))
        if action is Action.EXPORT:
            return ask_to_export(model.with_top(screen), ALL_GAMES)
        if action in _SCROLLS:
            return model.with_top(screen._scrolled(model, action))
        return super().act(model.with_top(screen), action)

    def _show(self, model: Model, group: Group) -> Model:
        """The model with the numbers of another group asked for."""
        shown = replace(self, group=group, top=0)
        return model.with_top(shown).ask(find_statistics, group, self.found, then=StatsScreen._show_found)

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

    def _show_first(self, model: Model, found: Found) -> Model:
        """The model with what the screen opens on: another group than the chosen one, if only that was played."""
        return replace(self, group=found.statistics.group)._show_found(model, found)

    def _show_found(self, model: Model, found: Found) -> Model:
        return model.with_top(replace(self, found=found)) if found.statistics.group == self.group else model

    def renewal(self) -> Query | None:
        return Query(find_statistics, (self.group, self.found), StatsScreen._show_found)

    def telling(self, *texts: str, alarm: bool = False) -> StatsScreen:
        return replace(self, message=say(*texts, alarm=alarm))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            step = {"up": Action.UP, "down": Action.DOWN}.get(event.button)
            return self.act(model, step) if step else model
        if event.kind != "press" or event.button != "left":
            return model
        action = stats_chrome(self._picture(), model).action_at(event.row, event.col)
        if action is None and event.row == 0:
            level = level_place(self._picture(), model)
            action = Action.RIGHT if event.col >= level.left + level.width // 2 else Action.LEFT
        if action is None and has_table(self._picture(), model):
            table = lay_table(self._picture(), model)
            number = table.entry_at(event.row, event.col)
            if number is not None:
                # A second click leads on, as in a list.
                if number == table.selected:
                    return model.with_top(self._calm()._scrolled(model, Action.PAGE_DOWN))
                return self._calm()._show(model, self.groups[number])
        return self.act(model, action) if action else model.with_top(self._calm())

    def _picture(self) -> StatsPicture:
        found = self.found
        return StatsPicture(
            self.group,
            found.statistics if found and found.statistics.group == self.group else Statistics(self.group),
            found.dates if found else (),
            found.summaries if found else (),
            self._records(),
            self.page,
            self.top,
            self.message,
        )

    def _records(self) -> Mapping[Group, LevelRecord]:
        """A record of each preset; nothing is known of those of another kind than were asked for."""
        known = self.found.records if self.found else {}
        return {group: known.get(group, LevelRecord(Record())) for group in self.groups}

    def reading(self, model: Model) -> Reading:
        return stats_chrome(self._picture(), model).reading

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_stats(canvas, self._picture(), model)


def _next(values: tuple[str, ...], value: str) -> str:
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


def open_stats(model: Model, group: Group | None = None) -> Model:
    """The model with the statistics of a group, or of the preset and the kind of boards chosen or else played last."""
    if group is not None:
        return model.push(StatsScreen(group)).ask(find_statistics, group, then=StatsScreen._show_found)
    chosen = Group(model.settings.text("last_board"), model.settings.text("boards"))
    return model.push(StatsScreen(chosen)).ask(find_played, chosen, then=StatsScreen._show_first)
