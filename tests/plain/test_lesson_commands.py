"""Lessons in text mode: answers are typed like moves, and the game behind the lesson waits."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from minesweeper.assist.naming import name_cells
from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import Topic
from minesweeper.core.cells import cells_of, first_cell
from minesweeper.core.position import read_position
from minesweeper.core.text import capitalise
from minesweeper.plain.console import to_data
from minesweeper.plain.game_commands import LessonTurn, PlainState
from minesweeper.plain.lesson_commands import KINDS, short_title
from minesweeper.plain.output import board_rows, say_reply
from minesweeper.plain.plain_autosave import PlainAutosave
from minesweeper.play.guesses import find_guesses
from minesweeper.play.guided_game import GuidedGame
from minesweeper.play.lesson_drills import make_lesson
from minesweeper.play.lessons import Lesson, explain_lesson
from minesweeper.play.replay import Replay
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.storage.games_table import FinishedGame, count_games, record_game
from minesweeper.storage.lesson_scores import LessonBook, all_answers
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.settings import Settings
from tests.plain.hearing import Hearing
from tests.plain.lines import CORNERS, play, refusal, start
from tests.plain.test_plain_autosave import type_lines
from tests.play.test_lesson_drills import PROOFS
from tests.play.test_lessons import a_guess
from tests.storage.storing import a_store, fill_disk
from tests.storage.test_coaching import played


def made(topic: Topic = Topic.TWO_CLUES, number: int = 1) -> Lesson:
    return run_to_end(make_lesson(topic, number))


def typed(lesson: Lesson, cell: int) -> str:
    row, col = lesson.game.grid.row_col(cell)
    return f"{row + 1} {col + 1}"


def a_doubtful_cell(lesson: Lesson) -> int:
    known = lesson.analysis
    return first_cell(lesson.game.hidden & ~(known.safe | known.mined))


def turn_of(game: PlainState) -> LessonTurn:
    assert game.lesson is not None
    return game.lesson


def lesson_of(game: PlainState) -> Lesson:
    lesson = turn_of(game).task
    assert isinstance(lesson, Lesson)
    return lesson


def fresh(game: PlainState) -> PlainState:
    """The game of a player who hasn't answered any lesson."""
    return replace(game, book=LessonBook())


@pytest.fixture(name="before")
def a_game() -> PlainState:
    """A running game."""
    return play(start(*CORNERS), "1 5")[0]


def marking(lesson: Lesson) -> list[str]:
    """The lines that mark everything a lesson asks for."""
    both = zip(("safe", "mine"), lesson.wanted, strict=True)
    return [f"{word} {', '.join(typed(lesson, cell) for cell in cells_of(cells))}" for word, cells in both if cells]


def test_a_topic_begins_with_an_example_shown_step_by_step(before: PlainState) -> None:
    game, answer = play(before, "lesson 1-2")
    assert lesson_of(game).id == made(Topic.ONE_TWO, 0).id
    assert answer.board
    assert answer.head == (f"Example, 1-2. {Topic.ONE_TWO.about}",)
    assert answer.message.endswith("Type step to go through it, lesson for a position to solve.")
    game, first = play(game, "step")
    game, second = play(game, ".")
    assert first.message.startswith("Step 1 of 2. ")
    assert second.message.startswith("Step 2 of 2. ")
    assert play(game, "step")[1].message == "That was the last step. Type lesson for a position to solve."
    assert play(game, "step back")[1].message == first.message
    assert "This is an example, so it asks nothing." in refusal(game, "1 1")
    game, answer = play(game, "lesson")
    assert lesson_of(game).id == made(Topic.ONE_TWO, 1).id
    assert answer.head == ("Lesson, 1-2.",)
    task = "Find everything you can prove: mark the safe cells and the mines, then type done."
    assert answer.message.startswith(f"{task} Type safe r")
    assert "help lesson for what counts" in answer.message
    assert "Mark every cell that can be proved" in play(game, "help lesson")[1].head[0]
    assert play(game, "repeat")[1] == answer
    assert play(game, "example")[0].session.game == lesson_of(play(before, "lesson 1 2")[0]).game


