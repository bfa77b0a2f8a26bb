"""Catalogs, choice of language, and the one place where sentences become text.

English is written in the code; every other language is a folder below translations/ whose .po files are read at
start and merged. The reader's language is a context variable: `reading(language)` sets it for the current thread.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

from babel import Locale, negotiate_locale
from babel.dates import format_date, format_time, get_datetime_format
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations

from referee import ROOT
from referee.engine import N_, Host, Player, Refusal, Sentence, Term
from referee.glossary import NAMES
from referee.names import isolated

LANGUAGES: tuple[str, ...] = ("en", "it", "pl")
"""English, in which the code is written, and the folders of translations/ that are offered."""

TRANSLATIONS = ROOT / "translations"


ONE_LETTER = re.compile(r"(?<![^\s(„])([aiouwz]) (?=\S)", re.IGNORECASE)
"""A word of one letter, which in Polish never ends a line."""


def _bound(text: str | Sequence[str], language: str) -> str | tuple[str, ...]:
    """Return a message, or the forms of one, with what belongs on one line bound by spaces that do not break."""
    if not isinstance(text, str):
        return tuple(str(_bound(form, language)) for form in text)
    return ONE_LETTER.sub("\\1\u00a0", text) if language == "pl" else text


def _catalog(language: str, folder: Path) -> NullTranslations:
    """Return the merged catalog of `language`; fuzzy entries do not count. English needs none."""
    files = sorted((folder / language / "LC_MESSAGES").glob("*.po"))
    if not files:
        return NullTranslations()
    merged = Catalog(locale=language)
    for file in files:
        with file.open("rb") as source:
            for message in read_po(source, locale=language):
                if message.id and message.string and not message.fuzzy:
                    merged.add(message.id, _bound(message.string, language), context=message.context)
    compiled = io.BytesIO()
    write_mo(compiled, merged)
    compiled.seek(0)
    return Translations(fp=compiled)


class Reader:
    """Somebody's language: its catalog, and the ways of writing names, times and lists in it."""

    def __init__(self, language: str, folder: Path = TRANSLATIONS):
        self.language = language
        self.locale = Locale.parse(language)
        self.catalog = _catalog(language, folder)
        self.own_name = (self.locale.get_display_name(language) or language).capitalize()
        names = {}
        for key, (latin, english) in NAMES.items():
            names[key] = (latin, str(self.catalog.pgettext("name", english)))
        self.names = names


def readers(folder: Path = TRANSLATIONS, languages: Sequence[str] = LANGUAGES) -> dict[str, Reader]:
    """Return a reader for each of `languages`, catalogs read from `folder`."""
    return {language: Reader(language, folder) for language in languages}


READERS = readers()
_reader: ContextVar[Reader] = ContextVar("reader", default=READERS["en"])


def reading(language: str) -> None:
    """Write text in `language` (one of LANGUAGES) from here on, in this thread."""
    _reader.set(READERS[language])


def current() -> str:
    """Return the language that text is written in now."""
    return _reader.get().language


def choose(asked: str | None, remembered: str | None, accepted: Callable[[], Iterable[str]]) -> str:
    """Return the language for a request: the one asked for, else the remembered one, else the best of `accepted`.

    `accepted` gives language tags in order of preference ("en-GB"); English if nothing fits.
    """
    for wish in (asked, remembered):
        if wish in READERS:
            return wish
    found = negotiate_locale([tag.replace("-", "_").lower() for tag in accepted()], READERS)
    return found or "en"


# --- text --------------------------------------------------------------------------------------------------------


def gettext(message: str) -> str:
    """Return `message` (an English msgid) in the reader's language; nothing for nothing."""
    return str(_reader.get().catalog.gettext(message)) if message else ""


def ngettext(singular: str, plural: str, num: int) -> str:
    """Return the form of a counted message that `num` asks for, in the reader's language."""
    return str(_reader.get().catalog.ngettext(singular, plural, num))


def pgettext(context: str, message: str) -> str:
    """Return `message` as it is said in `context`, in the reader's language."""
    return str(_reader.get().catalog.pgettext(context, message))


def npgettext(context: str, singular: str, plural: str, num: int) -> str:
    """Return a counted message as it is said in `context`, in the reader's language."""
    return str(_reader.get().catalog.npgettext(context, singular, plural, num))


def name(key: str) -> str:
    """Return the glossary's name for `key` in the reader's language ("Foundry", "Fonderia", "Huta")."""
    return _reader.get().names[key][1]


def latin(key: str) -> str | None:
    """Return what is printed on the card in Latin ("Fornax"), or None where nothing is."""
    return NAMES[key][0]


def printed(key: str) -> str:
    """Return the name to use in a sentence: the printed Latin one where there is one, else the reader's."""
    printed_name, own = _reader.get().names[key]
    return printed_name or own


HOST = N_("The host")


