"""Measures the coach on bots that lack topics: what it says about their needless guesses, and how long it takes.

``python -m benchmarks.coach [games]`` plays random Expert boards, by default 20 for each bot.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter

from benchmarks.measure import machine
from minesweeper.assist.topics import Topic
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.coach import coach_game
from minesweeper.play.guesses import find_guesses
from minesweeper.play.replay import replay_of
from minesweeper.solvers.deduction import run_to_end
from tests.play.bots import bot_games

GAMES = 20
EXPERT = BoardSpec(30, 16, 99)
_PAIRS = (Topic.ONE_ONE, Topic.ONE_TWO, Topic.ONE_TWO_ONE, Topic.ONE_TWO_TWO_ONE, Topic.HOLE, Topic.EDGE)
_LATE = (Topic.MORE_CLUES, Topic.ASSUMPTION)
_FAMILY = (Topic.ONE_TWO, Topic.ONE_TWO_ONE, Topic.ONE_TWO_TWO_ONE)
BOTS = {
    "1-2 family": _FAMILY,
    "1-2 family, three clues, assumptions": (*_FAMILY, *_LATE),
    "holes": (Topic.HOLE,),
    "holes, three clues, assumptions": (Topic.HOLE, *_LATE),
    "unnamed pairs": (Topic.EDGE, Topic.TWO_CLUES),
    "three clues, assumptions": _LATE,
    "all but single clues": (*_PAIRS, Topic.TWO_CLUES, *_LATE, Topic.MINE_TOTAL),
}
"""Bots by what they lack. They play everything that the other topics prove, and never a cell that is filed under a
missing topic, although an assumption may prove it too.
"""
_THINKS = {Topic.ONE_ONE: 1200, Topic.ONE_TWO: 2500, Topic.HOLE: 3000}


def main() -> None:
    """Prints a Markdown table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(f"{machine()}\n{games} random Expert games for each bot\n")
    print("| lacks | needless guesses by missing topic | times to find, median s (samples) | ms a game, median |")
    print("|---|---|---|---|")
    for name, lacks in BOTS.items():
        topics, found, costs = Counter[str](), dict[str, list[int]](), list[float]()
        for session in bot_games(EXPERT, games, lacks, _THINKS):
            replay = replay_of(session)
            assert replay is not None
            guesses = run_to_end(find_guesses(replay))
            begin = time.process_time()
            coached = run_to_end(coach_game(replay, guesses))
            costs.append(1000 * (time.process_time() - begin))
            topics.update(miss.topic.value for miss in coached.misses)
            for topic, milliseconds in coached.times:
                found.setdefault(topic.value, []).append(milliseconds)
        medians = ", ".join(
            f"{topic} {statistics.median(times) / 1000:.1f} ({len(times)})"
            for topic, times in sorted(found.items())
            if len(times) >= 10
        )
        counts = ", ".join(f"{topic} {count}" for topic, count in topics.most_common())
        print(f"| {name} | {sum(topics.values())}: {counts} | {medians} | {statistics.median(costs):.0f} |")


if __name__ == "__main__":
    main()
