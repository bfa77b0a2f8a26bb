"""A table as one document: the copy that is taken away, and the equal table made from it."""

from __future__ import annotations

import io
import sys
import zipfile
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from itertools import accumulate
from typing import Annotated, Any, Literal

import msgspec
from flask import Blueprint, Response, request

from referee.audience import open_seats, private_kinds, shown_move
from referee.copying import TooMuch, checked, unreadable
from referee.engine import LONGEST_NAME, N_, Game, Malformed, Move, Seat, Sentence, TableOptions
from referee.history import VERSION, Entry, Hidden, History, Other, SeatEvent
from referee.language import current, written
from referee.names import folded, seen
from referee.pages import SENTENCES, go_to, json, problem
from referee.pages.app_state import app_state, game_of
from referee.pages.home.forms import names
from referee.pages.home.start import known_tables
from referee.pages.identity import REMEMBERED_TABLES, is_code, my_tables, remember_tables, store_cookies, table_or_404
from referee.pages.reading import LARGEST_FILE, convert, decode, form_fields, in_utf8, is_json, json_body, text_in
from referee.pages.table.making import answer_made, count_tables, game_named, make_counted, make_table
from referee.pages.table.table_json import log_json
from referee.store import Table
from referee.store.rows import Copied

bp = Blueprint("copies", __name__)

ZIPPED = b"PK\x03\x04"
"""The beginning of a bundle."""
GIVE_WAY_SECONDS = 0.001
"""The longest that a tap waits for the interpreter, each time it needs it, while a file is brought in: a fifth of what
Python lets others wait as a rule."""
TURN_SECONDS = 1.0
"""The time an import waits for those before it."""
EARLIEST, LATEST = 1970, 9998
"""The years between which an imported entry was made."""


NO_GAME = N_(
    "The referee cannot read a game from this file. Choose one saved with “The whole game as a file”; its name ends "
    "in .json."
)


class OldEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as an export holds it."""

    seq: Annotated[int, msgspec.Meta(ge=1)]
    at: datetime
    by: Seat | Literal["host"]
    move: dict[str, Any]
    overruled: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")] | None = None
    undone: bool = False
    auto: bool = False


class Export(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole table as one document: the log tells all, `result` is for the reader. `code` and `created` say where and
    when the game began, however often it was copied since.

    `versions`: how many of its entries were recorded by each older version, from version 1 on (see history.VERSION).
    Documents of version 2 say `older` instead, how many were of version 1; where neither is said, all were.
    """

    game: str
    players: list[str]
    options: dict[str, Any]
    log: list[OldEntry]
    code: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    created: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    result: Any = None
    closed: bool = False
    older: Annotated[int, msgspec.Meta(ge=0)] | None = None
    versions: list[Annotated[int, msgspec.Meta(ge=0)]] | None = None

    def version_of(self, seq: int) -> int:
        """Return the version by which the entry `seq` was recorded."""
        if self.versions is None:
            return 1 if self.older is None or seq <= self.older else 2
        return min(bisect_left([*accumulate(self.versions)], seq) + 1, VERSION)


@bp.get("/t/<code>/export")
def export(code: str) -> Response:
    """Return the table as one document, without secrets until the game is over."""
    table = table_or_404(code)
    answer = json(exported(table))
    answer.headers["Content-Disposition"] = f'attachment; filename="{table.game}-{table.code}.json"'
    return answer


def exported(table: Table) -> dict[str, object]:
    """Return the table as one document (see Export), without secrets until the game is over."""
    seats = open_seats(table, frozenset())
    view = game_of(table).view(table.state, seats)
    return {
        "game": table.game,
        "players": list(table.players),
        "options": msgspec.to_builtins(table.options),
        "log": exported_log(table),
        "code": table.origin or (None if table.copied else table.code),
        "created": table.began or (None if table.copied else table.created),
        "result": view.result,
        "closed": table.closed,
        "versions": versions_of(table.history.entries),
    }


def exported_log(table: Table) -> list[dict[str, object]]:
    """Return the log without secrets until the game is over; what lies open is told where it was laid open."""
    log = log_json(table, frozenset())
    before = table.history.start
    for step in table.history.steps():
        move = step.entry.move
        if isinstance(move, Move) and move.opening_fields and step.entry.version > 1 and not table.state.over:
            log[step.entry.seq - 1]["move"] = shown_move(move.whole(before), frozenset())
        before = step.state
    return log


def versions_of(entries: Iterable[Entry]) -> list[int]:
    """Return how many entries were recorded by each older version."""
    counts = Counter(entry.version for entry in entries)
    return [counts[version] for version in range(1, VERSION)]


@bp.post("/tables/import")
def import_table() -> Response:
    """Make an equal table from what `export` gave."""
    return in_turn(imported)


def in_turn(make_one: Callable[[], Response]) -> Response:
    """Answer with what `make_one` does; 429 while others' logs are being replayed."""
    if not app_state().importing.acquire(timeout=TURN_SECONDS):
        raise problem(429, *SENTENCES[429])
    usual = sys.getswitchinterval()
    sys.setswitchinterval(min(usual, GIVE_WAY_SECONDS))
    try:
        return make_one()
    finally:
        sys.setswitchinterval(usual)
        app_state().importing.release()


