"""In which face the pages of a test are drawn: the app's own, or a wide one in its place, the same on every machine.

The app leaves a face out of a page if it has not come by the first painting (`font-display: optional`), which on a busy
machine would be chance. So a test's browser is handed the files before the page begins.
"""

from __future__ import annotations

import base64
import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fontTools.ttLib import TTFont
from playwright.sync_api import BrowserContext, Page

from tests.faces import OURS, WIDE

WORD = "Trasmutazione"


class Cut(NamedTuple):
    """A file of a face: the family it belongs to, what draws in it, and between which weights."""

    family: str
    path: Path
    drawn_in: str
    weight: str


FACES = {
    "ours": (
        Cut("Asap", OURS / "asap.woff2", "--sans", "400 700"),
        Cut("Alegreya", OURS / "alegreya.woff2", "--serif", "400 700"),
    ),
    "wide": (
        Cut("Wide", WIDE / "DejaVuSans.woff2", "--sans", "400"),
        Cut("Wide", WIDE / "DejaVuSans-Bold.woff2", "--sans", "700"),
        Cut("Wide Serif", WIDE / "DejaVuSerif.woff2", "--serif", "400"),
        Cut("Wide Serif", WIDE / "DejaVuSerif-Bold.woff2", "--serif", "700"),
    ),
}
HAND = """(cuts) => {
    const style = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    for (const { family, bytes, drawnIn, weight } of cuts) {
        const file = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
        document.fonts.add(new FontFace(family, file.buffer, { weight }));
        style.insertRule(`:root { ${drawnIn}: "${family}", sans-serif !important; }`);
    }
}"""
WIDTH = """([word, family]) => {
    const line = document.createElement("p");
    line.textContent = word;
    Object.assign(line.style, { position: "absolute", whiteSpace: "nowrap", fontKerning: "none", fontSize: "100px" });
    Object.assign(line.style, { fontFamily: `var(${family})`, fontWeight: "400", fontStyle: "normal" });
    document.body.append(line);
    const { width } = line.getBoundingClientRect();
    line.remove();
    return width;
}"""


@cache
def _script(face: str) -> str:
    cuts = [
        {
            "family": cut.family,
            "bytes": base64.b64encode(cut.path.read_bytes()).decode(),
            "drawnIn": cut.drawn_in,
            "weight": cut.weight,
        }
        for cut in FACES[face]
    ]
    return f"({HAND})({json.dumps(cuts)})"


def draw_in(context: BrowserContext, face: str) -> None:
    """Let all pages of `context` be drawn in a face of FACES."""
    context.add_init_script(_script(face))


@cache
def width(path: Path) -> float:
    """Return how wide WORD is at a size of 100 pixels, by the font's own table of widths."""
    font = TTFont(path)
    letters = font.getBestCmap()
    return 100 * sum(font["hmtx"][letters[ord(letter)]][0] for letter in WORD) / font["head"].unitsPerEm


def drawn(page: Page, face: str) -> bool:
    """Whether the page really draws in that face: WORD is as wide as the files say, in sans and in serif. Where letters
    stand on whole pixels that is not exact."""
    wanted = {cut.drawn_in: width(cut.path) for cut in reversed(FACES[face])}
    return all(abs(page.evaluate(WIDTH, [WORD, family]) / wide - 1) < 0.01 for family, wide in wanted.items())
