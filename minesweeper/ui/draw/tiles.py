"""Chooses the tile of each cell in view.

How a cell looks depends on a few truths about it, such as whether it is opened, flagged or part of a proof. Each truth
is a `CellSet` for the whole board. Its part in view is turned into rows of ``0`` and ``1``, so that the digits of all
truths at one cell form a key, whose tile is looked up in a dict. Drawing a thousand tiles therefore costs a thousand
look-ups, however large the board is. `board` draws the tiles.
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
    # Few games show odds, so the tiles of odds are loaded late.
    odds_tiles = LateModule("minesweeper.ui.draw.odds_tiles")


class Marks(NamedTuple):
    """All signs that are drawn on cells, such as those of a tip and its proof, of what-if or of an animation."""

    pressed: CellSet = 0
    """The hidden cells that the held mouse button would open. They look pressed."""
    near: CellSet = 0
    """Hidden cells that are shown brighter: those around the number under the cursor, and those that the shock wave of
    an exploded mine has just reached.
    """
    proof: CellSet = 0
    """The clues that the sentence on the screen speaks of."""
    earlier: CellSet = 0
    """Clues that are only tinted: those of earlier steps of a proof or, after a loss, those of the mistake."""
    safe: CellSet = 0
    """The cells that are proved safe."""
    danger: CellSet = 0
    """The cells that are proved to be mines."""
    veiled: CellSet = 0
    """Opened cells and flags that are drawn as hidden cells, because an animation hasn't reached them yet or because an
    earlier position is shown.
    """
    cheered: CellSet = 0
    """The flags of a won game, which have the style of a win."""
    guess: CellSet = 0
    """The cell of the best guess, or of an equally good one that is shown instead."""
    worse: CellSet = 0
    """The cell of a worse guess that is shown for comparison."""
    best: CellSet = 0
    """The cell of the best guess while a worse one is shown."""
    proposed: CellSet = 0
    """The what-if mines. What would follow from them is in ``if_mine`` and ``if_safe``."""
    if_mine: CellSet = 0
    """Cells that would have to be mines if the what-if mines were right."""
    if_safe: CellSet = 0
    """Cells that would be safe if the what-if mines were right."""
    violated: CellSet = 0
    """Clues that no layout fits, because of the what-if mines or because of each other."""
    refuted: CellSet = 0
    """The what-if mines that are proved safe."""
    disproved: CellSet = 0
    """Flags on cells that are proved safe."""
    uncovered: CellSet = 0
    """Cells that show their numbers after a loss although the player never opened them. They look dim."""
    lowest: CellSet = 0
    """The cells with the lowest odds of a mine.

    Empty if a safe cell is proved, or if cells without a number beside them are safer still.
    """
    odds: Mapping[int, tuple[int, int]] = MappingProxyType({})
    """The odds of a mine for each cell that shows them, as numerator and denominator."""


_MARKS = tuple(name for name in Marks._fields if name not in ("veiled", "lowest", "odds"))
"""The fields of `Marks` that are truths under their own names."""


class TileOptions(NamedTuple):
    """The settings and properties of the terminal that decide how a truth looks."""

    glyph_set: str = "unicode"
    dim_done: bool = True
    """Whether a number is dim when no cell beside it is left to open."""
    mark_over: bool = True
    """Whether a number with too many flags is marked."""
    reduced: bool = False
    """Whether numbers are shown minus the flags around them."""
    shaded: bool = False
    """Whether hidden tiles alternate in shade, like the squares of a chessboard."""
    tenths: str = ""
    """The sign before odds in tenths, or "" if odds are shown in percent."""


def tile_options(
    settings: Settings, looks: TerminalLooks, *, reduced: bool = False, shaded: bool = False, cell_width: int = 2
) -> TileOptions:
    """Chooses how tiles look, from the settings, what the terminal can show, and the width of a cell in columns.

    If ``reduced`` is set, numbers are shown minus the flags around them. If ``shaded`` is set, hidden tiles alternate
    in shade.
    """
    dim_done, mark_over = settings.is_on("dim_done"), settings.is_on("mark_over_flagged")
    return TileOptions(looks.glyph_set, dim_done, mark_over, reduced, shaded, looks.sign_of_tenths(cell_width))


def tile_rows(
    game: Game, marks: Marks, options: TileOptions, top: int, left: int, rows: int, cols: int
) -> list[list[Piece]]:
    """The tiles of the part of the board that starts at row ``top`` and column ``left``, counted from 0, row by row."""
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
    """The rows of a board that the tiles in view depend on, as a small board of their own.

    The band has two more rows above and below those in view. In the reduced view, whether a flag is drawn depends on a
    number beside it, and whether this number is drawn depends on the cells beside the number.
    """

    def __init__(self, game: Game, marks: Marks, first: int, last: int) -> None:
        self._shift = first * game.grid.width
        self._mask = (1 << ((last - first) * game.grid.width)) - 1
        self.grid = make_grid(game.grid.width, last - first)
        self.game = game
        self.marks = marks

    def cut(self, cells: CellSet) -> CellSet:
        """The part of a set of cells that is in the band, as a set of cells of the band."""
        return cells >> self._shift & self._mask if cells else 0

    def truths(self, options: TileOptions) -> dict[str, CellSet]:
        """The set of cells for which each truth holds, in the band and by name.

        If a truth is missing, it holds for no cell.
        """
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
            # In a finished game, no number is dim, because nothing can be opened any more.
            "done": 0 if game.is_over else opened & ~touched,
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
        """The truths that a lost or given up game adds, such as where its mines were. Otherwise empty."""
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
    """The tile for each combination of truths.

    A tile is worked out when its combination first appears. ``names`` are the truths whose digits form the keys.
    """

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
    """The tile of a cell for which exactly these truths hold."""
    tile, clue = _tile(truths, options)
    text, style = GLYPHS[options.glyph_set].piece(tile, clue, odd="odd" in truths)
    # Where hidden tiles alternate in shade, they need no dot, because the shade already separates them.
    return ("  " if tile is Tile.HIDDEN and options.shaded else text), style


def _tile(truths: Collection[str], options: TileOptions) -> tuple[Tile, int]:
    """Chooses the tile that shows the most important of the truths. The second value is the number on it, or 0."""
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
    """Chooses the tile of an opened cell, with the number on it."""
    clue = sum(weight for weight, name in ((1, "ones"), (2, "twos"), (4, "fours"), (8, "eights")) if name in truths)
    if "violated" in truths:
        return Tile.VIOLATED, clue
    if "proof" in truths:
        return Tile.PROOF, clue
    if "earlier" in truths:
        return Tile.EARLIER, clue
    if options.reduced:
        # The number shown is the clue minus the flags around it: at 0 the other cells are safe, below 0 a flag is
        # wrong.
        missing = clue - sum(int(name[5:]) for name in truths if name.startswith("flags"))
        return Tile.OVER if missing < 0 else Tile.NUMBER if missing else Tile.FREE, missing
    if "over" in truths and options.mark_over:
        return Tile.OVER, clue
    if not clue:
        return Tile.EMPTY, 0
    is_dim = "uncovered" in truths or ("done" in truths and options.dim_done)
    return Tile.DONE if is_dim else Tile.NUMBER, clue
