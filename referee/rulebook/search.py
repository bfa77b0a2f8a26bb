"""Search in the rules: by the beginning of a word or another form of it, without minding accents or ł.

An index per language is built when it is first asked for. Words are compared as folded letters, one for one, so that
what was found can be marked where it stands. A Latin name is found by its translation too, and the other way round.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import cache

import msgspec
import snowballstemmer

from referee.engine import put_in
from referee.glossary import NAMES
from referee.language import LANGUAGES, READERS, Reader
from referee.rulebook import BOOKS, RULINGS
from referee.rulebook.text import plain, runs

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

MOST_HITS = 20
SNIPPET = 170
HEADWORD, TITLE, TEXT, ASIDE = 2.2, 2.2, 1.0, 0.6
SYNONYM = 0.8

_WORD = re.compile(r"\w+")
_ID = re.compile(r"[a-z]{1,2}-[a-z0-9-]*")


@cache
def _letter(letter: str) -> str:
    small = letter.lower()[0]
    return UNDIVIDED.get(small) or unicodedata.normalize("NFD", small)[0]


def fold(text: str) -> str:
    """Return `text` (composed: NFC) in small base letters, one character for each of its own."""
    return "".join(map(_letter, text))


def stemmer(reader: Reader) -> Callable[[str], str]:
    """Return what cuts a word of the reader's language to its stem: Snowball's for it, else the English one."""
    known = (reader.locale.get_language_name("en") or "").lower()
    language = known if known in snowballstemmer.algorithms() else "english"
    stem: Callable[[str], str] = snowballstemmer.stemmer(language).stemWord
    return stem


class Hit(msgspec.Struct, frozen=True):
    """A rule or ruling that was found: its id, its book, the title it stands under, and a piece of its text.

    `marks` are the places in `snippet` (start, end) that were looked for.
    """

    id: str
    game: str
    title: str
    snippet: str
    marks: tuple[tuple[int, int], ...] = ()


class Document(msgspec.Struct, frozen=True):
    """A rule or ruling as it is searched: its whole plain text, `length` in words."""

    id: str
    game: str
    title: str
    text: str
    length: int


class Place(msgspec.Struct, frozen=True):
    """Where a word stands: the document's number, start and end in its text (-1 in its title), and what it weighs."""

    document: int
    start: int
    end: int
    weight: float


