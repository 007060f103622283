"""Parts of sentences: text from outside can't control the terminal, and uncertain odds never read as certain."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.text import (
    access_error,
    capitalise,
    clean,
    closest,
    did_you_mean,
    join,
    percent,
    percent_within,
    plural,
    points,
    quote,
    quote_value,
    rough_percent,
    say_percent,
    say_rough,
    system_reason,
    with_article,
)


@pytest.mark.parametrize(
    ("text", "escaped", "typed"),
    [
        ("9x9", "'9x9'", "'9x9'"),
        ("Größe", "'Größe'", "'Größe'"),
        ("a\x1b[2J\u202e", r"'a\x1b[2J\u202e'", "'a?[2J?'"),
        ("don't", '"don\'t"', "'don't'"),
        (r"C:\boards", r"'C:\\boards'", r"'C:\boards'"),
        ("x" * 40, f"'{'x' * 40}'", f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 40}...'", f"'{'x' * 38}..'"),
    ],
)
def test_error_messages_quote_text_from_outside(text: str, escaped: str, typed: str) -> None:
    assert (quote(text), quote(text, typed=True)) == (escaped, typed)


@given(st.text(), st.integers(min_value=3, max_value=80))
def test_cleaned_text_is_short_and_has_no_control_characters(text: str, longest: int) -> None:
    shown = clean(text, longest)
    assert len(shown) <= longest
    assert (shown + quote(text, longest) + quote(text, longest, typed=True)).isprintable()


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        ([1, 2], "[1, 2]"),
        ("\x1b", r'"\u001b"'),
        ("x" * 58, f'"{"x" * 58}"'),
        ("x" * 59, f'"{"x" * 56}...'),
        ("x" * 10_000, f'"{"x" * 56}...'),
    ],
)
def test_error_messages_quote_a_value_as_json(value: object, shown: str) -> None:
    assert quote_value(value) == shown


@given(st.text())
def test_a_long_text_is_quoted_as_the_start_of_its_json(text: str) -> None:
    assert json.dumps(text).startswith(quote_value(text).removesuffix("..."))


def test_a_count_is_written_with_its_noun_in_the_plural() -> None:
    assert [plural(count, "mine") for count in (0, 1, 2, 1234)] == ["0 mines", "1 mine", "2 mines", "1234 mines"]
    assert [plural(1234, "mine", ","), plural(1, "guess"), plural(3, "guess")] == [
        "1,234 mines",
        "1 guess",
        "3 guesses",
    ]


def test_names_are_joined_and_begin_with_a_capital() -> None:
    assert [join(["a"]), join(["a", "b"]), join(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert [capitalise("row 3 and Row 4"), capitalise("")] == ["Row 3 and Row 4", ""]


def test_uncertain_odds_are_never_written_as_0_or_100_percent() -> None:
    assert [percent(1, 10_000), percent(9_999, 10_000), percent(0, 5), percent(5, 5)] == [
        "<0.1%",
        ">99.9%",
        "0.0%",
        "100.0%",
    ]
    assert [rough_percent(chance) for chance in (0, 0.004, 0.005, 0.996, 1)] == ["0%", "<1%", "<1%", ">99%", "100%"]
    assert [percent(1, 16), percent(1, 3), rough_percent(1 / 3)] == ["6.3%", "33.3%", "33%"]


def test_spoken_odds_use_words_instead_of_signs() -> None:
    chances = [say_percent(1, 10_000), say_percent(9_999, 10_000), say_percent(1, 3), say_percent(1, 3, exact=False)]
    assert chances == ["less than 0.1%", "more than 99.9%", "33.3%", "about 33%"]
    assert [say_rough(0.001), say_rough(0.999, exact=False), say_rough(0.5)] == ["less than 1%", "more than 99%", "50%"]


@given(st.floats(0, 1, exclude_min=True, exclude_max=True), st.integers(1, 10**30), st.integers(1, 10**30))
def test_no_chance_strictly_between_0_and_1_reads_as_certain(chance: float, part: int, rest: int) -> None:
    assert rough_percent(chance) not in ("0%", "100%")
    assert percent(part, part + rest) not in ("0.0%", "100.0%")
    assert percent(*chance.as_integer_ratio()) not in ("0.0%", "100.0%")


def test_an_unreadable_file_is_reported_with_the_systems_reason() -> None:
    assert (
        access_error("read", "'x'", IsADirectoryError(21, "Is a directory", "x")) == "'x' can't be read: Is a directory"
    )
    assert (
        access_error("written", "'x'", ValueError("embedded null byte")) == "'x' can't be written: embedded null byte"
    )
    assert system_reason(OSError("only words")) == "only words"


def test_an_estimate_is_written_with_a_margin_of_at_least_a_point() -> None:
    assert percent_within(0.613, 0.0301) == "about 61%, give or take 4"
    assert percent_within(0.5, 0.0) == "about 50%, give or take 1"
    assert percent_within(0.001, 0.002) == "less than 1%, give or take 1"


def test_points_are_written_as_0_only_if_they_are_exactly_0() -> None:
    assert (points(0.0), points(0.0812), points(0.0001)) == ("0.0", "8.1", "under 0.1")
    assert (points(0.0812, exact=False), points(0.001, exact=False)) == ("about 8", "under 1")


@pytest.mark.parametrize(("word", "meant"), [("begginer", "beginner"), ("EXPRT", "expert"), ("easy", None), ("", None)])
def test_a_misspelt_word_gets_a_suggestion_but_another_word_does_not(word: str, meant: str | None) -> None:
    known = ["beginner", "intermediate", "expert", "replay"]
    assert closest(word, known) == meant
    assert did_you_mean(word, known) == (f"; did you mean: {meant}" if meant else "")


def test_a_suggestion_for_a_very_long_word_is_found_quickly() -> None:
    assert closest("x" * 1_000_000, ["x" * 40]) == "x" * 40


def test_a_percentage_gets_the_article_a_or_an_as_spoken() -> None:
    spoken = ["an 8%", "an 11.1%", "an 18%", "an 82.5%", "a 1.8%", "a 110%", "a 50%"]
    assert [with_article(text.partition(" ")[2]) for text in spoken] == spoken


def test_a_deeply_nested_json_value_is_quoted_in_short() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert quote_value(deep) == "[" * 57 + "..."
