"""Steps (b) and (c) of a turn of Arkwright, and its end, in complete sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright.model import facts
from domain.arkwright.narration.sentences import crossed, discarded, taken_away
from domain.arkwright.narration.words import Names
from domain.game import Fact
from domain.game_kit.narration import paragraph
from domain.message import Listing, Message, Seat, counted, message


def price_set(fact: facts.PriceSet, names: Names) -> Message:
    """Narrate price and appeal of the active factory."""
    return paragraph(
        message(
            "arkwright.price-and-appeal-set",
            "{seat} set {good} to price £{price} and appeal {appeal}; the marker moved from {start} to {end}.",
            seat=Seat(fact.seat),
            good=names.good(fact.good),
            price=fact.price,
            appeal=fact.total_appeal,
            start=fact.appeal_from,
            end=fact.appeal_to,
        ),
        crossed(names, fact.good, fact.arrows, fact.demand_from, fact.demand_to),
    )


def advanced(fact: facts.Advanced, names: Names) -> Message:
    """Narrate the advance of a development marker."""
    return message(
        "arkwright.advanced-track",
        "{seat} advanced {track} to level {level} (value {value}).",
        seat=Seat(fact.seat),
        track=names.track(fact.track),
        level=fact.level,
        value=fact.value,
    )


def card_taken(fact: facts.CardTaken, names: Names) -> Message:
    """Narrate the taking of a development card, and what went with a discarded one."""
    seat, card = Seat(fact.seat), names.card(fact.card.type)
    taken = message("arkwright.took-card", "{seat} took the {card} card.", seat=seat, card=card)
    if fact.at:
        taken = message(
            "arkwright.took-card-to-factory",
            "{seat} took the {card} card and placed it at the {good} factory.",
            seat=seat,
            card=card,
            good=names.good(fact.at),
        )
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        _lost_quality(fact, names),
        _lost_distribution(fact, names),
        taken_away(names, [fact.lost_goods]) if fact.lost_goods else None,
        taken,
    )


def _lost_quality(fact: facts.CardTaken, names: Names) -> Message | None:
    lost, instead = fact.lost_quality, fact.replacement
    if lost is None:
        return None
    if instead is None:
        return message(
            "arkwright.lost-quality",
            "The {good} factory lost {value} quality.",
            good=names.good(lost.good),
            value=lost.value,
        )
    return message(
        "arkwright.quality-replaced",
        "At the {good} factory, quality {instead} replaced quality {value}.",
        good=names.good(lost.good),
        value=lost.value,
        instead=instead.value,
    )


def _lost_distribution(fact: facts.CardTaken, names: Names) -> Message | None:
    lost = fact.lost_distribution
    if lost is None:
        return None
    return message(
        "arkwright.lost-distribution",
        "The {good} factory lost {value} distribution.",
        good=names.good(lost.good),
        value=lost.value,
    )


def broker_used(fact: facts.BrokerUsed, names: Names) -> Message:
    """Narrate shares bought with the broker."""
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        counted(
            "arkwright.bought-broker-shares",
            "{seat} bought {count} share at half price for £{paid} (£{each} per share).",
            "{seat} bought {count} shares at half price for £{paid} (£{each} per share).",
            seat=Seat(fact.seat),
            count=fact.shares,
            each=fact.each,
            paid=fact.paid,
        ),
    )


def inventor_used(fact: facts.InventorUsed, names: Names) -> Message:
    """Narrate the inventor's development points."""
    tracks = Listing(
        tuple(
            message(
                "arkwright.track-and-level", "{track} level {level}", track=names.track(track), level=fact.levels[track]
            )
            for track in dict.fromkeys(fact.tracks)
        )
    )
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        counted(
            "arkwright.advanced-with-inventor",
            "{seat} used {count} development point: {tracks}.",
            "{seat} used {count} development points: {tracks}.",
            seat=Seat(fact.seat),
            count=len(fact.tracks),
            tracks=tracks,
        ),
    )


def development_passed(fact: facts.DevelopmentPassed, names: Names) -> Message:
    """Narrate that nothing was developed."""
    return message("arkwright.developed-nothing", "{seat} skipped development.", seat=Seat(fact.seat))


def developer_used(fact: facts.DeveloperUsed, names: Names) -> Message:
    """Narrate that the developer made a card ready."""
    return message(
        "arkwright.used-developer",
        "{seat} used the developer: the {card} card became ready again.",
        seat=Seat(fact.seat),
        card=names.card(fact.card),
    )


def turn_ended(fact: facts.TurnEnded, names: Names) -> Message:
    """Narrate the end of a turn."""
    return message("arkwright.ended-turn", "{seat} ended their turn.", seat=Seat(fact.seat))


NARRATIONS: dict[type[Fact], Callable[[Any, Names], Message]] = {
    facts.PriceSet: price_set,
    facts.Advanced: advanced,
    facts.CardTaken: card_taken,
    facts.BrokerUsed: broker_used,
    facts.InventorUsed: inventor_used,
    facts.DevelopmentPassed: development_passed,
    facts.DeveloperUsed: developer_used,
    facts.TurnEnded: turn_ended,
}
