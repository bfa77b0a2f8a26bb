"""Making and joining tables, tokens, what each may do, order of the checks, export and import."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from referee.language import reading
from referee.names import enclosed
from tests.apps import app_with
from tests.web.conftest import Api

FAME = {"kind": "fame", "seat": 0, "by": 1}


def test_a_new_table_tells_its_code_address_token_and_state(api: Api) -> None:
    status, answer = api.send("POST", "/tables", {"game": "alchemicus", "players": [" Ada ", "Żółć"], "options": {}})
    assert status == 201
    assert answer["url"] == f"/t/{answer['code']}"
    table = answer["table"]
    assert [player["name"] for player in table["players"]] == ["Ada", "Żółć"]
    assert (table["seq"], table["over"], table["closed"], table["result"], table["log"]) == (0, False, False, None, [])
    assert table["ring"] == ["spirit", "harvest", "transport", "transmutation", "build", "sale", "gifts", "build"]
    assert table["spirit_ring"] == ["horten", "metalle", "fornax", "labrium", "alembic"]
    assert api.get(f"/t/{answer['code'].lower()}") == table


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"players": ["A", "B"]}, "game"),
        ({"game": "chess", "players": ["A", "B"]}, "game"),
        ({"game": "alchemicus"}, "players"),
        ({"game": "alchemicus", "players": ["A"]}, "players"),
        ({"game": "alchemicus", "players": ["A"] * 5}, "players"),
        ({"game": "alchemicus", "players": ["A", "A"]}, "players"),
        ({"game": "alchemicus", "players": ["A", " A "]}, "players"),
        ({"game": "alchemicus", "players": ["A", "   "]}, "players"),
        ({"game": "alchemicus", "players": ["A", "x" * 41]}, "players"),
        ({"game": "alchemicus", "players": ["A", 7]}, "players"),
        ({"game": "alchemicus", "players": ["A", "B"], "options": {"colour": "red"}}, "colour"),
        ({"game": "alchemicus", "players": ["A", "B"], "options": {"target": 0}}, "target"),
        ({"game": "alchemicus", "players": ["A", "B"], "options": {"edition": "de"}}, "edition"),
        ({"game": "alchemicus", "players": ["A", "B"], "options": {"ring": ["spirit"] * 8}}, "ring"),
        ({"game": "alchemicus", "players": ["A", "B"], "options": {"variant": "gold_rush"}}, "variant"),
        ({"game": "homunculus", "players": ["A", "B"], "options": {"favourites": [None]}}, "favourites"),
        ({"game": "fata_morgana", "players": ["A", "B"], "options": {"cauldrons": [["red", "blue"]]}}, "cauldrons"),
        ({"game": "alchemicus", "players": ["A", "B"], "options": None}, "options"),
        ({"game": "alchemicus", "players": ["A", "B"], "extra": 1}, "extra"),
    ],
)
def test_a_table_that_cannot_be_is_400_naming_the_field(api: Api, body: Any, field: str) -> None:
    status, answer = api.send("POST", "/tables", body)
    assert (status, answer["error"]["field"]) == (400, field), answer


def test_names_of_every_kind_are_kept_and_escaped(api: Api) -> None:
    names = ["D'Ambrosio", "<script>alert(1)</script>", "王", "=1+1"]
    table = api.table(players=tuple(names))
    assert [player["name"] for player in table.show()["players"]] == names
    page = api.client().get(f"/t/{table.code}/lobby").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page
    table.done({"kind": "fame", "seat": 3, "by": 1}, table.join(3))
    text = api.client().get(f"/t/{table.code}/log.csv").get_data().decode("utf-8-sig")
    assert "'=1+1" in text


def test_the_edition_follows_the_language_unless_told(api: Api) -> None:
    body = {"game": "alchemicus", "players": ["A", "B"]}
    assert api.send("POST", "/tables?lang=it", body)[1]["table"]["options"]["edition"] == "it"
    assert api.send("POST", "/tables?lang=en", body)[1]["table"]["options"]["edition"] == "pl"


def test_who_may_write(api: Api) -> None:
    table = api.table()
    watcher, ada = table.join(None), table.join(0)
    status, answer = api.send("POST", f"/t/{table.code}/entries", {"key": "k", "move": FAME})
    assert (status, answer["error"]["code"]) == (401, "no_token")
    assert api.send("POST", f"/t/{table.code}/entries", {"key": "k", "move": FAME}, "nonsense")[0] == 401
    assert table.enter(FAME, api.table().token)[0] == 401, "another table's token"
    for what in ("entries", "leave"):
        for sent in ({"json": {}, "headers": {"Accept": "application/json"}}, {"data": {"seat": "0"}}):
            refused = api.client().post(f"/t/{table.code}/{what}", **sent)
            assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    status, answer = table.enter(FAME, watcher)
    assert (status, answer["error"]["code"]) == (403, "watchers_only_look")
    assert table.done({"kind": "fame", "seat": 1, "by": 1}, ada)["entry"]["by"] == 0
    assert table.show("nonsense")["seq"] == 1, "an unknown token is a watcher on reads"


def test_a_strict_table_lets_only_a_seat_or_the_host_enter_for_it(api: Api) -> None:
    table = api.table(strict_seats=True)
    ada = table.join(0)
    status, answer = table.enter({"kind": "fame", "seat": 1, "by": 1}, ada)
    assert (status, answer["error"]["code"]) == (403, "not_your_seat")
    table.done({"kind": "fame", "seat": 1, "by": 1})
    table.done(FAME, ada)


def test_joining_changes_nothing_and_twice_makes_no_second_player(api: Api) -> None:
    table = api.table()
    before = table.show()
    first, second = table.join(1), table.join(1)
    assert first != second
    assert table.show() == before
    table.done(FAME, first)
    table.done(FAME, second)
    assert api.send("POST", f"/t/{table.code}/join", {"seat": 2})[0] == 404
    assert api.send("POST", f"/t/{table.code}/join", {"seat": -1})[0] == 400
    assert api.send("POST", f"/t/{table.code}/join", {})[0] == 400
    assert api.send("POST", "/t/ZZZZZZ/join", {"seat": 0})[0] == 404


def test_a_seat_with_secrets_is_given_to_a_new_phone_only_with_consent(api: Api) -> None:
    table = api.table("fata_morgana")
    ada = table.join(0)
    path = f"/t/{table.code}"
    status, answer = api.send("POST", f"{path}/join", {"seat": 0})
    assert (status, answer["error"]["code"], answer["table"]["seq"]) == (409, "seat_taken", 0)
    assert answer["error"]["message"].startswith("Another phone has this seat.")
    status, answer = api.send("POST", f"{path}/join", {"seat": 0}, ada)
    assert (status, answer["seat"]) == (200, 0), "the seat's own token joins again"
    bruno = table.join(1)
    status, answer = api.send("POST", f"{path}/admit", {"seat": 0}, bruno)
    assert (status, answer["error"]["code"]) == (403, "not_your_seat")
    given = api.send("POST", f"{path}/admit", {"seat": 0}, ada)[1]["pass"]
    assert api.send("POST", f"{path}/join", {"seat": 1, "pass": given})[0] == 409
    table.join(0, **{"pass": given})
    status, answer = api.send("POST", f"{path}/join", {"seat": 0, "pass": given})
    assert (status, answer["error"]["code"]) == (409, "seat_taken"), "a pass is good once"
    assert answer["error"]["message"].startswith("This QR code has been used or is too old: it worked once")
    hand = {"kind": "hand", "seat": 0, "hand": {"red": 2, "blue": 2, "green": 2, "brown": 2, "white": 2}}
    table.done(hand, ada)
    given = api.send("POST", f"{path}/admit", {"seat": 0, "replace": True}, table.token)[1]["pass"]
    new = table.join(0, **{"pass": given})
    assert table.show(new)["players"][0]["hand"] == {"red": 2, "blue": 2, "green": 2, "brown": 2, "white": 2}
    assert table.show(ada)["players"][0]["hand"] is None, "the older phone is out"
    assert table.enter(hand, ada)[0] == 401


@pytest.mark.parametrize("game", ["alchemicus", "homunculus"])
def test_a_phone_that_replaces_others_turns_them_out_where_nothing_is_secret_too(api: Api, game: str) -> None:
    table = api.table(game)
    path, old = f"/t/{table.code}", table.join(0)
    given = api.send("POST", f"{path}/admit", {"seat": 0, "replace": True}, table.token)[1]["pass"]
    new = table.join(0, **{"pass": given})
    place = {"kind": "place", "seat": 0, "field": 2} if game == "alchemicus" else {"kind": "draw", "seat": 0}
    assert table.enter(place, old)[0] == 401
    third = table.join(0, **{"pass": given})  # used up: it simply joins, and turns nobody out
    table.done(place, new)
    assert table.show(third)["seq"] == 1


def test_a_phone_that_was_turned_out_has_no_way_back(api: Api) -> None:
    table = api.table("fata_morgana")
    path, old = f"/t/{table.code}", table.join(0)
    kept = api.send("POST", f"{path}/admit", {"seat": 0}, old)[1]["pass"]
    given = api.send("POST", f"{path}/admit", {"seat": 0, "replace": True}, table.token)[1]["pass"]
    table.join(0, **{"pass": given})
    status, answer = api.send("POST", f"{path}/join", {"seat": 0, "pass": kept})
    assert (status, answer["error"]["code"]) == (409, "seat_taken")


def test_the_new_phone_may_say_that_it_replaces_the_older_ones(api: Api) -> None:
    table = api.table("fata_morgana")
    path, old = f"/t/{table.code}", table.join(0)
    status, answer = api.send("POST", f"{path}/join", {"seat": 0, "replace": True})
    assert (status, answer["error"]["field"]) == (400, "replace"), "not without a pass"
    given = api.send("POST", f"{path}/admit", {"seat": 0}, old)[1]["pass"]
    new = api.send("POST", f"{path}/join", {"seat": 0, "pass": given, "replace": True}, old)[1]["token"]
    assert table.enter({"kind": "points", "seat": 0, "by": 1}, old)[0] == 401
    assert api.send("POST", f"{path}/join", {"seat": 0, "pass": given})[0] == 409, "used by the seat's own phone, too"
    table.done({"kind": "points", "seat": 0, "by": 1}, new)


def test_private_moves_only_with_the_seats_own_token(api: Api) -> None:
    table = api.table("fata_morgana")
    ada, bruno = table.join(0), table.join(1)
    hand = {"kind": "hand", "seat": 0, "hand": {"red": 10}}
    for token in (table.token, bruno):
        status, answer = table.enter(hand, token)
        assert (status, answer["error"]["code"]) == (403, "not_your_seat")
    table.done({"kind": "hand", "seat": 0, "hand": {"red": 5, "blue": 5}}, ada)
    for token in (None, bruno, table.token):
        assert table.show(token)["log"][0]["move"] == {"kind": "hand", "seat": 0}
        assert table.show(token)["players"][0]["hand"] is None
    assert table.show(ada)["log"][0]["move"]["hand"]["red"] == 5
    status, answer = table.back("undo", 1, bruno)
    assert answer["refusal"]["code"] == "nothing_to_undo", "another seat's private entry is skipped"
    assert table.back("undo", 1, ada)[0] == 200


ORDER = [
    ("POST", "/t/ZZZZZZ/entries", "not json", {"Content-Type": "application/json"}, 404),
    ("POST", "/t/{code}/entries", "not json", {"Content-Type": "application/json"}, 401),
    ("POST", "/t/{code}/entries", "not json", {"Content-Type": "application/json", "Authorization": "{token}"}, 400),
    ("POST", "/t/{code}/entries", "{}", {"Content-Type": "text/plain", "Authorization": "{token}"}, 415),
    ("POST", "/t/ZZZZZZ/entries", "{}", {"Content-Type": "text/plain"}, 415),
    ("POST", "/t/ZZZZZZ/entries", "x" * 70000, {"Content-Type": "text/plain"}, 413),
    ("POST", "/t/ZZZZZZ/entries", "{}", {"Content-Type": "application/json", "Origin": "http://evil.example"}, 403),
    ("POST", "/tables", "{}", {"Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"}, 403),
    ("POST", "/tables", '["\ud83d"]', {"Content-Type": "application/json"}, 400),
    ("POST", "/tables", "[" * 30000, {"Content-Type": "application/json"}, 400),
    ("DELETE", "/t/{code}", "", {}, 405),
    ("GET", "/t/{code}/nothing", "", {}, 404),
    ("GET", "/nowhere", "", {}, 404),
    ("GET", "/rules/chess", "", {}, 404),
    ("POST", "/desk/alchemicus/dance", "{}", {"Content-Type": "application/json"}, 404),
]


@pytest.mark.parametrize(("method", "path", "body", "headers", "status"), ORDER)
def test_the_first_thing_wrong_is_what_is_answered(
    api: Api, method: str, path: str, body: str, headers: dict[str, str], status: int
) -> None:
    table = api.table()
    given = {name: value.replace("{token}", f"Bearer {table.token}") for name, value in headers.items()}
    answer = api.client().open(
        path.replace("{code}", table.code),
        method=method,
        data=body.encode("utf-8", "surrogatepass"),
        headers={"Accept": "application/json", **given},
    )
    assert answer.status_code == status, answer.text
    assert answer.get_json()["error"]["message"]
    assert table.show()["seq"] == 0


def test_json_is_answered_to_who_names_it(api: Api) -> None:
    """A media type is the same in capitals, and one of weight 0 is not wanted (RFC 9110, sections 8.3.1 and 12.4.2)."""
    table = api.table()
    for accept, json in (
        ("application/json", True), ("Application/JSON", True), ("text/html, application/json;q=0.5", True),
        ("application/json; charset=utf-8", True), ("application/json;q=0, text/html", False),
        ("application/json-seq", False), ("text/html", False), ("", False),
    ):  # fmt: skip
        headers = {"Accept": accept, "Authorization": f"Bearer {table.token}"}
        answer = api.client().get(f"/t/{table.code}", headers=headers)
        assert (answer.status_code, answer.is_json) == (200, json), accept


def test_a_host_that_is_not_of_this_house_is_refused(api: Api) -> None:
    for host, status in (("192.168.1.20:8000", 200), ("pi.local", 200), ("box", 200), ("evil.example", 403)):
        assert api.client().get("/healthz", headers={"Host": host}).status_code == status


def test_export_and_import_make_an_equal_table(api: Api) -> None:
    table = api.table()
    table.done({"kind": "place", "seat": 0, "field": 3})
    table.done(FAME)
    assert table.back("undo", 2)[0] == 200
    assert table.back("redo", 3)[0] == 200
    document = api.get(f"/t/{table.code}/export")
    status, answer = api.send("POST", "/tables/import", document)
    assert status == 201
    old, new = table.show(), answer["table"]
    assert {**new, "code": None} == {**old, "code": None}
    for spoiled in (
        {**document, "log": [{**document["log"][0], "seq": 2}]},
        {**document, "log": [{**document["log"][0], "move": {"kind": "undo", "entries": [5]}}]},
        {**document, "log": [{**document["log"][0], "move": {"kind": "place", "seat": 9, "field": 3}}]},
        {**document, "log": [{**document["log"][0], "at": "yesterday"}]},
        {**document, "players": ["A"]},
        {**document, "surprise": 1},
    ):
        assert api.send("POST", "/tables/import", spoiled)[0] == 400


def test_the_home_page_opens_a_kept_file_as_a_table_its_phone_is_host_of(api: Api) -> None:
    table = api.table()
    table.done(FAME)
    kept = api.client().get(f"/t/{table.code}/export").data
    phone = api.app.test_client()
    home = phone.get("/").text
    assert 'action="/tables/import" enctype="multipart/form-data"' in home
    assert 'type="file" name="file"' in home
    answer = phone.post("/tables/import", data={"file": (BytesIO(kept), "alchemicus.json")})
    assert answer.status_code == 303
    code = answer.location.split("/")[-2]
    assert code != table.code
    assert api.get(f"/t/{code}")["players"][0]["fame"] == 1
    assert phone.post(f"/t/{code}/undo", data={"seq": "1"}).status_code == 303
    answer = phone.post("/tables/import", data={"file": (BytesIO(b"a holiday picture"), "sea.jpg")})
    assert (answer.status_code, answer.mimetype) == (400, "text/html")


def test_an_export_before_the_end_holds_no_secret_and_still_imports(api: Api) -> None:
    table = api.table("fata_morgana")
    ada = table.join(0)
    table.done({"kind": "hand", "seat": 0, "hand": {"red": 4, "blue": 6}}, ada)
    document = api.get(f"/t/{table.code}/export", ada)
    assert document["log"][0]["move"] == {"kind": "hand", "seat": 0}
    status, answer = api.send("POST", "/tables/import", document)
    assert (status, answer["table"]["seq"]) == (201, 1)
    assert answer["table"]["players"][0]["hand"] is None


def test_limits_are_felt_by_scripts_only(tmp_path: Any) -> None:
    app = app_with({"DATA": str(tmp_path), "TESTING": True})
    api = Api(app)
    statuses = [api.send("GET", f"/t/{n:06}")[0] for n in range(222222, 222222 + 70)]
    assert statuses[:5] == [404] * 5
    assert statuses[-1] == 429
    table = api.table()
    assert api.send("GET", f"/t/{table.code}")[0] == 429, "right and wrong codes answer alike"
    assert table.show(table.token)["seq"] == 0, "a known token is not slowed down"


def test_only_tables_that_are_made_count_as_new_tables(tmp_path: Any) -> None:
    api = Api(app_with({"DATA": str(tmp_path), "TESTING": True, "LIMITS": {"create": "2/minute"}}))
    good, bad = {"game": "alchemicus", "players": ["Ada", "Bruno"]}, {"game": "alchemicus", "players": ["Ada"]}
    answers = [api.send("POST", "/tables", body)[0] for body in (bad, bad, bad, good, bad, good, good, bad)]
    assert answers == [400, 400, 400, 201, 400, 201, 429, 429]


def test_sentences_follow_the_reader(api: Api) -> None:
    seen = {api.send("GET", "/nowhere?lang=" + code)[1]["error"]["message"] for code in ("en", "it", "pl")}
    assert len(seen) == 3
    by_tag = {
        "pl-PL,en;q=0.5": "pl",
        "en-GB,pl;q=0.9": "en",
        "de,it;q=0.3,pl;q=0.7": "pl",
        "IT-ch": "it",
        "*": "en",
        "it;q=0": "en",
    }
    for tags, code in by_tag.items():
        by_header = api.send("GET", "/nowhere", None, None, Accept_Language=tags)[1]["error"]["message"]
        assert by_header == api.send("GET", "/nowhere?lang=" + code)[1]["error"]["message"], tags


def test_pages_carry_what_keeps_them_safe(app: Flask) -> None:
    answer = app.test_client().get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"


def test_what_is_heard_of_a_field_counts_in_polish_and_ends_each_sentence_once(app: Flask) -> None:
    reading("pl")
    label = app.jinja_env.get_template("alchemicus/labels.html").module.field_label  # type: ignore[attr-defined]
    walk = {"barred": False, "glorias": 0, "stopped": False}
    near = label("build", **walk, steps=4, fame=1, passes=False, standing=())
    assert near == "Budowanie: 4 pola, za 1 punkt Sławy"
    heard = label("build", **walk, steps=5, fame=1, passes=True, standing=("Ada",))
    assert heard == "Budowanie: 5 pól, za 1 punkt Sławy. Mija pole Ducha. Kto tu stoi: " + enclosed("Ada")


def test_a_code_in_small_letters_is_answered_to_whoever_reads_json(api: Api) -> None:
    table = api.table()
    while table.code.isdigit():  # one in thousands, and the same in small letters
        table = api.table()
    small = f"/t/{table.code.lower()}"
    for accept in ("application/json", "application/json, text/html;q=0.5"):
        answer = api.client().get(small, headers={"Accept": accept})
        assert answer.status_code == 200 and answer.get_json()["code"] == table.code
    assert api.client().get(small, headers={"Accept": "text/html"}).location == f"/t/{table.code}"


def test_a_seat_in_the_address_may_have_zeros_before_it(api: Api) -> None:
    table = api.table()
    table.done({"kind": "place", "seat": 0, "field": 2})
    answers = [api.get(f"/t/{table.code}/moves?seat={seat}", table.token) for seat in ("1", "0000000001", "0")]
    assert answers[0] == answers[1] != answers[2]
