"""Actions of an organiser on many games at once: each is a fact of its game, with its reason.

An organiser sees no more of a game than a spectator; decisions follow from points and clocks, which everyone can see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

import msgspec

from domain import play
from domain.aggregate import Game
from domain.game import Fact
from domain.message import Message, Moment, message
from domain.table.decisions import require_seat
from domain.table.refusals import Refused
from domain.table.rulings import decisions
from domain.table.rulings.facts import Intervened, Reason
from domain.table.seat_changes.decisions import usual_bot
from domain.tournament.tournament import Tournament
from service.accounts import user_texts
from service.accounts.user_texts import Text
from service.storage import Statement
from service.tournaments import commands, registry, replacements
from service.usecases import seat_changes, seat_rules, tables
from service.usecases.command_handler import CommandContext, CommandHandler

Action = Literal["remind", "extend", "pause", "resume", "offer", "substitute", "stand_in", "adjudicate", "void"]

MOST = 500
"""The maximum of games for one action."""

DAY = 86_400
"""Seconds."""

REMINDED_EVERY = timedelta(hours=24)
"""The shortest time between reminders to a game's players."""


_SEES_NOTHING = message(
    "tournament.organiser-cannot-take-over", "Organisers can't take over seats, because players see hidden information."
)


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a game as its organiser decides it: the places or the points of all seats, or the winning seat;
    without any of these, by the present standing.
    """

    places: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    winner: int | None = None


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """The action and its reason. ``days`` are given by ``extend``, ``user`` is asked to take over by ``substitute``,
    ``bot`` is the substitute bot (``""``: the game's default), ``ruling`` is for ``adjudicate``; ``note`` is the
    organiser's own text.
    """

    action: Action
    reason: Reason
    note: str = ""
    days: int = 3
    user: str = ""
    bot: str = ""
    ruling: Ruling = Ruling()


class Outcome(NamedTuple):
    """The outcome for one game: nothing, or the refusal."""

    game: str
    refused: Message | None


def act_on(
    handler: CommandHandler, found: Tournament, games: Iterable[str], wanted: Wanted, made: CommandContext
) -> list[Outcome]:
    """Apply an action to games of a tournament; a refusal by one does not affect the others."""
    known = set(found.games)
    return [_acted(handler, game, game in known, wanted, made) for game in dict.fromkeys(games)]


def _acted(handler: CommandHandler, game: str, known: bool, wanted: Wanted, made: CommandContext) -> Outcome:
    if not known:
        return Outcome(
            game, message("tournament.game-not-in-tournament", "This game doesn't belong to the tournament.")
        )
    if wanted.action == "substitute" and wanted.user == made.actor:
        return Outcome(game, _SEES_NOTHING)
    try:
        if wanted.action == "substitute":
            _ask_replacement(handler, game, wanted, made)
            return Outcome(game, None)
        tables.rule_on_game(
            handler,
            game,
            made,
            lambda now: _DECISIONS[wanted.action](handler, now, wanted),
            lambda now: _note(now, made.actor, wanted.note),
        )
    except Refused as refusal:
        return Outcome(game, refusal.detail)
    return Outcome(game, None)


def take_over(handler: CommandHandler, game: str, made: CommandContext, seat: int) -> Game:
    """Take over a seat that is offered. Refused for the organiser of the game's tournament."""
    _require_no_organiser(handler, game, made.actor)
    return seat_changes.take_over(handler, game, made, seat)


def _require_no_organiser(handler: CommandHandler, game: str, user: str) -> None:
    found = registry.of_game(handler.storage.database, game)
    if found is not None and commands.load(handler, found).owner == user:
        raise Refused(_SEES_NOTHING)


def _ask_replacement(handler: CommandHandler, stream: str, wanted: Wanted, made: CommandContext) -> None:
    """Ask a user to take over. They get the seat, and see its hand, when they agree."""
    game, database = handler.games.game(stream), handler.storage.database
    seat_rules.require_outside(game, made.actor)
    awaited = _awaited(handler, game)
    replacements.ask(database, game, awaited, wanted.user, wanted.reason, wanted.note, made.actor)


def replace(handler: CommandHandler, stream: str, made: CommandContext) -> Game:
    """Give the seat to the current user, who was asked to take it over.

    Refused if no one asked them, or if the seat needs no replacement any more.
    """
    database = handler.storage.database
    asked = replacements.of(database, stream, made.actor)
    if asked is None:
        raise Refused(
            message(
                "tournament.no-replacement-request",
                "You have no pending request to take over a seat in this game.",
            )
        )
    replacements.require_open(database, made.actor)
    _require_no_organiser(handler, stream, made.actor)

    return tables.rule_on_game(
        handler,
        stream,
        made,
        lambda game: replacements.decided(game, _awaited(handler, game), asked),
        lambda game: [*_note(game, asked.asked_by, asked.note), *replacements.answering([stream], made.actor)],
    )


def _note(game: Game, author: str, text: str) -> list[Statement]:
    """Store the organiser's text for the first fact of a ruling that is about to follow."""
    return user_texts.kept(game.id, [Text(what="why", author=author, text=text, seat=game.version + 1)]) if text else []


def _awaited(handler: CommandHandler, game: Game) -> list[int]:
    if not game.started:
        return []
    return [act.seat for act in play.to_act(game.ruleset, game.table, handler.games.position(game))]


def _remind(handler: CommandHandler, game: Game, wanted: Wanted) -> list[Fact]:
    """Remind the players, once in :data:`REMINDED_EVERY`."""
    now = handler.clock()
    for record in reversed(game.records):
        if record.at <= now - REMINDED_EVERY:
            break
        if isinstance(record.fact, Intervened) and record.fact.act == "remind":
            again = Moment(_full_minute(record.at + REMINDED_EVERY))
            raise Refused(
                message(
                    "tournament.already-reminded",
                    "The players have been reminded. You can remind them again after {moment}.",
                    moment=again,
                )
            )
    return decisions.remind(game.table, wanted.reason)


def _full_minute(at: datetime) -> datetime:
    """Return the time rounded up to a minute: games reminded together then share one response."""
    return (at + timedelta(minutes=1, microseconds=-1)).replace(second=0, microsecond=0)


def _adjudicate(handler: CommandHandler, game: Game, wanted: Wanted) -> list[Fact]:
    """Adjudicate by the organiser's ruling, or else by the standing; if the reason is an absent or unfair player, those
    whose turn it is come last.
    """
    table, ruling = game.table, wanted.ruling
    if ruling.places:
        return decisions.adjudicate(table, ruling.places, wanted.reason)
    if ruling.points:
        places = decisions.places_as_it_stands(ruling.points, ())
        return decisions.adjudicate(table, places, wanted.reason, ruling.points)
    if ruling.winner is not None:
        require_seat(table, ruling.winner)
        places = decisions.places_of_winner(len(table.chairs), ruling.winner)
        return decisions.adjudicate(table, places, wanted.reason)
    return _as_it_stands(handler, game, wanted)


def _as_it_stands(handler: CommandHandler, game: Game, wanted: Wanted) -> list[Fact]:
    if not game.started:
        return decisions.adjudicate(game.table, [], wanted.reason)
    seen = game.ruleset.view(handler.games.position(game), "spectator")
    points = game.ruleset.standing(seen).points
    last = _awaited(handler, game) if wanted.reason in ("absence", "conduct") else []
    return decisions.adjudicate(game.table, decisions.places_as_it_stands(points, last), wanted.reason)


_DECISIONS: dict[Action, Callable[[CommandHandler, Game, Wanted], list[Fact]]] = {
    "remind": _remind,
    "extend": lambda handler, game, wanted: decisions.extend(
        game.table, _awaited(handler, game), wanted.days * DAY, wanted.reason
    ),
    "pause": lambda handler, game, wanted: decisions.pause(game.table, wanted.reason),
    "resume": lambda handler, game, wanted: decisions.resume(game.table, wanted.reason),
    "offer": lambda handler, game, wanted: decisions.offer(game.table, _awaited(handler, game), wanted.reason),
    "stand_in": lambda handler, game, wanted: decisions.stand_in(
        game.table,
        game.ruleset,
        _awaited(handler, game),
        wanted.bot or usual_bot(game.ruleset),
        game.tree.head,
        wanted.reason,
    ),
    "adjudicate": _adjudicate,
    "void": lambda handler, game, wanted: decisions.void(game.table, wanted.reason),
}
