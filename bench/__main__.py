"""Run the measures named on the command line, or all: action length news rate writers phones crowd
wire rules taps plays timeline."""

from __future__ import annotations

import gc
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence

from bench.client import FAME, Client, Empty, Phone, Script, measured, ms, must, new_table, quantile, storm
from bench.ears import Ears, evening, seated
from bench.games import played, rules, wire
from bench.plays import plays
from bench.taps import taps
from bench.timeline import timeline


def timed(call: Callable[[int], object], times: int) -> list[float]:
    """Return how long each of `times` calls took, in seconds."""
    took = []
    gc.disable()
    for number in range(times):
        begin = time.perf_counter()
        call(number)
        took.append(time.perf_counter() - begin)
    gc.enable()
    return took


def tapped(phone: Phone, moves: Sequence[str]) -> list[float]:
    """Return how long each of these moves took a phone, in seconds."""
    took = []
    for move in moves:
        answers: list[tuple[int, bytes]] = []
        took += timed(lambda _n, move=move, answers=answers: answers.append(phone.enter(move)), 1)
        must(*answers[0])
    return took


# --- one action --------------------------------------------------------------------------------------------------


def action() -> None:
    """One action on a real game, HTTP in, on disk, notice out, against an empty Flask page and one commit."""
    with measured() as server:
        client = Client(server.port)
        empty: list[float] = []
        commit: list[float] = []
        tap: list[float] = []
        enter: list[float] = []
        for game in range(20):  # interleaved, so that a noisy minute hits all three
            phone = Phone(client, *new_table(client))
            moves = played(60, game)
            empty += timed(lambda _n: client.request("POST", "/bench/page"), 60)
            commit += timed(lambda _n: client.request("POST", "/bench/commit"), 60)
            tap += tapped(phone, moves)
            script = Script(client, *new_table(client))
            enter += timed(lambda n, moves=moves, script=script: must(*script.enter(moves[n])), len(moves))
    base, own, plain = statistics.median(commit), statistics.median(tap), statistics.median(enter)
    print(f"action   empty page {ms(statistics.median(empty))}, page + commit {ms(base)}")
    tail = ms(quantile(tap, 0.99))
    print(f"         a phone's, notice out {ms(own)}: ratio {own / base:.2f} (at most 1.5), p99 {tail}")
    print(f"         a program's, JSON out {ms(plain)}: ratio {plain / base:.2f}, p99 {ms(quantile(enter, 0.99))}")


def length() -> None:
    """An action at entry 2,000 against one at entry 50."""
    for options in ({}, {"track": "full", "expansion": "noctis", "edition": "pl"}):
        with measured() as server:
            client = Client(server.port)
            young, old = (Phone(client, *new_table(client, options=options)) for _ in range(2))
            tapped(old, [FAME % (number % 4) for number in range(2000)])
            tapped(young, taps_at_all := [FAME % (number % 4) for number in range(50)])
            early: list[float] = []
            late: list[float] = []
            for _ in range(12):
                fresh = Phone(client, *new_table(client, options=options))
                tapped(fresh, taps_at_all)
                early += tapped(fresh, taps_at_all[:20])
                late += tapped(old, taps_at_all[:20])
        first, last = statistics.median(early), statistics.median(late)
        kind = "full" if options else "fame"
        print(f"length   {kind}: entry 50 {ms(first)}, entry 2,000 {ms(last)}: ratio {last / first:.2f} (at most 1.1)")


# --- many phones -------------------------------------------------------------------------------------------------


def news() -> None:
    """Tap to all four phones, 100 tables with four phones each, 50 actions a second."""
    with measured() as server:
        phones, listeners = seated(server, 100)
        ears = Ears(listeners)
        time.sleep(2)
        answers, known = evening(phones, ears, 50, 20)
        ears.stop = True
    answer, median, tail = statistics.median(answers), statistics.median(known), quantile(known, 0.99)
    print(f"news     100 tables × 4, 50 a second: answer {ms(answer)}, all four know {ms(median)}, p99 {ms(tail)}")
    print(f"         known / answer {median / answer:.2f} (at most 1.5), p99 / median {tail / median:.2f} (at most 3)")
    print(f"         {ears.bytes / max(1, ears.events):.0f} bytes an event over the wire, {ears.dropped} dropped")


