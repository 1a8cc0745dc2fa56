"""The position of a game of Brass: Birmingham: plain data whose JSON shape is also the public one.

Places on the board go by the ids of the component figures: a slot is ``birmingham/2`` (town, number counted from 0),
a merchant space ``gloucester/0``, a line ``birmingham-oxford``, a card ``birmingham``, ``coal_mine`` or
``wild_location`` (equal cards have equal ids). In a view :data:`domain.game.HIDDEN` stands for each card the viewer
may not see.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.game import Place

Era = Literal["canal", "rail"]

DecidedBy = Literal["points", "income", "money", "shared"]
"""What separated the first place from the second (BB-26.1 to 26.4)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a table."""

    introductory: Annotated[
        bool,
        msgspec.Meta(
            title="Introductory game",
            description="Play the canal era only, then score money, income and the higher tiles as well (BB-27).",
        ),
    ] = False


class Tile(msgspec.Struct, omit_defaults=True):
    """An industry tile on the board; ``cubes`` counts the coal, the iron or the barrels on it."""

    owner: int
    industry: str
    level: int
    cubes: int = 0
    flipped: bool = False


class Merchant(msgspec.Struct, omit_defaults=True):
    """A merchant space in use: its merchant tile, and whether a barrel stands beside it."""

    tile: str
    barrel: bool = False


class Player(msgspec.Struct):
    """What lies before one player."""

    money: int
    income_space: int
    """The track space of the income marker, 0 to 99 (BB-6.1)."""
    points: int
    spent: int
    """Money spent in this round, in pounds (BB-5.1)."""
    links_left: int
    mat: dict[str, list[int]]
    """By industry the levels of the tiles left in the stack, the next one first (BB-3.3)."""
    hand: list[str]
    discards: list[str]
    """Face-up discards, the first one first (BB-4.3)."""
    face_down: list[str]
    """The card laid face down at the start of the canal era (BB-3.7)."""


class Shortfall(msgspec.Struct):
    """A negative income that its seat has to pay by removing tiles (BB-24.5)."""

    seat: int
    owed: int


class State(msgspec.Struct):
    """A position. ``facts`` counts the facts it was made from."""

    figures: str
    options: Options
    era: Era
    round: int
    turn_order: list[int]
    turn: int
    """The place in the turn order of the seat whose turn it is; past the last place while a round is settled."""
    actions_left: int
    players: list[Player]
    board: dict[str, Tile]
    """The tiles on the board by slot."""
    links: dict[str, int]
    """The owners of the links on the board by line."""
    merchants: dict[str, Merchant]
    """The merchant tiles by merchant space."""
    coal_market: int
    iron_market: int
    wild_location: int
    wild_industry: int
    deck: list[str]
    """The draw deck, the top card first."""
    rail_hands: list[list[str]]
    """What each seat will be dealt for the rail era; empty once it is dealt."""
    rail_deck: list[str]
    """The draw deck of the rail era; empty once that era has begun."""
    shortfalls: list[Shortfall]
    """Shortfalls still to be settled, in the order of settling (BB-24.14)."""
    facts: int = 0
    finished: bool = False
    ranking: list[Place] = []
    decided_by: DecidedBy | None = None
