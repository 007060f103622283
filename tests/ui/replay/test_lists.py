"""The list of finished games that have a replay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.play.session import new_id
from minesweeper.storage.games_table import count_games, record_game
from minesweeper.storage.saves_table import Saves, open_saves
from minesweeper.ui.base.model import Model, Query, render
from minesweeper.ui.replay.lists import WINDOW, Filter, ListPart, ReplaysScreen, find_games, game_cells
from minesweeper.ui.replay.screen import ReplayScreen
from tests.ui.driving import menu, page_rows, press, rows_of, serve, text_of, work
from tests.ui.replays import lost_game
from tests.ui.watching import click_text


class TestList:
    @pytest.fixture(autouse=True)
    def played(self, saves: Saves, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        lost = lost_game()
        for day, (level, result) in enumerate(
            (("beginner", "won"), ("expert", "lost"), ("beginner", "lost"), ("custom", "abandoned")), 10
        ):
            game = replace(lost, id=new_id(), level=level, result=result, ended_at=f"2026-11-{day}T21:07:00.000Z")
            assert record_game(saves.store, game).saved

    def shown(self, saves: Saves, cols: int = 80, rows: int = 24) -> Model:
        return serve(press(menu(cols, rows), "7"), saves)

    def test_the_list_of_replays_colours_wins_and_losses(self, saves: Saves) -> None:
        model = self.shown(saves)
        frame, rows = render(model), [row for row in enumerate(rows_of(model)) if "Nov" in row[1]]
        styles = {row[32:].split()[0]: frame.style_at(at, 32) for at, row in rows[1:4]}
        assert styles == {"lost": "bad", "won": "good"}

    def test_o_sorts_replays_by_time_by_3bv_a_second_or_by_date(self, saves: Saves) -> None:
        slow, quick = (replace(lost_game(), id=new_id(), result="won", time_ms=ms, three_bv=bv) for ms, bv in SPEEDS)
        for game in (slow, quick):
            assert record_game(saves.store, game).saved
        model, seen = self.shown(saves), []
        for _ in range(3):
            model = serve(press(model, "o"), saves)
            seen.append([game.time_ms for game in part_of(model).games if game.time_ms in dict(SPEEDS)])
        assert "by date" in page_rows(model)[0]
        assert seen[:2] == [[60_000, 70_000], [70_000, 60_000]]
        results = [game.result for game in part_of(serve(press(model, "o"), saves)).games]
        assert results == sorted(results, key=lambda result: result != "won")

    def test_the_list_of_replays_filters_by_preset_and_result(self, saves: Saves) -> None:
        model = serve(press(self.shown(saves), "right"), saves)
        assert "‹ Beginner ›" in page_rows(model)[0]
        assert text_of(model).count("Beginner  ") == 2
        model = serve(press(model, "r"), saves)
        assert "lost" in page_rows(model)[0]
        assert text_of(model).count("Beginner  ") == 1
        model = serve(press(serve(press(model, "left"), saves), "left"), saves)
        assert "No replays match. Right changes the preset, R the result." in text_of(model)

    def test_esc_in_a_replay_leads_back_to_the_list_of_replays(self, saves: Saves) -> None:
        model = serve(press(self.shown(saves), "down", "enter"), saves)
        assert "Replay  Beginner" in text_of(model)
        assert isinstance(press(model, "esc").top, ReplaysScreen)
        assert isinstance(serve(click_text(self.shown(saves), "Expert"), saves).top, ReplayScreen)

    def test_deleting_a_replay_asks_first_and_the_game_still_counts(self, saves: Saves) -> None:
        model = press(self.shown(saves), "delete")
        assert "Delete this replay?" in text_of(model)
        kept = serve(press(model, "down"), saves)
        assert "The replay was kept." in text_of(kept)
        gone = serve(press(model, "y"), saves)
        assert "Deleted." in text_of(gone)
        assert "2x2" not in text_of(gone)
        assert count_games(saves.store) == 4
        assert count_games(saves.store, with_replay=True) == 3

    @pytest.mark.parametrize(
        ("key", "extension"), [("r", "rawvf"), ("j", "json"), ("t", "txt"), ("s", "svg"), ("l", "svg")]
    )
    def test_a_replay_can_be_exported_in_every_format(
        self, key: str, extension: str, saves: Saves, tmp_path: Path
    ) -> None:
        model = work(serve(press(self.shown(saves), "e", key), saves))
        (path,) = tmp_path.glob(f"*.{extension}")
        assert f"Written to {path.name} in this folder." in " ".join(text_of(model).split())
        model = work(serve(press(model, "e", key), saves))
        assert len(list(tmp_path.glob(f"*.{extension}"))) == 2

    def test_a_long_list_of_replays_is_read_as_it_is_scrolled(self, saves: Saves) -> None:
        game = lost_game()
        for number in range(WINDOW + 50):
            ended = f"2025-{1 + number // 28 % 12:02}-{1 + number % 28:02}T00:00:00.000Z"
            record_game(saves.store, replace(game, id=new_id(), ended_at=ended))
        model = self.shown(saves)
        assert f"1/{WINDOW + 54}" in page_rows(model)[0]
        model = serve(press(model, "end"), saves)
        assert ".." not in "\n".join(page_rows(model)[3:22])
        assert f"{WINDOW + 54}/{WINDOW + 54}" in page_rows(model)[0]
        model = serve(press(model, "home"), saves)
        assert "2x2" in page_rows(model)[3]
        asked = [(effect.find, effect.about) for effect in press(model, "end").effects if isinstance(effect, Query)]
        assert asked == [(find_games, (Filter(), WINDOW + 53 - WINDOW // 2, WINDOW + 54))]

    def test_the_list_of_replays_without_games_explains_itself(self, tmp_path: Path) -> None:
        saves = open_saves(tmp_path / "empty")
        model = self.shown(saves)
        assert "No replays yet. Esc leads to the menu: play a game." in text_of(model)
        assert "all presets" not in text_of(model), "an empty list has no filters"
        assert "Every game that you finish will be kept here, won or lost." in text_of(model)
        assert "Enter   watch a game again" in text_of(model), "the empty list explains its keys"
        assert text_of(self.shown(saves, 20, 7)).split("\n")[1].startswith("No replays yet.")
        assert press(self.shown(saves), "enter", "delete", "e").effects == ()
        saves.close()


SPEEDS = ((70_000, 90), (60_000, 30))
"""The times of two games, and their 3BV."""


def part_of(model: Model) -> ListPart:
    """The part of the list that was read from the database."""
    assert isinstance(model.top, ReplaysScreen)
    return model.top.part


def test_the_list_of_replays_marks_games_of_the_bot() -> None:
    game = replace(lost_game(), helpers=("bot", "tip"), guesses=())
    assert list(game_cells(game, 1_794_820_353.0))[-2].forms[0] == "bot"


@pytest.mark.parametrize("time_ms", [0, 900])
def test_the_list_of_replays_omits_the_speed_of_very_short_games(time_ms: int) -> None:
    game = replace(lost_game(), result="won", time_ms=time_ms, three_bv=1000, guesses=())
    cells = list(game_cells(game, 1_794_820_353.0))
    speed, guesses = cells[4], cells[-1]
    assert (speed.forms[0], guesses.forms[0]) == ("-", "0")
