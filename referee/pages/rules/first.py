"""A first game: what one plays for, how to set up step by step, and the rules that matter now, as cards."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from flask import Blueprint, Response, g

from referee.engine import Card, put_in
from referee.glossary import NAMES
from referee.language import gettext, pgettext, printed, say
from referee.pages import json, wants_fragment, wants_json
from referee.pages.app_state import app_state, game_of
from referee.pages.identity import table_or_404
from referee.pages.rules.pages import pictures, reference, rules_page, section_title
from referee.rulebook import place_of
from referee.rulebook.in_force import rules_of
from referee.store import Table

bp = Blueprint("first", __name__)


@bp.get("/t/<code>/first")
def first(code: str) -> Response:
    """Opening, setup and cards for somebody's first game, as a part of a page where htmx asks, else as a page. JSON:
    `code`, `aim` (sentences on what one plays for), `can_do` (what one can do: `name`, `text`) and `setup` (steps in
    order), all three empty once something was entered, `moment` (changes with what matters now), `cards` (what matters
    now, the most asked for first: `id`, `title`, `text` of 25 words at most)."""
    table = table_or_404(code)
    aim, can_do, setup = opening(table)
    cards = cards_now(table)
    moment = f"{table.state.to_move} {' '.join(game_of(table).rules_now(table.state))}"
    if wants_json():
        told = [{key: card[key] for key in ("id", "title", "text")} for card in cards]
        opened = {"aim": aim, "can_do": can_do, "setup": setup}
        return json({"code": table.code, **opened, "moment": moment, "cards": told})
    g.origin = f"/t/{table.code}"
    return rules_page(
        "first_cards.html" if wants_fragment() else "first.html",
        aim=aim,
        can_do=can_do,
        setup=setup,
        picture=picture(table.game),
        drawings=pictures(table.game),
        players=len(table.players),
        moment=moment,
        cards=cards,
    )


def opening(table: Table) -> tuple[list[str], list[dict[str, str]], list[str]]:
    """Return what the players of this table play for, what they can do, and how they set up step by step; nothing once
    something was entered."""
    if table.seq:
        return [], [], []
    opened = game_of(table).opening(table.options)
    can_do = [
        {"name": printed(key) if key in NAMES else gettext(key), "text": say(text)} for key, text in opened.can_do
    ]
    setup = [say(step) for step in game_of(table).set_up(table.options, len(table.players))]
    return [say(sentence) for sentence in opened.aim], can_do, setup


def picture(game: str) -> str | None:
    """Return the template of the first picture in a game's book: what lies on the table."""
    return next((section.picture for section in app_state().games[game].books[0].sections if section.picture), None)


def cards_now(table: Table) -> list[dict[str, object]]:
    """Return what matters now at the table as cards: a rule's id and link, its section's title, the rule's point."""
    options = msgspec.to_builtins(table.options)
    played = set(rules_of(table.game, options))
    cards = {card.rule: card for card in game_of(table).first_cards(table.options)}
    return [
        {**reference(rule_id), "title": section_title(place_of(rule_id)[1]), "text": said(cards[rule_id], options)}
        for rule_id in game_of(table).rules_now(table.state)
        if rule_id in played and rule_id in cards
    ]


def said(card: Card, options: Mapping[str, int | str]) -> str:
    """Return a card in the reader's language, with the facts of its rule and what the table's options say."""
    return put_in(pgettext(card.context, card.text), {**place_of(card.rule)[2].facts, **options})
