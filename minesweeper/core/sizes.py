"""How large a board may be. Tested in tests/core/test_cells.py and tests/core/test_boardspec.py."""

from __future__ import annotations

MAX_CELLS = 1_000_000


class SizeError(ValueError):
    """Raised for a cell that isn't on the board."""


class SpecError(ValueError):
    """Raised for a board that can't be made. The message quotes the value and says what is allowed."""


def check_size(width: int, height: int) -> None:
    """Raises ``SpecError`` if no board may have this size. It takes no memory, so it can check any numbers."""
    for name, side in (("width", width), ("height", height)):
        if not 1 <= side <= MAX_CELLS:
            raise SpecError(f"{name} {side} is not allowed. Use 1 to {MAX_CELLS:,}")
    if width * height > MAX_CELLS:
        raise SpecError(f"{width}x{height} has {width * height:,} cells, but a board has at most {MAX_CELLS:,}")
