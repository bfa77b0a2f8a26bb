"""Players who leave: their turns are passed over by themselves, nothing is asked of them, they win nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Api, Table
from tests.web.phone import Phone

THREE = ("Ada", "Bruno", "Celina")


def left(seat: int) -> dict[str, Any]:
    return {"kind": "left", "seat": seat}


def back(seat: int) -> dict[str, Any]:
    return {"kind": "back", "seat": seat}


def place(seat: int, field: int) -> dict[str, Any]:
    return {"kind": "place", "seat": seat, "field": field}


def end(seat: int) -> dict[str, Any]:
    return {"kind": "end_turn", "seat": seat}


def log(table: Table) -> list[tuple[str, Any, Any, bool]]:
    """Return of each entry its kind, seat, who entered it, and whether it was entered by itself."""
    entries = table.api.get(f"/t/{table.code}/log", table.token)["log"]
    return [(e["move"]["kind"], e["move"].get("seat"), e["by"], e.get("auto", False)) for e in entries]


def test_whoever_has_left_is_passed_over_in_the_transaction_of_what_made_it_their_turn(api: Api) -> None:
    table = api.table(players=THREE)
    ada = table.join(0)
    answer = table.done(left(1))
    assert answer["table"]["left"] == [1]
    assert answer["table"]["to_move"] == 0
    table.done(place(0, 1))
    answer = table.done(end(0), ada)
    assert (answer["seq"], answer["table"]["seq"], answer["table"]["to_move"]) == (3, 4, 2)
    passed = answer["table"]["log"][-1]
    assert (passed["move"], passed["by"], passed["auto"], passed["overruled"]) == (end(1), 0, True, None)
    assert "auto" not in answer["entry"]
    assert [player["turns"] for player in answer["table"]["players"]] == [1, 1, 0]
    # Undo and redo of the one are those of both; whoever saw the one saw both.
    status, undone = table.back("undo", 3)
    assert (status, undone["entry"]["move"]["entries"], undone["table"]["to_move"]) == (200, [3, 4], 0)
    status, redone = table.back("redo", 5)
    assert (status, redone["entry"]["move"]["entries"], redone["table"]["to_move"]) == (200, [3, 4], 2)
    assert table.back("undo", 6, to=3)[1]["entry"]["move"]["entries"] == [3, 4], "not the one without the other"


def test_leaving_in_ones_turn_ends_it_and_so_does_being_given_the_turn(api: Api) -> None:
    table = api.table(players=THREE)
    shown = table.done(left(0))["table"]
    assert (shown["to_move"], shown["seq"]) == (1, 2)
    shown = table.done({"kind": "turn", "seat": 0})["table"]
    assert (shown["to_move"], shown["seq"]) == (1, 4)
    shown = table.done(back(0))["table"]
    assert (shown["left"], shown["to_move"]) == ([], 1)
    assert table.done({"kind": "turn", "seat": 0})["table"]["to_move"] == 0
    assert log(table) == [
        ("left", 0, "host", False), ("end_turn", 0, "host", True), ("turn", 0, "host", False),
        ("end_turn", 0, "host", True), ("back", 0, "host", False), ("turn", 0, "host", False),
    ]  # fmt: skip


def test_when_all_have_left_nothing_is_entered_until_one_is_back(api: Api) -> None:
    table = api.table(players=THREE)
    table.done(left(2))
    assert table.done(left(1))["table"]["seq"] == 2
    shown = table.done(left(0))["table"]
    assert (shown["seq"], shown["to_move"], shown["left"]) == (3, 0, [0, 1, 2])
    shown = table.done(back(2))["table"]
    assert (shown["seq"], shown["to_move"]) == (6, 2)
    assert [entry[3] for entry in log(table)] == [False, False, False, False, True, True]


def test_what_a_redo_or_an_undo_makes_due_is_entered_with_it(api: Api) -> None:
    table = api.table(players=THREE)
    table.done(end(0), overrule=True)
    assert table.back("undo", 1)[0] == 200
    table.done(left(1))
    status, shown = table.back("redo", 3)
    assert (status, shown["table"]["to_move"], shown["table"]["seq"]) == (200, 2, 5)
    assert log(table)[-1] == ("end_turn", 1, "host", True)
    status, shown = table.back("undo", 5)
    assert (status, shown["entry"]["move"]["entries"]) == (200, [1, 5])
    assert (shown["table"]["to_move"], shown["table"]["left"]) == (0, [1])


def test_taking_back_that_somebody_is_back_passes_them_over_and_that_can_be_taken_back(api: Api) -> None:
    table = api.table(players=THREE)
    table.done(end(0), overrule=True)
    assert table.back("undo", 1)[0] == 200
    table.done(left(1))
    table.done(back(1))
    shown = table.back("redo", 4)[1]["table"]
    assert (shown["to_move"], shown["left"]) == (1, [])
    status, answer = table.back("undo", 5)
    assert (status, answer["entry"]["move"]["entries"], answer["table"]["seq"]) == (200, [4], 7)
    assert (answer["table"]["to_move"], answer["table"]["left"]) == (2, [1])
    assert log(table)[-1] == ("end_turn", 1, "host", True)
    status, answer = table.back("undo", 7)
    assert (status, answer["entry"]["move"]["entries"]) == (200, [3, 7])
    assert (answer["table"]["to_move"], answer["table"]["left"]) == (1, [])


def test_whoever_saw_an_entry_saw_what_came_of_it(api: Api) -> None:
    table = api.table(players=THREE)
    table.done(left(1))
    assert table.done(end(0), overrule=True)["seq"] == 2
    assert table.enter(place(2, 1), seq=1)[0] == 409
    assert table.enter(place(2, 1), seq=2)[0] == 200


def test_a_key_sent_again_and_the_log_of_a_restarted_server_say_the_same(api: Api) -> None:
    table = api.table(players=THREE)
    table.done(left(1))
    first = table.done(end(0), overrule=True, key="once")
    again = table.done(end(0), overrule=True, key="once")
    assert (again["seq"], again["entry"], again["table"]["seq"]) == (first["seq"], first["entry"], 3)
    api.app.extensions["referee"].store.memory.clear()
    assert table.show(table.token) == first["table"]


def test_a_copy_keeps_what_was_entered_by_itself_and_takes_nothing_else_for_it(api: Api) -> None:
    table = api.table(players=THREE)
    table.done(left(1))
    table.done(place(0, 1))
    table.done(end(0))
    document = api.get(f"/t/{table.code}/export")
    status, made = api.send("POST", "/tables/import", document)
    assert status == 201
    assert [each.get("auto", False) for each in made["table"]["log"]] == [False, False, False, True]
    assert [each["overruled"] for each in made["table"]["log"]] == [None] * 4
    assert made["table"]["to_move"] == 2
    cut = {**document, "log": document["log"][:3]}
    status, made = api.send("POST", "/tables/import", cut)
    assert (status, made["table"]["seq"], made["table"]["to_move"]) == (201, 4, 2), "what is due is entered"
    for place_, change in ((1, {"auto": True}), (3, {"move": end(0)}), (3, {"overruled": "AL-TURN"})):
        wrong = [{**entry, **change} if number == place_ else entry for number, entry in enumerate(document["log"])]
        status, answer = api.send("POST", "/tables/import", {**document, "log": wrong})
        assert (status, answer["error"]["field"]) == (400, "log")


def test_alchemicus_asks_nothing_of_whoever_has_left_and_they_win_nothing(api: Api) -> None:
    table = api.table(players=THREE, target=5)
    table.done({"kind": "fame", "seat": 1, "by": 9})
    table.done({"kind": "fame", "seat": 0, "by": 5})
    table.done({"kind": "fame", "seat": 2, "by": 5})
    table.done(left(1))
    for seat in (0, 2):
        table.done(place(seat, seat + 1))
        shown = table.done(end(seat))["table"]
    assert shown["over"]
    result = shown["result"]
    assert [(line["seat"], line["place"], line["fame"]) for line in result["ranking"]] == [
        (1, 1, 9),
        (0, 2, 5),
        (2, 2, 5),
    ]
    assert result["needs"] == [{"seat": seat, "what": "prices_total"} for seat in (0, 2)]
    refused = table.enter({"kind": "prices_total", "seat": 1, "total": 30})[1]
    assert refused["refusal"]["code"] == "not_needed"
    table.done({"kind": "prices_total", "seat": 0, "total": 3})
    result = table.done({"kind": "prices_total", "seat": 2, "total": 4})["table"]["result"]
    assert (result["winners"], result["decided_by"]) == ([2], "prices")
    result = table.done(back(1))["table"]["result"]
    assert (result["winners"], result["decided_by"], "absent" in result) == ([1], "fame", False)


def test_an_infamia_needs_no_answer_of_whoever_has_left(api: Api) -> None:
    table = api.table(expansion="noctis", track="full")
    table.done({"kind": "fame", "seat": 1, "by": 2})
    table.done({"kind": "draw", "seat": 0, "from": "deck"})
    shown = table.done({"kind": "infamia", "seat": 0, "target": 1})["table"]
    assert shown["pending"] == {"kind": "infamia", "seat": 0, "target": 1}
    shown = table.done(left(1))["table"]
    assert (shown["pending"], shown["players"][1]["fame"], shown["to_move"]) == (None, 1, 0)
    shown = table.done({"kind": "infamia", "seat": 0, "target": 1}, overrule=True)["table"]
    assert (shown["pending"], shown["players"][1]["fame"]) == (None, 0)


def test_whoever_attacked_and_left_is_passed_over_once_it_is_answered(api: Api) -> None:
    table = api.table(expansion="noctis", track="full")
    table.done({"kind": "fame", "seat": 1, "by": 2})
    table.done({"kind": "draw", "seat": 0, "from": "deck"})
    table.done({"kind": "infamia", "seat": 0, "target": 1})
    shown = table.done(left(0))["table"]
    assert (shown["pending"]["target"], shown["to_move"], shown["seq"]) == (1, 0, 4)
    shown = table.done({"kind": "fend_off", "seat": 1, "with": "nothing"})["table"]
    assert (shown["pending"], shown["to_move"], shown["seq"]) == (None, 1, 6)


def test_homunculus_asks_no_head_of_whoever_has_left(api: Api) -> None:
    table = api.table("homunculus", players=THREE)
    for seat, part in ((0, "tail"), (1, "head"), (1, "torso")):
        table.done({"kind": "part", "seat": seat, "part": part, "to": {"kind": "red", "face_up": True}})
    tail = {"kind": "use", "seat": 0, "part": "tail", "target": 1, "hits": "torso"}
    assert table.done(tail)["table"]["pending"] is not None
    shown = table.done(left(1))["table"]
    assert (shown["pending"], shown["players"][1]["parts"]["torso"]["face_up"]) == (None, False)
    table.done({"kind": "part", "seat": 0, "part": "tail", "to": {"kind": "red", "face_up": True}})
    shown = table.done({**tail, "hits": "head"})["table"]
    assert (shown["pending"], shown["players"][1]["parts"]["head"]["face_up"]) == (None, False)
    shown = table.done(end(0))["table"]
    assert (shown["to_move"], log(table)[-1]) == (2, ("end_turn", 1, "host", True))


RED = {"kind": "create", "cauldron": ["green", "brown"], "ingredients": {"red": 1}, "value": 5}


def at_the_end_of_round_nine(api: Api) -> Table:
    """Return a table of Fata Morgana where two of three play, and round 9 is over."""
    table = api.table("fata_morgana", players=THREE)
    table.done(left(1))
    for _ in range(9):
        for seat in (0, 2):
            shown = table.done({"kind": "pass", "seat": seat, "take": "nothing"}, overrule=True)["table"]
    assert (shown["round"], shown["phase"], shown["answers"]) == (9, "declare", [1])
    return table


def test_fata_morgana_passes_and_answers_for_whoever_has_left(api: Api) -> None:
    table = at_the_end_of_round_nine(api)
    assert log(table)[-2:] == [("pass", 2, "host", False), ("next_round", 1, "host", True)]
    assert log(table)[2] == ("pass", 1, "host", True)
    table.done({"kind": "next_round", "seat": 0, "alone": True})
    shown = table.done({"kind": "next_round", "seat": 2, "alone": True})["table"]
    assert (shown["round"], shown["phase"], shown["to_move"]) == (10, "turn", 0)
    entries = api.get(f"/t/{table.code}/log", table.token)["log"]
    assert all(entry["overruled"] is None for entry in entries if entry.get("auto"))


HAND = {"red": 4, "blue": 4, "white": 2}
OBJECTIVE = {"three": "red", "two": "blue", "one": "white"}


def test_what_whoever_left_told_in_secret_stays_secret_and_counts_nothing(api: Api) -> None:
    table = api.table("fata_morgana", players=THREE)
    bruno = table.join(1)
    table.done({"kind": "hand", "seat": 1, "hand": HAND}, bruno)
    table.done({"kind": "objective", "seat": 1, **OBJECTIVE}, bruno)
    table.done({"kind": "points", "seat": 1, "by": 1})
    table.done(left(1))
    for _ in range(12):
        for seat in (0, 2):
            table.done({"kind": "pass", "seat": seat, "take": "nothing"}, overrule=True)
        table.enter({"kind": "next_round", "seat": 0})
    assert {need["seat"] for need in table.show()["needs"]} == {0, 2}
    for seat in (0, 2):
        shown = table.done({"kind": "reveal", "seat": seat, "hand": {"green": 10}, "objective": None})["table"]
    assert shown["over"]
    assert [(line["seat"], line["total"]) for line in shown["result"]["ranking"]] == [(0, 5), (2, 5), (1, 1)]
    assert shown["result"]["winners"] == [0, 2]
    assert (shown["players"][1]["hand"], shown["players"][1]["objective"]) == (None, None)
    entries = api.get(f"/t/{table.code}/log", table.token)["log"]
    assert [entry["move"] for entry in entries[:2]] == [{"kind": "hand", "seat": 1}, {"kind": "objective", "seat": 1}]
    assert table.show(bruno)["players"][1]["objective"] == OBJECTIVE, "their own phone still shows it"
    assert table.enter(back(1))[1]["table"]["phase"] == "reveal", "back, they are asked for it"


def test_whoever_leaves_fata_morgana_may_lay_open_what_then_counts(api: Api) -> None:
    table = api.table("fata_morgana", players=THREE)
    told = {"kind": "reveal", "seat": 1, "hand": HAND, "objective": OBJECTIVE}
    assert table.enter(told)[1]["refusal"]["code"] == "wrong_phase"
    table.done(left(1))
    shown = table.done(told)["table"]
    assert (shown["players"][1]["objective"], shown["phase"], shown["to_move"]) == (OBJECTIVE, "turn", 0)


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
def test_colours_are_swapped_at_any_time(api: Api, game: str) -> None:
    table = api.table(game, colours=["blue", "red"])
    colour = {"kind": "colour", "seat": 0, "colour": "red"}
    assert table.done(colour)["table"]["options"]["colours"] == ["red", "blue"]
    assert table.done({**colour, "colour": "violet"})["table"]["options"]["colours"] == ["violet", "blue"]
    assert table.back("undo", 2)[1]["table"]["options"]["colours"] == ["red", "blue"]
    status, answer = table.enter({**colour, "colour": "black"})
    assert (status, answer["error"]["field"]) == (400, "colour")
    document = api.get(f"/t/{table.code}/export")
    assert document["options"]["colours"] == ["blue", "red"]
    assert api.send("POST", "/tables/import", document)[1]["table"]["options"]["colours"] == ["red", "blue"]


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
def test_anyone_says_who_left_also_after_the_end_and_twice_is_once(api: Api, game: str) -> None:
    table = api.table(game, players=THREE)
    ada = table.join(0)
    for _ in range(2):
        assert table.done(left(2), ada)["table"]["left"] == [2]
    assert table.done(back(2), ada)["table"]["left"] == []
    assert table.enter(left(3), ada)[0] == 404
    assert table.enter({"kind": "left", "seat": -1}, ada)[0] == 400


# --- Fata Morgana: the hand of who left ------------------------------------------------------------------------------


def asked_of(table: Table, seats: str, seat: int) -> str:
    """Return what the sheet of a player asks whoever holds the tokens `seats`."""
    page = table.api.client().get(f"/t/{table.code}", headers={"Accept": "text/html", "Cookie": f"seats={seats}"}).text
    return page.partition(f'<div id="left-{seat}"')[2].partition("\n</div>")[0]


def test_of_who_left_the_hand_is_asked_once_told_or_unknown(api: Api) -> None:
    table = api.table("fata_morgana", players=THREE)
    ada = table.join(0)
    assert "leaving-1" not in asked_of(table, ada, 1)
    table.done(left(1))
    asked = asked_of(table, ada, 1)
    assert "Do you know their cards?" in asked and "the objective 0 points" in asked
    assert "leaving-0" not in asked_of(table, ada, 0)
    size = table.show()["players"][1]["hand_size"]
    fields = {
        "move": '{"kind": "reveal", "seat": 1, "objective": null}',
        "objective.three": "red",
        "objective.two": "blue",
        "objective.one": "green",
        "hand.red": str(size - 3),
        "hand.blue": "2",
        "hand.green": "1",
    }
    phone = Phone(table, ada)
    status, notice = phone.ask("POST", f"/t/{table.code}/entries", fields)
    assert status == 200, notice
    player = table.show()["players"][1]
    assert player["hand"] == {"red": size - 3, "blue": 2, "green": 1, "brown": 0, "white": 0}
    assert player["objective"] == {"three": "red", "two": "blue", "one": "green"}
    assert "leaving-1" not in asked_of(table, ada, 1), "it is asked once"


def test_what_who_left_told_in_secret_only_they_lay_open(api: Api) -> None:
    table = api.table("fata_morgana", players=THREE)
    ada, bruno = table.join(0), table.join(1)
    size = table.show()["players"][1]["hand_size"]
    table.done({"kind": "hand", "seat": 1, "hand": {"red": size - 3, "blue": 3}}, bruno)
    table.done(left(1))
    assert "leaving-1" not in asked_of(table, ada, 1)
    assert "Only Bruno’s own phone can reveal this." in asked_of(table, ada, 1)
    assert 'id="leaving-1"' in asked_of(table, bruno, 1)
