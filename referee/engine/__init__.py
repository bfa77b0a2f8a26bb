"""What every game shares. Pure: no Flask, no SQL, no gettext, no clock, no randomness.

sentences.py  what is said: msgids with facts, refusals    books.py  the rules to read
moves.py      moves, effects, judge()                      game.py   what a game offers, its view and its result

A game is a module that offers what `Game` names; everything it decides is decided by its moves. Texts are English
msgids, marked with `N_` for the catalogs and said in the reader's language elsewhere (`referee.language`).
"""

from __future__ import annotations

from referee.engine.books import Book, Rule, Ruling, Section, put_in, rule
from referee.engine.game import (
    LARGEST,
    LONGEST_NAME,
    Change,
    Count,
    Desk,
    Game,
    Name,
    Need,
    PlayerView,
    Ranked,
    Result,
    State,
    TableOptions,
    TieBreak,
    Unaided,
    View,
)
from referee.engine.moves import Effect, Judged, Judgement, Malformed, Move, StateT, judge, judged, kind_of
from referee.engine.sentences import N_, NN_, Fact, Player, Refusal, Sentence, Term, named, signed

__all__ = [
    "LARGEST",
    "LONGEST_NAME",
    "NN_",
    "N_",
    "Book",
    "Change",
    "Count",
    "Desk",
    "Effect",
    "Fact",
    "Game",
    "Judged",
    "Judgement",
    "Malformed",
    "Move",
    "Name",
    "Need",
    "Player",
    "PlayerView",
    "Ranked",
    "Refusal",
    "Result",
    "Rule",
    "Ruling",
    "Section",
    "Sentence",
    "State",
    "StateT",
    "TableOptions",
    "Term",
    "TieBreak",
    "Unaided",
    "View",
    "judge",
    "judged",
    "kind_of",
    "named",
    "put_in",
    "rule",
    "signed",
]