def test_a_proof_of_a_single_step_is_not_repeated_as_a_step(before: PlainState) -> None:
    game, answer = play(before, f"lesson {Topic.ONE_CLUE.value}")
    assert answer.message.endswith("Type lesson for a position to solve.")
    assert "step" not in answer.message
    assert play(game, "step")[1].message == "That was the whole proof: it can't be split into steps."


@pytest.mark.parametrize("topic", [Topic.ONE_CLUE, Topic.ONE_TWO_ONE, Topic.MINE_TOTAL, Topic.NO_FLAGS])
def test_an_answer_is_right_only_with_everything_provable(topic: Topic, before: PlainState) -> None:
    begun = play(fresh(before), f"lesson {topic.value}", "lesson")[0]
    lesson = lesson_of(begun)
    game, answer = play(begun, *marking(lesson), "done")
    assert answer.message.startswith("Right. ")
    review = "0 of 3 reviews passed. Review today: 1 of 5 answered, 1 right; 4 right pass it."
    shared = " Its reviews count together with the 1-2-2-1 pattern." if topic is Topic.ONE_TWO_ONE else ""
    score = f"{capitalise(short_title(topic))}: 1 of the last 1 right. {review}{shared}"
    assert answer.message.endswith(f"{score} Type lesson for the next one.")
    assert answer.facts["lesson"] == {"id": lesson.id, "kind": topic.value, "right": True}
    assert answer.facts["missed"] == {"safe": (), "mines": ()}
    assert game.session.game == lesson.game
    first = next(cell for cells in lesson.wanted for cell in cells_of(cells))
    word = "safe" if lesson.wanted.safe >> first & 1 else "mine"
    _, answer = play(begun, *marking(lesson), f"{word} {typed(lesson, first)}", "done")
    if sum(map(int.bit_count, lesson.wanted)) > 1:
        assert " is missing. It is " in answer.message
        assert answer.facts["missed"]["safe" if word == "safe" else "mines"] == (lesson.game.grid.row_col(first),)
        assert answer.facts["lesson"]["right"] is False


def test_marks_in_a_lesson_are_listed_and_can_be_removed(before: PlainState) -> None:
    begun = play(fresh(before), "lesson two", "lesson")[0]
    one, other, *_ = cells_of(lesson_of(begun).game.hidden & ~lesson_of(begun).game.flags)
    lines = f"safe {typed(lesson_of(begun), one)} and {typed(lesson_of(begun), other)}", "marks"
    game, answer = play(begun, *lines)
    names = name_cells(lesson_of(begun).game.grid, 1 << one | 1 << other)
    assert answer.message == f"Marked safe: {names}."
    assert answer.facts["marks"]["safe"] == tuple(map(lesson_of(begun).game.grid.row_col, (one, other)))
    game, answer = play(game, f"flag {typed(lesson_of(begun), one)}", typed(lesson_of(begun), other))
    assert answer.message == f"Marked mine: {name_cells(lesson_of(begun).game.grid, 1 << one)}."
    assert game.session.game == lesson_of(begun).game, "nothing opens while you mark"
    shown = first_cell(lesson_of(begun).game.opened)
    assert "can't be marked: it is open or has a flag" in refusal(game, f"safe {typed(lesson_of(begun), shown)}")


def test_undecided_cells_are_explained_by_two_layouts(before: PlainState) -> None:
    begun = play(fresh(before), "lesson two", "lesson")[0]
    lesson = lesson_of(begun)
    cell = a_doubtful_cell(lesson)
    game, answer = play(begun, f"mine {typed(lesson, cell)}", "done")
    assert answer.message.startswith(f"You marked {name_cells(lesson.game.grid, 1 << cell)} as a mine, but it isn't ")
    assert len(answer.facts["layouts"]) == 2
    assert answer.facts["missed"]["safe"] or answer.facts["missed"]["mines"]
    game, first = play(game, "step")
    assert first.message.startswith("Step 1 of ")
    assert "In one layout there " in first.message
    assert "In the other there " in play(game, "step")[1].message


