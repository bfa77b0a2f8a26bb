"""Fata Morgana: apprentices brew potions from their hands and copy each other's; 2 to 4 players. Pure rules."""

from __future__ import annotations

from referee.engine import N_, SHARED_VICTORY, Game
from referee.games.fata_morgana import board
from referee.games.fata_morgana.at_table import in_short, rules_now
from referee.games.fata_morgana.desks import DESKS, FEW_CARDS, OBJECTIVE_POINTS
from referee.games.fata_morgana.effects import EFFECTS
from referee.games.fata_morgana.first_game import first_cards, opening, set_up
from referee.games.fata_morgana.moves import MOVES
from referee.games.fata_morgana.moves.rounds import passing
from referee.games.fata_morgana.names import NAMES
from referee.games.fata_morgana.offers import offers
from referee.games.fata_morgana.receipt import receipt
from referee.games.fata_morgana.rules import BOOK, RULINGS
from referee.games.fata_morgana.score import COMPLETE_TAKES, POINTS_PER_ROW, ROWS, goal
from referee.games.fata_morgana.setup import Options, is_printed, settle, start
from referee.games.fata_morgana.view import broken_off, scores, screen, view

GAME = Game(
    name="fata_morgana",
    title="Fata Morgana",
    about=N_("Brew potions, copy other players’, keep your objective secret. 2 to 4 players."),
    seats=board.SEATS,
    options=Options,
    moves=MOVES,
    settle=settle,
    start=start,
    view=view,
    offers=offers,
    scores=scores,
    broken_off=broken_off,
    books=(BOOK,),
    passing=passing,
    screen=screen,
    effects=EFFECTS,
    board=board,
    for_templates={
        "complete_takes": COMPLETE_TAKES,
        "few_cards": FEW_CARDS,
        "goal": goal,
        "objective_points": OBJECTIVE_POINTS,
        "points_per_row": POINTS_PER_ROW,
        "receipt": receipt,
        "rows": ROWS,
    },
    is_printed=is_printed,
    rulings=RULINGS,
    names=NAMES,
    sought=("potion",),
    rules_now=rules_now,
    in_short=in_short,
    opening=opening,
    set_up=set_up,
    first_cards=first_cards,
    desks=DESKS,
    decided={"points": N_("points"), "draw": SHARED_VICTORY},
    by_score="points",
)
