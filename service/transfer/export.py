"""Export of a game: complete once its secrets are public, veiled for its viewer while it runs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import chain

import msgspec

from domain import aggregate, visibility
from domain.aggregate import Game
from domain.game import Viewer
from service.accounts import display_names as people
from service.accounts import user_texts
from service.accounts.display_names import NameQuery
from service.auth.ancestry import lineage, secrets_are_public
from service.storage.mapper import stored_hash
from service.transfer.export_format import (
    End,
    Event,
    Header,
    Line,
    Names,
    Trailer,
    VeiledEvent,
    VeiledHeader,
    Words,
    encode,
)
from service.usecases.command_handler import CommandHandler

FORMER = "A former player"
"""The name of a user whose account was deleted."""


def export_lines(handler: CommandHandler, game: Game, viewer: Viewer) -> Iterator[bytes]:
    """Yield the lines of the file, each with its newline; :mod:`service.transfer.export_format` describes them.

    The file of a finished game is complete and the same for everyone. The file of a branch is, if its original game is
    finished.
    """
    if secrets_are_public(handler, game):
        yield from _complete(handler, lineage(handler, game))
    else:
        yield from map(encode, _veiled(handler, game, viewer))


def _complete(handler: CommandHandler, streams: list[Game]) -> Iterator[bytes]:
    game = streams[-1]
    content = game.ruleset.figures_content(game.figures).decode()
    digest = hashlib.sha256()
    header = Header(stream=game.id, ruleset=game.ruleset.name, figures=game.figures, content=content)
    for line in (header, *chain.from_iterable(_stream(handler, each) for each in streams)):
        written = encode(line)
        digest.update(written)
        yield written
    yield encode(Trailer(sha256=digest.hexdigest()))


def _stream(handler: CommandHandler, game: Game) -> Iterator[Line]:
    for stored in handler.games.stored_upto(game.id, game.version):
        yield Event(
            stream=game.id,
            version=stored.originator_version,
            topic=stored.topic,
            hash=stored_hash(stored),
            record=msgspec.Raw(stored.state),
        )
    yield End(stream=game.id, tip=game.tip, points=points(game))
    yield names(handler, game)


def names(handler: CommandHandler, game: Game) -> Names:
    """Return the current names of a stream and its players."""
    database = handler.storage.database
    called = people.Names(database).of_game(
        NameQuery(game.id, lineage(handler, game)[0].id, game.table.chairs), lambda: FORMER
    )
    with database.reading() as rows:
        typed = user_texts.of_stream(rows, game.id)
    words = [
        Words(seat=text.seat, salt=text.salt, words=text.text)
        for text in typed
        if text.what == "words" and text.digest == game.table.chairs[text.seat].digest
    ]
    return Names(stream=game.id, title=called.title, seats=list(called.seats), words=words)


def points(game: Game) -> list[int] | None:
    """Return the points by seat, or None before the start."""
    return game.ruleset.standing(aggregate.state(game)).points if game.started else None


def _veiled(handler: CommandHandler, game: Game, viewer: Viewer) -> Iterator[Line]:
    yield VeiledHeader(stream=game.id, ruleset=game.ruleset.name, figures=game.figures, viewer=viewer)
    for record in game.records:
        fact = visibility.veiled(game.ruleset, record.fact, viewer)
        yield VeiledEvent(version=record.originator_version, at=record.at, seat=record.seat, fact=fact)
    yield names(handler, game)
