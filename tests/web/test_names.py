"""Names at the interface: unfit and equal ones are refused, a form mends them, and none turns the line it stands in."""

from __future__ import annotations

import pytest

from tests.web.conftest import Api

DANA, MIA = "דנה", "محمد"


@pytest.mark.parametrize(
    "players",
    [
        ["\u3164", "Ada"],
        ["Ada", "Ada\u200b"],
        ["é", "e\u0301"],
        ["Ada", "ADA"],
        ["❤", "❤️"],
        ["\u202eAda", "Bo"],
        ["A\0", "B"],
    ],
)
def test_unfit_and_equal_names_are_malformed(api: Api, players: list[str]) -> None:
    status, answer = api.send("POST", "/tables", {"game": "alchemicus", "players": players})
    assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "malformed", "players")


def test_names_are_kept_composed(api: Api) -> None:
    table = api.table(players=("e\u0301" * 40, "Ada"))
    assert [one["name"] for one in api.get(f"/t/{table.code}")["players"]] == ["é" * 40, "Ada"]


def test_a_form_drops_what_is_not_seen(api: Api) -> None:
    form = {"game": "alchemicus", "players[]": ["A\u200bda\u202e", "Bo"]}
    made = api.client().post("/tables", data=form, headers={"Accept": "text/html"})
    assert made.status_code == 303
    code = made.headers["Location"].split("/")[2]
    assert [one["name"] for one in api.get(f"/t/{code}")["players"]] == ["Ada", "Bo"]


def test_an_older_export_comes_in_with_its_names_mended(api: Api) -> None:
    old = {"game": "alchemicus", "players": ["Ada\u200b", "Bo"], "options": {}, "log": []}
    status, made = api.send("POST", "/tables/import", old)
    assert status == 201
    assert [one["name"] for one in made["table"]["players"]] == ["Ada", "Bo"]


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_a_name_from_right_to_left_is_isolated_wherever_it_stands(api: Api, game: str, language: str) -> None:
    table = api.table(game, players=(DANA, MIA))
    moves = {"alchemicus": "fame", "homunculus": "tiles", "fata_morgana": "points"}
    for by in (2, 10):
        table.done({"kind": moves[game], "seat": 0, "by": by})
    for way in ("?watch", "/lobby", "/log", "/rulings"):
        page = api.client().get(f"/t/{table.code}{way}", headers={"Accept": "text/html", "Accept-Language": language})
        text = page.get_data(as_text=True)
        assert page.status_code == 200
        for name in (DANA, MIA):
            bare = text.replace(f"\u2068{name}\u2069", "").replace(f"<bdi>{name}</bdi>", "")
            assert bare.count(name) == 0, bare[bare.index(name) - 60 : bare.index(name) + 30]


def test_json_tells_names_as_they_are(api: Api) -> None:
    table = api.table(players=(DANA, MIA))
    assert [one["name"] for one in api.get(f"/t/{table.code}")["players"]] == [DANA, MIA]
