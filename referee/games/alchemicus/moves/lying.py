"""Corrections of what is on the table, by anybody at any time: buildings, goods, pawns, the Spirit, Golems, Infamia.

What these corrections say is recorded as said, whatever the books allow; they bring nothing about.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from referee.engine import N_, NN_, Count, Malformed, Player, Refusal, Sentence, Term
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import FIELDS, MOST_GOODS_TOLD, MOST_INFAMIA_TOLD, BuildingKind, Good, SpiritPlace
from referee.games.alchemicus.moves.base import Effects, too_many_buildings
from referee.games.alchemicus.moves.corrections import Correction
from referee.games.alchemicus.state import State

FieldNumber = Annotated[int, Meta(ge=0, lt=FIELDS)]


class Stands(Correction, frozen=True, tag="building"):
    """Lay a building out without cost (`build`, its kind), or take one away with what lies on it (`remove`, an id)."""

    build: BuildingKind | None = None
    remove: int | None = None

    def __post_init__(self) -> None:
        if (self.build is None) == (self.remove is None):
            raise Malformed("build" if self.build is None else "remove")

    def missing(self, state: State) -> str | None:
        return None if self.remove is None or state.owner(self.remove) == self.seat else "remove"

    def over_limit(self, state: State) -> Refusal | None:
        return None if self.build is None else too_many_buildings(state)

    def _apply(self, state: State) -> tuple[State, Effects]:
        seat = self.player(state)
        if self.build is not None:
            return state.building_out(self.seat, self.build), ()
        left = tuple(building for building in seat.buildings if building.id != self.remove)
        return state.seating(self.seat, replace(seat, buildings=left)), ()

    def told(self, state: State) -> Sentence:
        if self.build is not None:
            return TOLD_STANDS.about(player=Player(self.seat), building=Term(self.build))
        removed = None if self.remove is None else state.building(self.remove)
        kind = "?" if removed is None else Term(removed.kind)
        return TOLD_GONE.about(player=Player(self.seat), building=kind)


TOLD_STANDS = Sentence(N_("%(player)s: correction: one building added (%(building)s)"))
TOLD_GONE = Sentence(N_("%(player)s: correction: one building removed (%(building)s)"))


class Lies(Correction, frozen=True, tag="goods"):
    """Say what lies on a building of `seat`: the goods, whether a Golem, how many Spiritus; what is left out stays."""

    building: int
    goods: Annotated[tuple[Good, ...], Meta(max_length=MOST_GOODS_TOLD)] | UnsetType = UNSET
    golem: bool | UnsetType = UNSET
    spiritus: Count | UnsetType = UNSET

    def missing(self, state: State) -> str | None:
        return None if state.owner(self.building) == self.seat else "building"

    def _apply(self, state: State) -> tuple[State, Effects]:
        building = state.building(self.building)
        if building is None or state.owner(self.building) != self.seat:
            return state, ()
        told = {
            name: value
            for name, value in msgspec.structs.asdict(self).items()
            if name in ("goods", "golem", "spiritus") and value is not UNSET
        }
        return state.housing(replace(building, **told)), ()

    def told(self, state: State) -> Sentence:
        building = state.building(self.building)
        kind = "?" if building is None else Term(building.kind)
        return TOLD_LIES.about(player=Player(self.seat), building=kind)


TOLD_LIES = Sentence(N_("%(player)s: correction: what is on a building (%(building)s)"))


class PawnStands(Correction, frozen=True, tag="pawn"):
    """Say on which outer field the pawn of `seat` stands; None: off the board."""

    field: FieldNumber | None

    with_fame: ClassVar[bool] = True

    def _apply(self, state: State) -> tuple[State, Effects]:
        return state.seating(self.seat, replace(self.player(state), pawn=self.field)), ()

    def told(self, state: State) -> Sentence:
        if self.field is None:
            return TOLD_PAWN_OFF.about(player=Player(self.seat))
        return TOLD_PAWN.about(player=Player(self.seat), field=Term(state.rules.ring[self.field]))


TOLD_PAWN = Sentence(N_("%(player)s: correction: pawn moved to %(field)s"))
TOLD_PAWN_OFF = Sentence(N_("%(player)s: correction: pawn taken off the board"))


class SpiritStands(Correction, frozen=True, tag="spirit_stands"):
    """Say where the Spirit stands; `seat` is who says so. The turn's move of the Spirit is owed as before."""

    to: SpiritPlace

    with_fame: ClassVar[bool] = True

    def _apply(self, state: State) -> tuple[State, Effects]:
        return replace(state, spirit=self.to), ()

    def told(self, state: State) -> Sentence:
        return TOLD_SPIRIT_STANDS.about(player=Player(self.seat), building=Term(self.to))


TOLD_SPIRIT_STANDS = Sentence(N_("%(player)s: correction: Spirit moved to %(building)s"))


class OfGoldRush(Correction, frozen=True):
    """A correction of what only a Gold Rush has on the table."""

    with_fame: ClassVar[bool] = True

    def _refusal(self, state: State) -> Refusal | None:
        return None if state.rules.gold_rush else refusals.ONLY_IN_GOLD_RUSH


class GolemStands(OfGoldRush, frozen=True, tag="golem_stands"):
    """Say whether a Golem lies on an outer field; `seat` is who says so."""

    field: FieldNumber
    stands: bool

    def _apply(self, state: State) -> tuple[State, Effects]:
        if not state.rules.gold_rush:
            return state, ()
        others = state.golems - {self.field}
        return replace(state, golems=others | {self.field} if self.stands else others), ()

    def told(self, state: State) -> Sentence:
        told = TOLD_GOLEM_STANDS if self.stands else TOLD_NO_GOLEM_STANDS
        return told.about(player=Player(self.seat), field=Term(state.rules.ring[self.field]))


TOLD_GOLEM_STANDS = Sentence(N_("%(player)s: correction: Golem added (%(field)s)"))
TOLD_NO_GOLEM_STANDS = Sentence(N_("%(player)s: correction: Golem removed (%(field)s)"))


class InfamiaLies(OfGoldRush, frozen=True, tag="infamia_lies"):
    """Say how many Infamia lie before `seat`."""

    lies: Annotated[int, Meta(ge=0, le=MOST_INFAMIA_TOLD)]

    def _apply(self, state: State) -> tuple[State, Effects]:
        if not state.rules.gold_rush:
            return state, ()
        return state.seating(self.seat, replace(self.player(state), infamia=self.lies)), ()

    def told(self, state: State) -> Sentence:
        return TOLD_INFAMIA_LIES.about(player=Player(self.seat), num=self.lies)


TOLD_INFAMIA_LIES = Sentence(
    NN_(
        "%(player)s: correction: %(num)d Infamia in front of them",
        ("%(player)s: correction: %(num)d Infamias in front of them"),
    )
)
