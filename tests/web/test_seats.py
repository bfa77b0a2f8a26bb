"""A phone and its seats: standing up, what stays there, what the others are shown, whose hand is asked, lost phones."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.apps import app_with
from tests.web.conftest import Api, Table
from tests.web.test_streams import opened, until

HAND = {"red": 4, "blue": 6, "green": 0, "brown": 0, "white": 0}


def stand_up(table: Table, seat: object, token: str | None) -> tuple[int, object]:
    status, answer = table.api.send("POST", f"/t/{table.code}/leave", {"seat": seat}, token)
    return status, answer if status == 200 else (answer["error"]["code"], answer["error"]["message"])


def told(table: Table) -> str:
    """What the host's phone reads of those without a phone."""
    page = table.api.client().get(f"/t/{table.code}?watch", headers={"Cookie": f"seats={table.token}"}).text
    return page.partition('<p id="away"')[2].partition("</p>")[0].rpartition(">")[2].strip()


@pytest.mark.parametrize("game", ["alchemicus", "fata_morgana"])
def test_who_stands_up_is_out_and_what_he_entered_stays(api: Api, game: str) -> None:
    table = api.table(game)
    ada, bruno = table.join(0), table.join(1)
    correction = {"kind": "fame" if game == "alchemicus" else "points", "seat": 0, "by": 1}
    table.done(correction, ada)
    before = table.show(bruno)
    assert stand_up(table, 0, ada) == (200, {"seat": 0})
    assert table.show(bruno) == before
    assert table.enter(correction, ada)[0] == 401
    table.done(correction, bruno)
    again = table.join(0)
    assert again != ada and table.done(correction, again)["entry"]["by"] == 0


def test_only_who_sits_there_stands_up(api: Api) -> None:
    table = api.table()
    ada, watcher = table.join(0), table.join(None)
    elsewhere = (401, ("no_token", "This phone does not hold that seat."))
    for token in (None, "nonsense", watcher, table.token):
        assert stand_up(table, 0, token) == elsewhere
    assert stand_up(table, 1, ada) == elsewhere
    assert stand_up(table, 2, ada)[0] == 404
    assert [stand_up(table, wrong, ada)[0] for wrong in (-1, None, "0")] == [400] * 3
    assert stand_up(table, None, None) == elsewhere, "401 comes before 400"
    assert api.send("POST", "/t/ZZZZZZ/leave", {"seat": 0}, ada)[0] == 404
    table.done({"kind": "fame", "seat": 0, "by": 1}, ada)
    assert stand_up(table, 0, ada)[0] == 200
    assert stand_up(table, 0, ada) == elsewhere


def test_a_seat_with_secrets_is_free_once_its_last_phone_stood_up(api: Api) -> None:
    table = api.table("fata_morgana")
    first = table.join(0)
    given = api.send("POST", f"/t/{table.code}/admit", {"seat": 0}, first)[1]["pass"]
    second = table.join(0, **{"pass": given})
    table.done({"kind": "hand", "seat": 0, "hand": HAND}, first)
    kept = api.send("POST", f"/t/{table.code}/admit", {"seat": 0, "replace": True}, first)[1]["pass"]
    assert stand_up(table, 0, first)[0] == 200
    for more in ({}, {"pass": kept}):
        status, answer = api.send("POST", f"/t/{table.code}/join", {"seat": 0, **more})
        assert (status, answer["error"]["code"]) == (409, "seat_taken")
    assert table.show(first)["players"][0]["hand"] is None
    assert table.show(second)["players"][0]["hand"] == HAND
    assert stand_up(table, 0, second)[0] == 200
    next_holder = table.join(0)
    assert table.show(next_holder)["players"][0]["hand"] == HAND, "the hand is the seat's"


