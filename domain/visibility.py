"""Visibility and narration of any fact of any stream, table facts and game facts alike."""

from __future__ import annotations

from typing import Any

import msgspec

from domain import keyed_names
from domain.game import HIDDEN, Fact, Ruleset, Viewer
from domain.log import BranchOpened, FiguresRecorded, HeadMoved
from domain.message import Listing, Message, Seat, message
from domain.presentation import Explanation
from domain.table.clock import narration as clocks
from domain.table.clock.facts import CLOCK_FACTS
from domain.table.facts import (
    AbandonAgreed,
    Abandoned,
    ConfirmationSet,
    Finished,
    Imported,
    SeatLeft,
    SeatTaken,
    TableOpened,
    UndoAnswered,
    UndoRequested,
    WordsAdded,
    WordsSealed,
)
from domain.table.rulings.facts import Adjudicated, Intervened, Intervention, Reason, Voided
from domain.table.seat_changes import narration as absence
from domain.table.seat_changes.facts import ABSENCE_FACTS, SeatHandedOver
from domain.table.seating import initial


def veiled(ruleset: Ruleset[Any], fact: Any, viewer: Viewer) -> Fact:
    """Return the fact as the viewer may see it; the auditor sees the whole fact."""
    match fact:
        case TableOpened() if viewer != "auditor":
            return msgspec.structs.replace(fact, seed=HIDDEN)
        case BranchOpened(imagined=dict() as imagined):
            position = ruleset.view(msgspec.convert(imagined, ruleset.state, str_keys=True), viewer)
            return msgspec.structs.replace(fact, imagined=msgspec.to_builtins(position, str_keys=True))
        case _ if isinstance(fact, ruleset.facts):
            return ruleset.veil(fact, viewer)
    return fact  # type: ignore[no-any-return]


def without_users(fact: Any) -> Fact:
    """Return an imported fact without the users that it names: whatever their ids, they are not users of this
    service.
    """
    match fact:
        case SeatTaken():
            return msgspec.structs.replace(fact, user=None)
        case SeatHandedOver():
            return msgspec.structs.replace(fact, user="")
        case TableOpened() | BranchOpened():
            return msgspec.structs.replace(fact, owner="")
        case Imported():
            return msgspec.structs.replace(fact, by="")
    return fact  # type: ignore[no-any-return]


def reveals(ruleset: Ruleset[Any], fact: Any) -> bool:
    """Return whether the fact reveals information that was hidden when it was decided: cards drawn, the secret seed."""
    return isinstance(fact, Finished) or (isinstance(fact, ruleset.facts) and ruleset.reveals(fact))


def narrated(ruleset: Ruleset[Any], figures: str, fact: Any) -> Message:
    """Return the sentence of a fact, as its viewer may see it, for a table with these figures."""
    if isinstance(fact, ruleset.facts):
        return ruleset.narrate(fact, figures)
    if isinstance(fact, TableOpened):
        return _opened(ruleset, fact)
    match fact:
        case SeatTaken() | SeatLeft() | WordsSealed() | WordsAdded() | ConfirmationSet():
            return _seating(fact)
        case UndoRequested() | UndoAnswered() | HeadMoved():
            return _taking_back(fact)
        case Voided() | Adjudicated() | Intervened():
            return _decided_over(fact)
        case _ if isinstance(fact, CLOCK_FACTS):
            return clocks.narrated(fact)
        case _ if isinstance(fact, ABSENCE_FACTS):
            return absence.narrated(fact)
        case _:
            return _course(fact)


def explained(ruleset: Ruleset[Any], figures: str, fact: Any) -> Explanation | None:
    """Return the explanation, if any, of a fact that the rules decided, as its viewer may see it, for a table with
    these figures.
    """
    return ruleset.explain(fact, figures) if isinstance(fact, ruleset.facts) else None


def _seating(fact: SeatTaken | SeatLeft | WordsSealed | WordsAdded | ConfirmationSet) -> Message:
    match fact:
        case SeatTaken(bot=None):
            return message(
                "log.seat-taken", "{player} takes seat {number}.", player=Seat(fact.seat), number=fact.seat + 1
            )
        case SeatTaken():
            return message(
                "log.seat-taken-by-bot",
                "The bot {player} takes seat {number}.",
                player=Seat(fact.seat),
                number=fact.seat + 1,
            )
        case SeatLeft():
            return message("log.seat-freed", "Seat {number} is free again.", number=fact.seat + 1)
        case WordsSealed() | WordsAdded():
            return message("log.words-added", "{seat} adds words to the chance of the game.", seat=Seat(fact.seat))
        case ConfirmationSet(automatic=True):
            return message(
                "log.turn-end-made-automatic",
                "The turns of {seat} end by themselves from now on.",
                seat=Seat(fact.seat),
            )
        case ConfirmationSet():
            return message(
                "log.turn-end-made-manual", "{seat} confirms the end of each turn from now on.", seat=Seat(fact.seat)
            )


