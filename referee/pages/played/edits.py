"""Edits to finished games: notes, days, names, counts from desks, who is one person."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, current_app, request

from referee.audience import WATCHERS_LOOK, Denied
from referee.engine import N_, Desk, Malformed, Name, Refusal, Seat, Sentence
from referee.language import READERS, now
from referee.names import fit, folded, seen
from referee.pages import go_to, json, page, problem, wants_json
from referee.pages.app_state import app_state
from referee.pages.desks.pages import PLAYER, desk_of, settle, with_names
from referee.pages.identity import new_token
from referee.pages.played.elsewhere import FIRST_YEAR, LAST_ZONE, NOT_YET
from referee.pages.played.pages import LONGEST_NOTE, NO_SUCH_PERSON, keeper, people, play_json, play_or_404, sight
from referee.pages.reading import body, convert, form_fields, local, numbered
from referee.plays import players_of
from referee.store.plays import FORGOTTEN, on_day
from referee.store.rows import Play

bp = Blueprint("edits", __name__)

Note = Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]

HOME_ONLY = N_("Names can be merged or removed on a home server only.")
NOT_COUNTED = N_("Only a score counted here can be deleted; a game played at a table is deleted with its table.")
PLAYED_TOGETHER = N_("%(name)s and %(person)s played a game together, so they are two people.")


class NoteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note of the evening, "" for none."""

    note: Note
    back: str = "/played"


@bp.post("/played/<int:play>/note")
def note(play: int) -> Response:
    """Keep a note of an evening, at most LONGEST_NOTE characters."""
    found = play_to_mend(play)
    asked = body(NoteRequest)
    text = tidied(asked.note)
    app_state().store.plays.note(found.id, text)
    return _done(msgspec.structs.replace(found, note=text), asked.back)


def play_to_mend(play: int) -> Play:
    """Return the play with this id; raise 404 if there is none that this browser sees, Denied where it only watches."""
    found, seen_by = play_or_404(play), sight()
    if seen_by and app_state().store.plays.find(play, msgspec.structs.replace(seen_by, writes=True)) is None:
        raise Denied("watchers_only_look", WATCHERS_LOOK)
    return found


class DateRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The day on which an evening was."""

    date: datetime.date
    back: str = "/played"


@bp.post("/played/<int:play>/date")
def set_date(play: int) -> Response:
    """Set the day of an evening: what was played yesterday may be entered today. The statistics go by it."""
    found = play_to_mend(play)
    asked = body(DateRequest)
    return _done(app_state().store.plays.date(found, kept_day(asked.date)), asked.back)


def kept_day(date: datetime.date) -> str:
    """Return a day as it is kept; raise Malformed("date") for one that is still to come everywhere on Earth, or before
    FIRST_YEAR."""
    if date.year < FIRST_YEAR or date > datetime.datetime.now(LAST_ZONE).date():
        raise Malformed("date", Sentence(NOT_YET))
    return date.isoformat()


class CountRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A count made at a desk, to be kept: the game, its desk, the question as the desk was asked it.

    The same `key` from the same browser is one count, however often it is sent. `date`: the day on which it was played,
    None for today.
    """

    game: str
    desk: str
    question: dict[str, Any]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    note: Note = ""
    date: datetime.date | None = None


@bp.post("/played")
def keep_count() -> Response:
    """Keep what was counted up at a desk as a play: 201 with the play, 200 where it is kept already."""
    asked = body(CountRequest)
    desk = counting_desk(asked.game, asked.desk)
    question = convert(asked.question, desk.question, "question")
    kept, new = keep(asked.game, desk, question, asked.key, asked.note, asked.date)
    return json({"play": play_json(kept)}, 201 if new else 200)


@bp.post("/desk/<game>/<name>/keep")
def keep_from_desk(game: str, name: str) -> Response:
    """Keep what a desk's form holds, and show the play; a form that cannot be counted is answered as the desk would."""
    desk = counting_desk(game, name)
    try:
        question = convert(with_names(numbered(form_fields())), desk.question, "question", strict=False)
        kept, _new = keep(game, desk, question, request.args.get("key", "")[:64] or new_token())
    except Malformed:
        return settle(game, name)
    return go_to(f"/played/{kept.id}")


def counting_desk(game: str, name: str) -> Desk:
    """Return a desk that counts a game up; raise Malformed("desk") for one that settles another question."""
    desk = desk_of(game, name)
    if desk.offline is None:
        raise Malformed("desk")
    return desk


def keep(
    game: str, desk: Any, question: Any, key: str, note: str = "", date: datetime.date | None = None
) -> tuple[Play, bool]:
    """Keep a count as a play of the `date`, None for today; return it and whether it is new. Raises Malformed where it
    cannot be counted, 401 for a browser without cookies on a server of many houses."""
    answer = desk.answer(question)
    if isinstance(answer, Refusal):
        raise Malformed("question", answer.sentence)
    names = [person_named(player.name, number) for number, player in enumerate(question.players, 1)]
    moment = now()
    counted = Play(
        code=None,
        game=game,
        options={},
        started=moment,
        ended=moment,
        minutes=0,
        players=players_of(answer, names),
        decided_by=answer.decided_by,
        counted=True,
        note=tidied(note),
    )
    phone = keeper()
    if date is not None:
        counted = on_day(counted, kept_day(date))
    return app_state().store.plays.keep_count(counted, key, phone)


class BackRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The address to go to afterwards."""

    back: str = "/played"


@bp.post("/played/<int:play>/discard")
def discard(play: int) -> Response:
    """Throw a count away again."""
    found = count_or_403(play)
    asked = body(BackRequest)
    app_state().store.plays.discard(found.id)
    return json({"play": None}) if wants_json() else go_to(own_page(asked.back))


def count_or_403(play: int) -> Play:
    """Return the count with this id; raise 404 if there is none, 403 for a game that was played at a table."""
    found = play_or_404(play)
    if not found.counted:
        raise problem(403, "not_counted", NOT_COUNTED)
    return found


def person_named(text: str, number: int) -> str:
    """Return the name of a count's player as it is kept; FORGOTTEN where nobody typed one: "Player 2" is the second in
    every count, and no person."""
    name = kept_name(text)
    return FORGOTTEN if folded(name) in suggested_names(number) else name


@cache
def suggested_names(number: int) -> frozenset[str]:
    """Return what a desk calls the player with this number who has no name, folded, in each language."""
    return frozenset(folded(reader.catalog.gettext(PLAYER) % {"num": number}) for reader in READERS.values())


def kept_name(text: str) -> str:
    """Return the name of a count's player as it is kept, without what is unseen in it: counts that wait on a phone are
    not to be lost for that. Raises Malformed("name") if it is none."""
    name = seen(text)
    if not fit(name):
        raise Malformed("name")
    return name


def tidied(note: str) -> str | None:
    """Return a note as it is kept: in one line, without what is unseen; None for a blank one."""
    return " ".join(map(seen, note.split())) or None


class RenameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another spelling for a player of a count."""

    seat: Seat
    name: Name
    back: str = "/played"


@bp.post("/played/<int:play>/name")
def rename(play: int) -> Response:
    """Mend a name in a count; at a table that is done at the table."""
    found = count_or_403(play)
    asked = body(RenameRequest)
    if asked.seat >= len(found.players):
        raise problem(404, "not_found", NO_SUCH_PERSON)
    spelling = kept_name(asked.name)
    others = (player.name for seat, player in enumerate(found.players) if seat != asked.seat)
    if folded(spelling) in map(folded, others):
        raise Malformed("name")
    app_state().store.plays.rename(found.id, asked.seat, spelling)
    players = list(found.players)
    players[asked.seat] = msgspec.structs.replace(players[asked.seat], name=spelling)
    return _done(msgspec.structs.replace(found, players=tuple(players)), asked.back)


def own_page(back: str) -> str:
    """Return `back` if it is a page of what was played, else the first of them."""
    return local(back, "/played") if back.startswith("/played") else "/played"


def _done(play: Play, back: str) -> Response:
    if wants_json():
        return json({"play": play_json(play)})
    sheet = f"/t/{play.code}/sheet"
    return go_to(sheet if back == sheet else own_page(back))


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two names that are one person: `name` is counted as `person` from now on. `sure`: it was asked about."""

    name: Name
    person: Name
    sure: bool = False


@bp.post("/played/people")
def join() -> Response:
    """Count two names as one person, or a name as itself again where both are the same. A browser is asked first. 409
    for two who played one game together: they are two people."""
    must_be_home()
    asked = body(JoinRequest)
    name, person = seen(asked.name), seen(asked.person)
    if folded(name) != folded(person):
        known = people()
        both = {known.key(name), known.key(person)}
        for play in app_state().store.plays.everything(sight()):
            if len(both) == 2 and both <= {known.key(player.name) for player in play.players}:
                raise problem(409, "played_together", PLAYED_TOGETHER, name=name, person=person)
        if not (asked.sure or wants_json()):
            return page("played/joining.html", name=name, person=person)
    app_state().store.plays.join(folded(name), person)
    return _person(person)


class ForgetRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person to be taken out of all plays."""

    name: Name


@bp.post("/played/people/forget")
def forget() -> Response:
    """Take a person out of all plays: results stay, the name does not."""
    must_be_home()
    asked = body(ForgetRequest)
    app_state().store.plays.forget(tuple(people().spellings(seen(asked.name))))
    return json({"name": None}) if wants_json() else go_to("/played/statistics")


def _person(person: str) -> Response:
    return json({"person": person}) if wants_json() else go_to("/played/person?" + urlencode({"name": person}))


def must_be_home() -> None:
    """Raise 403 on a server that serves many houses: there nobody mends what others played."""
    if not current_app.config["HOUSE"]:
        raise problem(403, "home_only", HOME_ONLY)
