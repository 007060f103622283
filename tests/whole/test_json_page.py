"""The page about JSON: its commands print exactly the fields that it lists."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from minesweeper.commands.manual import parsers
from tests.whole.test_examples import ROOT, folder, pasted

__all__ = ["folder"]

PAGE = (ROOT / "docs" / "json.md").read_text("utf-8").partition("\n## Text mode\n")[0]
SAMPLE = re.compile(r"^```sh\n(.*?)^```$(?:\n\n```json\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)
SECTIONS = re.split(r"^(?=##+ )", PAGE, flags=re.MULTILINE)[1:]
"""The parts of the page: each has the table of one object, and commands that print it."""

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")


def listed(text: str) -> set[str]:
    """The fields that the table of a section lists."""
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([\w.]+)`", row)}


def fields(value: Any, above: str = "") -> set[str]:
    """The names of all fields in JSON values. Those of inner objects follow a dot, and free names are left out.

    Steps within branches have the same fields as other steps and are not listed again.
    """
    if isinstance(value, list):
        return {name for entry in value for name in fields(entry, above)}
    if not isinstance(value, dict) or above == "differences." or above.endswith("branches.steps."):
        return set()
    own = {f"{above}{name}" for name in value}
    return own.union(*(fields(entry, f"{above}{name}.") for name, entry in value.items()))


def test_the_json_page_describes_every_command_with_json() -> None:
    assert re.findall(r"^## (\w+)$", PAGE, re.MULTILINE) == [
        *("solve", "show", "generate", "replay", "stats", "settings", "bench", "referee")
    ]


@pytest.mark.parametrize(
    "text", [text for text in SECTIONS if SAMPLE.search(text)], ids=lambda text: text.split("\n")[0]
)
def test_commands_print_exactly_the_fields_of_the_json_page(text: str, folder: Path) -> None:
    printed = set[str]()
    for number, match in enumerate(SAMPLE.finditer(text)):
        command, example = match[1].strip(), match[2]
        done = pasted(folder, command)
        assert (done.returncode, done.stderr) == (0, ""), command
        data = json.loads(done.stdout)
        assert done.stdout.count("\n") == 1
        assert done.stdout.strip() == json.dumps(data, separators=(",", ":"))
        assert example in (None, done.stdout)
        printed |= fields(data)
        if not number and "--json" in command:  # otherwise its lines belong to a file and are never indented
            pretty = pasted(folder, command.replace("--json", "--json --pretty"))
            assert pretty.stdout.strip() == json.dumps(json.loads(pretty.stdout), indent=2)
    assert printed == listed(text)


def test_pretty_json_is_available_as_the_json_page_says() -> None:
    options = {parser.prog.partition(" ")[2]: set(parser._option_string_actions) for parser in parsers()}
    with_json = {name for name, names in options.items() if "--json" in names}
    assert with_json == {"solve", "show", "replay", "stats", "settings", "bench", "referee", "plain"}
    assert {name for name, names in options.items() if "--pretty" in names} == with_json - {"plain"}
    assert "Every command with `--json`" in PAGE
    for form in ("plain --json", "generate --format json", "history export", "bench --save", "referee --questions"):
        assert form in PAGE.partition("## solve")[0]
