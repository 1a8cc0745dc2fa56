"""Contrast of text, icons and borders with their background, light and dark, computed from the colours."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.arkwright.rendering import style as arkwright
from domain.barrage.rendering import style as barrage
from domain.brass.birmingham.rendering import style as birmingham
from domain.brass.lancashire.rendering import style as lancashire
from service.app import __file__ as service
from tests.service.contrast import contrast, fills, schemes

TEXT, SIGN = 4.5, 3.0
"""The standard's minimum for text (1.4.3), and for icons and borders that carry meaning (1.4.11)."""

PAGE = (Path(service).parent / "static" / "styles" / "daybook.css").read_text(encoding="utf-8")
SHEETS = ("paper", "sheet", "sunk")

DRAWINGS = {
    "barrage": ("ba", barrage.STYLE),
    "arkwright": ("aw", arkwright.STYLE),
    "brass-birmingham": ("bb", birmingham.STYLE),
    "brass-lancashire": ("bb", lancashire.STYLE),
}

GROUNDS = {
    "ba": ("ground", "plate", "slot", "mountain", "hills", "plains"),
    "aw": ("ground", "plate", "slot", "now", "food", "clothes", "cutlery", "lamps", "title"),
    "bb": ("canal-ground", "canal-map", "rail-ground", "rail-map", "plate", "slot", "sea"),
}
"""Backgrounds of text and of borders."""

SIGNS = {
    "ba": ("drop", "red", "gold", "shine"),
    "aw": ("shine", "up", "down", "demand", "gold"),
    "bb": ("gold", "shine", "rail", "beer"),
}
"""Colours that carry meaning. Pieces of seats are not listed: a dark outline and a letter identify them."""

OF_SEATS = {f"ink-{seat}": f"fill-{seat}" for seat in range(4)}
ON = {"dark": "back", "vp": "medal", **OF_SEATS}
"""Text on pieces whose class does not name its background."""

LOOKS = ("light", "dark")


def low_contrast(pairs: dict[tuple[str, str], tuple[str, str]], least: float) -> dict[tuple[str, str], float]:
    """Return the pairs whose contrast is below the minimum."""
    found = {names: round(contrast(*colours), 2) for names, colours in pairs.items()}
    return {names: apart for names, apart in found.items() if apart < least}


@pytest.mark.parametrize("look", LOOKS)
def test_text_and_edges_of_pages_have_enough_contrast(look: str) -> None:
    colours = schemes(PAGE)[look]
    words = [(word, ground) for word in ("ink", "soft", "accent", "accent-deep") for ground in (*SHEETS, "accent-wash")]
    words += [(word, on) for word in ("turn", "alarm", "past", "branch") for on in (*SHEETS, f"{word}-wash")]
    words += [("ink", f"{word}-wash") for word in ("turn", "alarm", "past", "branch")]
    words += [("on-accent", "accent"), ("on-accent", "accent-deep")]
    assert low_contrast({pair: (colours[pair[0]], colours[pair[1]]) for pair in words}, TEXT) == {}
    edges = [(edge, ground) for edge in ("edge", "offer") for ground in SHEETS]
    assert low_contrast({pair: (colours[pair[0]], colours[pair[1]]) for pair in edges}, SIGN) == {}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", DRAWINGS)
def test_text_icons_and_edges_of_drawings_have_enough_contrast(game: str, look: str) -> None:
    short, style = DRAWINGS[game]
    named = schemes(style)[look]
    colours = {name.removeprefix(f"{short}-"): colour for name, colour in named.items()}
    grounds = [ground for ground in GROUNDS[short] if ground in colours]

    def on_grounds(names: tuple[str, ...]) -> dict[tuple[str, str], tuple[str, str]]:
        return {(n, ground): (colours[n], colours[ground]) for n in names if n in colours for ground in grounds}

    assert low_contrast(on_grounds(("ink", "soft")), TEXT) == {}
    assert low_contrast(on_grounds(("edge", *SIGNS[short])), SIGN) == {}


TERRAIN = ("ridge", "scarp", "snow", "mound", "field", "tree")
"""Ornament of Barrage's map: text on it is in ink, and edges of sites and rivers lie on it."""


@pytest.mark.parametrize("look", LOOKS)
def test_text_and_edges_on_terrain_have_enough_contrast(look: str) -> None:
    colours = {name.removeprefix("ba-"): colour for name, colour in schemes(barrage.STYLE)[look].items()}
    assert low_contrast({("ink", on): (colours["ink"], colours[on]) for on in TERRAIN}, TEXT) == {}
    assert low_contrast({("edge", on): (colours["edge"], colours[on]) for on in TERRAIN}, SIGN) == {}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", DRAWINGS)
def test_text_on_pieces_has_enough_contrast(game: str, look: str) -> None:
    short, style = DRAWINGS[game]
    filled = {
        name.removeprefix(f"{short}-"): colour for name, colour in (schemes(style)[look] | fills(style, look)).items()
    }
    on = {word: word.removeprefix("on-") for word in filled if word.startswith("on-")}
    on = {word: ground for word, ground in on.items() if ground != "track"}
    on |= {word: ground for word, ground in ON.items() if word in filled}
    pairs = {(word, ground): (filled[word], filled[ground]) for word, ground in on.items()}
    if "on-track" in filled:
        pairs |= {("on-track", f"section-{n}"): (filled["on-track"], filled[f"section-{n}"]) for n in range(6)}
    assert pairs
    assert low_contrast(pairs, TEXT) == {}


def test_contrast_is_computed_as_in_the_standard() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#fff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", ["brass-birmingham", "brass-lancashire"])
def test_the_eras_of_brass_have_different_colours(game: str, look: str) -> None:
    """The canal era is green and the rail era is red, so that no one mistakes one board for the other."""
    colours = schemes(DRAWINGS[game][1])[look]
    for surface in ("ground", "map"):
        canal, rail = (_channels(colours[f"bb-{era}-{surface}"]) for era in ("canal", "rail"))
        assert max(canal) == canal[1]
        assert max(rail) == rail[0]
        assert sum(abs(one - other) for one, other in zip(canal, rail, strict=True)) >= 0.06


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue
