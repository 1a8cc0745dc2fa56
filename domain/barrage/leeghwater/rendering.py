"""The extra management board: the external works on offer, and the private buildings with their building sites."""

from __future__ import annotations

from domain.barrage.leeghwater import words as expansion_words
from domain.barrage.leeghwater.setup import BUILDINGS, WORKS
from domain.barrage.leeghwater.symbols import BUILDING
from domain.barrage.model.leeghwater.components import (
    BuildingRow,
    BuildingSite,
    MachineryCost,
    PrivateBuilding,
    WorkSpace,
    leeghwater,
)
from domain.barrage.narration import words
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.management import beside, label, space
from domain.barrage.rendering.sheet import Panel, Sheet, heading, lines
from domain.barrage.rendering.symbols import amounts, fitting
from domain.graphics.svg import element, marked, text
from domain.message import Term, message

TITLE = 34.0
WORKS_SECTION = "external_works"
WORK_WIDTH, WORK_HEIGHT = 322.0, 96.0
SITE = 40.0
WORDS = 556.0
"""The width of an action's description beside its spaces."""


def external_works(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the works on offer, each with its space; nothing without their module."""
    slots = drawn.view.displays.get(WORKS)
    if slots is None:
        return "", 0.0
    spaces = leeghwater(drawn.components).work_spaces
    parts = [heading(drawn.say(message("leeghwater.section-external-works", "External works")), 14, top + TITLE / 2)]
    parts.append(beside(drawn, WORKS_SECTION, 992, top + TITLE / 2))
    parts += [
        _work(drawn, id, there, 8 + (WORK_WIDTH + 9) * place, top + TITLE)
        for place, (id, there) in enumerate(zip(slots, spaces, strict=True))
    ]
    return "".join(parts), TITLE + WORK_HEIGHT + 4


def _work(drawn: Sheet, id: str, there: WorkSpace, left: float, top: float) -> str:
    ground = element("rect", x=left, y=top, width=WORK_WIDTH, height=WORK_HEIGHT, rx=7, class_="ba-panel")
    action = space(drawn, there.id, there.engineers, False, left + 5, top + 4) + label(there.id, left + 104, top + 25)
    if not id:
        return ground + action
    work = leeghwater(drawn.components).external_work[id]
    card = marked(
        f"work:{id}",
        drawn.say(expansion_words.work(drawn.components, id)),
        element("rect", x=left + 6, y=top + 51, width=WORK_WIDTH - 12, height=40, rx=6, class_="ba-space"),
        cost(work.cost, left + 178, top + 26),
        text("→", x=left + 304, y=top + 26, font_size=26),
        fitting(work.reward, left + 14, top + 71, WORK_WIDTH - 28, 32.0),
    )
    return ground + action + card


def cost(price: MachineryCost, x: float, y: float) -> str:
    """Draw the cost in machinery."""
    return amounts({"excavators": price.excavators, "mixers": price.mixers}, x, y, 30)


def private_buildings(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the rows of building sites with their private buildings; nothing without their module."""
    there = drawn.view.displays.get(BUILDINGS)
    if there is None:
        return "", 0.0
    rows = leeghwater(drawn.components).building_rows
    title = drawn.say(message("leeghwater.private-buildings", "Private buildings"))
    parts = [icon(BUILDING, 26, top + TITLE / 2, 24), heading(title, 44, top + TITLE / 2)]
    y = top + TITLE
    for id, row in zip(there, rows, strict=True):
        part, height = _building(drawn, leeghwater(drawn.components).private_building[id], row, y)
        parts.append(part)
        y += height
    return "".join(parts), y - top + 4


def _building(drawn: Sheet, building: PrivateBuilding, row: BuildingRow, top: float) -> tuple[str, float]:
    """Draw the sites of a row, the building's cost and effect, and the spaces of its action."""
    sites = [_site(drawn, site, 34 + (SITE + 5) * place, top + 23) for place, site in enumerate(row.sites)]
    effect = words.reward(building.effect)
    said = message(
        "leeghwater.building-and-effect", "{building}: {effect}", building=Term(building.name), effect=effect
    )
    does, height = lines(drawn.say(message("leeghwater.effect", "{effect}", effect=effect)), 16, top + 63, WORDS)
    x, price = 800.0, ""
    if building.credits:
        price = icon("credits", x + 13, top + 23, 26, "ba-gold") + text(
            f"{building.credits} →", x=x + 30, y=top + 23, font_size=26, class_="ba-start ba-strong"
        )
        x += 84
    face = marked(
        f"building:{building.id}",
        drawn.say(said),
        text(drawn.term(building.name), x=254, y=top + 23, font_size=26, class_="ba-start ba-strong"),
        cost(building.cost, 544, top + 23),
        icon("vp", 712, top + 23, 30, "ba-gold"),
        text(str(building.vp), x=732, y=top + 24, font_size=28, class_="ba-start ba-strong"),
        price,
        fitting(building.effect, x, top + 23, 988 - x, 32.0),
        does,
    )
    spaces = [
        space(drawn, f"{building.id}/{number}", each.engineers, each.red, 418 + 114 * number, top + 42, 110, number)
        for number, each in enumerate(building.spaces, 1)
    ]
    height += 55
    ground = element("rect", x=8, y=top, width=984, height=height, rx=8, class_="ba-panel")
    name = label(row.name, 196, top + 23)
    return ground + "".join(sites) + name + face + "".join(spaces), height + 4


def _site(drawn: Sheet, site: BuildingSite, x: float, y: float) -> str:
    """Draw a building site: red, free, blocked at this table, or with a building."""
    owner = drawn.view.built.get(site.id)
    box = {"x": x - SITE / 2, "y": y - SITE / 2, "width": SITE, "height": SITE, "rx": 6.0}
    if owner is not None:
        look = drawn.look(owner)
        said = message(
            "leeghwater.built-building", "Building site {id}: {owner}", id=site.id, owner=drawn.called(owner)
        )
        letter = text(drawn.letter(owner), x=x, y=y + 1, font_size=28, class_=f"ba-strong ba-on-{look}")
        return marked(f"site:{site.id}", drawn.say(said), element("rect", class_=f"ba-mark ba-{look}", **box), letter)
    ground = element("rect", class_="ba-site-red" if site.red else "ba-site", **box)
    if site.min_players > len(drawn.view.companies):
        said = message(
            "leeghwater.building-site-needs-players",
            "Building site {id}: only with {players} or more players",
            id=site.id,
            players=site.min_players,
        )
        cross = text("✕", x=x, y=y, font_size=26, class_="ba-soft")
        return marked(f"site:{site.id}", drawn.say(said), ground, cross, class_="part ba-blocked")
    empty = message("leeghwater.empty-building-site", "Building site {id}: empty", id=site.id)
    red = message("leeghwater.empty-red-building-site", "Red building site {id}: empty", id=site.id)
    letter = text(site.letter, x=x, y=y, font_size=26, class_="ba-soft")
    return marked(f"site:{site.id}", drawn.say(red if site.red else empty), ground, letter)


PANELS: tuple[Panel, ...] = (external_works, private_buildings)
"""Panels that the expansion adds below the board."""
