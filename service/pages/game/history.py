"""The history beside a game: each entry is rendered once per view, and sent once to each browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from flask import current_app
from flask_babel import get_locale
from markupsafe import Markup

from service.auth import ViewerContext
from service.container import services
from service.pages.game.shown_events import ShownEvent
from service.pages.partials import Fragment, fragment, known
from service.pages.template_context import game_at


class HistoryEntry(NamedTuple):
    """An entry's version, its CSS classes, and its text."""

    version: int
    classes: str
    content: Fragment


def entries(seen: ViewerContext, page: Mapping[str, Any], events: Sequence[ShownEvent]) -> list[HistoryEntry]:
    """Return these events as entries of the page, in the same order; ``page`` is the context of its template."""
    version, at, first, head = page["version"], page["at"], page["first"], page["state"].head
    shown = version if at is None else at
    about = (
        seen.now.id,
        seen.viewer,
        str(get_locale()),
        tuple(page["names"]),
        page["emblems"],
        page["chosen_seat"],
        page["invite"],
    )
    day, known_entries = datetime.now(UTC).date(), services().history_entry_cache

    @cache
    def writing() -> Any:
        """Created only if an entry must be rendered: it costs as much as some entries."""
        context = dict(page)
        current_app.update_template_context(context)
        return current_app.jinja_env.get_template("game/parts/history_entry.html").make_module(context)

    def address(number: int) -> str:
        if number < first:
            return ""
        return game_at(seen.now.id, None if number == version else number, page["chosen_seat"], page["invite"])

    def entry(event: ShownEvent) -> HistoryEntry:
        number = event.version
        current = number == shown
        flags = (number == version, current, number >= first, event.active, event.begins)
        key = (*about, day, number, flags, event.organiser_note)
        content = known_entries.get(key, lambda: fragment(writing().entry(event, current, address(number))))
        return HistoryEntry(number, _classes(event, here=number == at, head=number == head and at is None), content)

    return [entry(event) for event in events]


def items(found: Sequence[HistoryEntry]) -> Markup:
    """Render the items of the list. There are hundreds, for which a template takes as long as for the rest
    of the page.
    """
    here = known()
    return Markup("".join(_item(entry, entry.content.digest in here) for entry in found))  # noqa: S704 - see fragment


def _item(entry: HistoryEntry, left_out: bool) -> str:
    shown = "" if left_out else entry.content.markup
    return f'<li class="{entry.classes}" data-part="{entry.content.digest}">{shown}</li>'


def _classes(event: ShownEvent, *, here: bool, head: bool) -> str:
    gone = event.is_move and not event.active
    classes = {"abandoned": gone, "head": head, "here": here, "automatic": not event.begins}
    return " ".join(name for name, applies in classes.items() if applies)
