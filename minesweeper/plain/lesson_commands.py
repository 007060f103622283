"""Gives lessons in text mode: shows a position or a guided step, judges the typed move, and explains the answer.

The game waits behind the lesson with its clock stopped, and nothing of the lesson counts in it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from minesweeper.assist.naming import SPOKEN, UNMARKED, Room, name_cells
from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import Topic
from minesweeper.core.cells import CellSet, first_cell
from minesweeper.core.text import capitalise, quote
from minesweeper.plain.assistants import deduction_facts
from minesweeper.plain.game_commands import LessonTurn, LineAction, PlainState, Refusal, Reply, changes, typed
from minesweeper.plain.output import say_changes
from minesweeper.plain.start import describe_game, describe_size
from minesweeper.play.assist_level import LEVEL_OFF
from minesweeper.play.game import Phase
from minesweeper.play.guided_game import CHORD_STEP, NAME, GuidedGame, MoveWords, begin_step
from minesweeper.play.lesson_drills import EXAMPLE, make_lesson
from minesweeper.play.lessons import (
    Answer,
    ComparedGuesses,
    Lesson,
    answer_of,
    explain_answer,
    is_right,
    judge_clicks,
    missed_lesson,
    objection,
)
from minesweeper.play.session import Session
from minesweeper.solvers.deduction import run_to_end

KINDS = ", ".join(topic.value for topic in Topic)
_OVER = "This one is over. Type lesson for the next one, or leave to return to your game."


def begin_lesson(state: PlainState, rest: str, by_example: bool = False) -> tuple[PlainState, Reply]:
    """Shows a lesson: of the named topic, of the same one again, or of the weakest. A new topic starts by example."""
    named = _topic(rest.strip().lower())
    task = None if state.lesson is None else state.lesson.task
    current = task.topic if isinstance(task, Lesson) else None
    topic = named or current or state.book.course.weakest()
    is_new = by_example or named is not None or (current is None and not state.book.course.score(topic).tried)
    if is_new and topic is not Topic.CHORDS and not state.is_program:
        return _show_example(state, topic)
    return _show_lesson(state, state.book.next_of(topic), is_first=current is None or named is not None)


def practise_loss(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows the position of the last loss as a lesson, and others of its topic after it."""
    if not state.session.game.exploded:
        raise Refusal("Practise works after a lost game. Type lesson for a lesson.")
    lesson = run_to_end(missed_lesson(state.session))
    if lesson is None:
        raise Refusal("Nothing could be proved there, so there is nothing to practise. Type lesson for a lesson.")
    state.book.put_first(lesson)
    return _show_lesson(state, state.book.next_of(lesson.topic), is_first=True)


