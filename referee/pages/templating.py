"""The globals of templates: pieces that are rendered once for the same facts, and sentences in the reader's language.

`{% set icon = memoised(icon) %}` in a template remembers what a macro rendered. The macro may depend on nothing but its
arguments, the language and the current game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from jinja2 import Template, Undefined
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from referee.engine import Move, Refusal, Sentence
from referee.language import current, gettext, ngettext, say, say_all
from referee.names import enclosed, enclosed_all, isolated, untranslated
from referee.pages.assets import current_look


class DirectContext(Context):
    """What a template knows, which calls what it names without asking whether that wants this context: nothing here
    does, and to ask takes longer than most of these calls."""

    def call(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
        """Call what a template calls."""
        named.pop("_block_vars", None)  # Jinja's own, for what wants the context
        named.pop("_loop_vars", None)
        return function(*arguments, **named)


def rendered(template: Template, facts: Mapping[str, Any]) -> str:
    """Return `template` rendered with `facts`. Template.render copies besides what all templates know, which for many
    small templates would take longer than rendering them."""
    env = template.environment
    context = env.context_class(env, env.globals, template.name, template.blocks)
    context.vars.update(facts)
    return untranslated("".join(template.root_render_func(context)))


def encoded(move: Move | Mapping[str, object]) -> Markup:
    """Return a move as the JSON text that its button sends, for an attribute in single quotes, as JSON has none."""
    text = msgspec.json.encode(move).decode()
    return Markup(text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))  # noqa: S704


# --- pieces ---------------------------------------------------------------------------------------------------------


MOST = 50_000
"""Pieces kept; beyond that all are dropped at once, and come again as they are asked for."""
LARGEST = 8192
"""Characters of a piece that is kept, and bytes of its key, so that nobody fills the memory from outside."""

_pieces: dict[Hashable, Markup] = {}


def _tell_apart(value: object) -> list[str] | None:
    """Return markup as another key than the same text unescaped, and an undefined value as None."""
    if isinstance(value, Markup):
        return ["markup", str(value)]
    if isinstance(value, Undefined):
        return None
    raise TypeError(type(value))


spelled = msgspec.json.Encoder(enc_hook=_tell_apart).encode
"""Encodes facts as JSON, the same bytes for equal facts; unlike other encodings it holds numbers above 64 bits."""


def memoise(key: Hashable, make: Callable[[], str]) -> Markup:
    """Return the piece named by `key` (hashable) in the reader's language and look, made by `make` the first time."""
    whole = (current(), current_look(), key)
    piece = _pieces.get(whole)
    return _made(whole, make()) if piece is None else piece


def _made(whole: Hashable, html: str) -> Markup:
    piece = Markup(html)  # noqa: S704 - a template wrote it, and escaped its facts
    if len(piece) <= LARGEST:
        if len(_pieces) >= MOST:
            _pieces.clear()
        _pieces[whole] = piece
    return piece


def memoised(macro: Macro) -> Callable[..., Markup]:
    """Return the Jinja macro `macro` with its results remembered: the same arguments are rendered once."""
    where = (macro._func.__code__.co_filename, macro.name)

    def call(*facts: object, **named: object) -> Markup:
        # Types too: "&amp;" that was typed and "&amp;" that is markup are equal, as are 1 and true.
        types = *map(type, facts), *map(type, named.values())
        whole: Hashable = (current(), current_look(), where, facts, (*named.items(),), types)
        try:
            piece = _pieces.get(whole)
        except TypeError:  # lists and dicts are no keys
            try:
                spelling = spelled((facts, named))
            except RecursionError:
                spelling = None
            if spelling is None or len(spelling) > LARGEST:  # as long as what somebody typed into a desk
                return Markup(macro(*facts, **named))  # noqa: S704 - as in _made()
            whole = (current(), current_look(), where, spelling)
            piece = _pieces.get(whole)
        return _made(whole, macro(*facts, **named)) if piece is None else piece

    return call


# --- sentences in templates ---------------------------------------------------------------------------------------

PEOPLE = frozenset(("player", "players", "target", "name", "names", "person"))
"""The facts of sentences that are names of people: one, or several in a row."""


def sentence(message: str, /, **facts: object) -> Markup:
    """Return `message` in the reader's language with its `facts`, which are escaped: `_` in templates."""
    return _filled(Markup(gettext(message)), facts)  # noqa: S704 - messages are ours, not what somebody sent


def counted(singular: str, plural: str, num: int, /, **facts: object) -> Markup:
    """Return the form of a counted message that `num` asks for, as `sentence` does: `ngettext` in templates."""
    text = memoise(("counted", singular, num), lambda: ngettext(singular, plural, num))
    return _filled(text, {"num": num, **facts})


def _filled(message: Markup, facts: Mapping[str, object]) -> Markup:
    # Messages are ours and need no escaping; Markup's own % would escape piece by piece, which is slower.
    if not facts:
        return message
    filled = {key: _people(fact) if key in PEOPLE else escape(typed(fact)) for key, fact in facts.items()}
    return Markup(str(message) % filled)  # noqa: S704 - as above


def _people(names: Any) -> Markup:
    return named(names) if isinstance(names, str) else joined(map(named, names), ", ")


def say_here(about: Sentence | Refusal, players: Sequence[str] = ()) -> str:
    """Return a sentence as `language.say` does, with the names in isolates: `say` in templates."""
    return say(about, enclosed_all(players))


def say_all_here(sentences: Iterable[Sentence], players: Sequence[str] = ()) -> str:
    """Return sentences as `language.say_all` does, with the names in isolates: `say_all` in templates."""
    return say_all(sentences, enclosed_all(players))


# --- what somebody typed ------------------------------------------------------------------------------------------


def typed(value: Any) -> Any:
    """Return a value as a template prints it: text that runs from right to left is put in a Unicode isolate, so that a
    name does not turn the text around it."""
    return isolated(value) if type(value) is str else value


def named(name: str) -> Markup:
    """Return a name for the text of a page, in an isolate; `sentence` puts its own there."""
    return Markup(enclosed(str(escape(name))))  # noqa: S704 - it is escaped


def joined(values: Iterable[Any], between: str = "", attribute: str | None = None) -> Markup:
    """Return values in a row, each as `typed` prints it: in place of Jinja's `join`."""
    values = values if attribute is None else [getattr(value, attribute) for value in values]
    return Markup(escape(between)).join(map(typed, values))  # noqa: S704 - it is escaped
