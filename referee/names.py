"""Players' names: how they are written, which are fit, which are alike, how they stand in a line and on a page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

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
NAME = re.compile(f"{ISOLATE}([^<{ISOLATE}{POP}]*){POP}")
"""A name in its isolate, in HTML: an isolate that somebody typed and did not end reaches into no other element."""
PLAIN = ("<title", "<option", "<textarea", "<text", "<tspan")
"""Elements that hold text and nothing else, or only elements of SVG."""


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


def enclosed(name: str) -> str:
    """Return a name in an isolate, which also tells where it begins and ends in a sentence."""
    return name if ISOLATE in name else f"{ISOLATE}{name}{POP}"


def enclosed_all(names: Iterable[str]) -> list[str]:
    """Return names, each in an isolate."""
    return [enclosed(name) for name in names]


def isolated(text: str) -> str:
    """Return what somebody typed so that it can stand in any line: if it runs from right to left, in an isolate."""
    return enclosed(text) if RIGHT_TO_LEFT.search(text) else text


def untranslated(html: str) -> str:
    """Return HTML with each name that stands in an isolate as an element of its own, which a browser that translates
    the page leaves alone (HTML, `translate`). Within a tag, and where no element may stand, the name alone is left, in
    its isolate if it needs one."""
    return NAME.sub(_element, html) if ISOLATE in html else html


def _element(found: re.Match[str]) -> str:
    html, begins = found.string, found.start()
    tag = html.rfind("<", 0, begins)
    if tag > html.rfind(">", 0, begins) or html.startswith(PLAIN, max(tag, 0)):
        return isolated(found[1])
    return f'<bdi translate="no">{found[1]}</bdi>'
