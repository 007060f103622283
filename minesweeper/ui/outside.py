"""What lies outside the model and serves its wishes: what this terminal can show, and the player's settings file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from minesweeper.storage.settings import Settings
from minesweeper.ui.glyphs import automatic_glyphs
from minesweeper.ui.model import Looks
from minesweeper.ui.theme import Look, background_from, colours_from, palette


@dataclass(frozen=True)
class Outside:
    """The environment, the terminal's abilities, and where the player's settings are kept."""

    environ: Mapping[str, str] = field(default_factory=dict)
    utf8: bool = True
    reported_colours: int = 256
    settings_path: Path | None = None

    def style(self, settings: Settings) -> tuple[Looks, Mapping[str, Look]]:
        """The looks and the palette that the settings ask for and the terminal can show."""
        theme, background = settings.text("theme"), settings.text("background")
        colours = colours_from(self.environ, self.reported_colours)
        if background == "auto":
            background = background_from(self.environ)
        glyphs, frame = self._glyphs(settings)
        looks = Looks(glyphs, frame, 0 if theme == "mono" else colours)
        return looks, palette(theme, background, colours)

    def _glyphs(self, settings: Settings) -> tuple[str, str]:
        language = self.environ.get("LC_ALL") or self.environ.get("LC_CTYPE") or self.environ.get("LANG") or ""
        glyphs, frame = automatic_glyphs(self.environ.get("TERM", ""), self.utf8, language)
        wanted_glyphs, wanted_frame = settings.text("glyphs"), settings.text("frame")
        if wanted_glyphs != "auto" and (self.utf8 or wanted_glyphs == "ascii"):
            glyphs = wanted_glyphs
        if wanted_frame != "auto" and (self.utf8 or wanted_frame == "ascii"):
            frame = wanted_frame
        return glyphs, frame

    def keep_settings(self, changes: Mapping[str, Any]) -> str | None:
        """Writes changed settings to the player's file; the result is what the player has to be told, if anything."""
        from minesweeper.storage.settings import keep_settings  # most games change no setting

        return keep_settings(self.settings_path, changes).problem
