"""The catalogs' check finds what is wrong with them, and an edited sentence keeps its translation."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from translations import catalogs

# --- the check ---------------------------------------------------------------------------------------------------

HEAD = """msgid ""
msgstr ""
"Language: it\\n"
"Plural-Forms: nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
DREW = 'msgid "%(player)s: drew a card"\nmsgstr "%(player)s: una carta presa"\n\n'
CARDS = """msgid "%(num)s card"
msgid_plural "%(num)s cards"
msgstr[0] "%(num)s carta"
msgstr[1] "%(num)s di carte"
msgstr[2] "%(num)s carte"

"""
NAME = 'msgctxt "name"\nmsgid "Fame"\nmsgstr "Fama"\n\n'
WHOLE = HEAD + DREW + CARDS + NAME


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A translations folder of its own, in which the only catalogs are app and rules."""
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path / "translations")
    monkeypatch.setattr(catalogs, "DOMAINS", {"rules": (), "app": ()})
    return tmp_path / "translations"


def template() -> Catalog:
    """Return what the sources of these tests say: a sentence, a count, and a name."""
    sources = Catalog()
    sources.add("%(player)s: drew a card")
    sources.add(("%(num)s card", "%(num)s cards"))
    sources.add("Fame", context="name")
    return sources


def write(text: str, domain: str = "app") -> None:
    file = catalogs.po_file("it", domain)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def found(text: str) -> list[str]:
    """Return the problems of an Italian catalog that reads `text`, without the file's name."""
    write(text)
    lines = list(catalogs.problems("it", {"app": template()}))
    start = "translations/it/LC_MESSAGES/app.po: "
    assert all(line.startswith(start) for line in lines), lines
    return [line.removeprefix(start) for line in lines]


def test_a_whole_catalog_has_no_problem(folder: Path) -> None:
    assert found(WHOLE) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            WHOLE.replace("una carta presa", "").replace('"%(player)s: "', '""'),
            "untranslated: '%(player)s: drew a card'",
        ),
        (WHOLE.replace('"Fama"', '" "'), "untranslated: 'Fame'"),
        (WHOLE.replace('"%(num)s di carte"', '""'), "untranslated: '%(num)s card'"),
        (HEAD + "#, fuzzy\n" + DREW + CARDS + NAME, "fuzzy: '%(player)s: drew a card'"),
        (HEAD + DREW + CARDS, "not in the catalog (run update): 'Fame'"),
        (HEAD + DREW + CARDS + NAME.replace('"name"', '"verb"'), "not in the catalog (run update): 'Fame'"),
        (WHOLE + 'msgid "Long gone"\nmsgstr "Sparito"\n', "obsolete: 'Long gone'"),
        (WHOLE + '#~ msgid "Long gone"\n#~ msgstr "Sparito"\n', "obsolete: 'Long gone'"),
        (
            WHOLE.replace("%(player)s: una", "Una"),
            "placeholders ['%(player)s'] became []: '%(player)s: drew a card'",
        ),
        (
            WHOLE.replace("%(player)s: una", "%(giocatore)s: una"),
            "placeholders ['%(player)s'] became ['%(giocatore)s']: '%(player)s: drew a card'",
        ),
        (
            WHOLE.replace("%(num)s di carte", "mille carte"),
            "placeholders ['%(num)s'] became []: '%(num)s card'",
        ),
        (WHOLE.replace('msgstr[2] "%(num)s carte"\n', ""), "untranslated: '%(num)s card'"),
        (
            WHOLE.replace('msgstr[1] "%(num)s di carte"\nmsgstr[2]', "msgstr[1]").replace(
                "nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2)", "nplurals=2; plural=(n != 1)"
            ),
            "2 plural forms instead of 3: '%(num)s card'",
        ),
    ],
)
def test_the_check_finds(folder: Path, text: str, problem: str) -> None:
    assert text != WHOLE
    assert problem in found(text)


def test_the_check_finds_what_two_catalogs_say_differently(folder: Path) -> None:
    write(WHOLE)
    write(HEAD + DREW + NAME, "rules")
    assert list(catalogs.disagreements("it")) == []
    write(HEAD + DREW + NAME.replace("Fama", "Gloria"), "rules")
    assert list(catalogs.disagreements("it")) == [
        "translations/it/LC_MESSAGES/app.po: said otherwise in rules.po: 'Fame'"
    ]


def test_check_answers_with_its_exit_code(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogs, "extracted", lambda: {"app": template()})
    write(WHOLE)
    catalogs.update([])
    assert catalogs.check([]) == 0
    assert capsys.readouterr().out == "catalogs complete: it\n"
    write(HEAD + DREW + CARDS)
    assert catalogs.check(["it", "app"]) == 1
    assert "'Fame'" in capsys.readouterr().out