def test_the_other_phones_see_who_is_there(api: Api) -> None:
    table = api.table("fata_morgana")
    first = table.join(0)
    given = api.send("POST", f"/t/{table.code}/admit", {"seat": 0}, first)[1]["pass"]
    second = table.join(0, **{"pass": given})
    table.done({"kind": "hand", "seat": 0, "hand": HAND}, first)
    streams = [opened(api.app, f"/t/{table.code}/stream", token) for token in (first, second)]
    for stream in streams:
        assert b"hand-0" in until(stream, b"id: 2.")
    live = api.app.extensions["referee"].live
    stand_up(table, 0, first)
    assert (live.present(table.code), told(table)) == ({0}, ""), "the other phone of this seat is there"
    streams[1].close()  # type: ignore[attr-defined]
    stand_up(table, 0, second)
    assert (live.present(table.code), live.away(table.code), told(table)) == (set(), set(), "")
    assert b"hand-0" not in until(streams[0], b"id: 2."), "at once, nobody entered anything"
    streams[0].close()  # type: ignore[attr-defined]
    assert (live.away(table.code), told(table)) == (set(), ""), "of a seat that is free nobody is away"


def test_who_was_turned_out_is_there_no_longer(api: Api) -> None:
    table = api.table()
    old = table.join(0)
    stream = opened(api.app, f"/t/{table.code}/stream", old)
    until(stream, b"beat")
    live = api.app.extensions["referee"].live
    given = api.send("POST", f"/t/{table.code}/admit", {"seat": 0, "replace": True}, old)[1]["pass"]
    assert live.present(table.code) == {0}
    new = table.join(0, **{"pass": given})
    table.done({"kind": "fame", "seat": 0, "by": 1})
    until(stream, b"id: 1.")
    assert (live.present(table.code), live.away(table.code)) == (set(), {0}), "the new phone did not come yet"
    coming = opened(api.app, f"/t/{table.code}/stream", new)
    until(coming, b"beat")
    assert (live.present(table.code), live.away(table.code)) == ({0}, set())
    for one in (stream, coming):
        one.close()  # type: ignore[attr-defined]


# --- in a browser ----------------------------------------------------------------------------------------------------


def set_table(app: Flask, game: str) -> tuple[FlaskClient, str]:
    """Make a table with a phone that is its host; return the phone, and the table's path."""
    phone = app.test_client()
    made = phone.post("/tables", data={"game": game, "players.0": "Ada", "players.1": "Bruno"})
    return phone, made.headers["Location"].removesuffix("/lobby")


def kept(phone: FlaskClient, table: str) -> int:
    """How many tokens of the table the phone keeps."""
    cookie = phone.get_cookie("seats", path=table)
    return len([text for text in cookie.value.split(".") if text]) if cookie else 0


def seats(phone: FlaskClient, table: str) -> list[str]:
    """Those for whom the lobby offers this phone to stand up."""
    return re.findall(r'aria-label="Stand up: (\w+)"', phone.get(f"{table}/lobby").text)


