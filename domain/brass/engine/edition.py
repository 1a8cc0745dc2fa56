"""The differences between the Brass games on which the common course of turns, rounds and eras depends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic

from domain.brass.engine.position import StateT
from domain.brass.model import facts
from domain.brass.model.components import Components, Constants, Era
from domain.brass.model.rule_ids import RuleIds
from domain.game import Fact


@dataclass(frozen=True)
class Topics:
    """One game's own facts for events of both games."""

    turn_ended: type[facts.TurnEnded]
    turn_order_set: type[facts.TurnOrderSet]
    income_paid: type[facts.IncomePaid]
    tile_removed: type[facts.TileRemoved]
    shortfall_settled: type[facts.ShortfallSettled]
    round_began: type[facts.RoundBegan]
    era_scored: type[facts.EraScored]
    introductory_scored: type[facts.IntroductoryScored]
    game_ended: type[facts.GameEnded]


def topics(every: Iterable[type[Any]]) -> Topics:
    """Find a game's own facts among all its facts: each is based on the fact of both games."""
    own = {base: fact for fact in every for base in fact.__bases__}
    return Topics(
        turn_ended=own[facts.TurnEnded],
        turn_order_set=own[facts.TurnOrderSet],
        income_paid=own[facts.IncomePaid],
        tile_removed=own[facts.TileRemoved],
        shortfall_settled=own[facts.ShortfallSettled],
        round_began=own[facts.RoundBegan],
        era_scored=own[facts.EraScored],
        introductory_scored=own[facts.IntroductoryScored],
        game_ended=own[facts.GameEnded],
    )


@dataclass(frozen=True)
class Edition(Generic[StateT]):
    """The parameters of one game for the shared course of the game."""

    rules: RuleIds
    topics: Topics
    components: Callable[[StateT], Components[Any, Any]]
    apply: Callable[[StateT, Any], None]
    rail_era: Callable[[StateT], Fact]
    """The fact that begins the rail era, once the canal era is scored."""
    last_scoring: Callable[[StateT], Iterable[Fact]] = lambda state: ()
    """The scoring after the last era that only this game has."""
    income_by_seat: bool = False
    """Whether a shortfall is settled before the next seat's income (BL-4.14), not after all income (BB-24.14)."""


AnyEdition = Edition[Any]


def actions_per_turn(constants: Constants, era: Era, number: int) -> int:
    """Return the actions of each turn in a round: fewer in the first round of the canal era."""
    first = era == "canal" and number == 1
    return constants.actions_first_canal_round if first else constants.actions_per_turn
