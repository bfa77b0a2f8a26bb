"""The plays that were kept: /played, its statistics, what is told or mended of them, counts that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from flask import Blueprint, Response, current_app, request

from referee.engine import N_, Malformed, Name, Refusal
from referee.language import day, gettext, name, printed, written
from referee.pages import go_to, json, page, problem, wants_json
from referee.pages.desks import desk_of
from referee.pages.house import house
from referee.pages.identity import digest, kept_tokens, own_phone
from referee.pages.played import bg_stats
from referee.pages.played.spreadsheet import spreadsheet
from referee.pages.reading import body, convert, number
from referee.plays import People, players_of, statistics
from referee.store.plays import Sight, folded
from referee.store.rows import Play

bp = Blueprint("played", __name__)

PAGE = 50
"""Plays on one page, and in one JSON answer."""
LONGEST_NOTE = 200
Note = Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]

NO_SUCH_PLAY = N_("There is no such game among those played.")
NO_SUCH_PERSON = N_("Nobody of that name has played here.")
HOME_ONLY = N_("Names are joined and taken out on a server at home only.")
NOT_COUNTED = N_("Only a count can be thrown away; a game that was played here goes with its table.")
COLUMNS = (
    N_("Ended"),
    N_("Game"),
    N_("Played as"),
    N_("Minutes"),
    N_("Player"),
    N_("Place"),
    N_("Score"),
    N_("Won"),
    N_("Decided by"),
    N_("Note"),
)
PEOPLE_COLUMNS = (N_("Player"), N_("Game"), N_("Games played"), N_("Won"), N_("Best"), N_("Mean"))
DECIDED = {
    "prices": N_("what the buildings cost"),
    "gold": N_("gold"),
    "points": N_("points"),
    "face_up": N_("parts that lie face up"),
    "ingredients": N_("ingredients"),
    "draw": N_("a shared victory"),
}
"""By what a game was decided, as the contract's JSON calls it -> as it is said."""


# --- who sees what -----------------------------------------------------------------------------------------------


def sight() -> Sight | None:
    """Return which plays this request may see: None for all of them (at home), else those its tokens open."""
    if current_app.config["HOUSE"]:
        return None
    header = request.headers.get("Authorization", "")
    bearer = header[7:].strip() if header[:7].lower() == "bearer " else ""
    phone = own_phone()
    return Sight(digest(phone) if phone else "", tuple(digest(text) for text in [bearer, *kept_tokens()] if text))


def play_or_404(play: int) -> Play:
    """Return the play with this id, or raise 404 where there is none that this request may see."""
    found = house().store.plays.find(play, sight())
    if found is None:
        raise problem(404, "not_found", NO_SUCH_PLAY)
    return found


def people() -> People:
    """Return who is the same person on this server."""
    return People(house().store.plays.joined()) if current_app.config["HOUSE"] else People()


# --- looking -----------------------------------------------------------------------------------------------------


@bp.get("/played")
def played() -> Response:
    """List the plays, newest first: PAGE at a time, `?before=` an id for more, of one `?person`, of one `?game`."""
    before = number(request.args.get("before", ""))
    if "before" in request.args and before is None:
        raise Malformed("before")
    person, game = request.args.get("person", ""), request.args.get("game", "")
    keys = tuple(people().spellings(person)) if person else ()
    found = house().store.plays.page(sight(), before, PAGE + 1, keys, game)
    more, found = len(found) > PAGE, found[:PAGE]
    if wants_json():
        return json({"plays": [play_json(play) for play in found]})
    return page(
        "played/list.html",
        plays=found,
        older=found[-1].id if more else None,
        person=person,
        game=game,
        board=board,
        link=bg_stats_link,
        longest_note=LONGEST_NOTE,
        back=safe_back(),
    )


def play_json(play: Play) -> dict[str, Any]:
    """Return a play as the JSON of /played shows it."""
    shown: dict[str, Any] = msgspec.to_builtins(play)
    return shown


