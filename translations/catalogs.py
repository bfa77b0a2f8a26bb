"""Extract, merge, check and report the catalogs:  python translations/catalogs.py update|check|missing [WHICH …]

WHICH are languages ("it") or catalogs ("rules"), as many as you like; without any, everything is meant.

update   extracts every marked message from the sources and merges it into translations/<language>/LC_MESSAGES/*.po; a
         message whose English was edited keeps its translation, marked fuzzy, with the former English above it
check    exits 1 if anything is untranslated, fuzzy, obsolete, not extracted, has other placeholders or plural forms,
         is said in two ways in two catalogs, or if update would change a catalog
missing  prints how much of each catalog is translated, and what is not
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from copy import deepcopy
from difflib import get_close_matches
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import denormalize, read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "translations"

GAMES = sorted(file.parent.name for file in (ROOT / "referee" / "games").glob("*/__init__.py"))

DOMAINS: dict[str, tuple[str, ...]] = {
    **{game: (f"referee/games/{game}/", f"templates/{game}/") for game in GAMES},
    "played": ("referee/pages/played/", "templates/played/"),
    "rules": ("referee/rulebook/", "templates/rules/"),
    "app": ("app.py", "referee/", "templates/"),
}
"""Catalog -> where its messages stand; a file belongs to the first catalog that names it."""

KEYWORDS = {
    "_": None,
    "gettext": None,
    "N_": None,
    "ngettext": (1, 2),
    "NN_": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "named": ((1, "c"), 2),
}
TEXTS = {"title", "brief", "text", "example", "question", "italian", "polish", "applied"}
"""The keys in a file of rules whose values are messages."""
RULE_ID = re.compile(r"[A-Z]{2}-[A-Z0-9-]+")
"""The context of a rule's text."""
LIKE = 0.6
"""The least likeness of an edited message to its former English, from 0 to 1 (difflib)."""
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w+\}")


def sources() -> Iterator[tuple[str, Path]]:
    """Yield each source file with the catalog it belongs to."""
    code = (file for file in sorted((ROOT / "referee").rglob("*.*")) if file.suffix in {".py", ".toml"})
    files = [ROOT / "app.py", *code, *sorted((ROOT / "templates").rglob("*.*"))]
    for file in files:
        if not file.exists():
            continue
        path = file.relative_to(ROOT).as_posix()
        for domain, places in DOMAINS.items():
            if path.startswith(places):
                yield domain, file
                break


def extracted() -> dict[str, Catalog]:
    """Return a template catalog for each domain, with all messages of the sources."""
    found = {domain: Catalog(project="Referee", charset="utf-8") for domain in DOMAINS}
    for domain, file in sources():
        path = file.relative_to(ROOT).as_posix()
        if file.suffix == ".toml":
            for text, context in rules_texts(tomllib.loads(file.read_text(encoding="utf-8"))):
                found[domain].add(text, None, [(path, None)], context=context)
            continue
        python = file.suffix == ".py"
        method = "python" if python else "jinja2.ext:babel_extract"
        options = {} if python else {"trimmed": "true", "silent": "false", "newstyle_gettext": "true"}
        messages = extract_from_file(
            method,
            str(file),
            keywords=KEYWORDS,
            comment_tags=["Translators:"],
            options=options,
            strip_comment_tags=True,
        )
        for _line, message, comments, context in messages:
            # File names without line numbers: a moved line is no change for a translator.
            found[domain].add(message, None, [(path, None)], auto_comments=comments, context=context)
    return found


def rules_texts(table: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """Yield the messages of a file of rules with their contexts: of a rule's text its id, of a card's its rule's id and
    "card". A line's end in them is a space, as it is when the app reads them."""
    for key, value in table.items():
        if key in TEXTS:
            card = f"{table['rule']} card" if "rule" in table else None
            yield " ".join(value.split()), table.get("id", card) if key == "text" else None
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict) and key != "facts":
                yield from rules_texts(inner)


def po_file(language: str, domain: str) -> Path:
    """Return where a catalog of a language is kept."""
    return FOLDER / language / "LC_MESSAGES" / f"{domain}.po"


def languages() -> list[str]:
    """Return the languages that have a folder."""
    return sorted(folder.name for folder in FOLDER.iterdir() if (folder / "LC_MESSAGES").is_dir())


def load(language: str, domain: str) -> Catalog:
    """Return a catalog as it is kept; an empty one if there is no file yet."""
    file = po_file(language, domain)
    if not file.exists():
        return Catalog(locale=language, domain=domain)
    with file.open("rb") as source:
        catalog = read_po(source, locale=language, domain=domain)
    for message in catalog:
        read_previous(message)
    return catalog


