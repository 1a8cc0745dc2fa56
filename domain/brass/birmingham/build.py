"""The build action (BB-11 to BB-16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from domain.brass import markets
from domain.brass.birmingham import offers
from domain.brass.birmingham.commands import Build
from domain.brass.birmingham.components import WILD_INDUSTRY, WILD_LOCATION, Tile
from domain.brass.birmingham.consumption import Stock, consume_coal, consume_iron, require_sources
from domain.brass.birmingham.facts import Built
from domain.brass.birmingham.position import Position, place_of, remembered
from domain.game import Fact, IllegalMove, Script
from domain.message import message

_MINES_AND_WORKS = ("coal_mine", "iron_works")


def decide_build(position: Position, command: Build) -> list[Fact]:
    """Build a tile, in the order of BB-13.1."""
    industry, slot = command.industry, command.slot
    _check_named(position, industry, slot)
    _check_card(position, command.card, industry, slot)
    tile = _next_tile(position, industry)
    _check_slot(position, industry, slot)
    _check_cost(position, tile, slot)
    require_sources(command.coal, tile.coal, "BB-13.3")
    require_sources(command.iron, tile.iron, "BB-13.3")
    stock = Stock(position).without(slot)
    distances = position.network.distances(place_of(slot))
    coal = tuple(consume_coal(stock, distances, source) for source in command.coal)
    iron = tuple(consume_iron(stock, source) for source in command.iron)
    cubes = _cubes(position, industry, tile)
    moved = _moved(position, stock, industry, slot, cubes)
    emptied = cubes > 0 and len(moved) == cubes
    return [
        Built(
            seat=position.seat,
            card=command.card,
            industry=industry,
            level=tile.level,
            slot=slot,
            price=tile.money,
            coal=coal,
            iron=iron,
            cubes=cubes,
            moved=moved,
            flip=stock.flip(position.seat, industry, tile.level) if emptied else None,
            replaced=position.state.board.get(slot),
        )
    ]


# --------------------------------------------------------------------------------------------------------------------
# 11. Card
# --------------------------------------------------------------------------------------------------------------------


def _check_named(position: Position, industry: str, slot: str) -> None:
    """The industry and the slot exist."""
    if industry not in position.components.tiles:
        raise IllegalMove("BB-12.1", message("There is no industry called {industry}.", industry=industry))
    if slot in position.icons:
        return
    if place_of(slot) in position.merchant_places:
        raise IllegalMove("BB-12.14", message("Merchant locations have no slots; choose a town or a farm brewery."))
    raise IllegalMove("BB-12.8", message("There is no slot called {slot} on the board.", slot=slot))


def _check_card(position: Position, card: str, industry: str, slot: str) -> None:
    """The card allows this industry at this place (BB-11.3 to 11.7)."""
    towns = position.components.card_towns[card]
    if towns:
        _check_location_card(position, card, slot)
    elif industry not in position.components.card_industries[card]:
        raise IllegalMove(
            "BB-11.5",
            message("{card} does not show {industry}.", card=position.name(card), industry=position.name(industry)),
        )
    elif place_of(slot) not in position.own_places:
        _check_out_of_network(position, card, slot)


def _check_location_card(position: Position, card: str, slot: str) -> None:
    """A location card builds in its town only, a wild one in any town (BB-11.3, 11.4)."""
    place = place_of(slot)
    if place in position.components.card_towns[card]:
        return
    if card == WILD_LOCATION:
        raise IllegalMove("BB-4.13", message("A wild location card never stands for a farm brewery."))
    if place not in position.town_ids:
        raise IllegalMove(
            "BB-16.2", message("A farm brewery can be built only with a brewery card or a wild industry card.")
        )
    raise IllegalMove(
        "BB-11.3",
        message("The card names {town}, not {place}.", town=position.name(card), place=position.name(place)),
    )


def _check_out_of_network(position: Position, card: str, slot: str) -> None:
    """Outside the network an industry card serves an empty board player only, and on empty slots (BB-11.7)."""
    place = place_of(slot)
    if not position.nothing_on_board:
        raise IllegalMove(
            _network_rule(position, card, place),
            message(
                "{card} builds in your network only; {place} is not part of it.",
                card=position.name(card),
                place=position.name(place),
            ),
        )
    if slot in position.state.board:
        raise IllegalMove(
            "BB-14.14",
            message("With nothing on the board you cannot overbuild with an industry card; choose an empty slot."),
        )


def _network_rule(position: Position, card: str, place: str) -> str:
    if place not in position.town_ids:
        return "BB-16.3"
    return "BB-11.6" if card == WILD_INDUSTRY else "BB-11.5"


# --------------------------------------------------------------------------------------------------------------------
# 12. Tile and slot, 14. Overbuilding
# --------------------------------------------------------------------------------------------------------------------


def _next_tile(position: Position, industry: str) -> Tile:
    """The lowest tile of the industry's stack, if it may be built in this era (BB-12.1 to 12.4)."""
    level = position.next_level(industry)
    if level is None:
        raise IllegalMove(
            "BB-12.1", message("You have no {industry} tile left on your mat.", industry=position.name(industry))
        )
    tile = position.components.tile(industry, level)
    if position.state.era in tile.eras:
        return tile
    named = position.name(industry)
    if position.state.era == "canal":
        raise IllegalMove(
            "BB-12.3",
            message("{industry} level {level} cannot be built in the canal era.", industry=named, level=level),
        )
    raise IllegalMove(
        "BB-12.4",
        message(
            "{industry} level {level} cannot be built in the rail era; develop it away first.",
            industry=named,
            level=level,
        ),
    )


