"""Names in messages, from the component figures of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domain.arkwright.model.components import Components
from domain.arkwright.model.pieces import SIDES
from domain.message import Listing, Message, Term, message

_COLOUR = {
    "blue": message("arkwright.blue", "blue"),
    "orange": message("arkwright.orange", "orange"),
    "green": message("arkwright.green", "green"),
    "purple": message("arkwright.purple", "purple"),
}
END = {"price": message("arkwright.price", "price"), "appeal": message("arkwright.appeal", "appeal")}
"""The directions of an office or quality card."""


class Names:
    """The names in the figures of a table; without one, the id is used."""

    def __init__(self, known: Components) -> None:
        self._known = known

    def good(self, id: str) -> Term:
        """Return the name of a good."""
        return Term(next((good.name for good in self._known.goods if good.id == id), id))

    def goods(self, ids: Iterable[str]) -> Listing:
        """Return the names of goods."""
        return Listing(tuple(self.good(id) for id in ids))

    def card(self, type: str) -> Term:
        """Return the name of a type of development card."""
        return _named(self._known.development_types, type)

    def track(self, id: str) -> Term:
        """Return the name of a development track."""
        return _named(self._known.development_tracks, id)

    def achievement(self, id: str) -> Term:
        """Return the name of an achievement."""
        return _named(self._known.achievements, id)

    def demand(self, markers: dict[str, int]) -> Listing:
        """List the spaces of the demand markers."""
        return Listing(
            tuple(
                message("arkwright.good-and-space", "{good} {space}", good=self.good(id), space=space)
                for id, space in markers.items()
            )
        )


def _named(figures: Mapping[str, Any], id: str) -> Term:
    return Term(figures[id].name if id in figures else id)


def effect(components: Components, type: str) -> Message:
    """Describe briefly what a type of development card does; its rules have the rest (AW-19)."""
    figures_, warehouse = components.card_effects, components.card_of_type["large_warehouse"]
    if components.development_types[type].good:
        return message(
            "arkwright.patron-effect", "{goods} more of its good can be sold at home", goods=figures_.patron_sales
        )
    said = {
        "entrepreneur": message(
            "arkwright.entrepreneur-effect", "Breaks a tie for the highest appeal; discard: names the start player"
        ),
        "trading_office": message(
            "arkwright.trading-office-effect",
            "Shipping tokens spared when shipping: {tokens}",
            tokens=figures_.trading_office_tokens,
        ),
        "overtime": message(
            "arkwright.overtime-effect",
            "Discard: the factory makes {goods} more of its good",
            goods=figures_.overtime_goods,
        ),
        "workshop": message(
            "arkwright.workshop-effect",
            "Up to {machines} machines of a factory need no upkeep",
            machines=figures_.workshop_machines,
        ),
        "supervisor": message(
            "arkwright.supervisor-effect",
            "Wages of up to {workers} workers of its factory are £{cut} lower each",
            workers=figures_.supervisor_workers,
            cut=figures_.supervisor_wage_cut,
        ),
        "broker": message(
            "arkwright.broker-effect",
            "Discard instead of developing: up to {shares} shares at half price",
            shares=figures_.broker_shares,
        ),
        "inventor": message(
            "arkwright.inventor-effect",
            "Discard: upgrades up to {factories} factories as in the next era",
            factories=figures_.inventor_factories,
        ),
        "developer": message(
            "arkwright.developer-effect",
            "A fixed cost is £{cut} lower; makes a used card ready again",
            cut=figures_.developer_cut,
        ),
        "contract": message("arkwright.contract-effect", "Extra income for goods shipped at once"),
        "patent": message("arkwright.patent-effect", "One more distribution card"),
        "engineer": message(
            "arkwright.engineer-effect",
            "One more quality card, up to {most} quality in a factory",
            most=components.constants.max_quality_engineer,
        ),
        "large_warehouse": message(
            "arkwright.large-warehouse-effect",
            "One more warehouse, for {goods} goods",
            goods=components.warehouses[warehouse].capacity,
        ),
    }
    return said[type]


def colour(id: str) -> Message | str:
    """Return the colour of an automa or of the neutral markers."""
    return _COLOUR.get(id, id)


def era(number: int) -> str:
    """Return the numeral of an era or of a factory's level."""
    return SIDES[number - 1]
