"""The rules as one table plays them: those for this moment, all of it in six lines, and the rulings in force there."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from flask import Blueprint, Response, g

from referee.engine import Book, Malformed, Rule, Section
from referee.language import gettext, say
from referee.pages import json, wants_fragment, wants_json
from referee.pages.app_state import game_of
from referee.pages.identity import table_or_404
from referee.pages.rules.pages import (
    chosen_at,
    reference,
    rule_json,
    rule_page,
    rules_page,
    ruling_json,
    ruling_page,
    section_title,
    shelf,
    table_behind,
)
from referee.rulebook import place_of
from referee.rulebook.in_force import books_of, chosen, in_force, rules_of
from referee.store import Table

bp = Blueprint("in_force", __name__)


@bp.get("/t/<code>/rulings")
def rulings(code: str) -> Response:
    """Show the rulings in force at this table. JSON has each as /rules/rulings does, and `chosen`: option -> value."""
    table = table_or_404(code)
    options = msgspec.to_builtins(table.options.in_force(table.state))
    found = in_force(table.game, options)
    if wants_json():
        listed = [{**ruling_json(ruling), "chosen": chosen(ruling, options)} for ruling in found]
        return json({"code": table.code, "game": table.game, "rulings": listed})
    g.origin = f"/t/{table.code}"
    shown = [{**ruling_page(ruling), "here": chosen(ruling, options)} for ruling in found]
    return rules_page(
        "in_force.html",
        code=table.code,
        game=table.game,
        title=game_of(table).title,
        lines=in_short(table),
        house_rule=table.options.house_rule,
        decided=[ruling for ruling in shown if ruling["here"]],
        others=[ruling for ruling in shown if not ruling["here"]],
    )


def in_short(table: Table) -> list[dict[str, object]]:
    """Return the six lines on a table: each one's text, and the rule to read."""
    lines = game_of(table).in_short(table.options)
    return [{"text": say(sentence), "rule": reference(rule_id)} for sentence, rule_id in lines]


@bp.get("/rules/now")
def now() -> Response:
    """Show the rules that matter now at the table that `from` names, as it plays them; as a part of a page where htmx
    asks, else as a page. 400 without a table's path, 404 for an unknown table. JSON: `code`, `game`, and `sections`,
    each with `title`, `book` and `rules`."""
    place = table_behind()
    if place is None:
        raise Malformed("from")
    table = table_or_404(place.removeprefix("/t/"))
    at = game, options = chosen_at(table)
    sections = sections_now(table, options)
    if wants_json():
        listed = [
            {"title": section_title(section), "book": book.id, "rules": [rule_json(rule, at) for rule in rules]}
            for book, section, rules in sections
        ]
        return json({"code": table.code, "game": table.game, "sections": listed})
    g.origin = f"/t/{table.code}"
    played = set(books_of(game, options))
    return rules_page(
        "moment.html" if wants_fragment() else "now.html",
        code=table.code,
        groups=[
            {
                "title": section_title(section),
                "book": gettext(book.title),
                "rules": [rule_page(rule, at) for rule in rules],
            }
            for book, section, rules in sections
        ],
        books=[book for book in shelf() if book["id"] in played],
        house_rule=table.options.house_rule,
    )


def sections_now(table: Table, options: Mapping[str, object]) -> list[tuple[Book, Section, list[Rule]]]:
    """Return the rules played at the table that matter now, the most asked for first, by the section they stand in."""
    played = set(rules_of(table.game, options))
    found: dict[str, tuple[Book, Section, list[Rule]]] = {}
    for rule_id in game_of(table).rules_now(table.state):
        if rule_id in played:
            book, section, rule = place_of(rule_id)
            found.setdefault(f"{book.id} {section.id}", (book, section, []))[2].append(rule)
    return list(found.values())
