"""What a server keeps of thousands of entries, the garbage collector hardly has to look at."""

from __future__ import annotations

import gc

import msgspec
import pytest

from referee.games import GAMES
from referee.history import Entry, History

ENTRIES = 300


@pytest.mark.parametrize("name", GAMES)
def test_a_long_log_is_little_work_for_the_garbage_collector(name: str) -> None:
    game = GAMES[name]
    history = History(game.begin(game.settle(game.options(), 2, "en"), 2))
    gc.collect()
    before = len(gc.get_objects())
    while history.seq < ENTRIES:
        move = msgspec.convert({"kind": "turn", "seat": history.seq % 2}, game.moves)
        history = history.enter(Entry(history.seq + 1, "2026-01-01T20:00:00Z", 0, move, "overruled"))
    gc.collect()  # which lets go of tuples that hold nothing to look at, too
    assert len(gc.get_objects()) - before < 3 * ENTRIES
