"""Prints the statistics of every preset, board type and category as text, JSON or CSV.

``storage.statistics`` computes them.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys

from minesweeper.commands.table import INCOMPLETE
from minesweeper.core.boardspec import board_type
from minesweeper.core.commandline import add_json, warn
from minesweeper.core.signals import signals_as_stops
from minesweeper.core.text import JSON_VERSION, clean, json_text
from minesweeper.storage.records import Group
from minesweeper.storage.statistics import Statistics, all_statistics, number_pairs, statistics_to_data
from minesweeper.storage.store import existing_folder, open_store

_FIRST_COLUMNS = (
    "level mode standing board games wins losses abandoned win_rate streak longest_streak best_ms mean_ms median_ms"
    " best_3bv_per_second efficiency no_flag_wins examined guesses guesses_survived guesses_expected luck"
    " bot_games judged skill given_away forced needless good"
).split()
"""The first columns of the CSV table, whose order must not change. Newer figures follow in the order of the JSON
fields."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    form = parser.add_mutually_exclusive_group()
    add_json(parser, "print a JSON list, best times and charts included", form)
    form.add_argument(
        "--csv", action="store_true", help="print a table with one line per preset, board type and category"
    )


@signals_as_stops()
def run(arguments: argparse.Namespace) -> int:
    stats: list[Statistics] = []
    troubles: list[str] = []
    if folder := existing_folder(os.environ):
        with open_store(folder) as store:
            stats, troubles = all_statistics(store), store.all_messages
    warn(troubles)
    if arguments.json:
        data = [{"version": JSON_VERSION, **statistics_to_data(one)} for one in stats]
        print(json_text(data, pretty=arguments.pretty))
    elif arguments.csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        rows = [statistics_to_data(one) for one in stats]
        empty = statistics_to_data(Statistics(Group("")))
        columns = [*_FIRST_COLUMNS, *(name for name in empty if _is_number(empty, name))]
        writer.writerow(columns)
        writer.writerows([[_cell(row[name]) for name in columns] for row in rows])
    elif stats:
        print("\n\n".join(map(_text, stats)))
    elif not troubles:
        print("No finished games yet.")
    return INCOMPLETE if troubles and not stats else 0


def _is_number(row: dict[str, object], name: str) -> bool:
    """Whether a JSON field becomes a further column, because it isn't a column yet and is a single value."""
    return name not in _FIRST_COLUMNS and not isinstance(row[name], (tuple, list))


def _cell(value: object) -> object:
    if isinstance(value, str):
        return clean(value)  # Another program may have written to the game database.
    return "" if value is None else round(value, 4) if isinstance(value, float) else value


def _text(stats: Statistics) -> str:
    """The figures of a group as lines of text, with the same names as on the screen."""
    group = stats.group
    bot = [("Bot", f"{stats.bot_games} more")] if stats.bot_games else []
    return "\n".join(
        [
            clean(f"{group.level.capitalize()} {group.board}, {board_type(group.mode)}, {group.standing}"),
            *(f"  {name:11} {value}" for name, value in [*number_pairs(stats), *bot]),
        ]
    )