def read_previous(message: Message) -> None:
    """Read the former English of a fuzzy message from its comments, where Babel leaves it; drop it from any other."""
    lines = [line[1:].strip() for line in message.user_comments if line.startswith("|")]
    message.user_comments = [line for line in message.user_comments if not line.startswith("|")]
    if message.fuzzy and lines:
        texts = re.split(r"^msgid(?:_plural)? ", "\n".join(lines), flags=re.M)[1:]
        message.previous_id = [denormalize(text.strip()) for text in texts]


def chosen(which: list[str]) -> tuple[list[str], dict[str, Catalog]]:
    """Return the languages and the templates that `which` names; exits at a word that is neither."""
    templates = extracted()
    named = [word for word in which if word in templates]
    spoken = [word for word in which if word not in templates]
    for word in spoken:
        try:
            Locale.parse(word)
        except (ValueError, UnknownLocaleError):
            sys.exit(f"{word} is neither a language nor one of the catalogs {', '.join(templates)}.")
    return spoken or languages(), {domain: templates[domain] for domain in named or templates}


def update(which: list[str]) -> int:
    """Merge the sources' messages into the catalogs, and drop what is gone.

    A message that moved, or that another catalog says already, brings its translation along. One whose English was
    edited keeps the translation of the former English, marked fuzzy: the check fails until somebody has looked at it.
    """
    spoken, templates = chosen(which)
    for (language, domain), text in updated(spoken, templates).items():
        file = po_file(language, domain)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return 0


def updated(spoken: list[str], templates: dict[str, Catalog]) -> dict[tuple[str, str], str]:
    """Return the texts of catalogs as update writes them, by language and domain."""
    texts = {}
    everywhere = extracted()
    for language in spoken:
        kept = [load(language, domain) for domain in DOMAINS]
        known = {key: message for catalog in kept for key, message in translated(catalog)}
        gone = former(kept, everywhere.values())
        forms = Catalog(locale=language).num_plurals
        for domain, template in templates.items():
            catalog = load(language, domain)
            previous = {(message.context, ids(message)[0]): message.previous_id for message in catalog}
            catalog.update(deepcopy(template), no_fuzzy_matching=True, update_header_comment=True)
            catalog.obsolete.clear()
            catalog.fuzzy = False
            for message in catalog:
                message.previous_id = previous.get((message.context, ids(message)[0]), [])
                if not message.id or all(strings(message)):
                    continue
                same = known.get((message.context, ids(message)[0]))
                if same and isinstance(same.id, tuple) == isinstance(message.id, tuple):
                    message.string = same.string
                elif before := same or edited(message, gone):
                    take_over(message, before, forms)
            catalog.header_comment = f"# {Locale.parse(language).english_name} for the referee at the table."
            texts[language, domain] = po_text(catalog)
    return texts


def po_text(catalog: Catalog) -> str:
    """Return a catalog's file without what changes at every run: dates, names of tools and line numbers."""
    target = BytesIO()
    write_po(target, catalog, width=120, sort_output=False, include_lineno=False, include_previous=True)
    text = re.sub(
        r'^"(POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator|Language-Team|'
        r"Report-Msgid-Bugs-To): .*\n",
        "",
        target.getvalue().decode(),
        flags=re.M,
    )
    return re.sub(r"^(?:#\| .*\n)+", former_english, text, flags=re.M)


def former_english(comment: re.Match[str]) -> str:
    """Return the comment that holds a message's former English with each string on a line of its own: Babel breaks
    the lines where it likes, also within a string."""
    text = " ".join(line.removeprefix("#| ") for line in comment[0].splitlines())
    return "".join(f"#| {line}\n" for line in re.findall(r'(?:msgid\w* )?"(?:[^"\\]|\\.)*"', text))


def former(catalogs: Iterable[Catalog], templates: Iterable[Catalog]) -> dict[str | None, dict[str, Message]]:
    """Return the translated messages that no source says any more: context -> English -> message."""
    said = {(message.context, ids(message)[0]) for template in templates for message in template}
    gone: dict[str | None, dict[str, Message]] = {}
    for catalog in catalogs:
        for message in catalog:
            if message.id and all(strings(message)) and (message.context, ids(message)[0]) not in said:
                gone.setdefault(message.context, {})[ids(message)[0]] = message
    return gone


def edited(message: Message, gone: dict[str | None, dict[str, Message]]) -> Message | None:
    """Return the former message that `message` was edited from, or None: the text that its rule had, if it is a
    rule's, else the one most like it in the same context."""
    candidates = gone.get(message.context, {})
    if message.context and RULE_ID.fullmatch(message.context) and candidates:
        return next(iter(candidates.values()))
    near = get_close_matches(ids(message)[0], candidates, n=1, cutoff=LIKE)
    return candidates[near[0]] if near else None


