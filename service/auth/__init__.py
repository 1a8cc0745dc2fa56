"""Authentication and authorisation, for the API and the pages."""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from urllib.parse import parse_qs, urlsplit

from flask import Response, after_this_request, g, request, session
from flask_babel import gettext, pgettext

from domain import keyed_names, play
from domain.aggregate import Game
from domain.game import Viewer
from domain.message import Message, message
from domain.table import seating
from domain.table.refusals import Refused
from projections.game_snapshot import Current
from service import queries
from service.accounts import suspensions
from service.accounts.display_names import NameQuery, ResolvedNames
from service.accounts.idempotency_store import StoredResponse
from service.accounts.sessions import Session
from service.accounts.users import Bearer, User
from service.auth import cookies, device_cookies, idempotency_key
from service.container import services
from service.runtime.admission_control import SESSION_COOKIE
from service.usecases import branch_links, invitations, invitees, visibility
from service.usecases.game_repository import UnknownGame


class Unauthenticated(Exception):
    """The request requires a user."""


class Forbidden(Exception):
    """The object belongs to someone else; ``detail`` names it."""

    def __init__(self, detail: Message) -> None:
        super().__init__(detail)
        self.detail = detail


class InvalidToken(Exception):
    """The Authorization header holds no valid API token."""


@dataclass(frozen=True)
class ViewerContext:
    """The current state of a game or branch, together with its viewer."""

    user: User | None
    now: Current
    viewer: Viewer
    known: ResolvedNames | None = field(default=None, kw_only=True)
    """The names of the game and its players, unless the request looks them up."""

    @cached_property
    def called(self) -> ResolvedNames:
        """The current names of the game and its players."""
        return self.known or called(self.now)

    @property
    def names(self) -> Sequence[str]:
        """The players' names by seat."""
        return self.called.seats

    @property
    def title(self) -> str:
        """The title of the table or branch."""
        return self.called.title or (gettext("Branch") if self.now.origin else self.now.ruleset.title)

    @property
    def beside(self) -> tuple[str, ...]:
        """Displayed texts that are not in the log, and may change without it."""
        return (self.title, self.called.comment, *self.names, *self.called.reasons.values())

    @property
    def game(self) -> Game:
        """The whole game with its past, replayed on demand."""
        return queries.game_of(self.now)


@dataclass(frozen=True)
class SeatContext(ViewerContext):
    """A user who acts for one of their seats."""

    user: User
    seat: int


def called(now: Current) -> ResolvedNames:
    """Return the names of a game or branch and its players."""
    return services().display_names.of_game(NameQuery(now.id, now.root, now.table.chairs), former_player, given_name)


def former_player() -> str:
    """Return the name for a user whose account was deleted."""
    return str(gettext("A former player"))


def given_name(name: str) -> str:
    """Return the name of a bot or an automa in the reader's language."""
    given = keyed_names.given_name(name)
    return str(pgettext(given.id, given.text)).format_map(given.parts)


# --------------------------------------------------------------------------------------------------------------------
# Identification
# --------------------------------------------------------------------------------------------------------------------

_LONGEST_USER_AGENT = 300


def current_user() -> User | None:
    """Return the user of this request, by API token or session; None for visitors. Raises InvalidToken, once."""
    found = _found()
    return found.user if found else None


def current_session() -> Session | None:
    """Return the session of this request; None for visitors and API tokens."""
    found = _found()
    return found if isinstance(found, Session) else None


def replayed_response() -> StoredResponse | None:
    """Return the stored response to an earlier request with the same idempotency key."""
    found = _found()
    return found.answer if found else None


def _found() -> Bearer | Session | None:
    """Return the token or session that identifies the user of this request, looked up once."""
    looked_up: list[Bearer | Session | None] = g.setdefault("found", [])
    if not looked_up:
        found = _identification(idempotency_key.key())()
        looked_up.append(found)
        if found is None and by_token():
            raise InvalidToken
        if isinstance(found, Bearer) and found.suspended:
            g.found = None
            suspensions.require_open(services().storage.database, found.user.id)
        if found is not None:
            services().admission_control.recognise(request.environ)
            g.language_of_user = found.user.language
    return looked_up[0]