def test_the_fourth_hint_gives_the_proof_and_hints_fail_a_review(before: PlainState) -> None:
    game = play(fresh(before), "lesson hole", "lesson")[0]
    lesson = lesson_of(game)
    hints = []
    for _ in range(5):
        game, answer = play(game, "hint")
        hints.append(answer.message)
    assert [hint[:10] for hint in hints] == [f"Hint {n} of 4"[:10] for n in (1, 2, 3, 4, 4)]
    proof = run_to_end(explain_lesson(lesson))
    assert proof is not None
    assert hints[3] == f"Hint 4 of 4. {proof.text()}"
    game, answer = play(game, *marking(lesson), "done")
    assert answer.message.startswith("Right. ")
    assert game.book.course.schedule(Topic.HOLE).review == (False,)
    assert game.book.course.score(Topic.HOLE).tried == 0


def test_the_command_done_without_marks_says_cells_are_provable(before: PlainState) -> None:
    game, answer = play(fresh(before), "lesson hole", "lesson", "done")
    assert answer.message.startswith("Something can be proved here. Type hint")
    assert turn_of(game).hints == 0
    assert not turn_of(game).is_answered


def test_a_guess_in_a_lesson_is_compared_with_all_others(before: PlainState) -> None:
    lesson = lesson_of(play(fresh(before), "lesson guessing", "lesson")[0])
    assert lesson.values is not None
    for value in lesson.values.ranked:
        game, answer = play(fresh(before), "lesson guessing", "lesson", f"safe {typed(lesson, value.cell)}", "done")
        assert answer.message.startswith("Right. ") == (not value.regret)
        assert answer.facts["lesson"]["right"] == (not value.regret)
        assert len(answer.facts["guesses"]) == len(lesson.values.ranked)
        assert "win chance" in answer.message
        assert game.session.game == lesson.game


def test_spoken_lessons_name_only_the_best_guess_at_first(before: PlainState) -> None:
    heard = replace(before, settings=Settings({"spoken": True}))
    message = play(heard, "lesson guessing", "lesson", "tip")[1].message
    assert re.fullmatch(r"Best: [^%]*% mine risk; [^%]*% win chance\. Type step for the other guesses\. .*", message)


def test_chord_lessons_count_moves_and_show_the_shortest_way(before: PlainState) -> None:
    game, answer = play(fresh(before), "lesson chords", "lesson")
    lesson = lesson_of(game)
    layout = lesson.game.layout
    assert layout is not None
    assert f"{lesson.fewest} moves are enough, up to {lesson.most_moves} count as right." in answer.message
    mine = first_cell(layout.mines)
    assert "There is a mine." in refusal(game, typed(lesson, mine))
    while not turn_of(game).is_answered:
        closed = layout.safe & ~game.session.game.opened
        game, answer = play(game, typed(lesson, first_cell(closed)))
    assert answer.message.startswith("Too many: "), "without a chord, no way is short enough"
    assert answer.facts["lesson"]["right"] is False
    assert not game.session.game.is_over
    clicks = []
    for _ in lesson.clicks:
        game, answer = play(game, "step")
        clicks.append(answer.message.split(". ", 1)[1].split()[0].lower())
    assert clicks == [click.kind for click in lesson.clicks]


@pytest.mark.parametrize("first", ["lesson chords", "lesson chords\nlesson"])
def test_chord_lessons_say_and_draw_their_mines(first: str, before: PlainState) -> None:
    heard = replace(fresh(before), settings=Settings({"spoken": True}))
    game, answer = play(heard, *first.split("\n"))
    layout = lesson_of(game).game.layout
    assert layout is not None
    hearing = Hearing()
    for line in say_reply(game, answer, heard):
        hearing.listen(line)
    assert hearing.rows() == board_rows(game)
    assert "".join(board_rows(game)).count("*") == layout.mine_count
    mine = typed(lesson_of(game), first_cell(layout.mines))
    assert play(game, f"cell {mine}")[1].message.endswith(": mine.")
    if not turn_of(game).is_example:
        assert "".join(board_rows(play(game, f"flag {mine}")[0])).count("*") == layout.mine_count - 1


