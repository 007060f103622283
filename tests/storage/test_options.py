"""Options: each says what it is for, and numbers go from stop to stop."""

from __future__ import annotations

from minesweeper.storage.options import OPTIONS


def test_every_option_says_what_it_is_for() -> None:
    for option in OPTIONS:
        assert option.meaning
        assert option.check(option.default) is None
        assert len(option.short or option.title) <= 12


def test_numbers_have_stops_from_the_least_to_the_most_that_is_allowed() -> None:
    for option in OPTIONS:
        if option.span:
            assert (option.stops[0], option.stops[-1]) == option.span
            assert list(option.stops) == sorted(set(option.stops))
            assert option.default in option.stops


def test_steps_go_from_stop_to_stop_and_around_only_when_asked() -> None:
    depth = next(option for option in OPTIONS if option.name == "solver_depth")
    assert [depth.step(value, 1) for value in (1, 3, 4)] == [2, 4, 4]
    assert [depth.step(value, -1) for value in (4, 2, 1)] == [3, 1, 1]
    assert depth.step(4, 1, around=True) == 1
    pause = next(option for option in OPTIONS if option.name == "solver_pause_ms")
    assert (pause.step(180, 1), pause.step(180, -1)) == (200, 150)
    theme = OPTIONS[0]
    assert (theme.step("mono", 1), theme.step("classic", -1)) == ("classic", "mono")
