"""The Noctis cards that are played on buildings and goods: Golem, Homunculus, Mutabilis, Pactum, Spiritus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from referee.engine import N_, NN_, Effect, Malformed, Message, Player, Refusal, Sentence, Term
from referee.engine import Seat as SeatNumber
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import FIELDS, NOCTIS_COSTS, PACTUM_CARDS, RAW, TRANSMUTES, Good
from referee.games.alchemicus.moves.base import AlchemicusMove, Effects, known, named
from referee.games.alchemicus.moves.workshop import carried
from referee.games.alchemicus.state import Building, State, fits, with_good, without_good


class NoctisCard(AlchemicusMove, frozen=True):
    """A Noctis card, played before the pawn moves (NO-PHASE). The card leaves the hand, and its cost (NO-COST)."""

    phases: ClassVar[frozenset[str]] = frozenset({"move"})
    card: ClassVar[str]
    not_in_play: ClassVar[Refusal]
    cannot_pay: ClassVar[Refusal]

    @property
    def cards(self) -> int:
        """The number of cards that playing it takes, itself included."""
        return 1 + NOCTIS_COSTS[self.card]

    def _refusal(self, state: State) -> Refusal | None:
        if not state.rules.noctis:
            return self.not_in_play
        if (reason := self._card_refusal(state)) is not None:
            return reason
        return None if self.player(state).afford(self.cards) else self.cannot_pay.about(num=self.cards)

    def _card_refusal(self, state: State) -> Refusal | None:
        """Return what forbids the card's effect, its cost aside."""
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        return self._card_apply(state.seating(self.seat, self.player(state).paying(self.cards))), ()

    def _card_apply(self, state: State) -> State:
        """Return the position after the card's effect, its cost already paid."""
        raise NotImplementedError


def not_of(state: State, target: int, building_id: int) -> bool:
    """Whether no building with this id is laid out before the player at seat `target`."""
    return state.owner(building_id) != target


class OnBuilding(NoctisCard, frozen=True):
    """A Noctis card played on the `building` (an id) of the player at seat `target`."""

    target: SeatNumber
    building: int

    def missing(self, state: State) -> str | None:
        if self.target >= len(state.seats):
            return "target"
        return "building" if not_of(state, self.target, self.building) else None

    def messages(self, state: State, effects: Sequence[Effect]) -> tuple[Message, ...]:
        said = self._said_to_target().about(player=Player(self.seat), building=named(state, self.building))
        return (Message(self.target, said),)

    def _said_to_target(self) -> Sentence:
        """Return what is said to the player on whose building the card is played."""
        raise NotImplementedError


class Golem(NoctisCard, frozen=True, tag="golem"):
    """Put a Golem under one of one's own buildings (NO-GOLEM), or in Gold Rush on an outer field (GR-GOLEM)."""

    building: int | None = None
    field: Annotated[int, Meta(ge=0, lt=FIELDS)] | None = None

    card: ClassVar[str] = "golem"
    not_in_play: ClassVar[Refusal] = refusals.GOLEM_NOCTIS_NOT_IN_PLAY
    cannot_pay: ClassVar[Refusal] = refusals.GOLEM_CANNOT_PAY

    def __post_init__(self) -> None:
        if (self.building is None) == (self.field is None):
            raise Malformed("building" if self.building is None else "field")

    def missing(self, state: State) -> str | None:
        return None if known(state, self.building) else "building"

    def _card_refusal(self, state: State) -> Refusal | None:
        if self.building is not None:
            building = state.building(self.building)
            if building is None or not self.owns(state, building.id):
                return refusals.GOLEM_NOT_YOUR_BUILDING.about(building=named(state, self.building))
            return refusals.ALREADY_GUARDED if building.golem else None
        if not state.rules.gold_rush:
            return refusals.GOLEM_GOLD_RUSH_ONLY
        return refusals.FIELD_HAS_GOLEM if self.field in state.golems else None

    def _card_apply(self, state: State) -> State:
        if self.field is not None:
            return replace(state, golems=state.golems | {self.field})
        building = None if self.building is None else state.building(self.building)
        return state if building is None else state.housing(replace(building, golem=True))

    def told(self, state: State) -> Sentence:
        if self.field is not None:
            return TOLD_GOLEM_ON_RING.about(player=Player(self.seat), field=Term(state.rules.ring[self.field]))
        return TOLD_GOLEM.about(player=Player(self.seat), building=named(state, self.building))