def take_over(message: Message, before: Message, forms: int) -> None:
    """Give `message` the translation of `before`, marked fuzzy, and note the English that it translates."""
    texts = strings(before)
    if isinstance(message.id, tuple):
        message.string = texts if len(texts) == forms else texts[-1:] * forms
    else:
        message.string = texts[-1]
    message.previous_id = list(ids(before))
    message.flags.add("fuzzy")


def strings(message: Message) -> tuple[str, ...]:
    """Return the translations of a message, one for each plural form."""
    return message.string if isinstance(message.string, tuple) else (message.string or "",)


def ids(message: Message) -> tuple[str, ...]:
    """Return the English of a message: one, or singular and plural."""
    return message.id if isinstance(message.id, tuple) else (message.id,)


def translated(catalog: Catalog) -> Iterator[tuple[tuple[str | None, str], Message]]:
    """Yield the messages of a catalog that are translated, each with its context and its English."""
    for message in catalog:
        if message.id and all(strings(message)) and not message.fuzzy:
            yield (message.context, ids(message)[0]), message


def faults(message: Message, forms: int) -> Iterator[str]:
    """Yield what is wrong with one translated message; `forms` is how many plural forms its language has."""
    texts = strings(message)
    if not all(text and text.strip() for text in texts):
        yield "untranslated"
        return
    if message.fuzzy:
        yield "fuzzy"
    if isinstance(message.id, tuple) and len(texts) != forms:
        yield f"{len(texts)} plural forms instead of {forms}"
    wanted = set(PLACEHOLDER.findall(ids(message)[-1]))
    for text in texts:
        if set(PLACEHOLDER.findall(text)) - {"%%"} != wanted - {"%%"}:
            yield f"placeholders {sorted(wanted)} became {sorted(set(PLACEHOLDER.findall(text)))}"


def problems(language: str, templates: dict[str, Catalog]) -> Iterator[str]:
    """Yield every problem of one language, a line each."""
    forms = Catalog(locale=language).num_plurals  # the file's own header may say otherwise, and is not asked at start
    for domain, template in templates.items():
        file = po_file(language, domain)
        catalog = load(language, domain)
        where = file.relative_to(FOLDER.parent)
        for message in template:
            if not message.id:
                continue
            known = catalog.get(message.id, message.context)
            if known is None:
                yield f"{where}: not in the catalog (run update): {ids(message)[0]!r}"
                continue
            for fault in faults(known, forms):
                yield f"{where}: {fault}: {ids(message)[0]!r}"
        for message in catalog:
            if message.id and template.get(message.id, message.context) is None:
                yield f"{where}: obsolete: {ids(message)[0]!r}"
        for key in catalog.obsolete:
            yield f"{where}: obsolete: {key!r}"


def disagreements(language: str) -> Iterator[str]:
    """Yield a line for every message that two catalogs of one language say differently: only one of them is read."""
    first: dict[tuple[str | None, str], tuple[str, tuple[str, ...]]] = {}
    for domain in DOMAINS:
        for key, message in translated(load(language, domain)):
            elsewhere, said = first.setdefault(key, (domain, strings(message)))
            if said != strings(message):
                where = po_file(language, domain).relative_to(FOLDER.parent)
                yield f"{where}: said otherwise in {elsewhere}.po: {key[1]!r}"


def outdated(spoken: list[str], templates: dict[str, Catalog]) -> Iterator[str]:
    """Yield a line for each catalog that update would change, if only in where its messages stand."""
    for (language, domain), text in updated(spoken, templates).items():
        file = po_file(language, domain)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            yield f"{file.relative_to(FOLDER.parent)}: not as update writes it (run update)"


def check(which: list[str]) -> int:
    """Print what is wrong; return 1 if anything is."""
    spoken, templates = chosen(which)
    found = [line for language in spoken for line in (*problems(language, templates), *disagreements(language))]
    found = found or list(outdated(spoken, templates))
    print("\n".join(found) or f"catalogs complete: {', '.join(spoken)}")
    return 1 if found else 0


def missing(which: list[str]) -> int:
    """Print how much is translated, and what is not."""
    spoken, templates = chosen(which)
    for language in spoken:
        for domain, template in templates.items():
            catalog = load(language, domain)
            wanted = [message for message in template if message.id]
            lacking = [
                message
                for message in wanted
                if (known := catalog.get(message.id, message.context)) is None
                or any(faults(known, catalog.num_plurals))
            ]
            print(f"{language}/{domain}: {len(wanted) - len(lacking)} of {len(wanted)} translated")
            for message in lacking:
                print(f"    {ids(message)[0]!r}")
    return 0


if __name__ == "__main__":
    command = {"update": update, "check": check, "missing": missing}.get(sys.argv[1] if len(sys.argv) > 1 else "")
    if command is None:
        print(__doc__)
        sys.exit(2)
    sys.exit(command(sys.argv[2:]))
