"""Commands of a seat in either Brass game. Every choice is recorded, in the order in which it is made.

A *source* of coal or iron is the slot of a tile (``dudley/0``) or ``market``.
"""

from __future__ import annotations

from domain.game import Command

MARKET = "market"
"""The source of a cube that is bought."""


class Build(Command, frozen=True, kw_only=True, tag="build"):
    """Build one industry tile; one source for each cube it needs."""

    card: str
    industry: str
    slot: str
    coal: tuple[str, ...] = ()
    iron: tuple[str, ...] = ()


class Network(Command, frozen=True, kw_only=True, tag="network"):
    """Place one link, or in the rail era two; one source of coal for each rail link, in the same order."""

    card: str
    links: tuple[str, ...]
    coal: tuple[str, ...] = ()


class Develop(Command, frozen=True, kw_only=True, tag="develop"):
    """Remove one or two tiles from the mat; one source of iron for each."""

    card: str
    industries: tuple[str, ...]
    iron: tuple[str, ...]


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Discard a card and do nothing."""

    card: str


class EndTurn(Command, frozen=True, kw_only=True, tag="end_turn"):
    """Say that the turn is over, once its actions are taken: cards are drawn and the next seat acts."""


class RemoveTile(Command, frozen=True, kw_only=True, tag="remove_tile"):
    """Remove a tile from the board to pay a shortfall."""

    slot: str
