"""The book of Fata Morgana; where it errs or is silent, and what is applied. The texts stand beside this file; here are
the numbers that they name and the board does not."""

from __future__ import annotations

from pathlib import Path

from referee.engine import read_book, read_cards, read_rulings
from referee.games.fata_morgana import board
from referee.games.fata_morgana.score import INGREDIENTS_PER_POINT, POINTS_PER_ROW

FOLDER = Path(__file__).parent
PLAYERS = {"two": 2, "three": 3, "four": 4}
NUMBERS = {
    **vars(board),
    "CAULDRONS": len(board.PAIRS),
    "INGREDIENTS": board.OF_EACH_COLOUR * len(board.COLOURS),
    "HOW_MANY_VALUES": len(board.VALUES),
    "HIGHEST_VALUE": board.VALUES[-1],
    "DEALT": {word: board.DEALT_OF_EACH_COLOUR[players] for word, players in PLAYERS.items()},
    "LEFT": {word: board.OF_EACH_COLOUR - board.DEALT_OF_EACH_COLOUR[players] for word, players in PLAYERS.items()},
    "TOO_MANY_ALIKE": board.MOST_ALIKE + 1,
    "SECOND_DECLARING_ROUND": board.FIRST_DECLARING_ROUND + 1,
    "THIRD_DECLARING_ROUND": board.FIRST_DECLARING_ROUND + 2,
    "INGREDIENTS_PER_POINT": INGREDIENTS_PER_POINT,
    "POINTS_PER_ROW": POINTS_PER_ROW,
    "POINTS_FOR_TWO_ROWS": 2 * POINTS_PER_ROW,
    "POINTS_FOR_THREE_ROWS": 3 * POINTS_PER_ROW,
}

BOOK = read_book(FOLDER / "fata_morgana.toml", NUMBERS)
RULINGS = read_rulings(FOLDER / "rulings.toml", NUMBERS)
CARDS = read_cards(FOLDER / "first_game.toml")
