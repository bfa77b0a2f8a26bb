"""The way to a table: who is offered what for the next one, what the lobby says, what a form may be called."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.pages import assets
from referee.store.keeping import deleted_here
from tests.apps import app_with
from tests.web.conftest import Api


def test_the_next_table_is_offered_to_the_same_players_on_their_own_phones_only(app: Flask) -> None:
    phone, stranger = app.test_client(), app.test_client()
    made = phone.post("/tables", data={"game": "alchemicus", "players.0": "Zenobia", "players.1": "Quirin"})
    table = made.headers["Location"].removesuffix("/lobby")
    for move in (
        {"kind": "fame", "seat": 0, "by": 20},
        {"kind": "end_turn", "seat": 0},
        {"kind": "end_turn", "seat": 1},
    ):
        entered = phone.post(f"{table}/entries", data={"move": json.dumps(move), "overrule": "true"})
        assert entered.status_code == 303
    assert phone.get(table, headers={"Accept": "application/json"}).json["over"]
    offered, seen = phone.get("/new/alchemicus").text, stranger.get("/new/alchemicus").text
    assert "Least Fame last time, so first now: Quirin." in offered
    assert offered.index('value="Quirin"') < offered.index('value="Zenobia"'), "whom the rules name is chosen"
    assert "Quirin" not in seen and "Zenobia" not in seen


def a_played_table(phone: FlaskClient) -> str:
    """Set a table and play it to its end; return its address."""
    data = {"game": "alchemicus", "players.0": "Ada", "players.1": "Bruno", "options.target": "1"}
    table = phone.post("/tables", data=data).headers["Location"].removesuffix("/lobby")
    for move in (
        {"kind": "fame", "seat": 0, "by": 20},
        {"kind": "end_turn", "seat": 0},
        {"kind": "end_turn", "seat": 1},
    ):
        assert phone.post(f"{table}/entries", data={"move": json.dumps(move), "overrule": "true"}).status_code == 303
    return table


def listed(phone: FlaskClient) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the tables on the home page with their tags, codes aside: those to go on with, and those played."""
    page = phone.get("/").text
    to_go_on, _fold, played = page.partition("<h2>Played</h2>")

    def marks(part: str) -> dict[str, list[str]]:
        rows = re.findall(r'<li><a href="(/t/\w+)">(.*?)</li>', part)
        return {table: re.findall(r'class="tag">(\w+)<', row) for table, row in rows}

    return marks(to_go_on), marks(played)


def test_played_tables_stand_apart_and_closed_ones_are_marked(app: Flask) -> None:
    phone = app.test_client()
    assert "Go on playing" not in phone.get("/").text and "Played" not in phone.get("/").text
    over = a_played_table(phone)
    assert listed(phone) == ({}, {over: []}) and "Go on playing" not in phone.get("/").text
    data = {"game": "alchemicus", "players.0": "Ada", "players.1": "Bruno"}
    running, closed = (phone.post("/tables", data=data).headers["Location"].removesuffix("/lobby") for _ in range(2))
    assert phone.post(f"{closed}/close").status_code == 303
    assert listed(phone) == ({closed: ["closed"], running: []}, {over: []})
    assert phone.post(f"{over}/close").status_code == phone.post(f"{closed}/reopen").status_code == 303
    assert listed(phone) == ({closed: [], running: []}, {over: ["closed"]})
    assert phone.post(f"{over}/reopen").status_code == phone.post(f"{over}/undo", data={"seq": "3"}).status_code == 303
    assert listed(phone) == ({closed: [], running: [], over: []}, {}), "an end that is taken back is none"


def test_a_table_is_put_away_from_this_phones_list_only(app: Flask, api: Api) -> None:
    phone, other = app.test_client(), app.test_client()
    over = a_played_table(phone)
    running = phone.post("/tables", data={"game": "homunculus", "players.0": "Ada", "players.1": "Bruno"})
    table = running.headers["Location"].removesuffix("/lobby")
    other.get(f"{table}/lobby")
    page = phone.get("/").text
    assert f'name="table" value="{table[3:]}" aria-label="Remove from the list: Homunculus {table[3:]}"' in page
    assert "The table stays, and its code brings you back." in page
    for away, left in ((over, ({table: []}, {})), (over, ({table: []}, {})), (table, ({}, {}))):
        answer = phone.post("/put-away", data={"table": away[3:]})
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/?away={away[3:]}")
        notice = phone.get(answer.headers["Location"]).text.partition('role="status"')[2].partition("</p>")[0]
        assert f"{away[3:]} is off this phone’s list." in notice and f'href="{away}"' in notice
        assert listed(phone) == left
    assert listed(other) == ({table: []}, {})
    assert api.get(table)["seq"] == 0
    assert phone.post(f"{table}/close").status_code == 303, "what this phone may do there, it still may"
    assert phone.get(f"/join?code={table[3:]}").headers["Location"] == table
    phone.get(table)
    assert listed(phone) == ({table: ["closed"]}, {})
    assert "is off this phone" not in phone.get("/?away=%3Cscript%3E").text
    assert phone.post("/put-away", data={}).status_code == 400
    evil = phone.post("/put-away", data={"table": table[3:]}, headers={"Origin": "http://evil.example"})
    assert evil.status_code == 403 and listed(phone) == ({table: ["closed"]}, {})


