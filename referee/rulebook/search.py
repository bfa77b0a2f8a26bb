"""Search in the rules: what players mean, by the words of the books and their own, in any form and with a slip or two.

The ranking is written twice, here and in static/search.js, over one index (`referee.rulebook.index`); a test compares
them. A word means the words of its stem, those it begins, those it shares its beginning with, and failing all these
those it is nearly spelled like; and what means the same in the game. A rule is worth what it says of the question, and
how like the question the likeliest of its phrases is.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from difflib import get_close_matches

import msgspec

from referee.language import LANGUAGES
from referee.rulebook.folding import WORD, fold, mistyped, words
from referee.rulebook.index import Document, Index, index

MOST_HITS = 20
SNIPPET = 170

BEGINS, LIKE, SLIP, SLIPS, SAME = 0.5, 0.6, 0.75, 0.6, 0.6
"""The fit of a word that was only begun (more, the more of it stands there), shares its beginning, is one slip or two
away, or means the same."""
SHORTEST = 4
"""Letters that two forms of a word share at least, and that a mistyped word has."""
LONGEST_ENDING = 3
PHRASE = 1.5
"""The bonus of a question in a rule's own phrase, beside what its text says."""
NAMED, PERHAPS = 1.8, 1.3
"""The bonus of a hit of a book that the question names, or may name with a word that another game has."""
EXTRA = 0.9
"""The weight of a hit of an expansion or variant that is not played and that the question does not name."""
FIRST, STRANGERS = 3, 1
"""Of so many hits that come first, how many may be of expansions and variants that nobody plays or asks for."""
RULING = 0.85
"""The weight of a ruling beside the rule it touches, which is to be read first."""

WEIGHTS: dict[str, float] = {
    "begins": BEGINS,
    "like": LIKE,
    "slip": SLIP,
    "slips": SLIPS,
    "same": SAME,
    "shortest": SHORTEST,
    "longestEnding": LONGEST_ENDING,
    "phrase": PHRASE,
    "named": NAMED,
    "perhaps": PERHAPS,
    "extra": EXTRA,
    "ruling": RULING,
    "first": FIRST,
    "strangers": STRANGERS,
}
"""These numbers as the script is told them."""

_ID = re.compile(r"[a-z]{1,2}-[a-z0-9-]*")


class Hit(msgspec.Struct, frozen=True):
    """A rule or ruling that was found: its id, its book (a ruling's: that of the rule it touches), the title it stands
    under, and a piece of its text.

    `marks` are the places in `snippet` (start, end) that were looked for; `ruling` says that it is one.
    """

    id: str
    game: str
    title: str
    snippet: str
    marks: tuple[tuple[int, int], ...] = ()
    ruling: bool = False


Meaning = dict[tuple[int, str], float]
"""The meanings of a word: (number of a stem, the game where it does or "" for all) -> how well it fits, up to 1."""


def fits(found: Index, word: str) -> dict[int, float]:
    """Return the stems that the folded `word` may be a form or the beginning of, each with how well it fits."""
    means: dict[int, float] = {}
    own = found.words.get(word)
    for known, stem in found.words.items():
        fit = 0.0
        if known.startswith(word):
            fit = BEGINS + (1 - BEGINS) * len(word) / len(known)
        elif own is None and shared(word, known) >= max(SHORTEST, max(len(word), len(known)) - LONGEST_ENDING):
            fit = LIKE
        if fit > means.get(stem, 0.0):
            means[stem] = fit
    if own is not None:
        means[own] = 1.0
    return means


def shared(word: str, other: str) -> int:
    """Return how many letters two words have in common from the beginning."""
    for at, (one, two) in enumerate(zip(word, other, strict=False)):
        if one != two:
            return at
    return min(len(word), len(other))


def slips(found: Index, word: str) -> dict[int, float]:
    """Return the stems of words that `word` is nearly spelled like: one slip away, or for long words two."""
    means: dict[int, float] = {}
    for most, shortest, fit in ((1, SHORTEST, SLIP), (2, 2 * SHORTEST, SLIPS)):
        if not means and len(word) >= shortest:
            for known, stem in found.words.items():
                if known[0] == word[0] and mistyped(word, known, most):
                    means[stem] = fit
    return means


