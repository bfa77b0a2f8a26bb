"""Games as they were written down are played the same way today."""

from __future__ import annotations

import pytest

from tests.playthroughs.text import HERE, PLAYED, counted, file_of, playthrough

AGAIN = "If this is meant: python -m tests.playthroughs, and read git diff"


@pytest.mark.parametrize(("game", "variety"), PLAYED)
def test_a_game_is_played_as_it_was(game: str, variety: str) -> None:
    assert playthrough(game, variety) == file_of(game, variety).read_text(), AGAIN


def test_there_are_as_many_ways_to_go_on_as_there_were() -> None:
    assert counted() == (HERE / "counts.txt").read_text(), AGAIN


def test_each_text_is_of_a_game_that_is_played() -> None:
    assert {path.name for path in HERE.glob("*.txt")} == {file_of(*table).name for table in PLAYED} | {"counts.txt"}
