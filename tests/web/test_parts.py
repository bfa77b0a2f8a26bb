"""The parts of a table's page: a phone is sent what it does not show yet, and nothing it shows is out of date."""

from __future__ import annotations

import json
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from types import FunctionType
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from flask import Flask
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from referee.audience import Viewer
from referee.games import GAMES
from referee.pages import parts, templating
from referee.pages.parts import Drawn
from referee.pages.showing import Sight, context, fragment, log_json
from referee.pages.templating import Templates, kept
from tests.fata_morgana.test_secrets import public, secret_move
from tests.web.conftest import Api, Table

PART = re.compile(r'<[^>]* id="([\w-]+)"[^>]* data-part="(\w+)"')
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in GAMES),
    ("alchemicus", {"track": "full", "expansion": "noctis", "prices": {"horten": 1, "labrium": 2, "domo": 5}}),
    ("alchemicus", {"track": "full", "expansion": "noctis", "variant": "gold_rush"}),
]


def found(text: str) -> dict[str, str]:
    """Return the parts in an answer by id; each is one element, so that it ends where the next begins."""
    here = text.partition('<div id="notice"')[0]
    starts = [(match.start(), match[1]) for match in PART.finditer(here)]
    ends = [*(start for start, _name in starts), len(here)][1:]
    return {name: here[start:end].strip() for (start, name), end in zip(starts, ends, strict=True)}


class Phone:
    """A phone at a table as htmx and table.js make it: it says which parts it shows, and takes what comes."""

    def __init__(self, table: Table, tokens: str):
        self.api, self.code, self.tokens = table.api, table.code, tokens
        self.shows: dict[str, str] = {}
        self.look()

    def ask(self, method: str, path: str, form: dict[str, Any] | None = None) -> tuple[int, dict[str, str]]:
        tags = " ".join(match[2] for part in self.shows.values() if (match := PART.match(part)))
        answer = self.api.client().open(
            path,
            method=method,
            data=urlencode(form) if form is not None else None,
            content_type="application/x-www-form-urlencoded" if form is not None else None,
            headers={
                "Accept": "text/html",
                "HX-Request": "true",
                "HX-Request-Type": "partial",
                "Cookie": f"seats={self.tokens}",
                "Referee-Shows": tags,
            },
        )
        came = found(answer.text)
        self.shows.update(came)
        return answer.status_code, came

    def look(self) -> dict[str, str]:
        """Fetch what this phone does not show yet."""
        status, came = self.ask("GET", f"/t/{self.code}")
        assert status == 200
        return came

    def tap(self, move: Any, **more: Any) -> tuple[int, dict[str, str]]:
        written = move if isinstance(move, str) else msgspec.json.encode(move).decode()
        return self.ask("POST", f"/t/{self.code}/entries", {"move": written, **more})


def test_a_tap_brings_the_parts_it_changed_and_no_others(api: Api) -> None:
    table = api.table(players=("Ada", "Bruno", "Celina"))
    phone = Phone(table, table.token)
    assert phone.look() == {}, "nothing is sent twice"
    status, came = phone.tap('{"kind":"fame","seat":1,"by":1}')
    assert (status, came.keys()) == (200, {"latest", "said", "entered", "undo", "row-1", "worth-1"})
    assert 'data-seq="1"' in came["latest"]
    status, came = phone.tap('{"kind":"place","seat":0,"field":2}')
    assert (status, came.keys()) == (200, {"latest", "said", "entered", "row-0", "outer", "thumb"})
    status, came = phone.tap('{"kind":"place","seat":0,"field":2}')
    assert (status, came) == (422, {}), "a refusal changes nothing"
    assert phone.look() == {}


def test_a_phone_that_shows_another_table_or_nothing_is_sent_all(api: Api) -> None:
    table = api.table()
    phone = Phone(table, table.token)
    whole = dict(phone.shows)
    phone.shows = {"latest": '<ol id="latest" data-part="0">', "row-0": '<li id="row-0" data-part="no tag at all">'}
    assert phone.look() == whole


