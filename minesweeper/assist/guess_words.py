"""What is said of guesses side by side: the chance to win in words, what one gives away, and why.

Only what was computed is claimed: how safe each is now, and the chance to win after it, which make up its chance. An
exact one is that of best play; an estimate is how often a bot wins, and is told as such.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum

from minesweeper.core.position import Position
from minesweeper.core.text import begin, percent, percent_within, points, rough_percent, whole_margin
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.win_chance import Prospect, Prospects, best_chance

_SAME = 1e-9
"""Chances that differ by less are the same, but for rounding."""


def win_words(prospect: Prospect) -> str:
    """The chance to win, ``61.3% win chance``, or an estimate, ``a bot wins about 61% +- 3``; nothing if not known."""
    text = win_text(prospect)
    if prospect.wins is None:
        return text and f"a bot wins {text}"
    return f"{text} win chance"


def win_text(prospect: Prospect) -> str:
    """The same as a figure."""
    if prospect.wins is not None:
        return percent(*prospect.wins)
    return "" if prospect.chance is None else percent_within(prospect.chance, prospect.margin)


def win_figure(prospect: Prospect) -> str:
    """The same in a column; of an estimate without its margin."""
    if prospect.wins is not None:
        return percent(*prospect.wins)
    return "" if prospect.chance is None else rough_percent(prospect.chance, exact=False)


def brief_win(prospect: Prospect) -> str:
    """The same in few columns, ``wins 61.3%`` or ``bot wins ~61% +-3``."""
    if prospect.wins is not None:
        return f"wins {percent(*prospect.wins)}"
    if prospect.chance is None:
        return ""
    return f"bot wins {win_figure(prospect)} +-{whole_margin(prospect.margin)}"


def chance_to_show(
    position: Position, seconds: float, analysis: Analysis
) -> Generator[None, None, tuple[str, str] | None]:
    """The chance to win in a position in words and as a figure, with pauses; None if it is not known.

    Where it is not searched it is an estimate, if there are seconds to think.
    """
    best = yield from best_chance(analysis, seconds)
    return best and chance_words(best)


def chance_words(best: Prospect) -> tuple[str, str] | None:
    """The chance to win with the best guess in words and as a figure; None if it is not known."""
    text = win_text(best)
    return (f"{'Best play' if best.wins else 'A bot'} wins {text}", win_figure(best)) if text else None


def guess_words(prospect: Prospect, is_exact: bool = True) -> str:
    """The chance of a mine, which may not be exact, and that to win, such as ``12.5% mine risk; 61.3% win chance``."""
    risk, win = f"{percent(*prospect.odds, is_exact)} mine risk", win_words(prospect)
    return f"{risk}; {win}" if win else risk


def loss_words(prospect: Prospect) -> str:
    """What a guess gives away against the best one: ``as good``, ``8.2 points less``; nothing if it is not known."""
    loses = prospect.loses
    if loses is None:
        return ""
    return f"{points(loses, prospect.is_exact)} points less" if loses else "as good"


def brief_loss(prospect: Prospect) -> str:
    """The same in few columns, ``=`` or ``-8.2``; nothing if it is not known."""
    if prospect.loses is None:
        return ""
    return f"-{points(prospect.loses, prospect.is_exact).removeprefix('about ')}" if prospect.loses else "="


class Safety(Enum):
    """How safe a guess is against the best one."""

    SAFER = "safer"
    SAME = "as safe"
    RISKIER = "riskier"


def safety_of(found: Prospects, prospect: Prospect) -> Safety:
    """Compares how safe a guess is now with the best one."""
    more = prospect.safety - found.ranked[0].safety
    return Safety.SAME if abs(more) < _SAME else Safety.SAFER if more > 0 else Safety.RISKIER


def why_worse(found: Prospects, prospect: Prospect) -> str:
    """Compares a guess with the best one in a sentence; says nothing about that one itself."""
    best = found.ranked[0]
    if prospect.cell == best.cell:
        return ""
    safety = safety_of(found, prospect)
    now = f"{begin(safety.value)} now"
    if prospect.loses is None:
        return _why_ranked_lower(safety, prospect, best)
    if not prospect.loses:
        return _why_as_good(safety, prospect)
    if not prospect.safety:
        return "It is a mine."
    if safety is not Safety.RISKIER:
        return f"{now}, but {'its clue tells nothing' if prospect.clues == 1 else f'then {_then(prospect, best)}'}."
    if not prospect.is_exact:
        return "Riskier, with no benefit later."
    before, after = best.then or 0.0, prospect.then or 0.0
    if after > before + _SAME:
        return f"Riskier now, which costs more than it gains: then {_then(prospect, best)}."
    return f"Riskier now, and then {'no better' if after > before - _SAME else _then(prospect, best)}."


def why_in_short(found: Prospects, prospect: Prospect) -> str:
    """Compares a guess in a few words, such as ``safer, then 55.6%``: what is left to win once it was safe."""
    safety, best = safety_of(found, prospect), found.ranked[0]
    now = safety.value
    if prospect.loses is None:
        if prospect.score is None or best.score is None or prospect.score >= best.score:
            return now
        if _is_decided_by_fifty(prospect, best):
            return f"{now}, best may be a 50/50"
        return f"{now}, promises less" if prospect.promise < best.promise else now
    if not prospect.loses:
        return "as good"
    if not prospect.safety:
        return "a mine"
    if prospect.clues == 1 and safety is not Safety.RISKIER:
        return f"{now}, tells nothing"
    return f"{now}, then {_after(prospect) if prospect.is_exact else rough_percent(prospect.then or 0.0, exact=False)}"


def _why_as_good(safety: Safety, prospect: Prospect) -> str:
    now = f"{begin(safety.value)} now"
    if prospect.behind is not None and prospect.behind < 0:  # it lost the race, which is run on other layouts
        is_close = -prospect.behind <= prospect.behind_margin
        return f"{now}; its estimate came out higher{', by less than its margin' if is_close else ''}."
    if not prospect.is_exact:
        return f"{now}; equally good, as far as the estimate can tell."
    return {
        Safety.SAME: "Equally good.",
        Safety.SAFER: "Equally good: safer now, worse chances later.",
        Safety.RISKIER: "Equally good: riskier now, better chances later.",
    }[safety]


def _why_ranked_lower(safety: Safety, prospect: Prospect, best: Prospect) -> str:
    """Says without chances how safe a guess is, what comes next, and whether the best one may be a 50/50."""
    now = f"{begin(safety.value)} now"
    if prospect.score is None or best.score is None or prospect.score > best.score:
        return f"{now}."
    if prospect.score == best.score:
        return f"{now}, and equally promising."
    joint = "and" if safety is Safety.RISKIER else "but"
    if _is_decided_by_fifty(prospect, best):
        return f"{now}, {joint} the best guess may become a 50/50 anyway."
    if prospect.promise < best.promise:
        return f"{now}, {joint} less promising for the next moves."
    return f"{now}, and the next moves don't make up for that."


def _is_decided_by_fifty(prospect: Prospect, best: Prospect) -> bool:
    """Whether a guess that is ranked lower would not be, but for the chance that the best one becomes a 50/50."""
    return prospect.safety * prospect.promise >= best.safety * best.promise


def _then(prospect: Prospect, best: Prospect) -> str:
    """The chances to win after both guesses."""
    one, other = prospect.then or 0.0, best.then or 0.0
    if prospect.is_exact and best.is_exact:
        return f"{_after(prospect)} to win, not {_after(best)}"
    return f"about {rough_percent(one)} to win, not about {rough_percent(other)}"


def _after(prospect: Prospect) -> str:
    """The exact chance to win once the guess was safe."""
    assert prospect.wins is not None
    (wins, layouts), (mined, whole) = prospect.wins, prospect.odds
    return percent(wins * whole, layouts * (whole - mined))
