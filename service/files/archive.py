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
from service.calendars import planning
from service.competitions import titles
from service.files.competition import export_competition
from service.files.export import export_lines
from service.operators import record
from service.people import profiles, texts
from service.people.accounts import User
from service.services import Services
from service.usecases import guests, openings
from service.usecases.games import UnknownGame


def archive(services: Services, user: User) -> bytes:
    """A ZIP file with ``account.json``, ``games/<id>.ndjson`` and ``competitions/<id>.ndjson`` that they organise, for
    the user who sent this request.
    """
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
        for competition in titles.of_person(services.storage.database, user.id):
            lines = b"".join(export_competition(services.daybook, competition.stream))
            packed.writestr(f"competitions/{competition.stream}.ndjson", lines)
    return content.getvalue()


_ROWS = {
    "branch_links": "author",
    "former_names": "user_id",
    "guests": "user_id",
    "hidden_branches": "author",
    "looks": "user_id",
    "muted_games": "user_id",
    "notice_channels": "user_id",
    "notice_times": "user_id",
    "notices": "user_id",
    "operator_acts": "actor",
    "operators": "user_id",
    "outbox": "user_id",
    "rematches": "actor",
    "suspensions": "user_id",
    "talk": "author",
    "talk_seen": "user_id",
    "told_turns": "user_id",
    "vacations": "user_id",
}
"""Tables whose rows about a person are told as they stand, by the column that names the person."""


def account(services: Services, user: User) -> dict[str, Any]:
    """What the plain tables say of a user, without what only proves who they are."""
    address, database = services.addresses.of_user(user), services.storage.database
    with database.reading() as rows:
        invited = guests.of_person(rows, user.id)
        typed = texts.of_author(rows, user.id)
        stored = {
            table: rows.execute(f"SELECT * FROM {table} WHERE {column} = :user", {"user": user.id})  # noqa: S608
            for table, column in _ROWS.items()
        }
    return {
        "id": user.id,
        "name": user.name,
        "profile": profiles.of_user(services.storage.database, user.id),
        "registered_at": services.accounts.registered_at(user),
        "vacations": planning.planned(services.storage, user.id, services.daybook.clock())[0],
        "mail_address": {"confirmed": address.confirmed or None, "wanted": address.wanted or None},
        "invitations": [{"game": guest.stream, "invited_at": guest.invited_at} for guest in invited],
        "texts": [{"about": stream, "what": text.what, "text": text.text} for stream, text in typed],
        "competitions": [{"id": each.stream, "title": each.title} for each in titles.of_person(database, user.id)],
        "acts_of_operators": [
            {"at": entry.at, "act": entry.act, "reason": entry.reason} for entry in record.about(database, user.id)
        ],
        "sessions": [
            {"browser": session.browser, "created_at": session.created_at, "seen_at": session.seen_at}
            for session in services.sessions.of_user(user)
        ],
        "api_tokens": [
            {"label": token.label, "created_at": token.created_at} for token in services.accounts.tokens(user)
        ],
        "rows": stored,
    }
