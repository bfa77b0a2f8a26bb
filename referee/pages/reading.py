"""Reading of requests: JSON or forms into the structs that say what is allowed; anything else is Malformed."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, TypeGuard, TypeVar, overload
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import msgspec
from flask import request
from werkzeug.exceptions import HTTPException

from referee.engine import Malformed
from referee.pages import SENTENCES, problem, wants_json

T = TypeVar("T")

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

LARGEST_FILE = 4 * 1024 * 1024
"""Bytes of a file that is brought in."""
MOST_FIELDS = 500
DEEPEST = 20
"""Levels of objects in a form."""
ROW = re.compile(r"[0-9]{1,4}\Z")
_UNKNOWN = re.compile(r"unknown field `([^`]+)`")
_LACKING = re.compile(r"missing required field `([^`]+)`")
_PATH = re.compile(r"\.([A-Za-z_][\w]*)")


@cache
def _decoder(type: object) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(type)


class Empty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request without fields."""


def make_decoders() -> int:
    """Let msgspec inspect each struct of the app, in this one thread; return how many there are.

    It does so at a struct's first use, and where two threads are the first at the same moment the process may end.
    """
    made, waiting = 0, [msgspec.Struct]
    while waiting:
        struct = waiting.pop()
        waiting += struct.__subclasses__()
        if struct.__module__.startswith("referee."):
            with suppress(TypeError, NameError):  # a generic one: only its subclasses can be decoded
                msgspec.json.Decoder(struct)
                made += 1
    return made


def field_of(error: msgspec.ValidationError, whole: str) -> str:
    """Return the name of the offending key; `whole` if the value as a whole is wrong."""
    text = str(error)
    if found := _UNKNOWN.search(text) or _LACKING.search(text):
        return found.group(1)
    path = text.rpartition(" - at `")[2].partition("`")[0] if " - at `" in text else ""
    names = _PATH.findall(path)
    return names[-1] if names else whole


@overload
def decode(text: bytes | str, type: type[T], whole: str = ...) -> T: ...
@overload
def decode(text: bytes | str, type: object, whole: str = ...) -> Any: ...
def decode(text: bytes | str, type: object, whole: str = "body") -> Any:
    """Return the JSON `text` as `type`; raise Malformed naming the field that is wrong."""
    try:
        return _decoder(type).decode(text)
    except msgspec.ValidationError as error:
        raise Malformed(field_of(error, whole)) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(whole) from error


@overload
def convert(value: object, type: type[T], whole: str, strict: bool = ...) -> T: ...
@overload
def convert(value: object, type: object, whole: str, strict: bool = ...) -> Any: ...
def convert(value: object, type: Any, whole: str, strict: bool = True) -> Any:
    """Return builtins as `type`; raise Malformed naming the field that is wrong."""
    try:
        return msgspec.convert(value, type, strict=strict)
    except msgspec.ValidationError as error:
        raise Malformed(field_of(error, whole)) from error
    except RecursionError as error:
        raise Malformed(whole) from error


@contextmanager
def body_errors() -> Iterator[None]:
    """Raise Malformed if the body breaks off, or is chunked where the server reads none: each raises its own error."""
    try:
        yield
    except HTTPException:
        raise
    except Exception as error:
        raise Malformed("body") from error


def raw_body() -> bytes:
    """Return the request's body as it came."""
    with body_errors():
        return request.get_data(cache=False)


def json_body() -> bytes:
    """Return the request's body as JSON, at least `{}`."""
    return raw_body() or b"{}"


def is_json() -> bool:
    """Whether the request's body is JSON; raise 415 if it is neither JSON nor a form."""
    kind = request.mimetype
    if kind == "application/json" or (not kind and (wants_json() or not request.content_length)):
        return True
    if kind in FORMS and not wants_json():
        return False
    raise problem(415, *SENTENCES[415])


def number(text: str) -> int | None:
    """Return the number in a parameter of the address (at most nine digits), or None if it is no whole number."""
    return int(text.lstrip("0")[:9] or "0") if text.isascii() and text.isdigit() else None


def local(path: str, otherwise: str) -> str:
    """Return `path` if it leads to a page of this server, else `otherwise`: nobody is sent on to another site."""
    safe = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if safe else otherwise


