"""The map: areas, rivers, headstreams, conduits, powerhouses and dams with their drops."""

from __future__ import annotations

from functools import lru_cache

from domain.barrage.engine.position import capacity
from domain.barrage.model.pieces import Area, BaseSite, ConduitSite, PowerhouseSite
from domain.barrage.model.state import NEUTRAL, Dam
from domain.barrage.narration import words
from domain.barrage.rendering import geometry
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.sheet import Sheet, mark
from domain.barrage.rendering.terrain import terrain
from domain.graphics.svg import element, fitted, group, marked, text
from domain.message import Message, counted, message


def map_(drawn: Sheet) -> str:
    """Draw the whole map."""
    components = drawn.components
    return group(
        *(_area(area) for area in geometry.BANDS),
        terrain(),
        *(_area_name(drawn, area) for area in geometry.BANDS),
        *(element("path", d=river, class_="ba-river") for river in geometry.RIVERS),
        *(_lake(basin) for basin, bases in components.bases_in.items() if bases),
        *(_tube(drawn, site) for site in components.conduit_sites),
        *(_headstream(drawn, headstream.id) for headstream in components.headstreams),
        *(_basin(drawn, basin) for basin in components.basin),
        *(_conduit(drawn, site) for site in components.conduit_sites),
        *(_powerhouse(drawn, site) for site in components.powerhouse_sites),
        *(_base(drawn, site) for site in components.base_sites),
    )


LABEL = 24.0
"""The size of names of sites: 11 pixels in a window of 1280 by 720, which shows a unit of the map as 0.46 pixels."""


@lru_cache(maxsize=256)
def _area(area: Area) -> str:
    top, bottom = geometry.BANDS[area]
    return element("rect", x=4, y=top, width=geometry.WIDTH - 8, height=bottom - top, class_=f"ba-{area}")


def _area_name(drawn: Sheet, area: Area) -> str:
    x, y = geometry.NAMES[area]
    return text(drawn.say(words.AREA[area]), x=x, y=y, font_size=26, class_=f"ba-name ba-name-{area}")


@lru_cache(maxsize=256)
def _lake(basin: int) -> str:
    """Draw the water behind the dams of a basin."""
    x, y = geometry.BASIN[basin]
    return element("path", d=_LAKE, transform=f"translate({x:g} {y:g})", class_="ba-basin")


_LAKE = "M-20-80C40-88 72-72 66-30C62 0 74 20 66 48C56 84-30 84-58 72C-80 60-62 20-68-8C-76-48-66-74-20-80z"


@lru_cache(maxsize=256)
def _label(name: str, x: float, y: float, width: float) -> str:
    """Draw the name of a site, by which texts call it."""
    return fitted(name, width, LABEL, letter=0.6, least=LABEL, x=x, y=y, class_="ba-name")


# --------------------------------------------------------------------------------------------------------------------
# Water
# --------------------------------------------------------------------------------------------------------------------


def _headstream(drawn: Sheet, id: str) -> str:
    """Draw a headstream: its letter, the drops of each round with this round's framed, and the drops that wait."""
    x, y = geometry.BASIN[drawn.components.source[id]][0], geometry.HEADSTREAM_Y
    width, height = geometry.HEADSTREAM
    water = drawn.components.headstream_tile[drawn.view.headstream_tiles[id]].water
    waiting = drawn.view.headstreams.get(id, 0)
    left = x - width / 2
    cells = []
    for place, drops in enumerate(water):
        there = left + 96 + 34 * place
        if place + 1 == drawn.view.round:
            cells.append(element("rect", x=there - 15, y=y - 34, width=30, height=32, rx=5, class_="ba-now"))
        cells.append(text(str(drops), x=there, y=y - 17, font_size=26, class_="ba-strong" if drops else "ba-soft"))
    said = counted(
        "barrage.headstream-with-water",
        "Headstream {id}: {count} drop waiting. New drops in rounds 1 to 4: {water}.",
        "Headstream {id}: {count} drops waiting. New drops in rounds 1 to 4: {water}.",
        id=id,
        count=waiting,
        water=", ".join(map(str, water)),
    )
    return marked(
        f"headstream:{id}",
        drawn.say(said),
        element("rect", x=left, y=y - height / 2, width=width, height=height, rx=9, class_="ba-panel"),
        text(id, x=left + 36, y=y, font_size=44, class_="ba-strong"),
        *cells,
        *_drops(waiting, left + 92, y + 20),
    )


