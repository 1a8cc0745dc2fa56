"""Positions for stories: a game in its first round, changed piece by piece, and then played with commands.

Every played command must have been on offer and be recoverable from its fact; every refused command must
not have been on offer and must leave the position unchanged. So each story also tests these properties.
"""

from __future__ import annotations

from typing import Any, Self

import msgspec
import pytest

from domain.barrage import ruleset
from domain.barrage.model.changes import Segment
from domain.barrage.model.commands import EndTurn, UseSpace
from domain.barrage.model.figures import figures
from domain.barrage.model.state import NEUTRAL, Crew, Dam, State
from domain.game import Command, Fact, IllegalMove, legal_commands
from tests.domain.barrage.playing import set_up

components = figures.of(figures.current())


class Game:
    """Seat 0 has its turn in the first round; the map holds neither dams nor drops, and all seats have plenty.

    By seat the companies are USA, Germany, Italy and France, with officers whose powers change nothing here.
    """

    def __init__(self, seats: int = 2, seed: int = 1, **options: Any) -> None:
        self.state: State = ruleset.initial(set_up(seats, seed, **({"rules": "beginner"} | options)))
        self.facts: list[Fact] = []
        while self.state.phase == "draft":
            self._apply(self._decide(next(iter(self.offered(self.acting))), self.acting))
        while self.state.pending[-1].kind != "turn":
            self._apply(self._decide(next(iter(self.offered(self.acting))), self.acting))
        self._level(seats)

    def _level(self, seats: int) -> None:
        state = self.state
        state.turn_order = list(range(seats))
        state.pending[-1] = msgspec.structs.replace(state.pending[-1], seat=0)
        state.dams.clear()
        state.headstreams.update(dict.fromkeys(state.headstreams, 0))
        names = ("usa", "germany", "italy", "france")
        for seat, company in enumerate(state.companies):
            company.company, company.officer = names[seat], "graziano_del_monte"
            company.credits = company.excavators = company.mixers = 40
            company.contracts = []
            company.tiles = [tile for tile in company.tiles if not tile.startswith("special")]
        self.facts = []

    # The position

    def company(self, seat: int = 0) -> Any:
        return self.state.companies[seat]

    def named(self, company: str, officer: str = "graziano_del_monte", seat: int = 0) -> Self:
        """Return the seat's company and officer."""
        self.company(seat).company, self.company(seat).officer = company, officer
        return self

    def has(self, seat: int = 0, **resources: int) -> Self:
        """Credits, excavators, mixers, engineers, vp or energy of a seat."""
        for name, number in resources.items():
            setattr(self.company(seat), name, number)
        return self

    def tiles(self, *tiles: str, seat: int = 0) -> Self:
        """Only these technology tiles in the personal supply."""
        self.company(seat).tiles = list(tiles)
        return self

    def wheel(self, segment: int, tile: str = "", excavators: int = 0, mixers: int = 0, seat: int = 0) -> Self:
        self.company(seat).wheel[segment] = Segment(tile, excavators, mixers)
        return self

    def contracts(self, *contracts: str, seat: int = 0) -> Self:
        self.company(seat).contracts = list(contracts)
        return self

    def dam(self, site: str, level: int = 1, drops: int = 0, owner: int = 0) -> Self:
        assert site in components.base_site
        self.state.dams[site] = Dam(owner, level, drops)
        if owner != NEUTRAL:
            built = self.company(owner).built
            built["base"] += 1
            built["elevation"] += level - 1
        return self

    def neutral(self, site: str, level: int = 1, drops: int = 0) -> Self:
        return self.dam(site, level, drops, NEUTRAL)

    def conduit(self, *sites: str, owner: int = 0) -> Self:
        return self._built("conduit", components.conduit_site, sites, owner)

    def powerhouse(self, *sites: str, owner: int = 0) -> Self:
        return self._built("powerhouse", components.powerhouse_site, sites, owner)

    def _built(self, structure: str, known: Any, sites: tuple[str, ...], owner: int) -> Self:
        for site in sites:
            assert site in known
            self.state.built[site] = owner
            self.company(owner).built[structure] += 1
        return self

    def used(self, space: str, seat: int = 1, engineers: int = 1) -> Self:
        """Engineers on an action space."""
        self.state.spaces.setdefault(space, []).append(Crew(seat, engineers))
        return self

    def drops(self, **headstreams: int) -> Self:
        self.state.headstreams.update(headstreams)
        return self

    # Playing

    @property
    def acting(self) -> int:
        (who,) = ruleset.to_act(self.state)
        return who.seat

    def copy(self) -> State:
        return msgspec.json.decode(msgspec.json.encode(self.state), type=State)

    def offered(self, seat: int = 0) -> set[Command]:
        return set(legal_commands(ruleset, self.copy(), seat))

    def _decide(self, command: Command, seat: int) -> list[Fact]:
        return ruleset.decide(self.copy(), seat, command)

    def decide(self, command: Command, seat: int | None = None) -> list[Any]:
        """Return the facts of a command that must be on offer."""
        seat = self.acting if seat is None else seat
        facts = self._decide(command, seat)
        assert command in self.offered(seat)
        assert ruleset.recover(facts[0]) == command
        return facts

    def play(self, *commands: Command) -> list[Any]:
        """Play commands for the acting seat and return their facts."""
        happened: list[Any] = []
        for command in commands:
            facts = self.decide(command)
            self._apply(facts)
            happened += facts
        return happened

    def refuse(self, rule: str, command: Command, seat: int | None = None) -> None:
        """The command must be refused with this rule, must not be on offer and must change nothing."""
        seat = self.acting if seat is None else seat
        before = msgspec.json.encode(self.state)
        with pytest.raises(IllegalMove) as refused:
            ruleset.decide(self.state, seat, command)
        assert refused.value.rule == rule, refused.value
        assert ruleset.rule_text(rule)
        assert msgspec.json.encode(self.state) == before
        if seat == self.acting:
            assert command not in self.offered(seat)

    def next_turn(self) -> Self:
        """End the turn; the engineers of all others are used up and they pass, so that seat 0 acts again."""
        self.play(EndTurn())
        while self.acting != 0:
            self.state.turn_order = [0]
            self.state.pending[-1] = msgspec.structs.replace(self.state.pending[-1], seat=0)
        return self

    def use(self, space: str, engineers: int = 0) -> list[Any]:
        """Fill an action space."""
        return self.play(UseSpace(space=space, engineers=engineers))

    def _apply(self, facts: list[Any]) -> None:
        for fact in facts:
            ruleset.apply(self.state, fact)
        self.facts += facts
