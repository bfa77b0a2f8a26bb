"""A table's page consists of parts, each drawn once for the same facts. That is what makes an action cheap.

Parts are the files in templates/table/parts/ and templates/<game>/parts/, each one element of the page whose id is the
part's name; those in templates/table/base/parts/ are extended by a game, or used as they are. What a part depends on is
read off its template: the facts of TablePage (context.py) that it mentions. A tap changes one player's row and one line
of the log; those parts are drawn and sent, all others are on the phones already. Facts are the same in every language:
a part becomes HTML when somebody reads it.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from jinja2 import Environment, Template, meta, nodes
from markupsafe import Markup

from referee.language import current
from referee.pages.assets import Look, current_look, set_current_game
from referee.pages.templating import rendered, spelled

Path = tuple[str, ...]
"""The path to a fact: `("t", "players")`."""
Facts = Mapping[str, Any]
"""Facts by the first step of their paths."""
Readers = Mapping[str, tuple[tuple[Path, Callable[[Any], Any]], ...]]
"""By the first step of their paths: paths, each with the function that finds the fact from there."""


class Part:
    """One element of a table's page: a template, and the facts that it mentions."""

    __slots__ = ("__weakref__", "_facts", "_html", "_look", "_template", "name")

    def __init__(self, name: str, template: Template, facts: Facts, look: Look):
        self.name = name
        self._template, self._facts, self._look = template, facts, look
        self._html: dict[str, Markup] = {}  # by language

    @property
    def html(self) -> Markup:
        """The element in the reader's language, drawn when it is first read in it."""
        html = self._html.get(current())
        if html is None:
            before = current_look()
            set_current_game(*self._look)
            try:
                text = rendered(self._template, self._facts).strip()
            finally:
                set_current_game(*before)
            html = self._html[current()] = Markup(text)  # noqa: S704 - a template wrote it, and escaped its facts
        return html

    @property
    def update(self) -> str:
        """The element as it takes its place on a page that is open (htmx's out-of-band swap)."""
        return str(self.html).replace(f' id="{self.name}"', f' id="{self.name}" hx-swap-oob="outerMorph"', 1)


class Plan(msgspec.Struct, frozen=True, eq=False):
    """The plan of a part: its name, its template, the facts it mentions, each with the first step of its path and
    the function that finds it from there."""

    name: str
    template: Template
    facts: tuple[Path, ...]
    read: tuple[tuple[str, Callable[[Any], Any]], ...]


class Plans(msgspec.Struct, frozen=True):
    """The plans of a game's parts: those of the whole table, and those of each seat; how the facts are found that they
    mention, of the table (`facts`) and of a seat (`own`); and which plans mention a fact."""

    whole: tuple[Plan, ...]
    each: tuple[Plan, ...]
    facts: Readers
    own: Readers
    mention: Mapping[Path, frozenset[Plan]]

    def mentioning(self, paths: Iterable[Path]) -> frozenset[Plan]:
        """Return the plans that mention one of these facts."""
        return frozenset[Plan]().union(*(self.mention[path] for path in paths))


class Drawn(msgspec.Struct, frozen=True):
    """A table's page as it was drawn: its parts by name, and what they were drawn from."""

    parts: dict[str, Part]
    page: Any
    look: Look


OWN = ("player", "turn")
"""The facts that only a part of a seat knows."""

_planning = threading.Lock()
"""Held so that, when a server has just started and a hundred phones come at once, its templates are read and compiled
once."""
_parts: WeakValueDictionary[Any, Part] = WeakValueDictionary()
"""The parts that some drawing, or some phone that follows a table, holds: what is the same in the drawings of several
seats is drawn once."""


def draw(env: Environment, game: str, page: Any, before: Drawn | None = None) -> Drawn:
    """Return a table's page of `game` as parts; those of one seat are called "row-0", "row-1" …

    `page` is a TablePage, or a struct like one. A part of a seat knows its `player` (one of `t.players`) and whether it
    is their `turn` besides. `before` is any page of that game: what has the same facts is taken from it.
    """
    with _planning:
        plans = _plans(env, game, page.__struct_fields__)
    look = current_look()
    if before is not None and before.look != look:
        before = None
    parts = {} if before is None else dict(before.parts)
    new = frozenset((*plans.whole, *plans.each))
    if before is not None:
        new = plans.mentioning(differing(plans.facts, page, before.page))
    facts = {name: getattr(page, name) for name in page.__struct_fields__}
    for plan in plans.whole:
        if plan in new:
            parts[plan.name] = _part(plan, plan.name, facts, look)
    owned_before = None if before is None else owns(before.page)
    for seat, own in enumerate(owns(page)):
        changed = new
        if owned_before is not None:
            changed = new | plans.mentioning(differing(plans.own, own, owned_before[seat]))
        own_facts = {**facts, "player": own.player, "turn": own.turn}
        for plan in plans.each:
            if plan in changed:
                name = f"{plan.name}-{seat}"
                parts[name] = _part(plan, name, own_facts, look)
    return Drawn(parts, page, look)


