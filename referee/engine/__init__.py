"""The parts that every game shares. Pure: no Flask, no SQL, no gettext, no clock, no randomness.

sentences.py  what is said: msgids with facts, refusals    books.py  the rules to read
moves.py      moves, effects, judge()                      game.py   what a game offers, its view and its result
options.py    what every table chooses           players.py   moves of every game: who left, who is back, colours
texts.py      the rules' texts, read from files

A game is a `Game` that says what it offers; everything it decides is decided by its moves. Texts are English
msgids, marked with `N_` for the catalogs and said in the reader's language elsewhere (`referee.language`).
"""

from __future__ import annotations

from referee.engine.books import Book, Card, Opening, Rule, Ruling, Section, put_in
from referee.engine.game import (
    LONGEST_NAME,
    MOST,
    NOT_REPEATED,
    SHARED_VICTORY,
    Change,
    Count,
    Desk,
    Echo,
    Game,
    Name,
    Need,
    OfflineCount,
    PlayerView,
    Ranked,
    Result,
    State,
    TableState,
    TieBreak,
    View,
    won_among,
)
from referee.engine.moves import (
    Done,
    Effect,
    Judged,
    Judgement,
    Malformed,
    Message,
    Move,
    Seat,
    TurnPutRight,
    classes_of,
    judge,
    judged,
    kind_of,
    seats_from,
)
from referee.engine.options import COLOURS, LONGEST_HOUSE_RULE, Colour, TableOptions
from referee.engine.players import Back, Left
from referee.engine.sentences import N_, NN_, Counts, Fact, Host, Player, Refusal, Sentence, Term, named, signed
from referee.engine.texts import read_book, read_cards, read_rulings