def with_query(path: str, more: Iterable[tuple[str, str]], without: Container[str] = ()) -> str:
    """Return `path` with `more` names and values in its query, and none of the names in `without`."""
    parts = urlsplit(path)
    pairs = [*parse_qsl(parts.query, keep_blank_values=True), *more]
    return urlunsplit(parts._replace(query=urlencode([(name, text) for name, text in pairs if name not in without])))


def body(type: Callable[..., T], form: Callable[[], object] | None = None) -> T:
    """Return the request's body as the struct `type`: JSON, or a form (read by `form`, else by `form_fields`)."""
    if is_json():
        return decode(json_body(), type)
    return convert((form or form_fields)(), type, "body", strict=False)


def form_lists() -> Iterable[tuple[str, list[str]]]:
    """Return the names of a form's fields with their values; a form in the usual encoding is read without detours."""
    if request.mimetype != FORMS[0]:
        with body_errors():
            lists = list(request.form.lists())
        if any(name is None for name, _values in lists):  # a part of multipart/form-data may come without one
            raise Malformed("body")
        return lists
    found: dict[str, list[str]] = {}
    try:
        given = parse_qsl(raw_body().decode(), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
        for name, value in given:
            found.setdefault(name, []).append(value)
    except ValueError as error:  # too many, or not UTF-8
        raise Malformed("body") from error
    return found.items()


def form_fields(lists: Iterable[tuple[str, list[str]]] | None = None) -> dict[str, Any]:
    """Return the request's form, or the given `lists`, as nested builtins: "a.b" is a key in an object, "a[]" a list,
    "a:json" a value written as JSON; an empty field is left out, and a null that comes before "a.b" gives way to it.
    "*.b" is a key in the object that the field "*" names, and is left out where none does: so the same inputs serve
    several forms."""
    fields: dict[str, Any] = {}
    given = dict(form_lists() if lists is None else lists)
    star = given.pop("*", [""])[-1]
    for name, values in given.items():
        if name.startswith("*."):
            if not star:
                continue
            name = star + name[1:]
        if not name.endswith("[]") and not values[-1].strip():
            continue
        inner = fields
        *outer, last = name.split(".")
        for key in outer:
            if inner.get(key) is None:
                inner[key] = {}
            inner = inner[key]
            if not isinstance(inner, dict):
                raise Malformed(name)
        if last.endswith("[]"):
            inner[last[:-2]] = [value for value in values if value.strip()]
        else:
            key, colon, written = last.partition(":")
            if colon and written != "json":
                raise Malformed(name)
            inner[key] = decode(values[-1], Any, key) if colon else values[-1]
    return fields


def text_in(fields: Mapping[str, object], name: str) -> str:
    """Return the text of a form's field, "" if it has none; raise Malformed(name) if the form tells more there ("a.b",
    "a[]")."""
    text = fields.get(name, "")
    if not isinstance(text, str):
        raise Malformed(name)
    return text


def as_form(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield builtins as fields of a form, from which `form_fields` and `numbered` make them again; None and False are
    left out."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from as_form(f"{name}.{key}", inner)
    elif isinstance(value, list | tuple) and any(isinstance(inner, dict | list | tuple) for inner in value):
        yield from as_form(name, dict(enumerate(value)))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield f"{name}[]", str(inner)
    elif value is not None and value is not False:
        yield name, "true" if value is True else str(value)


def numbered(fields: object, depth: int = 0) -> object:
    """Return form fields with every object whose keys are 0, 1, 2 … as a list."""
    if not isinstance(fields, dict):
        return fields
    if depth > DEEPEST:
        raise Malformed("body")
    inner = {key: numbered(value, depth + 1) for key, value in fields.items()}
    if rows(inner):
        return [inner[key] for key in sorted(inner, key=int)]
    return inner


def rows(fields: object) -> TypeGuard[dict[str, Any]]:
    """Whether these are the numbered rows of a form."""
    return isinstance(fields, dict) and fields != {} and all(ROW.match(key) for key in fields)


def in_utf8(file: bytes) -> bytes:
    """Return what an editor saved without its byte-order mark, which may say UTF-16, and without NULs at its end."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if file.startswith(mark):
            file = file.removeprefix(mark).decode(encoding, "replace").encode()
    return file.removeprefix(codecs.BOM_UTF8).rstrip(b"\0 \r\n\t")
