"""The parts that The Leeghwater Project adds to the game."""

from __future__ import annotations

from domain.barrage.actions import using
from domain.barrage.engine.edition import Edition
from domain.barrage.leeghwater import buildings, fulfilment, officers, wheel_and_dams, works
from domain.barrage.leeghwater.setup import EXPANSION

LEEGHWATER = Edition(
    EXPANSION,
    # Actions of a turn, and their spaces
    works.EXTERNAL_WORKS,
    using(works.EXTERNAL_WORKS),
    buildings.PRIVATE_BUILDINGS,
    using(buildings.PRIVATE_BUILDINGS),
    officers.PRIVATE_SPACE,
    using(officers.PRIVATE_SPACE),
    buildings.BUILDING,
    # Decisions
    fulfilment.FULFILMENT,
    works.PAYING,
    works.TAKING_WORK,
    works.TAKING_TILE,
    buildings.BUILDING_ACTION,
    wheel_and_dams.PUTTING,
    wheel_and_dams.RETRIEVING_TILE,
    wheel_and_dams.RETRIEVING_MACHINERY,
    officers.END_TURN,
    officers.ANOTHER_TURN,
    # Symbols, and their factors
    fulfilment.FULFIL_CONTRACT,
    works.FULFIL_EXTERNAL_WORK,
    works.TAKE_ADVANCED_TILE,
    buildings.ACTION_OF_BUILDING,
    wheel_and_dams.TILE_FROM_WHEEL,
    wheel_and_dams.HALF_OF_A_SEGMENT,
    wheel_and_dams.WATER_ON_DAM,
    buildings.VP_OF_BUILDING,
    # The power of the Netherlands
    wheel_and_dams.DROP_AFTER_PRODUCTION,
    # Counts, renewals, and steps after the last round
    works.WORKS_FULFILLED,
    buildings.BUILDINGS_BUILT,
    works.RENEWED_WORKS,
    buildings.SCORING,
)
