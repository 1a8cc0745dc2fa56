"""What things are called, for messages; names come from the figures in force."""

from __future__ import annotations

from collections.abc import Iterable

from domain.arkwright.components import Components, figures
from domain.arkwright.pieces import SIDES
from domain.message import Listing, Message, Term, message

_COLOUR = {
    "blue": message("blue"),
    "orange": message("orange"),
    "green": message("green"),
    "purple": message("purple"),
}
END = {"price": message("price"), "appeal": message("appeal")}
"""The ways an office or quality card is turned."""


def known() -> Components:
    """The figures that names are taken from."""
    return figures.of(figures.current())


def good(id: str) -> Term:
    """The name of a good."""
    return Term(next((good.name for good in known().goods if good.id == id), id))


def goods(ids: Iterable[str]) -> Listing:
    """Names of goods."""
    return Listing(tuple(good(id) for id in ids))


def card(type: str) -> Term:
    """The name of a type of development card."""
    types = known().development_types
    return Term(types[type].name if type in types else type)


def effect(components: Components, type: str) -> Message:
    """What a type of development card does, in short; its rules tell the rest (AW-19)."""
    figures_, warehouse = components.card_effects, components.card_of_type["large_warehouse"]
    if components.development_types[type].good:
        return message("{goods} more of its good can be sold at home", goods=figures_.patron_sales)
    said = {
        "entrepreneur": message("Breaks a tie for the highest appeal; discard: names the start player"),
        "trading_office": message(
            "Shipping tokens spared when shipping: {tokens}", tokens=figures_.trading_office_tokens
        ),
        "overtime": message("Discard: the factory makes {goods} more of its good", goods=figures_.overtime_goods),
        "workshop": message(
            "Up to {machines} machines of a factory need no upkeep", machines=figures_.workshop_machines
        ),
        "supervisor": message(
            "Wages of up to {workers} workers of its factory are £{cut} lower each",
            workers=figures_.supervisor_workers,
            cut=figures_.supervisor_wage_cut,
        ),
        "broker": message(
            "Discard instead of developing: up to {shares} shares at half price", shares=figures_.broker_shares
        ),
        "inventor": message(
            "Discard: upgrades up to {factories} factories as in the next era", factories=figures_.inventor_factories
        ),
        "developer": message("A fixed cost is £{cut} lower; makes a used card ready again", cut=figures_.developer_cut),
        "contract": message("Extra income for goods shipped at once"),
        "patent": message("One more distribution card"),
        "engineer": message(
            "One more quality card, up to {most} quality in a factory", most=components.constants.max_quality_engineer
        ),
        "large_warehouse": message(
            "One more warehouse, for {goods} goods", goods=components.warehouses[warehouse].capacity
        ),
    }
    return said[type]


def track(id: str) -> Term:
    """The name of a development track."""
    tracks = known().development_tracks
    return Term(tracks[id].name if id in tracks else id)


def achievement(id: str) -> Term:
    """The name of an achievement."""
    achievements = known().achievements
    return Term(achievements[id].name if id in achievements else id)


def colour(id: str) -> Message | str:
    """The colour of an automa or of the neutral markers."""
    return _COLOUR.get(id, id)


def era(number: int) -> str:
    """The numeral of an era or of a factory's level."""
    return SIDES[number - 1]


def demand(markers: dict[str, int]) -> Listing:
    """Where the demand markers are."""
    return Listing(tuple(message("{good} {space}", good=good(id), space=space) for id, space in markers.items()))
