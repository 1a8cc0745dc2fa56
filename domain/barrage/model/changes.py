"""Changes of a fact, in the players' terms. They are complete, so applying a fact looks nothing up."""

from __future__ import annotations

import msgspec

from domain.barrage.model.levels import Level


class Change(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="change"):
    """Base of all changes."""


class Segment(msgspec.Struct, omit_defaults=True):
    """The contents of a segment of a construction wheel."""

    tile: str = ""
    excavators: int = 0
    mixers: int = 0

    @property
    def empty(self) -> bool:
        """Whether it is empty."""
        return not (self.tile or self.excavators or self.mixers)


# --------------------------------------------------------------------------------------------------------------------
# Credits, machinery, VP, energy
# --------------------------------------------------------------------------------------------------------------------


class Founded(Change, frozen=True, kw_only=True, tag="founded"):
    """A seat received a company with its officer, starting contract and starting resources."""

    seat: int
    company: str
    officer: str
    contract: str
    credits: int
    excavators: int
    mixers: int
    engineers: int
    vp: int
    tiles: tuple[str, ...]
    """Basic technology tiles and the officer's special one."""
    structures: tuple[str, ...]
    """The structure types the company can build."""


class Gained(Change, frozen=True, kw_only=True, tag="gained"):
    """From the general supply; VP may be negative, energy counts steps of the marker."""

    seat: int
    credits: int = 0
    excavators: int = 0
    mixers: int = 0
    vp: int = 0
    energy: int = 0


class Paid(Change, frozen=True, kw_only=True, tag="paid"):
    """To the general supply, or to another seat."""

    seat: int
    credits: int = 0
    excavators: int = 0
    mixers: int = 0
    to: int | None = None


# --------------------------------------------------------------------------------------------------------------------
# Engineers, officers
# --------------------------------------------------------------------------------------------------------------------


class EngineersPlaced(Change, frozen=True, kw_only=True, tag="engineers_placed"):
    """Engineers fill an action space, such as ``TS-P2/left``, ``PO-1``, ``BK`` or ``CN-1/0`` (of seat 0)."""

    seat: int
    space: str
    engineers: int


class OfficerCopied(Change, frozen=True, kw_only=True, tag="officer_copied"):
    """The seat also has another officer's power for the rest of the turn (BA-25.11)."""

    seat: int
    officer: str


class ContractLimitSet(Change, frozen=True, kw_only=True, tag="contract_limit_set"):
    """The seat's contract limit until it fulfils one (BA-D.37); none: the normal limit again."""

    seat: int
    limit: int | None = None


# --------------------------------------------------------------------------------------------------------------------
# The wheel and the structures
# --------------------------------------------------------------------------------------------------------------------


class PutOnWheel(Change, frozen=True, kw_only=True, tag="put_on_wheel"):
    """A technology tile (or none) and machinery go from the personal supply into the open segment."""

    seat: int
    tile: str = ""
    excavators: int = 0
    mixers: int = 0


class WheelTurned(Change, frozen=True, kw_only=True, tag="wheel_turned"):
    """A wheel rotated; the contents of opened segments returned to the personal supply, in this order."""

    seat: int
    steps: int
    returned: tuple[Segment, ...] = ()


class TakenOffWheel(Change, frozen=True, kw_only=True, tag="taken_off_wheel"):
    """Items moved from a segment (numbered by its rotations from the opening) to the personal supply."""

    seat: int
    segment: int
    tile: str = ""
    excavators: int = 0
    mixers: int = 0


class Built(Change, frozen=True, kw_only=True, tag="built"):
    """The leftmost piece of its type was placed on a site; an elevation on the site of its dam."""

    seat: int
    structure: str
    site: str


# --------------------------------------------------------------------------------------------------------------------
# Water
# --------------------------------------------------------------------------------------------------------------------


class DropsPlaced(Change, frozen=True, kw_only=True, tag="drops_placed"):
    """From the supply onto a headstream."""

    headstream: str
    drops: int


class DropFlowed(Change, frozen=True, kw_only=True, tag="drop_flowed"):
    """One drop left a headstream (``A``) or, through a conduit, a dam (``B6L``), and came to rest in the dam ``stop``.

    Without a stop it left the map. ``basins`` are those it entered by natural flow.
    """

    start: str
    stop: str = ""
    basins: tuple[int, ...] = ()


class DropsAdded(Change, frozen=True, kw_only=True, tag="drops_added"):
    """From the supply directly on a dam."""

    site: str
    drops: int


# --------------------------------------------------------------------------------------------------------------------
# Contracts and tiles
# --------------------------------------------------------------------------------------------------------------------


class Taken(Change, frozen=True, kw_only=True, tag="taken"):
    """A seat took something on offer: a contract (``to`` its ``contracts``), an advanced tile (``tiles``), or what it
    fulfilled at once (``fulfilled``): a national contract, for instance.
    """

    seat: int
    display: str
    item: str
    to: str


class ContractFulfilled(Change, frozen=True, kw_only=True, tag="contract_fulfilled"):
    """A face-up contract of the seat was fulfilled and turned face down."""

    seat: int
    contract: str


class ContractDiscarded(Change, frozen=True, kw_only=True, tag="contract_discarded"):
    """A face-up contract went to the discard pile of its colour, a starting contract (no pile) out of the game."""

    seat: int
    contract: str
    pile: str = ""


class Shown(Change, frozen=True, kw_only=True, tag="shown"):
    """The top of a pile was turned face up on a display, in a slot counted from 0."""

    display: str
    slot: int
    item: str


class PileRenewed(Change, frozen=True, kw_only=True, tag="pile_renewed"):
    """The discards were shuffled into a new pile, whose order is secret (BA-17.5)."""

    pile: str
    order: tuple[str, ...]


class CardTurned(Change, frozen=True, kw_only=True, tag="card_turned"):
    """The top card of a pile was turned over and placed beside it; ``next`` is the new top card."""

    pile: str
    card: str
    next: str = ""


class SpaceClosed(Change, frozen=True, kw_only=True, tag="space_closed"):
    """An action space was closed for the rest of the game (TA-9.17)."""

    space: str


class PlayedByRules(Change, frozen=True, kw_only=True, tag="played_by_rules"):
    """From now on the rules play a company at this level; without a level its seat decides again (TA-27.8)."""

    seat: int
    level: Level | None = None


class Removed(Change, frozen=True, kw_only=True, tag="removed"):
    """An item on offer was removed from the game."""

    display: str
    item: str


AnyChange = (
    Founded
    | Gained
    | Paid
    | EngineersPlaced
    | OfficerCopied
    | ContractLimitSet
    | PutOnWheel
    | WheelTurned
    | TakenOffWheel
    | Built
    | DropsPlaced
    | DropFlowed
    | DropsAdded
    | Taken
    | ContractFulfilled
    | ContractDiscarded
    | Shown
    | PileRenewed
    | CardTurned
    | PlayedByRules
    | SpaceClosed
    | Removed
)