@pytest.mark.parametrize("page", ["", "/lobby", "/log", "/board"])
def test_a_table_that_is_not_there_asks_for_its_code_again(app: Flask, api: Api, page: str) -> None:
    answer = app.test_client().get(f"/t/qqqq2%3C{page}")
    assert answer.status_code == 404
    assert 'name="code"' in answer.text and 'value="QQQQ2&lt;"' in answer.text
    assert '<p id="wrong" class="error" role="alert">There is no table with the code QQQQ2&lt;.</p>' in answer.text
    assert 'action="/join"' in answer.text and 'href="/"' in answer.text
    status, told = api.send("GET", "/t/QQQQQQ")
    assert (status, told) == (404, {"error": {"code": "not_found", "message": told["error"]["message"]}})
    assert 'name="code"' not in app.test_client().get("/nowhere").text


def test_the_lobby_asks_for_the_same_wifi_in_a_house_only(tmp_path: Any) -> None:
    for folder, addresses, told in (
        ("house", ("http://192.168.1.20:8000",), "Scan it with another phone on the same Wi-Fi, or type"),
        ("site", (), "Scan it with another phone, or type"),
    ):
        app = app_with(
            {"DATA": str(tmp_path / folder), "ADDRESSES": (lambda told=addresses: told) if addresses else None}
        )
        code = Api(app).table().code
        assert told in app.test_client().get(f"/t/{code}/lobby").text
        app.extensions["referee"].store.close()


@pytest.mark.parametrize("name", ["kind:xyz", "kind:"])
def test_a_form_field_of_no_known_kind_is_named(app: Flask, api: Api, name: str) -> None:
    table = api.table()
    headers = {"Authorization": f"Bearer {table.token}", "Accept-Language": "en"}
    told = app.test_client().post(f"/t/{table.code}/entries", data={name: "end_turn", "seat": "0"}, headers=headers)
    assert told.status_code == 400
    assert f"The referee does not understand “{name}”." in told.text
    assert table.show()["seq"] == 0


def test_a_browser_keeps_the_hosts_token_and_the_newest_of_each_seat(app: Flask) -> None:
    phone = app.test_client()
    table = (
        phone.post("/tables", data={"game": "alchemicus", "players.0": "Ada", "players.1": "Bruno"})
        .headers["Location"]
        .removesuffix("/lobby")
    )
    first = phone.get_cookie("seats", path=table)
    for seat in ("watch", "0", "1", "0") * 5:
        assert phone.post(f"{table}/join", data={"seat": seat}).status_code == 303
    kept = phone.get_cookie("seats", path=table)
    assert first is not None and kept is not None
    tokens = kept.value.split(".")
    assert (len(tokens), tokens[0]) == (4, first.value)
    assert phone.post(f"{table}/close").status_code == 303


@pytest.mark.parametrize(
    "typed", ["{0}", "http://192.168.1.20:8000/t/{0}/lobby?lang=pl", " 10.0.0.2:8000/t/{0}", "{1}"]
)
def test_the_field_for_a_code_takes_an_address_and_wide_letters(api: Api, typed: str) -> None:
    code = api.table().code
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    phone = api.app.test_client()
    answer = phone.get("/join", query_string={"code": typed.format(code.lower(), wide)})
    assert (answer.status_code, answer.headers.get("Location")) == (302, f"/t/{code}")
    assert phone.get("/join", query_string={"code": "http://192.168.1.20:8000/t/"}).status_code == 404


def test_a_code_in_small_letters_leads_a_browser_to_where_its_cookies_are(app: Flask, api: Api) -> None:
    table = api.table()
    while table.code.isdigit():  # one in thousands, and the same in small letters
        table = api.table()
    small = f"/t/{table.code.lower()}"
    for page in ("", "/lobby?seat=0", "/log", "/rulings", "/sheet"):
        led = app.test_client().get(small + page, headers={"Accept": "text/html,*/*;q=0.8"})
        assert led.status_code == 308
        assert led.headers["Location"].endswith(f"/t/{table.code}{page}")
        asked = app.test_client().head(small + page, headers={"Accept": "text/html,*/*;q=0.8"})
        assert (asked.status_code, asked.headers["Location"]) == (308, led.headers["Location"])
        assert "Location" not in app.test_client().get(f"{small}/export").headers


def test_too_many_tables_is_said_before_anything_else_is_looked_at(tmp_path: Any) -> None:
    app = app_with({"DATA": str(tmp_path), "LIMITS": {"create": "1/minute"}})
    api = Api(app)
    api.table()
    for path in ("/tables", "/tables/import"):
        status, answer = api.send("POST", path, {"game": "whist"}, Origin="http://evil.example")
        assert (status, answer["error"]["code"]) == (429, "too_many")
    app.extensions["referee"].store.close()


def test_the_word_bearer_may_be_written_small(api: Api) -> None:
    table = api.table()
    headers = {"Authorization": f"bearer {table.token}", "Accept": "application/json"}
    assert api.client().post(f"/t/{table.code}/close", headers=headers).json["closed"]


