"""Players' names: how they are written, which are fit for a table, which are alike, how they stand in a line."""

from __future__ import annotations

import re
import unicodedata

from referee.engine import LONGEST_NAME

JOINERS = "\u200c\u200d"
# Nothing is seen of these, though they are letters, marks or signs.
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
SELECTORS = re.compile("[\ufe00-\ufe0f\u180b-\u180d\u180f\U000e0100-\U000e01ef]")
"""Variation selectors: they choose how the sign before them looks."""
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
ISOLATE, POP = "\u2068", "\u2069"
"""First strong isolate, and what ends it (Unicode UAX 9): what is between them turns nothing around it."""


def _joins(text: str, place: int) -> bool:
    """Whether the joiner at `place` joins letters or marks of one word, or the signs of an emoji."""
    before = SELECTORS.sub("", text[:place])[-1:]
    after = text[place + 1 : place + 2]
    kinds = [unicodedata.category(one)[0] for one in (before, after) if one]
    return len(kinds) == 2 and (set(kinds) <= {"L", "M"} or set(kinds) <= {"S", "M"}) and after not in JOINERS


def _is_no_character(number: int) -> bool:
    """Whether a code point is for no character ever (Unicode 23.7); XML cannot even hold some of them."""
    return number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF


def _unseen(text: str, place: int) -> bool:
    """Whether the character at `place` is a control or no character, turns the text around, or shows nothing."""
    sign = text[place]
    if SELECTORS.match(sign):
        return False
    if sign in JOINERS:
        return not _joins(text, place)
    return sign in BLANK or _is_no_character(ord(sign)) or unicodedata.category(sign) in UNSEEN


def composed(text: str) -> str:
    """Return a name as it is kept: composed, without blanks around it."""
    return unicodedata.normalize("NFC", text).strip()


def seen(text: str) -> str:
    """Return a name as a form takes it: what is unseen dropped, then composed and trimmed."""
    return composed("".join(sign for place, sign in enumerate(text) if not _unseen(text, place)))


def fit(name: str) -> bool:
    """Whether a composed name is fit for a table: of 1 to LONGEST_NAME letters, all to be seen."""
    if not 0 < len(name) <= LONGEST_NAME or any(_unseen(name, place) for place in range(len(name))):
        return False
    return any(unicodedata.category(sign)[0] in "LNPS" for sign in name)


def folded(name: str) -> str:
    """Return what names have in common that are taken for one another, at a table and in all that was played: NFKC,
    case folded, without what only joins, blanks one by one."""
    plain = SELECTORS.sub("", name).translate(dict.fromkeys(map(ord, JOINERS)))
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain).casefold())
    return " ".join(text.split())


def isolated(text: str) -> str:
    """Return what somebody typed so that it can stand in any line: if it runs from right to left, in an isolate."""
    return f"{ISOLATE}{text}{POP}" if RIGHT_TO_LEFT.search(text) and ISOLATE not in text else text
