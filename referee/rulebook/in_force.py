"""The rulings in force at a table, and which of its options bear on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.engine import Card, Rule, Ruling
from referee.games import GAMES
from referee.rulebook import RULINGS


def played(game: str, what: str, options: Mapping[str, object]) -> bool:
    """Whether the book, rule or ruling `what` is played at a table of `game` with these settled options."""
    return _says(options, GAMES[game].played_if.get(what, {}))


def _says(options: Mapping[str, object], wanted: Mapping[str, object]) -> bool:
    return all(options.get(option) == value for option, value in wanted.items())


def otherwise(rule: Rule, game: str, options: Mapping[str, object]) -> Card | None:
    """Return what `rule` says at a table of `game` with these settled options where the table plays it otherwise than
    its book says, or None."""
    cards = (card for wanted, card in GAMES[game].otherwise if card.rule == rule.id and _says(options, wanted))
    return next(cards, None)


def facts_of(rule: Rule, options: Mapping[str, object]) -> dict[str, int | str]:
    """Return the facts of `rule` with what these settled options say in place of the book's numbers."""
    chosen_here = {name: options.get(name) for name in rule.facts}
    return {**rule.facts, **{name: value for name, value in chosen_here.items() if isinstance(value, int | str)}}


def books_of(game: str, options: Mapping[str, object]) -> Iterator[str]:
    """Yield the ids of the books that are played at a table of `game` with these settled options."""
    yield from (book.id for book in GAMES[game].books if played(game, book.id, options))


def rules_of(game: str, options: Mapping[str, object]) -> Iterator[str]:
    """Yield the ids of the rules that are played at a table of `game` with these settled options."""
    books = set(books_of(game, options))
    for book in GAMES[game].books:
        if book.id in books:
            yield from (rule.id for rule in book.rules if played(game, rule.id, options))


def in_force(game: str, options: Mapping[str, object]) -> list[Ruling]:
    """Return the rulings that touch a rule played at a table of `game` with these settled options, by number."""
    rules = set(rules_of(game, options))
    return [ruling for ruling in RULINGS if rules & set(ruling.rules) and played(game, ruling.id, options)]


def played_ids(game: str, options: Mapping[str, object]) -> Iterator[str]:
    """Yield the ids of the rules and rulings that are played at a table of `game` with these settled options."""
    yield from rules_of(game, options)
    yield from (ruling.id for ruling in in_force(game, options))


def searched_first(game: str, options: Mapping[str, object]) -> str:
    """Return what a phone's own search puts first at a table with these settled options (static/search.js): the ids of
    the books played there, then, each after a minus sign, those of their rules and rulings that are not."""
    books = [*books_of(game, options)]
    known = {*played_ids(game, options)}
    rules = [rule.id for book in GAMES[game].books if book.id in books for rule in book.rules]
    rulings = [ruling.id for ruling in RULINGS if ruling.rules[0] in rules]
    return " ".join((*books, *(f"-{id}" for id in (*rules, *rulings) if id not in known)))


def chosen(ruling: Ruling, options: Mapping[str, object]) -> dict[str, object]:
    """Return the options that bear on `ruling`, with what the table chose."""
    names = (ruling.option, *ruling.also) if ruling.option else ruling.also
    return {name: options[name] for name in names if name in options}
