"""How the game is told, changed by a typed line, for those who hear it: the settings of the line-command mode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from minesweeper.core.text import quote
from minesweeper.plain.game import PlainState, Refusal, Reply
from minesweeper.storage.options import OPTIONS, Option, Value
from minesweeper.storage.settings import Settings

_TELLING = {option.title.lower(): option for option in OPTIONS if option.name in ("spoken", "verbosity", "typed_first")}
_SWITCH = {"on": True, "off": False}


def set_option(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Tells the settings of how the game is told, or changes one; whoever shows the answer saves it."""
    if state.is_program:
        raise Refusal("Programs have no settings: with --json the answers are always the same.")
    text = " ".join(rest.lower().replace("_", " ").split())
    if not text:
        told = (f"{title} is {_word(state.settings.value(option.name))}" for title, option in _TELLING.items())
        return state, Reply(f"{', '.join(told).capitalize()}. {_allowed()}")
    for title, option in _TELLING.items():
        word = text.removeprefix(f"{title} ")
        if word != text and word in _words(option):
            value = _SWITCH.get(word, word)
            changed = replace(state, settings=state.settings.with_value(option.name, value))
            return changed, Reply(f"{option.title} is {word} now.")
    raise Refusal(f"{quote(rest, typed=True)} isn't a setting of text mode. {_allowed()}")


def changed_options(before: Settings, after: Settings) -> Mapping[str, Value]:
    """What a line has set, to be saved."""
    names = (option.name for option in _TELLING.values())
    return {name: after.value(name) for name in names if after.value(name) != before.value(name)}


def _words(option: Option) -> tuple[str, ...]:
    return option.choices or tuple(_SWITCH)


def _word(value: Value) -> str:
    return value if isinstance(value, str) else "on" if value else "off"


def _allowed() -> str:
    return "; ".join(f"'set {title}' takes {' or '.join(_words(option))}" for title, option in _TELLING.items()) + "."
