"""Visibility and narration of any fact of any stream, table facts and game facts alike."""

from __future__ import annotations

from typing import Any

import msgspec

from domain import keyed_names
from domain.game import HIDDEN, Fact, Ruleset, Viewer
from domain.log import BranchOpened, FiguresRecorded, HeadMoved
from domain.message import Listing, Message, Seat, counted, message
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


def veiled(ruleset: Ruleset[Any], fact: Fact, viewer: Viewer) -> Fact:
    """Return the fact as the viewer may see it; the auditor sees the whole fact."""
    match fact:
        case TableOpened() if viewer != "auditor":
            return msgspec.structs.replace(fact, seed=HIDDEN)
        case BranchOpened(imagined=dict() as imagined):
            position = ruleset.view(msgspec.convert(imagined, ruleset.state, str_keys=True), viewer)
            return msgspec.structs.replace(fact, imagined=msgspec.to_builtins(position, str_keys=True))
        case _ if isinstance(fact, ruleset.facts):
            return ruleset.veil(fact, viewer)
    return fact


def without_users(fact: Fact) -> Fact:
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
    return fact


def reveals(ruleset: Ruleset[Any], fact: Any) -> bool:
    """Return whether the fact reveals information that was hidden when it was decided: cards drawn, the secret seed."""
    return isinstance(fact, Finished) or (isinstance(fact, ruleset.facts) and ruleset.reveals(fact))


def narrated(ruleset: Ruleset[Any], figures: str, seats: int, fact: Any) -> Message:
    """Return the sentence of a fact, as its viewer may see it, for a table with these figures and so many seats."""
    if isinstance(fact, ruleset.facts):
        return ruleset.narrate(fact, figures, seats)
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
                "log.seat-taken", "{player} took seat {number}.", player=Seat(fact.seat), number=fact.seat + 1
            )
        case SeatTaken():
            return message(
                "log.seat-taken-by-bot",
                "The bot {player} took seat {number}.",
                player=Seat(fact.seat),
                number=fact.seat + 1,
            )
        case SeatLeft():
            return message("log.seat-freed", "Seat {number} became free.", number=fact.seat + 1)
        case WordsSealed() | WordsAdded():
            return message("log.seed-contribution-added", "{seat} added a seed contribution.", seat=Seat(fact.seat))
        case ConfirmationSet(automatic=True):
            return message(
                "log.turn-end-made-automatic", "{seat} chose to end turns automatically.", seat=Seat(fact.seat)
            )
        case ConfirmationSet():
            return message(
                "log.turn-end-made-manual", "{seat} chose to confirm the end of each turn.", seat=Seat(fact.seat)
            )


def _taking_back(fact: UndoRequested | UndoAnswered | HeadMoved) -> Message:
    match fact:
        case UndoRequested():
            return message(
                "log.undo-requested",
                "{seat} requested an undo to position #{version}.",
                seat=Seat(fact.seat),
                version=fact.to,
            )
        case UndoAnswered(granted=True):
            return message("log.undo-granted", "{seat} accepted the undo request.", seat=Seat(fact.seat))
        case UndoAnswered():
            return message("log.undo-declined", "{seat} declined the undo request.", seat=Seat(fact.seat))
        case HeadMoved():
            return message(
                "log.continued-from-version", "The game continued from position #{version}.", version=fact.to
            )


def _course(fact: Fact) -> Message:
    match fact:
        case AbandonAgreed(agrees=True):
            return message("log.abandonment-agreed", "{seat} agreed to abandon the game.", seat=Seat(fact.seat))
        case AbandonAgreed():
            return message("log.abandonment-declined", "{seat} chose to continue the game.", seat=Seat(fact.seat))
        case Abandoned():
            return message("log.abandoned", "The game was abandoned.")
        case Finished(seed=""):  # the chance of a record of play was stated with it
            return message("log.finished", "The game ended.")
        case Finished():
            return message("log.finished-with-seed", "The game ended, and its secret seed was published.")
        case Imported():
            return message("log.imported", "The game was imported.")
        case BranchOpened():
            return message("log.branch-opened", "A branch was opened at position #{version}.", version=fact.at_version)
        case FiguresRecorded():
            return message("log.figures-recorded", "The component figures were recorded.")
    raise TypeError(f"{type(fact).__name__} has no sentence")


def _decided_over(fact: Voided | Adjudicated | Intervened) -> Message:
    match fact:
        case Intervened():
            return _intervened(fact.act, REASONS[fact.reason])
        case Voided():
            return message("log.voided", "The game was voided. Reason: {reason}.", reason=REASONS[fact.reason])
        case Adjudicated():
            places = Listing(
                tuple(
                    message("log.place-and-seat", "{place}. {seat}", place=place, seat=Seat(seat))
                    for place, seat in sorted((place, seat) for seat, place in enumerate(fact.places))
                )
            )
            reason = REASONS[fact.reason]
            return message(
                "log.adjudicated", "The game was adjudicated: {places}. Reason: {reason}.", places=places, reason=reason
            )


def _intervened(act: Intervention, reason: Message) -> Message:
    match act:
        case "remind":
            return message(
                "log.act-remind-players", "The organiser reminded the players to move. Reason: {reason}.", reason=reason
            )
        case "extend":
            return message("log.act-extend-time", "The organiser extended the time. Reason: {reason}.", reason=reason)
        case "pause":
            return message("log.act-pause-clocks", "The organiser paused the clocks. Reason: {reason}.", reason=reason)
        case "resume":
            return message(
                "log.act-resume-clocks", "The organiser resumed the clocks. Reason: {reason}.", reason=reason
            )
        case "offer":
            return message(
                "log.act-offer-seat", "The organiser offered a seat to a replacement. Reason: {reason}.", reason=reason
            )
        case "substitute":
            return message(
                "log.act-replace-player", "The organiser replaced a player. Reason: {reason}.", reason=reason
            )
        case "stand_in":
            return message(
                "log.act-substitute-bot", "The organiser started a substitute bot. Reason: {reason}.", reason=reason
            )


REASONS: dict[Reason, Message] = {
    "absence": message("log.reason-absence", "absence of a player"),
    "agreement": message("log.reason-agreement", "agreement of all players"),
    "conduct": message("log.reason-conduct", "unfair play"),
    "fault": message("log.reason-service-fault", "a site error"),
    "schedule": message("log.reason-schedule", "lack of time"),
}
"""The reasons of an organiser or administrator."""


def _opened(ruleset: Ruleset[Any], fact: TableOpened) -> Message:
    levels = [chair.automa for chair in initial(fact, ruleset).chairs if chair.automa]
    if not levels:
        return counted(
            "log.table-opened",
            "The table was opened with {count} seat.",
            "The table was opened with {count} seats.",
            count=fact.seats,
        )
    automas = Listing(tuple(map(keyed_names.automa_level, levels)))
    return counted(
        "log.table-opened-with-automas",
        "The table was opened with {count} seat. Automas: {automas}.",
        "The table was opened with {count} seats. Automas: {automas}.",
        count=fact.seats,
        automas=automas,
    )
