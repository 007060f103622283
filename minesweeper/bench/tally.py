"""The results of a run of `bench`, summed up board by board, and the report about them.

A `BenchTally` takes the same memory for any number of boards. `to_json` makes the report for programs, and `to_table`
makes it for a person. A report may be about all boards, or about those that were finished when the run ended.
`intervals` has the rates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from minesweeper.bench.games import BoardResult
from minesweeper.bench.intervals import Comparison, LuckTally, Rate, ValueTally, wilson_interval
from minesweeper.core.text import JSON_VERSION, join

_MOST_DECIMALS = 12
_LEAST_P = 0.001
_MOST_RANGES = 5
"""The most ranges of missing boards in a report for a person."""


class BenchTally:
    """The sums over all boards so far. Single results are kept only if the report needs them."""

    def __init__(self, *, each: bool = False, theirs: Sequence[bool] | None = None, first: int = 1) -> None:
        """With `each`, every single result is kept for the report.

        ``theirs`` says for each board, from number ``first`` on, whether the other player won it.
        """
        self.games = self.wins = self.guesses = self.no_guess = self.certain_losses = 0
        self.each: list[tuple[int, BoardResult]] | None = [] if each else None
        self.compared = None if theirs is None else Comparison(0, 0, 0, 0)
        self._theirs = theirs or ()
        self._first = first
        self._luck: LuckTally | None = LuckTally()
        self._value = ValueTally()
        self._ms = 0.0
        self._times: Counter[float] = Counter()
        """How many games took each CPU time.

        Times are rounded to four digits, so that the number of entries is bounded.
        """

    def add(self, board: int, result: BoardResult) -> None:
        """Counts one board. Boards are numbered from 1."""
        self.games += 1
        self.wins += result.win
        self.guesses += result.guesses
        self.no_guess += result.win and not result.guesses
        self.certain_losses += result.lost_on_certain_move
        self._ms += result.ms
        self._times[float(f"{result.ms:.4g}")] += 1
        if result.luck is None:
            self._luck = None  # If the luck of one game is unknown, so is the sum.
        elif self._luck is not None:
            self._luck.add(result.win, result.luck)
        if result.value is not None:
            self._value.add(result.value)
        if self.compared is not None:
            self.compared = self.compared.add(result.win, self._theirs[board - self._first])
        if self.each is not None:
            self.each.append((board, result))

    @property
    def luck_adjusted(self) -> Rate | None:
        """The win rate at average luck. None if the luck of a game is unknown or luck played no part."""
        return None if self._luck is None else self._luck.rate()

    @property
    def value(self) -> Rate | None:
        """The mean of the estimated win chances. None if they weren't estimated."""
        return self._value.rate()

    def times(self) -> Sequence[float | None]:
        """The mean, the median and the 95th percentile of the CPU times, in milliseconds.

        Each is None if no game was counted.
        """
        if not self.games:
            return None, None, None
        last = self.games - 1
        median = (self._ms_at(last // 2) + self._ms_at((last + 1) // 2)) / 2
        figures = (self._ms / self.games, median, self._ms_at(ceil(0.95 * self.games) - 1))
        return tuple(round(ms, 3) for ms in figures)

    def _ms_at(self, rank: int) -> float:
        """The CPU time at a rank, counted from 0, the shortest first."""
        passed = 0
        for ms in sorted(self._times):
            passed += self._times[ms]
            if passed > rank:
                return ms
        raise IndexError(rank)


def to_json(tally: BenchTally, named: Mapping[str, Any]) -> dict[str, Any]:
    """The report for programs.

    It begins with the fields of the run, `named`. If no game was counted, rates and times are null.
    """
    mean, median, p95 = tally.times()
    report: dict[str, Any] = {
        # The key isn't "version", because the fields of the run have the program's version under this name.
        "json_version": JSON_VERSION,
        **named,
        "games": tally.games,
        "wins": tally.wins,
        "win_rate": tally.wins / tally.games if tally.games else None,
        "no_guess": tally.no_guess,
        "losses_on_certain_moves": tally.certain_losses,
        "ms_mean": mean,
        "ms_median": median,
        "ms_p95": p95,
    }
    for key, rate in (("luck_adjusted", tally.luck_adjusted), ("value", tally.value)):
        if rate is not None:
            error = None if rate.low is None or rate.high is None else (rate.high - rate.low) / 2
            report[key] = {"win_rate": rate.rate, "error": error, "low": rate.low, "high": rate.high}
    if tally.compared is not None:
        report["against"] = {**tally.compared._asdict(), "p_value": tally.compared.p_value}
    if tally.each is not None:
        report["results"] = [result.to_data(board) for board, result in tally.each]
    return report


def to_table(
    tally: BenchTally,
    title: str,
    wanted: int,
    seconds: float | None = None,
    missing: Sequence[tuple[int, int]] = (),
) -> list[str]:
    """The report as lines for a person.

    ``missing`` has the first and the last board of each range that no file has, and `seconds` is how long the run took.
    """
    games = tally.games
    lines = [
        f"{board:>6}  {'won' if result.win else 'not won':<7}  {result.guesses} guesses  {result.ms:.1f} ms"
        for board, result in tally.each or ()
    ]
    if missing:
        lines += [f"{title}: {games:,} of {wanted:,} boards", f"  missing            {_ranges_text(missing)}"]
    else:
        lines.append(title if games == wanted else f"{title}: stopped after {games:,} of {wanted:,} boards")
    if not games:
        return lines
    mean, median, p95 = tally.times()
    rates = (("luck-adjusted", tally.luck_adjusted), ("value", tally.value))
    fair = [f"  {name:<17}  {rate_text(rate, 2)}" for name, rate in rates if rate is not None]
    if (other := tally.compared) is not None:
        p_value = f"p = {other.p_value:.3f}" if other.p_value >= _LEAST_P else f"p < {_LEAST_P}"
        fair.append(
            f"  against the other  both won {other.both:,}, only we {other.only_we:,}, only they {other.only_they:,},"
            f" {p_value}"
        )
    lines += [
        f"  won                {tally.wins:,} of {games:,}, {rate_text(won_rate(tally.wins, games), 1)}",
        *fair,
        f"  without a guess    {tally.no_guess:,}",
        f"  guesses            {tally.guesses:,}, {tally.guesses / games:.2f} per game",
        f"  certain, but lost  {tally.certain_losses}",
        f"  CPU ms per game    mean {mean:.1f}, median {median:.1f}, p95 {p95:.1f}",
    ]
    return lines if seconds is None else [*lines, f"  elapsed            {seconds:.1f} s"]


def _ranges_text(ranges: Sequence[tuple[int, int]]) -> str:
    """Ranges of board numbers in words, at most five of them."""
    shown = [f"{first:,}" if first == last else f"{first:,} to {last:,}" for first, last in ranges[:_MOST_RANGES]]
    omitted = len(ranges) - len(shown)
    return join([*shown, f"{omitted:,} more ranges"] if omitted else shown)


def won_rate(wins: int, games: int) -> Rate:
    """The share of games that were won, with its interval. `games` must not be 0."""
    return Rate(wins / games, *wilson_interval(wins, games))


def rate_text(rate: Rate, digits: int, of_what: str = "") -> str:
    """A rate and its interval as text, with at least ``digits`` decimals. `of_what` is put after the rate.

    More decimals are added if the ends of the interval would look equal, or if the rate would look like 0% or 100% but
    isn't exactly that.
    """
    shares = [share for share in rate if share is not None]
    is_end = round(rate.rate, _MOST_DECIMALS) in (0, 1)  # A rate counts as exactly 0 or 1 in spite of rounding errors.
    for decimals in range(digits, _MOST_DECIMALS):
        middle, *ends = [f"{share:.{decimals}%}" for share in shares]
        if (is_end or float(middle[:-1]) not in (0, 100)) and len(set(ends)) == len(ends):
            break
    interval = f"95% {ends[0]} to {ends[1]}" if ends else "too few games for an interval"
    return f"{middle}{of_what}, {interval}"
