"""The rules to read: books, rulings, names, search, and everything as one file to keep."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, abort, g, request
from markupsafe import Markup

from referee.engine import Book, Malformed, Rule, Ruling, Section, put_in
from referee.glossary import NAMES
from referee.language import LANGUAGES, READERS, current, gettext, latin, name, pgettext, printed
from referee.pages import json, page, wants_fragment, wants_json
from referee.pages.app_state import app_state
from referee.pages.identity import address
from referee.rulebook import BOOKS, DESKS, RULINGS, RULINGS_TITLE, TITLE, book_of, place_of, rule_url, rulings_of
from referee.rulebook.in_force import facts_of, otherwise, played_ids, searched_first
from referee.rulebook.index import GAME_OF, STEP, index
from referee.rulebook.search import Hit, like, search
from referee.rulebook.text import html, plain
from referee.store import Table

bp = Blueprint("rules", __name__)

LONGEST_QUERY = 200
_TABLE = "/t/[A-Za-z0-9]{1,40}"
ORIGIN = re.compile(
    rf"(?:{_TABLE}(?:/next)?|/new/[a-z_]{{1,40}}|/desk/[a-z_]{{1,40}}/[a-z_]{{1,40}}(?:\?from={_TABLE})?)\Z"
)
"""The place readers come from and go back to: a table, a desk with the table it was opened from, a new table's form."""


Chosen = tuple[str, Mapping[str, object]]
"""A table's game, and its settled options."""


# --- JSON --------------------------------------------------------------------------------------------------------


def text_of(rule: Rule, at: Chosen | None = None) -> str:
    """Return a rule's text and example in the reader's language, without markup; `at` a table, as it plays the rule."""
    text, example = plain(said(rule, at)), plain(said_example(rule, at))
    return f"{text} {example}" if example else text


def said(rule: Rule, at: Chosen | None = None) -> str:
    """Return a rule's text in the reader's language, with its markup; `at` a table, as it plays the rule."""
    if at is None:
        return put_in(pgettext(rule.id, rule.text), rule.facts)
    card = otherwise(rule, *at)
    text = pgettext(rule.id, rule.text) if card is None else pgettext(card.context, card.text)
    return put_in(text, facts_of(rule, at[1]))


def said_example(rule: Rule, at: Chosen | None = None) -> str:
    """Return a rule's example in the reader's language, with its markup; "" if it has none, or if the table `at` plays
    the rule otherwise."""
    return "" if at is not None and otherwise(rule, *at) else put_in(gettext(rule.example), rule.facts)


def rulings_at(rule: Rule, at: Chosen | None = None) -> list[Ruling]:
    """Return the rulings that touch a rule; `at` a table, those that are played there."""
    played = None if at is None else frozenset(played_ids(*at))
    return [ruling for ruling in rulings_of(rule.id) if played is None or ruling.id in played]


def rule_json(rule: Rule, at: Chosen | None = None) -> dict[str, object]:
    """Return a rule as JSON: its text without markup, and the ids of the rulings that touch it; `at` a table, as it
    plays the rule."""
    return {"id": rule.id, "text": text_of(rule, at), "rulings": [ruling.id for ruling in rulings_at(rule, at)]}


def section_json(section: Section) -> dict[str, object]:
    """Return a section as JSON, with its rules."""
    return {
        "id": section.id,
        "title": plain(gettext(section.title)),
        "rules": [rule_json(rule) for rule in section.rules],
    }


def ruling_texts(ruling: Ruling) -> dict[str, str]:
    """Return what a ruling says, in the reader's language: its question, both books, what is applied."""
    texts = {
        "question": ruling.question,
        "italian": ruling.italian,
        "polish": ruling.polish,
        "applied": ruling.applied,
    }
    return {part: put_in(gettext(text), ruling.facts) for part, text in texts.items()}


def ruling_json(ruling: Ruling) -> dict[str, object]:
    """Return a ruling as JSON, without markup; `option` is the one that decides it, or None."""
    return {
        "id": ruling.id,
        **{part: plain(text) for part, text in ruling_texts(ruling).items()},
        "option": ruling.option,
        "rules": list(ruling.rules),
    }


# --- pages -------------------------------------------------------------------------------------------------------


def way_back() -> str | None:
    """Return the table, desk or form the reader came from (`?from=/t/CODE`), or None if it is none's address."""
    path = g.get("origin") or request.args.get("from", "")
    return path if ORIGIN.match(path) else None


def table_behind() -> str | None:
    """Return the table the reader came from, directly or by a desk, or None."""
    first = (way_back() or "").rpartition("?from=")[2].removesuffix("/next")
    return first if first.startswith("/t/") else None


