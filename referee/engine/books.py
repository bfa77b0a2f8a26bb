"""The rules to read: books of sections of rules, and rulings on what the books leave open.

A rule's text and example may hold inline Markdown (emphasis only). The text is translated with the rule's id as
context, everything else without one. Printed numbers are facts: a text says `%(limit)s` and its rule or ruling names
`facts = { limit = "HAND_LIMIT" }`, one of the board's constants; they are put in when the text is said. The texts stand
in files (`texts.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from referee.engine.sentences import Sentence


def put_in(text: str, facts: Mapping[str, int | str]) -> str:
    """Return `text` with its `facts` put in; a text without facts may hold a bare percent sign."""
    return text % facts if facts else text


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule that a refusal can name: its id never changes.

    `related` are ids of rules that belong to it; `desk` is the path of the desk that decides it, or None. `facts` are
    the numbers that text and example name.
    """

    id: str
    text: str
    example: str = ""
    related: tuple[str, ...] = ()
    desk: str | None = None
    facts: Mapping[str, int | str] = {}


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a book. `id` is its anchor, unique in the book; `picture` is the template of a drawing."""

    id: str
    title: str
    brief: str
    rules: tuple[Rule, ...]
    picture: str | None = None


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of one box or booklet: `id` is its place below /rules."""

    id: str
    title: str
    brief: str
    sections: tuple[Section, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for section in self.sections for rule in section.rules)


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case where the printed books disagree, err or are silent: what each says, what is applied and why.

    `option` is the table's option that lets the players decide, or None; `also` are other options of a table that bear
    on it. `rules` are the ids it touches; `facts` are the numbers its texts name.
    """

    id: str
    question: str
    italian: str
    polish: str
    applied: str
    rules: tuple[str, ...]
    option: str | None = None
    also: tuple[str, ...] = ()
    facts: Mapping[str, int | str] = {}


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point of the rule with the id `rule`, for somebody's first game: 25 words at most, true by itself.

    The text may name the facts of the rule and the options of the table.
    """

    rule: str
    text: str

    @property
    def context(self) -> str:
        """The context of its text in the catalogs."""
        return f"{self.rule} card"


class Opening(msgspec.Struct, frozen=True):
    """The opening of a first game: sentences on what one plays for and how one gets there, and what one can do, each
    as its name (a key of the game's names, or a msgid) and five words on it."""

    aim: tuple[Sentence, ...]
    can_do: tuple[tuple[str, Sentence], ...]
