"""The page of a game or branch: the table before the start, any version of the game, and its audit."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from flask import render_template, request
from flask_babel import get_locale, gettext

from domain import aggregate
from domain.findings import count
from domain.game import Viewer
from domain.table import seating
from projections.game_snapshot import Current
from service import auth
from service.auth import ViewerContext
from service.container import services
from service.http import i18n, messages
from service.http.request_bodies import work_slot
from service.pages import clocks, options, partials
from service.pages.blueprint import page_blueprint
from service.pages.forms import flash_note
from service.pages.game import guide, history, position, tree, visitors
from service.pages.game.layout import pictures
from service.pages.rules import rulebook
from service.presenters import chat, games, people
from service.presenters.history import filters
from service.readmodels import failed_streams
from service.tournaments import registry, replacements
from service.transfer.audit import audit as decide_again
from service.transfer.export import export_lines
from service.transfer.verification import verify
from service.usecases import invitees, visibility

blueprint = page_blueprint("game")

_NUMBER = re.compile("[0-9]{1,9}")
_LONGEST_SHOWN = 20
"""Characters of an invalid number to quote."""


@blueprint.get("/games/<stream:stream>")
def page(stream: str) -> Any:
    """Show the game as the user may see it, now or ``?at=`` a version, from ``?seat=`` if they have several."""
    is_current = visitors.unchanged(stream)
    seen = auth.view_game(stream, request.args.get("seat", type=int))
    since = _since(seen)
    auth.record_last_seen(seen)
    if not seen.now.started:
        return visitors.rendered(seen, is_current, lambda: _table(seen))
    written = visitors.rendered(seen, is_current, lambda: _game(seen, since))
    return written, {"Vary": partials.HEADER}


def _table(seen: ViewerContext) -> str:
    return render_template("game/table.html", **_common(seen), **_invited(seen), talk=chat.beside(seen))


def _game(seen: ViewerContext, since: int | None) -> str:
    at = _wanted(seen.now)
    common = _common(seen)
    shown = _shown(seen, at, common)
    return render_template(
        "game/game.html",
        **common,
        **shown,
        items=history.items(shown["entries"]),
        kinds=filters.kinds(seen),
        what_ifs=tree.beside(seen),
        home=tree.home_of(seen),
        talk=chat.beside(seen),
        since=since,
        guide=guide.beside(seen),
        compared=_compared(seen, at),
    )


def _compared(seen: ViewerContext, at: int | None) -> dict[str, Any] | None:
    """Return the position to compare with (``?with=``), and the figures that differ."""
    other = request.args.get("with", "")
    if not _NUMBER.fullmatch(other) or not aggregate.has_position(seen.game, int(other)):
        return None
    before, after = (games.viewed(seen, version) for version in (int(other), at))
    return {"other": int(other), "changes": games.changes(seen, before, after)}


def _since(seen: ViewerContext) -> int | None:
    """Return the version that a returning player saw last, if there are later ones; scripts have their own record."""
    if seen.user is None or not seen.now.started or partials.HEADER in request.headers or "at" in request.args:
        return None
    if not seating.seats_of(seen.now.table, seen.user.id):
        return None
    last = services().last_seen.seen(seen.now.id, seen.user.id)
    return last if last is not None and last < seen.now.version else None


def _wanted(now: Current) -> int | None:
    """Return the requested version; None for now, also for an invalid one, with a message."""
    wanted = request.args.get("at")
    if not wanted:
        return None
    at = int(wanted) if _NUMBER.fullmatch(wanted) else None
    if at is None or at > now.version:
        flash_note(
            "wrong",
            gettext(
                "This game has no position #%(at)s. This page shows the latest position instead.",
                at=wanted[:_LONGEST_SHOWN],
            ),
        )
        return None
    if at == 0 and now.origin is not None:
        return now.first
    return at if at < now.version else None


def _shown(seen: ViewerContext, at: int | None, common: dict[str, Any]) -> dict[str, Any]:
    """Return the part that is the same for all equal viewers of a version, in the same language, on the same day."""
    mine = seating.seats_of(seen.now.table, seen.user.id) if seen.user else []
    eyes = (seen.viewer, *mine, common["chosen_seat"], common["invite"], str(get_locale()), datetime.now(UTC).date())
    key = (seen.now.id, seen.now.version, at, eyes, _game_beside(seen), seen.beside)
    return services().page_cache.get(key, lambda: _made(seen, at, common))


def _game_beside(seen: ViewerContext) -> tuple[int, Viewer] | None:
    """Return the version of its game shown beside a branch, and the viewer; None if there is none."""
    game = None if seen.now.origin is None else auth.root_seen(seen)
    return None if game is None else (game.now.version, game.viewer)


def _made(seen: ViewerContext, at: int | None, common: dict[str, Any]) -> dict[str, Any]:
    shown = position.shown(seen, at)
    events = shown.pop("history")
    return {**shown, "entries": history.entries(seen, {**common, **shown}, events)[::-1]}


POSITION = 100_000
"""Bytes that a cached page takes for a position and its history, besides drawings and lists."""


def weight(shown: dict[str, Any]) -> int:
    """Return the bytes of memory that a cached page takes."""
    drawn = [*(each.part for each in pictures(shown["drawings"])), *(chart for _, chart in shown["charts"])]
    return POSITION + sum(map(partials.weight, [*drawn, *(entry.content for entry in shown["entries"])]))


def _common(seen: ViewerContext) -> dict[str, Any]:
    return {
        "seen": seen,
        "stream": seen.now.id,
        "table": games.seated(seen),
        "rules": seen.now.ruleset,
        "notes": rulebook.notes(seen.now.ruleset),
        "chosen": [
            *options.chosen_options(seen.now.ruleset, seen.now.table.opened.options),
            *clocks.clock_rules(seen.now.table),
        ],
        "owner": _is_owner(seen),
        "listed": visibility.is_listed(services().storage.database, seen.now.id) if _can_list(seen) else None,
        "invitation": games.invitation(seen) if _is_owner(seen) and seen.now.origin is None else None,
        "invite": auth.invitation_borne(seen.now),
        "root_invite": auth.invitation_to_root(seen.now),
        "can_play_again": _can_play_again(seen),
        "tournament": _tournament(seen),
        "replacement": _replacement(seen),
        "chosen_seat": request.args.get("seat", type=int),
        "failed_at": failed_streams.among(services().storage.database, [seen.now.id]).get(seen.now.id),
    }


def _invited(seen: ViewerContext) -> dict[str, Any]:
    """Return the invited users of a table, for its host; and whether the user is invited."""
    found = invitees.of_table(services().storage.database, seen.now.id)
    return {
        "guests": people.invitee_list(found) if _is_owner(seen) else [],
        "kept": {guest.seat: guest.user for guest in found if guest.seat is not None},
        "invited": any(seen.user is not None and guest.user == seen.user.id for guest in found),
    }


def _is_owner(seen: ViewerContext) -> bool:
    return seen.user is not None and seen.now.table.opened.owner == seen.user.id


def _can_play_again(seen: ViewerContext) -> bool:
    now = seen.now
    played = seen.user is not None and bool(seating.seats_of(now.table, seen.user.id))
    return played and now.over and now.origin is None and now.table.imported is None


def _tournament(seen: ViewerContext) -> registry.Listed | None:
    """Return the tournament of a game that was opened by one."""
    if seen.now.table.opened.owner or seen.now.origin is not None:
        return None
    database = services().storage.database
    stream = registry.of_game(database, seen.now.id)
    return None if stream is None else registry.one(database, stream)


def _replacement(seen: ViewerContext) -> replacements.Replacement | None:
    """Return an organiser's request to a user without a seat; only games of tournaments have organisers."""
    now = seen.now
    if seen.user is None or now.table.opened.owner or now.table.phase != "running" or now.origin is not None:
        return None
    if seating.seats_of(now.table, seen.user.id):
        return None
    return replacements.of(services().storage.database, now.id, seen.user.id)


