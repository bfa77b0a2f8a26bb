"""The board check: two taps exchange two fields, what is confirmed is remembered, and nonsense is refused."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from referee.store import StorageError
from tests.web.conftest import Api, Table

RING = "spirit,harvest,transport,transmutation,build,sale,gifts,build"
INNER = "horten,metalle,fornax,labrium,alembic"


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return app.test_client()


def rings(html: str) -> tuple[str, str]:
    """Return the two rings that the page would send on the next tap."""
    ring = re.search(r'name="ring" value="([^"]+)"', html)
    inner = re.search(r'name="spirit_ring" value="([^"]+)"', html)
    assert ring is not None
    assert inner is not None
    return ring[1], inner[1]


def test_the_first_tap_picks_up_and_the_second_exchanges(phone: FlaskClient) -> None:
    page = phone.get("/board/alchemicus?tap=f1").text
    assert 'name="pick" value="f1"' in page
    assert rings(page) == (RING, INNER)
    page = phone.get("/board/alchemicus?pick=f1&tap=f5").text
    assert 'name="pick"' not in page
    assert rings(page) == ("spirit,sale,transport,transmutation,build,harvest,gifts,build", INNER)
    # A tap on the other ring picks up anew.
    page = phone.get("/board/alchemicus?pick=f1&tap=s0").text
    assert 'name="pick" value="s0"' in page
    page = phone.get("/board/alchemicus?pick=s0&tap=s4").text
    assert rings(page) == (RING, "alembic,metalle,fornax,labrium,horten")


def test_a_board_that_differs_much_is_told_field_by_field(phone: FlaskClient) -> None:
    def offered(page: str) -> list[str]:
        return re.findall(r'name="tell" value="(\w+)"', page)

    def tapped(page: str, **button: str) -> str:
        sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
        return phone.get("/board/alchemicus", query_string={**sent, **button}).text

    page = phone.get("/board/alchemicus?step=begin&pick=f1").text
    assert "Clockwise, which field comes after this one: Spirit of Transmutation?" in html.unescape(page)
    assert offered(page) == ["build", "harvest", "transport", "transmutation", "sale", "gifts"]
    assert 'name="pick"' not in page and 'name="step" value="back"' not in page
    for kind in ("gifts", "sale", "gifts"):
        page = tapped(page, tell=kind)
    assert offered(page) == ["build", "harvest", "transport", "transmutation"]  # one kind is printed twice, no more
    assert page.count('aria-label="not entered yet"') == 4
    page = tapped(page, step="back")
    assert offered(page) == ["build", "harvest", "transport", "transmutation", "sale", "gifts"]
    assert rings(tapped(page, step="stop")) == (RING, INNER)
    for kind in ("sale", "transport", "harvest"):
        page = tapped(page, tell=kind)
    assert "which field comes after" in page
    # Six are told, of which two are alike: what is left is the seventh.
    page = tapped(page, tell="build")
    assert "which field comes after" not in page
    assert rings(page) == ("spirit,gifts,sale,sale,transport,harvest,build,transmutation", INNER)


@pytest.mark.parametrize("told", ["spirit,sale,sale,sale", "spirit,spirit", "spirit,sale,sale,gifts,gifts"])
def test_fields_that_no_board_has_are_not_told(phone: FlaskClient, told: str) -> None:
    answer = phone.get(f"/board/alchemicus?told={told}", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["error"]["code"], answer.json["error"]["field"]) == (
        400,
        "malformed",
        "told",
    )


def test_taps_keep_the_prices_typed_so_far_and_one_button_saves_all(app: Flask, phone: FlaskClient) -> None:
    def sent(html: str) -> dict[str, str]:
        hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html)
        lists = re.findall(r'<select class="input" name="([^"]+)">(.*?)</select>', html)
        chosen = [(name, re.findall(r"<option selected>(\d+)<", options) or [""]) for name, options in lists]
        return {**dict(hidden), **{name: values[0] for name, values in chosen}}

    form = sent(phone.get("/board/alchemicus?next=/desks").text)
    assert (form["prices.alembic"], form["prices.fornax"], form["next"]) == ("3", "", "/desks")
    form["prices.fornax"] = "2"
    page = phone.get("/board/alchemicus", query_string={**form, "tap": "f1"}).text
    assert sent(page) == {**form, "pick": "f1"}
    page = phone.get("/board/alchemicus", query_string={**sent(page), "tap": "f5"}).text
    form = sent(page)
    assert form["ring"] == "spirit,sale,transport,transmutation,build,harvest,gifts,build"
    assert (form["prices.fornax"], "pick" in form) == ("2", False)
    page = phone.get("/board/alchemicus", query_string={**form, "twice": "gifts"}).text
    assert re.search(r'<details class="fold" open><summary>Prices', page)
    page = phone.get("/board/alchemicus", query_string={**sent(page), "tap": "s0"}).text
    form = sent(page)
    assert page.count('formmethod="post"') == 1 and form["pick"] == "s0"

    told = phone.post("/board/alchemicus", data=form)
    assert told.headers["Location"] == "/desks?saved=board"
    assert "Saved. Every new table here starts with it." in phone.get(told.headers["Location"]).text
    ring = "spirit,sale,transport,transmutation,build,harvest,gifts,gifts".split(",")
    known = app.extensions["referee"].store.remembered("alchemicus")
    assert known == {"ring": ring, "spirit_ring": INNER.split(","), "price fornax": 2, "price alembic": 3}
    again = sent(phone.get("/board/alchemicus").text)
    assert (again["ring"], again["prices.fornax"]) == (",".join(ring), "2")


def test_another_language_keeps_the_board_as_it_was_tapped(phone: FlaskClient) -> None:
    page = phone.get("/board/alchemicus?pick=f1&tap=f5&prices.fornax=2").text
    assert page.count('form="check" formmethod="get" formaction="/language/') == 3
    led = phone.get(f"/language/pl?back=/board/alchemicus&ring={rings(page)[0]}&prices.fornax=2")
    page = phone.get(led.headers["Location"]).text
    assert '<html lang="pl"' in page and "<option selected>2</option>" in page
    assert rings(page)[0] == "spirit,sale,transport,transmutation,build,harvest,gifts,build"


def test_another_kind_may_be_the_one_printed_twice(phone: FlaskClient) -> None:
    page = phone.get("/board/alchemicus?twice=gifts").text
    assert rings(page)[0] == "spirit,harvest,transport,transmutation,build,sale,gifts,gifts"
    page = phone.get(f"/board/alchemicus?ring={rings(page)[0]}&twice=sale").text
    assert rings(page)[0] == "spirit,harvest,transport,transmutation,build,sale,gifts,sale"


def test_what_is_confirmed_fills_the_next_tables_form(app: Flask, phone: FlaskClient, api: Api) -> None:
    assert "/board/alchemicus" in phone.get("/new/alchemicus").text
    ring = ["spirit", "sale", "transport", "transmutation", "build", "harvest", "gifts", "build"]
    inner = ["alembic", "metalle", "fornax", "labrium", "horten"]
    told = phone.post("/board/alchemicus", data={"ring[]": ring, "spirit_ring[]": inner, "next": "/desks"})
    assert (told.status_code, told.headers["Location"]) == (303, "/desks?saved=board")
    told = phone.post("/board/alchemicus", data={"prices.fornax": "2", "prices.domo": ""})
    assert told.headers["Location"] == "/new/alchemicus?saved=board"
    known = app.extensions["referee"].store.remembered("alchemicus")
    assert known == {"ring": ring, "spirit_ring": inner, "price fornax": 2}

    form = phone.get("/new/alchemicus").text
    assert "/board/alchemicus" not in form
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    made = phone.post("/tables", data=MultiDict([*fields, *(("players[]", name) for name in ("Ada", "Bruno", ""))]))
    shown = api.get(made.headers["Location"].removesuffix("/lobby"))
    assert (shown["ring"], shown["spirit_ring"], shown["prices"]["fornax"]) == (ring, inner, 2)
    assert shown["prices"]["domo"] is None


def test_a_price_told_at_a_table_is_remembered_for_the_next(app: Flask, phone: FlaskClient) -> None:
    made = phone.post("/tables", data={"game": "alchemicus", "players[]": ["Ada", "Bruno"], "options.track": "full"})
    path = made.headers["Location"].removesuffix("/lobby")
    told = phone.post(f"{path}/entries", data={"kind": "price", "seat": "0", "building": "domo", "price": "4"})
    assert told.status_code == 303
    assert app.extensions["referee"].store.remembered("alchemicus") == {"price domo": 4}
    assert 'name="options.prices.domo" value="4"' in phone.get("/new/alchemicus").text


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("ring=spirit,spirit", "ring"),
        (f"ring={RING.replace('harvest', 'build')}", "ring"),
        (f"spirit_ring={INNER.replace('horten', 'domo')}", "spirit_ring"),
        ("pick=f9", "pick"),
        ("tap=x", "tap"),
        ("twice=domo", "twice"),
    ],
)
def test_a_board_that_cannot_be_is_refused(api: Api, query: str, field: str) -> None:
    status, answer = api.send("GET", f"/board/alchemicus?{query}")
    assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "malformed", field)


def test_a_board_is_no_worse_for_what_others_added_to_its_address(phone: FlaskClient) -> None:
    shared = phone.get("/board/alchemicus?utm_source=chat&lang=it&pick=f1&tap=f5")
    assert shared.status_code == 200 and 'lang="it"' in shared.text
    assert rings(shared.text) == ("spirit,sale,transport,transmutation,build,harvest,gifts,build", INNER)


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "/\\example.org", "desks"])
def test_the_way_on_leads_to_this_server_only(phone: FlaskClient, elsewhere: str) -> None:
    told = phone.post("/board/alchemicus", data={"prices.fornax": "2", "next": elsewhere})
    assert told.headers["Location"] == "/new/alchemicus?saved=board"


def test_one_ring_without_the_other_is_no_board(app: Flask, api: Api) -> None:
    status, answer = api.send("POST", "/board/alchemicus", {"ring": RING.split(",")})
    assert (status, answer["error"]["field"]) == (400, "spirit_ring")
    assert app.extensions["referee"].store.remembered("alchemicus") == {}


def test_a_price_that_cannot_be_remembered_is_entered_all_the_same(
    app: Flask, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = api.table(track="full")

    def full(*_what: object) -> None:
        raise StorageError("disk full")

    monkeypatch.setattr(app.extensions["referee"].store, "remember", full)
    tap = {"kind": "price", "seat": "0", "building": "fornax", "price": "3"}
    answer = api.client().post(f"/t/{table.code}/entries", data=tap, headers={"Cookie": f"seats={table.token}"})
    assert answer.status_code == 303
    assert table.show()["prices"]["fornax"] == 3


# --- from a table ------------------------------------------------------------------------------------------------

NEW = {"ring": RING.replace("harvest", "x").replace("sale", "harvest").replace("x", "sale"), "spirit_ring": INNER}
ASSUMED = "The order of the fields is assumed."


def as_host(table: Table) -> dict[str, str]:
    return {"Cookie": f"seats={table.token}"}


def test_a_table_without_an_entry_takes_the_board_over(app: Flask, api: Api) -> None:
    table, other = api.table(track="full", target=31), api.table()
    seated, watching = table.join(1), table.join(None)
    pages = [{"Cookie": f"seats={token}"} for token in (table.token, seated, watching)]
    assert all(ASSUMED in api.client().get(f"/t/{table.code}", headers=cookie).text for cookie in pages)
    assert f"/t/{table.code}/board" in api.client().get(f"/t/{table.code}", headers=pages[0]).text
    with app.extensions["referee"].live.watch(table.code) as watch:
        data = {**NEW, "prices.fornax": "2", "prices.domo": ""}
        told = api.client().post(f"/t/{table.code}/board", data=data, headers={"Cookie": f"seats={seated}"})
        assert watch.wait(0)
    assert (told.status_code, told.headers["Location"]) == (303, f"/t/{table.code}?saved=table")
    shown = table.show()
    assert (shown["ring"], shown["spirit_ring"]) == (NEW["ring"].split(","), INNER.split(","))
    assert (shown["prices"]["fornax"], shown["prices"]["alembic"], shown["prices"]["domo"]) == (2, 3, None)
    assert (shown["options"]["target"], shown["options"]["track"], shown["seq"]) == (31, "full", 0)
    assert all(ASSUMED not in api.client().get(f"/t/{table.code}", headers=cookie).text for cookie in pages)
    page = api.client().get(told.headers["Location"], headers=pages[1]).text
    assert "Saved, for this table too." in page
    assert other.show()["ring"] == RING.split(",")
    assert app.extensions["referee"].store.remembered("alchemicus")["ring"] == NEW["ring"].split(",")
    table.done({"kind": "draw", "seat": 0, "from": "deck"})
    table.done({"kind": "place", "seat": 0, "field": 1})
    assert table.enter({"kind": "harvest", "seat": 0})[1]["refusal"]["code"] == "not_on_field"


def test_the_assumed_board_confirmed_is_assumed_no_longer(api: Api) -> None:
    table = api.table()
    path, host = f"/t/{table.code}", as_host(table)
    assert ASSUMED in api.client().get(path, headers=host).text
    told = api.client().post(f"{path}/board", data={"ring": RING, "spirit_ring": INNER}, headers=host)
    assert told.headers["Location"] == f"{path}?saved=table"
    assert ASSUMED not in api.client().get(path, headers=host).text


def test_what_was_played_rests_on_the_board_as_it_was(app: Flask, api: Api) -> None:
    table = api.table()
    path, host = f"/t/{table.code}", as_host(table)
    seq = table.done({"kind": "fame", "seat": 0, "by": 1})["seq"]
    assert table.back("undo", seq)[0] == 200
    assert "This table keeps its board" in api.client().get(f"{path}/board", headers=host).text
    told = api.client().post(f"{path}/board", data=NEW, headers=host)
    assert told.headers["Location"] == f"{path}?saved=later"
    page = api.client().get(told.headers["Location"], headers=host).text
    assert "This table keeps its board, because moves were already made on it." in page
    assert table.show()["ring"] == RING.split(",")
    assert ASSUMED not in page
    assert app.extensions["referee"].store.remembered("alchemicus")["ring"] == NEW["ring"].split(",")
    # The same board as this table's own is nothing to explain.
    told = api.client().post(f"{path}/board", data={"ring": RING, "spirit_ring": INNER}, headers=host)
    assert told.headers["Location"] == f"{path}?saved=board"


def test_who_only_watches_speaks_for_later_tables(app: Flask, api: Api) -> None:
    table = api.table()
    path = f"/t/{table.code}"
    for cookie, status in (({"Cookie": f"seats={table.join(None)}"}, 403), ({}, 401)):
        led = api.client().get(f"{path}/board", headers=cookie)
        assert (led.status_code, led.headers["Location"]) == (303, f"/board/alchemicus?next={path}")
        assert api.client().post(f"{path}/board", data=NEW, headers=cookie).status_code == status
    assert app.extensions["referee"].store.remembered("alchemicus") == {}
    told = api.client().post("/board/alchemicus", data={**NEW, "next": path})
    assert told.headers["Location"] == f"{path}?saved=board"
    assert table.show()["ring"] == RING.split(",")


def test_a_closed_table_stays_as_it_is(api: Api) -> None:
    table = api.table()
    assert api.send("POST", f"/t/{table.code}/close", {}, table.token)[0] == 200
    told = api.client().post(f"/t/{table.code}/board", data=NEW, headers=as_host(table))
    assert told.headers["Location"] == f"/t/{table.code}?saved=later"
    assert table.show()["ring"] == RING.split(",")


def test_a_board_that_cannot_be_changes_neither_table_nor_memory(app: Flask, api: Api) -> None:
    table = api.table()
    for data in ({**NEW, "ring": NEW["ring"].replace("gifts", "sale")}, {**NEW, "prices.fornax": "21"}, {"ring": RING}):
        answer = api.client().post(f"/t/{table.code}/board", data=data, headers=as_host(table))
        assert answer.status_code == 400
    assert table.show()["ring"] == RING.split(",")
    assert app.extensions["referee"].store.remembered("alchemicus") == {}


def test_only_alchemicus_has_a_board_to_compare(api: Api) -> None:
    table = api.table("homunculus")
    for method in ("GET", "POST"):
        for code in (table.code, "QQQQQQ"):
            body = {} if method == "POST" else None
            assert api.send(method, f"/t/{code}/board", body, table.token)[0] == 404


def test_who_compares_the_board_finds_the_new_tables_form_as_it_was_filled_in(phone: FlaskClient) -> None:
    typed = {"game": "alchemicus", "players[]": ["Ada", "Żaneta", ""], "play": "noctis", "options.track": "full"}
    page = phone.get("/board/alchemicus", query_string={**typed, "next": "/new/alchemicus"}).text
    for tap in ("f1", "f5"):
        form = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
        page = phone.get(
            "/board/alchemicus", query_string={**{k: html.unescape(v) for k, v in form.items()}, "tap": tap}
        ).text
    form = {k: html.unescape(v) for k, v in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)}
    back = phone.post("/board/alchemicus", data=form).headers["Location"]
    assert back.startswith("/new/alchemicus?") and back.endswith("&saved=board")
    shown = phone.get(back).text
    assert 'value="Żaneta"' in shown and 'value="Ada"' in shown
    assert re.search(r'class="chip on"[^>]* name="play" value="noctis"', shown)
    assert re.search(r'name="options.track" value="full"[^>]* checked', shown)


def test_prices_told_at_a_table_that_has_begun_hold_there_too(api: Api) -> None:
    table = api.table(track="full")
    table.done({"kind": "place", "seat": 0, "field": 4, "draw": "deck"})
    host = {"Cookie": f"seats={table.token}", "Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
    told = {"ring": RING, "spirit_ring": INNER, "prices.taberna": "2", "prices.alembic": "3"}
    answer = api.client().post(f"/t/{table.code}/board", data=told, headers=host)
    assert answer.headers["Location"] == f"/t/{table.code}?saved=table"
    assert api.get(f"/t/{table.code}")["prices"]["taberna"] == 2
    # The Alembic's price was known: nothing is entered twice.
    assert [entry["move"]["kind"] for entry in api.get(f"/t/{table.code}/log")["log"]] == ["place", "price"]