def say(sentence: Sentence | Refusal, players: Sequence[str] = ()) -> str:
    """Return `sentence` in the reader's language; `players` are the names by seat."""
    facts: dict[str, str | int] = {}
    for key, fact in sentence.facts.items():
        if isinstance(fact, (int, str)):
            facts[key] = fact
        elif isinstance(fact, Player):
            facts[key] = isolated(players[fact.seat]) if 0 <= fact.seat < len(players) else str(fact.seat)
        elif isinstance(fact, Term):
            facts[key] = printed(fact.key) if fact.key in NAMES else fact.key
        elif isinstance(fact, Host):
            facts[key] = gettext(HOST)
        else:
            facts[key] = ", ".join(f"{num} × {printed(term)}" if num > 1 else printed(term) for term, num in fact.each)
    message = sentence.message
    if isinstance(message, tuple):
        num = facts.get("num", 0)
        return ngettext(message[0], message[1], num if isinstance(num, int) else 0) % facts
    return gettext(message) % facts


DASH, ENDS = "–", (".", "!", "?", "…")


def begins_anew(sentence: Sentence | Refusal) -> bool:
    """Return whether `sentence` begins with a capital letter of its own in the reader's language, and so wants a full
    stop before it; a name that is put in begins nothing anew."""
    message = sentence.message
    return gettext(message if isinstance(message, str) else message[0])[:1].isupper()


def say_all(sentences: Iterable[Sentence], players: Sequence[str] = ()) -> str:
    """Return `sentences` in the reader's language, one after the other; after a dash each goes on in small letters."""
    said = ""
    for sentence in sentences:
        text = say(sentence, players)
        if said.endswith(DASH) and begins_anew(sentence):
            text = text[:1].lower() + text[1:]
        said += f" {text}" if said else text
    return said


def say_on(sayings: Sequence[Sequence[Sentence]], players: Sequence[str] = ()) -> list[str]:
    """Return each of `sayings` in the reader's language, ended so that they read as one text with blanks between.

    A dash leads on to what somebody did ("Ada → Sale – Bruno: …"); what begins with a capital of its own follows a full
    stop, and then the last one ends with a stop as well ("Ada → Sale. The game is over.").
    """
    said = [say_all(saying, players) for saying in sayings]
    anew = [begins_anew(saying[0]) for saying in sayings[1:]]
    for number, new in enumerate(anew):
        if not said[number].endswith(ENDS):
            said[number] += "." if new else f" {DASH}"
    if any(anew) and not said[-1].endswith(ENDS):
        said[-1] += "."
    return said


def decimal(number: float) -> str:
    """Return a number as the reader writes it: 8.3, or 8,3."""
    return str(format_decimal(number, locale=_reader.get().locale))


# --- times -------------------------------------------------------------------------------------------------------


def moment(at: str) -> datetime:
    """Return the UTC moment written as RFC 3339 in `at`."""
    return datetime.fromisoformat(at)


def written(at: datetime) -> str:
    """Return a moment (with its zone) as it is kept: RFC 3339, UTC, to the millisecond."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def now() -> str:
    """Return the server's time in UTC, RFC 3339, to the millisecond."""
    return written(datetime.now(UTC))


def in_zone(at: str, zone: ZoneInfo | None) -> datetime:
    """Return the moment `at` (RFC 3339, UTC) in the server's or the given zone; in UTC at the end of the year 9999, or
    before the year 1, which have no later day, and no earlier one."""
    try:
        return moment(at).astimezone(zone)
    except OverflowError:
        return moment(at)


def numeric(at: str, zone: ZoneInfo | None = None) -> str:
    """Return `at` (RFC 3339, UTC) in the server's or the given zone as 2026-11-28 21:49:07, which spreadsheets of every
    language read as a date and a time (ISO 8601)."""
    return f"{in_zone(at, zone).replace(tzinfo=None, microsecond=0)}"


def clock(at: str, zone: ZoneInfo | None = None) -> str:
    """Return the time of day of `at` (RFC 3339, UTC) as the reader writes it, in the server's or the given zone."""
    return _clock(at[:16], zone, _reader.get().locale)


@lru_cache(maxsize=2000)
def _clock(minute: str, zone: ZoneInfo | None, locale: Locale) -> str:
    return format_time(in_zone(f"{minute}Z", zone), "short", locale=locale)


def day_of(date: str) -> str:
    """Return a day (2026-11-29) as the reader writes it."""
    return str(format_date(datetime.fromisoformat(date), "medium", locale=_reader.get().locale))


def day(at: str, zone: ZoneInfo | None = None) -> str:
    """Return day and time of `at` (RFC 3339, UTC), to the minute, as the reader writes them."""
    locale = _reader.get().locale
    date = format_date(in_zone(at, zone), "medium", locale=locale)
    return str(get_datetime_format("medium", locale=locale)).format(clock(at, zone), date)
