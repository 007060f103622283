"""The commands of text mode that assist: check, tip, odds, guess, the solvers, the bot and unlock.

Assistants see only the position. *Unlock* alone looks at the mines, and its answer says so. A command that shows a move
plays it if it is typed again. The commands for what-if are in `what_if_commands`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from minesweeper.assist.answers import candidate_moves, hint_steps, odds_grid
from minesweeper.assist.best_guess import chance_to_show, find_guess, guess_sentence
from minesweeper.assist.naming import SPOKEN
from minesweeper.assist.tip import ExplainedMove, Proof, find_move, find_proof, no_proof_text
from minesweeper.core.cells import contains, first_cell, to_cell_set
from minesweeper.core.position import places
from minesweeper.core.text import plural, quote, say_percent, say_rough, with_article
from minesweeper.plain.game_commands import (
    PlainState,
    Refusal,
    Reply,
    answer_move,
    count_moves,
    example_cell,
    place,
    read_cell,
    typed,
)
from minesweeper.plain.output import say_odds
from minesweeper.play.fair import guess_fate
from minesweeper.play.game import Phase
from minesweeper.play.replay import guess_news
from minesweeper.play.session import Session
from minesweeper.play.unlock import unlock, unlock_sentence
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.guess import GuessKind
from minesweeper.solvers.players import MoveMemory, MoveRequest, MoveScope, next_move
from minesweeper.solvers.tips import NoProof
from minesweeper.solvers.win_chance import GuessComparison
from minesweeper.storage.game_summary import GameEnd


def check_moves(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Says whether a move can be proved.

    Typed again in the same position, it shows the move with its proof or, if there is none, unlocks the board.
    """
    if state.session.game.phase is Phase.READY:
        return state, Reply(f"{_any_first(state)} Type help for the commands.", facts={"certain": True})
    session = state.session.with_assistant("help")
    proof = _find_proof(state)
    is_proved = not isinstance(proof, NoProof)
    if state.asked != state.position:
        if isinstance(proof, NoProof):
            unproved = no_proof_text(proof.is_complete)
            text = f"{unproved} Type check again to unlock the board, or guess for the best guess."
            if session.is_judged:
                # In a fair game, a guess survives where nothing can be proved, so the board needn't be unlocked.
                comparison = _best_guess(state)
                guess = guess_sentence(comparison)
                text = guess if comparison.best.kind is GuessKind.FAIR else f"{unproved} {guess}"
        elif proof.wrong_flags:
            text = "A flag is wrong, and that can be proved. Type check again to see which one and why."
        else:
            text = "Yes, a move can be proved. Type check again to see which one and why."
        asked = replace(state, session=session, asked=state.position)
        return asked, Reply(text, facts={"certain": is_proved})
    if not is_proved:
        return (show_tip if session.is_judged else play_unlock)(state, rest)
    return show_tip(state, rest)


def _find_proof(state: PlainState) -> Proof | NoProof:
    """Finds the easiest provable move. Its proof may build on mines that were proved earlier in the game."""
    game, last = state.session.game, state.session.last
    return run_to_end(find_proof(game.position, game.flags, last, proved_mines=game.proved_mines))


