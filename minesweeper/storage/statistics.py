"""Computes records and statistics of finished games from an index, so that even 100,000 games take no time.

Games are compared within a group: one preset, board type and category. An abandoned game counts as a game and nothing
else: it is neither won nor lost, and a streak ignores it. Games of the bot are counted separately and are in no other
number. Daily boards also have results by day.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from minesweeper.boards.daily_seed import DAILY, DAILY_SPEC, daily_board
from minesweeper.boards.measures import speed_text
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural, rough_percent
from minesweeper.core.times import from_milliseconds, milliseconds_text
from minesweeper.storage.games_table import RESULTS, group_hash, has_skills
from minesweeper.storage.records import CATEGORIES, DailyRecord, Group, Record
from minesweeper.storage.store import Store

if TYPE_CHECKING:
    from sqlite3 import Connection

    from minesweeper.storage import lesson_scores
else:
    lesson_scores = LateModule("minesweeper.storage.lesson_scores")  # it loads all that lessons need

T = TypeVar("T")

CUSTOM = "custom"
WINDOW = 20
"""The number of games behind each point of the win-rate line."""

_WON = " AND result = 1"
_STEPS_MS = [
    *(unit * factor for unit in (1, 10, 100, 1_000) for factor in (1, 2, 5)),
    *(seconds * 1_000 for seconds in (10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400)),
]
_USUAL_SHARE = 0.95
"""The share of wins with bars of their own in a histogram; the slowest wins share the last bar."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The number of wins that took from this time up to the next bar's; the last bar has no end."""

    from_ms: int
    count: int


@dataclass(frozen=True, slots=True)
class BestTime:
    """One of the best times: its duration, its date and its game."""

    time_ms: int
    ended_at: str
    game_id: str


@dataclass(frozen=True, slots=True)
class Statistics:
    """All numbers of one group; None where there is nothing to compute them from."""

    group: Group
    games: int = 0
    wins: int = 0
    losses: int = 0
    streak: int = 0
    longest_streak: int = 0
    best_ms: int | None = None
    mean_ms: float | None = None
    median_ms: float | None = None
    best_3bv_per_second: float | None = None
    efficiency: float | None = None
    """3BV divided by clicks, over the wins without an assistant, whose moves aren't clicks; above 1 by chords."""
    no_flag_wins: int = 0
    examined: int = 0
    """The number of games whose guesses are known."""
    guesses: int = 0
    guesses_survived: int = 0
    guesses_expected: float = 0.0
    """The number of guesses expected to be survived, by their odds."""
    judged: int = 0
    """The number of games with at least one judged guess."""
    skill: float | None = None
    """The mean skill of the judged games."""
    given_away: float | None = None
    """The mean win chance given away per judged game."""
    skill_exact: bool = True
    """Whether skill and given_away contain no estimate."""
    forced: int = 0
    needless: int = 0
    good: int = 0
    """The number of forced guesses that gave away nothing; ``forced`` counts all of them, ``needless`` the others."""
    bars: tuple[Bar, ...] = ()
    line: tuple[float, ...] = ()
    """The win rate of the last games, from the first game to the latest."""
    best_times: tuple[BestTime, ...] = ()
    bot_games: int = 0
    """The games that the bot played, alone or from some move on; not part of ``games``."""

    @property
    def abandoned(self) -> int:
        """Counts the games that were begun and left."""
        return self.games - self.wins - self.losses

    @property
    def win_rate(self) -> float | None:
        """Returns the share of wins among the games won or lost."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else None

    @property
    def luck(self) -> float | None:
        """Returns the number of survived guesses minus the number expected from the odds."""
        return self.guesses_survived - self.guesses_expected if self.guesses else None


def played_groups(store: Store) -> dict[Group, int]:
    """Counts the player's games of each group, each board separately, the last played first."""

    def work(connection: Connection) -> dict[Group, int]:
        newest = "SELECT max(ended_at) FROM games WHERE kin = ?"
        dated = [(connection.execute(newest, (kin,)).fetchone()[0], group) for kin, group in _groups(connection)]
        ordered = [group for _, group in sorted(dated, reverse=True)]
        return {group: _Games(connection, group).ask("count(*)")[0] for group in ordered}

    return _read(store, work, {})


def _groups(connection: Connection) -> list[tuple[int, Group]]:
    """Lists each group and its number, with one search in the index per group: a scan would visit each game."""
    groups = []
    row = connection.execute("SELECT min(kin) FROM games").fetchone()
    while row[0] is not None:
        kin = row[0]
        names = "SELECT level, mode, standing, board FROM games WHERE kin = ? LIMIT 1"
        groups.append((kin, Group(*map(str, connection.execute(names, (kin,)).fetchone()))))
        row = connection.execute("SELECT min(kin) FROM games WHERE kin > ?", (kin,)).fetchone()
    return groups


