"""The characters of tiles, frames, bars and charts in each glyph set. Their colours are in `theme`.

A tile is two characters. The second says what the cell is, and the first may add what that means: ``!`` for alarm,
``x`` for wrong or impossible, ``~`` for what would follow from an assumption, ``>`` for a cell to look at, ``+`` for
safe. So a player who sees no colours misses nothing. `TerminalLooks` says which of the characters the terminal can
draw.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect

Piece = tuple[str, str]
"""A text and the name of its style. The text of a tile has two characters."""


class Tile(Enum):
    """A way in which a cell can look: its two characters in ASCII, in Unicode and in a Nerd Font, and its style. Where
    a fifth value is given, it is the style of every other cell of the board, like the dark squares of a chessboard.

    ``n`` and ``#`` stand for the number on the cell. The Unicode characters are one column wide in every terminal (East
    Asian width N or Na), and none is an emoji. Nerd Font characters are in the private use area, so they are used only
    if the player asks for them. The tiles of odds are made in `odds_tiles`.
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
"""The face above the board for each state of the game, in ASCII."""

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The block characters by the quarters that are filled.

The index adds up 1 for the upper left quarter, 2 for the upper right one, 4 for the lower left one and 8 for the lower
right one.
"""


class GlyphSet(NamedTuple):
    """The characters that are used for tiles, marks, bars and charts."""

    column: int
    """Which of the values of a `Tile` has the characters of this set, counted from 0."""
    pointer: str
    full: str
    """The character of the filled part of a bar."""
    rest: str
    """The character of the other part of a bar."""
    braille: bool
    """Whether Braille characters and other Unicode signs can be drawn."""

    def tile(self, tile: Tile, clue: int = 0) -> str:
        """The two characters of a tile, with the number on the cell.

        In the reduced view a number can be negative; its minus sign then is the first character.
        """
        return tile.columns[self.column].replace("n", str(clue))[-2:]

    def piece(self, tile: Tile, clue: int = 0, *, odd: bool = False) -> Piece:
        """The two characters of a tile with its style.

        For ``odd`` cells this is the style of every other cell, if the tile has one. A 0 has the colour of text,
        because it has no colour of its own.
        """
        return self.tile(tile, clue), tile.columns[-1 if odd else 3].replace("n#", f"n{clue}" if clue else "text")

    @property
    def mine(self) -> str:
        """The sign before the number of mines left."""
        return self.tile(Tile.MINE)[1]

    @property
    def flag(self) -> str:
        """The character of a flag, as titles and legends show it."""
        return self.tile(Tile.FLAG)[1]

    @property
    def star(self) -> str:
        """The character on both sides of the words that announce a win."""
        return "✦" if self.braille else "*"

    @property
    def turn(self) -> tuple[str, str]:
        """The characters before and after a value that the player can change with Left and Right."""
        return ("‹", "›") if self.braille else ("<", ">")

    def turning(self, value: str) -> str:
        """A value that the player can change with Left and Right, between its two signs, as in ``< off >``."""
        before, after = self.turn
        return f"{before} {value} {after}"

    def bar(self, part: int, whole: int, width: int) -> tuple[str, str]:
        """The filled and the other part of a progress bar that is ``width`` columns wide.

        Only a bar at 100% is filled to the end, so that nearly all never looks like all.
        """
        filled = width if part >= whole else min((2 * part * width + whole) // (2 * whole), max(width - 1, 0))
        return self.full * filled, self.rest * (width - filled)


GLYPHS = {
    "ascii": GlyphSet(0, ">", "#", "-", braille=False),
    "unicode": GlyphSet(1, "▸", "▰", "▱", braille=True),
    "nerd": GlyphSet(2, "▸", "▰", "▱", braille=True),
}
"""Each glyph set by its name in the settings."""


class FrameGlyphs(NamedTuple):
    """The characters of a frame, solid and dashed.

    ``corners`` are its four corners, the upper ones first and each pair from left to right.
    """

    solid: str
    dashed: str
    solid_side: str
    dashed_side: str
    corners: str

    def upper(self, width: int, *, dashed: bool = False) -> str:
        """The top edge with its corners, ``width`` columns wide in all.

        It is ``dashed`` where the board continues above it.
        """
        return self._edge(self.corners[:2], width, dashed)

    def lower(self, width: int, *, dashed: bool = False) -> str:
        """The bottom edge with its corners, ``width`` columns wide in all.

        It is ``dashed`` where the board continues below it.
        """
        return self._edge(self.corners[2:], width, dashed)

    def _edge(self, corners: str, width: int, dashed: bool) -> str:
        line = (self.dashed if dashed else self.solid) * width
        return f"{corners[0]}{line[: width - 2]}{corners[1]}"

    def side(self, *, dashed: bool) -> str:
        """One row of the left or right side. It is ``dashed`` where the board continues on that side."""
        return self.dashed_side if dashed else self.solid_side

    def draw(self, canvas: Canvas, box: Rect, goes_on: tuple[bool, ...] = (False,) * 4, style: str = "border") -> None:
        """Draws a frame along the inner edge of a rectangle.

        ``goes_on`` says whether the board continues above, below, left of and right of the frame, in this order. Where
        it does, the frame is dashed.
        """
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
"""The characters of frames by their name in the settings."""


FULL_BAR = "▇"
"""The bar of the highest odds. It leaves a gap above, so that bars of cells one above the other stay apart."""


class TerminalLooks(NamedTuple):
    """What the terminal can show: the glyph set, the characters of frames, and the number of colours."""

    glyph_set: str = "unicode"
    frame_set: str = "lines"
    colours: int = 256

    @property
    def glyphs(self) -> GlyphSet:
        """The characters of tiles, bars and charts."""
        return GLYPHS[self.glyph_set]

    @property
    def frame(self) -> FrameGlyphs:
        """The characters of frames."""
        return FRAMES[self.frame_set]

    @property
    def outlines(self) -> bool:
        """Whether the terminal can draw large tiles and the outline of the cursor, which need 256 colours and half
        blocks.

        Half blocks have an ambiguous width, as the lines of frames do, so a terminal that gets ASCII frames gets no
        half blocks either. Its cursor is ``[ ]``.
        """
        return self.colours == 256 and self.frame_set == "lines"

    def has_faces(self, cell_width: int) -> bool:
        """Whether cells of this width are drawn as large tiles.

        On these, a bar below a clue replaces the pointer before it.
        """
        return cell_width >= 4 and self.outlines

    def sign_of_tenths(self, cell_width: int) -> str:
        """The sign of odds in tenths on cells of this width, or "" if the cells show odds in percent.

        Cells of two columns show tenths, because the two digits of a percentage would run into the clues beside them.
        Without colours all cells do. The sign `FULL_BAR` means that tenths are bars, which nobody takes for clues.
        Terminals without bars show a digit after a percent sign, such as %3 for 30%.
        """
        if self.colours and cell_width > 2:
            return ""
        return FULL_BAR if self.colours == 256 and self.has_blocks else "%"

    @property
    def has_blocks(self) -> bool:
        """Whether the terminal can draw block elements.

        Like the lines of frames, they have an ambiguous width, so a terminal that gets ASCII frames gets no block
        elements either.
        """
        return self.frame_set == "lines" and self.glyph_set != "ascii"

    @property
    def row_mark(self) -> str:
        """The character before the selected row.

        It is a bar or, if a bar may be two columns wide in this terminal, the pointer.
        """
        return "▌" if self.has_blocks else self.glyphs.pointer


def ground_of(style: str) -> str:
    """The role whose background a style has: ``hidden`` for ``flag on hidden``, and the role itself if the style is a
    role without ``on``.
    """
    return style.rpartition(" on ")[2]


def automatic_glyphs(term: str, utf8: bool, lang: str) -> tuple[str, str]:
    """Chooses the glyph set and the frame for players who didn't.

    ``term`` is the variable ``TERM``, ``utf8`` whether the terminal expects UTF-8, and ``lang`` the language, such as
    ``ja_JP``. Where it is unclear what the terminal can draw, it gets ASCII.
    """
    kind = term.partition("-")[0]
    if not utf8 or kind in ("linux", "ansi") or kind.startswith("vt"):
        return "ascii", "ascii"
    # Terminals that are set up for these languages may draw lines two columns wide, because their width is ambiguous.
    wide = lang[:2] in ("ja", "ko", "zh") and not lang[2:3].isalpha()
    return "unicode", "ascii" if wide else "lines"
