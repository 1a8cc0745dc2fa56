"""What a seat can tell the game to do. Every choice is recorded, in the order in which it is made.

A *source* of coal, iron or beer is the slot of a tile (``dudley/0``), ``market``, or for beer a merchant space
(``gloucester/0``) for the barrel beside it.
"""

from __future__ import annotations

import msgspec

from domain.game import Command

MARKET = "market"
"""The source of a cube that is bought."""


class Build(Command, frozen=True, kw_only=True, tag="build"):
    """Build one industry tile (BB-11 to BB-16); one source for each cube it needs."""

    card: str
    industry: str
    slot: str
    coal: tuple[str, ...] = ()
    iron: tuple[str, ...] = ()


class Network(Command, frozen=True, kw_only=True, tag="network"):
    """Place one link, or in the rail era two (BB-17); one source of coal for each rail link, in the same order."""

    card: str
    links: tuple[str, ...]
    coal: tuple[str, ...] = ()
    beer: str | None = None


class Develop(Command, frozen=True, kw_only=True, tag="develop"):
    """Remove one or two tiles from the mat (BB-18); one source of iron for each."""

    card: str
    industries: tuple[str, ...]
    iron: tuple[str, ...]


class Sale(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One tile sold to the merchant tile on one merchant space (BB-19.3)."""

    slot: str
    merchant: str
    beer: tuple[str, ...] = ()
    bonus: str | None = None
    """The industry to develop, if the merchant's barrel brings a free development (BB-20.2)."""


class Sell(Command, frozen=True, kw_only=True, tag="sell"):
    """Sell works one after the other (BB-19)."""

    card: str
    sales: tuple[Sale, ...]


class Loan(Command, frozen=True, kw_only=True, tag="loan"):
    """Take a loan (BB-21)."""

    card: str


class Scout(Command, frozen=True, kw_only=True, tag="scout"):
    """Exchange three cards for the two wild cards (BB-22)."""

    cards: tuple[str, ...]


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Discard a card and do nothing (BB-23)."""

    card: str


class EndTurn(Command, frozen=True, kw_only=True, tag="end_turn"):
    """Say that the turn is over, once its actions are taken: cards are drawn and the next seat acts."""


class RemoveTile(Command, frozen=True, kw_only=True, tag="remove_tile"):
    """Remove a tile from the board to pay a shortfall (BB-24.5)."""

    slot: str


BirminghamCommand = Build | Network | Develop | Sell | Loan | Scout | Pass | EndTurn | RemoveTile

COMMANDS: tuple[type[Command], ...] = (Build, Network, Develop, Sell, Loan, Scout, Pass, EndTurn, RemoveTile)
