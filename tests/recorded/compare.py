"""Where two answers differ, and which differences are listed with a reason."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.recorded.kept import HERE


class Found(NamedTuple):
    """One difference: the path of keys to it, what was there and what is there now, as JSON or "nothing"."""

    at: str
    was: str
    now: str


def shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def differences(was: Any, now: Any, at: str = "") -> Iterator[Found]:
    """Yield where two values differ, as deep down as can be."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted(was.keys() | now.keys()):
            path = f"{at}.{key}" if at else key
            if key not in was:
                yield Found(path, "nothing", shown(now[key]))
            elif key not in now:
                yield Found(path, shown(was[key]), "nothing")
            else:
                yield from differences(was[key], now[key], path)
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for place, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from differences(one, other, f"{at}[{place}]")
    elif type(was) is not type(now) or was != now:
        yield Found(at, shown(was), shown(now))


WORDS = re.compile(r"(.*\.)?(message|text|title|question|italian|polish|applied)|hits.*")
"""Where an answer says something in a language, or what the search found: recorded again as the text of pages is."""


def is_words(found: Found) -> bool:
    """Whether a difference is in the words alone."""
    return bool(WORDS.fullmatch(found.at)) and "nothing" not in (found.was, found.now)


class Listed(NamedTuple):
    """A difference that is meant, and why."""

    stories: str
    requests: str
    at: str
    was: str
    now: str
    reason: str

    def covers(self, story: str, request: str, found: Found) -> bool:
        """Whether `found`, in the answer to `request` of a story, is the difference that is meant."""
        return bool(
            re.fullmatch(self.stories, story)
            and re.match(self.requests, request)
            and re.fullmatch(self.at, found.at)
            and re.fullmatch(self.was, found.was, re.DOTALL)
            and re.fullmatch(self.now, found.now, re.DOTALL)
        )


def listed() -> list[Listed]:
    """Return the differences that are meant."""
    told = tomllib.loads((HERE / "differences.toml").read_text())
    anything = {"stories": ".*", "requests": "", "was": ".*", "now": ".*"}
    return [Listed(**{**anything, **each}) for each in told.get("difference", [])]
