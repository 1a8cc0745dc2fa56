"""Costs in machinery of the structures on the map."""

from __future__ import annotations

from collections.abc import Iterable

from domain.barrage.model.pieces import AREAS
from domain.barrage.narration import words
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.sheet import READABLE, Sheet, heading
from domain.graphics.svg import element, marked, text
from domain.message import Listing, Message, message

HEAD, ROW = 36.0, 48.0


def building_costs(drawn: Sheet, top: float) -> tuple[str, float]:
    """Return a row for each structure (BA-5)."""
    cost = drawn.components.costs
    areas = message(
        "barrage.cost-by-area", "by area ({areas})", areas=Listing(tuple(words.AREA[area] for area in AREAS))
    )
    rows = (
        ("base", _each(cost.base[area] for area in AREAS), "excavators", areas),
        ("elevation", _each(cost.elevation[area] for area in AREAS), "mixers", areas),
        (
            "conduit",
            str(cost.conduit_per_value),
            "excavators",
            message("barrage.cost-per-conduit-value", "per point of its value"),
        ),
        (
            "powerhouse",
            _each(cost.powerhouse),
            "mixers",
            message("barrage.cost-by-powerhouse-order", "from your first to your last"),
        ),
    )
    parts = [heading(drawn.say(message("barrage.building-costs", "Building costs")), 14, top + HEAD / 2)]
    parts += [_row(drawn, *row, top + HEAD + ROW * place) for place, row in enumerate(rows)]
    return "".join(parts), HEAD + ROW * len(rows) + 12


def _each(counts: Iterable[int]) -> str:
    return " / ".join(map(str, counts))


def _row(drawn: Sheet, structure: str, counts: str, machinery: str, said: Message, top: float) -> str:
    middle = top + ROW / 2
    title = message(
        "barrage.structure-cost",
        "{structure}: {counts} {machinery}, {basis}",
        structure=words.STRUCTURE[structure],
        machinery=words.MACHINERY[machinery],
        counts=counts,
        basis=said,
    )
    return marked(
        f"cost:{structure}",
        drawn.say(title),
        element("rect", x=8, y=top + 2, width=984, height=ROW - 4, rx=8, class_="ba-panel"),
        icon(structure, 38, middle, 34),
        icon(machinery, 100, middle, 32),
        text(counts, x=128, y=middle, font_size=28, class_="ba-start ba-strong"),
        text(drawn.say(said), x=330, y=middle, font_size=READABLE, class_="ba-start"),
    )