def _taking_back(fact: UndoRequested | UndoAnswered | HeadMoved) -> Message:
    match fact:
        case UndoRequested():
            return message(
                "log.undo-requested",
                "{seat} asks to go back to number {version}.",
                seat=Seat(fact.seat),
                version=fact.to,
            )
        case UndoAnswered(granted=True):
            return message("log.undo-granted", "{seat} agrees to go back.", seat=Seat(fact.seat))
        case UndoAnswered():
            return message("log.undo-declined", "{seat} does not agree to go back.", seat=Seat(fact.seat))
        case HeadMoved():
            return message("log.continued-from-version", "The game continues from number {version}.", version=fact.to)


def _course(fact: Fact) -> Message:
    match fact:
        case AbandonAgreed(agrees=True):
            return message("log.abandonment-agreed", "{seat} agrees to abandon the game.", seat=Seat(fact.seat))
        case AbandonAgreed():
            return message("log.abandonment-declined", "{seat} wants to go on playing.", seat=Seat(fact.seat))
        case Abandoned():
            return message("log.abandoned", "The game is abandoned.")
        case Finished(seed=""):  # the chance of a record of play was stated with it
            return message("log.finished", "The game is over.")
        case Finished():
            return message("log.finished-with-seed", "The game is over, and its secret seed is published.")
        case Imported():
            return message("log.imported", "The game was brought here from elsewhere.")
        case BranchOpened():
            return message("log.what-if-opened", "A what-if is opened at number {version}.", version=fact.at_version)
        case FiguresRecorded():
            return message("log.figures-recorded", "The component figures are recorded.")
    raise TypeError(f"{type(fact).__name__} has no sentence")


def _decided_over(fact: Voided | Adjudicated | Intervened) -> Message:
    match fact:
        case Intervened():
            return message(
                "log.organiser-intervened",
                "The organiser {act}. Reason: {reason}.",
                act=_INTERVENTIONS[fact.act],
                reason=REASONS[fact.reason],
            )
        case Voided():
            return message("log.voided", "The game is void. Reason: {reason}.", reason=REASONS[fact.reason])
        case Adjudicated():
            places = Listing(
                tuple(
                    message("log.place-and-seat", "{place}. {seat}", place=place, seat=Seat(seat))
                    for place, seat in sorted((place, seat) for seat, place in enumerate(fact.places))
                )
            )
            reason = REASONS[fact.reason]
            return message(
                "log.adjudicated", "The result is decided: {places}. Reason: {reason}.", places=places, reason=reason
            )


_INTERVENTIONS: dict[Intervention, Message] = {
    "remind": message("log.act-remind-players", "reminds those whose turn it is"),
    "extend": message("log.act-extend-time", "gives more time"),
    "pause": message("log.act-pause-clocks", "lets the clocks stand still"),
    "resume": message("log.act-resume-clocks", "lets the clocks go on"),
    "offer": message("log.act-offer-seat", "offers a seat to somebody new"),
    "substitute": message("log.act-replace-player", "lets somebody new go on"),
    "stand_in": message("log.act-bot-stand-in", "lets a bot stand in"),
}

REASONS: dict[Reason, Message] = {
    "absence": message("log.reason-absence", "somebody plays no more"),
    "agreement": message("log.reason-agreement", "everybody wants it"),
    "conduct": message("log.reason-conduct", "foul play"),
    "fault": message("log.reason-service-fault", "a fault of the service"),
    "schedule": message("log.reason-schedule", "the time is up"),
}
"""The reasons of an organiser or administrator."""


def _opened(ruleset: Ruleset[Any], fact: TableOpened) -> Message:
    levels = [chair.automa for chair in initial(fact, ruleset).chairs if chair.automa]
    if not levels:
        return message("log.table-opened", "The table is opened. Seats: {seats}.", seats=fact.seats)
    automas = Listing(tuple(map(keyed_names.automa_level, levels)))
    return message(
        "log.table-opened-with-automas",
        "The table is opened. Seats: {seats}, with automas: {automas}.",
        seats=fact.seats,
        automas=automas,
    )
