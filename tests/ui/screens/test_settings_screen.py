"""The settings screen: each setting can be changed by keys and mouse, acts at once, and fits every size."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.text import wrap
from minesweeper.storage.options import ADVANCED, option_of
from minesweeper.storage.settings import Settings, load_settings
from minesweeper.storage.themes import packaged_themes
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.base.model import Model, Request, SaveSettings, handle, render
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.draw.rgb import DIRECT_COLOURS
from minesweeper.ui.draw.theme import palette
from minesweeper.ui.loop import Outside, run
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.screens.settings_screen import SHOWN, SettingsScreen, about
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import message_width
from tests.tools.fake_terminal import FakeTerminal, Step, Wait
from tests.ui.driving import ASCII, menu, page_rows, press, rows_of, state_of, text_of
from tests.ui.watching import click_text, place_of_text, style_of


def options(
    cols: int = 80, rows: int = 24, looks: TerminalLooks | None = None, settings: Settings | None = None
) -> Model:
    """The settings screen, opened from the menu."""
    model = menu(cols, rows, settings or Settings(), looks)
    return press(model, "0")


def on(model: Model, name: str) -> Model:
    """Selects a setting. The settings screen must show the everyday ones."""
    if option_of(name).group == ADVANCED:
        model = press(model, "end", "enter")
    assert isinstance(model.top, SettingsScreen)
    return press(model, "home", *["down"] * model.top.targets.index(name))


def option_name(model: Model) -> str:
    """The name of the setting that is selected."""
    assert isinstance(model.top, SettingsScreen)
    return model.top.focus


def play(path: Path | None, *script: Step, environ: dict[str, str] | None = None) -> FakeTerminal:
    """Runs the program from the menu on, with the player's settings in a file."""
    outside = Outside(environ or {"TERM": "xterm-256color"}, settings_path=path)
    settings, _ = load_settings(path)
    screen = FakeTerminal(24, 80, [*script, Wait(0.01)])
    looks, first = outside.style(settings)
    screen.set_palette(first)
    keymap, _ = make_keymap(settings.keys)
    run(Model(24, 80, (open_menu(settings),), settings, keymap, looks), screen, outside=outside)
    return screen


def saved(path: Path) -> object:
    return json.loads(path.read_text(encoding="utf-8"))


def test_every_setting_at_20x7_shows_its_full_description() -> None:
    model = options(20, 7, TerminalLooks("ascii", "ascii", 256))
    for option in SHOWN:
        rows = page_rows(on(model, option.name) if option.name != "boards" else press(model, "down", "up"))
        text = " ".join(rows)
        assert ".." not in text
        texts = [option.meaning, option.notes.get(option.default, option.meaning)]
        assert any(all(word.strip(".;:,") in text for word in meaning.split()) for meaning in texts), option.name
        assert any(row.startswith(">") for row in rows), option.name


def test_every_value_of_every_setting_fits_its_row_at_20x7() -> None:
    for option in SHOWN:
        values = (True, False) if isinstance(option.default, bool) else option.stops or option.choices
        for value in values:
            model = on(options(20, 7, ASCII, Settings({option.name: value})), option.name)
            row = next(row for row in page_rows(model) if row.startswith(">"))
            assert option.title in row or option.short in row
            assert option.word(value) in row


def test_advanced_settings_have_a_screen_of_their_own() -> None:
    model = press(options(), "end", "enter")
    assert "Advanced settings" in page_rows(model)[0]
    assert "Solver depth" in text_of(model)
    assert "Board type" not in text_of(model)
    assert option_name(press(model, "esc")) == ADVANCED
    clicked = click_text(options(), "Advanced ...")
    assert clicked.top == model.top
    assert press(options(), "end", "left").top == press(options(), "end").top


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
def test_every_setting_can_be_changed_and_shows_its_value(size: tuple[int, int]) -> None:
    for option in SHOWN:
        model = on(options(*size), option.name)
        before = model.settings.value(option.name)
        model = press(model, "enter")
        assert model.settings.value(option.name) != before, option.name
        row = next(row for row in page_rows(model) if row.lstrip().startswith("▌"))
        assert option.word(model.settings.value(option.name)) in row


