"""A new table's form: what was typed outlives a refusal, another language and another choice of its chips."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from referee.store import StorageError
from tests.web.conftest import Api


class Form(HTMLParser):
    """The form with the id "new" as a browser would send it, and what the page says of it."""

    def __init__(self, html: str):
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self.buttons: list[dict[str, str | None]] = []
        self.wrong: list[str | None] = []
        self.focus: list[str | None] = []
        self.opened = 0
        self.alert = ""
        self._select, self._alerting = "", False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        name, value = told.get("name") or "", told.get("value") or ""
        self._alerting = told.get("role") == "alert"
        self.opened += tag == "details" and "open" in told
        if "autofocus" in told:
            self.focus.append(name or told.get("id"))
        if told.get("aria-invalid") == "true" and told.get("aria-describedby") == "wrong":
            self.wrong.append(value)
        if tag == "button":
            self.buttons.append(told)
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:  # the first one is chosen where no other is
            self.fields.append((self._select, value))
            self._select = ""
        elif tag == "option" and "selected" in told:
            self.fields[-1] = (self.fields[-1][0], value)
        elif tag == "input" and (told.get("type") not in ("radio", "checkbox") or "checked" in told):
            self.fields.append((name, value))

    def handle_data(self, data: str) -> None:
        if self._alerting:
            self.alert += data.strip()

    def told(self, *names: str) -> list[str]:
        return [value for name, value in self.fields if name in names]

    def get(self, phone: FlaskClient, button: dict[str, str | None]) -> Any:
        """Tap a button that sends the form as an address."""
        assert button["formmethod"] == "get" and "formnovalidate" in button
        sent = [*self.fields, (button["name"] or "", button["value"] or "")]
        return phone.get(f"{button['formaction']}?{urlencode(sent)}")


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.set_cookie("lang", "en")
    return client


def tables(app: Flask) -> int:
    return int(app.extensions["referee"].store.database.rows("SELECT count(*) FROM tables")[0][0])


SAME = "Two players have the same name; the log could not tell them apart."
LONG = "Every player needs a name of 1 to 40 characters."


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
@pytest.mark.parametrize(
    ("given", "said", "wrong", "focus"),
    [
        (["Ada <b>", "Żółć", "Ada <b> ", ""], SAME, ["Ada <b> "], 2),
        (["Ada", "x" * 41, "", "y" * 50], LONG, ["x" * 41, "y" * 50], 1),
        (["Ada", "\u200b", "", ""], LONG, ["\u200b"], 1),
        (["", " ", "", "Iga"], "This game is for 2 to %s players.", ["", " "], 0),
    ],
)
def test_names_that_are_refused_are_still_there_and_marked(
    app: Flask, phone: FlaskClient, game: str, given: list[str], said: str, wrong: list[str], focus: int
) -> None:
    rows = {f"players.{row}": name for row, name in enumerate(given)} if game == "homunculus" else {"players[]": given}
    answer = phone.post("/tables", data={"game": game, "options.strict_seats": "true", **rows})
    assert answer.status_code == 400
    form = Form(answer.text)
    keys = tuple(f"players.{row}" for row in range(5)) if game == "homunculus" else ("players[]",)
    assert form.told(*keys)[:4] == given
    assert form.alert == said.replace("%s", "5" if game == "homunculus" else "4")
    assert form.wrong == wrong
    assert form.focus == [keys[focus if game == "homunculus" else 0]]
    assert form.told("options.strict_seats") == ["true"]
    assert form.opened == 0
    assert tables(app) == 0


def test_mended_the_form_that_came_back_sets_the_table(app: Flask, phone: FlaskClient, api: Api) -> None:
    data = {"game": "alchemicus", "players[]": ["Ada", "Ada", "", ""], "options.track": "full", "options.target": "31"}
    data |= {"options.card_bank": "true", "options.edition": "it", "options.expansion": "noctis"}
    form = Form(phone.post("/tables", data=data).text)
    assert [button.get("value") for button in form.buttons if button.get("aria-pressed") == "true"] == ["noctis"]
    mended = MultiDict(form.fields)
    mended.setlist("players[]", ["Ada", "Bruno", "", ""])
    made = phone.post("/tables", data=mended)
    assert made.status_code == 303
    shown = api.get(made.headers["Location"].removesuffix("/lobby"))
    assert [player["name"] for player in shown["players"]] == ["Ada", "Bruno"]
    options = shown["options"]
    assert (options["track"], options["target"], options["card_bank"]) == ("full", 31, True)
    assert (options["edition"], options["expansion"]) == ("it", "noctis")


def test_two_alike_colours_in_a_cauldron(app: Flask, phone: FlaskClient) -> None:
    form = Form(phone.get("/new/fata_morgana").text)
    pairs = form.told(*(f"options.cauldrons.{number}[]" for number in range(10)))
    assert len(pairs) == 20
    data = MultiDict([(name, value) for name, value in form.fields if name != "options.cauldrons.3[]"])
    data.update({"options.cauldrons.3[]": ["red", "red"]})
    data.setlist("players[]", ["Ada", "Bruno", "", "Iga"])
    answer = phone.post("/tables", data=data)
    again = Form(answer.text)
    assert (answer.status_code, again.alert) == (400, "There are 10 cauldrons, and each shows two different colours.")
    assert again.told("options.cauldrons.3[]") == ["red", "red"]
    assert again.told("players[]") == ["Ada", "Bruno", "", "Iga"]
    assert (again.wrong, again.focus, again.opened) == ([], ["wrong"], 1)
    assert app.extensions["referee"].store.remembered("fata_morgana") == {}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"0.kind": "red", "2.kind": "red", "0.ingredient": "mercury", "2.ingredient": "sulphur"},
            "assumes that no two",
        ),
        ({"2.kind": "red"}, "choose both, or neither"),
        ({"0.ingredient": "sulphur"}, "choose both, or neither"),
    ],
)
def test_favourites_that_cannot_be(phone: FlaskClient, options: dict[str, str], said: str) -> None:
    told = {f"options.favourites.{key}": value for key, value in options.items()}
    answer = phone.post("/tables", data={"game": "homunculus", "players.0": "Ada", "players.2": "Iga", **told})
    form = Form(answer.text)
    assert answer.status_code == 400 and said in form.alert
    assert {name: value for name, value in form.fields if "favourites" in name and value} == told
    assert form.told(*(f"players.{row}" for row in range(5))) == ["Ada", "", "Iga", "", ""]
    assert (form.focus, form.opened) == (["wrong"], 1)


def test_a_last_round_that_never_comes(phone: FlaskClient) -> None:
    data = {"game": "alchemicus", "players[]": ["Ada", "Bruno"], "options.target": "400"}
    form = Form(phone.post("/tables", data=data).text)
    assert form.alert == "The Fame that begins the last round is a number from 1 to 99; you can also leave it empty."
    assert (form.told("options.target"), form.opened) == (["400"], 1)


def test_a_program_is_told_as_ever(api: Api) -> None:
    for players, options, field in ((["Ada", "Ada"], {}, "players"), (["Ada", "Iga"], {"target": 400}, "target")):
        asked = {"game": "alchemicus", "players": players, "options": options}
        status, answer = api.send("POST", "/tables", asked)
        assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "malformed", field)
    # Without a word on what it reads, it still gets no form.
    answer = api.client().post("/tables", json={"game": "alchemicus", "players": ["Ada", "Ada"]})
    assert answer.status_code == 400 and "<form" not in answer.text


def test_a_form_of_no_game_is_a_plain_problem(phone: FlaskClient) -> None:
    for data in ({"game": "whist", "players[]": ["Ada", "Bruno"]}, {"players[]": ["Ada", "Bruno"]}):
        answer = phone.post("/tables", data=data)
        assert answer.status_code == 400 and 'id="new"' not in answer.text


# --- another language, another chip ------------------------------------------------------------------------------


EVERYWHERE = [("options.first_game", "true"), ("options.house_rule", "No <b>stealing</b> & co")]
FILLED = {
    "alchemicus": [
        *EVERYWHERE,
        *(("players[]", name) for name in ("Ada & co", "Żółć?", "", "王#")),
        *(("options.track", "full"), ("options.target", "31"), ("options.card_bank", "true")),
    ],
    "homunculus": [
        *EVERYWHERE,
        *(("players.0", "Ada & co"), ("players.1", "Żółć?"), ("players.3", "王#"), ("options.strict_seats", "true")),
        *(("options.favourites.3.kind", "blue"), ("options.favourites.3.ingredient", "sulphur")),
    ],
    "fata_morgana": [
        *EVERYWHERE,
        *(("players[]", name) for name in ("Ada & co", "Żółć?", "", "王#")),
        *(("options.cauldrons.0[]", "white"), ("options.cauldrons.0[]", "white"), ("options.strict_seats", "true")),
    ],
}


@pytest.mark.parametrize("game", FILLED)
def test_another_language_loses_nothing_that_was_typed(phone: FlaskClient, game: str) -> None:
    before = Form(phone.get(f"/new/{game}?{urlencode(FILLED[game])}").text)
    assert set(FILLED[game]) <= set(before.fields)
    for language in ("pl", "it"):
        (button,) = (button for button in before.buttons if button.get("formaction") == f"/language/{language}")
        led = before.get(phone, button)
        assert led.status_code == 303
        to = urlsplit(led.headers["Location"])
        assert (to.netloc, to.path) == ("", f"/new/{game}")
        assert parse_qsl(to.query, keep_blank_values=True) == before.fields
        page = phone.get(led.headers["Location"]).text
        assert f'<html lang="{language}"' in page
        after = [field for field in Form(page).fields if "edition" not in field[0]]
        assert after == [field for field in before.fields if "edition" not in field[0]]


def test_a_form_that_was_refused_changes_its_language_too(phone: FlaskClient) -> None:
    data = {"game": "alchemicus", "players[]": ["Ada", "Ada"], "options.expansion": "noctis"}
    form = Form(phone.post("/tables", data=data).text)
    (button,) = (button for button in form.buttons if button.get("lang") == "it")
    again = Form(phone.get(form.get(phone, button).headers["Location"]).text)
    assert again.told("players[]") == ["Ada", "Ada", "", ""]
    assert again.told("options.expansion") == ["noctis"]
    assert [button.get("value") for button in again.buttons if button.get("aria-pressed") == "true"] == ["noctis"]


@pytest.mark.parametrize(("chosen", "after"), [("pl", "it"), ("it", "it")])
def test_a_rulebook_follows_the_language_unless_it_was_chosen(phone: FlaskClient, chosen: str, after: str) -> None:
    form = Form(phone.get("/new/alchemicus").text)
    assert form.told("options.edition") == ["pl"]
    form.fields = [(name, chosen if name == "options.edition" else value) for name, value in form.fields]
    for language, edition in (("it", after), ("en", "it" if chosen == "it" else "pl")):
        (button,) = (button for button in form.buttons if button.get("lang") == language)
        form = Form(phone.get(form.get(phone, button).headers["Location"]).text)
        assert form.told("options.edition") == [edition], language


def test_the_chips_of_the_game_keep_what_a_gold_rush_does_not_ask(phone: FlaskClient, api: Api) -> None:
    form = Form(phone.get(f"/new/alchemicus?{urlencode(FILLED['alchemicus'])}").text)
    before = form.fields
    for play in ("gold_rush", "noctis", "none"):
        (chip,) = (button for button in form.buttons if button.get("value") == play)
        form = Form(form.get(phone, chip).text)
        assert form.told("players[]") == ["Ada & co", "Żółć?", "", "王#"]
        if play == "gold_rush":
            assert form.told("options.track", "options.target") == []
            made = phone.post("/tables", data=MultiDict(form.fields))
            shown = api.get(made.headers["Location"].removesuffix("/lobby"))
            assert (shown["options"]["variant"], shown["options"]["card_bank"]) == ("gold_rush", True)
    assert form.fields == before


@pytest.mark.parametrize("game", FILLED)
def test_the_first_button_of_the_form_sets_the_table(phone: FlaskClient, game: str) -> None:
    """Return in a field presses the first one on the page, wherever it stands."""
    page = phone.get(f"/new/{game}").text
    first = Form(page).buttons[0]
    assert first["form"] == "new" and not {"formaction", "formmethod", "name"} & set(first)


def test_another_language_leads_to_this_server_only_whatever_comes_along(phone: FlaskClient) -> None:
    led = phone.get("/language/pl?back=//evil.example&players[]=%0d%0aSet-Cookie:%20a=b&lang=it")
    assert led.headers["Location"] == "/?players%5B%5D=%0D%0ASet-Cookie%3A+a%3Db"
    led = phone.get("/language/pl?back=/rules/search?q%3Dgold&more=1")
    assert led.headers["Location"] == "/rules/search?q=gold&more=1"
    led = phone.get("/language/pl?back=/rules/search?q%3Dgold%26lang%3Dit")
    assert led.headers["Location"] == "/rules/search?q=gold", "what the address asked for before is asked no longer"


def test_a_table_is_made_though_the_server_cannot_remember_its_cards(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_what: object) -> None:
        raise StorageError("disk full")

    monkeypatch.setattr(app.extensions["referee"].store, "remember", full)
    phone = app.test_client()
    answer = phone.post("/tables", data={"game": "fata_morgana", "players[]": ["Ada", "Bruno"]})
    assert answer.status_code == 303
    assert "To the table" in phone.get(answer.headers["Location"]).text


@pytest.mark.parametrize("game", FILLED)
def test_a_house_rule_is_told_on_the_sheet_and_goes_home_and_on(phone: FlaskClient, game: str) -> None:
    filled = [row for row in FILLED[game] if "cauldrons" not in row[0]]
    made = phone.post("/tables", data=MultiDict([("game", game), *filled]))
    table = made.headers["Location"].removesuffix("/lobby")
    told = phone.get(f"{table}/export", headers={"Accept": "application/json"}).get_json()["options"]
    assert (told["house_rule"], told["first_game"]) == ("No <b>stealing</b> & co", True)
    assert "No &lt;b&gt;stealing&lt;/b&gt; &amp; co" in phone.get(f"{table}/sheet").text
    again = Form(phone.get(f"{table}/next").text)
    assert again.told("options.house_rule") == ["No <b>stealing</b> & co"]
    assert again.told("options.first_game") == []


def test_a_house_rule_that_is_too_long_is_refused_and_kept(phone: FlaskClient) -> None:
    data = {"game": "fata_morgana", "players[]": ["Ada", "Iga"], "options.house_rule": "x" * 201}
    form = Form((answer := phone.post("/tables", data=data)).text)
    assert answer.status_code == 400
    assert form.alert == "A house rule can be up to 200 characters, on one line."
    assert form.told("options.house_rule") == ["x" * 201]
