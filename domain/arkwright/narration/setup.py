"""Set-up of Arkwright, and the choices before the first turn, in complete sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright.model import facts
from domain.arkwright.narration import words
from domain.arkwright.narration.words import Names
from domain.game import Fact
from domain.game_kit.narration import paragraph
from domain.message import Listing, Message, Seat, counted, message


def started(fact: facts.Started, names: Names) -> Message:
    """Narrate the start player and the starting factories."""
    if fact.solo is not None:
        automas = Listing(tuple(words.colour(automa.colour) for automa in fact.solo.automas))
        opening = message("arkwright.solo-game-began", "The solo game started. Automas: {automas}.", automas=automas)
    else:
        opening = message(
            "arkwright.game-began", "The game started. Start player: {seat}.", seat=Seat(fact.start_player)
        )
    return paragraph(opening, *(_seated(names, seat, seated) for seat, seated in enumerate(fact.players)))


def _seated(names: Names, seat: int, seated: facts.Seated) -> Message | None:
    if not seated.factories:
        return None
    return message(
        "arkwright.started-with-factories",
        "{seat} started with these factories: {factories}.",
        seat=Seat(seat),
        factories=names.goods(seated.factories),
    )


def factory_chosen(fact: facts.FactoryChosen, names: Names) -> Message:
    """Narrate a starting factory."""
    return message(
        "arkwright.opened-starting-factory",
        "{seat} opened the {good} factory.",
        seat=Seat(fact.seat),
        good=names.good(fact.good),
    )


def supervisor_placed(fact: facts.SupervisorPlaced, names: Names) -> Message:
    """Narrate the placing of the supervisor."""
    return message(
        "arkwright.placed-supervisor",
        "{seat} placed the supervisor at the {good} factory.",
        seat=Seat(fact.seat),
        good=names.good(fact.good),
    )


def bought_at_start(fact: facts.SharesBoughtAtStart, names: Names) -> Message:
    """Narrate shares bought before the game."""
    return counted(
        "arkwright.bought-starting-shares",
        "{seat} bought {count} share before the game for £{paid} (£{price} per share).",
        "{seat} bought {count} shares before the game for £{paid} (£{price} per share).",
        seat=Seat(fact.seat),
        count=fact.shares,
        price=fact.price,
        paid=fact.paid,
    )


NARRATIONS: dict[type[Fact], Callable[[Any, Names], Message]] = {
    facts.Started: started,
    facts.FactoryChosen: factory_chosen,
    facts.SupervisorPlaced: supervisor_placed,
    facts.SharesBoughtAtStart: bought_at_start,
}
