"""Actions and criteria as rows of icons and short words, as large as the space allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.barrage.automa.narration import words as automa_words
from domain.barrage.model.automa.components import Line, automa
from domain.barrage.model.components import Components
from domain.barrage.model.pieces import Colour
from domain.barrage.narration import words
from domain.barrage.rendering.icons import icon
from domain.graphics.lettering import length
from domain.graphics.svg import element, text
from domain.message import Message, Say, message
from domain.numerals import signed

SIZE = 32.0
"""The size of icons where there is room."""
_WORDS = 26.0
"""The size of words, which never becomes smaller than :data:`_LEAST`."""
_LEAST = 23.0
_LETTER = 0.64
"""The width of a letter relative to its size."""
_GAP = 6.0
"""The distance from one piece of a row to the next."""
_WIDE = frozenset("mwMW+±\N{MINUS SIGN}")


class Glyph(NamedTuple):
    """A piece of a row: an icon, words, a colour of contracts, or a red site."""

    icon: str = ""
    look: str = "ba-icon"
    words: str = ""
    colour: str = ""
    red: bool = False

    def width(self, size: float) -> float:
        """Return the width when drawn."""
        if self.words:
            letters = length(self.words) + 0.5 * sum(letter in _WIDE for letter in self.words)
            return max(_LEAST, _WORDS * size / SIZE) * _LETTER * letters + _GAP
        return size * (1.2 if self.colour or self.red else 1) + _GAP


def row(glyphs: Sequence[Glyph], x: float, y: float, width: float) -> str:
    """Draw a row from x on, as large as it fits into the width."""
    return _drawn(glyphs, x, y, _fitting(glyphs, width))


def middle(glyphs: Sequence[Glyph], x: float, y: float, width: float) -> str:
    """Draw a row centred at x, as large as it fits into the width."""
    size = _fitting(glyphs, width)
    return _drawn(glyphs, x - (_width(glyphs, size) - _GAP) / 2, y, size)


def _width(glyphs: Sequence[Glyph], size: float) -> float:
    return sum(glyph.width(size) for glyph in glyphs)


def _fitting(glyphs: Sequence[Glyph], width: float) -> float:
    return min(SIZE, SIZE * width / _width(glyphs, SIZE))


def _drawn(glyphs: Sequence[Glyph], x: float, y: float, size: float) -> str:
    parts = []
    for glyph in glyphs:
        parts.append(_glyph(glyph, x, y, size))
        x += glyph.width(size)
    return "".join(parts)


def _glyph(glyph: Glyph, x: float, y: float, size: float) -> str:
    if glyph.words:
        letters = max(_LEAST, _WORDS * size / SIZE)
        return text(glyph.words, x=x, y=y + 1, font_size=letters, class_="ba-start ba-strong")
    if glyph.red:
        box = element("rect", x=x, y=y - size / 2, width=size * 1.2, height=size, rx=5, class_="ba-site-red")
        return box + icon(glyph.icon, x + size * 0.6, y, size * 0.7, glyph.look)
    if glyph.colour:
        box = element("rect", x=x, y=y - size / 2, width=size * 1.2, height=size, rx=5, class_=f"ba-{glyph.colour}")
        return box + text(
            glyph.icon, x=x + size * 0.6, y=y + 1, font_size=size * 0.8, class_=f"ba-strong ba-on-{glyph.colour}"
        )
    return icon(glyph.icon, x + size / 2, y, size, glyph.look)


def _said(words_: str) -> Glyph:
    return Glyph(words=words_)


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------


def action(known: Components, say: Say, line: Line) -> list[Glyph]:
    """Return the glyphs of an action's effect."""
    return [*_effect(known, say, line), *_price(line)]


def _price(line: Line) -> list[Glyph]:
    return [_said(f"\N{NO-BREAK SPACE}{signed(-line.vp)}"), Glyph("vp", "ba-gold")] if line.vp else []


