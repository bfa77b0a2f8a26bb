"""The sheet at the end: a word for who won, turning points, a note, what can be sent, the next game."""

from __future__ import annotations

from flask import Flask

from tests.web.conftest import Api, Table
from tests.web.test_played import finish, home, played

__all__ = ["home"]
"""The fixture of a server at home."""


def sheet(api: Api, table: Table, token: str = "", language: str = "en") -> str:
    headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {token}"} if token else {})
    return api.client().get(f"/t/{table.code}/sheet", headers=headers).text


def test_the_sheet_has_a_word_for_who_won_on_that_phone_alone(home: Api) -> None:
    table = home.table(target=1)
    ada, bruno = table.join(0), table.join(1)
    assert "Well played" not in sheet(home, table, ada)
    finish(table)
    assert "Well played, Ada: this evening is yours!" in sheet(home, table, ada)
    assert "Complimenti, Ada: la serata è tua!" in sheet(home, table, ada, "it")
    assert "Brawo, Ada: ten wieczór należy do ciebie!" in sheet(home, table, ada, "pl")
    for token in (bruno, table.token, ""):
        assert "Well played" not in sheet(home, table, token)


def test_the_sheet_names_the_turning_points(home: Api) -> None:
    table = home.table(target=1)
    finish(table)
    page = sheet(home, table)
    assert "The biggest turn: Ada, turn 1 (2 Fame)" in page
    assert "In the lead from turn 1 to the end: Ada" in page
    assert "The lead changed hands" not in page
    table.done({"kind": "fame", "seat": 1, "by": 5})
    assert "The lead changed hands 1 time." in sheet(home, table)


def test_a_note_is_written_on_the_sheet_and_shown_among_the_evenings(home: Api) -> None:
    table = home.table(target=1)
    assert "/note" not in sheet(home, table, table.token)
    finish(table)
    (play,) = played(home)
    assert f'action="/played/{play["id"]}/note"' in sheet(home, table, table.token)
    assert "/note" not in sheet(home, table)
    form = {"note": "by candlelight", "back": f"/t/{table.code}/sheet"}
    answer = home.client().post(f"/played/{play['id']}/note", data=form)
    assert (answer.status_code, answer.location) == (303, f"/t/{table.code}/sheet")
    assert "by candlelight" in sheet(home, table)
    assert played(home)[0]["note"] == "by candlelight"
    assert "by candlelight" in home.client().get("/played").text


def test_what_can_be_sent_and_the_next_game_are_at_hand_on_the_sheet(home: Api) -> None:
    table = home.table(target=1)
    assert "data-share" not in sheet(home, table, table.token)
    finish(table)
    (play,) = played(home)
    page = sheet(home, table, table.token)
    assert f'data-share="/played/{play["id"]}/card.svg"' in page
    assert 'href="https://app.bgstatsapp.com/createPlay.html' in page
    assert f'class="btn primary full" href="/t/{table.code}/next"' in page


def test_a_stranger_on_a_hosted_server_is_offered_nothing_he_may_not_open(app: Flask) -> None:
    api = Api(app)
    table = api.table(target=1)
    finish(table)
    assert "data-share" in sheet(api, table, table.token)
    assert "data-share" not in sheet(api, table)
