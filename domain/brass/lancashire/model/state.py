"""The position of a game of Brass: Lancashire: the parts of both games, and the distant cotton market.

A card is named ``manchester`` or ``coal_mine``; a distant-market tile by the steps it shows: ``3``.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from domain.brass.model import state as brass
from domain.brass.model.state import Player
from domain.message import message
from domain.presentation import Preset


class Options(brass.Options, frozen=True, forbid_unknown_fields=True):
    """Options of a table."""

    introductory_game: Annotated[
        bool,
        msgspec.Meta(
            title="Introductory game",
            description="Play only the canal era. Also score money, income and tiles of level 2 or higher (BL-V.3).",
        ),
    ] = False
    virtual_link: Annotated[
        bool,
        msgspec.Meta(
            title="Virtual link",
            description="If Liverpool or Birkenhead is in your network, you may build in both (BL-V.1).",
        ),
    ] = False
    classic_deck: Annotated[
        bool,
        msgspec.Meta(
            title="Classic deck",
            description="Shuffle all 66 cards and set some aside unseen. For 3 or 4 players (BL-V.2).",
        ),
    ] = False
    no_cash_scoring: Annotated[
        bool,
        msgspec.Meta(
            title="No cash scoring", description="Money scores no victory points after the rail era (BL-V.4)."
        ),
    ] = False
    classic_cotton_mill_1: Annotated[
        bool,
        msgspec.Meta(
            title="Classic level 1 cotton mills",
            description="Level 1 cotton mills are worth 3 victory points instead of 5 (BL-V.5).",
        ),
    ] = False

    @property
    def canal_era_only(self) -> bool:
        """Whether this is the introductory game, which ends with the canal era (BL-V.3)."""
        return self.introductory_game


PRESETS = (
    Preset(
        "full",
        message("lancashire.preset-full", "Full game"),
        message("lancashire.preset-full-description", "The canal era and the rail era."),
        {},
    ),
    Preset(
        "first",
        message("lancashire.preset-first", "First game"),
        message("lancashire.preset-first-description", "The introductory game: only the canal era."),
        {"introductory_game": True},
    ),
)


class State(brass.State[Player], kw_only=True):
    """A position."""

    options: Options
    set_aside: list[str]
    """The cards beneath the divider in the canal era (BL-2.6)."""
    market_tiles: list[str]
    """The face-down distant market tiles, the top one first."""
    market_turned: list[str]
    """The distant market tiles turned over so far in this era."""
    market_space: int
    """The space of the distant market marker, counted from 0; the last one is the X."""
    rail_market_tiles: list[str]
    """The face-down distant market tiles of the rail era; empty once that era has begun."""
    boxed: list[str]
    """The cards that will go, or went, back into the box unseen before the rail era (BL-V.2)."""
    selling: bool = False
    """True while the seat that sold may go on selling (BL-12.10)."""