def credentials() -> Callable[[], User | None]:
    """Return a function that identifies the user, now and later; None once the token or session has ended."""
    identify = _identification("")

    def known() -> User | None:
        found = identify()
        closed = isinstance(found, Bearer) and found.suspended
        return found.user if found is not None and not closed else None

    return known


def _identification(key: str) -> Callable[[], Bearer | Session | None]:
    own = services()
    token = _bearer_token()
    if token is not None:
        return lambda: own.accounts.of_token(token, key)
    cookie = session_token()
    return lambda: own.sessions.of_token(cookie, key)


def by_token() -> bool:
    """Return whether the request came with an API token, which no browser sends automatically."""
    return _bearer_token() is not None


def _bearer_token() -> str | None:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def session_token() -> str:
    """Return the token of this browser's session; empty for none."""
    return request.cookies.get(SESSION_COOKIE, "")


def address() -> str:
    """Return the address that this request comes from."""
    return request.remote_addr or ""


def rate_limit_key() -> str:
    """Return the id under which rate limits count this request: the user's id, or a visitor's address."""
    user = current_user()
    return f"user:{user.id}" if user is not None else address()


def required_user() -> User:
    """Return the user of this request; raise Unauthenticated without one."""
    user = current_user()
    if user is None:
        raise Unauthenticated
    return user


def required_administrator() -> User:
    """Return the administrator who sent this request; raise Unauthenticated or Forbidden."""
    user = required_user()
    if not is_administrator():
        raise Forbidden(message("account.administrators-only", "Only administrators can do this."))
    return user


def is_administrator() -> bool:
    """Return whether the user of this request is an administrator of the site."""
    found = _found()
    return found is not None and found.administrator


def is_cross_origin() -> bool:
    """Return whether the browser says that another site's page sent this request."""
    origin = request.headers.get("Origin")
    try:
        return origin is not None and urlsplit(origin).netloc != request.host
    except ValueError:
        return True


# --------------------------------------------------------------------------------------------------------------------
# Logging in and out
# --------------------------------------------------------------------------------------------------------------------


_REMEMBERED = timedelta(days=7)
"""The time for which browsers keep the token of an expired session, which names the user of a form sent too late."""


def begin_session(user: User) -> str:
    """Log the user in, and discard all data of the browser's previous user. Return the token."""
    session.clear()
    browser = request.headers.get("User-Agent", "")[:_LONGEST_USER_AGENT]
    token = services().sessions.open(user, browser, session_token())

    @after_this_request
    def keep(answer: Response) -> Response:
        cookies.keep(answer, SESSION_COOKIE, token, timedelta(days=services().config.session_days) + _REMEMBERED)
        device_cookies.remember(answer, user.name)
        return answer

    return token


def end_session() -> None:
    """Log out the user of this browser; copies of its cookie become invalid."""
    session.clear()
    services().sessions.close(session_token())

    @after_this_request
    def forget(answer: Response) -> Response:
        cookies.forget(answer, SESSION_COOKIE)
        answer.headers["Clear-Site-Data"] = '"cache"'
        return answer


# --------------------------------------------------------------------------------------------------------------------
# Access to games
# --------------------------------------------------------------------------------------------------------------------


def view_game(stream: str, seat: int | None = None, invitation: str | None = None) -> ViewerContext:
    """Return the game for the user of this request; raise UnknownGame, also if they may not see it.

    A write replays the game immediately, because a read model may be late.
    """
    now = queries.current(stream) if request.method in _READING else queries.replayed(stream)
    user = current_user()
    _require_visible(user, now, invitation or request.args.get("invite"))
    return ViewerContext(user, now, viewer_of(user, now, seat))


_READING = ("GET", "HEAD")

HIDDEN = "Daybook-Hidden"
"""The header of requests that a page sends while it is not visible."""


def is_prefetch() -> bool:
    """Return whether a browser is prefetching this page."""
    return "prefetch" in request.headers.get("Sec-Purpose", "")


