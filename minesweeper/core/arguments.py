"""Readers of arguments that several commands share; each says in one sentence what is allowed."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from minesweeper.core.text import quote


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """A reader that takes whole numbers within bounds."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= len(str(high)) and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"{quote(text, 20)} is not a whole number from {low} to {high:,}")

    return read


def time_up_to(most: int, *, above_0: bool = False) -> Callable[[str], float]:
    """A reader that takes a time in seconds up to a bound, which may be 0 unless it must not."""

    def read(text: str) -> float:
        try:
            given = float(text)
        except ValueError:
            given = -1.0
        if not 0 <= given <= most or (above_0 and not given):
            allowed = f"{'above 0 and ' if above_0 else ''}up to {most}"
            raise argparse.ArgumentTypeError(f"{quote(text, 20)} is no time: a number of seconds {allowed} is needed")
        return given

    return read


def row_and_col(text: str) -> tuple[int, int]:
    """The row and column of a text such as ``3,3``; whether they are on a board is for the caller to see."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) <= 7 for part in parts):
        raise argparse.ArgumentTypeError(f"{quote(text, 20)} is no cell: use ROW,COL such as 3,3, counted from 0")
    return int(parts[0]), int(parts[1])


LONGEST_THINK = 3600
"""So many seconds may be thought about one move."""


class ArgumentsError(ValueError):
    """Arguments that don't go together."""


def add_json(
    parser: argparse.ArgumentParser, meaning: str, among: argparse._MutuallyExclusiveGroup | None = None
) -> None:
    """Adds --json, if need be among other forms of which only one can be had, and --pretty."""
    (among or parser).add_argument("--json", action="store_true", help=meaning)
    parser.add_argument("--pretty", action="store_true", help="with --json: indented, over several lines")


def check_pretty(args: argparse.Namespace) -> None:
    """Refuses --pretty where nothing would be pretty."""
    if args.pretty and not args.json:
        raise ArgumentsError("--pretty goes with --json")
