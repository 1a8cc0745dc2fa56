"""Accounts: signing up, logging in and out, sessions, API tokens."""

from __future__ import annotations

from typing import Any

import msgspec
from flask_babel import gettext

from service.account_deletion.delete_account import delete_user
from service.accounts import profiles, users
from service.accounts.profiles import Profile
from service.api import idempotency
from service.api.blueprint import Resource
from service.auth import begin_session, current_session, end_session, required_user, session_token
from service.container import services
from service.http import limits, messages
from service.http.problems import Problem
from service.schemas.accounts import (
    AccountDeletion,
    Credentials,
    CurrentSession,
    ListedToken,
    NewAccount,
    NewToken,
    ProfileSchema,
    Session,
    Token,
    User,
)

blueprint = Resource("session", __name__, url_prefix="/api", description="Accounts, sessions and API tokens")


@blueprint.route("/users", methods=["POST"])
@limits.new_accounts
@blueprint.arguments(NewAccount)
@blueprint.returns(201, User)
def sign_up(body: dict[str, Any]) -> User:
    """Sign up

    The username must not be in use. This does not log you in.
    """
    return _shown(services().accounts.register(body["name"], body["password"]))


@blueprint.route("/users/me")
@blueprint.returns(200, User)
def me() -> User:
    """Get your account"""
    return _shown(required_user())


def _shown(user: users.User) -> User:
    return User(user.id, user.name)


@blueprint.route("/users/me/profile")
@blueprint.returns(200, Profile, ProfileSchema())
def profile() -> Profile:
    """Get your profile"""
    return profiles.of_user(services().storage.database, required_user().id)


@blueprint.route("/users/me/profile", methods=["PATCH"])
@blueprint.arguments(ProfileSchema)
@blueprint.returns(200, Profile, ProfileSchema())
def set_profile(body: dict[str, Any]) -> Profile:
    """Change your profile

    Fields that you leave out keep their values. Your display name must not be in use by anyone else. A new time
    zone applies to your clocks from your next turn; for 30 days the previous time zone applies as well. Running
    deadlines do not move. You can change your time zone ten times in 30 days.
    """
    user, storage = required_user(), services().storage
    said = msgspec.structs.replace(profiles.of_user(storage.database, user.id), **body)
    profiles.say(storage, user.id, said, services().handler.clock())
    services().display_names.changed()
    return said


@blueprint.route("/users/me", methods=["DELETE"])
@limits.old_passwords
@blueprint.arguments(AccountDeletion)
@blueprint.response(204)
def delete_account(body: dict[str, Any]) -> None:
    """Delete your account

    This is permanent and deletes all data about you. Your games stay: they show "a former player" in your seats. In
    running games, a replacement can take your seat.
    """
    user = required_user()
    if not services().accounts.is_own(user, body["password"]):
        raise Problem("not-yours", gettext("Wrong password."))
    delete_user(services(), user)
    end_session()


@blueprint.route("/session", methods=["POST"])
@limits.log_ins
@blueprint.arguments(Credentials)
@blueprint.returns(200, User)
def log_in(body: dict[str, Any]) -> User:
    """Log in

    The response sets a session cookie. In scripts, use an API token instead.
    """
    user = services().accounts.authenticated(body["name"], body["password"])
    if user is None:
        raise Problem("not-logged-in", gettext("Wrong username or password."))
    limits.forgive_log_ins()
    begin_session(user)
    return _shown(user)


@blueprint.route("/session")
@blueprint.returns(200, CurrentSession)
def session_here() -> CurrentSession:
    """Get the current session

    Pages compare it with the session that they were rendered in. When that session has ended, they hide private
    content.
    """
    session = current_session()
    return CurrentSession(session.id if session is not None else None)


@blueprint.route("/session", methods=["DELETE"])
@blueprint.response(204)
def log_out() -> None:
    """Log out

    This ends the session whose cookie you send.
    """
    end_session()


@blueprint.route("/sessions")
@blueprint.returns(200, list[Session])
def sessions() -> list[Session]:
    """List your sessions

    Each is a browser in which you are logged in. The most recently used comes first.
    """
    own = services().sessions
    here = own.of_token(session_token())
    return [
        Session(
            id=found.id,
            browser=messages.browser(found.browser),
            created_at=found.created_at,
            seen_at=found.seen_at,
            current=here is not None and found.id == here.id,
        )
        for found in own.of_user(required_user())
    ]


@blueprint.route("/sessions", methods=["DELETE"])
@blueprint.response(204)
def end_other_sessions() -> None:
    """End your other sessions

    The session of this request continues.
    """
    services().sessions.end_all(required_user(), but=session_token())


@blueprint.route("/sessions/<stream:id>", methods=["DELETE"])
@blueprint.response(204)
def end_one_session(id: str) -> None:
    """End a session"""
    if not services().sessions.end(required_user(), id):
        raise Problem("not-found", gettext("Session not found."))


@blueprint.route("/tokens")
@blueprint.returns(200, list[ListedToken])
def tokens() -> list[ListedToken]:
    """List your API tokens"""
    return [ListedToken(each.id, each.label, each.created_at) for each in services().accounts.tokens(required_user())]


@blueprint.route("/tokens", methods=["POST"])
@blueprint.arguments(NewToken)
@blueprint.returns(201, Token)
def add_token(body: dict[str, Any]) -> Token:
    """Create an API token

    Only this response contains the text of the token. If you repeat the request with the same `Idempotency-Key`,
    `token` is null.
    """
    user = required_user()
    token, text = services().accounts.add_token(user, body["label"], idempotency.command_id(user.id))
    shown = Token(token.id, token.label, token.created_at, text)
    idempotency.keep_instead(msgspec.structs.replace(shown, token=None))
    return shown


@blueprint.route("/tokens/<stream:id>", methods=["DELETE"])
@blueprint.response(204)
def revoke(id: str) -> None:
    """Revoke an API token"""
    if not services().accounts.revoke(required_user(), id):
        raise Problem("not-found", gettext("API token not found."))
