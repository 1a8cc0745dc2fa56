"""The build action of both Brass games, except for the choice of the card."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from functools import partial
from typing import Any

from domain.brass import markets
from domain.brass.consumption import Stock, consume_coal, consume_iron, require_sources
from domain.brass.engine.position import AnyPosition, Position, place_of
from domain.brass.model.commands import Build
from domain.brass.model.components import Components, Tile, TileT
from domain.brass.narration import costs, questions
from domain.game import Choose, IllegalMove, Script
from domain.game_kit.memory import remembered
from domain.message import Message, message

_MINES_AND_WORKS = ("coal_mine", "iron_works")


def built(position: AnyPosition, command: Build, tile: Tile, cubes: int, at_once: bool) -> dict[str, Any]:
    """Return the fields of the fact of a build whose card allows it. Raise IllegalMove if anything else forbids it.

    ``cubes`` are put on the tile; some of them may be moved to a market. ``at_once``: the tile flips when it is built.
    """
    industry, slot = command.industry, command.slot
    check_slot(position, industry, slot)
    check_cost(position, tile, slot)
    require_sources(command.coal, tile.coal, position.rules.build_sources)
    require_sources(command.iron, tile.iron, position.rules.build_sources)
    stock = Stock.of(position).without(slot)
    distances = position.network.distances(place_of(slot))
    coal = tuple(consume_coal(position, stock, distances, source) for source in command.coal)
    iron = tuple(consume_iron(position, stock, source) for source in command.iron)
    moved = _moved(position, stock, industry, slot, cubes)
    flips = at_once or (cubes > 0 and len(moved) == cubes)
    return {
        "seat": position.seat,
        "card": command.card,
        "industry": industry,
        "level": tile.level,
        "slot": slot,
        "price": tile.money,
        "coal": coal,
        "iron": iron,
        "cubes": cubes,
        "moved": moved,
        "flip": stock.flip(position.seat, industry, tile.level) if flips else None,
        "replaced": position.state.board.get(slot),
    }


def check_named(position: AnyPosition, industry: str, slot: str) -> None:
    """Check that the industry and the slot exist."""
    if industry not in position.components.tiles:
        raise IllegalMove(
            position.rules.industry_named,
            message("brass.unknown-industry", "{industry} isn't an industry in this game.", industry=industry),
        )
    if slot not in position.icons:
        raise IllegalMove(
            position.rules.slot_named,
            message("brass.unknown-slot", "{slot} isn't a slot on the board.", slot=slot),
        )


def wrong_town(position: AnyPosition, card: str, place: str) -> IllegalMove:
    """Return the refusal of a location card for another town."""
    return IllegalMove(
        position.rules.card_names_town,
        message(
            "brass.card-names-other-town",
            "This card lets you build in {town}, not in {place}.",
            town=position.name(card),
            place=position.name(place),
        ),
    )


# --------------------------------------------------------------------------------------------------------------------
# Tile and slot
# --------------------------------------------------------------------------------------------------------------------


def next_tile(position: Position[Any, Components[TileT, Any]], industry: str) -> TileT:
    """Return the lowest tile of the industry's stack, if it may be built in this era."""
    level = position.next_level(industry)
    if level is None:
        raise IllegalMove(
            position.rules.lowest_tile,
            message(
                "brass.no-tile-to-build",
                "You have no {industry} tile left on your mat.",
                industry=position.name(industry),
            ),
        )
    tile = position.components.tile(industry, level)
    if position.state.era not in tile.eras:
        raise position.out_of_era(industry, tile)
    return tile


def check_slot(position: AnyPosition, industry: str, slot: str) -> None:
    """Check that the tile may lie on this slot."""
    occupied = slot in position.state.board
    if occupied:
        _check_overbuilding(position, industry, slot)
    else:
        _check_empty_slot(position, industry, slot)
    if position.state.era == "canal" and position.own_tile_beside(slot):
        rules = position.rules
        raise IllegalMove(
            rules.one_tile_per_town_overbuilding if occupied else rules.one_tile_per_town,
            message(
                "brass.one-tile-per-location",
                "In the canal era, you may have only one tile in {place}, and you already have one.",
                place=position.name(slot),
            ),
        )


