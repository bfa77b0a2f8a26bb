"""Names changed after a table was set, and new phones at seats with secrets: what the log tells, what stays."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Api, Table

HAND = {"red": 2, "blue": 2, "green": 2, "brown": 2, "white": 2}
FAME = {"kind": "fame", "seat": 0, "by": 1}


def name(table: Table, seat: Any, name: Any, token: str | None = None) -> tuple[int, Any]:
    return table.api.send("POST", f"/t/{table.code}/name", {"seat": seat, "name": name}, token or table.token)


def admit(table: Table, seat: int, by: str | None = None, **more: Any) -> str:
    status, answer = table.api.send("POST", f"/t/{table.code}/admit", {"seat": seat, **more}, by or table.token)
    assert status == 200
    return table.join(seat, **{"pass": answer["pass"]})


def kinds(table: Table) -> list[str]:
    return [entry["move"]["kind"] for entry in table.api.get(f"/t/{table.code}/log", table.token)["log"]]


# --- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
def test_a_seat_is_named_by_its_own_phone_and_by_the_host(api: Api, game: str) -> None:
    table = api.table(game)
    ada = table.join(0)
    status, answer = name(table, 0, "  Zoe\u0308 ", ada)
    assert (status, answer["table"]["seq"], answer["table"]["players"][0]["name"]) == (200, 1, "Zo\u00eb")
    newest = answer["table"]["log"][-1]
    assert (newest["by"], newest["move"], newest["overruled"], newest["undone"]) == (
        0,
        {"kind": "named", "seat": 0},
        None,
        False,
    )
    status, answer = name(table, 1, "Clara")
    assert (status, answer["table"]["log"][-1]["by"]) == (200, "host")
    shown = table.show()
    assert ([player["name"] for player in shown["players"]], shown["seq"]) == (["Zoë", "Clara"], 2)
    assert name(table, 1, "Clara")[1]["table"]["seq"] == 2, "nothing changed, nothing is told"
    page = api.client().get(f"/t/{table.code}/log", headers={"Authorization": f"Bearer {table.token}"}).text
    assert "Zoë" in page and "Clara is the new name at seat 2." in page and "Bruno" not in page


def test_who_may_not_name_a_seat(api: Api) -> None:
    table = api.table()
    ada, watcher = table.join(0), table.join(None)
    for token, status, code in (("nobody", 401, "no_token"), (watcher, 403, "watchers_only_look")):
        assert (name(table, 0, "", token)[0], name(table, 0, "x", token)[1]["error"]["code"]) == (status, code)
    assert (name(table, 1, "Clara", ada)[0], name(table, 1, "Clara", ada)[1]["error"]["code"]) == (403, "not_your_seat")
    assert name(table, 2, "Clara")[0] == 404
    assert api.send("POST", "/t/ZZZZZZ/name", {"seat": 0, "name": "x"}, table.token)[0] == 404
    assert table.show()["seq"] == 0


WRONG = [
    "",
    " ",
    "x" * 41,
    "A\u202eda",
    "A\u0007da",
    "A\u200bda",
    "\u3164",
    "Bruno",
    "BRUNO",
    "\uff22runo",
    "Bru\u200dno",
    7,
    None,
]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_name_is_refused(api: Api, wrong: Any) -> None:
    table = api.table()
    status, answer = name(table, 0, wrong)
    assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "malformed", "name")
    if wrong is not None:
        status, answer = api.send("POST", f"/t/{table.code}/join", {"seat": 0, "name": wrong})
        assert (status, answer["error"]["field"]) == (400, "name")
    assert (table.show()["seq"], table.show()["players"][0]["name"]) == (0, "Ada")
    assert table.join(0)


def test_a_seat_may_change_how_its_own_name_is_written(api: Api) -> None:
    table = api.table()
    assert name(table, 0, "ADA")[1]["table"]["players"][0]["name"] == "ADA"


def test_the_body_of_a_name_is_read_strictly(api: Api) -> None:
    table = api.table()
    for body, field in (
        ({"name": "x"}, "seat"),
        ({"seat": 0}, "name"),
        ({"seat": -1, "name": "x"}, "seat"),
        ({"seat": 0, "name": "x", "more": 1}, "more"),
    ):
        status, answer = api.send("POST", f"/t/{table.code}/name", body, table.token)
        assert (status, answer["error"]["field"]) == (400, field)


SET = {"game": "homunculus", "players.0": "Ada", "players.1": "Bruno"}


def test_the_lobby_takes_a_name_with_a_free_seat_and_mends_those_of_ones_own(app: Flask) -> None:
    host, guest, other = (app.test_client() for _ in range(3))
    table = host.post("/tables", data=SET).headers["Location"].removesuffix("/lobby")
    assert naming(guest.get(f"{table}/lobby").text) == {0: "join", 1: "join"}
    assert naming(host.get(f"{table}/lobby").text) == {0: "name", 1: "name"}
    answer = guest.post(f"{table}/join", data={"seat": "1", "name": " Chiara\u202e "})
    assert (answer.status_code, answer.headers["Location"]) == (303, table)
    assert "Chiara" in guest.get(table).text
    assert naming(guest.get(f"{table}/lobby").text) == {0: "join", 1: "name"}
    assert naming(other.get(f"{table}/lobby").text) == {0: "join"}
    answer = guest.post(f"{table}/name", data={"seat": "1", "name": "Clara"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{table}/lobby")
    host.post(f"{table}/name", data={"seat": "0", "name": "דנה"})
    shown = host.get(table, headers={"Accept": "application/json"}).json
    assert [player["name"] for player in shown["players"]] == ["דנה", "Clara"]
    assert [entry["move"] for entry in shown["log"]] == [{"kind": "named", "seat": seat} for seat in (1, 1, 0)]


def naming(page: str) -> dict[int, str]:
    """Return for each seat whose name the lobby lets change, where its form is sent."""
    pattern = r'<details class="naming".*?action="/t/\w+/(\w+)"><input type="hidden" name="seat" value="(\d)">'
    return {int(seat): where for where, seat in re.findall(pattern, page, re.DOTALL)}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Bruno", "Two players have the same name"),
        ("W" * 41, "Every player needs a name of 1 to 40 characters."),
        ("\u200b", "Every player needs a name of 1 to 40 characters."),
    ],
)
def test_a_name_that_cannot_be_is_said_in_the_lobby_and_not_lost(app: Flask, typed: str, said: str) -> None:
    host, guest = app.test_client(), app.test_client()
    table = host.post("/tables", data=SET).headers["Location"].removesuffix("/lobby")
    for phone, where in ((host, "name"), (guest, "join")):
        answer = phone.post(f"{table}/{where}", data={"seat": "0", "name": typed})
        if where == "join" and typed == "\u200b":
            assert answer.status_code == 303, "a blank field is none"
            continue
        form = answer.text[answer.text.index('<details class="naming" open>') :]
        assert answer.status_code == 400 and said in answer.text and 'role="alert"' in answer.text
        assert f'value="{typed.strip(chr(0x200B))}" aria-invalid="true" aria-describedby="wrong" autofocus' in form
        assert f"/language/it?back=/t/{table[3:]}/lobby" in answer.text
    shown = host.get(table, headers={"Accept": "application/json"}).json
    assert ([player["name"] for player in shown["players"]], shown["seq"]) == (["Ada", "Bruno"], 0)


def test_a_seat_that_was_taken_meanwhile_keeps_its_name(app: Flask) -> None:
    host, one, other = (app.test_client() for _ in range(3))
    table = host.post("/tables", data=SET).headers["Location"].removesuffix("/lobby")
    one.get(f"{table}/lobby")
    other.post(f"{table}/join", data={"seat": "0"})
    answer = one.post(f"{table}/join", data={"seat": "0", "name": "Zoe"})
    assert answer.status_code == 400
    assert "Somebody has that seat: only its own phone or the host can change its name." in answer.text
    assert host.get(table, headers={"Accept": "application/json"}).json["players"][0]["name"] == "Ada"


def test_names_change_at_a_closed_table_too(api: Api) -> None:
    table = api.table()
    api.send("POST", f"/t/{table.code}/close", {}, table.token)
    status, answer = name(table, 0, "Clara")
    assert (status, answer["table"]["closed"], answer["table"]["players"][0]["name"]) == (200, True, "Clara")
    assert table.enter(FAME)[0] == 422


def test_who_joins_a_free_seat_may_name_it(api: Api) -> None:
    table = api.table("fata_morgana")
    token = table.join(0, name="Clara")
    assert (table.show()["players"][0]["name"], kinds(table)) == ("Clara", ["named"])
    assert api.get(f"/t/{table.code}/log", token)["log"][0]["by"] == 0
    for body in ({"seat": 0, "name": "Dora"}, {"seat": None, "name": "Dora"}):
        for sender in (None, token):
            status, answer = api.send("POST", f"/t/{table.code}/join", body, sender)
            assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "malformed", "name")
    assert table.show()["players"][0]["name"] == "Clara"
    light = api.table()
    light.join(0)
    assert api.send("POST", f"/t/{light.code}/join", {"seat": 0, "name": "Dora"})[0] == 400, "held, though not secret"


# --- new phones ----------------------------------------------------------------------------------------------------


def test_the_hosts_pass_turns_the_seats_own_phones_out_and_the_log_says_so(api: Api) -> None:
    table = api.table("fata_morgana")
    old = table.join(1)
    table.done({"kind": "hand", "seat": 1, "hand": HAND}, old)
    for replace in (False, True):
        new = admit(table, 1, replace=replace)
        assert api.get(f"/t/{table.code}", new)["players"][1]["hand"] == HAND
        assert api.get(f"/t/{table.code}", old)["players"][1]["hand"] is None
        assert table.enter({"kind": "points", "seat": 1, "by": 1}, old)[0] == 401
        old = new
    log = api.get(f"/t/{table.code}/log", old)["log"]
    assert [(entry["by"], entry["move"], entry["undone"]) for entry in log[1:]] == [
        (1, {"kind": "admitted", "seat": 1}, False)
    ] * 2


def test_a_seat_admits_a_second_phone_of_its_own_and_the_log_says_so(api: Api) -> None:
    table = api.table("fata_morgana")
    first = table.join(1)
    second = admit(table, 1, first)
    for token in (first, second):
        assert table.enter({"kind": "points", "seat": 1, "by": 1}, token)[0] == 200
    third = admit(table, 1, second, replace=True)
    assert [table.enter({"kind": "points", "seat": 1, "by": 1}, token)[0] for token in (first, second, third)] == [
        401,
        401,
        200,
    ]
    assert kinds(table) == ["admitted", "points", "points", "admitted", "points"]


def test_the_command_line_does_the_same(api: Api) -> None:
    table = api.table("fata_morgana")
    old = table.join(0)
    said = api.app.test_cli_runner().invoke(args=["pass", table.code, "Ada"]).output
    given = said[said.index("pass=") + 5 :].split()[0]
    new = table.join(0, **{"pass": given})
    assert (kinds(table), table.enter({"kind": "points", "seat": 0, "by": 1}, old)[0]) == (["admitted"], 401)
    assert table.enter({"kind": "points", "seat": 0, "by": 1}, new)[0] == 200


def test_a_pass_asked_for_with_a_port_that_is_none_says_so(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    table = api.table("fata_morgana")
    monkeypatch.setenv("PORT", "eight")
    done = api.app.test_cli_runner().invoke(args=["pass", table.code, "Ada"])
    assert (done.exit_code, done.output) == (1, "Error: PORT: eight is not a port (1 to 65535).\n")


def test_where_nothing_is_secret_a_pass_changes_nothing(api: Api) -> None:
    table = api.table()
    old = table.join(0)
    new = admit(table, 0)
    assert kinds(table) == []
    assert [table.enter(FAME, token)[0] for token in (old, new)] == [200, 200]


def test_a_pass_that_is_shown_twice_is_told_once(api: Api) -> None:
    table = api.table("fata_morgana")
    given = api.send("POST", f"/t/{table.code}/admit", {"seat": 0}, table.token)[1]["pass"]
    token = table.join(0, **{"pass": given})
    assert api.send("POST", f"/t/{table.code}/join", {"seat": 0, "pass": given})[0] == 409
    assert api.send("POST", f"/t/{table.code}/join", {"seat": 0, "pass": given}, token)[0] == 200
    assert kinds(table) == ["admitted"]


# --- what they leave alone -----------------------------------------------------------------------------------------


def tell(table: Table, notice: str) -> None:
    """Let the log tell something of seat 1."""
    if notice == "admitted":
        admit(table, 1)
    else:
        assert name(table, 1, f"Clara {table.show()['seq']}")[0] == 200


@pytest.mark.parametrize("notice", ["admitted", "named"])
def test_nothing_is_stale_by_it_and_nobody_takes_it_back(api: Api, notice: str) -> None:
    table = api.table("fata_morgana")
    seen = table.done(
        {"kind": "create", "seat": 0, "cauldron": ["red", "blue"], "ingredients": {"green": 1}, "value": 5}
    )
    tell(table, notice)
    # A move that does not commute, by one who saw only what was before.
    move = {"kind": "create", "seat": 1, "cauldron": ["red", "white"], "ingredients": {"green": 2}, "value": 8}
    assert table.done(move, seq=seen["seq"])["seq"] == 3
    tell(table, notice)
    status, answer = table.back("undo", 3)
    assert (status, answer["seq"], answer["entry"]["move"]) == (200, 5, {"kind": "undo", "entries": [3]})
    tell(table, notice)
    status, answer = table.back("redo", 5)
    assert (status, answer["seq"], answer["entry"]["move"]) == (200, 7, {"kind": "redo", "entries": [3]})
    assert table.back("undo", 5)[0] == 409, "a redo came since"
    status, answer = table.back("undo", 7, to=0)
    assert (status, answer["entry"]["move"]["entries"]) == (200, [1, 3])
    assert [entry["undone"] for entry in answer["table"]["log"]] == [
        True,
        False,
        True,
        False,
        False,
        False,
        False,
        False,
    ]
    assert table.back("undo", 8)[1]["refusal"]["code"] == "nothing_to_undo"
    tell(table, notice)
    assert table.back("redo", 9)[0] == 200, "redo is kept"
    status, answer = table.back("undo", 12)
    assert (status, answer["error"]["code"]) == (400, "malformed")


@pytest.mark.parametrize("notice", ["admitted", "named"])
def test_it_goes_along_with_the_game(api: Api, notice: str) -> None:
    table = api.table("fata_morgana")
    table.done({"kind": "create", "seat": 0, "cauldron": ["red", "blue"], "ingredients": {"green": 1}, "value": 5})
    tell(table, notice)
    api.send("POST", f"/t/{table.code}/close", {}, table.token)
    document = api.get(f"/t/{table.code}/export")
    assert (document["closed"], document["log"][1]["move"]) == (True, {"kind": notice, "seat": 1})
    status, made = api.send("POST", "/tables/import", document)
    assert (status, made["table"]["closed"], made["table"]["seq"]) == (201, True, 2)
    again = api.get(f"/t/{made['code']}/export")
    assert {**again, "code": 0, "created": 0} == {**document, "code": 0, "created": 0}
    assert made["table"]["players"] == table.show()["players"]
    undone = {
        **document,
        "log": [*document["log"], {**document["log"][1], "seq": 3, "move": {"kind": "undo", "entries": [2]}}],
    }
    assert api.send("POST", "/tables/import", undone)[0] == 400, "a notice is nobody's to take back"
    assert (
        api.send(
            "POST",
            "/tables/import",
            {**document, "log": [{**document["log"][1], "seq": 1, "move": {"kind": notice, "seat": 2}}]},
        )[0]
        == 400
    )


def test_a_board_is_still_checked_after_somebody_took_a_name(api: Api) -> None:
    table = api.table()
    table.join(1, name="Clara")
    store = api.app.extensions["referee"].store
    known = store.latest(table.code)
    assert not known.begun
    ring = known.options.ring
    changed = known.options.__class__(
        **{**{f: getattr(known.options, f) for f in known.options.__struct_fields__}, "ring": ring[1:] + ring[:1]}
    )
    assert store.set_options(table.code, changed)
    assert store.latest(table.code).state.rules.ring == ring[1:] + ring[:1]
    assert table.done({"kind": "place", "seat": 0, "field": 1})["seq"] == 2
    assert not store.set_options(table.code, known.options)


@pytest.mark.parametrize("name", ["", "A\u0007", "x" * 41, "ADA"])
def test_what_is_no_name_is_told_before_whose_seat_it_is(api: Api, name: str) -> None:
    table = api.table(players=("Ada", "Bruno", "Celina"))
    bruno = table.join(1)
    for seat in (2, 7):
        status, answer = api.send("POST", f"/t/{table.code}/name", {"seat": seat, "name": name}, bruno)
        assert (status, answer["error"]["field"]) == (400, "name")
    assert api.send("POST", f"/t/{table.code}/name", {"seat": 7, "name": "Dora"}, bruno)[0] == 404
    status, answer = api.send("POST", f"/t/{table.code}/name", {"seat": 2, "name": "Dora"}, bruno)
    assert (status, answer["error"]["code"]) == (403, "not_your_seat")
    watcher = table.join(None)
    for token, code in ((None, "no_token"), (watcher, "watchers_only_look")):
        status, answer = api.send("POST", f"/t/{table.code}/name", {"seat": 0, "name": name}, token)
        assert answer["error"]["code"] == code
