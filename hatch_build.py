"""The README as a package page shows it: hatchling asks for it when it builds the package.

A package page has none of the repository's files. Where pyproject.toml names the repository, links and pictures lead
there; else their words stay, which is better than a link to nowhere.
"""

from __future__ import annotations

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[([^\]]*)\]\(([^):#]+)\)")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^):#]+)(#[^)]*)?\)")


def package_page(readme: str, repository: str | None) -> str:
    """The README without links to files that a package page does not have."""
    if repository:
        home = repository.rstrip("/")
        readme = PICTURE.sub(rf"![\1]({home}/raw/HEAD/\2)", readme)
        return LINK.sub(rf"[\1]({home}/blob/HEAD/\2\3)", readme)
    return LINK.sub(r"\1", PICTURE.sub(r"*(Picture: \1.)*", readme))


class PageHook(MetadataHookInterface):
    """What hatchling loads: it adds the page to the metadata."""

    def update(self, metadata: dict[str, object]) -> None:
        """Adds the README as a package page shows it."""
        urls = metadata.get("urls")
        repository = urls.get("Repository") if isinstance(urls, dict) else None
        readme = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": package_page(readme, repository)}
