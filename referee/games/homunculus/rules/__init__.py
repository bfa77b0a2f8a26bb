"""The book of Homunculus, also published as Kazaam; where it errs or is silent, and what is applied. The texts stand
beside this file; here are the numbers that they name and the board does not."""

from __future__ import annotations

from pathlib import Path

from referee.engine import read_book, read_cards, read_rulings
from referee.games.homunculus import board

FOLDER = Path(__file__).parent
NUMBERS = {**vars(board), "PLACES": len(board.PARTS), "HOMUNCULI": len(board.KINDS)}

BOOK = read_book(FOLDER / "homunculus.toml", NUMBERS)
RULINGS = read_rulings(FOLDER / "rulings.toml", NUMBERS)
CARDS = read_cards(FOLDER / "first_game.toml")
