"""The schema of both databases: what is in which table, and the migrations that made it so."""

from __future__ import annotations

from typing import NamedTuple


class Migration(NamedTuple):
    """One step of the schema: statements for both databases, then those for PostgreSQL alone.

    `{text}` stands for a text column compared byte by byte, `{kept}` for what SQLite says of how a table is kept.
    """

    name: str
    statements: tuple[str, ...]
    postgres: tuple[str, ...] = ()


SQLITE = {"text": "TEXT", "kept": "STRICT, WITHOUT ROWID"}
POSTGRES = {"text": 'TEXT COLLATE "C"', "kept": ""}

TELL = """
CREATE FUNCTION referee_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('referee.quiet', true) = 'on' THEN
        RETURN NULL;
    END IF;
    CASE TG_TABLE_NAME
        WHEN 'entries' THEN PERFORM pg_notify('referee', 'entry ' || NEW.code || ' ' || NEW.seq);
        WHEN 'tables' THEN PERFORM pg_notify('referee', 'table ' || NEW.code);
        WHEN 'tokens' THEN PERFORM pg_notify('referee', 'tokens ' || OLD.code);
        WHEN 'remembered' THEN PERFORM pg_notify('referee', 'remembered ' || NEW.game);
    END CASE;
    RETURN NULL;
END $$
"""
TELL_OF_DELETED = """
CREATE FUNCTION referee_tell_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('referee', 'table ' || OLD.code);
    RETURN NULL;
END $$
"""
TELL_OF_ASKS = """
CREATE FUNCTION referee_tell_of_asks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('referee.quiet', true) = 'on' THEN
        RETURN NULL;
    END IF;
    PERFORM pg_notify('referee', 'asks ' || CASE TG_OP WHEN 'DELETE' THEN OLD.code ELSE NEW.code END);
    RETURN NULL;
END $$
"""

