"""Chooses the tile of each cell in view. A cell's look depends on a handful of truths: opened, flagged, done, ...

Each truth is a CellSet. Its part in view becomes rows of '0' and '1', and the column of characters at a cell is the key
to its look. So a thousand tiles cost a thousand dict look-ups, whatever the size of the board.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.cells import CellSet, make_grid, smaller_numbers
from minesweeper.core.late import LateModule
from minesweeper.play.game import Game, Phase
from minesweeper.storage.settings import Settings
from minesweeper.ui.draw.glyphs import GLYPHS, Piece, TerminalLooks, Tile

if TYPE_CHECKING:
    from minesweeper.ui.draw import odds_tiles
else:
    odds_tiles = LateModule("minesweeper.ui.draw.odds_tiles")  # few games show odds


class Marks(NamedTuple):
    """All signs that are drawn on cells, such as those of a tip and its proof, of what-if or of an animation."""

    pressed: CellSet = 0
    near: CellSet = 0
    proof: CellSet = 0
    """The clues that the shown sentence speaks of."""
    earlier: CellSet = 0
    """The clues of earlier steps of a proof or, after a loss, of the mistake. They are only tinted."""
    safe: CellSet = 0
    danger: CellSet = 0
    veiled: CellSet = 0
    """Opened cells and flags that still look hidden: a wave hasn't reached them, or an earlier position is shown."""
    cheered: CellSet = 0
    """Flags of a won game, in the style of a win."""
    guess: CellSet = 0
    """The cell of the best guess, or of an equally good one that is shown."""
    worse: CellSet = 0
    """The cell of a worse guess that is shown."""
    best: CellSet = 0
    """The cell of the best guess while another one is shown."""
    proposed: CellSet = 0
    """The cells that the player tries as mines; what follows from them is in ``if_mine`` and ``if_safe``."""
    if_mine: CellSet = 0
    if_safe: CellSet = 0
    violated: CellSet = 0
    """Numbers that no layout fits, because of what-if mines or of each other."""
    refuted: CellSet = 0
    """What-if mines that can't be mines."""
    disproved: CellSet = 0
    """Flags on cells that are proved safe."""
    uncovered: CellSet = 0
    """Cells that show their numbers after a loss although they were never opened. They look dim."""
    lowest: CellSet = 0
    """The cells with the lowest odds, if nothing is safe and no other cell has less risk."""
    odds: Mapping[int, tuple[int, int]] = MappingProxyType({})
    """The chance of a mine for each cell that shows it."""


_MARKS = tuple(name for name in Marks._fields if name not in ("veiled", "lowest", "odds"))


class TileOptions(NamedTuple):
    """Holds the choices that decide how truths look."""

    glyph_set: str = "unicode"
    dim_done: bool = True
    mark_over: bool = True
    reduced: bool = False
    shaded: bool = False
    """Whether hidden tiles alternate in shade."""
    tenths: str = ""
    """The sign before odds in tenths; empty if odds are shown in percent."""


def tile_options(
    settings: Settings, looks: TerminalLooks, *, reduced: bool = False, shaded: bool = False, cell_width: int = 2
) -> TileOptions:
    """Chooses how tiles look, by the settings, the terminal and the width of a cell."""
    dim_done, mark_over = settings.is_on("dim_done"), settings.is_on("mark_over_flagged")
    return TileOptions(looks.glyph_set, dim_done, mark_over, reduced, shaded, looks.sign_of_tenths(cell_width))


