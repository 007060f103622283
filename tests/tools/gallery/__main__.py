"""Writes the pictures to docs/pictures."""

from __future__ import annotations

from pathlib import Path

from tests.tools.gallery.scenes import pictures

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "pictures"

if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
