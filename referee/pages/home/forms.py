"""The form of a new table: as it is first shown, again as it was filled in, and what is wrong with its names."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from flask import Blueprint, Response, request
from werkzeug.datastructures import MultiDict

from referee.engine import COLOURS, LONGEST_NAME, N_, Colour, Game, Malformed, Sentence
from referee.games import GAMES
from referee.language import say
from referee.names import composed, fit, folded, seen
from referee.pages import malformed, page, problem
from referee.pages.app_state import app_state
from referee.pages.home.start import known_tables
from referee.pages.identity import sender_at, set_phone_cookie
from referee.pages.played.pages import sight
from referee.pages.reading import as_form, number
from referee.pages.table.context import next_table
from referee.plays import in_order
from referee.store import Table

bp = Blueprint("forms", __name__)

BAD_NAMES = N_("Every player needs a name of 1 to %(num)s characters.")
SAME_NAMES = N_("Two players have the same name; the log could not tell them apart.")
BAD_NUMBER = N_("This game is for %(fewest)s to %(most)s players.")
BY_ROW = re.compile(r"(players\.|options\.\w+\.|colour\.)([0-9]+)")
"""Fields of a numbered row: the name, its colour, and an option that says something of each player."""
STRICT, FIRST = "options.strict_seats", "options.first_game"
"""The questions in the form of every game."""
BEYOND = "aside.players"
"""Players who are too many for the chosen game; they come back when another game is chosen."""
KNOWN_NAMES = 20
"""Names of people who played before that the form offers."""
MOST_PLAYERS = max(game.seats[1] for game in GAMES.values())


@bp.get("/new/<game>")
def new(game: str) -> Response:
    """Show the form of a new table, filled in with what the server knows of the box, this phone of the players, and the
    address of what was typed before."""
    if game not in app_state().games:
        raise problem(404, "not_found", N_("There is no such game here."))
    answer = new_page(game, request.args)
    set_phone_cookie(answer)  # the phone that makes a table is its host by this cookie
    return answer


def new_page(
    game: str, typed: MultiDict[str, str], error: Malformed | None = None, after: Table | None = None
) -> Response:
    """Answer with the form as it was `typed`; 400 if there is an `error` in it, which is told at its top.

    `after` is the table that the new one is to follow: where nothing was typed for this game yet, all is as it was
    there. Without it the players of the last such game on this phone are offered. Both stay in their order, and with it
    everybody's colour.
    """
    rules = app_state().games[game]
    fewest, most = rules.seats
    previous = after or next((table for table in known_tables()[0] if table.game == game and table.state.over), None)
    typed, names, beyond, drawn = filled_in(game, typed, previous, after)
    colours = colours_in(typed, names, most)
    if "recolour" in typed:
        colours = recoloured(colours, number(typed["recolour"]))
    return page(
        f"{game}/new.html",
        400 if error else 200,
        game=game,
        at=f"/t/{after.code}/next" if after else f"/new/{game}",
        after=after,
        next=next_table(app_state(), after, sender_at(after).seats) if after else None,
        writes=True,
        fewest=fewest,
        most=most,
        assumed=rules.options(),
        remembered=app_state().store.remembered(game),
        previous=previous,
        may_begin=first_players(previous, rules) if previous and previous.game == game else [],
        drawn=drawn,
        known_names=sorted(app_state().store.plays.names(sight(), KNOWN_NAMES), key=in_order),
        wish=typed,
        names=names,
        marks=[COLOURS.index(colour) for colour in colours],
        pawn_colours=colours,
        beyond=beyond,
        notice=error and message_of(error, rules),
        wrong=wrong_rows(names, fewest) if error and error.field == "players" else [],
    )


class FilledIn(NamedTuple):
    """The form as it is shown: its fields, the name in each row, players who are too many, the one the lots chose."""

    typed: MultiDict[str, str]
    names: list[str]
    beyond: list[str]
    drawn: str = ""


def filled_in(game: str, typed: MultiDict[str, str], previous: Table | None, after: Table | None) -> FilledIn:
    """Return the form as it is shown: as it was `typed`, with the players of the `previous` table where none were; in
    another order if a button asked for that; made anew if it was typed for another game than this one."""
    most = app_state().games[game].seats[1]
    names = names_in(typed, most) or again(previous, app_state().games[game])
    if after and typed.get("game") != game:
        return for_this_game(game, typed, names, after)
    if "lots" in typed or "first" in typed:
        return in_another_order(typed, most)
    return FilledIn(typed, names, typed.getlist(BEYOND))


def for_this_game(game: str, typed: MultiDict[str, str], names: list[str], after: Table) -> FilledIn:
    """Return the form of the game that was just chosen: the options of the table `after` which it follows, and all
    players that were typed, those beyond its seats apart."""
    most = app_state().games[game].seats[1]
    everybody = [*filter(str.strip, names_in(typed, MOST_PLAYERS) or names), *typed.getlist(BEYOND)]
    return FilledIn(options_again(after, game, typed), everybody[:most], everybody[most:])


def in_another_order(typed: MultiDict[str, str], most: int) -> FilledIn:
    """Return the form with its players in the order that a button asked for."""
    ordered, drawn = reordered(typed, most)
    return FilledIn(ordered, names_in(ordered, most), typed.getlist(BEYOND), drawn)


def options_again(table: Table, game: str, typed: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the options of a table as fields of the form of the next one. What every game's form asks is taken from
    what was `typed`, if the form was just shown for another game."""
    options: object = table.options.again(table.state) if table.game == game else {}
    fields = MultiDict(as_form("options", msgspec.to_builtins(options)))
    fields.setlist(FIRST, typed.getlist(FIRST))  # the next one is no first game by itself
    fields.setlist(STRICT, typed.getlist(STRICT) if "game" in typed else ["true"] * table.options.strict_seats)
    return fields


