"""Evenings from elsewhere: looked at first, then taken; what is here already is not taken twice."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from referee.engine import Malformed, Sentence
from referee.language import say
from referee.pages import go_to, json, page, wants_json
from referee.pages.app_state import app_state
from referee.pages.played.elsewhere import (
    MOST,
    NO_EVENINGS,
    TOO_MANY,
    Brought,
    LeftOut,
    evenings_in,
    is_here,
    key_of,
    wrong,
)
from referee.pages.played.pages import keeper, sight
from referee.pages.reading import body, decode, form_fields, in_utf8, is_json, text_in
from referee.store.rows import Play

bp = Blueprint("bring", __name__)


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a file with evenings."""

    document: str


class Taken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The evenings to take, as the look at the file told them."""

    plays: Annotated[list[Brought], msgspec.Meta(max_length=MOST)]


@bp.get("/played/bring")
def ask() -> Response:
    """Ask for a file with evenings of elsewhere."""
    return page("played/bring.html", found=None)


@bp.post("/played/bring")
def look() -> Response:
    """Show what is in a file with evenings: those to take, those that are here already, those that cannot be taken.
    Nothing is kept yet."""
    if is_json():
        text = body(Text).document
    else:
        fields = form_fields()
        upload = request.files.get("file")
        text = in_utf8(upload.read() if upload else text_in(fields, "document").encode()).decode("utf-8", "replace")
    try:
        told = list(evenings_in(text, app_state().games))
        fresh, known, left_out = sorted_out(told)
        if len(fresh) > MOST:
            raise Malformed("file", Sentence(TOO_MANY, {"num": MOST}))
    except Malformed as error:
        if wants_json():
            raise
        return page("played/bring.html", 400, found=None, notice=say(error.sentence or Sentence(NO_EVENINGS)))
    whole = {"plays": msgspec.to_builtins(fresh)}
    if wants_json():
        why = [{"game": one.game, "date": one.date, "message": say(one.why)} for one in left_out]
        return json({**whole, "known": len(known), "left_out": why})
    return page(
        "played/bring.html", found=fresh, known=known, left_out=left_out, document=msgspec.json.encode(whole).decode()
    )


def sorted_out(told: list[Brought | LeftOut]) -> tuple[list[Brought], list[Brought], list[LeftOut]]:
    """Return the evenings to take, those that are here already or stand twice in the file, and those left out."""
    here = app_state().store.plays.everything(sight())
    fresh: dict[str, Brought] = {}
    known: list[Brought] = []
    for one in told:
        if isinstance(one, Brought):
            if key_of(one) in fresh or is_here(one, here):
                known.append(one)
            else:
                fresh[key_of(one)] = one
    return list(fresh.values()), known, [one for one in told if isinstance(one, LeftOut)]


@bp.post("/played/take")
def take() -> Response:
    """Keep evenings of elsewhere as this house's, or as this phone's where many houses play; once each."""
    phone = keeper()
    asked = body(Taken, lambda: decode(text_in(form_fields(), "document") or "{}", Any, "document"))
    for one in asked.plays:
        if (why := wrong(one, app_state().games)) is not None:
            raise Malformed("plays", why)
    taken = 0
    for one in sorted_out(list(asked.plays))[0]:
        _kept, new = app_state().store.plays.keep_count(kept_as(one), key_of(one), phone)
        taken += new
    return json({"taken": taken}) if wants_json() else go_to("/played")


def kept_as(one: Brought) -> Play:
    """Return an evening of elsewhere as a play: like a count, it has no table."""
    return Play(
        code=None,
        game=one.game,
        options={},
        started=one.ended,
        ended=one.ended,
        minutes=one.minutes,
        players=tuple(one.players),
        decided_by=one.decided_by,
        counted=True,
        note=one.note,
        unfinished=one.unfinished,
    )
