"""Every game and variant: how fast its rules are, and how many bytes its tables take over the wire."""

from __future__ import annotations

import random
import re
import time
import zlib
from typing import Any

import msgspec

from bench.client import Client, Phone, measured, must, new_table, quantile
from referee.engine import judge
from referee.games import GAMES

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in GAMES),
    ("alchemicus", {"track": "full", "prices": {}}),
    ("alchemicus", {"track": "full", "expansion": "noctis"}),
    ("alchemicus", {"track": "full", "expansion": "noctis", "variant": "gold_rush"}),
]


def label(game: str, options: dict[str, Any]) -> str:
    """Return a game and its options for reading."""
    return " ".join([game, *(str(value) for value in options.values() if value)])


def played(length: int, seed: int, name: str = "alchemicus", options: Any = None) -> list[str]:
    """Return the first moves of a random legal game, as their buttons send them; fewer if it is over before, or
    what comes next is told by the players."""
    game = GAMES[name]
    chance = random.Random(seed)
    state = game.start(game.settle(msgspec.convert(options or {}, game.options), 4, "en"), 4)
    moves: list[str] = []
    while len(moves) < length and not state.over:
        offered = (move for seat in range(4) for move in game.offers(state, seat, True))
        legal = [move for move in offered if judge(move, state).refusal is None]
        if not legal:
            break
        move = chance.choice(legal)
        state = move.apply(state)[0]
        moves.append(msgspec.json.encode(move).decode())
    return moves


# --- over the wire -----------------------------------------------------------------------------------------------

FILES = re.compile(r'(?:rel="stylesheet" href|src|<use href)="(/look/[^"#]+)')


def weight(phone: Phone, accepted: str) -> tuple[int, int]:
    """Return how many bytes a table's page takes with all it needs to be shown, and in how many requests."""
    _status, page = phone.open()
    paths = [f"/t/{phone.code}", *sorted(set(FILES.findall(zlib.decompress(page, 31).decode())))]
    headers = [f"Accept-Encoding: {accepted}", phone.headers[0], phone.headers[-1]]
    return sum(len(phone.client.request("GET", path, headers=headers)[1]) for path in paths), len(paths)


def wire() -> None:
    """Bytes over the wire: a table's first page with its files, at the start and late in a game; answers to taps."""
    with measured() as server:
        client = Client(server.port)
        for game, options in VARIANTS:
            phone = Phone(client, *new_table(client, game, options))
            pages = [weight(phone, accepted) for accepted in ("gzip", "gzip, br")]
            answers = []
            for move in played(150, 3, game, options):
                status, answer = phone.enter(move)
                must(status, answer)
                answers.append(len(answer))
            pages += [weight(phone, accepted) for accepted in ("gzip", "gzip, br")]
            first, packed, late, late_packed = (f"{size / 1000:.1f}" for size, _requests in pages)
            print(
                f"wire     {label(game, options)}: first page {first} kB (https {packed}) in {pages[0][1]} requests,"
                f" after {len(answers)} moves {late} ({late_packed});"
            )
            middle, tail = (quantile(answers, share) / 1000 for share in (0.5, 0.99))
            print(f"         an answer {middle:.2f} kB, p99 {tail:.2f}, most {max(answers) / 1000:.2f} (at most 2)")


# --- the rules ---------------------------------------------------------------------------------------------------


def rules() -> None:
    """Legal moves of a position, and random games, for every game and variant."""
    for name, options in VARIANTS:
        game = GAMES[name]
        settled = game.settle(msgspec.convert(options, game.options), 4, "en")
        chance = random.Random(7)
        state, moves, looked, seen = game.start(settled, 4), 0, 0.0, 0
        begin = time.perf_counter()
        while moves < 20_000:
            before = time.perf_counter()
            seat = state.to_move
            if state.over or seat is None:
                state = game.start(settled, 4)
                continue
            legal = [move for move in game.offers(state, seat, True) if judge(move, state).refusal is None]
            looked += time.perf_counter() - before
            seen += 1
            if not legal:
                state = game.start(settled, 4)
                continue
            state = chance.choice(legal).apply(state)[0]
            moves += 1
        whole = time.perf_counter() - begin
        print(
            f"rules    {label(name, options)}: legal moves {looked / seen * 1e6:.0f} µs (at most 100),"
            f" {moves / whole:.0f} moves/s with them, {moves / (whole - looked):.0f} without (at least 20,000)"
        )
