"""Positions for stories about automas: two cards are laid out, and determine a turn.

Every turn must be the one that the rules make automatically, and its facts those of the recovered command.
"""

from __future__ import annotations

from typing import Any, Self

import msgspec

from domain.barrage import EDITION, ruleset
from domain.barrage.automa.deck import CARDS
from domain.barrage.engine.parts import Ending
from domain.barrage.leeghwater.setup import BUILDINGS, WORKS
from domain.barrage.model.commands import Pass, UseSpace
from domain.barrage.model.levels import Level
from domain.barrage.model.pending import Pending
from domain.barrage.model.stages import FINISH
from domain.barrage.model.state import PATENTS
from tests.domain.barrage import builder
from tests.domain.barrage.builder import components
from tests.domain.barrage.leeghwater.builder import ROWS
from tests.domain.barrage.playing import EVERYTHING

__all__ = ["Game", "changes", "components"]

COLOURS = {
    "green": ("green-10", "green-13"),
    "yellow": ("yellow-01", "yellow-11"),
    "red": ("red-01", "red-12"),
}
"""Contracts on offer, of each colour the cheaper one at the left: for 3 and 4, 5 and 7, 8 and 10."""
COMPANIES = ("usa", "germany", "italy", "france")


class Game(builder.Game):
    """An expert game in its first round; the automas have the last seats, and own the pieces unless stated otherwise.

    The (first) automa is the USA, and has 50 points, all basic tiles and plenty of machinery; players have plenty, too.
    The map holds neither dams nor drops, and no national contract is on offer.
    """

    def __init__(self, seats: int = 2, *levels: Level, expansion: bool = False, **options: Any) -> None:
        levels = levels or ("normal",)
        self.seat = seats - len(levels)
        modules = EVERYTHING if expansion else {}
        super().__init__(seats, **({"rules": "expert", "automas": levels} | modules | options))
        if expansion:
            self.state.displays[BUILDINGS] = list(ROWS)
            self.works()
        self.row(**COLOURS).national()

    def _apply(self, facts: list[Any]) -> None:
        super()._apply(facts)
        while self.state.phase == "draft" and (by_rules := ruleset.by_rules(self.state)):
            super()._apply(self._decide(by_rules[1], by_rules[0]))

    def _level(self, seats: int) -> None:
        super()._level(seats)
        people = range(self.seat)
        self.state.turn_order = [*range(self.seat, seats), *people]
        for number, seat in enumerate(self.state.turn_order):
            company = self.company(seat)
            company.company = COMPANIES[number]
            company.tiles = [tile for tile in company.tiles if tile.startswith("basic")]
            if seat not in people:
                company.officer, company.credits, company.vp = "", 0, 50
        self.to_move(self.seat)

    def to_move(self, seat: int) -> None:
        """It is the turn of a seat."""
        self.state.pending[-1] = msgspec.structs.replace(self.state.pending[-1], seat=seat)

    # The position

    def company(self, seat: int | None = None) -> Any:
        return self.state.companies[self.seat if seat is None else seat]

    def named(self, company: str, officer: str = "", seat: int | None = None) -> Self:
        return super().named(company, officer, self._or_own(seat))

    def has(self, seat: int | None = None, **resources: int) -> Self:
        return super().has(self._or_own(seat), **resources)

    def tiles(self, *tiles: str, seat: int | None = None) -> Self:
        return super().tiles(*tiles, seat=self._or_own(seat))

    def wheel(
        self, segment: int, tile: str = "", excavators: int = 0, mixers: int = 0, seat: int | None = None
    ) -> Self:
        return super().wheel(segment, tile, excavators, mixers, self._or_own(seat))

    def dam(self, site: str, level: int = 1, drops: int = 0, owner: int | None = None) -> Self:
        return super().dam(site, level, drops, self._or_own(owner))

    def conduit(self, *sites: str, owner: int | None = None) -> Self:
        return super().conduit(*sites, owner=self._or_own(owner))

    def powerhouse(self, *sites: str, owner: int | None = None) -> Self:
        return super().powerhouse(*sites, owner=self._or_own(owner))

    def building(self, *sites: str, owner: int | None = None) -> Self:
        return self._built("building", components.leeghwater.building_site, sites, self._or_own(owner))

    def used(self, space: str, seat: int = 0, engineers: int = 1) -> Self:
        return super().used(space, seat, engineers)

    def _or_own(self, seat: int | None) -> int:
        return self.seat if seat is None else seat

    def row(self, **contracts: tuple[str, ...]) -> Self:
        """Return the contracts on offer by colour, from the left."""
        for colour, shown in contracts.items():
            self.state.displays[colour] = [*shown, "", ""][:2]
            known = {contract.id for contract in components.private_contracts[colour]}
            self.state.piles[colour] = sorted(known.difference(shown))
            self.state.discards[colour] = []
        return self

    def national(self, *contracts: str) -> Self:
        self.state.displays["national"] = list(contracts)
        return self

    def patents(self, *tiles: str) -> Self:
        """Return the advanced tiles in the patent office."""
        self.state.displays[PATENTS] = [*tiles, "", "", ""][:3]
        return self

    def works(self, *works: str) -> Self:
        """Return the external works on offer, from the top."""
        self.state.displays[WORKS] = [*works, "", "", ""][:3]
        return self

    def round(self, number: int) -> Self:
        """Return the round; the last one is followed by the final scoring."""
        self.state.round = number
        if number == components.constants.rounds:
            endings = [each.name for each in EDITION.all(Ending).values() if each.part_of(self.state)]
            self.state.pending[:1] = [Pending(kind=kind) for kind in (FINISH, *reversed(endings))]
        return self

    # The deck

    def cards(self, actions: str, criteria: str = "1-1A-5") -> Self:
        """Return the two cards of the next turn, and one more below them."""
        return self.pile(criteria, actions, "7-7B-11")

    def pile(self, *cards: str) -> Self:
        """Return the whole pile, the top card first."""
        self.state.piles[CARDS], self.state.discards[CARDS] = list(cards), []
        return self

    @property
    def unturned(self) -> list[str]:
        """Return the cards that show their actions."""
        return list(self.state.piles[CARDS])

    def lay_beside(self, card: str) -> Self:
        """Return the card that was turned over last."""
        self.state.discards[CARDS] = [card] if card else []
        return self

    @property
    def beside(self) -> str:
        """Return the card beside the pile."""
        return self.state.discards[CARDS][-1]

    # Playing

    def turn(self, seat: int | None = None) -> list[Any]:
        """One turn of an automa, by the rules; the facts of it."""
        seat = self._or_own(seat)
        self.to_move(seat)
        return self.by_rules(seat)

    def by_rules(self, seat: int) -> list[Any]:
        """Return the automatic step, which must be for this seat."""
        acting, command = ruleset.by_rules(self.copy()) or (None, None)
        assert acting == seat
        facts = self._decide(command, seat)
        assert ruleset.recover(facts[0]) == command
        self._apply(facts)
        return facts

    def rest(self) -> list[Any]:
        """No engineers are left and all seats pass; the facts until the next decision, in the next round."""
        for company in self.state.companies:
            company.engineers = 0
        happened, round_ = [], self.state.round
        while self.state.round == round_ and not self.state.finished:
            following = ruleset.by_rules(self.copy())
            happened += (
                self.by_rules(following[0]) if following else self.play(ruleset.confirmation(self.state) or Pass())
            )
        return happened

    @property
    def crews(self) -> dict[str, int]:
        """Return the engineers of the (first) automa by space."""
        spaces = self.state.spaces.items()
        own = {space: [crew.engineers for crew in crews if crew.seat == self.seat] for space, crews in spaces}
        return {space: sum(engineers) for space, engineers in own.items() if engineers}

    def can_use(self, space: str, seat: int = 0) -> bool:
        """Return whether a human could use a space if it were that seat's turn."""
        at = self.copy()
        at.pending[-1] = msgspec.structs.replace(at.pending[-1], seat=seat)
        try:
            ruleset.decide(at, seat, UseSpace(space=space))
        except builder.IllegalMove:
            return False
        return True


def changes(facts: list[Any], kind: type) -> list[Any]:
    """Return the changes of a kind that these facts made."""
    return [change for fact in facts for change in fact.changes if isinstance(change, kind)]
