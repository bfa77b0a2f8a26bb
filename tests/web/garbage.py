"""What a hostile sender sends: requests that are nearly right, wrong in every way JSON and forms allow; seeded."""

from __future__ import annotations

import json
import random
from typing import Any

from msgspec import inspect

from referee.engine import classes_of

MARKUP = "<svg/onload=alert(1)>"
TEXTS = (
    "",
    " ",
    "a",
    "0",
    "-1",
    "null",
    "true",
    "NaN",
    MARKUP,
    "'\"><script>alert(1)</script>",
    "%(player)s %s %d %",
    "{{ 7*7 }}{% raw %}",
    "=cmd|'/c calc'!A1",
    "\r\nSet-Cookie: a=b",
    "\x00\x01\x1b[31m\x7f",
    "\u202eada\u2066",
    "\u2028\u2029\x85\x0b\x0c",
    "\ufeff",
    "é" * 41,
    "王👩‍🔬",
    "x" * 5000,
    "../../etc/passwd",
    "²",
    "٣",
    "9" * 5000,
    "`a` - at `$.b`",
    "__class__",
)
NUMBERS: tuple[Any, ...] = (
    *(0, 1, -1, 2, 7, 40, 99),
    *(2**31, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63), 10**40),
    *(1.0, 0.5, -0.0, 1e308),
)
TIMES = ("2026-01-01T20:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-01-01T20:00:00")


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


RAW = (
    "",
    "{",
    "[]",
    "null",
    "1",
    '"text"',
    "NaN",
    '{"key": NaN}',
    '{"key": Infinity, "move": -Infinity}',
    '{"key":"\\ud800","move":{}}',
    '{"\\udc00":1}',
    '{"key":"k","key":"l","seq":0,"seq":1,"move":{"kind":"fame","kind":"fame","seat":0,"by":1}}',
    '{"key":"k","move":{"kind":"fame","seat":0,"by":' + "9" * 6000 + "}}",
    '{"key":"k","move":{"kind":"fame","seat":0,"by":1e999}}',
    '{"key":"k","seq":-0,"move":{"kind":"fame","seat":-0,"by":1e2}}',
    deep(20_000),
    '{"key":"k","move":' + deep(20_000) + "}",
    '{"key":"k","move":{"kind":"fame","seat":0,"by":' + deep(900) + "}}",
    '{"options":' + '{"a":' * 900 + "1" + "}" * 900 + ',"game":"alchemicus","players":["a","b"]}',
    "\ufeff{}",
    "{}{}",
    "\x00",
)
"""Bodies that no encoder writes."""


class Garbage:
    """Values made by one seeded chance: `like` a type, `any` at all, and forms of them."""

    def __init__(self, seed: int, wrong: float = 0.1):
        self.chance = random.Random(seed)
        self.wrong = wrong

    def text(self) -> str:
        if self.chance.random() < 0.7:
            return self.chance.choice(TEXTS)
        return "".join(chr(self.chance.randrange(self.chance.choice((128, 0xD800)))) for _ in range(8))

    def number(self) -> Any:
        return self.chance.choice(NUMBERS)

    def any(self, depth: int = 3) -> Any:
        kind = self.chance.randrange(8 if depth else 5)
        if kind < 2:
            return self.text()
        if kind < 4:
            return self.number()
        if kind == 4:
            return self.chance.choice((None, True, False))
        size = self.chance.choice((0, 1, 2, 9))
        if kind < 7:
            return {self.text(): self.any(depth - 1) for _ in range(size)}
        return [self.any(depth - 1) for _ in range(size)]

    def like(self, kind: Any) -> Any:
        """Return a JSON value like `kind`, wrong here and there."""
        return self._like(inspect.type_info(kind))

    def like_object(self, kind: Any) -> dict[str, Any]:
        """Return an object like the struct `kind`, wrong within."""
        made = self.like(kind)
        return made if isinstance(made, dict) else {}

    def _like(self, kind: inspect.Type) -> Any:
        if self.chance.random() < self.wrong:
            return self.any(2)
        match kind:
            case inspect.NoneType():
                return None
            case inspect.BoolType():
                return self.chance.random() < 0.5
            case inspect.IntType(ge=least, le=most):
                low, wide = -3 if least is None else least, self.chance.choice((1, 1, 3, 9))
                return self.chance.randint(low, low + wide if most is None else min(low + wide, most))
            case inspect.StrType():
                return self.text()
            case inspect.DateTimeType():
                return self.chance.choice(TIMES)
            case inspect.LiteralType(values=values):
                return self.chance.choice(values)
            case inspect.UnionType(types=types):
                return self._like(self.chance.choice(types))
            case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
                return [self._like(item) for _ in range(self.chance.choice((0, 1, 2, 3, 5, 8, 10)))]
            case inspect.TupleType(item_types=items):
                return [self._like(item) for item in items]
            case inspect.DictType(key_type=key, value_type=value):
                return {str(self._like(key)): self._like(value) for _ in range(self.chance.randrange(4))}
            case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
                made = {} if tag_field is None else {tag_field: tag}
                for field in fields:
                    if field.required or self.chance.random() < 0.6:
                        made[field.encode_name] = self._like(field.type)
                return self.spoiled(made)
            case inspect.Metadata(type=inner):
                return self._like(inner)
            case inspect.RawType() | inspect.AnyType():
                return self.any(2)
        raise TypeError(kind)

    def move(self, game: Any, seats: int = 2) -> Any:
        """Return one of a game's moves, mostly by somebody who is there."""
        made = self.like(self.chance.choice(classes_of(game.moves)))
        if isinstance(made, dict) and self.chance.random() < 0.95:
            made["seat"] = self.chance.randrange(seats)
        return made

    def spoiled(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return `fields`, now and then with one missing, or one too many."""
        if self.chance.random() < self.wrong:
            fields[self.text()] = self.any(1)
        if fields and self.chance.random() < self.wrong:
            fields.pop(self.chance.choice(list(fields)))
        return fields

    def form(self, value: Any, name: str = "") -> list[tuple[str, str]]:
        """Return `value` as the fields of a form."""
        if isinstance(value, dict) and value:
            return [
                pair for key, inner in value.items() for pair in self.form(inner, f"{name}.{key}" if name else str(key))
            ]
        if isinstance(value, list) and self.chance.random() < 0.5:
            return [(f"{name}[]", text) for inner in value for _, text in self.form(inner)]
        if isinstance(value, str):
            return [(name, value)]
        if self.chance.random() < 0.5:
            return [(f"{name}:json", json.dumps(value))]
        return [(name, json.dumps(value))]
