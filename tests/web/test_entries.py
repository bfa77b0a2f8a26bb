"""Entering, resending, stale taps, undo and redo, overruling: what a client of the interface may rely on."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Api, Table

FAME = {"kind": "fame", "seat": 0, "by": 1}
PLACE = {"kind": "place", "seat": 0, "field": 2}


def fames(table: Table) -> list[int]:
    return [player["fame"] for player in table.show()["players"]]


def test_an_entry_is_answered_with_its_number_its_facts_and_the_table(api: Api) -> None:
    table = api.table()
    answer = table.done(PLACE, seq=0)
    assert answer["seq"] == answer["table"]["seq"] == 1
    entry = answer["entry"]
    assert entry["move"] == PLACE | {"draw": None}
    assert (entry["by"], entry["overruled"], entry["undone"]) == ("host", None, False)
    assert entry["at"].endswith("Z")
    assert answer["effects"] == []
    assert answer["table"]["players"][0]["pawn"] == 2
    assert answer["table"]["log"] == [entry]


def test_a_refusal_names_code_rule_and_address_and_changes_nothing(api: Api) -> None:
    table = api.table()
    before = table.show()
    status, answer = table.enter({"kind": "end_turn", "seat": 0})
    assert status == 422
    refusal = answer["refusal"]
    assert (refusal["code"], refusal["rule"]) == ("pawn_must_move", "AL-MOVE-FREE")
    assert refusal["url"] == "/rules/alchemicus#AL-MOVE-FREE"
    assert answer["table"] == before == table.show()


def test_the_same_key_is_one_entry_and_a_refused_key_is_free_again(api: Api) -> None:
    table = api.table()
    first = table.done(FAME, key="tap")
    table.done(FAME, key="other")
    again = table.done(FAME, key="tap")
    assert (again["seq"], again["entry"], again["table"]["seq"]) == (1, first["entry"], 2)
    assert fames(table) == [2, 0]
    assert table.enter({"kind": "end_turn", "seat": 0}, key="free")[0] == 422
    table.done(PLACE, key="free")
    seat = table.join(0)
    table.done(FAME, seat, key="tap")
    assert fames(table) == [3, 0], "another token's key is another key"


def test_a_token_is_looked_up_once_a_request(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    table = api.table()
    seats = api.app.extensions["referee"].store.seats
    asked: list[str] = []
    token = seats.token
    monkeypatch.setattr(seats, "token", lambda code, hash: asked.append(hash) or token(code, hash))
    table.done({"kind": "fame", "seat": 0, "by": 1})
    assert len(asked) == 1
    assert table.back("undo", 1)[0] == 200
    assert len(asked) == 2


def test_a_form_that_is_sent_twice_from_one_page_is_one_entry(api: Api) -> None:
    table = api.table()
    headers = {"Authorization": f"Bearer {table.token}"}
    for seq, by, fame in (("0", "1", 1), ("0", "1", 1), ("0", "2", 3), ("2", "1", 4)):
        form = {"kind": "fame", "seat": "0", "by": by, "seq": seq}
        assert api.client().post(f"/t/{table.code}/entries", data=form, headers=headers).status_code == 303
        assert fames(table) == [fame, 0]


def test_of_several_tokens_the_seats_own_acts_else_the_hosts_else_the_lowest_seats(api: Api) -> None:
    table = api.table("alchemicus", ("Ada", "Bruno", "Celina"))
    seats = [table.join(seat) for seat in (2, 1)]

    def by(seat: int, *tokens: str) -> Any:
        headers = {"Accept": "application/json", "Cookie": f"seats={'.'.join(tokens)}"}
        body = {"key": f"{seat} {len(tokens)}", "move": {**FAME, "seat": seat}}
        return api.client().post(f"/t/{table.code}/entries", json=body, headers=headers).json["entry"]["by"]

    assert [by(seat, *seats, table.token) for seat in range(3)] == ["host", 1, 2]
    assert [by(seat, *seats) for seat in range(3)] == [1, 1, 2]


def test_stale_unless_one_side_commutes(api: Api) -> None:
    table = api.table()
    table.done(FAME, seq=0)
    table.done(PLACE, seq=0)  # what came between commutes
    table.done(FAME, seq=0)  # this commutes
    status, answer = table.enter({"kind": "end_turn", "seat": 0}, seq=0)
    assert (status, answer["error"]["code"], answer["table"]["seq"]) == (409, "stale", 3)
    status, answer = table.enter(FAME, seq=4)
    assert (status, answer["error"]["field"]) == (400, "seq")
    table.done({"kind": "end_turn", "seat": 0})


def test_who_is_stale_by_their_own_taps_is_told_so(api: Api) -> None:
    table = api.table()
    ada = table.join(0)
    for _ in range(2):
        table.done({"kind": "price", "seat": 0, "building": "fornax", "price": 3}, ada)
    table.done(PLACE, ada, seq=2)
    for token, told in ((ada, "Your tap before this has only just arrived."), (table.token, "The table moved on")):
        status, answer = table.enter({"kind": "end_turn", "seat": 0}, token, seq=2)
        assert (status, answer["error"]["code"]) == (409, "stale")
        assert answer["error"]["message"].startswith(told)


def test_undo_and_redo_leave_a_trace(api: Api) -> None:
    table = api.table()
    table.done(PLACE)
    table.done(FAME)
    status, answer = table.back("undo", 2)
    assert status == 200
    assert answer["entry"]["move"] == {"kind": "undo", "entries": [2]}
    assert [entry["undone"] for entry in answer["table"]["log"]] == [False, True, False]
    status, answer = table.back("undo", 2)
    assert (status, answer["error"]["code"]) == (409, "stale")
    assert table.back("undo", 3)[0] == 200
    status, answer = table.back("undo", 4)
    assert (status, answer["refusal"]["code"], answer["refusal"]["rule"]) == (422, "nothing_to_undo", None)
    assert table.back("redo", 4)[1]["entry"]["move"] == {"kind": "redo", "entries": [1]}
    assert table.back("redo", 5)[1]["entry"]["move"] == {"kind": "redo", "entries": [2]}
    status, answer = table.back("redo", 6)
    assert (status, answer["refusal"]["code"]) == (422, "nothing_to_redo")
    assert fames(table) == [1, 0]
    assert table.show()["players"][0]["pawn"] == 2


def test_a_number_nobody_can_have_seen_is_malformed_before_a_key_is_looked_up(api: Api) -> None:
    table = api.table()
    table.done(FAME, key="tap")
    for status, answer in (table.enter(FAME, key="tap", seq=2), table.back("undo", 2), table.back("redo", 2)):
        assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "malformed", "seq")
    table.done(FAME)
    body = {"key": "tap", "seq": 0, "to": 1}  # known, and stale too
    status, answer = api.send("POST", f"/t/{table.code}/undo", body, table.token)
    assert (status, answer["error"]["field"]) == (400, "to")
    assert fames(table) == [2, 0]


def test_undo_to_an_earlier_entry_and_what_forgets_the_redo(api: Api) -> None:
    table = api.table()
    table.done(PLACE)
    for _ in range(3):
        table.done(FAME)
    status, answer = table.back("undo", 4, to=1)
    assert answer["entry"]["move"]["entries"] == [2, 3, 4]
    assert fames(table) == [0, 0]
    table.done(FAME)  # a correction keeps what can be redone
    assert table.back("redo", 6)[0] == 200
    assert fames(table) == [4, 0]
    assert table.back("undo", 7, to=0)[0] == 200
    table.done(PLACE)
    assert table.back("redo", 9)[1]["refusal"]["code"] == "nothing_to_redo"
    status, answer = table.back("undo", 9, to=10)
    assert (status, answer["error"]["field"]) == (400, "to")
    assert table.back("undo", 10)[0] == 400
    status, answer = api.send("POST", f"/t/{table.code}/undo", {"key": "x"}, table.token)
    assert (status, answer["error"]["field"]) == (400, "seq")


def test_overruled_is_recorded_and_marked_and_a_legal_move_is_not(api: Api) -> None:
    table = api.table()
    answer = table.done({"kind": "place", "seat": 1, "field": 3}, overrule=True)
    assert answer["entry"]["overruled"] == "AL-TURN"
    assert answer["table"]["to_move"] == 0
    assert table.done(PLACE, overrule=True)["entry"]["overruled"] is None
    assert table.done({"kind": "fame", "seat": 0, "by": -3}, overrule=True)["entry"]["overruled"] == "below_zero"
    assert table.enter({"kind": "place", "seat": 5, "field": 3}, overrule=True)[0] == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"move": FAME}, "key"),
        ({"key": "", "move": FAME}, "key"),
        ({"key": "x" * 65, "move": FAME}, "key"),
        ({"key": "k"}, "move"),
        ({"key": "k", "move": 7}, "move"),
        ({"key": "k", "move": {"seat": 0}}, "kind"),
        ({"key": "k", "move": {"kind": "dance", "seat": 0}}, "kind"),
        ({"key": "k", "move": {"kind": "fame", "by": 1}}, "seat"),
        ({"key": "k", "move": {"kind": "fame", "seat": -1, "by": 1}}, "seat"),
        ({"key": "k", "move": {"kind": "fame", "seat": True, "by": 1}}, "seat"),
        ({"key": "k", "move": {"kind": "fame", "seat": 0, "by": "1"}}, "by"),
        ({"key": "k", "move": {"kind": "fame", "seat": 0, "by": 1, "why": "so"}}, "why"),
        ({"key": "k", "move": {"kind": "place", "seat": 0, "field": 8}}, "field"),
        ({"key": "k", "move": FAME, "overrule": 1}, "overrule"),
        ({"key": "k", "move": FAME, "seq": -1}, "seq"),
        ({"key": "k", "move": FAME, "more": 1}, "more"),
    ],
)
def test_malformed_names_the_field_and_changes_nothing(api: Api, body: Any, field: str) -> None:
    table = api.table()
    status, answer = api.send("POST", f"/t/{table.code}/entries", body, table.token)
    assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "malformed", field)
    assert table.show()["seq"] == 0


def test_a_closed_table_takes_nothing_until_it_is_opened_again(api: Api) -> None:
    table = api.table()
    table.done(FAME)
    seat = table.join(0)
    status, answer = api.send("POST", f"/t/{table.code}/close", {}, seat)
    assert (status, answer["error"]["code"]) == (403, "host_only")
    assert api.send("POST", f"/t/{table.code}/close", {}, table.token)[1]["closed"] is True
    for way, body in (
        ("entries", {"key": "a", "move": FAME}),
        ("entries", {"key": "a", "move": FAME, "overrule": True}),
        ("undo", {"key": "b", "seq": 1}),
        ("redo", {"key": "c", "seq": 1}),
    ):
        status, answer = api.send("POST", f"/t/{table.code}/{way}", body, table.token)
        assert (status, answer["refusal"]["code"], answer["refusal"]["rule"]) == (422, "table_closed", None)
    offered = api.get(f"/t/{table.code}/moves?seat=0", table.token)["moves"]
    assert {move["refusal"]["code"] for move in offered} == {"table_closed"}
    assert api.send("POST", f"/t/{table.code}/reopen", {}, table.token)[1]["closed"] is False
    table.done(FAME)


def test_eight_phones_end_one_turn_at_once_and_one_turn_ends(api: Api) -> None:
    table = api.table(players=("Ada", "Bruno", "Celina", "Dario"))
    table.done(PLACE)
    tokens = [table.join(seat % 4) for seat in range(8)]
    answers: list[int] = []

    def tap(token: str, number: int) -> None:
        body = {"key": f"end{number}", "seq": 1, "move": {"kind": "end_turn", "seat": 0}}
        answers.append(api.send("POST", f"/t/{table.code}/entries", body, token)[0])

    threads = [threading.Thread(target=tap, args=(token, number)) for number, token in enumerate(tokens)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [409] * 7
    shown = table.show()
    assert (shown["seq"], shown["to_move"]) == (2, 1)


def test_moves_lists_what_may_be_done_with_the_reason_where_it_may_not(api: Api) -> None:
    table = api.table()
    listed = api.get(f"/t/{table.code}/moves?seat=0")["moves"]
    places = [item for item in listed if item["move"]["kind"] == "place"]
    assert [item["move"]["field"] for item in places] == list(range(8))
    assert all(item["refusal"] is None for item in places)
    for text, status in (("7", 404), ("-1", 400), ("x", 400), ("", 400)):
        assert api.send("GET", f"/t/{table.code}/moves?seat={text}")[0] == status


def test_what_only_a_told_hand_refuses_is_marked_for_its_own_phone_until_the_end(app: Flask, api: Api) -> None:
    table = api.table("fata_morgana")
    ada, bruno = table.join(0), table.join(1)
    table.done({"kind": "hand", "seat": 0, "hand": {"red": 6, "blue": 4}}, ada)
    brew = {"kind": "create", "seat": 0, "cauldron": ["red", "blue"], "ingredients": {"green": 1}, "value": 2}
    assert table.enter(brew, ada)[1]["refusal"]["code"] == "not_in_hand"
    assert table.done(brew, ada, overrule=True)["entry"]["overruled"] == "FM-CREATE"
    # What everybody can see to be against the rules is marked for everybody.
    table.done({**brew, "value": 3}, ada, overrule=True)

    def marks(token: str) -> list[Any]:
        return [entry["overruled"] for entry in api.get(f"/t/{table.code}/log", token)["log"]]

    def again(token: str) -> list[Any]:
        app.extensions["referee"].store.memory.clear()
        return marks(token)

    for read in (marks, again):
        assert read(ada) == [None, "FM-CREATE", "FM-ROUND"]
        assert read(bruno) == read(table.token) == [None, None, "FM-ROUND"]


def test_that_a_secret_breaks_a_rule_is_a_secret_too_until_the_end(api: Api) -> None:
    table = api.table("fata_morgana")
    ada, bruno = table.join(0), table.join(1)
    # An objective of two colours: which they are follows from nothing the others see, nor that they are two.
    told = {"kind": "objective", "seat": 0, "three": "red", "two": "red", "one": "blue"}
    assert table.done(told, ada, overrule=True)["entry"]["overruled"] == "FM-OBJECTIVE"

    def marks(token: str) -> list[Any]:
        log = [api.get(path, token)["log"][0] for path in (f"/t/{table.code}", f"/t/{table.code}/log")]
        return [entry["overruled"] for entry in (*log, api.get(f"/t/{table.code}/export", token)["log"][0])]

    def pages(token: str) -> list[str]:
        headers = {"Authorization": f"Bearer {token}"}
        return [api.client().get(f"/t/{table.code}{page}", headers=headers).text for page in ("", "/log")]

    assert marks(ada) == ["FM-OBJECTIVE", "FM-OBJECTIVE", None]
    assert all("played anyway" in page for page in pages(ada))
    for token in (bruno, table.token):
        assert marks(token) == [None, None, None]
        assert not any("played anyway" in page for page in pages(token))
        csv = api.client().get(f"/t/{table.code}/log.csv", headers={"Authorization": f"Bearer {token}"}).text
        assert "FM-OBJECTIVE" not in csv

    table.done({"kind": "declare", "seat": 1}, overrule=True)
    hand = {"red": 5, "blue": 4, "green": 1}
    table.done({"kind": "reveal", "seat": 0, "hand": hand}, ada)
    objective = {"three": "red", "two": "blue", "one": "green"}
    table.done({"kind": "reveal", "seat": 1, "hand": hand, "objective": objective})
    assert table.show()["over"]
    for token in (ada, bruno, table.token):
        assert marks(token) == ["FM-OBJECTIVE"] * 3
        assert all("played anyway" in page for page in pages(token))