@bp.get("/played/statistics")
def show_statistics() -> Response:
    """Show how often who played, won and scored what, and what each game's record is."""
    found = statistics(house().store.plays.everything(sight()), people())
    if wants_json():
        return json(msgspec.to_builtins(found, str_keys=True))
    return page("played/statistics.html", found=found, decided=decided)


@bp.get("/played/person")
def show_person() -> Response:
    """Show one person (`?name`): plays, wins, streak, each game, against whom."""
    known = people()
    wanted = known.key(request.args.get("name", ""))
    found = statistics(house().store.plays.everything(sight()), known).people
    person = next((one for one in found if known.key(one.name) == wanted), None)
    if person is None:
        raise problem(404, "not_found", NO_SUCH_PERSON)
    if wants_json():
        return json(msgspec.to_builtins(person))
    others = [other.name for other in found if other is not person]
    return page("played/person.html", person=person, others=others, home=current_app.config["HOUSE"])


def decided(by: str | None) -> str:
    """Return by what a game was decided, in the reader's language."""
    return gettext(DECIDED[by]) if by in DECIDED else name(by) if by else ""


def board(play: Play) -> str:
    """Return what was played of a game beside its name: expansion, variant, a house rule; "" if nothing."""
    options = play.options
    parts = [options.get("expansion"), options.get("variant"), options.get("house_rule")]
    said = [part for part in parts if part not in (None, "none", "standard")]
    if options.get("variant") == "gold_rush":
        said.remove("noctis")
    return ", ".join(printed(part) if part in ("noctis", "gold_rush") else str(part) for part in said)


def bg_stats_link(play: Play) -> str | None:
    """Return the address that opens this play in BG Stats, or None where there is nothing to send yet."""
    return bg_stats.address(play, house().games[play.game].TITLE, board(play))


def safe_back() -> str:
    """Return the address of the page shown now, for forms that come back to it."""
    return request.full_path.rstrip("?")


# --- as spreadsheets ---------------------------------------------------------------------------------------------


@bp.get("/played.csv")
def played_csv() -> Response:
    """Return all plays as a spreadsheet, a row for each player, oldest first."""
    found = sorted(house().store.plays.everything(sight()), key=lambda play: (play.ended, play.id))
    zone = _zone()
    rows = (row for play in found for row in _rows(play, zone))
    return spreadsheet("played", COLUMNS, rows)


def _zone() -> ZoneInfo | None:
    """Return the reader's time zone, which his phone names in `?zone`; None for the server's."""
    try:
        return ZoneInfo(request.args.get("zone", ""))
    except (ValueError, ZoneInfoNotFoundError, OSError):
        return None


def _rows(play: Play, zone: ZoneInfo | None) -> Iterable[Sequence[Any]]:
    title, said = house().games[play.game].TITLE, board(play)
    for player in play.players:
        yield (
            day(play.ended, zone),
            title,
            said,
            play.minutes or "",
            player.name,
            player.place,
            "" if player.score is None else player.score,
            "×" if player.winner else "",
            decided(play.decided_by),
            play.note or "",
        )


@bp.get("/played/statistics.csv")
def statistics_csv() -> Response:
    """Return everybody's statistics as a spreadsheet, a row for each person and game."""
    found = statistics(house().store.plays.everything(sight()), people())
    rows = (
        (person.name, house().games[one.game].TITLE, one.plays, one.wins, _cell(one.best), _cell(one.mean))
        for person in found.people
        for one in person.games
    )
    return spreadsheet("statistics", PEOPLE_COLUMNS, rows)


def _cell(value: float | None) -> Any:
    return "" if value is None else value


# --- telling and mending -----------------------------------------------------------------------------------------


class NoteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note of the evening, "" for none."""

    note: Note
    back: str = "/played"


@bp.post("/played/<int:play>/note")
def note(play: int) -> Response:
    """Keep a note of an evening, at most LONGEST_NOTE characters."""
    found = play_or_404(play)
    asked = body(NoteRequest)
    text = " ".join(asked.note.split()) or None
    house().store.plays.note(found.id, text)
    return _done(msgspec.structs.replace(found, note=text), asked.back)


class CountRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A count made at a desk, to be kept: the game, its desk, the question as the desk was asked it.

    The same `key` from the same browser is one count, however often it is sent.
    """

    game: str
    desk: str
    question: dict[str, Any]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    note: Note = ""


