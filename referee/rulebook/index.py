"""The index of the rules in one language: which rule says which word, and how players ask for it.

It is plain data, so that a script without a server ranks by the very same numbers (static/search.js). Words are folded;
forms of one word share a number, its stem's (Snowball's, where it knows the language).
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from threading import Lock

import msgspec
import snowballstemmer

from referee.engine import put_in
from referee.games import GAMES
from referee.language import READERS, Reader
from referee.rulebook import BOOKS, RULINGS
from referee.rulebook.asked import Asked, asked
from referee.rulebook.folding import WORD, fold, words
from referee.rulebook.text import plain, runs

HEADWORD, TITLE, ASKED, CARD, TEXT, ASIDE = 2.0, 1.6, 1.6, 1.3, 1.0, 0.6
"""The weight of a word by where it stands: emphasised, in the title, in a player's question, on the rule's card, in the
text, in an example."""
REPEATED = 2.0
"""The addition that repetition makes to the weight of a word: this times its share of the rule's words, MOST_REPEATED
at most."""
MOST_REPEATED = 0.4

STEP = re.compile(r"\d · ")
"""The number of a turn's step, before the title of a section."""

GAME_OF: dict[str, str] = {book.id: game for game, rules in GAMES.items() for book in rules.books}
"""Book id -> the game it belongs to."""
EXTRA = {book.id for rules in GAMES.values() for book in rules.books[1:]}
"""The books of expansions and variants."""


class Document(msgspec.Struct, frozen=True):
    """A rule or ruling as it is searched.

    `book` holds it (a ruling's is that of the first rule it touches); `rules` are the rules that a ruling touches, ()
    for a rule. `extra` says that its book is not its game's first. `text` is all it says, without markup.
    """

    id: str
    book: str
    game: str
    title: str
    text: str
    rules: tuple[str, ...] = ()
    extra: bool = False


class Index(msgspec.Struct, frozen=True):
    """All rules and rulings in one language, by their words.

    `words`: folded word -> number of its stem. By that number: `says`, which documents say it, as document and weight
    in turn; `worth`, how much it tells (0 to 1, rare words more); `same`, other stems that mean it, each with the game
    where they do. `phrases`: how players ask, each a document and the stems of the phrase. `little`: words that do not
    count. `names`: what a book is called, as folded words, its id, and whether no other game has those words.
    `written`: folded word -> as it is written.
    """

    documents: list[Document]
    words: dict[str, int]
    says: list[list[float]]
    worth: list[float]
    same: dict[int, list[tuple[int, str]]]
    phrases: list[tuple[int, list[int]]]
    phrased: list[list[int]]
    little: list[str]
    names: list[tuple[list[str], str, bool]]
    written: dict[str, str]


def stemmer(reader: Reader) -> Callable[[str], str]:
    """Return what cuts a word of the reader's language to its stem: Snowball's for it, else the English one. It has a
    state, so it is used by one thread at a time."""
    known = (reader.locale.get_language_name("en") or "").lower()
    language = known if known in snowballstemmer.algorithms() else "english"
    stem: Callable[[str], str] = snowballstemmer.stemmer(language).stemWord
    return stem


