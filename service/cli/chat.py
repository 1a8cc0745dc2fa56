"""The chat of a table on the command line."""

from __future__ import annotations

import click

from service.accounts.display_names import Names
from service.administration import actions
from service.chat import messages
from service.chat.messages import ChatMessage
from service.cli.database import found_game, open_daybook
from service.cli.terminal.exit_codes import Conflict, NotFound
from service.cli.terminal.printing import say
from service.cli.terminal.texts import checked_as
from service.schemas.administration import MessageRemoval
from service.schemas.fields import LARGEST_VERSION

MOST = 100
"""Messages printed by default."""

_DELETED = {
    "author": "(deleted by its author)",
    "operator": "(removed by an administrator)",
    "left": "(deleted with its author's account)",
}


@click.group()
def chat() -> None:
    """Show and remove chat messages of a table."""


@chat.command()
@click.argument("game")
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=MOST, show_default=True, help="The maximum number of results."
)
def show(game: str, limit: int) -> None:
    """Print the latest chat messages of GAME.

    Each message shows its number, its time, the version of the game, its author and its text.
    """
    with open_daybook() as handler:
        found = found_game(handler, game)
        with handler.storage.database.reading() as rows:
            said = messages.latest(rows, found.id, None, limit)
        names = Names(handler.storage.database).of_people({word.author for word in said if word.author})
        for word in said:
            say(*_lines(word, names.get(word.author, "A former player")))


_reason = checked_as(MessageRemoval().fields["reason"])


@chat.command()
@click.argument("game")
@click.argument("number", type=click.IntRange(1, LARGEST_VERSION))
@click.option(
    "--reason",
    required=True,
    callback=_reason,
    help="The reason, for the audit trail.",
)
def remove(game: str, number: int, reason: str) -> None:
    """Remove the text of message NUMBER in the chat of GAME. A note remains in its place."""
    with open_daybook() as handler:
        found, database = found_game(handler, game), handler.storage.database
        with database.reading() as rows:
            word = messages.one(rows, found.id, number)
        if word is None:
            raise NotFound(f"The chat has no message {number}.")
        if word.removed:
            raise Conflict(f"Message {number} has already been deleted.")
        actions.remove_message(database, word, "", reason)
    say(f"Message {number} removed.")


def _lines(word: ChatMessage, name: str) -> list[str]:
    """Indent further lines of a text."""
    first, *further = _DELETED.get(word.removed, word.text).split("\n")
    said = f"{word.number}  {word.at.isoformat(timespec='seconds')}  #{word.version}  {name}: {first}"
    return [said, *(f"    {line}" for line in further)]
