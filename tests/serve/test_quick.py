"""Entries are read from the bytes that are there as gunicorn would read them, or left to gunicorn."""

from __future__ import annotations

import random
from typing import Any

import pytest
from gunicorn import http
from gunicorn.config import Config
from gunicorn.http import wsgi

from referee.serve.quick import Quick

CLIENT, SERVER = ("127.0.0.1", 50123), ("127.0.0.1", 8000)
BODY = b"key=1&move=%7B%7D"
HEADERS = (
    "Host: referee.example",
    "Content-Type: application/x-www-form-urlencoded",
    "Cookie: seats=abc; lang=it",
    "Accept-Encoding: gzip, br",
    "HX-Request: true",
    f"Content-Length: {len(BODY)}",
)


def request(*headers: str, line: str = "POST /t/K7QF2M/entries HTTP/1.1", body: bytes = BODY) -> bytes:
    return "\r\n".join((line, *headers, "", "")).encode("latin-1") + body


class NoSocket:
    def send(self, data: bytes) -> int:
        return len(data)


def by_gunicorn(data: bytes, client: Any = CLIENT) -> dict[str, Any]:
    """Return what gunicorn tells the app of a request. Raises what gunicorn answers with an error."""
    cfg = Config()
    asked = next(iter(http.get_parser(cfg, iter([data]), client)))
    _response, environ = wsgi.create(asked, NoSocket(), client, SERVER, cfg)
    environ["body"] = environ["wsgi.input"].read()
    return dict(environ)


def read(data: bytes, client: Any = CLIENT, trusted: frozenset[str] = frozenset({"127.0.0.1"})) -> Any:
    asked = Quick(trusted.__contains__).environ(data, client, SERVER)
    if asked is None:
        return None
    code, environ = asked
    environ["body"] = environ["wsgi.input"].read()
    return {**environ, "code": code}


SAME = (
    HEADERS,
    (*HEADERS, "Connection: keep-alive"),
    (*HEADERS, "connection: Keep-Alive", "X-Empty:", "X-Blank:  ", "Origin:http://referee.example"),
    (*HEADERS, "X-Forwarded-Proto: https", "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Host: referee.example"),
    (*HEADERS, "X-Forwarded-Proto: http"),
    (*HEADERS, "X-Forwarded-Proto: HTTPS"),
    (*HEADERS, "Authorization: Bearer abc", "Accept: text/html  ", "User-Agent: A  B\tC"[:14]),
)


@pytest.mark.parametrize("headers", SAME)
@pytest.mark.parametrize("client", [CLIENT, ("192.0.2.7", 1)])
def test_it_is_read_as_gunicorn_reads_it(headers: tuple[str, ...], client: tuple[str, int]) -> None:
    data = request(*headers)
    theirs, ours = by_gunicorn(data, client), read(data, client)
    assert ours is not None and ours.pop("code") == "K7QF2M"
    left_out = {"wsgi.input", "wsgi.errors", "wsgi.multithread", "wsgi.multiprocess"}
    assert {name: value for name, value in ours.items() if name not in left_out} == {
        name: theirs.get(name) for name in ours if name not in left_out
    }
    assert {name for name in theirs if name.isupper()} - {"SERVER_SOFTWARE"} <= set(ours)
    behind = "X-Forwarded-Proto: https" in headers and client == CLIENT
    assert ours["wsgi.url_scheme"] == ("https" if behind else "http")