def imported() -> Response:
    """Make the table that the request's document tells of."""
    if is_json():
        old = decode(json_body(), Export)
    else:
        fields = form_fields()
        upload = request.files.get("file")
        file = upload.read() if upload else text_in(fields, "document").encode()
        if file.startswith(ZIPPED):
            return several(file)
        old = document_in(file)
    return copied(old)


def several(file: bytes) -> Response:
    """Make the tables of a bundle that are not here, none if one cannot be read or they are too many for the limits;
    lead to this phone's list, where they stand first."""
    copies = [read_copy(old) for old in map(document_in, unzipped(file)) if not is_here(old)]
    if copies:
        count_tables(len(copies))
    made = [make_counted(*copy) for copy in copies]
    answer = go_to("/")
    for table, token in made:
        store_cookies(answer, table.code, token)
    codes = [table.code for table, _token in made]
    remember_tables(answer, list(dict.fromkeys([*codes, *my_tables()]))[:REMEMBERED_TABLES])
    return answer


def unzipped(file: bytes) -> list[bytes]:
    """Return the documents in a bundle; raise Malformed if it is none, 413 if it holds more than one import may."""
    try:
        with zipfile.ZipFile(io.BytesIO(file)) as bundle:
            names = bundle.namelist()
            if len(names) > REMEMBERED_TABLES or sum(one.file_size for one in bundle.infolist()) > LARGEST_FILE:
                raise problem(413, *SENTENCES[413])
            return [bundle.read(name) for name in names]
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, zlib.error) as error:
        raise Malformed("file", Sentence(NO_GAME)) from error


def is_here(old: Export) -> bool:
    """Whether the table that a copy was taken of is on this server: a bundle adds tables, and doubles none."""
    table = app_state().store.readable(old.code) if old.code and is_code(old.code) else None
    return table is not None and table.created == old.created


@bp.get("/tables/bundle")
def bundle() -> Response:
    """Return the tables of this phone's list as one file, each as `export` gives it: without secrets until its game is
    over."""
    tables = known_tables()[0]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        for table in tables:
            zipped.writestr(f"{table.game}-{table.code}.json", msgspec.json.encode(exported(table)))
    answer = Response(file.getvalue(), content_type="application/zip")
    answer.headers["Content-Disposition"] = 'attachment; filename="tables.zip"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def document_in(file: bytes) -> Export:
    """Return the document in a file that somebody chose; raise Malformed, which says what to choose, if it is none."""
    text = in_utf8(file)
    try:
        there = set(decode(text, dict[str, msgspec.Raw]))
    except Malformed:
        there = set()
    if not {"game", "players", "log"} <= there:
        raise Malformed("file", Sentence(NO_GAME))
    return decode(text, Export, "file")


def copied(old: Export) -> Response:
    """Make the table that `old` tells of, and answer with it."""
    return answer_made(*make_table(*read_copy(old)))


def read_copy(old: Export) -> tuple[str, tuple[str, ...], TableOptions, Copied]:
    """Return the game, players, options and contents of the table that `old` tells of. Raises Malformed, and 413 for a
    log that is too much work."""
    game = game_named(old.game)
    players = names(told_apart(old.players), game)
    settled = game.settle(convert(old.options, game.options, "options"), len(players), current())
    entries = (  # read one by one: of a log that is refused no more than that
        old_entry(game, entry, seq, len(players), old.version_of(seq)) for seq, entry in enumerate(old.log, 1)
    )
    try:
        history = checked(entries, game, History(game.begin(settled, len(players))), len(players))
    except TooMuch as much:
        raise problem(413, *SENTENCES[413]) from much
    origin = (old.code, old.created) if old.code and old.created else ("", "")
    return old.game, players, settled, Copied(history, old.closed, origin)


def told_apart(players: list[str]) -> list[str]:
    """Return the names of a copy as forms take them; of those that an older release told apart, and that are taken for
    one another now, the later ones get a number."""
    names: list[str] = []
    for place, given in enumerate(players):
        name = seen(given)
        if name and given not in players[:place]:
            number = 2
            while folded(name) in map(folded, names):
                name = f"{seen(given)[: LONGEST_NAME - len(f' {number}')].strip()} {number}"
                number += 1
        names.append(name)
    return names


def old_entry(game: Game, old: OldEntry, seq: int, players: int, version: int) -> Entry:
    """Return an exported entry as it is kept; raise Malformed if it could not have been entered."""
    wrong = unreadable(seq)
    if old.seq != seq or (old.by != "host" and old.by >= players):
        raise wrong
    try:
        if old.move.keys() == {"kind", "seat"} and str(old.move["kind"]) in private_kinds(game):
            move: Move | Hidden | Other = convert(
                {"kind": "hidden", "of": old.move["kind"], "seat": old.move["seat"]}, Hidden, "log"
            )
        else:
            move = convert(old.move, game.moves | Other, "log")
    except Malformed as error:
        raise Malformed(error.field, wrong.sentence) from error
    if isinstance(move, Move | Hidden | SeatEvent) and not 0 <= move.seat < players:
        raise wrong
    if not EARLIEST <= old.at.year <= LATEST:  # no clock of ours says so, and no calendar holds all zones' days of it
        raise wrong
    at = old.at if old.at.tzinfo else old.at.replace(tzinfo=UTC)
    return Entry(
        seq, written(at), None if old.by == "host" else old.by, move, old.overruled, version=version, auto=old.auto
    )
