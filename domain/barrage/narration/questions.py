"""The fields of a command as questions: the prompt, and the text and place on the board of each value."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from domain.barrage.engine.position import Position
from domain.barrage.model.commands import Decline
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import Dam
from domain.barrage.narration import words
from domain.barrage.narration.sentences import resources
from domain.game import Choose, Command, Usual
from domain.message import Listing, Message, Seat, Term, counted, message

DECLINE = "decline"
"""The value that declines an optional decision."""


def nowhere(value: str) -> tuple[str, ...]:
    """Return no part of the board."""
    return ()


def ask(
    pending: Pending,
    prompt: Message,
    values: Sequence[str],
    label: Callable[[str], Message],
    elements: Callable[[str], tuple[str, ...]] = nowhere,
    usual: Usual = tuple,
) -> Generator[Choose, str, str]:
    """Ask for the first field of an answer; an optional one may be declined instead (BA-23.8)."""
    offered = (*values, DECLINE) if pending.optional else values
    picked = yield Choose(
        prompt,
        offered,
        lambda value: message("barrage.decline", "Decline") if value == DECLINE else label(value),
        lambda value: () if value == DECLINE else elements(value),
        usual=usual,
    )
    return picked


def answer(picked: str, command: Callable[[], Command]) -> Command:
    """Return the command of a picked value."""
    return Decline() if picked == DECLINE else command()


def amounts(engineers: int = 0, credits: int = 0, excavators: int = 0, mixers: int = 0) -> Message:
    """Describe a payment or a gain; 0 is left out."""
    people = () if not engineers else (words.engineers(engineers),)
    listed = (*people, *resources(credits=credits, excavators=excavators, mixers=mixers).items)
    return (
        message("barrage.amounts", "{amounts}", amounts=Listing(listed))
        if listed
        else message("barrage.no-amounts", "nothing")
    )


def tile(position: Position, value: str) -> Message:
    """Describe a technology tile, an advanced one with its effect."""
    said, found = words.tile(position.components, value), position.components.tile.get(value)
    power = words.tile_power(found) if found else Listing(())
    return message("barrage.tile-and-effect", "{tile}: {effect}", tile=said, effect=power) if power.items else said


def contract(position: Position, value: str) -> Message:
    """Describe a contract."""
    return words.contract(position.components, value)


def site(position: Position, value: str) -> Message:
    """Describe a site: its id, its basin, its owner."""
    components, state = position.components, position.state
    if value in components.base_site:
        basin = components.base_site[value].basin
        dam = state.dams.get(value)
        if dam:
            return _dam(value, basin, dam)
        return _place(position, value, basin, components.base_site[value].red)
    if value in components.conduit_site:
        conduit = components.conduit_site[value]
        said = message(
            "barrage.conduit-site",
            "Conduit {site}, value {value}, from basin {basin} to basin {below}",
            site=Term(value),
            value=conduit.value,
            basin=conduit.basin,
            below=conduit.to_basin,
        )
        owner = state.built.get(value)
        return (
            said
            if owner is None
            else message("barrage.owned-conduit", "{conduit} (owner: {owner})", conduit=said, owner=Seat(owner))
        )
    if value in components.powerhouse_site:
        powerhouse = components.powerhouse_site[value]
        red = powerhouse.red and value not in state.built
        return _place(position, value, powerhouse.basin, red)
    return message("barrage.site", "{site}", site=Term(value))


def _place(position: Position, value: str, basin: int, red: bool) -> Message:
    if not red:
        return message("barrage.site-in-basin", "{site} in basin {basin}", site=Term(value), basin=basin)
    fee = position.constants.red_site_fee
    return message(
        "barrage.red-site-in-basin",
        "{site} in basin {basin} (red: {fee} credits)",
        site=Term(value),
        basin=basin,
        fee=fee,
    )


def _dam(value: str, basin: int, dam: Dam) -> Message:
    there, level = message("barrage.site-in-basin", "{site} in basin {basin}", site=Term(value), basin=basin), dam.level
    if dam.owner < 0:
        said = message("barrage.neutral-dam", "neutral level {level} dam", level=level)
    else:
        said = message("barrage.owned-dam", "{owner}'s level {level} dam", level=level, owner=Seat(dam.owner))
    return counted(
        "barrage.site-with-dam",
        "{site}: {dam}, {count} drop",
        "{site}: {dam}, {count} drops",
        site=there,
        dam=said,
        count=dam.drops,
    )


def site_elements(value: str) -> tuple[str, ...]:
    """Return the parts of the drawn board that belong to a site."""
    return (f"site:{value}",)
