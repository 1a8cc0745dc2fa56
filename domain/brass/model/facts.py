"""Facts of both Brass games. Each game gives these facts its own topics, and adds facts of its own.

A fact contains everything that its effect on the position needs: prices, sources, flips and the resulting income
spaces. Nothing is looked up when facts are applied, so corrected figures or rules do not change the meaning of a log.
"""

from __future__ import annotations

import msgspec

from domain.brass.model.state import DecidedBy, Options, Tile
from domain.game import Fact
from domain.presentation import Place

SUPPLY = "supply"
"""The source of a cube bought while its market is empty."""


class Flip(msgspec.Struct, frozen=True, kw_only=True):
    """A tile was flipped: its owner's income marker moved from one space to another."""

    owner: int
    income_from: int
    income_to: int


class Advance(msgspec.Struct, frozen=True, kw_only=True):
    """An income marker moved from one space to another without a flip."""

    income_from: int
    income_to: int


class Taken(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cube or barrel was consumed.

    ``source`` is the slot of a tile, ``market``, ``supply`` (bought while the market was empty) or another place that
    holds pieces. ``price`` is in pounds. ``flip`` is set if this was the last one on the tile.
    """

    source: str
    price: int = 0
    flip: Flip | None = None


class MatTile(msgspec.Struct, frozen=True):
    """A tile of a player's mat."""

    industry: str
    level: int


class Laid(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A link was placed on a line; a rail link consumed coal."""

    line: str
    coal: Taken | None = None


class Owed(msgspec.Struct, frozen=True, kw_only=True):
    """A seat could not pay its negative income."""

    seat: int
    owed: int


class Started(Fact, frozen=True, kw_only=True):
    """The starting position, with all random results, including the cards of both eras."""

    figures: str
    options: Options
    turn_order: tuple[int, ...]
    actions: int
    money: int
    income_space: int
    links: int
    mat: dict[str, tuple[int, ...]]


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------


class Acted(Fact, frozen=True, kw_only=True):
    """A seat took an action and discarded a card for it."""

    seat: int
    card: str


class Built(Acted, frozen=True, kw_only=True, omit_defaults=True):
    """A tile was built."""

    industry: str
    level: int
    slot: str
    price: int
    """The tile's own price; cubes from a market come on top."""
    coal: tuple[Taken, ...] = ()
    iron: tuple[Taken, ...] = ()
    cubes: int = 0
    """Cubes or barrels put on the tile, before any are moved to a market."""
    moved: tuple[int, ...] = ()
    """The price received for each cube moved to the market."""
    flip: Flip | None = None
    """Set when building it flipped it, for instance because all its cubes were moved to the market."""
    replaced: Tile | None = None
    """The tile that was overbuilt."""


class Linked(Acted, frozen=True, kw_only=True, omit_defaults=True):
    """One or two links were placed."""

    links: tuple[Laid, ...]
    price: int
    """For the links; coal from the market comes on top."""


class Developed(Acted, frozen=True, kw_only=True):
    """Tiles were removed from the mat for one iron each."""

    removed: tuple[MatTile, ...]
    iron: tuple[Taken, ...]


class LoanTaken(Acted, frozen=True, kw_only=True):
    """A loan was taken."""

    money: int
    income_from: int
    income_to: int


class Passed(Acted, frozen=True, kw_only=True):
    """A player passed and discarded a card."""


# --------------------------------------------------------------------------------------------------------------------
# Turns and rounds
# --------------------------------------------------------------------------------------------------------------------


class TurnEnded(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """A seat ended its turn and drew cards. ``next_actions`` counts the actions of the next seat, if any."""

    seat: int
    drawn: tuple[str, ...] = ()
    next_actions: int = 0


class TurnOrderSet(Fact, frozen=True, kw_only=True):
    """Money spent (by seat) set the order of the next round, and went to the bank."""

    order: tuple[int, ...]
    spent: tuple[int, ...]


class IncomePaid(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """Income was settled, in pounds by seat; 0 for a seat with a shortfall that it must settle now."""

    income: tuple[int, ...]
    shortfalls: tuple[Owed, ...] = ()
    seats: tuple[int, ...] = ()
    """The seats whose income this is, if not all."""
    due: tuple[int, ...] = ()
    """The seats whose income follows when the shortfall is settled, in turn order."""


class TileRemoved(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """A tile was removed to pay a shortfall. ``raised`` is in pounds; ``chosen`` is false if it was the only option."""

    seat: int
    slot: str
    tile: Tile
    raised: int
    chosen: bool = True


class ShortfallSettled(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """A shortfall was paid as far as possible; points were lost for the rest."""

    seat: int
    paid: int
    points_lost: int = 0


class RoundBegan(Fact, frozen=True, kw_only=True):
    """The next round of the era began."""

    round: int
    actions: int


# --------------------------------------------------------------------------------------------------------------------
# Eras
# --------------------------------------------------------------------------------------------------------------------


class EraScored(Fact, frozen=True, kw_only=True):
    """Links (by line) and flipped tiles (by slot) were scored, and the links returned to their owners."""

    era: str
    links: dict[str, int]
    tiles: dict[str, int]
    points: tuple[int, ...]
    """The sum by seat."""


class IntroductoryScored(Fact, frozen=True, kw_only=True):
    """The extra scoring of the introductory game."""

    money: tuple[int, ...]
    income: tuple[int, ...]
    """Points by seat for the income level, limited so that VP do not go below 0."""
    tiles: dict[str, int]
    points: tuple[int, ...]
    """The sum by seat."""


class EraBegan(Fact, frozen=True, kw_only=True):
    """The rail era began: level 1 tiles left the board, and new hands were dealt."""

    actions: int
    removed: tuple[str, ...]
    """The slots whose tiles were removed."""


class GameEnded(Fact, frozen=True, kw_only=True):
    """The game ended."""

    ranking: tuple[Place, ...]
    decided_by: DecidedBy
