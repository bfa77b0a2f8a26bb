"""A table as one reader may see it: as JSON, as a whole page, and as the fragment that phones follow."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable
from typing import Any, TypeVar

import msgspec
from flask import Response, render_template, request
from markupsafe import Markup

from referee.audience import Viewer, has_secrets, open_seats, shown_move, shown_overruled
from referee.engine import N_, Effect, Judged, Refusal, judged
from referee.history import Entry, Redo, Undo
from referee.language import current
from referee.pages import SHOWS, html, json, packed, refusal_json, takes, wants_fragment, wants_json
from referee.pages.house import House, house
from referee.pages.lines import BACK, Line, lines
from referee.pages.look import dress
from referee.pages.parts import Drawn, Part, draw
from referee.pages.templating import spelled
from referee.store import Table

T = TypeVar("T")

TABLE_CLOSED = Refusal("table_closed", None, N_("This table is closed. The host can open it again."))

SHOWN_ENTRIES = 20
"""Entries that come with a table as JSON."""
LATEST = 4
"""Lines of the log on the table's screen."""
KEPT = 1000
"""Tables of which it is kept what was shown; beyond that all are dropped, and come again as they are asked for."""


def entry_json(table: Table, entry: Entry, seats: frozenset[int]) -> dict[str, Any]:
    """Return an entry as JSON shows it to a holder of `seats`."""
    undone = entry.seq in table.history.undone
    return {
        "seq": entry.seq,
        "at": entry.at,
        "by": "host" if entry.by is None else entry.by,
        "move": shown_move(entry.move, seats, undone),
        "overruled": shown_overruled(entry, seats),
        "undone": undone,
    }


def log_json(table: Table, seats: frozenset[int], last: int | None = None) -> list[dict[str, Any]]:
    """Return the log, oldest first; only the last entries if `last` says how many."""
    entries = table.history.entries
    shown = open_seats(table, seats)
    return [entry_json(table, entry, shown) for entry in (entries if last is None else entries[-last:])]


def table_json(table: Table, seats: frozenset[int]) -> dict[str, Any]:
    """Return the table as a holder of `seats` may see it."""
    return {**seen(house(), table, seats), "log": log_json(table, seats, SHOWN_ENTRIES)}


def seen(the: House, table: Table, seats: frozenset[int]) -> dict[str, Any]:
    """Return the table as a holder of `seats` may see it, without its log."""
    game = the.games[table.game]
    view = fields(game.view(table.state, open_seats(table, seats)))
    players = [named(player, name) for player, name in zip(view["players"], table.players, strict=True)]
    return {
        "code": table.code,
        "game": table.game,
        "options": msgspec.to_builtins(table.options),
        "seq": table.seq,
        "closed": table.closed,
        **view,
        "players": players,
    }


def fields(facts: Any) -> dict[str, Any]:
    """Return the fields of a struct by name; a dict as it is."""
    return facts if isinstance(facts, dict) else msgspec.structs.asdict(facts)


def named(player: Any, name: str) -> Any:
    """Return what a table shows of a player, with his name."""
    return {**player, "name": name} if isinstance(player, dict) else msgspec.structs.replace(player, name=name)


def moves_json(table: Table, seat: int, seats: frozenset[int]) -> list[dict[str, Any]]:
    """Return the moves of `seat` worth a button now, each with why it is barred, as a holder of `seats` may know; at a
    closed table all are barred by that."""
    own = seat in seats
    offered = judged(house().games[table.game].offers(table.state, seat, own), table.state, own)
    if table.closed:
        offered = [Judged(move, TABLE_CLOSED) for move, _refusal in offered]
    return [
        {
            "move": msgspec.to_builtins(move),
            "refusal": None if refusal is None else refusal_json(refusal, table.players),
        }
        for move, refusal in offered
    ]


# --- HTML --------------------------------------------------------------------------------------------------------


