"""The list of notifications."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from service.auth import required_user
from service.container import services
from service.http import pagination
from service.notifications import inbox
from service.pages.blueprint import page_blueprint
from service.presenters.notifications import by_game, notification_texts

blueprint = page_blueprint("notification_pages", "/notifications")

SHOWN = 50


@blueprint.get("")
def page() -> Any:
    """Show the user's notifications by game, the latest first."""
    user = required_user()
    after = pagination.decode_cursor(request.args.get("cursor"), inbox.START, inbox.Cursor)
    with services().storage.database.reading() as rows:
        found = inbox.of_user(rows, user.id, after=after, limit=SHOWN)
    groups = by_game(notification_texts(services().storage.database, services().display_names, found))
    older = pagination.encode_cursor(inbox.cursor(found[-1])) if len(found) == SHOWN else None
    return render_template("accounts/notifications.html", groups=groups, older=older)


@blueprint.post("/read")
def mark_all_read() -> Response:
    """Mark all as read."""
    inbox.see_all(services().storage.database, required_user().id, datetime.now(UTC))
    return redirect(url_for("notification_pages.page"), 303)
