"""Names: which are fit and alike, and that none turns what stands around it."""

from __future__ import annotations

import pytest

from referee.names import ISOLATE, POP, composed, enclosed, fit, folded, isolated, seen, untranslated

FIT = ["Ada", "D'Ambrosio", "Żółć", "王", "👩‍🚀", "دنה", "محمد علي", "می‌خواهم", "क्‍ष", "A" * 40, "❤️", "e\u0301" * 40]
UNFIT = {
    "nothing": "",
    "a blank": " ",
    "forty-one": "A" * 41,
    "hangul filler": "\u3164",
    "braille blank": "\u2800",
    "zero width space": "Ada\u200b",
    "soft hyphen": "A\u00adda",
    "word joiner": "Ada\u2060",
    "override": "\u202eAda",
    "isolate": "\u2068Ada\u2069",
    "mark": "Ada\u200e",
    "escape": "a\x1b]0;x\x07",
    "line": "A\nda",
    "NUL": "A\0da",
    "joiner at the end": "Ada\u200d",
    "joiner between signs and letters": "A\u200d👩",
    "two joiners": "A\u200d\u200da",
    "half a pair": "\ud800",
    "a selector alone": "\ufe0f",
    "grapheme joiner": "A\u034fda",
    "tags": "A\U000e0041",
}


@pytest.mark.parametrize("name", FIT)
def test_names_of_every_script_are_fit(name: str) -> None:
    assert fit(composed(name))
    assert seen(name) == composed(name)


@pytest.mark.parametrize("name", UNFIT.values(), ids=UNFIT)
def test_what_is_not_seen_is_no_name(name: str) -> None:
    assert not fit(composed(name))
    assert (fit(seen(name)) == ("A" in name or "a" in name) and len(seen(name)) <= 41) or name == "A" * 41


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("é", "e\u0301"),
        ("Ada", "ADA"),
        ("Straße", "STRASSE"),
        ("❤", "❤️"),
        ("می‌خ", "میخ"),
        ("Ａda", "ada"),
        ("ﬁ", "fi"),
        ("Ada B", "Ada  B"),
    ],
)
def test_names_that_are_taken_for_one_another_are_alike(one: str, other: str) -> None:
    assert folded(composed(one)) == folded(composed(other))


def test_only_what_runs_from_right_to_left_is_isolated() -> None:
    assert [isolated(name) for name in ("Ada", "Żółć", "王")] == ["Ada", "Żółć", "王"]
    assert isolated("דנה") == f"{ISOLATE}דנה{POP}" == isolated(isolated("דנה"))


@pytest.mark.parametrize("name", ["Ada", "דנה"])
def test_a_name_in_a_sentence_is_not_translated_and_stays_text_where_no_element_may_stand(name: str) -> None:
    in_text, in_a_tag = f'<bdi translate="no">{name}</bdi>', isolated(name)
    assert untranslated(f"{enclosed(name)}: +1") == f"{in_text}: +1"
    assert untranslated(f"<p>Turn: {enclosed(name)}</p>") == f"<p>Turn: {in_text}</p>"
    assert untranslated(f'<b>{enclosed(name)}</b> <a title="{enclosed(name)} sits here">') == (
        f'<b>{in_text}</b> <a title="{in_a_tag} sits here">'
    )
    for tag in ("title", "option value='1'", "textarea", "text", "tspan"):
        assert untranslated(f"<{tag}>{enclosed(name)}!") == f"<{tag}>{in_a_tag}!"


def test_an_isolate_that_somebody_typed_and_did_not_end_reaches_into_no_other_element() -> None:
    page = f"<p>a {ISOLATE} b</p><p>{enclosed('Ada')}</p>"
    assert untranslated(page) == f'<p>a {ISOLATE} b</p><p><bdi translate="no">Ada</bdi></p>'
