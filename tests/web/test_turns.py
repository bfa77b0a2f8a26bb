"""Whose move a phone offers: its own, and another's where nobody else is there to enter it; a closed table's none."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from tests.web.conftest import Api, Table
from tests.web.phone import Phone
from tests.web.test_said import text

THUMBS = {"alchemicus": "thumb", "homunculus": "thumb"}


def looking(table: Table, *seats: int) -> ExitStack:
    """Return phones that are at the table now, one for each of the seats."""
    live = table.api.app.extensions["referee"].live
    there = ExitStack()
    for seat in seats:
        there.enter_context(live.watch(table.code, frozenset({seat})))
    return there


def now(phone: Phone, part: str) -> str:
    phone.look()
    return phone.shows[part]


@pytest.mark.parametrize("game", THUMBS)
def test_whose_turn_it_is_without_a_phone_is_said_beside_their_name(api: Api, game: str) -> None:
    """Whoever then finds the buttons on their own phone knows that it is not their own turn."""
    table = api.table(game, players=("Ada", "Bruno"))
    bruno = Phone(table, table.join(1))
    tag = "without a phone</span>"
    with looking(table, 1):
        assert tag in now(bruno, THUMBS[game])
    with looking(table, 0, 1):
        assert tag not in now(bruno, THUMBS[game])


def infamia(api: Api) -> Table:
    """Set a table at which Ada's Infamia threatens Bruno."""
    table = api.table(players=("Ada", "Bruno", "Celina"), track="full", expansion="noctis")
    table.done({"kind": "fame", "seat": 1, "by": 1})
    table.done({"kind": "draw", "seat": 0, "from": "deck"})
    table.done({"kind": "infamia", "seat": 0, "target": 1}, overrule=True)
    return table


def power(api: Api) -> Table:
    """Set a table at which Ada uses an ear against Bruno, who has a head."""
    table = api.table("homunculus", ("Ada", "Bruno", "Celina"))
    for seat, part in ((1, "head"), (0, "left_ear")):
        table.done({"kind": "part", "seat": seat, "part": part, "to": {"kind": "red", "face_up": True}})
    table.done({"kind": "use", "seat": 0, "part": "left_ear", "target": 1})
    return table


@pytest.mark.parametrize("game", list(THUMBS))
def test_anothers_turn_is_folded_away_while_he_has_a_phone_of_his_own(api: Api, game: str) -> None:
    table, part = api.table(game, ("Ada", "Bruno", "Celina")), THUMBS[game]
    table.done({"kind": "place", "seat": 0, "field": 2} if game == "alchemicus" else {"kind": "draw", "seat": 0})
    ada, bruno, host = Phone(table, table.join(0)), Phone(table, table.join(1)), Phone(table, table.token)
    both = Phone(table, f"{ada.tokens}.{bruno.tokens}")
    before = {phone: now(phone, part) for phone in (ada, bruno, host, both)}
    assert not any("unfolds" in shown for shown in before.values()), "nobody is there"
    with looking(table, 1, 2):
        assert now(bruno, part) == before[bruno], "Ada has a seat, but no phone came from it"
    with looking(table, 0, 1):
        assert f'href="/t/{table.code}?for=0"' in now(bruno, part)
        assert 'folded" data-for="0"' in bruno.shows[part]
        assert "Play for Ada" in text(bruno.shows[part])
        assert "end_turn" in bruno.shows[part], "it can be entered all the same"
        for phone in (ada, host, both):
            assert now(phone, part) == before[phone]
    assert "unfolds" in now(bruno, part), "she reads a rule: nothing changes under the finger"
    assert api.send("POST", f"/t/{table.code}/leave", {"seat": 0}, ada.tokens)[0] == 200
    assert now(bruno, part) == before[bruno]


def test_where_there_is_no_button_what_is_to_be_tapped_is_folded(api: Api) -> None:
    table = api.table()
    ada, bruno = Phone(table, table.join(0)), Phone(table, table.join(1))
    with looking(table, 0):
        assert "unfolds" in now(bruno, "thumb"), "the board waits until it is unfolded"
        assert text(bruno.shows["thumb"]) == "ATurn: Ada Play for AdaPlace the pawn: tap any field."
        assert "unfolds" not in now(ada, "thumb")