def test_the_check_says_so_if_update_would_change_a_catalog(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = template()
    monkeypatch.setattr(catalogs, "extracted", lambda: {"app": sources})
    write(WHOLE)
    catalogs.update(["it"])
    sources.add("Fame", context="name", locations=[("templates/fame.html", None)])
    assert list(catalogs.problems("it", {"app": sources})) == []
    assert catalogs.check(["it"]) == 1
    assert capsys.readouterr().out == "translations/it/LC_MESSAGES/app.po: not as update writes it (run update)\n"
    catalogs.update(["it"])
    assert catalogs.check(["it"]) == 0


def test_update_keeps_what_is_translated_and_drops_what_is_gone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogs, "extracted", lambda: {"app": template()})
    write(HEAD + DREW + 'msgid "Long gone"\nmsgstr "Sparito"\n')
    catalogs.update(["it"])
    known = catalogs.load("it", "app")
    assert known.get("%(player)s: drew a card").string == "%(player)s: una carta presa"
    assert {message.id for message in known if message.id} == {message.id for message in template() if message.id}
    assert {line.split(": ", 2)[1] for line in catalogs.problems("it", {"app": template()})} == {"untranslated"}


def test_a_message_that_moves_to_another_catalog_brings_its_translation(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {"rules": Catalog(), "app": template()}
    monkeypatch.setattr(catalogs, "extracted", lambda: sources)
    write(WHOLE, "rules")
    catalogs.update(["it", "pl"])
    assert list(catalogs.problems("it", sources)) == []
    assert {line.split(": ", 2)[1] for line in catalogs.problems("pl", sources)} == {"untranslated"}


# --- what was edited --------------------------------------------------------------------------------------------------


def updated(
    monkeypatch: pytest.MonkeyPatch, before: str, *sources: str | tuple[str, str], context: str = ""
) -> Catalog:
    """Return the Italian catalog that read `before`, updated twice to what the sources say now."""
    now = Catalog()
    for message in sources:
        now.add(message, context=context or None)
    monkeypatch.setattr(catalogs, "extracted", lambda: {"app": now})
    write(before)
    catalogs.update(["it"])
    once = catalogs.po_file("it", "app").read_text(encoding="utf-8")
    catalogs.update(["it"])
    assert catalogs.po_file("it", "app").read_text(encoding="utf-8") == once
    return catalogs.load("it", "app")


def test_an_edited_sentence_keeps_its_translation_marked_fuzzy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = "%(player)s: drew a card from the deck"
    kept = updated(monkeypatch, HEAD + DREW, now).get(now)
    assert kept.string == "%(player)s: una carta presa"
    assert kept.fuzzy
    assert kept.previous_id == ["%(player)s: drew a card"]
    text = catalogs.po_file("it", "app").read_text(encoding="utf-8")
    assert '#, fuzzy, python-format\n#| msgid "%(player)s: drew a card"\nmsgid "' + now in text
    assert catalogs.check(["it"]) == 1


def test_a_fuzzy_mark_that_is_taken_out_clears_the_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = "%(player)s: drew a card from the deck"
    updated(monkeypatch, HEAD + DREW, now)
    marked = catalogs.po_file("it", "app").read_text(encoding="utf-8")
    looked_at = updated(monkeypatch, marked.replace("fuzzy, ", ""), now)
    assert looked_at.get(now).string == "%(player)s: una carta presa"
    assert "#|" not in catalogs.po_file("it", "app").read_text(encoding="utf-8")
    assert catalogs.check(["it"]) == 0


def test_an_edited_rule_keeps_its_translation_however_much_of_it_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = HEAD + 'msgctxt "AL-TIE"\nmsgid "Prices decide."\nmsgstr "Decidono i prezzi."\n\n'
    now = "Who is tied adds up what all his buildings cost."
    kept = updated(monkeypatch, before, now, context="AL-TIE").get(now, "AL-TIE")
    assert (kept.string, kept.fuzzy) == ("Decidono i prezzi.", True)


def test_an_edited_count_keeps_every_form(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = ("%(num)s card more", "%(num)s cards more")
    kept = updated(monkeypatch, HEAD + CARDS, now).get(now[0])
    assert kept.string == ("%(num)s carta", "%(num)s di carte", "%(num)s carte")
    assert kept.previous_id == ["%(num)s card", "%(num)s cards"]
    assert (
        updated(monkeypatch, HEAD + DREW, ("%(player)s: drew a card", "%(player)s: drew cards"))
        .get("%(player)s: drew a card")
        .string
        == ("%(player)s: una carta presa",) * 3
    )


def test_a_new_sentence_like_one_that_is_still_said_gets_no_translation(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = updated(monkeypatch, HEAD + DREW, "%(player)s: drew a card", "%(player)s: drew a card more")
    assert now.get("%(player)s: drew a card more").string == ""
    assert not now.get("%(player)s: drew a card").fuzzy


def test_a_sentence_edited_as_it_moves_to_another_catalog_keeps_its_translation(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Catalog()
    now.add("%(player)s: drew one card")
    monkeypatch.setattr(catalogs, "extracted", lambda: {"rules": Catalog(), "app": now})
    write(HEAD + DREW, "rules")
    catalogs.update(["it"])
    kept = catalogs.load("it", "app").get("%(player)s: drew one card")
    assert (kept.string, kept.fuzzy) == ("%(player)s: una carta presa", True)
