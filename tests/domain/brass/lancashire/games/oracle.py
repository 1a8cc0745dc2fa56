"""The actions of Brass: Lancashire as its rules.md has them: its cards, sales, loans and the double-action build."""

from __future__ import annotations

from itertools import permutations

import msgspec

from domain.brass.lancashire.model.state import State
from tests.domain.brass import oracle as brass
from tests.domain.brass.lancashire.builder import components
from tests.domain.brass.oracle import Outcomes, Position, copied, town

MARKETS = {"scotland", "yorkshire", "the_midlands"}
SHOWN = {card.id: card.industry for card in components.cards}
X_SPACE = 8
INCOME_OF_ROW = {0: 3, 1: 3, 2: 2, 3: 2, 4: 1, 5: 1, 6: 0, 7: 0}


def plain(state: State) -> Position:
    """Return the position as plain data, nothing left out."""
    position: Position = msgspec.to_builtins(state)
    for tile in position["board"].values():
        tile.setdefault("cubes", 0)
        tile.setdefault("flipped", False)
    return position


class Oracle(brass.Oracle):
    """The actions of Brass: Lancashire."""

    flips_at_once = ("shipyard",)

    def traders(self, position: Position) -> set[str]:
        return MARKETS.union(town(slot) for slot, tile in position["board"].items() if tile["industry"] == "port")

    # 8. Cards

    def card_allows(self, position: Position, seat: int, card: str, industry: str, slot: str) -> bool:
        if card in self.towns:
            return town(slot) == card
        network = self.own_network(position, seat)
        if not network:
            return industry == SHOWN[card]
        if position["options"]["virtual_link"] and network & {"liverpool", "birkenhead"}:
            network |= {"liverpool", "birkenhead"}
        return industry == SHOWN[card] and town(slot) in network

    def double_builds(self, position: Position, seat: int) -> Outcomes:
        if position["actions_left"] < 2:
            return
        for cards in set(permutations(position["players"][seat]["hand"], 2)):
            for industry, slot in self.sites(position, seat):
                after = self.discarded(position, seat, *cards, actions=2)
                for (coal, iron), last in self.builds_on(after, seat, industry, slot):
                    yield ("double_build", cards, industry, slot, coal, iron), last

    # 12. Sell

    def sales(self, position: Position, seat: int) -> Outcomes:
        """Yield the sale of each mill through each port and to the distant market."""
        for slot, tile in position["board"].items():
            if tile["owner"] == seat and tile["industry"] == "cotton_mill" and not tile["flipped"]:
                for port, other in position["board"].items():
                    reached = town(port) in self.distances(position, [town(slot)])
                    if other["industry"] == "port" and not other["flipped"] and reached:
                        after = copied(position)
                        self.flip(after, port)
                        self.flip(after, slot)
                        yield (slot, port), after
                if position["market_space"] < X_SPACE and self.trades(position, [town(slot)]):
                    yield (slot, "distant_market"), self.to_distant_market(position, seat, slot)

    def to_distant_market(self, position: Position, seat: int, slot: str) -> Position:
        after = copied(position)
        tile = after["market_tiles"].pop(0)
        after["market_turned"].append(tile)
        after["market_space"] = min(X_SPACE, after["market_space"] + int(tile))
        if after["market_space"] < X_SPACE:
            self.advance(after, seat, INCOME_OF_ROW[after["market_space"]])
            self.flip(after, slot)
        return after

    def sells(self, position: Position, seat: int, *named: str) -> Outcomes:
        """Yield sales; the action continues unless the market reached its X or nothing more can be sold."""
        for sale, after in self.sales(position, seat):
            closed = sale[1] == "distant_market" and after["market_space"] == X_SPACE
            after["selling"] = not closed and any(True for _ in self.sales(after, seat))
            yield (*named, *sale), after

    # 13. Loans

    def loans(self, position: Position, seat: int) -> Outcomes:
        if position["era"] == "rail" and not position["deck"]:
            return
        for levels in (1, 2, 3):
            yield from self.borrows(position, seat, 10 * levels, levels)

    def outcomes(self, position: Position, seat: int, card: str) -> Outcomes:
        """Yield all actions; for those with which any card may be discarded, those with this card."""
        if position["selling"]:
            yield from self.sells(position, seat, "sell_on")
            yield ("stop_selling",), position | {"selling": False}
            return
        yield from self.builds(position, seat)
        yield from self.double_builds(position, seat)
        yield from self.networks(position, seat, card)
        yield from self.develops(position, seat, card)
        yield from self.sells(self.discarded(position, seat, card), seat, "sell", card)
        yield from self.loans(position, seat)
        yield from self.passes(position, seat)


ORACLE = Oracle(components)
