"""Narration of seats that change hands."""

from __future__ import annotations

from typing import Any

from domain.message import Message, Seat, message
from domain.table.seat_changes.facts import (
    OfferWithdrawn,
    Returned,
    SeatHandedOver,
    SeatOffered,
    SeatsSwapped,
    StoodIn,
    SwapAnswered,
    SwapProposed,
)


def narrated(fact: Any) -> Message:
    """Return a sentence for a fact about a seat."""
    match fact:
        case SeatOffered(given_up=True):
            return message("seats.gave-up-seat", "A replacement is wanted for {seat}.", seat=Seat(fact.seat))
        case SeatOffered():
            return message(
                "seats.seat-offered", "The seat of {seat} is offered: a replacement is wanted.", seat=Seat(fact.seat)
            )
        case OfferWithdrawn():
            return message(
                "seats.offer-withdrawn", "No replacement is wanted for {seat} any more.", seat=Seat(fact.seat)
            )
        case SeatHandedOver():
            return message(
                "seats.replacement-took-over",
                "{seat} takes over seat {number} and goes on.",
                seat=Seat(fact.seat),
                number=fact.seat + 1,
            )
        case StoodIn():
            return message(
                "seats.bot-stood-in", "A bot ({bot}) stands in for {seat}.", bot=fact.bot, seat=Seat(fact.seat)
            )
        case Returned():
            return message("seats.returned", "{seat} is back.", seat=Seat(fact.seat))
        case SwapProposed():
            return message(
                "seats.swap-proposed",
                "{seat} wants to change places with {other}.",
                seat=Seat(fact.seat),
                other=Seat(fact.other),
            )
        case SwapAnswered(agrees=True):
            return message("seats.swap-agreed", "{seat} agrees to the change of places.", seat=Seat(fact.seat))
        case SwapAnswered():
            return message(
                "seats.swap-declined", "{seat} does not agree to the change of places.", seat=Seat(fact.seat)
            )
        case SeatsSwapped():
            return message(
                "seats.seats-swapped",
                "{one} and {other} have changed places.",
                one=Seat(fact.one),
                other=Seat(fact.other),
            )
    raise TypeError(f"{type(fact).__name__} has no sentence")
