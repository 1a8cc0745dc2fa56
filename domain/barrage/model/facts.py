"""Facts of the game. A fact settles the last pending decision; ``changes`` and ``opens`` state all its consequences.

A fact that answers a decision contains the command. All other facts are automatic.
"""

from __future__ import annotations

from typing import ClassVar

from domain.barrage.model import commands
from domain.barrage.model.changes import AnyChange, Founded
from domain.barrage.model.options import Options
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import DecidedBy, Offer
from domain.game import Command, Fact
from domain.presentation import Place


class Started(Fact, frozen=True, kw_only=True, tag="barrage.started"):
    """The starting position, with all random results, including the order of all piles."""

    figures: str
    options: Options
    turn_order: tuple[int, ...]
    """The turn order of the first round; companies are drafted in the reverse order (BA-3.4)."""
    founded: tuple[Founded, ...] = ()
    """The companies of a beginner game, by seat."""
    offers: tuple[Offer, ...] = ()
    """The companies with officers to draft."""
    starting_contracts: tuple[str, ...] = ()
    """The starting contracts to draft."""
    spare_officers: tuple[str, ...] = ()
    """Officers set aside for Mahiri Sekibo, in case she is drafted (BA-25.15)."""
    headstream_tiles: dict[str, str]
    """By headstream."""
    neutral_dams: dict[str, tuple[int, int]]
    """Level and drops by base site."""
    bonus_tiles: tuple[str, ...]
    """By round."""
    objective: str
    displays: dict[str, tuple[str, ...]]
    """The offer at the start: private contracts by colour, ``national``, ``patents`` …"""
    piles: dict[str, tuple[str, ...]]
    """The face-down piles by their display, the top first. Secret."""
    renewal_key: str
    """The key of the shuffles of renewed piles (BA-17.5). Secret."""
    segments: int
    """Segments of a construction wheel."""
    round: int
    """1 in a beginner game, 0 before a draft."""
    headstreams: dict[str, int]
    """Drops on each headstream: those of round 1 in a beginner game, none before a draft."""
    opens: tuple[Pending, ...]
    """The first decisions and automatic steps (:mod:`domain.barrage.model.stages`)."""