def repeat_task(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows the board again and repeats the task."""
    assert state.lesson is not None
    return state, state.lesson.reply


def _topic(text: str) -> Topic | None:
    """Finds the topic that a text names, by its beginning or one of its words; None if the text is empty."""
    if not text:
        return None
    topics = [topic for topic in Topic if text in (topic.value, topic.title.lower(), topic.value.replace("-", " "))]
    if not topics:
        topics = [topic for topic in Topic if topic.value.startswith(text) or text in topic.value.split()]
    if len(topics) != 1:
        raise Refusal(f"{quote(text, typed=True)} isn't a topic of lessons. Choose from {KINDS}.")
    return topics[0]


def _begin(
    state: PlainState,
    session: Session,
    task: Lesson | GuidedGame,
    reply: Reply,
    example: Proof | ComparedGuesses | None = None,
) -> tuple[PlainState, Reply]:
    """Puts the board of a lesson, or of an example with its proof, before the game, which waits."""
    behind = replace(state.game_to_save, settings=state.settings)
    task_reply = replace(reply, head=reply.head[-1:])  # without what was said about the move before
    turn = LessonTurn(task, behind, task_reply, is_answered=example is not None, explained=example)
    return replace(behind.begin(session, LEVEL_OFF), lesson=turn), reply


def _show_lesson(state: PlainState, lesson: Lesson, is_first: bool) -> tuple[PlainState, Reply]:
    # Unlike that of the screen, the session has an id, so that the changes of a move are those of this board.
    session = lesson.session._replace(id=lesson.id, last=lesson.at)
    proof, mines = "tip for the proof, ", ""
    if lesson.topic is Topic.CHORDS and lesson.game.layout is not None:
        proof, naming = "", _room(state).naming
        mines = f"The mines are at {name_cells(lesson.game.grid, lesson.game.layout.mines, 64, naming)}."
    how = about = ""
    if is_first:
        how = f"Type {proof}repeat for the board, lesson for another position, leave to return."
        about = lesson.topic.about
    head = _line(f"Lesson, {lesson.topic.value}.", _size(state, session), about, lesson.origin, mines)
    reply = Reply(_line(lesson.task, how), (head,), board=True, near=lesson.at, facts=_facts(lesson))
    return _begin(state, session, lesson, reply)


def _line(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _size(state: PlainState, session: Session) -> str:
    """Says the size of a board that isn't drawn."""
    return f"{describe_size(session.spec)}." if state.is_spoken else ""


def _show_example(state: PlainState, topic: Topic) -> tuple[PlainState, Reply]:
    """Shows the worked example of a topic."""
    lesson = run_to_end(make_lesson(topic, EXAMPLE))
    proof = run_to_end(explain_answer(lesson, 0, 0))
    session = lesson.session._replace(id=lesson.id)
    assert proof is not None
    step = "step to go through it, " if len(proof.steps) > 1 else ""
    how = f"Type {step}lesson for a position to solve."
    head = _line(f"Example, {topic.value}.", _size(state, session), topic.about)
    reply = Reply(f"{_reason(state, proof)} {how}", (head,), board=True, facts=_facts(lesson))
    return _begin(state, session, lesson, reply, proof)


def _room(state: PlainState) -> Room:
    return SPOKEN if state.is_spoken else UNMARKED


def _reason(state: PlainState, proof: Proof | ComparedGuesses) -> str:
    """Explains an answer. By ear, the guesses that follow the best one are read step by step."""
    if state.is_spoken and isinstance(proof, ComparedGuesses):
        return f"{proof.steps_in(SPOKEN.naming)[0].text} Type step for the other guesses."
    return proof.text(_room(state))


def leave_lesson(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Returns to the game."""
    if state.lesson is None:
        raise Refusal("You aren't in a lesson. Type lesson to start one.")
    return _return(state, f"Your game is ready. {capitalise(describe_game(state.game_to_save.session))}.")


def _return(state: PlainState, first: str) -> tuple[PlainState, Reply]:
    """Returns to the game, with a text of its own if its first cell isn't open yet."""
    game = replace(state.game_to_save, settings=state.settings)
    text = first if game.session.game.phase is Phase.READY else "Back in your game."
    return game, Reply(text, board=True, near=game.session.last)


def show_step(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows the next step of a proof, or the one before."""
    turn = state.lesson
    steps = turn.explained.steps_in(_room(state).naming) if turn is not None and turn.explained is not None else ()
    if turn is None or not steps:
        raise Refusal("There is no proof to walk through. In a lesson, type tip for the proof first.")
    by = -1 if rest.strip().lower() == "back" else 1
    if len(steps) == 1 and by > 0:
        return state, Reply("That was the whole proof: it can't be split into steps.")
    at = max(0, turn.at + by)
    if at == len(steps):
        return state, Reply("That was the last step. Type lesson for a position to solve.")
    text = f"Step {at + 1} of {len(steps)}. {steps[at].text}"
    return replace(state, lesson=replace(turn, at=at)), Reply(text)


def judged(action: LineAction) -> LineAction:
    """Makes the action of a command in a lesson, where its move is judged as an answer."""
    return lambda state, rest: _judge(state, *action(state, rest))


def show_proof(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Proves a move. In a lesson this ends the question: it counts as shown, neither right nor wrong."""
    turn = state.lesson
    assert turn is not None
    if isinstance(turn.task, GuidedGame):
        return _show_guided_tip(state, turn, turn.task)
    if turn.task.topic is Topic.CHORDS:
        raise Refusal("You know the mines here, so there is nothing to prove. Flag a mine, then open its number.")
    return _answer(state, turn, turn.task, state.session, (0, 0))


def _judge(state: PlainState, moved: PlainState, reply: Reply) -> tuple[PlainState, Reply]:
    """Judges a move as an answer."""
    turn = state.lesson
    assert turn is not None
    if isinstance(turn.task, GuidedGame):
        return _guide(state, turn, turn.task, moved)
    if turn.task.topic is Topic.CHORDS:
        return _count_click(state, turn, turn.task, moved, reply)
    answer = answer_of(state.session.game, moved.session)
    if not any(answer):
        raise Refusal("This flag is proved, so it stays. Open or flag another cell.")
    return _answer(state, turn, turn.task, moved.session, answer)


def _answer(
    state: PlainState, turn: LessonTurn, lesson: Lesson, session: Session, answer: tuple[CellSet, CellSet]
) -> tuple[PlainState, Reply]:
    if turn.is_answered:
        raise Refusal(_OVER)
    right = is_right(lesson, *answer)
    proof = run_to_end(explain_answer(lesson, *answer))
    assert proof is not None
    result = (Answer.RIGHT if right else Answer.WRONG) if any(answer) else Answer.SHOWN
    head = "Right." if right else objection(lesson, *answer) if any(answer) else ""
    # The last safe cell would end the game, and a cell that is not certain stays closed.
    is_shown = right and not session.game.is_over and lesson.values is None
    after = replace(state, lesson=replace(turn, is_answered=True, explained=proof))
    after = replace(after, session=session) if is_shown else after
    facts = {**_facts(lesson, result), **_explained_facts(proof)}
    text = _line(head, _reason(state, proof), _keep(state, lesson, result))
    return after, Reply(text, board=is_shown, near=first_cell(proof.safe | proof.mined), facts=facts)


def _explained_facts(proof: Proof | ComparedGuesses) -> dict[str, Any]:
    if isinstance(proof, Proof):
        return deduction_facts(proof)
    grid, ranked = proof.position.grid, proof.values.ranked
    return {"guesses": [{"cell": grid.row_col(one.cell), "odds": 1 - one.safety, "win": one.chance} for one in ranked]}


def _keep(state: PlainState, lesson: Lesson, result: Answer) -> str:
    """Stores an answer, and says how the player does in its topic."""
    problem = "" if result is Answer.SHOWN else state.book.keep(lesson, result is Answer.RIGHT) or ""
    score = state.book.course.score(lesson.topic).text
    score_text = f"{capitalise(lesson.topic.value)}: {score} right." if score else ""
    return _line(score_text, problem, "Type lesson for the next one.")


def _count_click(
    state: PlainState, turn: LessonTurn, lesson: Lesson, moved: PlainState, reply: Reply
) -> tuple[PlainState, Reply]:
    """Counts a click of a drill about clicks, and judges the cleared board."""
    if turn.is_answered:
        raise Refusal(_OVER)
    if moved.session.game.exploded:
        raise Refusal("There is a mine. Type repeat to read again where the mines are.")
    if not moved.session.game.is_over:
        return replace(moved, lesson=turn), replace(reply, facts=_facts(lesson))
    result, text = judge_clicks(lesson, moved.session)
    # The game isn't over for text mode, which would ask for a new one.
    after = replace(state, lesson=replace(turn, is_answered=True))
    return after, Reply(f"{text} {_keep(state, lesson, result)}", facts=_facts(lesson, result))


def _facts(lesson: Lesson, answer: Answer | None = None) -> dict[str, Any]:
    right = None if answer in (None, Answer.SHOWN) else answer is Answer.RIGHT
    return {"lesson": {"id": lesson.id, "kind": lesson.topic.value, "right": right}}


# ------------------------------------------------------------------------------
# The guided game.
# ------------------------------------------------------------------------------


def learn(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Begins the guided game; during a step, repeats it."""
    if state.lesson is not None and isinstance(state.lesson.task, GuidedGame):
        return repeat_task(state, rest)
    return _show_guided(state, begin_step(), f"{NAME}.")


def _show_guided(state: PlainState, guided: GuidedGame, before: str) -> tuple[PlainState, Reply]:
    """Shows a step of the guided game."""
    session = guided.session._replace(id=f"guided/{guided.number}")
    task = guided.say(guided.step.task, _keys(replace(state, session=session), guided), _room(state).naming)
    end = "Type repeat for this step again, leave to stop." if guided.number == 0 else ""
    head = before, _line(f"{capitalise(session.preset)}.", _size(state, session))
    reply = Reply(_line(task, end), head, board=True, near=guided.step.look, facts=_guided_facts(guided))
    return _begin(state, session, guided._replace(session=session), reply)


def _keys(state: PlainState, guided: GuidedGame) -> MoveWords:
    """Returns how the moves of a step are typed."""
    here, first = typed(state, guided.step.look), typed(state, 0)
    return MoveWords(
        f"type {here}",
        f"type flag {first}, then flag the other",
        f"type {here}",
        "type tip",
        marked=False,
        afterwards="Type lesson to practise.",
    )


def _show_guided_tip(state: PlainState, turn: LessonTurn, guided: GuidedGame) -> tuple[PlainState, Reply]:
    """Proves a move of the guided game; asked again, plays it. A step about one move says how to make it."""
    proof = guided.tip()
    if proof is None or guided.number == CHORD_STEP:
        return state, Reply(guided.say(guided.step.hint, _keys(state, guided), _room(state).naming))
    if state.asked == state.position:
        moved = state.with_session(state.session.apply_assist(proof.safe, proof.mined, "tip"))
        return _guide(state, turn, guided, moved)
    return replace(state, asked=state.position), Reply(f"{proof.text(_room(state))} Type tip again to play it.")


def _guide(state: PlainState, turn: LessonTurn, guided: GuidedGame, moved: PlainState) -> tuple[PlainState, Reply]:
    """Judges a move of the guided game, and shows the next step after a done one."""
    after, text, _ = guided.play(moved.session, _keys(state, guided), _room(state).naming)
    if not after.is_done:
        is_played = after is not guided
        shown = replace(state, session=after.session, lesson=replace(turn, task=after)) if is_played else state
        return shown, Reply(text, board=is_played, facts=_guided_facts(after))
    # The next board replaces this one, so the result of the move comes first.
    board = moved.session.game
    made = board.flags if after.step.flags else board.opened  # without the flags that a win sets
    result = " ".join(say_changes(moved, changes(state, moved) & made))
    if not after.is_last:
        return _show_guided(state, after.next(), _line(result, text))
    ready = f"Now your own game, {describe_game(state.game_to_save.session)}. Type a cell to open it."
    back, reply = _return(state, ready)
    return back, replace(reply, message=_line(result, text, reply.message), facts=_guided_facts(after))


def _guided_facts(guided: GuidedGame) -> dict[str, Any]:
    return {"guided": {"step": guided.number + 1, "done": guided.is_done}}
