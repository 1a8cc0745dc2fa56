"""Refused forms: the page of the form is shown again, with everything that was typed except passwords, and with the
reason beside the field.

Every form of the site gets this from here, also for limits, so no page has to provide it. The page is rendered by a
request of its own, as if the user had opened it; :mod:`service.pages.filled_forms` then fills in the form.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from urllib.parse import unquote, urlsplit

from flask import Response, current_app, request, session
from werkzeug.exceptions import HTTPException

from service.http.problems import Problem
from service.pages.blueprint import page_here
from service.pages.filled_forms import Refusal, filled
from service.pages.forms import InvalidForm

_KINDS = ("not-yours", "not-found", "refused", "name-taken", "stale", "invalid", "too-many")
"""Refusals that a user can answer by changing the form or by waiting. Other problems have a page of their own."""

_OF_BUTTONS = {"command", "version", "seat", "invite", "to", "granted", "agrees"}
"""The fields of buttons on a game's page, which pages fill in themselves."""

_OF_THE_BODY = ("werkzeug.", "CONTENT_", "HTTP_TRANSFER_ENCODING", "wsgi.input", "flask.")


def shown_again(problem: Problem) -> Response | None:
    """Return the page with the refused form; None if the form has no fields, or if its page cannot be shown."""
    if request.method != "POST" or problem.kind not in _KINDS or _is_button():
        return None
    try:
        return next(filter(None, (_shown(path, query, problem) for path, query in _pages())), None)
    except Exception:
        current_app.logger.exception("%s could not be shown again", request.endpoint)
        return None


def _is_button() -> bool:
    return "version" in request.form and set(request.form) <= _OF_BUTTONS


def _shown(path: str, query: str, problem: Problem) -> Response | None:
    page = _opened(path, query)
    if page is None:
        return None
    refusal = Refusal(request.path, request.form, _faults(problem), problem.detail, _is_about_field(problem))
    written = filled(page, f"{path}?{query}".removesuffix("?"), refusal)
    return None if written is None else Response(written, problem.status, content_type="text/html; charset=utf-8")


def _faults(problem: Problem) -> dict[str, str]:
    """Return the reasons by field, if they are known."""
    if isinstance(problem, InvalidForm):
        return problem.faults
    return {error["path"].partition(".")[0]: error["detail"] for error in problem.members.get("errors", [])}


def _is_about_field(problem: Problem) -> bool:
    return problem.kind in ("not-found", "refused", "name-taken", "invalid")


def _pages() -> Iterator[tuple[str, str]]:
    """Return the pages that may have the form, path and query: the one that sent it, or the nearest ones above."""
    sender = urlsplit(page_here() or "")
    known = set()
    if _is_page(unquote(sender.path)):
        known.add(sender.path)
        yield unquote(sender.path), sender.query
    path = request.path
    while path:
        if path not in known and _is_page(path):
            yield path, request.query_string.decode("latin-1")
        path = path.rpartition("/")[0]


def _is_page(path: str) -> bool:
    if not path or path.startswith(("/api", "/static")):
        return False
    try:
        current_app.create_url_adapter(request).match(path, "GET")  # type: ignore[union-attr]
    except HTTPException:
        return False
    return True


def _opened(path: str, query: str) -> str | None:
    """Return a page as the user would see it now; None if they would not."""
    kept = {name: value for name, value in request.environ.items() if not name.startswith(_OF_THE_BODY)}
    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": path.encode().decode("latin-1"), "QUERY_STRING": query}
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    with app.app_context(), app.request_context({**kept, **asked, "wsgi.input": BytesIO()}):
        response = app.full_dispatch_request()
        found: str | None = response.get_data(as_text=True) if response.status_code == 200 else None
    if found is not None:
        session.pop("_flashes", None)  # The page shows them.
    return found
