"""The best guess in words: how safe it is now, how likely it wins, and why another guess is worse.

A `GuessComparison` has the best guess and others to compare, but only numbers, so the functions here write its
sentences for the game, text mode and commands. They never claim more than was computed. An exact win chance is that of
best play. An estimate is how often a bot wins, and every text says so.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum

from minesweeper.assist.naming import Naming, name_cell
from minesweeper.core.position import Position
from minesweeper.core.text import (
    capitalise,
    percent,
    percent_within,
    points,
    points_figure,
    rough_percent,
    say_percent,
    say_rough,
    whole_margin,
)
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.guess import GuessKind
from minesweeper.solvers.win_chance import GuessComparison, GuessValue, best_chance, guess_to_show

_SAME = 1e-9
"""Chances whose difference is smaller count as equal, because the difference comes from rounding."""


def find_guess(
    position: Position, think: float, previous: Analysis | None = None, is_fair: bool = False, near: int | None = None
) -> Generator[None, None, GuessComparison]:
    """Finds the best guess and guesses to compare with it, in slices.

    The search takes up to `think` seconds. `previous` is the analysis of an earlier position of the game, which saves
    time. On a fair board all guesses are equally good, so the one nearest to the cell ``near`` is best. If a cell is
    proved safe, the comparison contains this cell and no guess.
    """
    analysis = yield from analyse(position, previous)
    return (yield from guess_to_show(analysis, think, is_fair, near))


def guess_sentence(comparison: GuessComparison, number: int = 0) -> str:
    """Describes one guess of a comparison in a sentence. `number` is its rank, and 0 is the best guess.

    The sentence of a lower rank also says why it is worse. If the best move is proved safe, the sentence says that no
    guess is needed.
    """
    shown = comparison.ranked[number]
    grid, is_exact = comparison.position.grid, comparison.best.is_exact
    place, words = name_cell(grid, shown.cell), guess_words(shown, is_exact)
    if comparison.best.kind is GuessKind.FAIR:
        return f"Nothing can be proved, so {_fair_forms(place)[0]}"
    if number:
        loss = f", {loss_words(shown)}" if shown.regret else ""
        return f"{capitalise(place)}: {words}{loss}. {why_worse(comparison, shown)}"
    return f"Best guess: {place}, {words}." if shown.odds[0] else f"No guess is needed: {place} is safe."


def marked_guess_forms(comparison: GuessComparison, mark: str) -> list[str]:
    """Describes the best guess for a screen that shows `mark` on its cell, in forms from the longest to the shortest.

    The shortest form of a guess with a known win chance has two lines.
    """
    best, is_exact = comparison.ranked[0], comparison.best.is_exact
    if comparison.best.kind is GuessKind.FAIR:
        return [f"Nothing can be proved, so {_fair_forms(mark)[0]}", *_fair_forms(mark)]
    if not best.odds[0]:
        return [f"{mark} is safe: no guess is needed.", f"{mark} is safe."]
    verdict, odds, win = f"{mark} is the best guess", percent(*best.odds, is_exact), brief_win(best)
    forms = [f"{verdict}: {guess_words(best, is_exact)}.", f"{verdict}: {odds} risk, {win}." if win else ""]
    return [*filter(None, forms), f"{mark} best: {odds}\n{win}" if win else f"{mark} best: {odds}."]


def _fair_forms(cell: str) -> list[str]:
    """Says that a guess on a fair board survives, in a long and a short form.

    Other guesses survive there too, so nothing is said about chances.
    """
    return [f"{cell} survives, like any cell that isn't proved a mine.", f"{cell} survives."]


def guess_forms(comparison: GuessComparison, number: int = 0) -> list[str]:
    """Describes a guess for a screen that doesn't mark its cell, in forms from the longest to the shortest. `number` is
    its rank, and 0 is the best guess.

    The shortest forms have two lines, for the smallest screens.
    """
    shown, is_exact = comparison.ranked[number], comparison.best.is_exact
    sentence, short = guess_sentence(comparison, number), name_cell(comparison.position.grid, shown.cell, Naming.SHORT)
    if comparison.best.kind is GuessKind.FAIR:
        return [sentence, *_fair_forms(short)]
    odds, words, win = percent(*shown.odds, is_exact), guess_words(shown, is_exact), brief_win(shown)
    if number:
        rank = f"{number + 1}/{len(comparison.ranked)}"
        name, safety = f"{rank} {short}", safety_of(comparison, shown).value
        loss = f", {loss_words(shown)}" if shown.regret is not None else ""
        return [
            f"{rank}  {sentence}",
            f"{name}: {words}{loss}; {safety}.",
            f"{name}: {words}{loss}.",
            f"{name} {odds} {brief_loss(shown)}".rstrip() + f"\n{win or safety}",
            f"{name}: {odds}\n{win or safety}",
        ]
    if not shown.odds[0]:
        return [sentence, f"{short} is safe."]
    if not win:
        return [sentence, f"Best guess: {short}, {odds}."]
    return [sentence, f"Best: {short}, {words}.", f"Best {short}: {odds}\n{win}"]


def win_words(value: GuessValue) -> str:
    """The win chance with its noun: ``61.3% win chance`` if it is exact, otherwise ``a bot wins about 61%, give or take
    3``. Empty if it is unknown.
    """
    text = win_text(value)
    if value.wins is None:
        return text and f"a bot wins {text}"
    return f"{text} win chance"


def win_text(value: GuessValue) -> str:
    """The win chance as part of a sentence, with the margin of an estimate. Empty if it is unknown."""
    if value.wins is not None:
        return say_percent(*value.wins)
    return "" if value.chance is None else percent_within(value.chance, value.margin)


def win_figure(value: GuessValue) -> str:
    """The win chance as a figure for a table, without the margin of an estimate. Empty if it is unknown."""
    if value.wins is not None:
        return percent(*value.wins)
    return "" if value.chance is None else rough_percent(value.chance, exact=False)


def brief_win(value: GuessValue) -> str:
    """The win chance in a few columns: ``wins 61.3%`` if it is exact, otherwise ``bot wins ~61% +-3``.

    Empty if it is unknown.
    """
    if value.chance is None:
        return ""
    return f"{'wins' if value.wins else 'bot wins'} {win_range(value)}"


def win_range(value: GuessValue) -> str:
    """The win chance as a figure with the margin of an estimate: ``61.3%`` or ``~61% +-3``. Empty if it is unknown."""
    figure = win_figure(value)
    return f"{figure} +-{whole_margin(value.margin)}" if figure and value.wins is None else figure


def chance_to_show(
    position: Position, seconds: float, analysis: Analysis
) -> Generator[None, None, tuple[str, str] | None]:
    """Finds the win chance of a position, in slices, as a sentence and as a figure.

    If the position is too large for an exact search, the chance is estimated in up to `seconds`. Returns None if the
    chance stays unknown, for example because `seconds` is 0.
    """
    best = yield from best_chance(analysis, seconds)
    return best and chance_words(best)


def chance_words(best: GuessValue) -> tuple[str, str] | None:
    """The win chance of a position as a sentence and as a figure, given its best guess.

    Returns None if the chance is unknown.
    """
    text = win_text(best)
    return (f"{'Best play' if best.wins else 'A bot'} wins {text}", win_figure(best)) if text else None


def guess_words(value: GuessValue, is_exact: bool = True) -> str:
    """The mine risk of a guess and its win chance, such as ``12.5% mine risk; 61.3% win chance``.

    If the win chance is unknown, the text has only the risk. `is_exact` says whether the odds are exact.
    """
    risk, win = f"{say_percent(*value.odds, is_exact)} mine risk", win_words(value)
    return f"{risk}; {win}" if win else risk


def loss_words(value: GuessValue) -> str:
    """How much lower the win chance of a guess is than that of the best guess, as ``8.2 points less`` or ``as good``.

    Empty if it is unknown.
    """
    regret = value.regret
    if regret is None:
        return ""
    return f"{points(regret, value.is_exact)} points less" if regret else "as good"


def brief_loss(value: GuessValue) -> str:
    """How much lower the win chance of a guess is than that of the best guess, as ``-8.2`` or, if it is as good, ``=``.

    Empty if it is unknown.
    """
    if value.regret is None:
        return ""
    return f"-{points_figure(value.regret, value.is_exact)}" if value.regret else "="


class Safety(Enum):
    """Whether opening a guess now is safer than opening the best guess, as safe, or riskier.

    Only the mine risk of the cell counts, not the win chance.
    """

    SAFER = "safer"
    SAME = "as safe"
    RISKIER = "riskier"


def safety_of(comparison: GuessComparison, value: GuessValue) -> Safety:
    """Compares the mine risk of a guess with that of the best guess."""
    more = value.safety - comparison.ranked[0].safety
    return Safety.SAME if abs(more) < _SAME else Safety.SAFER if more > 0 else Safety.RISKIER


def why_worse(comparison: GuessComparison, value: GuessValue) -> str:
    """Says in a sentence why a guess is ranked below the best guess. Empty for the best guess itself."""
    best = comparison.ranked[0]
    if value.cell == best.cell:
        return ""
    safety = safety_of(comparison, value)
    now = f"{capitalise(safety.value)} now"
    if value.regret is None:
        return _why_ranked_lower(safety, value, best)
    if not value.regret:
        return _why_as_good(safety, value)
    if not value.safety:
        return "It is a mine."
    if safety is not Safety.RISKIER:
        return f"{now}, but {'its clue reveals nothing' if value.clues == 1 else f'then {_then(value, best)}'}."
    if not value.is_exact:
        return "Riskier, with no benefit later."
    before, after = best.win_if_safe or 0.0, value.win_if_safe or 0.0
    if after > before + _SAME:
        return f"Riskier now, which costs more than it gains: then {_then(value, best)}."
    return f"Riskier now, and then {'no better' if after > before - _SAME else _then(value, best)}."


def _why_as_good(safety: Safety, value: GuessValue) -> str:
    """Compares the safety of a guess whose win chance is as high as that of the best guess, as far as is known."""
    now = f"{capitalise(safety.value)} now"
    # The guess lost the race, but its win chance came out higher, because it was estimated on other layouts.
    if value.gap is not None and value.gap < 0:
        is_close = -value.gap <= value.gap_margin
        return f"{now}; its estimate came out higher{', by less than its margin' if is_close else ''}."
    if not value.is_exact:
        return f"{now}; equally good, as far as the estimate shows."
    return {
        Safety.SAME: "Equally good.",
        Safety.SAFER: "Equally good: safer now, worse chances later.",
        Safety.RISKIER: "Equally good: riskier now, better chances later.",
    }[safety]


def _why_ranked_lower(safety: Safety, value: GuessValue, best: GuessValue) -> str:
    """Says why a guess is ranked lower although win chances are unknown: by its safety, its chances for the next moves,
    or because the best guess may turn out to be a 50/50.
    """
    now = f"{capitalise(safety.value)} now"
    if value.score is None or best.score is None or value.score > best.score:
        return f"{now}."
    if value.score == best.score:
        return f"{now}, and equally promising."
    joint = "and" if safety is Safety.RISKIER else "but"
    # The best guess is neither safer nor more promising, so it ranks higher only because it may be in a 50/50.
    if value.safety * value.promise >= best.safety * best.promise:
        return f"{now}, {joint} the best guess may become a 50/50 anyway."
    if value.promise < best.promise:
        return f"{now}, {joint} less promising for the next moves."
    return f"{now}, and the next moves don't make up for that."


def _then(value: GuessValue, best: GuessValue) -> str:
    """Says how likely the guess wins after its cell has turned out safe, and how likely the best guess wins after its
    own cell has.
    """
    one, other = value.win_if_safe or 0.0, best.win_if_safe or 0.0
    if value.is_exact and best.is_exact:
        return f"{_after(value)} to win, not {_after(best)}"
    return f"{say_rough(one, exact=False)} to win, not {say_rough(other, exact=False)}"


def _after(value: GuessValue) -> str:
    """The exact win chance of a guess after its cell has turned out safe, as text."""
    assert value.wins is not None
    (wins, layouts), (mined, whole) = value.wins, value.odds
    return say_percent(wins * whole, layouts * (whole - mined))
