"""What hatchling asks when it builds the package: the README as its page, the man page and the completions.

A package page has none of the repository's files. Where pyproject.toml names the repository, links and pictures lead
there; else their words stay, which is better than a link to nowhere.

The program prints its own man page and completions, so a wheel gets them from the program that it contains. They can't
be out of date, and an sdist needs no copies of them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[([^\]]*)\]\(([^):#]+)\)")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^):#]+)(#[^)]*)?\)")
SHARED_FILES = {
    "share/man/man6/minesweeper.6": ("manual",),
    "share/bash-completion/completions/minesweeper": ("completion", "bash"),
    "share/bash-completion/completions/minesweeper-terminal": ("completion", "bash"),
    "share/zsh/site-functions/_minesweeper": ("completion", "zsh"),
    "share/fish/vendor_completions.d/minesweeper.fish": ("completion", "fish"),
    "share/fish/vendor_completions.d/minesweeper-terminal.fish": ("completion", "fish"),
}
"""Where man and the shells look below the folder of an installation, and the command that prints each file.

bash and fish look for a file of the command's own name, so the second name of the command has one too. zsh finds both
names in the first line of its file.
"""


def package_page(readme: str, repository: str | None) -> str:
    """The README without links to files that a package page does not have."""
    if repository:
        home = repository.rstrip("/")
        readme = PICTURE.sub(rf"![\1]({home}/raw/HEAD/\2)", readme)
        return LINK.sub(rf"[\1]({home}/blob/HEAD/\2\3)", readme)
    return LINK.sub(r"\1", PICTURE.sub(r"*(Picture: \1.)*", readme))


def write_shared_files(root: Path, folder: Path) -> dict[str, str]:
    """Writes the files that the program prints into a folder. The result says where each belongs in a wheel."""
    # 80 columns and no colours, whatever the terminal of the build has, so that everybody builds the same wheel.
    environ = {**os.environ, "COLUMNS": "80", "PYTHONPATH": str(root), "PYTHONUTF8": "1", "PYTHON_COLORS": "0"}
    places = {}
    for number, (place, words) in enumerate(SHARED_FILES.items()):
        command = [sys.executable, str(root / "minesweeper.py"), *words]
        done = subprocess.run(command, env=environ, stdout=subprocess.PIPE, check=True)
        file = folder / str(number)
        file.write_bytes(done.stdout.replace(b"\r\n", b"\n"))
        places[str(file)] = place
    return places


class PageHook(MetadataHookInterface):
    """What hatchling loads for the metadata: it adds the page."""

    def update(self, metadata: dict[str, object]) -> None:
        """Adds the README as a package page shows it."""
        urls = metadata.get("urls")
        repository = urls.get("Repository") if isinstance(urls, dict) else None
        readme = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": package_page(readme, repository)}


class SharedFilesHook(BuildHookInterface):  # type: ignore[type-arg, unused-ignore]
    """What hatchling loads to build a wheel: it adds the man page and the completions."""

    def initialize(self, version: str, build_data: dict[str, dict[str, str]]) -> None:
        """Called before a wheel is built. Hatchling reads the files until ``finalize``, so they stay until then."""
        self.folder = tempfile.TemporaryDirectory()
        build_data["shared_data"].update(write_shared_files(Path(self.root), Path(self.folder.name)))

    def finalize(self, version: str, build_data: dict[str, dict[str, str]], artifact_path: str) -> None:
        """Called when the wheel is complete."""
        self.folder.cleanup()
