"""Commands of a seat in either Brass game. Every choice is recorded, in the order in which it is made.

A *source* of coal or iron is the slot of a tile (``dudley/0``) or ``market``.
"""

from __future__ import annotations

from domain.game import Command

MARKET = "market"
"""The source of a cube that is bought."""


class Build(Command, frozen=True, kw_only=True, tag="build"):
    """Build one industry tile, with one source for each cube that it needs."""

    card: str
    industry: str
    slot: str
    coal: tuple[str, ...] = ()
    iron: tuple[str, ...] = ()


class Network(Command, frozen=True, kw_only=True, tag="network"):
    """Place one link, or two in the rail era, with one source of coal for each rail link in the same order."""

    card: str
    links: tuple[str, ...]
    coal: tuple[str, ...] = ()


class Develop(Command, frozen=True, kw_only=True, tag="develop"):
    """Remove one or two tiles from the mat, with one source of iron for each."""

    card: str
    industries: tuple[str, ...]
    iron: tuple[str, ...]


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Discard a card and do nothing."""

    card: str


class EndTurn(Command, frozen=True, kw_only=True, tag="end_turn"):
    """End the turn once its actions are taken; the seat draws cards and the next seat acts."""


class RemoveTile(Command, frozen=True, kw_only=True, tag="remove_tile"):
    """Remove a tile from the board to pay a shortfall."""

    slot: str
