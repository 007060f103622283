"""Lessons and the guided game in text mode.

A lesson shows a position, collects the player's marks, judges them and explains the answer. The game waits behind it
with its clock stopped, and nothing in a lesson counts for the game. `play/lessons.py` makes the lessons,
`play/judging.py` judges the answers, and `play/guided_game.py` has the steps of the guided game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from minesweeper.assist.naming import LISTED, SPOKEN, UNMARKED, Room, name_cells
from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import LEARNING_ORDER, Topic
from minesweeper.core.cells import Grid, contains, first_cell
from minesweeper.core.position import places
from minesweeper.core.text import capitalise, quote
from minesweeper.plain.assistants import deduction_facts
from minesweeper.plain.coords import split_cells
from minesweeper.plain.game_commands import (
    LessonTurn,
    LineAction,
    PlainState,
    Refusal,
    Reply,
    changes,
    read_cell,
    typed,
)
from minesweeper.plain.output import say_changes
from minesweeper.plain.start import describe_game, describe_size
from minesweeper.play.assist_level import LEVEL_OFF
from minesweeper.play.fair_example import fair_example
from minesweeper.play.game import Phase
from minesweeper.play.guided_game import ASSISTED, CHORD_STEP, NAME, GuidedGame, MoveWords, begin_step
from minesweeper.play.judging import (
    MOST_HINTS,
    NO_MARKS,
    Judgement,
    MarkedCells,
    Objection,
    find_hint,
    hint_click,
    judge_answer,
)
from minesweeper.play.lesson_drills import make_example
from minesweeper.play.lessons import (
    Answer,
    ComparedGuesses,
    Explanation,
    Lesson,
    Walkthrough,
    explain_lesson,
    judge_clicks,
    missed_lesson,
)
from minesweeper.play.session import Session
from minesweeper.solvers.deduction import ProvedCells, run_to_end
from minesweeper.storage.coaching import BEGIN, PRACTISE, REVIEWS, CoachReport, coach_games, coach_report
from minesweeper.storage.lesson_scores import MIXED, MODE_MIXED, MODE_TOPIC, make_answer


def short_title(topic: Topic) -> str:
    """The title of a topic as it's spoken and typed in text mode, such as ``1-1`` for *The 1-1 pattern*."""
    return topic.title.lower().removeprefix("the ").removesuffix(" pattern")


KINDS = ", ".join(map(short_title, LEARNING_ORDER))
_FAIR = ("fair", "fair boards", "guesses on fair boards")
_OVER = "This one is over. Type lesson for the next one, or leave to return to your game."
_NOTHING_ASKED = "This is an example, so it asks nothing. Type lesson for a position to solve."


def begin_lesson(state: PlainState, rest: str, by_example: bool = False) -> tuple[PlainState, Reply]:
    """Shows a lesson of the topic that `rest` names, otherwise of the present topic or the weakest one.

    A new topic begins with an example, and `by_example` always asks for one, but programs get only lessons. In mixed
    practice, a line without a topic shows the next of the ten lessons.
    """
    if rest.strip().lower() in _FAIR:
        return _show_example(state, *fair_example())
    named = _topic(rest.strip().lower())
    turn = state.lesson
    if turn is not None and turn.is_mixed and named is None and not by_example:
        return practise_mixed(state, "")
    current = turn.task.topic if turn is not None and isinstance(turn.task, Lesson) else None
    topic = named or current or state.book.course.weakest()
    is_new = by_example or named is not None or (current is None and not state.book.course.score(topic).tried)
    if is_new and not state.is_program:
        return _show_example(state, *run_to_end(make_example(topic)))
    # After an example, the player hasn't marked anything yet.
    is_first = current is None or named is not None or (turn is not None and turn.is_answered and not turn.marks)
    return _show_lesson(state, state.book.next_of(topic), is_first=is_first)


