"""The plays that were kept: /played, its statistics, what is told or mended of them, counts that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, request

from referee.course import course
from referee.engine import N_, SHARED_VICTORY, Game, Malformed, named
from referee.language import gettext, now, numeric
from referee.names import folded, seen
from referee.pages import json, page, problem, wants_json
from referee.pages.app_state import app_state, game_of
from referee.pages.identity import bearer_token, cookie_tokens, digest, own_phone
from referee.pages.played import bg_stats, share
from referee.pages.reading import number
from referee.pages.spreadsheet import local_time, spreadsheet, typed
from referee.plays import Names, People, each_game, in_order, one_person, statistics, tallies
from referee.store.plays import Sight
from referee.store.rows import Play

bp = Blueprint("played", __name__)

PAGE = 50
"""Plays on one page, and in one JSON answer."""
LONGEST_NOTE = 200
MOST_NAMES = 100
"""Names that the search by person offers."""

NO_SUCH_PLAY = N_("No such game has been played here.")
NO_COOKIES = N_("This browser blocks cookies, so the result could not be saved for you.")
NO_SUCH_PERSON = N_("Nobody by that name has played here.")
COLUMNS = (
    N_("Ended"),
    N_("Game"),
    N_("Played as"),
    N_("Minutes"),
    N_("Player"),
    ("column", named("column", "Place")),
    N_("Score"),
    ("column", named("column", "Won")),
    N_("Decided by"),
    N_("Note"),
)
PEOPLE_COLUMNS = (N_("Player"), N_("Game"), N_("Games played"), N_("Won"), N_("Best"), N_("Average"))


# --- who sees what -----------------------------------------------------------------------------------------------


def sight() -> Sight | None:
    """Return which plays this request may see: None for all of them (at home), else those its tokens open."""
    if current_app.config["HOUSE"]:
        return None
    phone = own_phone()
    tokens = [bearer_token() or "", *cookie_tokens()]
    return Sight(digest(phone) if phone else "", tuple(digest(text) for text in tokens if text))


def keeper() -> str:
    """Return the hash of the phone that keeps what was counted, "" at home. Raises 401 for a browser without cookies on
    a server of many houses."""
    seen_by = sight()
    if seen_by is not None and not seen_by.phone:
        raise problem(401, "no_token", NO_COOKIES)
    return "" if seen_by is None else seen_by.phone


def play_or_404(play: int) -> Play:
    """Return the play with this id, or raise 404 where there is none that this request may see."""
    found = app_state().store.plays.find(play, sight())
    if found is None:
        raise problem(404, "not_found", NO_SUCH_PLAY)
    return found


def people() -> People:
    """Return who is the same person on this server."""
    return People(app_state().store.plays.joined()) if current_app.config["HOUSE"] else People()


# --- looking -----------------------------------------------------------------------------------------------------


@bp.get("/played")
def played() -> Response:
    """List the plays, newest first: PAGE at a time, `?before=` an id for more, of one `?person`, of one `?game`."""
    before = number(request.args.get("before", ""))
    if "before" in request.args and before is None:
        raise Malformed("before")
    person, game = seen(request.args.get("person", "")), request.args.get("game", "")
    keys = tuple(people().spellings(person)) if person else ()
    found = app_state().store.plays.page(sight(), before, PAGE + 1, keys, game)
    more, found = len(found) > PAGE, found[:PAGE]
    if wants_json():
        return json({"plays": [play_json(play) for play in found]})
    return page(
        "played/list.html",
        plays=found,
        older=found[-1].id if more else None,
        person=person,
        game=game,
        known_names=sorted(app_state().store.plays.names(sight(), MOST_NAMES), key=in_order),
    )


@bp.get("/played/<int:number>")
def show_play(number: int) -> Response:
    """Show one game that was played, with what can be sent of it and put right."""
    play = play_or_404(number)
    if wants_json():
        return json({"play": play_json(play)})
    title, how, said = game_of(play).title, played_as(play), decision(play)
    return page(
        "played/play.html",
        play=play,
        how=how,
        said=said,
        text=share.text(play, title, how, said),
        picture=f"/played/{play.id}/card.svg",
        bg_stats=bg_stats_link(play),
        longest_note=LONGEST_NOTE,
        played_on=numeric(play.ended)[:10],
        today=numeric(now())[:10],
    )


@bp.get("/played/<int:number>/card.svg")
def picture(number: int) -> Response:
    """Return the result of one game as a picture."""
    play = play_or_404(number)
    table = app_state().store.readable(play.code) if play.code else None
    game = game_of(play)
    points = [turn.scores for turn in course(game, table.history)] if table else []
    svg = share.card(play, game.title, played_as(play), decision(play), points)
    answer = Response(svg, content_type="image/svg+xml; charset=utf-8")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def play_json(play: Play) -> dict[str, Any]:
    """Return a play as the JSON of /played shows it."""
    shown: dict[str, Any] = msgspec.to_builtins(play)
    return shown


@bp.get("/played/statistics")
def show_statistics() -> Response:
    """Show how often who played, won and scored what, and what each game's record is."""
    found = app_state().store.plays.everything(sight())
    if wants_json():
        return json(msgspec.to_builtins(statistics(found, people()), str_keys=True))
    counted, of_games = tallies(found, people()), each_game(reversed(found))
    return page("played/statistics.html", people=counted, of_games=of_games, decided=decided)


