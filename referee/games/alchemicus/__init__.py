"""Alchemicus, with Noctis and the Gold Rush.

board.py     what is printed                 moves/      one class for each kind of move
state.py     what changes                    score.py    end of the game, ranking, tokens
setup.py     options and the first position  sale.py     the best ways to sell
ring.py      how pawn and Spirit go round    reach.py    where they may go, for desks
refusals.py  every reason                    offers.py   moves worth a button
effects.py   what came of a move             desks.py    rulings without a table
view.py      a position as JSON shows it     screen.py   what the table's screen shows beside it
names.py     what the things are called      rules/      what the books say (TOML), what is applied where they disagree
cards.py     what Noctis cards can be played on   selling.py who may buy in an advanced sale
at_table.py  which rules matter at a table   turns.py    a whole turn told in one line
pictures.py  what its books' pictures show
"""

from __future__ import annotations

from referee.engine import N_, SHARED_VICTORY, Game
from referee.games.alchemicus import board
from referee.games.alchemicus.at_table import in_short, may_begin, rules_now
from referee.games.alchemicus.desks import DESKS
from referee.games.alchemicus.effects import ECHOES, EFFECTS
from referee.games.alchemicus.first_game import first_cards, opening, set_up
from referee.games.alchemicus.moves import MOVES
from referee.games.alchemicus.moves.turn import passing
from referee.games.alchemicus.names import NAMES
from referee.games.alchemicus.offers import offers
from referee.games.alchemicus.pictures import pictures
from referee.games.alchemicus.rules import BOOKS, OTHERWISE, PLAYED_IF, RULINGS
from referee.games.alchemicus.sale import MOST_OF_A_GOOD
from referee.games.alchemicus.score import towards_gold
from referee.games.alchemicus.screen import broken_off, remedy, scores, screen
from referee.games.alchemicus.setup import Options, is_printed, played_as, settle, start, usual_edition, usual_target
from referee.games.alchemicus.view import view

GAME = Game(
    name="alchemicus",
    title="Alchemicus",
    about=N_("Build, transmute and win Fame. 2 to 4 players."),
    seats=board.SEATS,
    options=Options,
    moves=MOVES,
    settle=settle,
    start=start,
    view=view,
    offers=offers,
    scores=scores,
    broken_off=broken_off,
    books=BOOKS,
    passing=passing,
    screen=screen,
    remedy=remedy,
    effects=EFFECTS,
    echoes=ECHOES,
    board=board,
    for_templates={
        "most_of_a_good": MOST_OF_A_GOOD,
        "towards_gold": towards_gold,
        "usual_edition": usual_edition,
        "usual_target": usual_target,
    },
    mistakes={
        "target": N_("The Fame that begins the last round is a number from 1 to 99; you can also leave it empty.")
    },
    is_printed=is_printed,
    may_begin=may_begin,
    rulings=RULINGS,
    played_if=PLAYED_IF,
    otherwise=OTHERWISE,
    names=NAMES,
    sought=("gold", "fame", "labrium", "golem"),
    rules_now=rules_now,
    in_short=in_short,
    opening=opening,
    set_up=set_up,
    first_cards=first_cards,
    pictures=pictures,
    desks=DESKS,
    decided={
        "fame": N_("points of Fame"),
        "prices": N_("what the buildings cost"),
        "gold": N_("gold"),
        "draw": SHARED_VICTORY,
    },
    by_score="fame",
    played_as=played_as,
)
