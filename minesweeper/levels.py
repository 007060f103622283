"""The assistant levels: what the program does for the player after each move. It sees only what the player sees."""

from __future__ import annotations

from minesweeper.session import Session

SINGLE, DUAL, INTELLIGENT = "single", "dual", "intelligent"
LEVELS = (SINGLE, DUAL, INTELLIGENT)
MEANINGS = {
    SINGLE: "Level Single: flags only.",
    DUAL: "Level Dual: the flag key goes on to a proposal.",
    INTELLIGENT: "Level Intelligent: what is certain is done for you after each move.",
}


def next_level(level: str) -> str:
    """The level after one, and the first after the last."""
    return LEVELS[(LEVELS.index(level) + 1) % len(LEVELS)]


def follow_up(session: Session) -> Session:
    """The session with all certain mines flagged and all certainly safe cells opened, until nothing is certain."""
    from minesweeper.solvers.exact import Reasoner  # loaded late: most games are played without

    reasoner = Reasoner()
    while session.is_running:
        safe, mined = reasoner.certain(session.game.position)
        followed = session.apply(safe, mined, INTELLIGENT)
        if followed is session:
            break
        session = followed
    return session
