"""What the templates of a table's parts may read is documented, and they read nothing else."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from jinja2 import Environment, nodes

from referee.audience import Viewer
from referee.games import GAMES
from referee.pages import templating
from referee.pages.table import parts
from referee.pages.table.context import Newest, NextTable, TableFacts, TablePage, page_facts
from referee.pages.table.kept import Viewpoint
from tests.web.conftest import Api

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in GAMES),
    ("alchemicus", {"track": "full", "expansion": "noctis", "prices": {"horten": 1, "labrium": 2, "domo": 5}}),
    ("alchemicus", {"track": "full", "expansion": "noctis", "variant": "gold_rush"}),
]


def test_what_every_template_knows_hides_no_fact_from_the_plan_of_a_part(api: Api) -> None:
    """A fact with the name of a macro would be left out of the key, and one phone's part be another's."""
    facts = {*TablePage.__struct_fields__, "player", "turn"}
    assert not facts & set(api.app.extensions["referee"].templates.globals)


def struct(function: Any) -> set[str] | None:
    """Return the names of the fields of the struct that a game's `function` returns."""
    made = vars(sys.modules[function.__module__]).get(function.__annotations__["return"])
    return set(made.__struct_fields__) if hasattr(made, "__struct_fields__") else None


def assigned(env: Environment, name: str) -> set[str]:
    """Return the names that a template sets or imports itself, or in what it extends or includes."""
    assert env.loader is not None
    syntax = env.parse(env.loader.get_source(env, name)[0])
    names = {node.name for node in syntax.find_all(nodes.Name) if node.ctx == "store"}
    names |= {name for imported in syntax.find_all(nodes.FromImport) for name in imported.names}
    for other in syntax.find_all((nodes.Extends, nodes.Include)):
        names |= assigned(env, other.template.as_const())
    return names


@pytest.mark.parametrize("game", GAMES)
def test_a_tables_templates_read_nothing_but_what_is_documented(api: Api, game: str) -> None:
    env = api.app.extensions["referee"].templates
    known = {*TablePage.__struct_fields__, *env.globals, "player", "turn"}
    fields: dict[str, set[str] | None] = {
        "table": set(TableFacts.__struct_fields__),
        "newest": set(Newest.__struct_fields__),
        "next": set(NextTable.__struct_fields__),
        "t": struct(GAMES[game].view),
        "screen": struct(GAMES[game].screen),
    }
    folders = ("table/parts/", f"{game}/parts/")
    names = [name for name in env.list_templates(extensions=["html"]) if name.startswith(folders)]
    assert len(names) > 12
    for name in names:
        own = assigned(env, name)
        for first, *rest in parts.mentioned(env, name):
            assert first in known | own, f"{name} reads {first}"
            allowed = fields.get(first)
            assert not rest or allowed is None or rest[0] in allowed, f"{name} reads {first}.{rest[0]}"


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_facts_of_a_page_can_be_compared_and_spelled(api: Api, game: str, options: dict[str, Any]) -> None:
    house = api.app.extensions["referee"]
    table = house.store.latest(api.table(game, **options).code)
    with api.app.test_request_context():
        viewpoint = Viewpoint.of(GAMES[game], table, Viewer(frozenset({0}), True))
        one, other = (page_facts(house, table, viewpoint) for _ in range(2))
    for name in TablePage.__struct_fields__:
        if name not in ("each", "final"):
            assert getattr(one, name) == getattr(other, name), name
            assert templating.spelled(getattr(one, name)) == templating.spelled(getattr(other, name)), name
