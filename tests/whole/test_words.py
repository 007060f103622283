"""One word for one thing, wherever a player reads: preset (Beginner ..), help level (Single ..), boards (normal ..)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from minesweeper.commands.parser import make_parser
from minesweeper.commands.table import COMMANDS
from minesweeper.play.assist_level import MEANINGS
from minesweeper.storage.options import OPTIONS
from minesweeper.ui.base.actions import BINDINGS, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.screens.help import open_help
from tests.ui.driving import CALM, press, text_of

ROOT = Path(__file__).resolve().parent.parent.parent
OTHER_WORDS = re.compile(r"(?<!help[ -])(?<!assist[ -])\blevels?\b|\bassistant level|\bboard mode\b", re.IGNORECASE)


def help_texts() -> list[str]:
    """All pages of the help, on a terminal that shows each at once."""
    model = open_help(Model(400, 120, (), CALM), Context.GAME)
    return [text_of(press(model, key)) for key in "12345"]


def prose(path: Path) -> str:
    """A document without what programs read: code, names in tables of fields, spans of code."""
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


TEXTS: dict[str, Callable[[], list[str]]] = {
    "commands": lambda: [
        " ".join(parser.format_help().split()) for parser in make_parser(COMMANDS).command_parsers.values()
    ],
    "settings": lambda: [f"{option.title}. {option.meaning} {option.short}" for option in OPTIONS],
    "help levels": lambda: list(MEANINGS.values()),
    "keys": lambda: [binding.description for actions in BINDINGS.values() for binding in actions.values()],
    "help": help_texts,
    "documents": lambda: [
        prose(ROOT / name) for name in ("README.md", "docs/data.md", "docs/playing.md", "docs/json.md")
    ],
}


@pytest.mark.parametrize("place", TEXTS)
def test_a_level_is_a_help_level_and_nothing_else(place: str) -> None:
    found = [match[0] for text in TEXTS[place]() for match in OTHER_WORDS.finditer(text.replace("LEVEL", ""))]
    assert found == [], place
