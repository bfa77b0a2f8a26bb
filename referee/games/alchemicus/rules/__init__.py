"""The books of Alchemicus, Noctis and Gold Rush; what is played of them, and what is applied where they disagree.

The texts stand beside this file, one file a book; here are the numbers that they name and the board does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from referee.engine import Book, Card, Ruling, read_book, read_cards, read_rulings
from referee.games.alchemicus import board

FOLDER = Path(__file__).parent
NUMBERS = {
    **vars(board),
    "MIDDLE_STEPS": board.FREE_STEPS - 1,
    "FIRST_FAME_STEPS": board.FREE_STEPS + 1,
    "KINDS_OF_FIELD": len(board.FIELD_KINDS),
    "CARDS_FOR_AN_ALEMBIC": board.BOOKS_ALEMBIC_PRICE + 1,
    "NOCTIS_STARTING_HAND": board.STARTING_HAND + 1,
    "TOKENS_WORTH": {str(worth): many for worth, many in board.TOKENS},
    "ALL_TOKENS": sum(many for _worth, many in board.TOKENS),
    "FAME_IN_TOKENS": sum(worth * many for worth, many in board.TOKENS),
}

BOOKS: tuple[Book, ...] = tuple(
    read_book(FOLDER / f"{book}.toml", NUMBERS) for book in ("alchemicus", "noctis", "gold_rush")
)
RULINGS: tuple[Ruling, ...] = read_rulings(FOLDER / "rulings.toml", NUMBERS)
CARDS = read_cards(FOLDER / "first_game.toml")

_FAME = {"variant": "standard"}  # Gold Rush knows none, and has a Gloria of its own (GR-NOFAME, GR-GLORIA)
PLAYED_IF: Mapping[str, Mapping[str, object]] = {
    "noctis": {"expansion": "noctis"},
    "gold_rush": {"variant": "gold_rush"},
    "AL-BANK": {"card_bank": True},
    "AL-ADVSALE": {"advanced_sale": True},
    "AL-GLORIA": _FAME,
    "AL-GIFT": _FAME,
    "AL-MOVE-FAME": _FAME,
    "AL-LAST-ROUND": _FAME,
    "AL-WIN": _FAME,
    "AL-TIE": _FAME,
    "NO-TARGET": _FAME,
    "NO-INFAMIA": _FAME,
    "E-12": _FAME,
}
OTHERWISE: tuple[tuple[Mapping[str, object], Card], ...] = (
    *(({"variant": "gold_rush"}, card) for card in CARDS["gold_rush"]),
    *(({"expansion": "noctis"}, card) for card in CARDS["noctis"]),
)
