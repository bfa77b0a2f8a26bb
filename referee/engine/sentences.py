"""Sentences: English msgids with the facts they name, and refusals; said in the reader's language elsewhere."""

from __future__ import annotations

import msgspec


def N_(message: str) -> str:  # noqa: N802 - the name gettext users know
    """Mark `message` for the catalogs and return it unchanged."""
    return message


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802
    """Mark a counted message for the catalogs; the count is the fact named `num`."""
    return singular, plural


def named(context: str, english: str) -> str:
    """Mark a name for the catalogs; `context` is "name" for one of the glossary, "column" for the head of a column."""
    return english


class Term(msgspec.Struct, frozen=True, gc=False):
    """A name from the glossary by its English key ("fornax"); said in the reader's language."""

    key: str


class Player(msgspec.Struct, frozen=True, gc=False):
    """The player at seat `seat` (from 0); said by name."""

    seat: int


class Host(msgspec.Struct, frozen=True, gc=False):
    """Whoever set the table up; said in the reader's language."""


class Counts(msgspec.Struct, frozen=True, gc=False):
    """So many of each of several things: glossary keys with their numbers; said as "2 × mercury, sulphur"."""

    each: tuple[tuple[str, int], ...]


Fact = Term | Player | Host | Counts | int | str


class Sentence(msgspec.Struct, frozen=True, gc=False):
    """One whole sentence to be said: an English msgid (or singular and plural) and the facts it names."""

    message: str | tuple[str, str]
    facts: dict[str, Fact] = {}

    def about(self, **facts: Fact) -> Sentence:
        """Return the same sentence, about these facts."""
        return Sentence(self.message, {**self.facts, **facts})


class Refusal(msgspec.Struct, frozen=True):
    """A reason why a move is against the rules: a code that never changes, the rule's id (or None), and the sentence.

    Declared once as a constant; `about()` gives the one that names who and what.
    """

    code: str
    rule: str | None
    message: str | tuple[str, str]
    facts: dict[str, Fact] = {}

    def about(self, **facts: Fact) -> Refusal:
        """Return the same refusal, about these facts."""
        return Refusal(self.code, self.rule, self.message, {**self.facts, **facts})

    @property
    def sentence(self) -> Sentence:
        """The sentence alone, without code and rule."""
        return Sentence(self.message, self.facts)


def signed(by: int) -> str:
    """Return a change with its sign, for a sentence: +2, −1, +0."""
    return f"{by:+d}".replace("-", "−")
