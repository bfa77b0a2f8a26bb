"""The referee at the table: `python app.py [--host HOST] [--port PORT] [--data FOLDER]`, or `flask --app app run`."""

from __future__ import annotations

import argparse
import errno
import os
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

import click
import pyfiglet
import segno
import waitress
from flask import Flask
from waitress.adjustments import Adjustments
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import language
from referee.engine import LONGEST_NAME
from referee.games import GAMES
from referee.live import Live
from referee.pages import (
    boards,
    commands,
    copies,
    desks,
    following,
    forms,
    gate,
    home,
    htmx,
    in_force,
    keep,
    look,
    metrics,
    offline,
    rules,
    sheets,
    tables,
)
from referee.pages.house import ALLOWED, FILE, House, Limits, a_day, lan_address
from referee.pages.played import mend as mended
from referee.pages.played import pages as played
from referee.pages.table import entries
from referee.pages.table import stream as streams
from referee.pages.table.drawings import Drawings
from referee.pages.table.lines import came_of_it
from referee.pages.templating import counted, encoded, joined, kept, sentence, typed
from referee.rulebook import rule_url
from referee.store import StorageError, Store, open_database, open_file
from referee.store.keeping import keep_tidy
from referee.switchboard import patience

TABLES_A_DAY, MEGABYTES_A_DAY = 300, 100
"""What one address may leave behind on a hosted server within a day, unless the environment says otherwise."""
DATA = Path(__file__).parent / "data"
PAGES = (
    home,
    forms,
    tables,
    following,
    copies,
    entries,
    streams,
    sheets,
    desks,
    boards,
    rules,
    look,
    offline,
    played,
    mended,
    in_force,
    keep,
)


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """Return the app. `config`, else the environment, sets:

    DATA        the folder that holds everything
    DATABASE    the address of a PostgreSQL database that holds it instead
    LIMITS      what one address may do; {} for no limits
    STREAMS     how many phones may listen at once
    HOSTS       names this server answers to beside those of a house's own network
    ADDRESSES   where phones reach it, the best first
    KEEP_DAYS   after how many days without an entry a table is deleted; 0 for never
    PROXIES     how many proxies stand before it that can be trusted
    HOUSE       whether everybody may see all that was played here: a server at home
    METRICS     whether it shows them at /metrics
    LOGS        "json" for logs in JSON, with a line for each request
    """
    app = Flask(__name__)
    app.config.from_mapping(settings() | (config or {}))
    app.config["DATA"] = Path(app.config["DATA"]).expanduser()
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    htmx.init_app(app)
    furnish(app)
    the = app.extensions["referee"] = House(
        store=open_store(app.config["DATABASE"], app.config["DATA"]),
        live=Live(app.config["STREAMS"]),
        games=GAMES,
        limits=Limits(app.config["LIMITS"]),
        templates=app.jinja_env,
        drawings=Drawings(),
        addresses=tuple(app.config["ADDRESSES"]),
    )
    for module in PAGES:
        app.register_blueprint(module.bp)
    if app.config["METRICS"] or app.config["LOGS"] == "json":
        metrics.watch(app, the, counts=app.config["METRICS"], logs=app.config["LOGS"] == "json")
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    app.wsgi_app = streams.hand_over(app.wsgi_app)  # type: ignore[method-assign]
    gate.guard(app)
    for command in commands.ALL:
        app.cli.add_command(command)
    the.store.watch(the.changed)
    keep_tidy(the.store, app.config["KEEP_DAYS"], the.changed)
    return app


def settings() -> dict[str, Any]:
    """Return what the environment sets (docs/hosting.md tells each), and what the libraries are told."""
    hosts = tuple(os.environ.get("REFEREE_HOSTS", "").lower().replace(",", " ").split())
    tables = int(os.environ.get("REFEREE_TABLES_A_DAY", TABLES_A_DAY))
    quotas = a_day(tables, int(os.environ.get("REFEREE_MEGABYTES_A_DAY", MEGABYTES_A_DAY)))
    return {
        "DATA": os.environ.get("REFEREE_DATA", str(DATA)),
        "DATABASE": os.environ.get("DATABASE_URL", ""),
        "LIMITS": {} if os.environ.get("REFEREE_LIMITS") == "off" else ALLOWED | (quotas if hosts else {}),
        "STREAMS": int(os.environ.get("REFEREE_STREAMS", "10000")),
        "HOSTS": hosts,
        "KEEP_DAYS": int(os.environ.get("REFEREE_KEEP_DAYS", "0")),
        "ADDRESSES": (),
        "PROXIES": int(os.environ.get("REFEREE_PROXIES", "0")),
        "HOUSE": os.environ.get("REFEREE_HOUSE") == "on",
        "METRICS": os.environ.get("REFEREE_METRICS") == "on",
        "LOGS": os.environ.get("REFEREE_LOGS", ""),
        "MAX_CONTENT_LENGTH": gate.LARGEST_BODY,
        "MAX_FORM_PARTS": 500,
        "COMPRESS_ALGORITHM": [*look.PACKED],
        "COMPRESS_MIMETYPES": [
            "text/html",
            "application/json",
            "text/csv",
            "application/manifest+json",
            "text/javascript",
        ],
        "COMPRESS_LEVEL": 9,
        "COMPRESS_BR_LEVEL": 6,
        "COMPRESS_REGISTER": False,
    }