class Own(msgspec.Struct, frozen=True):
    """The facts that only a part of a seat knows."""

    player: Any
    turn: bool


def owns(page: Any) -> list[Own]:
    """Return what the parts of each seat know besides."""
    to_move = _inner(page, ("t", "to_move"))
    return [Own(player, seat == to_move) for seat, player in enumerate(_inner(page, ("t", "players")))]


def differing(readers: Readers, page: Any, before: Any) -> list[Path]:
    """Return the paths of the facts that differ between two structs; what is the same as a whole is not looked into."""
    differ: list[Path] = []
    for name, each in readers.items():
        now, was = getattr(page, name), getattr(before, name)
        if now is not was and now != was:
            differ += [path for path, read in each if read(now) != read(was)]
    return differ


def _part(plan: Plan, name: str, facts: Facts, look: Look) -> Part:
    mentioned = spelled([read(facts[first]) for first, read in plan.read])
    key = (look, plan.template, name, hashlib.sha256(mentioned).digest())
    part = _parts.get(key)
    if part is None:
        # No more than is mentioned: a part is kept as long as it stands on a page, and would keep all of the table.
        part = _parts[key] = Part(name, plan.template, {first: facts[first] for first, _read in plan.read}, look)
    return part


def _inner(value: Any, path: Path) -> Any:
    """Return the fact that is found at `path` from `value` on, None if there is none."""
    for name in path:
        value = value.get(name) if type(value) is dict else getattr(value, name, None)
    return value


def _reader(path: Path) -> Callable[[Any], Any]:
    """Return a function that finds the fact at `path` from its first step on."""
    inner = path[1:]
    if not inner:
        return lambda value: value
    directly = attrgetter(".".join(inner))

    def read(value: Any) -> Any:
        try:
            return directly(value)  # three times as quick
        except AttributeError:
            return _inner(value, inner)

    return read


@lru_cache(maxsize=64)
def _plans(env: Environment, game: str, known: tuple[str, ...]) -> Plans:
    whole: list[Plan] = []
    each: list[Plan] = []
    for template in templates_of(env, game):
        folder, _slash, file = template.rpartition("/")
        for_each_seat = folder.endswith("/each")
        names = {*known, *OWN} if for_each_seat else set(known)
        paths = {path for path in mentioned(env, template) if path[0] in names}
        facts = sorted(path for path in paths if not any(path[:length] in paths for length in range(1, len(path))))
        read = tuple((path[0], _reader(path)) for path in facts)
        plan = Plan(file.removesuffix(".html"), env.get_template(template), tuple(facts), read)
        (each if for_each_seat else whole).append(plan)
    mention: dict[Path, frozenset[Plan]] = {}
    for plan in (*whole, *each):
        for path in plan.facts:
            mention[path] = mention.get(path, frozenset()) | {plan}
    readers: dict[str, tuple[tuple[Path, Callable[[Any], Any]], ...]] = {}
    for path in sorted(mention):
        readers[path[0]] = (*readers.get(path[0], ()), (path, _reader(path)))
    own = {name: readers.pop(name) for name in OWN if name in readers}
    return Plans(tuple(whole), tuple(each), readers, own, mention)


def templates_of(env: Environment, game: str) -> list[str]:
    """Return the templates of the parts of a game's page: those of every table, the game's own, and of those in
    table/base/ the ones that the game does not bring itself."""
    known = env.list_templates(extensions=["html"])
    own = [name for name in known if name.startswith(("table/parts/", f"{game}/parts/"))]
    base = (name for name in known if name.startswith("table/base/parts/"))
    return own + [name for name in base if name.replace("table/base", game, 1) not in own]


def mentioned(env: Environment, template: str) -> set[tuple[str, ...]]:
    """Return the paths of names that a template mentions and does not set, itself or in what it extends or includes."""
    assert env.loader is not None
    env.get_template(template)
    paths, included = _names(env.loader.get_source(env, template)[0])
    return {*paths, *(path for other in included for path in mentioned(env, other))}


@lru_cache(maxsize=500)
def _names(source: str) -> tuple[frozenset[tuple[str, ...]], tuple[str, ...]]:
    """Return the paths of names that a template's source mentions and does not set, and the templates that it extends,
    and includes with its names. Read once for all apps of a process, as it takes longer than drawing a page."""
    syntax = _syntax.parse(source)
    free = meta.find_undeclared_variables(syntax)
    included = []
    for other in syntax.find_all((nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)):
        assert isinstance(other, nodes.Extends | nodes.Include | nodes.Import | nodes.FromImport)
        if isinstance(other, nodes.Extends) or other.with_context:
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