def test_the_lobby_lets_a_phone_stand_up_from_its_own_seats(app: Flask) -> None:
    _host, table = set_table(app, "fata_morgana")
    phone = app.test_client()
    for seat in ("0", "1"):
        assert phone.post(f"{table}/join", data={"seat": seat}).status_code == 303
    assert (seats(phone, table), kept(phone, table)) == (["Ada", "Bruno"], 2)
    answer = phone.post(f"{table}/leave", data={"seat": "0"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{table}/lobby")
    assert (seats(phone, table), kept(phone, table)) == (["Bruno"], 1)
    again = phone.post(f"{table}/leave", data={"seat": "0"})
    assert again.status_code == 401
    assert (
        "<p>This phone does not hold that seat.</p>" in again.text
        and 'aria-label="I’ll play this seat too: Ada"' in again.text
    )
    assert phone.post(f"{table}/leave", data={"seat": "1"}).status_code == 303
    assert (seats(phone, table), kept(phone, table)) == ([], 0)
    assert phone.get(table).headers["Location"] == f"{table}/lobby"


def test_who_only_watches_stands_up_everywhere_and_a_host_stays_it(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    guest = app.test_client()
    for phone, seat in ((host, "0"), (guest, "1")):
        assert phone.post(f"{table}/join", data={"seat": seat}).status_code == 303
        assert phone.post(f"{table}/join", data={"seat": "watch"}).headers["Location"] == table
        assert (seats(phone, table), phone.get(table).status_code) == ([], 200)
    lobby = app.test_client().get(f"{table}/lobby").text
    assert 'aria-label="Sit here: Ada"' in lobby and "taken" not in lobby
    assert [phone.post(f"{table}/close").status_code for phone in (host, guest)] == [303, 403]


def test_a_program_that_watches_keeps_its_seat(api: Api) -> None:
    table = api.table()
    ada = table.join(0)
    assert api.send("POST", f"/t/{table.code}/join", {"seat": None}, ada)[0] == 200
    table.done({"kind": "fame", "seat": 0, "by": 1}, ada)


def test_who_told_a_secret_is_told_who_will_see_it(app: Flask) -> None:
    phone, table = set_table(app, "fata_morgana")
    phone.post(f"{table}/join", data={"seat": "0"})
    warning = "If you stand up, whoever sits there next will see what you entered in secret."
    assert warning not in phone.get(f"{table}/lobby").text
    move = {"kind": "objective", "seat": 0, "three": "red", "two": "blue", "one": "white"}
    assert phone.post(f"{table}/entries", data={"move": json.dumps(move)}).status_code == 303
    assert warning in phone.get(f"{table}/lobby").text
    assert warning not in app.test_client().get(f"{table}/lobby").text


def test_who_came_by_the_code_is_shown_the_seats_and_who_has_one_the_code(app: Flask) -> None:
    host, table = set_table(app, "homunculus")
    new = app.test_client()

    def first(phone: FlaskClient) -> str:
        page = phone.get(f"{table}/lobby").text.partition("<main")[2]
        return "qr-code" if page.index("qr-code") < page.index('name="seat" value="1"') else "seats"

    assert (first(host), first(new)) == ("qr-code", "seats")
    assert "Just watch" in new.get(f"{table}/lobby").text
    assert new.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    assert first(new) == "qr-code"
    assert "Just watch" not in new.get(f"{table}/lobby").text, "it would give the seat up"


# --- a phone is lost -------------------------------------------------------------------------------------------------


def let_in(app: Flask, *args: str) -> tuple[int, str]:
    said = app.test_cli_runner().invoke(args=["pass", *args])
    return said.exit_code, said.output


@pytest.mark.parametrize("seat", ["Ada", "0"])
def test_the_computer_lets_a_new_phone_take_the_hosts_own_seat(app: Flask, seat: str) -> None:
    lost, table = set_table(app, "fata_morgana")
    assert lost.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    new, late = app.test_client(), app.test_client()
    assert "whoever runs the referee’s computer" in new.post(f"{table}/join", data={"seat": "0"}).text
    status, said = let_in(app, table.removeprefix("/t/").lower(), seat)
    assert status == 0 and said.startswith("Open this with the new phone of Ada:")
    assert "It works once, for 10 minutes" in said
    link = re.search(rf"http://[\d.]+:8000({table}/lobby\?seat=0&pass=([\w-]+))\n", said)
    assert link is not None
    assert "A new phone for Ada" in new.get(link[1]).text
    shown = {"seat": "0", "pass": link[2]}
    assert [phone.post(f"{table}/join", data=shown).status_code for phone in (new, late)] == [303, 409]
    assert [seats(phone, table) for phone in (new, lost)] == [["Ada"], []]


def test_the_computer_says_why_it_gives_no_pass(app: Flask) -> None:
    (_host, secret), (_other, open_table) = (set_table(app, game) for game in ("fata_morgana", "homunculus"))
    code = secret.removeprefix("/t/")
    where = Path(app.config["DATA"], "referee.sqlite").resolve()
    assert let_in(app, "QQQQQQ", "Ada") == (1, f"Error: There is no table with the code QQQQQQ in {where}.\n")
    for nobody in ("Celina", "2", "-1"):
        assert let_in(app, "--", code, nobody) == (
            1,
            f"Error: Nobody there is called {nobody}. The seats: Ada, Bruno.\n",
        )
    status, said = let_in(app, open_table.removeprefix("/t/"), "Ada")
    assert status == 1
    assert re.fullmatch(
        rf"Error: That game has no secrets: any phone can take the seat at http://\S+{open_table}\n", said
    )


def test_a_site_names_itself_in_the_link(tmp_path: Path) -> None:
    app = app_with({"DATA": str(tmp_path), "HOSTS": ("referee.example.org", "www.example.org")})
    code = Api(app).table("fata_morgana", ("1", "0")).code
    said = let_in(app, code, "1")[1]
    assert f"https://referee.example.org/t/{code}/lobby?seat=0&pass=" in said, "a name goes before a number"
    app.extensions["referee"].store.close()
