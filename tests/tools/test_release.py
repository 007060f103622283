"""The packages that would be published are complete, and their page has no broken links."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest

from minesweeper.version import VERSION
from tests.tools.release import NEWEST, OLDEST, ROOT, Built, Failed, build, release_notes

pytest.importorskip("hatchling", reason="builds the packages")


@pytest.fixture(scope="module", name="built")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("release") / "dist")


@pytest.fixture(scope="module", name="metadata")
def metadata_of_wheel(built: Built) -> Message:
    with zipfile.ZipFile(built.wheel) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_string(wheel.read(name).decode())


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only a repository knows which files are its own")
def test_the_sdist_has_every_file_of_the_repository_and_no_other(built: Built) -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    own = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    with tarfile.open(built.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names == {*own.splitlines(), "PKG-INFO"}


def test_the_wheel_contains_exactly_the_package_and_its_settings(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        names = set(wheel.namelist())
        scripts = wheel.read(next(name for name in names if name.endswith("entry_points.txt"))).decode()
    files = {f"minesweeper/{path.relative_to(ROOT / 'minesweeper').as_posix()}" for path in modules()}
    own = {name for name in names if ".dist-info/" not in name and ".data/" not in name}
    assert own == {*files, "minesweeper/settings.json"}
    assert re.findall(r"^(.+) = (.+)$", scripts, re.MULTILINE) == [
        ("minesweeper", "minesweeper.__main__:main"),
        ("minesweeper-terminal", "minesweeper.__main__:main"),
    ]


def test_the_wheel_contains_the_manual_page_and_completions(built: Built) -> None:
    from hatch_build import SHARED_FILES  # it needs hatchling

    folder = f"minesweeper_terminal-{VERSION}.data/data/"
    with zipfile.ZipFile(built.wheel) as wheel:
        results = {name.removeprefix(folder): wheel.read(name) for name in wheel.namelist() if name.startswith(folder)}
    assert results.keys() == SHARED_FILES.keys()
    for place, words in SHARED_FILES.items():
        command = [sys.executable, str(ROOT / "minesweeper.py"), *words]
        printed = subprocess.run(command, env={**os.environ, "COLUMNS": "80"}, capture_output=True, check=True).stdout
        assert results[place].decode().splitlines() == printed.decode().splitlines(), place


def modules() -> list[Path]:
    folder = ROOT / "minesweeper"
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def test_the_package_metadata_is_complete_except_for_addresses(metadata: Message) -> None:
    assert metadata["Version"] == VERSION
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Author"] == "the Minesweeper for the terminal contributors"
    assert metadata["Keywords"]
    assert metadata["Requires-Python"] == f">=3.{OLDEST}"
    classifiers = metadata.get_all("Classifier", [])
    versions = [f"Programming Language :: Python :: 3.{minor}" for minor in range(OLDEST, NEWEST + 1)]
    assert [classifier for classifier in classifiers if re.search(r":: 3\.\d", classifier)] == versions
    assert "Typing :: Typed" in classifiers


def test_the_package_page_links_only_to_full_addresses(metadata: Message) -> None:
    page = metadata.get_payload()
    assert isinstance(page, str)
    assert page.startswith("# Minesweeper for the terminal")
    targets = re.findall(r"\]\(([^)]+)\)", page)
    assert [target for target in targets if not target.startswith(("https://", "#"))] == []


def test_changelog_and_citation_have_the_version_of_the_program() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    first = re.search(r"^## (.*)$", changelog, re.MULTILINE)
    assert first
    assert re.fullmatch(rf"{re.escape(VERSION)} - (not yet released|\d{{4}}-\d\d-\d\d)", first[1])
    assert f"\nversion: {VERSION}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    changelog = f"# Changelog\n\n## {VERSION} - 2026-12-01\n\nAll of it.\n\n## 0.9.0 - 2026-11-01\n\nLess.\n"
    assert release_notes(f"v{VERSION}", changelog) == "All of it."


@pytest.mark.parametrize(
    ("tag", "day", "reason"),
    [
        ("v0.0.1", "2026-12-01", f"the tag is v0.0.1, but minesweeper/version.py says {VERSION}"),
        (f"v{VERSION}", "not yet released", f"CHANGELOG.md needs a section '## {VERSION} - YEAR-MONTH-DAY'"),
    ],
)
def test_a_tag_without_its_section_of_the_changelog_is_not_released(tag: str, day: str, reason: str) -> None:
    with pytest.raises(Failed, match=re.escape(reason)):
        release_notes(tag, f"## {VERSION} - {day}\n\nAll of it.\n")


def test_workflows_name_each_action_by_its_commit_and_version() -> None:
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    lines = [line.strip() for path in workflows for line in path.read_text("utf-8").splitlines() if "uses:" in line]
    assert lines
    pinned = re.compile(r"(?:- )?uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [line for line in lines if not pinned.fullmatch(line)] == []


def package_page(readme: str, repository: str | None) -> str:
    from hatch_build import package_page as made  # it needs hatchling

    return made(readme, repository)


README = "![A tip](docs/tip.svg) and [the page](docs/api.md#odds), [there](https://x.example/y), [here](#play)"


def test_the_package_page_without_a_repository_shows_only_the_words() -> None:
    assert package_page(README, None) == (
        "*(Picture: A tip.)* and the page, [there](https://x.example/y), [here](#play)"
    )


def test_the_package_page_links_into_its_repository() -> None:
    assert package_page(README, "https://z.example/") == (
        "![A tip](https://z.example/raw/HEAD/docs/tip.svg) and [the page](https://z.example/blob/HEAD/docs/api.md#odds),"
        " [there](https://x.example/y), [here](#play)"
    )
