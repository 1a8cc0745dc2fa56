"""Production (TA-6), with additions of company powers (TA-26)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tests.domain.barrage.automa.oracle import contracts, engineers, sites, water
from tests.domain.barrage.automa.oracle.board import (
    NEUTRAL,
    Play,
    built_conduits,
    dams_in,
    own_dams,
    powerhouse_owners,
    room,
)
from tests.domain.barrage.automa.oracle.cards import Line
from tests.domain.barrage.automa.oracle.figures import CONDUITS

VIKTOR = "viktor_fiesler"


class System(NamedTuple):
    """A dam, a built conduit and the company's own powerhouse at its basin (TA-0.10)."""

    dam: str
    conduit: str
    basin: int

    @property
    def value(self) -> int:
        """The value of the conduit."""
        found: int = CONDUITS[self.conduit]["value"]
        return found


def systems(play: Play) -> list[System]:
    """Return every production system, drops or not."""
    state = play.state
    found = []
    for conduit in built_conduits(state):
        start, end = CONDUITS[conduit]["basin"], CONDUITS[conduit]["to_basin"]
        if play.seat in powerhouse_owners(state, end):
            found += [System(dam, conduit, end) for dam in dams_in(state, start, play.seat, NEUTRAL)]
    return found


def drops_used(play: Play, system: System, *, plain: bool = False) -> int:
    """Return all drops of the dam, one through a small conduit of Viktor Fiesler (TA-27.4)."""
    drops: int = play.state["dams"][system.dam]["drops"]
    if play.officer == VIKTOR and not plain and system.value <= 2:
        return min(drops, 1)
    return drops


def potential(play: Play, system: System, modifier: int, *, plain: bool = False) -> int:
    """Return the energy of a system (TA-6.5); of a plain production without any modifier (TA-26.3, BA-D.26)."""
    basic = drops_used(play, system, plain=plain) * system.value
    if plain:
        return basic
    if play.officer == VIKTOR:
        basic = max(basic, 4)
    return basic + modifier + play.bonus


def best_system(play: Play, modifier: int, *, plain: bool = False, without: int = 0) -> System | None:
    """Return the system with the highest potential energy (TA-6.1, TA-6.7, TA-6.8), none to the basin ``without``."""
    state = play.state
    usable = {
        system: potential(play, system, modifier, plain=plain)
        for system in systems(play)
        if state["dams"][system.dam]["drops"] and system.basin != without
    }
    usable = {system: energy for system, energy in usable.items() if energy >= 1}
    if not usable:
        return None
    tied = [system for system, energy in usable.items() if energy == max(usable.values())]
    neutral = [system for system in tied if state["dams"][system.dam]["owner"] == NEUTRAL]
    by_conduit = {system.conduit: system for system in neutral or tied}
    conduit, steps = sites.by_column(play, "conduit", list(by_conduit))
    chosen = by_conduit[conduit]
    play.note("system", potentials={"-".join(map(str, s)): e for s, e in usable.items()}, chosen=chosen, steps=steps)
    return chosen


# --------------------------------------------------------------------------------------------------------------------
# The action
# --------------------------------------------------------------------------------------------------------------------


def first_on_track(play: Play) -> bool:
    """Return whether the marker is ahead of every other one (TA-6.4)."""
    others = (c["energy"] for seat, c in enumerate(play.state["companies"]) if seat != play.seat)
    return all(play.company["energy"] > energy for energy in others)


def act(play: Play, line: Line) -> bool:
    """Return the production of a card, if its conditions hold."""
    system = best_system(play, line.modifier)
    if system is None:
        return False
    if play.company["energy"] >= 6 * play.state["round"] and first_on_track(play):
        return False
    if not contracts.reachable_of_colour(play, line.colour, potential(play, system, line.modifier)):
        return False
    engineers.place_in(play, line.engineers, "turbine_station")
    produce(play, system, line.modifier)
    return True


def produce_best(play: Play, modifier: int) -> None:
    """Produce with the best system, without other conditions (TA-25.9)."""
    system = best_system(play, modifier)
    if system:
        produce(play, system, modifier)


def produce(play: Play, system: System, modifier: int) -> None:
    """Produce, and apply the company power afterwards (BA-11.15)."""
    _run(play, system, potential(play, system, modifier), drops_used(play, system))
    power = play.power
    play.company["energy"] += power.get("energy_after_production", 0)
    if power.get("second_production"):
        second = best_system(play, 0, plain=True, without=system.basin)
        if second:
            _run(play, second, potential(play, second, 0, plain=True), drops_used(play, second, plain=True))
    if power.get("drop_after_production"):
        _put_drop(play, system.dam)


def _run(play: Play, system: System, energy: int, drops: int) -> None:
    """Pay the conduit's owner, move the marker, let the water run, fulfil (TA-1.5, TA-6.9, TA-6.10)."""
    owner = play.state["built"][system.conduit]
    play.note("produce", system=system, energy=energy, drops=drops)
    if owner != play.seat:
        play.points(-drops)
        receiver = play.state["companies"][owner]
        receiver["vp"] += drops
        receiver["vp" if receiver.get("automa") else "credits"] += drops
    play.company["energy"] += energy
    for _ in range(drops):
        water.run_from_powerhouse(play.state, system.dam, system.basin)
    contracts.fulfil_with(play, energy, production=True)


# --------------------------------------------------------------------------------------------------------------------
# The Netherlands
# --------------------------------------------------------------------------------------------------------------------


def drop_candidates(play: Play, used: str) -> list[str]:
    """Return the company's dams among which the dam column decides (TA-26.6, TA-26.7)."""
    with_room = [dam for dam in own_dams(play.state, play.seat) if dam != used and room(play.state, dam) > 0]
    outputs: dict[str, int] = {}
    for system in systems(play):
        if system.dam in with_room:
            output = system.value * (play.state["dams"][system.dam]["drops"] + 1)
            outputs[system.dam] = max(outputs.get(system.dam, 0), output)
    return _highest(outputs) if outputs else with_room


def _highest(outputs: dict[str, int]) -> list[str]:
    return [dam for dam, output in outputs.items() if output == max(outputs.values())]


def _put_drop(play: Play, used: str) -> None:
    """A drop from the supply into another own dam."""
    candidates: Iterable[str] = drop_candidates(play, used)
    if candidates:
        dam, steps = sites.by_column(play, "dam", list(candidates))
        play.note("drop into dam", dam=dam, steps=steps)
        play.state["dams"][dam]["drops"] += 1
