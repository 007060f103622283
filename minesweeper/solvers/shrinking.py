"""Which clues are needed: all that can be left out of a proof, or of a contradiction, is left out."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from minesweeper.cells import to_cell_set


def shrink(clues: Sequence[int], is_enough: Callable[[int], bool]) -> Generator[None, None, int]:
    """A part of the clues that is enough, as all of them are, and of which none can be left out; the first go first.

    Clues are numbers, and a part of them is a set of bits. Large pieces are tried first, then single clues.
    """
    kept = list(clues)
    piece = max(len(kept) // 4, 1)
    while True:
        start = 0
        while start < len(kept):
            rest = kept[:start] + kept[start + piece :]
            yield
            if is_enough(to_cell_set(rest)):
                kept = rest
            else:
                start += piece
        if piece == 1:
            return to_cell_set(kept)
        piece = max(piece // 4, 1)
