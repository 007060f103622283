"""The chrome around a screen: messages in forms that fit, marks where text is cut, and keys that can be clicked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import MIN_COLS, MIN_ROWS
from minesweeper.ui.widgets.chrome import (
    SILENCE,
    Chrome,
    ChromeSpec,
    KeyHint,
    Message,
    arrange_chrome,
    arrange_hints,
    say,
)

HINTS: list[KeyHint] = [(Action.SELECT, "choose"), (Action.BACK, "back"), (Action.HELP, "help")]
LONG, SHORT = "This sentence has rather more than forty columns.", "This one has few."
WIDE, SMALL = (80, 24), (20, 7)


def model(size: tuple[int, int]) -> Model:
    cols, rows = size
    return Model(rows, cols)


def arranged(size: tuple[int, int], message: Message = SILENCE, *, over: bool = False, most: int = 1) -> Chrome:
    return arrange_chrome(model(size), Context.GAMES, ChromeSpec(HINTS, message, covers_hints=over, most_lines=most))


def pages(size: tuple[int, int], message: Message, most: int = 1) -> Iterator[tuple[str, ...]]:
    """The lines of a message, then the lines after each key that continues it."""
    shown = model(size)
    while True:
        chrome = arrange_chrome(shown, Context.GAMES, ChromeSpec(HINTS, message, most_lines=most))
        yield chrome.lines
        if not chrome.reading.line:
            return
        shown = shown._replace(reading=chrome.reading)


def drawn(chrome: Chrome, size: tuple[int, int]) -> list[str]:
    cols, rows = size
    canvas = Canvas(rows, cols)
    chrome.draw(canvas)
    return canvas.frame().text().split("\n")


def clicked(chrome: Chrome, size: tuple[int, int]) -> Iterator[tuple[int, int, Action]]:
    cols, rows = size
    for row in range(rows):
        for col in range(cols):
            action = chrome.action_at(row, col)
            if action is not None:
                yield row, col, action


def test_a_message_is_shown_in_its_first_form_that_fits() -> None:
    assert drawn(arranged(WIDE, say(LONG, SHORT)), WIDE)[-2].strip() == LONG
    assert drawn(arranged((40, 12), say(LONG, SHORT)), (40, 12))[-2].strip() == SHORT
    assert arranged((40, 12), say(LONG, SHORT), most=2).lines == (
        "This sentence has rather",
        "more than forty columns.",
    )


def test_short_lines_of_a_message_are_joined_if_only_one_line_fits() -> None:
    message = say("Here: a mine. Elsewhere 50.0%. 8 cells are proved safe.", "here: a mine\nelsewhere 50.0%")
    assert arranged((40, 12), message).lines == ("here: a mine, elsewhere 50.0%",)
    assert arranged((40, 12), message, most=2).lines == (
        "Here: a mine. Elsewhere 50.0%.",
        "8 cells are proved safe.",
    )
    assert arranged((20, 7), message, most=2).lines == ("here: a mine", "elsewhere 50.0%")


def test_a_long_message_continues_with_the_next_key() -> None:
    assert arranged(SMALL, say(LONG), most=2).lines == ("This sentence has", "rather more than", "forty columns.")
    shown = list(pages(SMALL, say(f"{LONG} {LONG}")))
    assert shown == [
        ("This sentence has", "rather more than", "forty columns. This", "sentence has.."),
        ("sentence has rather", "more than forty", "columns."),
    ]


def test_a_shortened_title_ends_with_two_dots() -> None:
    assert arranged(SMALL).titled(("A title of more columns than there are",), "").title == "A title of more.."


def test_chrome_knows_which_rows_its_message_covers() -> None:
    chrome = arranged(SMALL, say(LONG), over=True, most=3)
    assert [row for row in range(7) if chrome.is_covered(row)] == [4, 5, 6]


def test_a_message_over_the_key_bar_takes_its_clicks() -> None:
    assert {action for _, _, action in clicked(arranged(SMALL), SMALL)} == {Action.BACK, Action.HELP}
    chrome = arranged(SMALL, say(SHORT), over=True)
    assert drawn(chrome, SMALL)[-1] == SHORT
    assert list(clicked(chrome, SMALL)) == []


def test_a_key_bar_names_a_key_only_once_if_its_word_is_the_same() -> None:
    hints = arrange_hints(model(WIDE), Context.GAMES, [(Action.DELETE, "delete"), (Action.BACK, "back")], None, 1)
    assert [(hint.key, hint.word) for hint in hints] == [("Delete", ""), ("Esc", "back")]
    assert [hint.col for hint in hints] == [1, 1 + len("Delete") + 2]
    own = model(WIDE)._replace(keymap=make_keymap({"games": {"delete": ("z",)}})[0])
    (hint,) = arrange_hints(own, Context.GAMES, [(Action.DELETE, "delete")], None, 1)
    assert (hint.key, hint.word) == ("Z", "delete")


@pytest.mark.parametrize("row", [2, 4, 6])
def test_a_message_of_three_lines_never_covers_a_protected_row(row: int) -> None:
    chrome = arrange_chrome(
        model(SMALL), Context.GAMES, ChromeSpec(HINTS, say(LONG), covers_hints=True, kept_rows=(row,))
    )
    assert not (chrome.is_covered(row) and row != 6)
    assert chrome.message[-1].row == (3 if row in (4, 5, 6) else 6)
    assert drawn(chrome, SMALL)[chrome.message[-1].row] == "forty columns."


def words_of(lines: Iterator[tuple[str, ...]]) -> str:
    """All words that were shown of a message, without the marks of cuts and without repeated lines."""
    shown: list[str] = []
    for page in lines:
        if shown:
            cut_line = shown.pop()
            assert cut_line.endswith("..")
            assert page[0].startswith(cut_line.removesuffix("..").rstrip(" .,:;")[:1])
        shown += page
    return "".join(" ".join(shown).split())


@settings(max_examples=60)
@given(
    st.integers(MIN_COLS, 200),
    st.integers(MIN_ROWS, 60),
    st.lists(st.text("ab ms1-.,", min_size=1, max_size=400).filter(str.strip), min_size=1, max_size=3),
    st.integers(1, 4),
)
def test_every_word_of_a_message_is_shown_at_any_size(cols: int, rows: int, texts: list[str], most: int) -> None:
    shown = list(pages((cols, rows), say(*texts), most))
    assert words_of(iter(shown)) in {"".join(text.split()) for text in texts}
    for lines in shown:
        assert all(len(line) <= cols for line in lines)
        assert len(lines) <= rows - 3
    # A message continues with the next key only if even its shortest form doesn't fit the screen.
    assert len(shown) == 1 or len(arranged((cols, 60), say(texts[-1])).lines) > rows - 3


@settings(max_examples=40)
@given(
    st.booleans(),
    st.integers(MIN_COLS, 120),
    st.integers(MIN_ROWS, 40),
    st.lists(st.text("ab ", max_size=200), max_size=3),
    st.integers(1, 4),
)
def test_every_place_of_the_key_bar_that_can_be_clicked_shows_its_key(
    over: bool, cols: int, rows: int, texts: list[str], most: int
) -> None:
    chrome = arranged((cols, rows), say(*texts), over=over, most=most)
    picture, places = drawn(chrome, (cols, rows)), list(clicked(chrome, (cols, rows)))
    keymap = model((cols, rows)).keymap
    for action in {action for _, _, action in places}:
        row, col, _ = next(place for place in places if place[2] is action)
        assert picture[row][col:].startswith(keymap.label(Context.GAMES, action))
        assert not chrome.is_covered(row)
    assert len(chrome.lines) <= rows - 3
    assert chrome.body.top + chrome.body.height <= (chrome.message[0].row if chrome.message else rows - 1)
