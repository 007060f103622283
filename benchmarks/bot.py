"""Times the bot of docs/api.md against the program's own player: ``python -m benchmarks.bot``. Prints three lines.

Both play the same expert boards in one run, in turns, so that a busy machine slows down both; the times are CPU times.
"""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measure import machine
from minesweeper.api import Board, BoardPlayer, PlayerName, generate_board, play_board

PAGE = Path(__file__).parent.parent / "docs" / "api.md"


def bot_of_page() -> BoardPlayer:
    """Returns the function ``bot`` of the first example."""
    match = re.search(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    if match is None:
        raise SystemExit("docs/api.md has no example")
    names: dict[str, Any] = {"__name__": "bot"}
    exec(match[1], names)
    player: BoardPlayer = names["bot"]
    return player


def play(boards: list[Board], player: PlayerName | BoardPlayer) -> tuple[float, int]:
    """Returns the CPU time of the games, and how many were won."""
    began = time.process_time()
    won = sum(play_board(board, player).won for board in boards)
    return time.process_time() - began, won


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Times the bot of docs/api.md against the program's own player.")
    parser.add_argument("-n", type=int, default=100, help="how many expert boards (default: 100)")
    parser.add_argument("--repeats", type=int, default=5, help="how often each plays them (default: 5)")
    args = parser.parse_args()
    print(f"{machine()}; {args.n} expert boards, median of {args.repeats} runs.")
    boards = [generate_board("expert", first=(3, 3), seed=f"bot/{number}") for number in range(1, args.n + 1)]
    bot = bot_of_page()
    pairs = [(play(boards, "best"), play(boards, bot)) for _ in range(args.repeats)]
    ours, theirs = (median(seconds for seconds, _ in runs) for runs in zip(*pairs, strict=True))
    (_, we), (_, they) = pairs[0]
    print(f"play_board(board, 'best'): {1000 * ours / args.n:.2f} ms a board, {we} won")
    print(
        f"the bot of the page: {1000 * theirs / args.n:.2f} ms a board, {they} won; {theirs / ours:.2f} times the time"
    )


if __name__ == "__main__":
    main()