class Index:
    """All rules and rulings in one language, by their words."""

    def __init__(self, reader: Reader):
        self.documents: list[Document] = []
        self.places: dict[str, list[Place]] = defaultdict(list)
        self.stems: dict[str, set[str]] = defaultdict(set)
        self.written: dict[str, str] = {}
        self._stem = cache(stemmer(reader))
        self._synonyms = self._names(reader)
        say, say_of = reader.catalog.gettext, reader.catalog.pgettext
        for book in BOOKS.values():
            for section in book.sections:
                for rule in section.rules:
                    pieces = [
                        (piece, HEADWORD if how == "strong" else TEXT)
                        for piece, how in runs(put_in(str(say_of(rule.id, rule.text)), rule.facts))
                    ]
                    if rule.example:
                        pieces += [(" ", TEXT), (plain(put_in(say(rule.example), rule.facts)), ASIDE)]
                    self._add(rule.id, book.id, plain(say(section.title)), pieces)
        for ruling in RULINGS:
            question = plain(put_in(say(ruling.question), ruling.facts))
            asides = dict.fromkeys((ruling.applied, ruling.italian, ruling.polish))
            texts = [plain(put_in(say(text), ruling.facts)) for text in asides]
            pieces = [(question, ASIDE), *((f" {text}", ASIDE) for text in texts)]
            self._add(ruling.id, "rulings", question, pieces)

    def _names(self, reader: Reader) -> dict[str, set[str]]:
        """Return, for the stem of each one-word name, the folded other names of the same thing."""
        synonyms: dict[str, set[str]] = defaultdict(set)
        for key, (latin, _english) in NAMES.items():
            own = reader.names[key][1]
            if latin and latin != own and " " not in own:
                synonyms[self.stem(latin)].add(fold(own))
                synonyms[self.stem(own)].add(fold(latin))
        return synonyms

    def stem(self, word: str) -> str:
        return fold(self._stem(word.lower()))

    def _add(self, id: str, game: str, title: str, pieces: list[tuple[str, float]]) -> None:
        number, text = len(self.documents), ""
        length = 0
        # A title of one word is what its rules are about; each word of a long one says less.
        titled = [word for word in _WORD.findall(title) if not word.isdigit()] if game != "rulings" else []
        for word in titled:
            self._note(word, Place(number, -1, -1, TITLE / len(titled) ** 0.75))
        for written, weight in pieces:
            piece = unicodedata.normalize("NFC", written)
            for found in _WORD.finditer(piece):
                start, end = len(text) + found.start(), len(text) + found.end()
                self._note(found.group(), Place(number, start, end, weight))
                length += 1
            text += piece
        self.documents.append(Document(id, game, title, text, length))

    def _note(self, word: str, place: Place) -> None:
        folded, stem = fold(word), self.stem(word)
        self.places[folded].append(place)
        self.stems[stem].add(folded)
        self.written.setdefault(folded, word.lower())
        for other in self._synonyms.get(stem, ()):
            self.places[other].append(Place(place.document, place.start, place.end, place.weight * SYNONYM))
            self.stems[self.stem(other)].add(other)

    def _matches(self, word: str) -> dict[str, float]:
        """Return the known words that `word` means, each with how well it fits (up to 1)."""
        folded, stem = fold(word), self.stem(word)
        found = dict.fromkeys(self.stems.get(stem, ()), 0.85)
        for known in self.places:
            if known.startswith(folded):
                found[known] = max(found.get(known, 0), 0.5 + 0.5 * len(folded) / len(known))
        return found

    def _find(self, word: str) -> dict[int, tuple[float, list[tuple[int, int]]]]:
        """Return the documents that hold `word`: what that is worth, and where it stands in their text."""
        worth: dict[int, float] = defaultdict(float)
        titled: dict[int, float] = defaultdict(float)
        marks: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for known, fit in self._matches(word).items():
            for place in self.places[known]:
                kept = titled if place.start < 0 else worth
                kept[place.document] = max(kept[place.document], fit * place.weight)
                if place.start >= 0:
                    marks[place.document].append((place.start, place.end))
        # A short rule that says the word twice is about it; a long one merely names it.
        return {
            number: (
                worth[number] + titled[number] + min(0.4, 2 * len(marks[number]) / self.documents[number].length),
                marks[number],
            )
            for number in [*worth, *(n for n in titled if n not in worth)]
        }

    def search(self, query: str) -> list[Hit]:
        """Return what was found for `query`, best first; rules that hold all its words before those that do not."""
        query = unicodedata.normalize("NFC", query).strip()
        named = fold(query)
        if _ID.fullmatch(named):
            same = [n for n, document in enumerate(self.documents) if document.id.lower().startswith(named)]
            if same:
                same.sort(key=lambda number: self.documents[number].id.lower() != named)
                return [self.hit(number) for number in same[:MOST_HITS]]
        totals: dict[int, tuple[int, float]] = {}
        marks: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for word in dict.fromkeys(_WORD.findall(query)):
            for number, (worth, places) in self._find(word).items():
                words, before = totals.get(number, (0, 0.0))
                totals[number] = (words + 1, before + worth)
                marks[number] += places
        ranked = sorted(totals, key=lambda number: (-totals[number][0], -totals[number][1], number))
        return [self.hit(number, marks[number]) for number in ranked[:MOST_HITS]]

    def hit(self, number: int, marks: Iterable[tuple[int, int]] = ()) -> Hit:
        """Return document `number` as a hit: the piece of its text that holds the first of `marks`."""
        document = self.documents[number]
        places = sorted(set(marks))
        start = end = 0
        if len(document.text) <= SNIPPET:
            end = len(document.text)
        else:
            first = places[0][0] if places else 0
            start = 0 if first < SNIPPET // 2 else document.text.rfind(" ", 0, first - SNIPPET // 3) + 1
            end = document.text.find(" ", start + SNIPPET)
            end = len(document.text) if end < 0 else end
        before, after = ("… " if start else ""), (" …" if end < len(document.text) else "")
        shift = len(before) - start
        shown = tuple((a + shift, b + shift) for a, b in places if a >= start and b <= end)
        return Hit(document.id, document.game, document.title, before + document.text[start:end] + after, shown)

    def like(self, query: str) -> list[str]:
        """Return words of the rules that are spelled nearly like the first word of `query`, likeliest first."""
        words = _WORD.findall(unicodedata.normalize("NFC", query))
        near = get_close_matches(fold(words[0]), [*self.written], n=4, cutoff=0.6) if words else []
        return [self.written[word] for word in near if len(word) > 2]


@cache
def index(language: str) -> Index:
    """Return the index of `language`, one of referee.language.LANGUAGES."""
    return Index(READERS[language])


def search(query: str, language: str) -> list[Hit]:
    """Return at most MOST_HITS hits for `query`, best first, as a reader of `language` sees them.

    A word of another language than the reader's is looked up there, and the rules it finds are shown in his own.
    """
    own = index(language)
    hits = own.search(query)
    if hits:
        return hits
    shown = {document.id: number for number, document in enumerate(own.documents)}
    for other in LANGUAGES:
        if other != language and (foreign := index(other).search(query)):
            return [own.hit(shown[hit.id]) for hit in foreign]
    return []
