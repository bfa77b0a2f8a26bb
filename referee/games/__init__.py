"""The games, by name. Each is a package of pure rules that offers what `referee.engine.Game` names."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import Game
from referee.games import alchemicus, fata_morgana, homunculus

_IN_ORDER: tuple[Game, ...] = (alchemicus, homunculus, fata_morgana)

GAMES: Mapping[str, Game] = {game.NAME: game for game in _IN_ORDER}
"""Name in URLs and JSON -> the module of its rules."""
