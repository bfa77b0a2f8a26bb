"""Who watches which table and how they are woken; and the one thread that holds many open streams."""

from __future__ import annotations

import contextlib
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator

import pytest

from referee import live as live_module
from referee.live import Live
from referee.switchboard import MOST_UNSENT, Switchboard

ADA, BRUNO = frozenset({0}), frozenset({1})
SOON = 20.0
"""Seconds within which whatever is waited for has to come; it comes in a few milliseconds."""


def eventually(truth: Callable[[], bool]) -> None:
    latest = time.monotonic() + SOON
    while not truth():
        assert time.monotonic() < latest
        time.sleep(0.005)


# --- who watches -----------------------------------------------------------------------------------------------------


def test_only_who_watches_the_table_is_woken() -> None:
    live = Live()
    with live.watch("AAAAAA") as one, live.watch("AAAAAA") as two, live.watch("BBBBBB") as elsewhere:
        live.wake("AAAAAA")
        assert (one.wait(0), two.wait(0), elsewhere.wait(0)) == (True, True, False)
        live.wake("CCCCCC")
        assert (one.wait(0), two.wait(0), elsewhere.wait(0)) == (False, False, False)
        live.wake()
        assert (one.wait(0), two.wait(0), elsewhere.wait(0)) == (True, True, True)


def test_several_wakes_count_as_one_and_none_is_lost() -> None:
    live = Live()
    with live.watch("AAAAAA") as watch:
        for _ in range(5):
            live.wake("AAAAAA")
        assert watch.wait(SOON)
        assert not watch.wait(0)
        live.wake("AAAAAA")
        assert watch.wait(0)


def test_a_watch_that_is_called_is_called_at_once() -> None:
    live, calls = Live(), deque[str]()
    with live.watch("AAAAAA", woken=lambda: calls.append("woken")) as watch:
        live.wake("AAAAAA")
        assert list(calls) == ["woken"]
        assert not watch.wait(0)
    live.wake("AAAAAA")
    assert list(calls) == ["woken"], "who left is not called"


def test_seats_are_present_while_a_phone_watches_and_away_once_none_does() -> None:
    live = Live()
    assert (live.present("AAAAAA"), live.away("AAAAAA")) == (frozenset(), frozenset())
    with live.watch("AAAAAA", ADA | BRUNO), live.watch("BBBBBB", frozenset({2})):
        with live.watch("AAAAAA", ADA):
            assert live.present("AAAAAA") == ADA | BRUNO
        assert (live.present("AAAAAA"), live.away("AAAAAA")) == (ADA | BRUNO, frozenset())
    assert (live.present("AAAAAA"), live.away("AAAAAA")) == (frozenset(), ADA | BRUNO)
    with live.watch("AAAAAA", ADA):
        assert live.away("AAAAAA") == BRUNO


def test_everybody_is_told_who_comes_and_who_goes_but_not_of_a_second_phone() -> None:
    live = Live()
    with live.watch("AAAAAA", ADA) as ada:
        assert ada.wait(0), "she came"
        with live.watch("AAAAAA", BRUNO):
            assert ada.wait(0)
            with live.watch("AAAAAA", BRUNO), live.watch("AAAAAA"):
                assert not ada.wait(0)
            assert not ada.wait(0)
        assert ada.wait(0)


def test_the_house_is_full_at_its_limit_and_has_room_again() -> None:
    live = Live(most=2)
    one = live.place("AAAAAA", ADA, ("192.168.1.2", True))
    two = live.place("BBBBBB", ADA, ("192.168.1.3", True))
    assert one is not None and two is not None
    assert live.place("AAAAAA", BRUNO, ("192.168.1.4", True)) is None
    assert (live.count, live.present("AAAAAA"), one.gave_way, two.gave_way) == (2, ADA, False, False)
    for _ in range(2):  # a place is given back once
        one.leave()
    assert live.place("AAAAAA", BRUNO, ("192.168.1.4", True)) is not None
    assert (live.count, live.present("AAAAAA")) == (2, BRUNO)


def test_a_flood_from_one_address_gives_way_to_everybody_else() -> None:
    live = Live(most=10)
    flood = [live.place("AAAAAA", frozenset(), ("192.168.1.66", False)) for _ in range(20)]
    held = [watch for watch in flood if watch is not None]
    assert len(held) == 10
    phone = live.place("AAAAAA", ADA, ("192.168.1.66", True))  # even from the flood's own address
    watcher = live.place("AAAAAA", frozenset(), ("192.168.1.3", False))
    assert phone is not None and watcher is not None
    assert [watch.gave_way for watch in held] == [False] * 8 + [True] * 2  # the newest of them
    assert held[9].wait(0)  # it is woken, to end
    assert live.place("AAAAAA", frozenset(), ("192.168.1.66", False)) is None
    assert (live.count, live.present("AAAAAA"), phone.gave_way, watcher.gave_way) == (10, ADA, False, False)


