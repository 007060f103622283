"""Which tile each cell in view shows. A cell's look depends on a handful of truths: opened, flagged, done, ...

Each truth is a CellSet; the part in view becomes rows of '0' and '1', and the column of characters at a cell is the
key to its look. So a thousand tiles cost a thousand dict look-ups, whatever the size of the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from minesweeper.core.cells import CellSet, Planes, make_grid, smaller_numbers
from minesweeper.play.game import Game, Phase
from minesweeper.ui.draw.glyphs import GLYPHS, Tile, heat, odds_tile, tile_style

Piece = tuple[str, str]
"""The two characters of a tile and its style."""


@dataclass(frozen=True)
class Marks:
    """What is shown on top of the game: presses, a deduction and its proof, an animation."""

    pressed: CellSet = 0
    near: CellSet = 0
    proof: CellSet = 0
    safe: CellSet = 0
    danger: CellSet = 0
    veiled: CellSet = 0
    """Opened cells that still look hidden, because the wave has not reached them."""
    cheered: CellSet = 0
    """Flags of a won game in the style of joy."""
    guess: CellSet = 0
    """The cell of the best guess."""
    start: CellSet = 0
    """The place to start, for which a board is made already."""
    proposed: CellSet = 0
    if_mine: CellSet = 0
    if_safe: CellSet = 0
    violated: CellSet = 0
    refuted: CellSet = 0
    """Proposals that can't be mines."""
    disproved: CellSet = 0
    """Flags on cells that are proved safe."""
    odds: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """The chance of a mine for the cells where it is to be shown."""


_WHAT_IF = ("proposed", "if_mine", "if_safe", "violated", "refuted")
_MARKS = ("pressed", "near", "proof", "safe", "danger", "cheered", "disproved", "guess", "start", *_WHAT_IF)


@dataclass(frozen=True)
class TileOptions:
    """How truths are to look."""

    glyph_set: str = "unicode"
    dim_done: bool = True
    mark_over: bool = True
    reduced: bool = False
    shaded: bool = False
    """Whether hidden tiles alternate in shade, as large cells do."""
    mono: bool = False
    """Whether there are no colours, so that odds are shown in tenths."""


def tile_rows(
    game: Game, marks: Marks, options: TileOptions, top: int, left: int, rows: int, cols: int
) -> list[list[Piece]]:
    """The tiles of a rectangle of the board, row by row."""
    width = game.grid.width
    first, last = max(top - 2, 0), min(top + rows + 2, game.grid.height)
    truths = _Band(game, marks, first, last).truths(options)
    names = tuple(name for name in truths if truths[name])
    looks = _looks_of(options, names)
    mask, digits = (1 << cols) - 1, f"0{cols}b"
    result = []
    for row in range(top, top + rows):
        shift = (row - first) * width + left
        lines = [format(truths[name] >> shift & mask, digits)[::-1] for name in names]
        lines.append(_checkers(row + left, cols) if options.shaded else "0" * cols)
        result.append([looks[key] for key in zip(*lines, strict=True)])
    for cell, chance in marks.odds.items():
        if (marks.guess | marks.proposed | marks.if_mine | marks.if_safe) >> cell & 1:
            continue
        row, col = divmod(cell, width)
        result[row - top][col - left] = _odds_piece(chance, options, (row + col) % 2 == 1)
    return result


def _odds_piece(chance: tuple[int, int], options: TileOptions, odd: bool) -> Piece:
    """Odds with their heat; neighbours differ in shade, so that their figures stay apart."""
    text = odds_tile(*chance, GLYPHS[options.glyph_set], options.mono)
    return text, f"heat.{heat(*chance)}{'.odd' if odd else ''}"


