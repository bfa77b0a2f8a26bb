"""Data files of older versions: today’s code shows what they showed, goes on, and takes up their exports."""

from __future__ import annotations

import lzma
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.store import FILE
from tests.apps import app_with
from tests.recorded import kept
from tests.recorded.compare import differences, listed
from tests.recorded.stories import Player, Step

ALWAYS: dict[str, dict[str, Any]] = {
    "alchemicus": {"kind": "price", "building": "taberna", "price": 2},
    "homunculus": {"kind": "tiles", "by": 1},
    "fata_morgana": {"kind": "points", "by": 1},
}
"""What may be entered at any time, where nothing else is legal."""
PUBLIC = ("seq", "stacks", "hidden", "cauldrons", "values", "potions", "log")
"""What everybody sees of a table of Fata Morgana, whatever was told."""
FILES = sorted(file.name.removesuffix(".sqlite.xz") for file in kept.OLDER.glob("*.sqlite.xz"))


@pytest.fixture(params=FILES)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Flask, list[Any]]]:
    """An app on an older version's file, and what is kept of each table: its story, its tokens, what it showed."""
    held = lzma.decompress((kept.OLDER / f"{request.param}.sqlite.xz").read_bytes())
    (tmp_path / FILE).write_bytes(held)
    app = app_with({"DATA": str(tmp_path), "TESTING": True, "LIMITS": {}})
    yield app, kept.read(kept.file_of(kept.OLDER, request.param))
    app.extensions["referee"].store.close()


def player(app: Flask, named: dict[str, str]) -> Player:
    """Return somebody who holds a table's tokens."""
    made = Player(app)
    made.named = dict(named)
    return made


def ask(who: Player, as_whom: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    step: Step = {"who": as_whom, "method": method, "path": path, "body": body, "page": None}
    return who.send(step)


def asked(table: dict[str, Any]) -> int:
    """Return the seat that is asked, or that may answer for all."""
    pending = table["pending"] or {}
    seat = pending.get("target", table["to_move"])
    return 0 if seat is None else seat


def test_shows_what_it_showed(older: tuple[Flask, list[Any]]) -> None:
    app, tables = older
    meant = listed()
    for story, named, steps in tables:
        who = player(app, named)
        for step, status, was in steps:
            status_now, now = who.send(step)
            assert status_now == status
            request = f"{step['method']} {step['path']}"
            for found in differences(was, now):
                covered = any(each.covers(f"older {story}", request, found) for each in meant)
                assert covered, (story, step["who"], request, found)


def test_goes_on_and_is_taken_up_again(older: tuple[Flask, list[Any]]) -> None:
    app, tables = older
    chance = random.Random(1)
    for story, named, _ in tables:
        who = player(app, named)
        _, table = ask(who, "host", "GET", "/t/$code")
        before = table["seq"]
        for number in range(10):
            seat = asked(table)
            _, offered = ask(who, f"seat {seat}", "GET", f"/t/$code/moves?seat={seat}")
            legal = [each["move"] for each in offered["moves"] if each["refusal"] is None]
            move = chance.choice(legal or [{"seat": seat, **ALWAYS[table["game"]]}])
            entry = {"key": f"after {number}", "seq": table["seq"], "move": move}
            status, answer = ask(who, f"seat {seat}", "POST", "/t/$code/entries", entry)
            assert status == 200, answer
            table = answer["table"]
        assert table["seq"] == before + 10, story
        status, back = ask(who, "host", "POST", "/t/$code/undo", {"key": "back", "seq": before + 10, "to": before})
        assert status == 200, back
        taken_up(app, who, story)


def taken_up(app: Flask, who: Player, story: str) -> None:
    """Check that an export makes an equal table."""
    _, document = ask(who, "none", "GET", "/t/$code/export")
    other = Player(app)
    at = "2026-01-01T20:00:00Z"
    log = [{**entry, "at": at} for entry in document["log"]]
    fresh = {**document, "log": log, "created": at, "code": None}
    status, made = ask(other, "none", "POST", "/tables/import", fresh)
    assert status == 201, made
    _, was = ask(who, "none", "GET", "/t/$code")
    _, now = ask(other, "none", "GET", "/t/$code")
    exported, again = document["log"], ask(other, "none", "GET", "/t/$code/export")[1]["log"]
    if not was["over"] and was["game"] == "fata_morgana":  # what was told in secret is not in its export
        was, now = ({key: shown[key] for key in PUBLIC} for shown in (was, now))
        # Without it what came after may be against the rules.
        for each in (*was["log"], *now["log"], *exported, *again):
            del each["overruled"]
    assert list(differences(was, now)) == [], story
    assert again == exported
