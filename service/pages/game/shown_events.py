"""Events as pages show them: the beginnings of turns, and reasons of the rules' decisions."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup
from msgspec.structs import asdict, replace

from service.auth import ViewerContext
from service.pages.seat_markers import named_seats
from service.presenters.history import events as event_presenter
from service.presenters.history.events import Explanation
from service.schemas.play import Event


class ShownEvent(Event, kw_only=True):
    """An event, whether it begins a move or an automa's answer to one, and its explanation if the page shows it."""

    begins: bool = True
    explanation: Explanation | None = None


def standalone(event: Event) -> ShownEvent:
    """Show an event apart from the history: what follows from a move, such as a scoring, does not begin one."""
    begins = event.version == event.move or named_seats(event.message) == [event.seat]
    return ShownEvent(**asdict(event), begins=begins)


def by_turns(events: Iterable[Event]) -> list[ShownEvent]:
    """Mark the events that begin a move, or within one an automa's answer to it."""
    found: list[ShownEvent] = []
    seat = None
    for event in events:
        found.append(ShownEvent(**asdict(event), begins=event.version == event.move or event.seat != seat))
        seat = event.seat
    return found


def with_reasons(seen: ViewerContext, event: ShownEvent) -> ShownEvent:
    """Add the explanation of an event, if it has one."""
    why = event_presenter.why(seen, event.data) if event.has_explanation else None
    if why is None:
        return event
    drawing = Markup(why.drawing) if why.drawing else None  # noqa: S704 - drawings escape their texts
    return replace(event, explanation=Explanation(why.steps, drawing))