OTHERS = {
    "another method": request(*HEADERS, line="PUT /t/K7QF2M/entries HTTP/1.1"),
    "another page": request(*HEADERS, line="POST /t/K7QF2M/undo HTTP/1.1"),
    "a query": request(*HEADERS, line="POST /t/K7QF2M/entries?lang=it HTTP/1.1"),
    "escapes": request(*HEADERS, line="POST /t/K7QF%32M/entries HTTP/1.1"),
    "a whole address": request(*HEADERS, line="POST http://evil.example/t/K7QF2M/entries HTTP/1.1"),
    "an older version": request(*HEADERS, line="POST /t/K7QF2M/entries HTTP/1.0"),
    "two spaces": request(*HEADERS, line="POST  /t/K7QF2M/entries HTTP/1.1"),
    "no host": request(*HEADERS[1:]),
    "two hosts": request(*HEADERS, "Host: evil.example"),
    "two lengths": request(*HEADERS, f"Content-Length: {len(BODY)}"),
    "two lengths, differing": request(*HEADERS, "Content-Length: 3"),
    "a shorter body": request(*HEADERS, body=BODY[:-1]),
    "a longer body": request(*HEADERS, body=BODY + b"POST / HTTP/1.1\r\n\r\n"),
    "no length": request(*HEADERS[:-1]),
    "a signed length": request(*HEADERS[:-1], f"Content-Length: +{len(BODY)}"),
    "a length with zeros": request(*HEADERS[:-1], f"Content-Length: 0{len(BODY)}"),
    "a list of lengths": request(*HEADERS[:-1], f"Content-Length: {len(BODY)}, {len(BODY)}"),
    "chunks": request(*HEADERS, "Transfer-Encoding: chunked"),
    "chunks, hidden": request(*HEADERS, "Transfer-Encoding : chunked"),
    "chunks, folded": request(*HEADERS, "X: 1\r\n Transfer-Encoding: chunked"),
    "asks first": request(*HEADERS, "Expect: 100-continue"),
    "closes": request(*HEADERS, "Connection: close"),
    "upgrades": request(*HEADERS, "Connection: upgrade, HTTP2-Settings", "Upgrade: h2c"),
    "an underscore": request(*HEADERS, "X_Forwarded_Proto: https"),
    "an empty host": request("Host:", *HEADERS[1:]),
    "an empty length": request(*HEADERS[:-1], "Content-Length: "),
    "a tabulator": request(*HEADERS, "X-A:\tb"),
    "an empty connection": request(*HEADERS, "Connection:"),
    "two schemes": request(*HEADERS, "X-Forwarded-Proto: https", "X-Forwarded-Proto: http"),
    "another scheme header": request(*HEADERS, "X-Forwarded-Ssl: on"),
    "a path by header": request(*HEADERS, "Path-Info: /metrics"),
    "a script by header": request(*HEADERS, "Script-Name: /t"),
    "a null": request(*HEADERS, "X-A: a\0b"),
    "a bare line feed": request(*HEADERS, "X-A: a\nHost: evil.example"),
    "a bare return": request(*HEADERS, "X-A: a\rHost: evil.example"),
    "letters above ASCII": request(*HEADERS, "X-A: \xe9"),
    "no colon": request(*HEADERS, "X-A"),
    "a long head": request(*HEADERS, "X-A: " + "a" * 9000),
    "a long body": request(*HEADERS[:-1], f"Content-Length: {2**16 + 1}", body=b"a" * (2**16 + 1)),
    "half a head": request(*HEADERS)[:60],
    "nothing": b"",
}


@pytest.mark.parametrize("what", OTHERS)
def test_anything_else_is_left_to_gunicorn(what: str) -> None:
    assert read(OTHERS[what]) is None


def test_no_bytes_are_read_that_gunicorn_would_refuse() -> None:
    """Random changes of a request: what is read is read by gunicorn, and as the same."""
    chance, compared = random.Random(5), 0
    whole = request(*HEADERS, "X-Forwarded-Proto: https")
    pieces = (b"\r\n", b"\n", b" ", b":", b"\0", b"_", b"Content-Length: 4\r\n", b"\t", b"\x80", b",", b"Host: x\r\n")
    for _ in range(3000):
        at = chance.randrange(len(whole))
        cut = chance.choice((0, 0, 1, 2, 5))
        data = whole[:at] + chance.choice(pieces) + whole[at + cut :]
        ours = read(data)
        if ours is None:
            continue
        compared += 1
        theirs = by_gunicorn(data)
        for name in ("REQUEST_METHOD", "PATH_INFO", "HTTP_HOST", "CONTENT_LENGTH", "HTTP_COOKIE", "body"):
            assert ours.get(name) == theirs.get(name), (name, data)
        assert ours["wsgi.url_scheme"] == theirs["wsgi.url_scheme"]
    assert compared > 200


def test_a_socket_without_addresses_is_left_to_gunicorn() -> None:
    assert read(request(*HEADERS), client="") is None
