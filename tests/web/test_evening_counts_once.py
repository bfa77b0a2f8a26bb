"""An evening counts once, however often its file comes home."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.apps import app_with
from tests.web.conftest import Api, Table
from tests.web.test_played import finish, played


@pytest.fixture
def home(app: Flask) -> Api:
    app.config["HOUSE"] = True
    return Api(app)


def export(api: Api, table: Table) -> Any:
    return api.get(f"/t/{table.code}/export")


def brought_home(api: Api, document: Any) -> Table:
    status, made = api.send("POST", "/tables/import", document)
    assert status == 201, made
    return Table(api, made["code"], made["token"])


def codes(api: Api) -> list[str | None]:
    return [play["code"] for play in played(api)]


def finished(api: Api) -> Table:
    table = api.table(target=1)
    finish(table)
    return table


def test_a_game_that_is_over_comes_home_and_counts_once(home: Api) -> None:
    table = finished(home)
    for _ in range(3):
        copy = brought_home(home, export(home, table))
        copy = brought_home(home, export(home, copy))
        assert (export(home, copy)["code"], export(home, copy)["created"]) == (
            table.code,
            export(home, table)["created"],
        )
    assert codes(home) == [table.code]
    (ada, _bruno) = home.get("/played/statistics")["people"]
    assert (ada["plays"], ada["wins"], ada["streak"]) == (1, 1, 1)


def test_elsewhere_it_counts_once_with_its_own_times(home: Api, tmp_path_factory: pytest.TempPathFactory) -> None:
    document = export(home, finished(home))
    (first,) = played(home)
    other = Api(app_with({"DATA": str(tmp_path_factory.mktemp("other")), "LIMITS": {}, "HOUSE": True}))
    copies = [brought_home(other, document) for _ in range(2)]
    (play,) = played(other)
    assert play["code"] == copies[0].code
    assert [play[key] for key in ("started", "ended", "minutes", "players", "decided_by")] == [
        first[key] for key in ("started", "ended", "minutes", "players", "decided_by")
    ]
    other.app.extensions["referee"].store.close()


def test_what_goes_on_from_an_earlier_entry_counts_when_it_ends_there(home: Api) -> None:
    table = finished(home)
    status, made = home.send("POST", f"/t/{table.code}/at/4", {})
    assert status == 201
    on = Table(home, made["code"], made["token"])
    assert codes(home) == [table.code]
    on.done({"kind": "end_turn", "seat": 1})
    assert codes(home) == [on.code, table.code]
    brought_home(home, export(home, on))
    assert codes(home) == [on.code, table.code]


def test_an_end_that_is_taken_back_in_the_copy_counts_when_it_ends_anew(home: Api) -> None:
    table = finished(home)
    copy = brought_home(home, export(home, table))
    copy.done({"kind": "fame", "seat": 1, "by": 1})  # put right afterwards: the same evening
    assert codes(home) == [table.code]
    assert copy.back("undo", 6, to=4)[0] == 200
    assert copy.back("redo", 7)[0] == 200  # it ends as it ended before
    assert codes(home) == [table.code]
    assert copy.back("undo", 8, to=4)[0] == 200
    copy.done({"kind": "end_turn", "seat": 1})
    assert codes(home) == [copy.code, table.code]


def test_an_unfinished_game_that_is_played_on_in_a_copy_counts(home: Api) -> None:
    table = home.table(target=1)
    table.done({"kind": "fame", "seat": 0, "by": 2})
    copy = brought_home(home, export(home, table))
    assert codes(home) == []
    for move in ({"kind": "place", "seat": 0, "field": 3}, {"kind": "end_turn", "seat": 0}):
        copy.done(move)
    copy.done({"kind": "place", "seat": 1, "field": 2})
    copy.done({"kind": "end_turn", "seat": 1})
    assert codes(home) == [copy.code]
    brought_home(home, export(home, copy))
    assert codes(home) == [copy.code]


@pytest.mark.parametrize("without", [("code", "created"), ("code",), ("created",)])
def test_copies_that_do_not_say_where_they_began_are_compared(home: Api, without: tuple[str, ...]) -> None:
    table = finished(home)
    document = {key: value for key, value in export(home, table).items() if key not in without}
    first = brought_home(home, document)
    again = brought_home(home, document)
    assert (export(home, again)["code"], export(home, again)["created"]) == (None, None)
    brought_home(home, export(home, again))
    assert codes(home) == [first.code, table.code]
    later = document | {"log": [{**each, "at": "2026-01-01T20:00:00Z"} for each in document["log"]]}
    other = brought_home(home, later)
    renamed = brought_home(home, document | {"players": ["Celina", "Bruno"]})
    assert set(codes(home)) == {first.code, table.code, other.code, renamed.code}


def test_plays_of_before_know_their_origin(home: Api) -> None:
    """Plays that older releases kept are told from where their tables began."""
    table = finished(home)
    store = home.app.extensions["referee"].store
    document = export(home, table)
    assert store.database.rows("SELECT origin FROM plays") == [(f"{table.code} {document['created']}",)]


def test_a_copy_without_an_origin_that_was_played_on_is_one_evening_with_its_own_copies(home: Api) -> None:
    """Also where something was put right after the end."""
    table = home.table(target=1)
    table.done({"kind": "place", "seat": 0, "field": 6})
    begun = export(home, table) | {"code": None, "created": None}
    copy = brought_home(home, begun)
    copy.done({"kind": "gift", "seat": 0})
    copy.done({"kind": "end_turn", "seat": 0})
    copy.done({"kind": "place", "seat": 1, "field": 6})
    copy.done({"kind": "gift", "seat": 1})
    copy.done({"kind": "end_turn", "seat": 1})
    assert codes(home) == [copy.code]
    first = export(home, copy)
    assert (first["code"], first["created"]) == (None, None)
    brought_home(home, first)
    copy.done({"kind": "fame", "seat": 0, "by": 1})
    brought_home(home, export(home, brought_home(home, export(home, copy))))
    assert codes(home) == [copy.code]