def test_keys_step_through_the_values_of_a_setting() -> None:
    model = on(options(), "theme")
    themes = packaged_themes()
    assert press(model, "right").settings.text("theme") == themes[1]
    assert press(model, "left").settings.text("theme") == themes[-1]
    assert press(model, "enter", "space").settings.text("theme") == themes[2]
    assert press(model, *["enter"] * len(themes)).settings.text("theme") == themes[0]
    depth = on(options(), "solver_depth")
    assert press(depth, "right", "right", "right").settings.number("solver_depth") == 4
    assert press(depth, "left", "left").settings.number("solver_depth") == 1
    assert press(depth, "enter", "enter", "enter").settings.number("solver_depth") == 1
    assert press(on(options(), "bell"), "right", "right", "left").settings.is_on("bell")


def test_zero_resets_a_setting_to_its_shipped_value() -> None:
    model = options(settings=Settings({"theme": "mono"}))._replace(shipped=Settings({"theme": "high"}))
    model = press(on(model, "theme"), "0")
    assert model.settings.text("theme") == "high"
    assert SaveSettings({"theme": None}) in model.effects


def test_a_changed_setting_is_saved_and_a_new_theme_is_shown_at_once() -> None:
    changed = press(on(options(), "theme"), "right")
    assert changed.effects == (SaveSettings({"theme": packaged_themes()[1]}), Request.RESTYLE)
    colours = press(on(options(), "direct_colours"), "right")
    assert colours.effects == (SaveSettings({"direct_colours": "on"}), Request.RESTYLE)
    assert press(on(options(), "bell"), "right").effects == (SaveSettings({"bell": True}),)
    at_the_end = on(options(settings=Settings({"solver_depth": 4})), "solver_depth")
    assert press(at_the_end, "right").effects == ()


def test_the_mouse_selects_and_changes_settings() -> None:
    model = options()
    row, col = place_of_text(model, "Motion")
    model = handle(model, Mouse("press", "left", row, col))
    assert option_name(model) == "motion"
    assert model.settings.text("motion") == "full"
    row, col = place_of_text(model, "‹ Full ›")
    assert handle(model, Mouse("press", "left", row, col)).settings.text("motion") == "none"
    assert handle(model, Mouse("press", "left", row, col + 3)).settings.text("motion") == "reduced"
    assert handle(model, Mouse("press", "middle", row, col)) == model
    assert handle(model, Mouse("press", "left", 1, 40)) == model


def test_the_settings_screen_says_if_the_terminal_cant_show_a_value() -> None:
    no_colours = on(options(looks=TerminalLooks("unicode", "lines", 0), settings=Settings({"theme": "high"})), "theme")
    assert "This terminal has no colours, so every theme is Mono." in text_of(no_colours)
    assert style_of(no_colours, "This terminal has no") == "bad"
    plain = on(options(looks=ASCII, settings=Settings({"glyphs": "nerd"})), "glyphs")
    assert "Nerd Font can't be shown here, so it is ASCII." in text_of(plain)
    assert "Here: Unicode." in text_of(on(options(), "glyphs"))


def test_settings_of_text_mode_and_remembered_values_arent_listed() -> None:
    for keys in ([], ["end", "enter"]):
        text = text_of(press(options(80, 60), *keys))
        assert not any(title in text for title in ("Spoken", "Verbosity", "Typed first", "Last board"))


def test_a_changed_setting_is_used_and_saved_at_once(tmp_path: Path) -> None:
    path = tmp_path / "minesweeper" / "settings.json"
    screen = play(path, "0", *["down"] * 5, "right", "end", "enter", "down", "down", "right")
    second = packaged_themes()[1]
    assert saved(path) == {"theme": second, "glyphs": "ascii"}
    assert screen.palettes[-1] is palette(second, "either", 256, None)
    assert "> Symbols" in screen.text
    assert "< ASCII >" in screen.text


@pytest.mark.parametrize("theme", ["mono", "not allowed"])
def test_a_setting_that_is_reset_is_removed_from_the_settings_file(tmp_path: Path, theme: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"theme": theme, "mine": [1], "bell": True}))
    play(path, "0", *["down"] * 5, "0")
    assert saved(path) == {"mine": [1], "bell": True}


def test_a_setting_that_cant_be_saved_is_used_and_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    screen = play(tmp_path / "file" / "settings.json", "0", "right")
    assert "‹ No-guess ›" in screen.text
    assert "settings.json can't be written (" in screen.text
    screen = play(tmp_path / "file" / "settings.json", "0", "right", Wait(1), "down")
    assert "can't be written" not in screen.text
    assert "There is no home folder, so the settings are not saved." in play(None, "0", "right").text