def chosen_behind() -> Chosen | None:
    """Return the game and the options of the table the reader came from, or None. A table is looked for once a request,
    so that one that is not there counts as one guess."""
    if "chosen_behind" not in g:
        place, table = table_behind(), None
        if place is not None and not app_state().limits.reached("guess", address()):
            table = app_state().store.readable(place.removeprefix("/t/"))
            if table is None:
                app_state().limits.hit("guess", address())
        g.chosen_behind = chosen_at(table) if table else None
    found: Chosen | None = g.chosen_behind
    return found


def played_behind() -> frozenset[str]:
    """Return the ids of the rules and rulings played at the table the reader came from; none if from no table."""
    chosen = chosen_behind()
    return frozenset(played_ids(*chosen)) if chosen else frozenset()


def near_behind() -> str:
    """Return what a phone's own search puts first at the table the reader came from; "" if from no table."""
    chosen = chosen_behind()
    return searched_first(*chosen) if chosen else ""


def taken_along() -> dict[str, str]:
    """Return what a reader takes along from page to page: the way back, and a language asked for in the address."""
    language = request.args.get("lang")
    found = {"lang": language if language in LANGUAGES else None, "from": way_back()}
    return {key: value for key, value in found.items() if value}


def link(path: str) -> str:
    """Return `path` (with or without a fragment) with what the reader takes along."""
    along = urlencode(taken_along(), safe="/")
    if not along:
        return path
    place, mark, fragment = path.partition("#")
    return f"{place}{'&' if '?' in place else '?'}{along}{mark}{fragment}"


def reference(rule_id: str) -> dict[str, str | None]:
    """Return a link to a rule or ruling: its id, what it is about, where it is read, and its book's title."""
    book = book_of(rule_id)
    return {
        "id": rule_id,
        "title": title_of(rule_id),
        "url": link(rule_url(rule_id) or "/rules"),
        "book": gettext(book.title) if book else None,
    }


def title_of(rule_id: str) -> str:
    """Return what a rule is about: the thing that its id names, else the title it stands under."""
    book = book_of(rule_id)
    if book is None:
        return gettext(RULINGS_TITLE)
    key = rule_id.split("-")[1].lower()
    if key in NAMES:
        called = name(key)
        return called[:1].upper() + called[1:]
    return section_title(place_of(rule_id)[1])


def section_title(section: Section) -> str:
    """Return a section's title in the reader's language, without the number of its step."""
    return STEP.sub("", plain(gettext(section.title)))


def rule_text(rule_id: str | None, table: Table | None = None) -> Markup:
    """Return what a rule says (at a table, as it plays the rule), or what a ruling applies, in the reader's language,
    with its markup; empty for None or an unknown id."""
    if rule_id is not None and book_of(rule_id) is not None:
        return html(said(place_of(rule_id)[2], chosen_at(table) if table else None))
    ruling = next((one for one in RULINGS if one.id == rule_id), None)
    return Markup("") if ruling is None else html(ruling_texts(ruling)["applied"])


def ruling_page(ruling: Ruling) -> dict[str, object]:
    """Return a ruling as its template shows it, in the reader's language."""
    return {
        "id": ruling.id,
        "url": link(f"/rules/rulings#{ruling.id}"),
        **{part: html(text) for part, text in ruling_texts(ruling).items()},
        "chosen": ruling.option is not None,
        "rules": [reference(rule_id) for rule_id in ruling.rules],
    }


def chosen_at(table: Table) -> Chosen:
    """Return a table's game and options."""
    return table.game, msgspec.to_builtins(table.options)


def rule_page(rule: Rule, at: Chosen | None = None) -> dict[str, object]:
    """Return a rule as its template shows it, in the reader's language; `at` a table, as it plays the rule."""
    example = said_example(rule, at)
    return {
        "id": rule.id,
        "url": link(rule_url(rule.id) or "/rules"),
        "text": html(said(rule, at)),
        "example": html(example) if example else None,
        "related": [reference(rule_id) for rule_id in rule.related],
        "desk": (link(rule.desk), gettext(DESKS[rule.desk])) if rule.desk else None,
        "rulings": [ruling_page(ruling) for ruling in rulings_at(rule, at)],
    }


def book_page(book: Book) -> dict[str, object]:
    """Return a book as its template shows it, in the reader's language."""
    return {
        "id": book.id,
        "url": link(f"/rules/{book.id}"),
        "title": gettext(book.title),
        "brief": html(gettext(book.brief)),
        "drawings": pictures(GAME_OF[book.id]),
        "sections": [
            {
                "id": section.id,
                "title": html(gettext(section.title)),
                "brief": html(gettext(section.brief)),
                "picture": section.picture,
                "rules": [rule_page(rule) for rule in section.rules],
            }
            for section in book.sections
        ],
    }


