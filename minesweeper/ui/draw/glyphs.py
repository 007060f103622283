"""Lists the characters of tiles, frames, bars and charts in each glyph set, and their styles. `theme` has the colours.

A tile is two characters, modifier then content. The modifier has a grammar: `!` alarm, `x` wrong or
impossible, `~` if, `>` because (or look here), `+` safe; so nothing depends on colour alone.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect

Piece = tuple[str, str]
"""A text and its style. The text of a tile has two characters."""


class Tile(Enum):
    """Lists the ways a cell can look: in ASCII, Unicode and Nerd Font, its style, and that of every other cell.

    `n` and `#` stand for the number. Unicode glyphs are one column wide everywhere (East Asian width N or Na) and no
    emoji. Nerd Font glyphs are private use, never automatic. `odds_tiles` makes the tiles of odds.
    """

    HIDDEN = " .", " ⋅", " ⋅", "hidden", "hidden.odd"
    NEAR = " .", " ⋅", " ⋅", "near"
    FAR = " '", " '", " '", "done on opened"
    PRESSED = " _", "  ", "  ", "pressed on opened"
    EMPTY = "  ", "  ", "  ", "opened"
    NUMBER = " n", " n", " n", "n# on opened"
    DONE = " n", " n", " n", "n#.done on opened"
    FREE = " 0", " 0", " 0", "done on opened"
    OVER = "!n", "!n", "!n", "over on opened"
    FLAG = " F", " ⚑", " \uf024", "flag on hidden", "flag on hidden.odd"
    FLAG_WON = " F", " ⚑", " \uf024", "flag.won"
    FLAG_REDUCED = " F", " ⚑", " \uf024", "done on opened"
    FLAG_DISPROVED = "!F", "!⚑", "!\uf024", "over on opened"
    QUESTION = " ?", " ?", " \uf128", "question on hidden", "question on hidden.odd"
    PROOF = ">n", "▸n", "▸n", "n# on proof"
    EARLIER = " n", " n", " n", "n# on earlier"
    SAFE = " +", " ✓", " \uf00c", "safe", "safe.odd"
    MISSED = ">+", "▸✓", "▸\uf00c", "missed"
    DANGER = " *", " ✱", " \uf1e2", "danger on mined", "danger on mined.odd"
    GUESS = ">.", "▸⋅", "▸⋅", "guess"
    WORSE = ">-", "▸-", "▸-", "question on hidden", "question on hidden.odd"
    BEST = " =", " =", " =", "guess"
    PROPOSAL = " P", " ⚐", " \uf11d", "proposal"
    PROPOSAL_DISPROVED = "+P", "✓⚐", "\uf00c\uf11d", "safe"
    IF_MINE = "~*", "~✱", "~\uf1e2", "if.mine on hidden", "if.mine on hidden.odd"
    IF_SAFE = "~+", "~✓", "~\uf00c", "if.safe on hidden", "if.safe on hidden.odd"
    VIOLATED = "xn", "✗n", "\uf00dn", "violated"
    BOOM = " #", " ✸", " \uf0e7", "boom"
    MINE = " *", " ✱", " \uf1e2", "mine on hidden", "mine on hidden.odd"
    FLAG_WRONG = "xF", "✗⚑", "\uf00d\uf024", "flag.wrong"

    def __init__(self, *columns: str) -> None:
        self.columns = columns


FACES = {"playing": ":)", "pressed": ":O", "won": "B)", "lost": "X(", "paused": "|)"}

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The block for each set of quadrants: 1 is the upper left one, 2 the upper right one, 4 and 8 are below them."""


