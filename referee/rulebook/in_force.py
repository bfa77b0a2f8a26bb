"""Which rulings are in force at a table, and which of its options bear on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.rulebook import BOOKS, RULINGS
from referee.rulebook.book import Ruling

BOOKS_OF: dict[str, tuple[str, ...]] = {"alchemicus": ("alchemicus", "noctis", "gold_rush")}
"""Game -> the books it may be played by; a game that is not named has one, of its own name."""

_FAME = {"variant": "standard"}  # Gold Rush knows none, and has a Gloria of its own (GR-NOFAME, GR-GLORIA)
PLAYED_IF: dict[str, dict[str, Any]] = {
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
"""Book, rule or ruling -> what the table's options must say for it to be played; what is not named always is."""


def played(what: str, options: Mapping[str, Any]) -> bool:
    """Whether the book, rule or ruling `what` is played at a table with these settled options."""
    return all(options.get(option) == wanted for option, wanted in PLAYED_IF.get(what, {}).items())


def rules_of(game: str, options: Mapping[str, Any]) -> Iterator[str]:
    """Yield the ids of the rules that are played at a table of `game` with these settled options."""
    for book in BOOKS_OF.get(game, (game,)):
        if played(book, options):
            yield from (rule.id for rule in BOOKS[book].rules if played(rule.id, options))


def in_force(game: str, options: Mapping[str, Any]) -> list[Ruling]:
    """Return the rulings that touch a rule played at a table of `game` with these settled options, by number."""
    rules = set(rules_of(game, options))
    return [ruling for ruling in RULINGS if rules & set(ruling.rules) and played(ruling.id, options)]


def chosen(ruling: Ruling, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that bear on `ruling`, with what the table chose."""
    names = (ruling.option, *ruling.also) if ruling.option else ruling.also
    return {name: options[name] for name in names if name in options}