def _check_slot(position: Position, industry: str, slot: str) -> None:
    """The tile may lie on this slot (BB-12.6 to 12.13, BB-14)."""
    if slot in position.state.board:
        _check_overbuilding(position, industry, slot)
    else:
        _check_empty_slot(position, industry, slot)
    if position.state.era == "canal" and position.own_tile_beside(slot):
        raise IllegalMove(
            "BB-14.9" if slot in position.state.board else "BB-12.6",
            message(
                "In the canal era you may have only one tile in {place}, and you have one there.",
                place=position.name(slot),
            ),
        )


def _check_empty_slot(position: Position, industry: str, slot: str) -> None:
    """The slot shows the icon, and no empty slot of the location shows only that icon (BB-12.8 to 12.12)."""
    icons = position.icons[slot]
    if industry not in icons:
        raise IllegalMove(
            "BB-12.8",
            message(
                "This slot in {place} does not show {industry}.",
                place=position.name(slot),
                industry=position.name(industry),
            ),
        )
    if len(icons) == 1:
        return
    for other in position.slots_at(place_of(slot)):
        if position.icons[other] == (industry,) and other not in position.state.board:
            raise IllegalMove(
                "BB-12.9",
                message(
                    "{place} has an empty slot for {industry} alone; that one must be used.",
                    place=position.name(slot),
                    industry=position.name(industry),
                ),
            )


def _check_overbuilding(position: Position, industry: str, slot: str) -> None:
    """A higher tile of the same industry may replace your own, or an opponent's mine or works (BB-14)."""
    old = position.state.board[slot]
    level = position.next_level(industry)
    if old.industry != industry:
        raise IllegalMove(
            "BB-14.1",
            message("The tile there can be replaced only by {industry}.", industry=position.name(old.industry)),
        )
    if level is None or level <= old.level:
        raise IllegalMove(
            "BB-14.2",
            message("The tile there has level {level}; only a higher level may replace it.", level=old.level),
        )
    if old.owner == position.seat:
        return
    if industry not in _MINES_AND_WORKS:
        raise IllegalMove("BB-14.7", message("Of an opponent's tiles only coal mines and iron works may be replaced."))
    if _cubes_anywhere(position, industry):
        raise IllegalMove(
            "BB-14.8",
            message("An opponent's tile may be replaced only if no such cube is left on any tile or in the market."),
        )


def _cubes_anywhere(position: Position, industry: str) -> bool:
    state = position.state
    market = state.coal_market if industry == "coal_mine" else state.iron_market
    return market > 0 or any(tile.cubes for tile in state.board.values() if tile.industry == industry)


# --------------------------------------------------------------------------------------------------------------------
# 13. Cost and completion
# --------------------------------------------------------------------------------------------------------------------


def _check_cost(position: Position, tile: Tile, slot: str) -> None:
    """Coal and iron can be had and the whole can be paid (BB-13.3, 13.4).

    Which of the nearest mines or which iron works gives a cube never changes the price: the market is reached only
    when all of them are empty.
    """
    money = position.player.money
    if tile.money > money:
        raise IllegalMove(
            "BB-1.14", message("The tile costs £{price}, you have £{money}.", price=tile.money, money=money)
        )
    if not tile.coal and not tile.iron:
        return
    paid = tile.money + _cubes_price(position, tile, slot)
    if paid > money:
        raise IllegalMove(
            "BB-13.4",
            message("With the cubes from the market it costs £{price}, you have £{money}.", price=paid, money=money),
        )


