"""Rematches: the same players, each moved one seat on.

The first player to ask hosts the new table and is seated at once, as are the bots. Seats are kept for the other
players, and those who ask later join the same table. One write, stored first, determines all further steps, so if a
process dies at any point, the next request completes the rematch.
"""

from __future__ import annotations

from uuid import uuid4

from domain.aggregate import Game
from domain.message import message
from domain.table.facts import SeatTaken
from domain.table.refusals import Refused
from domain.table.seating import SeatState, TableState, seats_of
from projections.db_protocol import Rows
from service.accounts import blocks, user_texts
from service.accounts.display_names import Names
from service.accounts.user_texts import Text
from service.storage import Database, user_rows
from service.storage.user_rows import UserRows
from service.usecases import invitees, stream_ids, tables
from service.usecases.command_handler import CommandContext, CommandHandler
from service.usecases.game_repository import UnknownGame


def rematch(handler: CommandHandler, game: Game, asker: str) -> Game:
    """Return the table of the rematch; open it unless it is already open. Refused for games without a rematch."""
    if game.table.phase not in ("finished", "abandoned"):
        raise Refused(message("table.game-not-over", "The game hasn't ended yet."))
    if game.origin is not None or game.table.imported is not None or not seats_of(game.table, asker):
        raise Refused(message("table.rematch-for-players-only", "Only players of this game can start a rematch."))
    write = _first(handler, game.id, asker)
    opened, title = game.table.opened, _title(handler.storage.database, game.id)
    table = tables.open_table(
        handler,
        write,
        rules=opened.ruleset,
        name=title.text,
        author=title.author,
        seats=opened.seats,
        options=opened.options,
        undo=opened.undo,
        private=opened.private,
        clock=None if game.table.clocks is None else game.table.clocks.clock,
    )
    return _seated(handler, handler.games.game(table.id), game.table, write)


def _title(database: Database, stream: str) -> Text:
    with database.reading() as rows:
        titles = [text for text in user_texts.of_stream(rows, stream) if text.what == "title"]
    return titles[0] if titles else Text(what="title", author="", text="")


def _first(handler: CommandHandler, stream: str, asker: str) -> CommandContext:
    """Return the write that opens the rematch: the requester's, unless another player's table is older and still
    open.
    """
    database = handler.storage.database
    found = _claimed(database, stream, asker, uuid4().hex)
    if _withdrawn(handler, found):
        with database.transaction() as rows:
            gone = {"stream": stream, "command": found.command}
            rows.execute("DELETE FROM rematches WHERE stream = :stream AND command = :command", gone)
        found = _claimed(database, stream, asker, uuid4().hex)
    return found


def _claimed(database: Database, stream: str, actor: str, command: str) -> CommandContext:
    claim = {"stream": stream, "actor": actor, "command": command}
    with database.transaction() as rows:
        rows.execute("INSERT INTO rematches VALUES (:stream, :actor, :command) ON CONFLICT DO NOTHING", claim)
        (found,) = rows.execute("SELECT actor, command FROM rematches WHERE stream = :stream", {"stream": stream})
    return CommandContext(actor=found["actor"], command=found["command"])


def _withdrawn(handler: CommandHandler, write: CommandContext) -> bool:
    stream = stream_ids.stream_of(handler.storage.database, write.actor, write.command)
    try:
        return handler.games.game(stream).table.phase == "abandoned"
    except UnknownGame:
        return False


def _seated(handler: CommandHandler, again: Game, before: TableState, write: CommandContext) -> Game:
    """Keep seats for the other players, then seat the bots, and finally the requester, which marks the rematch as
    complete.

    Players with a substitute bot are invited again; players whose account was deleted are not.
    """
    if any(isinstance(record.fact, SeatTaken) and record.fact.user == write.actor for record in again.records):
        return again
    chairs, database = rotated(before), handler.storage.database
    there = Names(database).of_people(chair.user for chair in chairs.values() if chair.user)
    with database.reading() as rows:
        blocking = blocks.blockers_of(rows, write.actor, there)
    for seat, chair in chairs.items():
        if chair.user in there and chair.user != write.actor and chair.user not in blocking:
            invitees.invite(database, again.id, chair.user, seat, write.actor)
    bots = [SeatTaken(seat=seat, bot=chair.bot) for seat, chair in chairs.items() if chair.bot and not chair.user]
    own = [SeatTaken(seat=seat, user=chair.user) for seat, chair in chairs.items() if chair.user == write.actor]
    for taken in (*bots, *own):
        again = tables.take_seat(
            handler, again.id, CommandContext(actor=write.actor, command=f"{write.command}-{taken.seat}"), taken
        )
    return again


def rotated(before: TableState) -> dict[int, SeatState]:
    """Return the next seating: each player moves one seat on, skipping the seats of automas."""
    seats = [seat for seat, chair in enumerate(before.chairs) if not chair.automa]
    return {seats[(place + 1) % len(seats)]: before.chairs[seat] for place, seat in enumerate(seats)}


def delete_user_data(rows: Rows, actor: str, most: int) -> bool:
    """Delete the rematches that a user started: the next player who asks opens a new table."""
    return user_rows.delete_some(rows, _USER_ROWS, actor, most)


_USER_ROWS = [UserRows("rematches", key="stream", user="actor")]
