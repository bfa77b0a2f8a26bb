"""What every phone shows and says of what another phone did: what was taken back, what came of it, what is asked."""

from __future__ import annotations

import re
from html import unescape

import pytest

from referee.games import GAMES
from tests.web.conftest import Api, Table
from tests.web.phone import Phone


def text(html: str) -> str:
    """Return what of `html` is read."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def log(table: Table, token: str, language: str = "en") -> list[str]:
    """Return the lines of the log's page, newest first, as the holder of `token` reads them."""
    headers = {"Accept": "text/html", "Cookie": f"seats={token}"}
    page = table.api.client().get(f"/t/{table.code}/log?lang={language}", headers=headers).text
    page = re.sub(r'<summary>.*?</summary>|<small class="by">.*?</small>', "", page, flags=re.DOTALL)
    return [text(line) for line in re.findall(r'<span class="what">(.*?)</span>\s*<a class="when', page, re.DOTALL)]


# --- what was taken back ---------------------------------------------------------------------------------------------


def test_the_log_says_what_was_taken_back_and_put_back(api: Api) -> None:
    table = api.table()
    ada = table.join(0)
    table.done({"kind": "place", "seat": 0, "field": 2}, ada)
    table.back("undo", 1, ada)
    table.back("redo", 2)
    assert log(table, ada) == [
        "The host put back an entry. Ada: pawn placed (Transport)",
        "Ada took back an entry. Ada: pawn placed (Transport)",
        "Ada: pawn placed (Transport)",
    ]
    assert log(table, ada, "it")[1] == "Ada annulla una voce. Ada: pedina posizionata (Trasporto)"
    assert log(table, ada, "pl")[0] == "Gospodarz przywraca wpis. Ada: pionek postawiony (Transport)"


@pytest.mark.parametrize(("number", "voci", "wpisy"), [(2, "2 voci", "2 wpisy"), (5, "5 voci", "5 wpisów")])
def test_of_several_entries_the_log_says_how_many_and_from_which_on(
    api: Api, number: int, voci: str, wpisy: str
) -> None:
    table = api.table()
    for seq in range(number + 1):
        table.done({"kind": "fame", "seat": seq % 2, "by": 1})
    table.back("undo", number + 1, to=1)
    assert log(table, table.token)[0] == f"The host took back {number} entries, from entry 2 on."
    assert log(table, table.token, "it")[0] == f"Chi ospita annulla {voci}, a partire dalla voce 2."
    assert log(table, table.token, "pl")[0] == f"Gospodarz cofa {wpisy}, od numeru 2."
    table.back("redo", number + 2)
    assert log(table, table.token)[0] == f"The host put back {number} entries, from entry 2 on."


def test_a_host_who_sits_takes_back_what_is_theirs_by_name_also_when_it_is_sent_again(api: Api) -> None:
    table = api.table()
    ada, bruno = table.join(0), table.join(1)
    table.done({"kind": "place", "seat": 0, "field": 2}, ada)
    table.done({"kind": "fame", "seat": 1, "by": 1}, bruno)
    headers = {"Accept": "application/json", "Cookie": f"seats={table.token}.{ada}"}
    for seq, key in ((2, "a"), (3, "b"), (3, "b"), (4, "c")):
        way = "redo" if key == "c" else "undo"
        answer = api.client().post(f"/t/{table.code}/{way}", json={"key": key, "seq": seq}, headers=headers)
        assert answer.status_code == 200, answer.text
    assert log(table, ada)[:3] == [
        "Ada put back an entry. Ada: pawn placed (Transport)",
        "Ada took back an entry. Ada: pawn placed (Transport)",
        "The host took back an entry. Bruno: +1 Fame",
    ]


def test_what_reads_as_one_line_is_taken_back_as_one(api: Api) -> None:
    table = api.table()
    for _ in range(3):
        table.done({"kind": "fame", "seat": 1, "by": 1})
    table.back("undo", 3, to=0)
    assert log(table, table.token) == ["The host took back an entry. Bruno: +3 Fame", "Bruno: +3 Fame"]
    table.back("redo", 4)
    table.back("undo", 5)
    assert log(table, table.token)[-2:] == ["Bruno: +1 Fame", "Bruno: +2 Fame"]
    assert "The host took back an entry. Bruno: +3 Fame" in log(table, table.token), "they went as one"


