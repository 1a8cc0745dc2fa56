"""The position of a game of Brass: Birmingham: the parts of both games, merchants and wild cards.

A merchant space is named ``gloucester/0``; a card ``birmingham``, ``coal_mine`` or ``wild_location``.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from domain.brass.model import state as brass
from domain.message import message
from domain.presentation import Preset


class Options(brass.Options, frozen=True, forbid_unknown_fields=True):
    """Options of a table."""

    introductory: Annotated[
        bool,
        msgspec.Meta(
            title="Introductory game",
            description="Play only the canal era. Also score money, income and tiles of level 2 or higher (BB-27).",
        ),
    ] = False

    @property
    def canal_era_only(self) -> bool:
        """Whether this is the introductory game, which ends with the canal era (BB-27.1)."""
        return self.introductory


PRESETS = (
    Preset(
        "full",
        message("birmingham.preset-full", "Full game"),
        message("birmingham.preset-full-description", "The canal era and the rail era."),
        {},
    ),
    Preset(
        "first",
        message("birmingham.preset-first", "First game"),
        message("birmingham.preset-first-description", "The introductory game: only the canal era."),
        {"introductory": True},
    ),
)


class Merchant(msgspec.Struct, omit_defaults=True):
    """A merchant space in use: its merchant tile, and whether a barrel stands beside it."""

    tile: str
    barrel: bool = False


class Player(brass.Player):
    """The belongings of one player."""

    face_down: list[str]
    """The card laid face down at the start of the canal era (BB-3.7)."""


class State(brass.State[Player], kw_only=True):
    """A position."""

    options: Options
    merchants: dict[str, Merchant]
    """The merchant tiles by merchant space."""
    wild_location: int
    wild_industry: int
