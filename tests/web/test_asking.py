"""A new phone asks for its lost one's seat; the host's phone shows that, one tap lets it in, and both pages notice."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient

from referee.pages.identity import digest
from tests.web.test_asked_again import comer
from tests.web.test_seats import set_table

HTML = {"Accept": "text/html"}


def text(phone: FlaskClient, path: str) -> str:
    answer = phone.get(path, headers=HTML)
    assert answer.status_code == 200
    return answer.text


def test_a_lost_phones_seat_is_asked_for_and_given_with_one_tap(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    lost, new = comer(app, table), app.test_client()
    assert lost.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    refused = new.post(f"{table}/join", data={"seat": "0"}, headers=HTML)
    assert refused.status_code == 409
    assert f'action="{table}/ask"' in refused.text
    assert "asks for the seat" not in text(host, table)
    assert new.post(f"{table}/ask", data={"seat": "0"}).status_code == 303
    assert "Waiting to be let in" in text(new, f"{table}/lobby")
    assert "A new phone asks for the seat" in text(host, table)

    assert host.post(f"{table}/let_in", data={"seat": "0"}, headers=HTML).status_code == 303
    assert "A new phone asks for the seat" not in text(host, table)
    assert "pass" not in text(app.test_client(), f"{table}/lobby").partition("Sit here")[0]
    given = re.search(r'name="pass" value="([\w-]+)"', text(new, f"{table}/lobby"))
    assert given is not None
    assert new.post(f"{table}/join", data={"seat": "0", "pass": given[1]}).status_code == 303
    assert 'data-seats="0"' in text(new, table)
    assert lost.post(f"{table}/undo", data={"seq": "0"}, headers=HTML).status_code == 401


def test_only_the_host_or_the_seat_itself_lets_a_phone_in(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    ada, bruno, new = comer(app, table), comer(app, table), app.test_client()
    for seat, phone in enumerate((ada, bruno)):
        assert phone.post(f"{table}/join", data={"seat": str(seat)}).status_code == 303
    new.post(f"{table}/ask", data={"seat": "0"})
    for phone, status in ((new, 401), (bruno, 403), (app.test_client(), 401)):
        for way in ("let_in", "turn_away"):
            assert phone.post(f"{table}/{way}", data={"seat": "0"}, headers=HTML).status_code == status
    assert ada.post(f"{table}/let_in", data={"seat": "0"}, headers=HTML).status_code == 303
    assert 'name="pass"' in text(new, f"{table}/lobby")
    assert 'data-seats="0"' in text(ada, table)

    new.post(f"{table}/ask", data={"seat": "1"})
    assert host.post(f"{table}/turn_away", data={"seat": "1"}, headers=HTML).status_code == 303
    assert "Waiting to be let in" not in text(new, f"{table}/lobby")


def test_nobody_asks_for_a_free_seat_nor_where_nothing_is_secret(app: Flask) -> None:
    for game in ("fata_morgana", "homunculus"):
        host, table = set_table(app, game)
        assert host.post(f"{table}/ask", data={"seat": "1"}).status_code == 303
        assert "asks for the seat" not in text(host, table)


def test_who_asks_again_waits_again_and_one_phone_asks_for_a_seat_at_a_time(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    lost, one, other = comer(app, table), comer(app, table), comer(app, table)
    assert lost.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    one.post(f"{table}/ask", data={"seat": "0"})
    host.post(f"{table}/let_in", data={"seat": "0"}, headers=HTML)
    given = re.search(r'name="pass" value="([\w-]+)"', text(one, f"{table}/lobby"))
    assert given is not None
    one.post(f"{table}/ask", data={"seat": "0"})
    assert "Waiting to be let in" in text(one, f"{table}/lobby")
    assert one.post(f"{table}/join", data={"seat": "0", "pass": given[1]}).status_code == 409
    other.post(f"{table}/ask", data={"seat": "0"})
    assert "Waiting to be let in" not in text(one, f"{table}/lobby")
    host.post(f"{table}/let_in", data={"seat": "0"}, headers=HTML)
    assert 'name="pass"' not in text(one, f"{table}/lobby")
    assert 'name="pass"' in text(other, f"{table}/lobby")


def test_what_is_kept_of_an_ask_lets_nobody_in(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    lost, new = comer(app, table), comer(app, table)
    assert lost.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    new.post(f"{table}/ask", data={"seat": "0"})
    rows = app.extensions["referee"].store.database.rows
    [asked] = rows("SELECT hash FROM asks")
    host.post(f"{table}/let_in", data={"seat": "0"}, headers=HTML)
    given = re.search(r'name="pass" value="([\w-]+)"', text(new, f"{table}/lobby"))
    assert given is not None
    assert (rows("SELECT hash FROM passes"), rows("SELECT hash FROM asks")) == ([asked], [])
    assert asked == (digest(given[1]),)
    assert comer(app, table).post(f"{table}/join", data={"seat": "0", "pass": asked[0]}).status_code == 409
    assert comer(app, table).post(f"{table}/join", data={"seat": "1", "pass": given[1]}).status_code == 409
