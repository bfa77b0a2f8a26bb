"""The names of things in all games: the key used in code and JSON, what is printed on the card, and the English name.

Translations stand in the catalogs with the context "name". Latin stays Latin everywhere.
"""

from __future__ import annotations

from referee.games import GAMES

NAMES: dict[str, tuple[str | None, str]] = {key: names for game in GAMES.values() for key, names in game.names.items()}
