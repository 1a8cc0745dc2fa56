"""Error responses: the problem that each exception becomes, for the API and the pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from eventsourcing.persistence import PersistenceError
from flask import Flask, Response, g, request
from flask_babel import lazy_gettext as _
from werkzeug.exceptions import HTTPException, InternalServerError

from domain.board_input import NotSelectable
from domain.data_faults import explained
from domain.game import BadPick, IllegalMove, UnknownRuleset
from domain.play import Incomplete, NotYourTurn
from domain.table.refusals import GameOver, NotStarted, Refused
from service import auth, queries
from service.accounts.passwords import Busy
from service.accounts.suspensions import Suspended
from service.accounts.users import NameTaken
from service.auth import Forbidden, InvalidToken, Unauthenticated, view_game
from service.container import services
from service.http import i18n, messages
from service.http.problems import KINDS, MEDIA_TYPE, Problem, flattened
from service.notifications.channels import ChannelRefused, UnknownChannel
from service.presenters.history.events import NoPosition, events
from service.readmodels import failed_streams
from service.runtime.admission_control import RETURN_AFTER, Overloaded
from service.runtime.paths import loggable
from service.runtime.pubsub import TooManyListeners, TooManyListenersOfUser
from service.runtime.work_queue import QueueFull
from service.storage import Unavailable
from service.tournaments.commands import Overtaken
from service.usecases.command_handler import VersionConflict
from service.usecases.game_repository import UnknownGame

MOST_SINCE = 100
"""The maximum of facts in the response to a stale decision; clients request the others as usual."""

LISTEN_AFTER = 10
"""Seconds after which a refused listener may try again: subscriptions last long."""

_BY_STATUS = {
    400: "malformed",
    401: "not-logged-in",
    403: "not-yours",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    413: "too-large",
    415: "not-json",
    422: "invalid",
    428: "version-needed",
    429: "too-many",
}


def register(app: Flask) -> None:
    """Answer every error under ``/api`` by a problem.

    Other URLs get the page that ``app.extensions["problem_page"]`` makes of it, if it is set.
    """

    def answer(error: Exception) -> Any:
        if isinstance(error, HTTPException) and error.response is not None:
            return error.response
        if isinstance(error, HTTPException) and error.code is not None and error.code < 400:
            return error.get_response()
        # Errors raised while a response is completed come wrapped.
        problem = problem_of(getattr(error, "original_exception", None) or error)
        if problem.kind == "internal" and not isinstance(error, InternalServerError):  # logged already
            app.logger.error("%s %s failed", request.method, loggable(request.path), exc_info=error)
        if problem.kind == "unavailable" and not isinstance(error, Overloaded):
            app.logger.warning("%s %s: %s", request.method, loggable(request.path), error)
        if not request.path.startswith("/api") and "problem_page" in app.extensions:
            response = app.make_response(app.extensions["problem_page"](problem))
        else:
            response = Response(msgspec.json.encode(problem.body()), problem.status, content_type=MEDIA_TYPE)
        if problem.retry_after is not None:
            response.headers.setdefault("Retry-After", str(problem.retry_after))
        return _completed(response, error)

    app.register_error_handler(Exception, answer)


def _completed(response: Response, error: Exception) -> Response:
    """Add the headers of the error (Allow, Retry-After)."""
    if isinstance(error, HTTPException):
        kept = [(name, value) for name, value in error.get_headers() if name.lower() != "content-type"]
        response.headers.extend(kept)
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="daybook"'
    return response


def problem_of(error: Exception) -> Problem:
    """Return the problem for an error."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, HTTPException) and not isinstance(error, InternalServerError):
        return _http(error)
    for kind, render in _PROBLEMS.items():
        if isinstance(error, kind):
            return render(error)
    return _internal(error)


# --------------------------------------------------------------------------------------------------------------------
# Problems by exception
# --------------------------------------------------------------------------------------------------------------------


def _names() -> Sequence[str]:
    """Return the players of the game that the request is about."""
    return auth.called(g.now).seats if "now" in g else ()


def _internal(error: Exception) -> Problem:
    of_a_game = "now" in g and not isinstance(error, PersistenceError)
    failed = _failed(g.now.id) if of_a_game else {}
    if failed:
        detail = _("This game failed at #{at}. Its log is safe. Tell an administrator.")
        return Problem("internal", str(detail).format(at=failed[g.now.id]), failed_at=failed[g.now.id])
    return Problem("internal", str(_("Something went wrong. Reload to see whether your move was saved.")))


def _failed(stream: str) -> dict[str, int]:
    """Return the time since which the game fails, if the database answers."""
    try:
        return failed_streams.among(services().storage.database, [stream])
    except PersistenceError:
        return {}


def _http(error: HTTPException) -> Problem:
    kind = _BY_STATUS.get(error.code or 500, "malformed")
    data = getattr(error, "data", None) or {}
    if "messages" in data:
        return Problem(
            "invalid",
            str(_("Some values are invalid. Correct them and try again.")),
            errors=flattened(data["messages"]),
        )
    if (error.code or 500) >= 500:
        kind = "internal"
    of_the_framework = error.description == type(error).description
    return Problem(kind, str(_OWN_WORDS.get(kind, KINDS[kind].title) if of_the_framework else error.description))