def test_steps_of_chord_lessons_name_the_cells_that_each_move_opens(before: PlainState) -> None:
    game = play(fresh(before), "lesson chords")[0]
    texts = [play(game, *["step"] * number)[1].message for number in range(1, lesson_of(game).fewest + 1)]
    assert texts[2].startswith("Step 3 of 4. Chord row 2, column 4, which opens row 1, columns 3 and 5; ")
    assert texts[3] == "Step 4 of 4. Open row 1, column 1."


def test_steps_after_a_right_answer_prove_every_required_cell(before: PlainState) -> None:
    game, answer = play(fresh(before), "lesson no flags", "lesson")
    lesson = lesson_of(game)
    game, answer = play(game, *marking(lesson), "done")
    assert "Type step for the proofs of all cells." in answer.message
    judged = turn_of(game).explained
    assert judged is not None
    safe, mined = 0, 0
    for number, step in enumerate(judged.steps, 1):
        game, answer = play(game, "step")
        assert answer.message.startswith(f"Step {number} of {len(judged.steps)}. ")
        safe, mined = safe | step.safe, mined | step.mined
        for names in re.findall(r"\(([^)]*), as proved before", answer.message):
            assert "mine" in names
    assert not lesson.wanted.safe & ~safe
    assert mined, "mines without a flag are proved too"
    assert play(game, "step")[1].message.startswith("That was the last step: every cell is proved. ")


@pytest.mark.parametrize("topic", ["reduction", "patterns among flags", "Patterns among flags", "patterns"])
def test_lessons_are_found_by_the_name_that_is_shown(topic: str, before: PlainState) -> None:
    game, answer = play(before, f"lesson {topic}")
    assert lesson_of(game).topic is Topic.REDUCTION
    assert answer.head[0].startswith("Example, patterns among flags.")
    assert "patterns among flags" in KINDS
    assert "reduction" not in KINDS
    assert len({lesson_of(play(before, f"lesson {name}")[0]).topic for name in KINDS.split(", ")}) == len(Topic)


def test_the_sample_of_a_lesson_names_a_cell_that_can_be_marked(before: PlainState) -> None:
    for topic in (Topic.REDUCTION, Topic.FIFTY, Topic.GUESS):
        for number in range(6):
            lesson = made(topic, number)
            book = LessonBook()
            book.put_first(lesson)
            game, answer = play(replace(before, book=book), f"lesson {topic.value}", "lesson")
            shown = re.search(r"ype (safe \S+)", answer.message)
            assert shown is not None
            assert play(game, shown[1].rstrip(","))[1].ok
            assert (" or mine " in answer.message) == (topic is not Topic.GUESS)


def test_the_guided_game_begun_in_a_lesson_returns_to_it(before: PlainState) -> None:
    game, shown = play(fresh(before), "lesson hole", "lesson")
    marked = play(game, *marking(lesson_of(game))[:1])[0]
    learning = play(marked, "learn")[0]
    assert learning.game_to_save == fresh(before)
    back, answer = play(learning, "leave")
    assert back == marked
    assert answer.head == ("Back in your lesson.", *shown.head[-1:])
    assert play(back, "leave")[0] == fresh(before)
    clicked = play(fresh(before), "lesson chords", "lesson", "3 4", "1 5")[0]
    assert play(clicked, "learn", "leave")[0] == clicked, "what changed last is still known"


