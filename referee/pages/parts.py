"""HTML that is the same for the same facts is rendered once, in two sizes. That is what makes an action cheap.

Pieces: `{% set icon = kept(icon) %}` in a template. A kept macro must depend on nothing but what it is called with,
the language and the look.

Parts: the files in templates/table/parts/ and templates/<game>/parts/, each one element of the table's page. What a
part depends on is read off its template: the facts it mentions. A tap changes one player's row and one line of the
log; those parts are rendered and sent, and all others are on the phones already.
"""

from __future__ import annotations

import threading
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from functools import lru_cache
from types import FunctionType
from typing import Any
from weakref import WeakValueDictionary

import flask.templating
import msgspec
from jinja2 import Environment, Undefined, meta, nodes
from jinja2.runtime import Context
from markupsafe import Markup, escape

from referee.language import current, gettext, ngettext
from referee.pages.look import look


class Calls(Context):
    """A template's names; calls most functions without asking first how they want to be called."""

    def call(self, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Return `obj(*args, **kwargs)`; what wants the context or the environment too is served as always."""
        if type(obj) is not FunctionType or hasattr(obj, "jinja_pass_arg"):
            return super().call(obj, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return obj(*args, **kwargs)


class Templates(flask.templating.Environment):
    """Flask's templates, made for many small look-ups.

    Globals are a plain dict, since Jinja's own chain of maps is walked anew at every include. In `table.seq` a dict
    is asked for its key first: most of what templates are told is dicts, and a missed attribute costs an exception.
    """

    context_class = Calls

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return `obj.attribute` of a template; a key of a dict before its attributes."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the names every template knows, in one plain dict."""
        return {**self.globals, **(d or {})}


MOST = 50_000
"""Pieces kept; beyond that all are dropped at once, and come again as they are asked for."""
LARGEST = 8192
"""Characters of a piece that is kept, and bytes of what names it: no stranger fills the memory."""

_pieces: dict[Any, Markup] = {}


def _tell_apart(value: Any) -> Any:
    """Return markup so that it is another key than the same text yet to be escaped, and what is left out as None."""
    if isinstance(value, Markup):
        return ["markup", str(value)]
    if isinstance(value, Undefined):
        return None
    raise TypeError(type(value))


# JSON, since Fame put right often enough outgrows the 64 bits of anything more compact.
_encode = msgspec.json.Encoder(enc_hook=_tell_apart).encode


def keep(key: Any, make: Callable[[], str]) -> Markup:
    """Return the piece named by `key` (hashable) in the reader's language and look, made by `make` the first time."""
    whole = (current(), look(), key)
    piece = _pieces.get(whole)
    return _made(whole, make()) if piece is None else piece


def _made(whole: Any, html: str) -> Markup:
    piece = Markup(html)  # noqa: S704 - a template wrote it, and escaped what it was told
    if len(piece) <= LARGEST:
        if len(_pieces) >= MOST:
            _pieces.clear()
        _pieces[whole] = piece
    return piece


def kept(macro: Any) -> Callable[..., Markup]:
    """Return the Jinja macro `macro`, which calls itself only for what it was not called with before."""
    where = (macro._func.__code__.co_filename, macro.name)

    def call(*facts: Any, **named: Any) -> Markup:
        # Types too: "&amp;" that was typed and "&amp;" that is markup are equal, as are 1 and true.
        types = *map(type, facts), *map(type, named.values())
        whole: Any = (current(), look(), where, facts, (*named.items(),), types)
        try:
            piece = _pieces.get(whole)
        except TypeError:  # lists and dicts are no keys
            try:
                told = _encode((facts, named))
            except RecursionError:
                told = None
            if told is None or len(told) > LARGEST:  # what somebody typed into a desk, shown back to him
                return Markup(macro(*facts, **named))  # noqa: S704 - as in _made()
            whole = (current(), look(), where, told)
            piece = _pieces.get(whole)
        return _made(whole, macro(*facts, **named)) if piece is None else piece

    return call


# --- sentences in templates ---------------------------------------------------------------------------------------


_messages: defaultdict[str, dict[str, Markup]] = defaultdict(dict)


def sentence(message: str, /, **facts: Any) -> Markup:
    """Return `message` in the reader's language with its `facts`, which are escaped: `_` in templates."""
    known = _messages[current()]
    told = known.get(message)
    if told is None:
        told = known[message] = Markup(gettext(message))  # noqa: S704 - messages are ours, not what somebody sent
    return _told(told, facts)


def counted(singular: str, plural: str, num: int, /, **facts: Any) -> Markup:
    """Return the form of a counted message that `num` asks for, as `sentence` does: `ngettext` in templates."""
    told = keep(("counted", singular, num), lambda: ngettext(singular, plural, num))
    return _told(told, {"num": num, **facts})


def _told(message: Markup, facts: dict[str, Any]) -> Markup:
    # The messages are ours, so that they need no escaping; joining plain strings is what Markup's own % takes long for.
    return Markup(str(message) % {name: escape(fact) for name, fact in facts.items()}) if facts else message  # noqa: S704


# --- parts of a table's page -------------------------------------------------------------------------------------


class Part(msgspec.Struct, eq=False, weakref=True):
    """One element of a table's page: its HTML, and a tag by which a phone says that it shows just this."""

    html: Markup
    tag: str

    @property
    def update(self) -> str:
        """The HTML that takes this part's place on a page that is open (htmx's out-of-band swap)."""
        return str(self.html).replace(MARK, f' hx-swap-oob="outerMorph"{MARK}', 1)


class Plan(msgspec.Struct, frozen=True):
    """How a part comes about: its name, its template, the paths of the facts it mentions (`("t", "players")`)."""

    name: str
    template: str
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


MARK = Markup(" data-part=")
"""Stands in the first tag of a part's template as `{{ part }}`; there its tag is written."""

OWN = ("player", "turn")
"""What a part of a seat knows besides."""

_planning = threading.Lock()
"""When a server has just started, a hundred phones come at once: its templates are read and compiled for one."""
_parts: WeakValueDictionary[Any, Part] = WeakValueDictionary()
"""The parts that some table's page, or some phone that follows it, shows."""


def draw(env: Environment, game: str, context: Mapping[str, Any], before: Drawn | None = None) -> Drawn:
    """Return a table's page of `game` as parts; those of one seat are called "row-0", "row-1" …

    `context` is what the templates know: values that JSON could tell, or structs, none of which is changed later. A
    part of a seat knows its `player` (one of `t.players`) and whether it is his `turn` besides. `before` is any page
    of that game in the same language: what has the same facts is taken from it.
    """
    here = (current(), look())
    with _planning:
        plans = _plans(env, game, tuple(context))
    facts = {**env.globals, **context, "part": MARK}
    told = [_fact(facts, path) for path in plans.facts]
    new = _differing(plans.facts, told, before and before.facts)
    made = {}

    def take(plan: Plan, name: str, new: set[tuple[str, ...]]) -> None:
        same = before.parts.get(name) if before and new.isdisjoint(plan.facts) else None
        made[name] = same or _part(env, plan, facts, here)

    for plan in plans.whole:
        take(plan, plan.name, new)
    own = []
    for player in context["t"]["players"]:
        seat = player["seat"]
        facts["player"], facts["turn"] = player, seat == context["t"]["to_move"]
        own.append([_fact(facts, path) for path in plans.own])
        his = new | _differing(plans.own, own[-1], before and seat < len(before.own) and before.own[seat])
        for plan in plans.each:
            take(plan, f"{plan.name}-{seat}", his)
    return Drawn(made, told, own)


def _differing(paths: Sequence[tuple[str, ...]], told: list[Any], before: Any) -> set[tuple[str, ...]]:
    """Return the paths whose facts are not what they were `before`; all if it is not known."""
    if not before:
        return set(paths)
    return {path for path, fact, was in zip(paths, told, before, strict=True) if fact != was}


def _part(env: Environment, plan: Plan, facts: dict[str, Any], here: tuple[str, str]) -> Part:
    told = _encode([_fact(facts, path) for path in plan.facts])
    # What names a part is long, and thousands are kept: 64 bits that nobody can aim at, and 32 more, stand for it.
    key = (here, plan.template, hash(told), zlib.crc32(told))
    part = _parts.get(key)
    if part is None:
        template = env.get_template(plan.template)
        html = "".join(template.root_render_func(template.new_context(facts, shared=True))).strip()
        tag = f"{zlib.crc32(html.encode()):x}"
        # A template wrote it, and escaped what it was told.
        part = _parts[key] = Part(Markup(html.replace(MARK, f'{MARK}"{tag}"', 1)), tag)  # noqa: S704
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
            paths = {path for path in _mentioned(env, template) if path[0] in names}
            facts = sorted(path for path in paths if not any(path[:length] in paths for length in range(1, len(path))))
            (each if for_each_seat else whole).append(Plan(file.removesuffix(".html"), template, tuple(facts)))
    mentioned = sorted({path for plan in (*whole, *each) for path in plan.facts})
    return Plans(
        tuple(whole),
        tuple(each),
        tuple(path for path in mentioned if path[0] not in OWN),
        tuple(path for path in mentioned if path[0] in OWN),
    )


def _mentioned(env: Environment, template: str) -> set[tuple[str, ...]]:
    """Return the paths of names that a template mentions and does not set, itself or in what it includes."""
    assert env.loader is not None
    env.get_template(template)
    syntax = env.parse(env.loader.get_source(env, template)[0])
    free = meta.find_undeclared_variables(syntax)
    paths = {path for path in _paths(syntax) if path[0] in free}
    for other in syntax.find_all((nodes.Include, nodes.Import, nodes.FromImport)):
        assert isinstance(other, nodes.Include | nodes.Import | nodes.FromImport)
        mentioned = _mentioned(env, other.template.as_const())
        if other.with_context:
            paths |= mentioned
    return paths


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
