"""The lines of the board and the links on them."""

from __future__ import annotations

from functools import lru_cache

from domain.brass.model.components import Era, Line
from domain.brass.rendering.geometry import Geometry
from domain.brass.rendering.sheet import AnySheet, mark
from domain.brass.scoring import link_points
from domain.graphics.svg import element, marked
from domain.message import Message, message


def line(drawn: AnySheet, printed: Line, where: Geometry) -> str:
    """Draw a line: canal, rail or both, faint if not of this era; or the link on it."""
    owner = drawn.view.links.get(printed.id)
    path = where.paths[printed.id]
    if owner is None:
        return marked(
            f"link:{printed.id}", drawn.say(_unused(drawn, printed)), _printed(printed.eras, path, drawn.view.era)
        )
    return marked(f"link:{printed.id}", drawn.say(_used(drawn, printed, owner)), _link(drawn, owner, path))


def owner_mark(drawn: AnySheet, printed: Line, where: Geometry) -> str:
    """Draw the mark of a link's owner; drawn after the places so that nothing covers it."""
    owner = drawn.view.links.get(printed.id)
    if owner is None:
        return ""
    return mark(drawn, owner, *where.middles[printed.id], 15)


@lru_cache(maxsize=512)  # more than the lines of both boards in both eras
def _printed(eras: tuple[Era, ...], path: str, era: Era) -> str:
    canal = _layer(path, "bb-canal", era == "canal") if "canal" in eras else ""
    rail = _layer(path, "bb-rail", era == "rail") + _layer(path, "bb-ties", era == "rail")
    return canal + (rail if "rail" in eras else "") + _hit(path)


def _layer(path: str, look: str, now: bool) -> str:
    return element("path", d=path, class_=look if now else f"{look} bb-later")


def _hit(path: str) -> str:
    """Draw the area in which a pointer is on the line."""
    return element("path", d=path, class_="bb-hit")


def _link(drawn: AnySheet, owner: int, path: str) -> str:
    way = element("path", d=path, class_="bb-owned") + element("path", d=path, class_=f"bb-way bb-line-{owner}")
    return way + (element("path", d=path, class_="bb-sleepers") if drawn.view.era == "rail" else "") + _hit(path)


def _unused(drawn: AnySheet, printed: Line) -> Message:
    first, second = (drawn.named(end) for end in printed.ends[:2])
    if len(printed.eras) == 2:
        return message(
            "brass.line-canal-and-rail", "{first} to {second}: canal and rail line", first=first, second=second
        )
    if printed.eras[0] == "canal":
        return message("brass.line-canal-only", "{first} to {second}: canal line", first=first, second=second)
    return message("brass.line-rail-only", "{first} to {second}: rail line", first=first, second=second)


def _used(drawn: AnySheet, printed: Line, owner: int) -> Message:
    first, second = (drawn.named(end) for end in printed.ends[:2])
    return message(
        "brass.line-with-link",
        "{first} to {second}: {owner}'s link, {points} VP so far",
        first=first,
        second=second,
        owner=drawn.names[owner],
        points=link_points(drawn.components, drawn.link_icons, printed.id),
    )
