"""Saved runs of the bench: complete lines are kept, other runs are refused, and parts can be merged."""

from __future__ import annotations

import itertools
import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from minesweeper.bench.games import BoardResult
from minesweeper.bench.results_file import BenchRun, Merged, SavedRun, SaveError, SaveFile
from minesweeper.cli import main

RUN = BenchRun("9x9/10", None, "a", "open", (3, 3), "best", {"value": True}, "1", "c0de", None, 1, 5)
RESULTS = [
    BoardResult(True, 0, 0.125, value=1.0),
    BoardResult(False, 2, 3.5, True, -0.1234567890123, 0.1),
    BoardResult(True, 1, 0.0, luck=None),
    BoardResult(True, 0, 1e9),
    BoardResult(False, 0, 1.0),
]


def save(path: Path, run: BenchRun = RUN, count: int = 5) -> bytes:
    file = SaveFile(str(path), run)
    assert list(file.results()) == []
    for board in range(run.begin, run.begin + count):
        file.add(board, RESULTS[board % 5])
    file.close()
    return path.read_bytes()


def test_a_saved_run_cut_anywhere_continues_after_its_last_line(tmp_path: Path) -> None:
    whole = save(tmp_path / "run")
    path = tmp_path / "cut"
    for length in range(0, len(whole) + 1, 3):
        path.write_bytes(whole[:length])
        file = SaveFile(str(path), RUN)
        done = list(file.results())
        assert len(done) == max(0, whole[:length].count(b"\n") - 1)
        for board in range(len(done) + 1, 6):
            file.add(board, RESULTS[board % 5])
        file.close()
        assert path.read_bytes() == whole


OTHER_VALUES: dict[str, object] = {
    "board": "8x8/10",
    "digest": "x",
    "seed": "b",
    "first": "safe",
    "start": (0, 0),
    "solver": "deep",
    "options": {"rollouts": 9},
    "version": "2",
    "code": "d0c",
    "player_code": "x",
    "begin": 2,
    "wanted": 6,
}


def test_a_saved_run_of_other_options_is_refused_with_what_differs(tmp_path: Path) -> None:
    before = save(tmp_path / "run")
    messages = []
    for name in BenchRun._fields:
        with pytest.raises(SaveError, match=r"belongs to another run: .* there and .* here") as caught:
            SaveFile(str(tmp_path / "run"), RUN._replace(**{name: OTHER_VALUES[name]}))  # type: ignore[arg-type]
        messages.append(str(caught.value))
        assert (tmp_path / "run").read_bytes() == before
    assert 'the set of options is {"value": true} there and {"rollouts": 9} here. Choose another file' in "".join(
        messages
    )
    assert 'the code of the solver (its fingerprint) is none there and "x" here' in "".join(messages)
    assert messages[-1].endswith(
        "To add boards to a run, save them with --from to a second file, and report on both with --merge"
    )


def test_a_bench_run_cannot_be_saved_to_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SaveError, match="--save needs the name of a file, not '-'"):
        SaveFile("-", RUN)
    assert not list(tmp_path.iterdir())


def test_a_bench_run_continues_if_its_file_of_boards_was_moved(tmp_path: Path) -> None:
    run = RUN._replace(board="here", digest="x")
    save(tmp_path / "run", run)
    SaveFile(str(tmp_path / "run"), run._replace(board="there")).close()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"my diary\n", "isn't a file made by 'bench --save', line 1: not JSON"),
        (b"my diary", "isn't a file made by 'bench --save', line 1: not JSON"),
        (b"{}\n", "isn't a file made by 'bench --save', line 1: minesweeper_bench is missing"),
        (b'{"minesweeper_bench":2}\n', "minesweeper_bench 2 is not allowed"),
        (b"\0" * 4000, "isn't a file made by 'bench --save'"),
    ],
)
def test_saving_a_run_never_overwrites_another_kind_of_file(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(SaveError, match=message):
        SaveFile(str(path), RUN)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"board":2', b'"board":3', "line 3: expected board 2 but found board 3"),
        (b'"win":true', b'"win":1', "line 3: win 1 is not allowed"),
        (b'"guesses":1', b'"guesses":-1', "line 3: guesses -1 is not allowed"),
        (b'"luck":null', b'"luck":NaN', "line 3: luck is NaN. Use a number or null"),
    ],
)
def test_a_damaged_line_of_a_saved_run_is_reported_with_its_number(
    tmp_path: Path, old: bytes, new: bytes, message: str
) -> None:
    path = tmp_path / "run"
    lines = save(path).splitlines(keepends=True)
    assert old in lines[2]
    lines[2] = lines[2].replace(old, new)
    path.write_bytes(b"".join(lines))
    with pytest.raises(SaveError, match=re.escape(message)):
        list(SavedRun(str(path)).results())


