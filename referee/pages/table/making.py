"""Making a table: what is asked for, by a form or by a program."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
from flask import Blueprint, Response, g
from werkzeug.datastructures import MultiDict

from referee import plays
from referee.engine import Game, Malformed, TableOptions
from referee.language import current, now
from referee.names import seen
from referee.pages import go_to, json, wants_json
from referee.pages.app_state import app_state
from referee.pages.home.forms import names, new_page, with_colours
from referee.pages.identity import HOST, address, digest, new_code, own_token, phone_hash, store_cookies
from referee.pages.reading import convert, decode, form_fields, form_lists, is_json, json_body, numbered, rows
from referee.pages.table.table_json import table_json
from referee.store import StorageError, Table
from referee.store.rows import NO_COPY, Copied

bp = Blueprint("making", __name__)


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to make: the game, the players' names from seat 0 on, and the game's options."""

    game: str
    players: list[str]
    options: Any = msgspec.field(default_factory=dict)


def game_named(name: str) -> Game:
    """Return the game of this name; raise Malformed("game") if there is none here."""
    if name not in app_state().games:
        raise Malformed("game")
    return app_state().games[name]


def make_table(game: str, players: tuple[str, ...], options: TableOptions, copy: Copied = NO_COPY) -> tuple[Table, str]:
    """Make a table, new or a `copy`; return it and the host's token. It counts against the limits of the sender."""
    count_tables(1)
    return make_counted(game, players, options, copy)


def count_tables(number: int) -> None:
    """Count tables that are going to be made against the limits of the sender; raise 429 if they are too many."""
    app_state().limits.hit("create", address(), number)
    app_state().limits.hit("tables", address(), number)


def make_counted(game: str, players: tuple[str, ...], options: TableOptions, copy: Copied) -> tuple[Table, str]:
    """Make a table that `count_tables` has counted; return it and the host's token."""
    while True:
        code = new_code()
        token = own_token(code, HOST)
        table = app_state().store.create(code, game, players, options, now(), digest(token), copy, phone_hash())
        if table is not None:
            if table.state.over:  # an imported game
                plays.follow(app_state().store, table)
            return table, token


def answer_made(table: Table, token: str, *seated: str) -> Response:
    """Answer 201 with the new table and its token; people are led to its lobby, their phone `seated` already."""
    g.players = table.players
    if wants_json():
        whole = {"code": table.code, "url": f"/t/{table.code}", "token": token, "table": table_json(table, frozenset())}
        answer = json(whole, 201)
        answer.headers["Location"] = f"/t/{table.code}"
    else:
        answer = go_to(f"/t/{table.code}/lobby")
        store_cookies(answer, table.code, token, *seated)
    return answer


@bp.post("/tables")
def create() -> Response:
    """Make a table; a form that is refused comes back as it was filled in."""
    new = make_from_request()
    return new if isinstance(new, Response) else answer_made(*new)


def make_from_request(after: Table | None = None) -> tuple[Table, str] | Response:
    """Make the table that the request asks for (to follow `after`, if given); return it and the host's token, or the
    form with what is wrong in it. Raises Malformed."""
    if is_json():
        return make_new(decode(json_body(), NewTable))
    typed: MultiDict[str, str] = MultiDict(dict(form_lists()))
    try:
        fields = with_colours(new_table_fields(typed), typed)
        table, token = make_new(convert(fields, NewTable, "body", strict=False), strict=False)
    except Malformed as error:
        if typed.get("game") in app_state().games:
            return new_page(typed["game"], typed, error, after)
        raise
    remember_printed(table.game, table.options)
    return table, token


def make_new(asked: NewTable, strict: bool = True) -> tuple[Table, str]:
    """Make the table that is asked for; return it and the host's token. Raises Malformed."""
    game = game_named(asked.game)
    players = names(asked.players if strict else [*map(seen, asked.players)], game)
    options = convert(asked.options, game.options, "options", strict)
    return make_table(asked.game, players, game.settle(options, len(players), current()))


def remember_printed(game: str, options: TableOptions) -> None:
    """Keep what people read off their cards into the form of a new table, for the next form."""
    # The table is on disk: that the server cannot remember more is no reason to say that it was not made.
    with suppress(StorageError):
        for what, value in options.printed().items():
            if app_state().store.remembered(game).get(what) != value:
                app_state().store.remember(game, what, value)


def new_table_fields(typed: MultiDict[str, str]) -> dict[str, object]:
    """Return the form of a new table as fields, without what it keeps "aside" for another choice of its chips.

    Where players stand in numbered rows ("players.0"), a row without a name is nobody, and what the options say by row
    ("options.<name>.0") is a list by seat, None where a row says nothing.
    """
    fields = form_fields(typed.lists())
    fields.pop("aside", None)
    fields.pop("colour", None)
    players: object = fields.setdefault("players", [])
    options: object = fields.get("options")
    if rows(players):
        seated = sorted(players, key=int)
        fields["players"] = [players[row] for row in seated]
        if isinstance(options, dict):
            by_seat = {key: [by_row.get(row) for row in seated] for key, by_row in options.items() if rows(by_row)}
            fields["options"] = {**options, **by_seat}
    return {key: numbered(value) for key, value in fields.items()}
