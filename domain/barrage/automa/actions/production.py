"""Production (TA-6): whether an automa produces, with which system, and the effect of its company's power."""

from __future__ import annotations

from domain.barrage import production
from domain.barrage.automa import sites
from domain.barrage.automa.actions import engineers
from domain.barrage.automa.deciding import substitute
from domain.barrage.automa.race import Race
from domain.barrage.automa.sight import Attempt, Deed, Failure, Sight
from domain.barrage.contracts import requirement
from domain.barrage.engine.course import Course
from domain.barrage.model.automa.components import Line
from domain.barrage.model.automa.reasons import Narrowed, Reason
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import NEUTRAL
from domain.barrage.production import System

HIGH_FOR_ONE_DROP = 3
"""The value from which a conduit uses all drops, although the officer needs only little energy (TA-27.4)."""


def name(system: System) -> str:
    """Name a system in a reason."""
    return f"{system.dam}/{system.conduit}/{system.powerhouse}"


def drops(sight: Sight, pending: Pending, system: System) -> int:
    """Return all drops of the dam; or one, if the officer makes as much of it with a weak conduit (TA-6.7, TA-27.4)."""
    position = sight.position
    value = position.components.conduit_site[system.conduit].value
    if position.figure("least_basic_energy") and value < HIGH_FOR_ONE_DROP and not pending.plain:
        return 1
    return position.state.dams[system.dam].drops


def potential(sight: Sight, pending: Pending, system: System) -> int:
    """Return the potential energy of a system (TA-6.5)."""
    value = sight.position.components.conduit_site[system.conduit].value
    return production.energy(sight.position, pending, value, drops(sight, pending, system))


def potentials(sight: Sight, pending: Pending) -> dict[System, int]:
    """Return the automa's systems that would yield energy, and how much (TA-6.1)."""
    found = {system: potential(sight, pending, system) for system in production.systems(sight.position, pending)}
    return {system: energy for system, energy in found.items() if energy >= 1}


def best(sight: Sight, pending: Pending) -> System | None:
    """Return the system of the highest potential; then with neutral water, then by the conduit column
    (TA-6.7, TA-6.8).
    """
    energies = {name(system): energy for system, energy in potentials(sight, pending).items()}
    systems = {name(system): system for system in production.systems(sight.position, pending)}
    dams = sight.position.state.dams

    def most(race: Race) -> None:
        race.highest("TA-6.7", energies.__getitem__)

    def neutral(race: Race) -> None:
        race.keep("TA-6.8", [each for each in race.left if dams[systems[each].dam].owner == NEUTRAL])

    def by_conduit(race: Race) -> None:
        conduits = list(dict.fromkeys(systems[each].conduit for each in race.left))
        conduit = sight.run("conduit", conduits, *sites.by_card(sight, "conduit"))
        race.keep("TA-6.8", [each for each in race.left if systems[each].conduit == conduit], conduit)

    return systems[sight.run("system", list(energies), most, neutral, by_conduit)] if energies else None


# --------------------------------------------------------------------------------------------------------------------
# The action of a card
# --------------------------------------------------------------------------------------------------------------------


def consider(sight: Sight, line: Line) -> Attempt:
    """Check the three conditions in order (TA-6.1, TA-6.2, TA-6.6)."""
    pending = Pending(kind=PRODUCING.name, seat=sight.seat, bonus=line.modifier or 0)
    energies = potentials(sight, pending)
    if not energies:
        return Failure("TA-6.1")
    if _reached_section(sight) and _first_on_track(sight):
        return Failure("TA-6.2")
    assert line.contract is not None
    offered = (contract for contract in sight.position.state.displays[line.contract] if contract)
    if all(requirement(sight.position, each) > max(energies.values()) for each in offered):
        return Failure("TA-6.6")
    return Deed(engineers.first_free(sight.position, "turbine_station"), lambda course: course.open(pending))


def _reached_section(sight: Sight) -> bool:
    """Return whether the marker has reached the section of the round (TA-6.3)."""
    starts = sight.position.components.energy_track.section_starts
    return sight.position.company.energy >= starts[sight.position.state.round - 1]


def _first_on_track(sight: Sight) -> bool:
    """Return whether the marker is ahead of all others (TA-6.4)."""
    others = (company for seat, company in enumerate(sight.position.state.companies) if seat != sight.seat)
    return all(sight.position.company.energy > company.energy for company in others)


def _produce(course: Course, pending: Pending, sight: Sight) -> None:
    """Produce with the best system, if there is one (TA-6.7, TA-25.9, TA-26.3)."""
    system = best(sight, pending)
    if system is not None:
        used = drops(sight, pending, system)
        _explain_drops(sight, system, used)
        production.run(course, pending, system, used)


def _explain_drops(sight: Sight, system: System, used: int) -> None:
    """Record when the officer leaves drops in the dam (TA-27.4)."""
    there = sight.position.state.dams[system.dam].drops
    if used < there:
        left = (Narrowed(rule="TA-27.4", fitting=(str(used),)),)
        sight.reasons.append(Reason(of="drops", candidates=(str(used), str(there)), steps=left, chosen=(str(used),)))


PRODUCING = substitute(production.PRODUCTION.name, _produce)
