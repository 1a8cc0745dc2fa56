"""The organiser's dashboard: the running games of a tournament, the latest first, with actions on several at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from flask import redirect, render_template, request, url_for
from flask_babel import gettext, ngettext
from werkzeug.wrappers import Response

from domain.tournament.tournament import Tournament
from service.http.problems import Problem
from service.pages.blueprint import page_blueprint
from service.pages.forms import command_id, flash_note, valid
from service.pages.seat_markers import marking
from service.presenters import organisers, tournaments
from service.schemas.administration import REASONS
from service.schemas.tournaments import GamesAction
from service.tournaments import organiser_actions
from service.usecases.command_handler import CommandContext

blueprint = page_blueprint("dashboard", "/tournaments/<stream:stream>/games")


@blueprint.get("")
def page(stream: str) -> str:
    """Show the games, the latest first."""
    found, listed = tournaments.organised(stream)
    names = tournaments.names_of(list(found.entrants))
    return render_template(
        "organisers/dashboard.html",
        stream=stream,
        title=listed.title,
        games=organisers.running(found, tournaments.tables_of(found), names),
        actions=get_args(organiser_actions.Action),
        reasons=REASONS,
    )


@blueprint.post("")
def apply_action(stream: str) -> Response:
    """Apply an action to the chosen games."""
    found, _ = tournaments.organised(stream)
    form: dict[str, object] = {
        "games": request.form.getlist("games"),
        "action": request.form.get("action", ""),
        "reason": request.form.get("reason", ""),
        "days": request.form.get("days", 3, type=int),
    }
    form["note"] = request.form.get("note", "")
    if name := request.form.get("name", "").strip():
        form["name"] = name
    if not form["games"]:
        raise Problem("invalid", gettext("Select at least one game."))
    return _done(found, form)


def _done(found: Tournament, form: Mapping[str, Any]) -> Response:
    """Apply an action, and redirect to the next page with a message."""
    body = valid(GamesAction(), form)
    write = CommandContext(actor=found.owner, command=command_id())
    done = organisers.done(found, body, write)
    refused = [each.refused for each in done if each.refused is not None]
    if len(done) > len(refused):
        flash_note(
            "good",
            ngettext("Action applied to %(num)s game.", "Action applied to %(num)s games.", len(done) - len(refused)),
        )
    for reason in dict.fromkeys(refused):
        flash_note(
            "wrong",
            ngettext("%(num)s game was not changed.", "%(num)s games were not changed.", refused.count(reason))
            + f" {reason}",
        )
    return redirect(url_for("dashboard.page", stream=found.id), 303)


@blueprint.get("/<stream:game>/result")
def adjudication(stream: str, game: str) -> str:
    """Show the form to adjudicate one game: by winner, by places or by points."""
    found, _ = tournaments.organised(stream)
    shown = organisers.one(found, game)
    marks = marking(shown.emblems)
    return render_template("organisers/adjudication.html", stream=stream, reasons=REASONS, game=shown, seat_mark=marks)


@blueprint.post("/<stream:game>/result")
def adjudicate(stream: str, game: str) -> Response:
    """Adjudicate the game."""
    found, _ = tournaments.organised(stream)
    way = request.form.get("way", "")
    sent = {
        "winner": request.form.get("winner", type=int),
        "places": request.form.getlist("places", type=int),
        "points": request.form.getlist("points", type=int),
    }
    if sent.get(way) in (None, []):
        raise Problem("invalid", gettext("Choose a winner, or enter a place or points for every seat."))
    form = {
        "games": [game],
        "action": "adjudicate",
        "reason": request.form.get("reason", ""),
        "note": request.form.get("note", ""),
        "result": {way: sent[way]},
    }
    return _done(found, form)
