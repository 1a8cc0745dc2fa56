"""Invariants at every event of a game: pieces appear or disappear only as the facts say."""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.barrage.engine.position import capacity
from domain.barrage.model import changes
from domain.barrage.model.figures import of
from domain.barrage.model.state import State


class Ledger:
    """The expected pieces, computed from the facts alone."""

    def __init__(self, state: State) -> None:
        self.components = of(state.figures)
        self.resources: Counter[tuple[int, str]] = Counter()
        self.energy: Counter[int] = Counter()
        self.drops = sum(state.headstreams.values()) + sum(dam.drops for dam in state.dams.values())
        self.tiles: dict[int, Counter[str]] = {}
        for seat, company in enumerate(state.companies):
            if company.company:
                self._found(seat, company)

    def _found(self, seat: int, founded: Any) -> None:
        for kind in ("credits", "excavators", "mixers", "vp"):
            self.resources[seat, kind] = getattr(founded, kind)
        self.tiles[seat] = Counter(founded.tiles)

    def note(self, fact: Any) -> None:
        """Follow a fact."""
        for change in fact.changes:
            self._note(change)
        if type(fact).__name__ == "RoundEnded":
            self.energy.clear()

    def _note(self, change: changes.Change) -> None:
        match change:
            case changes.Founded():
                self._found(change.seat, change)
            case changes.Gained():
                for kind in ("credits", "excavators", "mixers", "vp"):
                    self.resources[change.seat, kind] += getattr(change, kind)
                self.energy[change.seat] += change.energy
            case changes.Paid():
                for kind in ("credits", "excavators", "mixers"):
                    self.resources[change.seat, kind] -= getattr(change, kind)
                    if change.to is not None:
                        self.resources[change.to, kind] += getattr(change, kind)
            case changes.DropsPlaced() | changes.DropsAdded():
                self.drops += change.drops
            case changes.DropFlowed(stop=""):
                self.drops -= 1
            case changes.Taken(to="tiles"):
                self.tiles[change.seat][change.item] += 1

    def check(self, state: State) -> None:
        """Check that the position holds exactly what it should."""
        for seat, company in enumerate(state.companies):
            if company.company:
                self._check_company(state, seat)
        drops = sum(state.headstreams.values()) + sum(dam.drops for dam in state.dams.values())
        assert drops == self.drops
        for site, dam in state.dams.items():
            most = 4 if dam.level == 3 and dam.owner >= 0 else dam.level
            assert 0 <= dam.drops <= max(most, capacity(self.components, state, site))
            assert 1 <= dam.level <= 3
        self._check_contracts(state)

    def _check_company(self, state: State, seat: int) -> None:
        company = state.companies[seat]
        for kind in ("excavators", "mixers"):
            on_wheel = sum(getattr(segment, kind) for segment in company.wheel)
            assert getattr(company, kind) + on_wheel == self.resources[seat, kind]
            assert getattr(company, kind) >= 0
        assert company.credits == self.resources[seat, "credits"] >= 0
        assert company.vp == self.resources[seat, "vp"]
        assert company.energy == self.energy[seat]
        tiles = Counter([*company.tiles, *(segment.tile for segment in company.wheel if segment.tile)])
        assert tiles == self.tiles[seat]
        assert company.wheel[0].empty
        crews = [crew for crews in state.spaces.values() for crew in crews if crew.seat == seat]
        engineers = company.engineers + sum(crew.engineers for crew in crews)
        assert engineers == self.components.constants.engineers
        assert company.engineers >= 0
        self._check_structures(state, seat)

    def _check_structures(self, state: State, seat: int) -> None:
        company, components = state.companies[seat], self.components
        own = [dam for dam in state.dams.values() if dam.owner == seat]
        alone = [site for site, owner in state.built.items() if owner == seat]
        conduits = [site for site in alone if site in components.conduit_site]
        powerhouses = [site for site in alone if site in components.powerhouse_site]
        on_map = {
            "base": len(own),
            "elevation": sum(dam.level - 1 for dam in own),
            "conduit": len(conduits),
            "powerhouse": len(powerhouses),
        }
        if "building" in company.built:
            on_map["building"] = len(alone) - len(conduits) - len(powerhouses)
        assert company.built == on_map
        for structure, many in on_map.items():
            assert many <= components.structures_per_company[structure]
        basins = [components.powerhouse_site[site].basin for site in powerhouses]
        assert len(set(basins)) == len(basins)

    def _check_contracts(self, state: State) -> None:
        held = [contract for company in state.companies for contract in (*company.contracts, *company.fulfilled)]
        for colour, contracts in self.components.private_contracts.items():
            known = {contract.id for contract in contracts}
            there = [*state.displays[colour], *state.piles[colour], *state.discards.get(colour, ())]
            there += [contract for contract in held if contract in known]
            assert sorted(contract for contract in there if contract) == sorted(known)
