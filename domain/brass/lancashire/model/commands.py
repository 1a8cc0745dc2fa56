"""Commands of a seat: those of both games (BL-8 to BL-11, BL-14), and those that only this game has.

A sale goes to the slot of a port (``liverpool/0``) or to the ``distant_market``.
"""

from __future__ import annotations

from domain.brass.model.commands import MARKET, Build, Develop, EndTurn, Network, Pass, RemoveTile
from domain.game import Command

__all__ = [
    "COMMANDS",
    "DISTANT_MARKET",
    "MARKET",
    "Build",
    "Develop",
    "DoubleBuild",
    "EndTurn",
    "Loan",
    "Network",
    "Pass",
    "RemoveTile",
    "Sell",
    "SellOn",
    "StopSelling",
]

DISTANT_MARKET = "distant_market"
"""The market on which a mill sells without a port (BL-12.5)."""


class DoubleBuild(Command, frozen=True, kw_only=True, tag="double_build"):
    """Build one industry tile anywhere with two cards and both actions of the turn (BL-8.4)."""

    cards: tuple[str, ...]
    industry: str
    slot: str
    coal: tuple[str, ...] = ()
    iron: tuple[str, ...] = ()


class Sell(Command, frozen=True, kw_only=True, tag="sell"):
    """Sell one cotton mill; more sales of the same action follow one by one (BL-12)."""

    card: str
    slot: str
    to: str
    """The slot of the port, or ``distant_market``."""


class SellOn(Command, frozen=True, kw_only=True, tag="sell_on"):
    """Sell another cotton mill in the same action (BL-12.10)."""

    slot: str
    to: str
    """The slot of the port, or ``distant_market``."""


class StopSelling(Command, frozen=True, kw_only=True, tag="stop_selling"):
    """Stop selling in this action although another sale is possible (BL-12.10)."""


class Loan(Command, frozen=True, kw_only=True, tag="loan"):
    """Take a loan of £10, £20 or £30 (BL-13)."""

    card: str
    money: int


COMMANDS: tuple[type[Command], ...] = (
    Build,
    DoubleBuild,
    Network,
    Develop,
    Sell,
    SellOn,
    StopSelling,
    Loan,
    Pass,
    EndTurn,
    RemoveTile,
)