def test_a_form_without_a_script_is_entered_as_often_as_it_is_sent(api: Api) -> None:
    table = api.table()
    phone = Phone(table, table.token)
    for _ in range(2):
        assert phone.tap('{"kind":"fame","seat":0,"by":1}', seq="")[0] == 200
        assert phone.tap('{"kind":"fame","seat":1,"by":1}', seq="0")[0] == 200, "the same form twice is one entry"
    assert [player["fame"] for player in table.show()["players"]] == [2, 1]


@pytest.mark.parametrize(("game", "options"), VARIANTS)
@pytest.mark.parametrize("seed", range(2))
def test_no_phone_ever_shows_a_part_that_is_out_of_date(
    api: Api, game: str, options: dict[str, Any], seed: int
) -> None:
    """Every few moves all that was kept is forgotten, and the page anew is what the phone shows."""
    chance = random.Random(seed)
    table = api.table(game, ("Ada", "Bruno", "Celina"), **options)
    seats = [table.join(seat) for seat in range(3)]
    phones = [Phone(table, seats[0]), Phone(table, f"{seats[1]}.{seats[2]}"), Phone(table, table.token)]
    house = api.app.extensions["referee"]
    for number in range(60):
        state = house.store.latest(table.code).state
        seat = state.to_move if state.to_move is not None else chance.randrange(3)
        offered = GAMES[game].offers(state, seat, True)
        if chance.random() < 0.15 or not offered:
            way = chance.choice(("undo", "redo"))
            table.back(way, house.store.latest(table.code).seq)
        else:
            overrule = {"overrule": "true"} if chance.random() < 0.3 else {}
            sender = phones[0] if seat == 0 else phones[1]
            sender.tap(chance.choice(offered), **overrule)
        if number % 6 == 5:
            for phone in phones:
                phone.look()
            house.shown.clear()
            parts._parts.clear()
            templating._pieces.clear()
            for phone in phones:
                shown = dict(phone.shows)
                assert phone.look() == {}, "the same facts make the same part"
                assert phone.shows == shown
                phone.shows = {}
                assert phone.look() == shown
    assert len(phones[0].shows) > 8


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_every_part_is_one_element_that_says_its_name_and_tag(api: Api, game: str, options: dict[str, Any]) -> None:
    table = api.table(game, **options)
    with api.app.test_request_context(headers={"Cookie": f"seats={table.token}"}):
        house = api.app.extensions["referee"]
        known = house.store.latest(table.code)
        made = fragment(house, known, Viewer(frozenset({0}), True, True))
    page = api.client().get(f"/t/{table.code}", headers={"Accept": "text/html", "Cookie": f"seats={table.token}"}).text
    for name, part in made.items():
        element = rf'<(\w+)[^>]* id="{name}"[^>]* data-part="{part.tag}"[^>]*>.*</\1>'
        assert re.fullmatch(element, part.html, re.DOTALL), part.html[:200]
        assert page.count(f' id="{name}"') == 1, f"{name} has its place on the page"


