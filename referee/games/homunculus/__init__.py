"""Homunculus (published as Kazaam): every alchemist builds a creature of nine parts; 2 to 5 players. Pure rules."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import N_
from referee.games.homunculus.at_table import in_short, rules_now, set_up
from referee.games.homunculus.board import SEATS
from referee.games.homunculus.desks import DESKS
from referee.games.homunculus.effects import ECHOES, EFFECTS
from referee.games.homunculus.moves import MOVES
from referee.games.homunculus.names import NAMES
from referee.games.homunculus.offers import offers
from referee.games.homunculus.rules import BOOK, RULINGS
from referee.games.homunculus.setup import MISTAKES, Options, is_printed, settle, start
from referee.games.homunculus.view import scores, screen, view

NAME = "homunculus"
TITLE = "Homunculus"
ABOUT = N_("Nine parts make a creature (also known as Kazaam). 2 to 5 players.")

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