def test_a_flood_with_tokens_gives_way_to_those_with_fewer_streams_only() -> None:
    live = Live(most=6)
    for seat in range(6):
        live.place("AAAAAA", frozenset({seat}), ("192.168.1.66", True))
    for number in range(3):
        assert live.place("BBBBBB", ADA, (f"192.168.1.{number}", True)) is not None
    assert live.place("BBBBBB", BRUNO, ("192.168.1.1", True)) is not None  # two and two
    assert live.place("BBBBBB", BRUNO, ("192.168.1.1", True)) is None  # three would be more than the flood's
    assert live.place("BBBBBB", BRUNO, ("192.168.1.9", False)) is None  # no token: nobody gives way
    assert (live.count, live.present("AAAAAA")) == (6, frozenset({0, 1}))


def test_who_came_to_very_many_tables_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "MOST_REMEMBERED", 3)
    live = Live()
    for number in range(4):
        with live.watch(f"TABLE{number}", ADA):
            pass
    assert live.away("TABLE0") == ADA
    with live.watch("TABLE9", BRUNO):
        assert live.away("TABLE0") == frozenset()
    assert live.away("TABLE9") == BRUNO


# --- the switchboard -------------------------------------------------------------------------------------------------


class Told:
    """A feed that says what it is given to say; an exception it is given is raised."""

    def __init__(self, code: str = "AAAAAA", every: float = 60.0, seats: frozenset[int] = frozenset()):
        self.code = code
        self.every = every
        self.seats = seats
        self.over = False
        self.say: deque[bytes | Exception] = deque()
        self.sign: bytes | Exception = b"beat;"

    def head(self) -> bytes:
        return b"head;"

    def news(self) -> bytes:
        told = b""
        while self.say:
            told += self._said(self.say.popleft())
        return told

    def beat(self) -> bytes:
        return self._said(self.sign)

    @staticmethod
    def _said(what: bytes | Exception) -> bytes:
        if isinstance(what, Exception):
            raise what
        return what


class Board:
    """A switchboard with its phones, each the far end of a socket that was accepted for it."""

    def __init__(self) -> None:
        self.live = Live()
        self.switchboard = Switchboard()
        self.phones: list[socket.socket] = []

    def phone(self, feed: Told) -> socket.socket:
        accepted, phone = socket.socketpair()
        phone.settimeout(SOON)
        self.phones.append(phone)
        self.switchboard.take(accepted, feed, self.live.watch(feed.code, feed.seats).__enter__())
        accepted.shutdown(socket.SHUT_RDWR)
        accepted.close()
        return phone

    def tell(self, feed: Told, what: bytes | Exception) -> None:
        feed.say.append(what)
        self.live.wake(feed.code)


@pytest.fixture(scope="module")
def standing() -> Board:
    """Give the board of all tests: its thread runs as long as the process."""
    return Board()


@pytest.fixture
def board(standing: Board) -> Iterator[Board]:
    """Give the board without a phone."""
    yield standing
    while standing.phones:
        standing.phones.pop().close()
    eventually(lambda: standing.live.count == 0)


def hear(phone: socket.socket, last: bytes) -> bytes:
    """Return all that comes until `last` is heard."""
    heard = b""
    while last not in heard:
        piece = phone.recv(65536)
        assert piece, f"the stream ended: {heard[-200:]!r}"
        heard += piece
    return heard


def read_to_the_end(phone: socket.socket) -> None:
    """Read whatever is still on its way; raise TimeoutError unless the stream ends after it."""
    with contextlib.suppress(ConnectionError):
        while phone.recv(65536):
            pass


def test_a_stream_ends_after_its_last_word_and_not_before_that_is_through(board: Board) -> None:
    feed, beside = Told(), Told()
    phone, other = board.phone(feed), board.phone(beside)
    assert hear(phone, b"head;") == hear(other, b"head;") == b"head;"
    last = b"x" * (MOST_UNSENT - 1) + b";"
    feed.over = True
    board.tell(feed, last)
    eventually(lambda: board.live.count == 2 and not feed.say)
    assert hear(phone, b";") == last
    read_to_the_end(phone)
    eventually(lambda: board.live.count == 1)
    board.tell(beside, b"still here;")
    assert hear(other, b"still here;") == b"still here;"


def test_a_phone_hears_the_head_then_all_news_in_order_though_the_server_let_go_of_its_socket(board: Board) -> None:
    feed = Told()
    feed.say.append(b"first;")
    phone = board.phone(feed)
    assert hear(phone, b"first;") == b"head;first;"
    for number in range(20):
        board.tell(feed, b"%d;" % number)
        assert hear(phone, b"%d;" % number) == b"%d;" % number
    assert board.live.count == 1


