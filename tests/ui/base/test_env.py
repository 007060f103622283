"""What screens see of the model besides themselves."""

from __future__ import annotations

from minesweeper.ui.base.env import Env, env_of
from minesweeper.ui.base.model import StoreCache
from tests.ui.driving import ASCII, CALM, menu


def test_env_has_the_fields_of_the_model() -> None:
    model = menu(40, 12, CALM, ASCII, StoreCache(replays=3))
    assert all(getattr(env_of(model), name) is getattr(model, name) for name in Env._fields)
