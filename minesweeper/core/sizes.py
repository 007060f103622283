"""The limits on the size of a board, and the errors for boards and cells outside of them.

These limits are apart from `cells` and `boardspec`, so that menus and commands can check a size without loading the
grid. Tested in tests/core/test_cells.py and tests/core/test_boardspec.py.
"""

from __future__ import annotations

MAX_CELLS = 1_000_000
"""The most cells that a board may have."""


class SizeError(ValueError):
    """Raised for a cell that isn't on the board."""


class SpecError(ValueError):
    """Raised for a board that can't be made. The message quotes the value and says what is allowed."""


def check_size(width: int, height: int) -> None:
    """Raises ``SpecError`` if no board may have this width and height.

    No memory is needed for it, so it can check numbers that a player typed, however large they are.
    """
    for name, side in (("width", width), ("height", height)):
        if not 1 <= side <= MAX_CELLS:
            raise SpecError(f"{name} {side} is not allowed. Use 1 to {MAX_CELLS:,}")
    if width * height > MAX_CELLS:
        raise SpecError(f"{width}x{height} has {width * height:,} cells, but a board has at most {MAX_CELLS:,}")