def show_tip(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows a provable move with its proof.

    Typed again, it plays the move. If nothing can be proved, it shows the best guess.
    """
    session = state.session
    if session.game.phase is Phase.READY:
        return state, Reply(_any_first(state))
    shown = state.shown
    if isinstance(shown, Proof):
        cell = first_cell(shown.safe | shown.mined)
        return answer_move(state.at(cell), session.apply_assist(shown.safe, shown.mined, "tip"), cell)
    session = session.with_assistant("tip")
    proof = _find_proof(state)
    if isinstance(proof, NoProof):
        comparison = _best_guess(state)
        guess, more = guess_sentence(comparison), "Type guess to see it again"
        if comparison.best.kind is GuessKind.FAIR:
            text = f"{guess} {more}."
        else:
            text = f"{no_proof_text(proof.is_complete)} {guess} {more}, or unlock to open a safe cell."
        return state.with_session(session), Reply(text, facts={"deduction": None})
    text = proof.text(SPOKEN)
    if proof.wrong_flags:
        text = f"{text} Remove a flag with 'flag {typed(state, first_cell(proof.wrong_flags))}'."
    state = replace(state, session=session.with_proved_mines(proof.proved_mines), shown=proof)
    text = f"{text} {_how_to_move(state, proof)}"
    return state, Reply(text, facts=deduction_facts(proof))


def show_odds(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows the odds of all hidden cells, or of the one that `rest` names.

    Refuses for an opened cell, which has no odds.
    """
    session = state.session.with_assistant("overlay")
    game = session.game
    analysis = run_to_end(analyse(state.position))
    if not rest.strip():
        return state.with_session(session), _all_odds(state, analysis)
    cell = read_cell(state, rest, "odds")
    if contains(game.opened, cell):
        raise Refusal(f"{place(session, cell).capitalize()} is open. Only hidden cells have odds.")
    risk, layouts = analysis.odds(cell)
    odds = with_article(say_percent(risk, layouts))
    if not analysis.is_exact:
        odds = f"about {with_article(say_rough(risk / layouts))}"
    fate = guess_fate(analysis, cell)
    judged_words = "is undecided" if fate is None else f"is undecided, and a guess there {fate}"
    odds_words = judged_words if session.is_judged else f"has {odds} chance of being a mine"
    if risk in (0, layouts):
        odds_words = "is a mine" if risk else "is safe"
    facts = {"cell": game.grid.row_col(cell), "chance": risk / layouts, "exact": analysis.is_exact}
    return state.with_session(session), Reply(f"{place(session, cell).capitalize()} {odds_words}.", facts=facts)


def _all_odds(state: PlainState, analysis: Analysis) -> Reply:
    """The reply with the odds of all hidden cells. For people it also has the win chance, if that is known."""
    if state.is_program:
        return Reply("", facts={"odds": odds_grid(analysis), "exact": analysis.is_exact})
    chance, is_fair = None, state.session.is_judged
    if state.session.game.phase is not Phase.READY and not is_fair:
        chance = run_to_end(chance_to_show(state.position, state.settings.number("think"), analysis))
    message = "" if chance is None else f"{chance[0]}."
    if state.is_spoken:
        return Reply(message, tuple(say_odds(analysis, is_fair)))
    return Reply(message, odds=analysis, near=state.session.last)


def show_guess(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows the best guess. Typed again, it plays the guess. With ``all``, it shows other guesses to compare."""
    session, lists = state.session, rest.strip().lower() == "all"
    if rest.strip() and not lists:
        raise Refusal(
            f"{quote(rest, typed=True)} can't follow guess. Type 'guess' for the best guess, or 'guess all' to compare."
        )
    if session.game.phase is Phase.READY:
        return state, Reply(_any_first(state))
    shown = state.shown
    if not lists and isinstance(shown, GuessComparison):
        cell = shown.best.cell
        if contains(session.game.flags, cell):  # A flag is only the player's claim, so the guess removes it.
            session = session.mark(cell, question_marks=False, assistant="guess")
        return answer_move(state.at(cell), session.open_cell(cell, "guess"), cell)
    session = session.with_assistant("guess")
    comparison = _best_guess(state)
    move = comparison.best
    state = replace(state, session=session, shown=comparison)
    sentences = [guess_sentence(comparison, number) for number in range(len(comparison.ranked) if lists else 1)]
    again, same = "guess" if lists else "guess again", f"'{typed(state, move.cell)}'"
    if contains(session.game.flags, move.cell):
        how = f"It has your flag. Type {again} to remove the flag and open the cell"
    else:
        how = f"Type {again}, or {same}, to play it"
    if not comparison.is_guess:
        text = f"{sentences[0]} {how}, or tip for the reason."
    elif not (state.is_program or lists) and comparison.ranked[1:]:
        text = f"{sentences[0]} {how}, or guess all to compare others."
    else:
        text = f"{' '.join(sentences)} {how}."
    chance = move.odds[0] / move.odds[1]
    facts = {"guess": session.game.grid.row_col(move.cell), "chance": chance, "exact": move.is_exact}
    return state, Reply(text, facts=facts | _win_facts(comparison))


def _best_guess(state: PlainState) -> GuessComparison:
    """Finds the best guess, within the time to think that the settings allow."""
    think, session = state.settings.number("think"), state.session
    return run_to_end(find_guess(state.position, think, is_fair=session.is_judged, near=session.last))


def _win_facts(comparison: GuessComparison) -> dict[str, Any]:
    """The win chances of the best guess and its rivals, for programs. Empty if no guess is needed."""
    if not comparison.best.odds[0]:
        return {}
    candidates = [{"chance": one.odds, **one.to_data()} for one in candidate_moves(comparison)]
    return {**{name: candidates[0][name] for name in ("win", "win_exact", "win_margin")}, "candidates": candidates}


def play_unlock(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Opens safe cells until a move can be proved. This is the only assistant that looks at the mines."""
    session = state.session
    if session.game.phase is Phase.READY:
        return state, Reply(_any_first(state))
    unlocked = run_to_end(unlock(session.game, session.last))
    if not unlocked.cells:
        return state, Reply(unlock_sentence(unlocked))
    before, session = session, session.apply_assist(to_cell_set(unlocked.cells), 0, "unlock")
    news = f" {guess_news(before, session)}".rstrip()
    state, reply = answer_move(state, session, unlocked.cells[-1])
    end = f" {GameEnd(state.session).plain()}" if state.session.game.is_over else ""
    facts = {"unlocked": places(session.game.grid, to_cell_set(unlocked.cells))}
    return state, replace(
        reply, message=f"{unlock_sentence(unlocked)}{news}{end}", facts=facts, beyond=None, tells_cell=False
    )


def play_bot(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Lets the bot finish the game. It guesses where nothing can be proved."""
    session = state.session.with_assistant("bot")
    guesses = 0
    if session.game.phase is Phase.READY:
        grid = session.game.grid
        first = grid.cell(grid.height // 2, grid.width // 2)
        if contains(session.game.flags, first):
            session = session.mark(first, question_marks=False, assistant="bot")
        session = session.open_cell(first, "bot")
    while session.is_running:
        request = MoveRequest(session.game.position, scope="look", guesses=True, is_fair=session.is_judged)
        # With an analysis in its memory, the move opens all provable safe cells at once.
        memory = MoveMemory(run_to_end(analyse(request.position)))
        move = run_to_end(next_move("best", request, memory=memory))
        assert move is not None  # A move is always found, because the bot guesses if nothing can be proved.
        guesses += move.guess is not None
        session = session.apply_assist(move.safe, move.mined, "bot")
    state, reply = answer_move(state, session, session.last)
    summary = f"{GameEnd(session).plain()} The bot took {plural(guesses, 'guess')}."
    return state, replace(reply, message=summary, facts={"guesses": guesses}, beyond=None)


def play_solver(solver: str, state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Plays one move of a solver or, with ``all``, every move that it finds. Refuses if the solver finds none."""
    if rest.strip().lower() not in ("", "all"):
        raise Refusal(
            f"{quote(rest, typed=True)} can't follow {solver}. Type '{solver}' for one move,"
            f" or '{solver} all' for all moves."
        )
    session = state.session
    if session.game.phase is Phase.READY:
        raise Refusal(_any_first(state))
    scope: MoveScope = "all" if rest.strip() else "one"
    move = _next_move(state, session, solver, scope)
    if move is None:
        raise Refusal(f"The {solver} solver finds no move. Type check to find out whether one can be proved.")
    text = move.text(SPOKEN) if move.move.deduction or move.move.guess else ""
    if scope == "one":
        state = state.at(first_cell(move.safe | move.mined))
    while move is not None:
        session = session.with_proved_mines(move.mined).apply_assist(move.safe, move.mined, solver)
        move = _next_move(state, session, solver, scope) if scope == "all" and session.is_running else None
    moved, reply = answer_move(state, session, session.last)
    if rest.strip():
        before, after = state.session.game, session.game
        text = f"{count_moves(after.opened & ~before.opened, after.flags & ~before.flags)}."
    if session.game.is_over:
        text = f"{text} {GameEnd(session).plain()}"
    return moved, replace(reply, message=text, beyond=reply.beyond if rest.strip() else None, tells_cell=False)


def _next_move(state: PlainState, session: Session, solver: str, scope: MoveScope) -> ExplainedMove | None:
    """Asks a solver for its next move. Returns None if it is stuck."""
    game, depth = session.game, state.settings.number("solver_depth")
    request = MoveRequest(game.position, game.flags, depth, scope, game.proved_mines, is_fair=session.is_judged)
    return run_to_end(find_move(solver, request, session.last))


def _any_first(state: PlainState) -> str:
    """Says that the first cell is never a mine, so no assistant is needed before it is open."""
    return f"The first cell is never a mine. Open any cell, such as '{example_cell(state)}'."


def _how_to_move(state: PlainState, proof: Proof) -> str:
    """Says how to play the move of a tip.

    The cell is written in the words of sentences, because two bare numbers are easily confused with them.
    """
    cells, flag = (proof.safe, "") if proof.safe else (proof.changes, "flag ")
    if cells.bit_count() != 1 or proof.wrong_flags:
        return "Type tip again to play it."
    return f"Type tip again, or '{flag}{typed(state, first_cell(cells))}', to play it."


def deduction_facts(proof: Proof) -> dict[str, Any]:
    """A deduction as JSON fields, for programs that play."""
    grid, deduction = proof.position.grid, proof.deduction
    return {
        "deduction": {
            "kind": deduction.kind.value,
            "safe": places(grid, deduction.safe),
            "mined": places(grid, deduction.mined),
            "because": places(grid, deduction.because),
            "uses_total": deduction.uses_total,
            "flags": places(grid, deduction.assumes_mined),
            "steps": [step.to_data() for step in hint_steps(proof.position, deduction)],
        }
    }
