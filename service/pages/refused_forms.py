"""Refused forms: the page of the form is shown again, with everything that was typed except passwords, and with the
reason beside the field.

This applies to every form of the site, also if a rate limit refuses it, so no page has to provide it. The page is
rendered by a request of its own, as if the user had opened it; :mod:`service.pages.filled_forms` then fills in the
form.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from urllib.parse import unquote, urlsplit

from flask import Response, current_app, request, session
from werkzeug.exceptions import HTTPException

from service.http.problems import Problem
from service.http.request_bodies import brings_file
from service.pages.blueprint import is_from_elsewhere, page_here
from service.pages.filled_forms import Refusal, filled
from service.pages.forms import InvalidForm
from service.runtime.admission_control import SESSION_COOKIE

_KINDS = ("not-yours", "not-found", "refused", "name-taken", "stale", "invalid", "too-many")
"""Refusals that a user can answer by changing the form or by waiting. Other problems have a page of their own."""

OF_BUTTONS = {"command", "version", "seat", "invite", "to", "granted", "agrees", "offered", "other"}
"""The fields of buttons on a game's page, which pages fill in themselves."""

_OF_THE_BODY = ("werkzeug.", "CONTENT_", "HTTP_TRANSFER_ENCODING", "wsgi.input", "flask.")


def shown_again(problem: Problem) -> Response | None:
    """Return the page with the refused form; None if the form has no fields, or if its page cannot be shown.

    A form from another site fills in nothing here, and the body of an import may not have arrived yet.
    """
    if request.method != "POST" or problem.kind not in _KINDS or request.routing_exception is not None:
        return None
    if brings_file() or is_from_elsewhere():
        return None
    try:
        if set(request.form) <= OF_BUTTONS:
            return None
        return next(filter(None, (_shown(path, query, problem) for path, query in candidate_pages())), None)
    except Exception:
        current_app.logger.exception("%s could not be shown again", request.endpoint)
        return None


def _shown(path: str, query: str, problem: Problem) -> Response | None:
    page = opened(path, query)
    if page is None:
        return None
    refusal = Refusal(
        request.path, request.form, problem.detail, _faults(problem), about_field=_is_about_field(problem)
    )
    written = filled(page, f"{path}?{query}".removesuffix("?"), refusal)
    if written is None:
        return None
    session.pop("_flashes", None)  # The page shows them.
    return Response(written, problem.status, content_type="text/html; charset=utf-8")


def _faults(problem: Problem) -> dict[str, str]:
    """Return the reasons by field, if they are known."""
    if isinstance(problem, InvalidForm):
        return problem.faults
    return {error["path"].partition(".")[0]: error["detail"] for error in problem.members.get("errors", [])}


def _is_about_field(problem: Problem) -> bool:
    return problem.kind in ("not-found", "refused", "name-taken", "invalid")


def candidate_pages() -> Iterator[tuple[str, str]]:
    """Return the pages that may have the form, path and query: the one that sent it, or the nearest one above."""
    sender = urlsplit(page_here() or "")
    sent_from = unquote(sender.path)
    if _is_page(sent_from):
        yield sent_from, sender.query
    path = request.path
    while path and not _is_page(path):
        path = path.rpartition("/")[0]
    if path and path != sent_from:
        yield path, request.query_string.decode("latin-1")


def _is_page(path: str) -> bool:
    if not path or path.startswith(("/api", "/static")):
        return False
    try:
        current_app.create_url_adapter(request).match(path, "GET")  # type: ignore[union-attr]
    except HTTPException:
        return False
    return True


def opened(path: str, query: str, token: str | None = None) -> str | None:
    """Return a page as the user, or that of the session with this token, would see it now; None if they would not."""
    kept = {name: value for name, value in request.environ.items() if not name.startswith(_OF_THE_BODY)}
    if token is not None:
        own = (SESSION_COOKIE, current_app.config["SESSION_COOKIE_NAME"])
        others = [each for each in kept.get("HTTP_COOKIE", "").split(";") if each.partition("=")[0].strip() not in own]
        kept["HTTP_COOKIE"] = ";".join([*others, f"{SESSION_COOKIE}={token}"])
    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": path.encode().decode("latin-1"), "QUERY_STRING": query}
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    with app.app_context(), app.request_context({**kept, **asked, "wsgi.input": BytesIO()}):
        response = app.full_dispatch_request()
        is_page = response.status_code == 200 and response.mimetype == "text/html"
        return response.get_data(as_text=True) if is_page else None