def _checkers(first: int, length: int) -> str:
    """Which cells of a row have the other shade."""
    return (("01" if first % 2 == 0 else "10") * (length // 2 + 1))[:length]


class _Band:
    """The rows of a board that the view depends on, as a small board of their own.

    Two more rows than are shown on either side: a flag in reduced mode depends on a number beside it, and that
    number on its own neighbours.
    """

    def __init__(self, game: Game, marks: Marks, first: int, last: int) -> None:
        self._shift = first * game.grid.width
        self._mask = (1 << ((last - first) * game.grid.width)) - 1
        self.grid = make_grid(game.grid.width, last - first)
        self.game = game
        self.marks = marks

    def cut(self, cells: CellSet) -> CellSet:
        """The part of a set that lies in the band."""
        return cells >> self._shift & self._mask if cells else 0

    def truths(self, options: TileOptions) -> dict[str, CellSet]:
        """The truths about the cells of the band, by name; one that is not named holds nowhere."""
        game, marks, cut = self.game, self.marks, self.cut
        opened = cut(game.opened) & ~cut(marks.veiled)
        flags = cut(game.flags)
        numbers = self._numbers(opened)
        flag_counts = self.grid.count_neighbours(flags)
        over = smaller_numbers(numbers, flag_counts) & opened
        touched = self.grid.spread(self.grid.all_cells & ~(opened | flags))
        truths = {
            "opened": opened,
            **dict(zip(("ones", "twos", "fours", "eights"), numbers, strict=True)),
            "flag": flags,
            "question": cut(game.questions),
            "done": opened & ~touched if options.dim_done else 0,
            "over": over if options.mark_over else 0,
            **self._end_of_game(flags),
            **{name: cut(getattr(marks, name)) for name in _MARKS},
        }
        if options.reduced:
            shown = (opened & touched & (numbers[0] | numbers[1] | numbers[2] | numbers[3])) | over
            beside = self.grid.spread(shown)
            truths |= {"opened": shown, "edge": beside & ~(opened | flags), "flag": flags & beside}
            truths |= dict(zip(("flags1", "flags2", "flags4", "flags8"), flag_counts, strict=True))
        return truths

    def _numbers(self, opened: CellSet) -> Planes:
        if self.game.layout is None:
            return 0, 0, 0, 0
        ones, twos, fours, eights = self.game.layout.numbers
        return self.cut(ones) & opened, self.cut(twos) & opened, self.cut(fours) & opened, self.cut(eights) & opened

    def _end_of_game(self, flags: CellSet) -> dict[str, CellSet]:
        game = self.game
        if game.layout is None or game.phase not in (Phase.LOST, Phase.GIVEN_UP):
            return {}
        mines, boom = self.cut(game.layout.mines), self.cut(game.exploded)
        return {"boom": boom, "wrong": flags & ~mines, "mine": mines & ~(flags | boom)}


@lru_cache(maxsize=64)
def _looks_of(options: TileOptions, names: tuple[str, ...]) -> _Looks:
    return _Looks(options, names)


class _Looks(dict[tuple[str, ...], Piece]):
    """The look of each combination of the named truths, worked out when it is first met."""

    def __init__(self, options: TileOptions, names: tuple[str, ...]) -> None:
        super().__init__()
        self._options = options
        self._names = (*names, "odd")

    def __missing__(self, key: tuple[str, ...]) -> Piece:
        truths = {name for name, bit in zip(self._names, key, strict=True) if bit == "1"}
        look = self[key] = _look(truths, self._options)
        return look


def _look(truths: set[str], options: TileOptions) -> Piece:
    glyphs = GLYPHS[options.glyph_set]

    def piece(tile: Tile, number: int = 0, style: str = "") -> Piece:
        return glyphs.tile(tile, number), style or tile_style(tile, number)

    for name, tile in (("boom", Tile.BOOM), ("wrong", Tile.FLAG_WRONG), ("mine", Tile.MINE)):
        if name in truths:
            return piece(tile)
    clue = sum(weight for weight, name in ((1, "ones"), (2, "twos"), (4, "fours"), (8, "eights")) if name in truths)
    if "opened" in truths:
        if "violated" in truths:
            return piece(Tile.VIOLATED, clue)
        if "proof" in truths:
            return piece(Tile.PROOF, clue)
        if options.reduced:
            return _reduced_number(clue, truths)
        if "over" in truths:
            return piece(Tile.OVER, clue)
        if not clue:
            return piece(Tile.EMPTY)
        return piece(Tile.DONE if "done" in truths else Tile.NUMBER, clue)
    if "guess" in truths:
        return piece(Tile.GUESS)
    if "proposed" in truths:
        return piece(Tile.PROPOSAL_DISPROVED if "refuted" in truths else Tile.PROPOSAL)
    if "flag" not in truths:
        for name, tile in (("if_mine", Tile.IF_MINE), ("if_safe", Tile.IF_SAFE)):
            if name in truths:
                return piece(tile)
    if "flag" in truths and "disproved" in truths:
        return piece(Tile.FLAG_DISPROVED)
    if "safe" in truths:
        return piece(Tile.SAFE)
    if "danger" in truths:
        return piece(Tile.DANGER)
    if "flag" in truths:
        return piece(Tile.FLAG, style="good" if "cheered" in truths else "done" if options.reduced else "")
    if "start" in truths and "pressed" not in truths:
        return piece(Tile.START)
    if options.reduced and "edge" not in truths:
        return piece(Tile.EMPTY)
    if "pressed" in truths:
        return piece(Tile.PRESSED)
    if "question" in truths:
        return piece(Tile.QUESTION)
    if "near" in truths:
        return piece(Tile.HIDDEN, style="near")
    return piece(Tile.HIDDEN, style="hidden.odd" if "odd" in truths else "")


def _reduced_number(clue: int, truths: set[str]) -> Piece:
    """A number less the flags around it: 0 says that the rest is free, a negative one is an error."""
    left = clue - sum(int(name[5:]) for name in truths if name.startswith("flags"))
    return f"{left:2}", "over" if left < 0 else "done" if left == 0 else f"n{left}"
