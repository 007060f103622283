"""Computes the records and statistics of finished games.

Games are compared within a ``Group``. An abandoned game counts as a game, but it is neither won nor lost, and a streak
ignores it. Games in which the bot played are counted by themselves and appear in no other figure. Results on daily
boards are also grouped by day, across categories. Queries read indexes of the game database only, so that even 100,000
games take no noticeable time. ``games_table`` stores the games.
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
    # Late, because it loads everything that lessons need.
    lesson_scores = LateModule("minesweeper.storage.lesson_scores")

T = TypeVar("T")

CUSTOM = "custom"
WINDOW = 20
"""The number of games whose wins make up one point of the win-rate line."""

_WON = " AND result = 1"
_STEPS_MS = [
    *(unit * factor for unit in (1, 10, 100, 1_000) for factor in (1, 2, 5)),
    *(seconds * 1_000 for seconds in (10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400)),
]
_USUAL_SHARE = 0.95
"""The share of wins that get bars of their own in the histogram. The slowest wins share the last bar."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of the histogram: how many wins took at least ``from_ms`` and less than the next bar begins with.

    The last bar is open-ended.
    """

    from_ms: int
    count: int


@dataclass(frozen=True, slots=True)
class BestTime:
    """One of the best times of a group, with its date and the id of its game."""

    time_ms: int
    ended_at: str
    game_id: str


@dataclass(frozen=True, slots=True)
class Statistics:
    """All figures of one group of games. A figure is None if the group has no game from which it could be computed."""

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
    """3BV divided by clicks, over all wins without an assistant, because moves of assistants aren't clicks. Chords can
    lift it above 1."""
    no_flag_wins: int = 0
    examined: int = 0
    """The number of games whose guesses are known."""
    guesses: int = 0
    guesses_survived: int = 0
    guesses_expected: float = 0.0
    """How many guesses a player survives on average with these odds."""
    judged: int = 0
    """The number of games with at least one rated guess."""
    skill: float | None = None
    """The average skill of the games with rated guesses, from 0 to 1."""
    given_away: float | None = None
    """The win chance that the guesses of a game gave away, on average over the games with rated guesses."""
    skill_exact: bool = True
    """Whether ``skill`` and ``given_away`` are exact, because no estimated rating went into them."""
    forced: int = 0
    needless: int = 0
    good: int = 0
    """How many of the ``forced`` guesses gave away nothing. Guesses that weren't forced are ``needless``."""
    missed: tuple[tuple[str, int], ...] = ()
    """The topics that the coach found missed at least three times, with the count, the most often missed first."""
    bars: tuple[Bar, ...] = ()
    line: tuple[float, ...] = ()
    """The win rate over the last ``WINDOW`` games, at several points from the first game to the latest."""
    best_times: tuple[BestTime, ...] = ()
    bot_games: int = 0
    """The number of games in which the bot made moves. They aren't part of ``games``."""

    @property
    def abandoned(self) -> int:
        """The number of games that were begun and left."""
        return self.games - self.wins - self.losses

    @property
    def win_rate(self) -> float | None:
        """The share of wins among the games that were won or lost. None if there is no such game."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else None

    @property
    def luck(self) -> float | None:
        """How many more guesses were survived than expected from their odds, or None if no guess is known.

        Bad luck is negative.
        """
        return self.guesses_survived - self.guesses_expected if self.guesses else None


def played_groups(store: Store) -> dict[Group, int]:
    """The groups in which the player has games, with their numbers of games.

    The group that was played last comes first. Each size of a custom board is a group of its own. A group in which only
    the bot has played has 0 games.
    """

    def work(connection: Connection) -> dict[Group, int]:
        newest = "SELECT max(ended_at) FROM games WHERE kin = ?"
        dated = [(connection.execute(newest, (kin,)).fetchone()[0], group) for kin, group in _groups(connection)]
        ordered = [group for _, group in sorted(dated, reverse=True)]
        return {group: _Games(connection, group).ask("count(*)")[0] for group in ordered}

    return _read(store, work, {})


def _groups(connection: Connection) -> list[tuple[int, Group]]:
    """The groups in the database, each with its number in the column ``kin``.

    It jumps through the index from group to group, because a scan would visit every game.
    """
    groups = []
    row = connection.execute("SELECT min(kin) FROM games").fetchone()
    while row[0] is not None:
        kin = row[0]
        names = "SELECT level, mode, standing, board FROM games WHERE kin = ? LIMIT 1"
        groups.append((kin, Group(*map(str, connection.execute(names, (kin,)).fetchone()))))
        row = connection.execute("SELECT min(kin) FROM games WHERE kin > ?", (kin,)).fetchone()
    return groups


def group_record(store: Store, group: Group) -> Record:
    """Wins, losses, streaks and best time of a group.

    Menus and results use this, because the full statistics take three times as long.
    """
    return _read(store, lambda connection: _Games(connection, group).record(), Record())


def level_records(store: Store, groups: Sequence[Group]) -> dict[Group, tuple[Record, float | None]]:
    """For each of these groups, its record and the mean time of its wins in milliseconds, or None if it has no win."""

    def work(connection: Connection) -> dict[Group, tuple[Record, float | None]]:
        games_of = {group: _Games(connection, group) for group in groups}
        return {group: (games.record(), *games.ask("avg(time_ms)", _WON)) for group, games in games_of.items()}

    return _read(store, work, {})


def count_due_topics(store: Store) -> int:
    """How many lesson topics have a review today.

    If the player has never answered a lesson, the answer is 0 without loading the modules of lessons.
    """

    def has_answers(connection: Connection) -> bool:
        has_table = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'answers'").fetchone()
        return bool(has_table and connection.execute("SELECT 1 FROM answers LIMIT 1").fetchone())

    return len(lesson_scores.read_progress(store).due_topics) if store.read(has_answers, False) else 0


def daily_record(store: Store, day: date) -> DailyRecord:
    """The results on the board of a day. If the database can't be read, the record is empty."""
    return daily_records(store, [day])[0]