class Sight(msgspec.Struct, frozen=True):
    """All that a table's page depends on of who looks at it: phones that differ in nothing of this see the same.

    `seats` are his seats where the page tells them apart, else none; `may`, by seat, whether he enters for it; `seat`
    is the one whose buttons he has, the one to move if he may enter for it. `elsewhere`: he holds a seat, and the one
    the table waits for has a phone of its own, be it there just now or not. `reopens`: he may open the table
    again. `comes`: his seats where there is a next game to come along to, else none.
    """

    seats: frozenset[int]
    writes: bool
    may: tuple[bool, ...]
    seat: int | None
    my_turn: bool
    others_turn: bool
    elsewhere: bool
    reopens: bool
    comes: frozenset[int]

    @classmethod
    def of(cls, game: Any, table: Table, viewer: Viewer, came: frozenset[int]) -> Sight:
        """Return what `viewer` sees of the table as it stands, when phones `came` from these seats."""
        own = viewer.seats
        may = tuple(viewer.enters(table, seat) for seat in range(len(table.players)))
        to_move = table.state.to_move
        seat = min(own) if to_move is None and own else to_move
        acting = seat if seat is not None and may[seat] else None
        return cls(
            own if game.tells_seats_apart(table.options) else frozenset(),
            viewer.writes,
            may,
            acting,
            to_move in own and not table.closed,
            bool(own) and acting is not None and acting not in own,
            bool(own) and table.state.asked in came - own,
            viewer.host and table.closed,
            own if table.successor else frozenset(),
        )


def context(the: House, table: Table, sight: Sight) -> dict[str, Any]:
    """Return what the templates of a table's parts know; all of it values that tell a part when to change."""
    game = the.games[table.game]
    seats, seat = sight.seats, sight.seat
    shown = open_seats(table, seats)
    own = seat is not None and seat in shown
    latest = lines(the, table, shown, SHOWN_ENTRIES, LATEST)
    fresh = bool(latest) and not latest[0].undone
    effects = table.history.effects
    secrets = seats if has_secrets(game) else frozenset()
    return {
        **told(once(the, table, ("view", secrets), lambda: seen(the, table, secrets))),
        "viewer": sight,
        "seat": seat,
        "may": sight.may,
        "my_turn": sight.my_turn,
        "others_turn": sight.others_turn,
        "elsewhere": sight.elsewhere,
        "screen": once(the, table, ("screen", seat, own), lambda: game.screen(table.state, seat, own)),
        "lines": [line.brief for line in latest],
        "newest": {
            "said": latest[0].spoken if latest else [],
            "line": latest[0].text if latest else "",
            "kind": latest[0].kind if latest and latest[0].kind in BACK else None,
            "effects": effects[latest[0].entry.seq - 1] if fresh else (),
            "overruled": fresh and latest[0].entry.overruled is not None,
        },
        "ended": ended(table, latest),
        "undo_to": latest[0].to if latest and latest[0].first is not latest[0].entry else None,
        "undoable": bool(table.history.undoable(seats)),
        "redoable": bool(table.history.redoables(seats)),
        "away": [table.players[seat] for seat in sorted(the.live.away(table.code))],
        "players": table.players,
        "remembered": the.store.remembered(table.game),
        "next": ahead(the, table, sight.comes),
    }


def ended(table: Table, latest: list[Line]) -> tuple[Effect, ...]:
    """Return what came of the turn that just ended: until the next entry that is no correction, undo or redo."""
    for line in latest:
        move = line.entry.move
        if not line.undone and not isinstance(move, Undo | Redo) and not move.correction:
            return table.history.effects[line.entry.seq - 1] if line.kind == "end_turn" else ()
    return ()


def ahead(the: House, table: Table, seats: frozenset[int]) -> dict[str, Any] | None:
    """Return the code and the game of the table that follows this one, and the people there who are those of `seats`
    here; None if none follows."""
    new = the.store.table(table.successor) if table.successor else None
    return None if new is None else {"code": new.code, "game": new.game, "people": known_there(table, new, seats)}