class _Builder:
    """Gathers an index, document by document."""

    def __init__(self, reader: Reader, players_words: Asked):
        self.reader = reader
        self.players_words = players_words
        self.stem = stemmer(reader)
        self.documents: list[Document] = []
        self.words: dict[str, int] = {}
        self.stems: dict[str, int] = {}
        self.weights: dict[int, dict[int, float]] = defaultdict(dict)
        self.phrases: list[tuple[int, list[int]]] = []
        self.written: dict[str, str] = {}
        self.little = {fold(word) for word in players_words.little}

    def number(self, word: str) -> int:
        """Return the number of the stem of `word`, as it is written or folded."""
        folded = fold(word)
        if folded not in self.words:
            self.words[folded] = self.stems.setdefault(fold(self.stem(word.lower())), len(self.stems))
        return self.words[folded]

    def numbers(self, text: str, little: bool = False) -> list[int]:
        """Return the numbers of the words of `text` that count, of the `little` ones too if wished."""
        found = []
        for word in WORD.findall(unicodedata.normalize("NFC", text)):
            if little or fold(word) not in self.little:
                self.written.setdefault(fold(word), word.lower())
                found.append(self.number(word))
        return found

    def add(self, document: Document, pieces: Iterable[tuple[str, float]], about: Iterable[str]) -> None:
        """Add a document whose text is in `pieces`, each with its weight; `about` are phrases that ask for it."""
        place = len(self.documents)
        self.documents.append(document)
        counted: Counter[int] = Counter()
        for text, weight in pieces:
            for number in self.numbers(text, little=True):
                counted[number] += 1
                self._weigh(number, place, weight)
        length = max(1, counted.total())
        for number, times in counted.items():
            self.weights[number][place] += min(MOST_REPEATED, REPEATED * times / length)
        title = self.numbers(document.title)
        for number in title if not document.rules else ():
            self._weigh(number, place, TITLE / len(title) ** 0.5)
        for phrase in (document.title, *about):
            if asks := list(dict.fromkeys(self.numbers(phrase))):
                self.phrases.append((place, asks))
                for number in asks if phrase != document.title else ():
                    self._weigh(number, place, ASKED)

    def _weigh(self, number: int, place: int, weight: float) -> None:
        known = self.weights[number]
        known[place] = max(known.get(place, 0.0), weight)

    def same(self) -> dict[int, list[tuple[int, str]]]:
        """Return the other words for each word: players' and Latin ones, by the number of its stem."""
        groups = [(game, group) for game, groups in self.players_words.same.items() for group in groups]
        for game, rules in GAMES.items():
            for key in rules.names:
                latin, own = self.reader.names[key]
                if latin and latin != own and " " not in own:
                    groups.append((game, (latin, own)))
        found: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for game, group in groups:
            numbers = list(dict.fromkeys(self.number(word) for word in group))
            for number in numbers:
                found[number] += [(other, game) for other in numbers if other != number]
        return dict(found)

    def _alone(self, name: list[str], game: str) -> bool:
        """Whether no document of another game than `game` says all words of `name`."""
        saying = [set(self.weights.get(self.words.get(word, -1), {})) for word in name]
        return all(self.documents[place].game == game for place in set.intersection(*saying))

    def build(self) -> Index:
        """Return the index of all documents that were added."""
        same = self.same()
        count = len(self.documents)
        says = [[part for pair in sorted(self.weights[n].items()) for part in pair] for n in range(len(self.stems))]
        rarest = math.log1p(count)
        worth = [math.log1p(count / max(1, len(said) // 2)) / rarest for said in says]
        called = [(words(name), book) for book, names in self.players_words.names.items() for name in names]
        called += [(words(self.reader.catalog.gettext(book.title)), book.id) for book in BOOKS.values()]
        names = [(name, book, self._alone(name, GAME_OF[book])) for name, book in called]
        phrased: list[list[int]] = [[] for _ in self.stems]
        for at, (_document, stems) in enumerate(self.phrases):
            for number in stems:
                phrased[number].append(at)
        return Index(
            self.documents,
            self.words,
            [[round(part, 3) for part in said] for said in says],
            [round(each, 3) for each in worth],
            same,
            self.phrases,
            phrased,
            sorted(self.little),
            sorted(names, key=lambda one: -len(one[0])),
            self.written,
        )


def build(reader: Reader, players_words: Asked) -> Index:
    """Return the index of all rules and rulings as `reader` reads them, with the words of players."""
    say, say_of = reader.catalog.gettext, reader.catalog.pgettext
    builder = _Builder(reader, players_words)
    cards = {card.rule: card for game in GAMES.values() for card in game.first_cards(game.options())}
    for book in BOOKS.values():
        for section in book.sections:
            for rule in section.rules:
                pieces = [
                    (piece, HEADWORD if how == "strong" else TEXT)
                    for piece, how in runs(put_in(str(say_of(rule.id, rule.text)), rule.facts))
                ]
                if rule.example:
                    pieces += [(" ", TEXT), (plain(put_in(say(rule.example), rule.facts)), ASIDE)]
                text = unicodedata.normalize("NFC", "".join(piece for piece, _weight in pieces))
                if card := cards.get(rule.id):
                    pieces.append((put_in(str(say_of(card.context, card.text)), rule.facts), CARD))
                title = STEP.sub("", plain(say(section.title)))
                one = Document(rule.id, book.id, GAME_OF[book.id], title, text, (), book.id in EXTRA)
                builder.add(one, pieces, players_words.phrases.get(rule.id, ()))
    books = {rule.id: book.id for book in BOOKS.values() for rule in book.rules}
    for ruling in RULINGS:
        texts: tuple[str, ...] = (ruling.question, *dict.fromkeys((ruling.applied, ruling.italian, ruling.polish)))
        said = [plain(put_in(say(text), ruling.facts)) for text in texts]
        pieces = [(text if at == 0 else f" {text}", ASIDE) for at, text in enumerate(said)]
        text = unicodedata.normalize("NFC", "".join(piece for piece, _weight in pieces))
        book_id = books[ruling.rules[0]]
        one = Document(ruling.id, book_id, GAME_OF[book_id], said[0], text, ruling.rules, book_id in EXTRA)
        builder.add(one, pieces, players_words.phrases.get(ruling.id, ()))
    return builder.build()


_building = Lock()


@cache
def _index(language: str) -> Index:
    return build(READERS[language], asked(language))


def index(language: str) -> Index:
    """Return the index of `language`, one of referee.language.LANGUAGES; it is built when it is first asked for."""
    with _building:
        return _index(language)
