"""The commands of the host: `flask --app app …`."""

from __future__ import annotations

import functools
import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from flask import current_app
from flask.cli import with_appcontext

from referee import plays
from referee.audience import has_secrets
from referee.pages.app_state import app_state
from referee.pages.table.joining import PASS_MINUTES, new_pass
from referee.pages.table.sheets import pass_url
from referee.serve.addresses import a_port, reachable
from referee.serve.banner import qr_code
from referee.store import FILE, NotEmpty, StorageError, Table, Unreadable, backups
from referee.store.sqlite import SQLite

Command = Callable[..., None]


def expanded(_context: click.Context, _parameter: click.Parameter, file: Path | None) -> Path | None:
    """Return the path of a file with the user's home folder in place of a ~ that no shell replaced."""
    return file.expanduser() if file else None


def that_is_there(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    """Return such a path of a file that is there."""
    file = expanded(context, parameter, file)
    if file is not None and not file.is_file():
        raise click.ClickException(f"There is no file {file}.")
    return file


A_FILE, A_FILE_THAT_IS_THERE = (
    click.argument("file", type=click.Path(path_type=Path), required=False, callback=checked)
    for checked in (expanded, that_is_there)
)


def says(trouble: str) -> Callable[[Command], Command]:
    """Let a command fail with `trouble` and its reason, in one sentence, when the tables cannot be read or written."""

    def wrap(command: Command) -> Command:
        @functools.wraps(command)
        def run(*asked: Any, **named: Any) -> None:
            try:
                command(*asked, **named)
            except (StorageError, OSError) as error:
                raise click.ClickException(f"{trouble}: {error}.") from error

        return run

    return wrap


def asked_port() -> int:
    """Return the port that the environment names, 8000 if none. Raises ClickException if it names no port."""
    try:
        return a_port(os.environ.get("PORT", "8000"))
    except ArgumentTypeError as error:
        raise click.ClickException(f"PORT: {error}.") from error


def house_file() -> Path:
    """Return where a house keeps its tables."""
    return Path(current_app.config["DATA"], FILE)


def place() -> str:
    """Return where the tables are, as an operator knows it: whoever asks with other settings must see it."""
    return app_state().store.database.place


def table_at(code: str) -> Table:
    """Return the table with this code, in any case. Raises ClickException if there is none."""
    table = app_state().store.latest(code.upper())
    if table is None:
        raise click.ClickException(f"There is no table with the code {code} in {place()}.")
    return table


@click.command
@A_FILE
@click.option("--replace", is_flag=True, help="Overwrite an earlier backup.")
@with_appcontext
@says("Backup failed")
def backup(file: Path | None, replace: bool) -> None:
    """Copy all tables into FILE (or a dated file in the data folder), while the server runs."""
    if file is None:
        file = house_file().parent / backups.FOLDER / f"{datetime.now():%Y-%m-%d-%H%M%S}.sqlite"
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    count = app_state().store.database.backup(file, replace)
    click.echo(f"Tables copied: {count}, from {place()} to {file.resolve()}.")


@click.command
@A_FILE_THAT_IS_THERE
@with_appcontext
@says("Nothing was changed")
def restore(file: Path | None) -> None:
    """Replace all tables with those in FILE; also while the server runs. Without FILE: list the backups that the
    server made by itself."""
    if file is None:
        found = backups.listed(house_file().parent / backups.FOLDER)
        for one in found:
            click.echo(f"{one.day}: {one.tables} tables, {one.file.resolve()}")
        raise click.ClickException("Name the backup: restore FILE." if found else "The server has made no backup yet.")
    count = app_state().store.database.restore(file)
    click.echo(f"Tables restored: {count}, from {file.resolve()} into {place()}.")


@click.command
@A_FILE_THAT_IS_THERE
@with_appcontext
def move_to_postgres(file: Path | None) -> None:
    """Move a house's FILE (its server stopped) into the empty PostgreSQL database that DATABASE_URL names."""
    database = app_state().store.database
    if isinstance(database, SQLite):
        raise click.UsageError("Set where to: DATABASE_URL=postgresql://user:password@host/name")
    from referee.store.postgres import Postgres  # a house needs no driver for it

    assert isinstance(database, Postgres)
    file = file or house_file()
    if not file.is_file():
        raise click.ClickException(f"There is no file {file}.")
    try:
        moved = database.move_in(file)
    except NotEmpty:
        raise click.ClickException("That database already holds tables; nothing was changed.") from None
    except StorageError as error:
        raise click.ClickException(f"Nothing was moved: {error}. Is the server stopped?") from error
    click.echo(f"Tables moved: {moved}. {file.resolve()} is as it was.")


@click.command
@click.argument("code")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_appcontext
@says("Nothing was deleted")
def delete(code: str, yes: bool) -> None:
    """Delete the table CODE for good: names, log, secrets. Copies made before still hold it."""
    try:
        players = ", ".join(table_at(code).players)
    except Unreadable:
        players = "it cannot be read"
    if not yes:
        click.confirm(f"Delete the table {code.upper()} ({players}) for good?", abort=True)
    app_state().store.delete(code.upper())
    click.echo(f"The table {code.upper()} is deleted from {place()}.")


@click.command("pass")
@click.argument("code")
@click.argument("seat")
@with_appcontext
@says("No pass was made")
def give_pass(code: str, seat: str) -> None:
    """Let a new phone take a seat whose phone is lost; SEAT is the player's name, or its number, counted from 0."""
    shared = app_state()
    table = table_at(code)
    names = {str(number): number for number in range(len(table.players))}
    names |= {name: number for number, name in enumerate(table.players)}
    if seat not in names:
        raise click.ClickException(f"Nobody there is called {seat}. The seats: {', '.join(table.players)}.")
    hosts = current_app.config["HOSTS"]
    port = asked_port()
    base = f"https://{hosts[0]}" if hosts else next(iter(reachable("", port)), f"http://127.0.0.1:{port}")
    if not has_secrets(shared.games[table.game]):
        raise click.ClickException(f"That game has no secrets: any phone can take the seat at {base}/t/{table.code}")
    url = pass_url(base, table, names[seat], new_pass(table, names[seat], replaces=True))
    click.echo(f"Open this with the new phone of {table.players[names[seat]]}:\n\n    {url}\n")
    click.echo(qr_code(url, sys.stdout.isatty()))
    click.echo(f"\nIt works once, for {PASS_MINUTES} minutes; older phones then no longer see the seat's secrets.")
    click.echo("If your phones reach the app at another address, use that address before /t/.")


@click.command
@with_appcontext
@says("The list of games played could not be rebuilt")
def rebuild_plays() -> None:
    """Rebuild the list of games played from the logs of all tables; scores and notes stay."""
    looked_at = plays.rebuild(app_state().store)
    click.echo(f"Tables read: {looked_at}, in {place()}. Their finished games are in the list.")


ALL = (backup, restore, move_to_postgres, delete, give_pass, rebuild_plays)
