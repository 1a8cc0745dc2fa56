"""The outbox on the command line: undeliverable messages."""

from __future__ import annotations

import click

from service.accounts.display_names import Names
from service.cli.database import prepared_storage
from service.cli.terminal.printing import say
from service.outbox.queue import Outbox

MOST = 1000
"""Messages in the list."""


@click.group()
def outbox() -> None:
    """List undeliverable messages and retry them."""


@outbox.command(name="list")
def list_given_up() -> None:
    """List undeliverable messages.

    Each line shows the id, the time, the recipient or channel, the user and the reason.
    """
    with prepared_storage() as storage:
        found = Outbox(storage.database).given_up(MOST)
        names = Names(storage.database).of_people({waiting.user for waiting in found if waiting.user})
        for waiting in found:
            written = waiting.created_at.isoformat(timespec="seconds")
            receiver, owner = waiting.recipient or waiting.channel, names.get(waiting.user, "-")
            say(f"{waiting.id}  {written}  {receiver}  {owner}  {waiting.reason}")


@outbox.command()
def retry() -> None:
    """Retry all undeliverable messages."""
    with prepared_storage() as storage:
        say(f"Messages to retry: {Outbox(storage.database).try_again()}")
