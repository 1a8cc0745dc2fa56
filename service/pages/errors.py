"""Errors as pages: a refused form brings its reader back with a note, everything else gets a page of its own."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from service.api.problems import Problem
from service.pages.blueprint import page_here
from service.pages.forms import tell


def page_of_problem(problem: Problem) -> Any:
    """What the reader of a page sees of an error."""
    stream = (request.view_args or {}).get("stream")
    if problem.kind == "not-logged-in":
        return redirect(url_for("accounts.log_in", next=page_here()), 303)
    unnoted = ("not-found", "other-origin", "unavailable")
    if request.method == "POST" and stream is not None and problem.kind not in unnoted:
        return noted(problem, stream)
    return render_template("error.html", problem=problem.body()), problem.status


def noted(problem: Problem, stream: str) -> Response:
    """Back to the game, with the problem told beside the board."""
    body = problem.body()
    rule = {name: body[name] for name in ("rule", "rule_text") if name in body}
    since = [event["sentence"] for event in body.get("since", [])]
    tell("wrong", body.get("detail") or body["title"], since=since, **rule)
    return redirect(url_for("game.page", stream=stream, invite=request.form.get("invite") or None), 303)
