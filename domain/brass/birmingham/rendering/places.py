"""The places: towns, farm breweries, and the merchants with their tiles, barrels and bonuses."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.birmingham.model.components import Bonus, Merchant, Place
from domain.brass.birmingham.rendering.geometry import BARRELS
from domain.brass.birmingham.rendering.sheet import Sheet
from domain.brass.model.components import Town
from domain.brass.narration.costs import income_spaces, vp_count
from domain.brass.rendering.geometry import LETTERS, SLOT, Geometry, Point
from domain.brass.rendering.icons import icon
from domain.brass.rendering.plates import plate
from domain.brass.rendering.tiles import slots
from domain.graphics.svg import element, group, marked, text
from domain.message import Listing, Message, counted, message

BUYS = {1: ((0.0, 0.0, 36.0),), 3: ((-13.0, -12.0, 25.0), (13.0, -12.0, 25.0), (0.0, 14.0, 25.0))}
"""The positions and the size of the icons on a merchant tile, by the number of industries it buys."""


def place(drawn: Sheet, there: Place, where: Geometry) -> str:
    """Draw a town, farm brewery or merchant location, with its slots or merchant spaces."""
    at = where.plates[there.id]
    if isinstance(there, Merchant):
        return _merchant(drawn, there, where) + plate(drawn, there.id, at, "bb-outside", said=_worth(drawn, there))
    if isinstance(there, Town):
        return plate(drawn, there.id, at, f"bb-{there.banner}") + slots(drawn, there.id, where)
    farm = drawn.say(message("birmingham.farm-brewery", "Farm"))
    return plate(drawn, there.id, at, "bb-plain", farm) + slots(drawn, there.id, where)


# --------------------------------------------------------------------------------------------------------------------
# Merchants
# --------------------------------------------------------------------------------------------------------------------


def _merchant(drawn: Sheet, there: Merchant, where: Geometry) -> str:
    spaces = [f"{there.id}/{number}" for number in range(there.spaces)]
    points = [where.sites[space] for space in spaces]
    stalls = "".join(_stall(drawn, there, space, point) for space, point in zip(spaces, points, strict=True))
    x = sum(point[0] for point in points) / len(points) + (16 if there.spaces == 1 else 0)
    return _counter(points) + stalls + _bonus(there.bonus, (x, points[0][1] + SLOT / 2 + 13))


def _counter(points: Sequence[Point]) -> str:
    """Draw the background of a merchant's spaces and barrels."""
    left, top = points[0][0] - SLOT / 2 - 5, points[0][1] - SLOT / 2 - 5
    width = points[-1][0] - points[0][0] + SLOT + 10
    return element("rect", x=left, y=top, width=width, height=SLOT + BARRELS + 12, rx=9, class_="bb-counter")


def _stall(drawn: Sheet, there: Merchant, space: str, at: Point) -> str:
    """Draw a merchant space: its tile and the barrel beneath it."""
    standing = drawn.view.merchants.get(space)
    x, y = at
    frame = {"x": x - SLOT / 2, "y": y - SLOT / 2, "width": SLOT, "height": SLOT, "rx": 7}
    if standing is None:
        said = message(
            "birmingham.merchant-space-unused", "{place}: unused merchant space", place=drawn.named(there.id)
        )
        return marked(f"merchant:{space}", drawn.say(said), element("rect", **frame, class_="bb-closed"))
    accepts = drawn.components.merchant_tile[standing.tile].accepts
    said = _buys(drawn, there, accepts, standing.barrel)
    if not accepts:
        cross = element("path", d=f"M{x - 12:g} {y - 12:g}l24 24m0 -24l-24 24", class_="bb-divide")
        return marked(f"merchant:{space}", drawn.say(said), element("rect", **frame, class_="bb-slot"), cross)
    icons = (
        icon(bought, x + dx, y + dy, size) for bought, (dx, dy, size) in zip(accepts, BUYS[len(accepts)], strict=True)
    )
    side = -16 if there.spaces == 1 else (-17 if space.endswith("/0") else 17)
    barrel = icon("beer", x + side, y + SLOT / 2 + 13, 23, "bb-beer" if standing.barrel else "bb-none-icon")
    return marked(f"merchant:{space}", drawn.say(said), element("rect", **frame, class_="bb-stall"), *icons, barrel)


def _buys(drawn: Sheet, there: Merchant, accepts: tuple[str, ...], barrel: bool) -> Message:
    name = drawn.named(there.id)
    bought = Listing(tuple(drawn.named(industry) for industry in accepts))
    if not accepts:
        return message("birmingham.merchant-buys-nothing", "{place}: blank merchant tile, buys nothing", place=name)
    if barrel:
        return message(
            "birmingham.merchant-with-beer",
            "{place}: merchant buys {industries}, beer available; bonus for the beer: {bonus}",
            place=name,
            industries=bought,
            bonus=_gained(there.bonus),
        )
    return message(
        "birmingham.merchant-beer-gone",
        "{place}: merchant buys {industries}, beer used",
        place=name,
        industries=bought,
    )


def _worth(drawn: Sheet, there: Merchant) -> Message:
    """Tell the points of each link to a merchant, and the bonus for its beer."""
    return message(
        "birmingham.merchant-link-points",
        "{place}: {points} VP for each link here; bonus for merchant beer: {bonus}",
        place=drawn.named(there.id),
        points=drawn.link_icons[there.id],
        bonus=_gained(there.bonus),
    )


def _gained(bonus: Bonus) -> Message:
    """Name the bonus of a barrel."""
    if bonus.kind == "money":
        return message("brass.pounds", "£{count}", count=bonus.amount)
    if bonus.kind == "vp":
        return vp_count(bonus.amount)
    if bonus.kind == "income_spaces":
        return income_spaces(bonus.amount)
    return counted(
        "birmingham.tiles-developed-free",
        "develop {count} tile without iron",
        "develop {count} tiles without iron",
        count=bonus.amount,
    )


def _bonus(bonus: Bonus, at: Point) -> str:
    """Draw the bonus of a barrel, as a short sign between the barrels."""
    x, y = at
    if bonus.kind == "money":
        return text(f"£{bonus.amount}", x=x, y=y, font_size=LETTERS, class_="bb-strong")
    sign = {"vp": "vp", "income_spaces": "income", "develop": "develop"}[bonus.kind]
    if bonus.kind == "develop":
        return group(icon(sign, x, y, 22, "bb-gold"))
    return icon(sign, x - 9, y, 20, "bb-gold") + text(
        str(bonus.amount), x=x + 11, y=y, font_size=LETTERS, class_="bb-strong"
    )