def test_a_part_changes_with_what_its_template_mentions_and_with_nothing_else() -> None:
    env = Templates(
        Flask(__name__),
        loader=DictLoader(
            {
                "game/parts/sum.html": '<p id="sum"{{ part }}>{{ t.a + t.inner.b }}{% include "game/more.html" %}</p>',
                "game/more.html": "{% set d = t.d %}{% for one in each.e %}{{ one.count(d) }}{% endfor %}",
                "game/parts/each/of.html": '<b id="of-{{ player.seat }}"{{ part }}>{{ player.fame }}{{ turn }}</b>',
                "other/parts/x.html": "never",
            }
        ),
    )

    def made(before: Drawn | None = None, /, **changed: Any) -> Drawn:
        t = {"a": 1, "inner": {"b": 2, "c": 3}, "d": 4, "to_move": 0, "f": 5}
        players = [{"seat": seat, "fame": 0, "hand": 0} for seat in (0, 1)]
        context = {"t": {**t, "players": players}, "each": {"e": [[1, 4]], "g": 0}}
        for path, value in changed.items():
            inner: Any = context
            *outer, last = path.split("__")
            for key in outer:
                inner = inner[int(key)] if key.isdigit() else inner[key]
            inner[last] = value
        return parts.draw(env, "game", context, before)

    drawn = made()
    first = drawn.parts
    assert set(first) == {"sum", "of-0", "of-1"}
    tag = first["sum"].tag
    assert first["sum"].html == f'<p id="sum" data-part="{tag}">31</p>'
    assert first["sum"].update == f'<p id="sum" hx-swap-oob="outerMorph" data-part="{tag}">31</p>'
    for before in (None, drawn):
        untouched = made(before, t__f=6, t__inner__c=7, each__g=1, t__players__0__hand=3).parts
        assert {name for name in first if untouched[name] is not first[name]} == set()
    for change, names in (
        ({"t__a": 9}, {"sum"}),
        ({"t__inner__b": 9}, {"sum"}),
        ({"t__d": 9}, {"sum"}),
        ({"each__e": []}, {"sum"}),
        ({"t__players__1__fame": 9}, {"of-1"}),
        ({"t__to_move": 1}, {"of-0", "of-1"}),
    ):
        for before in (None, drawn):
            now = made(before, **change).parts
            assert {name for name in first if now[name] is not first[name]} == names, change
            assert {name for name in first if now[name].tag != first[name].tag} == names, change


def test_a_piece_that_is_kept_is_not_taken_for_another_that_looks_alike() -> None:
    env = Templates(Flask(__name__), autoescape=True)
    module: Any = env.from_string("{% macro piece(fact, more=1) %}{{ fact }} {{ more }}{% endmacro %}").module
    piece = kept(module.piece)
    told = [piece("&amp;"), piece(Markup("&amp;")), piece(1), piece(True), piece(["&amp;"]), piece("&amp;", more=2)]
    assert told == ["&amp;amp; 1", "&amp; 1", "1 1", "True 1", "[&#39;&amp;amp;&#39;] 1", "&amp;amp; 2"]
    named = [piece(0, more="&amp;"), piece(0, more=Markup("&amp;")), piece(0, more=1), piece(0, more=True)]
    assert named == ["0 &amp;amp;", "0 &amp;", "0 1", "0 True"]


def test_phones_that_see_the_same_share_it_and_others_do_not(api: Api) -> None:
    house = api.app.extensions["referee"]

    def pages(game: str, **options: Any) -> list[dict[str, parts.Part]]:
        made = api.table(game, ("Ada", "Bruno", "Celina"), **options)
        table = house.store.latest(made.code)
        with api.app.test_request_context():
            return [fragment(house, table, Viewer(frozenset({seat}), True)) for seat in range(3)]

    for game in ("alchemicus", "homunculus"):
        ada, bruno, celina = pages(game)
        assert bruno is celina
        assert ada["said"] is not bruno["said"], "it is her turn"
    for _ada, bruno, celina in (pages("alchemicus", track="full"), pages("fata_morgana")):
        assert bruno is not celina
    assert bruno["hand"] is not celina["hand"]


def test_what_every_template_knows_hides_no_fact_from_the_plan_of_a_part(api: Api) -> None:
    """A fact with the name of a macro would be left out of the key, and one phone's part be another's."""
    house = api.app.extensions["referee"]
    for game in GAMES:
        table = house.store.latest(api.table(game).code)
        with api.app.test_request_context():
            sight = Sight.of(GAMES[game], table, Viewer(frozenset({0}), True, True), frozenset())
            facts = {*context(house, table, sight), "player", "turn", "part"}
        assert not facts & set(house.templates.globals)