def again(previous: Table | None, rules: Game) -> list[str]:
    """Return the players of the `previous` table round it, from the one who began, or else whom the rules name now."""
    if previous is None:
        return []
    players = list(previous.players)
    may_begin = first_players(previous, rules) if previous.game == rules.name else []
    first = players.index(may_begin[0]) if may_begin and players[0] not in may_begin else 0
    return players[first:] + players[:first]


def first_players(table: Table, rules: Game) -> list[str]:
    """Return the players of whom the rules let one begin the game after that of `table`; none: anybody."""
    return [table.players[seat] for seat in rules.may_begin(table.state)]


def message_of(error: Malformed, rules: Game) -> str:
    """Return the message for an error in a form: in the game's words where it has any for the field."""
    if error.sentence is None and error.field in rules.mistakes:
        return say(Sentence(rules.mistakes[error.field]))
    return say(malformed(error).sentence)


# --- names -------------------------------------------------------------------------------------------------------


def names(given: list[str], game: Game) -> tuple[str, ...]:
    """Return the players' names, composed and trimmed; raise Malformed("players") unless they are fit for the table."""
    fewest, most = game.seats
    if not fewest <= len(given) <= most:
        raise Malformed("players", Sentence(BAD_NUMBER, {"fewest": fewest, "most": most}))
    written = tuple(map(composed, given))
    if not all(map(fit, written)):
        raise Malformed("players", Sentence(BAD_NAMES, {"num": LONGEST_NAME}))
    if len(set(map(folded, written))) < len(written):
        raise Malformed("players", Sentence(SAME_NAMES))
    return written


def names_in(typed: MultiDict[str, str], most: int) -> list[str]:
    """Return what stands in the form's rows of names, from the first on; nothing if the form was never filled in."""
    rows = [typed.get(f"players.{row}") for row in range(most)]
    return typed.getlist("players[]") or ([row or "" for row in rows] if any(row is not None for row in rows) else [])


