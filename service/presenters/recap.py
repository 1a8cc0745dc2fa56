"""The recap of a game since a player's last move, as they may see it: sentences and a picture."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.aggregate import Game
from domain.log import Recorded
from domain.table import seating
from projections import history
from projections.game_snapshot import current_of
from service.accounts.display_names import NameQuery, Names
from service.auth import ViewerContext, former_player, given_name
from service.http import i18n, messages
from service.presenters import pictures
from service.presenters.drawings import view_to_draw
from service.presenters.history.events import narrated
from service.usecases.command_handler import CommandHandler

MOST = 30
"""The maximum of sentences: the latest."""


class Story(msgspec.Struct, frozen=True):
    """The events, the oldest first, and the present board as a PNG; nothing before the start."""

    sentences: list[str]
    picture: bytes


def since_last_move(handler: CommandHandler, stream: str, user: str) -> Story:
    """Return the events since a player's last move; without any move, the latest of the game."""
    game = handler.games.game(stream)
    mine = seating.seats_of(game.table, user)
    asked = NameQuery(game.id, game.id, game.table.chairs)
    names = Names(handler.storage.database).of_game(asked, former_player, given_name)
    seen = ViewerContext(None, current_of(game, game.id), mine[0] if mine else "spectator", known=names)
    if not seen.now.started:
        return Story(_sentences(game, seen, user), b"")
    view = view_to_draw(handler.games, game, seen.viewer)
    with pictures.legible():
        drawn = game.ruleset.draw(view, seen.names, messages.saying())
        picture = pictures.png(drawn, i18n.language())
    return Story(_sentences(game, seen, user), picture)


def _sentences(game: Game, seen: ViewerContext, user: str) -> list[str]:
    last = max((number for number, record in enumerate(game.records, 1) if record.actor == user), default=0)
    versions = range(last + 1, game.version + 1)[-MOST:]
    sentences = (
        _sentence(seen, game.records[place.version - 1])
        for place in history.entries(game, versions)
        if place.on_line is not False
    )
    return [sentence for sentence in sentences if sentence]


def _sentence(seen: ViewerContext, record: Recorded[Any]) -> str:
    return narrated(seen, record.fact, record.seat, messages.saying(seen.names)).text
