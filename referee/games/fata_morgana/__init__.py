"""Fata Morgana: apprentices brew potions from their hands and copy each other's; 2 to 4 players. Pure rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine import N_, Sentence
from referee.games.fata_morgana.board import SEATS
from referee.games.fata_morgana.desks import DESKS
from referee.games.fata_morgana.moves import MOVES, offers
from referee.games.fata_morgana.names import NAMES
from referee.games.fata_morgana.rules import BOOK, RULINGS
from referee.games.fata_morgana.state import Options, settle, start
from referee.games.fata_morgana.table import scores, screen, tells_seats_apart, view

NAME = "fata_morgana"
TITLE = "Fata Morgana"
ABOUT = N_("Brew potions, copy the others’, keep your objective secret. 2 to 4 players.")

EFFECTS: Mapping[str, Sentence] = {
    "ingredient_lost": Sentence(N_("%(player)s: nothing left on this stack, the ingredient is lost: %(good)s.")),
    "round_over": Sentence(N_("The round is over.")),
    "may_declare": Sentence(N_("Whose objective is complete may say so now.")),
    "last_round": Sentence(N_("The last round begins.")),
    "play_over": Sentence(N_("The play is over: hands and objectives are laid open.")),
    "declaration_untrue": Sentence(N_("%(player)s: the objective is not complete after all. The play goes on.")),
    "game_over": Sentence(N_("The game is over.")),
}
ECHOES: Mapping[str, str] = {}

MISTAKES: Mapping[str, str] = {}

BOOKS = (BOOK,)
PLAYED_IF: Mapping[str, Mapping[str, Any]] = {}

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
    "offers",
    "scores",
    "screen",
    "settle",
    "start",
    "tells_seats_apart",
    "view",
]
