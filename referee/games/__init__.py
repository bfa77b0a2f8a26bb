"""The games, by name. Each is a package of pure rules with a `GAME`: what `referee.engine.Game` says a game offers."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import Game
from referee.games import alchemicus, fata_morgana, homunculus

_IN_ORDER: tuple[Game, ...] = (alchemicus.GAME, homunculus.GAME, fata_morgana.GAME)

GAMES: Mapping[str, Game] = {game.name: game for game in _IN_ORDER}
"""Name in URLs and JSON -> the game."""
