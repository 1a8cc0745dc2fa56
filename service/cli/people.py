"""Accounts from the command line."""

from __future__ import annotations

import click

from service.cli.database import accounts, prepared_storage
from service.cli.exits import InTheWay, NotFound
from service.people.accounts import NameTaken, User
from service.storage import Storage
from service.web.schemas_people import NewAccount


def _checked(context: click.Context, parameter: click.Parameter, given: str) -> str:
    """What the page asks of names and passwords, the command line asks too."""
    field = str(parameter.name)
    errors = NewAccount(only=(field,)).validate({field: given})
    if errors:
        raise click.BadParameter(" ".join(errors[field]))
    return given


_password = click.option(
    "--password",
    prompt=True,
    hide_input=True,
    confirmation_prompt=True,
    callback=_checked,
    help="Asked for if absent.",
)


@click.group()
def users() -> None:
    """Add users, list them, and set their passwords."""


@users.command()
@click.argument("name", callback=_checked)
@_password
def add(name: str, password: str) -> None:
    """Add a user called NAME. Exit code 4: somebody has this name."""
    with prepared_storage() as storage:
        try:
            accounts(storage).register(name, password)
        except NameTaken as error:
            raise InTheWay(f"Somebody is called {name} already.") from error


@users.command(name="list")
def list_users() -> None:
    """Print everybody's id and name, one a line."""
    with prepared_storage() as storage:
        for user in accounts(storage).all_users():
            click.echo(f"{user.id}  {user.name}")


@users.command(name="password")
@click.argument("name")
@_password
def set_password(name: str, password: str) -> None:
    """Set the password of NAME; whoever is logged in as NAME is logged out, and API tokens of NAME are void."""
    with prepared_storage() as storage:
        accounts(storage).set_password(found_user(storage, name), password)


def found_user(storage: Storage, name: str) -> User:
    """The user with this name, or NotFound."""
    user = accounts(storage).named(name)
    if user is None:
        raise NotFound(f"There is no user called {name}.")
    return user