def _cubes_price(position: Position, tile: Tile, slot: str) -> int:
    stock = Stock(position).without(slot)
    distances = position.network.distances(place_of(slot))
    for _ in range(tile.coal):
        sources = stock.coal_sources(distances)
        if not sources:
            raise IllegalMove(
                "BB-8.13",
                message(
                    "{place} is connected neither to a coal mine with coal nor to a merchant location.",
                    place=position.name(slot),
                ),
            )
        stock.take_coal(sources[0])
    for _ in range(tile.iron):
        stock.take_iron(stock.iron_sources()[0])
    return stock.paid


def _cubes(position: Position, industry: str, tile: Tile) -> int:
    """Cubes or barrels put on the new tile (BB-13.5, 13.6)."""
    if industry == "brewery":
        return position.components.constants.brewery_barrels[position.state.era]
    return tile.cubes


def _moved(position: Position, stock: Stock, industry: str, slot: str, cubes: int) -> tuple[int, ...]:
    """The price received for each cube that must be moved to the market at once (BB-13.7 to 13.10)."""
    if industry == "iron_works":
        return markets.sale(position.components.markets.iron, stock.iron_market, cubes)
    if industry == "coal_mine" and position.merchant_among(position.network.distances(place_of(slot))):
        return markets.sale(position.components.markets.coal, stock.coal_market, cubes)
    return ()


# --------------------------------------------------------------------------------------------------------------------
# What may be built: card, industry, slot, sources
# --------------------------------------------------------------------------------------------------------------------


def _permits(check: Callable[[], object]) -> bool:
    try:
        check()
    except IllegalMove:
        return False
    return True


@remembered
def _buildable(position: Position, industry: str, slot: str) -> bool:
    """Whether tile, slot and cost allow it; the card is another matter."""

    def check() -> None:
        tile = _next_tile(position, industry)
        _check_slot(position, industry, slot)
        _check_cost(position, tile, slot)

    return _permits(check)


def _sites(position: Position, card: str) -> Iterable[str]:
    """The slots a card may be good for."""
    if position.components.card_towns[card]:
        places: Iterable[str] = position.components.card_towns[card]
    elif position.nothing_on_board:
        return position.icons
    else:
        places = position.own_places & position.components.slots.keys()
    return (slot for slot in position.icons if place_of(slot) in places)


@remembered
def _slots(position: Position, card: str, industry: str) -> tuple[str, ...]:
    """The slots on which the card builds the industry."""
    board = position.state.board
    return tuple(
        slot
        for slot in _sites(position, card)
        if (industry == board[slot].industry if slot in board else industry in position.icons[slot])
        and _buildable(position, industry, slot)
        and _permits(partial(_check_card, position, card, industry, slot))
    )


@remembered
def _industries(position: Position, card: str) -> tuple[str, ...]:
    """The industries the card can build somewhere."""
    shown: Iterable[str] = position.components.card_industries[card] or position.components.tiles
    return tuple(industry for industry in shown if position.player.mat[industry] and _slots(position, card, industry))


@remembered
def building_cards(position: Position) -> tuple[str, ...]:
    """The cards of the hand that can build something."""
    return tuple(card for card in dict.fromkeys(position.player.hand) if _industries(position, card))


def can_build(position: Position) -> bool:
    """Whether anything can be built."""
    return any(_industries(position, card) for card in dict.fromkeys(position.player.hand))


_INDUSTRY = message("Build which industry?")
_SLOT = message("Build on which slot?")


def script_build(position: Position) -> Script:
    """Card, industry, slot, then the source of every cube."""
    card = yield offers.card(position, building_cards(position))
    industry = yield offers.industry(position, position.player.mat, _industries(position, card), _INDUSTRY)
    slot = yield offers.slot(position, _slots(position, card, industry), _SLOT)
    tile = _next_tile(position, industry)
    stock = Stock(position).without(slot)
    distances = position.network.distances(place_of(slot))
    coal: list[str] = []
    for _ in range(tile.coal):
        coal.append((yield offers.coal(position, stock, stock.coal_sources(distances))))
        stock.take_coal(coal[-1])
    iron: list[str] = []
    for _ in range(tile.iron):
        iron.append((yield offers.iron(position, stock, stock.iron_sources())))
        stock.take_iron(iron[-1])
    return Build(card=card, industry=industry, slot=slot, coal=tuple(coal), iron=tuple(iron))
