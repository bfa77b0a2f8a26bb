"""The targets of each Noctis card, as the table's screen offers it; of moves with the same outcome, one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import msgspec
from msgspec.structs import replace

from referee.engine import Judged, judged, kind_of
from referee.games.alchemicus.board import NOCTIS_COSTS
from referee.games.alchemicus.offers import aims
from referee.games.alchemicus.state import State


def noctis_cards(state: State, seat: int | None, acts: dict[str, list[Judged]]) -> dict[str, list[Judged]]:
    """Return what each Noctis card can be played on, by its kind, of the judged moves `acts` of `seat`.

    Before the turn's card is drawn it is as if that had been drawn from the deck: the page draws it first
    (static/table/stage.js). At any other time there are none.
    """
    if "pactum" in acts:
        return {card: aimed(state, acts.get(card, [])) for card in NOCTIS_COSTS}
    if seat is None or not state.rules.noctis or state.phase != "draw" or state.asked != seat:
        return {}
    drawn = replace(state.seating(seat, state.seats[seat].drawing(1)), phase="move")
    found: dict[str, list[Judged]] = {}
    for entry in judged(list(aims(drawn, seat)), drawn):
        found.setdefault(kind_of(entry.move), []).append(entry)
    return {card: aimed(drawn, found.get(card, [])) for card in NOCTIS_COSTS}


def distinct(state: State, entries: Iterable[Judged]) -> list[Judged]:
    """Return the legal ones of `entries`; of several with the same outcome (two empty Alembics) the first."""
    return one_of_each(state, (entry for entry in entries if entry.refusal is None))


def aimed(state: State, entries: list[Judged]) -> list[Judged]:
    """Return what a Noctis card can be played on; if it is barred from everything, all of that: each choice then says
    why it is barred, and can be played anyway."""
    return distinct(state, entries) or one_of_each(state, entries)


def one_of_each(state: State, entries: Iterable[Judged]) -> list[Judged]:
    """Return the first of all `entries` with the same outcome, for each outcome."""
    found: dict[Hashable, Judged] = {}
    for entry in entries:
        facts = msgspec.structs.asdict(entry.move)
        alike = tuple((name, appearance(state, name, value)) for name, value in facts.items())
        found.setdefault((kind_of(entry.move), alike), entry)
    return list(found.values())


def appearance(state: State, name: str, value: object) -> object:
    """Return the value of a move's field as players see it: a building by its kind and what lies on it."""
    if name not in ("building", "source", "to", "shop", "into") or not isinstance(value, int):
        return value
    building = state.building(value)
    if building is None:
        return value
    return building.kind, building.goods, building.golem, building.spiritus