def group_record(store: Store, group: Group) -> Record:
    """Returns the record of a group for menus and ends of games, in a third of the time of its statistics."""
    return _read(store, lambda connection: _Games(connection, group).record(), Record())


def level_records(store: Store, groups: Sequence[Group]) -> dict[Group, tuple[Record, float | None]]:
    """Returns the records of some groups and the mean times of their wins, for a table."""

    def work(connection: Connection) -> dict[Group, tuple[Record, float | None]]:
        games_of = {group: _Games(connection, group) for group in groups}
        return {group: (games.record(), *games.ask("avg(time_ms)", _WON)) for group, games in games_of.items()}

    return _read(store, work, {})


def count_due_topics(store: Store) -> int:
    """Counts the lesson topics that have a review today. Without an answer, no module of lessons is loaded."""

    def has_answers(connection: Connection) -> bool:
        has_table = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'answers'").fetchone()
        return bool(has_table and connection.execute("SELECT 1 FROM answers LIMIT 1").fetchone())

    return len(lesson_scores.read_progress(store).due_topics) if store.read(has_answers, False) else 0


def daily_record(store: Store, day: date) -> DailyRecord:
    """Returns the results on the board of a day; an empty record if the store can't be read."""
    return daily_records(store, [day])[0]


def daily_records(store: Store, days: Sequence[date]) -> list[DailyRecord]:
    """Returns the results on the boards of some days. A board won after its day doesn't count for a streak."""
    games = _daily_games(store)
    won = {seed for seed, is_won, _, in_time in games if is_won and in_time}
    records = {}
    for day in days:
        earlier = 0
        while daily_board(day - timedelta(days=earlier + 1)).seed in won:
            earlier += 1
        records[daily_board(day).seed] = DailyRecord(day, earlier=earlier)
    for seed, is_won, time_ms, _ in games:
        if seed in records:
            records[seed] = records[seed].after(is_won, time_ms)
    return list(records.values())


def _daily_games(store: Store) -> list[tuple[str, bool, int, bool]]:
    """Lists the seed, result and time of all daily games in their order, and whether each was played on its day.

    A first try is never a known board; later tries go by the day of their end.
    """
    won = RESULTS.index("won")
    group_hashes = [group_hash(Group(DAILY, "no-guess", standing, str(DAILY_SPEC))) for standing in CATEGORIES]

    def work(connection: Connection) -> list[tuple[str, bool, int, bool]]:
        marks = ", ".join("?" * len(group_hashes))
        in_time = f"known = 0 OR seed = '{DAILY} ' || date(ended_at / 1000, 'unixepoch')"
        rows = connection.execute(
            f"SELECT seed, result, time_ms, {in_time} FROM games WHERE kin IN ({marks}) ORDER BY number", group_hashes
        )
        return [(str(seed), result == won, int(time_ms), bool(is_early)) for seed, result, time_ms, is_early in rows]

    return store.read(work, [])


def statistics(store: Store, group: Group, *, bars: int = 8, points: int = 60, best: int = 10) -> Statistics:
    """Computes the numbers of a group, with limits for bars, points of the line and best times."""
    return _read(store, lambda connection: _compute(connection, group, bars, points, best), Statistics(group))


def win_times(store: Store, group: Group) -> tuple[int, ...]:
    """Lists the times of a group's wins in milliseconds, the oldest win first.

    Among games on known boards, only wins without an assistant count, because the best time is one of these too.
    """

    def work(connection: Connection) -> tuple[int, ...]:
        games = _Games(connection, group)
        ordered = f"SELECT time_ms FROM games WHERE {games.where}{games.own_wins} ORDER BY ended_at"
        # One text joined by SQLite arrives several times as fast as rows.
        joined = connection.execute(f"SELECT group_concat(time_ms) FROM ({ordered})", games.values).fetchone()[0]
        return tuple(map(int, joined.split(","))) if joined else ()

    return _read(store, work, ())


def _read(store: Store, work: Callable[[Connection], T], default: T) -> T:
    try:
        return store.read(work, default)
    except (ValueError, TypeError):  # another program may have stored a word instead of a number
        store.add_notice(
            "games.db has invalid values, so there are no statistics. Check it with: minesweeper history check"
        )
        return default


