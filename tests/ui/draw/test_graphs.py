"""Graphs and histogram bars of the statistics, on terminals with and without block characters."""

from __future__ import annotations

from operator import itemgetter

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.ui.draw.glyphs import Piece, TerminalLooks
from minesweeper.ui.draw.graphs import Graph, bar_length, draw_graph, spans_of

BLOCKS = TerminalLooks()
ASCII = TerminalLooks("ascii", "ascii", 0)
RATE = Graph(
    ("Win rate", "Won"), ("now 25%", "25%"), (0.0, 0.5, 1.0, 0.25), 3, itemgetter(-1), "{:.0%}".format, "game", 4, top=1
)
TIMES = Graph(
    ("Wins",),
    ("best 2",),
    (8.0, 2.0, 6.0),
    1,
    min,
    "{:.0f}".format,
    "win",
    3,
    "best of {}",
    ("chart.time", "chart.best"),
)


def texts(graph: Graph, width: int, height: int, looks: TerminalLooks = BLOCKS) -> list[str]:
    """The rows of a drawn graph as text."""
    return ["".join(text for text, _ in row) for row in draw_graph(graph, width, height, looks)]


def marked(graph: Graph, width: int, height: int, looks: TerminalLooks = BLOCKS) -> set[str]:
    """The characters of the column that stands out, such as that of the best time."""
    rows: list[list[Piece]] = draw_graph(graph, width, height, looks)[1:-1]
    return {text for row in rows for text, style in row if style == graph.styles[1] and text.strip()}


def test_a_graph_draws_its_columns_between_title_and_axis() -> None:
    assert texts(RATE, 22, 2) == [
        "      Won  now 25%    ",
        "100% ┤        ▄▄▄  ▾  ",
        "  0% ┴────▀▀▀─▀▀▀─▀▀▀─",
        "      game 1        4 ",
    ]


def test_a_graph_without_block_characters_has_columns_of_whole_rows() -> None:
    assert texts(TIMES, 20, 4, ASCII) == [
        "   Wins  best 2     ",
        "                    ",
        "8 |####             ",
        "4 |####  v   ####   ",
        "0 +####-####-####-  ",
        "   win 1        3   ",
    ]


def test_graph_columns_end_in_the_middle_of_their_labelled_row() -> None:
    """Only an odd number of rows has a middle one. A graph with an even number leaves its first row free."""
    for height in (5, 6, 7, 8, 15, 16):
        rows = texts(TIMES._replace(values=(8.0, 4.0, 0.0), choose=max), 20, height)[1:-1]
        rows = rows[height % 2 == 0 :]
        assert not texts(TIMES, 20, height)[1].strip() or height % 2
        assert rows[0].startswith("8 ┤▄▄▄▄ ")
        assert rows[len(rows) // 2].startswith("4 ┤████ ▄▄▄▄ ")
        assert rows[-1].startswith("0 ┴▀▀▀▀─▀▀▀▀─────")


def test_a_narrow_graph_shortens_its_title_before_its_figure() -> None:
    assert texts(RATE, 19, 2)[0].split() == ["Won", "now", "25%"]
    assert texts(RATE, 14, 2)[0].split() == ["Won", "25%"]


def test_a_graph_says_if_its_columns_stand_for_several_values() -> None:
    many = TIMES._replace(values=tuple(float(9 + number) for number in range(40)), marked=0, last=40)
    assert texts(many, 24, 3)[-1].split() == ["win", "1", "best", "of", "2", "40"]
    assert "best of" not in texts(TIMES, 40, 3)[-1]


def test_a_graph_marks_the_column_of_its_best_value() -> None:
    assert marked(TIMES, 40, 6)
    many = TIMES._replace(values=(*[9.0] * 500, 2.0, *[9.0] * 500), marked=500, last=1001)
    for looks in (BLOCKS, ASCII):
        assert marked(many, 40, 6, looks)


def test_one_very_long_game_doesnt_flatten_a_graph() -> None:
    rows = texts(TIMES._replace(values=(8.0, 2.0, 6.0, 900.0)), 20, 4)
    assert rows[2].startswith("18+ ┤")


@given(
    st.lists(st.integers(10**6, 3 * 10**6), min_size=1, max_size=300),
    st.integers(20, 90),
    st.integers(2, 12),
    st.data(),
)
def test_a_graph_fills_its_width_with_equally_wide_columns(
    values: list[int], width: int, height: int, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(values) - 1))
    graph = TIMES._replace(values=tuple(map(float, values)), marked=place, last=len(values))
    for looks in (BLOCKS, ASCII, TerminalLooks("unicode", "ascii")):
        rows = texts(graph, width, height, looks)
        assert len(rows) == height + 2
        assert {len(row) for row in rows} == {width}
        left = width - len(rows[-1].lstrip())
        bars = rows[-2][left:].replace("─", " ").replace("-", " ").split()
        assert len({len(bar) for bar in bars}) == 1, "no value has a wider column than another"
        assert len(bars) in (1, len(values))


@given(st.integers(1, 2000), st.integers(1, 90))
def test_the_columns_of_a_graph_contain_every_value_in_order(count: int, columns: int) -> None:
    spans = spans_of(count, min(count, columns))
    assert len(spans) == min(count, columns)
    assert {place for start, end in spans for place in range(start, end)} == set(range(count))
    assert spans == sorted(spans)


@given(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(1, 50))
def test_a_bar_of_a_histogram_is_empty_only_if_its_count_is_zero(count: int, most: int, width: int) -> None:
    length = bar_length(min(count, most), most, width)
    assert (length > 0) == (count > 0)
    assert length <= width
    assert bar_length(most, most, width) == width
