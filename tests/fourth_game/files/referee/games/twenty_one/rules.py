"""The two rules."""

from __future__ import annotations

from referee.engine import N_, Book, Section, rule
from referee.games.twenty_one.state import MOST_TAKEN, TOKENS

BOOK = Book(
    "twenty_one",
    "Twenty-one",
    N_("Two players, one pile."),
    (
        Section(
            "play",
            N_("How to play"),
            N_("Tokens are all that is needed."),
            (
                rule(
                    "TW-TAKE",
                    "**%(tokens)s tokens** lie on the table. In turn each player takes one, two or **%(most)s**.",
                    related=("TW-WIN",),
                    facts={"tokens": TOKENS, "most": MOST_TAKEN},
                ),
                rule("TW-WIN", "Whoever takes the **last token** wins.", related=("TW-TAKE",)),
            ),
        ),
    ),
)
