"""The towns, the outside places with their printed icons, and the sea."""

from __future__ import annotations

from domain.brass.lancashire.model.components import Outside
from domain.brass.lancashire.rendering.geometry import ICONS
from domain.brass.lancashire.rendering.sheet import Sheet
from domain.brass.model.components import Town
from domain.brass.rendering.geometry import PLATE, Geometry
from domain.brass.rendering.icons import icon
from domain.brass.rendering.plates import plate
from domain.brass.rendering.tiles import slots
from domain.graphics.svg import element, group, marked
from domain.message import message

COAST = (
    "M4 14C4 6 10 0 18 0H46C30 60 34 120 62 158C120 168 210 152 300 158C336 166 344 192 318 206C250 222 170 214 62 214"
    "C28 222 34 300 30 380C26 430 40 452 96 456C140 452 190 440 214 448C190 468 120 470 84 478C34 492 28 560 38 610"
    "C44 640 52 690 62 760C74 796 150 786 206 812C236 832 262 850 240 858C200 846 120 812 60 810C20 808 10 830 4 850Z"
)
"""The Irish Sea with Morecambe Bay and the mouths of the Ribble and the Mersey, on the schematic map."""


def sea() -> str:
    """Draw the sea, behind everything else."""
    return element("path", d=COAST, class_="bb-sea")


def virtual_link(drawn: Sheet) -> str:
    """Draw the virtual link, which makes Liverpool and Birkenhead one place for industry cards (BL-V.1)."""
    if not drawn.view.options.virtual_link:
        return ""
    ends = drawn.components.virtual_link
    (x1, y1), (x2, y2) = (drawn.components.layout.point[town] for town in ends)
    first, second = (drawn.named(town) for town in ends)
    said = drawn.say(
        message("lancashire.virtual-link", "{first} to {second}: virtual link", first=first, second=second)
    )
    return marked("virtual_link", said, element("path", d=f"M{x1} {y1}L{x2} {y2}", class_="bb-virtual"))


def place(drawn: Sheet, there: Town | Outside, where: Geometry) -> str:
    """Draw a town with its slots, or an outside place with its icons."""
    at = where.plates[there.id]
    if isinstance(there, Town):
        return plate(drawn, there.id, at, f"bb-{there.banner}") + slots(drawn, there.id, where)
    return _icons(there, at) + plate(drawn, there.id, at, "bb-outside")


def _icons(there: Outside, at: tuple[float, float, float]) -> str:
    """Draw the trade icon of a market, and the link icons printed at every outside place (BL-1.7, BL-1.8)."""
    x, y, _width = at
    signs = ["trade"] * there.trade_icon + ["link"] * there.link_icons
    width = 34.0 * len(signs)
    middle = y - PLATE / 2 - ICONS / 2 + 2
    ground = element(
        "rect", x=x - width / 2 - 6, y=middle - 16, width=width + 12, height=ICONS + 14, rx=8, class_="bb-counter"
    )
    first = x - 17.0 * (len(signs) - 1)
    return group(ground, *(icon(sign, first + 34 * number, middle, 25, "bb-gold") for number, sign in enumerate(signs)))
