"""Solo play against automas: the user chooses a level, and the game starts."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for

from domain.game import Ruleset, ruleset, rulesets
from domain.keyed_names import AUTOMAS
from service.auth import required_user
from service.container import services
from service.pages import options
from service.pages.blueprint import page_blueprint
from service.pages.forms import Faults, checked, command_id
from service.schemas.tables import NewSoloGame
from service.usecases import tables
from service.usecases.command_handler import CommandContext

blueprint = page_blueprint("solo", "/games/solo")


@blueprint.get("")
def page() -> Any:
    """Show the games for one player, each with the levels of its automas."""
    required_user()
    return _form(None, {})


@blueprint.post("")
def open_table() -> Any:
    """Open the table, take a seat and start."""
    user = required_user()
    rules = ruleset(request.form.get("ruleset", ""))
    asked = {"ruleset": rules.name, "name": rules.title, "options": _wanted(rules)}
    body, faults = checked(NewSoloGame(), asked)
    if not faults:
        faults = options.solo_faults(rules, body["options"])
    if faults:
        return _form(rules, faults)
    del body["ruleset"]
    write = CommandContext(actor=user.id, command=command_id())
    game = tables.open_solo(services().handler, write, rules=rules.name, **body)
    return redirect(url_for("game.page", stream=game.id), 303)


def _wanted(rules: Ruleset[Any]) -> dict[str, Any]:
    """Return the requested automas: one by its button, or several; all other options have their defaults."""
    found = options.wanted(rules, request.form)
    return {AUTOMAS: found[AUTOMAS]} if AUTOMAS in found else {}


def _form(chosen: Ruleset[Any] | None, faults: Faults) -> Any:
    games = [(rules, options.automas(rules)) for rules in rulesets().values() if options.has_solo_mode(rules)]
    shown = {"games": games, "chosen": chosen, "faults": faults, "form": request.form}
    return render_template("lobby/solo.html", **shown), 422 if faults else 200
