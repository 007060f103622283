"""Immutable values that are declared like frozen dataclasses, but don't need the module ``dataclasses``.

All screens are such values. The reason is the time to start: loading ``dataclasses`` takes longer than loading the
menu, which must appear at once. Type checkers treat subclasses of `FrozenValue` as frozen dataclasses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from minesweeper.core.late import LateModule

if TYPE_CHECKING:
    import dataclasses
    from dataclasses import replace as replace

    from typing_extensions import dataclass_transform
else:
    dataclasses = LateModule("dataclasses")

    def dataclass_transform(**about: Any) -> Any:
        """Does nothing at run time. Only type checkers use the decorator."""
        return lambda cls: cls

    def replace(value: Any, **changes: Any) -> Any:
        """Copies a `FrozenValue` or a dataclass with some fields changed."""
        if not isinstance(value, FrozenValue):
            return dataclasses.replace(value, **changes)
        return type(value)(**{**value.fields(), **changes})


@dataclass_transform(frozen_default=True)
class FrozenValue:
    """The base class of immutable values. Annotated names of a subclass are its fields, which may have defaults."""

    _names: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        cls._names = tuple(dict.fromkeys((*cls._names, *cls.__annotations__)))

    def __init__(self, *values: Any, **named: Any) -> None:
        given = {**dict(zip(self._names, values, strict=False)), **named}
        is_complete = all(name in given or hasattr(type(self), name) for name in self._names)
        if not is_complete or len(given) < len(values) + len(named) or not given.keys() <= set(self._names):
            raise TypeError(f"{type(self).__name__} needs other values for its fields {', '.join(self._names)}")
        vars(self).update(given)

    def fields(self) -> dict[str, Any]:
        """The values of all fields by name."""
        return {name: getattr(self, name) for name in self._names}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} can't be changed. Use replace()")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FrozenValue) and type(self) is type(other) and self.fields() == other.fields()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.fields().items())})"