def tile_rows(
    game: Game, marks: Marks, options: TileOptions, top: int, left: int, rows: int, cols: int
) -> list[list[Piece]]:
    """Returns the tiles of a rectangle of the board, row by row."""
    width = game.grid.width
    first, last = max(top - 2, 0), min(top + rows + 2, game.grid.height)
    truths = _Band(game, marks, first, last).truths(options)
    names = tuple(name for name in truths if truths[name])
    looks = _looks(options, names)
    mask, digits = (1 << cols) - 1, f"0{cols}b"
    result = []
    for row in range(top, top + rows):
        shift = (row - first) * width + left
        lines = [format(truths[name] >> shift & mask, digits)[::-1] for name in names]
        checkers = "01" if (row + left) % 2 == 0 else "10"
        lines.append((checkers * (cols // 2 + 1))[:cols] if options.shaded else "0" * cols)
        result.append([looks[key] for key in zip(*lines, strict=True)])
    glyphs = GLYPHS[options.glyph_set]
    shown = marks.guess | marks.worse | marks.best | marks.proposed | marks.if_mine | marks.if_safe
    for cell, chance in marks.odds.items():
        if not shown >> cell & 1:
            row, col = divmod(cell, width)
            odd = options.shaded and (row + col) % 2 == 1
            is_lowest = bool(marks.lowest >> cell & 1)
            look = odds_tiles.odds_piece(*chance, glyphs, options.tenths, odd=odd, is_lowest=is_lowest)
            result[row - top][col - left] = look
    return result


class _Band:
    """Holds the rows of a board that the view depends on, as a small board of their own.

    It has two more rows than are shown on either side: in the reduced view a flag depends on a number next to it, and
    that number on its own neighbours.
    """

    def __init__(self, game: Game, marks: Marks, first: int, last: int) -> None:
        self._shift = first * game.grid.width
        self._mask = (1 << ((last - first) * game.grid.width)) - 1
        self.grid = make_grid(game.grid.width, last - first)
        self.game = game
        self.marks = marks

    def cut(self, cells: CellSet) -> CellSet:
        """Returns the part of a set that lies in the band."""
        return cells >> self._shift & self._mask if cells else 0

    def truths(self, options: TileOptions) -> dict[str, CellSet]:
        """Returns the truths about the cells of the band, by name. A missing one holds nowhere."""
        game, marks, cut = self.game, self.marks, self.cut
        opened = cut(game.opened) & ~cut(marks.veiled)
        flags = cut(game.flags & ~marks.veiled)
        position = game.position
        ones, twos, fours, eights = (cut(plane) & opened for plane in position.clues)
        numbers, given = (ones, twos, fours, eights), cut(position.given)
        flag_counts = self.grid.count_neighbours(flags | given)
        over = smaller_numbers(numbers, flag_counts) & opened
        touched = self.grid.spread(self.grid.all_cells & ~(opened | flags | given))
        truths = {
            "opened": opened,
            **dict(zip(("ones", "twos", "fours", "eights"), numbers, strict=True)),
            "flag": flags,
            "question": cut(game.questions),
            "done": 0 if game.is_over else opened & ~touched,  # a finished board dims nothing
            "over": over,
            "mine": given,
            **self._end_of_game(flags),
            **{name: cut(getattr(marks, name)) for name in _MARKS},
        }
        if options.reduced:
            shown = (opened & touched & (numbers[0] | numbers[1] | numbers[2] | numbers[3])) | over
            beside, edge = self.grid.spread(shown), self.grid.spread(opened) & ~(opened | flags)
            truths["far"] = self.grid.all_cells & ~(opened | beside | edge)
            truths |= {"opened": shown, "edge": edge, "flag": flags & beside}
            truths |= dict(zip(("flags1", "flags2", "flags4", "flags8"), flag_counts, strict=True))
        return truths

    def _end_of_game(self, flags: CellSet) -> dict[str, CellSet]:
        game = self.game
        if game.layout is None or game.phase not in (Phase.LOST, Phase.GIVEN_UP):
            return {}
        mines, boom = self.cut(game.layout.mines), self.cut(game.exploded)
        return {
            "boom": boom,
            "wrong": flags & ~mines,
            "mine": mines & ~(flags | boom | self.cut(self.marks.veiled)),
            "missed": self.cut(self.marks.safe),
        }


class _Looks(dict[tuple[str, ...], Piece]):
    """Maps each combination of the named truths to its look, worked out when it is first met."""

    def __init__(self, options: TileOptions, names: tuple[str, ...]) -> None:
        super().__init__()
        self._options = options
        self._names = (*names, "odd")

    def __missing__(self, key: tuple[str, ...]) -> Piece:
        truths = {name for name, bit in zip(self._names, key, strict=True) if bit == "1"}
        look = self[key] = tile_look(truths, self._options)
        return look


_looks = lru_cache(maxsize=64)(_Looks)


def tile_look(truths: Collection[str], options: TileOptions) -> Piece:
    """Returns the tile of a cell for which these truths hold."""
    tile, clue = _tile(truths, options)
    text, style = GLYPHS[options.glyph_set].piece(tile, clue, odd="odd" in truths)
    return ("  " if tile is Tile.HIDDEN and options.shaded else text), style  # a shade says the same as the dot


def _tile(truths: Collection[str], options: TileOptions) -> tuple[Tile, int]:
    """Returns the tile that shows the most important of the truths, and its number."""
    for name, tile in (("boom", Tile.BOOM), ("wrong", Tile.FLAG_WRONG), ("mine", Tile.MINE)):
        if name in truths and not (tile is Tile.MINE and "guess" in truths):
            return tile, 0
    if "opened" in truths:
        return _opened_tile(truths, options)
    for name, tile in (("guess", Tile.GUESS), ("worse", Tile.WORSE), ("best", Tile.BEST)):
        if name in truths:
            return tile, 0
    if "proposed" in truths:
        return Tile.PROPOSAL_DISPROVED if "refuted" in truths else Tile.PROPOSAL, 0
    flag = "flag" in truths
    for name, tile in (("if_mine", Tile.IF_MINE), ("if_safe", Tile.IF_SAFE)):
        if name in truths and not flag:
            return tile, 0
    if flag and "disproved" in truths:
        return Tile.FLAG_DISPROVED, 0
    for name, tile in (("missed", Tile.MISSED), ("safe", Tile.SAFE), ("danger", Tile.DANGER)):
        if name in truths:
            return tile, 0
    if flag:
        return Tile.FLAG_WON if "cheered" in truths else Tile.FLAG_REDUCED if options.reduced else Tile.FLAG, 0
    if options.reduced and "edge" not in truths:
        return Tile.FAR if "far" in truths else Tile.EMPTY, 0
    for name, tile in (("pressed", Tile.PRESSED), ("question", Tile.QUESTION), ("near", Tile.NEAR)):
        if name in truths:
            return tile, 0
    return Tile.HIDDEN, 0


def _opened_tile(truths: Collection[str], options: TileOptions) -> tuple[Tile, int]:
    clue = sum(weight for weight, name in ((1, "ones"), (2, "twos"), (4, "fours"), (8, "eights")) if name in truths)
    if "violated" in truths:
        return Tile.VIOLATED, clue
    if "proof" in truths:
        return Tile.PROOF, clue
    if "earlier" in truths:
        return Tile.EARLIER, clue
    if options.reduced:
        # The number minus the flags around it: 0 means that the rest is safe, a negative number is an error.
        missing = clue - sum(int(name[5:]) for name in truths if name.startswith("flags"))
        return Tile.OVER if missing < 0 else Tile.NUMBER if missing else Tile.FREE, missing
    if "over" in truths and options.mark_over:
        return Tile.OVER, clue
    if not clue:
        return Tile.EMPTY, 0
    is_dim = "uncovered" in truths or ("done" in truths and options.dim_done)
    return Tile.DONE if is_dim else Tile.NUMBER, clue
