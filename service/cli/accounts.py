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

ME = click.option("--me", metavar="USER", required=True, help="Who you are.")


_password = click.option(
    "--password",
    prompt=True,
    hide_input=True,
    confirmation_prompt=True,
    callback=checked_as(new_password()),
    help="Asked for if absent.",
)


@click.group()
def users() -> None:
    """Add users, list them, set their passwords, name operators, and close accounts."""


@users.command()
@click.argument("name", callback=checked_as(new_name()))
@_password
def add(name: str, password: str) -> None:
    """Add a user called NAME. Exit code 4: a user has this name, or one that looks like it."""
    with prepared_storage() as storage:
        try:
            accounts(storage).register(name, password)
        except NameTaken as error:
            raise Conflict(
                f"A user is called {name}, or has a name that looks like it. Choose another name."
            ) from error


@users.command(name="list")
def list_users() -> None:
    """Print everybody's id and name, one a line, and who is an operator or has no access."""
    with prepared_storage() as storage:
        with storage.database.reading() as rows:
            operators = roles.all_operators(rows)
        closed = {each.user for each in suspensions.everybody(storage.database)}
        for user in accounts(storage).all_users():
            marks = "  operator" * (user.id in operators) + "  suspended" * (user.id in closed)
            say(f"{user.id}  {user.name}{marks}")


@users.command(name="password")
@click.argument("name")
@_password
def set_password(name: str, password: str) -> None:
    """Set the password of NAME; whoever is logged in as NAME is logged out, and API tokens of NAME are void."""
    with prepared_storage() as storage:
        accounts(storage).set_password(found_user(storage, name), password)


@users.command()
@click.argument("name")
@click.option("--no-more", is_flag=True, help="NAME is an operator no more.")
def operator(name: str, no_more: bool) -> None:
    """Make NAME an operator of the site, who may void games, close accounts and see letters that nobody took."""
    with prepared_storage() as storage:
        user = found_user(storage, name)
        (roles.dismiss if no_more else roles.appoint)(storage.database, user.id)


@users.command()
@click.argument("name")
@click.option("--reason", required=True, callback=checked_as(text_field(500)), help="What NAME is told.")
def suspend(name: str, reason: str) -> None:
    """Close the account of NAME: sessions end, and neither password nor tokens let anybody in."""
    with prepared_storage() as storage:
        actions.suspend(storage.database, found_user(storage, name).id, "", reason)


@users.command()
@click.argument("name")
def reinstate(name: str) -> None:
    """Open the account of NAME again."""
    with prepared_storage() as storage:
        actions.reinstate(storage.database, found_user(storage, name).id, "")


def found_user(storage: Storage, name: str) -> User:
    """Return the user with this name. Raises NotFound, and Conflict if there are several."""
    found = accounts(storage).called(name)
    if not found:
        raise NotFound(f"There is no user called {name}.")
    if len(found) > 1:
        choices = ", ".join(handle(name, user) for user in found)
        raise Conflict(f"Several users are called {name}. Type one of these: {choices}.")
    return found[0]


@contextmanager
def refusals_as_errors() -> Iterator[None]:
    """Report refusals of the rules or the table as errors of the command."""
    try:
        yield
    except Refused as refusal:
        raise Conflict(text(refusal.detail)) from refusal
