"""The rules of all games: their books and rulings, and where each rule is to be read."""

from __future__ import annotations

from referee.engine import N_, Book, Rule, Ruling, Section
from referee.games import GAMES

TITLE = N_("Rules")
RULINGS_TITLE = N_("Rulings")

BOOKS: dict[str, Book] = {book.id: book for game in GAMES.values() for book in game.books}
"""Book id (its place below /rules) -> book, in the order they are offered."""

RULINGS: tuple[Ruling, ...] = tuple(
    sorted(
        (ruling for game in GAMES.values() for ruling in game.rulings),
        key=lambda ruling: int(ruling.id.removeprefix("E-")),
    )
)
"""Every ruling, in the order of its number."""

DESKS: dict[str, str] = {
    f"/desk/{game}/{name}": desk.title for game, rules in GAMES.items() for name, desk in rules.desks.items()
}
"""Path of a desk -> what its button says."""

_RULES: dict[str, tuple[Book, Rule]] = {rule.id: (book, rule) for book in BOOKS.values() for rule in book.rules}
_RULINGS: dict[str, Ruling] = {ruling.id: ruling for ruling in RULINGS}


def book_of(rule_id: str) -> Book | None:
    """Return the book that holds the rule `rule_id`, or None for a ruling or an unknown id."""
    found = _RULES.get(rule_id)
    return found[0] if found else None


def place_of(rule_id: str) -> tuple[Book, Section, Rule]:
    """Return the rule `rule_id` with the book and the section it stands in; raise KeyError for any other id."""
    book, rule = _RULES[rule_id]
    return book, next(section for section in book.sections if rule in section.rules), rule


def rule_url(rule_id: str | None, origin: str | None = None) -> str | None:
    """Return where the rule or ruling can be read ("/rules/alchemicus#AL-TIE"), or None for None or an unknown id.

    `origin`: the path of the table or desk that its reader is led back to.
    """
    if rule_id is None:
        return None
    book = book_of(rule_id)
    if book is None and rule_id not in _RULINGS:
        return None
    back = "" if origin is None else f"?from={origin}"
    return f"/rules/{book.id if book else 'rulings'}{back}#{rule_id}"


def rulings_of(rule_id: str) -> tuple[Ruling, ...]:
    """Return the rulings that touch the rule `rule_id`, in the order of their numbers."""
    return tuple(ruling for ruling in RULINGS if rule_id in ruling.rules)