def test_a_notice_is_shown_on_any_screen_until_it_was_read() -> None:
    notice = "settings.json can't be written (No space left on device), so the settings are not saved."
    for cols, rows in ((20, 7), (80, 24)):
        for keys in ("", "1", "4", "0", "h"):
            model = press(options(cols, rows), "esc", *keys)
            shown = " ".join(text_of(model._replace(notice=notice)).split())
            assert "settings.json can't" in shown
            presses = ["f9"] * (2 if cols == 20 else 1)  # at 20x7 the first key shows the rest of the notice
            assert press(model._replace(notice=notice), *presses).notice == ""


def test_a_setting_changed_just_before_the_terminal_closes_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    outside = Outside(settings_path=path)
    run(Model(24, 80, (open_menu(),)), FakeTerminal(24, 80, ["0", "right"]), outside=outside)
    assert saved(path) == {"boards": "no-guess"}


def test_the_menu_remembers_the_custom_board_and_the_last_preset(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    play(path, "4", "3", "0", "enter")
    assert saved(path) == {"custom": "30x18/108", "last_board": "custom"}
    settings, _ = load_settings(path)
    assert settings.custom == BoardSpec(30, 18, 108)
    screen = play(path, Wait(0.1))
    assert "▌ 4  Custom         30x18" in screen.text
    play(path, "3")
    assert saved(path) == {"custom": "30x18/108", "last_board": "expert"}
    assert "▌ 3  Expert" in play(path, Wait(0.1)).text
    play(path, "1")
    assert saved(path) == {"custom": "30x18/108"}


def test_a_changed_cell_size_applies_to_a_game_that_was_left() -> None:
    model = press(options(200, 60, settings=Settings({"motion": "none"})), "esc", "1", "enter", "x", "m")
    model = press(on(press(model, "0"), "cell_size"), "right", "esc")
    assert model.settings.text("cell_size") == "2x1"
    model = press(model, "5")
    assert state_of(model).geometry.cell_width == 2


@pytest.mark.parametrize(
    ("environ", "utf8", "values", "expected"),
    [
        ({"TERM": "linux"}, True, {}, TerminalLooks("ascii", "ascii", 256)),
        ({"TERM": "linux"}, True, {"glyphs": "unicode", "frame": "lines"}, TerminalLooks("unicode", "lines", 256)),
        ({"TERM": "xterm"}, False, {"glyphs": "unicode", "frame": "lines"}, TerminalLooks("ascii", "ascii", 256)),
        ({"TERM": "xterm", "LANG": "ja_JP.UTF-8"}, True, {}, TerminalLooks("unicode", "ascii", 256)),
        ({"TERM": "xterm", "NO_COLOR": "1"}, True, {"glyphs": "ascii"}, TerminalLooks("ascii", "lines", 0)),
    ],
)
def test_the_terminal_limits_the_characters_that_settings_ask_for(
    environ: dict[str, str], utf8: bool, values: dict[str, str], expected: TerminalLooks
) -> None:
    looks, colours = Outside(environ, utf8).style(Settings(values))
    assert looks == expected
    assert colours is palette(values.get("theme", "classic"), "either", 0 if "NO_COLOR" in environ else 256, None)


@pytest.mark.parametrize(
    ("wish", "environ", "colours"),
    [
        ("auto", {"COLORTERM": "truecolor"}, DIRECT_COLOURS),
        ("auto", {}, 256),
        ("on", {}, DIRECT_COLOURS),
        ("off", {"COLORTERM": "truecolor"}, 256),
        ("on", {"NO_COLOR": "1"}, 0),
    ],
)
def test_24_bit_colours_are_used_if_setting_and_terminal_allow_them(
    wish: str, environ: dict[str, str], colours: int
) -> None:
    outside = Outside({"TERM": "xterm-256color", **environ}, reported_colours=DIRECT_COLOURS)
    looks, shown = outside.style(Settings({"direct_colours": wish}))
    assert shown is palette("classic", "either", colours, None)
    assert looks.colours == min(colours, 256)


@pytest.mark.parametrize(("reported", "colours"), [(8, 0), (16, 0), (256, 256), (DIRECT_COLOURS, 256)])
def test_the_mono_theme_needs_256_colours_for_its_greys(reported: int, colours: int) -> None:
    outside = Outside({"TERM": "xterm-256color"}, reported_colours=reported)
    looks, shown = outside.style(Settings({"theme": "mono"}))
    assert looks.colours == colours
    assert shown is palette("mono", "either", colours, None)


def test_the_background_setting_overrides_that_of_the_terminal() -> None:
    outside = Outside({"COLORFGBG": "0;15"})
    assert outside.style(Settings())[1] is palette("classic", "light", 256, None)
    assert outside.style(Settings({"background": "dark"}))[1] is palette("classic", "dark", 256, None)


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
def test_clicks_on_a_setting_choose_its_next_or_previous_value(size: tuple[int, int]) -> None:
    model = on(press(menu(*size, looks=ASCII), "0"), "help_keys")
    row, col = place_of_text(model, "> Unrank")
    col = rows_of(model)[row].index("Allow", col) + 1
    seen = []
    for button in ("left", "left", "right", "right", "right"):
        model = handle(model, Mouse("press", button, row, col))
        seen.append(model.settings.text("help_keys"))
    assert seen == ["ask first", "off", "ask first", "on", "off"]
    assert handle(model, Mouse("press", "right", model.rows - 1, 1)) == model


def chosen(name: str, cols: int = 80, rows: int = 24, **values: str) -> Model:
    """The settings screen with one setting selected."""
    return on(options(cols, rows, settings=Settings(values)), name)


BOARD = """
╭─ Preview ────────╮
│              1   │
│          1 1 2   │
│      1 2 3 ⚑     │
│    1 2 ⚑  ▐ ▌    │
│  1 2 ⚑           │
│                  │
╰──────────────────╯
"""


@pytest.mark.parametrize("name", ["theme", "frame"])
def test_the_settings_screen_previews_the_theme_on_a_small_board(name: str) -> None:
    rows = page_rows(chosen(name))
    first = next(number for number, row in enumerate(rows) if "╭" in row)
    assert [row[56:76] for row in rows[first : first + 8]] == BOARD.split("\n")[1:-1]


def test_the_settings_preview_has_every_kind_of_tile_in_its_style() -> None:
    styles = {style for line in render(chosen("theme")).lines for _, _, style in line}
    wanted = "opened,hidden,hidden.odd,flag on hidden,n1 on opened,n1.done on opened,n3 on opened,cursor on hidden"
    assert set(wanted.split(",")) <= styles
    assert style_of(chosen("theme"), "╭") == "border"


def test_the_settings_preview_keeps_its_place_for_every_setting() -> None:
    tops = {row for name in ("boards", "motion", "theme") for row in range(24) if "╭" in page_rows(chosen(name))[row]}
    assert len(tops) == 1, "the preview never moves"
    assert "Off, What-if, Auto" not in text_of(chosen("motion"))
    narrow = text_of(chosen("motion", 59, 20))
    assert "Off, What-if, Auto" in narrow
    assert "╭" not in narrow


def test_a_setting_lists_choices_that_have_no_room_in_its_row() -> None:
    for name, choices in (("theme", "Choices: Classic"), ("motion", "Choices: Full, Reduced, None."), ("boards", "")):
        text = " ".join(text_of(chosen(name)).split())
        assert choices in text
        assert bool(choices) == ("Choices" in text), name


@pytest.mark.parametrize("count", [10, 15, 40])
def test_the_description_of_any_number_of_themes_fits_in_two_lines(count: int) -> None:
    themes = tuple(f"colours-{number}" for number in range(count))
    message = about(option_of("theme")._replace(choices=themes), chosen("theme"))
    shown = next(text for text in message.texts if len(wrap(text, message_width(80))) <= 2)
    assert "Choices: Colours-0, Colours-1, " in shown
    assert shown.endswith(f"Colours-{count - 1}.") or f" and {count - 4} more." in shown


@pytest.mark.parametrize(
    ("wish", "cols", "rows", "text"),
    [
        ("auto", 80, 24, "Here: Beginner 4x2, Intermediate 3x1, Expert 2x1."),
        ("4x2", 80, 24, "4x2 doesn't fit here: Intermediate is 3x1, Expert is 2x1."),
        ("4x2", 200, 60, "Columns and rows of a cell."),
        ("4x2", 20, 7, "4x2 doesn't fit here, so it is 2x1."),
    ],
)
def test_the_cell_size_setting_says_if_a_size_doesnt_fit(wish: str, cols: int, rows: int, text: str) -> None:
    model = chosen("cell_size", cols, rows, cell_size=wish)
    assert text in " ".join(text_of(model).split())
    if "doesn't fit" in text:
        assert style_of(model, "doesn't fit") == "bad"


def test_the_settings_preview_on_a_large_screen_uses_the_cell_size() -> None:
    for size, width in (("auto", 35), ("6x3", 35), ("4x2", 35), ("3x1", 26), ("2x1", 20)):
        (edge,) = (row for row in rows_of(chosen("cell_size", 120, 40, cell_size=size)) if "╭─ Preview" in row)
        assert edge.index("╮") + 1 - edge.index("╭") == width, size
