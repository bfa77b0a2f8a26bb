"""Ids of what lies on a table: they count up and are never given twice. Pure."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from referee.engine import State, TableState


def numbered(state: State, next_id: int) -> State:
    """Return the state in which the next id given is `next_id`."""
    if state.next_id == next_id:
        return state
    assert isinstance(state, TableState)
    return msgspec.structs.replace(state, next_id=next_id)


def told_apart(standing: Mapping[int, int], returning: Mapping[int, int], next_id: int) -> tuple[dict[int, int], int]:
    """Return the id that each entry gives from now on, and the next one that is free.

    `standing` and `returning` map the entries (by seq) that stand, and that are put back, to the ids they gave before
    ids counted up. What stands keeps its id; what is put back has its own unless something else has it now.
    """
    ids = dict(standing)
    for seq, gave in sorted(returning.items()):
        if gave in ids.values():
            gave, next_id = next_id, next_id + 1
        ids[seq] = gave
    return ids, next_id
