"""Commands of a seat: those of both games (BB-11 to BB-18, BB-21, BB-23), and those that only this game has.

A source of beer is the slot of a tile (``dudley/0``) or a merchant space (``gloucester/0``) for the barrel beside it.
"""

from __future__ import annotations

import msgspec

from domain.brass.model import commands as brass
from domain.brass.model.commands import MARKET, Build, Develop, EndTurn, Pass, RemoveTile
from domain.game import Command

__all__ = [
    "COMMANDS",
    "MARKET",
    "Build",
    "Develop",
    "EndTurn",
    "Loan",
    "Network",
    "Pass",
    "RemoveTile",
    "Sale",
    "Scout",
    "Sell",
]


class Network(brass.Network, frozen=True, kw_only=True, tag="network"):
    """Place one link, or two in the rail era (BB-17), with one source of coal for each rail link in the same order."""

    beer: str | None = None


class Sale(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sale of one tile to the merchant tile on a merchant space (BB-19.3)."""

    slot: str
    merchant: str
    beer: tuple[str, ...] = ()
    bonus: str | None = None
    """The industry to develop, if the merchant beer bonus develops a tile (BB-20.2)."""


class Sell(Command, frozen=True, kw_only=True, tag="sell"):
    """Sell tiles one after the other (BB-19)."""

    card: str
    sales: tuple[Sale, ...]


class Loan(Command, frozen=True, kw_only=True, tag="loan"):
    """Take a loan (BB-21)."""

    card: str


class Scout(Command, frozen=True, kw_only=True, tag="scout"):
    """Exchange three cards for the two wild cards (BB-22)."""

    cards: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (Build, Network, Develop, Sell, Loan, Scout, Pass, EndTurn, RemoveTile)