def test_a_secret_that_is_taken_back_stays_a_secret(api: Api) -> None:
    table = api.table("fata_morgana")
    ada, bruno = table.join(0), table.join(1)
    table.done({"kind": "objective", "seat": 0, "three": "red", "two": "blue", "one": "green"}, ada)
    table.back("undo", 1, ada)
    for token, line in (
        (ada, "Ada took back an entry. Ada: objective entered in secret."),
        (bruno, "Ada took back an entry. Ada: entered something in secret."),
    ):
        assert log(table, token)[0] == line
        phone = Phone(table, token)
        assert text(phone.shows["entered"]) == line
        assert line in text(phone.shows["said"])


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
def test_every_phone_shows_what_another_did_and_says_what_he_took_back(api: Api, game: str) -> None:
    table = api.table(game)
    ada, bruno = (table.join(seat) for seat in (0, 1))
    moves = {
        "alchemicus": ({"kind": "place", "seat": 0, "field": 2}, "Ada: pawn placed (Transport)"),
        "homunculus": ({"kind": "draw", "seat": 0}, "Ada: drew a tile."),
        "fata_morgana": ({"kind": "points", "seat": 0, "by": 2}, "Ada: points corrected, +2."),
    }
    move, told = moves[game]
    table.done(move, ada)
    phone = Phone(table, bruno)
    assert text(phone.shows["entered"]) == told
    for way, seq, said in (
        ("undo", 1, f"Ada took back an entry. {told}"),
        ("redo", 2, f"Ada put back an entry. {told}"),
    ):
        table.back(way, seq, ada)
        phone.look()
        assert text(phone.shows["entered"]) == said and "<svg" in phone.shows["entered"]
        assert said in text(phone.shows["said"])
    table.done({**move, "seat": 0}, ada, overrule=True)
    phone.look()
    # What stands although it was refused is marked.
    marked = f"{told} played anyway" if game == "alchemicus" else told
    assert text(phone.shows["entered"]) == marked and "<svg" not in phone.shows["entered"]
    assert "back" not in text(phone.shows["said"])


# --- who listens -----------------------------------------------------------------------------------------------------


def said(phone: Phone) -> str:
    phone.look()
    return text(phone.shows["said"])


def test_who_listens_hears_whose_turn_it_is_what_was_done_and_what_came_of_it(api: Api) -> None:
    table = api.table(target=1)
    ada, bruno = Phone(table, table.join(0)), Phone(table, table.join(1))
    assert said(ada) == "Your turn, Ada."
    ada.tap({"kind": "place", "seat": 0, "field": 2})
    assert said(ada) == "Your turn, Ada. Ada: pawn placed (Transport)."
    table.done({"kind": "fame", "seat": 0, "by": 1})
    ada.tap({"kind": "end_turn", "seat": 0})
    begins = "The last round begins: Ada has enough Fame."
    assert said(bruno) == f"Your turn, Bruno. Ada → Transport. {begins}"
    table.done({"kind": "place", "seat": 1, "field": 3})
    assert said(bruno) == "Your turn, Bruno. The last round is being played. Bruno: pawn placed (Transmutation)."
    table.done({"kind": "end_turn", "seat": 1})
    assert said(ada) == "The game is over. The winner: Ada. Bruno → Transmutation."
    fata = api.table("fata_morgana")
    phone = Phone(fata, fata.join(1))
    fata.done({"kind": "pass", "seat": 0, "take": "nothing"}, overrule=True)
    assert said(phone) == "Round 1 of 12. Your turn, Bruno. Ada: passed, took nothing."


def test_who_listens_hears_of_an_infamia_and_whom_it_threatens(api: Api) -> None:
    table = api.table(track="full", expansion="noctis")
    table.done({"kind": "fame", "seat": 1, "by": 1})
    table.done({"kind": "draw", "seat": 0, "from": "deck"})
    table.done({"kind": "infamia", "seat": 0, "target": 1}, overrule=True)
    phone = Phone(table, table.join(0))
    assert said(phone) == "Infamia: Ada against Bruno. Ada: Infamia (against: Bruno)."


