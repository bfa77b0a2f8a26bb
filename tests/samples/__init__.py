"""What tests of every game need to know of each: a module for each game, named after it.

`VARIETIES`  name of a kind of table -> number of players, options as a request gives them
`EVENINGS`   those of them that are played to their end over HTTP -> options by which it soon comes, moves that begin
`anything(chance, state)`  a well-formed move of any kind as a request gives it, legal or not
`check(state)`, `check_legal(state)`  assert what holds in every position, and where nothing was overruled
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
    EVENINGS: Mapping[str, tuple[dict[str, Any], list[dict[str, Any]]]]

    def anything(self, chance: random.Random, state: Any) -> dict[str, Any]:
        """Return a well-formed move of any kind as a request gives it, legal or not."""

    def check(self, state: Any) -> None:
        """Assert what holds in every position, however it was reached."""

    def check_legal(self, state: Any) -> None:
        """Assert what holds in a position that was reached without overruling anything or putting it right."""


def sample(game: str) -> Sample:
    """Return what tests know of `game`."""
    return cast(Sample, importlib.import_module(f"tests.samples.{game}"))


SAMPLES: Mapping[str, Sample] = {game: sample(game) for game in GAMES}
