"""A new phone asks for its lost one's seat and shows a number; the host's phone shows that, one tap lets it in, and all
pages notice."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app import create_app
from referee.pages.identity import digest
from referee.pages.table import joining
from tests.web.conftest import Api
from tests.web.test_asked_again import comer
from tests.web.test_seats import set_table

HTML = {"Accept": "text/html"}
TAP = {"HX-Request": "true", "HX-Request-Type": "partial", **HTML}
ASKS = "A new phone is asking for the seat"


def text(phone: FlaskClient, path: str) -> str:
    answer = phone.get(path, headers=HTML)
    assert answer.status_code == 200
    return answer.text


def number_shown(phone: FlaskClient, table: str) -> str:
    """Return the number that a waiting phone shows."""
    page = text(phone, f"{table}/lobby")
    assert "Waiting to be let in" in page
    found = re.search(r'class="asks-number num"[^>]*>(\d\d)<', page)
    assert found is not None
    return found[1]


def numbers_asking(phone: FlaskClient, table: str) -> list[str]:
    """Return the numbers that a phone at the table shows of those that ask, each once."""
    return [*dict.fromkeys(re.findall(r'class="asks-number num"[^>]*>(\d+)<', text(phone, table)))]


def answer(phone: FlaskClient, table: str, how: str, seat: int, number: str) -> TestResponse:
    """Tap, as the page's script sends it: with a key of its own."""
    data = {"seat": str(seat), "number": number, "key": "15180021"}
    return phone.post(f"{table}/{how}", data=data, headers=TAP)


def pass_shown(phone: FlaskClient, table: str) -> str | None:
    found = re.search(r'name="pass" value="([\w-]+)"', text(phone, f"{table}/lobby"))
    return None if found is None else found[1]


def seated(app: Flask, table: str, seat: int) -> FlaskClient:
    phone = comer(app, table)
    assert phone.post(f"{table}/join", data={"seat": str(seat)}).status_code == 303
    return phone


def asking(app: Flask, table: str, seat: int) -> FlaskClient:
    phone = comer(app, table)
    assert phone.post(f"{table}/ask", data={"seat": str(seat)}).status_code == 303
    return phone