@bp.post("/played")
def keep_count() -> Response:
    """Keep what was counted up at a desk as a play: 201 with the play, 200 where it is kept already."""
    asked = body(CountRequest)
    desk = desk_of(asked.game, asked.desk)
    if desk.unaided is None:
        raise Malformed("desk")
    question = convert(asked.question, desk.question, "question")
    answer = desk.answer(question)
    if isinstance(answer, Refusal):
        raise Malformed("question", answer.sentence)
    names = [player.name.strip() for player in question.players]
    now = written(datetime.now(UTC))
    counted = Play(
        code=None,
        game=asked.game,
        options={},
        started=now,
        ended=now,
        minutes=0,
        players=players_of(answer, names),
        decided_by=answer.decided_by,
        counted=True,
        note=" ".join(asked.note.split()) or None,
    )
    seen = sight()
    if seen is not None and not seen.phone:
        raise problem(401, "no_token", N_("This browser keeps no cookies, so the count would be nobody’s."))
    kept, new = house().store.plays.keep_count(counted, asked.key, seen.phone if seen else "")
    return json({"play": play_json(kept)}, 201 if new else 200)


class BackRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to go after it is done."""

    back: str = "/played"


@bp.post("/played/<int:play>/discard")
def discard(play: int) -> Response:
    """Throw a count away again."""
    found = play_or_404(play)
    if not found.counted:
        raise problem(403, "not_counted", NOT_COUNTED)
    asked = body(BackRequest)
    house().store.plays.discard(found.id)
    return json({"play": None}) if wants_json() else go_to(asked.back)


class RenameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another spelling for a player of a count."""

    seat: Annotated[int, msgspec.Meta(ge=0)]
    name: Name
    back: str = "/played"


@bp.post("/played/<int:play>/name")
def rename(play: int) -> Response:
    """Mend a name in a count; at a table that is done at the table."""
    found = play_or_404(play)
    if not found.counted:
        raise problem(403, "not_counted", NOT_COUNTED)
    asked = body(RenameRequest)
    if asked.seat >= len(found.players):
        raise problem(404, "not_found", NO_SUCH_PERSON)
    spelling = asked.name.strip()
    others = (player.name for seat, player in enumerate(found.players) if seat != asked.seat)
    if folded(spelling) in map(folded, others):
        raise Malformed("name")
    house().store.plays.rename(found.id, asked.seat, spelling)
    players = list(found.players)
    players[asked.seat] = msgspec.structs.replace(players[asked.seat], name=spelling)
    return _done(msgspec.structs.replace(found, players=tuple(players)), asked.back)


def _done(play: Play, back: str) -> Response:
    return json({"play": play_json(play)}) if wants_json() else go_to(back if back.startswith("/played") else "/played")


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two names that are one person: `name` is counted as `person` from now on."""

    name: Name
    person: Name


@bp.post("/played/people")
def join() -> Response:
    """Count two names as one person, or a name as itself again where both are the same."""
    must_be_home()
    asked = body(JoinRequest)
    house().store.plays.join(folded(asked.name), asked.person.strip())
    return _person(asked.person)


class ForgetRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person to be taken out of all plays."""

    name: Name


@bp.post("/played/people/forget")
def forget() -> Response:
    """Take a person out of all plays: results stay, the name does not."""
    must_be_home()
    asked = body(ForgetRequest)
    house().store.plays.forget(tuple(people().spellings(asked.name)))
    return json({"name": None}) if wants_json() else go_to("/played/statistics")


def _person(person: str) -> Response:
    return json({"person": person}) if wants_json() else go_to("/played/person?" + urlencode({"name": person}))


def must_be_home() -> None:
    """Raise 403 on a server that serves many houses: there nobody mends what others played."""
    if not current_app.config["HOUSE"]:
        raise problem(403, "home_only", HOME_ONLY)
