"""The build action (BB-11 to BB-16): the cards for it, and this game's additions to the shared rules."""

from __future__ import annotations

from functools import partial

from domain.brass import build
from domain.brass.birmingham.engine.position import Position
from domain.brass.birmingham.model.components import WILD_INDUSTRY, WILD_LOCATION, Tile
from domain.brass.birmingham.model.facts import Built
from domain.brass.build import built, check_named, next_tile, wrong_town
from domain.brass.engine.position import place_of
from domain.brass.model.commands import Build
from domain.game import Fact, IllegalMove
from domain.message import message


def decide_build(position: Position, command: Build) -> list[Fact]:
    """Build a tile, in the order of BB-13.1."""
    _check_named(position, command.industry, command.slot)
    check_card(position, command.card, command.industry, command.slot)
    tile = next_tile(position, command.industry)
    cubes = _pieces(position, command.industry, tile)
    return [Built(**built(position, command, tile, cubes, at_once=False))]


def _pieces(position: Position, industry: str, tile: Tile) -> int:
    """Return the cubes or barrels on the new tile (BB-13.5, 13.6)."""
    if industry == "brewery":
        return position.components.constants.brewery_barrels[position.state.era]
    return tile.cubes


# --------------------------------------------------------------------------------------------------------------------
# 11. Card
# --------------------------------------------------------------------------------------------------------------------


def _check_named(position: Position, industry: str, slot: str) -> None:
    """Check that the industry and the slot exist; merchant locations have no slots (BB-12.14)."""
    if place_of(slot) in position.merchant_places:
        raise IllegalMove(
            "BB-12.14",
            message(
                "birmingham.merchant-has-no-slots", "Merchant locations have no slots. Choose a town or a farm brewery."
            ),
        )
    check_named(position, industry, slot)


def check_card(position: Position, card: str, industry: str, slot: str) -> None:
    """Check that the card allows this industry at this place (BB-11.3 to 11.7)."""
    towns = position.components.card_towns[card]
    if towns:
        _check_location_card(position, card, slot)
    elif industry not in position.components.card_industries[card]:
        raise IllegalMove(
            "BB-11.5",
            message(
                "brass.card-lacks-industry",
                "The {card} card doesn't show {industry}.",
                card=position.name(card),
                industry=position.name(industry),
            ),
        )
    elif place_of(slot) not in position.own_places:
        _check_out_of_network(position, card, slot)


def _check_location_card(position: Position, card: str, slot: str) -> None:
    """Check that a location card builds in its town only, a wild one in any town (BB-11.3, 11.4)."""
    place = place_of(slot)
    if place in position.components.card_towns[card]:
        return
    if card == WILD_LOCATION:
        raise IllegalMove(
            "BB-4.13",
            message(
                "birmingham.wild-location-not-farm-brewery", "You can't use a wild location card for a farm brewery."
            ),
        )
    if place not in position.town_ids:
        raise IllegalMove(
            "BB-16.2",
            message(
                "birmingham.farm-brewery-needs-brewery-card",
                "You can build at a farm brewery only with a brewery card or a wild industry card.",
            ),
        )
    raise wrong_town(position, card, place)


def _check_out_of_network(position: Position, card: str, slot: str) -> None:
    """Check that outside the network an industry card is played by an empty board player, on empty slots (BB-11.7)."""
    place = place_of(slot)
    if not position.nothing_on_board:
        raise IllegalMove(
            _network_rule(position, card, place),
            message(
                "brass.outside-network",
                "The {card} card lets you build only in your network, and {place} isn't in it.",
                card=position.name(card),
                place=position.name(place),
            ),
        )
    if slot in position.state.board:
        raise IllegalMove(
            "BB-14.14",
            message(
                "birmingham.industry-card-cannot-overbuild",
                "While you have nothing on the board, you can't overbuild with an industry card. Choose an empty slot.",
            ),
        )


def _network_rule(position: Position, card: str, place: str) -> str:
    if place not in position.town_ids:
        return "BB-16.3"
    return "BB-11.6" if card == WILD_INDUSTRY else "BB-11.5"


can_build = partial(build.can_build, check=check_card)
script_build = partial(build.script_build, check=check_card)
