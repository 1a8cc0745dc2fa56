"""Facts about seats of a running game that change hands, or that a substitute bot plays."""

from __future__ import annotations

from domain.game import Fact, facts_in


class SeatOffered(Fact, frozen=True, kw_only=True, tag="seat.offered"):
    """A seat was offered to a replacement: by its player (``given_up``), or by others because it is out of time.

    In the second case, the offer ends when the player moves.
    """

    seat: int
    given_up: bool


class OfferWithdrawn(Fact, frozen=True, kw_only=True, tag="seat.offer_withdrawn"):
    """The offer of a seat was withdrawn."""

    seat: int


class SeatHandedOver(Fact, frozen=True, kw_only=True, tag="seat.handed_over"):
    """A replacement took over a seat."""

    seat: int
    user: str


class StoodIn(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="seat.stood_in"):
    """A substitute bot plays for a player until they return; ``at`` is the current version of the game.

    ``keeps_time``: a player who returns in the same turn has the time that they had left. In older logs, they had at
    least one day.
    """

    seat: int
    bot: str
    at: int
    keeps_time: bool = False


class Returned(Fact, frozen=True, kw_only=True, tag="seat.returned"):
    """A player returned, and their substitute bot stopped."""

    seat: int


class SwapProposed(Fact, frozen=True, kw_only=True, tag="seat.swap_proposed"):
    """A player proposed to swap seats with another."""

    seat: int
    other: int


class SwapAnswered(Fact, frozen=True, kw_only=True, tag="seat.swap_answered"):
    """A player agreed to the proposed seat swap, or declined it."""

    seat: int
    agrees: bool


class SeatsSwapped(Fact, frozen=True, kw_only=True, tag="seat.swapped"):
    """Two players swapped seats."""

    one: int
    other: int


ABSENCE_FACTS = facts_in(__name__)