def meaning(found: Index, word: str) -> Meaning:
    """Return the meanings of a folded word: by form or beginning, failing these by spelling; and its synonyms'."""
    stems = fits(found, word) or slips(found, word)
    means: Meaning = {(stem, ""): fit for stem, fit in stems.items()}
    for stem, fit in stems.items():
        for other, game in found.same.get(stem, ()):
            means[other, game] = max(means.get((other, game), 0.0), fit * SAME)
    return means


def named(found: Index, asked: list[str]) -> tuple[dict[str, float], set[str]]:
    """Return the books that the words of a question name, each with what that makes a hit of it worth, and the words
    that say nothing else."""
    books: dict[str, float] = {}
    used: set[str] = set()
    for name, book, alone in found.names:
        if any(asked[at : at + len(name)] == name for at in range(len(asked))):
            books[book] = max(books.get(book, 1.0), NAMED if alone else PERHAPS)
            used.update(name if alone else ())
    return books, used


def tells(found: Index, word: str, means: Meaning) -> dict[tuple[int, str], float]:
    """Return what each meaning of a folded word is worth: no more than the word itself, if the rules say it."""
    own = found.words.get(word)
    most = found.worth[own] if own is not None and found.says[own] else 1.0
    return {(stem, game): fit * min(found.worth[stem], most) for (stem, game), fit in means.items()}


def values(found: Index, worth: dict[tuple[int, str], float]) -> tuple[dict[int, float], dict[int, float]]:
    """Return what a word is worth to each document that says it, and to each phrase that asks with it."""
    said: dict[int, float] = {}
    phrases: dict[int, float] = {}
    for (stem, game), value in worth.items():
        pairs = found.says[stem]
        for at in range(0, len(pairs), 2):
            document = int(pairs[at])
            if not game or found.documents[document].game == game:
                said[document] = max(said.get(document, 0.0), value * pairs[at + 1])
        for phrase in found.phrased[stem]:
            if not game or found.documents[found.phrases[phrase][0]].game == game:
                phrases[phrase] = max(phrases.get(phrase, 0.0), value)
    return said, phrases


def counting(found: Index, query: str) -> list[str]:
    """Return the folded words of `query` that count, each once: not the little ones, nor names of books beside a word
    that the rules know. All of them if none is left."""
    asked = words(query)
    _books, names = named(found, asked)
    telling = [word for word in asked if word not in found.little]
    rest = [word for word in telling if word not in names]
    return list(dict.fromkeys(rest if any(fits(found, word) for word in rest) else telling or asked))


def knows(found: Index, query: str) -> bool:
    """Whether the language of the index has a word of `query`, or one that begins with it."""
    return any(fits(found, word) for word in counting(found, query))


def scores(found: Index, query: str, near: set[str]) -> tuple[dict[int, float], set[int]]:
    """Return what each document is worth that was found for `query` where the books `near` are played or asked for,
    and the stems that were looked for."""
    total = 0.0
    text: dict[int, float] = defaultdict(float)
    overlap: dict[int, float] = defaultdict(float)
    sought: set[int] = set()
    for word in counting(found, query):
        worth = tells(found, word, meaning(found, word))
        sought.update(stem for stem, _game in worth)
        total += max(worth.values(), default=0.0)
        said, phrases = values(found, worth)
        for document, value in said.items():
            text[document] += value
        for phrase, value in phrases.items():
            overlap[phrase] += value
    if not total:
        return {}, sought
    likest: dict[int, float] = defaultdict(float)
    for phrase, value in overlap.items():
        document, stems = found.phrases[phrase]
        whole = sum(found.worth[stem] for stem in stems)
        likest[document] = max(likest[document], value / math.sqrt(total * whole))
    books, _names = named(found, words(query))
    documents = {}
    for document, value in text.items():
        one = found.documents[document]
        score = value / total + PHRASE * likest[document]
        score *= books.get(one.book, EXTRA if one.extra and one.book not in near else 1.0)
        documents[document] = score * (RULING if one.rules else 1)
    return documents, sought