def _drops(count: int, x: float, y: float) -> list[str]:
    if count > 5:
        return [icon("drop", x, y, 27, "ba-drop"), text(f"× {count}", x=x + 20, y=y, font_size=26, class_="ba-start")]
    return [icon("drop", x + 27 * place, y, 27, "ba-drop") for place in range(count)]


def _basin(drawn: Sheet, id: int) -> str:
    """Draw the number of a basin."""
    x, y = geometry.BASIN[id]
    sites = [site for site in drawn.components.powerhouse_sites if site.basin == id]
    aside, above = geometry.NUMBERS[id]
    said = drawn.say(message("barrage.basin", "Basin {id}", id=id))
    bracket = ""
    if sites:
        width = geometry.site_step(id) * len(sites) + 6
        top = y - geometry.POWERHOUSES_ABOVE - 30
        bracket = element("rect", x=x - width / 2, y=top, width=width, height=60, rx=12, class_="ba-panel")
    number = text(str(id), x=x + aside, y=y + above, font_size=26, class_="ba-strong ba-name")
    return marked(f"basin:{id}", said, bracket, number)


# --------------------------------------------------------------------------------------------------------------------
# Conduits
# --------------------------------------------------------------------------------------------------------------------


def _tube(drawn: Sheet, site: ConduitSite) -> str:
    """Draw the path of a conduit: dashed while it is not built."""
    path = geometry.tube(site.id, site.basin)
    x, y = geometry.tube_end(site.id)
    end = element("circle", cx=x, cy=y, r=7, class_=f"ba-valve ba-value-{site.value}")
    if site.id not in drawn.view.built:
        return element("path", d=path, class_=f"ba-tube ba-tube-idle ba-value-{site.value}") + end
    casing = element("path", d=path, class_="ba-tube ba-tube-casing")
    return casing + element("path", d=path, class_=f"ba-tube ba-tube-built ba-value-{site.value}") + end


def _conduit(drawn: Sheet, site: ConduitSite) -> str:
    """Draw a conduit site with its value, and the mark of its owner on the conduit."""
    x, y = geometry.conduit_site(site.id, site.basin)
    owner = drawn.view.built.get(site.id)
    valve = element("circle", cx=x, cy=y, r=geometry.VALVE, class_=f"ba-valve ba-value-{site.value}")
    value = text(str(site.value), x=x, y=y + 1, font_size=31, class_="ba-strong")
    rises = geometry.rises(site.id, site.basin)
    badge = mark(drawn, owner, x, y - 38 if rises else y + 42, 15) if owner is not None else ""
    name = _label(site.id, x + 34 if rises else x, y - 38, 44)
    return marked(f"site:{site.id}", drawn.say(_conduit_said(drawn, site, owner)), valve, value, badge, name)


def _conduit_said(drawn: Sheet, site: ConduitSite, owner: int | None) -> Message:
    if owner is None:
        return message(
            "barrage.empty-conduit-site",
            "Conduit site {id}, value {value}, from basin {basin} to basin {to}: empty",
            id=site.id,
            value=site.value,
            basin=site.basin,
            to=site.to_basin,
        )
    return message(
        "barrage.built-conduit",
        "Conduit {id}, value {value}, from basin {basin} to basin {to}: {owner}",
        id=site.id,
        value=site.value,
        basin=site.basin,
        to=site.to_basin,
        owner=drawn.called(owner),
    )


# --------------------------------------------------------------------------------------------------------------------
# Powerhouses
# --------------------------------------------------------------------------------------------------------------------


