"""Every legal action and the position after it, computed a second time: straight from rules.md, slowly.

It shares nothing but the component figures with the package, so it does not repeat mistakes there. A position
is the JSON form of a State. An action is a tuple that starts with its name. This module has the rules of both games.
"""

from __future__ import annotations

import marshal
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any

Position = dict[str, Any]
Outcomes = Iterator[tuple[tuple[Any, ...], Position]]


def copied(position: Position) -> Position:
    """Return a copy that can be changed separately; ``copy.deepcopy`` is several times slower."""
    twin: Position = marshal.loads(marshal.dumps(position))
    return twin


def town(site: str) -> str:
    return site.split("/")[0]


class Oracle(ABC):
    """The actions of a game with these component figures."""

    first_link_anywhere = False
    """Whether a player with nothing on the board may place a link anywhere."""
    flips_at_once: tuple[str, ...] = ()
    """The industries that flip when they are built."""

    def __init__(self, components: Any) -> None:
        self.components = components
        self.icons = {
            f"{place}/{number}": icons
            for place, slots in components.slots.items()
            for number, icons in enumerate(slots)
        }
        self.ends = {line.id: line.ends for line in components.lines}
        self.eras = {line.id: line.eras for line in components.lines}
        self.towns = {town.id for town in components.towns}
        self.levels = components.income_track.levels

    @abstractmethod
    def traders(self, position: Position) -> set[str]:
        """Return the places that open the coal market."""

    @abstractmethod
    def card_allows(self, position: Position, seat: int, card: str, industry: str, slot: str) -> bool:
        """Return whether the card builds this industry there."""

    def put_away(self, position: Position, seat: int, card: str) -> None:
        """A card of the hand is discarded."""
        position["players"][seat]["discards"].append(card)

    def cubes(self, position: Position, industry: str, level: int) -> int:
        """Return the cubes on a new tile."""
        cubes: int = self.components.tile(industry, level).cubes
        return cubes

    def level(self, space: int) -> int:
        return next(number for number, (first, last) in self.levels.items() if first <= space <= last)

    # Money, income and flipping

    def paid(self, position: Position, seat: int, pounds: int) -> bool:
        player = position["players"][seat]
        if player["money"] < pounds:
            return False
        player["money"] -= pounds
        player["spent"] += pounds
        return True

    def advance(self, position: Position, seat: int, spaces: int) -> None:
        player = position["players"][seat]
        player["income_space"] = min(99, player["income_space"] + spaces)

    def flip(self, position: Position, slot: str) -> None:
        tile = position["board"][slot]
        assert not tile["flipped"]
        tile["flipped"] = True
        self.advance(position, tile["owner"], self.components.tile(tile["industry"], tile["level"]).income_spaces)

    def take_piece(self, position: Position, slot: str) -> None:
        tile = position["board"][slot]
        tile["cubes"] -= 1
        if not tile["cubes"]:
            self.flip(position, slot)

    # Network and connections

    def own_network(self, position: Position, seat: int) -> set[str]:
        places = {town(slot) for slot, tile in position["board"].items() if tile["owner"] == seat}
        return places.union(*(self.ends[line] for line, owner in position["links"].items() if owner == seat))

    def distances(self, position: Position, places: Iterable[str]) -> dict[str, int]:
        far = dict.fromkeys(places, 0)
        before: dict[str, int] = {}
        while far != before:
            before = far.copy()
            for line in position["links"]:
                nearest = min(far.get(end, 99) for end in self.ends[line])
                if nearest < 99:
                    far |= {end: min(far.get(end, 99), nearest + 1) for end in self.ends[line]}
        return far

    def trades(self, position: Position, places: Iterable[str]) -> bool:
        return not self.traders(position).isdisjoint(self.distances(position, places))

    # Coal and iron

    def unflipped(self, position: Position, industry: str) -> list[str]:
        tiles = position["board"].items()
        return [slot for slot, tile in tiles if tile["industry"] == industry and not tile["flipped"] and tile["cubes"]]

    def coal_from(self, position: Position, places: Iterable[str]) -> list[str]:
        far = self.distances(position, places)
        mines = [slot for slot in self.unflipped(position, "coal_mine") if town(slot) in far]
        least = min((far[town(slot)] for slot in mines), default=None)
        return [slot for slot in mines if far[town(slot)] == least] or ["market"] * self.trades(position, places)

    def iron_from(self, position: Position) -> list[str]:
        return self.unflipped(position, "iron_works") or ["market"]

    def bought(self, position: Position, seat: int, kind: str) -> bool:
        market, filled = getattr(self.components.markets, kind), position[f"{kind}_market"]
        position[f"{kind}_market"] = max(0, filled - 1)
        return self.paid(position, seat, market.spaces[-filled] if filled else market.price_when_empty)

    def consumed(
        self, position: Position, seat: int, kind: str, cubes: int, sources: Callable[[Position], list[str]]
    ) -> Iterator[tuple[tuple[str, ...], Position]]:
        """Yield every way to take this many cubes, with the position after it."""
        if not cubes:
            yield (), position
            return
        for source in sources(position):
            after = copied(position)
            if source == "market":
                if not self.bought(after, seat, kind):
                    continue
            else:
                self.take_piece(after, source)
            for others, last in self.consumed(after, seat, kind, cubes - 1, sources):
                yield (source, *others), last

    # Cards

    def discarded(self, position: Position, seat: int, *cards: str, actions: int = 1) -> Position:
        after = copied(position)
        after["actions_left"] -= actions
        for card in cards:
            after["players"][seat]["hand"].remove(card)
            self.put_away(after, seat, card)
        return after

    # Build

    def slot_allows(self, position: Position, seat: int, industry: str, slot: str, number: int) -> bool:
        board = position["board"]
        here = [other for other in self.icons if town(other) == town(slot)]
        owned = [other for other in here if other != slot and other in board and board[other]["owner"] == seat]
        if position["era"] == "canal" and owned:
            return False
        if slot in board:
            return self.may_replace(position, seat, industry, board[slot], number)
        alone = [other for other in here if other not in board and self.icons[other] == (industry,)]
        return industry in self.icons[slot] and (not alone or slot in alone)

    def may_replace(self, position: Position, seat: int, industry: str, old: dict[str, Any], number: int) -> bool:
        if old["industry"] != industry or number <= old["level"]:
            return False
        if old["owner"] == seat:
            return True
        market = {"coal_mine": "coal_market", "iron_works": "iron_market"}.get(industry)
        return market is not None and not position[market] and not self.unflipped(position, industry)

    def sites(self, position: Position, seat: int) -> Iterator[tuple[str, str]]:
        """Industries and slots that tile, era and slot allow; card and cost are another matter."""
        for industry, stack in position["players"][seat]["mat"].items():
            for slot in self.icons if stack else ():
                in_era = position["era"] in self.components.tile(industry, stack[0]).eras
                if in_era and self.slot_allows(position, seat, industry, slot, stack[0]):
                    yield industry, slot

    def builds(self, position: Position, seat: int) -> Outcomes:
        for industry, slot in self.sites(position, seat):
            for card in set(position["players"][seat]["hand"]):
                if self.card_allows(position, seat, card, industry, slot):
                    after = self.discarded(position, seat, card)
                    for (coal, iron), last in self.builds_on(after, seat, industry, slot):
                        yield ("build", card, industry, slot, coal, iron), last

    def builds_on(self, after: Position, seat: int, industry: str, slot: str) -> Outcomes:
        """Yield every way to get the coal and the iron."""
        tile = self.components.tile(industry, after["players"][seat]["mat"][industry].pop(0))
        placed = {"owner": seat, "industry": industry, "level": tile.level, "cubes": 0, "flipped": False}
        after["board"][slot] = placed
        if not self.paid(after, seat, tile.money):
            return
        for coal, fed in self.consumed(after, seat, "coal", tile.coal, lambda now: self.coal_from(now, [town(slot)])):
            for iron, built in self.consumed(fed, seat, "iron", tile.iron, self.iron_from):
                yield (coal, iron), self.completed(built, seat, slot)

    def completed(self, position: Position, seat: int, slot: str) -> Position:
        """Cubes or barrels on the new tile, and cubes to the market."""
        after = copied(position)
        tile = after["board"][slot]
        industry = tile["industry"]
        tile["cubes"] = self.cubes(after, industry, tile["level"])
        sells_coal = industry == "coal_mine" and self.trades(after, [town(slot)])
        kind = "iron" if industry == "iron_works" else "coal" if sells_coal else None
        if kind:
            spaces = getattr(self.components.markets, kind).spaces
            while tile["cubes"] and after[f"{kind}_market"] < len(spaces):
                after[f"{kind}_market"] += 1
                tile["cubes"] -= 1
                after["players"][seat]["money"] += spaces[-after[f"{kind}_market"]]
            if not tile["cubes"]:
                self.flip(after, slot)
        if industry in self.flips_at_once:
            self.flip(after, slot)
        return after

    # Network

    def laid(self, position: Position, seat: int, line: str, anywhere: bool = False) -> Position | None:
        """Return the position with a link on this line, None if it may not lie there."""
        touches = anywhere or not self.own_network(position, seat).isdisjoint(self.ends[line])
        free = line not in position["links"] and position["era"] in self.eras[line]
        if not touches or not free or not position["players"][seat]["links_left"]:
            return None
        after = copied(position)
        after["links"][line] = seat
        after["players"][seat]["links_left"] -= 1
        return after

    def coal_for(self, position: Position, seat: int, line: str) -> Iterator[tuple[tuple[str, ...], Position]]:
        yield from self.consumed(position, seat, "coal", 1, lambda now: self.coal_from(now, self.ends[line]))

    def networks(self, position: Position, seat: int, card: str) -> Outcomes:
        anywhere = self.first_link_anywhere and not self.own_network(position, seat)
        paid = self.discarded(position, seat, card)
        for line in self.ends:
            after = self.laid(paid, seat, line, anywhere=anywhere)
            if after is None:
                continue
            if position["era"] == "canal":
                if self.paid(after, seat, 3):
                    yield ("network", card, (line,), (), None), after
                continue
            one, two = copied(after), copied(after)
            if self.paid(one, seat, 5):
                for coal, fed in self.coal_for(one, seat, line):
                    yield ("network", card, (line,), coal, None), fed
            if self.paid(two, seat, 15):
                for coal, fed in self.coal_for(two, seat, line):
                    yield from self.second_links(fed, seat, card, line, coal)

    def second_links(self, position: Position, seat: int, card: str, first: str, coal: tuple[str, ...]) -> Outcomes:
        for line in self.ends:
            after = self.laid(position, seat, line)
            if after is None:
                continue
            for other, fed in self.coal_for(after, seat, line):
                for beer, last in self.beer_for_link(fed, seat, line):
                    yield ("network", card, (first, line), coal + other, beer), last

    def beer_for_link(self, position: Position, seat: int, line: str) -> Iterator[tuple[str | None, Position]]:
        """Yield the beer for a second link: none, if the game has no beer."""
        yield None, position

    # Develop

    def developable(self, position: Position, seat: int) -> list[str]:
        mat = position["players"][seat]["mat"]
        return [
            industry
            for industry, stack in mat.items()
            if stack and self.components.tile(industry, stack[0]).developable
        ]

    def without_next(self, position: Position, seat: int, industry: str) -> Position:
        after = copied(position)
        del after["players"][seat]["mat"][industry][0]
        return after

    def develops(self, position: Position, seat: int, card: str) -> Outcomes:
        for industry in self.developable(position, seat):
            after = self.without_next(self.discarded(position, seat, card), seat, industry)
            for iron, once in self.consumed(after, seat, "iron", 1, self.iron_from):
                yield ("develop", card, (industry,), iron), once
                for other in self.developable(once, seat):
                    left = self.without_next(once, seat, other)
                    for more, twice in self.consumed(left, seat, "iron", 1, self.iron_from):
                        yield ("develop", card, (industry, other), iron + more), twice

    # Loans and passing

    def passes(self, position: Position, seat: int) -> Outcomes:
        for card in set(position["players"][seat]["hand"]):
            yield ("pass", card), self.discarded(position, seat, card)

    def borrows(self, position: Position, seat: int, money: int, levels: int) -> Outcomes:
        """Yield a loan with each card, named ``loan`` by its card and its money, if the level allows it."""
        player = position["players"][seat]
        lowered = self.level(player["income_space"]) - levels
        for card in set(player["hand"]) if lowered >= -10 else ():
            after = self.discarded(position, seat, card)
            after["players"][seat]["money"] += money
            after["players"][seat]["income_space"] = self.levels[lowered][1]
            yield ("loan", card, money), after
