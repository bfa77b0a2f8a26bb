"""The referee at the table: `python app.py [--host HOST] [--port PORT] [--data FOLDER]`, or `flask --app app run`."""

from __future__ import annotations

import argparse
import ipaddress
import os
import shutil
import socket
import sys
import urllib.parse
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyfiglet
import segno
from flask import Flask, Response, current_app, request
from flask_compress import Compress
from flask_htmx import HTMX
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import language
from referee.engine import Malformed
from referee.games import GAMES
from referee.live import Live
from referee.pages import (
    SENTENCES,
    Problem,
    answer_problem,
    boards,
    commands,
    copies,
    desks,
    entries,
    home,
    in_force,
    keep,
    look,
    malformed,
    metrics,
    offline,
    problem,
    rules,
    sheets,
    streams,
    tables,
)
from referee.pages.house import ALLOWED, House, Limits, house
from referee.pages.identity import address
from referee.pages.parts import Templates, kept
from referee.pages.reading import is_json
from referee.pages.showing import encoded, version
from referee.rulebook import DESKS, rule_url
from referee.sqlite import SQLiteStore
from referee.store import StorageError, Store
from referee.switchboard import DEAF_SECONDS

DATA = Path(__file__).parent / "data"
FILE = "referee.sqlite"
LARGEST_BODY = 64 * 1024
SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)",
}
HOME_SUFFIXES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box", ".localhost")


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """Return the app. `config`, else the environment, sets:

    DATA        the folder that holds everything
    DATABASE    the address of a PostgreSQL database that holds it instead
    LIMITS      what one address may do; {} for no limits
    STREAMS     how many phones may listen at once
    HOSTS       names this server answers to beside those of a house's own network
    ADDRESSES   where phones reach it, the best first
    PROXIES     how many proxies stand before it that can be trusted
    METRICS     whether it shows them at /metrics
    LOGS        "json" for logs in JSON, with a line for each request
    """
    app = Flask(__name__)
    app.jinja_environment = Templates
    app.config.from_mapping(
        DATA=os.environ.get("REFEREE_DATA", str(DATA)),
        DATABASE=os.environ.get("DATABASE_URL", ""),
        LIMITS={} if os.environ.get("REFEREE_LIMITS") == "off" else dict(ALLOWED),
        STREAMS=int(os.environ.get("REFEREE_STREAMS", "10000")),
        HOSTS=tuple(filter(None, os.environ.get("REFEREE_HOSTS", "").split(","))),
        ADDRESSES=(),
        PROXIES=int(os.environ.get("REFEREE_PROXIES", "0")),
        METRICS=os.environ.get("REFEREE_METRICS") == "on",
        LOGS=os.environ.get("REFEREE_LOGS", ""),
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_PARTS=500,
        COMPRESS_ALGORITHM=["gzip"],
        COMPRESS_MIMETYPES=[
            "text/html",
            "application/json",
            "text/csv",
            "application/manifest+json",
            "text/javascript",
        ],
        COMPRESS_LEVEL=4,
    )
    app.config.from_mapping(config or {})
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    HTMX(app)
    Compress(app)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext, language.ngettext, newstyle=True, pgettext=language.pgettext, npgettext=language.npgettext
    )
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=look.asset,
        name=language.name,
        latin=language.latin,
        printed=language.printed,
        say=language.say,
        language=language.current,
        languages=language.READERS,
        rule_url=rule_url,
        clock=language.clock,
        day=language.day,
        encoded=encoded,
        kept=kept,
        version=version,
        app_version=offline.version,
        games=GAMES,
        game_titles={name: game.TITLE for name, game in GAMES.items()},
        desk_titles=DESKS,
    )
    app.extensions["referee"] = House(
        store=open_store(app.config["DATABASE"], Path(app.config["DATA"])),
        live=Live(app.config["STREAMS"]),
        games=GAMES,
        limits=Limits(app.config["LIMITS"]),
        templates=app.jinja_env,
        addresses=tuple(app.config["ADDRESSES"]),
    )
    for blueprint in (
        home.bp,
        tables.bp,
        copies.bp,
        entries.bp,
        streams.bp,
        sheets.bp,
        desks.bp,
        boards.bp,
        rules.bp,
        look.bp,
        offline.bp,
        in_force.bp,
        keep.bp,
    ):
        app.register_blueprint(blueprint)
    the: House = app.extensions["referee"]
    if app.config["METRICS"] or app.config["LOGS"] == "json":
        metrics.watch(app, the, counts=app.config["METRICS"], logs=app.config["LOGS"] == "json")
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    app.wsgi_app = streams.hand_over(app.wsgi_app)  # type: ignore[method-assign]
    app.before_request(admit)
    app.after_request(seal)
    answer_errors(app)
    commands.add(app, Path(app.config["DATA"]) / FILE)
    the.store.watch(the.changed)
    return app


def open_store(address: str, folder: Path) -> Store:
    """Return the tables in the database at `address` (`postgresql://…`), or in a file in `folder` if it is empty."""
    if not address:
        return SQLiteStore(folder / FILE, GAMES)
    from referee.postgres import PostgresStore  # a house needs no driver for it

    return PostgresStore(address, GAMES)


# --- every request -----------------------------------------------------------------------------------------------


