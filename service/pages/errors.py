"""Errors as pages: a refused form returns to its page with a message, everything else gets an error page.

A refused form is first tried in its page, and one that was sent too late in the page for logging in. Error pages must
not fail, so they read no body, authenticate no one and use no database.
"""

from __future__ import annotations

from typing import Any

from flask import current_app, g, redirect, request, url_for
from werkzeug.wrappers import Response

from service.http.i18n import page_language
from service.http.problems import Problem
from service.pages.blueprint import page_here
from service.pages.forms import flash_note
from service.pages.refused_forms import shown_again
from service.pages.unsent_forms import log_in_page


def problem_page(problem: Problem) -> Any:
    """Return the page for a problem."""
    stream = (request.view_args or {}).get("stream")
    if (kept := log_in_page(problem)) is not None:
        return kept
    if problem.kind == "not-logged-in" and "Authorization" not in request.headers:
        return redirect(url_for("accounts.log_in_form", next=page_here()), 303)
    if (again := shown_again(problem)) is not None:
        return again
    if request.method == "POST" and stream is not None and problem.kind not in _OWN_PAGE:
        return redirect_with_problem(problem, stream)
    return _page(problem), problem.status


_OWN_PAGE = ("not-found", "not-logged-in", "other-origin", "too-slow", "unavailable")
"""Statuses with their own page: the game is not accessible, or cannot be loaded now; or the connection ends with the
response.
"""


_TOURNAMENT_PAGES = {"tournament_pages": "tournament_pages.show", "dashboard": "dashboard.page"}
"""The endpoints to which forms of tournaments return, by their blueprint."""


def _page(problem: Problem) -> str:
    """Render without Flask's context for every template, which would authenticate."""
    template = current_app.jinja_env.get_template("error.html")
    return template.render(problem=problem.body(), log_in=_log_in(problem), language=page_language())


def _log_in(problem: Problem) -> str | None:
    """Return the login URL for a page that may exist for a user."""
    if problem.status not in (403, 404) or request.method not in ("GET", "HEAD"):
        return None
    return url_for("accounts.log_in_form", next=page_here())


def redirect_with_problem(problem: Problem, stream: str) -> Response:
    """Return to the game or the tournament, with the problem shown there."""
    body = problem.body()
    rule = {name: body[name] for name in ("rule", "rule_text") if name in body}
    since = [event.text for event in body.get("since", [])]
    flash_note("wrong", body.get("detail") or body["title"], since=since, **rule)
    if (page := _TOURNAMENT_PAGES.get(request.blueprint or "")) is not None:
        return redirect(url_for(page, stream=stream), 303)
    return redirect(url_for("game.page", stream=stream, invite=g.get("invitation")), 303)