def _check_empty_slot(position: AnyPosition, industry: str, slot: str) -> None:
    """Check that the slot shows the icon, and that no empty slot of the location shows only that icon."""
    icons = position.icons[slot]
    if industry not in icons:
        raise IllegalMove(
            position.rules.icon_of_slot,
            message(
                "brass.slot-lacks-industry",
                "This slot in {place} doesn't show {industry}.",
                place=position.name(slot),
                industry=position.name(industry),
            ),
        )
    if len(icons) == 1:
        return
    for other in position.slots_at(place_of(slot)):
        if position.icons[other] == (industry,) and other not in position.state.board:
            raise IllegalMove(
                position.rules.icon_alone_first,
                message(
                    "brass.single-industry-slot-first",
                    "{place} has an empty slot for {industry} only. Use that slot first.",
                    place=position.name(slot),
                    industry=position.name(industry),
                ),
            )


def _check_overbuilding(position: AnyPosition, industry: str, slot: str) -> None:
    """Check that a higher tile of the same industry replaces the seat's own, or an opponent's mine or works."""
    rules, old = position.rules, position.state.board[slot]
    level = position.next_level(industry)
    if old.industry != industry:
        raise IllegalMove(
            rules.overbuild_same_industry,
            message(
                "brass.overbuild-same-industry-only",
                "You can replace that tile only with a higher-level {industry}.",
                industry=position.name(old.industry),
            ),
        )
    if level is None or level <= old.level:
        raise IllegalMove(
            rules.overbuild_higher_level,
            message(
                "brass.overbuild-needs-higher-level",
                "This tile is level {level}. You need a higher level to replace it.",
                level=old.level,
            ),
        )
    if old.owner == position.seat:
        return
    if industry not in _MINES_AND_WORKS:
        raise IllegalMove(
            rules.overbuild_mines_and_works,
            message(
                "brass.overbuild-opponent-coal-iron-only",
                "Of your opponents' tiles, you can replace only coal mines and iron works.",
            ),
        )
    if _cubes_anywhere(position, industry):
        raise IllegalMove(rules.overbuild_without_cubes, _cubes_remain(industry))


def _cubes_remain(industry: str) -> Message:
    if industry == "coal_mine":
        return message(
            "brass.overbuild-opponent-coal-remains",
            "You can't replace an opponent's coal mine while coal is left on any tile or in the market.",
        )
    return message(
        "brass.overbuild-opponent-iron-remains",
        "You can't replace an opponent's iron works while iron is left on any tile or in the market.",
    )


def _cubes_anywhere(position: AnyPosition, industry: str) -> bool:
    state = position.state
    market = state.coal_market if industry == "coal_mine" else state.iron_market
    return market > 0 or any(tile.cubes for tile in state.board.values() if tile.industry == industry)


# --------------------------------------------------------------------------------------------------------------------
# Cost and completion
# --------------------------------------------------------------------------------------------------------------------


def check_cost(position: AnyPosition, tile: Tile, slot: str) -> None:
    """Check that coal and iron are available and the total can be paid.

    The choice among the nearest mines, or among iron works, never changes the price: the market is used only
    when all of them are empty.
    """
    money = position.player.money
    if tile.money > money:
        raise IllegalMove(
            position.rules.enough_money,
            message(
                "brass.cannot-afford-tile",
                "This tile costs £{price}; you have £{money}.",
                price=tile.money,
                money=money,
            ),
        )
    if not tile.coal and not tile.iron:
        return
    paid = tile.money + _cubes_price(position, tile, slot)
    if paid > money:
        raise IllegalMove(
            position.rules.build_affordable,
            message(
                "brass.cannot-afford-tile-with-cubes",
                "With cubes from the market, this tile costs £{price}; you have £{money}.",
                price=paid,
                money=money,
            ),
        )


def _cubes_price(position: AnyPosition, tile: Tile, slot: str) -> int:
    stock = Stock.of(position).without(slot)
    distances = position.network.distances(place_of(slot))
    for _ in range(tile.coal):
        sources = stock.coal_sources(distances)
        if not sources:
            raise position.rules.coal_to_be_had.move()
        stock.take_coal(sources[0])
    for _ in range(tile.iron):
        stock.take_iron(stock.iron_sources()[0])
    return stock.paid


def _moved(position: AnyPosition, stock: Stock, industry: str, slot: str, cubes: int) -> tuple[int, ...]:
    """Return the price received for each cube that must be moved to the market at once."""
    if industry == "iron_works":
        return markets.sale(position.components.markets.iron, stock.iron_market, cubes)
    if industry == "coal_mine" and position.trades(position.network.distances(place_of(slot))):
        return markets.sale(position.components.markets.coal, stock.coal_market, cubes)
    return ()


# --------------------------------------------------------------------------------------------------------------------
# Legal builds
# --------------------------------------------------------------------------------------------------------------------


