"""Fata Morgana: apprentices brew potions from their hands and copy each other's; 2 to 4 players. Pure rules."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import N_
from referee.games.fata_morgana.at_table import in_short, rules_now, set_up
from referee.games.fata_morgana.board import SEATS
from referee.games.fata_morgana.desks import DESKS
from referee.games.fata_morgana.effects import ECHOES, EFFECTS
from referee.games.fata_morgana.moves import MOVES
from referee.games.fata_morgana.names import NAMES
from referee.games.fata_morgana.offers import offers
from referee.games.fata_morgana.rules import BOOK, RULINGS
from referee.games.fata_morgana.setup import MISTAKES, Options, is_printed, settle, start
from referee.games.fata_morgana.view import scores, screen, view

NAME = "fata_morgana"
TITLE = "Fata Morgana"
ABOUT = N_("Brew potions, copy the others’, keep your objective secret. 2 to 4 players.")

BOOKS = (BOOK,)
PLAYED_IF: Mapping[str, Mapping[str, object]] = {}

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
