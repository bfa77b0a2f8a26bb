"""The form of the table that follows another: filled in as that was set."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee import games
from tests.web.conftest import Api
from tests.web.following import READY, THREE, action, come, fields, follow, phone_at
from tests.web.test_forms import Form

CAULDRONS = [["red", "white"]] * 10
GAMES: dict[str, dict[str, Any]] = {
    "alchemicus": {
        "expansion": "noctis",
        "variant": "standard",
        "edition": "it",
        "card_bank": True,
        "advanced_sale": True,
        "target": 31,
        "ring": ["build", "spirit", "sale", "harvest", "gifts", "transport", "sale", "transmutation"],
        "spirit_ring": ["alembic", "fornax", "horten", "labrium", "metalle"],
        "prices": {"alembic": 0, "horten": 5},
        "track": "full",
        "strict_seats": True,
    },
    "homunculus": {"strict_seats": True, "favourites": [None] * 3},
    "fata_morgana": {"strict_seats": True, "cauldrons": CAULDRONS},
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("changed", [{}, {"strict_seats": False}])
def test_the_form_is_filled_in_as_the_last_table_was_set(
    app: Flask, api: Api, game: str, changed: dict[str, Any]
) -> None:
    options = GAMES[game] | changed
    table = api.table(game, THREE, **options)
    phone = phone_at(app, table.code, table.token)
    sheet = phone.get(f"/t/{table.code}/sheet").text
    assert f'href="/t/{table.code}/next"' in sheet
    shown = table.show()["options"]
    assert {key: shown[key] for key in options} == options
    new = api.get(f"/t/{follow(phone, table.code)}")
    assert (new["game"], [player["name"] for player in new["players"]]) == (game, list(THREE))
    assert new["options"] == shown


@pytest.mark.parametrize(
    "options",
    [
        {"expansion": "none", "edition": "pl", "target": 7, "track": "fame", "card_bank": True},
        {"expansion": "noctis", "variant": "gold_rush", "edition": "pl", "track": "full", "strict_seats": True},
        {"expansion": "noctis", "edition": "it", "track": "fame", "target": 20},
        {},
    ],
)
def test_every_way_to_play_alchemicus_is_played_again(app: Flask, api: Api, options: dict[str, Any]) -> None:
    table = api.table("alchemicus", THREE, **options)
    new = follow(phone_at(app, table.code, table.token), table.code)
    assert api.get(f"/t/{new}")["options"] == table.show()["options"]


def test_a_usual_target_goes_by_what_is_played(app: Flask, api: Api) -> None:
    table = api.table("alchemicus", THREE, expansion="none", edition="it")
    phone = phone_at(app, table.code, table.token)
    form = Form(phone.get(f"/t/{table.code}/next").text)
    assert form.told("options.target") == [""]
    (chip,) = (button for button in form.buttons if button.get("value") == "noctis")
    page = form.get(phone, chip).text
    made = phone.post(action(page), data=fields(Form(page)))
    assert api.get(made.headers["Location"].removesuffix("/lobby"))["options"]["target"] == 16


def test_prices_are_those_that_were_told_at_the_table_and_boards_are_dealt_anew(app: Flask, api: Api) -> None:
    table = api.table("alchemicus", THREE, prices={"horten": 5, "domo": 2})
    app.extensions["referee"].store.remember("alchemicus", "price horten", 9)
    table.done({"kind": "price", "seat": 0, "building": "domo", "price": 8})
    new = follow(phone_at(app, table.code, table.token), table.code)
    assert api.get(f"/t/{new}")["options"]["prices"] == {"alembic": 3, "horten": 5, "domo": 8}
    favourite = {"kind": "red", "ingredient": "mercury"}
    table = api.table("homunculus", THREE, favourites=[favourite, None, None])
    new = follow(phone_at(app, table.code, table.token), table.code)
    assert api.get(f"/t/{new}")["options"]["favourites"] == [None] * 3


@pytest.mark.parametrize("game", GAMES)
def test_another_first_player_turns_the_order(app: Flask, api: Api, game: str) -> None:
    table = api.table(game, THREE)
    phone = phone_at(app, table.code, table.token)
    form = Form(phone.get(f"/t/{table.code}/next").text)
    chips = [button for button in form.buttons if button.get("name") == "first"]
    assert [(chip["value"], chip["aria-pressed"]) for chip in chips] == [
        ("Ada & co", "true"),
        ("Żółć", "false"),
        ("王", "false"),
    ]
    if game == "homunculus":
        form.fields = [field for field in form.fields if field[0] not in ("options.favourites.2.kind", "players.3")]
        form.fields += [("options.favourites.2.kind", "red"), ("players.3", " ")]
    page = form.get(phone, chips[2]).text
    turned = Form(page)
    assert turned.told("players[]", *(f"players.{row}" for row in range(5)))[:3] == ["王", "Ada & co", "Żółć"]
    if game == "homunculus":
        assert [field for field in turned.fields if "favourites" in field[0] and field[1]] == [
            ("options.favourites.0.kind", "red")
        ]
        return
    made = phone.post(action(page), data=fields(turned))
    shown = api.get(made.headers["Location"].removesuffix("/lobby"))
    assert [player["name"] for player in shown["players"]] == ["王", "Ada & co", "Żółć"]


def test_whoever_had_the_least_fame_may_begin(app: Flask, api: Api) -> None:
    table = api.table("alchemicus", THREE)
    phone = phone_at(app, table.code, table.token)
    assert "or whoever had the least Fame last time" in phone.get(f"/t/{table.code}/next").text
    for seat, by in ((0, 3), (1, 1), (2, 2)):
        table.done({"kind": "fame", "seat": seat, "by": by})
    page = phone.get(f"/t/{table.code}/next").text
    assert "Least Fame last time, so first now: Żółć." in page
    form = Form(page)
    assert next(value for name, value in form.fields if name == "players[]" and value) == "Żółć"
    (chip,) = (button for button in form.buttons if button.get("value") == "王")
    assert "Least Fame last time, so the rules let this player begin: Żółć." in form.get(phone, chip).text
    (rush,) = (button for button in form.buttons if button.get("value") == "gold_rush")
    page = form.get(phone, rush).text
    assert "Least Fame" not in page, "a Gold Rush knows no Fame"
    assert "The oldest player begins, or somebody picked at random." in page


def test_another_language_and_a_refusal_stay_with_the_old_table(app: Flask, api: Api) -> None:
    table = api.table("fata_morgana", THREE, cauldrons=CAULDRONS)
    phone = phone_at(app, table.code, table.token)
    form = Form(phone.get(f"/t/{table.code}/next").text)
    (polish,) = (button for button in form.buttons if button.get("lang") == "pl")
    led = form.get(phone, polish).headers["Location"]
    assert led.startswith(f"/t/{table.code}/next?")
    page = phone.get(led).text
    assert '<html lang="pl"' in page and Form(page).fields == form.fields
    data = fields(form)
    data.setlist("players[]", ["Ada", "Ada"])
    refused = phone.post(action(page), data=data)
    assert refused.status_code == 400 and action(refused.text) == f"/t/{table.code}/next?instead="
    assert 'data-address="/t/' + table.code + "/next?" in refused.text
    assert app.extensions["referee"].store.table(table.code).successor is None


def test_the_next_game_may_be_another(app: Flask, api: Api) -> None:
    table = api.table("alchemicus", THREE, strict_seats=True, card_bank=True)
    ada, bruno = (phone_at(app, table.code, table.join(seat)) for seat in (0, 1))
    form = Form(ada.get(f"/t/{table.code}/next").text)
    chips = [button for button in form.buttons if button.get("name") == "to"]
    assert [chip["value"] for chip in chips] == list(games.GAMES)
    assert [chip["value"] for chip in chips if chip["aria-pressed"] == "true"] == ["alchemicus"]
    other = Form(form.get(ada, chips[1]).text)
    assert (other.told("game"), other.told("options.strict_seats")) == (["homunculus"], ["true"])
    back = next(button for button in other.buttons if button.get("value") == "alchemicus")
    assert Form(other.get(ada, back).text).fields == form.fields
    made = ada.post(f"/t/{table.code}/next?instead=", data=fields(other))
    new = api.get(made.headers["Location"].removesuffix("/lobby"))
    assert (new["game"], [player["name"] for player in new["players"]]) == ("homunculus", list(THREE))
    assert f'{READY}</b> <span class="latin" translate="no">Homunculus</span>' in bruno.get(f"/t/{table.code}").text
    assert (new["options"]["strict_seats"], come(bruno, table.code).headers["Location"]) == (True, f"/t/{new['code']}")
    again = ada.post(f"/t/{table.code}/next?instead=", data=fields(other))
    assert again.headers["Location"] == f"/t/{new['code']}/lobby"


def test_what_every_game_asks_stays_as_it_was_typed_when_another_game_is_chosen(app: Flask, api: Api) -> None:
    table = api.table("alchemicus", THREE)
    phone = phone_at(app, table.code, table.token)
    asked = {"game": "alchemicus", "players[]": list(THREE), "options.strict_seats": "true", "to": "homunculus"}
    other = Form(phone.get(f"/t/{table.code}/next", query_string=asked).text)
    assert other.told("options.strict_seats") == ["true"]
    strict = api.table("alchemicus", THREE, strict_seats=True)
    phone = phone_at(app, strict.code, strict.token)
    del asked["options.strict_seats"]
    other = Form(phone.get(f"/t/{strict.code}/next", query_string=asked).text)
    assert other.told("options.strict_seats") == []


def choose(phone: FlaskClient, form: Form, game: str) -> str:
    """Tap a game in the form; return the page."""
    return form.get(phone, next(button for button in form.buttons if button.get("value") == game)).text


def test_who_is_too_many_for_the_next_game_is_left_out_of_its_form(app: Flask, api: Api) -> None:
    five = ("Ada", "Bruno", "Cleo", "Dora", "Ezio")
    table = api.table("homunculus", five)
    phone = phone_at(app, table.code, table.token)
    for page in (
        phone.get(f"/t/{table.code}/next?to=fata_morgana").text,
        choose(phone, Form(phone.get(f"/t/{table.code}/next").text), "fata_morgana"),
    ):
        form = Form(page)
        assert form.told("players[]") == [*five[:4]]
        back = Form(choose(phone, form, "homunculus"))
        assert back.told(*(f"players.{row}" for row in range(5))) == [*five], "whoever was too many is back"
    made = phone.post(action(page), data=fields(form))
    shown = api.get(made.headers["Location"].removesuffix("/lobby"))
    assert [player["name"] for player in shown["players"]] == [*five[:4]]


def test_lots_bring_one_of_the_players_to_the_top_and_say_whom(api: Api) -> None:
    names = ["Ada", "Bruno", "Carla"]
    query = "&".join(["lots=1", *(f"players[]={name}" for name in names), "players[]="])
    seen = set()
    for _ in range(60):
        page = api.client().get(f"/new/alchemicus?{query}").get_data(as_text=True)
        rows = re.findall(r'name="players\[\]"[^>]* value="(\w*)"', page)
        drawn = re.search(r"Drawn by lot: (\w+)", page)
        assert drawn is not None
        assert rows[0] == drawn[1]
        first = names.index(drawn[1])
        assert rows[:3] == names[first:] + names[:first]
        seen.add(drawn[1])
    assert seen == set(names)
