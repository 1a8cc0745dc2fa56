"""One version on the game page: drawings, players, events, whose turn it is, charts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import msgspec
from flask import request
from flask_babel import get_locale, gettext
from markupsafe import Markup

from domain import aggregate, undo
from domain.presentation import Emblem
from domain.report import report
from domain.table import seating
from domain.table.clock.facts import ClocksSet
from projections import ledger
from projections.game_snapshot import Current
from service import auth, queries
from service.auth import ViewerContext
from service.container import services
from service.http import messages
from service.pages.game.charts import Series, line_chart, mark_at
from service.pages.game.layout import arranged
from service.pages.game.shown_events import ShownEvent, by_turns, with_reasons
from service.pages.partials import Fragment, fragment
from service.pages.seat_markers import marking
from service.presenters import drawings, games
from service.presenters.history.events import events
from service.queries import Happened
from service.schemas.play import Figure, State

RECENT = 14
"""The maximum of facts in the list of recent events."""
OF_AN_AUTOMA = 5
"""The addition for each automa, which takes its turn at once."""

ENTRIES = 200
"""The maximum of history facts on a page: those around the current version."""


def shown(seen: ViewerContext, at: int | None) -> dict[str, Any]:
    """Return everything about a version (None: now) that the template needs."""
    now = seen.now
    state = games.state(seen, at)
    history = by_turns(events(seen, _window(now, at)))
    mine = seating.seats_of(now.table, seen.user.id) if seen.user else []
    waiting = [act.seat for act in state.to_act]
    seat = _seat(seen, mine)
    emblems = now.ruleset.emblems(state.state)
    return {
        "state": state,
        "at": at,
        "version": now.version,
        "first": now.first,
        "branch_at": now.version if at is None else aggregate.move_end(seen.game, at),
        "names": names(seen),
        "emblems": emblems,
        "seat_mark": marking(emblems),
        "my_seats": mine,
        "seat": seat,
        "my_turn": at is None and seat is not None and seat in waiting,
        "players": _players(seen, state, mine, waiting),
        "counts": _counts(state),
        "drawings": arranged(drawings.parts(seen, state.state, at, beside=seat), seat),
        "history": history,
        "happened": _with_reasons(seen, _happened(seen, history, at, seat)),
        "sources": _sources(seen, at) if state.standing.finished and at is None else [],
        "charts": charts(seen, emblems),
        "chart_mark": chart_mark(now, at),
        "ending": at is None and now.ruleset.confirmation(state.state) is not None,
        "chair": now.table.chairs[seat] if seat is not None else None,
        "request_standing": _request(seen, mine),
        "before_the_bot": _before_the_bot(seen, seat) if at is None else None,
        "can_ask": bool(mine) and at is not None and undo.can_ask_for(seen.game, at),
    }


def _sources(seen: ViewerContext, at: int | None) -> list[tuple[str, Sequence[int]]]:
    """Return the sources of all points, and the points of each seat from them."""
    say = messages.saying()
    return [(say(source.category), source.points) for source in report(seen.game, at)]


def _seat(seen: ViewerContext, mine: Sequence[int]) -> int | None:
    """Return the seat that the user acts for: their own, or in a branch the one to act."""
    if isinstance(seen.viewer, int):
        return seen.viewer
    return auth.acting_among(seen.now, mine) if mine else None


def beside(seen: ViewerContext, view: Any) -> dict[str, Any]:
    """Return the parts of a position that its secondary pages need."""
    emblems = seen.now.ruleset.emblems(view)
    return {
        "stream": seen.now.id,
        "version": seen.now.version,
        "rules": seen.now.ruleset,
        "title": seen.title,
        "names": names(seen),
        "emblems": emblems,
        "seat_mark": marking(emblems),
        "chosen_seat": request.args.get("seat", type=int),
        "invite": auth.invitation_borne(seen.now),
    }


def names(seen: ViewerContext) -> list[str]:
    """Return the names of the seats' players."""
    return [_named(seen, number) for number in range(len(seen.now.table.chairs))]


def _named(seen: ViewerContext, seat: int) -> str:
    return seen.names[seat] or gettext("Seat %(number)s", number=seat + 1)


def _players(seen: ViewerContext, state: State, mine: Sequence[int], waiting: Sequence[int]) -> list[dict[str, Any]]:
    figures = _counts(state)
    everything = state.summary.figures
    pairs = [
        (figure, beside)
        for figure, beside in zip(everything, _figures_of_the_game(seen) or everything, strict=True)
        if figure in figures
    ]
    words = [figure for figure in everything if figure not in figures]
    return [
        {
            "seat": seat,
            "name": _named(seen, seat),
            "words": [figure.values[seat] for figure in words if figure.values[seat] != "–"],
            "values": [(figure.values[seat], figure.account, beside.values[seat]) for figure, beside in pairs],
            "acting": seat in waiting,
            "mine": seat in mine,
            "automa": seen.now.table.chairs[seat].automa,
        }
        for seat in state.summary.order
    ]


def _counts(state: State) -> list[Figure]:
    """Return the numeric figures; text, such as the name of a company, needs no column."""
    return [
        figure
        for figure in state.summary.figures
        if figure.account or not all(isinstance(value, str) for value in figure.values)
    ]


def _figures_of_the_game(seen: ViewerContext) -> list[Figure]:
    """Return, for a branch, the figures of its game now, as far as the user may see them; none for a game."""
    game = None if seen.now.origin is None else auth.root_seen(seen)
    if game is None:
        return []
    return games.state(game).summary.figures