def marks(found: Index, text: str, sought: set[int]) -> list[tuple[int, int]]:
    """Return where the words with the stems `sought` stand in `text`: (start, end), ascending."""
    return [match.span() for match in WORD.finditer(text) if found.words.get(fold(match.group())) in sought]


def hit(document: Document, places: Iterable[tuple[int, int]] = ()) -> Hit:
    """Return a document as a hit: the piece of its text that holds the first of `places`."""
    places = list(places)
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
    snippet = before + document.text[start:end] + after
    return Hit(document.id, document.book, document.title, snippet, shown, bool(document.rules))


def by_id(found: Index, query: str) -> list[Document]:
    """Return the rules whose id begins with `query`, the one that is just so first; none if it is no id."""
    asked = fold(query)
    same = [one for one in found.documents if one.id.lower().startswith(asked)] if _ID.fullmatch(asked) else []
    return sorted(same, key=lambda one: one.id.lower() != asked)


def search(query: str, language: str, book: str | None = None, played: frozenset[str] = frozenset()) -> list[Hit]:
    """Return at most MOST_HITS hits for `query`, best first, as a reader of `language` sees them.

    All hits of `book` come before any other, then those of the rules and rulings `played` (ids); where neither is told,
    base games come before expansions and variants that the question does not mean. Words that the reader's language
    does not know at all are looked up in the others, and the rules they find are shown in the reader's own.
    """
    query = unicodedata.normalize("NFC", query).strip()
    own = index(language)
    if same := by_id(own, query):
        return [hit(one) for one in same[:MOST_HITS]]
    known = own
    near = {one.book for one in own.documents if one.id in played} | {book or ""}
    worth, sought = scores(own, query, near)
    if not worth or not knows(own, query):
        for other in LANGUAGES:
            if other != language and knows(index(other), query):
                known = index(other)
                worth, sought = scores(known, query, near)[0], set()
                break
    places = ranking(own, worth, book, played)
    if not played and not book:
        places = apart(own, places, meant(known, query))
    ranked = [own.documents[place] for place in places[:MOST_HITS]]
    return [hit(one, marks(own, one.text, sought)) for one in ranked]


def ranking(found: Index, worth: dict[int, float], book: str | None, played: frozenset[str]) -> list[int]:
    """Return the documents found, the most worth first: those of `book` before all others, then those `played`."""

    def order(place: int) -> tuple[bool, bool, float, int]:
        one = found.documents[place]
        return (book is not None and one.book != book, one.id not in played, -worth[place], place)

    return sorted(worth, key=order)


def meant(found: Index, query: str) -> set[str]:
    """Return the books that `query` names, or asks of with a word that only expansions and variants say."""
    books = set(named(found, words(query))[0])
    for word in counting(found, query):
        for stem in fits(found, word) or slips(found, word):
            saying = [found.documents[int(place)] for place in found.says[stem][::2]]
            if all(one.extra for one in saying):
                books.update(one.book for one in saying)
    return books


def apart(found: Index, places: list[int], books: set[str]) -> list[int]:
    """Return `places` with a base game's first, and of the FIRST at most STRANGERS of expansions and variants that are
    not among `books`."""
    own = [place for place in places if not found.documents[place].extra or found.documents[place].book in books]
    strange = [place for place in places if place not in set(own)]
    ahead: list[int] = own[:1]
    for place in places:
        if len(ahead) < FIRST and place not in ahead and (place in own or sum(p in strange for p in ahead) < STRANGERS):
            ahead.append(place)
    return ahead + [place for place in places if place not in ahead]


def like(found: Index, query: str) -> list[str]:
    """Return words of the rules that are spelled nearly like the first word of `query`, likeliest first."""
    asked = words(query)
    near = get_close_matches(asked[0], [*found.written], n=4, cutoff=0.6) if asked else []
    return [found.written[word] for word in near if len(word) > 2]
