"""The actions of Brass: Birmingham as its rules.md has them: its cards, beer, sales and scouting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

import msgspec

from domain.brass.birmingham.model.state import State
from tests.domain.brass import oracle as brass
from tests.domain.brass.birmingham.builder import components
from tests.domain.brass.oracle import Outcomes, Position, copied, town

MERCHANTS = {merchant.id: merchant for merchant in components.merchants}
SHOWN = {card.id: card.industries for card in components.cards} | {"wild_industry": tuple(components.tiles)}
WORKS = ("cotton_mill", "manufacturer", "pottery")


def plain(state: State) -> Position:
    """Return the position as plain data, nothing left out."""
    position: Position = msgspec.to_builtins(state)
    for tile in position["board"].values():
        tile.setdefault("cubes", 0)
        tile.setdefault("flipped", False)
    for merchant in position["merchants"].values():
        merchant.setdefault("barrel", False)
    return position


class Oracle(brass.Oracle):
    """The actions of Brass: Birmingham."""

    first_link_anywhere = True

    def traders(self, position: Position) -> set[str]:
        return set(MERCHANTS)

    def cubes(self, position: Position, industry: str, level: int) -> int:
        barrels = {"canal": 1, "rail": 2}[position["era"]]
        return barrels if industry == "brewery" else super().cubes(position, industry, level)

    # 4, 11. Cards

    def put_away(self, position: Position, seat: int, card: str) -> None:
        if card in ("wild_location", "wild_industry"):
            position[card] += 1
        else:
            super().put_away(position, seat, card)

    def card_allows(self, position: Position, seat: int, card: str, industry: str, slot: str) -> bool:
        place, network = town(slot), self.own_network(position, seat)
        if card == "wild_location":
            return place in self.towns
        if card in self.towns:
            return place == card
        if industry not in SHOWN[card]:
            return False
        return place in network if network else slot not in position["board"]

    # 10, 17. Beer

    def beer_from(self, position: Position, seat: int, places: Iterable[str], space: str | None = None) -> list[str]:
        far = self.distances(position, places)
        breweries = self.unflipped(position, "brewery")
        sources = [slot for slot in breweries if position["board"][slot]["owner"] == seat or town(slot) in far]
        return [*sources, space] if space and position["merchants"][space]["barrel"] else sources

    def beer_for_link(self, position: Position, seat: int, line: str) -> Iterator[tuple[str | None, Position]]:
        for beer in self.beer_from(position, seat, self.ends[line]):
            last = copied(position)
            self.take_piece(last, beer)
            yield beer, last

    # 19, 20. Sell

    def sells(self, position: Position, seat: int, card: str, most: int) -> Outcomes:
        """Yield sales of up to this number of tiles."""
        found = [((), self.discarded(position, seat, card))]
        for _ in range(most):
            found = [((*sales, sale), last) for sales, after in found for sale, last in self.one_sale(after, seat)]
            for sales, after in found:
                yield ("sell", card, sales), after

    def one_sale(self, position: Position, seat: int) -> Outcomes:
        for slot, tile in position["board"].items():
            if tile["owner"] != seat or tile["flipped"] or tile["industry"] not in WORKS:
                continue
            barrels = components.tile(tile["industry"], tile["level"]).beer_to_sell
            for space, merchant in position["merchants"].items():
                buys = tile["industry"] in components.merchant_tile[merchant["tile"]].accepts
                if buys and town(space) in self.distances(position, [town(slot)]):
                    for beer, drunk in self.drinks(position, seat, slot, space, barrels):
                        for bonus, after in self.bonuses(drunk, seat, space if space in beer else None):
                            self.flip(after, slot)
                            yield (slot, space, beer, bonus), after

    def drinks(self, position: Position, seat: int, slot: str, space: str, barrels: int) -> Outcomes:
        if not barrels:
            yield (), position
            return
        for source in self.beer_from(position, seat, [town(slot)], space):
            after = copied(position)
            if source == space:
                after["merchants"][space]["barrel"] = False
            else:
                self.take_piece(after, source)
            for others, last in self.drinks(after, seat, slot, space, barrels - 1):
                yield (source, *others), last

    def bonuses(self, position: Position, seat: int, space: str | None) -> Iterator[tuple[str | None, Position]]:
        after = copied(position)
        bonus = MERCHANTS[town(space)].bonus if space else None
        if bonus and bonus.kind == "develop" and self.developable(after, seat):
            industries = self.developable(after, seat)
            yield from ((industry, self.without_next(after, seat, industry)) for industry in industries)
            return
        if bonus and bonus.kind == "income_spaces":
            self.advance(after, seat, bonus.amount)
        elif bonus and bonus.kind in ("vp", "money"):
            after["players"][seat]["points" if bonus.kind == "vp" else "money"] += bonus.amount
        yield None, after

    # 22. Scout

    def scouts(self, position: Position, seat: int) -> Outcomes:
        hand = position["players"][seat]["hand"]
        if "wild_location" in hand or "wild_industry" in hand:
            return
        for cards in set(permutations(hand, 3)):
            after = self.discarded(position, seat, *cards)
            after["players"][seat]["hand"] += ["wild_location", "wild_industry"]
            after["wild_location"] -= 1
            after["wild_industry"] -= 1
            yield ("scout", cards), after

    def outcomes(self, position: Position, seat: int, card: str, most_sales: int) -> Outcomes:
        """Yield all actions; for those with which any card may be discarded, those with this card."""
        yield from self.builds(position, seat)
        yield from self.networks(position, seat, card)
        yield from self.develops(position, seat, card)
        yield from self.sells(position, seat, card, most_sales)
        yield from self.borrows(position, seat, 30, 3)
        yield from self.passes(position, seat)
        yield from self.scouts(position, seat)


ORACLE = Oracle(components)
