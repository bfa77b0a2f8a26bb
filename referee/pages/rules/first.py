"""A first game: how to set up for its players step by step, and the rules that matter now, as cards."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, g

from referee.language import say
from referee.pages import json, wants_fragment, wants_json
from referee.pages.app_state import app_state, game_of
from referee.pages.identity import find
from referee.pages.rules.pages import pictures, reference, said, section_title, show
from referee.rulebook import place_of
from referee.rulebook.brief import in_brief, sentences
from referee.rulebook.in_force import rules_of
from referee.rulebook.text import plain
from referee.store import Table

bp = Blueprint("first", __name__)


@bp.get("/t/<code>/first")
def first(code: str) -> Response:
    """Setup and cards for somebody's first game, as a part of a page where htmx asks, else as a page. JSON: `code`,
    `setup` (sentences in order, none once something was entered), `moment` (changes with what matters now), `cards`
    (what matters now, the most asked for first: `id`, `title`, `text` of 25 words at most)."""
    table = find(code)
    setup, cards = steps(table), cards_now(table)
    moment = f"{table.state.to_move} {' '.join(game_of(table).rules_now(table.state))}"
    if wants_json():
        listed = [{key: card[key] for key in ("id", "title", "text")} for card in cards]
        return json({"code": table.code, "setup": setup, "moment": moment, "cards": listed})
    g.origin = f"/t/{table.code}"
    return show(
        "first_cards.html" if wants_fragment() else "first.html",
        setup=setup,
        picture=picture(table.game),
        drawings=pictures(table.game),
        players=len(table.players),
        moment=moment,
        cards=cards,
    )


def steps(table: Table) -> list[str]:
    """Return how to set up for the players of this table, step by step; nothing once something was entered."""
    if table.seq:
        return []
    found: list[str] = []
    for step in game_of(table).set_up(table.options, len(table.players)):
        found += sentences(text_of(step)) if isinstance(step, str) else [say(step)]
    return found


def text_of(rule_id: str) -> str:
    """Return a rule's text in the reader's language, without markup."""
    return plain(said(place_of(rule_id)[2]))


def picture(game: str) -> str | None:
    """Return the template of the first picture in a game's book: what lies on the table."""
    return next((section.picture for section in app_state().games[game].books[0].sections if section.picture), None)


def cards_now(table: Table) -> list[dict[str, object]]:
    """Return what matters now at the table as cards: a rule's id and link, its section's title, the rule in brief."""
    played = set(rules_of(table.game, msgspec.to_builtins(table.options)))
    found = (rule_id for rule_id in game_of(table).rules_now(table.state) if rule_id in played)
    return [
        {
            **reference(rule_id),
            "title": section_title(place_of(rule_id)[1]),
            "text": in_brief(text_of(rule_id)),
        }
        for rule_id in found
    ]
