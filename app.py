"""The referee at the table: `python app.py [--host HOST] [--port PORT] [--data FOLDER]`, or `flask --app app run`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import language
from referee.engine import LONGEST_HOUSE_RULE, LONGEST_NAME
from referee.games import GAMES
from referee.live import Live
from referee.pages import assets, gate, htmx
from referee.pages.alchemicus import boards
from referee.pages.app_state import ALLOWED, AppState, Limits, a_day
from referee.pages.desks import pages as desks
from referee.pages.home import forms
from referee.pages.home import start as home
from referee.pages.hosting import awake, backups, commands, metrics, offline
from referee.pages.played import bring, edits
from referee.pages.played import pages as played
from referee.pages.reading import LARGEST_FILE, make_decoders
from referee.pages.rules import download, first, in_force
from referee.pages.rules import pages as rules
from referee.pages.table import (
    asking,
    closing,
    copies,
    deleting,
    entries,
    following,
    joining,
    making,
    naming,
    order,
    past,
    room,
    sheets,
    summary,
    tables,
)
from referee.pages.table import stream as streams
from referee.pages.table.context import Person
from referee.pages.table.kept import Drawings
from referee.pages.table.lines import effect_text
from referee.pages.table.together import Together
from referee.pages.templating import (
    DirectContext,
    counted,
    encoded,
    joined,
    memoised,
    named,
    say_all_here,
    say_here,
    sentence,
    typed,
)
from referee.rulebook import rule_url
from referee.serve import start
from referee.serve.addresses import ascii_name
from referee.store import FILE, StorageError, Store, Unreadable, open_database, open_file
from referee.store.backups import FOLDER, keep_backups
from referee.store.files import spool_into
from referee.store.keeping import keep_tidy

TABLES_A_DAY, MEGABYTES_A_DAY = 300, 100
"""The limits of what one address may leave behind on a hosted server within a day, unless the environment says
otherwise."""
PAGES = (
    home,
    forms,
    tables,
    making,
    joining,
    naming,
    asking,
    following,
    copies,
    closing,
    deleting,
    entries,
    streams,
    room,
    sheets,
    order,
    past,
    summary,
    desks,
    boards,
    rules,
    assets,
    offline,
    awake,
    backups,
    played,
    edits,
    bring,
    in_force,
    first,
    download,
)


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """Return the app. `config`, else the environment, sets:

    DATA        the folder that holds everything
    DATABASE    the address of a PostgreSQL database that holds it instead
    LIMITS      what one address may do; {} for no limits
    STREAMS     how many phones may listen at once
    HOSTS       names this server answers to beside those of a house's own network
    ADDRESSES   what tells where phones reach it, the best first; at home
    PUBLIC      whether these are reached from everywhere, through a tunnel or proxy
    KEEP_DAYS   after how many days without an entry a table is deleted; 0 for never
    PROXIES     how many proxies stand before it that can be trusted
    HOUSE       whether everybody may see all that was played here: a server at home
    BACKUP_KEY  what opens the page of a house's backups on other devices; "" for nothing
    METRICS     whether it shows them at /metrics
    LOGS        "json" for logs in JSON, with a line for each request
    HTTPS_PORT  where a house's own https is, once it is served
    AUTHORITY   the file with the certificate that vouches for it
    """
    app = Flask(__name__)
    app.config.from_mapping(settings() | (config or {}))
    app.config["DATA"] = Path(app.config["DATA"]).expanduser()
    spool_into(app.config["DATA"])
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    htmx.init_app(app)
    furnish(app)
    shared = open_tables(app)
    for module in PAGES:
        app.register_blueprint(module.bp)
    make_decoders()
    if app.config["METRICS"] or app.config["LOGS"] == "json":
        metrics.watch(app, shared, counts=app.config["METRICS"], logs=app.config["LOGS"] == "json")
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    app.wsgi_app = streams.hand_over(app.wsgi_app)  # type: ignore[method-assign,assignment]
    gate.guard(app)
    for command in commands.ALL:
        app.cli.add_command(command)
    return app


def open_tables(app: Flask) -> AppState:
    """Open the tables where the app's configuration says, and return its state; from now on they are kept tidy, and
    followed where others write to them."""
    shared = app.extensions["referee"] = AppState(
        store=open_store(app.config["DATABASE"], app.config["DATA"]),
        live=Live(app.config["STREAMS"]),
        games=GAMES,
        limits=Limits(app.config["LIMITS"]),
        templates=app.jinja_env,
        drawings=Drawings(),
        addresses=app.config["ADDRESSES"],
        public=app.config["PUBLIC"],
    )
    app.extensions["together"] = Together(shared)
    shared.store.watch(shared.changed)
    keep_tidy(shared.store, app.config["KEEP_DAYS"], shared.forget)
    if app.config["HOUSE"] and not app.config["DATABASE"]:
        keep_backups(shared.store, app.config["DATA"] / FOLDER)
    return shared


def settings() -> dict[str, Any]:
    """Return what the environment sets (docs/hosting.md tells each), and what the libraries are told."""
    hosts = tuple(ascii_name(name) for name in os.environ.get("REFEREE_HOSTS", "").replace(",", " ").split())
    tables = int(os.environ.get("REFEREE_TABLES_A_DAY", TABLES_A_DAY))
    quotas = a_day(tables, int(os.environ.get("REFEREE_MEGABYTES_A_DAY", MEGABYTES_A_DAY)))
    return {
        "DATA": os.environ.get("REFEREE_DATA") or str(start.data_folder()),
        "DATABASE": os.environ.get("DATABASE_URL", ""),
        "LIMITS": {} if os.environ.get("REFEREE_LIMITS") == "off" else ALLOWED | (quotas if hosts else {}),
        "STREAMS": int(os.environ.get("REFEREE_STREAMS", "10000")),
        "HOSTS": hosts,
        "KEEP_DAYS": int(os.environ.get("REFEREE_KEEP_DAYS", "0")),
        "ADDRESSES": None,
        "PUBLIC": False,
        "PROXIES": int(os.environ.get("REFEREE_PROXIES", "0")),
        "HOUSE": os.environ.get("REFEREE_HOUSE") == "on",
        "BACKUP_KEY": "",
        "METRICS": os.environ.get("REFEREE_METRICS") == "on",
        "LOGS": os.environ.get("REFEREE_LOGS", ""),
        "MAX_CONTENT_LENGTH": gate.LARGEST_BODY,
        "MAX_FORM_PARTS": 500,
        "COMPRESS_ALGORITHM": [*assets.PACKED],
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
    app.jinja_env.context_class = DirectContext
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": False}  # scripts rely on the order of the criteria
    app.jinja_env.filters["join"] = joined
    app.jinja_env.globals.update(
        _=sentence,
        ngettext=counted,
        pgettext=language.pgettext,
        asset=assets.asset,
        theme=assets.theme,
        letters=assets.letters,
        letter_sizes=assets.SIZES,
        mark_of=assets.mark_of,
        name=language.name,
        latin=language.latin,
        printed=language.printed,
        say=say_here,
        say_all=say_all_here,
        named=named,
        person=Person,
        language=language.current,
        languages=language.READERS,
        rule_url=rule_url,
        rule_title=rules.title_of,
        rule_text=rules.rule_text,
        clock=language.clock,
        decimal=language.decimal,
        day=language.day,
        day_of=language.day_of,
        encoded=encoded,
        effect_text=effect_text,
        memoised=memoised,
        app_version=offline.version,
        goes_dark=awake.goes_dark,
        saved=boards.saved,
        games=GAMES,
        longest_name=LONGEST_NAME,
        longest_query=rules.LONGEST_QUERY,
        longest_house_rule=LONGEST_HOUSE_RULE,
    )
    for file in ("marks.html", "acts.html", "table/line.html"):
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
        if isinstance(error, Unreadable):
            sentence += f" A backup can be put back: move {FILE} away, then say restore and the backup’s file."
        raise click.ClickException(sentence) if command else StorageError(sentence) from error


def main() -> None:
    """Serve a house, or carry out a command."""
    start.main(create_app, 4 * LARGEST_FILE)


if __name__ == "__main__":
    main()