TOLD_GOLEM = Sentence(N_("%(player)s: Golem under a building (%(building)s)"))
TOLD_GOLEM_ON_RING = Sentence(N_("%(player)s: Golem laid on the ring (%(field)s)"))


class Homunculus(OnBuilding, frozen=True, tag="homunculus"):
    """Undo the transmutation of an opponent's good, or take a Spiritus off any building (NO-HOMUNCULUS, E-11)."""

    undo: Literal["good", "spiritus"]

    card: ClassVar[str] = "homunculus"
    not_in_play: ClassVar[Refusal] = refusals.HOMUNCULUS_NOCTIS_NOT_IN_PLAY
    cannot_pay: ClassVar[Refusal] = refusals.HOMUNCULUS_CANNOT_PAY

    def _card_refusal(self, state: State) -> Refusal | None:
        building = state.building(self.building)
        assert building is not None
        if building.golem and self.target != self.seat:
            return refusals.GUARDED_BY_GOLEM
        if self.undo == "good" and self.target == self.seat:
            return refusals.HOMUNCULUS_OWN_GOOD
        if not (building.spiritus if self.undo == "spiritus" else can_be_undone(building)):
            return refusals.NOTHING_TO_UNDO_THERE
        return None

    def _card_apply(self, state: State) -> State:
        building = state.building(self.building)
        if building is None:
            return state
        if self.undo == "spiritus":
            return state.housing(replace(building, spiritus=max(0, building.spiritus - 1)))
        return state.housing(undone(building))

    def _said_to_target(self) -> Sentence:
        return HOMUNCULUS_ON_YOU if self.undo == "good" else SPIRITUS_OFF_YOU

    def told(self, state: State) -> Sentence:
        told = TOLD_HOMUNCULUS if self.undo == "good" else TOLD_HOMUNCULUS_ON_SPIRITUS
        return told.about(player=Player(self.seat), target=Player(self.target), building=named(state, self.building))


TOLD_HOMUNCULUS = Sentence(N_("%(player)s: Homunculus undoes a transmutation (%(target)s, %(building)s)"))
TOLD_HOMUNCULUS_ON_SPIRITUS = Sentence(N_("%(player)s: Homunculus removes a Spiritus (%(target)s, %(building)s)"))

HOMUNCULUS_ON_YOU = Sentence(
    N_("%(player)s plays Homunculus against you: put back the goods it was made of (%(building)s).")
)
SPIRITUS_OFF_YOU = Sentence(N_("%(player)s plays Homunculus: discard a Spiritus in front of you (%(building)s)."))


def can_be_undone(building: Building) -> bool:
    """Whether what `building` made lies on it."""
    return building.kind in TRANSMUTES and TRANSMUTES[building.kind][1] in building.goods


def undone(building: Building) -> Building:
    """Return `building` with its product turned back into the goods that it was made of."""
    if building.kind not in TRANSMUTES:
        return building
    needs, product = TRANSMUTES[building.kind]
    building = without_good(building, product)
    for good in needs:
        building = with_good(building, good)
    return building