def _before_the_bot(seen: ViewerContext, seat: int | None) -> int | None:
    """Return the version before the moves of the user's substitute bot; games without one are not replayed."""
    stood_in = seat is not None and seen.now.table.chairs[seat].stood_in
    return undo.before_the_bot(seen.game, seat) if seat is not None and stood_in else None


def _request(seen: ViewerContext, mine: Sequence[int]) -> dict[str, Any] | None:
    """Return the open undo request, and whether the user has to answer it."""
    request = seen.now.table.request
    if request is None:
        return None
    answered = any(seat in request.granted for seat in mine)
    asked = request.seat in mine
    return {
        "name": _named(seen, request.seat),
        "to": request.to,
        "asked": asked,
        "answer": bool(mine) and not asked and not answered,
    }


# --------------------------------------------------------------------------------------------------------------------
# Recent events
# --------------------------------------------------------------------------------------------------------------------


def _window(now: Current, at: int | None) -> list[Happened]:
    """Return the latest facts, or those before a version with some after it; oldest first."""
    last = now.version if at is None else min(now.version, at + ENTRIES // 4)
    return queries.backward(now, before=last + 1, limit=ENTRIES)[::-1]


def _upto(history: Sequence[ShownEvent], version: int) -> list[ShownEvent]:
    return [event for event in history if event.version <= version]


def _happened(seen: ViewerContext, history: Sequence[ShownEvent], at: int | None, seat: int | None) -> dict[str, Any]:
    """Return the move of an earlier version; now, the events since the user's last move, or the last move."""
    if at is not None:
        return _move_of(seen, gettext("This move"), _upto(history, at))
    since = _since(history, seat) if seen.now.origin is None else []
    if since:
        return _recent(seen, gettext("Since your last move"), since)
    moves = [event for event in history if event.is_move and event.active]
    return _move_of(seen, gettext("Last move"), _upto(history, moves[-1].version) if moves else history)


def _with_reasons(seen: ViewerContext, happened: dict[str, Any]) -> dict[str, Any]:
    return {
        **happened,
        "events": [with_reasons(seen, event) for event in happened["events"]],
        "motions": [motion for event in happened["events"] for motion in _motions(seen, event)],
    }


def _motions(seen: ViewerContext, event: ShownEvent) -> list[dict[str, Any]]:
    """Return the motions on the drawings for a fact, with its version."""
    fact, rules = event.data, seen.now.ruleset
    found = rules.motions(fact) if isinstance(fact, rules.facts) else ()
    return [{"version": event.version, **msgspec.structs.asdict(motion)} for motion in found]


def _move_of(seen: ViewerContext, title: str, history: Sequence[ShownEvent]) -> dict[str, Any]:
    move = history[-1].move
    return _recent(seen, title, [event for event in history if event.move == move])


def _recent(seen: ViewerContext, title: str, happened: Sequence[ShownEvent]) -> dict[str, Any]:
    """Return the latest of these facts, with a title. Clock facts are shown elsewhere on the page."""
    events = [event for event in happened if not isinstance(event.data, ClocksSet)]
    most = RECENT + OF_AN_AUTOMA * sum(bool(chair.automa) for chair in seen.now.table.chairs)
    return {"title": title, "events": list(events[-most:]), "left_out": max(len(events) - most, 0)}


def _since(history: Sequence[ShownEvent], seat: int | None) -> list[ShownEvent]:
    if seat is None:
        return []
    own = [event.version for event in history if event.seat == seat]
    if not own and history[0].version == 1:
        return []
    return [event for event in history if not own or event.version > own[-1]]


# --------------------------------------------------------------------------------------------------------------------
# Charts
# --------------------------------------------------------------------------------------------------------------------


def charts(seen: ViewerContext, emblems: Sequence[Emblem | None]) -> list[tuple[str, Fragment]]:
    """Return a chart of each account over time, from the ledger; the same at every position."""
    now = seen.now
    about = (now.id, now.version, seen.viewer, str(get_locale()), tuple(names(seen)), tuple(emblems))

    @cache
    def entries() -> Sequence[ledger.LedgerEntry]:
        with queries.of_game("ledger", now) as rows:
            return ledger.line(rows, now.id)

    def chart(title: str, account: str) -> Fragment:
        series = _series(seen, entries(), account, now.first)
        return fragment(line_chart(title, series, _span(now), emblems))

    titles = now.ruleset.account_titles
    accounts = {account: messages.text(titles[account]) for account in now.ruleset.accounts(games.viewed(seen))}
    return [
        (title, services().history_entry_cache.get((*about, account), partial(chart, title, account)))
        for account, title in accounts.items()
    ]


def chart_mark(now: Current, at: int | None) -> Markup:
    """Return the overlay of each chart at an earlier version."""
    return Markup(mark_at(at, _span(now)))  # noqa: S704 - drawn here


def _span(now: Current) -> tuple[int, int]:
    return now.first, now.version


def _series(seen: ViewerContext, entries: Sequence[ledger.LedgerEntry], account: str, first: int) -> list[Series]:
    found = []
    for seat in range(len(seen.names)):
        points = [(entry.version, entry.balance) for entry in entries if (entry.account, entry.seat) == (account, seat)]
        if not points or points[0][0] > first:
            points.insert(0, (first, 0))
        found.append(Series(seat, _named(seen, seat), points))
    return found
