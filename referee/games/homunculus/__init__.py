"""Homunculus (published as Kazaam): every alchemist builds a creature of nine parts; 2 to 5 players. Pure rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine import N_, NN_
from referee.games.homunculus.board import SEATS
from referee.games.homunculus.desks import DESKS
from referee.games.homunculus.moves import MOVES, offers
from referee.games.homunculus.names import NAMES
from referee.games.homunculus.rules import BOOK, RULINGS
from referee.games.homunculus.state import Options, settle, start
from referee.games.homunculus.table import scores, screen, tells_seats_apart, view

NAME = "homunculus"
TITLE = "Homunculus"
ABOUT = N_("Nine parts make a creature (also known as Kazaam). 2 to 5 players.")

EFFECTS: Mapping[str, str | tuple[str, str]] = {
    "reshuffled": NN_(
        "The reserve was empty: %(num)s discarded tile is the new reserve.",
        "The reserve was empty: %(num)s discarded tiles, shuffled, are the new reserve.",
    ),
    "game_over": N_("Kazaam! The ninth place is filled: %(player)s."),
}
ECHOES: Mapping[str, str] = {}

HALF_A_FAVOURITE = N_("A favourite is a homunculus and an ingredient: choose both, or leave both open.")
MISTAKES: Mapping[str, str] = {"kind": HALF_A_FAVOURITE, "ingredient": HALF_A_FAVOURITE}

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
