"""The opponents and achievements of the solo game of Arkwright, in complete sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright.model import facts
from domain.arkwright.narration import words
from domain.arkwright.narration.sentences import crossed
from domain.arkwright.narration.words import Names
from domain.game import Fact
from domain.game_kit.narration import paragraph
from domain.message import Listing, Message, Seat, counted, message


def automas_prepared(fact: facts.AutomasPrepared, names: Names) -> Message:
    """Narrate the automas' first markers."""
    markers = Listing(
        tuple(
            message(
                "arkwright.automa-marker-position",
                "{good}: {colour} on {appeal}",
                good=names.good(good),
                colour=words.colour(colour),
                appeal=appeal,
            )
            for good, colour in fact.tracks.items()
            for appeal in [fact.appeal[good]]
        )
    )
    return message(
        "arkwright.automa-markers-placed",
        "The automas' appeal markers were placed: {markers}. Demand rose to {demand}.",
        markers=markers,
        demand=names.demand(fact.demand),
    )


def automa_produced(fact: facts.AutomaProduced, names: Names) -> Message:
    """Narrate an automa's sales."""
    sold = counted(
        "arkwright.automa-sold",
        "The {colour} automa sold {count} good ({good}) at appeal {appeal} and demand {demand}.",
        "The {colour} automa sold {count} goods ({good}) at appeal {appeal} and demand {demand}.",
        colour=words.colour(fact.colour),
        count=fact.sold,
        good=names.good(fact.good),
        appeal=fact.appeal,
        demand=fact.demand,
    )
    if not fact.shares_gained:
        return sold
    gained = counted(
        "arkwright.automa-gained-shares",
        "That was not enough to raise its share value, so it gained {count} share instead (total: {shares}).",
        "That was not enough to raise its share value, so it gained {count} shares instead (total: {shares}).",
        count=fact.shares_gained,
        shares=fact.shares,
    )
    return paragraph(sold, gained)


def achievements_chosen(fact: facts.AchievementsChosen, names: Names) -> Message:
    """Narrate the achievements the player chose."""
    if not fact.achievements:
        return message("arkwright.chose-no-achievement", "{seat} chose no achievements.", seat=Seat(fact.seat))
    reached = Listing(tuple(names.achievement(id) for id in fact.achievements))
    return message(
        "arkwright.chose-achievements", "{seat} chose these achievements: {names}.", seat=Seat(fact.seat), names=reached
    )


def marker_drawn(fact: facts.MarkerDrawn, names: Names) -> Message:
    """Narrate the marker out of the bag."""
    return message(
        "arkwright.opponents-marker-drawn", "The opponents drew a marker: {colour}.", colour=words.colour(fact.colour)
    )


def automa_advanced(fact: facts.AutomaAdvanced, names: Names) -> Message:
    """Narrate an automa's marker moves up."""
    moved = message(
        "arkwright.automa-advanced",
        "The {colour} automa's marker for {good} advanced from {start} to {end}.",
        colour=words.colour(fact.colour),
        good=names.good(fact.good),
        start=fact.appeal_from,
        end=fact.appeal_to,
    )
    return paragraph(moved, crossed(names, fact.good, fact.arrows, fact.demand_from, fact.demand_to))


def automa_opened(fact: facts.AutomaOpened, names: Names) -> Message:
    """Narrate an automa opens a factory."""
    return message(
        "arkwright.automa-opened-factory",
        "The {colour} automa had no marker for {good} and opened a factory. Appeal: {opening} + {extra} for the era = "
        "{appeal}. Arrows crossed: {arrows}. Demand: {demand}. The wage marker moved to space {space} (£{wage} "
        "per worker).",
        colour=words.colour(fact.colour),
        good=names.good(fact.good),
        opening=fact.opening,
        extra=fact.extra,
        appeal=fact.appeal,
        arrows=abs(fact.arrows),
        demand=names.demand(fact.demand),
        space=fact.wage_space + 1,
        wage=names.wage(fact.wage_space),
    )


def automas_gained(fact: facts.AutomasGained, names: Names) -> Message:
    """Shares of the automas that were not drawn."""
    gains = Listing(
        tuple(
            message(
                "arkwright.automa-share-gain",
                "{colour} +{gained} (total: {shares})",
                colour=words.colour(each.colour),
                gained=each.gained,
                shares=each.shares,
            )
            for each in fact.gains
        )
    )
    return message(
        "arkwright.undrawn-automas-gained-shares",
        "Automas whose colour was not drawn gained shares: {gains}.",
        gains=gains,
    )


def funds_marker_moved(fact: facts.FundsMarkerMoved, names: Names) -> Message:
    """Narrate the funds marker on the display."""
    return counted(
        "arkwright.funds-marker-moved",
        "The {colour} funds marker moved {count} card, from place {start} to place {end}: {card}.",
        "The {colour} funds marker moved {count} cards, from place {start} to place {end}: {card}.",
        colour=words.colour(fact.colour),
        count=fact.steps,
        start=fact.place_from + 1,
        end=fact.place_to + 1,
        card=names.card(fact.card),
    )


NARRATIONS: dict[type[Fact], Callable[[Any, Names], Message]] = {
    facts.AutomasPrepared: automas_prepared,
    facts.AutomaProduced: automa_produced,
    facts.AchievementsChosen: achievements_chosen,
    facts.MarkerDrawn: marker_drawn,
    facts.AutomaAdvanced: automa_advanced,
    facts.AutomaOpened: automa_opened,
    facts.AutomasGained: automas_gained,
    facts.FundsMarkerMoved: funds_marker_moved,
}
