"""What one request may cost, and leave behind: whatever would take more than a second is refused with a sentence."""

from __future__ import annotations

import gc
import json
import sys
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from referee.pages.app_state import IMPORTS_AT_ONCE
from referee.pages.table import copies
from tests.timed import least_seconds
from tests.web.attacker import JSON
from tests.web.conftest import Api
from tests.web.test_copies import entry

FULL = {"track": "full", "expansion": "noctis", "card_bank": True}
CREATE = {"kind": "create", "seat": 1, "cauldron": ["blue", "red"], "ingredients": {"green": 1}, "value": 3}
BUILD = {"kind": "build", "seat": 1, "building": "horten"}
LARGEST = 20 * 10**6
"""Bytes of an answer."""
TOO_LARGE = "That is more than the referee can read at once."


@pytest.fixture(autouse=True)
def nothing_of_other_tests() -> Iterator[None]:
    """Leave to the garbage collector only what this test makes, as a server has it: it looks through all else, too."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def overruled(move: dict[str, Any], times: int, rule: str) -> list[dict[str, Any]]:
    return [entry(seq, move, overruled=rule) for seq in range(1, times + 1)]


def undone(log: list[dict[str, Any]], times: int) -> list[dict[str, Any]]:
    """Return the log with the oldest entries taken back one by one."""
    return [*log, *(entry(len(log) + n, {"kind": "undo", "entries": [n]}) for n in range(1, times + 1))]


LOGS = {
    "ten thousand potions": ("fata_morgana", {}, overruled(CREATE, 10_000, "FM-CREATE")),
    "ten thousand buildings": ("alchemicus", FULL, overruled(BUILD, 10_000, "AL-BUILD")),
    "the oldest potions undone": ("fata_morgana", {}, undone(overruled(CREATE, 2_500, "FM-CREATE"), 75)),
    "fewer of them": ("fata_morgana", {}, undone(overruled(CREATE, 900, "FM-CREATE"), 75)),
}


def document(game: str, options: dict[str, Any], log: list[dict[str, Any]]) -> str:
    return json.dumps({"game": game, "players": ["Ada", "Bruno"], "options": options, "log": log})


def drawn_anew(api: Api, path: str, headers: dict[str, str]) -> Any:
    api.app.extensions["referee"].drawings.clear()
    return api.client().get(path, headers=headers)


def sent(api: Api, game: str, options: dict[str, Any], log: list[dict[str, Any]]) -> Any:
    return api.client().post("/tables/import", data=document(game, options, log), headers=JSON)


@pytest.mark.parametrize("what", LOGS)
def test_a_log_of_things_without_end_is_refused_within_a_second(api: Api, what: str) -> None:
    body = document(*LOGS[what])
    answer = api.client().post("/tables/import", data=body, headers=JSON)
    assert least_seconds(lambda: api.client().post("/tables/import", data=body, headers=JSON), 1) < 1
    assert (answer.status_code, answer.json["error"]["message"]) == (413, TOO_LARGE)
    assert len(api.app.extensions["referee"].store.memory.tables) == 0


@pytest.mark.parametrize("theirs", [20, 95, 170])
def test_a_table_as_full_as_it_may_be_is_shown_within_a_second(api: Api, theirs: int) -> None:
    """However many Mutabilis could be played from so many buildings to so many others."""
    built = [{"kind": "building", "seat": int(number < theirs), "build": "horten"} for number in range(190)]
    lying = [
        {"kind": "goods", "seat": 1, "building": 5 + number, "goods": ["herbs"] * 99, "golem": False}
        for number in range(theirs)
    ]
    moves = [{"kind": "cards", "seat": 0, "by": 99}, *built, *lying]
    made = sent(api, "alchemicus", FULL, [entry(seq, move) for seq, move in enumerate(moves, 1)])
    assert made.status_code == 201, made.json
    code, token = made.json["code"], made.json["token"]
    draw = {"key": "d", "move": {"kind": "draw", "seat": 0, "from": "deck"}}
    assert api.send("POST", f"/t/{code}/entries", draw, token)[0] == 200
    api.client().get(f"/t/{api.table('alchemicus', **FULL).code}?watch")  # templates are compiled at first use
    for path, accept in (
        ("/moves?seat=0", "application/json"),
        ("", "application/json"),
        ("/log", "application/json"),
        ("/log", "text/html"),
        ("/export", "application/json"),
        ("", "text/html"),
    ):
        headers = {"Accept": accept, "Authorization": f"Bearer {token}"}
        show = partial(drawn_anew, api, f"/t/{code}{path}", headers)
        assert show().status_code == 200 and len(show().data) < LARGEST, (path, accept)
        assert least_seconds(show, 1) < 1, (path, accept)
    moves = api.get(f"/t/{code}/moves?seat=0", token)["moves"]
    assert "mutabilis" in {move["move"]["kind"] for move in moves}
    assert len(moves) < 10 * 200


def test_others_get_the_interpreter_sooner_while_a_file_comes_in(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, seen = sys.getswitchinterval(), list[float]()
    check = copies.checked
    monkeypatch.setattr(copies, "checked", lambda *given: seen.append(sys.getswitchinterval()) or check(*given))
    for log, status in (([entry(1, {"kind": "tiles", "seat": 0, "by": 1})], 201), ([entry(1, {"kind": "no"})], 400)):
        assert sent(api, "homunculus", {}, log).status_code == status
        assert sys.getswitchinterval() == usual
    assert seen == [pytest.approx(copies.GIVE_WAY_SECONDS)] * 2
    assert usual > copies.GIVE_WAY_SECONDS


def test_files_that_come_together_are_replayed_a_few_at_a_time(api: Api) -> None:
    plain = ("homunculus", {}, [entry(seq, {"kind": "tiles", "seat": 0, "by": 1}) for seq in range(1, 10)])
    importing = api.app.extensions["referee"].importing
    for _ in range(IMPORTS_AT_ONCE):
        assert importing.acquire(blocking=False)
    answer = sent(api, *plain)
    assert (answer.status_code, answer.json["error"]["code"]) == (429, "too_many")
    assert "Too many at once." in answer.json["error"]["message"] and int(answer.headers["Retry-After"]) > 0
    assert api.send("GET", "/healthz")[0] == 200
    waiting: list[int] = []
    thread = threading.Thread(target=lambda: waiting.append(sent(api, *plain).status_code))
    thread.start()
    importing.release()
    thread.join()
    importing.release()
    assert waiting == [201]
    wrong = ("homunculus", {}, [entry(1, {"kind": "nothing", "seat": 0})])
    for _ in range(2 * IMPORTS_AT_ONCE):
        assert sent(api, *wrong).status_code == 400
    assert sent(api, *plain).status_code == 201, "a file that is refused holds up nobody"