def test_help_explains_marks_and_reviews_with_words_of_text_mode(before: PlainState) -> None:
    for word in ("mark", "review", "lesson"):
        rules = " ".join(play(before, f"help {word}")[1].head)
        assert "Then type done." in rules
        assert "Done" not in rules
    assert "ends the question" in play(before, "help tip")[1].message


def test_done_after_the_last_hint_asks_to_mark_what_it_proved(before: PlainState) -> None:
    game = play(fresh(before), "lesson hole", "lesson", *["hint"] * 4)[0]
    assert play(game, "done")[1].message == (
        "Something can be proved here. Mark what the last hint proved; hint repeats it."
    )


def test_steps_are_offered_once_and_only_if_there_are_any(before: PlainState) -> None:
    heard = replace(before, settings=Settings({"spoken": True}))
    assert play(heard, "lesson guessing")[1].message.endswith(
        " Type step for the other guesses, lesson for a position to solve."
    )
    game, answer = play(heard, "lesson fifty")
    assert answer.message.endswith("Guess at once. Type lesson for a position to solve.")
    assert play(game, "step")[1].message.startswith("That was the whole explanation: it has no steps.")
    assert refusal(game, "tip") == "This is an example, so it asks nothing. Type lesson for a position to solve."
    assert refusal(play(game, "lesson")[0], "step").startswith("The steps follow the answer. Type done ")


def test_the_coach_reports_in_text_mode(before: PlainState, tmp_path: Path) -> None:
    answer = play(fresh(before), "coach")[1]
    assert answer.head == ("Coach.", "1. Begin with the first topic: One clue. Type lesson one clue.")
    assert answer.facts["coach"]["misses"] == []
    with a_store(tmp_path) as store:
        for game in played():
            record_game(store, replace(game, guesses=run_to_end(find_guesses(replay_in(game)))))
        state = replace(before, book=LessonBook(lambda: store))
        answer = play(state, "coach")[1]
    assert answer.head[0] == "Coach, last 3 games, Custom random."
    assert answer.head[1].startswith("1. You missed the 1-1 pattern 6 times, 3 of them lost the game. Type lesson 1-1 ")
    assert answer.facts["coach"]["misses"] == [{"kind": "1-1", "count": 6, "lost": 3}]
    assert answer.message.startswith("Next step: Beginner no-guess, 0 of 3 wins.")


def replay_in(game: FinishedGame) -> Replay:
    assert game.replay is not None
    return game.replay


def test_mixed_lessons_hide_the_topic_until_the_answer(before: PlainState) -> None:
    assert "needs two topics" in refusal(fresh(before), "mixed")
    game = fresh(before)
    for topic in ("hole", "1-1"):
        game = play(game, f"lesson {topic}", "lesson")[0]
        game = play(game, *marking(lesson_of(game)), "done")[0]
    game, answer = play(play(game, "leave")[0], "mixed")
    assert answer.head[0].startswith("Mixed practice 1 of 10.")
    assert answer.facts["lesson"] == {"id": None, "kind": None, "right": None}
    last = None
    for number in range(2, 11):
        lesson = lesson_of(game)
        assert lesson.is_blank or lesson.topic is not last
        last = lesson.topic
        game, answer = play(game, *marking(lesson), "done")
        assert answer.message.startswith("Right")
        assert lesson.is_blank or f"This was {lesson.topic.title}." in answer.message
        game, answer = play(game, "lesson")
        assert answer.head[0].startswith(f"Mixed practice {number} of 10.")
    game = play(game, *marking(lesson_of(game)), "done")[0]
    assert "Mixed practice: 10 of 10 done, 10 right." in refusal(game, "lesson")
    game, answer = play(play(game, "leave")[0], "mixed")
    assert answer.head[0].startswith("Mixed practice 1 of 10.")
    game = play(game, *marking(lesson_of(game)), "done", "leave")[0]
    assert play(game, "mixed")[1].head[0].startswith("Mixed practice 2 of 10, continued.")