def test_who_listens_hears_what_was_done_once_in_the_words_that_tell_more(api: Api) -> None:
    table = api.table(track="full")
    phone = Phone(table, table.join(1))
    for move in ({"kind": "draw", "from": "deck"}, {"kind": "place", "field": 1}, {"kind": "harvest"}):
        table.done({**move, "seat": 0})
    assert said(phone) == "Turn: Ada. Ada: harvested (herbs)."
    assert log(table, table.token)[0] == "Ada: harvested (herbs)"
    for seat, steps in ((1, None), (0, 4)):
        table.done({"kind": "end_turn", "seat": 1 - seat})
        table.done({"kind": "draw", "seat": seat, "from": "deck"})
        walk = {"kind": "place", "field": 1} if steps is None else {"kind": "move", "steps": steps}
        table.done({**walk, "seat": seat}, overrule=steps is not None)
    table.done({"kind": "sell", "seat": 0, "good": "herbs", "from": 1, "shop": 2, "for": "cards"})
    assert said(phone) == "Turn: Ada. Ada: sold for cards: herbs (Pergula)."


def test_a_harvest_of_several_goods_is_one_sentence(api: Api) -> None:
    table = api.table(track="full")
    for build in ("horten", "metalle"):
        table.done({"kind": "building", "seat": 0, "build": build})
    for move in ({"kind": "draw", "from": "deck"}, {"kind": "place", "field": 1}, {"kind": "harvest"}):
        table.done({**move, "seat": 0})
    phone = Phone(table, table.join(1))
    assert said(phone) == "Turn: Ada. Ada: harvested (2 × herbs, ore)."
    assert text(phone.shows["news"]) == "Ada: harvested (2 × herbs, ore)"
    assert log(table, table.token)[0] == "Ada: harvested (2 × herbs, ore)"
    assert log(table, table.token, "it")[0] == "Ada: raccolta (2 × erbe, minerale grezzo)"
    assert log(table, table.token, "pl")[0] == "Ada: pozyskanie (2 × zioła, ruda)"


@pytest.mark.parametrize("game", GAMES)
def test_who_listens_hears_that_the_table_was_closed(api: Api, game: str) -> None:
    table = api.table(game)
    phone = Phone(table, table.join(0))
    assert "Your turn, Ada" in said(phone)
    assert api.send("POST", f"/t/{table.code}/close", {}, table.token)[0] == 200
    assert said(phone) == "This table is closed. The host can open it again."


def test_that_the_last_round_begins_is_told_once(api: Api) -> None:
    table = api.table(target=1)
    phone = Phone(table, table.join(1))
    table.done({"kind": "place", "seat": 0, "field": 2})
    table.done({"kind": "fame", "seat": 0, "by": 1})
    table.done({"kind": "end_turn", "seat": 0})
    phone.look()
    assert text(phone.shows["news"]) == "The last round begins: Ada has enough Fame"
    table.done({"kind": "place", "seat": 1, "field": 3})
    phone.look()
    assert text(phone.shows["news"]) == ""
    assert "Last round: 1 turn left" in text(phone.shows["thumb"])


# --- the same news twice ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(GAMES))
def test_the_same_news_once_more_is_another_text_for_those_who_listen(api: Api, game: str) -> None:
    table = api.table(game)
    ada = table.join(0)
    heard = []
    for _ in range(3):
        table.done({"kind": "colour", "seat": 1, "colour": "red"})
        page = api.client().get(f"/t/{table.code}", headers={"Accept": "text/html", "Cookie": f"seats={ada}"}).text
        heard += re.findall(r'<p id="said"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert len(heard) == 3 and len({text(line) for line in heard}) == 1
    assert heard[0] != heard[1] != heard[2] != heard[0]


# --- what is read aloud ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "said"), [(1, "1 karta na ręce"), (2, "2 karty na ręce"), (5, "5 kart na ręce"), (22, "22 karty na ręce")]
)
def test_cards_in_hand_are_read_aloud_with_the_form_their_number_asks_for(api: Api, cards: int, said: str) -> None:
    table = api.table(track="full")
    ada = table.join(0)
    held = table.show()["players"][0]["hand"]
    table.done({"kind": "cards", "seat": 0, "by": cards - held})
    page = api.client().get(f"/t/{table.code}?lang=pl", headers={"Cookie": f"seats={ada}"}).text
    for part in ("chip-0", "mine-0"):
        words = page[page.index(f'id="{part}"') :].partition("</li>" if part == "chip-0" else "</p>")[0]
        assert f'aria-hidden="true">{cards}</b><span class="sr"> {said}</span>' in words.replace("\u00a0", " "), part