def reordered(typed: MultiDict[str, str], most: int) -> tuple[MultiDict[str, str], str]:
    """Return the form with its players in another order, and the player that the lots chose, "" if none were drawn.

    The one that the form names as `first`, or one by chance where it has `lots`, comes first; the others follow round
    the table, rows without a name at the end. Where rows are numbered, options by row move along.
    """
    names = names_in(typed, most)
    players = [name for name in names if name.strip()]
    drawn = secrets.choice(players) if "lots" in typed and players else ""
    wanted = drawn or typed.get("first", "")
    first = names.index(wanted) if wanted in names else 0
    order = sorted(range(len(names)), key=lambda row: (not names[row].strip(), (row - first) % len(names)))
    changed = MultiDict((key, value) for key, value in typed.items(multi=True) if key not in ("first", "lots"))
    if "players[]" in typed:
        changed.setlist("players[]", [names[row] for row in order])
        for place, row in enumerate(order):
            changed.setlist(f"colour.{place}", typed.getlist(f"colour.{row}"))
        return changed, drawn
    to = {str(row): str(place) for place, row in enumerate(order)}
    moved = (
        (BY_ROW.sub(lambda found: found[1] + to.get(found[2], found[2]), key), value)
        for key, value in changed.items(multi=True)
    )
    return MultiDict(moved), drawn


# --- colours ------------------------------------------------------------------------------------------------------


def colours_in(typed: MultiDict[str, str], names: Sequence[str], most: int) -> list[Colour]:
    """Return the colour of each row of the form: what was chosen there, else what that person had at a table that this
    phone knows, the newest first, else one that is free."""
    known = known_colours()
    wished = [typed.get(f"colour.{row}") or known.get(folded(name)) for row, name in enumerate([*names, *[""] * most])]
    return distinct_colours(wished[:most])


def known_colours() -> dict[str, Colour]:
    """Return the colours that people had, by name, at the tables that this phone knows."""
    found: dict[str, Colour] = {}
    for table in known_tables()[0]:
        for name, colour in zip(table.players, table.colours, strict=False):
            found.setdefault(folded(name), colour)
    return found


def distinct_colours(wished: Sequence[str | None]) -> list[Colour]:
    """Return a colour for each, none twice: the one wished for, by two only for the first; else the next one free."""
    given: list[Colour | None] = []
    for wish in wished:
        colour = next((one for one in COLOURS if one == wish), None)
        given.append(None if colour in given else colour)
    left = iter([colour for colour in COLOURS if colour not in given])
    return [next(left) if colour is None else colour for colour in given]


def recoloured(colours: list[Colour], row: int | None) -> list[Colour]:
    """Return the colours with the next one for `row`; the row that had that one gets the one of `row`."""
    if row is None or not 0 <= row < len(colours):
        return colours
    old, new = colours[row], COLOURS[(COLOURS.index(colours[row]) + 1) % len(COLOURS)]
    return [new if at == row else old if colour == new else colour for at, colour in enumerate(colours)]


def with_colours(fields: dict[str, object], typed: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of a form as it was `typed` with the colours of those who have a name in it."""
    game, options = GAMES.get(typed.get("game", "")), fields.get("options", {})
    if game is None or not isinstance(options, dict):
        return fields
    names = names_in(typed, game.seats[1])
    colours = colours_in(typed, names, len(names))
    seated = [colour for name, colour in zip(names, colours, strict=True) if name.strip()]
    return {**fields, "options": {**options, "colours": seated}}


def wrong_rows(rows: Sequence[str], fewest: int) -> list[int]:
    """Return the rows because of which the table cannot be set: unfit names and the second of two equal ones; if there
    are none, empty rows where a player is lacking."""
    typed = [seen(row) for row in rows] + [""] * fewest
    keys = [folded(name) for name in typed]
    wrong = [row for row, name in enumerate(typed) if name and (not fit(name) or keys[row] in keys[:row])]
    return wrong or [row for row in range(fewest) if not typed[row]]