def known_there(table: Table, new: Table, seats: frozenset[int]) -> list[dict[str, Any]]:
    """Return the seat and name at the table `new` of those who have `seats` at `table`, by name."""
    names = [table.players[seat] for seat in sorted(seats)]
    return [{"seat": new.players.index(name), "name": name} for name in names if name in new.players]


def told(view: dict[str, Any]) -> dict[str, Any]:
    """Return a table's `view` as templates know it: whole as `t`; its `people`, seat and name; and of `each` fact about
    players a list by seat, for parts that change with that fact only; the same as `final` once the game is over."""
    players = view["players"]
    told = [fields(player) for player in players]
    each = {fact: [player[fact] for player in told] for fact in told[0]}
    return {
        "t": view,
        "people": [{"seat": player["seat"], "name": player["name"]} for player in told],
        "each": each,
        "final": each if view["over"] else None,
    }


def fragment(the: House, table: Table, viewer: Viewer) -> dict[str, Part]:
    """Return the parts of the table's page, in the reader's language; kept for all who see the same."""
    dress(table.game)
    sight = Sight.of(the.games[table.game], table, viewer, the.live.came(table.code))
    # What the server remembers may change while the table stays as it is.
    language, known = current(), spelled(the.store.remembered(table.game))

    def drawn() -> dict[str, Part]:
        made, before = so_far(the, table)
        last = ("drawn", language)
        base: Drawn | None = made.get(last) or before.pop(last, None)
        made[last] = page = draw(the.templates, table.game, context(the, table, sight), base)
        return page.parts

    return once(the, table, (sight, language, known, the.live.away(table.code)), drawn)


def so_far(the: House, table: Table) -> tuple[dict[Hashable, Any], dict[Hashable, Any]]:
    """Return what was made of this table as it stands, and of the one before it: most is the same again."""
    stood, made, before = the.shown.get(table.code, (None, {}, {}))
    if stood is not table:
        if len(the.shown) >= KEPT:
            the.shown.clear()
        made, before = {}, made
        the.shown[table.code] = (table, made, before)
    return made, before


def once(the: House, table: Table, key: Hashable, make: Callable[[], T]) -> T:
    """Return what `make` makes of this table as it stands, made the first time and kept for all who see the same."""
    made, _before = so_far(the, table)
    if key not in made:
        made[key] = make()
    return made[key]


def changed(made: dict[str, Part], shown: Container[str]) -> str:
    """Return those of the parts, as HTML, that are not among the `shown` tags."""
    return "".join([part.update for part in made.values() if part.tag not in shown])


def show(table: Table, viewer: Viewer, status: int = 200, **more: Any) -> Response:
    """Answer with the table: JSON, the parts this phone does not show yet, or the whole page; `more` goes beside it (a
    refusal, an entry)."""
    if wants_json():
        return json(table_json(table, viewer.seats), status)
    made = fragment(house(), table, viewer)
    if wants_fragment():
        text = changed(made, frozenset(request.headers.get(SHOWS, "").split()))
        if not more:
            return packed(text + NOTHING_SAID, status)
        changes = Markup(text)  # noqa: S704 - parts, which are HTML
        said = render_template("table/answer.html", fragment=changes, table=table, viewer=viewer, **more)
        return packed(said, status)
    known = house().store.remembered(table.game)
    whole = render_template("table/page.html", parts=made, table=table, viewer=viewer, remembered=known, **more)
    return html(whole, status) if takes("br") else packed(whole, status)


NOTHING_SAID = '<div id="notice" hx-swap-oob="innerHTML"></div>'
"""Clears what was said to this phone before."""


def encoded(move: Any) -> Markup:
    """Return a move as the JSON text that its button sends, for an attribute in single quotes, as JSON has none."""
    text = msgspec.json.encode(move).decode()
    return Markup(text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))  # noqa: S704


def version(table: Table, made: dict[str, Part]) -> str:
    """Return what names these parts together: the table's seq, and the sum of their tags, which a phone adds up too."""
    return f"{table.seq}.{sum(int(part.tag, 36) for part in made.values()) % 2**32:x}"
