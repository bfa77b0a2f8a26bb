"""What a rulebook is made of: books, sections, rules and rulings. English msgids; said elsewhere.

A rule's text and example may hold inline Markdown (emphasis only). The text is translated with the rule's id as
context, everything else without one.
"""

from __future__ import annotations

import msgspec


class Rule(msgspec.Struct, frozen=True):
    """One rule that a refusal can name: its id never changes.

    `related` are ids of rules that belong to it; `desk` is the path of the desk that decides it, or None.
    """

    id: str
    text: str
    example: str = ""
    related: tuple[str, ...] = ()
    desk: str | None = None


class Section(msgspec.Struct, frozen=True):
    """A part of a book. `id` is its anchor, unique in the book; `picture` names a drawing of templates/rules/."""

    id: str
    title: str
    brief: str
    rules: tuple[Rule, ...]
    picture: str | None = None


class Book(msgspec.Struct, frozen=True):
    """The rules of one game: `id` is its place below /rules."""

    id: str
    title: str
    brief: str
    sections: tuple[Section, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for section in self.sections for rule in section.rules)


class Ruling(msgspec.Struct, frozen=True):
    """Where the printed books disagree, err or are silent: what each says, what is applied and why.

    `option` is the table's option that lets the players decide, or None; `also` are other options of a table that bear
    on it. `rules` are the ids it touches.
    """

    id: str
    question: str
    italian: str
    polish: str
    applied: str
    rules: tuple[str, ...]
    option: str | None = None
    also: tuple[str, ...] = ()


def rule(context: str, text: str, example: str = "", related: tuple[str, ...] = (), desk: str | None = None) -> Rule:
    """Return the rule with the id `context`, its text marked for the catalogs with that context."""
    return Rule(context, text, example, related, desk)
