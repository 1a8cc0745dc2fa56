"""Facts that only games with the expansion have."""

from __future__ import annotations

from domain.barrage.leeghwater import commands
from domain.barrage.model.facts import Automatic, Move
from domain.game import facts_in


class ExtraTurnTaken(Move, frozen=True, kw_only=True, tag="barrage.extra_turn_taken"):
    """A turn ended, and the seat took another one immediately."""

    command: commands.TakeExtraTurn


class WorkPaid(Move, frozen=True, kw_only=True, tag="barrage.work_paid"):
    """The machinery of an external work was discarded or put on the wheel, and the work was fulfilled."""

    command: commands.PayWork
    work: str


class WorkTaken(Move, frozen=True, kw_only=True, tag="barrage.work_taken"):
    """An external work was fulfilled for credits."""

    command: commands.TakeWork


class TileTaken(Move, frozen=True, kw_only=True, tag="barrage.tile_taken"):
    """An advanced technology tile was taken as a reward."""

    command: commands.TakeTile


class BuildingPerformed(Move, frozen=True, kw_only=True, tag="barrage.building_performed"):
    """The action of a private building was performed without its spaces."""

    command: commands.PerformBuilding


class DropPutOnDam(Move, frozen=True, kw_only=True, tag="barrage.drop_put_on_dam"):
    """A drop was placed directly on a dam."""

    command: commands.PutOnDam


class TileRetrieved(Move, frozen=True, kw_only=True, tag="barrage.tile_retrieved"):
    """A technology tile was taken from the wheel."""

    command: commands.RetrieveTile


class MachineryRetrieved(Move, frozen=True, kw_only=True, tag="barrage.machinery_retrieved"):
    """Half the machinery of a segment was taken from the wheel."""

    command: commands.RetrieveMachinery


class BuildingsScored(Automatic, frozen=True, kw_only=True, tag="barrage.buildings_scored"):
    """The companies' activated private buildings were scored (LP-9.4)."""


FACTS = facts_in(__name__)
