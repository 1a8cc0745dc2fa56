"""What is said at a table, from the command line."""

from __future__ import annotations

import click

from service.cli.database import found_game, open_daybook
from service.people.names import Names
from service.talk import words
from service.talk.words import Word

MOST = 100
"""Words that are printed where nobody wants another number of them."""

_GONE = {"author": "(taken back)", "operator": "(removed by an operator)", "left": "(gone with its author)"}


@click.command()
@click.argument("game")
@click.option("--most", type=click.IntRange(1, 10_000), default=MOST, show_default=True, help="How many at most.")
def talk(game: str, most: int) -> None:
    """Print what was said last at the table of GAME: its number, when, at which version of the game, who, what."""
    with open_daybook() as daybook:
        found = found_game(daybook, game)
        with daybook.storage.database.reading() as rows:
            said = words.latest(rows, found.id, None, most)
        names = Names(daybook.storage.database).of_people({word.author for word in said if word.author})
        for word in said:
            click.echo(_line(word, names.get(word.author, "A former player")))


def _line(word: Word, name: str) -> str:
    """Further lines of a text stand below, further in."""
    text = _GONE.get(word.removed, word.text).replace("\n", "\n    ")
    return f"{word.number}  {word.at.isoformat(timespec='seconds')}  #{word.version}  {name}: {text}"
