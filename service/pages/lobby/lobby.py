"""The front page, and the form for a new table."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from flask import redirect, render_template, request, url_for

from domain.game import Ruleset, ruleset, rulesets
from domain.keyed_names import AUTOMAS
from domain.table.facts import SeatTaken
from domain.tutorials import guides
from projections import game_list
from projections.db_protocol import Rows
from projections.game_list import ListedGame
from service import queries
from service.accounts.users import User
from service.auth import current_user, required_user
from service.container import services
from service.http import messages
from service.pages import clocks, options
from service.pages.blueprint import page_blueprint
from service.pages.forms import Faults, checked, command_id
from service.pages.game.social_preview import FRAMES
from service.pages.lobby import seat_choice
from service.pages.lobby.listing import LISTS, SHOWN, listed, unread_in
from service.pages.rules import rulebook
from service.presenters import tournaments
from service.presenters.listings import called
from service.readmodels import failed_streams
from service.schemas.tables import UNDO_POLICIES, NewGame
from service.usecases import invitees, tables
from service.usecases.command_handler import CommandContext

blueprint = page_blueprint("lobby")

CUSTOM = "custom"
"""The value of the form's presets with which the options are chosen one by one."""


@blueprint.get("/")
def page() -> str:
    """Show games waiting for the user, the user's games, open tables, running games, finished games."""
    user = current_user()
    name = user.id if user else ""
    with queries.latest("tables") as rows:
        turn = game_list.find(rows, name, "my_turn", limit=SHOWN) if user else []
        mine = game_list.find(rows, name, "playing", limit=SHOWN) if user else []
        invited = _invited(rows, user.id) if user else []
        found = {which: game_list.find(rows, name, which, limit=SHOWN) for which in ("open", "running", "finished")}
    shown = [*turn, *mine, *invited, *chain.from_iterable(found.values())]
    failed = failed_streams.among(services().storage.database, {table.stream for table in shown})
    unread = unread_in(shown, user)
    called(shown)  # all in one query; the lists below query again, each for its own
    return render_template(
        "lobby/lobby.html",
        turn=listed(turn, unread),
        mine=listed(_without(mine, turn), unread),
        invited=listed(invited, unread),
        tournament_invitations=tournaments.invitations_of(user.id) if user else [],
        replacements=tournaments.replacements_of(user.id) if user else [],
        open=listed(_without(found["open"], [*mine, *invited]), unread),
        watch=listed(_without(found["running"], [*mine, *turn]), unread),
        finished=listed(found["finished"], unread),
        failed=failed,
        lists_of=LISTS,
        playable=list(rulesets().values()),
        guided=[rules.name for rules in rulesets().values() if guides.of_game(rules)],
        film=None if user else next((table.stream for table in found["finished"] if table.ranking), None),
        frames=FRAMES,
    )


def _invited(rows: Rows, user: str) -> list[ListedGame]:
    """Return tables with an invitation for the user, who has not joined yet."""
    found = (game_list.one(rows, guest.stream) for guest in invitees.of_person(rows, user))
    waiting = [table for table in found if table is not None and table.phase == "open"]
    return [table for table in waiting if user not in {seat.user for seat in table.seats}]


def _without(these: Iterable[ListedGame], others: Iterable[ListedGame]) -> list[ListedGame]:
    known = {table.stream for table in others}
    return [table for table in these if table.stream not in known]


# --------------------------------------------------------------------------------------------------------------------
# Opening a table
# --------------------------------------------------------------------------------------------------------------------


@blueprint.get("/games/new")
def new_table() -> Any:
    """Show the form to open a table; with several games installed, first the choice of one."""
    required_user()
    known = rulesets()
    chosen = request.args.get("ruleset") or (next(iter(known)) if len(known) == 1 else None)
    if chosen is None:
        return render_template("lobby/choose_ruleset.html", rulesets=known.values())
    return _form(ruleset(chosen), {})


@blueprint.post("/games/new")
def open_table() -> Any:
    """Open the table, take a seat, and add the requested bots."""
    user = required_user()
    rules = ruleset(request.form.get("ruleset", ""))
    body, faults = checked(NewGame(), _wanted(rules))
    if not faults:
        faults = options.faults(rules, body["seats"], body["options"])
        faults |= clocks.faults(body["clock"])
    if faults:
        return _form(rules, faults)
    del body["ruleset"]
    command = command_id()
    game = tables.open_table(
        services().handler, CommandContext(actor=user.id, command=command), rules=rules.name, **body
    )
    for taken in _sitting(rules, user):
        write = CommandContext(actor=user.id, command=f"{command}-{taken.seat}")
        tables.take_seat(services().handler, game.id, write, taken)
    return redirect(url_for("game.page", stream=game.id), 303)


def _sitting(rules: Ruleset[Any], user: User) -> list[SeatTaken]:
    """Return the first players: the host, and the requested bots."""
    bots = seat_choice.wanted(rules, request.form).bots
    return [
        SeatTaken(seat=0, user=user.id),
        *(SeatTaken(seat=seat, bot=bot) for seat, bot in bots.items() if bot in rules.bots),
    ]


def _wanted(rules: Ruleset[Any]) -> dict[str, Any]:
    form = request.form
    seats = seat_choice.wanted(rules, form)
    return {
        "ruleset": rules.name,
        "name": form.get("name", "").strip() or rules.title,
        "seats": seats.number,
        "options": _options(rules) | ({AUTOMAS: seats.automas} if seats.automas else {}),
        "undo": form.get("undo", "turn"),
        "clock": clocks.wanted(form),
        "private": "private" in form,
    }


def _options(rules: Ruleset[Any]) -> dict[str, Any]:
    """Return the options of the chosen preset, or those chosen one by one."""
    chosen = request.form.get("preset", CUSTOM)
    preset = next((each for each in rules.presets if each.name == chosen), None)
    return dict(preset.options) if preset else options.wanted(rules, request.form)


def _form(rules: Ruleset[Any], faults: Faults) -> Any:
    shown = {
        "rules": rules,
        "notes": rulebook.notes(rules),
        "seats": seat_choice.fields(rules, request.form),
        "presets": _presets(rules),
        "custom": CUSTOM,
        "guided": guides.of_game(rules) is not None,
        "fields": [field for field in options.fields(rules) if field["name"] != options.PREFIX + AUTOMAS],
        "policies": UNDO_POLICIES,
        "faults": faults,
        "form": request.form,
    }
    return render_template("lobby/new_game.html", **shown), 422 if faults else 200


def _presets(rules: Ruleset[Any]) -> list[dict[str, str]]:
    return [
        {"name": each.name, "title": messages.text(each.title), "description": messages.text(each.description)}
        for each in rules.presets
    ]
