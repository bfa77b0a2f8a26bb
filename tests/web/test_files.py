"""The files that people bring: whatever an editor made of a game's, and what is none."""

from __future__ import annotations

import codecs
import io
import json
from typing import Any

import pytest

from tests.web.conftest import Api

DOCUMENT = {"game": "alchemicus", "players": ["Żółć", "Bruno"], "options": {}, "log": []}
WHOLE = json.dumps(DOCUMENT, ensure_ascii=False)
READ = {
    "as it was saved": WHOLE.encode(),
    "with a byte-order mark": codecs.BOM_UTF8 + WHOLE.encode(),
    "UTF-16": codecs.BOM_UTF16_LE + WHOLE.encode("utf-16-le"),
    "UTF-16, the other way round": codecs.BOM_UTF16_BE + WHOLE.encode("utf-16-be"),
    "with a NUL at its end": WHOLE.encode() + b"\0",
    "UTF-16 with lines and a NUL at its end": codecs.BOM_UTF16_LE + f"{WHOLE}\r\n\0".encode("utf-16-le"),
}
NO_GAME = {
    "empty": b"",
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "a page": b"<!doctype html><title>Referee</title>",
    "of BG Stats": json.dumps({"games": [], "players": [{"name": "Ada"}], "plays": []}).encode(),
    "a list": b"[]",
    "cut off": WHOLE.encode()[:-5],
    "half of UTF-16": codecs.BOM_UTF16_LE + b"\x7b",
}
SENTENCES = {
    "en": "The referee cannot read a game from this file. Choose one saved with “The whole game as a file”",
    "it": "Questo non è il file di una partita dell’arbitro. Scegli quello salvato con «Tutta la partita in un file»",
    "pl": "To nie jest plik z partią zapisaną przez sędziego. Wybierz ten, który zapisała „Cała partia w pliku”",
}


def brought(api: Api, file: bytes, language: str = "en") -> Any:
    headers = {"Accept": "text/html", "Accept-Language": language, "Sec-Fetch-Site": "same-origin"}
    return api.client().post("/tables/import", data={"file": (io.BytesIO(file), "game.json")}, headers=headers)


@pytest.mark.parametrize("how", READ)
def test_a_file_is_read_however_an_editor_saved_it(api: Api, how: str) -> None:
    made = brought(api, READ[how])
    assert made.status_code == 303, made.text
    code = made.headers["Location"].split("/")[2]
    assert [player["name"] for player in api.get(f"/t/{code}")["players"]] == ["Żółć", "Bruno"]


@pytest.mark.parametrize("what", NO_GAME)
def test_what_is_no_game_s_file_is_told_so_and_what_to_choose(api: Api, what: str) -> None:
    for language, sentence in SENTENCES.items():
        answer = brought(api, NO_GAME[what], language)
        assert (answer.status_code, sentence in answer.text.replace("\xa0", " ")) == (400, True)
    assert api.app.extensions["referee"].store.codes() == []


def test_names_that_an_older_release_told_apart_come_in_told_apart(api: Api) -> None:
    for players, told in (
        (["Ada", "Ada\u200b"], ["Ada", "Ada 2"]),
        (["❤", "❤\ufe0f", "❤\u200d"], ["❤", "❤\ufe0f 2", "❤ 3"]),
        (["Ada 2", "Ada", "ADA"], ["Ada 2", "Ada", "ADA 3"]),
        (["x" * 40, "X" * 40], ["x" * 40, "X" * 38 + " 2"]),
        (["Ada  B", "Ada B"], ["Ada  B", "Ada B 2"]),
    ):
        status, made = api.send("POST", "/tables/import", DOCUMENT | {"players": players})
        assert (status, [player["name"] for player in made["table"]["players"]]) == (201, told)


@pytest.mark.parametrize("players", [["Ada", "Ada"], ["\u200b", "Ada"], ["Ada"]])
def test_names_that_were_never_told_apart_are_refused(api: Api, players: list[str]) -> None:
    status, answer = api.send("POST", "/tables/import", DOCUMENT | {"players": players})
    assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "malformed", "players")


def test_one_person_is_one_at_the_table_and_in_what_was_played(api: Api) -> None:
    for one, other in (("Ada  B", "Ada B"), ("❤", "❤\ufe0f"), ("Ada", "ＡDA")):
        status, answer = api.send("POST", "/tables", {"game": "alchemicus", "players": [one, other]})
        assert (status, answer["error"]["field"]) == (400, "players")
