"""What the signs of a found picture mean: which are hidden cells, flags or mines, and what the unclear ones must be.

A dot, a blank cell and a hollow square may be opened and empty or hidden: the other signs and the clues decide. What
was understood is told in a sentence. The rules are told in docs/solve.md.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from minesweeper.core.cells import CellSet, Grid, to_cell_set
from minesweeper.core.pictures import CLUES, EMPTY, FLAG, HIDDEN, MINE, QUESTION, PictureError
from minesweeper.core.text import join, plural, printable, quote
from minesweeper.storage.mine_words import mines_in, mines_left_in, totals_in

ALLOWED = HIDDEN + MINE + FLAG + QUESTION + CLUES + "0"
"""The signs that this program writes."""
NAMED = ALLOWED + "-_■□HPxM"
"""Those that a sentence about a wrong sign names: the usual ones."""

# Private use: the signs of Nerd Fonts, which the screens may show.
_HOLLOW, _FILLED = "□▢▫◻◽⬜⬚░", "■▣▪◼◾⬛█▓▒🟦🟩"
HIDDEN_SIGNS = HIDDEN + QUESTION + "-_+>H" + _FILLED + _HOLLOW + "⋅✓\uf128\uf00c"
FLAG_SIGNS = FLAG + "fPxX⚑⚐🚩\uf024\uf11d"
"""An X may be a mine or a hidden cell as well: as a flag it is no evidence, which is never wrong."""
MINE_SIGNS = MINE + "M💣✱✸✹\uf1e2\uf0e7"
DOTS = EMPTY + "·"
BLANK = ""
"""A cell of a frame, or between bars, with nothing in it."""
NUMBERS = frozenset(CLUES[1:])
SIGNS = frozenset((*HIDDEN_SIGNS, *FLAG_SIGNS, *MINE_SIGNS, *DOTS, *NUMBERS, "0", BLANK))
_EMPTY = frozenset((*DOTS, "0", BLANK))
_MINES = frozenset(MINE_SIGNS)
_MOST_QUOTES = 3
"""So many lines of text are quoted."""


class FoundPicture(NamedTuple):
    """The cells of a picture, and what was around them."""

    grid: Grid
    signs: tuple[str, ...]
    """The sign of each cell, in the order of the cells."""
    looks: tuple[str, ...] = ()
    """What it has around it, such as ``a frame``."""
    text: tuple[str, ...] = ()
    """The lines of text above and below it."""
    notes: tuple[str, ...] = ()
    """What had to be understood to find its cells, in a few words each."""

    def where(self, signs: Iterable[str]) -> CellSet:
        """The cells that show one of the signs."""
        wanted = set(signs)
        return to_cell_set(cell for cell, sign in enumerate(self.signs) if sign in wanted)


class Meaning(NamedTuple):
    """Which signs are opened empty cells, and what had to be understood for it."""

    empty: frozenset[str]
    notes: tuple[str, ...] = ()


# Whether clues fit


def has_room(width: int, signs: Sequence[str], empty: Container[str], cells: Iterable[int] | None = None) -> bool:
    """Whether beside each opened cell, or each of some, are as many hidden ones as it says, and no more mines."""
    for cell in range(len(signs)) if cells is None else cells:
        if signs[cell] in NUMBERS or signs[cell] in empty:
            clue = int(signs[cell]) if signs[cell] in NUMBERS else 0
            around = [signs[other] for other in _beside(width, len(signs), cell)]
            hidden = sum(sign not in NUMBERS and sign not in empty for sign in around)
            if not sum(sign in _MINES for sign in around) <= clue <= hidden:
                return False
    return True


def is_closed(width: int, signs: Sequence[str], empty: Container[str], cells: Iterable[int] | None = None) -> bool:
    """Whether no empty cell, or none of some, lies beside a hidden one: in a game all of them would be open."""
    for cell in range(len(signs)) if cells is None else cells:
        if signs[cell] in empty:
            around = (signs[other] for other in _beside(width, len(signs), cell))
            if any(sign not in empty and sign not in NUMBERS for sign in around):
                return False
    return True


def _beside(width: int, size: int, cell: int) -> Iterator[int]:
    col = cell % width
    for row_start in (cell - col - width, cell - col, cell - col + width):
        if 0 <= row_start < size:
            for other in range(row_start + max(col - 1, 0), row_start + min(col + 2, width)):
                if other != cell:
                    yield other


# What unclear signs mean


def meaning_of(picture: FoundPicture, has_mines: bool) -> Meaning:
    """What the unclear signs of a picture mean; without mines nothing has to be hidden."""
    signs = set(picture.signs)
    if not has_mines:
        return Meaning(_EMPTY, ("blank cells are empty",) if BLANK in signs else ())
    squares = _meaning_of_squares(picture, signs)
    if squares is not None:
        return squares
    dots, why = signs.intersection(DOTS), ""
    unclear, name = (dots, ". is") if dots else (signs & {BLANK}, "blank cells are")
    if unclear:
        why = _why_hidden(picture, signs, unclear)
    notes = [f"{name} hidden, {why}"] if why else []
    if BLANK in signs and not (why and BLANK in unclear):
        notes.append("blank cells are empty")
    if dots and not why and _is_beside_flags(picture, signs):
        notes.append(". is an opened empty cell, also beside a flag")
    return Meaning(_EMPTY - unclear if why else _EMPTY, tuple(notes))


def _why_hidden(picture: FoundPicture, signs: set[str], unclear: set[str]) -> str:
    """Why the dots or blank cells are hidden, in a few words; empty if they are opened empty ones.

    That they are, as in all pictures of this program, unless no other sign is there for a hidden cell. Where another
    sign is there for empty cells, or else the clues have no room for their mines, flags, question marks and mines may
    stand beside them.
    """
    if signs.intersection(HIDDEN_SIGNS) - {QUESTION}:
        return ""
    if signs.isdisjoint(QUESTION + FLAG_SIGNS + MINE_SIGNS) and (BLANK not in unclear or "0" not in signs):
        return "because nothing else is"
    if BLANK in signs - unclear:
        return "because empty cells are blank"
    if "0" in signs:
        return "because empty cells are 0"
    return "" if has_room(picture.grid.width, picture.signs, _EMPTY) else "because else the clues lack hidden cells"


def _is_beside_flags(picture: FoundPicture, signs: set[str]) -> bool:
    """Whether an empty cell has a flag beside it, and nothing but flags and mines is hidden."""
    if signs.intersection(HIDDEN_SIGNS) or signs.isdisjoint(FLAG_SIGNS):
        return False
    return not is_closed(picture.grid.width, picture.signs, _EMPTY)


def _meaning_of_squares(picture: FoundPicture, signs: set[str]) -> Meaning | None:
    """Which of hollow and filled squares are empty, if both are there and nothing else is empty; None if not so."""
    hollow, filled = signs.intersection(_HOLLOW), signs.intersection(_FILLED)
    if not hollow or not filled or signs & _EMPTY:
        return None
    width = picture.grid.width
    fitting = [
        empty
        for empty in (hollow, filled)
        if has_room(width, picture.signs, empty) and is_closed(width, picture.signs, empty)
    ]
    names = [join([sign for sign in HIDDEN_SIGNS if sign in some]) for some in (hollow, filled)]
    if len(fitting) != 1:
        raise PictureError(
            f"{names[0]} and {names[1]} may be empty or hidden cells: write . for empty and # for hidden ones"
        )
    name = names[fitting[0] is filled]
    return Meaning(frozenset(fitting[0]), (f"{name} is empty, because only so the clues fit",))


# What was understood


def tell(picture: FoundPicture, meaning: Meaning, mines: int | None) -> str:
    """What was understood, in a sentence; ``mines`` if the text told them."""
    signs, grid = set(picture.signs), picture.grid
    parts = []
    hidden = [sign for sign in HIDDEN_SIGNS if sign in signs - meaning.empty and sign != HIDDEN]
    if hidden:
        parts.append(f"{join(list(map(printable, hidden)))} {'is' if len(hidden) == 1 else 'are'} hidden")
    parts += meaning.notes
    for known, noun in ((FLAG_SIGNS, "flag"), (MINE_SIGNS, "given mine")):
        used = [sign for sign in known if sign in signs]
        if used:
            which = "" if used == [known[0]] else f" ({printable(' '.join(used))})"
            parts.append(f"{plural(picture.where(known).bit_count(), noun)}{which}")
    parts += picture.notes
    if mines is not None:
        parts.append(f"{plural(mines, 'mine')} in all, as the text says")
    parts += _about_text(picture.text, mines)
    around = f" with {join(picture.looks)}" if picture.looks else ""
    return f"Read as {grid.width}x{grid.height}{around}{': ' if parts else ''}{'; '.join(parts)}."


def _about_text(lines: Sequence[str], mines: int | None) -> list[str]:
    """What became of the lines of text; that which told the mine total was used."""
    unused = [line for line in lines if mines is None or mines_in(line) != mines]
    left = [words for line in unused if not totals_in(line) and (words := mines_left_in(line))]
    parts = [f"{quote(text, typed=True)} is not taken as the total" for text in left[:_MOST_QUOTES]]
    if mines is None and len(totals_in("\n".join(lines))) > 1:
        parts.append("the text tells several mine totals, of which none is taken")
    others = len(unused) - len(left)
    return [*parts, f"{plural(others, 'line')} of text left out"] if others else parts
