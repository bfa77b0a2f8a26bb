"""What a phone takes along: its tables in one file, without secrets, which adds tables and replaces none."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.apps import app_with


def made(phone: FlaskClient, game: str) -> str:
    data = {"game": game, "players.0": "Ada", "players.1": "Bruno"}
    return phone.post("/tables", data=data).headers["Location"].split("/")[2]


def enter(phone: FlaskClient, code: str, move: dict[str, Any]) -> None:
    answer = phone.post(f"/t/{code}/entries", data={"move": json.dumps(move)})
    assert answer.status_code == 303, answer.text


def bundle(phone: FlaskClient) -> dict[str, str]:
    answer = phone.get("/tables/bundle")
    assert answer.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.data)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def bring(phone: FlaskClient, file: bytes) -> Any:
    return phone.post(
        "/tables/import", data={"file": (io.BytesIO(file), "tables.zip")}, headers={"Accept": "text/html"}
    )


def test_no_told_hand_is_in_what_a_phone_takes_along(app: Flask) -> None:
    phone = app.test_client()
    code = made(phone, "fata_morgana")
    assert phone.post(f"/t/{code}/join", data={"seat": "0"}).status_code == 303
    enter(phone, code, {"kind": "hand", "seat": 0, "hand": {"red": 5, "white": 5}})
    enter(phone, code, {"kind": "objective", "seat": 0, "three": "white", "two": "brown", "one": "green"})
    mine = phone.get(f"/t/{code}", headers={"Accept": "application/json"}).get_json()["players"][0]
    assert mine["hand"] is not None and mine["objective"] is not None, "the phone itself knows them"
    (text,) = bundle(phone).values()
    log = json.loads(text)["log"]
    assert [entry["move"] for entry in log if entry["move"]["kind"] in ("hand", "objective")] == [
        {"kind": "hand", "seat": 0},
        {"kind": "objective", "seat": 0},
    ]
    assert '"three"' not in text and '"hand":{' not in text and '"red":5' not in text


def test_it_adds_the_tables_that_are_not_there_and_replaces_none(app: Flask, tmp_path: Any) -> None:
    phone = app.test_client()
    one, two = made(phone, "alchemicus"), made(phone, "homunculus")
    enter(phone, one, {"kind": "fame", "seat": 0, "by": 2})
    assert set(bundle(phone)) == {f"alchemicus-{one}.json", f"homunculus-{two}.json"}
    file = phone.get("/tables/bundle").data
    store = app.extensions["referee"].store
    before = sorted(store.codes())
    assert bring(phone, file).headers["Location"] == "/"
    assert sorted(store.codes()) == before, "both are here already"

    other = app_with({"DATA": tmp_path / "other", "TESTING": True})
    guest = other.test_client()
    own = made(guest, "alchemicus")
    assert bring(guest, file).status_code == 303
    there = other.extensions["referee"].store
    assert len(there.codes()) == 3 and own in there.codes()
    shown = [guest.get(f"/t/{code}", headers={"Accept": "application/json"}).get_json() for code in there.codes()]
    assert sorted((one["game"], one["seq"]) for one in shown) == [
        ("alchemicus", 0),
        ("alchemicus", 1),
        ("homunculus", 0),
    ]
    page = guest.get("/").text
    assert all(f'href="/t/{code}"' in page for code in there.codes())
    added = next(code for code in there.codes() if code != own)
    assert guest.post(f"/t/{added}/close").status_code == 303, "who brings them is their host"


def test_of_a_bundle_with_a_damaged_game_nothing_is_made(app: Flask, tmp_path: Any) -> None:
    """Its tables would be nobody's: the phone is told what is wrong, and gets no token."""
    phone = app.test_client()
    code = made(phone, "alchemicus")
    (text,) = bundle(phone).values()
    damaged = json.loads(text) | {"code": "ZZZZZZ", "players": ["Ada"]}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as zipped:
        zipped.writestr(f"alchemicus-{code}.json", text)
        zipped.writestr("alchemicus-ZZZZZZ.json", json.dumps(damaged))
    other = app_with({"DATA": tmp_path / "other", "TESTING": True})
    assert bring(other.test_client(), file.getvalue()).status_code == 400
    assert other.extensions["referee"].store.codes() == []


def test_of_a_bundle_that_is_over_a_limit_nothing_is_made(app: Flask, tmp_path: Any) -> None:
    phone = app.test_client()
    for game in ("alchemicus", "homunculus", "fata_morgana"):
        made(phone, game)
    file = phone.get("/tables/bundle").data
    other = app_with({"DATA": tmp_path / "other", "TESTING": True, "LIMITS": {"create": "2/minute"}})
    refused = bring(other.test_client(), file)
    assert refused.status_code == 429 and "Set-Cookie" not in refused.headers
    assert other.extensions["referee"].store.codes() == []


def test_what_is_no_bundle_says_what_to_choose(app: Flask) -> None:
    phone = app.test_client()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as zipped:
        zipped.writestr("a.txt", "hello")
    for wrong in (b"PK\x03\x04nonsense", file.getvalue()):
        answer = bring(phone, wrong)
        assert answer.status_code == 400 and "cannot read a game from this file" in answer.text
    large = io.BytesIO()
    with zipfile.ZipFile(large, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("a.json", b" " * 5_000_000)
    assert bring(phone, large.getvalue()).status_code == 413
    assert app.extensions["referee"].store.codes() == []