def marked(snippet: str, places: Iterable[tuple[int, int]]) -> Markup:
    """Return `snippet` as HTML, with <mark> at `places` (start, end; ascending, not overlapping)."""
    pieces, at = [], 0
    for start, end in places:
        pieces += [Markup.escape(snippet[at:start]), Markup("<mark>{}</mark>").format(snippet[start:end])]
        at = end
    return Markup("").join([*pieces, Markup.escape(snippet[at:])])


def hit_page(hit: Hit) -> dict[str, object]:
    """Return a hit as its template shows it."""
    return {
        "id": hit.id,
        "url": link(rule_url(hit.id) or "/rules"),
        "book": gettext(BOOKS[hit.game].title),
        "title": hit.title,
        "snippet": marked(hit.snippet, hit.marks),
    }


def shelf() -> list[dict[str, object]]:
    """Return the books as they stand on the shelf: where each is read, its title and a line about it."""
    return [
        {"id": book.id, "url": link(f"/rules/{book.id}"), "title": gettext(book.title), "brief": gettext(book.brief)}
        for book in BOOKS.values()
    ]


def pictures(game: str) -> Mapping[str, object]:
    """Return what the pictures of a game's books are drawn from, as this house knows its box."""
    return app_state().games[game].pictures(app_state().store.remembered(game))


def examples() -> list[str]:
    """Return words that one may search for, of each game."""
    return [printed(key) for game in app_state().games.values() for key in game.sought]


def rules_page(template: str, **context: Any) -> Response:
    """Answer with a template of rules/, which always knows the way back and how to keep it in links."""
    return page(f"rules/{template}", back=way_back(), along=taken_along(), near=near_behind(), link=link, **context)


@bp.get("/rules")
def contents() -> Response:
    """Show all books. JSON has each book as one section, and `books` with where each is read."""
    if wants_json():
        sections = [
            {"id": book.id, "title": gettext(book.title), "rules": [rule_json(rule) for rule in book.rules]}
            for book in BOOKS.values()
        ]
        books = [{"id": book.id, "title": gettext(book.title), "url": f"/rules/{book.id}"} for book in BOOKS.values()]
        return json({"title": gettext(TITLE), "sections": sections, "books": books})
    return rules_page("contents.html", books=shelf(), query="")


@bp.get("/rules/<book_id>")
def read(book_id: str) -> Response:
    """Show one book, or 404."""
    book = BOOKS.get(book_id)
    if book is None:
        abort(404)
    if wants_json():
        return json({"title": gettext(book.title), "sections": [section_json(section) for section in book.sections]})
    return rules_page("book.html", book=book_page(book), books=shelf())


@bp.get("/rules/rulings")
def rulings() -> Response:
    """Show the rulings: where the books disagree, err or are silent."""
    if wants_json():
        return json({"rulings": [ruling_json(ruling) for ruling in RULINGS]})
    return rules_page("rulings.html", rulings=[ruling_page(ruling) for ruling in RULINGS])


@bp.get("/rules/names")
def names() -> Response:
    """Show the names that are printed on the cards, in Latin, and in every language."""
    if wants_json():
        table = [
            {"key": key, "latin": latin(key), **{language: READERS[language].names[key][1] for language in LANGUAGES}}
            for key in NAMES
        ]
        return json({"names": table})
    rows = [(latin(key), name(key), [READERS[other].names[key][1] for other in others()]) for key in NAMES]
    return rules_page("names.html", rows=rows, columns=[READERS[other].own_name for other in (current(), *others())])


def others() -> list[str]:
    """Return the languages that are not the reader's."""
    return [language for language in LANGUAGES if language != current()]


@bp.get("/rules/search")
def search_page() -> Response:
    """Show the hits for `q` (its first LONGEST_QUERY characters), best first; none for an empty one.

    All hits of the book `game` come before any other (400 if there is no such book); what is played at the table that
    `from` names comes before what is not.
    """
    query = request.args.get("q", "")[:LONGEST_QUERY].replace("\0", " ").strip()
    book = request.args.get("game")
    if book is not None and book not in BOOKS:
        raise Malformed("game")
    hits = search(query, current(), book, played_behind()) if query else []
    if wants_json():
        found = [{"id": hit.id, "game": hit.game, "title": hit.title, "snippet": hit.snippet} for hit in hits]
        return json({"hits": found})
    near = like(index(current()), query) if query and not hits else []
    context = {"query": query, "hits": [hit_page(hit) for hit in hits], "like": near, "examples": examples()}
    return rules_page("hits.html" if wants_fragment() else "search.html", **context)
