"""Identity: codes of tables, tokens, and the cookie in which a browser keeps those of one table."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
from base64 import urlsafe_b64encode
from functools import lru_cache

from flask import Response, current_app, g, request
from werkzeug.routing import RequestRedirect

from referee.audience import Sender
from referee.engine import N_
from referee.pages import SENTENCES, problem, wants_json
from referee.pages.app_state import app_state
from referee.pages.assets import set_current_colours
from referee.store import Table, Token

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that are not taken for one another, when read aloud or off a screen."""
CODE_LENGTH, HOSTED_CODE_LENGTH = 6, 8
"""Characters of a table's code at home, and on a server that all the world can reach."""
TOKEN_LENGTH = 24
"""Characters of a token, 6 bits each."""
COOKIE = "seats"
MY_TABLES = "tables"
PHONE = "phone"
"""The cookie that identifies a browser: a random value that nobody else knows."""
HOST = "host"
REMEMBERED_TABLES = 12
KEPT_TOKENS = 12
"""Tokens of one table that a browser keeps, and that are looked at in one request."""
YEAR = 365 * 24 * 3600

NO_SUCH_TABLE = N_("There is no table with the code %(table)s.")
TABLE_DELETED = N_("This table was deleted by its host, or by whoever runs this server.")
"""Said to a phone that was at the table."""
NO_SUCH_SEAT = N_("There is no such seat at this table.")