def test_news_go_to_the_table_they_are_of(board: Board) -> None:
    here, there = Told("AAAAAA"), Told("BBBBBB")
    at_one, at_other = board.phone(here), board.phone(there)
    hear(at_one, b"head;"), hear(at_other, b"head;")
    there.say.append(b"not woken;")
    board.tell(here, b"here;")
    assert hear(at_one, b"here;") == b"here;"
    at_other.settimeout(0.1)
    with pytest.raises(TimeoutError):
        at_other.recv(1)


def test_a_quiet_stream_beats(board: Board) -> None:
    quick, slow = Told(every=0.1), Told(every=60.0)
    phone, quiet = board.phone(quick), board.phone(slow)
    assert hear(phone, b"beat;beat;").startswith(b"head;beat;beat;")
    assert quiet.recv(65536) == b"head;"


def test_a_seat_is_present_while_its_stream_is_held(board: Board) -> None:
    phone = board.phone(Told(seats=ADA))
    hear(phone, b"head;")
    assert board.live.present("AAAAAA") == ADA
    phone.close()
    eventually(lambda: board.live.away("AAAAAA") == ADA)
    assert board.live.count == 0


def test_what_a_phone_says_after_its_request_is_of_no_interest(board: Board) -> None:
    feed = Told()
    phone = board.phone(feed)
    phone.sendall(b"GET / HTTP/1.1\r\n\r\n" * 1000)
    board.tell(feed, b"news;")
    assert hear(phone, b"news;") == b"head;news;"


def test_a_slow_reader_gets_everything_in_order(board: Board) -> None:
    feed = Told(every=0.1)
    phone = board.phone(feed)
    pages = [bytes([65 + number]) * 60_000 for number in range(6)]
    for page in pages:
        board.tell(feed, page)
    time.sleep(0.2)
    board.tell(feed, b"last;")
    heard = hear(phone, b"last;").replace(b"beat;", b"")
    assert heard == b"head;" + b"".join(pages) + b"last;"


def test_a_phone_that_reads_nothing_is_let_go_and_the_others_are_served(board: Board) -> None:
    feed, other = Told(), Told()
    deaf, phone = board.phone(feed), board.phone(other)
    hear(phone, b"head;")
    sent = 0
    while board.live.count == 2:
        assert sent < 40 * MOST_UNSENT
        sent += 65536
        other.say.append(b"news;")
        board.tell(feed, b"x" * 65536)
        hear(phone, b"news;")
    assert sent > MOST_UNSENT
    read_to_the_end(deaf)
    board.tell(other, b"more;")
    assert hear(phone, b"more;") == b"more;"


def test_a_phone_that_is_gone_is_dropped_even_if_nothing_is_said(board: Board) -> None:
    phones = [board.phone(Told()) for _ in range(5)]
    for phone in phones:
        hear(phone, b"head;")
    for phone in phones[:4]:
        phone.close()
    eventually(lambda: board.live.count == 1)


def test_a_phone_that_was_gone_before_it_was_served(board: Board) -> None:
    accepted, phone = socket.socketpair()
    phone.close()
    board.switchboard.take(accepted, Told(), board.live.watch("AAAAAA").__enter__())
    accepted.close()
    eventually(lambda: board.live.count == 0)
    feed = Told()
    board.tell(feed, b"news;")
    assert hear(board.phone(feed), b"news;") == b"head;news;"


def test_what_goes_wrong_with_one_phones_news_stops_no_other(board: Board, caplog: pytest.LogCaptureFixture) -> None:
    bad, good = Told(), Told()
    broken, phone = board.phone(bad), board.phone(good)
    hear(broken, b"head;"), hear(phone, b"head;")
    good.say.append(b"news;")
    board.tell(bad, ValueError("no such page"))
    assert hear(phone, b"news;") == b"news;"
    read_to_the_end(broken)
    assert "no such page" in caplog.text
    assert bad.code not in caplog.text  # a code is a key to its table
    eventually(lambda: board.live.count == 1)


def test_what_goes_wrong_with_one_phones_beat_stops_no_other(board: Board) -> None:
    """They share a slice of the beat, whichever is served first."""
    feeds = [Told(every=0.1) for _ in range(60)]
    for feed in feeds[::2]:
        feed.sign = ValueError("no sign of life")
    phones = [board.phone(feed) for feed in feeds]
    for phone in phones[1::2]:
        assert hear(phone, b"beat;beat;").startswith(b"head;beat;beat;")
    for phone in phones[::2]:
        read_to_the_end(phone)
    eventually(lambda: board.live.count == 30)


def test_the_numbers_of_closed_sockets_are_used_again_without_confusion(board: Board) -> None:
    for number in range(60):
        feed = Told()
        phone = board.phone(feed)
        hear(phone, b"head;")
        board.tell(feed, b"%d;" % number)
        assert hear(phone, b"%d;" % number) == b"%d;" % number
        phone.close()
    eventually(lambda: board.live.count == 0)
