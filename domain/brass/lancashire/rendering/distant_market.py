"""The distant cotton market: its track, its marker, and its tiles (BL-12.5 to BL-12.11)."""

from __future__ import annotations

from domain.brass.lancashire.rendering.sheet import Sheet
from domain.brass.rendering.geometry import LETTERS, Point
from domain.brass.rendering.icons import icon
from domain.graphics.svg import element, group, marked, text
from domain.message import Listing, Message, Term, counted, message

WIDTH, HEIGHT = 424.0, 128.0
STEP = 45.0
"""Width of a space of the track."""
TILE = 32.0
"""Width of a tile that was turned over."""


def distant_market(drawn: Sheet) -> str:
    """Draw the track with the effect of a sale at each space, the face-down tiles, and those turned over."""
    x, y = drawn.components.layout.market["distant"]
    left, top = x - WIDTH / 2, y - HEIGHT / 2
    frame = element("rect", x=left, y=top, width=WIDTH, height=HEIGHT, rx=9, class_="bb-panel")
    title = icon("cotton_mill", left + 22, top + 20, 24, "bb-gold") + text(
        drawn.say(message("lancashire.distant-cotton-market", "Distant cotton market")),
        x=left + 40,
        y=top + 21,
        font_size=LETTERS,
        class_="bb-start",
    )
    spaces = (_space(drawn, space, left, top + 40) for space in range(drawn.components.last_market_space + 1))
    return marked(
        "market:distant",
        drawn.say(_said(drawn)),
        frame,
        title,
        _stack(drawn, left, top),
        *spaces,
        _turned(drawn, left, top),
    )


def _stack(drawn: Sheet, left: float, top: float) -> str:
    count = len(drawn.view.market_tiles)
    back = element("rect", x=left + WIDTH - 96, y=top + 7, width=26, height=26, rx=4, class_="bb-face-down")
    return back + text(f"× {count}", x=left + WIDTH - 64, y=top + 21, font_size=LETTERS, class_="bb-start bb-strong")


def _space(drawn: Sheet, space: int, left: float, top: float) -> str:
    """Draw a space: the spaces of income that a sale brings there, or the X; the marker surrounds its space."""
    here = space == drawn.view.market_space
    x = left + 9 + STEP * space
    ground = element("rect", x=x + 1, y=top, width=STEP - 4, height=44, rx=6, class_="bb-here" if here else "bb-slot")
    middle = x + STEP / 2 - 1
    if here:
        return group(ground, _bring(drawn, space, (middle, top + 13)), _marker(middle, top + 32))
    return group(ground, _bring(drawn, space, (middle, top + 22)))


def _bring(drawn: Sheet, space: int, at: Point) -> str:
    x, y = at
    if space == drawn.components.last_market_space:
        return element("path", d=f"M{x - 7:g} {y - 7:g}l14 14m0 -14l-14 14", class_="bb-closed")
    return text(f"+{drawn.components.distant_market_income[space]}", x=x, y=y, font_size=LETTERS, class_="bb-strong")


def _marker(x: float, y: float) -> str:
    return icon("cotton_mill", x, y, 22, "bb-acting")


def _turned(drawn: Sheet, left: float, top: float) -> str:
    """Draw the tiles turned over, in order, each with the steps it moved the marker."""
    y = top + 106
    tiles = drawn.view.market_turned
    return "".join(
        element("rect", x=left + 10 + (TILE + 2) * place, y=y - 15, width=TILE, height=TILE, rx=4, class_="bb-slot")
        + text(
            f"–{tile}" if tile != "0" else tile,
            x=left + 10 + (TILE + 2) * place + TILE / 2,
            y=y + 1,
            font_size=LETTERS,
            class_="bb-strong",
        )
        for place, tile in enumerate(tiles)
    )


def _said(drawn: Sheet) -> Message:
    view, components = drawn.view, drawn.components
    parts: dict[str, Message | int] = {"count": len(view.market_tiles), "turned": _steps(view.market_turned)}
    if view.market_space == components.last_market_space:
        return counted(
            "lancashire.distant-market-state-closed",
            "Distant cotton market: closed, marker on the X space; {count} tile face down; turned over: {turned}",
            "Distant cotton market: closed, marker on the X space; {count} tiles face down; turned over: {turned}",
            **parts,
        )
    return counted(
        "lancashire.distant-market-state",
        "Distant cotton market: marker on space {space} of {last}; income per sale here: +{income}; "
        "{count} tile face down; turned over: {turned}",
        "Distant cotton market: marker on space {space} of {last}; income per sale here: +{income}; "
        "{count} tiles face down; turned over: {turned}",
        space=view.market_space,
        last=components.last_market_space,
        income=components.distant_market_income[view.market_space],
        **parts,
    )


def _steps(tiles: list[str]) -> Message:
    if not tiles:
        return message("lancashire.no-turned-tiles", "none")
    return message("lancashire.turned-tiles", "{steps}", steps=Listing(tuple(Term(tile) for tile in tiles)))