def admit() -> None:
    """Choose the language, then refuse what is too large, too often, or from elsewhere."""
    look.dress()
    language.reading(language.choose(request.args.get("lang"), request.cookies.get("lang"), accepted))
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        if request.path == "/tables/import":
            request.max_content_length = copies.IMPORT_BYTES
        length = request.content_length or 0
        if length > (request.max_content_length or LARGEST_BODY):
            raise problem(413, *SENTENCES[413])
        if length:
            is_json()
        house().limits.hit("flood", address())
        if not same_origin():
            raise problem(403, "bad_origin", home.BAD_ORIGIN)
    if not known_host(request.host, current_app.config["HOSTS"]):
        raise problem(403, "bad_origin", home.BAD_ORIGIN)


def accepted() -> list[str]:
    """Return the languages this request accepts, the dearest first."""
    return [tag for tag, quality in request.accept_languages if quality > 0]


def same_origin() -> bool:
    """Whether a write comes from a page of this server, or from a script that is no browser's.

    Sec-Fetch-Site where the browser sends it (https and localhost only), else Origin against Host.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    try:
        return urllib.parse.urlsplit(origin).netloc.lower() == request.host.lower()
    except ValueError:  # brackets that hold no address
        return False


@lru_cache(maxsize=1000)
def known_host(host: str, hosts: tuple[str, ...]) -> bool:
    """Whether `host` may be this server: an address, a name of a house's own network, or one of `hosts`.

    A page elsewhere that lets its own name point here (DNS rebinding) is none of these.
    """
    try:
        name = urllib.parse.urlsplit(f"//{host}").hostname or ""
    except ValueError:  # brackets that hold no address
        return False
    if "." not in name or name.endswith(HOME_SUFFIXES) or name in hosts:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def seal(answer: Response) -> Response:
    """Add the headers every answer carries; files of static/ asked for by their digest are kept for ever."""
    if "Content-Security-Policy" not in answer.headers:
        answer.headers.extend(SECURITY)
    if request.path.startswith("/static/") and answer.status_code == 200:
        hashed = "v" in request.args
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
    return answer


def answer_errors(app: Flask) -> None:
    """Answer every error with a sentence in the reader's language; nothing is ever a 500."""

    @app.errorhandler(Problem)
    def known(error: Problem) -> Response:
        return answer_problem(error)

    @app.errorhandler(Malformed)
    def wrong(error: Malformed) -> Response:
        return answer_problem(malformed(error))

    @app.errorhandler(StorageError)
    def storage(error: StorageError) -> Response:
        app.logger.error("storage: %s", error)
        return answer_problem(problem(503, *SENTENCES[503]))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 400
        if 300 <= status < 400:
            return error.get_response()  # type: ignore[return-value]
        answer = answer_problem(problem(status, *SENTENCES.get(status, SENTENCES[400])))
        if status == 405 and (allowed := getattr(error, "valid_methods", None)):
            answer.headers["Allow"] = ", ".join(sorted(allowed))
        return answer

    @app.errorhandler(Exception)
    def unforeseen(error: Exception) -> Response:
        app.logger.exception("unforeseen: %s", error)
        if app.testing:
            raise error
        return answer_problem(problem(503, *SENTENCES[503]))


# --- the command line --------------------------------------------------------------------------------------------


def lan_address() -> str:
    """Return this machine's address in its own network, as phones reach it; 127.0.0.1 if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address (RFC 5737): nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def free_port(host: str, port: int) -> int:
    """Return `port`, or the next one that nobody uses."""
    for candidate in range(port, min(port + 100, 65536)):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            if os.name != "nt":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
                return candidate
            except OSError:
                continue
    sys.exit(f"No free port from {port} on.")


def announce(url: str, data: Path) -> None:
    """Print where phones find the app, in large letters and as a QR code, and where the data is kept."""
    print("\n  The referee is at the table. Open this on every phone in the same Wi-Fi:\n")
    large = pyfiglet.figlet_format(url.partition("://")[2], font="small", width=1000).rstrip()
    if max(map(len, large.splitlines())) < shutil.get_terminal_size().columns:
        print(large)
    print(f"\n      {url}\n")
    segno.make(url, micro=False).terminal(compact=True)
    print(f"\n  All data is kept in {data.resolve()}\n  Stop with Ctrl+C; nothing is lost.\n", flush=True)


THREADS = 128


def main() -> None:
    """Serve a house: one process, reachable from every phone in the network."""
    parser = argparse.ArgumentParser(description="The referee at the table.")
    parser.add_argument("--host", default=os.environ.get("HOST", "0.0.0.0"), help="address to listen on")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")), help="or the next free one")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("REFEREE_DATA", DATA)), help="data folder")
    given = parser.parse_args()
    port = free_port(given.host, given.port)
    shown = lan_address() if given.host in ("0.0.0.0", "::", "") else given.host
    url = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
    app = create_app({"DATA": str(given.data), "STREAMS": THREADS - 24, "ADDRESSES": (url,)})
    announce(url, given.data)
    from waitress import serve
    from waitress.adjustments import Adjustments

    if hasattr(socket, "TCP_USER_TIMEOUT"):
        Adjustments.socket_options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_SECONDS * 1000))
    serve(
        app,
        host=given.host,
        port=port,
        max_request_body_size=4 * copies.IMPORT_BYTES,
        threads=THREADS,
        channel_request_lookahead=1,
        ident=None,
        clear_untrusted_proxy_headers=True,
        channel_timeout=60,
        connection_limit=1000,
    )


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    main()