class Event(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """Base of all facts after the start: the changes, and the decisions and steps that it opens, in order."""

    by_chance: ClassVar[bool] = False
    """Whether secret randomness decided it, apart from items turned face up."""
    changes: tuple[AnyChange, ...] = ()
    opens: tuple[Pending, ...] = ()


class Move(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of all facts that answer a decision."""

    seat: int
    command: Command


class Automatic(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of all automatic facts."""


# --------------------------------------------------------------------------------------------------------------------
# Decisions
# --------------------------------------------------------------------------------------------------------------------


class Drafted(Move, frozen=True, kw_only=True, tag="barrage.drafted"):
    """A seat chose a company, its officer and a starting contract."""

    command: commands.DraftPick


class Constructed(Move, frozen=True, kw_only=True, tag="barrage.constructed"):
    """A structure was built."""

    command: commands.Construct


class SpaceUsed(Move, frozen=True, kw_only=True, tag="barrage.space_used"):
    """Engineers were placed on an action space."""

    command: commands.UseSpace


class OfficerCopied(Move, frozen=True, kw_only=True, tag="barrage.officer_copied"):
    """An officer was copied for this turn."""

    command: commands.CopyOfficer


class Passed(Move, frozen=True, kw_only=True, tag="barrage.passed"):
    """A seat passed for the rest of the round."""

    command: commands.Pass


class TurnEnded(Move, frozen=True, kw_only=True, tag="barrage.turn_ended"):
    """A turn ended."""

    command: commands.EndTurn


class Produced(Move, frozen=True, kw_only=True, tag="barrage.produced"):
    """Energy was produced; ``energy`` is the total after all modifiers."""

    command: commands.Produce
    energy: int


class ContractFulfilled(Move, frozen=True, kw_only=True, tag="barrage.contract_fulfilled"):
    """A contract was fulfilled."""

    command: commands.FulfilContract


class DropPlaced(Move, frozen=True, kw_only=True, tag="barrage.drop_placed"):
    """A drop was placed on a headstream."""

    command: commands.PlaceDrop


class DamsFilled(Move, frozen=True, kw_only=True, tag="barrage.dams_filled"):
    """A drop was placed on each empty dam of a company."""

    command: commands.FillDams


class BuiltFree(Move, frozen=True, kw_only=True, tag="barrage.built_free"):
    """A structure was built for free."""

    command: commands.BuildFree


class MachineryChosen(Move, frozen=True, kw_only=True, tag="barrage.machinery_chosen"):
    """Machinery of choice was gained."""

    command: commands.ChooseMachinery


class ContractTaken(Move, frozen=True, kw_only=True, tag="barrage.contract_taken"):
    """A private contract was taken."""

    command: commands.TakeContract


class ContractDiscarded(Move, frozen=True, kw_only=True, tag="barrage.contract_discarded"):
    """A contract was discarded."""

    command: commands.DiscardContract


class Declined(Move, frozen=True, kw_only=True, tag="barrage.declined"):
    """An optional decision of this kind was declined."""

    command: commands.Decline
    kind: str


MOVES: tuple[type[Move], ...] = (
    Drafted,
    Constructed,
    SpaceUsed,
    OfficerCopied,
    Passed,
    TurnEnded,
    Produced,
    ContractFulfilled,
    DropPlaced,
    DamsFilled,
    BuiltFree,
    MachineryChosen,
    ContractTaken,
    ContractDiscarded,
    Declined,
)

# --------------------------------------------------------------------------------------------------------------------
# Automatic facts
# --------------------------------------------------------------------------------------------------------------------


class RoundBegan(Automatic, frozen=True, kw_only=True, tag="barrage.round_began"):
    """A round began, with its income phase."""

    round: int


class IncomeGained(Automatic, frozen=True, kw_only=True, tag="barrage.income_gained"):
    """A seat received all its revealed income (BA-7.1)."""

    seat: int


class ActionsBegan(Automatic, frozen=True, kw_only=True, tag="barrage.actions_began"):
    """New drops were added to the headstreams, and the action phase began (BA-7.6)."""


class EffectFollowed(Automatic, frozen=True, kw_only=True, tag="barrage.effect_followed"):
    """An effect of a tile, a reward or a company's power was applied; ``source`` names the cause."""

    seat: int
    source: str


class Lapsed(Automatic, frozen=True, kw_only=True, tag="barrage.lapsed"):
    """A decision of this kind was skipped, because there was nothing to choose."""

    seat: int
    kind: str


class WaterFlowed(Automatic, frozen=True, kw_only=True, tag="barrage.water_flowed"):
    """The drops on the headstreams flowed (BA-19)."""


class EnergyScored(Automatic, frozen=True, kw_only=True, tag="barrage.energy_scored"):
    """The most and second-most energy scored VP, and each company gained credits by energy (BA-20.1 to BA-20.4)."""


class BonusScored(Automatic, frozen=True, kw_only=True, tag="barrage.bonus_scored"):
    """The bonus tile of the round was scored (BA-20.5 to BA-20.9)."""

    tile: str


class RoundEnded(Automatic, frozen=True, kw_only=True, tag="barrage.round_ended"):
    """The turn order was set; energy markers returned to 0 and engineers (counted by seat) to their owners."""

    turn_order: tuple[int, ...]
    engineers: tuple[int, ...]


class ObjectiveScored(Automatic, frozen=True, kw_only=True, tag="barrage.objective_scored"):
    """The objective tile was scored; ``counts`` by seat (BA-22.2)."""

    tile: str
    counts: tuple[int, ...]


class ResourcesScored(Automatic, frozen=True, kw_only=True, tag="barrage.resources_scored"):
    """Resources in the personal supplies were scored (BA-22.5)."""


class WaterScored(Automatic, frozen=True, kw_only=True, tag="barrage.water_scored"):
    """Drops in the companies' dams were scored (BA-22.6)."""


class GameEnded(Automatic, frozen=True, kw_only=True, tag="barrage.game_ended"):
    """The game ended."""

    ranking: tuple[Place, ...]
    decided_by: DecidedBy


AUTOMATIC: tuple[type[Automatic], ...] = (
    RoundBegan,
    IncomeGained,
    ActionsBegan,
    EffectFollowed,
    Lapsed,
    WaterFlowed,
    EnergyScored,
    BonusScored,
    RoundEnded,
    ObjectiveScored,
    ResourcesScored,
    WaterScored,
    GameEnded,
)

FACTS: tuple[type[Fact], ...] = (Started, *MOVES, *AUTOMATIC)
