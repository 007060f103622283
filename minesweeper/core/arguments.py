"""Reads arguments that several commands share. Each reader says in one sentence what it expects."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from minesweeper.core.text import quote


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Makes a reader of whole numbers within bounds."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= len(str(high)) and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"{quote(text, 20)} isn't a whole number from {low} to {high:,}")

    return read


def time_up_to(most: int, *, above_0: bool = False) -> Callable[[str], float]:
    """Makes a reader of times in seconds up to a bound. Zero is allowed unless ``above_0``."""

    def read(text: str) -> float:
        try:
            given = float(text)
        except ValueError:
            given = -1.0
        if not 0 <= given <= most or (above_0 and not given):
            allowed = f"{'above 0 and ' if above_0 else ''}up to {most}"
            raise argparse.ArgumentTypeError(f"{quote(text, 20)} isn't a time. Use a number of seconds {allowed}")
        return given

    return read


def row_and_col(text: str) -> tuple[int, int]:
    """Reads a row and a column such as ``3,3``. The caller checks that they are on its board."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) <= 7 for part in parts):
        raise argparse.ArgumentTypeError(f"{quote(text, 20)} isn't a cell. Use ROW,COL counted from 0, for example 3,3")
    return int(parts[0]), int(parts[1])


LONGEST_THINK = 3600
"""The most seconds of thinking about one move."""


class ArgumentsError(ValueError):
    """Reports arguments that can't be combined."""


def add_json(
    parser: argparse.ArgumentParser, meaning: str, among: argparse._MutuallyExclusiveGroup | None = None
) -> None:
    """Adds --json and --pretty. A group holds other output forms, of which only one may be given."""
    (among or parser).add_argument("--json", action="store_true", help=meaning)
    parser.add_argument("--pretty", action="store_true", help="with --json: indented, over several lines")


def check_pretty(args: argparse.Namespace) -> None:
    """Refuses --pretty without --json."""
    if args.pretty and not args.json:
        raise ArgumentsError("--pretty needs --json")
