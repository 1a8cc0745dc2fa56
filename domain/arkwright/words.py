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

EFFECT = {
    "entrepreneur": message("Breaks a tie for the highest appeal; discard: names the start player"),
    "trading_office": message("A shipping token fewer when shipping"),
    "overtime": message("Discard: one good more is produced"),
    "workshop": message("Two machines of a factory need no upkeep"),
    "supervisor": message("Wages of up to four workers of its factory are £2 lower each"),
    "broker": message("Discard instead of developing: two shares at half price"),
    "patron_food": message("One good more can be sold at home"),
    "patron_clothes": message("One good more can be sold at home"),
    "patron_cutlery": message("One good more can be sold at home"),
    "patron_lamps": message("One good more can be sold at home"),
    "inventor": message("Discard: upgrades two factories as in the next era"),
    "developer": message("A fixed cost is £2 lower; makes a used card ready again"),
    "contract": message("Extra income for goods shipped at once"),
    "patent": message("One more distribution card"),
    "engineer": message("One more quality card, up to 6 quality in a factory"),
    "large_warehouse": message("One more warehouse, for four goods"),
}
"""What a type of development card does, in short; its rules tell the rest (AW-19)."""


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
