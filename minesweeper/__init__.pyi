from minesweeper.api import Board as Board
from minesweeper.api import BoardPlayer as BoardPlayer
from minesweeper.api import Played as Played
from minesweeper.api import PlayerName as PlayerName
from minesweeper.api import PlayError as PlayError
from minesweeper.api import RecordedGame as RecordedGame
from minesweeper.api import RecordedGuess as RecordedGuess
from minesweeper.api import RecordedMove as RecordedMove
from minesweeper.api import generate_board as generate_board
from minesweeper.api import play_board as play_board
from minesweeper.api import read_board as read_board
from minesweeper.api import read_boards as read_boards
from minesweeper.api import read_replay as read_replay
from minesweeper.api import solve_many as solve_many
from minesweeper.assist.answers import BestMove as BestMove
from minesweeper.assist.answers import CandidateMove as CandidateMove
from minesweeper.assist.answers import Certain as Certain
from minesweeper.assist.answers import Hint as Hint
from minesweeper.assist.answers import HintBranch as HintBranch
from minesweeper.assist.answers import HintStep as HintStep
from minesweeper.assist.answers import Solution as Solution
from minesweeper.assist.answers import best_move as best_move
from minesweeper.assist.answers import candidates as candidates
from minesweeper.assist.answers import certain as certain
from minesweeper.assist.answers import clue_odds as clue_odds
from minesweeper.assist.answers import deductions as deductions
from minesweeper.assist.answers import odds as odds
from minesweeper.assist.answers import solve as solve
from minesweeper.boards.layout import Layout as Layout
from minesweeper.core.cells import Grid as Grid
from minesweeper.core.position import Place as Place
from minesweeper.core.position import Position as Position
from minesweeper.core.position import places as places
from minesweeper.core.position import read_position as read_position
from minesweeper.core.sizes import SizeError as SizeError
from minesweeper.core.sizes import SpecError as SpecError
from minesweeper.play.game import Game as Game
from minesweeper.play.game import Phase as Phase
from minesweeper.play.guesses import Skill as Skill
from minesweeper.solvers.deduction import Contradiction as Contradiction
from minesweeper.solvers.players import PlayerAnswer as PlayerAnswer
from minesweeper.storage.text_boards import ReadPosition as ReadPosition
from minesweeper.storage.text_boards import read_puzzle as read_puzzle

__version__: str

__all__ = [
    "BestMove",
    "Board",
    "BoardPlayer",
    "CandidateMove",
    "Certain",
    "Contradiction",
    "Game",
    "Grid",
    "Hint",
    "HintBranch",
    "HintStep",
    "Layout",
    "Phase",
    "Place",
    "PlayError",
    "Played",
    "PlayerAnswer",
    "PlayerName",
    "Position",
    "ReadPosition",
    "RecordedGame",
    "RecordedGuess",
    "RecordedMove",
    "SizeError",
    "Skill",
    "Solution",
    "SpecError",
    "__version__",
    "best_move",
    "candidates",
    "certain",
    "clue_odds",
    "deductions",
    "generate_board",
    "odds",
    "places",
    "play_board",
    "read_board",
    "read_boards",
    "read_position",
    "read_puzzle",
    "read_replay",
    "solve",
    "solve_many",
]
