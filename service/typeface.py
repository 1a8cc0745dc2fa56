"""The site's typeface, built from an installed package: ``python -m service.typeface`` writes ``service/static/fonts``.

The package ``font-source-sans-pro`` (SIL Open Font License) is the source. Only Latin letters are sent; Korean and
Chinese use the system's fonts. The licence reserves the name "Source", so the subset has another name.
"""

from __future__ import annotations

import logging
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "static" / "fonts"
STYLE = "typeface.css"
FAMILY = "Daybook Sans"
PACKAGE = "font_source_sans_pro"
WEIGHTS = {
    400: ("Regular", "Arial", "ArialMT", "Liberation Sans"),
    600: ("Semibold", "Arial Bold", "Arial-BoldMT", "Liberation Sans Bold"),
}
"""The weights, and the fonts with the widths of Arial that replace each until it is loaded."""

LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2028), *map(ord, "€←↑→↓−′″‹›")]
FEATURES = ["kern", "liga", "locl", "ccmp", "mark", "mkmk"]

SAMPLE = "every move is recorded in order and never changed and you can step back to any position of the game"
ARIAL = {
    400: "a556b556c500d556e556f278g556h556i222j222k500l222m833n556o556p556q556r333s500t278u556v500w722x500y500z500 278",
    600: "a556b611c556d611e556f333g611h611i278j278k556l278m889n611o611p611q611r389s556t333u611v556w778x556y556z500 278",
}
"""The widths of Arial's letters, in thousandths of its size."""

_FACE = """@font-face {{
  font-family: "{family}";
  font-weight: {weight};
  font-display: swap;
  src: url("{file}") format("woff2");
}}
@font-face {{
  font-family: "{family} Fallback";
  font-weight: {weight};
  src: {local};
  size-adjust: {size:.2%};
  ascent-override: {ascent:.2%};
  descent-override: {descent:.2%};
  line-gap-override: 0%;
}}
"""

_log = logging.getLogger(__name__)


def files() -> list[str]:
    """Return the names of the font's files, or nothing if the typeface was not built: pages use the system's font."""
    built = sorted(path.name for path in FOLDER.glob("*.woff2"))
    if not (FOLDER / STYLE).exists() or not built:
        _log.warning("The typeface is missing, so pages use the system's font: run python -m service.typeface")
        return []
    return built


def picture_files() -> list[str]:
    """Return the paths of the font's files for pictures; nothing if the typeface was not built."""
    return sorted(map(str, FOLDER.glob("*.ttf")))


def build() -> None:
    """Write the subset of each weight, for pages and for pictures, a style sheet for pages, and the licence."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"The package {PACKAGE} is not installed")
    source = Path(spec.origin).parent / "files"
    FOLDER.mkdir(exist_ok=True)
    shutil.copyfile(source / "LICENSE.txt", FOLDER / "LICENSE.txt")
    (FOLDER / STYLE).write_text("".join(_face(source, weight) for weight in WEIGHTS), encoding="utf-8")


def _face(source: Path, weight: int) -> str:
    """Write the subset of one weight; return its rules, with a fallback of the same width and height."""
    from fontTools import subset

    style, *local = WEIGHTS[weight]
    options = subset.Options(flavor="woff2", layout_features=FEATURES, hinting=False, name_IDs=["*"])
    font = subset.load_font(str(source / f"SourceSansPro-{style}.ttf"), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    _rename(font, style)
    file = f"daybook-sans-{weight}.woff2"
    subset.save_font(font, str(FOLDER / file), options)
    font.flavor = None
    font.save(FOLDER / file.replace(".woff2", ".ttf"))
    size = _width(font) / _arial(weight)
    em = font["head"].unitsPerEm
    return _FACE.format(
        family=FAMILY,
        weight=weight,
        file=file,
        local=", ".join(f'local("{name}")' for name in local),
        size=size,
        ascent=font["hhea"].ascent / em / size,
        descent=-font["hhea"].descent / em / size,
    )


def _rename(font: Any, style: str) -> None:
    """Name the subset; the copyright, the trademark and the licence stay."""
    names = font["name"]
    kept = [each for each in names.names if each.nameID in (0, 7, 13, 14)]
    names.names = kept
    for id, name in ((1, FAMILY), (2, style), (4, f"{FAMILY} {style}"), (6, f"DaybookSans-{style}")):
        names.setName(name, id, 3, 1, 0x409)


def _width(font: Any) -> float:
    """Return the average width of the sample's letters, in ems."""
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    total = sum(widths[glyphs[ord(letter)]][0] for letter in SAMPLE)
    return float(total / len(SAMPLE) / font["head"].unitsPerEm)


def _arial(weight: int) -> float:
    """Return the same of Arial."""
    known = ARIAL[weight]
    return sum(int(known[known.index(letter) + 1 :][:3]) for letter in SAMPLE) / len(SAMPLE) / 1000


if __name__ == "__main__":
    try:
        build()
    except (ImportError, OSError) as error:
        sys.exit(f"The typeface was not built: {error}")
