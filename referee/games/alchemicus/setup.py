"""The choices a table makes before the first move, and what follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from referee.engine import N_, Malformed, TableOptions
from referee.games.alchemicus.board import (
    ASSUMED_RING,
    ASSUMED_SPIRIT_RING,
    BOOKS_ALEMBIC_PRICE,
    FIELD_KINDS,
    FIELDS,
    GOLD_RUSH_GLORIA_CARDS,
    HIGHEST_PRICE,
    NOCTIS_TARGET,
    STANDARD_TARGET,
    FieldKind,
    OuterPlace,
)
from referee.games.alchemicus.state import Rules, State, first_state

Price = Annotated[int, Meta(ge=0, le=HIGHEST_PRICE)]


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Printed prices by kind of building, 0 to 20; the others are unknown (AL-PRICE)."""

    horten: Price | UnsetType = UNSET
    metalle: Price | UnsetType = UNSET
    pergula: Price | UnsetType = UNSET
    fornax: Price | UnsetType = UNSET
    alembic: Price | UnsetType = UNSET
    taberna: Price | UnsetType = UNSET
    domo: Price | UnsetType = UNSET
    labrium: Price | UnsetType = UNSET
    donarium: Price | UnsetType = UNSET


class Options(TableOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table's options; what is unset, `settle` fills in."""

    expansion: Literal["none", "noctis"] = "none"
    variant: Literal["standard", "gold_rush"] = "standard"
    edition: Literal["it", "pl"] | UnsetType = UNSET
    card_bank: bool = False
    advanced_sale: bool = False
    target: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    ring: tuple[FieldKind, ...] = ASSUMED_RING
    spirit_ring: tuple[OuterPlace, ...] = ASSUMED_SPIRIT_RING
    prices: Prices = Prices()
    track: Literal["fame", "full"] | UnsetType = UNSET

    def in_force(self, state: State) -> Options:
        """Return the options with the prices that are known at `state`: some are read off the cards while one plays
        (AL-PRICE)."""
        return msgspec.structs.replace(self, prices=msgspec.convert(state.prices, Prices))

    def again(self, state: State) -> Options:
        """Return the options for the next game, which begins with the prices that are known now."""
        return self.in_force(state)


def check_ring(ring: tuple[FieldKind, ...]) -> None:
    """Raise Malformed unless `ring` has 8 fields, each of the 7 kinds, and one Spirit field (AL-RING)."""
    if len(ring) != FIELDS or set(ring) != set(FIELD_KINDS) or ring.count("spirit") != 1:
        raise Malformed("ring")


def check_spirit_ring(spirit_ring: tuple[OuterPlace, ...]) -> None:
    """Raise Malformed unless `spirit_ring` holds each of the five outer places once (AL-INNER)."""
    if Counter(spirit_ring) != Counter(ASSUMED_SPIRIT_RING):
        raise Malformed("spirit_ring")


def usual_edition(language: str) -> Literal["it", "pl"]:
    """Return the edition for a reader of `language` who names none."""
    return "it" if language == "it" else "pl"


def usual_target(noctis: bool, edition: Literal["it", "pl"]) -> int:
    """Return the Fame that begins the last round where a table says nothing else (AL-LAST-ROUND, E-10)."""
    return NOCTIS_TARGET[edition] if noctis else STANDARD_TARGET


def settle(options: Options, players: int, language: str) -> Options:
    """Return `options` with every default filled in. `language` chooses the edition where none is named.

    Raises Malformed: what every game refuses, a ring that is none, a Gold Rush without Noctis cards or without full
    tracking.
    """
    options = options.settled(players)
    check_ring(options.ring)
    check_spirit_ring(options.spirit_ring)
    gold_rush = options.variant == "gold_rush"
    if gold_rush and (options.expansion != "noctis" or options.track == "fame"):
        raise Malformed("variant")
    edition = options.edition or usual_edition(language)
    target = options.target or usual_target(options.expansion == "noctis", edition)
    prices = options.prices
    if prices.alembic is UNSET:
        prices = msgspec.structs.replace(prices, alembic=BOOKS_ALEMBIC_PRICE)
    return msgspec.structs.replace(
        options,
        edition=edition,
        target=target,
        prices=prices,
        track=options.track or ("full" if gold_rush else "fame"),
    )


def rules(options: Options) -> Rules:
    """Return what the moves ask of settled `options`."""
    assert options.edition and options.target
    return Rules(
        full=options.track == "full",
        noctis=options.expansion == "noctis",
        gold_rush=options.variant == "gold_rush",
        bank=options.card_bank,
        advanced_sale=options.advanced_sale,
        target=options.target,
        gloria_cards=GOLD_RUSH_GLORIA_CARDS[options.edition],
        ring=options.ring,
        spirit_ring=options.spirit_ring,
    )


def played_as(options: Mapping[str, object]) -> tuple[str, ...]:
    """Return what was played beside the base game, by options as JSON."""
    if options.get("variant") == "gold_rush":
        return (N_("Gold Rush"),)
    return ("Noctis",) if options.get("expansion") == "noctis" else ()


def start(options: Options, players: int) -> State:
    """Return the position before the first entry; `options` are settled."""
    prices: dict[str, int] = msgspec.to_builtins(options.prices)
    return first_state(rules(options), prices, players)


def is_printed(what: str, value: object) -> bool:
    """Whether what is remembered can be printed: a ring of the board, or the price on a building's card."""
    kind, _, building = what.partition(" ")
    try:
        settle(msgspec.convert({"prices": {building: value}} if kind == "price" else {what: value}, Options), 2, "en")
    except (msgspec.ValidationError, Malformed):
        return False
    return value is not None
