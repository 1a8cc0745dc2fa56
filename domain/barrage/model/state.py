"""The position: plain data whose JSON shape is also the public one.

Sites, spaces, tiles and contracts have the ids of the component figures. The spaces of a management row are
``TS-P2/left`` and ``TS-P2/right``, a construction space is ``CN-1/0`` (that of seat 0), the bank is ``BK``. In a view
:data:`domain.game.HIDDEN` stands for face-down items.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.barrage.model.changes import Segment
from domain.barrage.model.levels import Level
from domain.barrage.model.options import Options
from domain.barrage.model.pending import Pending
from domain.presentation import Place

Phase = Literal["draft", "income", "actions", "water_flow", "scoring", "end"]
DecidedBy = Literal["points", "energy", "shared"]
"""The tie-break between the first place and the second (BA-22.7)."""

NEUTRAL = -1
"""The owner of a neutral dam."""
BANK = "BK"
NATIONAL = "national"
"""The display of the national contracts; those of the private ones are named by their colours."""
PATENTS = "patents"
"""The display, and the pile, of the advanced tiles in the patent office."""


class Company(msgspec.Struct, kw_only=True):
    """The pieces of one seat; everything is empty before its draft."""

    company: str = ""
    officer: str = ""
    copied: str = ""
    """The officer whose power is copied in this turn (BA-25.11)."""
    credits: int = 0
    excavators: int = 0
    mixers: int = 0
    engineers: int = 0
    """Engineers in the personal supply."""
    vp: int = 0
    energy: int = 0
    """Energy of this round; above 30 it continues to count (BA-11.12)."""
    tiles: list[str] = []
    """Technology tiles in the personal supply."""
    wheel: list[Segment] = []
    """The construction wheel: segment 0 is the open one, segment n is opened by the n-th rotation."""
    contracts: list[str] = []
    """Face-up contracts."""
    fulfilled: list[str] = []
    """Fulfilled contracts, and other items kept face down when fulfilled."""
    built: dict[str, int] = {}
    """Pieces built, by structure type; types that the company does not have are left out."""
    passed: bool = False
    extra_turns: int = 0
    """Extra turns taken in this round."""
    contract_limit: int | msgspec.UnsetType = msgspec.UNSET
    """The limit of contracts until one is fulfilled, by an officer copied in an earlier turn or in this
    one (BA-D.37).
    """
    automa: Level | msgspec.UnsetType = msgspec.UNSET
    """The level at which the rules play it: always for an automa, for a player in a turn without a choice (TA-27.8)."""


class Dam(msgspec.Struct):
    """A base with the elevations on it, and the drops it holds."""

    owner: int
    """A seat, or NEUTRAL."""
    level: int
    drops: int


class Crew(msgspec.Struct, frozen=True):
    """Engineers of a seat on an action space."""

    seat: int
    engineers: int


class Offer(msgspec.Struct, frozen=True):
    """A company with the officer put on it, on offer in the draft."""

    company: str
    officer: str


class State(msgspec.Struct, kw_only=True):
    """A position. ``facts`` counts the facts it was made from."""

    figures: str
    options: Options
    round: int
    """1 to 5; 0 during the draft."""
    phase: Phase
    turn_order: list[int]
    companies: list[Company]
    """By seat."""
    offers: list[Offer]
    """Companies with officers not yet drafted."""
    starting_contracts: list[str]
    """Starting contracts not yet drafted."""
    spare_officers: list[str]
    """Officers of no company, whose powers can be copied (BA-25.15)."""
    headstream_tiles: dict[str, str]
    """By headstream."""
    headstreams: dict[str, int]
    """Drops waiting on each headstream."""
    dams: dict[str, Dam]
    """By base site."""
    built: dict[str, int]
    """The owners of conduits, powerhouses and other single pieces, by site."""
    spaces: dict[str, list[Crew]]
    """Engineers on action spaces; only spaces with some."""
    closed_spaces: list[str] | msgspec.UnsetType = msgspec.UNSET
    """Action spaces that no one can use any more (TA-9.17)."""
    displays: dict[str, list[str]]
    """The face-up offer, by name and slot; an empty slot is an empty string."""
    piles: dict[str, list[str]]
    """Face-down piles by their display, the top first."""
    discards: dict[str, list[str]]
    """Discarded contracts by colour, and other items that left a display face up, by the display."""
    renewals: dict[str, int]
    """How often each pile was renewed from its discards."""
    renewal_key: str
    """The secret key of the shuffles of renewed piles (BA-17.5)."""
    bonus_tiles: list[str]
    """By round."""
    objective: str
    pending: list[Pending]
    """Pending decisions and automatic steps, the next one last."""
    facts: int = 0
    finished: bool = False
    ranking: list[Place] = []
    decided_by: DecidedBy | None = None
