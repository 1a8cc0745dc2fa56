"""The parts that automas add to the game."""

from __future__ import annotations

from domain.barrage.automa import rewards, scoring, setup, turn
from domain.barrage.automa.actions import contracts, production, water
from domain.barrage.engine.edition import Edition

AUTOMA = Edition(
    setup.EXPANSION,
    setup.FOUNDING,
    setup.FOUNDED,
    # A turn
    turn.BEGINNING,
    turn.SEARCH,
    turn.END,
    turn.PASSING,
    turn.GOING_ON,
    # Decisions for a company that the rules play
    production.PRODUCING,
    contracts.FULFILLING,
    water.PLACING,
    rewards.CHOOSING_MACHINERY,
    rewards.BUILDING_FREE,
    rewards.FILLING_DAMS,
    rewards.DROP_INTO_DAM,
    rewards.TAKING_TILE,
    rewards.ACTION_OF_BUILDING,
    # Points
    scoring.POINTS_FOR_CREDITS,
    scoring.OBJECTIVE_PLACES,
)
