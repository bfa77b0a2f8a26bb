"""Inline Markdown of the rules as runs of text: for reading aloud, for a page, for the search."""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

_MARKDOWN = MarkdownIt("zero").enable("emphasis")

Run = tuple[str, str]
"""A piece of text and how it is set: "strong", "em" or ""."""


@lru_cache(maxsize=2048)
def runs(text: str) -> tuple[Run, ...]:
    """Return `text` cut into runs. Only emphasis is markup; all else is plain text."""
    found: list[Run] = []
    setting: list[str] = []
    for block in _MARKDOWN.parseInline(text):
        for token in block.children or ():
            if token.nesting == 1:
                setting.append(token.tag)
            elif token.nesting == -1:
                setting.pop()
            elif token.content:
                found.append((token.content, setting[-1] if setting else ""))
    return tuple(found)


def plain(text: str) -> str:
    """Return `text` without its markup."""
    return "".join(piece for piece, _setting in runs(text))


def html(text: str) -> Markup:
    """Return `text` as HTML; whatever is not emphasis is escaped."""
    return Markup("").join(
        Markup(f"<{setting}>{escape(piece)}</{setting}>") if setting else escape(piece)  # noqa: S704 - escaped here
        for piece, setting in runs(text)
    )
