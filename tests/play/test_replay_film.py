"""Films of replays, the guesses in them against brute force, and replay files: out, in, and refused."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.boards.layout import Layout
from minesweeper.boards.rawvf import read_rawvf
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.position import Position
from minesweeper.core.specs import BoardSpec
from minesweeper.play import replay as film_module
from minesweeper.play.game import Phase
from minesweeper.play.replay import Film, Replay, distances, move_words, opens, replay_of, sessions_of
from minesweeper.play.review import Guess
from minesweeper.play.session import Session, new_session
from minesweeper.play.trail import Move, MoveKind
from minesweeper.storage import replay_files
from minesweeper.storage.finished import FinishedGame, finish_game
from minesweeper.storage.replay_files import ReplayError, file_name, read_replay, read_replay_file
from minesweeper.storage.saves import RunningGame
from tests.session_strategies import sessions
from tests.slices import find_guesses, write_replay
from tests.ui.driving import board


def replay_in(session: Session) -> Replay:
    replay = replay_of(session)
    assert replay is not None
    return replay


def layouts_of(position: Position) -> list[CellSet]:
    """All ways to lay the mines that fit what is shown, by trying each."""
    around = {cell: position.grid.neighbours(cell) for cell in cells_of(position.opened)}
    ways = (sum(1 << cell for cell in mines) for mines in combinations(cells_of(position.hidden), position.mine_total))
    return [
        mines
        for mines in ways
        if all((mines & near).bit_count() == position.clue(cell) for cell, near in around.items())
    ]


def finished(session: Session) -> FinishedGame:
    game = finish_game(RunningGame(session, session.id))
    assert game is not None
    return game


class TestFilm:
    @given(sessions(), st.lists(st.integers(0, 30), max_size=12), st.sampled_from([0, 20_000_000]))
    def test_every_step_is_as_it_was_played_in_any_order(self, session: Session, steps: list[int], cells: int) -> None:
        replay = replay_of(session)
        if replay is None:
            return
        played = [found.game for found in sessions_of(replay)]
        before, film_module._MEMORY_CELLS = film_module._MEMORY_CELLS, cells
        try:
            film = Film(replay)
            for step in steps:
                step = min(step, len(film))
                assert film.session_at(step).game == played[step]
        finally:
            film_module._MEMORY_CELLS = before

    def test_a_long_film_on_a_large_board_keeps_few_sessions_and_steps_back_by_playing_few_moves(self) -> None:
        session = new_session(BoardSpec(500, 400, 1), "custom", layout=Layout(BoardSpec(500, 400, 1).grid, 1))
        for _ in range(2000):
            session = session.mark(0, question_marks=False)
        film = Film(replay_in(session))
        film.session_at(len(film))
        played = 0
        play = film._play

        def count(at: int) -> int:
            nonlocal played
            played += 1
            return play(at)

        film._play = count  # type: ignore[method-assign]
        for step in range(len(film) - 1, len(film) - 301, -1):
            film.session_at(step)
            assert len(film._kept) <= film._most < 600
        assert played < 3 * 300

    def test_a_far_step_is_sought_in_slices_and_is_near_then(self) -> None:
        session = new_session(BoardSpec(500, 400, 1), "custom", layout=Layout(BoardSpec(500, 400, 1).grid, 1))
        for _ in range(100):
            session = session.mark(0, question_marks=False)
        film = Film(replay_in(session))
        assert film.slice_moves < 30
        assert film.is_near(film.slice_moves)
        assert not film.is_near(100)
        first = film.session_at(3)
        come = list(film.seek(100))
        assert come == sorted(come)
        assert come[-1] == 100
        assert len(come) >= 4
        assert film.is_near(100)
        assert film.session_at(3) is first

    def test_times_lead_to_steps_and_back(self) -> None:
        session = board("*2*\n...").open_cell(1).tick(1.5).open_cell(3).tick(2.0).open_cell(4)
        film = Film(replay_in(session))
        assert [film.step_at(ms) for ms in (-1, 0, 1499, 1500, 99_999)] == [0, 1, 1, 2, 3]
        assert [film.time_at(step) for step in range(4)] == [0, 1500, 3500, 3500]
        assert film.total_ms == 3500

    def test_a_film_without_moves_has_one_step(self) -> None:
        film = Film(Replay(BoardSpec(2, 1, 1), 1))
        assert (len(film), film.total_ms, film.step_at(5), film.time_at(0)) == (0, 0, 0, 0)
        assert film.session_at(0).game.phase is Phase.READY

    def test_moves_in_words_with_the_distance_from_the_one_before(self) -> None:
        grid = BoardSpec(9, 9, 10).grid
        moves = (
            Move(0, MoveKind.OPEN, 0),
            Move(5, MoveKind.FLAG, 3 * 9 + 4),
            Move(6, MoveKind.ASSIST, safe=0b11, mined=0b100, helper="smart"),
            Move(7, MoveKind.UNDO),
            Move(8, MoveKind.CHORD, 3 * 9 + 4),
        )
        assert [move_words(move, grid) for move in moves] == [
            "open row 1 col 1",
            "flag row 4 col 5",
            "smart: 2 opened, 1 flagged",
            "undo",
            "chord row 4 col 5",
        ]
        assert list(distances(Replay(BoardSpec(9, 9, 10), 0, moves=moves))) == [0, 5, 0, 0, 0]


class TestGuesses:
    def test_a_move_that_is_proved_is_no_guess(self) -> None:
        session = new_session(BoardSpec(3, 1, 1), "custom", layout=board("*1.").game.layout)
        replay = replace(replay_in(session.open_cell(2)), dealt=True)
        assert find_guesses(replay) == ()

    def test_a_coin_toss_has_even_odds_and_says_how_it_ended(self) -> None:
        session = board("*2*\n...").open_cell(4)
        lost, won = (replace(replay_in(session.open_cell(cell)), dealt=True) for cell in (0, 1))
        (guess,) = find_guesses(lost)
        assert (guess.move, guess.survived) == (1, False)
        assert guess.odds == pytest.approx(2 / 5)
        assert [found.survived for found in find_guesses(won)] == [True]

    def test_the_first_open_of_a_dealt_board_is_no_guess_and_of_a_given_one_is(self) -> None:
        replay = replay_in(board("*2*\n...").open_cell(4))
        assert find_guesses(replace(replay, dealt=True)) == ()
        assert find_guesses(replace(replay, dealt=False)) == (Guess(0, 2 / 6, True),)

    def test_what_unlock_opens_is_no_guess(self) -> None:
        session = board("*2*\n...").open_cell(4)
        assert find_guesses(replace(replay_in(session.apply(1 << 1, 0, "unlock")), dealt=True)) == ()
        assert len(find_guesses(replace(replay_in(session.apply(1 << 1, 0, "bot")), dealt=True))) == 1

    @given(sessions(max_side=3))
    def test_guesses_are_what_brute_force_finds(self, session: Session) -> None:
        replay = replay_of(session)
        if replay is None or replay.spec.grid.size > 10:
            return
        found = {guess.move: guess for guess in find_guesses(replay)}
        games = [played.game for played in sessions_of(replay)]
        for number, move in enumerate(replay.moves):
            game = games[number]
            risked = 0 if game.is_over else opens(game, move)
            if not risked or (game.phase is Phase.READY and replay.dealt):
                assert number not in found
                continue
            layouts = layouts_of(game.position)
            risk = Fraction(sum(bool(mines & risked) for mines in layouts), len(layouts))
            assert (number in found) == (risk > 0)
            if risk:
                guess = found[number]
                assert guess.survived == (not games[number + 1].exploded)
                assert guess.odds >= float(risk) - 1e-9
                if move.kind is MoveKind.OPEN:
                    assert guess.odds == pytest.approx(float(risk))


class TestFiles:
    def lost(self) -> FinishedGame:
        session = replace(board("*2*\n...", "custom"), known=False)
        return finished(session.open_cell(4).tick(1.25).mark(0, question_marks=False).tick(1.0).open_cell(2))

    def test_a_game_goes_out_as_json_and_comes_back(self) -> None:
        game = self.lost()
        assert read_replay(write_replay(game, "json")) == game

    def test_a_game_goes_out_as_rawvf_and_its_moves_come_back(self) -> None:
        game = self.lost()
        text = write_replay(game, "rawvf")
        assert read_rawvf(text).field("Status") == "Lost"
        back = read_replay(text)
        assert back.replay is not None
        assert game.replay is not None
        assert back.replay.moves == game.replay.moves
        assert (back.result, back.board, back.time_ms) == ("lost", "3x2/2", 2250)

    def test_a_first_cell_that_was_opened_for_the_player_is_the_first_click(self) -> None:
        game = finished(new_session(BoardSpec(9, 9, 10), "beginner", "x").open_cell(40).again().mark(0, False))
        back = read_replay(write_replay(game, "rawvf"))
        assert back.replay is not None
        assert back.replay.moves[0] == Move(0, MoveKind.OPEN, 40)
        assert back.level == "beginner"

    def test_the_head_of_a_rawvf_file_says_when_and_whether_it_may_be_ranked(self) -> None:
        game = replace(self.lost(), ended_at="2026-11-16T09:12:33.480Z")
        head = read_rawvf(write_replay(game, "rawvf"))
        assert (head.field("Mode"), head.field("Timestamp")) == ("Classic", "2026-11-16T09:12:33.480Z")
        assert head.field("BBBVS") is None
        won = replace(game, result="won", three_bv=9, time_ms=4500)
        assert read_rawvf(write_replay(won, "rawvf")).field("BBBVS") == "2.000"
        assert read_rawvf(write_replay(replace(game, known=True), "rawvf")).field("Mode") == "UPK"
        helped = read_rawvf(write_replay(replace(game, helpers=("exact", "tip")), "rawvf"))
        assert (helped.field("Mode"), helped.field("Helpers")) == ("Cheat", "exact tip")

    def test_a_file_that_would_take_minutes_to_play_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = write_replay(self.lost(), "rawvf")
        monkeypatch.setattr(replay_files, "MAX_WORK", 5)
        with pytest.raises(ReplayError, match=r"moves on a board of 6 cells are too many: at most 0"):
            read_replay(text)

    def test_a_move_taken_back_has_no_place_in_rawvf(self) -> None:
        session = board("*2*\n...").open_cell(4).open_cell(1).undo()
        with pytest.raises(ValueError, match="can't be written as RAWVF"):
            write_replay(finished(session), "rawvf")

    def test_the_list_of_moves_for_people(self) -> None:
        game = replace(self.lost(), ended_at="2026-11-16T09:12:33.480Z", guesses=(Guess(2, 0.4, False),))
        assert write_replay(game, "txt") == (
            "custom 3x2/2, normal, lost after 2.250 s, 2026-11-16T09:12:33.480Z\n"
            "cells: the straight distance from the move before, by mouse or by keys\n"
            " move    seconds   cells  what\n"
            "    1      0.000     0.0  open row 2 col 2\n"
            "    2      1.250     1.4  flag row 1 col 1\n"
            "    3      2.250     2.0  open row 1 col 3  guess, 40.0% a mine\n"
            "                     3.4  cells in all\n"
        )
        assert file_name(game, "rawvf") == "minesweeper-custom-lost-1794820353.rawvf"

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "Board:"),
            ("rubbish", "rubbish"),
            ("{", "not JSON"),
            ("{}", "version"),
            ('{"moves": 1, "version": 9}', "newer program"),
            ("[" * 100_000, ""),
            ("{" * 100_000, "not JSON"),
        ],
    )
    def test_what_is_no_replay_is_refused_in_one_sentence(self, text: str, words: str, tmp_path: Path) -> None:
        path = tmp_path / "game.txt"
        path.write_text(text)
        with pytest.raises(ReplayError) as refused:
            read_replay_file(path)
        assert words in str(refused.value)
        assert "\n" not in str(refused.value)

    def test_a_game_without_a_replay_and_a_missing_file_are_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "game.json"
        with pytest.raises(ReplayError, match="can't be read"):
            read_replay_file(path)
        data = json.loads(write_replay(self.lost(), "json")) | {"replay": None}
        path.write_text(json.dumps(data))
        with pytest.raises(ReplayError, match="has no replay"):
            read_replay_file(path)