def _compute(connection: Connection, group: Group, bars: int, points: int, best: int) -> Statistics:
    games = _Games(connection, group)
    joined, no_flags = games.ask("group_concat(time_ms), total(no_flags)", _WON)
    times = sorted(map(int, joined.split(","))) if joined else []
    speed, three_bv, clicks = games.ask(
        "max(three_bv * 1000.0 / nullif(time_ms, 0)), total(three_bv), total(opens + flags + chords)", games.own_wins
    )
    # An assistant's moves aren't clicks, so a group in which all games had one has no efficiency.
    has_clicks = clicks and group.standing != "assisted"
    wins = f"SELECT time_ms, ended_at, id FROM games WHERE {games.where}{games.own_wins}"
    fastest = connection.execute(f"{wins} ORDER BY time_ms, ended_at LIMIT ?", (*games.values, best))
    return Statistics(
        group,
        **games.record()._asdict(),
        mean_ms=sum(times) / len(times) if times else None,
        median_ms=(times[(len(times) - 1) // 2] + times[len(times) // 2]) / 2 if times else None,
        best_3bv_per_second=speed,
        efficiency=three_bv / clicks if has_clicks else None,
        no_flag_wins=int(no_flags),
        **games.numbers(_GUESSES),
        **(_skill(games) if has_skills(connection) else {}),
        bars=histogram(times, bars),
        line=win_rate_line(games.course, points),
        best_times=tuple(BestTime(ms, from_milliseconds(ended_at), game_id) for ms, ended_at, game_id in fastest),
        bot_games=games.bot_games,
    )


_GUESSES = {
    "examined": "count(guess_count)",
    "guesses": "CAST(total(guess_count) AS INTEGER)",
    "guesses_survived": "CAST(total(guess_survived) AS INTEGER)",
    "guesses_expected": "total(guess_expected)",
}
_SKILLS = {
    "judged": "count(skill)",
    "skill": "avg(skill)",
    "given_away": "avg(CASE WHEN skill IS NULL THEN NULL ELSE given_away END)",
    **{kind: f"CAST(total({kind}) AS INTEGER)" for kind in ("forced", "needless", "good")},
}
"""The numbers of a group about its guesses, and the SQL that computes each."""


def _skill(games: _Games) -> dict[str, Any]:
    """Reads how well the player guessed."""
    # A margin is the fourth entry of a value. The search ends at the first one; another program may have made the file.
    worths = "skills, json_each(CASE WHEN json_valid(worths) THEN worths ELSE '[]' END) AS worth"
    margin = "CASE worth.type WHEN 'array' THEN json_extract(worth.value, '$[3]') END"
    estimated = games.ask("1", f" AND skill IS NOT NULL AND {margin} > 0 LIMIT 1", worths)
    return {**games.numbers(_SKILLS, "skills"), "skill_exact": estimated is None}


class _Games:
    """The player's games of a group in the store, without games of the bot."""

    def __init__(self, connection: Connection, group: Group) -> None:
        self._connection = connection
        group_hashes: tuple[int, ...] = (group_hash(group),)
        if group.board is None:
            groups, wanted = _groups(connection), (group.level, group.mode, group.standing)
            group_hashes = tuple(
                kin for kin, kin_group in groups if (kin_group.level, kin_group.mode, kin_group.standing) == wanted
            )
        self.where = f"kin IN ({', '.join('?' * len(group_hashes))})" if len(group_hashes) != 1 else "kin = ?"
        """The SQL condition that finds the games in an index."""
        self.values: tuple[int | str, ...] = group_hashes
        self.own_wins = _WON
        """A further condition for best wins: games on known boards include those of solvers."""
        if group.standing == "known":
            self.own_wins += " AND helpers = '[]'"
        bot_games: list[int] = []
        if group.standing != "unassisted":
            query = f"SELECT number FROM games WHERE {self.where} AND helpers LIKE '%\"bot\"%'"
            bot_games = [int(number) for (number,) in connection.execute(query, group_hashes)]
        if bot_games:
            # By number, which each index holds: assistants are only in the table, which is read once for this list.
            self.where += " AND number NOT IN (SELECT value FROM json_each(?))"
            self.values = (*group_hashes, json.dumps(bot_games))
        self.bot_games = len(bot_games)
        """The number of further games of the bot."""

    def ask(self, columns: str, condition: str = "", table: str = "games") -> Any:
        """Returns the first row of a query about the games."""
        return self._connection.execute(
            f"SELECT {columns} FROM {table} WHERE {self.where}{condition}", self.values
        ).fetchone()

    def numbers(self, columns: Mapping[str, str], table: str = "games") -> dict[str, Any]:
        """Returns the results of some SQL about the games, by their names."""
        return dict(zip(columns, self.ask(", ".join(columns.values()), table=table), strict=True))

    @cached_property
    def course(self) -> bytes:
        """Returns one letter for each decided game in the order of time: ``1`` won, ``0`` lost."""
        decided = f"SELECT result FROM games WHERE {self.where} AND result < 2 ORDER BY ended_at"
        # One text joined by SQLite arrives several times as fast as rows.
        query = f"SELECT group_concat(result, '') FROM ({decided})"
        return (self._connection.execute(query, self.values).fetchone()[0] or "").encode()

    def record(self) -> Record:
        """Returns the results of the games."""
        (games,), (best_ms,) = self.ask("count(*)"), self.ask("min(time_ms)", self.own_wins)
        streaks, wins = self.course.split(b"0"), self.course.count(b"1")
        return Record(games, wins, len(self.course) - wins, len(streaks[-1]), max(map(len, streaks)), best_ms)


def histogram(ordered: list[int], bars: int) -> tuple[Bar, ...]:
    """Counts sorted times in at most ``bars`` bars of a round width; the few slowest share the last one."""
    if not ordered or bars < 1:
        return ()
    fastest, usual = ordered[0], ordered[min(int(len(ordered) * _USUAL_SHARE), len(ordered) - 1)]
    step = next((step for step in _STEPS_MS if usual // step - fastest // step < bars), usual - fastest + 1)
    start = fastest // step * step
    count = min(bars, (ordered[-1] - start) // step + 1)
    places = [bisect_left(ordered, start + index * step) for index in range(count)] + [len(ordered)]
    return tuple(Bar(start + index * step, places[index + 1] - places[index]) for index in range(count))


def win_rate_line(course: bytes, points: int) -> tuple[float, ...]:
    """Returns the share of wins (``1``) in the last games before each of some points spread over all games."""
    if not course or points < 1:
        return ()
    count = min(points, len(course))
    ends = [len(course) * (index + 1) // count for index in range(count)]
    return tuple(course.count(b"1", max(0, end - WINDOW), end) / min(WINDOW, end) for end in ends)


def statistics_to_data(stats: Statistics) -> dict[str, Any]:
    """Returns the numbers as JSON values, beginning with the group's fields."""
    data = {**stats.group._asdict(), **asdict(stats)}
    del data["group"]
    return {**data, "abandoned": stats.abandoned, "win_rate": stats.win_rate, "luck": stats.luck}


def all_statistics(store: Store) -> list[Statistics]:
    """Computes the numbers of each group with games, each board separately."""
    return [statistics(store, group) for group in played_groups(store)]


# ------------------------------------------------------------------------------
# The numbers in words, for the screen and the stats command.
# ------------------------------------------------------------------------------


def is_mixed(group: Group) -> bool:
    """Whether a group holds boards of several sizes, whose times can't be compared."""
    return group.level == CUSTOM and group.board is None


def number_pairs(stats: Statistics) -> list[tuple[str, str]]:
    """Lists the numbers by name; a number that can't be computed is a dash."""
    decided = stats.wins + stats.losses
    times = [time_text(stats.best_ms), time_text(stats.mean_ms), time_text(stats.median_ms)]
    if is_mixed(stats.group) and stats.wins:
        times = ["by size", "-", "-"]
    luck = "" if stats.luck is None else f"{luck_text(stats.luck)} of {plural(stats.guesses, 'guess')}"
    pairs = [
        ("Games", f"{stats.games}, {stats.abandoned} abandoned" if stats.abandoned else f"{stats.games}"),
        ("Won", f"{stats.wins} of {decided}, {_percent(stats.win_rate)}" if decided else "-"),
        ("Streak", f"{stats.streak}, longest {stats.longest_streak}"),
        *zip(("Best time", "Mean", "Median"), times, strict=True),
        ("Best 3BV/s", speed_text(stats.best_3bv_per_second)),
        ("Efficiency", "-" if stats.efficiency is None else f"{100 * stats.efficiency:.0f}%"),
        ("No flags", plural(stats.no_flag_wins, "win")),
        ("Guesses", f"{stats.guesses / stats.examined:.1f} per game" if stats.examined else "-"),
        ("Luck", luck),
        *_skill_pairs(stats),
    ]
    return [(name, value) for name, value in pairs if value]


def _skill_pairs(stats: Statistics) -> list[tuple[str, str]]:
    """Rates the guesses, marked if estimates are included; empty before a guess is judged."""
    if stats.skill is None or stats.given_away is None:
        return []
    sign = "" if stats.skill_exact else "~"
    skill = _percent(stats.skill) if stats.skill_exact else rough_percent(stats.skill, stats.skill_exact)
    return [
        ("Skill", f"{skill}, {sign}-{100 * stats.given_away:.1f} per game"),
        ("Forced", f"{stats.forced}, {stats.good} good"),
        ("Needless", f"{stats.needless}"),
    ]


def luck_text(luck: float) -> str:
    """Writes the number of survived guesses minus the expected number."""
    return f"{round(luck, 1) + 0.0:+.1f}"  # never -0.0


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}%"


def time_text(milliseconds: float | None) -> str:
    """Writes a time, or a dash if there is none."""
    return "-" if milliseconds is None else milliseconds_text(int(milliseconds))
