"""Words as they are compared: small base letters, one for each of the text's own."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

UNDIVIDED = {
    "ł": "l",
    "đ": "d",
    "ø": "o",
    "ß": "s",
    "æ": "a",
    "œ": "o",
    "ð": "d",
    "þ": "t",
    "ħ": "h",
    "ı": "i",
    "ŋ": "n",
}
"""Letters that Unicode does not take apart into a base letter and a mark, and what people type instead."""

WORD = re.compile(r"\w+")


@lru_cache(maxsize=4096)
def _letter(letter: str) -> str:
    small = letter.lower()[0]
    return UNDIVIDED.get(small) or unicodedata.normalize("NFD", small)[0]


def fold(text: str) -> str:
    """Return `text` (composed: NFC) in small base letters, one character for each of its own."""
    return "".join(map(_letter, text))


def words(text: str) -> list[str]:
    """Return the folded words of `text`, in order."""
    return WORD.findall(fold(unicodedata.normalize("NFC", text)))


def mistyped(word: str, other: str, most: int) -> bool:
    """Whether at most `most` slips (a letter missing, added, wrong, or two swapped) make `other` of `word`."""
    if abs(len(word) - len(other)) > most:
        return False
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(word, 1):
        now = [row]
        for column, wanted in enumerate(other, 1):
            slips = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != wanted))
            if row > 1 and column > 1 and letter == other[column - 2] and word[row - 2] == wanted:
                slips = min(slips, before[column - 2] + 1)
            now.append(slips)
        if min(now) > most:
            return False
        before, last = last, now
    return last[-1] <= most
