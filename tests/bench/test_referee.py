"""The referee distinguishes strong players from weak ones, trusts no claims, and repeats its figures."""

from __future__ import annotations

import argparse
import json
import sys
from random import Random
from types import ModuleType
from typing import Any

import pytest

from minesweeper import PlayerAnswer, odds, places
from minesweeper.bench import referee
from minesweeper.bench.suite import SuitePosition, suite_boards, suite_positions
from minesweeper.core.position import Position
from minesweeper.solvers.players import PlayerError


def random_cell(position: Position) -> PlayerAnswer:
    return Random(position.hidden).choice(places(position.grid, position.hidden))


def safest_cell(position: Position) -> PlayerAnswer:
    chances = odds(position)
    return min(places(position.grid, position.hidden), key=lambda place: chances[place[0]][place[1]] or 0)


def liar(position: Position) -> PlayerAnswer:
    """Opens any cell and claims that it was proved."""
    return places(position.grid, position.hidden)[-1], True


def all_at_once(position: Position) -> PlayerAnswer:
    return places(position.grid, position.hidden)


def quitter(position: Position) -> PlayerAnswer:
    return None


@pytest.fixture(autouse=True)
def plug_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the players of this file a module that the referee can load by name."""
    module = ModuleType("refereed")
    for player in (random_cell, safest_cell, liar, all_at_once, quitter):
        setattr(module, player.__name__, player)
    monkeypatch.setitem(sys.modules, "refereed", module)


def entries_of(*kinds: str) -> list[SuitePosition]:
    """Every seventh position of these kinds."""
    return [entry for entry in suite_positions() if entry.kind in kinds][::7]


def mean_judgement(solver: str, *kinds: str) -> float:
    entries = entries_of(*kinds)
    return sum(referee.judge_position(entry, solver) for entry in entries) / len(entries)


def test_the_referee_ranks_best_above_safest_and_random_guesses() -> None:
    lost = [mean_judgement(name, "stuck", "trap") for name in ("best", "refereed:safest_cell", "refereed:random_cell")]
    assert lost[0] < 0.001
    assert lost[1] > 0.01
    assert lost[2] > 5 * lost[1]


def test_a_player_that_gives_up_gives_away_the_whole_win_chance() -> None:
    entry = entries_of("trap")[0]
    assert (
        referee.judge_position(entry, "refereed:quitter") == entry.win_chance == referee.judge_position(entry, "exact")
    )


def test_simple_players_miss_cells_that_the_exact_solver_proves() -> None:
    hard = ("assumption", "mine total", "exact count")
    assert mean_judgement("exact", *hard) == mean_judgement("best", *hard) == 0
    assert mean_judgement("simple", *hard) == mean_judgement("refereed:quitter", *hard) == 1
    assert mean_judgement("refereed:all_at_once", *hard) == 1  # opening safe cells together with others isn't enough


def test_the_referee_refuses_several_guesses_at_once() -> None:
    entry = entries_of("stuck")[0]
    with pytest.raises(PlayerError, match=f"position {entry.number}: .* guess one cell at a time"):
        referee.judge_position(entry, "refereed:all_at_once")


@pytest.mark.parametrize("name", ["liar", "random_cell"])
def test_the_referee_counts_needless_guesses_called_certain(name: str) -> None:
    games = [referee.judge_game(seed, f"refereed:{name}") for seed in suite_boards()["beginner"][:10]]
    assert sum(game.needless for game in games) > 5


def test_the_value_of_a_game_of_best_is_the_same_each_time() -> None:
    seeds = suite_boards()["intermediate"][:20]
    games = [referee.judge_game(seed, "best") for seed in seeds]
    assert not any(game.needless for game in games)
    assert any(0 < game.value < 1 for game in games)
    assert [game._replace(ms=0) for game in games] == [
        referee.judge_game(seed, "best")._replace(ms=0) for seed in seeds
    ]


@pytest.fixture
def small_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps only a few entries of the suite, so that whole runs are quick."""
    positions = tuple(suite_positions()[::10])
    boards = {name: seeds[:10] for name, seeds in suite_boards().items()}
    monkeypatch.setattr(referee, "suite_positions", lambda: positions)
    monkeypatch.setattr(referee, "suite_boards", lambda: boards)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    parser = argparse.ArgumentParser()
    referee.add_arguments(parser)
    assert referee.run(parser.parse_args(words)) == 0
    return capsys.readouterr().out


@pytest.mark.usefixtures("small_suite")
def test_referee_figures_are_the_same_with_more_processes(capsys: pytest.CaptureFixture[str]) -> None:
    reports: list[dict[str, Any]] = [
        json.loads(run(capsys, "--solver", "best", "--json", *words)) for words in ([], ["--jobs", "2"])
    ]
    for report in reports:
        assert set(report.pop("ms")) == {"mean", "low", "high"}
    assert reports[0] == reports[1]


@pytest.mark.usefixtures("small_suite")
def test_table_and_json_of_the_referee_have_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    table, report = run(capsys, "--solver", "smart"), json.loads(run(capsys, "--solver", "smart", "--json"))
    assert f"SHA-256 {report['suite']['sha256']}" in table
    assert f"win rate, luck removed  {report['win_rate']['rate']:.2%}, 95% " in table
    assert f"win chance given away   {100 * report['given_away']['rate']:.2f} points, 95% " in table
    assert f"provable cells missed   {report['missed']['rate']:.2%}, 95% " in table
    assert f"needless guesses        {report['needless']['rate']:.2%}, 95% " in table
    for name in ("win_rate", "missed", "needless"):
        figure = report[name]
        assert figure["low"] <= figure["rate"] <= figure["high"]


def test_the_referee_limits_deep_by_roll_outs_instead_of_time() -> None:
    entry = next(entry for entry in suite_positions() if entry.kind == "trap")
    assert referee.judge_position(entry, "deep") == referee.judge_position(entry, "deep")
    assert referee.DEEP_ROLLOUTS


def test_questions_of_the_referee_can_be_answered_from_their_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    questions = [json.loads(line) for line in run(capsys, "--questions").splitlines()]
    assert [question["number"] for question in questions] == list(range(1, 501))
    for question, entry in zip(questions, suite_positions(), strict=True):
        assert question["question"].endswith("\n" + "\n".join(question["board"]))
        assert f" {entry.position.mine_total} mines in all" in question["question"]
        if entry.safe:
            assert [tuple(place) for place in question["safe"]] == list(places(entry.position.grid, entry.safe))
            continue
        values = {tuple(value["cell"]): value["win"] for value in question["cells"]}
        assert set(values) == set(places(entry.position.grid, entry.position.hidden))
        assert max(values.values()) == question["win"] == entry.win_chance
        assert {place for place, win in values.items() if win == question["win"]} == set(map(tuple, question["best"]))


@pytest.mark.parametrize("words", [["--questions", "--json"], ["--solver", "bst"], ["--jobs", "0"]])
def test_the_referee_refuses_invalid_arguments(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(capsys, *words)
    assert capsys.readouterr().err
