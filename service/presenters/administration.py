"""The administrators' view: audit trail, suspensions, undeliverable email."""

from __future__ import annotations

from collections.abc import Iterable

from projections.db_protocol import parsed
from service.accounts import suspensions
from service.administration import audit_trail
from service.administration.audit_trail import AuditEntry
from service.container import services
from service.http import pagination
from service.notifications import channels
from service.notifications.channels import Channel
from service.outbox.queue import Waiting
from service.schemas.administration import AdminAction, AdminActionsPage, Suspension, UndeliverableEmail

MOST_EMAILS = 200
"""Undeliverable messages in the list, the oldest first."""

ENTRIES = 100
"""Entries of the audit trail on a page."""


def actions(cursor: str | None, action: audit_trail.Action | None) -> AdminActionsPage:
    """Return a page of the audit trail, of one kind of action if requested, and the cursor of the next one."""
    after = pagination.decode_cursor(cursor, audit_trail.LATEST, tuple[str, str])
    found = audit_trail.entries(services().storage.database, after, ENTRIES, action)
    names = services().display_names.of_people({each for entry in found for each in (entry.actor, entry.user) if each})
    full = len(found) == ENTRIES
    return AdminActionsPage(
        actions=[_action(entry, names) for entry in found],
        next=pagination.encode_cursor((found[-1].at, found[-1].id)) if full else None,
    )


def _action(entry: AuditEntry, names: dict[str, str]) -> AdminAction:
    return AdminAction(
        id=entry.id,
        at=parsed(entry.at),
        action=entry.act,
        by=names.get(entry.actor),
        user=entry.user,
        name=names.get(entry.user or ""),
        game=None if entry.act == "name_organiser" else entry.stream,
        tournament=entry.stream if entry.act == "name_organiser" else None,
        reason=entry.reason,
    )


def closed_accounts() -> list[Suspension]:
    """Return suspended accounts, the latest first."""
    found = suspensions.all_suspended(services().storage.database)
    names = services().display_names.of_people({each.user for each in found})
    return [Suspension(each.user, names.get(each.user, ""), parsed(each.since), each.reason) for each in found]


def undeliverable_emails(waiting: Iterable[Waiting]) -> list[UndeliverableEmail]:
    """Return undeliverable messages with their users."""
    found = list(waiting)
    names = services().display_names.of_people({each.user for each in found if each.user})
    with services().storage.database.reading() as rows:
        ways = {way.id: way for way in channels.some(rows, {each.channel for each in found if each.channel})}
    return [_undeliverable_email(each, names, ways.get(each.channel)) for each in found]


def _undeliverable_email(each: Waiting, names: dict[str, str], way: Channel | None) -> UndeliverableEmail:
    return UndeliverableEmail(
        id=each.id,
        recipient=each.recipient or each.channel,
        kind=way.kind if way else None,
        host=way.host if way else None,
        user=each.user or None,
        name=names.get(each.user),
        written_at=each.created_at,
        attempts=each.attempts,
        failure=each.reason,
    )
