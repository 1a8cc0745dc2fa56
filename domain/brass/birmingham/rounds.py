"""The course of turns, rounds and eras (BB-1, BB-4, BB-5, BB-24 to BB-27), with this game's additions."""

from __future__ import annotations

from domain.brass.birmingham.engine.apply import apply
from domain.brass.birmingham.model.components import Components, figures
from domain.brass.birmingham.model.facts import FACTS, EraBegan
from domain.brass.birmingham.model.rule_ids import RULES
from domain.brass.birmingham.model.state import Merchant, State
from domain.brass.engine.edition import Edition, actions_per_turn, topics
from domain.brass.eras import level_1_slots


def components_of(state: State) -> Components:
    """Return the component figures the game is played with."""
    return figures.of(state.figures)


def _rail_era(state: State) -> EraBegan:
    """Take steps 3 to 6 of BB-25.10 to 25.15; the set-up has already shuffled the cards."""
    components = components_of(state)
    return EraBegan(
        actions=actions_per_turn(components.constants, "rail", 1),
        removed=level_1_slots(state),
        barrels=tuple(space for space, merchant in state.merchants.items() if _wants_barrel(components, merchant)),
        hands=tuple(tuple(hand) for hand in state.rail_hands),
    )


def _wants_barrel(components: Components, merchant: Merchant) -> bool:
    """Return whether a merchant gets a barrel: it has none, and its tile is not blank (BB-25.13)."""
    return not merchant.barrel and bool(components.merchant_tile[merchant.tile].accepts)


EDITION: Edition[State] = Edition(
    rules=RULES,
    topics=topics(FACTS),
    components=components_of,
    apply=apply,
    rail_era=_rail_era,
)
