"""What is held about a person, as one archive: their account, and every game they have to do with, as they see it.

Left out is what ends by itself within days: counts under limits, and answers kept for repetitions of a request.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from projections import tables
from service import access, reading
from service.files.export import export_lines
from service.people.accounts import User
from service.services import Services
from service.usecases import openings
from service.usecases.games import UnknownGame


def archive(services: Services, user: User) -> bytes:
    """A ZIP file with ``account.json`` and ``games/<id>.ndjson``, for the user who sent this request."""
    with reading.latest("tables") as rows:
        streams = dict.fromkeys([*tables.streams_of(rows, user.id), *openings.opened_by(rows, user.id)])
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as packed:
        packed.writestr("account.json", msgspec.json.format(msgspec.json.encode(account(services, user))))
        for stream in streams:
            try:
                seen = access.look(stream)
            except UnknownGame:  # What is thrown away, or is no game.
                continue
            lines = b"".join(export_lines(services.daybook, seen.game, seen.viewer))
            packed.writestr(f"games/{stream}.ndjson", lines)
    return content.getvalue()


def account(services: Services, user: User) -> dict[str, Any]:
    """What the plain tables say of a user, without what only proves who they are."""
    address = services.addresses.of_user(user)
    return {
        "id": user.id,
        "name": user.name,
        "registered_at": services.accounts.registered_at(user),
        "mail_address": {"confirmed": address.confirmed or None, "wanted": address.wanted or None},
        "sessions": [
            {"browser": session.browser, "created_at": session.created_at, "seen_at": session.seen_at}
            for session in services.sessions.of_user(user)
        ],
        "api_tokens": [
            {"label": token.label, "created_at": token.created_at} for token in services.accounts.tokens(user)
        ],
    }
