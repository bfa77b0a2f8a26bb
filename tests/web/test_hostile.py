"""Whatever is sent: never a 5xx, never markup, never a changed table by a refused request, never another's secret."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from werkzeug.datastructures import MultiDict

from referee.games import GAMES
from referee.pages.alchemicus import boards
from referee.pages.table import asking, closing, copies, entries, following, joining, making, naming
from tests.apps import app_with
from tests.web.attacker import FULL, JSON, Attacker, state
from tests.web.conftest import Api, Table
from tests.web.garbage import MARKUP, RAW, Garbage

GOLD_RUSH = {"track": "full", "expansion": "noctis", "variant": "gold_rush", "card_bank": True}
SETUPS = (*((game, {}) for game in GAMES), ("alchemicus", FULL), ("alchemicus", GOLD_RUSH))
LOOKS = ("", "/log", "/log?to=0", "/log.csv", "/lobby", "/sheet", "/next", "/rulings", "/export", "/moves?seat=1")


@pytest.mark.parametrize("seed", range(4))
def test_nearly_right_requests_are_answered_and_refused_ones_change_nothing(api: Api, seed: int) -> None:
    chance, attacker = Garbage(seed, 0.02 + 0.02 * seed), Attacker(api.app)
    open_tables = [api.table(game, ("Ada", f"{MARKUP}<xss>"), **options) for game, options in SETUPS]
    for _ in range(12):
        for table, (game, _options) in zip(open_tables, SETUPS, strict=True):
            rules = GAMES[game]
            tried: list[tuple[str, Any]] = [
                ("entries", {"key": chance.text()[:64] or "k", "move": chance.move(rules), "overrule": True})
                for _ in range(3)
            ]
            tried += [
                ("entries", chance.like(entries.EntryRequest)),
                ("undo", chance.like(entries.UndoRequest)),
                ("redo", {"key": "r", "seq": state(table)[0]}),
                ("join", chance.like(joining.Join)),
                ("admit", chance.like(joining.Admit)),
                ("leave", chance.like(joining.SeatRequest)),
                ("come", chance.like(following.Come)),
                ("next", chance.like(making.NewTable)),
                ("board", chance.like(boards.Printed)),
                ("close", chance.like(closing.Closing)),
                ("name", chance.like(naming.NewName)),
                ("ask", chance.like(joining.SeatRequest)),
                ("let_in", chance.like(asking.Letting)),
                ("turn_away", chance.like(asking.Letting)),
                ("delete", {"sure": "x"}),
            ]
            before = state(table)
            for what, body in tried:
                answer = attacker.post(chance, f"/t/{table.code}/{what}", body, table.token)
                after = state(table)
                assert answer.status_code < 400 or after == before, (what, body)
                before = after
            api.send("POST", f"/t/{table.code}/reopen", {}, table.token)
        name, options = chance.chance.choice(SETUPS)
        attacker.post(chance, "/tables", chance.like(making.NewTable))
        attacker.post(
            chance, "/tables", {"game": name, "players": ["a", "b"], "options": chance.like(GAMES[name].options)}
        )
        for game, rules in GAMES.items():
            for desk, asked in rules.desks.items():
                attacker.post(chance, f"/desk/{game}/{desk}", chance.like(asked.question))
        attacker.post(chance, "/board/alchemicus", chance.like(boards.Printed))
        attacker.send(
            "GET", "/board/alchemicus", query_string=chance.form({"ring": None, **chance.like_object(boards.Rings)})
        )
        log = [
            {"seq": seq, "at": "2026-01-01T20:00:00Z", "by": "host", "move": chance.move(GAMES[name])}
            for seq in range(1, chance.chance.choice((2, 3, 9)))
        ]
        attacker.post(chance, "/tables/import", chance.like(copies.Export))
        document = {"game": name, "players": [MARKUP, "b"], "options": options, "log": log}
        made = attacker.send("POST", "/tables/import", data=json.dumps(document), headers=JSON)
        if made.status_code == 201:
            open_tables[SETUPS.index((name, options))] = Table(api, made.json["code"], made.json["token"])
    for table in open_tables:
        for look in LOOKS:
            for accept in ("text/html", "application/json"):
                headers = {"Accept": accept, "Authorization": f"Bearer {table.token}"}
                assert attacker.send("GET", f"/t/{table.code}{look}", headers=headers).status_code == 200
    assert attacker.statuses >= {200, 201, 303, 400, 404, 409, 422}


POSTS = (
    "/tables",
    "/tables/import",
    "/put-away",
    "/theme",
    "/letters",
    "/board/alchemicus",
    "/desk/alchemicus/sale",
    "/desk/homunculus/score",
    "/desk/fata_morgana/score/keep",
    "/played",
)
AT_A_TABLE = (
    *("entries", "undo", "redo", "join", "admit", "leave", "come", "next", "board", "close", "reopen"),
    *("name", "ask", "let_in", "turn_away", "delete"),
)


@pytest.mark.parametrize("raw", RAW, ids=range(len(RAW)))
def test_a_body_no_encoder_writes_is_malformed(api: Api, raw: str) -> None:
    attacker, table = Attacker(api.app), api.table()
    before = state(table)
    headers = {"Authorization": f"Bearer {table.token}"}
    for path in (*POSTS, *(f"/t/{table.code}/{what}" for what in AT_A_TABLE)):
        if path.endswith(("come", "close", "reopen", "delete")) and raw == "":
            continue  # nothing more is asked of them
        answer = attacker.send("POST", path, data=raw.encode(), headers={**headers, **JSON})
        assert answer.status_code in (400, 413) or ("/board" in path and raw == ""), path
        for name in ("move", "move:json", "options:json", "players.0", "document"):
            form = {"Content-Type": "application/x-www-form-urlencoded", **headers}
            answer = attacker.send("POST", path, data=urlencode({name: raw, "key": "k", "seat": "9"}), headers=form)
            assert answer.status_code >= 400, path
    assert state(table) == before


FORMS: dict[str, tuple[str, Any]] = {
    "a name of many levels": ("application/x-www-form-urlencoded", "&".join(["a" + ".a" * 5000 + "=1"])),
    "a move of many levels": ("application/x-www-form-urlencoded", "key=k&seq=0&move" + ".a" * 5000 + "=1"),
    "a number of many levels": (
        "application/x-www-form-urlencoded",
        "kind=fame&seat=0&by=1&seq" + ".a" * 5000 + "=1",
    ),
    "a document of many levels": ("application/x-www-form-urlencoded", "document" + ".a" * 5000 + "=1"),
    "JSON of many levels": ("application/x-www-form-urlencoded", "players:json=" + '{"a":' * 900 + "1" + "}" * 900),
    "a row with a long number": ("application/x-www-form-urlencoded", f"players.{'9' * 5000}=Ada"),
    "a row that is no ASCII digit": ("application/x-www-form-urlencoded", "players.%C2%B2=Ada"),
    "a list and an object in one": ("application/x-www-form-urlencoded", "players[]=a&players.0=b&players=c"),
    "no UTF-8": ("application/x-www-form-urlencoded", b"players[]=\xff\xfe&game=%ff%fe"),
    "no UTF-8 in percents": ("application/x-www-form-urlencoded", "game=homunculus&players[]=Ad%e0&players[]=Bruno"),
    "ten thousand fields": ("application/x-www-form-urlencoded", "&".join(f"f{n}=" for n in range(9000))),
    "a part without a name": (
        "multipart/form-data; boundary=x",
        b"--x\r\nContent-Disposition: form-data\r\n\r\nvalue\r\n--x--\r\n",
    ),
    "no boundary": ("multipart/form-data", b"--x\r\n"),
    "a part that never ends": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="a"\r\n',
    ),
    "an unknown charset": ("application/x-www-form-urlencoded; charset=rot13", "game=x"),
    "gzip": ("application/json", b"\x1f\x8b\x08\x00" + bytes(60)),
}


@pytest.mark.parametrize("what", FORMS)
def test_a_crooked_form_is_malformed(api: Api, what: str) -> None:
    attacker, table = Attacker(api.app), api.table()
    before = state(table)
    kind, data = FORMS[what]
    headers = {"Authorization": f"Bearer {table.token}", "Content-Type": kind}
    for path in (*POSTS, *(f"/t/{table.code}/{what}" for what in AT_A_TABLE)):
        if path.endswith("delete") and kind.startswith("multipart"):
            continue  # no field of it is read, and none is asked for
        answer = attacker.send("POST", path, data=data, headers=headers)
        harmless = path.endswith(("/join", "/come", "/close", "/reopen"))
        harmless |= "/board" in path and answer.status_code == 303
        assert answer.status_code in (400, 413) or harmless, path
    assert state(table) == before


def test_files_and_too_much_are_refused(api: Api) -> None:
    attacker = Attacker(api.app)
    files = {"players[]": (BytesIO(b"Ada"), "../../players.txt"), "file": (BytesIO(b"\x00" * 100), "a.json")}
    for path in ("/tables", "/tables/import", "/board/alchemicus"):
        again = {name: (BytesIO(content.getvalue()), told) for name, (content, told) in files.items()}
        status = attacker.send("POST", path, data=again, content_type="multipart/form-data").status_code
        assert status in (400, 303), path
    parts = MultiDict((f"f{n}", "") for n in range(600))
    assert attacker.send("POST", "/tables", data=parts, content_type="multipart/form-data").status_code == 413
    assert attacker.send("POST", "/tables", data=b'"' + b"x" * 10**6 + b'"', headers=JSON).status_code == 413
    assert attacker.send("POST", "/tables/import", data=b'"' + b"x" * 10**6 + b'"', headers=JSON).status_code == 400
    assert attacker.send("POST", "/tables/import", data=b"x" * 5 * 2**20, headers=JSON).status_code == 413
    assert attacker.send("POST", "/tables", data="a", content_type="text/xml").status_code == 415


# --- who asks ----------------------------------------------------------------------------------------------------


def test_a_server_answers_to_the_names_it_was_given_and_no_others(tmp_path: Path) -> None:
    app = app_with({"DATA": str(tmp_path), "HOSTS": ("referee.example.org",)})
    for host, status in (
        *(("referee.example.org", 200), ("www.referee.example.org", 403), ("referee.example", 403)),
        *(("referee.local:8000", 200), ("pi.fritz.box", 200), ("[fd00::1]:8000", 200), ("local.example", 403)),
    ):
        assert app.test_client().get("/healthz", headers={"Host": host}).status_code == status
    app.extensions["referee"].store.close()


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://[::1"},
        {"Origin": "http://evil.example@localhost"},
        {"Origin": ""},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": ""},
        *({"Host": host} for host in ("evil.example", "evil.local.example", "localhost.evil.example:8000")),
        {"Host": "evil.example", "X-Forwarded-Host": "localhost"},
    ],
    ids=str,
)
def test_another_sites_page_changes_nothing(api: Api, headers: dict[str, str]) -> None:
    table = api.table()
    before = state(table)
    attacker = Attacker(api.app)
    for what in AT_A_TABLE:
        given = {**JSON, "Authorization": f"Bearer {table.token}", **headers}
        answer = attacker.send("POST", f"/t/{table.code}/{what}", data=b"{}", headers=given)
        assert (answer.status_code, answer.json["error"]["code"]) in ((403, "bad_origin"), (400, "malformed")), what
        assert answer.status_code == 403 or "Host" in headers
    if "Host" in headers:
        assert attacker.send("GET", f"/t/{table.code}", headers={**JSON, **headers}).status_code in (400, 403)
    assert state(table) == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "["},
        {"Host": "[::1"},
        {"Host": "\xff\xfe:99999999"},
        {"Accept": "\xff;q=nan, application/json;q=x"},
        {"Accept-Language": "it;q=nan, *;q=1e999, a-b-c-d-e-f-g;q=, -, _, " + "xx," * 2000},
        {"Cookie": 'seats=\xff.\x01..; lang=../../etc; theme="><xss>; tables=' + "AAAAAA." * 500},
        {"Cookie": ";;;=; seats"},
        {"Authorization": "Bearer \xff\xfe"},
        {"Authorization": "Basic !!"},
        {"Range": "bytes=99999999999999999999-, x"},
        {"If-None-Match": "\xff", "If-Modified-Since": "yesterday"},
        {"X-Forwarded-For": "\xff", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "javascript"},
        {"HX-Request": "\xff", "HX-Request-Type": "partial", "HX-Current-URL": "//evil.example", "HX-Target": "<xss>"},
        {"Last-Event-ID": "\xff" * 5000},
        {"X-HTTP-Method-Override": "POST"},
        {"User-Agent": "<xss>" * 1000},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_headers_of_every_kind_are_outlived(api: Api, headers: dict[str, str]) -> None:
    attacker, table = Attacker(api.app), api.table()
    for path in ("/", "/new/alchemicus", "/desks", "/rules/search?q=x", *(f"/t/{table.code}{look}" for look in LOOKS)):
        answer = attacker.send("GET", path, headers={**headers})
        assert "evil" not in answer.get_data(as_text=True), path
        assert "evil" not in str(answer.headers), path


ADDRESSES = (
    "/language/it?back=//evil.example",
    "/language/it?back=/\\evil.example",
    "/language/it?back=/%09/evil.example",
    "/language/it?back=%0d%0aSet-Cookie:%20a=b",
    "/language/it?back=https://evil.example",
    "/board/alchemicus?next=//evil.example",
    "/rules/alchemicus?from=//evil.example",
    "/rules/alchemicus?from=javascript:alert(1)",
    "/new/alchemicus?next=javascript:alert(1)",
    "/join?code=%00%ff%C7%BE%C7%BE",
    "/rules/search?q=%00%ff%2a%22%27%3Cxss%3E",
    "/rules/search?q=" + "a%20" * 3000,
    "/static/../app.py",
    "/static/%2e%2e/app.py",
    "/static/..%2fapp.py",
    "/static/%00",
    "/look/x/all/..%2fapp.py",
    "/look/x/all/app.css%2b..%2f..%2fapp.py",
    "/look/x/all/" + "app.css+" * 9 + "app.css",
    "/t/%00%00%00%00%00%00",
    "/t/%ff%fe%fd%fc%fb%fa",
    "/t/%C3%9F%C3%9F%C3%9F%C3%9F%C3%9F%C3%9F",
    "/t/" + "A" * 9000,
    "/desk/alchemicus/__class__",
    "/desk/__class__/x",
    "/desk/homunculus/score?players=%3Cxss%3E",
    "/new/__init__",
    "/%0d%0aSet-Cookie:%20a=b",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_addresses_of_every_kind_lead_nowhere_else(api: Api, address: str) -> None:
    answer = Attacker(api.app).send("GET", address)
    assert "evil" not in answer.headers.get("Location", "")
    assert all("a=b" not in value for value in answer.headers.getlist("Set-Cookie"))
    assert b"create_app" not in answer.data


def test_methods_nobody_offers_change_nothing(api: Api) -> None:
    attacker, table = Attacker(api.app), api.table()
    before = state(table)
    rules = [rule.rule for rule in api.app.url_map.iter_rules()]
    known = {"code": table.code, "game": "alchemicus", "name": "pawn", "book_id": "noctis", "wanted": "it"}
    for rule in rules:
        path = rule.replace("<path:", "<")
        for name, value in known.items():
            path = path.replace(f"<{name}>", value)
        for method in ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND"):
            answer = attacker.send(method, path, headers={"Authorization": f"Bearer {table.token}"})
            assert method in ("HEAD", "OPTIONS") or answer.status_code in (404, 405), path
            assert answer.status_code != 405 or answer.headers["Allow"], path
    assert state(table) == before


def test_a_stream_without_a_body_ends(api: Api) -> None:
    table = api.table()
    for what in ("live", "stream"):
        assert api.client().head(f"/t/{table.code}/{what}").status_code == 200
    assert api.app.extensions["referee"].live.count == 0


def test_tokens_of_other_tables_and_guessed_ones_open_nothing(api: Api) -> None:
    one, other = api.table("fata_morgana"), api.table("fata_morgana")
    mine = one.join(0)
    one.done({"kind": "hand", "seat": 0, "hand": {"red": 3, "blue": 3, "green": 2, "white": 2}}, mine)
    strangers = (other.token, other.join(0), mine[:-1], mine + "A", mine.upper(), "", "null", "A" * 5000)
    before = state(one)
    for stranger in strangers:
        for what in AT_A_TABLE:
            if what in ("join", "come", "ask"):
                continue  # to watch, and to ask for a seat, is anybody's
            status, _ = api.send("POST", f"/t/{one.code}/{what}", {}, stranger or "x")
            assert status == 401, (what, stranger)
        assert one.show(stranger or None)["players"][0]["hand"] is None
    assert state(one) == before
    cookie = {"Cookie": f"seats={other.token}.{mine}"}
    assert api.get(f"/t/{one.code}", **cookie)["players"][0]["hand"]["red"] == 3
    assert api.get(f"/t/{other.code}", **cookie)["players"][0]["hand"] is None


# --- limits ------------------------------------------------------------------------------------------------------


def refused(api: Api, attempts: int, method: str, path: str, body: Any = None, token: str = "x") -> int:
    """Return how many of the attempts got 429, each with the time to wait."""
    count = 0
    for _ in range(attempts):
        answer = api.client().open(path, method=method, json=body, headers={**JSON, "Authorization": f"Bearer {token}"})
        if answer.status_code == 429:
            assert int(answer.headers["Retry-After"]) > 0 and answer.json["error"]["code"] == "too_many"
            count += 1
    return count


@pytest.fixture
def limited(tmp_path: Any) -> Iterator[Api]:
    app = app_with({"DATA": str(tmp_path), "TESTING": True})
    yield Api(app)
    app.extensions["referee"].store.close()


def test_a_table_of_five_never_feels_the_limits_and_a_script_does(limited: Api) -> None:
    table = limited.table("homunculus", ("Ada", "Bruno", "Cyd", "Dora", "Emil"))
    seats = [table.join(seat) for seat in range(5)]
    for number in range(1500):  # an evening's taps within one minute
        status, _ = table.enter({"kind": "tiles", "seat": number % 5, "by": 1}, seats[number % 5])
        assert status == 200
    for seat in range(5):
        for _ in range(30):  # everybody opens the page again and again
            table.show(seats[seat])
    for _ in range(20):  # and somebody mistypes the code
        assert limited.send("GET", "/t/AAAAAA")[0] == 404
    assert refused(limited, 60, "GET", "/t/BBBBBB") == 20  # with those 20, 60 a minute
    assert refused(limited, 130, "POST", "/tables", {"game": "homunculus", "players": ["a", "b"]}) == 11
    table.show(table.token)
    assert refused(limited, 1, "GET", "/healthz") == 0


def test_whoever_tries_passes_is_stopped_and_the_seat_stays(limited: Api) -> None:
    table = limited.table("fata_morgana")
    mine = table.join(0)
    tries = refused(limited, 40, "POST", f"/t/{table.code}/join", {"seat": 0, "pass": "guessed"}, "")
    assert tries == 10
    assert table.show(mine)["players"][0]["hand_size"] == 10
    assert table.join(1)  # a free seat is no failed join


def test_a_flood_is_stopped_and_looking_goes_on(tmp_path: Any) -> None:
    app = app_with({"DATA": str(tmp_path), "TESTING": True, "LIMITS": {"flood": "50/minute"}})
    api = Api(app)
    table = api.table()
    before = state(table)
    assert refused(api, 60, "POST", f"/t/{table.code}/entries", {}, table.token) == 11
    assert state(table) == before
    assert table.show()["seq"] == 0
    app.extensions["referee"].store.close()
