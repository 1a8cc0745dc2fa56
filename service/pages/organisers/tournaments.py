"""Tournaments: the list, the form for a new one, and the page of one with standings, rounds and entrants."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from flask_babel import gettext
from msgspec.structs import asdict
from werkzeug.wrappers import Response

from domain.game import Ruleset, ruleset, rulesets
from domain.table.clock.narration import pace
from domain.tournament.rules import MOST_STAGES
from service import auth
from service.container import services
from service.http import messages
from service.http.problems import Problem
from service.http.storable import text_in
from service.pages import clocks, options
from service.pages.blueprint import page_blueprint
from service.pages.forms import Faults, InvalidForm, checked, command_id, flash_note, valid
from service.pages.rules import rulebook
from service.presenters import tournaments
from service.schemas.tables import UNDO_POLICIES
from service.schemas.tournaments import TIE_BREAKS, EntrantWithdrawal, NewOrganiser, NewTournament
from service.tournaments import commands, invitations, rounds
from service.transfer.tournament import export_tournament
from service.usecases.command_handler import CommandContext

blueprint = page_blueprint("tournament_pages", "/tournaments")

STAGES = 3
"""Stages with rows in the form; the API accepts more."""


@blueprint.get("")
def page() -> str:
    """Show all tournaments, the latest first."""
    return render_template("organisers/tournaments.html", **asdict(tournaments.listing(request.args.get("cursor"))))


# --------------------------------------------------------------------------------------------------------------------
# A new tournament
# --------------------------------------------------------------------------------------------------------------------


@blueprint.get("/new")
def new() -> Any:
    """Show the form; with several games installed, first the choice of one."""
    auth.required_user()
    known = rulesets()
    chosen = request.args.get("ruleset") or (next(iter(known)) if len(known) == 1 else None)
    if chosen is None:
        return render_template("lobby/choose_ruleset.html", rulesets=known.values(), leads_to="tournament_pages.new")
    return _form(ruleset(chosen), {})


@blueprint.post("/new")
def create() -> Any:
    """Create a tournament."""
    user = auth.required_user()
    rules = ruleset(request.form.get("ruleset", ""))
    body, faults = checked(NewTournament(), _wanted(rules), within="rules")
    if not faults:
        faults = options.faults(rules, body["rules"]["seats"], body["rules"]["options"])
        faults |= clocks.faults(body["rules"]["clock"])
    if faults:
        return _form(rules, faults)
    write = CommandContext(actor=user.id, command=command_id())
    found = commands.open_tournament(services().handler, write, body["title"], tournaments.rules_of(body["rules"]))
    return redirect(url_for("tournament_pages.show", stream=found.id), 303)


def _wanted(rules: Ruleset[Any]) -> dict[str, Any]:
    form = request.form
    return {
        "title": form.get("title", "").strip(),
        "rules": {
            "ruleset": rules.name,
            "options": options.wanted(rules, form),
            "seats": form.get("seats", type=int) or 0,
            "undo": form.get("undo", "turn"),
            "clock": clocks.wanted(form),
            "stages": [stage for number in range(MOST_STAGES) if (stage := _stage(number))],
            "points": [_number(each) for each in form.get("points", "").replace("-", " ").replace(",", " ").split()],
            "bye": _number(form.get("bye", "0")),
            "tie_breaks": list(dict.fromkeys(each for each in form.getlist("tie_breaks") if each)),
        },
    }


def _stage(number: int) -> dict[str, Any] | None:
    """Return a row of the form; None without rounds."""
    wanted, best = request.form.get(f"rounds-{number}", ""), request.form.get(f"best-{number}", "")
    if not wanted:
        return None
    carry = number == 0 or f"carry-{number}" in request.form
    return {"rounds": _number(wanted), "best": _number(best) if best else None, "carry": carry}


def _number(sent: str) -> int | str:
    """Return a number; leave other text to validation."""
    return int(sent) if sent.isdecimal() and len(sent) < 9 else sent


def _form(rules: Ruleset[Any], faults: Faults) -> Any:
    shown = {
        "rules": rules,
        "notes": rulebook.notes(rules),
        "fields": [field for field in options.fields(rules) if field["kind"] != "several"],
        "policies": UNDO_POLICIES,
        "tie_breaks": TIE_BREAKS,
        "stages": STAGES,
        "faults": faults,
        "form": request.form,
    }
    return render_template("organisers/new_tournament.html", **shown), 422 if faults else 200


# --------------------------------------------------------------------------------------------------------------------
# One tournament
# --------------------------------------------------------------------------------------------------------------------


@blueprint.get("/<stream:stream>")
def show(stream: str) -> str:
    """Show standings, rounds, entrants, and possible actions."""
    return _shown(stream)


def _shown(stream: str, csv: str = "") -> str:
    """Return the page, with names that could not be entered yet."""
    found, listed = tournaments.looked_up(stream)
    tables = tournaments.tables_of(found)
    response = tournaments.tournament_response(found, listed, tables)
    user = auth.current_user()
    running = sum(game not in tournaments.results_of(tables) for game in found.games)
    stage = request.args.get("stage", type=int)
    return render_template(
        "organisers/tournament.html",
        **asdict(response),
        stream=stream,
        csv=csv,
        pace=gettext("No clock") if found.rules.clock is None else messages.text(pace(found.rules.clock)),
        game=ruleset(found.rules.ruleset),
        standings=tournaments.standings(found, tables, stage),
        shown_stage=len(found.stages) - 1 if stage is None else stage,
        names={each.user: each.name for each in response.entrants},
        running=running,
        may_name=response.is_organiser or auth.is_administrator(),
        entered=user is not None and bool(found.entrants.get(user.id)),
        asked=user is not None and invitations.is_invited(services().storage.database, stream, user.id),
        ended=len(found.stages) == len(found.rules.stages)
        and len(found.stages[-1].rounds) == found.rules.stages[-1].rounds,
    )


@blueprint.post("/<stream:stream>/entrants")
def enter(stream: str) -> Response:
    """Enter the user."""
    auth.required_user()
    tournaments.looked_up(stream)
    commands.enter(services().handler, stream, _write())
    return _back(stream)


@blueprint.post("/<stream:stream>/invitations")
def invite(stream: str) -> Any:
    """Invite users by name or CSV. Names stay in the form if one of them is unknown."""
    found, _ = tournaments.organised(stream)
    typed, file = request.form.get("csv", ""), request.files.get("file")
    listed = ""
    try:
        listed = text_in(file.stream) if file is not None and file.filename else ""
        tournaments.invite(found, auth.required_user().id, [], typed, listed)
    except Problem as unknown:
        flash_note("wrong", unknown.detail)
        return _shown(stream, f"{typed}\n{listed}".strip()), unknown.status
    flash_note("good", gettext("Invitations sent. Players take part once they enter."))
    return _back(stream)


@blueprint.post("/<stream:stream>/invitations/<stream:user>/withdrawal")
def uninvite(stream: str, user: str) -> Response:
    """Decline an invitation, or withdraw it."""
    if auth.required_user().id != user:
        tournaments.organised(stream)
    invitations.withdraw(services().storage.database, stream, user)
    return _back(stream)


@blueprint.post("/<stream:stream>/withdrawals")
def withdraw(stream: str) -> Response:
    """Withdraw the user, or as the organiser any entrant."""
    user = auth.required_user()
    person = request.form.get("user") or user.id
    body, faults = checked(EntrantWithdrawal(), {"user": person, "reason": request.form.get("reason", "agreement")})
    if faults:
        raise InvalidForm(faults)
    _ = tournaments.looked_up(stream) if person == user.id else tournaments.organised(stream)
    commands.withdraw(services().handler, stream, _write(), person, body["reason"])
    return _back(stream)


@blueprint.post("/<stream:stream>/rounds")
def open_round(stream: str) -> Response:
    """Open the next round."""
    found, _ = tournaments.organised(stream)
    came_to = tournaments.results_of(tournaments.tables_of(found))
    rounds.open_round(services().handler, stream, _write(), came_to, "early" in request.form)
    flash_note("good", gettext("Round started, with all its games."))
    return _back(stream)


@blueprint.post("/<stream:stream>/organiser")
def name_organiser(stream: str) -> Response:
    """Name another organiser."""
    body = valid(NewOrganiser(), {"name": request.form.get("name", "").strip()})
    found, _ = tournaments.looked_up(stream)
    tournaments.name_organiser(found, _write(), body["name"])
    flash_note("good", gettext("%(name)s is now the organiser.", name=body["name"]))
    return _back(stream)


@blueprint.post("/<stream:stream>/close")
def close(stream: str) -> Response:
    """Close the tournament."""
    tournaments.organised(stream)
    commands.close(services().handler, stream, _write())
    return _back(stream)


@blueprint.get("/<stream:stream>/tournament.ndjson")
def download(stream: str) -> Response:
    """Return the tournament as a file, from which, with those of its games, anyone can compute its standings."""
    tournaments.looked_up(stream)
    lines = b"".join(export_tournament(services().handler, stream))
    return Response(lines, content_type="application/x-ndjson")


def _write() -> CommandContext:
    version = request.form.get("version", type=int)
    return CommandContext(actor=auth.required_user().id, expected=version, command=command_id())


def _back(stream: str) -> Response:
    return redirect(url_for("tournament_pages.show", stream=stream), 303)
