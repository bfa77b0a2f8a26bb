"""The books of Alchemicus, Noctis and Gold Rush; what is played of them, and what is applied where they disagree."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import Book, Ruling
from referee.games.alchemicus.rules import base, gold_rush, noctis, rulings

BOOKS: tuple[Book, ...] = (base.BOOK, noctis.BOOK, gold_rush.BOOK)
RULINGS: tuple[Ruling, ...] = (*rulings.ALCHEMICUS, *rulings.NOCTIS, *gold_rush.RULINGS)

_FAME = {"variant": "standard"}  # Gold Rush knows none, and has a Gloria of its own (GR-NOFAME, GR-GLORIA)
PLAYED_IF: Mapping[str, Mapping[str, object]] = {
    "noctis": {"expansion": "noctis"},
    "gold_rush": {"variant": "gold_rush"},
    "AL-BANK": {"card_bank": True},
    "AL-ADVSALE": {"advanced_sale": True},
    "AL-GLORIA": _FAME,
    "AL-LAST-ROUND": _FAME,
    "AL-WIN": _FAME,
    "AL-TIE": _FAME,
    "NO-TARGET": _FAME,
    "E-12": _FAME,
}

__all__ = ["BOOKS", "PLAYED_IF", "RULINGS"]
