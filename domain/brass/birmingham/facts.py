"""What has happened in a game of Brass: Birmingham.

A fact carries everything its effect on the position needs: prices, sources, flips and the income spaces they led
to. Nothing is looked up when facts are applied, so a log stays what it is when figures or rules are corrected.
"""

from __future__ import annotations

import msgspec

from domain.brass.birmingham.state import DecidedBy, Options, Tile
from domain.game import Fact, Place

SUPPLY = "supply"
"""The source of a cube bought while its market is empty (BB-8.12, BB-9.6)."""


class Flip(msgspec.Struct, frozen=True, kw_only=True):
    """A tile was flipped: its owner's income marker went from one track space to another (BB-6.3)."""

    owner: int
    income_from: int
    income_to: int


class Advance(msgspec.Struct, frozen=True, kw_only=True):
    """An income marker was moved by a bonus, from one track space to another."""

    income_from: int
    income_to: int


class Taken(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cube or barrel was consumed.

    ``source`` is the slot of a tile, ``market``, ``supply`` (bought, the market being empty) or a merchant space;
    ``price`` is in pounds; ``flip`` says that this was the last one on the tile.
    """

    source: str
    price: int = 0
    flip: Flip | None = None


class MatTile(msgspec.Struct, frozen=True):
    """A tile of a player's mat."""

    industry: str
    level: int


class Started(Fact, frozen=True, kw_only=True, tag="brass.birmingham.started"):
    """The position at the start, with everything that chance decided, the cards of both eras included."""

    figures: str
    options: Options
    turn_order: tuple[int, ...]
    actions: int
    money: int
    income_space: int
    links: int
    mat: dict[str, tuple[int, ...]]
    merchants: dict[str, str]
    """Merchant tile by merchant space."""
    barrels: tuple[str, ...]
    """The merchant spaces with a barrel beside their tile."""
    coal_market: int
    iron_market: int
    wild_location: int
    wild_industry: int
    hands: tuple[tuple[str, ...], ...]
    face_down: tuple[str, ...]
    deck: tuple[str, ...]
    rail_hands: tuple[tuple[str, ...], ...]
    rail_deck: tuple[str, ...]


class Built(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="brass.birmingham.built"):
    """A tile was built."""

    seat: int
    card: str
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
    """Set when all its cubes were moved to the market."""
    replaced: Tile | None = None
    """The tile that was overbuilt (BB-14)."""


class Laid(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A link was placed on a line; a rail link consumed coal."""

    line: str
    coal: Taken | None = None


class Linked(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="brass.birmingham.linked"):
    """One link was placed, or two."""

    seat: int
    card: str
    links: tuple[Laid, ...]
    price: int
    """For the links; coal from the market comes on top."""
    beer: Taken | None = None


class Developed(Fact, frozen=True, kw_only=True, tag="brass.birmingham.developed"):
    """Tiles were removed from the mat, one iron each."""

    seat: int
    card: str
    removed: tuple[MatTile, ...]
    iron: tuple[Taken, ...]


class Bonus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a merchant's barrel brought (BB-20); exactly one of the fields is set, or none if the bonus was lost."""

    developed: MatTile | None = None
    income: Advance | None = None
    points: int = 0
    money: int = 0


class SoldTile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One tile was sold."""

    slot: str
    industry: str
    merchant: str
    flip: Flip
    beer: tuple[Taken, ...] = ()
    bonus: Bonus | None = None


class Sold(Fact, frozen=True, kw_only=True, tag="brass.birmingham.sold"):
    """Works were sold, one after the other."""

    seat: int
    card: str
    sales: tuple[SoldTile, ...]


class LoanTaken(Fact, frozen=True, kw_only=True, tag="brass.birmingham.loan_taken"):
    """A loan was taken."""

    seat: int
    card: str
    money: int
    income_from: int
    income_to: int


class Scouted(Fact, frozen=True, kw_only=True, tag="brass.birmingham.scouted"):
    """Three cards were exchanged for the two wild cards."""

    seat: int
    cards: tuple[str, ...]
    gained: tuple[str, ...]


class Passed(Fact, frozen=True, kw_only=True, tag="brass.birmingham.passed"):
    """A card was discarded and nothing done."""

    seat: int
    card: str


class TurnEnded(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="brass.birmingham.turn_ended"):
    """A seat ended its turn and drew cards; ``next_actions`` is what the next seat of the round has, if any."""

    seat: int
    drawn: tuple[str, ...] = ()
    next_actions: int = 0


class TurnOrderSet(Fact, frozen=True, kw_only=True, tag="brass.birmingham.turn_order_set"):
    """The order of the next round was set by the money spent (by seat), which then went to the bank."""

    order: tuple[int, ...]
    spent: tuple[int, ...]


class Owed(msgspec.Struct, frozen=True, kw_only=True):
    """A seat could not pay its negative income."""

    seat: int
    owed: int


class IncomePaid(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="brass.birmingham.income_paid"):
    """Income in pounds by seat; 0 for a seat that has a shortfall, which it must settle now."""

    income: tuple[int, ...]
    shortfalls: tuple[Owed, ...] = ()


class TileRemoved(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="brass.birmingham.tile_removed"):
    """A tile was removed to pay a shortfall; ``raised`` is in pounds, ``chosen`` is false when there was no choice."""

    seat: int
    slot: str
    tile: Tile
    raised: int
    chosen: bool = True


class ShortfallSettled(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="brass.birmingham.shortfall_settled"):
    """A shortfall was paid, as far as it could be; points were lost for the rest (BB-24.12)."""

    seat: int
    paid: int
    points_lost: int = 0


class RoundBegan(Fact, frozen=True, kw_only=True, tag="brass.birmingham.round_began"):
    """The next round of the era began."""

    round: int
    actions: int


class EraScored(Fact, frozen=True, kw_only=True, tag="brass.birmingham.era_scored"):
    """Links (by line) and flipped tiles (by slot) scored, and the links went back to their owners."""

    era: str
    links: dict[str, int]
    tiles: dict[str, int]
    points: tuple[int, ...]
    """The sum by seat."""


class IntroductoryScored(Fact, frozen=True, kw_only=True, tag="brass.birmingham.introductory_scored"):
    """The extra scoring of the introductory variant (BB-27.2 to 27.4)."""

    money: tuple[int, ...]
    income: tuple[int, ...]
    """Points by seat for the income level; what would go below 0 VP is left out."""
    tiles: dict[str, int]
    points: tuple[int, ...]
    """The sum by seat."""


class EraBegan(Fact, frozen=True, kw_only=True, tag="brass.birmingham.era_began"):
    """The rail era began: level 1 tiles left the board, merchants got new barrels, new hands were dealt."""

    actions: int
    removed: tuple[str, ...]
    """The slots whose tiles were removed."""
    barrels: tuple[str, ...]
    """The merchant spaces that got a barrel."""
    hands: tuple[tuple[str, ...], ...]


class GameEnded(Fact, frozen=True, kw_only=True, tag="brass.birmingham.game_ended"):
    """The game is over."""

    ranking: tuple[Place, ...]
    decided_by: DecidedBy


BirminghamFact = (
    Started
    | Built
    | Linked
    | Developed
    | Sold
    | LoanTaken
    | Scouted
    | Passed
    | TurnEnded
    | TurnOrderSet
    | IncomePaid
    | TileRemoved
    | ShortfallSettled
    | RoundBegan
    | EraScored
    | IntroductoryScored
    | EraBegan
    | GameEnded
)

FACTS: tuple[type[Fact], ...] = (
    Started,
    Built,
    Linked,
    Developed,
    Sold,
    LoanTaken,
    Scouted,
    Passed,
    TurnEnded,
    TurnOrderSet,
    IncomePaid,
    TileRemoved,
    ShortfallSettled,
    RoundBegan,
    EraScored,
    IntroductoryScored,
    EraBegan,
    GameEnded,
)
