"""Guest play: one click creates a guest account and a table with bots, and starts the game."""

from __future__ import annotations

from typing import Any

from flask import redirect, request, url_for

from domain.game import ruleset
from domain.table.facts import SeatTaken
from domain.tutorials import guides
from service.accounts import guest_accounts
from service.accounts.users import User
from service.auth import begin_session, current_user
from service.container import services
from service.http import limits
from service.pages.blueprint import page_blueprint
from service.pages.forms import command_id
from service.usecases import tables
from service.usecases.command_handler import CommandContext

blueprint = page_blueprint("guest_play", "/play-as-guest")

BOT = "greedy"
"""The bot that plays against guests, if the game has it."""


@blueprint.post("")
def start() -> Any:
    """Open an unlisted table, add a bot, and start; with ``guided``, the guided first game."""
    rules = ruleset(request.form.get("ruleset", ""))
    user = current_user() or _guest()
    handler, command = services().handler, command_id()
    guide = guides.of_game(rules) if "guided" in request.form else None
    seats = guides.SEATS if guide else max(2, min(rules.seats))
    write = CommandContext(actor=user.id, command=command)
    game = tables.open_table(
        handler,
        write,
        rules=rules.name,
        name=rules.title,
        seats=seats,
        options=guide.options if guide else {},
        undo="free",
        private=True,
        seed=bytes.fromhex(guide.seed) if guide else None,
    )
    bot = guide.bot if guide else BOT if BOT in rules.bots else next(iter(rules.bots))
    sitting = [SeatTaken(seat=0, user=user.id), *(SeatTaken(seat=seat, bot=bot) for seat in range(1, seats))]
    for taken in sitting:
        tables.take_seat(handler, game.id, CommandContext(actor=user.id, command=f"{command}-{taken.seat}"), taken)
    tables.start(handler, game.id, CommandContext(actor=user.id, seat=0, command=f"{command}-start"))
    return redirect(url_for("game.page", stream=game.id), 303)


def _guest() -> User:
    limits.count_guest()
    user = guest_accounts.begin(services().storage.database, services().handler.clock())
    begin_session(user)
    return user