def _powerhouse(drawn: Sheet, site: PowerhouseSite) -> str:
    """Draw a powerhouse site: red, free, or with a powerhouse in its company's colour."""
    there = [other.id for other in drawn.components.powerhouse_sites if other.basin == site.basin]
    x, y = geometry.powerhouse_site(site.basin, there.index(site.id), len(there))
    owner = drawn.view.built.get(site.id)
    box = {"x": x - 22.0, "y": y - 22.0, "width": 44.0, "height": 44.0, "rx": 6.0}
    name = _label(site.id, x, y + 44, geometry.site_step(site.basin) - 8)
    if owner is None:
        look = "ba-site-red" if site.red else "ba-site"
        ground = element("rect", class_=look, **box) + icon("powerhouse", x, y, 26, "ba-faint")
        empty = message(
            "barrage.empty-powerhouse-site",
            "Powerhouse site {id} in basin {basin}: empty",
            id=site.id,
            basin=site.basin,
        )
        red = message(
            "barrage.empty-red-powerhouse-site",
            "Red powerhouse site {id} in basin {basin}: empty",
            id=site.id,
            basin=site.basin,
        )
        return marked(f"site:{site.id}", drawn.say(red if site.red else empty), ground, name)
    look = drawn.look(owner)
    said = message(
        "barrage.built-powerhouse",
        "Powerhouse {id} in basin {basin}: {owner}",
        id=site.id,
        basin=site.basin,
        owner=drawn.called(owner),
    )
    return marked(
        f"site:{site.id}",
        drawn.say(said),
        element("rect", class_=f"ba-mark ba-{look}", **box),
        _red_corner(site.red, x + 22, y - 22),
        text(drawn.letter(owner), x=x, y=y + 1, font_size=28, class_=f"ba-strong ba-on-{look}"),
        name,
    )


def _red_corner(red: bool, right: float, top: float) -> str:
    """Mark a red site with a structure on it."""
    return element("path", d=f"M{right - 15:g} {top:g}h15v15z", class_="ba-red-corner") if red else ""


# --------------------------------------------------------------------------------------------------------------------
# Dams
# --------------------------------------------------------------------------------------------------------------------


def _base(drawn: Sheet, site: BaseSite) -> str:
    """Draw a base site: red, free, or with a dam, its level as slabs at its foot and its drops."""
    x, y = geometry.base_site(site.basin, site.id.endswith("U"))
    width, height = geometry.DAM
    box = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height, "rx": 8.0}
    dam = drawn.view.dams.get(site.id)
    if dam is None:
        look = "ba-site-red" if site.red else "ba-site"
        empty = message(
            "barrage.empty-base-site", "Base site {id} in basin {basin}: empty", id=site.id, basin=site.basin
        )
        red = message(
            "barrage.empty-red-base-site", "Red base site {id} in basin {basin}: empty", id=site.id, basin=site.basin
        )
        ground = element("rect", class_=look, **box) + icon("base", x, y - 10, 32, "ba-faint")
        name = _label(site.id, x, y + 17, width - 8)
        return marked(f"site:{site.id}", drawn.say(red if site.red else empty), ground, name)
    ground = element("rect", class_="ba-dam", **box)
    return marked(
        f"site:{site.id}",
        drawn.say(_dam_said(drawn, site, dam)),
        ground,
        _red_corner(site.red, x + width / 2, y - height / 2),
        *_dam(drawn, dam, capacity(drawn.components, drawn.view, site.id), x, y),
        _label(site.id, x + 26, y + 18, 54),
    )


def _dam(drawn: Sheet, dam: Dam, room: int, x: float, y: float) -> list[str]:
    look = drawn.look(dam.owner)
    levels = drawn.components.constants.dam_levels
    slabs = [
        element(
            "rect",
            x=x - 52 + 17 * place,
            y=y + 11,
            width=15,
            height=14,
            rx=2,
            class_=f"ba-slab ba-{look}" if place < dam.level else "ba-no-slab",
        )
        for place in range(levels)
    ]
    drops = [
        icon("drop", x - 11, y - 9, 26, "ba-drop" if dam.drops else "ba-faint"),
        text(f"{dam.drops}/{room}", x=x + 3, y=y - 8, font_size=26, class_="ba-start ba-strong"),
    ]
    return [*slabs, mark(drawn, dam.owner, x - 38, y - 9, 16), *drops]


def _dam_said(drawn: Sheet, site: BaseSite, dam: Dam) -> Message:
    if dam.owner == NEUTRAL:
        return counted(
            "barrage.neutral-dam-on-site",
            "Dam {id} in basin {basin}: neutral, level {level}, {count} drop",
            "Dam {id} in basin {basin}: neutral, level {level}, {count} drops",
            id=site.id,
            basin=site.basin,
            level=dam.level,
            count=dam.drops,
        )
    return counted(
        "barrage.built-dam",
        "Dam {id} in basin {basin}: {owner}, level {level}, {count} drop",
        "Dam {id} in basin {basin}: {owner}, level {level}, {count} drops",
        id=site.id,
        basin=site.basin,
        owner=drawn.called(dam.owner),
        level=dam.level,
        count=dam.drops,
    )