class Mutabilis(NoctisCard, frozen=True, tag="mutabilis"):
    """Take a raw good from an opponent's building `source` onto a free place of one's own (NO-MUTABILIS)."""

    target: SeatNumber
    source: int = msgspec.field(name="from")
    good: Good
    to: int

    card: ClassVar[str] = "mutabilis"
    not_in_play: ClassVar[Refusal] = refusals.MUTABILIS_NOCTIS_NOT_IN_PLAY
    cannot_pay: ClassVar[Refusal] = refusals.MUTABILIS_CANNOT_PAY

    def missing(self, state: State) -> str | None:
        if self.target >= len(state.seats):
            return "target"
        if not_of(state, self.target, self.source):
            return "from"
        return None if known(state, self.to) else "to"

    def _card_refusal(self, state: State) -> Refusal | None:
        source, to = state.building(self.source), state.building(self.to)
        assert source is not None
        assert to is not None
        if self.good not in RAW:
            return refusals.NOT_A_RAW_GOOD.about(good=Term(self.good))
        if self.target == self.seat:
            return refusals.MUTABILIS_OWN_GOOD
        if not self.owns(state, to.id):
            return refusals.MUTABILIS_NOT_YOUR_BUILDING.about(building=Term(to.kind))
        if source.golem:
            return refusals.GUARDED_BY_GOLEM
        if self.good not in source.goods:
            return refusals.MUTABILIS_GOOD_NOT_THERE.about(good=Term(self.good))
        return None if fits(to, self.good) else refusals.MUTABILIS_NO_ROOM.about(good=Term(self.good))

    def _card_apply(self, state: State) -> State:
        return carried(state, self.good, self.source, self.to)

    def messages(self, state: State, effects: Sequence[Effect]) -> tuple[Message, ...]:
        facts = {"player": Player(self.seat), "good": Term(self.good), "source": named(state, self.source)}
        return (Message(self.target, MUTABILIS_ON_YOU.about(**facts)),)

    def told(self, state: State) -> Sentence:
        return TOLD_MUTABILIS.about(
            player=Player(self.seat),
            target=Player(self.target),
            good=Term(self.good),
            source=named(state, self.source),
            building=named(state, self.to),
        )


TOLD_MUTABILIS = Sentence(N_("%(player)s: Mutabilis, %(good)s (from: %(target)s, %(source)s; onto: %(building)s)"))
MUTABILIS_ON_YOU = Sentence(N_("%(player)s plays Mutabilis against you and takes: %(good)s (%(source)s)."))


class Pactum(NoctisCard, frozen=True, tag="pactum"):
    """Take three Noctis cards (NO-PACTUM)."""

    card: ClassVar[str] = "pactum"
    not_in_play: ClassVar[Refusal] = refusals.PACTUM_NOCTIS_NOT_IN_PLAY
    cannot_pay: ClassVar[Refusal] = refusals.PACTUM_CANNOT_PAY

    def _card_apply(self, state: State) -> State:
        return state.seating(self.seat, self.player(state).drawing(PACTUM_CARDS))

    def told(self, state: State) -> Sentence:
        return TOLD_PACTUM.about(player=Player(self.seat))


TOLD_PACTUM = Sentence(
    NN_("%(player)s: Pactum, %(num)d Noctis card", "%(player)s: Pactum, %(num)d Noctis cards"), {"num": PACTUM_CARDS}
)


class Spiritus(OnBuilding, frozen=True, tag="spiritus"):
    """Lay a Spiritus on an opponent's building that transmutes (NO-SPIRITUS)."""

    card: ClassVar[str] = "spiritus"
    not_in_play: ClassVar[Refusal] = refusals.SPIRITUS_NOCTIS_NOT_IN_PLAY
    cannot_pay: ClassVar[Refusal] = refusals.SPIRITUS_CANNOT_PAY

    def _card_refusal(self, state: State) -> Refusal | None:
        building = state.building(self.building)
        assert building is not None
        if self.target == self.seat:
            return refusals.OWN_BUILDING
        if building.kind not in TRANSMUTES:
            return refusals.SPIRITUS_DOES_NOT_TRANSMUTE.about(building=Term(building.kind))
        return refusals.GUARDED_BY_GOLEM if building.golem else None

    def _card_apply(self, state: State) -> State:
        building = state.building(self.building)
        return state if building is None else state.housing(replace(building, spiritus=building.spiritus + 1))

    def _said_to_target(self) -> Sentence:
        return SPIRITUS_ON_YOU

    def told(self, state: State) -> Sentence:
        return TOLD_SPIRITUS.about(
            player=Player(self.seat), target=Player(self.target), building=named(state, self.building)
        )


TOLD_SPIRITUS = Sentence(N_("%(player)s: Spiritus laid (%(target)s, %(building)s)"))
SPIRITUS_ON_YOU = Sentence(
    N_("%(player)s plays Spiritus against you: your next transmutation will fail (%(building)s).")
)
