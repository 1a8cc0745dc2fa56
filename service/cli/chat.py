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

_GONE = {"author": "(taken back)", "operator": "(removed by an operator)", "left": "(gone with its author)"}


@click.group()
def talk() -> None:
    """What is said at a table: print it, and take away what does not belong there."""


@talk.command()
@click.argument("game")
@click.option("--most", type=click.IntRange(1, 10_000), default=MOST, show_default=True, help="How many at most.")
def show(game: str, most: int) -> None:
    """Print what was said last at the table of GAME: its number, when, at which version of the game, who, what."""
    with open_daybook() as handler:
        found = found_game(handler, game)
        with handler.storage.database.reading() as rows:
            said = messages.latest(rows, found.id, None, most)
        names = Names(handler.storage.database).of_people({word.author for word in said if word.author})
        for word in said:
            say(*_lines(word, names.get(word.author, "A former player")))


_reason = checked_as(MessageRemoval().fields["reason"])


@talk.command()
@click.argument("game")
@click.argument("number", type=click.IntRange(1, LARGEST_VERSION))
@click.option(
    "--reason",
    required=True,
    callback=_reason,
    help="Kept in the operators' record.",
)
def remove(game: str, number: int, reason: str) -> None:
    """Take away what was said at the table of GAME under this NUMBER: its text goes, its place stays."""
    with open_daybook() as handler:
        found, database = found_game(handler, game), handler.storage.database
        with database.reading() as rows:
            word = messages.one(rows, found.id, number)
        if word is None:
            raise NotFound(f"Nobody has said number {number} there.")
        if word.removed:
            raise Conflict(f"Number {number} is gone already.")
        actions.remove_message(database, word, "", reason)
    say(f"Removed number {number}: its text is gone, its place stays.")


def _lines(word: ChatMessage, name: str) -> list[str]:
    """Indent further lines of a text."""
    first, *further = _GONE.get(word.removed, word.text).split("\n")
    said = f"{word.number}  {word.at.isoformat(timespec='seconds')}  #{word.version}  {name}: {first}"
    return [said, *(f"    {line}" for line in further)]
