"""The parts of the base game."""

from __future__ import annotations

from domain.barrage import (
    bonus_and_objective,
    contracts,
    draft,
    effects,
    management,
    officers,
    production,
    rounds,
    scoring,
    turns,
    water,
)
from domain.barrage.actions import using
from domain.barrage.construction import action, free_structures, sites, wheel
from domain.barrage.engine.apply import CONCLUSIONS
from domain.barrage.engine.edition import Edition

BASE = Edition(
    # The course of a game: the draft, then round by round
    draft.DRAFT,
    rounds.BEGINNING,
    rounds.INCOME,
    rounds.ACTION_PHASE,
    turns.TURN,
    turns.END_TURN,
    water.WATER_FLOW,
    scoring.ENERGY,
    scoring.BONUS,
    rounds.END,
    rounds.RENEWED_PATENTS,
    scoring.OBJECTIVE,
    scoring.OBJECTIVE_PLACES,
    scoring.RESOURCES,
    scoring.WATER,
    scoring.FINISH,
    # Actions of a turn
    action.CONSTRUCTION,
    using(management.TURBINE_STATION),
    using(management.WATER_MANAGEMENT),
    using(management.WORKSHOP),
    using(management.MACHINERY_SHOP),
    using(management.CONTRACT_OFFICE),
    using(management.PATENT_OFFICE),
    management.BANKING,
    officers.COPYING,
    turns.PASSING,
    # The action spaces
    management.TURBINE_STATION,
    management.WATER_MANAGEMENT,
    management.WORKSHOP,
    management.MACHINERY_SHOP,
    management.CONTRACT_OFFICE,
    management.PATENT_OFFICE,
    # Structures, and what follows a construction
    sites.BASE,
    sites.ELEVATION,
    sites.CONDUIT,
    sites.POWERHOUSE,
    action.TILE,
    wheel.ROTATION,
    free_structures.BUILD,
    # Production and contracts, and the powers of companies that follow a production
    production.PRODUCTION,
    production.AFTER_PRODUCTION,
    production.MORE_ENERGY,
    production.SECOND_PRODUCTION,
    contracts.FULFILMENT,
    contracts.TAKING,
    contracts.DISCARDING,
    # Small decisions
    effects.CHOOSE_MACHINERY,
    water.DROPS,
    water.FILL_DAMS,
    # Symbols, and what they are multiplied by
    effects.MACHINERY,
    wheel.ROTATE_WHEEL,
    water.WATER_DELAYED,
    water.WATER_IMMEDIATE,
    water.DROP_ON_EMPTY_DAMS,
    water.FILL_RAISED_DAM,
    free_structures.FREE_BASE,
    free_structures.FREE_ELEVATION,
    free_structures.FREE_CONDUIT,
    free_structures.FREE_POWERHOUSE,
    production.PRODUCE,
    contracts.ENERGY_PRODUCED,
    contracts.TAKE_CONTRACTS,
    management.TAKE_PATENT,
    *effects.FACTORS,
    # Counts of bonus and objective tiles
    *bonus_and_objective.COUNTS,
    # Effects of facts besides their changes
    *CONCLUSIONS,
)