def _can_list(seen: ViewerContext) -> bool:
    return _is_owner(seen) and seen.now.table.imported is not None and seen.now.origin is None


@blueprint.get("/games/<stream:stream>/audit")
def audit(stream: str) -> str:
    """Show the audit: every command of the line, decided again under the current rules."""
    seen = auth.view_game(stream)
    games.viewed(seen)
    with work_slot():
        findings, proof = decide_again(services().handler, seen.game, None, seen.viewer), _proof(seen)
    wrong = [_shown_finding(seen, finding) for finding in findings if finding.verdict != "identical"]
    return render_template("game/audit.html", **_common(seen), checked=count(findings), wrong=wrong, proof=proof)


def _proof(seen: ViewerContext) -> dict[str, Any] | None:
    """Return the result of verifying the export once the game has ended; before the end it proves nothing."""
    handler = services().handler
    if not auth.root_of(seen.now).over:
        return None
    report = verify(export_lines(handler, seen.game, seen.viewer))
    return {
        "problem": messages.text(report.problem.detail, seen.names) if report.problem else "",
        "facts": report.events,
        "moves": report.moves,
        "superseded": len(report.superseded),
        "points": list(zip(seen.names, report.points or (), strict=False)),
        "notes": [messages.text(note, seen.names) for note in report.notes],
    }


def _shown_finding(seen: ViewerContext, finding: Any) -> dict[str, Any]:
    return {
        "version": finding.version,
        "verdict": finding.verdict,
        "rule": finding.rule,
        "corrected": finding.corrected,
        "rule_text": seen.now.ruleset.rule_text(finding.rule, i18n.language()) if finding.rule else "",
        "detail": messages.text(finding.detail, seen.names) if finding.detail else "",
        "differences": finding.differences,
    }
