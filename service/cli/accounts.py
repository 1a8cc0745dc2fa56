"""Accounts from the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from domain.table.refusals import Refused
from service.accounts import suspensions
from service.accounts.users import NameTaken, User, handle
from service.administration import actions, roles
from service.cli.database import accounts, prepared_storage
from service.cli.terminal.exit_codes import Conflict, NotFound
from service.cli.terminal.printing import say
from service.cli.terminal.texts import checked_as
from service.http.messages import text
from service.schemas.fields import new_name, new_password
from service.schemas.fields import text as text_field
from service.storage import Storage

USER = click.option("--user", "username", metavar="NAME", required=True, help="Your username.")


_password = click.option(
    "--password",
    prompt=True,
    hide_input=True,
    confirmation_prompt=True,
    callback=checked_as(new_password()),
    help="The password. Without this option, the command asks for it.",
)


@click.group()
def users() -> None:
    """Manage users, administrators and suspensions."""


@users.command()
@click.argument("name", callback=checked_as(new_name()))
@_password
def add(name: str, password: str) -> None:
    """Add a user called NAME.

    Exit code 4: another user has this name or one that looks like it.
    """
    with prepared_storage() as storage:
        try:
            accounts(storage).register(name, password)
        except NameTaken as error:
            raise Conflict(
                f"Another user has the name {name} or one that looks like it. Choose another name."
            ) from error


@users.command(name="list")
def list_users() -> None:
    """Print each user's id and name.

    Administrators and suspended accounts are marked.
    """
    with prepared_storage() as storage:
        with storage.database.reading() as rows:
            administrators = roles.all_administrators(rows)
        suspended = {each.user for each in suspensions.all_suspended(storage.database)}
        for user in accounts(storage).all_users():
            marks = "  administrator" * (user.id in administrators) + "  suspended" * (user.id in suspended)
            say(f"{user.id}  {user.name}{marks}")


@users.command(name="password")
@click.argument("name")
@_password
def set_password(name: str, password: str) -> None:
    """Set the password of NAME. This ends all sessions of NAME and revokes all API tokens."""
    with prepared_storage() as storage:
        accounts(storage).set_password(found_user(storage, name), password)


@users.command()
@click.argument("name")
@click.option("--revoke", is_flag=True, help="Dismiss NAME as administrator.")
def admin(name: str, revoke: bool) -> None:
    """Make NAME an administrator of the site.

    Administrators can void games, suspend accounts and see undeliverable email.
    """
    with prepared_storage() as storage:
        user = found_user(storage, name)
        (roles.dismiss if revoke else roles.appoint)(storage.database, user.id)


@users.command()
@click.argument("name")
@click.option("--reason", required=True, callback=checked_as(text_field(500)), help="The reason. NAME sees it.")
def suspend(name: str, reason: str) -> None:
    """Suspend the account of NAME. This ends all sessions, and NAME can't log in or use API tokens."""
    with prepared_storage() as storage:
        actions.suspend(storage.database, found_user(storage, name).id, "", reason)


@users.command()
@click.argument("name")
def reinstate(name: str) -> None:
    """Reinstate the account of NAME."""
    with prepared_storage() as storage:
        actions.reinstate(storage.database, found_user(storage, name).id, "")


def found_user(storage: Storage, name: str) -> User:
    """Return the user with this name. Raise NotFound if there is none, and Conflict if there are several."""
    found = accounts(storage).called(name)
    if not found:
        raise NotFound(f"No user has the name {name}.")
    if len(found) > 1:
        choices = ", ".join(handle(name, user) for user in found)
        raise Conflict(f"Several users have the name {name}. Use one of these names: {choices}.")
    return found[0]


@contextmanager
def refusals_as_errors() -> Iterator[None]:
    """Turn refusals by the rules or the table into command errors."""
    try:
        yield
    except Refused as refusal:
        raise Conflict(text(refusal.detail)) from refusal