def furnish(app: Flask) -> None:
    """Give all templates what they need: gettext, the names of things, pieces that are rendered once, the games."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.finalize = typed
    app.jinja_env.filters["join"] = joined
    app.jinja_env.globals.update(
        _=sentence,
        ngettext=counted,
        pgettext=language.pgettext,
        asset=look.asset,
        theme=look.theme,
        name=language.name,
        latin=language.latin,
        printed=language.printed,
        say=language.say,
        language=language.current,
        languages=language.READERS,
        rule_url=rule_url,
        rule_title=rules.title_of,
        clock=language.clock,
        decimal=language.decimal,
        day=language.day,
        encoded=encoded,
        came_of_it=came_of_it,
        kept=kept,
        app_version=offline.version,
        saved=boards.saved,
        games=GAMES,
        longest_name=LONGEST_NAME,
        longest_query=rules.LONGEST_QUERY,
    )
    for file in ("marks.html", "acts.html"):
        macros = vars(app.jinja_env.get_template(file).module)
        app.jinja_env.globals.update({key: macro for key, macro in macros.items() if callable(macro)})


def open_store(address: str, folder: Path) -> Store:
    """Return the tables in the database at `address` (`postgresql://…`), or in a file in `folder` if it is empty.

    Raises StorageError with a sentence for whoever starts it; a command of flask's ends with it.
    """
    command = click.get_current_context(silent=True)
    try:
        if address:  # a server waits for a database that starts beside it
            return open_database(address, GAMES, seconds=3 if command else 30)
        return open_file(folder / FILE, GAMES)
    except StorageError as error:
        where = "the database at DATABASE_URL" if address else f"{folder}"
        sentence = f"Tables cannot be kept in {where}: {error}."
        raise click.ClickException(sentence) if command else StorageError(sentence) from error


# --- the command line --------------------------------------------------------------------------------------------


def a_port(text: str) -> int:
    """Return the port that `text` names, 1 to 65535. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text} is no port: 1 to 65535")
    return int(text)


def free_port(host: str, port: int) -> int:
    """Return `port`, or the next one that nobody uses."""
    for candidate in range(port, min(port + 100, 65536)):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            if os.name != "nt":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
                return candidate
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    sys.exit(f"Cannot listen on {host}, port {candidate}: {error.strerror or error}.")
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
LISTENING = 104
"""How many of the threads may each hold a phone's stream; the others answer."""


def main() -> None:
    """Serve a house: one process, reachable from every phone in the network."""
    parser = argparse.ArgumentParser(description="The referee at the table.")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on")
    parser.add_argument("--port", type=a_port, default=os.environ.get("PORT", "8000"), help="or the next free one")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("REFEREE_DATA", DATA)), help="data folder")
    given = parser.parse_args()
    port = free_port(given.host, given.port)
    shown = lan_address() if given.host in ("0.0.0.0", "::", "") else given.host
    url = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
    try:
        app = create_app({"DATA": given.data, "STREAMS": LISTENING, "ADDRESSES": (url,), "HOUSE": True})
    except StorageError as error:
        sys.exit(f"{error} Say --data FOLDER for another folder.")
    announce(url, app.config["DATA"])
    Adjustments.socket_options += patience()
    waitress.serve(
        app,
        host=given.host,
        port=port,
        max_request_body_size=4 * copies.IMPORT_BYTES,
        threads=THREADS,
        channel_request_lookahead=1,
        ident=None,
        clear_untrusted_proxy_headers=True,
        channel_timeout=60,
        log_socket_errors=False,  # a phone that went out of reach is no news
        connection_limit=1000,
    )


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    main()
