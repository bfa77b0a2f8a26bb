"""Spreadsheets: CSV that opens in the reader's own program, in which times are dates and no cell is a formula."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale
from defusedcsv import csv
from flask import Response, request

from referee.language import LANGUAGES, current, gettext, numeric, pgettext

WIDE_SIGNS = ("＝", "＋", "－", "＠", "｜", "％", "﹦", "﹢", "﹣", "﹫", "﹪")
"""The full-width and small forms of what begins a formula, which some spreadsheets take for it."""
COMMA = ("en",)
"""Languages whose spreadsheets part columns by commas; those with a decimal comma part them by semicolons."""


def spreadsheet(name: str, columns: Sequence[str | tuple[str, str]], rows: Iterable[Sequence[object]]) -> Response:
    """Return rows as CSV in UTF-8 with a byte order mark (CWE-1236: cells that look like formulas are text).

    `columns` are msgids, or a context with its msgid. Columns are parted, and decimals written, as the reader's
    spreadsheet expects.
    """
    text = io.StringIO()
    comma = current() in COMMA
    writer = csv.writer(text, delimiter="," if comma else ";")
    writer.writerow([gettext(one) if isinstance(one, str) else pgettext(*one) for one in columns])
    for row in rows:
        writer.writerow([_cell(value, comma) for value in row])
    answer = Response("\ufeff" + text.getvalue(), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _cell(value: object, comma: bool) -> object:
    """Return a cell with its decimals as the spreadsheet expects them, text where it begins like a formula."""
    if isinstance(value, float) and not comma:
        return str(value).replace(".", ",")
    return f"'{value}" if isinstance(value, str) and value.startswith(WIDE_SIGNS) else value


TRUTHS = ("true", "false", "vero", "falso", "prawda", "fałsz")
"""The texts that spreadsheets in our languages take for a truth."""
IN_NUMBERS = ("e", "am", "pm", "st", "nd", "rd", "th")
"""Letters that spreadsheets read within a number, a time or a date."""
LETTERS = re.compile(r"[^\W\d_]+")


def typed(text: str) -> str:
    """Return what somebody typed (a name, a note) as a cell that stays what it is: `1/2`, `007` or `1E5` get an
    apostrophe before them, or spreadsheets would make dates and numbers of them."""
    return f"'{text}" if _could_be_a_number(text) or text.strip().lower() in TRUTHS else text


def _could_be_a_number(text: str) -> bool:
    """Return whether a spreadsheet might read `text` as a number, a time or a date."""
    if not any(map(str.isnumeric, text)):
        return False
    return {word.lower() for word in LETTERS.findall(text)} <= months() | {*IN_NUMBERS}


def bare(cell: str) -> str:
    """Return what a cell of ours tells, without the apostrophe that kept it text."""
    text = cell.removeprefix("'")
    return text if typed(text) != text or text.startswith(("=", "+", "-", "@", "|", "%", *WIDE_SIGNS)) else cell


@cache
def months() -> frozenset[str]:
    """Return the names of the months in each language, short ones too, in small letters without a dot."""
    return frozenset(
        str(name).lower().rstrip(".")
        for language in LANGUAGES
        for widths in Locale.parse(language).months.values()
        for names in widths.values()
        for name in names.values()
    )


def local_time(at: str) -> str:
    """Return `at` (RFC 3339, UTC) as a cell that is read as a date and a time: in the reader's zone, which their phone
    names in `?zone`, else in the server's."""
    return numeric(at, _zone(request.args.get("zone", "")))


@lru_cache(maxsize=100)
def _zone(name: str) -> ZoneInfo | None:
    """Return the zone of this name, None (the server's) where there is none."""
    try:
        return ZoneInfo(name)
    except (ValueError, ZoneInfoNotFoundError, OSError):
        return None
