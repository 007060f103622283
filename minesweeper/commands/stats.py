"""Runs the stats command: prints the statistics of every preset, board type and category as text, JSON or CSV."""

from __future__ import annotations

import argparse
import csv
import os
import sys

from minesweeper.core.commandline import add_json, check_pretty
from minesweeper.core.signals import signals_as_stops
from minesweeper.core.text import JSON_VERSION, clean, json_text, plural
from minesweeper.core.times import milliseconds_text
from minesweeper.storage.paths import data_folder
from minesweeper.storage.statistics import Statistics, all_statistics, statistics_to_data
from minesweeper.storage.store import FILE_NAME, open_store

UNREADABLE = 1
"""The exit status when the games couldn't be read."""

_COLUMNS = (
    "level mode standing board games wins losses abandoned win_rate streak longest_streak best_ms mean_ms median_ms"
    " best_3bv_per_second efficiency no_flag_wins examined guesses guesses_survived guesses_expected luck"
    " bot_games judged skill given_away forced needless good"
).split()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    form = parser.add_mutually_exclusive_group()
    add_json(parser, "print a JSON list, best times and charts included", form)
    form.add_argument(
        "--csv", action="store_true", help="print a table with one line per preset, board type and category"
    )


@signals_as_stops()
def run(arguments: argparse.Namespace) -> int:
    """Prints the statistics and returns the exit status."""
    check_pretty(arguments)
    folder = data_folder(os.environ)
    found: list[Statistics] = []
    troubles: list[str] = []
    if folder is not None and os.path.lexists(os.path.join(folder, FILE_NAME)):  # asking for statistics creates no file
        with open_store(folder) as store:
            found = all_statistics(store)
            troubles = [*store.notices, *([store.problem] if store.problem else [])]
    for trouble in troubles:
        print(f"minesweeper: {trouble}", file=sys.stderr)
    if arguments.json:
        data = [{"version": JSON_VERSION, **statistics_to_data(one)} for one in found]
        print(json_text(data, pretty=arguments.pretty))
    elif arguments.csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows([[_cell(statistics_to_data(one)[name]) for name in _COLUMNS] for one in found])
    elif found:
        print("\n\n".join(map(_text, found)))
    elif not troubles:
        print("No finished games yet.")
    return UNREADABLE if troubles and not found else 0


def _cell(value: object) -> object:
    if isinstance(value, str):
        return clean(value)  # another program may have written the game database
    return "" if value is None else round(value, 4) if isinstance(value, float) else value


def _text(found: Statistics) -> str:
    """Writes the numbers of a group in a few lines."""
    group = found.group
    rate = "" if found.win_rate is None else f" ({100 * found.win_rate:.1f}%)"
    won = f"{found.wins} of {found.wins + found.losses}" if found.abandoned else str(found.wins)
    bot = f"; {found.bot_games} more by the bot" if found.bot_games else ""
    lines = [
        clean(f"{group.level.capitalize()} {group.board}, {group.mode}, {group.standing}"),
        f"  {plural(found.games, 'game', ',')}: {won} won{rate}, {found.losses} lost, {found.abandoned} abandoned{bot}",
        f"  streak {found.streak}, longest {found.longest_streak}",
    ]
    if found.wins:
        times = [("best", found.best_ms), ("mean", found.mean_ms), ("median", found.median_ms)]
        lines.append(
            "  " + ", ".join(f"{name} {milliseconds_text(int(value))}" for name, value in times if value is not None)
        )
        parts = [f"{found.no_flag_wins} won without flags"]
        if found.efficiency is not None:
            parts.insert(0, f"efficiency {100 * found.efficiency:.0f}%")
        if found.best_3bv_per_second is not None:
            parts.insert(0, f"best 3BV/s {found.best_3bv_per_second:.2f}")
        lines.append(f"  {', '.join(parts)}")
    if found.luck is not None:
        survived = f"{found.guesses_survived} of {found.guesses} guesses survived"
        lines.append(f"  {survived}, {found.guesses_expected:.1f} expected by their odds")
    if found.skill is not None and found.given_away is not None:
        counts = f"{found.forced} forced ({found.good} good), {found.needless} needless"
        about = "" if found.skill_exact else "about "
        lost = f"{about}{100 * found.given_away:.1f} points given away per judged game"
        lines.append(f"  skill {about}{100 * found.skill:.1f}%, {lost}; {counts}")
    return "\n".join(lines)
