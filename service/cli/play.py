"""Play on the command line: bots against each other, or a player against bots."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from domain.aggregate import Game
from domain.data_faults import explained
from domain.game import Ruleset, UnknownRuleset, ruleset
from domain.game import Table as SetUp
from domain.table import decisions, refusals, seating
from domain.table.facts import SeatTaken
from service.accounts.users import User
from service.cli.accounts import found_user
from service.cli.bot_match import play_match
from service.cli.database import found_game, open_daybook
from service.cli.terminal.exit_codes import Conflict, NotFound
from service.cli.terminal.interactive import play_on
from service.http.messages import text
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler


def _options(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, Any]:
    """Parse ``name=value`` pairs; values are JSON."""
    try:
        return {name: msgspec.json.decode(value) for name, _, value in (pair.partition("=") for pair in given)}
    except msgspec.DecodeError as error:
        raise click.BadParameter("Type NAME=VALUE, with the value in JSON: for example introductory=true") from error


@click.command()
@click.argument("game", required=False)
@click.option("--ruleset", "rules", default="brass-birmingham", show_default=True, help="The ruleset of the game.")
@click.option(
    "--bots",
    help="One strategy for each bot, separated by commas. Default: greedy,greedy,random, or no bots if there are "
    "automas.",
)
@click.option(
    "--automa",
    "automas",
    metavar="LEVEL",
    multiple=True,
    help="Add an automa of this level. You can repeat this option.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    callback=_options,
    help="Set a table option, as NAME=VALUE. Repeat --option to set several.",
)
@click.option(
    "--games", type=click.IntRange(min=1), default=1, show_default=True, help="The number of games between bots."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**32 - 1), help="The seed of the first game between bots, for repeatable results."
)
@click.option("--user", "username", metavar="NAME", help="Take part as this user. Continue GAME if you specify one.")
def play(
    game: str | None,
    rules: str,
    bots: str | None,
    automas: tuple[str, ...],
    options: dict[str, Any],
    games: int,
    seed: int | None,
    username: str | None,
) -> None:
    """Play against bots, or let bots play each other.

    Use --user to take part yourself, against bots or automas. Games between bots are not stored. Your own games are
    stored, and you can continue them here or in the browser.
    """
    wanted = options | {"automas": list(automas)} if automas else options
    if username is None:
        if game is not None:
            raise click.UsageError("Use --user to continue a game.")
        found = _ruleset(rules)
        strategies = _strategies(found, _bots(bots, wanted))
        play_match(found, strategies, _playable(found, len(strategies), wanted), games, seed)
        return
    with open_daybook() as handler:
        user = found_user(handler.storage, username)
        if game is None:
            chosen = _ruleset(rules)
            strategies = _strategies(chosen, _bots(bots, wanted))
            opened = _opened(handler, user, chosen, strategies, _playable(chosen, 1 + len(strategies), wanted))
        else:
            opened = found_game(handler, game)
        _require_seat(opened, user)
        play_on(handler, opened, user)


def _ruleset(name: str) -> Ruleset[Any]:
    try:
        return ruleset(name)
    except UnknownRuleset as error:
        raise NotFound(f"{name} is not a ruleset.") from error


def _bots(named: str | None, options: dict[str, Any]) -> list[str]:
    if named is not None:
        return named.split(",") if named else []
    return [] if options.get("automas") else ["greedy", "greedy", "random"]


def _strategies(rules: Ruleset[Any], bots: list[str]) -> list[str]:
    unknown = sorted(set(bots) - set(rules.bots))
    if unknown:
        raise NotFound(f"{rules.title} has no bot {unknown[0]}. Choose one of: {', '.join(rules.bots)}.")
    return bots


def _playable(rules: Ruleset[Any], people: int, options: dict[str, Any]) -> SetUp:
    """Return the table for so many players or bots, including automas' seats, with each option."""
    try:
        seats = decisions.seats_for(rules, people, options)
        stated = decisions.playable(rules, seats, options)
    except msgspec.ValidationError as error:
        raise click.UsageError(f"These options are invalid for {rules.title}. {text(explained(error))}") from error
    except refusals.Refused as refusal:
        raise click.UsageError(text(refusal.detail)) from refusal
    return SetUp(seats=seats, options=stated, figures=rules.current_figures())


def _opened(handler: CommandHandler, user: User, rules: Ruleset[Any], bots: list[str], wanted: SetUp) -> Game:
    game = tables.open_table(
        handler,
        CommandContext(actor=user.id),
        rules=rules.name,
        name=f"{user.name} in the terminal",
        seats=wanted.seats,
        options=wanted.options,
        undo="turn" if bots else "free",
    )
    game = tables.take_seat(handler, game.id, CommandContext(actor=user.id, seat=0), SeatTaken(seat=0, user=user.id))
    for seat, bot in enumerate(bots, start=1):
        taken = SeatTaken(seat=seat, bot=bot)
        game = tables.take_seat(handler, game.id, CommandContext(actor=user.id, seat=seat), taken)
    return tables.start(handler, game.id, CommandContext(actor=user.id, seat=0))


def _require_seat(game: Game, user: User) -> None:
    if not seating.seats_of(game.table, user.id):
        raise NotFound(f"{user.name} doesn't play in this game.")
    if game.table.phase != "running":
        raise Conflict("The game is not running.")
