"""The context of a write (actor, version, command id), and responses rendered before the commit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec
from flask import Response, jsonify
from flask_babel import gettext
from msgspec.structs import asdict

from domain import aggregate
from domain.data_faults import located
from domain.game import Command, Ruleset, ruleset
from service import queries
from service.api import idempotency
from service.api.blueprint import expected_version, named_versions, version_tag
from service.auth import SeatContext, ViewerContext, authorize_seat, viewer_of
from service.container import services
from service.http import messages
from service.http.problems import Problem
from service.presenters import games
from service.presenters.history.events import events
from service.schemas.play import BranchPreview, Moved, Preview
from service.usecases import branch_play
from service.usecases.command_handler import Attempts, CommandContext, Prepared, VersionConflict


def writing(stream: str, body: Mapping[str, Any]) -> SeatContext:
    """Return the writer, the seat that the body names, and the game at the version that If-Match names."""
    return authorize_seat(stream, body.get("seat"), named_versions(stream))


def command_context(seen: ViewerContext) -> CommandContext:
    """Return the context of a write by the current user, for their seat, on the version that If-Match names."""
    assert seen.user is not None
    seat = seen.seat if isinstance(seen, SeatContext) else None
    command = idempotency.command_id(seen.user.id)
    return CommandContext(actor=seen.user.id, seat=seat, expected=expected_version(seen.now), command=command)


def given(rules: Ruleset[Any], body: Mapping[str, Any]) -> Command | list[str]:
    """Return the picks of a move, or its command; raise Problem for a command that the ruleset does not have."""
    if "picks" in body:
        return list(body["picks"])
    try:
        command: Command = msgspec.convert(body["command"], _commands(rules.name))
    except msgspec.ValidationError as error:
        place, fault = located(error)
        errors = [{"path": f"command.{place}" if place else "command", "detail": messages.text(fault)}]
        raise Problem("invalid", gettext("This isn't a valid command for this game."), errors=errors) from error
    return command


@cache
def _commands(name: str) -> Any:
    rules: Ruleset[Any] = ruleset(name)
    return reduce(or_, rules.commands)


def tried(acting: SeatContext, command: Command | list[str], ends_turn: bool) -> Preview:
    """Return a preview of a move; raise VersionConflict as the move would."""
    _require_latest(acting)
    return games.preview(acting, command, ends_turn)


def branch_preview(acting: SeatContext, branch: ViewerContext) -> BranchPreview:
    """Return a preview of playing a branch in its game, and the remaining moves; may raise VersionConflict."""
    _require_latest(acting)
    found = branch_play.fitting(services().handler, acting.game, branch.now.id, acting.seat)
    return BranchPreview(**asdict(games.foreseen(acting, found.acted)), rejected=games.left_over(branch, found))


def _require_latest(acting: SeatContext) -> None:
    expected = expected_version(acting.now)
    if expected not in (None, acting.now.version):
        raise VersionConflict(acting.game, expected)


def respond(
    before: SeatContext, attempts: Attempts, finish: Callable[[Moved, Prepared], Moved] = lambda moved, _: moved
) -> Response:
    """Commit an attempt together with its response: the appended events, and the position that they lead to.

    ``finish`` adds further fields to the response.
    """
    for prepared in attempts:
        with queries.draft() as draft:
            response = _rendered(before, prepared, finish)
        if services().handler.commit(prepared, idempotency.keeping_response(response) if prepared.events else ()):
            queries.publish(draft)
            return response
    raise AssertionError("CommandHandler.attempts raises when it gives up.")


def _rendered(before: SeatContext, prepared: Prepared, finish: Callable[[Moved, Prepared], Moved]) -> Response:
    game = prepared.game
    now = queries.current_by_replay(game)
    after = SeatContext(before.user, now, viewer_of(before.user, now, before.seat), before.seat)
    facts = queries.by_replay(game, range(aggregate.move_start(game, game.version), game.version + 1))
    moved = Moved(**asdict(games.state(after)), events=events(after, facts))
    response = jsonify(finish(moved, prepared))
    response.set_etag(version_tag(after))
    return response
