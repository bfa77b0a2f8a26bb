"""What a thing on a table of Alchemicus is: one sheet for each, and every button in it enters what it says."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from tests.web.conftest import Api, Table

PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}
MOVES = re.compile(r"name=\"move\" value='([^']*)'")
CORRECTIONS = ("pawn", "spirit_stands", "building", "goods", "golem_stands")
FULL = {"track": "full", "expansion": "noctis", "edition": "pl"}


def ask(table: Table, of: str, language: str = "en", **headers: str) -> tuple[int, str]:
    """Return the status and the text of what a thing is, as a phone of the host asks for it."""
    answer = table.api.client().get(
        f"/t/{table.code}?what={of}",
        headers={"Accept": "text/html", "Accept-Language": language, "Cookie": f"seats={table.token}", **headers},
    )
    return answer.status_code, answer.get_data(as_text=True)


def moves(text: str) -> list[Any]:
    return [json.loads(html.unescape(move)) for move in MOVES.findall(text)]


@pytest.mark.parametrize("language", ["en", "it", "pl"])
@pytest.mark.parametrize("options", [{}, FULL, {**FULL, "variant": "gold_rush"}], ids=["fame", "full", "gold_rush"])
def test_every_thing_says_what_it_is_and_what_puts_it_right(api: Api, options: dict[str, Any], language: str) -> None:
    table = api.table(players=("Ada", "Bruno"), **options)
    if options:
        table.done({"kind": "goods", "seat": 0, "building": 1, "goods": ["herbs"], "spiritus": 1})
    things = [f"field-{number}" for number in range(8)]
    things += [f"place-{kind}" for kind in ("horten", "metalle", "fornax", "labrium", "alembic", "domo")]
    things += [f"card-{kind}" for kind in ("horten", "taberna", "domo", "donarium", "labrium")]
    things += ["building-1", "building-4"] if options else []
    for of in things:
        status, text = ask(table, of, language, **PARTIAL)
        assert status == 200, of
        assert text.startswith("<h2>"), of
        corrections = [move for move in moves(text) if move["kind"] in CORRECTIONS]
        assert bool(corrections) is (bool(options) or not of.startswith("card")), of
        for move in corrections:
            if move.get("remove") is None:  # else what the next ones name is gone
                assert table.enter(move)[0] == 200, move


def test_a_thing_is_a_page_of_its_own_without_a_script(api: Api) -> None:
    table = api.table(**FULL)
    status, text = ask(table, "field-1")
    assert status == 200
    assert "Each empty Horten gets herbs, each empty Metalle ore." in text
    assert f'<form id="act" method="post" action="/t/{table.code}/entries">' in text


def test_what_is_not_there_is_404(api: Api) -> None:
    table = api.table(**FULL)
    for of in ("field-8", "field-x", "place-taberna", "building-99", "card-gloria", "nothing", ""):
        assert ask(table, of, **PARTIAL)[0] == 404, of
    assert ask(api.table("fata_morgana"), "field-1", **PARTIAL)[0] == 404


def test_a_watcher_is_told_what_it_is_and_puts_nothing_right(api: Api) -> None:
    table = api.table(**FULL)
    answer = api.client().get(f"/t/{table.code}?what=place-domo", headers={"Accept": "text/html", **PARTIAL})
    text = answer.get_data(as_text=True)
    assert "Brings a card when your pawn stops on" in text
    assert moves(text) == []


def test_where_each_phone_enters_for_its_own_seat_a_thing_is_put_right_for_that_one_alone(api: Api) -> None:
    table = api.table(strict_seats=True, **FULL)
    bruno = table.join(1)
    for of, whose in (("field-1", [1]), ("card-labrium", [1]), ("building-1", []), ("building-4", [1])):
        said = moves(ask(table, of, **PARTIAL, Cookie=f"seats={bruno}")[1])
        assert sorted({move["seat"] for move in said if move["kind"] in CORRECTIONS}) == whose, of
        assert moves(ask(table, of, **PARTIAL)[1]), "the host's phone enters for all"


def test_of_a_building_its_goods_golem_and_spiritus_are_put_right(api: Api) -> None:
    table = api.table(**FULL)
    built = table.done({"kind": "building", "seat": 0, "build": "labrium"})["table"]["players"][0]["buildings"][-1]
    said = moves(ask(table, f"building-{built['id']}", **PARTIAL)[1])
    lying = {"kind": "goods", "seat": 0, "building": built["id"]}
    assert [move for move in said if move["kind"] == "goods"] == [
        {**lying, "goods": []},
        {**lying, "goods": ["tincture"]},
        {**lying, "goods": ["metal"]},
        {**lying, "goods": ["gold"]},
        {**lying, "golem": True},
        {**lying, "spiritus": 1},
    ]
    table.done({**lying, "goods": ["tincture"]})
    said = moves(ask(table, f"building-{built['id']}", **PARTIAL)[1])
    assert {**lying, "goods": ["tincture", "metal"]} in said
    assert {"kind": "building", "seat": 0, "remove": built["id"]} in said


def test_a_hand_too_small_says_what_is_counted_and_is_put_right_in_one_tap(api: Api) -> None:
    table = api.table(track="full", prices={"fornax": 7})
    table.done({"kind": "place", "seat": 0, "field": 4, "draw": "deck"})
    answer = api.client().post(
        f"/t/{table.code}/entries",
        data={"key": "k", "seq": "1", "move": '{"kind":"build","seat":0,"building":"fornax"}'},
        headers={"Accept": "text/html", "Cookie": f"seats={table.token}", "Sec-Fetch-Site": "same-origin", **PARTIAL},
    )
    text = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "The referee counts 6 cards in hand." in text
    assert '<button class="btn small" name="by" value="2">There are 8 cards</button>' in text
    assert "Lay a building from your hand in front of you" in text
    assert 'aria-label="Read the rule AL-BUILD"' in text


def test_in_a_gold_rush_gold_is_listed_at_the_donarium_alone_and_sale_says_its_own_rule(api: Api) -> None:
    table = api.table(**FULL, variant="gold_rush")
    for shop in ("pergula", "taberna"):
        assert "gold" not in ask(table, f"card-{shop}", **PARTIAL)[1].partition("<ul")[2].partition("</ul>")[0]
    donarium = ask(table, "card-donarium", **PARTIAL)[1]
    assert "A selling building: at Sale it sells 1 piece of gold." in donarium
    assert "gold" in donarium.partition("<ul")[2].partition("</ul>")[0]
    assert "A selling building: at Sale it sells up to 3 goods." in ask(table, "card-taberna", **PARTIAL)[1]
    sale = ask(table, "field-5", **PARTIAL)[1]
    assert "GR-DONARIUM" in sale and "AL-SELL-PRICE" not in sale
    assert "GR-DONARIUM" in ask(table, "card-donarium", **PARTIAL)[1]
    assert "GR-DONARIUM" not in ask(api.table(**FULL), "card-donarium", **PARTIAL)[1]
    assert "AL-SELL-PRICE" in ask(api.table(**FULL), "field-5", **PARTIAL)[1]


def test_a_barred_field_says_why(api: Api) -> None:
    table = api.table()
    table.done({"kind": "pawn", "seat": 0, "field": 0})
    assert "Going more than 3 fields costs 1 Fame, and you have none." in ask(table, "field-4", **PARTIAL)[1]
    assert "1 Fame" not in ask(table, "field-2", **PARTIAL)[1]
