"""Starts the monkey: ``python -m tests.tools.monkey --seed 1 --events 100000``. ``--terminal`` uses a real one.

A failure prints its seed and a short list of steps, which ``--replay FILE`` plays again.
"""

from __future__ import annotations

import argparse
import faulthandler
import itertools
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tests.tools.monkey.inside import Inside, memory_folder
from tests.tools.monkey.outside import Outside
from tests.tools.monkey.shorten import shortened, way_of
from tests.tools.monkey.steps import Monkey, Step, from_text, to_text

CHUNK = 20_000
HUNG_SECONDS = 600


def main(argv: Sequence[str] | None = None) -> int:
    """Plays random steps until all events are done or something fails, and returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.monkey", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="each run of 20,000 events counts it up by one")
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--terminal", action="store_true", help="in a pseudo-terminal: slower, with signals and kills")
    parser.add_argument("--replay", type=Path, help="steps that were written by a failure")
    arguments = parser.parse_args(argv)
    if arguments.replay:
        play(from_text(arguments.replay.read_text("utf-8")), arguments.seed, arguments.terminal)
        print("no failure")
        return 0
    began, left = time.monotonic(), arguments.events
    for seed in itertools.count(arguments.seed):
        if left <= 0:
            break
        if not run(seed, min(CHUNK, left), arguments.terminal):
            return 1
        left -= CHUNK
    print(f"{arguments.events:,} events in {time.monotonic() - began:.0f} s, no failure")
    return 0


def play(steps: Iterable[Step], seed: int, terminal: bool) -> Inside | Outside:
    """Plays steps in a new home folder. Raises the first error that is found."""
    with tempfile.TemporaryDirectory(dir=memory_folder(), ignore_cleanup_errors=True) as folder:
        player = (Outside if terminal else Inside)(Path(folder) / "home", seed)
        player.play(iter(steps))
        return player


def run(seed: int, events: int, terminal: bool) -> bool:
    """Plays the steps of one seed and returns whether nothing failed.

    Prints what was done, or how to repeat the failure.
    """
    done: list[Step] = []
    began = time.monotonic()
    try:
        player = play(noted(Monkey(seed).steps(events), done), seed, terminal)
    except Exception as error:
        traceback.print_exc()
        report(done, seed, terminal, error)
        return False
    finally:
        faulthandler.cancel_dump_traceback_later()
    screens = f"{len(player.book.seen)} screens" if player.book.seen else "a terminal"
    print(
        f"seed {seed}: {events:,} events, {player.lives} lives, {player.book.finished} games,"
        f" {screens}, {time.monotonic() - began:.0f} s",
        flush=True,
    )
    return True


def noted(steps: Iterator[Step], done: list[Step]) -> Iterator[Step]:
    """Yields the steps and writes each one down first, so that a run that hangs ends with a traceback and its steps."""
    for step in steps:
        if len(done) % 100 == 0:
            faulthandler.dump_traceback_later(HUNG_SECONDS, exit=True)
        done.append(step)
        yield step


def report(steps: list[Step], seed: int, terminal: bool, error: BaseException) -> None:
    """Writes a short list of steps that fails in the same way, and prints how to play it."""
    way = way_of(error)

    def fails(trial: Sequence[Step]) -> bool:
        faulthandler.dump_traceback_later(HUNG_SECONDS, exit=True)
        try:
            play(trial, seed, terminal)
        except Exception as found:
            return way_of(found) == way
        return False

    steps = shortened(steps, fails, 40 if terminal else 200)
    path = Path(tempfile.gettempdir()) / f"monkey-{seed}.txt"
    path.write_text(to_text(steps), "utf-8")
    print(to_text(steps[-60:]), file=sys.stderr)
    option = " --terminal" if terminal else ""
    print(f"seed {seed} fails ({way}) with {len(steps)} steps.", file=sys.stderr)
    print(f"Again: python -m tests.tools.monkey --seed {seed}{option} --replay {path}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
