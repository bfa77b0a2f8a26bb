"""Secrets and the end of Fata Morgana at the interface: each seat opens its own, by its own token alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Api, Table

HAND = {"red": 3, "blue": 2, "green": 2, "brown": 2, "white": 1}
CARD = {"three": "red", "two": "blue", "one": "white"}
OTHER = {"red": 2, "blue": 2, "green": 2, "brown": 2, "white": 2}


@pytest.fixture
def table(api: Api) -> Table:
    return api.table("fata_morgana")


def told(table: Table, seat: int, hand: Any = None, card: Any = None) -> str:
    """Join the seat and tell in secret what is given; return its token."""
    token = table.join(seat)
    if hand:
        table.done({"kind": "hand", "seat": seat, "hand": hand}, token)
    if card:
        table.done({"kind": "objective", "seat": seat, **card}, token)
    return token


def end(table: Table) -> None:
    """End the play against the rules."""
    for _ in range(12):
        table.done({"kind": "next_round", "seat": 0}, overrule=True)
    assert table.show()["phase"] == "reveal"


def needs(table: Table) -> list[tuple[int, str]]:
    return [(need["seat"], need["what"]) for need in table.show()["needs"]]


@pytest.mark.parametrize("given", [
    {}, {"hand": HAND}, {"objective": CARD}, {"hand": HAND, "objective": CARD}, {"hand": None, "objective": None},
])  # fmt: skip
@pytest.mark.parametrize("known", [{"hand": HAND}, {"card": CARD}, {"hand": HAND, "card": CARD}])
def test_nobody_else_opens_what_was_told_in_secret_whatever_is_left_out(
    table: Table, known: dict[str, Any], given: dict[str, Any]
) -> None:
    told(table, 0, **known)
    bruno = table.join(1)
    for over in (False, True):
        if over:
            end(table)
        for token in (table.token, bruno):
            for overrule in (False, True):
                status, answer = table.enter({"kind": "reveal", "seat": 0, **given}, token, overrule=overrule)
                assert (status, answer["error"]["code"]) == (403, "not_your_seat")
                status, answer = table.enter({"kind": "declare", "seat": 0}, token, overrule=overrule)
                assert (status, answer["error"]["code"]) == (403, "not_your_seat")
    assert needs(table) == [(seat, what) for seat in (0, 1) for what in ("hand", "objective")]


def test_what_is_told_and_known_may_be_left_out_and_the_rest_has_to_be_given(table: Table) -> None:
    ada = told(table, 0, hand=HAND)
    end(table)

    def malformed(token: str | None = None, **move: Any) -> str:
        status, answer = table.enter({"kind": "reveal", **move}, token)
        assert (status, answer["error"]["code"]) == (400, "malformed")
        return str(answer["error"]["field"])

    assert malformed(ada, seat=0) == "objective"
    assert malformed(ada, seat=0, hand=HAND) == "objective"
    assert malformed(seat=1) == "hand"
    assert malformed(seat=1, hand=OTHER) == "objective"
    assert malformed(seat=1, objective=CARD) == "hand"
    opened = table.done({"kind": "reveal", "seat": 0, "objective": CARD}, ada)["table"]
    assert (opened["players"][0]["hand"], opened["players"][0]["objective"]) == (HAND, CARD)
    table.done({"kind": "hand_size", "seat": 0, "by": 1})
    assert needs(table) == [(0, "hand"), (1, "hand"), (1, "objective")]
    assert malformed(ada, seat=0) == "hand"


def test_what_is_given_in_vain_is_kept_nowhere(api: Api, table: Table) -> None:
    ada = told(table, 0, HAND, CARD)
    end(table)
    vain = {"hand": {"red": 7, "blue": 77}, "objective": {"three": "red", "two": "red", "one": "red"}}
    answer = table.done({"kind": "reveal", "seat": 0, **vain}, ada)
    assert answer["entry"]["move"] == {"kind": "reveal", "seat": 0}
    assert answer["table"]["players"][0]["hand"] == HAND
    for path in ("", "/log", "/export"):
        assert "'blue': 77" not in str(api.get(f"/t/{table.code}{path}", ada))


def test_undone_it_is_hidden_again_also_in_the_log(api: Api, table: Table) -> None:
    ada = told(table, 0, card=CARD)
    end(table)
    seq = table.done({"kind": "reveal", "seat": 0, "hand": HAND}, ada)["seq"]
    last = api.get(f"/t/{table.code}/log")["log"][-1]
    assert last["move"] == {"kind": "reveal", "seat": 0, "hand": HAND}
    assert table.show()["players"][0]["objective"] == CARD
    status, answer = table.back("undo", seq)
    assert status == 200
    assert (answer["table"]["players"][0]["hand"], answer["table"]["players"][0]["objective"]) == (None, None)
    for path in ("/log", "/export"):
        shown = api.get(f"/t/{table.code}{path}")["log"][-2]
        assert (shown["move"], shown["undone"]) == ({"kind": "reveal", "seat": 0}, True)
    assert api.get(f"/t/{table.code}/log", ada)["log"][-2]["move"]["hand"] == HAND
    status, answer = table.back("redo", seq + 1)
    assert (status, answer["refusal"]["code"], answer["refusal"]["rule"]) == (422, "nothing_to_redo", None)
    assert table.back("redo", seq + 1, table.join(1))[1]["refusal"]["code"] == "nothing_to_redo"
    status, answer = table.back("redo", seq + 1, ada)
    assert (status, answer["entry"]["move"]) == (200, {"kind": "redo", "entries": [seq]})
    assert table.show()["players"][0]["hand"] == HAND


def test_another_s_redo_never_opens_what_was_told_before(table: Table) -> None:
    """A redo of half a group would lay open the objective that Ada told first, and never opened."""
    first, second = CARD, {"three": "white", "two": "red", "one": "blue"}
    ada, bruno = told(table, 0, HAND, first), table.join(1)
    end(table)
    table.done({"kind": "points", "seat": 1, "by": 1})
    seq = table.show()["seq"]
    table.done({"kind": "objective", "seat": 0, **second}, ada)
    table.done({"kind": "reveal", "seat": 0}, ada)
    table.done({"kind": "points", "seat": 1, "by": 2})
    assert table.show()["players"][0]["objective"] == second
    assert table.back("undo", seq + 3, ada, to=seq - 1)[0] == 200
    for token in (bruno, table.token):
        status, answer = table.back("redo", table.show()["seq"], token)
        if token == bruno:  # what was taken back before what she revealed
            assert (status, answer["entry"]["move"]["entries"]) == (200, [seq + 3])
        else:
            assert (status, answer["refusal"]["code"]) == (422, "nothing_to_redo")
        shown = answer["table"]["players"]
        assert (shown[0]["objective"], shown[0]["hand"], shown[1]["points"]) == (None, None, 2)
    status, answer = table.back("redo", table.show()["seq"], ada)
    assert answer["entry"]["move"]["entries"] == [seq, seq + 1, seq + 2]
    assert answer["table"]["players"][0]["objective"] == second


@pytest.mark.parametrize("objective", [CARD, {"three": "white", "two": "red", "one": "blue"}])
def test_taken_back_nothing_tells_whether_a_declaration_was_true(
    api: Api, table: Table, objective: dict[str, str]
) -> None:
    ada = told(table, 0, HAND, objective)
    table.join(1)
    table.done({"kind": "declare", "seat": 0}, ada, overrule=True)
    table.done({"kind": "reveal", "seat": 0}, ada)
    create = {"kind": "create", "seat": 1, "cauldron": ["red", "blue"], "ingredients": {"green": 1}, "value": 5}
    seq = table.done(create, overrule=True)["seq"]
    untrue = "The objective is not complete after all"
    page = api.client().get(f"/t/{table.code}/log", headers={"Authorization": f"Bearer {table.token}"}).text
    assert ("is not complete after all" in page) == (objective != CARD), untrue
    table.back("undo", seq, to=seq - 2)
    for path in ("/log", "/log.csv", "", "?watch", f"/at/{seq}", f"/at/{seq - 1}"):
        text = api.client().get(f"/t/{table.code}{path}", headers={"Authorization": f"Bearer {table.token}"}).text
        assert "is not complete after all" not in text, path
    marks = [entry["overruled"] for entry in api.get(f"/t/{table.code}/log")["log"]]
    assert marks == [None, None, "FM-END-9", None, None, None]
    past = api.get(f"/t/{table.code}/at/{seq}")
    assert (past["phase"], past["players"][0]["hand"], past["log"][-1]["overruled"]) == ("reveal", None, None)
    assert [entry["undone"] for entry in past["log"]] == [False, False, False, True, False]


def test_a_seat_that_told_nothing_is_revealed_by_anybody_seated(table: Table) -> None:
    told(table, 0, HAND, CARD)
    end(table)
    watcher = table.join(None)
    reveal = {"kind": "reveal", "seat": 1, "hand": OTHER, "objective": None}
    assert table.enter(reveal, watcher)[1]["error"]["code"] == "watchers_only_look"
    table.done(reveal)
    assert needs(table) == [(0, "hand"), (0, "objective")]
    status, answer = table.enter(reveal)
    assert (status, answer["refusal"]["code"], answer["refusal"]["rule"]) == (422, "already_told", "FM-SETUP")


def test_an_untrue_declaration_goes_on_where_it_stood_and_nobody_else_opens_anything(table: Table) -> None:
    ada, bruno = told(table, 0, HAND, {"three": "white", "two": "red", "one": "blue"}), told(table, 1, OTHER, CARD)
    table.done({"kind": "create", "seat": 0, "cauldron": ["red", "blue"], "ingredients": {"green": 1}, "value": 5})
    table.done({"kind": "declare", "seat": 0}, ada, overrule=True)
    answer = table.done({"kind": "reveal", "seat": 0}, ada)
    assert answer["effects"] == [{"code": "declaration_untrue", "seat": 0}]
    shown = answer["table"]
    assert (shown["phase"], shown["round"], shown["to_move"], shown["needs"]) == ("turn", 1, 1, [])
    status, refused = table.enter({"kind": "reveal", "seat": 1}, bruno)
    assert (status, refused["refusal"]["code"], refused["refusal"]["rule"]) == (422, "wrong_phase", "FM-ROUND")
    assert table.show()["players"][1]["hand"] is None


def test_others_never_learn_that_a_pass_in_the_first_round_was_overruled(api: Api, table: Table) -> None:
    ada = told(table, 0, HAND)
    answer = table.done({"kind": "pass", "seat": 0, "take": "nothing"}, ada, overrule=True)
    assert answer["entry"]["overruled"] == "FM-FIRST"
    assert api.get(f"/t/{table.code}/log")["log"][-1]["overruled"] is None
    status, answer = table.enter({"kind": "pass", "seat": 1, "take": "nothing"})
    assert (status, answer["refusal"]["code"]) == (422, "must_create_first")
    entry = table.done({"kind": "pass", "seat": 1, "take": "nothing"}, overrule=True)["entry"]
    assert entry["overruled"] == "FM-FIRST"


def test_answers_after_round_nine_at_the_interface(table: Table) -> None:
    ada, bruno = table.join(0), table.join(1)
    for _ in range(9):
        for seat in (0, 1):
            table.done({"kind": "pass", "seat": seat, "take": "nothing"}, overrule=True)
    seq = table.show()["seq"]
    first = table.done({"kind": "next_round", "seat": 0, "alone": True}, ada, seq=seq)
    assert (first["table"]["phase"], first["table"]["answers"]) == ("declare", [0])
    last = table.done({"kind": "next_round", "seat": 1, "alone": True}, bruno, seq=seq)
    assert (last["table"]["phase"], last["table"]["round"], last["table"]["answers"]) == ("turn", 10, [])
    status, answer = table.enter({"kind": "next_round", "seat": 0, "alone": True}, ada, seq=seq)
    assert (status, answer["error"]["code"]) == (409, "stale")
    status, answer = table.enter({"kind": "next_round", "seat": 0, "alone": True}, ada)
    assert (status, answer["refusal"]["code"], answer["refusal"]["rule"]) == (422, "wrong_phase", "FM-ROUND")


def test_once_it_is_counted_up_the_strip_tells_all_points(api: Api, table: Table) -> None:
    ada = told(table, 0, HAND, CARD)
    end(table)
    table.done({"kind": "reveal", "seat": 0}, ada)
    result = table.done({"kind": "reveal", "seat": 1, "hand": OTHER, "objective": None})["table"]["result"]
    totals = {line["seat"]: line["total"] for line in result["ranking"]}
    page = api.client().get(f"/t/{table.code}", headers={"Authorization": f"Bearer {table.token}"}).text
    assert totals[0] > 0
    for seat, total in totals.items():
        chip = page[page.index(f'id="chip-{seat}"') :].partition("</li>")[0]
        assert f">{total}</b>" in chip
