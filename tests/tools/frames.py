"""Records what the screens of some sessions show: ``record`` before a change, ``compare`` after it.

    python -m tests.tools.frames compare               compares all sessions with the files in tests/tools/recorded
    python -m tests.tools.frames compare menu tips     compares two of them
    python -m tests.tools.frames record tips           records one again, after an intended change

`sessions` lists the keys of each session, and `playing` plays them.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from tests.tools.homes import furnish
from tests.tools.monkey.inside import memory_folder
from tests.tools.playing import Shot, Size, play
from tests.tools.sessions import SESSIONS, SIZES

FOLDER = Path(__file__).resolve().parent / "recorded"
_MOST_ROWS = 5


class Played(NamedTuple):
    """The recorded frames of one session at each size, or how the program failed."""

    name: str
    shots: dict[str, list[Shot]]
    failure: str = ""
    """The error that ended the program, or empty."""


def main(argv: Sequence[str] | None = None) -> int:
    """Records or compares, and returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.frames", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=("record", "compare"))
    parser.add_argument("names", nargs="*", metavar="NAME", help="sessions (default: all)")
    arguments = parser.parse_args(argv)
    names = arguments.names
    unknown = [name for name in names if name not in SESSIONS]
    if unknown:
        parser.error(f"no session {unknown[0]!r}; there are: {', '.join(SESSIONS)}")
    return run(names or list(SESSIONS), arguments.action == "record")


def run(names: Sequence[str], recording: bool) -> int:
    """Plays the sessions, records or compares them, and returns the exit status."""
    began, frames, bad = time.monotonic(), 0, []
    for played in map(play_session, names):
        frames += sum(map(len, played.shots.values()))
        if recording and not played.failure:
            write(played)
        elif differences := list(differences_of(played)):
            bad.append(played.name)
            print("\n".join(f"== {played.name} {difference}" for difference in differences), flush=True)
    verb = "recorded" if recording else "compared"
    print(f"{frames:,} frames of {len(names)} sessions {verb} in {time.monotonic() - began:.0f} s")
    if bad:
        print(f"not the same: {' '.join(bad)}. If that is meant: python -m tests.tools.frames record {' '.join(bad)}")
    return 1 if bad else 0


def play_session(name: str) -> Played:
    """Plays a session at all sizes, each time with a new home folder."""
    session = SESSIONS[name]
    shots: dict[str, list[Shot]] = {}
    failure = ""
    for size in SIZES:
        with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
            home = Path(folder) / "home"
            furnish(home, session)
            try:
                shots[_size_text(size)] = play(home, name, size, session.steps())
            except Exception:  # reported together with the differences of other sessions
                failure = f"{_size_text(size)} broke down\n{traceback.format_exc()}"
                break
    return Played(name, shots, failure)


def _size_text(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


# Files. Each frame is stored as the rows that differ from the frame before.


def path_of(name: str) -> Path:
    """The file in which a session is recorded."""
    return FOLDER / f"{name}.json.gz"


def write(played: Played) -> None:
    """Records a session, unless the file already contains the same frames."""
    path = path_of(played.name)
    if path.exists() and read(played.name) == played.shots:
        return
    FOLDER.mkdir(exist_ok=True)
    content = {size: list(_packed(shots)) for size, shots in played.shots.items()}
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    path.write_bytes(gzip.compress(data, 9, mtime=0))


def read(name: str) -> dict[str, list[Shot]]:
    """The recorded frames of a session."""
    content = json.loads(gzip.decompress(path_of(name).read_bytes()))
    return {size: list(_unpacked(shots)) for size, shots in content.items()}


def _packed(shots: list[Shot]) -> Iterator[list[Any]]:
    before: Sequence[Any] = ()
    for shot in shots:
        changed = {} if len(before) == len(shot.lines) else {"rows": len(shot.lines)}
        old = list(before) if not changed else [[]] * len(shot.lines)
        changed |= {str(row): line for row, line in enumerate(shot.lines) if line != old[row]}
        yield [shot.step, changed, shot.cursor, list(shot.asked)]
        before = shot.lines


def _unpacked(packed: list[list[Any]]) -> Iterator[Shot]:
    lines: list[Any] = []
    for step, changed, cursor, asked in packed:
        lines = [[]] * changed["rows"] if "rows" in changed else list(lines)
        for row, line in changed.items():
            if row != "rows":
                lines[int(row)] = line
        yield Shot(step, tuple(lines), cursor, tuple(asked))


# Differences.


def differences_of(played: Played) -> Iterator[str]:
    """Describes, for each size, how many frames differ from the recorded ones, and the first of them in full."""
    if played.failure or not path_of(played.name).exists():
        yield played.failure or "is not recorded yet"
        return
    expected, any_printed = read(played.name), False
    for size, shots in played.shots.items():
        pairs = list(zip_longest(expected.get(size, []), shots))
        different = [number for number, (old, new) in enumerate(pairs) if old != new]
        if different:
            first, in_full = different[0], not any_printed
            any_printed = True
            steps = " ".join(new.step for _, new in pairs[max(0, first - 8) : first + 1] if new)
            yield (
                f"{size}: {len(different)} of {len(pairs)} frames differ, first at step {first} ({steps})\n"
                + "\n".join(_difference(*pairs[first], in_full))
            )


def _difference(old: Shot | None, new: Shot | None, in_full: bool) -> Iterator[str]:
    if old is None or new is None:
        yield "  there is one step more" if old is None else "  there is one step less"
        return
    for what in ("step", "cursor", "asked"):
        if getattr(old, what) != getattr(new, what):
            yield f"  {what} was {getattr(old, what)!r} and is {getattr(new, what)!r}"
    if in_full and old.text() != new.text():
        yield f"  expected:\n{_framed(old)}\n  actual:\n{_framed(new)}"
    rows = [(row, *pair) for row, pair in enumerate(zip_longest(old.lines, new.lines)) if pair[0] != pair[1]]
    for row, was, now in rows[:_MOST_ROWS]:
        yield f"  row {row} was {json.dumps(was, ensure_ascii=False)}"
        yield f"  row {row} is  {json.dumps(now, ensure_ascii=False)}"
    if len(rows) > _MOST_ROWS:
        yield f"  and {len(rows) - _MOST_ROWS} rows more"


def _framed(shot: Shot) -> str:
    return "\n".join(f"  |{line}" for line in shot.text().split("\n"))


if __name__ == "__main__":
    sys.exit(main())