def test_a_stream_from_nowhere_is_malformed(api: Api) -> None:
    status, answer = api.send("GET", f"/t/{api.table().code}/live?since=x")
    assert (status, answer["error"]["field"]) == (400, "since")


def test_a_list_of_made_up_tables_is_guessing_once_each_and_stays(tmp_path: Path) -> None:
    app = app_with({"DATA": tmp_path, "TESTING": True})
    made = Api(app).table().code

    def home(*codes: str) -> Any:
        phone = app.test_client(use_cookies=False)
        return phone.get("/", headers={"Cookie": f"tables={'.'.join(codes)}", "Accept": "text/html"})

    stale = home("AAAAAA", made, "BBBBBB")
    assert stale.status_code == 200 and made in stale.text
    assert "Set-Cookie" not in stale.headers, "another server at this address may have them"
    assert {home("AAAAAA", made, "BBBBBB").status_code for _ in range(40)} == {200}, "nor is it another guess"
    statuses = [home(*(f"CC{page:02}{number:02}" for number in range(12))).status_code for page in range(8)]
    assert statuses[:4] == [200] * 4 and statuses[-1] == 429


def test_a_phone_forgets_only_what_was_deleted_here(tmp_path: Path) -> None:
    one, other = (app_with({"DATA": tmp_path / house, "TESTING": True}) for house in ("one", "other"))
    phone = one.test_client()
    data = {"game": "alchemicus", "players.0": "Ada", "players.1": "Bruno"}
    kept, gone = (phone.post("/tables", data=data).headers["Location"].split("/")[2] for _ in range(2))
    listed = phone.get_cookie("tables")
    assert listed is not None and listed.value == f"{gone}.{kept}"
    guest = other.test_client()
    guest.set_cookie("tables", listed.value)
    page = guest.get("/")
    assert "tables=" not in page.headers.get("Set-Cookie", "") and "Go on playing" not in page.text
    there = guest.post("/tables", data=data).headers["Location"].split("/")[2]
    both = guest.get_cookie("tables")
    assert both is not None and both.value == f"{there}.{gone}.{kept}", "one list for both houses"
    one.extensions["referee"].store.delete(gone)
    phone.set_cookie("tables", both.value)
    assert f'href="/t/{kept}"' in phone.get("/").text
    assert (left := phone.get_cookie("tables")) is not None and left.value == f"{there}.{kept}"
    assert deleted_here(one.extensions["referee"].store, [kept, gone, there]) == {gone}


def test_the_light_is_kept_on_the_phone(app: Flask) -> None:
    phone = app.test_client()
    phone.set_cookie("lang", "en")
    assert "data-theme" not in phone.get("/").text
    answer = phone.post("/theme", data={"theme": "dark"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/#light")
    assert re.match(r"theme=dark; .*Max-Age=31536000; Path=/; SameSite=Lax", answer.headers["Set-Cookie"])
    page = phone.get("/").text
    assert 'data-theme="dark"' in page
    pressed = re.findall(r'name="theme" value="(\w+)" aria-pressed="(\w+)"', page)
    assert pressed == [("light", "false"), ("dark", "true")]
    assert phone.post("/theme", data={"theme": "neon"}).status_code == 400


def test_the_size_of_the_letters_is_kept_on_the_phone(app: Flask) -> None:
    """It works without a script, and what is measured in letters by a media query is measured in larger ones."""
    phone = app.test_client()
    usual = phone.get("/").text
    assert "data-letters" not in usual and "?letters=" not in usual
    answer = phone.post("/letters", data={"letters": "130", "back": "/t/ABCDEF"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/t/ABCDEF")
    assert re.match(r"letters=130; .*Max-Age=31536000; Path=/; SameSite=Lax", answer.headers["Set-Cookie"])
    page = phone.get("/").text
    assert 'data-letters="130"' in page
    pressed = re.findall(r'name="letters" value="(\w+)" aria-pressed="(\w+)"', page)
    assert pressed == [("100", "false"), ("115", "false"), ("130", "true")]
    url = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)[0]
    larger, before = phone.get(url), phone.get(url.partition("?")[0])
    assert larger.headers["Cache-Control"] == assets.FOR_EVER
    assert before.headers["Cache-Control"] == "no-cache", "the digest is of the other"
    assert "@media (max-width:22rem)" in before.text and "@media (max-width:28.6rem)" in larger.text
    assert phone.get(url.replace("130", "131")).status_code == 404
    for wanted in ("131", "", "-1"):
        assert phone.post("/letters", data={"letters": wanted}).status_code == 400
    assert phone.post("/letters", data={"letters": "115", "back": "//elsewhere"}).status_code == 400
    phone.set_cookie("letters", '"><script>')
    assert "data-letters" not in phone.get("/").text


def test_ios_finds_the_symbol_for_its_home_screen(app: Flask) -> None:
    answer = app.test_client().get("/apple-touch-icon.png", buffered=True)
    assert (answer.status_code, answer.content_type, answer.data[:8]) == (200, "image/png", b"\x89PNG\r\n\x1a\n")