def test_a_lost_phones_seat_is_asked_for_and_given_with_one_tap(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    lost, new = seated(app, table, 0), comer(app, table)
    refused = new.post(f"{table}/join", data={"seat": "0"}, headers=HTML)
    assert refused.status_code == 409
    assert f'action="{table}/ask"' in refused.text
    assert ASKS not in text(host, table)
    assert 'aria-label="Ask to be let in: Ada"' in text(new, f"{table}/lobby")
    assert new.post(f"{table}/ask", data={"seat": "0"}).status_code == 303
    shown = number_shown(new, table)
    for phone in (host, lost):
        assert ASKS in text(phone, table) and numbers_asking(phone, table) == [shown]

    assert answer(host, table, "let_in", 0, shown).status_code == 200
    assert ASKS not in text(host, table) and numbers_asking(lost, table) == []
    assert "pass" not in text(app.test_client(), f"{table}/lobby").partition("Sit here")[0]
    given = pass_shown(new, table)
    assert new.post(f"{table}/join", data={"seat": "0", "pass": given}).status_code == 303
    assert 'data-seats="0"' in text(new, table) and ASKS not in text(new, table)
    assert lost.post(f"{table}/undo", data={"seq": "0"}, headers=HTML).status_code == 401


def test_two_that_ask_for_one_seat_are_two_and_the_one_with_the_number_is_let_in(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    ada = seated(app, table, 0)
    friend = asking(app, table, 0)
    stranger = asking(app, table, 0)
    numbers = {number_shown(friend, table), number_shown(stranger, table)}
    assert len(numbers) == 2
    for phone in (host, ada):
        assert {*numbers_asking(phone, table)} == numbers
    shown = number_shown(friend, table)
    assert answer(host, table, "let_in", 0, shown).status_code == 200
    assert numbers_asking(host, table) == numbers_asking(ada, table) == []
    assert "Another phone was given the seat: Ada." in text(stranger, f"{table}/lobby")
    assert pass_shown(stranger, table) is None
    assert friend.post(f"{table}/join", data={"seat": "0", "pass": pass_shown(friend, table)}).status_code == 303
    assert 'data-seats="0"' in text(friend, table)


@pytest.mark.parametrize("headers", [TAP, HTML, {"Accept": "application/json"}], ids=["tap", "form", "json"])
def test_a_number_that_no_longer_waits_lets_nobody_in(app: Flask, headers: dict[str, str]) -> None:
    host, table = set_table(app, "fata_morgana")
    seated(app, table, 0)
    first, other = asking(app, table, 0), asking(app, table, 0)
    shown = number_shown(first, table)
    answer(host, table, "turn_away", 0, shown)
    body = (
        {"json": {"seat": 0, "number": int(shown)}}
        if "json" in headers["Accept"]
        else {"data": {"seat": "0", "number": shown}}
    )
    refused = host.post(f"{table}/let_in", headers=headers, **body)
    assert (refused.status_code, f"The phone with the number {shown} is no longer waiting." in refused.text) == (
        409,
        True,
    )
    assert "This phone was not given the seat: Ada." in text(first, f"{table}/lobby")
    assert (pass_shown(first, table), pass_shown(other, table)) == (None, None)
    assert numbers_asking(host, table) == [number_shown(other, table)]


def test_only_the_host_or_the_seat_itself_lets_a_phone_in(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    ada, bruno = seated(app, table, 0), seated(app, table, 1)
    new = asking(app, table, 0)
    shown = number_shown(new, table)
    for phone, status in ((new, 401), (bruno, 403), (app.test_client(), 401)):
        for way in ("let_in", "turn_away"):
            assert answer(phone, table, way, 0, shown).status_code == status
    assert numbers_asking(host, table) == [shown]
    assert answer(ada, table, "let_in", 0, shown).status_code == 200
    assert pass_shown(new, table) is not None
    assert 'data-seats="0"' in text(ada, table)

    new.post(f"{table}/ask", data={"seat": "1"})
    assert answer(host, table, "turn_away", 1, number_shown(new, table)).status_code == 200
    assert "Waiting to be let in" not in text(new, f"{table}/lobby")
    assert ASKS not in text(host, table)


def test_nobody_asks_for_a_free_seat_nor_where_nothing_is_secret(app: Flask) -> None:
    for game in ("fata_morgana", "homunculus"):
        host, table = set_table(app, game)
        assert host.post(f"{table}/ask", data={"seat": "1"}).status_code == 303
        assert ASKS not in text(host, table)


def test_who_asks_again_waits_again_with_one_number(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    seated(app, table, 0)
    one = asking(app, table, 0)
    answer(host, table, "let_in", 0, number_shown(one, table))
    given = pass_shown(one, table)
    one.post(f"{table}/ask", data={"seat": "0"})
    shown = number_shown(one, table)
    assert one.post(f"{table}/join", data={"seat": "0", "pass": given}).status_code == 409
    one.post(f"{table}/ask", data={"seat": "0"})
    assert numbers_asking(host, table) == [number_shown(one, table)] == [shown]


def test_whoever_is_seated_by_another_pass_is_gone_from_every_phone(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    seated(app, table, 0)
    new, stranger = asking(app, table, 0), asking(app, table, 0)
    shown = host.post(f"{table}/admit", data={"seat": "0", "replace": "true"}, headers=HTML).text
    scanned = re.search(r"pass=([\w-]+)", shown)
    assert scanned is not None
    assert new.post(f"{table}/join", data={"seat": "0", "pass": scanned[1]}).status_code == 303
    assert ASKS not in text(new, table) and ASKS not in text(host, table)
    assert "Another phone was given the seat: Ada." in text(stranger, f"{table}/lobby")


def test_the_page_of_a_pass_says_once_the_new_phone_has_come(app: Flask) -> None:
    """It looks again every few seconds, without a script."""
    host, table = set_table(app, "fata_morgana")
    seated(app, table, 0)
    shown = host.post(f"{table}/admit", data={"seat": "0", "replace": "true"}, headers=HTML).text
    again = re.search(r'http-equiv="refresh" content="\d+; url=([^"]+)"', shown)
    assert again is not None
    page = unescape(again[1])
    assert 'role="img"' in text(host, page) and 'http-equiv="refresh"' in text(host, page)
    given = parse_qs(urlsplit(page).query)["pass"][0]
    assert comer(app, table).post(f"{table}/join", data={"seat": "0", "pass": given}).status_code == 303
    after = text(host, page)
    assert "Ada: a new phone took this seat." in after
    assert 'role="img"' not in after and 'http-equiv="refresh"' not in after


def test_the_page_of_a_pass_says_when_it_is_too_old(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    host, table = set_table(app, "fata_morgana")
    seated(app, table, 0)
    monkeypatch.setattr(joining, "PASS_MINUTES", 0)
    shown = host.post(f"{table}/admit", data={"seat": "0"}, headers=HTML).text
    given = re.search(r"pass=([\w-]+)", shown)
    assert given is not None
    assert "This QR code has been used or is too old" in text(host, f"{table}/pass?seat=0&pass={given[1]}")
    for seat in ("", "2", "x"):
        assert host.get(f"{table}/pass?seat={seat}&pass={given[1]}", headers=HTML).status_code == 404


def test_an_address_asks_twenty_times_a_minute_at_a_table_and_no_other_is_kept_out(tmp_path: Path) -> None:
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    _host, table = set_table(app, "fata_morgana")
    seated(app, table, 0)
    asked = [comer(app, table).post(f"{table}/ask", data={"seat": "0"}, headers=HTML).status_code for _ in range(21)]
    assert asked == [303] * 20 + [429]
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    new = app.test_client()
    new.get(f"{table}/lobby", environ_overrides=elsewhere)
    assert new.post(f"{table}/ask", data={"seat": "0"}, environ_overrides=elsewhere).status_code == 303
    _host, other = set_table(app, "fata_morgana")
    seated(app, other, 0)
    number_shown(asking(app, other, 0), other)


def test_what_is_kept_of_an_ask_lets_nobody_in(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    seated(app, table, 0)
    new = asking(app, table, 0)
    rows = app.extensions["referee"].store.database.rows
    [asked] = rows("SELECT hash FROM asks")
    answer(host, table, "let_in", 0, number_shown(new, table))
    given = pass_shown(new, table)
    assert given is not None
    assert (rows("SELECT hash FROM passes"), rows("SELECT hash FROM asks")) == ([asked], [])
    assert asked == (digest(given),)
    assert comer(app, table).post(f"{table}/join", data={"seat": "0", "pass": asked[0]}).status_code == 409
    assert comer(app, table).post(f"{table}/join", data={"seat": "1", "pass": given}).status_code == 409


@pytest.mark.parametrize("number", [None, "", "7x", "-1"])
def test_whoever_answers_names_a_number(api: Api, number: str | None) -> None:
    table = api.table("fata_morgana")
    body = {"seat": 0} if number is None else {"seat": 0, "number": number}
    for how in ("let_in", "turn_away"):
        status, answered = api.send("POST", f"/t/{table.code}/{how}", body, table.token)
        assert (status, answered["error"]["field"]) == (400, "number")
