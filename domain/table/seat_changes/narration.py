"""Narration of seats that change hands."""

from __future__ import annotations

from typing import Any

from domain.keyed_names import bot_kind
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
            return message("seats.gave-up-seat", "{seat} offered their seat to a replacement.", seat=Seat(fact.seat))
        case SeatOffered():
            return message(
                "seats.seat-offered",
                "{seat} was out of time, so their seat was offered to a replacement.",
                seat=Seat(fact.seat),
            )
        case OfferWithdrawn():
            return message("seats.offer-withdrawn", "The offer of {seat}'s seat was withdrawn.", seat=Seat(fact.seat))
        case SeatHandedOver():
            return message(
                "seats.replacement-took-over",
                "{seat} took over seat {number}.",
                seat=Seat(fact.seat),
                number=fact.seat + 1,
            )
        case StoodIn():
            return message(
                "seats.bot-stood-in",
                "A substitute bot ({bot}) started playing for {seat}.",
                bot=bot_kind(fact.bot),
                seat=Seat(fact.seat),
            )
        case Returned():
            return message("seats.returned", "{seat} returned.", seat=Seat(fact.seat))
        case SwapProposed():
            return message(
                "seats.swap-proposed",
                "{seat} proposed swapping seats with {other}.",
                seat=Seat(fact.seat),
                other=Seat(fact.other),
            )
        case SwapAnswered(agrees=True):
            return message("seats.swap-agreed", "{seat} agreed to the seat swap.", seat=Seat(fact.seat))
        case SwapAnswered():
            return message("seats.swap-declined", "{seat} declined the seat swap.", seat=Seat(fact.seat))
        case SeatsSwapped():
            return message(
                "seats.seats-swapped", "{one} and {other} swapped seats.", one=Seat(fact.one), other=Seat(fact.other)
            )
    raise TypeError(f"{type(fact).__name__} has no sentence")
