"""Names in what was played: in which order they come, and that they stay as they are in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Api
from tests.web.test_played import COUNT


@pytest.fixture
def home(app: Flask) -> Api:
    app.config["HOUSE"] = True
    return Api(app)


ONCE = ["Zofia", "Ćwirek", "Łukasz", "Adam", "Lena", "Tomek", "Émile", "Ewa", "Cyryl", "Óscar", "Ola", "Żaneta"]
SORTED = ["Adam", "Ćwirek", "Cyryl", "Émile", "Ewa", "Lena", "Łukasz", "Ola", "Óscar", "Tomek", "Żaneta", "Zofia"]


def count_of(key: str, *names: str, note: str = "") -> dict[str, Any]:
    players = [{"name": name, "points": 9, "objective": None, "hand": {}} for name in names]
    return COUNT | {"key": key, "question": {"players": players}, "note": note}


def test_names_are_sorted_as_readers_do(home: Api) -> None:
    for at in range(0, len(ONCE), 2):
        assert home.send("POST", "/played", count_of(str(at), *ONCE[at : at + 2]))[0] == 201
    assert [person["name"] for person in home.get("/played/statistics")["people"]] == SORTED
    page = home.client().get("/played/statistics").data.decode()
    assert list(dict.fromkeys(re.findall('<bdi translate="no">(.*?)</bdi>', page))) == SORTED
    text = home.client().get("/played/statistics.csv").get_data(as_text=True)
    assert [row[0] for row in csv.reader(io.StringIO(text))][1:] == SORTED
    others = home.client().get("/played/person?name=Adam").text
    assert re.findall("<option>(.*?)</option>", others) == SORTED[1:]


@pytest.mark.parametrize("name", ["1/2", "12-11", "007", "1E5", "TRUE", "3 mar", "Maj 5", "12:30", "Prawda", "1,5"])
def test_a_name_or_a_note_that_looks_like_a_number_stays_as_it_is(home: Api, name: str) -> None:
    home.send("POST", "/played", count_of("a", name, "Anna 2", note=name))
    for place, cells in (("/played.csv", (4, 9)), ("/played/statistics.csv", (0,))):
        rows = list(csv.reader(io.StringIO(home.client().get(place).get_data(as_text=True))))[1:]
        for cell in cells:
            assert f"'{name}" in [row[cell] for row in rows]
        assert any("Anna 2" in row for row in rows)