_OWN_WORDS = {
    "not-found": _("There is no page or resource at this address."),
    "method-not-allowed": _("This address doesn't accept this kind of request."),
}
"""Our text for errors of the framework. Other kinds use the problem's title."""


def invalid_options(error: msgspec.ValidationError, path: str) -> Problem:
    """Return the problem of options that a ruleset does not have; ``path``: their place in the body."""
    detail = str(_("This game doesn't have these options."))
    return Problem("invalid", detail, errors=[{"path": path, "detail": messages.text(explained(error))}])


def _refused(kind: str) -> Callable[[Any], Problem]:
    return lambda error: Problem(kind, messages.text(error.detail, _names()))


def _illegal(error: IllegalMove) -> Problem:
    text = g.now.ruleset.rule_text(error.rule, i18n.language())
    return Problem("illegal-move", messages.text(error.detail, _names()), rule=error.rule, rule_text=text)


def _bad_pick(error: BadPick) -> Problem:
    detail = str(_("Pick {number} isn't available.")).format(number=error.index + 1)
    return Problem("bad-pick", detail, index=error.index, offered=error.offered)


def _not_selectable(error: NotSelectable) -> Problem:
    return Problem("bad-pick", str(_("You can't choose this now.")), elements=list(error.elements))


def _incomplete(error: Incomplete) -> Problem:
    prompt = messages.text(error.asked.prompt, _names())
    return Problem("incomplete", prompt, offered=list(error.asked.values))


def _stale(error: VersionConflict) -> Problem:
    """Return what happened since, as the viewer may see it."""
    seen = view_game(error.game.id, invitation=g.get("invitation"))
    text = _("The game is now at #{version}, but your move was for #{expected}. Check the new position and try again.")
    versions = range(error.expected + 1, error.game.version + 1)[:MOST_SINCE]
    since = events(seen, queries.by_replay(error.game, versions))
    detail = str(text).format(version=error.game.version, expected=error.expected)
    return Problem("stale", detail, version=error.game.version, since=since)


def _too_many_listeners(error: TooManyListeners) -> Problem:
    detail = _("Too many pages are waiting for updates. Close some or try again later.")
    problem = Problem("too-many" if isinstance(error, TooManyListenersOfUser) else "unavailable", str(detail))
    problem.retry_after = LISTEN_AFTER
    return problem


def _overloaded(error: Overloaded) -> Problem:
    problem = Problem("unavailable", str(_("The server is busy. Try again in a few seconds.")))
    problem.retry_after = RETURN_AFTER
    return problem


def _suspended(error: Suspended) -> Problem:
    detail = _("An administrator suspended this account. Reason: {reason}")
    return Problem("suspended", str(detail).format(reason=error.reason))


def _plain(kind: str, detail: Any) -> Callable[[Any], Problem]:
    return lambda error: Problem(kind, str(detail))


def _as_worded(kind: str) -> Callable[[Any], Problem]:
    return lambda error: Problem(kind, str(error))


def _overtaken(error: Overtaken) -> Problem:
    detail = _("The tournament has changed: it is now at version {version}. Reload it and try again.")
    return Problem("stale", str(detail).format(version=error.version), version=error.version)


_PROBLEMS: dict[type[Exception], Callable[[Any], Problem]] = {
    NotYourTurn: _refused("not-your-turn"),
    NotStarted: _refused("not-started"),
    GameOver: _refused("game-over"),
    Refused: _refused("refused"),
    IllegalMove: _illegal,
    BadPick: _bad_pick,
    NotSelectable: _not_selectable,
    Incomplete: _incomplete,
    VersionConflict: _stale,
    NoPosition: _plain("not-found", _("This game has no position with this number. Reload the game.")),
    UnknownGame: _plain("not-found", _("Game not found, or you don't have access.")),
    UnknownRuleset: _plain("not-found", _("This site doesn't have this ruleset.")),
    Unauthenticated: _plain("not-logged-in", _("Log in, or send an API token.")),
    InvalidToken: _plain("not-logged-in", _("The API token is invalid. Send another one.")),
    Forbidden: _refused("not-yours"),
    Suspended: _suspended,
    Overtaken: _overtaken,
    TooManyListeners: _too_many_listeners,
    Busy: _plain("too-many", _("Too many people are logging in. Try again in a few seconds.")),
    Overloaded: _overloaded,
    Unavailable: _plain(
        "unavailable",
        _("The database is unavailable. Try again in a few seconds."),
    ),
    QueueFull: _plain("too-many", _("Too many games are being verified. Try again in a few seconds.")),
    UnknownChannel: _as_worded("not-found"),
    ChannelRefused: _as_worded("refused"),
    NameTaken: _plain("name-taken", _("This name, or one that looks like it, is taken. Choose another name.")),
}
