"""A table's page consists of parts, each drawn once for the same facts. That is what makes an action cheap.

Parts are the files in templates/table/parts/ and templates/<game>/parts/, each one element of the page whose id is the
part's name. What a part depends on is read off its template: the facts of TablePage (context.py) that it mentions. A
tap changes one player's row and one line of the log; those parts are drawn and sent, all others are on the phones
already.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from jinja2 import Environment, Template, meta, nodes
from markupsafe import Markup

from referee.language import current
from referee.pages.assets import current_look
from referee.pages.templating import rendered, spelled


class Part(msgspec.Struct, eq=False, weakref=True):
    """One element of a table's page, as HTML; `update` takes its place on a page that is open (htmx's out-of-band
    swap)."""

    html: Markup
    update: str


class Plan(msgspec.Struct, frozen=True):
    """How a part comes about: its name, its template, the paths of the facts it mentions (`("t", "players")`)."""

    name: str
    template: Template
    facts: tuple[tuple[str, ...], ...]


class Plans(msgspec.Struct, frozen=True):
    """The plans of a game's parts: those of the whole table, and those of each seat; and which facts they mention, of
    the table (`facts`) and of a seat (`own`)."""

    whole: tuple[Plan, ...]
    each: tuple[Plan, ...]
    facts: tuple[tuple[str, ...], ...]
    own: tuple[tuple[str, ...], ...]


class Drawn(msgspec.Struct, frozen=True):
    """A table's page as it was drawn: its parts by name, and the facts they mention, in the order of Plans."""

    parts: dict[str, Part]
    facts: list[Any]
    own: list[list[Any]]


OWN = ("player", "turn")
"""What a part of a seat knows besides."""

_planning = threading.Lock()
"""When a server has just started, a hundred phones come at once: its templates are read and compiled for one."""
_parts: WeakValueDictionary[Any, Part] = WeakValueDictionary()
"""The parts that some drawing, or some phone that follows a table, holds."""


def draw(env: Environment, game: str, page: Any, before: Drawn | None = None) -> Drawn:
    """Return a table's page of `game` as parts; those of one seat are called "row-0", "row-1" …

    `page` is a TablePage, or a struct like one. A part of a seat knows its `player` (one of `t.players`) and whether it
    is his `turn` besides. `before` is any page of that game in the same language: what has the same facts is taken
    from it.
    """
    here = (current(), current_look())
    context = {**env.globals, **{name: getattr(page, name) for name in page.__struct_fields__}}
    with _planning:
        plans = _plans(env, game, page.__struct_fields__)
    facts = [_fact(context, path) for path in plans.facts]
    parts: dict[str, Part] = {}
    new = set(plans.facts)  # the facts that differ from before: all of them if there was nothing
    if before:
        parts.update(before.parts)
        new = {path for path, fact, was in zip(plans.facts, facts, before.facts, strict=True) if fact != was}
    for plan in plans.whole:
        if before is None or not new.isdisjoint(plan.facts):
            parts[plan.name] = _part(plan, plan.name, context, here)
    own = []
    to_move = _fact(context, ("t", "to_move"))
    for seat, player in enumerate(_fact(context, ("t", "players"))):
        his = {"player": player, "turn": seat == to_move}
        his_facts = [_fact(his, path) for path in plans.own]
        his_new = new
        if before and his_facts != (was := before.own[seat]):
            differ = zip(plans.own, his_facts, was, strict=True)
            his_new = new | {path for path, fact, old in differ if fact != old}
        context.update(his)
        for plan in plans.each:
            if before is None or not his_new.isdisjoint(plan.facts):
                name = f"{plan.name}-{seat}"
                parts[name] = _part(plan, name, context, here)
        own.append(his_facts)
    return Drawn(parts, facts, own)


def _part(plan: Plan, name: str, context: dict[str, Any], here: tuple[object, ...]) -> Part:
    facts = spelled([_fact(context, path) for path in plan.facts])
    # What names a part is long, and thousands are kept: 64 bits that nobody can aim at, and 32 more, stand for it.
    key = (here, plan.template, name, hash(facts), zlib.crc32(facts))
    part = _parts.get(key)
    if part is None:
        html = rendered(plan.template, context).strip()
        update = html.replace(f' id="{name}"', f' id="{name}" hx-swap-oob="outerMorph"', 1)
        part = _parts[key] = Part(Markup(html), update)  # noqa: S704 - a template wrote it, and escaped its facts
    return part


def _fact(context: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    value = context[path[0]]
    for name in path[1:]:
        value = value.get(name) if type(value) is dict else getattr(value, name, None)
    return value


@lru_cache(maxsize=64)
def _plans(env: Environment, game: str, known: tuple[str, ...]) -> Plans:
    whole: list[Plan] = []
    each: list[Plan] = []
    for template in env.list_templates(extensions=["html"]):
        folder, _slash, file = template.rpartition("/")
        for_each_seat = folder == f"{game}/parts/each"
        if for_each_seat or folder in ("table/parts", f"{game}/parts"):
            names = {*known, *OWN} if for_each_seat else set(known)
            paths = {path for path in mentioned(env, template) if path[0] in names}
            facts = sorted(path for path in paths if not any(path[:length] in paths for length in range(1, len(path))))
            plan = Plan(file.removesuffix(".html"), env.get_template(template), tuple(facts))
            (each if for_each_seat else whole).append(plan)
    named = sorted({path for plan in (*whole, *each) for path in plan.facts})
    return Plans(
        tuple(whole),
        tuple(each),
        tuple(path for path in named if path[0] not in OWN),
        tuple(path for path in named if path[0] in OWN),
    )


def mentioned(env: Environment, template: str) -> set[tuple[str, ...]]:
    """Return the paths of names that a template mentions and does not set, itself or in what it includes."""
    assert env.loader is not None
    env.get_template(template)
    paths, included = _names(env.loader.get_source(env, template)[0])
    return {*paths, *(path for other in included for path in mentioned(env, other))}


@lru_cache(maxsize=500)
def _names(source: str) -> tuple[frozenset[tuple[str, ...]], tuple[str, ...]]:
    """Return the paths of names that a template's source mentions and does not set, and the templates it includes that
    know its names. Read once for all apps of a process, as it takes longer than drawing a page."""
    syntax = _syntax.parse(source)
    free = meta.find_undeclared_variables(syntax)
    included = []
    for other in syntax.find_all((nodes.Include, nodes.Import, nodes.FromImport)):
        assert isinstance(other, nodes.Include | nodes.Import | nodes.FromImport)
        if other.with_context:
            included.append(other.template.as_const())
    return frozenset(path for path in _paths(syntax) if path[0] in free), tuple(included)


_syntax = Environment()  # noqa: S701 - it renders nothing


def _paths(node: nodes.Node) -> Iterator[tuple[str, ...]]:
    """Yield `("t", "players")` for `t.players` and `t.players[0].name` and `t.players.count(1)`."""
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Getattr):
        yield from _paths(node.node.node)
        for child in node.iter_child_nodes(exclude=("node",)):
            yield from _paths(child)
        return
    names: list[str] = []
    inner = node
    while isinstance(inner, nodes.Getattr):
        names.append(inner.attr)
        inner = inner.node
    if isinstance(inner, nodes.Name):
        yield (inner.name, *reversed(names))
        return
    for child in inner.iter_child_nodes():
        yield from _paths(child)
