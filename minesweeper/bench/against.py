"""Reads how another player did on the same boards, for ``bench --against``: a file of the bench itself, or digits.

The bench's own files, from ``--save`` or ``--json --each``, name their boards, which must be the same. Lines that begin
with 0 or 1 name no boards, so they are accepted for boards of a file only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from minesweeper.bench.results_file import (
    HEAD,
    LONGEST_LINE,
    LONGEST_TEXT,
    MOST_BOARDS,
    BenchRun,
    read_head,
    read_results,
    text_or_none,
)
from minesweeper.core.inputs import bounded_lines, input_name, open_input
from minesweeper.core.text import join, quote
from minesweeper.core.validate import RecordError, describe, number, parse_json, text, truth

MOST_BYTES = 1 << 27
"""No report with the most boards that ``--each`` lists is longer."""


class AgainstError(ValueError):
    """Reports a file that doesn't hold another player's results on the same boards."""


def read_wins(path: str, run: BenchRun, digest: Callable[[int, int], str]) -> list[bool]:
    """Returns for each board of a run whether the other player won it.

    ``digest`` takes the number of a first board and a count, and returns the fingerprint of those boards. Raises
    AgainstError,
    or SaveError for a file of ``--save``.
    """
    name = input_name(path)
    with open_input(path) as stream:
        first = stream.readline(LONGEST_LINE)
        if not first.lstrip().startswith(b"{"):
            if run.seed is not None:
                raise AgainstError(
                    f"{name} doesn't name its boards. Add --boards FILE, or name a file"
                    " made by 'bench --save' or 'bench --json --each'"
                )
            return _wins_of(run, _digits(chain([first], bounded_lines(stream, LONGEST_LINE)), run, name), name)
        if first.startswith(HEAD):
            theirs = read_head(first, name)
            results = read_results(bounded_lines(stream, LONGEST_LINE), theirs, name)
            wins: Iterable[tuple[int, bool]] = ((board, result.win) for board, result, _ in results)
        else:
            try:
                theirs, wins = _read_report(parse_json(first + stream.read(MOST_BYTES), MOST_BYTES), run)
            except RecordError as error:
                raise AgainstError(f"{name} isn't a report of 'bench --json --each': {error}") from None
        _check_boards(run, theirs, digest, name)
        return _wins_of(run, wins, name)


def _digits(lines: Iterable[bytes], run: BenchRun, name: str) -> Iterator[tuple[int, bool]]:
    """Yields the board number and the result of each line that is about a board of the run. Line 1 is about board 1."""
    for count, line in enumerate(lines, start=1):
        digit = line.strip()[:1]
        if count >= run.begin and digit not in (b"0", b"1"):
            shown = quote(line.decode("ascii", "replace").strip(), 20)
            raise AgainstError(f"{name}, line {count}: {shown} doesn't begin with 0 or 1")
        yield count, digit == b"1"


def _read_report(data: dict[str, Any], run: BenchRun) -> tuple[BenchRun, list[tuple[int, bool]]]:
    """Reads the run of a report, and its wins."""
    results = data.get("results")
    if not isinstance(results, list) or not all(isinstance(one, dict) for one in results):
        raise RecordError(f"results {describe(results)} isn't allowed. Expected a list of objects, as --each prints it")
    pairs = [(number(one, "board", 1, 2 * MOST_BOARDS), truth(one, "win")) for one in results]
    theirs = run._replace(
        board=text(data, "board", LONGEST_TEXT),
        digest=text_or_none(data, "digest"),
        seed=text_or_none(data, "seed"),
        first=text_or_none(data, "first"),
        begin=number(data, "from", 1, MOST_BOARDS),
        wanted=number(data, "wanted", 1, MOST_BOARDS),
    )
    return theirs, pairs


def _check_boards(run: BenchRun, theirs: BenchRun, digest: Callable[[int, int], str], name: str) -> None:
    """Refuses a run on other boards: another seed, or other boards in the same places of the file."""
    part = run._replace(begin=theirs.begin, wanted=theirs.wanted)
    if part != run and None not in (run.digest, theirs.digest):
        part = part._replace(digest=digest(theirs.begin, theirs.wanted))
    same = {field: getattr(theirs, field) for field in ("board", "digest", "seed", "first", "start")}
    differences = part.differences(part._replace(**same))
    if differences:
        raise AgainstError(f"{name} is about other boards: {join(differences)}")


def _wins_of(run: BenchRun, wins: Iterable[tuple[int, bool]], name: str) -> list[bool]:
    """Returns the wins on the run's own boards. Refuses a file in which one of them is missing."""
    ours: list[bool] = []
    for board, win in wins:
        if board == run.begin + len(ours):
            ours.append(win)
            if len(ours) == run.wanted:
                return ours
    raise AgainstError(
        f"{name} has no board {run.begin + len(ours):,}, but this run plays boards {run.begin:,} to {run.end:,}."
        " Choose boards that both have, with --from and -n"
    )