@pytest.mark.parametrize("seed", [5, 6, 10, 22])
def test_phones_are_shown_the_same_whatever_is_kept_secret_from_them(api: Api, seed: int) -> None:
    """Two tables that differ in one seat's secrets only, and share all that is kept: nobody else tells them apart."""
    chance = random.Random(seed)
    house = api.app.extensions["referee"]
    tables = [api.table("fata_morgana", ("Ada", "Bruno", "Celina")) for _ in range(2)]
    joined = [[table.join(seat) for seat in range(3)] for table in tables]
    others = frozenset({1}), frozenset({1, 2}), frozenset[int]()

    def pages(table: Table, seats: frozenset[int], writes: bool) -> dict[str, str]:
        with api.app.test_request_context():
            latest = house.store.latest(table.code)
            made = fragment(house, latest, Viewer(seats, writes))
        log = json.dumps([{**line, "at": None} for line in msgspec.to_builtins(log_json(latest, seats))])
        return {"log": log} | {
            name: re.sub(r' data-part="\w+"', "", part.html).replace(table.code, "CODE") for name, part in made.items()
        }

    told = set()
    for number in range(40):
        state = house.store.latest(tables[0].code).state
        if state.phase == "reveal":
            break
        moves = [msgspec.to_builtins(move) for move in secret_move(chance, state)]
        if number % 3:
            moves = [msgspec.to_builtins(public(chance, state, 3))] * 2
        if moves[0]["kind"] in ("declare", "reveal"):
            continue
        told.add(moves[0]["kind"] if moves[0] != moves[1] else None)
        statuses = [
            table.enter(move, tokens[move["seat"]], overrule=True)[0]
            for table, tokens, move in zip(tables, joined, moves, strict=True)
        ]
        assert statuses[0] == statuses[1], moves
        own = [pages(table, frozenset({0}), True) for table in tables]  # first, so that it is what may be kept
        for seats in others:
            for writes in (True, False):
                first, second = (pages(table, seats, writes) for table in tables)
                assert first == second, (seats, moves)
    assert told >= {"hand", "objective", "pass"}
    assert own[0]["hand"] != own[1]["hand"]


def test_templates_are_read_for_one_of_a_hundred_phones_that_come_at_once(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = api.table()
    reading: list[str] = []
    mentioned = parts._mentioned

    def slowly(env: Any, template: str) -> Any:
        reading.append(template)
        time.sleep(0.001)
        return mentioned(env, template)

    monkeypatch.setattr(parts, "_mentioned", slowly)
    parts._plans.cache_clear()
    with ThreadPoolExecutor(30) as phones:
        shown = list(phones.map(lambda _number: Phone(table, table.token).shows, range(30)))
    assert all(one == shown[0] for one in shown)
    assert reading.count("alchemicus/parts/thumb.html") == 1


def test_no_function_of_the_templates_asks_for_their_context(app: Flask) -> None:
    functions = {name: known for name, known in app.jinja_env.globals.items() if isinstance(known, FunctionType)}
    assert "ngettext" in functions
    assert [name for name, function in functions.items() if hasattr(function, "jinja_pass_arg")] == []


def test_templates_do_what_jinja_does() -> None:
    source = """{% macro box(name) %}<b>{{ name }}{{ caller() }}</b>{% endmacro %}
        {%- call box(t.who) %}{% for one in t.inner.list if one %}{{ loop.index }}{{ one }}{% endfor %}{% endcall -%}
        {{ t.items()|list|length }}{{ t.nothing }}{{ t.inner.list[0:1]|join }}{{ t.mark ~ t.who }}
        {{- "%s"|format(t.mark) }}
        {%- set ns = namespace(sum=0) %}{% for _ in range(3) %}{% set ns.sum = ns.sum + 1 %}{% endfor %}{{ ns.sum }}"""
    facts = {"t": {"who": "<i>", "mark": Markup("<u>"), "inner": {"list": [0, "&", Markup("&amp;")]}}}
    told = Templates(Flask(__name__), autoescape=True).from_string(source).render(facts)
    assert told == Environment(autoescape=True).from_string(source).render(facts)
    assert told == "<b>&lt;i&gt;1&amp;2&amp;</b>30<u>&lt;i&gt;&lt;u&gt;3"
