"""The layout rules of the game screen: all is centred, nothing jumps, and every sentence can be read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from minesweeper.core.boardspec import FAIR, BoardSpec
from minesweeper.play.game import Phase
from minesweeper.play.session import new_session
from minesweeper.storage.records import Group, Record
from minesweeper.ui.base.model import Model, StoreCache, resize, tick
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.game.end_mode import EndMode, is_small
from minesweeper.ui.game.game_draw import game_chrome, shown_message
from minesweeper.ui.game.tip_mode import TipMode
from tests.ui.driving import (
    ASCII,
    board,
    click,
    cursor_to,
    mode_of,
    place_of,
    press,
    rows_of,
    show_state,
    start,
    state_of,
    text_of,
    work,
)
from tests.ui.game_boards import BEGINNER


def running(cols: int, rows: int) -> Model:
    """A Beginner game with one region opened and three flags, the cursor on a 1, after 42 seconds."""
    looks = ASCII if cols == 20 else TerminalLooks()
    session = board(BEGINNER, "beginner")._replace(seed="K7Q2-9MD")
    model = press(cursor_to(start(session, cols, rows, looks=looks), 4, 0), "space")
    for row, col in ((1, 1), (1, 2), (0, 5)):
        model = press(cursor_to(model, row, col), "f")
    return tick(cursor_to(model, 5, 1), 42.0)


def test_row_and_column_numbers_appear_with_sentences_that_use_them() -> None:
    model = cursor_to(running(80, 24), 8, 8)
    for keys in (("t", "."), (":",)):
        detailed = press(work(press(model, keys[0])), *keys[1:])
        assert shown_message(state_of(detailed), state_of(detailed).view()).names_cells
        assert "5" in rows_of(detailed)[1]
        assert rows_of(detailed)[2].split()[0] == "1"
        assert place_of(detailed, 0, 0) == place_of(model, 0, 0)
        assert "5" not in rows_of(press(detailed, "esc"))[1]
    for key in ("t", "g", "p"):
        marked = work(press(model, key))
        assert shown_message(state_of(marked), state_of(marked).view())
        assert "5" not in rows_of(marked)[1], "the cells are marked, so the sentence needs no coordinates"
    odds = work(press(model, "v", "v"))
    assert "Elsewhere" in text_of(odds)
    assert "5" not in rows_of(odds)[1]


def test_header_board_message_and_key_bar_share_one_centre_line() -> None:
    model = work(press(running(80, 24), "t"))
    geometry, rows = state_of(model).geometry, rows_of(model)
    axis = 2 * geometry.frame.left + geometry.frame.width
    below = [row for row in rows[geometry.below :] if row]
    assert len(below) in (2, 3)
    for row in below:
        assert abs(len(row) + len(row) - len(row.lstrip()) - axis) <= 1
    face = rows[geometry.strip.top].index(":)")
    assert abs(2 * face + 2 - axis) <= 1


def hints(model: Model) -> str:
    return rows_of(model)[-1].strip()


def test_the_key_bar_has_at_most_five_keys_with_the_next_step_first() -> None:
    fresh = start(new_session(BoardSpec(9, 9, 10), "beginner"))
    model = running(80, 24)
    assert hints(fresh) == "Space open  Arrows move  H help"
    assert hints(model) == "Space open  F flag  T tip  H help  Esc pause"
    assert hints(running(40, 12)) == "Space open  F flag  H help  Esc pause"
    tip = work(press(model, "t"))
    assert hints(tip) == "T play it  . step  Space open  F flag  H help"
    assert hints(press(tip, ".")) == ". step  , back  T play it  Space open  H help"
    assert hints(work(press(model, "g"))) == "G play it  Space open  F flag  H help"
    assert hints(work(press(model, "v"))) == "V show odds  T tip  Space open  F flag  H help"
    assert hints(work(press(model, "v", "v"))) == "V hide  T tip  Space open  F flag  H help"
    asked = work(press(cursor_to(model, 8, 8), "p"))
    assert hints(asked) == "P try a mine  Shift+P clear  Space open  F flag  H help"


SIZES = [(20, 7), (40, 12), (80, 24)]
BOARDS = [(BoardSpec(9, 9, 10), "a"), (BoardSpec(9, 9, 14), "b"), (BoardSpec(16, 16, 50), "c")]


@cache
def play(spec: BoardSpec, seed: str) -> tuple[Model, ...]:
    """Plays a game by tips and guesses. Returns the model after each tip, what-if, overlay and loss."""
    return tuple(_play(spec, seed))


def _play(spec: BoardSpec, seed: str) -> Iterator[Model]:
    model = press(start(new_session(spec, "custom", seed), looks=ASCII), "r")
    while state_of(model).game.phase is Phase.PLAYING and state_of(model).session.progress < 60:
        advised = work(press(model, "t"))
        yield advised
        yield work(press(advised, "p"))
        yield work(press(advised, "v", "v"))
        taken = press(advised, "t" if mode_of(advised, TipMode) else "g")
        if taken.top == advised.top:
            break
        model = work(taken)
    yield from ends(model)


def ends(model: Model) -> Iterator[Model]:
    """Loses the game in several ways and yields each result, its first proof, and the screen after Y."""
    state = state_of(model)
    if state.game.layout is None or state.game.is_over:
        return
    mines = [cell for cell in range(state.game.grid.size) if state.game.layout.mines >> cell & 1]
    for cell in mines[:: max(1, len(mines) // 5)]:
        if not state.game.flags >> cell & 1:
            lost = tick(work(click(model, *state.game.grid.row_col(cell))), 0.5)
            yield lost
            yield work(press(lost, "t"))
            yield press(lost, "y")


def words(text: str) -> str:
    return "".join(text.split())


def pages(model: Model) -> Iterator[Model]:
    """Yields the model, then the model after each key that continues a long message."""
    yield model
    while model.top.reading(model).line:
        model = press(model, "f")
        yield model


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("spec", "seed"), BOARDS)
def test_every_sentence_of_a_game_can_be_read_to_its_end(spec: BoardSpec, seed: str, size: tuple[int, int]) -> None:
    for played in play(spec, seed):
        resized = resize(played, size[1], size[0])
        shown = list(pages(resized))
        chromes = [game_chrome(state_of(page)) for page in shown]
        for page, chrome in zip(shown, chromes, strict=True):
            assert all(line in text_of(page) for line in chrome.lines)
        *before, last = chromes
        assert all(chrome.lines[-1].endswith("..") for chrome in before)
        read = [line for chrome in before for line in chrome.lines[:-1]] + list(last.lines)
        assert words("".join(read)) == words(last.reading.text)
        # From 40 columns on, every message fits, so nobody has to press a key for the rest.
        assert len(shown) == 1 or size[0] < 40, last.reading.text


@pytest.mark.parametrize("size", SIZES[:2])
@pytest.mark.parametrize("seed", "abcd")
def test_sentences_during_a_game_never_cover_the_cell_they_explain(seed: str, size: tuple[int, int]) -> None:
    for played in play(BoardSpec(9, 9, 10), seed):
        resized = resize(played, size[1], size[0])
        state = state_of(resized)
        chrome = game_chrome(state)
        row, _ = place_of(resized, *state.cursor)
        assert not chrome.is_covered(row) or len(chrome.lines) > 3 or state.game.is_over, text_of(resized)
        assert mode_of(resized, TipMode) is None or not chrome.is_covered(row), text_of(resized)


VERDICTS = ("wasn't proved", "was a mine", "rovably a mine", "wrong", "could only lose", "rovable")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("spec", "seed"), BOARDS)
def test_loss_review_contains_its_verdict_at_every_size(spec: BoardSpec, seed: str, size: tuple[int, int]) -> None:
    for played in play(spec, seed):
        resized = resize(played, size[1], size[0])
        state = state_of(resized)
        ended = state.find(EndMode)
        if ended is None or ended.review is None or state.message:
            continue
        chrome, small = game_chrome(state), is_small(state)
        text = " ".join(chrome.lines)
        if ended.telling == "proof" or not small:
            assert "safe" in text or ended.review.proof is None or ended.proof is not None, text
            assert any(word in text for word in VERDICTS) or ended.telling == "proof", text
        if ended.telling == "end":
            assert chrome.bar is not None
            assert "Lost" in chrome.bar.text
            assert not small or (chrome.bar.row in (1, resized.rows - 2) and not text)


def test_the_key_that_shows_the_rest_of_a_message_does_nothing_else() -> None:
    text = "This sentence has so many words that not even the whole of the smallest screen is enough for all of them."
    model = start(new_session(BoardSpec(9, 9, 10), "beginner", "a"), 20, 7, looks=ASCII)
    model = show_state(model, state_of(model).say(text))
    first = rows_of(model)
    assert first[-1].endswith("..")
    turned = press(model, "space")
    assert state_of(turned).game.phase is Phase.READY
    assert "them." in text_of(turned)
    assert state_of(press(turned, "space")).game.phase is Phase.PLAYING
    assert press(model, "ctrl+c").exit_status == 0
    again = show_state(press(turned, "right"), state_of(turned).say(text))
    assert rows_of(again)[-1] == first[-1]


def test_words_in_the_board_edge_leave_room_for_the_cursor() -> None:
    model = press(work(press(running(80, 24), "t")), "esc")
    for col in range(9):
        at = cursor_to(model, 0, col)
        frame, left = state_of(at).geometry.frame, place_of(at, 0, col)[1] - 2
        edge = rows_of(at)[frame.top]
        assert edge[left : left + 5] == "▗▄▄▄▖", "the cursor ring isn't cut"
        assert " assisted " in edge
        assert " Beginner " in edge
        assert rows_of(cursor_to(model, 1, col))[frame.top].index("Beginner") == frame.left + 3


@pytest.mark.parametrize(
    ("size", "rule"),
    [
        ((120, 40), "Guess only when nothing can be proved: then you survive. Otherwise you hit a mine."),
        ((80, 24), "Guess only when nothing can be proved"),
        ((40, 12), "Guess only when nothing can be proved"),
        ((20, 7), "Guess only if you must."),
    ],
)
def test_the_first_fair_games_begin_with_their_rule(size: tuple[int, int], rule: str) -> None:
    session = new_session(BoardSpec(9, 9, 10), "beginner", "0", board_type=FAIR)
    model = start(session._replace(is_known_board=False), *size)
    group = Group("beginner", FAIR)
    new, known = (model.with_cache(StoreCache({group: record})) for record in (Record(), Record(games=1)))
    assert rule in " ".join(text_of(new).split())
    assert "Guess only" not in text_of(press(new, "space"))
    for other in (model, known):
        assert "Guess only" not in text_of(other)
