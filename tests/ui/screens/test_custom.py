"""The form for custom games: its numbers, choices, limits and buttons, by keys and by mouse."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.sizes import MAX_CELLS
from minesweeper.storage.settings import Settings, read_settings
from minesweeper.ui.base.model import Model, SaveSettings, handle, render, replace
from minesweeper.ui.draw.fitting import smallest_screen
from minesweeper.ui.draw.geometry import arrange
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.screens.custom import CHOICES, FIELDS, LENGTHS, NUMBERS, TEXTS, CustomForm, CustomScreen, Field
from minesweeper.ui.screens.help import HelpScreen
from minesweeper.ui.screens.menu import MenuScreen
from minesweeper.ui.terminal.events import Mouse
from tests.ui.driving import ASCII, CALM, menu, message_of, page_rows, press, rows_of, state_of, text_of
from tests.ui.watching import SIZES, click_text, framed, place_of_text, style_of, trimmed, wheel


def custom(cols: int = 80, rows: int = 24, looks: TerminalLooks | None = None) -> Model:
    """The custom form, opened from the menu. The last custom game was 40x20 with 160 mines."""
    return press(menu(cols, rows, CALM._replace(custom=BoardSpec(40, 20, 160)), looks), "4")


def screen_of(model: Model) -> CustomScreen:
    """The custom form, which must be on top."""
    assert isinstance(model.top, CustomScreen)
    return model.top


def fields_of(model: Model) -> tuple[str, str, str, str]:
    """The texts of width, height, mines and seed in the form."""
    form = screen_of(model).form
    width, height, mines, seed = map(form.text, TEXTS)
    return width, height, mines, seed


numbers = st.one_of(st.integers(0, 40), st.integers(0, 2 * MAX_CELLS)).map(str)


def keys_for(text: str) -> list[str]:
    """The keys that type a text."""
    return ["space" if character == " " else character for character in text]


def fill(model: Model, width: str = "", height: str = "", mines: str = "", seed: str = "") -> Model:
    """Types texts into the fields of the form, from the first field on."""
    for text in (width, height, mines):
        model = press(model, *keys_for(text), "tab")
    return press(model, "tab", "tab", "tab", *keys_for(seed), "tab")


def test_the_custom_form_marks_a_refused_value_and_says_the_limits() -> None:
    model = press(fill(custom(), mines="900"), "enter")
    assert page_rows(model)[5] == "    ▌ Mines          [  900]                -100  -10  -1  +1  +10  +100"
    sentence = "Mines 900 is too large for 40x20. Use 1 to 799, or a density such as 20%."
    assert " ".join(" ".join(page_rows(model)[21:23]).split()) == sentence
    assert "Difficulty" not in text_of(model)
    assert screen_of(model).focus is Field.MINES
    assert style_of(model, "[  900]") == "bad on selected"
    assert style_of(model, "Mines 900") == "bad"


def test_only_the_selected_field_of_the_custom_form_says_its_limits() -> None:
    for downs, focus in enumerate(NUMBERS):
        model = press(custom(), *["down"] * downs)
        low, high = screen_of(model).form.limits(focus)
        assert [row for row in page_rows(model) if " to " in row] == [page_rows(model)[22]]
        assert page_rows(model)[22].strip().startswith(f"{low:,} to {high:,}")


def test_the_custom_form_at_20x7_starts_a_game_with_a_typed_density() -> None:
    model = press(custom(20, 7, ASCII), *"16", "down", *"10", "down", *"22%")
    assert framed(model) == trimmed(
        """
        |Custom game     3/12|
        |  Width  [   16]    |
        |  Height [   10]    |
        |> Mines  [22%]=35   |
        |  -100-10 -+ +10+100|
        |Difficulty 7.4.     |
        |Enter start Esc back|
        """
    )
    clicked = click_text(click_text(click_text(press(model, "down"), "=35"), "=22%"), "+10")
    assert fields_of(clicked)[:3] == ("16", "10", "32%")
    assert state_of(click_text(clicked, "Enter start")).session.spec == BoardSpec(16, 10, 51)
    assert state_of(press(model, "enter")).session.spec == BoardSpec(16, 10, 35)


@pytest.mark.parametrize(
    ("cols", "rows", "sentence"),
    [
        (20, 7, "Difficulty 7.4."),
        (40, 12, "Difficulty 7.4 (hard). Fits 40x12."),
        (60, 20, "Difficulty 7.4 of 10 (hard). Fits your 60x20 terminal."),
    ],
)
def test_the_custom_form_on_small_terminals_rates_the_difficulty(cols: int, rows: int, sentence: str) -> None:
    model = press(custom(cols, rows), "7", "down", "5", "down", *"25%")
    assert sentence in [row.strip() for row in page_rows(model)]
    assert ("1 to 34" in text_of(model)) == (rows == 20)  # on this screen the rating has its own row
    assert "1 to 34" in text_of(press(model, "down", "up"))


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (40, 12), (60, 20)])
def test_the_custom_form_rates_boards_that_must_scroll(cols: int, rows: int) -> None:
    text = text_of(press(custom(cols, rows), "up"))
    assert "Difficulty 8.1" in text
    assert "Needs" not in text


def test_a_digit_replaces_a_newly_selected_number_of_the_custom_form() -> None:
    row, col = place_of_text(custom(), "[   40]")
    assert render(custom()).cursor == (row, col + 5)
    assert fields_of(press(custom(), "1", "2"))[0] == "12"
    assert fields_of(press(custom(), "down", "8"))[:2] == ("40", "8")
    assert fields_of(press(custom(), "backspace", "5"))[0] == "45"
    assert fields_of(press(custom(), "delete"))[0] == ""


def test_a_new_size_suggests_a_fifth_of_its_cells_as_mines() -> None:
    model = press(custom(), "3", "0", "down", "1", "6")
    assert fields_of(model)[:3] == ("30", "16", "96")
    model = press(model, "down", "9", "9", "up", "8")
    assert fields_of(model)[:3] == ("30", "8", "99")
    emptied = press(model, "down", "delete", "up", "9")
    assert fields_of(emptied)[:3] == ("30", "9", "54")


def test_arrows_change_numbers_of_the_custom_form_within_their_limits() -> None:
    assert fields_of(press(custom(), "right"))[0] == "41"
    assert fields_of(press(custom(), "1", "left", "left"))[0] == "1"
    assert fields_of(press(custom(), "delete", "right"))[0] == "1"
    assert fields_of(press(fill(custom(), mines="799"), *["up"] * 5, "right", "right"))[2] == "799"
    assert fields_of(press(fill(custom(), mines="12.5%"), *["up"] * 5, "left"))[2] == "11.5%"
    assert fields_of(press(fill(custom(), mines="99%"), *["up"] * 5, "right"))[2] == "99%"
    assert fields_of(press(custom(), "shift+right", "ctrl+right", "shift+left"))[0] == "140"
    assert press(custom(), *["down"] * 3, "shift+right") == press(custom(), *["down"] * 3)


def test_letters_are_accepted_in_the_seed_but_refused_in_numbers() -> None:
    model = fill(custom(), seed="Quiet Hill é!")
    assert fields_of(model)[3] == "Quiet Hill é!"
    refused = press(custom(), "q")
    assert refused.exit_status is None
    assert fields_of(refused) == fields_of(custom())
    assert page_rows(refused)[22].strip() == "Width takes digits only."
    assert page_rows(press(refused, "5"))[22].strip().startswith("1 to 50,000.")


def test_a_long_seed_shows_its_end_in_the_custom_form() -> None:
    model = press(fill(custom(20, 7), seed="abcdefghijklmnop"), "up")
    assert "[jklmnop ]" in text_of(model)
    row, col = place_of_text(model, "[jklmnop ]")
    assert render(model).cursor == (row, col + 8)


def test_a_typed_seed_makes_the_same_known_board_again() -> None:
    boards = []
    for _ in range(2):
        session = state_of(press(fill(custom(), "9", "9", "10", "my seed "), "enter")).session
        assert session.is_known_board
        assert session.seed == "my seed"
        layout = session.open_cell(40).game.layout
        assert layout is not None
        boards.append(layout.mines)
    assert boards[0] == boards[1]


def test_the_custom_form_remembers_the_last_board_that_was_started() -> None:
    model = press(fill(custom(), "12", "11", "13"), "enter")
    assert model.settings.custom == BoardSpec(12, 11, 13)
    assert len(model.screens) == 2
    model = press(model, "enter", "x", "m")
    assert isinstance(model.top, MenuScreen)
    assert "12x11   13 mines" in text_of(model)
    assert fields_of(press(model, "4"))[:3] == ("12", "11", "13")


def test_a_custom_game_with_the_numbers_of_a_preset_is_that_preset() -> None:
    assert state_of(press(fill(custom(), "30", "16", "99"), "enter")).session.preset == "expert"
    assert state_of(press(fill(custom(), "30", "16", "98"), "enter")).session.preset == "custom"


def test_a_preset_fills_the_custom_form_but_keeps_the_seed() -> None:
    model = press(fill(custom(), seed="s"), "right", "right", "enter")
    assert fields_of(model) == ("16", "16", "40", "s")
    assert screen_of(model).focus is Field.INTERMEDIATE
    assert fields_of(press(model, *["down"] * 3, "1", "0"))[:3] == ("10", "16", "32")


def test_the_custom_form_can_be_left_and_has_help_while_typing() -> None:
    assert isinstance(press(custom(), "esc").top, MenuScreen)
    assert isinstance(press(custom(), "f1").top, HelpScreen)
    assert press(custom(), "f1", "esc").top == custom().top
    seed = press(custom(), *["tab"] * 6, "w", "h", "y")
    assert isinstance(press(seed, "?").top, HelpScreen)
    assert fields_of(press(seed, "?", "esc", "x"))[3] == "whyx"
    assert press(custom(), "ctrl+c").exit_status == 0


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
def test_clicks_select_fields_and_press_buttons_of_the_custom_form(size: tuple[int, int]) -> None:
    model = click_text(custom(*size), "[   20]")
    assert screen_of(model).focus is Field.HEIGHT
    assert fields_of(press(model, "7"))[1] == "7"
    model = press(custom(*size), *["up"] * 4)
    assert fields_of(click_text(model, "Beginner"))[:3] == ("9", "9", "10")
    assert state_of(click_text(model, "Start")).session.spec == BoardSpec(40, 20, 160)


def test_the_wheel_changes_the_custom_form_number_under_the_mouse() -> None:
    model = custom()
    over_height = place_of_text(model, "[   20]")
    assert fields_of(wheel(model, "up", *over_height))[1] == "21"
    assert fields_of(wheel(model, "down", *over_height))[1] == "19"
    assert screen_of(wheel(model, "up", *over_height)).focus is Field.HEIGHT
    assert screen_of(wheel(model, "down")).focus is Field.HEIGHT
    assert screen_of(wheel(model, "up")).focus is Field.WIDTH
    assert wheel(model, "wheel-left", *over_height) == model


@pytest.mark.parametrize(
    ("downs", "key", "shown", "option", "value"),
    [
        (3, "right", "Board type     ‹ No-guess ›", "custom_boards", "no-guess"),
        (4, "left", "Assist level   ‹ Auto ›", "custom_assist", "intelligent"),
        (5, "left", "Unranked play  ‹ Block ›", "custom_help_keys", "off"),
    ],
)
def test_choices_of_the_custom_form_never_change_those_of_presets(
    downs: int, key: str, shown: str, option: str, value: str
) -> None:
    model = press(custom(), *["down"] * downs, key)
    assert shown in text_of(model)
    assert press(model, "esc").settings == custom().settings, "leaving the form changes nothing"
    model = press(model, "enter")
    saved = [effect.changes for effect in model.effects if isinstance(effect, SaveSettings)]
    assert saved[-1][option] == value
    assert shown in text_of(press(model, "x", "m", "4"))
    preset = option.replace("custom_", "")
    assert model.settings.text(preset) == custom().settings.text(preset)


def test_the_assist_level_of_the_custom_form_affects_only_its_games() -> None:
    model = press(custom(), *["down"] * 4, "right", "enter")
    assert model.settings.text("assist") == "single"
    again = press(model, "n")
    for game in (model, again):
        assert "what-if" in message_of(press(game, "f2", "f2", "f2"))
    preset = press(model, "x", "m", "1")
    assert "what-if" in message_of(press(preset, "f2"))
    assert press(preset, "f2").settings.text("custom_assist") == "dual"
    assert press(model, "f2").settings.text("assist") == "single"


def test_the_assist_permission_of_the_form_affects_only_its_games() -> None:
    model = press(custom(), *["down"] * 5, "left", "enter")
    for game in (model, press(model, "n")):
        refused = press(game, "v")
        assert message_of(refused).startswith("Assists are blocked for this game. Change that in the custom form.")
        assert not state_of(refused).session.is_assisted
    menu = press(model, "x", "m")
    assert state_of(press(menu, "1", "v", "space")).session.is_assisted
    assert screen_of(press(menu, "4")).form.text(Field.KEYS) == "off"
    off = custom()._replace(settings=custom().settings.with_value("help_keys", "off"))
    assert state_of(press(off, "enter", "v", "space")).session.is_assisted


@settings(max_examples=30)
@given(SIZES)
def test_the_my_terminal_button_fills_in_the_largest_fitting_board(size: tuple[int, int]) -> None:
    model = press(custom(size[1], size[0]), "up", "enter")
    spec = screen_of(model).form.board()
    assert not arrange(*size, spec.width, spec.height).scrolls
    assert arrange(*size, spec.width + 1, spec.height).scrolls
    taller = arrange(*size, spec.width, spec.height + 1)
    assert taller.scrolls or not taller.free_rows
    assert spec.mines == max(1, (spec.width * spec.height * 20 + 50) // 100)


def test_the_default_custom_board_fits_at_80x24() -> None:
    shipped = Settings().custom
    assert not arrange(24, 80, shipped.width, shipped.height).scrolls
    assert read_settings(b'{"custom": "40x20/160"}', Settings())[0].custom == BoardSpec(40, 20, 160)


def test_choices_of_the_custom_form_fit_at_20x7_and_take_clicks() -> None:
    assert "‹ No-guess ›" in text_of(click_text(custom(), "Random ›"))
    small = press(custom(20, 7, ASCII), *["down"] * 4, "left")
    assert framed(small).split("\n")[2:4] == ["|  Boards < Random > |", "|> Assist < Auto >   |"]
    assert "|> Unrank Ask first  |" in framed(press(small, "down", "right"))
    assert "<No-guess>" in text_of(click_text(small, "Random"))
    assert fields_of(click_text(custom(), "Board type")) == fields_of(custom())


@pytest.mark.parametrize("size", [(20, 7), (40, 12), (80, 24)])
def test_the_custom_form_suggests_a_density_at_every_size(size: tuple[int, int]) -> None:
    on_mines = press(custom(*size, ASCII), "down", "down")
    assert "20%" in text_of(on_mines)
    assert "20%" in " ".join(text_of(press(on_mines, "x")).split())
    wrong = press(on_mines, *"5%5", "enter")
    assert "20%" in " ".join(text_of(wrong).split())


def test_the_custom_form_remembers_a_typed_density() -> None:
    model = press(fill(custom(), "16", "10", "22%"), "enter")
    assert state_of(model).session.spec == BoardSpec(16, 10, 35)
    saved = [effect.changes for effect in model.effects if isinstance(effect, SaveSettings)]
    assert saved[-1]["custom"] == "16x10/22%"
    assert fields_of(click_text(fill(custom(), mines="25%"), "My terminal"))[2] == "25%"
    again = press(model, "x", "m", "4")
    assert fields_of(again)[:3] == ("16", "10", "22%")
    assert fields_of(press(again, "2", "0"))[:3] == ("20", "10", "22%")
    counted = press(again, "down", "down", *"35", "enter")
    assert fields_of(press(counted, "x", "m", "4"))[:3] == ("16", "10", "35")


@pytest.mark.parametrize("size", [(20, 7), (40, 12), (80, 24)])
def test_a_click_or_percent_key_switches_between_mines_and_density(size: tuple[int, int]) -> None:
    model = press(custom(*size, ASCII), "down", "down")
    row, col = place_of_text(model, "=")
    density = handle(model, Mouse("press", "left", row, col))
    counted = click_text(density, "=")
    for turned, again in ((density, counted), (press(model, "%"), press(model, "%", "%"))):
        assert fields_of(turned)[2] == "20%"
        assert screen_of(turned).focus is Field.MINES
        assert fields_of(again)[2] == "160"
    assert fields_of(press(model, *"25%"))[2] == "25%"
    assert fields_of(press(custom(*size), "%"))[:3] == ("40", "20", "20%")


@pytest.mark.parametrize("size", [(20, 7), (40, 12), (80, 24)])
def test_buttons_of_the_custom_form_change_numbers_by_1_10_and_100(size: tuple[int, int]) -> None:
    model = custom(*size, ASCII)
    row, start = place_of_text(model, "-100")
    words = rows_of(model)[row][start:]
    less, more = words.rindex("-"), words.index("+")
    places = {1: 0, 30: words.index("-10", 1), 39: less, 41: more, 140: words.index("+100")}
    for width, col in places.items():
        assert fields_of(handle(model, Mouse("press", "left", row, start + col)))[0] == str(width)
    assert fields_of(handle(model, Mouse("press", "left", row, start + words.index("+10", more + 1) + 1)))[0] == "50"
    assert "-100" not in text_of(press(model, *["down"] * 7))


def form_of(*numbers: str) -> CustomForm:
    """A form with these numbers and the default choices."""
    choices = {field: str(option.default) for field, option in CHOICES.items()}
    return CustomForm({**dict(zip(NUMBERS, numbers, strict=True)), **choices})


@pytest.mark.parametrize(
    ("width", "height", "mines", "field", "sentence"),
    [
        ("0", "20", "9", Field.WIDTH, "Width 0 is too small for height 20. Use 1 to 50,000."),
        ("60000", "20", "9", Field.WIDTH, "Width 60000 is too large for height 20. Use 1 to 50,000."),
        ("", "20", "9", Field.WIDTH, "Width is empty. Use 1 to 50,000."),
        ("1", "1", "1", Field.HEIGHT, "Height 1 is too small for width 1. Use 2 to 1,000,000."),
        ("40", "20", "0", Field.MINES, "Mines 0 is too small for 40x20. Use 1 to 799, or a density such as 20%."),
        ("40", "20", "100%", Field.MINES, "Mines 100% is too large for 40x20. Use 1 to 799, or a density such as 20%."),
        ("40", "20", "5%5", Field.MINES, "Mines 5%5 isn't a number. Use 1 to 799, or a density such as 20%."),
    ],
)
def test_the_custom_form_quotes_a_wrong_value_and_says_the_limits(
    width: str, height: str, mines: str, field: Field, sentence: str
) -> None:
    form = replace(form_of(width, height, mines), mines_typed=True)
    problem = form.problem(field)
    assert problem is not None
    assert (problem.field, problem.text) == (field, sentence)
    assert len(problem.short) <= 2 * 20
    model = custom()
    model = model.with_top(CustomScreen(form, Field.START))
    refused = press(model, "enter")
    assert screen_of(refused).form == form
    assert screen_of(refused).focus in (field, Field.HEIGHT)
    assert style_of(refused, screen_of(refused).focus.value) == "bad on selected"


def test_the_custom_form_blames_a_too_large_board_on_the_typed_side() -> None:
    form = form_of("2000", "2000", "9")
    assert [form.problem(focus).field for focus in (Field.WIDTH, Field.HEIGHT, Field.START)] == [  # type: ignore[union-attr]
        Field.WIDTH,
        Field.HEIGHT,
        Field.HEIGHT,
    ]


@settings(max_examples=50)
@given(numbers, numbers, st.one_of(numbers, st.text("0123456789.%", max_size=7)))
def test_a_custom_form_has_either_a_problem_or_a_valid_board(width: str, height: str, mines: str) -> None:
    form = form_of(width, height, mines)
    if form.problem(Field.START) is None:
        board = form.board()
        assert (board.width, board.height) == (int(width), int(height))
        for field in (Field.WIDTH, Field.HEIGHT):
            assert form.limits(field)[0] <= int(form.text(field)) <= form.limits(field)[1]
    else:
        assert all(form.problem(focus) is not None for focus in FIELDS)


@settings(max_examples=50)
@given(st.sampled_from([Field.WIDTH, Field.HEIGHT, Field.MINES]), st.integers(-3, 3), numbers, numbers)
def test_arrows_never_make_a_valid_custom_form_invalid(field: Field, by: int, width: str, height: str) -> None:
    form = form_of(width, height, "1")
    if form.problem(field) is None:
        assert form.step(field, by).problem(field) is None


def test_fields_of_the_custom_form_limit_the_length_of_their_text() -> None:
    for field in TEXTS:
        model = custom()
        model = press(model.with_top(replace(screen_of(model), focus=field)), *"1234567890" * 6)
        assert len(screen_of(model).form.text(field)) == LENGTHS[field]


@given(st.integers(1, 120), st.integers(1, 120))
def test_the_screen_size_a_board_needs_is_the_smallest_that_shows_it(width: int, height: int) -> None:
    board = BoardSpec(width, max(2, height), 1)
    rows, cols = smallest_screen(board.width, board.height)
    assert not arrange(rows, cols, board.width, board.height).scrolls
    if cols > 20:
        assert arrange(rows, cols - 1, board.width, board.height).scrolls
    if rows > 7:
        assert arrange(rows - 1, cols, board.width, board.height).scrolls


@pytest.mark.parametrize("digits", ["9" * 10_000, "٣"])
def test_the_custom_form_refuses_numbers_of_thousands_of_digits(digits: str) -> None:
    for texts in ((digits, "9", "9"), ("9", digits, "9"), ("9", "9", digits), (digits, digits, digits + "%")):
        form = form_of(*texts)
        problem = form.problem(Field.WIDTH)
        assert problem is not None or texts[2].endswith("%") or digits.strip("0") == ""
        for field in (Field.WIDTH, Field.HEIGHT, Field.MINES):
            form.step(field, 1)
            form.limits(field)


def test_the_start_button_looks_selected_only_when_it_is() -> None:
    model = custom()
    assert style_of(model, "[ Start ]") == "title"
    assert style_of(press(model, *["down"] * 7), "[ Start ]") == "selected"
