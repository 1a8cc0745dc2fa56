"""The parts that The Leeghwater Project adds to the game."""

from __future__ import annotations

from domain.barrage import actions
from domain.barrage.leeghwater import buildings, commands, facts, fulfilment, officers, wheel_and_dams, works
from domain.barrage.leeghwater.setup import EXPANSION
from domain.barrage.machinery.edition import Edition

_BUILDINGS_SCORED = "buildings"
_SECTIONS = {**works.SECTIONS, **buildings.SECTIONS, **officers.SECTIONS}

LEEGHWATER = Edition(
    moves={
        commands.TakeExtraTurn: facts.ExtraTurnTaken,
        commands.PayWork: facts.WorkPaid,
        commands.TakeWork: facts.WorkTaken,
        commands.TakeTile: facts.TileTaken,
        commands.PerformBuilding: facts.BuildingPerformed,
        commands.PutOnDam: facts.DropPutOnDam,
        commands.RetrieveTile: facts.TileRetrieved,
        commands.RetrieveMachinery: facts.MachineryRetrieved,
    },
    decisions={
        **fulfilment.DECISIONS,
        **works.DECISIONS,
        **buildings.DECISIONS,
        **wheel_and_dams.DECISIONS,
        **officers.DECISIONS,
    },
    followings={_BUILDINGS_SCORED: buildings.follow_scoring},
    conclusions=officers.CONCLUSIONS,
    effects={**fulfilment.EFFECTS, **works.EFFECTS, **buildings.EFFECTS, **wheel_and_dams.EFFECTS},
    sections=_SECTIONS,
    structures={"building": buildings.BUILDING},
    menu={name: actions.entry(name, section.label) for name, section in _SECTIONS.items()},
    after_production=wheel_and_dams.AFTER_PRODUCTION,
    factors=buildings.FACTORS,
    counts={**buildings.COUNTS, **works.COUNTS},
    renewals=(works.renew,),
    endings={_BUILDINGS_SCORED: buildings.in_play},
    expansions=(EXPANSION,),
)