def is_looking(seen: ViewerContext) -> bool:
    """Return whether a user sees the response: they do not if their page is hidden or prefetches it."""
    return seen.user is not None and HIDDEN not in request.headers and not is_prefetch()


def record_last_seen(seen: ViewerContext) -> None:
    """Record that a player has seen the current version, if they are looking at it."""
    if seen.user is None or not is_looking(seen):
        return
    if seating.seats_of(seen.now.table, seen.user.id):
        services().last_seen.note(seen.now.id, seen.user.id, seen.now.version)


def seen_by(user: User | None, now: Current, seat: int | None, invitation: str | None) -> ViewerContext:
    """Return a game for a user, also outside a request; raise the same errors as :func:`view_game`."""
    _require_visible(user, now, invitation)
    return ViewerContext(user, now, viewer_of(user, now, seat))


def _require_visible(user: User | None, now: Current, invitation: str | None) -> None:
    g.now, g.invitation = now, invitation
    if not visible_to(user, now, invitation):
        raise UnknownGame(now.id)


def visible_to(user: User | None, now: Current, invitation: str | None = None) -> bool:
    """Return whether a user may see a game or branch. Branches of a running game are visible to their owner, and by
    their link; private tables to their owner, players, and users invited by name or link.

    A private game that was imported is visible to everyone once its owner has listed it.
    """
    if now.origin is not None:
        return _owns(user, now) or _branches_are_open(user, root_of(now), invitation) or _links_to(now, invitation)
    if not now.table.opened.private or _owns(user, now):
        return True
    if user is not None and seating.seats_of(now.table, user.id):
        return True
    if user is not None and invitees.is_invited(services().storage.database, now.id, user.id):
        return True
    if now.table.imported is not None and visibility.is_listed(services().storage.database, now.id):
        return True
    return invitation is not None and _invites(invitation, now)


def root_of(now: Current) -> Current:
    """Return the original game of a branch; for a game, the game itself."""
    return now if now.origin is None else queries.current(now.root)


def root_seen(seen: ViewerContext) -> ViewerContext | None:
    """Return the original game of a branch, for the same user; None if they may not see it."""
    root = root_of(seen.now)
    if not visible_to(seen.user, root, invitation_borne(seen.now)):
        return None
    return ViewerContext(seen.user, root, viewer_of(seen.user, root))


def _links_to(now: Current, invitation: str | None) -> bool:
    """Return whether this is the secret of a branch's link."""
    secret = branch_links.secret_of(services().config, services().storage.database, now.id) if invitation else None
    return secret is not None and hmac.compare_digest((invitation or "").encode(), secret.encode())


def _invites(invitation: str, now: Current) -> bool:
    return hmac.compare_digest(invitation.encode(), invitation_to(now).encode())


def invitation_borne(now: Current) -> str | None:
    """Return the invitation that this request bears, in its URL or form; None if it does not open this page."""
    if now.origin is not None and _links_to(now, given := request.values.get("invite")):
        return given
    return invitation_to_root(now)


def invitation_to_root(now: Current) -> str | None:
    """Return the invitation that this request bears if it opens the original game, and so all branches of it."""
    if (given := request.values.get("invite")) is None:
        return None
    root = root_of(now)
    return given if root.table.opened.private and _invites(given, root) else None


def keep_invitation(user: User, way: str) -> None:
    """Invite a new user to the table if they followed its invitation link before they signed up."""
    address = urlsplit(way)
    found = _TABLE.fullmatch(address.path)
    secret = parse_qs(address.query).get("invite")
    if found is None or not secret:
        return
    with suppress(UnknownGame, Refused):
        now = queries.replayed(found[1])
        if now.origin is None and now.table.opened.private and now.table.phase == "open" and _invites(secret[0], now):
            invitees.invite(services().storage.database, now.id, user.id, None, now.table.opened.owner, notified=True)


_TABLE = re.compile("/games/([0-9a-f]{32})")


def invitation_to(now: Current) -> str:
    """Return the secret that lets its holder see and join a private table."""
    return invitations.secret_of(services().config, services().storage.database, now)


def _branches_are_open(user: User | None, root: Current, invitation: str | None) -> bool:
    """Return whether a user may see the branches of a game; after the end, all users who may see the game may."""
    return root.over and visible_to(user, root, invitation)