@bp.get("/played/person")
def show_person() -> Response:
    """Show one person (`?name`): plays, wins, streak, each game, against whom."""
    known, plays, home = people(), app_state().store.plays.everything(sight()), current_app.config["HOUSE"]
    found = one_person(plays, known, seen(request.args.get("name", "")))
    if found is None:
        raise problem(404, "not_found", NO_SUCH_PERSON)
    if wants_json():
        return json(msgspec.to_builtins(found))
    others = sorted(Names.of(plays, known).newest.values(), key=in_order) if home else []
    joined = joined_to(found.name, plays, known) if home else []
    return page("played/person.html", person=found, others=others, joined=joined, home=home)


def joined_to(name: str, plays: Iterable[Play], known: People) -> list[str]:
    """Return the names that somebody joined to this person, as they were last spelled, in order."""
    key = known.key(name)
    spelled: dict[str, str] = {}
    for play in plays:  # the newest first
        for player in play.players:
            own = folded(player.name)
            if own != key and known.key(player.name) == key:
                spelled.setdefault(own, player.name)
    return sorted(spelled.values(), key=in_order)


def decided(game: Game, by: str | None) -> str:
    """Return by what a game was decided, in the reader's language; as `by` says it where the game has no word for it,
    "" for None."""
    return gettext(game.decided.get(by, by)) if by is not None else ""


def decision(play: Play) -> str:
    """Return by what a game was decided as a sentence; "" where nothing but the score did, or it is still open."""
    game = game_of(play)
    if play.unfinished:
        return gettext(N_("The game ended early. Nobody won it."))
    if play.decided_by is None:
        return gettext(N_("The tie has not been broken yet."))
    if play.decided_by == game.by_score:
        return ""
    if game.decided.get(play.decided_by) == SHARED_VICTORY:
        return gettext(N_("Nothing broke the tie: a shared victory."))
    return gettext(N_("Decided by: %(what)s.")) % {"what": decided(game, play.decided_by)}


def played_as(play: Play) -> str:
    """Return what was played of a game beside its name, and its house rule; "" if nothing."""
    played = [gettext(title) for title in game_of(play).played_as(play.options)]
    return ", ".join([*played, *filter(None, [play.options.get("house_rule")])])


def bg_stats_link(play: Play) -> str | None:
    """Return the address that opens this play in BG Stats, or None where there is nothing to send yet."""
    return bg_stats.address(play, game_of(play).title, played_as(play))


# --- as spreadsheets ---------------------------------------------------------------------------------------------


@bp.get("/played.csv")
def played_csv() -> Response:
    """Return all plays as a spreadsheet, a row for each player, oldest first."""
    found = sorted(app_state().store.plays.everything(sight()), key=lambda play: (play.ended, play.id))
    rows = (row for play in found for row in _rows(play))
    return spreadsheet("played", COLUMNS, rows)


def _rows(play: Play) -> Iterable[Sequence[Any]]:
    game = game_of(play)
    title, said, note = game.title, typed(played_as(play)), typed(play.note or "")
    ended = local_time(play.ended)
    by = gettext(N_("ended early")) if play.unfinished else decided(game, play.decided_by)
    for player in play.players:
        yield (
            ended,
            title,
            said,
            play.minutes or "",
            typed(player.name),
            player.place,
            "" if player.score is None else player.score,
            "×" if player.winner else "",
            by,
            note,
        )


@bp.get("/played/statistics.csv")
def statistics_csv() -> Response:
    """Return everybody's statistics as a spreadsheet, a row for each person and game."""
    found = statistics(app_state().store.plays.everything(sight()), people())
    rows = (
        (typed(person.name), app_state().games[one.game].title, one.plays, one.wins, _cell(one.best), _cell(one.mean))
        for person in found.people
        for one in person.games
    )
    return spreadsheet("statistics", PEOPLE_COLUMNS, rows)


def _cell(value: float | None) -> Any:
    return "" if value is None else value
