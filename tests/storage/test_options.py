"""The table of options: each has an allowed default and a meaning, and numbers move between fixed values."""

from __future__ import annotations

from minesweeper.play.assist_level import LEVEL_NAMES
from minesweeper.storage.options import ADVANCED, OPTIONS, option_of


def test_every_option_has_a_meaning_and_an_allowed_default() -> None:
    for option in OPTIONS:
        assert option.check(option.default) is None
        assert option.meaning[:1].isupper() == option.meaning.endswith(".") == (not option.name.startswith("custom_"))
        assert len(option.short or option.title) <= 12
        assert list(option.stops) == sorted(set(option.stops))
        assert not option.stops or option.default in option.stops


def test_steps_through_an_option_wrap_around_only_on_request() -> None:
    depth = option_of("solver_depth")
    assert [depth.step(value, 1) for value in (1, 3, 4)] == [2, 4, 4]
    assert [depth.step(value, -1) for value in (4, 2, 1)] == [3, 1, 1]
    assert depth.step(4, 1, around=True) == 1
    pause = option_of("solver_pause_ms")
    assert (pause.step(180, 1), pause.step(180, -1)) == (200, 150)
    ground = option_of("background")
    assert (ground.step("light", 1), ground.step("auto", -1)) == ("auto", "light")


def test_option_values_have_the_same_words_everywhere() -> None:
    for name in ("assist", "custom_assist"):
        words = {value: option_of(name).word(value).lower() for value in option_of(name).choices}
        assert words == LEVEL_NAMES
    words = {value: option_of("help_keys").word(value) for value in option_of("help_keys").choices}
    assert words == {"on": "Allow", "ask first": "Ask first", "off": "Block"}
    assert [option_of("think").word(value) for value in (0, 5)] == ["Off", "5 s"]


def test_titles_of_settings_begin_with_different_words() -> None:
    """Players recognise a setting in a list by its first word."""
    shown = [option for option in OPTIONS if option.group and option.group != ADVANCED]
    words = [option.title.split()[0].rstrip("s").lower() for option in shown]
    assert len(set(words)) == len(words), words
