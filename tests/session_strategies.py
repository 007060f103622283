"""A Hypothesis strategy for sessions at any point of a game."""

from __future__ import annotations

from hypothesis import strategies as st

from minesweeper.play.session import Session, new_session
from tests.strategies import specs


@st.composite
def sessions(draw: st.DrawFn, max_side: int = 9) -> Session:
    """Sessions at any point of a game, reached by moves of all kinds."""
    spec = draw(specs(max_side))
    session = new_session(spec, draw(st.sampled_from(["custom", "beginner"])), draw(st.none() | st.text(max_size=5)))
    cells = st.integers(0, spec.width * spec.height - 1)
    acts = st.sampled_from(["open", "flag", "mark", "chord", "complete", "undo", "assist", "give up", "again"])
    weights = draw(st.lists(st.tuples(acts, cells, st.floats(0, 100)), max_size=25))
    for act, cell, seconds in weights:
        session = _acted(session.tick(seconds), act, cell)
    return session


def _acted(session: Session, act: str, cell: int) -> Session:
    if act == "assist":
        layout = session.game.layout
        return (
            session if layout is None else session.apply((1 << cell) & layout.safe, 1 << cell & layout.mines, "exact")
        )
    if act in ("flag", "mark"):
        return session.mark(cell, question_marks=act == "mark")
    if act == "give up":
        return session.give_up() if cell == 0 else session
    if act == "again":
        return session.again() if cell == 0 else session
    if act == "undo":
        return session.undo()
    return {"open": session.open_cell, "chord": session.chord, "complete": session.complete}[act](cell)
