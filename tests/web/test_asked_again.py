"""A phone that asks for a seat again, because the answer was lost or not waited for, has it all the same."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.pages.identity import table_or_404
from tests.web.test_seats import seats, set_table


def lose(phone: FlaskClient, table: str) -> None:
    """The answer never came: what it would have let the phone keep of the table is not there."""
    phone.delete_cookie("seats", path=table)


def comer(app: Flask, table: str) -> FlaskClient:
    """Return a phone that looks at the table's lobby."""
    phone = app.test_client()
    assert phone.get(f"{table}/lobby").status_code == 200
    return phone


def test_a_phone_that_never_heard_it_has_a_seat_finds_it_in_the_lobby(app: Flask) -> None:
    _host, table = set_table(app, "fata_morgana")
    ada, other = comer(app, table), comer(app, table)
    assert ada.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    lose(ada, table)
    assert ada.get(table).headers["Location"] == f"{table}/lobby"
    assert 'aria-label="Stand up: Ada"' in ada.get(f"{table}/lobby").text
    assert seats(ada, table) == ["Ada"]
    # Nor does it stay behind in the seat when it only watches then.
    lose(ada, table)
    assert ada.post(f"{table}/join", data={"seat": "watch"}).status_code == 303
    assert other.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    assert other.post(f"{table}/leave", data={"seat": "0"}).status_code == 303
    assert ada.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    # Nobody else finds it, nor does a phone that stood up.
    assert ada.post(f"{table}/leave", data={"seat": "0"}).status_code == 303
    for phone in (ada, other):
        assert 'aria-label="Sit here: Ada"' in phone.get(f"{table}/lobby").text
        assert seats(phone, table) == []


@pytest.mark.parametrize("game", ["alchemicus", "fata_morgana"])
def test_a_seat_asked_for_twice_is_the_same_phones(app: Flask, game: str) -> None:
    _host, table = set_table(app, game)
    ada, bruno = comer(app, table), comer(app, table)
    assert ada.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    lose(ada, table)
    assert ada.post(f"{table}/join", data={"seat": "0"}).headers["Location"] == table
    assert seats(ada, table) == ["Ada"]
    assert bruno.post(f"{table}/join", data={"seat": "0"}).status_code == (409 if game == "fata_morgana" else 303)
    # It holds it once: who stands up has left it.
    assert ada.post(f"{table}/leave", data={"seat": "0"}).status_code == 303
    assert seats(ada, table) == []


def test_a_pass_is_good_once_for_one_phone_however_often_it_asks(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    old, new, other = comer(app, table), comer(app, table), comer(app, table)
    assert old.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    page = host.post(f"{table}/admit", data={"seat": "0", "replace": "true"}, headers={"Accept": "text/html"}).text
    given = re.search(r"pass=([\w-]+)", page)
    assert given is not None
    asked = {"seat": "0", "pass": given[1], "replace": "true"}
    assert new.post(f"{table}/join", data=asked).status_code == 303
    lose(new, table)
    assert new.post(f"{table}/join", data=asked).status_code == 303
    assert [seats(phone, table) for phone in (old, new)] == [[], ["Ada"]]
    assert [phone.post(f"{table}/join", data=asked).status_code for phone in (other, old)] == [409, 409]


def test_the_next_table_set_twice_is_one_and_stays_its_makers(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    assert host.post(f"{table}/join", data={"seat": "1"}).status_code == 303
    assert host.get(f"{table}/next").status_code == 200
    form = {"game": "fata_morgana", "players[]": ["Ada", "Bruno"]}
    first, second = (host.post(f"{table}/next?instead=", data=form).headers["Location"] for _ in range(2))
    assert first == second
    new = first.removesuffix("/lobby")
    lose(host, new)
    assert host.post(f"{table}/next?instead=", data=form).headers["Location"] == first
    assert seats(host, new) == ["Bruno"]
    assert host.post(f"{new}/close").status_code == 303, "only the host may"
    # Also where the phone comes along from the old table, as it is asked to there.
    lose(host, new)
    assert host.post(f"{new}/come", data={"seats[]": "1"}).status_code == 303
    assert host.post(f"{new}/reopen").status_code == 303
    # A form with other players is another one.
    other_players = {**form, "players[]": ["Ada", "Bruno", "Celina"]}
    assert host.post(f"{table}/next?instead=", data=other_players).headers["Location"] == table
    with app.test_request_context():
        assert table_or_404(table[-6:]).successor == new[-6:]
    other = comer(app, table)
    other.post(f"{table}/join", data={"seat": "0"})
    assert other.post(f"{table}/next?instead=", data=form).headers["Location"] == table


def test_a_program_gets_a_token_of_its_own_each_time(app: Flask) -> None:
    _host, table = set_table(app, "alchemicus")
    phone = comer(app, table)
    tokens = {
        phone.post(f"{table}/join", json={"seat": 0}, headers={"Accept": "application/json"}).json["token"]
        for _ in range(2)
    }
    assert len(tokens) == 2
