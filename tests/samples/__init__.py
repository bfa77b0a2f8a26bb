"""What tests of every game need to know of each: a module for each game, named after it.

`VARIETIES`  name of a kind of table -> number of players, options as a request gives them
`anything(chance, players)`  a well-formed move of any kind as a request gives it, legal or not
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Mapping
from typing import Any, Protocol, cast

from referee.games import GAMES


class Sample(Protocol):
    """What the sample of a game offers."""

    VARIETIES: Mapping[str, tuple[int, dict[str, Any]]]

    def anything(self, chance: random.Random, players: int) -> dict[str, Any]:
        """Return a well-formed move of any kind as a request gives it, legal or not, at a table of so many players."""


def sample(game: str) -> Sample:
    """Return what tests know of `game`."""
    return cast(Sample, importlib.import_module(f"tests.samples.{game}"))


SAMPLES: Mapping[str, Sample] = {game: sample(game) for game in GAMES}
