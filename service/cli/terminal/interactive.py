"""Interactive play in the terminal, with numbered choices."""

from __future__ import annotations

from collections.abc import Sequence

import click

from domain import play
from domain.aggregate import Game
from domain.game import Choice, Command, IllegalMove, choices
from domain.table import seating
from domain.table.refusals import Refused
from service.accounts.users import User
from service.cli.database import seat_names
from service.cli.games import sentences, show_glance
from service.cli.terminal.printing import say
from service.http.messages import seat_name, text
from service.usecases import moves
from service.usecases.command_handler import CommandContext, CommandHandler, VersionConflict

_HELP = "Type a number to choose. b: undo the last choice. u: undo your last move. q: quit."


class _Quit(Exception):
    """The player leaves."""


class _UndoRequested(Exception):
    """The player undoes the last move."""


def play_on(handler: CommandHandler, game: Game, user: User) -> None:
    """Play until the game is over, another player must act, or the player leaves."""
    say(_HELP)
    _tell(handler, game, _viewer(game, user))
    try:
        while game.table.phase == "running":
            game = _bots_played(handler, game, user)
            mine = [seat for seat in _waiting(handler, game) if game.table.chairs[seat].user == user.id]
            if not mine:
                break
            game = _turn(handler, game, user, mine[0])
    except _Quit:
        say(f"To continue: daybook play --user {user.name} {game.id}")
        return
    names = seat_names(handler, game)
    for seat in _waiting(handler, game):
        say(f"Waiting for {seat_name(seat, names)}.")
    title = "Final position" if game.table.phase == "finished" else "Current position"
    show_glance(handler, game, _viewer(game, user), game.version, title)


def _waiting(handler: CommandHandler, game: Game) -> list[int]:
    return [act.seat for act in play.to_act(game.ruleset, game.table, handler.games.position(game))]


def _viewer(game: Game, user: User) -> int:
    return seating.seats_of(game.table, user.id)[0]


def _tell(handler: CommandHandler, game: Game, seat: int) -> None:
    """Print the last move, with automatic steps, such as the turns of automas and their reasons."""
    for sentence in sentences(handler, game, seat, game.version, why=True):
        say(sentence)


def _bots_played(handler: CommandHandler, game: Game, user: User) -> Game:
    for later in moves.bots_played(handler, game):
        game = later
        _tell(handler, game, _viewer(game, user))
    return game


def _turn(handler: CommandHandler, game: Game, user: User, seat: int) -> Game:
    """Make or undo one move of the player."""
    show_glance(handler, game, seat, game.version, "Your turn")
    write = CommandContext(actor=user.id, seat=seat, expected=game.version)
    try:
        command = _chosen(handler, game, seat)
        game = handler.run(moves.move(handler, game.id, write, command))
    except _UndoRequested:
        return _taken_back(handler, game, write, seat)
    except IllegalMove as refusal:
        say(f"[{refusal.rule}] {text(refusal.detail, seat_names(handler, game))}")
        return game
    except VersionConflict as stale:
        say("The game has changed in the meantime. Choose again.")
        return stale.game
    _tell(handler, game, seat)
    return game


def _taken_back(handler: CommandHandler, game: Game, write: CommandContext, seat: int) -> Game:
    try:
        game = handler.run(moves.undo(handler, game.id, write))
    except Refused as refusal:
        say(text(refusal.detail, seat_names(handler, game)))
    else:
        _tell(handler, game, seat)
    return game


def _chosen(handler: CommandHandler, game: Game, seat: int) -> Command:
    position = handler.games.position(game)
    picks: list[str] = []
    while True:
        choice = choices(game.ruleset, position, seat, picks)
        if choice.command is not None:
            if not picks:
                _asked("No choice is left. Press Enter to continue", default="")
            return choice.command
        pick = _pick(choice, seat_names(handler, game))
        if pick is not None:
            picks.append(pick)
        elif picks:
            picks.pop()


def _pick(choice: Choice, names: Sequence[str]) -> str | None:
    """Return the chosen value; None to undo the last choice."""
    if choice.prompt is not None:
        say(text(choice.prompt, names))
    for number, option in enumerate(choice.options, start=1):
        cost = f" [{text(option.cost, names)}]" if option.cost else ""
        say(f"{number:3}  {text(option.label, names)}{cost}")
    while True:
        asked = _asked("")
        if asked == "b":
            return None
        if asked.isdecimal() and 1 <= int(asked) <= len(choice.options):
            return choice.options[int(asked) - 1].value
        say(_HELP)


def _asked(prompt: str, default: str | None = None) -> str:
    """Read the player's input; leaving and undo are raised."""
    asked: str = click.prompt(prompt, default=default, show_default=False, prompt_suffix="> ").strip().lower()
    match asked:
        case "q":
            raise _Quit
        case "u":
            raise _UndoRequested
    return asked
