"""Where drops flow (BA-4.8 to BA-4.15), and who gains energy by it (BA-24.5)."""

from __future__ import annotations

from domain.barrage.machinery.course import Course
from domain.barrage.machinery.edition import Grant
from domain.barrage.machinery.position import capacity
from domain.barrage.vocabulary.changes import DropFlowed, DropsAdded, DropsPlaced, Gained
from domain.barrage.vocabulary.components import Components
from domain.barrage.vocabulary.facts import WaterFlowed
from domain.barrage.vocabulary.pending import Pending
from domain.barrage.vocabulary.state import State


def rest(components: Components, state: State, basin: int) -> tuple[str, tuple[int, ...]]:
    """The dam in which a drop that enters a basin comes to rest (none: off the map), and the basins on its way."""
    entered: list[int] = []
    here: int | None = basin
    while here is not None:
        entered.append(here)
        for site in components.bases_in[here]:
            dam = state.dams.get(site)
            if dam is not None and dam.drops < capacity(components, state, site):
                return site, tuple(entered)
        here = components.basin[here].downstream
    return "", tuple(entered)


def flow_from_headstream(course: Course, headstream: str) -> None:
    """One drop of a headstream flows."""
    stop, basins = rest(course.components, course.state, course.components.source[headstream])
    course.change(DropFlowed(start=headstream, stop=stop, basins=basins))
    _energy_of_flow(course, basins)


def flow_through_conduit(course: Course, dam: str, basin: int) -> None:
    """One drop of a dam leaves a powerhouse of a basin, which it has not entered by natural flow (BA-24.6)."""
    stop, (_, *basins) = rest(course.components, course.state, basin)
    course.change(DropFlowed(start=dam, stop=stop, basins=tuple(basins)))
    _energy_of_flow(course, tuple(basins))


def _energy_of_flow(course: Course, basins: tuple[int, ...]) -> None:
    """Steps for a company whose power is that of the river, for each basin with its powerhouse."""
    for seat in range(len(course.state.companies)):
        position = course.at(seat)
        if position.power and position.power.flow_energy:
            passed = len(set(position.own_powerhouses.values()).intersection(basins))
            if passed:
                course.change(Gained(seat=seat, energy=passed * position.power.flow_energy))


def flow_all(course: Course, pending: Pending) -> None:
    """The water flow phase: headstream A first, then B, C, D (BA-19.1)."""
    for headstream, drops in list(course.state.headstreams.items()):
        for _ in range(drops):
            flow_from_headstream(course, headstream)
    course.settle(WaterFlowed)


def place(course: Course, headstream: str, at_once: bool) -> None:
    """A drop from the supply comes onto a headstream, and flows at once or later (BA-23.3)."""
    course.change(DropsPlaced(headstream=headstream, drops=1))
    if at_once:
        flow_from_headstream(course, headstream)


def fill_raised_dam(course: Course, grant: Grant) -> None:
    """The dam just raised is filled to its capacity (BA-26.11)."""
    room = capacity(course.components, course.state, grant.site) - course.state.dams[grant.site].drops
    if room:
        course.change(DropsAdded(site=grant.site, drops=room))
