"""Automa decisions that come from rewards, incomes and tiles (TA-15, TA-25.10, TA-26.6)."""

from __future__ import annotations

import msgspec

from domain.barrage import effects, water
from domain.barrage.automa import sites
from domain.barrage.automa.actions.management import any_tile, machinery_of_choice
from domain.barrage.automa.deciding import substitute
from domain.barrage.automa.race import Race
from domain.barrage.automa.sight import Sight
from domain.barrage.construction import free_structures
from domain.barrage.construction.build import build
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import EffectRule, Grant
from domain.barrage.leeghwater import buildings, wheel_and_dams, works
from domain.barrage.model.changes import DropsAdded, Gained, Taken
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import PATENTS


def _machinery(course: Course, pending: Pending, sight: Sight) -> None:
    """Gain machinery of choice (TA-15.3)."""
    excavators, mixers = machinery_of_choice(sight.position, pending.amount)
    course.change(Gained(seat=pending.seat, excavators=excavators, mixers=mixers))


def _build(course: Course, pending: Pending, sight: Sight) -> None:
    """Build a structure without engineers, tile and machinery, if there is a site (TA-15.8); then
    another (TA-15.9).
    """
    free = free_structures.sites(sight.position, pending, pending.structure)
    if not free:
        return
    site = sites.select(sight, pending.structure, free)
    build(course, pending.seat, pending.structure, site)
    if pending.amount > 1:
        course.open(msgspec.structs.replace(pending, amount=pending.amount - 1))


def _fill_dams(course: Course, pending: Pending, sight: Sight) -> None:
    """Put a drop into each empty dam of the automa (TA-25.6)."""
    for site, dam in sight.position.own_dams.items():
        if not dam.drops:
            course.change(DropsAdded(site=site, drops=1))


def _drop_into_dam(course: Course, pending: Pending, sight: Sight) -> None:
    """Put a drop, after a production, into the dam whose system then yields most (TA-26.6, TA-26.7)."""
    dams = wheel_and_dams.dams_with_room(sight.position, pending)
    if not dams:
        return
    outputs = {dam: _next_output(sight, dam) for dam in dams}

    def most(race: Race) -> None:
        race.highest("TA-26.6", outputs.__getitem__)

    course.change(DropsAdded(site=sight.run("dam", dams, most, *sites.by_card(sight, "base")), drops=1))


def _next_output(sight: Sight, dam: str) -> int:
    """Return the yield of a dam's own system with one more drop; 0 if it belongs to none (TA-0.10)."""
    components, state = sight.position.components, sight.position.state
    values = (
        conduit.value
        for conduit in components.conduits_in[components.base_site[dam].basin]
        if conduit.id in state.built and sight.has_powerhouse(conduit.to_basin)
    )
    return max(values, default=0) * (state.dams[dam].drops + 1)


def _take_tile(course: Course, pending: Pending, sight: Sight) -> None:
    """Take an advanced tile (TA-15.11)."""
    tile = any_tile(sight)
    if tile is not None:
        course.change(Taken(seat=pending.seat, display=PATENTS, item=tile, to="tiles"))


def _grant_building_action(course: Course, granted: Grant) -> None:
    """Score the private building's points instead of using it (TA-25.10)."""
    position = course.at(granted.seat)
    if position.by_rules:
        course.change(Gained(seat=granted.seat, vp=buildings.of_site(position, granted.site).vp))
    else:
        buildings.ACTION_OF_BUILDING.grant(course, granted)


CHOOSING_MACHINERY = substitute(effects.CHOOSE_MACHINERY.name, _machinery)
BUILDING_FREE = substitute(free_structures.BUILD.name, _build)
FILLING_DAMS = substitute(water.FILL_DAMS.name, _fill_dams)
DROP_INTO_DAM = substitute(wheel_and_dams.PUTTING.name, _drop_into_dam)
TAKING_TILE = substitute(works.TAKING_TILE.name, _take_tile)
ACTION_OF_BUILDING = EffectRule(
    buildings.ACTION_OF_BUILDING.name, _grant_building_action, replaces=buildings.ACTION_OF_BUILDING
)
