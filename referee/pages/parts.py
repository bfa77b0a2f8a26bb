"""Pieces of HTML that are the same for the same facts are rendered once: `{% set icon = kept(icon) %}` in a template.

A kept macro must depend on nothing but what it is called with, the language and the look. That is what makes an
action cheap: a tap changes one player's row and one line of the log, and all else on the table is there already.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

import msgspec
from flask.templating import Environment
from jinja2 import Undefined
from markupsafe import Markup

from referee.language import current
from referee.pages.look import look


class Templates(Environment):
    """Flask's templates, made for many small look-ups.

    Globals are a plain dict, since Jinja's own chain of maps is walked anew at every include. In `table.seq` a dict
    is asked for its key first: most of what templates are told is dicts, and a missed attribute costs an exception.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return `obj.attribute` of a template; a key of a dict before its attributes."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
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


_encode = msgspec.msgpack.Encoder(enc_hook=_tell_apart).encode


def keep(key: Any, make: Callable[[], str]) -> Markup:
    """Return the piece named by `key` (hashable) in the reader's language and look, made by `make` the first time."""
    whole = (current(), look(), key)
    piece = _pieces.get(whole)
    if piece is None:
        piece = Markup(make())  # noqa: S704 - a template wrote it, and escaped what it was told
        if len(piece) <= LARGEST:
            if len(_pieces) >= MOST:
                _pieces.clear()
            _pieces[whole] = piece
    return piece


def kept(macro: Any) -> Callable[..., Markup]:
    """Return the Jinja macro `macro`, which calls itself only for what it was not called with before."""
    where = (macro._func.__code__.co_filename, macro.name)

    def call(*facts: Any, **named: Any) -> Markup:
        try:
            key: tuple[Any, ...] = (where, facts, tuple(named.items()))
            hash(key)
        except TypeError:
            try:
                told = _encode((facts, named))
            except (OverflowError, RecursionError):
                told = None
            if told is None or len(told) > LARGEST:  # what somebody typed into a desk, shown back to him
                return Markup(macro(*facts, **named))  # noqa: S704 - as in keep()
            key = (where, told, ())
        return keep(key, lambda: macro(*facts, **named))

    return call
