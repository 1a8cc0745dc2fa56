"""Facts about seats of a running game that change hands, or that a substitute bot plays."""

from __future__ import annotations

from domain.game import Fact, facts_in


class SeatOffered(Fact, frozen=True, kw_only=True, tag="seat.offered"):
    """A replacement is wanted: by whoever sits there (``given_up``), or by the others because their time ran out.

    The latter lasts until the seat acts after all.
    """

    seat: int
    given_up: bool


class OfferWithdrawn(Fact, frozen=True, kw_only=True, tag="seat.offer_withdrawn"):
    """No replacement is wanted any more."""

    seat: int


class SeatHandedOver(Fact, frozen=True, kw_only=True, tag="seat.handed_over"):
    """Somebody new goes on from here."""

    seat: int
    user: str


class StoodIn(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="seat.stood_in"):
    """A bot plays for whoever sits there until they return; ``at`` is the version that the game had come to.

    ``keeps_time``: what the player had left is what they have when they return in the same turn. Without it, in older
    logs, returning gave them a day at least.
    """

    seat: int
    bot: str
    at: int
    keeps_time: bool = False


class Returned(Fact, frozen=True, kw_only=True, tag="seat.returned"):
    """Whoever a bot stood in for plays again."""

    seat: int


class SwapProposed(Fact, frozen=True, kw_only=True, tag="seat.swap_proposed"):
    """A seat wants to change places with another."""

    seat: int
    other: int


class SwapAnswered(Fact, frozen=True, kw_only=True, tag="seat.swap_answered"):
    """A seat agrees to the change of places that was proposed, or does not."""

    seat: int
    agrees: bool


class SeatsSwapped(Fact, frozen=True, kw_only=True, tag="seat.swapped"):
    """Two people change places."""

    one: int
    other: int


ABSENCE_FACTS = facts_in(__name__)
