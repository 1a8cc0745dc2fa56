"""The parts of the base game."""

from __future__ import annotations

from domain.barrage import (
    actions,
    bonus_and_objective,
    choices,
    contracts,
    effects,
    production,
    rounds,
    scoring,
    sites,
    turns,
    water,
    wheel,
)
from domain.barrage.machinery.apply import CONCLUSIONS
from domain.barrage.machinery.edition import Edition
from domain.barrage.vocabulary import commands, facts, stages
from domain.barrage.vocabulary.state import State
from domain.game import Command

MOVES: dict[type[Command], type[facts.Move]] = {
    commands.DraftPick: facts.Drafted,
    commands.Construct: facts.Constructed,
    commands.UseSpace: facts.SpaceUsed,
    commands.CopyOfficer: facts.OfficerCopied,
    commands.Pass: facts.Passed,
    commands.EndTurn: facts.TurnEnded,
    commands.Produce: facts.Produced,
    commands.FulfilContract: facts.ContractFulfilled,
    commands.PlaceDrop: facts.DropPlaced,
    commands.FillDams: facts.DamsFilled,
    commands.BuildFree: facts.BuiltFree,
    commands.ChooseMachinery: facts.MachineryChosen,
    commands.TakeContract: facts.ContractTaken,
    commands.DiscardContract: facts.ContractDiscarded,
}


def _always(state: State) -> bool:
    return True


FOLLOWINGS = {
    stages.ROUND: rounds.follow_round,
    stages.INCOME: rounds.follow_income,
    stages.ACTIONS: rounds.follow_actions,
    stages.FLOW: water.flow_all,
    stages.ENERGY: scoring.follow_energy,
    stages.BONUS: scoring.follow_bonus,
    stages.END_ROUND: rounds.follow_end_of_round,
    "objective": scoring.follow_objective,
    "resources": scoring.follow_resources,
    "water": scoring.follow_water,
    stages.FINISH: scoring.follow_finish,
    "rotate": wheel.follow_rotation,
    "tile": effects.follow_tile,
    production.AFTER: production.follow_production,
}

BASE = Edition(
    moves=MOVES,
    decisions={
        **turns.DECISIONS,
        **production.DECISIONS,
        **contracts.DECISIONS,
        **choices.DECISIONS,
    },
    followings=FOLLOWINGS,
    conclusions=CONCLUSIONS,
    effects={
        **effects.EFFECTS,
        **production.EFFECTS,
        **contracts.EFFECTS,
        **choices.EFFECTS,
        **actions.EFFECTS,
    },
    sections=actions.SECTIONS,
    structures=sites.STRUCTURES,
    menu=turns.MENU,
    after_production=production.AFTER_PRODUCTION,
    factors=effects.FACTORS,
    counts=bonus_and_objective.COUNTS,
    renewals=(rounds.renew_patents,),
    endings=dict.fromkeys(("objective", "resources", "water"), _always),
)