def phones() -> None:
    """400 phones listening, then 2,000: memory, the tail of an action, none dropped."""
    tails, idle = {}, 0
    for tables in (0, 100, 500):
        with measured() as server:
            client = Client(server.port)
            tapping, listeners = seated(server, tables)
            if not tables:
                tapping = [Phone(client, *new_table(client)) for _ in range(4)]
            ears = Ears(listeners)
            time.sleep(3)
            answers, _known = evening(tapping, ears, 20, 10)
            memory, ears.stop = server.memory(), True
            tails[tables] = quantile(answers, 0.99)
            idle = idle or memory
            more = (memory - idle) / 2**20
            each = (memory - idle) / max(1, tables * 4) / 1024
            print(
                f"phones   {tables * 4:5} listening: +{more:.1f} MiB ({each:.0f} KiB a phone), answer"
                f" {ms(statistics.median(answers))}, p99 {ms(tails[tables])}, {ears.dropped} dropped"
            )
    print(f"         p99 at 2,000 / at 400: {tails[500] / tails[100]:.2f} (at most 1.2)")


def crowd() -> None:
    """100, 500 and 1,000 tables with four phones each that open the page, listen and tap; an empty page beside."""
    for tables, rate in ((100, 50), (500, 100), (1000, 150)):
        with measured() as server:
            idle = server.memory()
            phones, listeners = seated(server, tables)
            ears = Ears(listeners)
            opened = timed(lambda n, phones=phones: must(*phones[n].open()), tables)
            client = phones[0].client
            base = timed(lambda _n, client=client: client.request("POST", "/bench/commit"), 300)
            answers, known = evening(phones, ears, rate, 15)
            memory, ears.stop = server.memory(), True
        each = (memory - idle) / (4 * tables) / 1024
        told = [ms(quantile(times, share)) for times in (answers, known) for share in (0.5, 0.99)]
        print(f"crowd    {tables} tables × 4, {rate} actions a second: a page + commit {ms(statistics.median(base))},")
        print(f"         a table's page {ms(statistics.median(opened))}, an answer {told[0]}, p99 {told[1]},")
        print(f"         all four know {told[2]}, p99 {told[3]};")
        print(f"         {each:.0f} KiB a listening phone with its table, {ears.dropped} dropped")


def rate() -> None:
    """Actions a second one process sustains over 100 tables, eight at a time; beside it, commits of an empty page."""
    with measured() as server:
        client = Client(server.port)
        tables = [new_table(client) for _ in range(100)]
        _times, seconds = storm(server.port, [[(Empty(), "")] * 750] * 8)
        rates = [6000 / seconds]
        for kind in (Phone, Script):
            phones = [kind(client, code, token) for code, token in tables]
            queues = [[(phones[(n * 8 + share) % 100], FAME % (n % 4)) for n in range(750)] for share in range(8)]
            _times, seconds = storm(server.port, queues)
            rates.append(6000 / seconds)
    print(f"rate     over 100 tables, a second: {rates[1]:.0f} phones' actions, {rates[2]:.0f} programs'")
    print(f"         (at least 1,200); {rates[0]:.0f} empty pages with a commit")


def writers() -> None:
    """32 phones that write at once, and 32 programs."""
    for kind in (Phone, Script):
        with measured() as server:
            client = Client(server.port)
            phones = [kind(client, *new_table(client)) for _ in range(32)]
            queues = [[(phone, FAME % (n % 4)) for n in range(60)] for phone in phones]
            storm(server.port, [queue[:10] for queue in queues])  # what is rendered once is there, as on any evening
            times, _seconds = storm(server.port, [queue[10:] for queue in queues])
        middle, tail = quantile(times, 0.5), quantile(times, 0.99)
        name = f"{kind.__name__.lower()}s"
        print(f"writers  32 {name}: median {ms(middle)}, p99 {ms(tail)}, ratio {tail / middle:.2f} (at most 2)")


MEASURES = {
    measure.__name__: measure
    for measure in (action, length, news, rate, writers, phones, crowd, wire, rules, taps, plays, timeline)
}

if __name__ == "__main__":
    wanted = sys.argv[1:] or list(MEASURES)
    print(f"Python {platform.python_version()}, {platform.machine()}; one server process under gunicorn, gthread")
    for name in wanted:
        MEASURES[name]()
