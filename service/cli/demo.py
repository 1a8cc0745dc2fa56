"""The demo: two users, a game of each ruleset that waits for one of them, a game against automas, and a finished game
to replay.
"""

from __future__ import annotations

import base64
import hmac
import random
from collections.abc import Sequence
from typing import Any

import click
import msgspec
from rich.console import Console

from domain import log, play
from domain.aggregate import Game
from domain.game import Ruleset, ruleset, rulesets
from domain.table.facts import SeatTaken
from service.accounts import user_texts
from service.accounts.user_texts import Text
from service.accounts.users import Accounts, User
from service.cli.database import accounts, checked_settings, prepare, unprepared_storage
from service.cli.terminal.printing import say
from service.config import Config
from service.readmodels.projection import catch_up
from service.usecases import moves, tables
from service.usecases.command_handler import CommandContext, CommandHandler

FINISHED = "brass-birmingham"
"""The game that is played to its end."""
AGAINST_AUTOMAS = ("barrage", ("normal", "high_voltage"))
"""The game played alone against automas, and their levels."""
BOT = "greedy"
NAMES = ("Ada", "Ben")
OPENING = 30
"""Moves on the line of a running game, including ends of turns, or some more, before it waits for its player."""


class Demo(msgspec.Struct, frozen=True):
    """The contents of the demo. A password is None if the user does not have the demo password."""

    passwords: dict[str, str | None]
    running: dict[str, str]
    """By the titles of the games."""
    alone: tuple[str, str]
    """The title of the game against automas, and the game."""
    finished: str


@click.command()
@click.option("--site", default="http://127.0.0.1:8000", show_default=True, help="The base URL of the links.")
def demo(site: str) -> None:
    """Create demo data: two users and some games.

    The games are a running game of each ruleset, a game against automas and a finished game. The command migrates the
    database first if necessary. You can run this command again: it keeps existing data and prints the passwords again.
    """
    config = checked_settings()
    with unprepared_storage() as storage, Console(stderr=True).status("Playing the demo games"):
        prepare(storage)
        seeded = seed_demo(CommandHandler(storage), accounts(storage), config)
        catch_up(storage)
    for name, password in seeded.passwords.items():
        say(f"User {name}: " + (f"password {password}" if password else "has changed their password"))
    for title, running in seeded.running.items():
        say(f"{title}, {NAMES[0]}'s turn: {site}/games/{running}")
    title, alone = seeded.alone
    say(f"{title} against automas, {NAMES[0]}'s turn: {site}/games/{alone}")
    say(f"A finished game to replay: {site}/games/{seeded.finished}")


def seed_demo(handler: CommandHandler, people: Accounts, config: Config) -> Demo:
    """Create the parts of the demo that do not exist yet."""
    passwords = {name: _password(config, name) for name in NAMES}
    ada, ben = (_user(people, name, password) for name, password in passwords.items())
    known = {name: password if people.authenticated(name, password) else None for name, password in passwords.items()}
    running = {rules.title: _running(handler, ada, rules).id for rules in rulesets().values() if BOT in rules.bots}
    finished = Opening("demo-finished", FINISHED, "Demo: a finished game", [(name, None) for name in _ENGINEERS])
    alone = ruleset(AGAINST_AUTOMAS[0]).title, _alone(handler, ada).id
    return Demo(known, running, alone, _bots_played(handler, _started(handler, ben, finished)).id)


_ENGINEERS = ("Arkwright", "Boulton", "Crompton", "Darby")


def _running(handler: CommandHandler, user: User, rules: Ruleset[Any]) -> Game:
    """Return the game of this ruleset that waits for a user."""
    seats = [(user.name, user), ("Brunel", None), ("Telford", None)]
    opening = Opening(f"demo-running-{rules.name}", rules.name, f"Demo: {rules.title}", seats)
    return _opening_played(handler, _started(handler, user, opening), user)


def _alone(handler: CommandHandler, user: User) -> Game:
    """Return the game against automas that waits for a user; its undo policy is free."""
    rules, levels = AGAINST_AUTOMAS
    write = CommandContext(actor=user.id, command=f"demo-alone-{rules}")
    name = f"Demo: {ruleset(rules).title} against automas"
    game = tables.open_solo(handler, write, rules=rules, name=name, options={"automas": list(levels)})
    return _opening_played(handler, handler.games.game(game.id), user)


def _password(config: Config, name: str) -> str:
    """Return a password that is the same at every run on this site, and secret like its key."""
    digest = hmac.digest(config.secret_key.encode(), f"demo password\n{name}".encode(), "sha256")
    return base64.b32encode(digest)[:12].decode().lower()


def _user(people: Accounts, name: str, password: str) -> User:
    return people.named(name) or people.register(name, password)


class Opening(msgspec.Struct, frozen=True):
    """A demo table: the key of its writes, its ruleset, its title and its users (None for bots)."""

    key: str
    rules: str
    name: str
    seats: Sequence[tuple[str, User | None]]


def _started(handler: CommandHandler, owner: User, opening: Opening) -> Game:
    """Return the table that these writes open, fill and start, or have done so before."""
    key, seats = opening.key, len(opening.seats)
    game = tables.open_table(
        handler,
        CommandContext(actor=owner.id, command=key),
        rules=opening.rules,
        name=opening.name,
        seats=seats,
        options={},
        undo="turn",
    )
    for seat, (player, user) in enumerate(opening.seats):
        taken = SeatTaken(seat=seat, user=user.id) if user else SeatTaken(seat=seat, bot=BOT)
        write = CommandContext(actor=owner.id, command=f"{key}-{seat}")
        named = Text(what="seat", author="", text=player, seat=seat)
        game = tables.take_seat(handler, game.id, write, taken, user_texts.kept(game.id, [named]))
    tables.start(handler, game.id, CommandContext(actor=owner.id, seat=0, command=f"{key}-start"))
    return handler.games.game(game.id)


def _bots_played(handler: CommandHandler, game: Game) -> Game:
    for later in moves.bots_played(handler, game):
        game = later
    return game


def _opening_played(handler: CommandHandler, game: Game, user: User) -> Game:
    """Return the game after its first moves, with a bot for the user, at the beginning of a turn of theirs; a game that
    has come this far is left unchanged.
    """
    game = _bots_played(handler, game)
    while game.table.phase == "running" and len(log.moves(game.records, log.line(game.tree))) < OPENING:
        game = _turn_played(handler, game, user)
    return game


def _turn_played(handler: CommandHandler, game: Game, user: User) -> Game:
    """Return the game after a turn of the user, and the turns of others until it is theirs again."""
    while game.table.phase == "running":
        position = handler.games.position(game)
        seat = play.to_act(game.ruleset, game.table, position)[0].seat
        command = play.chosen(game.ruleset, game.ruleset.bots[BOT], position, seat, random.Random())
        write = CommandContext(actor=user.id, seat=seat, expected=game.version)
        game = _bots_played(handler, handler.run(moves.move(handler, game.id, write, command)))
        if game.records[log.line(game.tree)[-1] - 1].seat != seat:  # another player has acted since, or none could
            break
    return game
