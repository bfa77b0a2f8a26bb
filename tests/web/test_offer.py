"""What the bar says of a good on offer in an advanced sale: who may buy it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Api


def sale(api: Api, *rooms: int) -> str:
    """Return the bar that watchers see once Ada has sold herbs for cards; the seats in `rooms` have a free Horten."""
    table = api.table(players=("Ada", "Bruno", "Kasia"), track="full", advanced_sale=True)
    for seat, kind in ((0, "taberna"), *((seat, "domo") for seat in (1, 2))):
        table.done({"kind": "building", "seat": seat, "build": kind})
    for seat in (0, 1, 2):
        horten = next(one["id"] for one in of(table.show(), seat) if one["kind"] == "horten")
        if seat not in rooms:
            table.done({"kind": "goods", "seat": seat, "building": horten, "goods": ["herbs"]})
    field = table.show()["ring"].index("sale")
    table.done({"kind": "place", "seat": 0, "field": field, "draw": "deck"})
    sold, shop = (
        next(one["id"] for one in of(table.show(), 0) if one["kind"] == kind) for kind in ("horten", "taberna")
    )
    table.done({"kind": "sell", "seat": 0, "good": "herbs", "from": sold, "shop": shop, "for": "cards"})
    page: str = api.client().get(f"/t/{table.code}?tv=table", headers={"Accept": "text/html"}).text
    return page


def of(state: Any, seat: int) -> Any:
    return state["players"][seat]["buildings"]


@pytest.mark.parametrize(
    ("rooms", "words"),
    [
        ((1, 2), "Asked in this order: Bruno, Kasia."),
        ((2,), "Only Kasia can buy it."),
        ((), "Nobody else has room and cards for it."),
    ],
)
def test_it_says_who_may_buy(api: Api, rooms: tuple[int, ...], words: str) -> None:
    assert f"On offer for 2 cards: herbs.\n{words}" in sale(api, *rooms)