def sees_shared_branches(seen: ViewerContext, root: Current) -> bool:
    """Return whether the viewer may see other people's shared branches of a game."""
    return _branches_are_open(seen.user, root, g.get("invitation"))


def _owns(user: User | None, now: Current) -> bool:
    return user is not None and now.table.opened.owner == user.id


def viewer_of(user: User | None, now: Current, seat: int | None = None) -> Viewer:
    """Return the viewer as which the user sees a game: a seat, a spectator, or the auditor.

    Everyone is the auditor once a game has ended (for a branch, its original game), and the owner of a branch is the
    auditor in that branch. ``seat`` chooses among several seats of the user (default: the one to act, then the first);
    raise Forbidden for another user's seat.
    """
    mine = seating.seats_of(now.table, user.id) if user is not None else []
    if seat is not None and seat not in mine:
        raise _not_your_seat(now, seat)
    if (now.origin is not None and _owns(user, now)) or root_of(now).over:
        return "auditor"
    return _preferred(now, mine) if seat is None else seat


def _preferred(now: Current, mine: list[int]) -> Viewer:
    if len(mine) < 2:
        return mine[0] if mine else "spectator"
    return acting_among(now, mine)


def acting_among(now: Current, mine: Sequence[int]) -> int:
    """Return the seat among several that is to act, or the first."""
    if len(mine) == 1:
        return mine[0]
    waiting = [act.seat for act in play.to_act(now.ruleset, now.table, queries.position(now))] if now.started else []
    return next((seat for seat in waiting if seat in mine), mine[0])


# --------------------------------------------------------------------------------------------------------------------
# Permission to act
# --------------------------------------------------------------------------------------------------------------------


def authorize_seat(stream: str, seat: int | None = None, versions: Collection[int] = ()) -> SeatContext:
    """Return the game for a user who acts for a seat (default: the one to act).

    A write names the version that it was decided on (one of ``versions``) and gets the game at that version: see
    :func:`service.queries.named`. Raises Unauthenticated, UnknownGame or Forbidden.
    """
    user = required_user()
    now = queries.current(stream) if request.method in _READING else queries.named(stream, versions)
    _require_visible(user, now, request.args.get("invite"))
    mine = seating.seats_of(now.table, user.id)
    if not mine:
        raise Forbidden(message("account.no-seat", "You have no seat in this game."))
    if seat is not None and seat not in mine:
        raise _not_your_seat(now, seat)
    chosen = acting_among(now, mine) if seat is None else seat
    return SeatContext(user, now, viewer_of(user, now, chosen), chosen)


def leaving(stream: str, seat: int | None) -> SeatContext:
    """Return the game for a user who frees one of their seats, or, as the owner of the table, any seat."""
    user = required_user()
    seen = view_game(stream)
    if seat is not None and _owns(user, seen.now):
        return SeatContext(user, seen.now, seen.viewer, seat)
    return authorize_seat(stream, seat)


def require_owner(stream: str) -> ViewerContext:
    """Return the game for its owner; raise Unauthenticated, UnknownGame or Forbidden."""
    required_user()
    seen = view_game(stream)
    if not _owns(seen.user, seen.now):
        raise Forbidden(message("account.owner-only", "Only the host of the table can do this."))
    return seen


def seen_again(seen: ViewerContext, game: Game) -> ViewerContext:
    """Return a later state of the game for the same user."""
    now = queries.current_by_replay(game)
    return ViewerContext(seen.user, now, viewer_of(seen.user, now))


def _not_your_seat(now: Current, seat: int) -> Exception:
    if not 0 <= seat < len(now.table.chairs):
        return Forbidden(message("account.no-such-seat", "This table has no seat {number}.", number=seat + 1))
    if now.table.chairs[seat].automa:
        return Forbidden(
            message(
                "account.seat-of-automa",
                "Seat {number} belongs to an automa.",
                number=seat + 1,
            )
        )
    return Forbidden(message("account.not-your-seat", "Seat {number} isn't yours.", number=seat + 1))
