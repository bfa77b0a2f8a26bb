"""Homunculus (published as Kazaam): every alchemist builds a creature of nine parts; 2 to 5 players. Pure rules."""

from __future__ import annotations

from referee.engine import N_, SHARED_VICTORY, Game
from referee.games.homunculus import board
from referee.games.homunculus.at_table import in_short, rules_now
from referee.games.homunculus.desks import DESKS
from referee.games.homunculus.effects import EFFECTS
from referee.games.homunculus.first_game import first_cards, opening, set_up
from referee.games.homunculus.moves import MOVES
from referee.games.homunculus.moves.turn import passing
from referee.games.homunculus.names import NAMES
from referee.games.homunculus.offers import offers
from referee.games.homunculus.receipt import receipt
from referee.games.homunculus.rules import BOOK, RULINGS
from referee.games.homunculus.score import favourites_decide
from referee.games.homunculus.setup import MISTAKES, Options, is_printed, settle, start
from referee.games.homunculus.view import scores, screen, view

GAME = Game(
    name="homunculus",
    title="Homunculus",
    about=N_("Nine parts make a creature (also known as Kazaam). 2 to 5 players."),
    seats=board.SEATS,
    options=Options,
    moves=MOVES,
    settle=settle,
    start=start,
    view=view,
    offers=offers,
    scores=scores,
    books=(BOOK,),
    passing=passing,
    screen=screen,
    effects=EFFECTS,
    board=board,
    for_templates={"favourites_decide": favourites_decide, "receipt": receipt},
    mistakes=MISTAKES,
    is_printed=is_printed,
    rulings=RULINGS,
    names=NAMES,
    sought=("head",),
    rules_now=rules_now,
    in_short=in_short,
    opening=opening,
    set_up=set_up,
    first_cards=first_cards,
    desks=DESKS,
    decided={
        "points": N_("points"),
        "face_up": N_("face-up parts"),
        "ingredients": N_("ingredients"),
        "draw": SHARED_VICTORY,
    },
    by_score="points",
)
