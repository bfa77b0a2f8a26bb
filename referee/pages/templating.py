"""What templates are given: pieces that are rendered once for the same facts, and sentences in the reader's language.

`{% set icon = kept(icon) %}` in a template keeps the pieces of a macro. It must depend on nothing but what it is called
with, the language and the look.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from jinja2 import Template, Undefined
from markupsafe import Markup, escape

from referee.language import current, gettext, ngettext
from referee.names import isolated
from referee.pages.assets import current_game


def rendered(template: Template, facts: dict[str, Any]) -> str:
    """Return what `template` makes of `facts`, which hold what every template knows too (`Environment.globals`); so
    nothing has to be put together for each of many small templates."""
    return "".join(template.root_render_func(template.new_context(facts, shared=True)))


def encoded(move: Any) -> Markup:
    """Return a move as the JSON text that its button sends, for an attribute in single quotes, as JSON has none."""
    text = msgspec.json.encode(move).decode()
    return Markup(text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))  # noqa: S704


# --- pieces ---------------------------------------------------------------------------------------------------------


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


spelled = msgspec.json.Encoder(enc_hook=_tell_apart).encode
"""Facts as bytes that name them: JSON, since Fame put right often enough outgrows the 64 bits of anything shorter."""


def memoise(key: Any, make: Callable[[], str]) -> Markup:
    """Return the piece named by `key` (hashable) in the reader's language and look, made by `make` the first time."""
    whole = (current(), current_game(), key)
    piece = _pieces.get(whole)
    return _made(whole, make()) if piece is None else piece


def _made(whole: Any, html: str) -> Markup:
    piece = Markup(html)  # noqa: S704 - a template wrote it, and escaped what it was told
    if len(piece) <= LARGEST:
        if len(_pieces) >= MOST:
            _pieces.clear()
        _pieces[whole] = piece
    return piece


def memoised(macro: Any) -> Callable[..., Markup]:
    """Return the Jinja macro `macro`, which calls itself only for what it was not called with before."""
    where = (macro._func.__code__.co_filename, macro.name)

    def call(*facts: Any, **named: Any) -> Markup:
        # Types too: "&amp;" that was typed and "&amp;" that is markup are equal, as are 1 and true.
        types = *map(type, facts), *map(type, named.values())
        whole: Any = (current(), current_game(), where, facts, (*named.items(),), types)
        try:
            piece = _pieces.get(whole)
        except TypeError:  # lists and dicts are no keys
            try:
                told = spelled((facts, named))
            except RecursionError:
                told = None
            if told is None or len(told) > LARGEST:  # what somebody typed into a desk, shown back to him
                return Markup(macro(*facts, **named))  # noqa: S704 - as in _made()
            whole = (current(), current_game(), where, told)
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
    told = memoise(("counted", singular, num), lambda: ngettext(singular, plural, num))
    return _told(told, {"num": num, **facts})


def _told(message: Markup, facts: dict[str, Any]) -> Markup:
    # The messages are ours, so that they need no escaping; joining plain strings is what Markup's own % takes long for.
    return Markup(str(message) % {name: escape(typed(fact)) for name, fact in facts.items()}) if facts else message  # noqa: S704


# --- what somebody typed ------------------------------------------------------------------------------------------


def typed(value: Any) -> Any:
    """Return what a template puts out: text that runs from right to left stands in an isolate, so that a name turns
    nothing around it."""
    return isolated(value) if type(value) is str else value


def joined(values: Iterable[Any], between: str = "", attribute: str | None = None) -> str | Markup:
    """Return values in a row, each as `typed` shows it: Jinja's own `join`."""
    values = values if attribute is None else [getattr(value, attribute) for value in values]
    return Markup(escape(between)).join(map(typed, values))  # noqa: S704 - it is escaped