def test_guesses_on_fair_boards_are_explained_step_by_step(before: PlainState) -> None:
    game, answer = play(before, "lesson fair")
    assert answer.head[0].startswith("Example, Guesses on fair boards.")
    steps = []
    for _ in range(4):
        game, answer = play(game, "step")
        steps.append(answer.message)
    assert "survives" in steps[1]
    assert "hits a mine" in steps[3]


@pytest.mark.parametrize("word", ["tip", "t", "check"])
def test_the_command_tip_gives_the_proof_of_a_lesson(word: str, before: PlainState) -> None:
    game, answer = play(fresh(before), "lesson one clue", "lesson", word)
    lesson = lesson_of(game)
    assert lesson.proof is not None
    reason = Proof(lesson.game.position, lesson.proof, lesson.game.flags).text()
    assert answer.message == f"{reason} Type lesson for the next one."
    assert answer.facts["lesson"]["right"] is None


def test_leaving_a_lesson_returns_to_the_game_as_it_was(before: PlainState) -> None:
    game, _ = play(before, "lesson")
    game = game.with_session(game.session.tick(100.0))
    game, answer = play(game, "lesson", "tip", "lesson total", "leave")
    assert game == before
    assert game.session == before.session
    assert answer.message == "Back in your game."
    assert not game.session.is_assisted


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ((), "leave", "You aren't in a lesson. Type lesson to start one."),
        ((), "lesson chess", f"'chess' isn't a topic of lessons. Choose from {KINDS}."),
        ((), "lesson clues", f"'clues' isn't a topic of lessons. Choose from {KINDS}."),
        (("lesson",), "lesson \x1b[2J", f"'?[2j' isn't a topic of lessons. Choose from {KINDS}."),
        (("lesson",), "exact", "That doesn't work in a lesson. Type leave to return to your game."),
        ((), "step", "There is no proof to walk through."),
        ((), "practise", "Practise works after a lost game."),
        (("lesson",), "new", "That doesn't work in a lesson. "),
        (("lesson", "lesson"), "1 99", "'1 99' isn't on the board. Rows go from 1 to "),
        (("lesson", "lesson"), "safe 1 2 3", "'3' isn't a cell. Type it like 'safe "),
        ((), "done", "This works in a lesson. Type lesson to start one."),
        (
            ("lesson", "lesson", "tip"),
            "tip",
            "This one is over. Type lesson for the next one, or leave to return to your game.",
        ),
    ],
)
def test_a_refused_lesson_command_says_what_to_type(
    before: PlainState, lines: tuple[str, ...], line: str, message: str
) -> None:
    assert message in refusal(play(before, *lines)[0], line)


def test_programs_get_the_board_of_the_lesson(before: PlainState) -> None:
    game, answer = play(replace(before, is_program=True), "lesson two")
    data = to_data(game, answer)
    assert data["size"] == [game.session.spec.width, game.session.spec.height]
    assert data["lesson"] == {"id": lesson_of(game).id, "kind": "two clues", "right": None}


@pytest.mark.parametrize(("topic", "verbosity"), list(zip(PROOFS, cycle(["brief", "normal", "full"]), strict=False)))
def test_a_spoken_lesson_can_be_solved_from_its_words(topic: Topic, verbosity: str, before: PlainState) -> None:
    heard = replace(before, settings=Settings({"spoken": True, "verbosity": verbosity}))
    game, answer = play(heard, f"lesson {topic.value}", "lesson")
    hearing = Hearing()
    for line in say_reply(game, answer, heard):
        hearing.listen(line)
    known = run_to_end(analyse(read_position("\n".join(hearing.rows()), hearing.mines)))
    lesson = lesson_of(game)
    assert (known.safe, known.mined) == (lesson.analysis.safe, lesson.analysis.mined)
    assert play(game, "status")[1].ok
    assert play(game, "what changed")[1].message.startswith("Row")


