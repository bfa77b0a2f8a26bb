"""A rule in brief: its sentences one by one, and as many of them as a card shows."""

from __future__ import annotations

import re

MOST_WORDS = 25
"""Words on a card."""
_ENDS = re.compile(r"(?<=[.!?])\s+(?=[\W_]*[A-ZÀ-ÖØ-ÞĄĆĘŁŃÓŚŹŻ])")
_WORD = re.compile(r"\S+")
_PAUSE = re.compile(r"(?<=[;:,.)–])\s")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text without markup."""
    return _ENDS.split(text.strip())


def in_brief(text: str, most: int = MOST_WORDS) -> str:
    """Return the first sentences of a text without markup, at most `most` words; of a longer one its beginning, up to a
    pause if there is one in its second half, with "…"."""
    first, *others = sentences(text)
    words = list(_WORD.finditer(first))
    if len(words) > most:
        begun = first[: words[most - 2].end()]
        pauses = [found.start() for found in _PAUSE.finditer(begun) if found.start() > len(begun) // 2]
        return f"{(begun[: pauses[-1]] if pauses else begun).rstrip(' ;:,–')} …"
    count = len(words)
    for other in others:
        count += len(_WORD.findall(other))
        if count > most:
            break
        first = f"{first} {other}"
    return first
