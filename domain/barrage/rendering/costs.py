"""Costs in machinery of the structures on the map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.barrage.model.components import Components
from domain.barrage.model.pieces import AREAS
from domain.barrage.narration import words
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.sheet import READABLE, Sheet, heading
from domain.graphics.svg import element, marked, text
from domain.message import Listing, Message, message

HEAD, ROW = 36.0, 48.0
CELL = 241.5
"""The width of a structure's costs in the strip."""


class Cost(NamedTuple):
    """The costs of a structure in a kind of machinery, and what they depend on."""

    structure: str
    counts: tuple[int, ...]
    machinery: str
    basis: Message


def building_costs(drawn: Sheet, top: float) -> tuple[str, float]:
    """Return a row for each structure (BA-5)."""
    costs = _costs(drawn.components)
    parts = [heading(drawn.say(message("barrage.building-costs", "Building costs")), 14, top + HEAD / 2)]
    parts += [_row(drawn, cost, top + HEAD + ROW * place) for place, cost in enumerate(costs)]
    return "".join(parts), HEAD + ROW * len(costs) + 12


def cost_strip(drawn: Sheet, top: float) -> tuple[str, float]:
    """Return the same side by side, without words."""
    parts = [_cell(drawn, cost, 8 + (CELL + 6) * place, top) for place, cost in enumerate(_costs(drawn.components))]
    return "".join(parts), ROW + 4


def _costs(components: Components) -> Sequence[Cost]:
    cost = components.costs
    areas = message(
        "barrage.cost-by-area", "by area ({areas})", areas=Listing(tuple(words.AREA[area] for area in AREAS))
    )
    per_value = message("barrage.cost-per-conduit-value", "per point of its value")
    by_order = message("barrage.cost-by-powerhouse-order", "from your first to your last")
    return (
        Cost("base", tuple(cost.base[area] for area in AREAS), "excavators", areas),
        Cost("elevation", tuple(cost.elevation[area] for area in AREAS), "mixers", areas),
        Cost("conduit", (cost.conduit_per_value,), "excavators", per_value),
        Cost("powerhouse", cost.powerhouse, "mixers", by_order),
    )


def _row(drawn: Sheet, cost: Cost, top: float) -> str:
    middle = top + ROW / 2
    return marked(
        f"cost:{cost.structure}",
        drawn.say(_said(cost)),
        element("rect", x=8, y=top + 2, width=984, height=ROW - 4, rx=8, class_="ba-panel"),
        icon(cost.structure, 38, middle, 34),
        icon(cost.machinery, 100, middle, 32),
        text(_joined(" / ", cost.counts), x=128, y=middle, font_size=28, class_="ba-start ba-strong"),
        text(drawn.say(cost.basis), x=330, y=middle, font_size=READABLE, class_="ba-start"),
    )


def _cell(drawn: Sheet, cost: Cost, left: float, top: float) -> str:
    middle = top + ROW / 2 - 2
    return marked(
        f"cost:{cost.structure}",
        drawn.say(_said(cost)),
        element("rect", x=left, y=top, width=CELL, height=ROW - 4, rx=8, class_="ba-panel"),
        icon(cost.structure, left + 28, middle, 34),
        icon(cost.machinery, left + 86, middle, 30),
        text(_joined("/", cost.counts), x=left + 112, y=middle + 1, font_size=28, class_="ba-start ba-strong"),
    )


def _said(cost: Cost) -> Message:
    return message(
        "barrage.structure-cost",
        "{structure}: {counts} {machinery}, {basis}",
        structure=words.STRUCTURE[cost.structure],
        machinery=words.MACHINERY[cost.machinery],
        counts=_joined(" / ", cost.counts),
        basis=cost.basis,
    )


def _joined(between: str, counts: Iterable[int]) -> str:
    return between.join(map(str, counts))