class GlyphSet(NamedTuple):
    """Holds the characters of tiles, marks, bars and charts."""

    column: int
    """The place of the set among the columns of a tile."""
    pointer: str
    full: str
    rest: str
    braille: bool

    def tile(self, tile: Tile, clue: int = 0) -> str:
        """Returns the two characters of a tile. The sign of a negative number (reduced view) is its modifier."""
        return tile.columns[self.column].replace("n", str(clue))[-2:]

    def piece(self, tile: Tile, clue: int = 0, *, odd: bool = False) -> Piece:
        """Returns a tile with its style, which may differ from cell to cell. A 0 has no colour of its own."""
        return self.tile(tile, clue), tile.columns[-1 if odd else 3].replace("n#", f"n{clue}" if clue else "text")

    @property
    def mine(self) -> str:
        """Returns the sign before the mine counter."""
        return self.tile(Tile.MINE)[1]

    @property
    def flag(self) -> str:
        """Returns the flag of titles and legends."""
        return self.tile(Tile.FLAG)[1]

    @property
    def star(self) -> str:
        """Returns the sign on both sides of a win."""
        return "✦" if self.braille else "*"

    @property
    def turn(self) -> tuple[str, str]:
        """Returns the two signs around a value that can be changed."""
        return ("‹", "›") if self.braille else ("<", ">")

    def turning(self, value: str) -> str:
        """Writes a value that can be changed, as in ``< off >``."""
        before, after = self.turn
        return f"{before} {value} {after}"

    def bar(self, part: int, whole: int, width: int) -> tuple[str, str]:
        """Draws a progress bar of ``width`` columns: its done and its open part. It is full only at 100%."""
        filled = width if part >= whole else min((2 * part * width + whole) // (2 * whole), max(width - 1, 0))
        return self.full * filled, self.rest * (width - filled)


GLYPHS = {
    "ascii": GlyphSet(0, ">", "#", "-", braille=False),
    "unicode": GlyphSet(1, "▸", "▰", "▱", braille=True),
    "nerd": GlyphSet(2, "▸", "▰", "▱", braille=True),
}


class FrameGlyphs(NamedTuple):
    """Holds the characters of a frame, dashed where the board continues. Corners are in reading order."""

    solid: str
    dashed: str
    solid_side: str
    dashed_side: str
    corners: str

    def upper(self, width: int, *, dashed: bool = False) -> str:
        """Returns a top edge of a width, with its corners."""
        return self._edge(self.corners[:2], width, dashed)

    def lower(self, width: int, *, dashed: bool = False) -> str:
        """Returns a bottom edge of a width, with its corners."""
        return self._edge(self.corners[2:], width, dashed)

    def _edge(self, corners: str, width: int, dashed: bool) -> str:
        line = (self.dashed if dashed else self.solid) * width
        return f"{corners[0]}{line[: width - 2]}{corners[1]}"

    def side(self, *, dashed: bool) -> str:
        """Returns one character of the left or right side."""
        return self.dashed_side if dashed else self.solid_side

    def draw(self, canvas: Canvas, box: Rect, goes_on: tuple[bool, ...] = (False,) * 4, style: str = "border") -> None:
        """Draws a frame, dashed where the board ``goes_on``: above, below, left or right of it."""
        above, below, left_of, right_of = goes_on
        bottom, right = box.top + box.height - 1, box.left + box.width - 1
        canvas.write(box.top, box.left, self.upper(box.width, dashed=above), style)
        for row in range(box.top + 1, bottom):
            canvas.write(row, box.left, self.side(dashed=left_of), style)
            canvas.write(row, right, self.side(dashed=right_of), style)
        canvas.write(bottom, box.left, self.lower(box.width, dashed=below), style)


FRAMES = {
    "lines": FrameGlyphs("─", "╌", "│", "╎", "╭╮╰╯"),
    "ascii": FrameGlyphs("-", "- ", "|", ":", "++++"),
}


class TerminalLooks(NamedTuple):
    """Describes what the terminal can show, as far as drawing has to know."""

    glyph_set: str = "unicode"
    frame_set: str = "lines"
    colours: int = 256

    @property
    def glyphs(self) -> GlyphSet:
        """Returns the characters of tiles, bars and charts."""
        return GLYPHS[self.glyph_set]

    @property
    def frame(self) -> FrameGlyphs:
        """Returns the characters of frames."""
        return FRAMES[self.frame_set]

    @property
    def outlines(self) -> bool:
        """Says whether there are grounds and half blocks, for large tiles and the cursor's outline.

        The blocks have an ambiguous width, as lines have. Without them the cursor is ``[ ]``.
        """
        return self.colours == 256 and self.frame_set == "lines"

    def has_faces(self, cell_width: int) -> bool:
        """Whether cells of this width are lit faces with gaps, where a bar below a clue says what a pointer would."""
        return cell_width >= 4 and self.outlines

    def sign_of_tenths(self, cell_width: int) -> str:
        """The sign before odds in tenths on cells of this width, or "" for odds in percent.

        On two columns, two digits would run into the clues next to them. So would a single one where clues have the
        same ground, which makes it need a percent sign.
        """
        return "" if self.colours and cell_width > 2 else " " if self.colours == 256 else "%"

    @property
    def has_blocks(self) -> bool:
        """Whether block elements can be drawn. Their width is ambiguous, as that of lines is."""
        return self.frame_set == "lines" and self.glyph_set != "ascii"

    @property
    def row_mark(self) -> str:
        """Returns the mark before the selected row: a bar, unless it may be two columns wide, as lines may be."""
        return "▌" if self.has_blocks else self.glyphs.pointer


def ground_of(style: str) -> str:
    """Returns the role whose background a style has."""
    return style.rpartition(" on ")[2]


def automatic_glyphs(term: str, utf8: bool, lang: str) -> tuple[str, str]:
    """Names the glyph set and the frame that are safe with this TERM, charset and LC_CTYPE."""
    kind = term.partition("-")[0]
    if not utf8 or kind in ("linux", "ansi") or kind.startswith("vt"):
        return "ascii", "ascii"
    # Terminals set up for these languages may draw lines (ambiguous width) two columns wide.
    wide = lang[:2] in ("ja", "ko", "zh") and not lang[2:3].isalpha()
    return "unicode", "ascii" if wide else "lines"
