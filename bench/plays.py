"""The pages of what was played, at a house where very much was."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask.testing import FlaskClient

from app import create_app
from bench.client import ms
from referee.games import GAMES
from referee.language import written
from referee.store import Store, open_file
from referee.store.rows import Play, PlayPlayer
from tests.servers.postgres import Cluster

PLAYS = 10_000
PEOPLE = 60
"""Names that sit at these tables; those near the start much more often."""
AT_MOST = 0.1
"""Seconds that a page may take."""
DECIDED = {"alchemicus": ("fame", "prices"), "homunculus": ("points", "face_up"), "fata_morgana": ("points", "draw")}
PAGES = (
    "/played",
    "/played?before=5000",
    "/played?person=Player+1",
    "/played?person=Player+1&game=homunculus&before=5000",
    "/played/5000",
    "/played/statistics",
    "/played/person?name=Player+1",
    "/new/alchemicus",
)
SHEETS = ("/played.csv", "/played/statistics.csv")


def season(number: int, chance: random.Random) -> Iterator[Play]:
    """Yield so many plays of a house, an evening apart, the oldest first."""
    people = [f"Player {one}" for one in range(1, PEOPLE + 1)]
    often = [1 / place for place in range(1, PEOPLE + 1)]
    evening = datetime(2026, 11, 1, 20, tzinfo=UTC) - timedelta(hours=8 * number)
    for _ in range(number):
        game = chance.choice(list(GAMES))
        wanted = chance.randint(2, GAMES[game].seats[1])
        names = list(dict.fromkeys(chance.choices(people, often, k=3 * wanted)))[:wanted]
        scores = sorted((chance.randint(5, 40) for _name in names), reverse=True)
        players = [
            PlayPlayer(one, scores.index(score) + 1, score, score == scores[0])
            for one, score in zip(names, scores, strict=False)
        ]
        chance.shuffle(players)
        minutes = chance.randint(30, 150)
        evening += timedelta(hours=8)
        yield Play(
            code=None,
            game=game,
            options={},
            started=written(evening),
            ended=written(evening + timedelta(minutes=minutes)),
            minutes=minutes,
            players=tuple(players),
            decided_by=chance.choice(DECIDED[game]),
            counted=True,
            note="by candlelight" if chance.random() < 0.1 else None,
        )


def fill(store: Store, number: int) -> None:
    """Keep a season of so many plays, in one transaction."""
    kept = store.plays
    with store.database.transaction() as run:
        for key, play in enumerate(season(number, random.Random(1))):
            kept._add(run, play, "", str(key))


def plays() -> None:
    """Every page of what was played, at 10,000 plays: the first time after a change, and from then on; in a file, and
    in PostgreSQL where there is one."""
    pages("SQLite", None)
    try:
        cluster = Cluster(settings=())
    except RuntimeError as error:
        print(f"plays    {error}")
        return
    try:
        pages("PostgreSQL", cluster.address())
    finally:
        cluster.close()


def pages(kept_in: str, database: str | None) -> None:
    """Measure every page in a file (None), or in a PostgreSQL database whose own time counts too."""
    clock = time.process_time if database is None else time.perf_counter
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA": Path(folder), "DATABASE": database, "LIMITS": {}, "HOUSE": True})
        store = app.extensions["referee"].store
        if database is None:
            fill(store, PLAYS)
        else:  # as a house moves to PostgreSQL
            house = Path(folder, "house.sqlite")
            with closing(open_file(house, GAMES)) as source:
                fill(source, PLAYS)
            store.database.restore(house)
        client = app.test_client()
        for page in PAGES + SHEETS:
            client.get(page)  # templates are compiled
        for page in PAGES + SHEETS:
            first, later = [], []
            for number in range(5):
                store.plays.note(1 + number, f"{page} {number}")
                first.append(took(client, page, clock))
                later.append(took(client, page, clock))
            after, then = statistics.median(first), statistics.median(later)
            over = "" if page in SHEETS or max(after, then) < AT_MOST else f"   more than {ms(AT_MOST)}"
            print(f"plays    {kept_in} {page}: after a change {ms(after)}, then {ms(then)}{over}")
        store.close()


def took(client: FlaskClient, page: str, clock: Callable[[], float]) -> float:
    """Return how long a page takes, in seconds of `clock`: this process's own, whatever else the machine does, or the
    wall's."""
    begin = clock()
    answer = client.get(page)
    spent = clock() - begin
    if answer.status_code != 200:
        raise RuntimeError(f"{page} answered {answer.status_code}")
    return spent
