"""The personal archive: a user's account, and all of their games and tournaments as they may see them.

The archive contains no links, tokens, keys or other secrets: a stolen token or an open session must not be enough to
take over an account. ``personal.py`` names every column that is exported, and the reason for every one that is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from projections import game_list
from projections.db_protocol import Rows
from service import auth, queries
from service.accounts import profiles, user_texts
from service.accounts.users import User
from service.administration import audit_trail
from service.calendars import vacation_commands
from service.container import Services
from service.tournaments import registry
from service.tournaments.registry import Listed
from service.transfer.export import export_lines
from service.transfer.personal import rows_about
from service.transfer.tournament import export_tournament
from service.usecases import invitees, stream_ids
from service.usecases.game_repository import UnknownGame


def archive(services: Services, user: User) -> bytes:
    """Return a ZIP file with ``account.json``, ``games/<id>.ndjson`` and ``tournaments/<id>.ndjson`` of tournaments
    that the current user organises.
    """
    with queries.latest("tables") as rows:
        streams = dict.fromkeys([*game_list.streams_of(rows, user.id), *stream_ids.opened_by(rows, user.id)])
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as packed:
        packed.writestr("account.json", msgspec.json.format(msgspec.json.encode(account(services, user))))
        for stream in streams:
            try:
                seen = auth.view_game(stream)
            except UnknownGame:  # a deleted stream, or one that is not a game
                continue
            lines = b"".join(export_lines(services.handler, seen.game, seen.viewer))
            packed.writestr(f"games/{stream}.ndjson", lines)
        for listed in registry.of_person(services.storage.database, user.id):
            lines = b"".join(export_tournament(services.handler, listed.stream))
            packed.writestr(f"tournaments/{listed.stream}.ndjson", lines)
    return content.getvalue()


def account(services: Services, user: User) -> dict[str, Any]:
    """Return the account as shown on its pages, and under ``rows`` everything that the tables contain about it."""
    address, database = services.email_addresses.of_user(user), services.storage.database
    with database.reading() as rows:
        invitations = _invitations(rows, user.id)
        typed = user_texts.of_author(rows, user.id)
        held = rows_about(rows, user.id)
    return {
        "id": user.id,
        "name": user.name,
        "profile": profiles.of_user(database, user.id),
        "registered_at": services.accounts.registered_at(user),
        "vacations": vacation_commands.planned(services.storage, user.id, services.handler.clock())[0],
        "mail_address": {"confirmed": address.confirmed or None, "wanted": address.wanted or None},
        "invitations": invitations,
        "texts": [{"about": stream, "what": text.what, "text": text.text} for stream, text in typed],
        "competitions": _tournaments(registry.of_person(database, user.id)),
        "competitions_entered": _tournaments(registry.entered_by(database, user.id)),
        "acts_of_operators": [
            {"at": entry.at, "act": entry.act, "reason": entry.reason} for entry in audit_trail.about(database, user.id)
        ],
        "sessions": [
            {"browser": session.browser, "created_at": session.created_at, "seen_at": session.seen_at}
            for session in services.sessions.of_user(user)
        ],
        "api_tokens": [
            {"label": token.label, "created_at": token.created_at} for token in services.accounts.tokens(user)
        ],
        "rows": held,
    }


def _invitations(rows: Rows, user: str) -> list[dict[str, str]]:
    return [{"game": guest.stream, "invited_at": guest.invited_at} for guest in invitees.of_person(rows, user)]


def _tournaments(found: Iterable[Listed]) -> list[dict[str, str]]:
    return [{"id": each.stream, "title": each.title} for each in found]
