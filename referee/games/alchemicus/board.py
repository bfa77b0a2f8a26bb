"""The printed game: the fields of the two rings, the buildings, the goods, the sale's prices, the cards, the bank.

The order of the outer fields and of the Spirit's places was in a figure that is lost (E-1), the prices of the
buildings stand on cards nobody described (E-2): what is assumed here, a table's options replace.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

FieldKind = Literal["build", "spirit", "harvest", "transport", "transmutation", "sale", "gifts"]
"""The seven kinds of field of the outer ring (AL-RING)."""

BuildingKind = Literal["horten", "metalle", "pergula", "fornax", "alembic", "taberna", "domo", "labrium", "donarium"]
"""The nine kinds of building."""

CardKind = Literal[BuildingKind, "gloria"]
"""The contents of the base deck (AL-DECK): the buildings, and Gloria."""

OuterPlace = Literal["horten", "metalle", "alembic", "fornax", "labrium"]
"""The five outer places of the Spirit ring (AL-INNER)."""

SpiritPlace = Literal[OuterPlace, "domo"]
"""A place of the Spirit: an outer place, or the centre (`domo`)."""

Good = Literal["herbs", "ore", "tincture", "metal", "gold"]

Source = Literal["deck", "bank", "noctis"]
"""The place a turn's card is drawn from."""

Pay = Literal["cards", "fame"]
"""The kind of payment for a good."""

FIELD_KINDS: tuple[FieldKind, ...] = get_args(FieldKind)
BUILDINGS: tuple[BuildingKind, ...] = get_args(BuildingKind)
GOODS: tuple[Good, ...] = get_args(Good)
RAW: tuple[Good, ...] = ("herbs", "ore")
CENTRE: SpiritPlace = "domo"

SEATS = (2, 4)
FIELDS = 8
ASSUMED_RING: tuple[FieldKind, ...] = (
    "spirit",
    "harvest",
    "transport",
    "transmutation",
    "build",
    "sale",
    "gifts",
    "build",
)
ASSUMED_SPIRIT_RING: tuple[OuterPlace, ...] = ("horten", "metalle", "fornax", "labrium", "alembic")

SPIRIT_STARTS_ON: SpiritPlace = "labrium"
STARTING_BUILDINGS: tuple[BuildingKind, ...] = ("horten", "pergula")
STARTING_HAND = 5
HAND_LIMIT = 10
BUILDING_LIMIT = 12
BOOKS_ALEMBIC_PRICE = 3
HIGHEST_PRICE = 20
"""The highest number that is taken for a printed price: a slip of the thumb is malformed before it is arithmetic."""
HIGHEST_TOTAL = BUILDING_LIMIT * HIGHEST_PRICE
"""The most that a player's buildings can cost in all."""

MOST_BUILDINGS = 200
"""Buildings of one table together, however many were played anyway: more is no game, and no screen shows it."""
MOST_GOODS_TOLD = 99
"""Goods, or Spiritus, that a correction may say lie on one building."""
MOST_INFAMIA_TOLD = 9
"""Infamia that a correction may say lie before a player."""

FREE_STEPS = 3
FAME_STEPS = 5

GIFT_CARDS = 5
GLORIA_CARDS = 5
"""The cost of Gloria beside itself (AL-GLORIA); in Gold Rush it costs what the edition says (E-15)."""
GOLD_RUSH_GLORIA_CARDS = {"it": 0, "pl": 1}

GLORIAS_SHOWN = FIELDS - FREE_STEPS
"""So many Glorias carry a pawn once round the ring; more are worth no button."""

STANDARD_TARGET = 20
NOCTIS_TARGET = {"it": 16, "pl": 20}
"""The Fame that begins the last round of a Noctis game, by edition (E-10)."""

DOMO_FIELDS: frozenset[FieldKind] = frozenset({"harvest", "transport", "transmutation"})

YIELDS: dict[str, Good] = {"horten": "herbs", "metalle": "ore"}
"""The good a building brings in at Harvest (AL-HARVEST)."""

TRANSMUTES: dict[str, tuple[tuple[Good, ...], Good]] = {
    "alembic": (("herbs",), "tincture"),
    "fornax": (("ore",), "metal"),
    "labrium": (("tincture", "metal"), "gold"),
}
"""The goods a building needs, and those it makes of them (AL-TRANSMUTE)."""

ROUTES: dict[Good, tuple[str, str]] = {
    "herbs": ("horten", "alembic"),
    "ore": ("metalle", "fornax"),
    "tincture": ("alembic", "labrium"),
    "metal": ("fornax", "labrium"),
}
"""From where to where a good may be carried (AL-TRANSPORT, E-6)."""

LIES_ON: dict[Good, tuple[str, ...]] = {
    "herbs": ("horten", "alembic"),
    "ore": ("metalle", "fornax"),
    "tincture": ("alembic", "labrium"),
    "metal": ("fornax", "labrium"),
    "gold": ("labrium",),
}
"""The buildings where a good may be (E-9)."""

SHOPS: dict[str, int] = {"pergula": 1, "taberna": 3, "donarium": 1}
"""The number of goods a shop sells at one visit (AL-SELL-CAPACITY)."""

CARDS_FOR: dict[str, dict[Good, int]] = {
    "pergula": {"herbs": 1, "ore": 1, "tincture": 3, "metal": 3, "gold": 5},
    "taberna": {"herbs": 1, "ore": 1, "tincture": 3, "metal": 3, "gold": 5},
    "donarium": {"gold": 6},
}
"""The cards a shop pays for a good; a good that is missing is not sold there (AL-SELL-PRICE)."""

FAME_FOR: dict[str, dict[Good, int]] = {
    "pergula": {"gold": 1},
    "taberna": {"tincture": 1, "metal": 1, "gold": 3},
    "donarium": {"gold": 5},
}
"""The Fame a shop pays for a good; a good that is missing is sold there for cards at most (AL-SELL-PRICE)."""

NOCTIS_COSTS = {"golem": 2, "homunculus": 2, "mutabilis": 1, "pactum": 3, "spiritus": 2, "infamia": 5}
"""The cost of a Noctis card in other cards (NO-COST)."""

PACTUM_CARDS = 3
FENDING_CARDS = 5
INFAMIA_LIMIT = 2
CLEARING_AT_GIFTS: Final = 4
CLEARING_ANYWHERE: Final = 8

GOLD_RUSH_NEEDS: tuple[BuildingKind, ...] = ("alembic", "fornax", "labrium", "donarium")
"""The buildings it takes to make gold and to sell it in a Gold Rush, beside what everybody begins with (GR-WIN,
GR-DONARIUM)."""

TOKENS = ((10, 8), (5, 16), (1, 24))
"""The Fame tokens: value, and how many of them the bank holds (AL-TOKENS)."""
