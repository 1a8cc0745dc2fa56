"""Facts of Brass: Lancashire: those of both games, and those that only this game has."""

from __future__ import annotations

from domain.brass.lancashire.model.state import Options
from domain.brass.model import facts as brass
from domain.brass.model.facts import Advance, Flip
from domain.game import Fact, facts_in


class Started(brass.Started, frozen=True, kw_only=True, tag="brass.lancashire.started"):
    """The starting position, with all random results, including the cards and tiles of both eras."""

    options: Options
    coal_market: int
    iron_market: int
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    set_aside: tuple[str, ...]
    """The cards beneath the card divider."""
    market_tiles: tuple[str, ...]
    """The face-down distant market tiles, the top one first."""
    rail_hands: tuple[tuple[str, ...], ...]
    rail_deck: tuple[str, ...]
    rail_market_tiles: tuple[str, ...]
    boxed: tuple[str, ...]
    """The cards that return to the box before the rail era (BL-V.2)."""


class Built(brass.Built, frozen=True, kw_only=True, tag="brass.lancashire.built"):
    """A tile was built."""

    second_card: str | None = None
    """The other card of a build with two cards, which took both actions of the turn (BL-8.4)."""


class Linked(brass.Linked, frozen=True, kw_only=True, tag="brass.lancashire.linked"):
    """One or two links were placed."""


class Developed(brass.Developed, frozen=True, kw_only=True, tag="brass.lancashire.developed"):
    """Tiles were removed from the mat for one iron each."""


class Sold(brass.Acted, frozen=True, kw_only=True, omit_defaults=True, tag="brass.lancashire.sold"):
    """A sell action began with this sale. The next fact holds the result of a sale to the distant market."""

    slot: str
    to: str
    """The slot of the port, or ``distant_market``."""
    port: Flip | None = None
    mill: Flip | None = None
    more: bool = False
    """Whether the seat may continue selling."""


class SoldOn(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="brass.lancashire.sold_on"):
    """A sell action continued with this sale. The next fact holds the result of a sale to the distant market."""

    seat: int
    slot: str
    to: str
    """The slot of the port, or ``distant_market``."""
    port: Flip | None = None
    mill: Flip | None = None
    more: bool = False
    """Whether the seat may continue selling."""


class MarketTurned(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="brass.lancashire.market_turned"):
    """A distant market tile was turned over and the marker moved; on the X space, the sale fails (BL-12.7 to 12.9)."""

    seat: int
    slot: str
    """The slot of the mill."""
    tile: str
    space_from: int
    space_to: int
    income: Advance | None = None
    mill: Flip | None = None
    """Not set if the marker reached the X space."""
    more: bool = False
    """Whether the seat may continue selling."""


class SellingStopped(Fact, frozen=True, kw_only=True, tag="brass.lancashire.selling_stopped"):
    """A seat stopped selling although it could have continued."""

    seat: int


class LoanTaken(brass.LoanTaken, frozen=True, kw_only=True, tag="brass.lancashire.loan_taken"):
    """A loan was taken."""


class Passed(brass.Passed, frozen=True, kw_only=True, tag="brass.lancashire.passed"):
    """A player passed and discarded a card."""


class TurnEnded(brass.TurnEnded, frozen=True, kw_only=True, tag="brass.lancashire.turn_ended"):
    """A seat ended its turn and drew cards. ``next_actions`` counts the actions of the next seat, if any."""


class TurnOrderSet(brass.TurnOrderSet, frozen=True, kw_only=True, tag="brass.lancashire.turn_order_set"):
    """Money spent (by seat) set the order of the next round, and went to the bank."""


class IncomePaid(brass.IncomePaid, frozen=True, kw_only=True, tag="brass.lancashire.income_paid"):
    """Income was settled, in pounds by seat; 0 for a seat with a shortfall that it must settle now."""


class TileRemoved(brass.TileRemoved, frozen=True, kw_only=True, tag="brass.lancashire.tile_removed"):
    """A tile was removed to pay a shortfall. ``raised`` is in pounds; ``chosen`` is false if it was the only option."""


class ShortfallSettled(brass.ShortfallSettled, frozen=True, kw_only=True, tag="brass.lancashire.shortfall_settled"):
    """A shortfall was paid as far as possible; points were lost for the rest (BL-4.12)."""


class RoundBegan(brass.RoundBegan, frozen=True, kw_only=True, tag="brass.lancashire.round_began"):
    """The next round of the era began."""


class EraScored(brass.EraScored, frozen=True, kw_only=True, tag="brass.lancashire.era_scored"):
    """Links (by line) and flipped tiles (by slot) were scored, and the links returned to their owners."""


class MoneyScored(Fact, frozen=True, kw_only=True, tag="brass.lancashire.money_scored"):
    """Money was scored after the rail era (BL-15.14)."""

    points: tuple[int, ...]
    """By seat."""


class IntroductoryScored(
    brass.IntroductoryScored, frozen=True, kw_only=True, tag="brass.lancashire.introductory_scored"
):
    """The extra scoring of the introductory game (BL-V.3)."""


class EraBegan(brass.EraBegan, frozen=True, kw_only=True, tag="brass.lancashire.era_began"):
    """The rail era began: level 1 tiles left the board, the distant market was reset, and new hands were dealt."""

    hands: tuple[tuple[str, ...], ...]


class GameEnded(brass.GameEnded, frozen=True, kw_only=True, tag="brass.lancashire.game_ended"):
    """The game ended."""


FACTS = facts_in(__name__)
