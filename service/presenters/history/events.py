"""Facts as one viewer may see them, with their sentences and explanations."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from domain import visibility
from domain.game import Fact
from domain.log import Recorded
from domain.message import Say
from domain.table.seating import sitting_before
from projections.game_snapshot import Current
from projections.history import HistoryRow
from service import queries
from service.accounts.display_names import NameQuery
from service.auth import ViewerContext, former_player, given_name
from service.cache import Cache
from service.container import services
from service.http import messages
from service.http.i18n import Reader, reader
from service.queries import Happened
from service.schemas.history import Reason
from service.schemas.play import (
    Event,
    NarratedEvent,
)
from service.usecases.game_repository import UnknownGame

EventCache = Cache[Hashable, tuple[Any, bool]]


class NoPosition(UnknownGame):
    """A version that has no position."""


def narrated(seen: ViewerContext, fact: Fact, seat: int | None, say: Say) -> NarratedEvent:
    """Return a seat's fact as the viewer may see it, and its sentence with the names of the players at that time."""
    known = visibility.veiled(seen.now.ruleset, fact, seen.viewer)
    said = visibility.narrated(seen.now.ruleset, seen.now.figures, seen.now.table.opened.seats, known)
    return NarratedEvent(seat=seat, text=say(said), message=said, data=known)


def events(seen: ViewerContext, happened: Iterable[Happened]) -> list[Event]:
    """Return facts with their place in the stream, and whether they count now."""
    arrived, reading_it, cache = seen.now.arrived, reader(), services().event_cache
    return [
        _event(seen, place, _without_users(record) if place.version < arrived else record, reading_it, cache)
        for place, record in happened
    ]


def _without_users(record: Recorded[Any]) -> Recorded[Any]:
    return msgspec.structs.replace(record, fact=visibility.without_users(record.fact))


def _event(
    seen: ViewerContext, place: HistoryRow, record: Recorded[Any], reading_it: Reader, cache: EventCache
) -> Event:
    said, explained = _kept(seen, record, _names_then(seen, place), reading_it, cache)
    return Event(
        seat=record.seat,
        text=said.text,
        message=said.message,
        data=said.data,
        version=place.version,
        at=record.at,
        move=place.move,
        is_move=place.on_line is not None,
        active=bool(place.on_line),
        by_substitute_bot=_stands_in(seen.now, place, record),
        organiser_note=seen.called.reasons.get(place.version, ""),
        has_explanation=explained,
    )


def _stands_in(now: Current, place: HistoryRow, record: Recorded[Any]) -> bool:
    """Return whether a substitute bot made this move: the seat has a player, but no one sent the move."""
    if record.actor or record.seat is None or place.on_line is None or place.version <= now.arrived:
        return False
    return now.table.chairs[record.seat].user is not None


def _names_then(seen: ViewerContext, place: HistoryRow) -> Sequence[str]:
    """Return the names of the players by seat at the time of this fact; they may have left since."""
    people = sitting_before(seen.now.table, place.version)
    if people is None or place.version < seen.now.arrived:
        return seen.names
    sitting = zip(seen.now.table.chairs, people, strict=True)
    seats = [msgspec.structs.replace(chair, person=person or None) for chair, person in sitting]
    asked = NameQuery(seen.now.id, seen.now.root, seats)
    return services().display_names.of_game(asked, former_player, given_name).seats


def _kept(
    seen: ViewerContext, record: Recorded[Any], names: Sequence[str], reading_it: Reader, cache: EventCache
) -> tuple[NarratedEvent, bool]:
    """Return the result of :func:`narrated` for a recorded fact, and whether it has an explanation.

    Both are cached, because they are the same for the same viewer.
    """
    _, language = reading_it
    key = (record.originator_id, record.originator_version, seen.viewer, language, tuple(names))
    said = queries.recall(cache, key)
    if said is None:
        found = narrated(seen, record.fact, record.seat, messages.saying(names, reading_it))
        said = found, visibility.explained(seen.now.ruleset, seen.now.figures, found.data) is not None
        queries.remember(cache, key, said)
    return said


class Explanation(NamedTuple):
    """The steps to a decision of the rules, and an SVG of the pieces that they refer to, if any."""

    steps: list[Reason]
    drawing: str | None


def why(seen: ViewerContext, fact: Fact) -> Explanation | None:
    """Return the explanation of a fact, as far as the viewer may see it, step by step, with its drawing if any.

    A page of the history only marks the facts that have an explanation, because explanations are several times as long
    as facts.
    """
    known = visibility.veiled(seen.now.ruleset, fact, seen.viewer)
    explanation = visibility.explained(seen.now.ruleset, seen.now.figures, known)
    if explanation is None:
        return None
    say = messages.saying(seen.names)
    steps = [
        Reason(say(step.text), step.text, step.rule, step.about, step.among, step.left) for step in explanation.steps
    ]
    return Explanation(steps, explanation.draw(messages.saying()) if explanation.draw else None)


def fact_at(seen: ViewerContext, version: int) -> tuple[Event, Explanation | None]:
    """Return one fact of the history and its explanation; raise NoPosition if the fact does not exist."""
    if not 0 < version <= seen.now.version:
        raise NoPosition(seen.now.id)
    happened = queries.forward(seen.now, after=version - 1, limit=1)
    return events(seen, happened)[0], why(seen, happened[0].record.fact)
