"""Text mode records and saves the same games as the full screen."""

from __future__ import annotations

from pathlib import Path

from minesweeper.boards.layout import read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.plain.command_table import act
from minesweeper.plain.game_commands import PlainState
from minesweeper.plain.plain_autosave import PlainAutosave
from minesweeper.play.session import new_session
from minesweeper.storage.games_table import list_games
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.settings import Settings
from minesweeper.storage.statistics import played_groups, statistics
from tests.storage.storing import a_store


def start() -> PlainState:
    """A small game: its first cell is a mine, the second a 1, and the third opens only itself."""
    return PlainState(new_session(BoardSpec(3, 1, 1), "custom", layout=read_layout("*..")), Settings(), "single")


def type_lines(
    keeper: PlainAutosave, play: PlainState, *lines: str, seconds: float = 0.0
) -> tuple[PlainState, list[str]]:
    """The game after some lines, with seconds before each, and the messages about saving."""
    messages = []
    for line in lines:
        before = play.with_session(play.session.tick(seconds))
        play, _ = act(before, line)
        messages += keeper.follow_line(before, play)
    return play, messages


def kept(folder: Path) -> tuple[list[tuple[str, int]], int]:
    """Result and seconds of the recorded games, newest first, and the number of saved games."""
    with a_store(folder) as store:
        return [(game.result, game.time_ms // 1000) for game in list_games(store)], len(Saves(store).games())


def guessed(folder: Path) -> tuple[int, int, float | None]:
    """How many games have known guesses, how many have rated ones, and the skill."""
    with a_store(folder) as store:
        (group,) = played_groups(store)
        stats = statistics(store, group)
    return stats.examined, stats.judged, stats.skill


def test_ratings_of_the_command_skill_are_saved_with_the_game(tmp_path: Path) -> None:
    keeper = PlainAutosave(tmp_path)
    play, message = type_lines(keeper, start(), "1 2", "1 1")
    assert guessed(tmp_path) == (0, 0, None)
    play, message = type_lines(keeper, play, "skill", "skill")
    assert [*message, *keeper.leave(play)] == []
    assert guessed(tmp_path) == (1, 1, 1.0)


def test_ratings_of_moves_after_a_continued_loss_are_not_saved(tmp_path: Path) -> None:
    keeper = PlainAutosave(tmp_path)
    play, message = type_lines(keeper, start(), "1 2", "1 1", "undo", "1 3", "skill")
    assert [*message, *keeper.leave(play)] == []
    assert guessed(tmp_path) == (0, 0, None)


def test_an_abandoned_game_is_recorded_with_its_time(tmp_path: Path) -> None:
    keeper = PlainAutosave(tmp_path)
    play, _ = type_lines(keeper, start(), "1 2", "new", seconds=5.0)
    assert keeper.leave(play) == []
    assert kept(tmp_path) == ([("abandoned", 5)], 0)


def test_a_continued_game_keeps_its_own_assist_level(tmp_path: Path) -> None:
    keeper = PlainAutosave(tmp_path)
    play = start()
    play, _ = type_lines(keeper, play.with_session(play.session._replace(assist_level="dual")), "1 2")
    keeper.leave(play)
    for asked, level in ((None, "dual"), ("intelligent", "intelligent")):
        keeper = PlainAutosave(tmp_path)
        waiting = keeper.saves.newest()
        assert waiting is not None
        taken = keeper.take(waiting, start(), asked)
        assert isinstance(taken, PlainState)
        assert taken.assist == level
        keeper.leave(taken)


def test_failed_saves_are_reported_during_and_after_the_game(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")
    keeper = PlainAutosave(tmp_path / "games")
    play, message = type_lines(keeper, start(), "1 2", "flag 1 1", "flag 1 1")
    assert len(message) == 1
    assert "not saved" in message[0]
    assert keeper.leave(play) == message
