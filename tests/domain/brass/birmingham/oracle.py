"""Every legal action and the position after it, worked out a second time: straight from rules.md, slowly.

Nothing but the component figures is shared with the package, so that a mistake there is not repeated here. A position
is the JSON shape of a State. An action is a tuple that begins with its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from itertools import permutations
from typing import Any

import msgspec

from domain.brass.birmingham.state import State
from tests.domain.brass.birmingham.builder import components

Position = dict[str, Any]
Outcomes = Iterator[tuple[tuple[Any, ...], Position]]

ICONS = {f"{place}/{number}": icons for place, slots in components.slots.items() for number, icons in enumerate(slots)}
ENDS = {line.id: line.ends for line in components.lines}
ERAS = {line.id: line.eras for line in components.lines}
TOWNS = {town.id for town in components.towns}
MERCHANTS = {merchant.id: merchant for merchant in components.merchants}
SHOWN = {card.id: card.industries for card in components.cards} | {"wild_industry": tuple(components.tiles)}
LEVELS = components.income_track.levels
WORKS = ("cotton_mill", "manufacturer", "pottery")


def plain(state: State) -> Position:
    """The position as plain data, nothing left out."""
    position: Position = msgspec.to_builtins(state)
    for tile in position["board"].values():
        tile.setdefault("cubes", 0)
        tile.setdefault("flipped", False)
    for merchant in position["merchants"].values():
        merchant.setdefault("barrel", False)
    return position


def town(site: str) -> str:
    return site.split("/")[0]


def level(space: int) -> int:
    return next(number for number, (first, last) in LEVELS.items() if first <= space <= last)


# 5, 6. Money, income and flipping


def paid(position: Position, seat: int, pounds: int) -> bool:
    player = position["players"][seat]
    if player["money"] < pounds:
        return False
    player["money"] -= pounds
    player["spent"] += pounds
    return True


def advance(position: Position, seat: int, spaces: int) -> None:
    player = position["players"][seat]
    player["income_space"] = min(99, player["income_space"] + spaces)


def flip(position: Position, slot: str) -> None:
    tile = position["board"][slot]
    assert not tile["flipped"]
    tile["flipped"] = True
    advance(position, tile["owner"], components.tile(tile["industry"], tile["level"]).income_spaces)


def take_piece(position: Position, slot: str) -> None:
    tile = position["board"][slot]
    tile["cubes"] -= 1
    if not tile["cubes"]:
        flip(position, slot)


# 7. Network and connections


def own_network(position: Position, seat: int) -> set[str]:
    places = {town(slot) for slot, tile in position["board"].items() if tile["owner"] == seat}
    return places.union(*(ENDS[line] for line, owner in position["links"].items() if owner == seat))


def distances(position: Position, places: Iterable[str]) -> dict[str, int]:
    far = dict.fromkeys(places, 0)
    for _ in position["links"]:
        for line in position["links"]:
            nearest = min(far.get(end, 99) for end in ENDS[line])
            if nearest < 99:
                far |= {end: min(far.get(end, 99), nearest + 1) for end in ENDS[line]}
    return far


# 8, 9, 10. Coal, iron and beer


def unflipped(position: Position, industry: str) -> list[str]:
    tiles = position["board"].items()
    return [slot for slot, tile in tiles if tile["industry"] == industry and not tile["flipped"] and tile["cubes"]]


def coal_from(position: Position, places: Iterable[str]) -> list[str]:
    far = distances(position, places)
    mines = [slot for slot in unflipped(position, "coal_mine") if town(slot) in far]
    least = min((far[town(slot)] for slot in mines), default=None)
    return [slot for slot in mines if far[town(slot)] == least] or ["market"] * any(place in far for place in MERCHANTS)


def iron_from(position: Position) -> list[str]:
    return unflipped(position, "iron_works") or ["market"]


def beer_from(position: Position, seat: int, places: Iterable[str], space: str | None = None) -> list[str]:
    far = distances(position, places)
    breweries = unflipped(position, "brewery")
    sources = [slot for slot in breweries if position["board"][slot]["owner"] == seat or town(slot) in far]
    return [*sources, space] if space and position["merchants"][space]["barrel"] else sources


def bought(position: Position, seat: int, kind: str) -> bool:
    market, filled = getattr(components.markets, kind), position[f"{kind}_market"]
    position[f"{kind}_market"] = max(0, filled - 1)
    return paid(position, seat, market.spaces[-filled] if filled else market.price_when_empty)


def consumed(
    position: Position, seat: int, kind: str, cubes: int, sources: Callable[[Position], list[str]]
) -> Iterator[tuple[tuple[str, ...], Position]]:
    """Every way to take this many cubes, with the position after it."""
    if not cubes:
        yield (), position
        return
    for source in sources(position):
        after = deepcopy(position)
        if source == "market":
            if not bought(after, seat, kind):
                continue
        else:
            take_piece(after, source)
        for others, last in consumed(after, seat, kind, cubes - 1, sources):
            yield (source, *others), last


# 4. Cards


def discarded(position: Position, seat: int, *cards: str) -> Position:
    after = deepcopy(position)
    after["actions_left"] -= 1
    player = after["players"][seat]
    for card in cards:
        player["hand"].remove(card)
        if card in ("wild_location", "wild_industry"):
            after[card] += 1
        else:
            player["discards"].append(card)
    return after


# 11 to 16. Build


def card_allows(position: Position, seat: int, card: str, industry: str, slot: str) -> bool:
    place, network = town(slot), own_network(position, seat)
    if card == "wild_location":
        return place in TOWNS
    if card in TOWNS:
        return place == card
    if industry not in SHOWN[card]:
        return False
    return place in network if network else slot not in position["board"]


def slot_allows(position: Position, seat: int, industry: str, slot: str, number: int) -> bool:
    board = position["board"]
    here = [other for other in ICONS if town(other) == town(slot)]
    owned = [other for other in here if other != slot and other in board and board[other]["owner"] == seat]
    if position["era"] == "canal" and owned:
        return False
    if slot in board:
        return may_replace(position, seat, industry, board[slot], number)
    alone = [other for other in here if other not in board and ICONS[other] == (industry,)]
    return industry in ICONS[slot] and (not alone or slot in alone)


def may_replace(position: Position, seat: int, industry: str, old: dict[str, Any], number: int) -> bool:
    if old["industry"] != industry or number <= old["level"]:
        return False
    if old["owner"] == seat:
        return True
    market = {"coal_mine": "coal_market", "iron_works": "iron_market"}.get(industry)
    return market is not None and not position[market] and not unflipped(position, industry)


def builds(position: Position, seat: int) -> Outcomes:
    player = position["players"][seat]
    for card in set(player["hand"]):
        for industry, stack in player["mat"].items():
            for slot in ICONS if stack else ():
                if (
                    position["era"] in components.tile(industry, stack[0]).eras
                    and card_allows(position, seat, card, industry, slot)
                    and slot_allows(position, seat, industry, slot, stack[0])
                ):
                    yield from builds_on(discarded(position, seat, card), seat, card, industry, slot)


def builds_on(after: Position, seat: int, card: str, industry: str, slot: str) -> Outcomes:
    tile = components.tile(industry, after["players"][seat]["mat"][industry].pop(0))
    placed = {"owner": seat, "industry": industry, "level": tile.level, "cubes": 0, "flipped": False}
    after["board"][slot] = placed
    if not paid(after, seat, tile.money):
        return
    for coal, fed in consumed(after, seat, "coal", tile.coal, lambda now: coal_from(now, [town(slot)])):
        for iron, built in consumed(fed, seat, "iron", tile.iron, iron_from):
            yield ("build", card, industry, slot, coal, iron), completed(built, seat, slot)


def completed(position: Position, seat: int, slot: str) -> Position:
    """Cubes or barrels on the new tile, and cubes to the market."""
    after = deepcopy(position)
    tile = after["board"][slot]
    industry = tile["industry"]
    barrels = {"canal": 1, "rail": 2}[after["era"]]
    tile["cubes"] = barrels if industry == "brewery" else components.tile(industry, tile["level"]).cubes
    sells_coal = industry == "coal_mine" and any(place in distances(after, [town(slot)]) for place in MERCHANTS)
    kind = "iron" if industry == "iron_works" else "coal" if sells_coal else None
    if kind:
        spaces = getattr(components.markets, kind).spaces
        while tile["cubes"] and after[f"{kind}_market"] < len(spaces):
            after[f"{kind}_market"] += 1
            tile["cubes"] -= 1
            after["players"][seat]["money"] += spaces[-after[f"{kind}_market"]]
        if not tile["cubes"]:
            flip(after, slot)
    return after


# 17. Network


def laid(position: Position, seat: int, line: str, anywhere: bool = False) -> Position | None:
    """The position with a link on this line, None if it may not lie there."""
    touches = anywhere or not own_network(position, seat).isdisjoint(ENDS[line])
    free = line not in position["links"] and position["era"] in ERAS[line]
    if not touches or not free or not position["players"][seat]["links_left"]:
        return None
    after = deepcopy(position)
    after["links"][line] = seat
    after["players"][seat]["links_left"] -= 1
    return after


def networks(position: Position, seat: int, card: str) -> Outcomes:
    for line in ENDS:
        after = laid(discarded(position, seat, card), seat, line, anywhere=not own_network(position, seat))
        if after is None:
            continue
        if position["era"] == "canal":
            if paid(after, seat, 3):
                yield ("network", card, (line,), (), None), after
            continue
        one, two = deepcopy(after), deepcopy(after)
        if paid(one, seat, 5):
            for coal, fed in consumed(one, seat, "coal", 1, lambda now, line=line: coal_from(now, ENDS[line])):
                yield ("network", card, (line,), coal, None), fed
        if paid(two, seat, 15):
            for coal, fed in consumed(two, seat, "coal", 1, lambda now, line=line: coal_from(now, ENDS[line])):
                yield from second_links(fed, seat, card, line, coal)


def second_links(position: Position, seat: int, card: str, first: str, coal: tuple[str, ...]) -> Outcomes:
    for line in ENDS:
        after = laid(position, seat, line)
        if after is None:
            continue
        for other, fed in consumed(after, seat, "coal", 1, lambda now, line=line: coal_from(now, ENDS[line])):
            for beer in beer_from(fed, seat, ENDS[line]):
                last = deepcopy(fed)
                take_piece(last, beer)
                yield ("network", card, (first, line), coal + other, beer), last


# 18. Develop


def developable(position: Position, seat: int) -> list[str]:
    mat = position["players"][seat]["mat"]
    return [industry for industry, stack in mat.items() if stack and components.tile(industry, stack[0]).developable]


def without_next(position: Position, seat: int, industry: str) -> Position:
    after = deepcopy(position)
    del after["players"][seat]["mat"][industry][0]
    return after


def develops(position: Position, seat: int, card: str) -> Outcomes:
    for industry in developable(position, seat):
        after = without_next(discarded(position, seat, card), seat, industry)
        for iron, once in consumed(after, seat, "iron", 1, iron_from):
            yield ("develop", card, (industry,), iron), once
            for other in developable(once, seat):
                for more, twice in consumed(without_next(once, seat, other), seat, "iron", 1, iron_from):
                    yield ("develop", card, (industry, other), iron + more), twice


# 19, 20. Sell


def sells(position: Position, seat: int, card: str, most: int) -> Outcomes:
    """Sales of up to so many tiles."""
    found = [((), discarded(position, seat, card))]
    for _ in range(most):
        found = [((*sales, sale), last) for sales, after in found for sale, last in one_sale(after, seat)]
        for sales, after in found:
            yield ("sell", card, sales), after


def one_sale(position: Position, seat: int) -> Outcomes:
    for slot, tile in position["board"].items():
        if tile["owner"] != seat or tile["flipped"] or tile["industry"] not in WORKS:
            continue
        barrels = components.tile(tile["industry"], tile["level"]).beer_to_sell
        for space, merchant in position["merchants"].items():
            buys = tile["industry"] in components.merchant_tile[merchant["tile"]].accepts
            if buys and town(space) in distances(position, [town(slot)]):
                for beer, drunk in drinks(position, seat, slot, space, barrels):
                    for bonus, after in bonuses(drunk, seat, space if space in beer else None):
                        flip(after, slot)
                        yield (slot, space, beer, bonus), after


def drinks(position: Position, seat: int, slot: str, space: str, barrels: int) -> Outcomes:
    if not barrels:
        yield (), position
        return
    for source in beer_from(position, seat, [town(slot)], space):
        after = deepcopy(position)
        if source == space:
            after["merchants"][space]["barrel"] = False
        else:
            take_piece(after, source)
        for others, last in drinks(after, seat, slot, space, barrels - 1):
            yield (source, *others), last


def bonuses(position: Position, seat: int, space: str | None) -> Iterator[tuple[str | None, Position]]:
    after = deepcopy(position)
    bonus = MERCHANTS[town(space)].bonus if space else None
    if bonus and bonus.kind == "develop" and developable(after, seat):
        yield from ((industry, without_next(after, seat, industry)) for industry in developable(after, seat))
        return
    if bonus and bonus.kind == "income_spaces":
        advance(after, seat, bonus.amount)
    elif bonus and bonus.kind in ("vp", "money"):
        after["players"][seat]["points" if bonus.kind == "vp" else "money"] += bonus.amount
    yield None, after


# 21, 22, 23. Loan, scout, pass


def loans_scouts_and_passes(position: Position, seat: int) -> Outcomes:
    player = position["players"][seat]
    hand, income = player["hand"], level(player["income_space"])
    for card in set(hand):
        yield ("pass", card), discarded(position, seat, card)
        if income - 3 >= -10:
            after = discarded(position, seat, card)
            after["players"][seat]["money"] += 30
            after["players"][seat]["income_space"] = LEVELS[income - 3][1]
            yield ("loan", card), after
    if "wild_location" not in hand and "wild_industry" not in hand:
        for cards in set(permutations(hand, 3)):
            after = discarded(position, seat, *cards)
            after["players"][seat]["hand"] += ["wild_location", "wild_industry"]
            after["wild_location"] -= 1
            after["wild_industry"] -= 1
            yield ("scout", cards), after


def outcomes(position: Position, seat: int, card: str, most_sales: int) -> Outcomes:
    """All actions; for those with which any card may be discarded, those with this card."""
    yield from builds(position, seat)
    yield from networks(position, seat, card)
    yield from develops(position, seat, card)
    yield from sells(position, seat, card, most_sales)
    yield from loans_scouts_and_passes(position, seat)
