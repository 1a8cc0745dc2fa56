"""Facts of Brass: Birmingham: those of both games, and those that only this game has."""

from __future__ import annotations

import msgspec

from domain.brass.birmingham.model.state import Options
from domain.brass.model import facts as brass
from domain.brass.model.facts import Advance, Flip, MatTile, Taken
from domain.game import Fact, facts_in


class Started(brass.Started, frozen=True, kw_only=True, tag="brass.birmingham.started"):
    """The starting position, with all random results, including the cards of both eras."""

    options: Options
    merchants: dict[str, str]
    """Merchant tiles by merchant space."""
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


class Built(brass.Built, frozen=True, kw_only=True, tag="brass.birmingham.built"):
    """A tile was built."""


class Linked(brass.Linked, frozen=True, kw_only=True, tag="brass.birmingham.linked"):
    """One or two links were placed."""

    beer: Taken | None = None


class Developed(brass.Developed, frozen=True, kw_only=True, tag="brass.birmingham.developed"):
    """Tiles were removed from the mat for one iron each."""


class Bonus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A merchant beer bonus (BB-20); exactly one of the fields is set, or none if the bonus was lost."""

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


class Sold(brass.Acted, frozen=True, kw_only=True, tag="brass.birmingham.sold"):
    """Tiles were sold, one after the other."""

    sales: tuple[SoldTile, ...]


class LoanTaken(brass.LoanTaken, frozen=True, kw_only=True, tag="brass.birmingham.loan_taken"):
    """A loan was taken."""


class Scouted(Fact, frozen=True, kw_only=True, tag="brass.birmingham.scouted"):
    """Three cards were exchanged for the two wild cards."""

    seat: int
    cards: tuple[str, ...]
    gained: tuple[str, ...]


class Passed(brass.Passed, frozen=True, kw_only=True, tag="brass.birmingham.passed"):
    """A player passed and discarded a card."""


class TurnEnded(brass.TurnEnded, frozen=True, kw_only=True, tag="brass.birmingham.turn_ended"):
    """A seat ended its turn and drew cards. ``next_actions`` counts the actions of the next seat, if any."""


class TurnOrderSet(brass.TurnOrderSet, frozen=True, kw_only=True, tag="brass.birmingham.turn_order_set"):
    """Money spent (by seat) set the order of the next round, and went to the bank."""


class IncomePaid(brass.IncomePaid, frozen=True, kw_only=True, tag="brass.birmingham.income_paid"):
    """Income was settled, in pounds by seat; 0 for a seat with a shortfall that it must settle now."""


class TileRemoved(brass.TileRemoved, frozen=True, kw_only=True, tag="brass.birmingham.tile_removed"):
    """A tile was removed to pay a shortfall. ``raised`` is in pounds; ``chosen`` is false if it was the only option."""


class ShortfallSettled(brass.ShortfallSettled, frozen=True, kw_only=True, tag="brass.birmingham.shortfall_settled"):
    """A shortfall was paid as far as possible; points were lost for the rest (BB-24.12)."""


class RoundBegan(brass.RoundBegan, frozen=True, kw_only=True, tag="brass.birmingham.round_began"):
    """The next round of the era began."""


class EraScored(brass.EraScored, frozen=True, kw_only=True, tag="brass.birmingham.era_scored"):
    """Links (by line) and flipped tiles (by slot) were scored, and the links returned to their owners."""


class IntroductoryScored(
    brass.IntroductoryScored, frozen=True, kw_only=True, tag="brass.birmingham.introductory_scored"
):
    """The extra scoring of the introductory variant (BB-27.2 to 27.4)."""


class EraBegan(brass.EraBegan, frozen=True, kw_only=True, tag="brass.birmingham.era_began"):
    """The rail era began: level 1 tiles left the board, merchants got new barrels, and new hands were dealt."""

    barrels: tuple[str, ...]
    """The merchant spaces that got a barrel."""
    hands: tuple[tuple[str, ...], ...]


class GameEnded(brass.GameEnded, frozen=True, kw_only=True, tag="brass.birmingham.game_ended"):
    """The game ended."""


FACTS = facts_in(__name__)