@pytest.mark.skipif(os.name != "posix", reason="locks")
def test_two_bench_runs_never_write_to_the_same_file(tmp_path: Path) -> None:
    first = SaveFile(str(tmp_path / "run"), RUN)
    with pytest.raises(SaveError, match="is in use by another bench"):
        SaveFile(str(tmp_path / "run"), RUN)
    first.close()
    SaveFile(str(tmp_path / "run"), RUN).close()


PARTS = st.lists(st.tuples(st.integers(1, 30), st.integers(1, 12), st.integers(0, 12)), min_size=1, max_size=5)
NAMES = itertools.count()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(PARTS)
def test_merging_saved_runs_counts_each_board_once(tmp_path: Path, parts: list[tuple[int, int, int]]) -> None:
    paths, done, wanted = [], set(), set()
    for begin, length, ready in parts:
        path = tmp_path / f"part {next(NAMES)}"
        save(path, RUN._replace(begin=begin, wanted=length), min(length, ready))
        paths.append(str(path))
        wanted |= set(range(begin, begin + length))
        done |= set(range(begin, begin + min(length, ready)))
    merged = Merged(paths)
    assert list(merged.results()) == [(board, RESULTS[board % 5]) for board in sorted(done)]
    row = range(min(wanted), max(wanted) + 1)
    assert (merged.run.begin, merged.run.wanted) == (row[0], len(row))
    missing = [board for first, last in merged.missing for board in range(first, last + 1)]
    assert missing == [board for board in row if board not in done]
    assert all(last + 1 < first for (_, last), (first, _) in itertools.pairwise(merged.missing))


def test_control_characters_of_a_saved_run_are_never_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steer = "\x1b[2J"
    run = RUN._replace(board=steer, seed=steer, solver=steer, version=steer, options={steer: 1})
    save(tmp_path / "hostile", run)
    save(tmp_path / "mine")
    assert main(["bench", "--merge", str(tmp_path / "hostile")]) == 0
    assert main(["bench", "--merge", str(tmp_path / "mine"), str(tmp_path / "hostile")]) == 2
    printed = capsys.readouterr()
    assert (printed.out + printed.err).replace("\n", "").isprintable()


def test_saved_runs_that_differ_are_not_merged(tmp_path: Path) -> None:
    save(tmp_path / "one")
    save(tmp_path / "other", RUN._replace(seed="b"))
    with pytest.raises(
        SaveError, match=r"other' belongs to another run than '.*one': the seed is \"b\" there and \"a\" here"
    ):
        Merged([str(tmp_path / "one"), str(tmp_path / "other")])


@pytest.mark.parametrize(
    "change", [(b'"win":true', b'"win":false'), (b'"guesses":1', b'"guesses":2'), (b'"luck":null', b'"luck":0.5')]
)
def test_saved_runs_that_contradict_each_other_are_refused(tmp_path: Path, change: tuple[bytes, bytes]) -> None:
    """The order of the files doesn't matter, and only the times of games may differ."""
    one, other = tmp_path / "one", tmp_path / "other"
    save(one)
    right = save(other, RUN._replace(begin=2, wanted=4), 3)
    other.write_bytes(right.replace(b'"ms":0.0', b'"ms":7.5'))
    assert len(list(Merged([str(one), str(other)]).results())) == 5
    assert change[0] in right
    other.write_bytes(right.replace(*change, 1))
    for paths in itertools.permutations([str(one), str(other)]):
        with pytest.raises(SaveError, match=r"(one|other)' and '.*(one|other)' contradict each other on board 2\."):
            list(Merged(paths).results())
