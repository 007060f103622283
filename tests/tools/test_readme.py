"""Generated pages agree with the program: keys, commands, settings, and the test command of the README."""

from __future__ import annotations

import re
from pathlib import Path

from minesweeper.storage.options import OPTIONS
from minesweeper.ui.base.actions import Action
from tests.tools.readme import (
    COMMAND_PAGE,
    KEYS,
    README,
    SETTINGS,
    SETTINGS_PAGE,
    command_list,
    key_table,
    settings_table,
    shipped_settings,
    with_table,
)


def test_the_page_of_keys_agrees_with_the_help_screen() -> None:
    text = KEYS.read_text(encoding="utf-8")
    assert text == with_table(text, key_table()), "run: python -m tests.tools.readme"
    for action in (Action.TIP, Action.UNDO, Action.GIVE_UP, Action.MOVES):
        assert f"| {action.description} |" in text


def test_the_page_of_commands_agrees_with_their_help() -> None:
    text = COMMAND_PAGE.read_text(encoding="utf-8")
    assert text == with_table(text, command_list()), "run: python -m tests.tools.readme"


def test_the_settings_page_describes_every_setting_of_the_screen() -> None:
    text = SETTINGS_PAGE.read_text(encoding="utf-8")
    assert text == with_table(text, settings_table()), "run: python -m tests.tools.readme"
    for option in OPTIONS:
        assert (f"| `{option.name}`: " in text) == bool(
            option.group or option.name in ("spoken", "verbosity", "typed_first")
        )
        assert f"`{option.name}`" in text


def test_the_shipped_settings_are_the_defaults() -> None:
    assert SETTINGS.read_text(encoding="utf-8") == shipped_settings(), "run: python -m tests.tools.readme"


def test_continuous_integration_uses_the_test_command_of_the_readme() -> None:
    lines = [line for line in README.read_text(encoding="utf-8").split("\n") if line.startswith("python3 -m venv ")]
    assert len(lines) == 1
    assert lines[0].endswith(".venv/bin/pytest -n auto")
    ci = (Path(README).parent / ".ci" / "run").read_text(encoding="utf-8")
    assert "grep -m 1 '^python3 -m venv ' README.md" in ci


def test_the_readme_has_fewer_than_150_lines() -> None:
    assert len(README.read_text(encoding="utf-8").split("\n")) < 150


def test_links_in_the_documentation_lead_to_existing_files() -> None:
    pages = [*README.parent.glob("*.md"), *README.parent.glob("docs/**/*.md"), *README.parent.glob("benchmarks/*.md")]
    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert not broken


def anchors_of(page: Path) -> set[str]:
    """The anchors of the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_to_headings_lead_to_existing_headings() -> None:
    pages = [*README.parent.glob("*.md"), *README.parent.glob("docs/**/*.md"), *README.parent.glob("benchmarks/*.md")]
    broken = [
        f"{page.name}: {target}#{anchor}"
        for page in pages
        for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text(encoding="utf-8"))
        if anchor not in anchors_of((page.parent / target) if target else page)
    ]
    assert not broken


def test_the_documentation_names_only_existing_files() -> None:
    root = README.parent
    folders = ("minesweeper", "tests", "benchmarks")
    files = [f"/{path.as_posix()}" for folder in folders for path in (root / folder).rglob("*.py")]
    files.append("/minesweeper.py")
    missing = [
        f"{page.name}: {name}"
        for page in [*root.glob("*.md"), *root.glob("docs/**/*.md")]
        for name in re.findall(r"`([\w/]+\.py)`", page.read_text(encoding="utf-8"))
        if name not in ("bot.py", "weak.py") and not any(file.endswith(f"/{name}") for file in files)
    ]
    assert not missing
