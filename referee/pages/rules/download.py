"""All the rules in one language as one HTML file: for a phone without a network, and for the printer."""

from __future__ import annotations

import re

from flask import Blueprint, Response, render_template
from markupsafe import Markup

from referee.engine import N_
from referee.language import current, gettext
from referee.pages import html
from referee.pages.assets import SYMBOL, WHOLE, text
from referee.pages.rules.pages import book_page, ruling_page
from referee.rulebook import BOOKS, RULINGS, rule_url
from referee.rulebook.folding import UNDIVIDED
from referee.rulebook.index import index
from referee.rulebook.search import MOST_HITS, SNIPPET, WEIGHTS

bp = Blueprint("download", __name__)

NOTHING = N_("The books say nothing about “%(query)s”.")
USE = re.compile(r'href="[^"]*/sprite\.svg#([\w-]+)"')


@bp.get("/rules/keep")
def download() -> Response:
    """Send the file as a download: style, script and symbols are in it, and it needs nothing else."""
    written = render_template(
        "rules/keep.html",
        books=[book_page(book) for book in BOOKS.values()],
        rulings=[ruling_page(ruling) for ruling in RULINGS],
        style=Markup(text(("file.css",), WHOLE)),  # noqa: S704 - our own stylesheets
        script=Markup(text(("search.js", "keep.js"), WHOLE)),  # noqa: S704 - our own scripts
        facts=searchable(),
        symbols=Markup("<svg hidden></svg>"),
        language=current(),
        alone=True,
    )
    used = set(USE.findall(written))
    written = USE.sub(r'href="#symbol-\1"', written).replace(
        "<svg hidden></svg>", f"<svg hidden>{symbols(used)}</svg>", 1
    )
    answer = html(written)
    answer.headers["Content-Disposition"] = f'attachment; filename="rules-{current()}.html"'
    return answer


def searchable() -> dict[str, object]:
    """Return what static/search.js searches in, in the reader's language: documents and index, the numbers that weigh
    them, letters that do not come apart, and what to say of no hit."""
    found = index(current())
    return {
        "documents": [
            {
                "id": one.id,
                "book": one.book,
                "game": one.game,
                "url": rule_url(one.id),
                "shelf": gettext(BOOKS[one.book].title),
                "title": one.title,
                "text": one.text,
                "ruling": bool(one.rules),
                "extra": one.extra,
            }
            for one in found.documents
        ],
        "index": {
            "words": found.words,
            "says": found.says,
            "worth": found.worth,
            "same": {str(stem): others for stem, others in found.same.items()},
            "phrases": found.phrases,
            "little": found.little,
            "names": found.names,
        },
        "weights": WEIGHTS,
        "letters": UNDIVIDED,
        "most": MOST_HITS,
        "snippet": SNIPPET,
        "nothing": gettext(NOTHING),
    }


def symbols(wanted: set[str]) -> str:
    """Return the sprite's symbols with these ids, each with a name no rule has."""
    found = (match for match in SYMBOL.finditer(text(("sprite.svg",), WHOLE)) if match[1] in wanted)
    return "".join(match[0].replace(f'id="{match[1]}"', f'id="symbol-{match[1]}"', 1) for match in found)
