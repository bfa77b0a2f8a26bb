"""The page on which one player's counts are put right."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import Api, Table


def holding(api: Api, token: str) -> FlaskClient:
    """Return a phone with this token."""
    phone = api.client()
    phone.environ_base["HTTP_COOKIE"] = f"seats={token}"
    return phone


def test_corrections_have_a_page_of_their_own_and_lead_back_to_it(api: Api) -> None:
    table = api.table("homunculus", ("Ada", "Bruno"))
    path = f"/t/{table.code}/corrections"
    host, bruno, watcher = (holding(api, token) for token in (table.token, table.join(1), table.join(None)))

    # Of whoever asks, of any other by a tap, of nobody else.
    assert 'href="?seat=1" aria-current="true"' in bruno.get(path).text
    assert 'href="?seat=0" aria-current="true"' in bruno.get(f"{path}?seat=0").text
    assert bruno.get(f"{path}?seat=2").status_code == 404
    assert 'href="?seat=0" aria-current="true"' in host.get(path).text
    assert watcher.get(path).status_code == 403
    assert "Watchers" in watcher.get(path).text
    assert api.client().get(path).status_code == 401
    other = api.table()
    assert holding(api, other.token).get(f"/t/{other.code}/corrections").status_code == 404

    # What is entered there is shown there, others' entries or not.
    table.done({"kind": "draw", "seat": 0})
    form = {"seq": "0", "seat": "1", "move": '{"kind":"tiles","by":1}'}
    entered = bruno.post(f"/t/{table.code}/entries?corrections", data=form)
    assert (entered.status_code, entered.location) == (303, f"{path}?seat=1")
    assert table.show()["players"][1]["hand"] == 4
    shown = bruno.get(entered.location).text
    assert "Bruno: correction: +1 tile in hand." in shown
    assert '<b class="num">4</b>' in shown

    # What is refused is said at the table.
    form = {"seq": "2", "seat": "1", "move": '{"kind":"ingredients","by":{"mercury":-1}}'}
    refused = bruno.post(f"/t/{table.code}/entries?corrections", data=form)
    assert refused.status_code == 422
    assert "That would go below zero." in refused.text
    assert bruno.post(f"/t/{table.code}/undo?corrections", data={"seq": "2"}).location == f"/t/{table.code}"

    # Nothing is proposed that nobody told; what is known is.
    assert '<option value="">ingredient …</option>' in shown
    assert " selected" not in shown
    table.done({"kind": "favourite", "seat": 1, "kind_of": "blue", "ingredient": "sulphur"})
    assert '<option value="sulphur" selected>' in bruno.get(path).text

    # A place is emptied without a kind.
    table.done({"kind": "part", "seat": 1, "part": "head", "to": {"kind": "red", "face_up": True}})
    form = {"seq": "0", "seat": "1", "kind": "part", "part": "head", "to.kind": "", "to:json": "null"}
    assert bruno.post(f"/t/{table.code}/entries?corrections", data=form).status_code == 303
    assert table.show()["players"][1]["parts"]["head"] is None

    # At a closed table nothing is.
    assert api.send("POST", f"/t/{table.code}/close", {}, table.token)[0] == 200
    shown = bruno.get(path).text
    assert "This table is closed." in shown and "<form" not in shown.partition("<main")[2]


def test_where_each_phone_enters_for_its_own_seat_it_puts_right_that_one_alone(api: Api) -> None:
    table = api.table("homunculus", strict_seats=True)
    path = f"/t/{table.code}/corrections"
    bruno, host = holding(api, table.join(1)), holding(api, table.token)
    assert re.findall(r'href="\?seat=(\d)"', bruno.get(path).text) == ["1"]
    assert bruno.get(f"{path}?seat=0").status_code == 403
    assert "Only Ada’s own phone can enter that." in bruno.get(f"{path}?seat=0").text
    assert re.findall(r'href="\?seat=(\d)"', host.get(path).text) == ["0", "1"]


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
def test_a_players_sheet_offers_only_what_this_phone_may_enter(api: Api, game: str) -> None:
    """At a strict table that is one's own seat, and every seat for the host; at all others every seat for everybody."""
    strict, usual = api.table(game, strict_seats=True), api.table(game)

    def offered(table: Table, token: str) -> list[int]:
        page = holding(api, token).get(f"/t/{table.code}").text
        sheets = [page.partition(f'id="set-{seat}"')[2].partition('popovertarget="set-')[0] for seat in (0, 1)]
        steps = [seat for seat, sheet in enumerate(sheets) if f'name="seat" value="{seat}"' in sheet]
        hidden = [seat for seat in (0, 1) if f'<div hidden><div id="gone-{seat}"' in page]
        assert sorted(hidden + steps) == [0, 1]
        return steps

    assert offered(strict, strict.join(1)) == [1]
    assert offered(strict, strict.token) == offered(usual, usual.join(1)) == [0, 1]
    watching = strict.join(None)
    assert offered(strict, watching) == []


def test_at_fata_morgana_points_and_cards_are_put_right_and_seen(api: Api) -> None:
    table = api.table("fata_morgana")
    path, host = f"/t/{table.code}/corrections?seat=1", holding(api, table.token)
    assert re.findall(r'<b class="num">(\d+)</b>', host.get(path).text) == ["0", "10"]
    for move in ('{"kind":"points","by":1}', '{"kind":"hand_size","by":-1}'):
        entered = host.post(f"/t/{table.code}/entries?corrections", data={"seq": "0", "seat": "1", "move": move})
        assert entered.location == path
    assert re.findall(r'<b class="num">(\d+)</b>', host.get(path).text) == ["1", "9"]
    assert f'href="/t/{table.code}/corrections"' in host.get(f"/t/{table.code}").text