def permits(check: Callable[[], object]) -> bool:
    """Return whether a check passes."""
    try:
        check()
    except IllegalMove:
        return False
    return True


@remembered
def next_payable(position: AnyPosition, industry: str) -> Tile | None:
    """Return the next tile of the industry, if it may be built in this era and its own price can be paid."""
    try:
        tile = next_tile(position, industry)
    except IllegalMove:
        return None
    return tile if tile.money <= position.player.money else None


@remembered
def buildable(position: AnyPosition, industry: str, slot: str) -> bool:
    """Return whether tile, slot and cost allow a build with some card."""
    tile, board = next_payable(position, industry), position.state.board
    if tile is None or (slot in board and industry != board[slot].industry):
        return False

    def check() -> None:
        check_slot(position, industry, slot)
        check_cost(position, tile, slot)

    return permits(check)


CardCheck = Callable[[Any, str, str, str], None]
"""Raises IllegalMove for a card (of this position's seat) that does not allow this industry on this slot."""


def _sites(position: AnyPosition, card: str, industry: str) -> Iterable[str]:
    """Yield the slots that show the industry, except those that the card rules out."""
    towns: frozenset[str] = position.components.card_towns[card]
    showing: tuple[str, ...] = position.components.showing[industry]
    if not towns and position.nothing_on_board:
        return showing
    places = towns or position.card_places
    return (slot for slot in showing if place_of(slot) in places)


def _slots(position: AnyPosition, check: CardCheck, card: str, industry: str) -> tuple[str, ...]:
    """Return the slots on which the card builds the industry."""
    return tuple(
        slot
        for slot in _sites(position, card, industry)
        if buildable(position, industry, slot) and permits(partial(check, position, card, industry, slot))
    )


@remembered
def _sites_by_industry(position: AnyPosition, check: CardCheck, card: str) -> dict[str, tuple[str, ...]]:
    """Return the slots on which the card can build, by industry."""
    shown: Iterable[str] = position.components.card_industries[card] or position.components.tiles
    payable = (industry for industry in shown if next_payable(position, industry))
    found = {industry: _slots(position, check, card, industry) for industry in payable}
    return {industry: slots for industry, slots in found.items() if slots}


def can_build(position: AnyPosition, check: CardCheck) -> bool:
    """Return whether any card of the hand can build anything."""
    return any(_sites_by_industry(position, check, card) for card in questions.hand(position))


def script_build(position: AnyPosition, check: CardCheck) -> Script:
    """Ask for card, industry, slot, then the source of every cube."""
    cards = tuple(card for card in questions.hand(position) if _sites_by_industry(position, check, card))
    card = yield from questions.card(position, cards, once_touched=True)
    industry, slot, coal, iron = yield from ask_site(position, _sites_by_industry(position, check, card))
    return Build(card=card, industry=industry, slot=slot, coal=coal, iron=iron)


_INDUSTRY = message("brass.choose-industry", "Choose an industry to build")
_SLOT = message("brass.choose-slot", "Choose a slot to build on")

Site = tuple[str, str, tuple[str, ...], tuple[str, ...]]
"""Industry, slot, and the sources of its coal and of its iron."""


def _price(tile: Tile) -> tuple[int, int]:
    return tile.money, tile.coal + tile.iron


def ask_site(position: AnyPosition, slots: Mapping[str, tuple[str, ...]]) -> Generator[Choose, str, Site]:
    """Ask for the industry, the slot (``slots`` by industry) and the source of every cube."""

    def cost(industry: str) -> Message | None:
        return costs.of_tile(next_tile(position, industry))

    def cheapest_first() -> list[str]:
        return sorted(slots, key=lambda industry: _price(next_tile(position, industry)))

    mat = position.player.mat
    industry = yield questions.industry(position, mat, tuple(slots), _INDUSTRY, cost, cheapest_first)
    slot = yield questions.slot(position, slots[industry], _SLOT)
    tile = next_tile(position, industry)
    stock = Stock.of(position).without(slot)
    distances = position.network.distances(place_of(slot))
    coal: list[str] = []
    for _ in range(tile.coal):
        coal.append((yield questions.coal(position, stock, stock.coal_sources(distances))))
        stock.take_coal(coal[-1])
    iron: list[str] = []
    for _ in range(tile.iron):
        iron.append((yield questions.iron(position, stock, stock.iron_sources())))
        stock.take_iron(iron[-1])
    return industry, slot, tuple(coal), tuple(iron)