def daily_records(store: Store, days: Sequence[date]) -> list[DailyRecord]:
    """The results on the boards of several days, in the order of ``days``.

    A streak consists of days whose board was won on the day itself; a win on a later day doesn't count for it.
    """
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
    """All games on daily boards in the order of recording: seed, whether it was won, time, and whether it was played on
    its day.

    A board that wasn't known was certainly played on its day. For a later try, the day in UTC on which it ended
    decides.
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
    """All figures of a group.

    ``bars``, ``points`` and ``best`` limit the bars of the histogram, the points of the line and the best times. If the
    database can't be read, the figures are those of a group without games.
    """
    return _read(store, lambda connection: _compute(connection, group, bars, points, best), Statistics(group))


def win_times(store: Store, group: Group) -> tuple[int, ...]:
    """The times of a group's wins in milliseconds, the oldest win first.

    On known boards, only wins without an assistant count, as they do for the best time.
    """

    def work(connection: Connection) -> tuple[int, ...]:
        games = _Games(connection, group)
        ordered = f"SELECT time_ms FROM games WHERE {games.where}{games.own_wins} ORDER BY ended_at"
        # SQLite joins the values to one text, because that arrives several times as fast as rows.
        joined = connection.execute(f"SELECT group_concat(time_ms) FROM ({ordered})", games.values).fetchone()[0]
        return tuple(map(int, joined.split(","))) if joined else ()

    return _read(store, work, ())


def _read(store: Store, work: Callable[[Connection], T], default: T) -> T:
    try:
        return store.read(work, default)
    except (ValueError, TypeError):  # Another program may have stored a word where a number belongs.
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
    # Moves of assistants aren't clicks. In this category every game has some, so it has no efficiency.
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
        missed=games.missed_topics(),
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
"""The figures about finding guesses, each with the SQL that computes it from the table of games."""
_SKILLS = {
    "judged": "count(skill)",
    "skill": "avg(skill)",
    "given_away": "avg(CASE WHEN skill IS NULL THEN NULL ELSE given_away END)",
    **{kind: f"CAST(total({kind}) AS INTEGER)" for kind in ("forced", "needless", "good")},
}
"""The figures about choosing guesses, each with the SQL that computes it from the table of ratings."""


def _skill(games: _Games) -> dict[str, Any]:
    """The figures of ``Statistics`` about how well the player chose guesses, by their names."""
    # A rating is an estimate if its fourth entry, the margin, is above 0. The search ends at the first such rating. The
    # file may come from another program, so every entry is checked.
    worths = "skills, json_each(CASE WHEN json_valid(worths) THEN worths ELSE '[]' END) AS worth"
    margin = "CASE worth.type WHEN 'array' THEN json_extract(worth.value, '$[3]') END"
    estimated = games.ask("1", f" AND skill IS NOT NULL AND {margin} > 0 LIMIT 1", worths)
    return {**games.numbers(_SKILLS, "skills"), "skill_exact": estimated is None}


class _Games:
    """The games of a group in the database, without those of the bot, and queries about them.

    If the group has no board, it covers all sizes of its preset.
    """

    def __init__(self, connection: Connection, group: Group) -> None:
        self._connection = connection
        group_hashes: tuple[int, ...] = (group_hash(group),)
        if group.board is None:
            groups, wanted = _groups(connection), (group.level, group.mode, group.standing)
            group_hashes = tuple(
                kin for kin, kin_group in groups if (kin_group.level, kin_group.mode, kin_group.standing) == wanted
            )
        self.where = f"kin IN ({', '.join('?' * len(group_hashes))})" if len(group_hashes) != 1 else "kin = ?"
        """The SQL condition that selects the games by an index. ``values`` are the values of its placeholders."""
        self.values: tuple[int | str, ...] = group_hashes
        self.own_wins = _WON
        """The SQL condition for wins that count for best times. On known boards, wins with an assistant are left
        out."""
        if group.standing == "known":
            self.own_wins += " AND helpers = '[]'"
        bot_games: list[int] = []
        """How many further games of the group have moves of the bot."""
        if group.standing != "unassisted":
            query = f"SELECT number FROM games WHERE {self.where} AND helpers LIKE '%\"bot\"%'"
            bot_games = [int(number) for (number,) in connection.execute(query, group_hashes)]
        if bot_games:
            # The games are excluded by number, because every index contains the number. The assistants are only in the
            # table, which is read once to find these games.
            self.where += " AND number NOT IN (SELECT value FROM json_each(?))"
            self.values = (*group_hashes, json.dumps(bot_games))
        self.bot_games = len(bot_games)
        """The number of further games of the bot."""

    def ask(self, columns: str, condition: str = "", table: str = "games") -> Any:
        """Runs a query over the games and returns its first row."""
        return self._connection.execute(
            f"SELECT {columns} FROM {table} WHERE {self.where}{condition}", self.values
        ).fetchone()

    def numbers(self, columns: Mapping[str, str], table: str = "games") -> dict[str, Any]:
        """Computes several figures in one query. ``columns`` has the SQL of each figure by its name."""
        return dict(zip(columns, self.ask(", ".join(columns.values()), table=table), strict=True))

    def missed_topics(self) -> tuple[tuple[str, int], ...]:
        """Counts what the coach found in the games. It speaks of a topic from three misses on."""
        if not self._connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'coached'").fetchone():
            return ()  # an older database on a read-only disk can't be brought up to date, so it lacks this table
        misses = "json_each(CASE WHEN json_valid(found) THEN found ELSE '{}' END, '$.misses') AS miss"
        topic = "CASE miss.type WHEN 'array' THEN json_extract(miss.value, '$[1]') END"
        counts = f"SELECT {topic} AS topic, count(*) AS count FROM games JOIN coached USING (number), {misses}"
        often = "GROUP BY topic HAVING topic IS NOT NULL AND count >= 3 ORDER BY count DESC LIMIT 3"
        return tuple(self._connection.execute(f"{counts} WHERE {self.where} {often}", self.values))

    @cached_property
    def course(self) -> bytes:
        """The results of all decided games in the order of time, one byte each: ``1`` for a win, ``0`` for a loss."""
        decided = f"SELECT result FROM games WHERE {self.where} AND result < 2 ORDER BY ended_at"
        # SQLite joins the values to one text, which arrives several times as fast as rows.
        query = f"SELECT group_concat(result, '') FROM ({decided})"
        return (self._connection.execute(query, self.values).fetchone()[0] or "").encode()

    def record(self) -> Record:
        """Wins, losses, streaks and best time of the games."""
        (games,), (best_ms,) = self.ask("count(*)"), self.ask("min(time_ms)", self.own_wins)
        streaks, wins = self.course.split(b"0"), self.course.count(b"1")
        return Record(games, wins, len(self.course) - wins, len(streaks[-1]), max(map(len, streaks)), best_ms)


def histogram(ordered: list[int], bars: int) -> tuple[Bar, ...]:
    """Sorts times into at most ``bars`` bars of a round width, such as 5 seconds.

    ``ordered`` has the times in milliseconds, the fastest first. A few very slow wins would make all other bars tiny,
    so they share the last bar.
    """
    if not ordered or bars < 1:
        return ()
    fastest, usual = ordered[0], ordered[min(int(len(ordered) * _USUAL_SHARE), len(ordered) - 1)]
    step = next((step for step in _STEPS_MS if usual // step - fastest // step < bars), usual - fastest + 1)
    start = fastest // step * step
    count = min(bars, (ordered[-1] - start) // step + 1)
    places = [bisect_left(ordered, start + index * step) for index in range(count)] + [len(ordered)]
    return tuple(Bar(start + index * step, places[index + 1] - places[index]) for index in range(count))


def win_rate_line(course: bytes, points: int) -> tuple[float, ...]:
    """The share of wins in the last ``WINDOW`` games, at several points that are spread evenly over all games.

    ``course`` has ``1`` for a win and ``0`` for a loss, in the order of time.
    """
    if not course or points < 1:
        return ()
    count = min(points, len(course))
    ends = [len(course) * (index + 1) // count for index in range(count)]
    return tuple(course.count(b"1", max(0, end - WINDOW), end) / min(WINDOW, end) for end in ends)


def statistics_to_data(stats: Statistics) -> dict[str, Any]:
    """Converts statistics to JSON values. The fields of the group come first."""
    data = {**stats.group._asdict(), **asdict(stats)}
    del data["group"]
    return {**data, "abandoned": stats.abandoned, "win_rate": stats.win_rate, "luck": stats.luck}


def all_statistics(store: Store) -> list[Statistics]:
    """The statistics of every group that has games, the group played last first."""
    return [statistics(store, group) for group in played_groups(store)]


# ------------------------------------------------------------------------------
# Figures as text, for the screen and the stats command
# ------------------------------------------------------------------------------


def is_mixed(group: Group) -> bool:
    """Whether a group contains boards of several sizes, whose times can't be compared."""
    return group.level == CUSTOM and group.board is None


def number_pairs(stats: Statistics) -> list[tuple[str, str]]:
    """The figures as pairs of name and text, for the statistics screen and the command.

    A figure that can't be computed is a dash.
    """
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
        ("Missed", ", ".join(f"{topic} {count}" for topic, count in stats.missed)),
    ]
    return [(name, value) for name, value in pairs if value]


def _skill_pairs(stats: Statistics) -> list[tuple[str, str]]:
    """How well the guesses were chosen, as pairs of name and text.

    ``~`` marks estimates. Empty if no guess is rated yet.
    """
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
    """The luck of a group with its sign, such as ``+1.3``."""
    return f"{round(luck, 1) + 0.0:+.1f}"  # Adding 0.0 turns -0.0 into 0.0.


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}%"


def time_text(milliseconds: float | None) -> str:
    """A time such as ``1:02.480``, or a dash if there is none."""
    return "-" if milliseconds is None else milliseconds_text(int(milliseconds))
