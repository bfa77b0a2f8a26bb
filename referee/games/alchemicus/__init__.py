"""Alchemicus, with Noctis and the Gold Rush.

board.py     what is printed                 moves/      one class for each kind of move
state.py     what changes                    score.py    end of the game, ranking, tokens
setup.py     options and the first position  sale.py     the best ways to sell
ring.py      how pawn and Spirit go round    reach.py    where they may go, for desks
refusals.py  every reason                    offers.py   moves worth a button
effects.py   what came of a move             desks.py    rulings without a table
view.py      a position as JSON shows it     screen.py   what the table's screen shows beside it
names.py     what the things are called      rules/      what the books say, where they disagree what is applied
cards.py     what Noctis cards can be played on
at_table.py  which rules matter at a table   turns.py    a whole turn told in one line
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import N_
from referee.games.alchemicus.at_table import in_short, rules_now, set_up
from referee.games.alchemicus.board import SEATS
from referee.games.alchemicus.desks import DESKS
from referee.games.alchemicus.effects import ECHOES, EFFECTS
from referee.games.alchemicus.moves import MOVES
from referee.games.alchemicus.names import NAMES
from referee.games.alchemicus.offers import offers
from referee.games.alchemicus.rules import BOOKS, PLAYED_IF, RULINGS
from referee.games.alchemicus.screen import scores, screen
from referee.games.alchemicus.setup import Options, is_printed, settle, start
from referee.games.alchemicus.view import view

NAME = "alchemicus"
TITLE = "Alchemicus"
ABOUT = N_("Build, transmute, win Fame: the pawns, the Spirit and the tokens. 2 to 4 players.")

MISTAKES: Mapping[str, str] = {
    "target": N_("The Fame that begins the last round is a number from 1 to 99; you can also leave it empty.")
}

__all__ = [
    "ABOUT",
    "BOOKS",
    "DESKS",
    "ECHOES",
    "EFFECTS",
    "MISTAKES",
    "MOVES",
    "NAME",
    "NAMES",
    "PLAYED_IF",
    "RULINGS",
    "SEATS",
    "TITLE",
    "Options",
    "in_short",
    "is_printed",
    "offers",
    "rules_now",
    "scores",
    "screen",
    "set_up",
    "settle",
    "start",
    "view",
]
