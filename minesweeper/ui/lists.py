"""Lists that are longer than the room they have: which part of them is shown."""

from __future__ import annotations


def first_shown(selected: int, total: int, room: int) -> int:
    """The first entry in view, so that the selected one stands in the middle wherever the list's ends allow it."""
    return max(0, min(selected - room // 2, total - room))


def place_in_list(selected: int, total: int, room: int) -> str:
    """Where one is in a list, such as ``5/12``; nothing when all of it is in view."""
    return f"{selected + 1}/{total}" if total > room else ""