class TestGuidedGame:
    @pytest.mark.parametrize("verbosity", ["brief", "normal", "full"])
    def test_spoken_lessons_begin_with_the_result_and_end_with_the_task(self, verbosity: str) -> None:
        heard = replace(start(*CORNERS), settings=Settings({"spoken": True, "verbosity": verbosity}))
        game, _ = play(heard, "learn")
        after, answer = play(game, "r2c3")
        lines = list(say_reply(after, answer, game))
        assert lines[0].startswith("Row 2, column 3: 1. The 1 means ")
        assert lines[1].startswith("Step 2 of 5. ")
        assert ("All other cells are hidden." in lines) == (verbosity != "full")
        assert lines[-1].startswith("The flag marks a mine.")
        assert list(say_reply(*play(after, "repeat"), after)) == lines[1:]

    def test_repeated_tips_play_the_guided_game_to_its_end(self) -> None:
        game, _ = play(start(*CORNERS), "learn", "2 3", *["tip"] * 6)
        assert isinstance(turn_of(game).task, GuidedGame)
        game, answer = play(game, "tip", "2 2")
        while game.lesson is not None:
            game, answer = play(game, "tip")
        assert answer.message.endswith("Now your own game, 5 columns, 3 rows, 3 mines. Type a cell to open it.")

    def test_the_guided_game_explains_a_wrong_move_and_leave_returns(self, before: PlainState) -> None:
        game, _ = play(before, "learn", "2 3")
        assert play(game, "learn")[1].head == ("Step 2 of 5.",)
        after, answer = play(game, "1 4")
        assert answer.message.startswith("Row 1, column 4 isn't proved safe yet. Look at the 1 at row 2, column 2: ")
        assert after.session == game.session
        assert play(after, "tip")[1].message.startswith("Row")
        assert play(after, "leave")[0] == before


def test_a_lost_position_can_be_practised(before: PlainState) -> None:
    lost, _ = play(PlainState(a_guess().open_cell(5), before.settings), "board")
    assert lost.session.game.exploded
    game, answer = play(lost, "practise")
    assert lesson_of(game).id == f"{lost.session.id}/2"
    assert "Here you opened a mine." in answer.head[0]
    assert play(game, "leave")[0].session == lost.session


def test_settings_changed_in_a_lesson_stay(before: PlainState) -> None:
    game, _ = play(before, "lesson", "set verbosity brief", "lesson", "leave")
    assert game.settings.text("verbosity") == "brief"


class TestKeeping:
    def test_lesson_answers_are_saved_and_the_game_behind_them_too(self, tmp_path: Path, before: PlainState) -> None:
        keeper = PlainAutosave(tmp_path)
        book = LessonBook(lambda: keeper.saves.store)
        game = PlainState(
            before.session._replace(id="11111111-1111-4111-8111-111111111111"), before.settings, book=book
        )
        shown = play(game, "lesson one clue", "lesson")[0]
        doubtful = typed(lesson_of(shown), a_doubtful_cell(lesson_of(shown)))
        game = replace(game, book=LessonBook(lambda: keeper.saves.store))
        lines = "row 1", "lesson one clue", "lesson", f"mine {doubtful}", "done", "row 1"
        game, message = type_lines(keeper, game, *lines)
        assert message == []
        assert keeper.leave(game) == ["Game saved. Continue it with: minesweeper plain --continue"]
        with a_store(tmp_path) as store:
            assert [(answer.lesson, answer.is_right) for answer in all_answers(store)] == [(lesson_of(shown).id, False)]
            assert count_games(store) == 0
            assert [saved.id for saved in Saves(store).games()] == [game.game_to_save.session.id]

    def test_a_lesson_answer_on_a_full_disk_is_reported_as_not_saved(self, tmp_path: Path, before: PlainState) -> None:
        with a_store(tmp_path) as store:
            fill_disk(tmp_path)
            game = PlainState(before.session, before.settings, book=LessonBook(lambda: store))
            game, _ = play(game, "lesson", "lesson")
            _, answer = play(game, typed(lesson_of(game), a_doubtful_cell(lesson_of(game))), "done")
        assert "The answer is not saved: the disk is full." in answer.message
