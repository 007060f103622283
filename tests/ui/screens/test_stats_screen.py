"""The statistics screen: figures, graphs, pages at every size, and the export of games."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.storage.games_table import record_game
from minesweeper.storage.records import Group, Record
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.statistics import Bar, BestTime, Statistics, luck_text
from minesweeper.ui.base.model import Model, handle
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.replay.export import ExportScreen
from minesweeper.ui.screens.stats_screen import StatsData, StatsScreen, open_stats
from minesweeper.ui.terminal.events import Mouse
from tests.storage.storing import a_game, a_played_game
from tests.ui.driving import CALM, menu, page_rows, press, rows_of, serve, text_of, work, work_of
from tests.ui.watching import click_text, style_of, wheel

BEGINNER = Group("beginner", "no-guess")
BEST = ((50_318, "16 Nov"), (51_204, "14 Nov"), (57_660, " 9 Nov"), (58_041, "16 Nov"), (59_377, " 2 Nov"))
NUMBERS = Statistics(
    BEGINNER,
    games=69,
    wins=42,
    losses=27,
    streak=4,
    longest_streak=7,
    best_ms=50_318,
    mean_ms=89_410.4,
    median_ms=76_903.0,
    best_3bv_per_second=0.4412,
    efficiency=0.711,
    no_flag_wins=3,
    examined=69,
    guesses=15,
    guesses_survived=12,
    guesses_expected=11.2,
    bars=tuple(Bar(45_000 + 15_000 * step, count) for step, count in enumerate((5, 6, 13, 8, 5, 3, 1, 1))),
    line=(0.5, 0.6, 0.55, 0.4, 0.6, 0.7),
    best_times=tuple(BestTime(ms, "2026-11-16T09:12:33.480Z", str(ms)) for ms, _ in BEST),
)
FOUND = StatsData(
    NUMBERS,
    tuple(date for _, date in BEST),
    (*(90_000 - 500 * number for number in range(40)), 50_318, 61_000),
    {BEGINNER._replace(board="9x9/10"): 69},
    {BEGINNER: (Record(69, 42, 27, 4, 7, 50_318), 89_410.4)},
)


def shown(cols: int = 80, rows: int = 24, data: StatsData = FOUND, looks: TerminalLooks | None = None) -> Model:
    """The statistics screen over the menu."""
    model = menu(cols, rows, looks=looks)
    return model.push(StatsScreen(data))


def screen_of(model: Model) -> StatsScreen:
    assert isinstance(model.top, StatsScreen)
    return model.top


def few(games: int, wins: int) -> StatsData:
    """The statistics of a player with this number of games and wins and with no abandoned game."""
    numbers = replace(NUMBERS, games=games, wins=wins, losses=games - wins, line=(0.5,) * games)
    return replace(FOUND, statistics=numbers, win_times=FOUND.win_times[:wins])


@pytest.mark.parametrize(("cols", "rows"), [(80, 24), (200, 60)])
def test_win_times_have_a_graph_from_five_games_and_three_wins_on(cols: int, rows: int) -> None:
    for games, wins, has_rate, has_times in ((1, 1, 0, 0), (4, 4, 0, 0), (5, 1, 1, 0), (5, 3, 1, 1), (40, 0, 0, 0)):
        text = text_of(shown(cols, rows, few(games, wins)))
        assert ("Win rate" in text, "Win times" in text) == (has_rate, has_times), (games, wins)


def test_statistics_show_win_rate_and_win_times_side_by_side() -> None:
    rows = page_rows(shown())
    (title,) = (row for row in rows if "Win rate" in row)
    assert re.fullmatch(r" +Win rate +now 70% +Win times +best 0:50.318", title)
    assert "100% ┤" in rows[rows.index(title) + 2], "a graph with an even number of rows leaves its first row free"
    assert re.fullmatch(r" +game 1 +20 games each +69 +win 1 +best of 1-2 +42", rows[rows.index(title) + 7])
    assert style_of(shown(), "now 70%") == "chart.now"
    assert style_of(shown(), "best 0:50.318") == "chart.best"


def test_graphs_of_the_statistics_grow_with_the_screen_up_to_16_rows() -> None:
    for cols, rows, height in ((80, 24, 6), (120, 34, 9), (120, 40, 12), (200, 60, 16)):
        lines = page_rows(shown(cols, rows))
        first, last = (next(at for at, line in enumerate(lines) if word in line) for word in ("Win rate", "game 1"))
        assert last - first - 1 == height


def test_graphs_at_80x24_shrink_to_keep_the_figures_in_view() -> None:
    # One abandoned game adds a sentence to the page.
    numbers = replace(few(9, 9).statistics, games=10, examined=0, guesses=0)
    data = replace(few(9, 9), statistics=numbers, played={})
    lines = page_rows(shown(data=data))
    first, last = (next(at for at, line in enumerate(lines) if word in line) for word in ("Win rate", "game 1"))
    assert last - first - 1 == 5
    assert "Efficiency" in text_of(shown(data=data))


def test_a_single_graph_of_the_statistics_uses_half_of_the_width() -> None:
    (line,) = (line for line in page_rows(shown(200, 60, few(9, 2))) if "game 1" in line)
    assert len(line.strip()) < 120 / 2


def test_wins_on_boards_of_several_sizes_have_no_graph_of_times() -> None:
    mixed = replace(few(9, 9), statistics=replace(few(9, 9).statistics, group=Group("custom")))
    assert "Win times" not in text_of(shown(120, 40, mixed))


def test_the_histogram_needs_five_wins_with_different_times() -> None:
    one_bar = replace(few(9, 9), statistics=replace(few(9, 9).statistics, bars=(Bar(45_000, 9),)))
    for data in (few(1, 1), few(4, 4), one_bar):
        text = text_of(shown(200, 60, data))
        assert "Best times" in text
        assert "Times of" not in text
    assert "Times of 5 wins" in text_of(shown(200, 60, few(5, 5)))


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (80, 24)])
def test_no_figure_of_the_statistics_is_cut_at_any_size(cols: int, rows: int) -> None:
    judged = replace(NUMBERS, games=75, bot_games=3, skill=0.961, given_away=0.021, forced=9, good=7, needless=6)
    first = shown(cols, rows, replace(FOUND, statistics=judged))
    before, model, seen = first, press(first, "pgdn"), text_of(first)
    while model != before:
        seen += " ".join(text_of(model).split()) + " "
        before, model = model, press(model, "down")
    for text in ("Games 75, 6 abandoned", "Won 42 of 69, 60.9%", "Luck +0.8 of 15", "Times of 42 wins"):
        assert all(word in seen for word in text.split()), text
    for date in (date for _, date in BEST):
        assert date.strip() in seen
    assert ".." not in seen
    assert screen_of(press(model, "home")).top is None


def test_statistics_of_a_preset_are_opened_by_keys_and_clicks() -> None:
    assert screen_of(wheel(shown(), "down")).group.level == "intermediate"
    assert screen_of(click_text(shown(), "  Expert")).group.level == "expert"
    assert "Best times" in text_of(click_text(shown(), "▌ Beginner"))
    for key in ("pgdn", "space", "enter"):
        assert "Best times" in text_of(press(shown(), key))
    assert screen_of(press(shown(), "pgdn", "pgup")).top is None


def test_statistics_of_a_preset_fit_on_one_page_at_80x24() -> None:
    rows = page_rows(press(shown(), "pgdn"))
    assert rows[0].strip() == "Statistics  ‹ Beginner ›"
    assert [row.split() for row in rows[2:4]] == [
        ["Games", "69", "Best", "3BV/s", "0.44"],
        ["Won", "42", "of", "69,", "60.9%", "Efficiency", "71%"],
    ]
    assert rows[9:13] == [
        "    Best times                           Times of 42 wins",
        f"    1  0:50.318  16 Nov                   0:45 {'▇' * 9} 5",
        f"    2  0:51.204  14 Nov                   1:00 {'▇' * 11} 6",
        f"    3  0:57.660   9 Nov                   1:15 {'▇' * 24} 13",
    ]
    assert rows[23].strip() == "Home all presets  Right preset  H help  Esc back"


def test_statistics_omit_unknown_figures() -> None:
    unknown = replace(NUMBERS, examined=0, best_3bv_per_second=None)
    text = text_of(shown(200, 60, replace(FOUND, statistics=unknown)))
    assert "Efficiency" in text
    assert "Guesses" not in text
    assert "3BV" not in text


def test_statistics_show_the_skill_once_guesses_are_rated() -> None:
    judged = replace(NUMBERS, skill=0.961, given_away=0.021, skill_exact=True, forced=9, good=7, needless=6)
    text = text_of(press(shown(data=replace(FOUND, statistics=judged)), "pgdn"))
    assert "Skill       96.1%, -2.1 per game" in text
    assert "Forced      9, 7 good" in text
    assert "Needless    6" in text
    rough = replace(FOUND, statistics=replace(judged, skill_exact=False))
    assert "Skill       ~96%, ~-2.1 per game" in text_of(press(shown(data=rough), "pgdn"))
    assert "Skill" not in text_of(press(shown(), "pgdn"))


def test_keys_choose_preset_board_type_and_category_of_statistics() -> None:
    def group(*keys: str) -> Group:
        return screen_of(press(shown(), *keys)).group

    assert group("right").level == group("down").level == "intermediate"
    assert group("left").level == group("up").level == "custom"
    assert group("m") == Group("beginner", "fair")
    assert group("m", "m") == Group("beginner", "normal")
    assert group("m", "m", "m") == BEGINNER
    assert [group(*["a"] * times).standing for times in (1, 2, 3)] == ["assisted", "known", "unassisted"]


def test_statistics_include_presets_that_only_the_database_knows() -> None:
    played = {Group("daily", board="16x16/40"): 1}
    model = shown(data=replace(FOUND, played=played))
    assert screen_of(press(model, "left")).group.level == "daily"


def test_statistics_without_games_say_what_to_play() -> None:
    model = shown(data=StatsData(Statistics(Group("expert"))))
    assert "No games yet. Play one from the menu." in text_of(model)
    assert press(model, "pgdn") == model


def test_a_category_without_games_says_which_category_has_games() -> None:
    played = {Group("expert", standing="assisted", board="30x16/99"): 2}
    text = text_of(shown(data=StatsData(Statistics(Group("expert")), played=played)))
    assert "No games yet." in text
    assert "Games not counted here: 2 assisted." in text
    assert "Play one" not in text


@pytest.mark.parametrize(("luck", "text"), [(-0.04, "+0.0"), (1.26, "+1.3"), (-1.0, "-1.0")])
def test_luck_in_the_statistics_has_a_sign_but_is_never_minus_zero(luck: float, text: str) -> None:
    assert luck_text(luck) == text


def test_statistics_without_wins_have_no_graphs_and_best_times() -> None:
    lost = StatsData(Statistics(BEGINNER, games=30, losses=29, line=(0.0,) * 29))
    text = " ".join(text_of(shown(80, 40, lost)).split())
    assert "Games 30, 1 abandoned" in text
    assert "Won 0 of 29" in text
    for word in ("Times of", "Best time", "Win rate"):
        assert word not in text


def test_statistics_say_which_games_the_win_rate_leaves_out() -> None:
    numbers = replace(NUMBERS, games=75, bot_games=2)
    text = text_of(shown(80, 60, replace(FOUND, statistics=numbers)))
    assert "Games not counted here: 2 by the bot. Rates leave out abandoned games." in text
    assert "75, 6 abandoned" in text
    assert "Rates" not in text_of(shown(80, 60))
    assert "not counted" not in text_of(shown(80, 60))


def test_statistics_say_how_many_games_other_categories_have() -> None:
    other, known = BEGINNER._replace(standing="assisted"), BEGINNER._replace(standing="known")
    groups = {BEGINNER: 69, other: 5, known: 2, BEGINNER._replace(mode="normal"): 7}
    text = text_of(shown(data=replace(FOUND, played=groups)))
    assert "Games not counted here: 5 assisted and 2 on known boards." in text


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
@pytest.mark.parametrize(("arrow", "level"), [("‹", "custom"), ("›", "intermediate")])
def test_clicks_on_arrows_beside_the_preset_show_its_neighbours(size: tuple[int, int], arrow: str, level: str) -> None:
    model = press(shown(*size), "pgdn")
    if arrow == "‹" and size[0] > 20:
        arrow = "Statistics"
    row = screen_of(model).page(model).chrome.top
    model = handle(model, Mouse("press", "left", row, rows_of(model)[row].index(arrow)))
    assert screen_of(model).group.level == level


class TestWithTheStore:
    @pytest.fixture(autouse=True)
    def played(self, saves: Saves, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        for result in ("won", "lost", "won"):
            assert record_game(saves.store, a_game(result=result)).saved
        assert record_game(saves.store, a_played_game()).saved

    def test_the_statistics_export_games_as_a_csv_table(self, saves: Saves, tmp_path: Path) -> None:
        model = press(menu(), "9")
        model = press(serve(model, saves), "e")
        assert "C as a table (CSV), J with replays (JSON lines)" in text_of(model)
        model = work(serve(press(model, "c"), saves))
        (path,) = tmp_path.glob("minesweeper-games-*.csv")
        assert f"4 games written to {path.name} in this folder." in text_of(model)
        with path.open(newline="") as stream:
            assert [row["result"] for row in csv.DictReader(stream)] == ["won", "lost", "won", "abandoned"]

    def test_a_click_cancels_the_question_about_the_export(self, saves: Saves) -> None:
        for cols, rows in ((80, 24), (20, 7)):
            model = press(serve(press(menu(cols, rows), "9"), saves), "e")
            for col in range(cols):
                after = handle(model, Mouse("press", "left", rows - 1, col))
                assert "Nothing was" in text_of(after)
                assert not after.top.asks()

    def test_the_export_question_highlights_the_keys_of_the_formats(self, saves: Saves) -> None:
        for cols, rows in ((80, 24), (20, 7)):
            model = press(serve(press(menu(cols, rows), "9"), saves), "e")
            assert [style_of(model, words) for words in ("C ", "J ")] == ["key", "key"]
            assert style_of(model, "table") == "text"

    def test_an_export_that_is_stopped_leaves_no_incomplete_file(
        self, saves: Saves, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        model = serve(press(menu(), "9"), saves)
        model = serve(press(model, "e", "j"), saves)
        assert isinstance(model.top, ExportScreen)
        monkeypatch.setattr("minesweeper.storage.import_export.export_lines", lambda *_: iter(["a game"] * 1000))
        slices = work_of(model).begin()
        next(slices)
        assert len(list(tmp_path.glob(".minesweeper-games*"))) == 1
        slices.close()
        assert list(tmp_path.glob("*minesweeper-games*")) == []
        for key in ("x", "q", "e", "enter", "space"):  # the message says that only Esc stops the export
            goes_on = press(model, key)
            assert goes_on.top.work(goes_on) is not None
        stopped = press(model, "esc")
        assert stopped.top.work(stopped) is None
        assert "The export was stopped." in text_of(stopped)

    def test_an_export_into_a_read_only_folder_reports_the_problem(
        self, saves: Saves, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        model = serve(press(menu(), "9"), saves)
        monkeypatch.setattr("os.access", lambda *_: False)
        model = work(serve(press(model, "e", "c"), saves))
        assert "Not exported: Minesweeper can't write to" in text_of(model)
        assert style_of(model, "Not exported") == "bad"


def test_the_statistics_offer_pgdn_only_while_more_rows_follow() -> None:
    model = shown(20, 7)
    assert "PgDn next" in text_of(model)
    details = press(model, "pgdn")
    assert "now 70%" in page_rows(details)[1]
    assert "PgDn more" in text_of(details)
    assert "PgDn" not in text_of(press(details, "end"))
    assert "PgDn" not in text_of(shown(data=StatsData(Statistics(BEGINNER))))


def test_the_statistics_show_all_presets_when_the_terminal_grows() -> None:
    grown = press(shown(), "pgdn")._replace(rows=60, cols=200)
    assert "Statistics" in [row.strip() for row in page_rows(grown)]
    assert screen_of(press(grown, "down")).group.level == "intermediate"


def test_the_statistics_open_on_a_preset_and_type_that_was_played(saves: Saves) -> None:
    record_game(saves.store, a_game(level="expert", board="30x16/99", helpers=("tip",)))
    settings = CALM.with_value("boards", "no-guess").with_value("last_board", "beginner")
    model = serve(open_stats(menu(settings=settings)), saves)
    assert screen_of(model).group == Group("expert", "normal", "assisted")
    record_game(saves.store, a_game(mode="no-guess", ended_at="2020-01-01T00:00:00.000Z"))
    model = serve(open_stats(menu(settings=settings)), saves)
    assert screen_of(model).group == Group("beginner", "no-guess")


def test_statistics_list_custom_boards_by_size(saves: Saves) -> None:
    for day, board in enumerate(("9x9/1", "36x18/130", "9x9/1"), 1):
        moment = f"2026-01-0{day}T00:00:00.000Z"
        record_game(saves.store, a_game(level="custom", board=board, time_ms=1000 * day, ended_at=moment))
    model = serve(open_stats(menu(200, 60), Group("custom")), saves)
    rows = [" ".join(row.split()) for row in page_rows(model)]
    assert "▌ Custom 100% by size 3 3 -" in rows
    assert any(row.startswith("9x9/1 100% 0:01.000 2 ") for row in rows)
    assert any(row.startswith("36x18/130 100% 0:02.000 1 ") for row in rows)
    one = serve(press(model, "right"), saves)
    assert screen_of(one).group == Group("custom", board="9x9/1")
    assert screen_of(one).data.played is screen_of(model).data.played, "the table is read only once"
    assert screen_of(press(one, "left")).group == Group("custom")