MIGRATIONS = (
    Migration(
        "first",
        (
            """CREATE TABLE tables (
                code {text} PRIMARY KEY, game {text} NOT NULL, players TEXT NOT NULL, options TEXT NOT NULL,
                created {text} NOT NULL, closed INTEGER NOT NULL DEFAULT 0
            ) {kept}""",
            """CREATE TABLE tokens (
                code {text} NOT NULL REFERENCES tables (code), hash {text} NOT NULL, role TEXT NOT NULL, seat INTEGER,
                PRIMARY KEY (code, hash)
            ) {kept}""",
            """CREATE TABLE passes (
                code {text} NOT NULL REFERENCES tables (code), hash {text} NOT NULL, seat INTEGER NOT NULL,
                replaces INTEGER NOT NULL, expires {text} NOT NULL,
                PRIMARY KEY (code, hash)
            ) {kept}""",
            """CREATE TABLE entries (
                code {text} NOT NULL REFERENCES tables (code), seq INTEGER NOT NULL, at TEXT NOT NULL, seat INTEGER,
                move TEXT NOT NULL, overruled TEXT, token {text} NOT NULL, key {text} NOT NULL,
                PRIMARY KEY (code, seq), UNIQUE (code, token, key)
            ) {kept}""",
            """CREATE TABLE remembered (
                game {text} NOT NULL, what {text} NOT NULL, value TEXT NOT NULL,
                PRIMARY KEY (game, what)
            ) {kept}""",
        ),
        (
            TELL,
            "CREATE TRIGGER tell AFTER INSERT ON entries FOR EACH ROW EXECUTE FUNCTION referee_tell()",
            "CREATE TRIGGER tell AFTER UPDATE ON tables FOR EACH ROW EXECUTE FUNCTION referee_tell()",
            "CREATE TRIGGER tell AFTER DELETE ON tokens FOR EACH ROW EXECUTE FUNCTION referee_tell()",
            "CREATE TRIGGER tell AFTER INSERT OR UPDATE ON remembered FOR EACH ROW EXECUTE FUNCTION referee_tell()",
        ),
    ),
    # The next table has no reference to its row, so that tables can be filled in any order.
    Migration("successor", ("ALTER TABLE tables ADD COLUMN successor TEXT",)),
    Migration("secretly", ("ALTER TABLE entries ADD COLUMN secretly INTEGER NOT NULL DEFAULT 0",)),
    # What was entered before was settled by version 1.
    Migration("version", ("ALTER TABLE entries ADD COLUMN version INTEGER NOT NULL DEFAULT 1",)),
    Migration(
        "plays",
        (
            """CREATE TABLE plays (
                id INTEGER PRIMARY KEY, code {text} UNIQUE, game {text} NOT NULL, options TEXT NOT NULL,
                started {text} NOT NULL, ended {text} NOT NULL, minutes INTEGER NOT NULL, decided_by TEXT,
                counted INTEGER NOT NULL, note TEXT, phone {text} NOT NULL, key {text}, version INTEGER NOT NULL,
                UNIQUE (phone, key)
            ) {kept}""",
            "CREATE INDEX plays_ended ON plays (ended, id)",
            """CREATE TABLE play_players (
                play INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, person {text} NOT NULL,
                place INTEGER NOT NULL, score INTEGER, winner INTEGER NOT NULL,
                PRIMARY KEY (play, seat)
            ) {kept}""",
            "CREATE INDEX play_players_person ON play_players (person)",
            "CREATE TABLE joined_names (name {text} PRIMARY KEY, person TEXT NOT NULL) {kept}",
            "ALTER TABLE tokens ADD COLUMN phone TEXT",
            "CREATE INDEX tokens_phone ON tokens (phone)",
        ),
    ),
    Migration(
        "deleted",
        (),
        (
            TELL_OF_DELETED,
            "CREATE TRIGGER deleted AFTER DELETE ON tables FOR EACH ROW EXECUTE FUNCTION referee_tell_of_deleted()",
        ),
    ),
    Migration(
        "asks",
        (
            """CREATE TABLE asks (
                code {text} NOT NULL REFERENCES tables (code), seat INTEGER NOT NULL, hash {text} NOT NULL,
                expires {text} NOT NULL,
                PRIMARY KEY (code, seat)
            ) {kept}""",
        ),
        (
            TELL_OF_ASKS,
            """CREATE TRIGGER tell AFTER INSERT OR UPDATE OR DELETE ON asks
                FOR EACH ROW EXECUTE FUNCTION referee_tell_of_asks()""",
        ),
    ),
    # Who was taken out of a table's play, whether or not the game is over now.
    Migration(
        "taken out",
        (
            "CREATE TABLE taken_out (code {text} NOT NULL, seat INTEGER NOT NULL, PRIMARY KEY (code, seat)) {kept}",
            """INSERT INTO taken_out (code, seat)
            SELECT p.code, q.seat FROM plays p JOIN play_players q ON q.play = p.id
            WHERE p.code IS NOT NULL AND q.name = '…'""",
            "UPDATE play_players SET person = '…' WHERE name = '…'",
        ),
    ),
    # Whoever asked for a seat just then asks again.
    Migration(
        "numbered asks",
        (
            "DROP TABLE asks",
            """CREATE TABLE asks (
                code {text} NOT NULL REFERENCES tables (code), seat INTEGER NOT NULL, hash {text} NOT NULL,
                expires {text} NOT NULL, number INTEGER NOT NULL, ended {text} NOT NULL,
                PRIMARY KEY (code, hash)
            ) {kept}""",
        ),
        (
            """CREATE TRIGGER tell AFTER INSERT OR UPDATE OR DELETE ON asks
                FOR EACH ROW EXECUTE FUNCTION referee_tell_of_asks()""",
        ),
    ),
    Migration("auto", ("ALTER TABLE entries ADD COLUMN auto INTEGER NOT NULL DEFAULT 0",)),
    Migration(
        "ended early",
        (
            "ALTER TABLE tables ADD COLUMN counts INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE plays ADD COLUMN unfinished INTEGER NOT NULL DEFAULT 0",
        ),
    ),
    # Of copies that were made before nobody knows where their games began.
    Migration(
        "origin",
        (
            "ALTER TABLE tables ADD COLUMN origin TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE tables ADD COLUMN began TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE tables ADD COLUMN copied INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE plays ADD COLUMN origin {text} NOT NULL DEFAULT ''",
            """UPDATE plays SET origin = coalesce(
                (SELECT t.code || ' ' || t.created FROM tables t WHERE t.code = plays.code), '')""",
            "CREATE INDEX plays_origin ON plays (origin)",
        ),
    ),
    # Seats change places before the first entry: other servers hear of it.
    Migration(
        "order",
        (),
        ("CREATE TRIGGER moved AFTER UPDATE OF seat ON tokens FOR EACH ROW EXECUTE FUNCTION referee_tell()",),
    ),
    # A phone forgets what was deleted here, and nothing else: another server at this address may have it.
    Migration("gone", ("CREATE TABLE gone (code {text} PRIMARY KEY) {kept}",)),
    # An evening is of the day that somebody says, whatever is entered at its table later.
    Migration("dated", ("ALTER TABLE plays ADD COLUMN dated TEXT NOT NULL DEFAULT ''",)),
    # A table whose log is still being written is nobody's to see.
    Migration("arriving", ("ALTER TABLE tables ADD COLUMN arriving INTEGER NOT NULL DEFAULT 0",)),
)
"""The migrations of the schema, oldest first. One that was released is never changed."""


def statements(migration: Migration, postgres: bool) -> list[str]:
    """Return the statements of a migration for one of the two databases."""
    both = [text.format(**(POSTGRES if postgres else SQLITE)) for text in migration.statements]
    return [*both, *migration.postgres] if postgres else both
