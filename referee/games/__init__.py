"""The games, by name. Each is a package of pure rules with a `GAME`: what `referee.engine.Game` says a game offers."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from referee.engine import Game

IN_ORDER = (
    "alchemicus",
    "homunculus",
    "fata_morgana",
)
"""The games' folders, in the order they are offered."""

GAMES: Mapping[str, Game] = {name: import_module(f"referee.games.{name}").GAME for name in IN_ORDER}
"""Name in URLs and JSON -> the game."""
