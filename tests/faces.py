"""The faces of the app, and those of the tests: cut from whole fonts to the letters of our languages.

`python -m tests.faces FOLDER` makes them anew from the packages that static/fonts/README.md and
tests/browser/faces/README.md name, unpacked in FOLDER, and keeps their checksums.
"""

from __future__ import annotations

import hashlib
import io
import sys
import tempfile
from pathlib import Path

from fontTools import subset, varLib
from fontTools.designspaceLib import DesignSpaceDocument
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parents[1]
OURS, WIDE = ROOT / "static" / "fonts", Path(__file__).parent / "browser" / "faces"
LETTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0xAD), *range(0xAE, 0x149), *range(0x14A, 0x180))))
"""Latin, Latin-1 and Latin Extended-A: what English, Italian and Polish are written with, and their neighbours."""
SIGNS = "–—‘’‚“”„…•‹›′″€−×÷½¼¾"
KEPT = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "lnum", "tnum"]
"""The features of OpenType that stay: figures as high as capitals (lnum) and as wide as each other (tnum)."""
WRITTEN = 3_800_000_000
"""When each font says it was written, in seconds since 1904 (OpenType, head): never now."""
LIGHT, BOLD = 400, 700
"""Weights between which a face is drawn; what asks for more is drawn with the heavier one."""

ASAP = {"wdth": 88, "wght": (LIGHT, 640)}
"""How wide Asap is drawn (100 is usual), and how heavy at most: at 700 a small i loses its dot."""


def cut(font: TTFont, letters: str = LETTERS + SIGNS) -> TTFont:
    """Return `font` with those letters alone."""
    options = subset.Options(
        layout_features=KEPT, hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14]
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    return again(font)


def again(font: TTFont) -> TTFont:
    """Return `font` as it is read once it has been written: what was left out is then gone everywhere."""
    font.flavor = None
    written = io.BytesIO()
    font.save(written)
    return TTFont(written, recalcTimestamp=False)


def raise_figures(font: TTFont) -> None:
    """Let figures be as high as capitals without asking: the CSS shorthand `font` forgets what was asked for."""
    for table in font["cmap"].tables:
        for figure in range(ord("0"), ord("9") + 1):
            if f"{table.cmap.get(figure)}.lf" in font.getGlyphSet():
                table.cmap[figure] += ".lf"


def joined(latin: Path, more: Path, weight: int | None) -> TTFont:
    """Return a font whose letters come in two files, at one weight."""
    halves = []
    known = TTFont(latin).getBestCmap()
    with tempfile.TemporaryDirectory() as folder:
        for number, path in enumerate((latin, more)):
            font = TTFont(path, recalcTimestamp=False)
            raise_figures(font)
            font = cut(font, "".join(sign for sign in LETTERS + SIGNS if (ord(sign) in known) == (number == 0)))
            if weight is not None:
                font = again(instantiateVariableFont(font, {"wght": weight}))
            halves.append(f"{folder}/{number}.ttf")
            font.save(halves[-1])
        return again(Merger().merge(halves))


def between(light: TTFont, bold: TTFont) -> TTFont:
    """Return the variable font of which these are the lightest and the heaviest."""
    design = DesignSpaceDocument()
    design.addAxisDescriptor(tag="wght", name="Weight", minimum=LIGHT, default=LIGHT, maximum=BOLD)
    for weight, font in ((LIGHT, light), (BOLD, bold)):
        design.addSourceDescriptor(font=font, location={"Weight": weight})
    return varLib.build(design)[0]  # type: ignore[no-any-return]


def keep(font: TTFont, path: Path) -> None:
    """Write `font` as WOFF2, the same bytes whenever it is made."""
    font = again(font)
    font["head"].created = font["head"].modified = WRITTEN
    font.recalcTimestamp = False
    font.flavor = "woff2"
    font.save(path)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")


def sums(folder: Path) -> str:
    """Return what SHA256SUMS in `folder` should hold, in the form of sha256sum(1)."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.glob("*.woff2"))
    )


def make(source: Path) -> None:
    """Make all faces anew from the packages unpacked in `source`."""

    def alegreya(style: str, part: str) -> Path:
        return source / f"@fontsource-variable/alegreya/files/alegreya-{part}-wght-{style}.woff2"

    weights = [joined(alegreya("normal", "latin"), alegreya("normal", "latin-ext"), weight) for weight in (LIGHT, BOLD)]
    keep(between(*weights), OURS / "alegreya.woff2")
    keep(joined(alegreya("italic", "latin"), alegreya("italic", "latin-ext"), LIGHT), OURS / "alegreya-italic.woff2")
    asap = cut(TTFont(source / "fontpkg_asap/files/Asap[wdth,wght].ttf", recalcTimestamp=False))
    keep(instantiateVariableFont(asap, ASAP), OURS / "asap.woff2")
    for name in ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif", "DejaVuSerif-Bold"):
        font = TTFont(source / f"dejavu-fonts-ttf/ttf/{name}.ttf", recalcTimestamp=False)
        keep(cut(font), WIDE / f"{name}.woff2")
    for folder in (OURS, WIDE):
        (folder / "SHA256SUMS").write_text(sums(folder), encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