def new_code() -> str:
    """Return a code for a new table, one of 30 ** 6 at home, of 30 ** 8 on a hosted server: not to be guessed."""
    length = HOSTED_CODE_LENGTH if current_app.config["HOSTS"] else CODE_LENGTH
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_token() -> str:
    """Return a new token: TOKEN_LENGTH characters by chance, for an address or a header."""
    return secrets.token_urlsafe(TOKEN_LENGTH * 3 // 4)


def phone_name() -> str:
    """Return the name of the cookie that identifies phones. On https no other site and no plain http may set it
    (RFC 6265bis, "__Host-")."""
    return f"__Host-{PHONE}" if request.is_secure else PHONE


def own_phone() -> str:
    """Return the value that identifies this phone; "" if it has none, or two: then one was planted by another site."""
    phones = request.cookies.getlist(phone_name())
    return phones[0] if len(phones) == 1 and len(phones[0]) >= TOKEN_LENGTH else ""


def phone_value() -> str | None:
    """Return the value that identifies this browser; None for a program. A browser without one gets it with the
    answer."""
    if wants_json():
        return None
    if "phone" not in g:
        g.phone = own_phone() or new_token()
    return str(g.phone)


def phone_hash() -> str | None:
    """Return the hash of the value that identifies this browser; None for a program."""
    phone = phone_value()
    return None if phone is None else digest(phone)


def own_token(code: str, what: str) -> str:
    """Return the token that this phone gets for something it asks for at a table ("seat 2", "watch", HOST): the same
    again if it asks again, because the answer was lost or was not waited for. A program gets a new one each time."""
    phone = own_phone()
    if wants_json() or not phone:
        return new_token()
    return derived(phone, code, what)


def own_pass(code: str, seat: int) -> str | None:
    """Return the pass with which this browser takes a seat once it is let in, the same each time: the server keeps only
    its hash, and nobody else can show it. None for a program."""
    phone = phone_value()
    return None if phone is None else derived(phone, code, f"pass {seat}")


def derived(phone: str, code: str, what: str) -> str:
    """Return the token that the phone with this value has for something at a table."""
    return urlsafe_b64encode(hashlib.sha256(f"{phone} {code} {what}".encode()).digest()[:18]).decode()


def cookie_tokens() -> list[str]:
    """Return the tokens of a table that the browser sent, each once, as many as it keeps."""
    sent = request.cookies.get(COOKIE, "").split(".")
    return [text for text in dict.fromkeys(sent) if text][:KEPT_TOKENS]


def digest(token: str) -> str:
    """Return what the server keeps of a token (SHA-256)."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def address() -> str:
    """Return the address this request comes from, as far as the proxies before the server may be believed: in IPv6 its
    /64, which is one customer's (RFC 6177)."""
    return customer(request.remote_addr or "")


@lru_cache(maxsize=1000)
def customer(sent: str) -> str:
    """Return the part of an address that is one customer's."""
    try:
        known = ipaddress.IPv6Address(sent.partition("%")[0])
    except ValueError:
        return sent
    return str(known.ipv4_mapped or ipaddress.IPv6Network((known, 64), strict=False))


def table_or_404(code: str) -> Table:
    """Return the table, its code in any case, or raise 404. An address that guessed too often gets 429 for every code,
    unless the request brings a token that is known at that table.

    A browser's page is at the code in capitals, where its cookies are: it is led there (308).
    """
    upper = code.upper()
    store = app_state().store
    guessed = app_state().limits.reached("guess", address())
    if guessed and not any(store.seats.token(upper, each) for each in sent_hashes()):
        raise problem(429, *SENTENCES[429])
    table = store.latest(upper) if is_code(upper) else None
    if table is None:
        app_state().limits.hit("guess", address())
        if upper in my_tables():
            raise problem(404, "not_found", TABLE_DELETED)
        raise problem(404, "not_found", NO_SUCH_TABLE, table=upper[:12])
    if code != upper and for_a_browser():
        here = request.full_path.rstrip("?")
        if (there := here.replace(code, upper, 1)) != here:  # a query may write it in percents
            raise RequestRedirect(there)
    g.players = table.players
    set_current_colours(table.colours)
    return table


def for_a_browser() -> bool:
    """Whether a browser asks for a page."""
    return request.method in ("GET", "HEAD") and not wants_json() and "text/html" in request.headers.get("Accept", "")


def must_have(table: Table, seat: int) -> None:
    """Raise 404 if the table has no such seat."""
    if seat >= len(table.players):
        raise problem(404, "not_found", NO_SUCH_SEAT)


def sender_at(table: Table) -> Sender:
    """Return who sends this request: by its bearer token (RFC 6750), else by the tokens in the browser's cookie."""
    return Sender(app_state().store, table, sent_hashes())


def table_to_write(code: str) -> tuple[Table, Sender]:
    """Return the table and the sender; raise Denied unless the sender may enter something there, and as `table_or_404`
    does. What another process did meanwhile is heard first: a token that was turned out there, a table that was
    deleted."""
    app_state().store.database.look()
    table = table_or_404(code)
    sender = sender_at(table)
    sender.must_write()
    return table, sender


def sent_hashes() -> list[str]:
    """Return the hashes of the tokens that this request brings."""
    bearer = bearer_token()
    given = cookie_tokens() if bearer is None else [bearer]
    return [digest(text) for text in given if text]


def bearer_token() -> str | None:
    """Return the bearer token of this request (RFC 6750), None if its Authorization header has none."""
    header = request.headers.get("Authorization", "")
    return header[7:].strip() if header[:7].lower() == "bearer " else None


def recover_tokens(sender: Sender) -> list[str]:
    """Add to the sender the tokens that this phone holds at the table without having them, since the answer that
    brought them was lost; return them. None for a program, whose tokens are random."""
    if wants_json() or not own_phone():
        return []
    table = sender.table
    given = (own_token(table.code, what) for what in (HOST, *map("seat {}".format, range(len(table.players)))))
    unknown = [text for text in given if digest(text) not in sender.hashes]
    return [text for text in unknown if sender.hold(digest(text))]


def store_cookies(answer: Response, code: str, *new: str) -> None:
    """Let the browser keep its tokens of this table that are still good and the `new` ones, the newest for each seat,
    and this table among its tables."""
    held: dict[tuple[str, int | None], str] = {}
    for text in [*cookie_tokens(), *new]:
        known = app_state().store.seats.token(code, digest(text))
        if known is None:
            continue
        older = held.get((known.role, known.seat))
        if known.seat is not None and older is not None and older != text:  # no token stays good that nobody has
            app_state().store.seats.leave(code, Token(digest(older), "seat", known.seat))
        held[known.role, known.seat] = text
    set_cookie(answer, COOKIE, ".".join(held.values()), f"/t/{code}")
    remember_table(answer, code)


def remember_table(answer: Response, code: str) -> None:
    """Put the table first in the list of this phone's tables, and set the cookie that identifies the phone."""
    set_phone_cookie(answer)
    remember_tables(answer, [code, *(known for known in my_tables() if known != code)][:REMEMBERED_TABLES])


def remember_tables(answer: Response, codes: list[str]) -> None:
    """Set the cookie with the codes of this phone's tables, the newest first."""
    set_cookie(answer, MY_TABLES, ".".join(codes))


def set_phone_cookie(answer: Response) -> None:
    """Set the cookie that identifies a phone, unless it has one already."""
    if all(len(phone) < TOKEN_LENGTH for phone in request.cookies.getlist(phone_name())):
        set_cookie(answer, phone_name(), g.get("phone") or new_token())


def set_cookie(answer: Response, name: str, value: str, path: str = "/") -> None:
    """Set a cookie for a year that no script reads, sent below `path` and not with what other sites ask for."""
    answer.set_cookie(name, value, path=path, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure)


def my_tables() -> list[str]:
    """Return the codes of the tables this phone was at, newest first."""
    known = request.cookies.get(MY_TABLES, "").split(".")
    return list(dict.fromkeys(filter(is_code, known)))[:REMEMBERED_TABLES]


def is_code(text: str) -> bool:
    """Whether this could be the code of a table."""
    return len(text) in (CODE_LENGTH, HOSTED_CODE_LENGTH) and text.isalnum() and text.isascii()
