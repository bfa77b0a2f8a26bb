"""Who is the same person over many evenings: asked before it is so, taken back, and nobody without a name."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import Api
from tests.web.test_played import COUNT, home, played

__all__ = ["home"]


def test_two_who_played_together_are_two_people(home: Api) -> None:
    home.send("POST", "/played", COUNT)
    status, answer = home.send("POST", "/played/people", {"name": "Bruno", "person": "ADA"})
    assert (status, answer["error"]["code"]) == (409, "played_together")
    assert answer["error"]["message"] == "Bruno and ADA played a game together, so they are two people."
    page = home.client().post("/played/people", data={"name": "Bruno", "person": "Ada", "sure": "true"})
    assert page.status_code == 409 and "so they are two people" in page.text
    assert [person["name"] for person in home.get("/played/statistics")["people"]] == ["Ada", "Bruno"]
    # Nor by way of a third name.
    alone = {"players": [{**COUNT["question"]["players"][0], "name": "Adele"}]}  # type: ignore[index]
    home.send("POST", "/played", COUNT | {"question": alone, "key": "two"})
    assert home.send("POST", "/played/people", {"name": "Adele", "person": "Ada"})[0] == 200
    assert home.send("POST", "/played/people", {"name": "Adele", "person": "Bruno"})[0] == 409


def test_a_browser_is_asked_before_names_are_joined_and_takes_it_back_on_the_persons_page(home: Api) -> None:
    alone = {"players": [{**COUNT["question"]["players"][0], "name": "Adele"}]}  # type: ignore[index]
    for key, question in (("one", COUNT["question"]), ("two", alone)):
        home.send("POST", "/played", COUNT | {"question": question, "key": key})
    browser = home.client()

    def names() -> list[str]:
        return [person["name"] for person in home.get("/played/statistics")["people"]]

    asked = browser.post("/played/people", data={"name": "Adele", "person": "Ada"})
    assert asked.status_code == 200 and "From now on the games of Adele count as those of Ada." in asked.text
    assert sorted(names()) == ["Ada", "Adele", "Bruno"]
    fields = dict(re.findall(r'name="(name|person|sure)" value="(\w+)"', asked.text))
    assert browser.post("/played/people", data=fields).headers["Location"] == "/played/person?name=Ada"
    assert names()[1:] == ["Bruno"]
    page = browser.get("/played/person?name=Ada").text
    assert "Another name for this person: Adele" in page and 'aria-label="Count Adele separately again"' in page
    assert browser.post("/played/people", data={"name": "Adele", "person": "Adele"}).status_code == 303
    assert sorted(names()) == ["Ada", "Adele", "Bruno"]
    page = browser.get("/played/person?name=Ada").text
    assert "Another name for this person" not in page
    assert "Yes, remove Ada for good" in page.partition("<summary>Remove this name from all games</summary>")[2]


@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_players_without_a_name_at_a_desk_are_no_people_and_their_names_are_asked(home: Api, language: str) -> None:
    browser = home.client()
    form = {f"players.{seat}.{key}": "0" for seat in (0, 1) for key in ("points", "objective_points", "hand_size")}
    form |= {"players.0.points": "30", "players.1.points": "20", "players.0.name": "", "players.1.name": "Zofia"}
    address = f"/desk/fata_morgana/score/keep?key=one&lang={language}"
    kept = browser.post(address, data=form)
    assert kept.status_code == 303, kept.text
    assert [person["name"] for person in home.get("/played/statistics")["people"]] == ["Zofia"]
    (play,) = played(home)
    assert [player["name"] for player in play["players"]] == ["…", "Zofia"]
    page = browser.get(kept.headers["Location"] + "?lang=en").text
    assert '<details class="fold" open><summary>Who played?</summary>' in page
    assert browser.post(f"/played/{play['id']}/name", data={"seat": "0", "name": "Ada"}).status_code == 303
    assert [player["name"] for player in played(home)[0]["players"]] == ["Ada", "Zofia"]