def practise_mixed(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows the next lesson of mixed practice: ten lessons from the topics that the player has begun, those that are
    due first. Their topics aren't named. A practice that was left today continues after its last answer. Refuses if the
    player has begun fewer than two topics, or has done all ten.
    """
    turn, course = state.lesson, state.book.course
    is_first = turn is None or not turn.is_mixed
    if not course.can_mix:
        raise Refusal("Mixed practice needs two topics that you have begun. Type lesson to begin one.")
    done = len(course.mixed)
    if not is_first and done == MIXED:
        raise Refusal(f"Mixed practice: {course.mixed_words}. Type leave, then mixed for another {MIXED}.")
    return _show_lesson(state, state.book.next_mixed(), is_first=is_first, number=done % MIXED + 1)


_HOW = {PRACTISE: "Type lesson {} to practise.", REVIEWS: "Type mixed for them.", BEGIN: "Type lesson one clue."}


def show_coach(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Says what the coach found in the last games, what to type for each finding, and the next step of the ladder."""
    store = state.book.store
    for _ in () if store is None else coach_games(store):
        pass
    report = CoachReport(state.book.course) if store is None else coach_report(store)
    head = [f"Coach, {report.title}." if report.title else "Coach."]
    for number, line in enumerate(report.lines, 1):
        how = _HOW.get(line.act, "").format("" if line.topic is None else short_title(line.topic))
        head.append(_line(f"{number}. {line.text}", how))
    misses = [{"kind": one.topic.value, "count": one.missed, "lost": one.lost} for one in report.misses]
    facts = {
        **{"games": report.games, "misses": misses, "guesses": report.guesses, "needless": report.needless},
        **{"due": [topic.value for topic in report.course.due_topics], "next": report.next_step},
    }
    return state, Reply(_line(report.remark, report.next_step), tuple(head), facts={"coach": facts})


def practise_loss(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows the position of the last loss as a lesson.

    The lessons after it have the same topic. Refuses if the last game wasn't lost, or if nothing could be proved.
    """
    if not state.session.game.exploded:
        raise Refusal("Practise works after a lost game. Type lesson for a lesson.")
    lesson = run_to_end(missed_lesson(state.session))
    if lesson is None:
        raise Refusal("Nothing could be proved there, so there is nothing to practise. Type lesson for a lesson.")
    state.book.put_first(lesson)
    return _show_lesson(state, state.book.next_of(lesson.topic), is_first=True)


def repeat_task(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows the board of the lesson again and repeats the task."""
    assert state.lesson is not None
    return state, state.lesson.reply


def _topic(text: str) -> Topic | None:
    """The topic that a text names, by its whole name, its beginning or one of its words.

    Returns None if the text is empty. Raises Refusal if it means no topic or several.
    """
    if not text:
        return None
    topics = [
        topic
        for topic in Topic
        if text in (topic.value, topic.value.replace("-", " "), topic.title.lower(), short_title(topic))
    ]
    for name in (lambda topic: topic.value, short_title):
        if not topics:
            topics = [topic for topic in Topic if name(topic).startswith(text) or text in name(topic).split()]
    if len(topics) != 1:
        raise Refusal(f"{quote(text, typed=True)} isn't a topic of lessons. Choose from {KINDS}.")
    return topics[0]


def _begin(
    state: PlainState,
    session: Session,
    task: Lesson | GuidedGame,
    reply: Reply,
    example: Explanation | None = None,
    *,
    is_mixed: bool = False,
) -> tuple[PlainState, Reply]:
    """Puts the board of a lesson, or of an example with its proof, in front of the game, which waits."""
    is_above_lesson = isinstance(task, GuidedGame) and state.lesson is not None
    behind = _left(state) if is_above_lesson else replace(state.game_to_save, settings=state.settings)
    # The repeated task leaves out what was said about the move before it.
    task_reply = replace(reply, head=reply.head[-1:])
    is_example = example is not None
    turn = LessonTurn(
        task,
        behind,
        task_reply,
        is_answered=is_example,
        explained=example,
        is_example=is_example,
        is_mixed=is_mixed,
    )
    return replace(behind.begin(session, LEVEL_OFF), lesson=turn), reply


def _show_lesson(
    state: PlainState, lesson: Lesson, is_first: bool, number: int | None = None
) -> tuple[PlainState, Reply]:
    """Shows a lesson.

    If it has a `number`, it belongs to mixed practice, and its topic isn't named. If it `is_first`, the reply explains
    the commands.
    """
    # The session gets an id, because `changes` compares two boards only if they belong to the same game.
    session = lesson.session._replace(id=lesson.id, last=lesson.at)
    how = about = ""
    if is_first:
        how = "Type hint for a hint, repeat for the board, lesson for another position, leave to return."
        if not lesson.clicks:
            mark = _how_to_mark(replace(state, session=session), lesson)
            how = f"{mark}; tip for the proof; help lesson for what counts. {how}"
        task = state.lesson.task if state.lesson is not None else None
        is_known = isinstance(task, Lesson) and task.topic is lesson.topic
        about = "" if number or is_known else lesson.topic.about
    blank = "If nothing can be proved, type done without marks." if number and lesson.wants_proof else ""
    title = (
        f"Mixed practice {number} of {MIXED}{', continued' * (is_first and number > 1)}."
        if number
        else f"Lesson, {short_title(lesson.topic)}."
    )
    head = _line(title, _size(state, session), about, lesson.origin)
    reply = Reply(
        _line(lesson.task.replace("choose Done", "type done"), blank, how),
        (head,),
        board=True,
        near=lesson.at,
        facts=_facts(lesson, is_mixed=bool(number)),
    )
    return _begin(state, session, lesson, reply, is_mixed=bool(number))


def _how_to_mark(state: PlainState, lesson: Lesson) -> str:
    """Says how to type an answer, with a cell that can be marked."""
    cell = typed(state, first_cell(lesson.game.hidden & ~lesson.game.flags))
    if lesson.values is not None:
        return f"To mark the cell that you would open, type safe {cell}, then done"
    either = ", which counts the same here" if lesson.fifty else ""
    return f"Type safe {cell} or mine {cell}{either}, then done"


def _line(*parts: str) -> str:
    """Joins the parts that aren't empty to one line."""
    return " ".join(filter(None, parts))


def _size(state: PlainState, session: Session) -> str:
    """Says the size of the board in spoken mode, because the board isn't drawn there. Empty otherwise."""
    return f"{describe_size(session.spec)}." if state.is_spoken else ""


def _show_example(state: PlainState, lesson: Lesson, proof: Explanation) -> tuple[PlainState, Reply]:
    """Shows a worked example."""
    session = lesson.session._replace(id=lesson.id)
    step = _step_words(state, proof, "step to go through it")
    how = f"Type {f'{step}, ' if step else ''}lesson for a position to solve."
    head = _line(f"Example, {lesson.name or short_title(lesson.topic)}.", _size(state, session), lesson.about)
    reply = Reply(f"{_reason(state, proof)} {how}", (head,), board=True, facts=_facts(lesson))
    return _begin(state, session, lesson, reply, proof)


def _room(state: PlainState) -> Room:
    """Where the sentences of a lesson are read: aloud or on a page."""
    return SPOKEN if state.is_spoken else UNMARKED


def _reason(state: PlainState, proof: Explanation | Judgement) -> str:
    """Explains an answer. A player who listens hears only the best guess at first."""
    compared = proof.reason if isinstance(proof, Judgement) else proof
    if state.is_spoken and isinstance(compared, ComparedGuesses):
        verdict = proof.verdict if isinstance(proof, Judgement) else ""
        return _line(verdict, compared.steps_in(SPOKEN.naming)[0].text)
    return proof.text(_room(state))


def _step_words(state: PlainState, proof: Explanation | Judgement, otherwise: str) -> str:
    """What the command ``step`` shows next, to follow *Type*. Empty if there is no step, or only one.

    ``otherwise`` is said unless there is something better to say.
    """
    if len(proof.steps) < 2:
        return ""
    if isinstance(proof, Judgement):
        if proof.rest:
            return "step for the proofs of all cells"
        if len(proof.objections) > 1:
            return "step for more"
    is_short = state.is_spoken and isinstance(proof.reason if isinstance(proof, Judgement) else proof, ComparedGuesses)
    return "step for the other guesses" if is_short else otherwise


def leave_lesson(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Returns to the game. Refuses if no lesson is shown."""
    if state.lesson is None:
        raise Refusal("You aren't in a lesson. Type lesson to start one.")
    return _return(state, f"Your game is ready. {capitalise(describe_game(state.game_to_save.session))}.")


def _left(state: PlainState) -> PlainState:
    """What waits behind the guided game: the lesson in which it was begun, or the game."""
    turn = state.lesson
    if turn is None or isinstance(turn.task, Lesson):
        return state
    return replace(turn.behind, settings=state.settings)


def _return(state: PlainState, first: str) -> tuple[PlainState, Reply]:
    """Returns to the game that waits behind the lesson, or from the guided game to the lesson that waits behind it.

    `first` is what to say if the first cell of the game isn't open yet.
    """
    back = _left(state)
    if back.lesson is not None and back is not state:
        return back, replace(back.lesson.reply, head=("Back in your lesson.", *back.lesson.reply.head))
    game = replace(state.game_to_save, settings=state.settings)
    text = first if game.session.game.phase is Phase.READY else "Back in your game."
    return game, Reply(text, board=True, near=game.session.last)


def show_step(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows the next step of the proof or, with ``back``, the one before. Refuses if no proof is shown."""
    turn = state.lesson
    steps = turn.explained.steps_in(_room(state).naming) if turn is not None and turn.explained is not None else ()
    if turn is None:
        raise Refusal("There is no proof to walk through. Type lesson to start a lesson.")
    if turn.explained is None:
        raise Refusal("The steps follow the answer. Type done to judge your marks, or tip for the proof.")
    if not steps:
        return state, Reply("That was the whole explanation: it has no steps. Type lesson for a position to solve.")
    by = -1 if rest.strip().lower() == "back" else 1
    if len(steps) == 1 and by > 0:
        return state, Reply("That was the whole proof: it can't be split into steps.")
    at = max(0, turn.at + by)
    if at == len(steps):
        every = ": every cell is proved" if isinstance(turn.explained, Judgement) and turn.explained.rest else ""
        return state, Reply(f"That was the last step{every}. Type lesson for a position to solve.")
    text = f"Step {at + 1} of {len(steps)}. {steps[at].text}"
    return replace(state, lesson=replace(turn, at=at)), Reply(text)


def played(action: LineAction) -> LineAction:
    """Wraps the function of a command that plays a move, so that it works in the guided game and in lessons about
    clicks.
    """
    return lambda state, rest: _judge_move(state, *action(state, rest))


def marked_or_played(action: LineAction, *, is_mine: bool) -> LineAction:
    """Wraps the function of a command so that it marks a cell in a lesson.

    In the guided game and in lessons about clicks it plays the move.
    """

    def mark_or_play(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
        turn = state.lesson
        assert turn is not None
        is_played = isinstance(turn.task, GuidedGame) or turn.task.topic is Topic.CHORDS
        return played(action)(state, rest) if is_played else mark_cells(state, rest, is_mine=is_mine)

    return mark_or_play


def _lesson_turn(state: PlainState) -> tuple[LessonTurn, Lesson]:
    """The lesson that waits for an answer, with its turn. Raises Refusal if there is none."""
    turn = state.lesson
    if turn is None or not isinstance(turn.task, Lesson):
        raise Refusal("This works in a lesson. Type lesson to start one.")
    _need_open_question(turn)
    return turn, turn.task


def _need_open_question(turn: LessonTurn) -> None:
    """Raises Refusal if the lesson has been answered, or if it is an example."""
    if turn.is_answered:
        raise Refusal(_NOTHING_ASKED if turn.is_example else _OVER)


def mark_cells(state: PlainState, rest: str, *, is_mine: bool) -> tuple[PlainState, Reply]:
    """Marks cells as safe or as mines.

    A cell that has this mark already loses it. The marks aren't judged before ``done``.
    """
    turn, lesson = _lesson_turn(state)
    if lesson.topic is Topic.CHORDS:
        raise Refusal("You know the mines here. Flag a mine, then open its number.")
    word = "mine" if is_mine else "safe"
    marks = turn.marks or NO_MARKS
    for text in split_cells(rest) or [rest]:
        cell = read_cell(state, text, word)
        after = marks.toggle(lesson, cell, is_mine=is_mine)
        if after == marks:
            can = "can't be marked: it is open or has a flag"
            if lesson.values is not None:
                can = "can't be marked as a mine: mark the cell that you would open as safe"
            raise Refusal(f"{capitalise(name_cells(lesson.game.grid, 1 << cell))} {can}.")
        marks, state = after, state.at(cell)
    return replace(state, lesson=replace(turn, marks=marks)), _marks_reply(state, lesson, marks)


def read_marks(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Says which cells are marked."""
    turn, lesson = _lesson_turn(state)
    return state, _marks_reply(state, lesson, turn.marks or NO_MARKS)


def _marks_reply(state: PlainState, lesson: Lesson, marks: MarkedCells) -> Reply:
    """The reply that lists the marks."""
    naming = _room(state).naming
    parts = [
        f"{word}: {name_cells(lesson.game.grid, cells, LISTED, naming)}"
        for word, cells in (("safe", marks.safe), ("mine" if marks.mined.bit_count() == 1 else "mines", marks.mined))
        if cells
    ]
    text = f"Marked {'; '.join(parts)}." if parts else "Nothing is marked."
    return Reply(text, facts=_facts(lesson, marks=marks, is_mixed=state.lesson is not None and state.lesson.is_mixed))


def judge_marks(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Judges the marks and explains the answer.

    If nothing is marked although a cell is provable, it only says so, and the player may go on marking.
    """
    turn, lesson = _lesson_turn(state)
    if lesson.topic is Topic.CHORDS:
        raise Refusal("This one is done when the board is cleared. Flag a mine, then open its number.")
    marks = turn.marks or NO_MARKS
    judgement = run_to_end(judge_answer(lesson, marks))
    if not (marks.safe | marks.mined or judgement.is_right):
        hint = (
            "Type hint for a hint." if turn.hints < MOST_HINTS else "Mark what the last hint proved; hint repeats it."
        )
        return state, Reply(f"{judgement.verdict} {hint}")
    return _answered(state, turn, lesson, judgement, Answer.RIGHT if judgement.is_right else Answer.WRONG)


def show_hint(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Gives the next of four hints, the last of which is the proof.

    In a lesson about clicks, the hint is the next move.
    """
    turn = state.lesson
    if turn is not None and isinstance(turn.task, GuidedGame):
        return show_proof(state, rest)
    turn, lesson = _lesson_turn(state)
    if lesson.clicks:
        click = hint_click(lesson, state.session.game, _room(state).naming)
        return replace(state, lesson=replace(turn, hints=turn.hints + 1)), Reply(click.text)
    number = min(turn.hints + 1, MOST_HINTS)
    hint = find_hint(lesson, number, run_to_end(explain_lesson(lesson)), _room(state).naming)
    return replace(state, lesson=replace(turn, hints=number)), Reply(f"Hint {number} of {MOST_HINTS}. {hint.text}")


def show_proof(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows the proof of a move.

    In a lesson this ends the question: the answer counts as shown, which is neither right nor wrong.
    """
    turn = state.lesson
    assert turn is not None
    if isinstance(turn.task, GuidedGame):
        return _show_guided_tip(state, turn, turn.task)
    _need_open_question(turn)
    explanation = run_to_end(explain_lesson(turn.task))
    if explanation is None:
        judgement = run_to_end(judge_answer(turn.task, NO_MARKS))
        return _answered(state, turn, turn.task, judgement, Answer.SHOWN)
    return _answered(state, turn, turn.task, explanation, Answer.SHOWN)


def _answered(
    state: PlainState, turn: LessonTurn, lesson: Lesson, explanation: Explanation | Judgement, result: Answer
) -> tuple[PlainState, Reply]:
    """Explains an answer and stores it. The board of the lesson stays as it is."""
    after = replace(state, lesson=replace(turn, is_answered=True, explained=explanation))
    facts = {**_facts(lesson, result, turn.marks), **_explained_facts(explanation)}
    named = f"This was {lesson.topic.title}." if turn.is_mixed and not lesson.is_blank else ""
    step = _step_words(state, explanation, "")
    text = _line(_reason(state, explanation), named, step and f"Type {step}.", _keep(state, lesson, result))
    return after, Reply(text, near=first_cell(explanation.changes) if explanation.changes else None, facts=facts)


def _explained_facts(explained: Explanation | Judgement) -> dict[str, Any]:
    """The proof, the guesses, the missed cells and the two layouts of an explanation as JSON fields, as far as it has
    them.
    """
    grid = explained.position.grid
    if isinstance(explained, Judgement):
        first = explained.objections[0] if explained.objections else None
        reason = explained.reason
        if isinstance(reason, Objection):
            first, reason = reason, None
        shown = reason if first is None else first.proof
        facts = {} if shown is None else _explained_facts(shown)
        if first is not None and first.layouts is not None:
            facts["layouts"] = [places(grid, cells) for cells in first.layouts.differences]
        return {**facts, "missed": _cell_facts(grid, explained.missed)}
    if isinstance(explained, Proof):
        return deduction_facts(explained)
    if isinstance(explained, Walkthrough):
        return {"clicks": [[click.kind, *grid.row_col(click.cell)] for click in explained.lesson.clicks]}
    ranked = explained.values.ranked
    return {"guesses": [{"cell": grid.row_col(one.cell), "odds": 1 - one.safety, "win": one.chance} for one in ranked]}


def _cell_facts(grid: Grid, cells: ProvedCells | MarkedCells) -> dict[str, Any]:
    """Safe cells and mines as JSON fields."""
    return {"safe": places(grid, cells.safe), "mines": places(grid, cells.mined)}


def _keep(state: PlainState, lesson: Lesson, result: Answer) -> str:
    """Stores an answer, unless it was only shown.

    Returns a line that says how the player does in the topic and, if the answer couldn't be stored, why.
    """
    turn = state.lesson
    assert turn is not None
    problem = ""
    if result is not Answer.SHOWN:
        milliseconds = round(1000 * state.session.elapsed)
        mode = MODE_MIXED if turn.is_mixed else MODE_TOPIC
        answer = make_answer(lesson, result, turn.marks or NO_MARKS, milliseconds, turn.hints, mode)
        problem = state.book.keep(lesson, answer) or ""
    elif turn.is_mixed:
        state.book.skip_mixed(lesson)
    course = state.book.course
    score = "" if lesson.is_blank else course.score(lesson.topic).text
    score_text = (
        f"{capitalise(short_title(lesson.topic))}: {score} right. {course.about(lesson.topic)}" if score else ""
    )
    return _line(score_text, problem, "Type lesson for the next one.")


def _judge_move(state: PlainState, moved: PlainState, reply: Reply) -> tuple[PlainState, Reply]:
    """Judges a move of the guided game, or counts a click in a lesson about clicks. Refuses moves in other lessons."""
    turn = state.lesson
    assert turn is not None
    if isinstance(turn.task, GuidedGame):
        return _guide(state, turn, turn.task, moved)
    if turn.task.topic is not Topic.CHORDS:
        raise Refusal("Nothing is opened in this lesson. Mark cells with safe and mine, then type done.")
    return _count_click(state, turn, turn.task, moved, reply)


def _count_click(
    state: PlainState, turn: LessonTurn, lesson: Lesson, moved: PlainState, reply: Reply
) -> tuple[PlainState, Reply]:
    """Counts a click in a lesson about clicks.

    When the board is cleared, it judges whether the clicks were few enough.
    """
    _need_open_question(turn)
    if moved.session.game.exploded:
        if contains(state.session.game.opened, moved.session.moves[-1].cell):
            raise Refusal("A flag is wrong: this chord would open a mine. Type repeat to read the board again.")
        raise Refusal("There is a mine. Type repeat to read again where the mines are.")
    if not moved.session.game.is_over:
        return replace(moved, lesson=turn), replace(reply, facts=_facts(lesson))
    result, text = judge_clicks(lesson, moved.session)
    # The state keeps the running game, because text mode would ask for a new game after one that is over.
    after = replace(state, lesson=replace(turn, is_answered=True, explained=Walkthrough(lesson)))
    text = f"{text} Type step for the shortest sequence known."
    return after, Reply(f"{text} {_keep(state, lesson, result)}", facts=_facts(lesson, result))


def _facts(
    lesson: Lesson, answer: Answer | None = None, marks: MarkedCells | None = None, *, is_mixed: bool = False
) -> dict[str, Any]:
    """A lesson as JSON fields. In mixed practice they don't name the topic before the answer."""
    right = None if answer in (None, Answer.SHOWN) else answer is Answer.RIGHT
    facts = {"lesson": {"id": lesson.id, "kind": lesson.topic.value, "right": right}}
    if is_mixed:
        facts["lesson"].update(id=None, kind=None)
    return {**facts, **({} if marks is None else {"marks": _cell_facts(lesson.game.grid, marks)})}


# ------------------------------------------------------------------------------
# Guided game
# ------------------------------------------------------------------------------


def learn(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Begins the guided game. If it is shown already, it repeats the present step."""
    if state.lesson is not None and isinstance(state.lesson.task, GuidedGame):
        return repeat_task(state, rest)
    return _show_guided(state, begin_step(), f"{NAME}.")


def _show_guided(state: PlainState, guided: GuidedGame, before: str) -> tuple[PlainState, Reply]:
    """Shows a step of the guided game. `before` is said first."""
    session = guided.session._replace(id=f"guided/{guided.number}")
    task = guided.say(guided.step.task, _keys(replace(state, session=session), guided), _room(state).naming)
    end = "Type repeat for this step again, leave to stop." if guided.number == 0 else ""
    head = before, _line(f"{capitalise(session.preset)}.", _size(state, session))
    reply = Reply(_line(task, end), head, board=True, near=guided.step.look, facts=_guided_facts(guided))
    return _begin(state, session, guided._replace(session=session), reply)


def _keys(state: PlainState, guided: GuidedGame) -> MoveWords:
    """How the moves of a step are typed, for the sentences of the guided game."""
    here, first = typed(state, guided.step.look), typed(state, 0)
    return MoveWords(
        f"type {here}",
        f"type flag {first}, then flag the other",
        f"type {here}",
        "type tip",
        marked=False,
        afterwards="Type lesson to practise.",
        header="Type status for the mines left and your time.",
        move="Type board to see it again.",
    )


def _show_guided_tip(state: PlainState, turn: LessonTurn, guided: GuidedGame) -> tuple[PlainState, Reply]:
    """Proves a move of the guided game.

    Typed again, it plays the move. In the step about chords, and where nothing can be proved, it says how to make the
    move instead.
    """
    proof = guided.tip()
    if proof is None or guided.number == CHORD_STEP:
        return state, Reply(guided.say(guided.step.hint, _keys(state, guided), _room(state).naming))
    if state.asked == state.position:
        moved = state.with_session(state.session.apply_assist(proof.safe, proof.mined, "tip"))
        return _guide(state, turn, guided, moved)
    text = _line(proof.text(_room(state)), "" if turn.hints else ASSISTED, "Type tip again to play it.")
    return replace(state, asked=state.position, lesson=replace(turn, hints=turn.hints + 1)), Reply(text)


def _guide(state: PlainState, turn: LessonTurn, guided: GuidedGame, moved: PlainState) -> tuple[PlainState, Reply]:
    """Judges a move of the guided game. If the step is done, it shows the next one."""
    after, text, _ = guided.play(moved.session, _keys(state, guided), _room(state).naming)
    if not after.is_done:
        is_played = after is not guided
        shown = replace(state, session=after.session, lesson=replace(turn, task=after)) if is_played else state
        return shown, Reply(text, board=is_played, facts=_guided_facts(after))
    # The next board replaces this one, so the result of the move is said first.
    board = moved.session.game
    # Flags that a win sets by itself aren't a result of the move.
    made = board.flags if after.step.flags else board.opened
    result = " ".join(say_changes(moved, changes(state, moved) & made))
    if not after.is_last:
        return _show_guided(state, after.next(), _line(result, text))
    ready = f"Now your own game, {describe_game(state.game_to_save.session)}. Type a cell to open it."
    back, reply = _return(state, ready)
    return back, replace(reply, message=_line(result, text, reply.message), facts=_guided_facts(after))


def _guided_facts(guided: GuidedGame) -> dict[str, Any]:
    """The step of the guided game as JSON fields. Steps count from 1."""
    return {"guided": {"step": guided.number + 1, "done": guided.is_done}}
