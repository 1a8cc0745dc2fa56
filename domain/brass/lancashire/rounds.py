"""The course of turns, rounds and eras (BL-3, BL-4, BL-15), with this game's additions."""

from __future__ import annotations

from collections.abc import Iterable

from domain.brass.engine.edition import Edition, actions_per_turn, topics
from domain.brass.eras import level_1_slots
from domain.brass.lancashire.engine.apply import apply
from domain.brass.lancashire.model.facts import FACTS, EraBegan, MoneyScored
from domain.brass.lancashire.model.rule_ids import RULES
from domain.brass.lancashire.model.state import State
from domain.brass.lancashire.variants import components_of


def _rail_era(state: State) -> EraBegan:
    """Take the steps BL-15.6 to 15.12; the set-up has already shuffled cards and distant-market tiles."""
    return EraBegan(
        actions=actions_per_turn(components_of(state).constants, "rail", 1),
        removed=level_1_slots(state),
        hands=tuple(tuple(hand) for hand in state.rail_hands),
    )


def _money_scored(state: State) -> Iterable[MoneyScored]:
    """Score money after the rail era (BL-15.14), unless that is off (BL-V.4)."""
    if state.era == "canal" or state.options.no_cash_scoring:
        return
    pounds = components_of(state).constants.pounds_per_vp
    yield MoneyScored(points=tuple(player.money // pounds for player in state.players))


EDITION: Edition[State] = Edition(
    rules=RULES,
    topics=topics(FACTS),
    components=components_of,
    apply=apply,
    rail_era=_rail_era,
    last_scoring=_money_scored,
    income_by_seat=True,
)
