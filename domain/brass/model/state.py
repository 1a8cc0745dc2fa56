"""The position of either Brass game: plain data whose JSON shape is also the public one.

Places on the board have the ids of the component figures: a slot is ``birmingham/2`` (town, number counted from 0),
a line ``birmingham-oxford``, a card its id (equal cards have equal ids). In a view :data:`domain.game.HIDDEN`
stands for each card that the viewer may not see.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from domain.brass.model.components import Era
from domain.presentation import Place

DecidedBy = Literal["points", "income", "money", "shared"]
"""The tie-break between the first place and the second."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a table."""

    @property
    @abstractmethod
    def canal_era_only(self) -> bool:
        """Whether this is the introductory game, which ends with the canal era."""


class Tile(msgspec.Struct, omit_defaults=True):
    """An industry tile on the board; ``cubes`` counts the coal, the iron or the barrels on it."""

    owner: int
    industry: str
    level: int
    cubes: int = 0
    flipped: bool = False


class Player(msgspec.Struct):
    """The belongings of one player."""

    money: int
    income_space: int
    """The space of the income marker on the progress track, 0 to 99."""
    points: int
    spent: int
    """Money spent in this round, in pounds."""
    links_left: int
    mat: dict[str, list[int]]
    """The levels of the tiles left in each industry's stack, the next one first."""
    hand: list[str]
    discards: list[str]
    """Face-up discards, the first one first."""


class Shortfall(msgspec.Struct):
    """A negative income that a seat must pay by removing tiles."""

    seat: int
    owed: int


PlayerT = TypeVar("PlayerT", bound=Player)


class State(msgspec.Struct, Generic[PlayerT], kw_only=True):
    """A position; ``facts`` counts the facts that led to it."""

    figures: str
    options: Options
    era: Era
    round: int
    turn_order: list[int]
    turn: int
    """The place in the turn order of the seat whose turn it is; past the last place while a round is settled."""
    actions_left: int
    players: list[PlayerT]
    board: dict[str, Tile]
    """The tiles on the board by slot."""
    links: dict[str, int]
    """The owners of the links on the board by line."""
    coal_market: int
    iron_market: int
    deck: list[str]
    """The draw deck, the top card first."""
    rail_hands: list[list[str]]
    """The hand of each seat for the rail era; empty once it is dealt."""
    rail_deck: list[str]
    """The draw deck of the rail era; empty once that era has begun."""
    shortfalls: list[Shortfall]
    """Shortfalls still to be settled, in the order of settling."""
    income_due: list[int] | UnsetType = UNSET
    """Seats whose income follows when the shortfalls are settled, in turn order."""
    facts: int = 0
    finished: bool = False
    ranking: list[Place] = []
    decided_by: DecidedBy | None = None