@pytest.mark.parametrize("asked", [infamia, power])
def test_an_answer_is_folded_away_on_the_attackers_phone_while_the_others_is_there(api: Api, asked: Any) -> None:
    table = asked(api)
    ada, bruno, celina = (Phone(table, table.join(seat)) for seat in range(3))
    before = {phone: now(phone, "thumb") for phone in (ada, bruno, celina)}
    with looking(table, 0, 2):
        assert [now(phone, "thumb") for phone in before] == list(before.values())
    with looking(table, 0, 1):
        for phone in (ada, celina):
            assert "?for=1" in now(phone, "thumb")
            assert "Answer for Bruno" in text(phone.shows["thumb"])
        assert now(bruno, "thumb") == before[bruno]


def test_an_infamia_speaks_to_the_one_it_threatens_and_of_it_to_the_others(api: Api) -> None:
    table = infamia(api)
    ada, bruno = Phone(table, table.join(0)), Phone(table, table.join(1))
    assert "Fend it off, or lose 1 Fame." in text(now(bruno, "thumb"))
    for phone in (ada, Phone(table, table.token)):
        assert "If it is not fended off, it costs 1 Fame." in text(now(phone, "thumb"))
        assert "lose" not in text(phone.shows["thumb"])


def test_that_cards_are_discarded_is_news_until_the_next_player_does_something(api: Api) -> None:
    table = api.table(track="full")
    phone = Phone(table, table.join(1))
    table.done({"kind": "draw", "seat": 0, "from": "deck"})
    table.done({"kind": "place", "seat": 0, "field": 2})
    table.done({"kind": "cards", "seat": 0, "by": 6})
    table.done({"kind": "end_turn", "seat": 0})
    loud = "Ada: discard 2 cards"
    assert loud in text(now(phone, "news"))
    table.done({"kind": "cards", "seat": 0, "by": 1})
    table.back("undo", 5)
    assert loud in text(now(phone, "news")), "a correction is no turn"
    table.done({"kind": "draw", "seat": 1, "from": "deck"})
    assert loud not in text(now(phone, "news"))


def test_fata_morgana_says_whose_turn_it_is_and_folds_what_is_anothers(api: Api) -> None:
    table = api.table("fata_morgana")
    ada, bruno, host = Phone(table, table.join(0)), Phone(table, table.join(1)), Phone(table, table.token)
    both = Phone(table, f"{ada.tokens}.{bruno.tokens}")
    assert text(now(ada, "thumb")).startswith("AYour turn, Ada")
    assert text(now(both, "thumb")).startswith("AYour turn, Ada")
    assert text(now(host, "thumb")).startswith("ATurn: Ada")
    assert text(now(bruno, "thumb")) == "ATurn: Ada Play for Ada"
    assert " quiet" not in bruno.shows["thumb"]
    with looking(table, 0):
        assert ' quiet" popovertarget="for-0"' in now(bruno, "thumb")


@pytest.mark.parametrize(
    ("game", "part"), [("alchemicus", "thumb"), ("homunculus", "thumb"), ("fata_morgana", "thumb")]
)
def test_a_closed_table_is_nobodys_turn_and_its_host_opens_it_again(api: Api, game: str, part: str) -> None:
    table = api.table(game)
    ada, host = Phone(table, table.join(0)), Phone(table, table.token)
    both = Phone(table, f"{table.token}.{ada.tokens}")
    assert "Your turn" in now(ada, part)
    assert api.send("POST", f"/t/{table.code}/close", {}, table.token)[0] == 200
    for phone in (ada, host, both):
        assert "Your turn" not in now(phone, part)
        assert "This table is closed." in phone.shows["closed"]
    form = f'<form method="post" class="if-host" action="/t/{table.code}/reopen">'
    assert [form in phone.shows["closed"] for phone in (ada, host, both)] == [False, True, True]
    headers = {"Accept": "text/html", "Cookie": f"seats={table.token}"}
    assert api.client().post(f"/t/{table.code}/reopen", headers=headers).status_code == 303
    assert "Your turn" in now(ada, part)
    assert form not in now(host, "closed")