def _effect(known: Components, say: Say, line: Line) -> list[Glyph]:
    match line.action:
        case "production":
            modifier = signed(line.modifier or 0)
            return [Glyph("energy_contract", "ba-energy"), _said(modifier), _contracts(say, line.contract or "green")]
        case "water_management":
            return [Glyph("flow" if line.at_once else "drop", "ba-drop") for _ in range(line.drops or 0)]
        case "contract_office":
            energy = automa(known).contract_office.energy
            return [
                _contracts(say, line.discard or "green"),
                _said("✕"),
                Glyph("energy", "ba-energy"),
                _said(f"+{energy}"),
            ]
        case "workshop":
            return [Glyph("wheel"), _said(str(line.rotate))]
        case "machinery_shop" | "bank":
            return _gain(line)
        case "patent_office":
            return [Glyph("patent"), Glyph(line.structure or "any")]
        case "external_works":
            return [Glyph("work"), _said(automa_words.in_order(line.order))]
    return [Glyph(line.structure or "any"), *_restriction(say, line)]


def _contracts(say: Say, colour: Colour) -> Glyph:
    """Return a colour of contracts with its initial, so that no reader depends on the colour."""
    return Glyph(say(words.COLOUR[colour])[:1].upper(), colour=colour)


def _gain(line: Line) -> list[Glyph]:
    gain = line.gain
    assert gain is not None
    counts = (
        (gain.excavators, Glyph("excavators")),
        (gain.mixers, Glyph("mixers")),
        (gain.machinery, Glyph("machinery")),
    )
    if gain.vp:
        return [_said(f"+{gain.vp}"), Glyph("vp", "ba-gold")]
    return [glyph for count, glyph in counts for _ in range(count)]


def _restriction(say: Say, line: Line) -> list[Glyph]:
    if line.area is not None:
        return [_said(say(words.AREA[line.area]))]
    if line.least_value is not None:
        return [_said(f"≥ {line.least_value}")]
    return [_said("↓" if line.search == "down" else "↑")] if line.search is not None else []


# --------------------------------------------------------------------------------------------------------------------
# Criteria
# --------------------------------------------------------------------------------------------------------------------

_OTHER = "ba-outline"
_OWN_DAM, _OTHER_DAM = Glyph("base"), Glyph("base", _OTHER)
_OWN_POWERHOUSE, _OTHER_POWERHOUSE = Glyph("powerhouse"), Glyph("powerhouse", _OTHER)
_CONDUIT, _DROP, _BEFORE = Glyph("conduit", _OTHER), Glyph("drop", "ba-drop"), _said("›")
_MOST = message("automa.most-of-all", "max")
_CRITERIA: Mapping[str, Sequence[Glyph | Message]] = {
    "dam/most_powerful_conduit": (Glyph("conduit"), _MOST),
    "dam/own_powerhouse": (_CONDUIT, _OWN_POWERHOUSE),
    "dam/below_powerhouse": (_OTHER_POWERHOUSE, _DROP, _OWN_DAM),
    "dam/red_space": (Glyph("base", red=True),),
    "dam/conduit_to_own_dam": (_CONDUIT, _OWN_DAM),
    "dam/most_water": (_DROP, _MOST),
    "conduit/highest_value": (Glyph("conduit"), _said("1.")),
    "conduit/second_highest_value": (Glyph("conduit"), _said("2.")),
    "conduit/dam_own_first": (_OWN_DAM, _BEFORE, _OTHER_DAM),
    "conduit/dam_opponent_first": (_OTHER_DAM, _BEFORE, _OWN_DAM),
    "conduit/powerhouse_own_first": (_OWN_POWERHOUSE, _BEFORE, _OTHER_POWERHOUSE),
    "conduit/powerhouse_opponent_first": (_OTHER_POWERHOUSE, _BEFORE, _OWN_POWERHOUSE),
    "powerhouse/most_powerful_conduit": (Glyph("conduit"), _MOST),
    "powerhouse/own_dam": (_OWN_DAM, _CONDUIT),
    "powerhouse/feeds_own_dam": (_DROP, _said("→"), _OWN_DAM),
    "powerhouse/spares_opponent_dam": (_DROP, _said("↛"), _OTHER_DAM),
    "powerhouse/in_basin_5": (_said("= 5"),),
    "powerhouse/in_basin_6": (_said("= 6"),),
    "powerhouse/in_basin_7": (_said("= 7"),),
    "powerhouse/in_plains": (words.AREA["plains"],),
}
"""By column and criterion; filled is the automa's, an outline an opponent's."""


def criterion(say: Say, column: str, name: str) -> Sequence[Glyph]:
    """Return the glyphs of a criterion."""
    return [_said(say(each)) if isinstance(each, Message) else each for each in _CRITERIA[f"{column}/{name}"]]
