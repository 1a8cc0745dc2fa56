"""The organiser's view: the running games of a tournament, the latest first, and the results of actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from flask_babel import gettext

from domain.aggregate import Game
from domain.presentation import Emblem
from domain.tournament.tournament import Tournament
from projections.db_protocol import parsed
from projections.game_list import ListedGame
from service import auth
from service.auth import ViewerContext
from service.container import services
from service.http import messages
from service.http.problems import Problem
from service.presenters import games, people
from service.schemas.tournaments import AwaitedPlayer, Outcome, RunningGame
from service.tournaments import organiser_actions
from service.tournaments.organiser_actions import Ruling, Wanted
from service.usecases.command_handler import CommandContext


def running(found: Tournament, tables: dict[str, ListedGame], names: dict[str, str]) -> list[RunningGame]:
    """Return running games: first those with a player out of time, the latest of them first, then by their next
    deadline, then those without activity for longest. They contain only what every spectator sees.
    """
    numbered = _numbers(found)
    shown = [
        _running_game(table, numbered[stream], names) for stream, table in tables.items() if table.phase == "running"
    ]
    return sorted(shown, key=_urgency)


def _urgency(game: RunningGame) -> tuple[int, datetime]:
    if game.late_since is not None:
        return 0, game.late_since
    return (2, game.changed_at) if game.deadline is None else (1, game.deadline)


def _numbers(found: Tournament) -> dict[str, str]:
    """Return round and table of each game."""
    rounds = [each for stage in found.stages for each in stage.rounds]
    return {
        table.game: f"{number}.{at}"
        for number, each in enumerate(rounds, start=1)
        for at, table in enumerate(each.tables, start=1)
    }


def _running_game(table: ListedGame, number: str, names: dict[str, str]) -> RunningGame:
    awaited = [
        AwaitedPlayer(
            user=seat.user,
            name=names.get(seat.user or "", seat.name),
            deadline=None if seat.deadline is None else parsed(seat.deadline),
            late_since=None if seat.late_since is None else parsed(seat.late_since),
        )
        for seat in table.seats
        if seat.to_act is not None
    ]
    return RunningGame(
        game=table.stream,
        table=number,
        awaited=awaited,
        deadline=_first(each.deadline for each in awaited),
        late_since=_first(each.late_since for each in awaited),
        changed_at=parsed(table.updated_at),
    )


def _first(moments: Iterable[datetime | None]) -> datetime | None:
    return min((moment for moment in moments if moment is not None), default=None)


class Undecided(NamedTuple):
    """A running game whose result the organiser may decide."""

    game: str
    table: str
    emblems: Sequence[Emblem | None]
    seats: list[Scored]


class Scored(NamedTuple):
    """A seat and its points."""

    name: str
    points: int


def one(found: Tournament, game: str) -> Undecided:
    """Return a running game with its seats, their names and points. Raise Problem if it does not run."""
    seen = auth.view_game(game) if game in found.games else None
    if seen is None or seen.now.table.phase != "running":
        raise Problem("not-found", gettext("This tournament has no running game with this id."))
    state = games.state(seen)
    points = state.standing.points
    return Undecided(
        game=game,
        table=_numbers(found)[game],
        emblems=seen.now.ruleset.emblems(state.state),
        seats=[Scored(name, made) for name, made in zip(seen.names, points, strict=True)],
    )


def done(found: Tournament, body: Mapping[str, Any], write: CommandContext) -> list[Outcome]:
    """Apply the action in a request body; return for each game whether it succeeded."""
    outcomes = organiser_actions.act_on(services().handler, found, body["games"], wanted(body), write)
    services().display_names.changed()  # The organiser's text is shown at once.
    return [Outcome(each.game, None if each.refused is None else messages.text(each.refused)) for each in outcomes]


def replace(seen: ViewerContext, write: CommandContext) -> Game:
    """Take over the seat that an organiser requested the user to. Refused if that is not possible."""
    game = organiser_actions.replace(services().handler, seen.now.id, write)
    services().display_names.changed()  # The organiser's text is shown at once.
    return game


def wanted(body: Mapping[str, Any]) -> Wanted:
    """Return the action in a request body. Raise Problem if it names no replacement, or an unknown one."""
    user = ""
    if body["action"] == "substitute":
        if not body.get("name"):
            raise Problem(
                "invalid",
                gettext("Enter the name of the replacement."),
                errors=[{"path": "name", "detail": "substitute"}],
            )
        user = people.id_of(body["name"])
    if body["result"] and (body["action"] != "adjudicate" or len(set(body["games"])) > 1 or len(body["result"]) > 1):
        detail = gettext("You can set the result of only one game at a time. Enter places, points or a winner.")
        raise Problem("invalid", detail, errors=[{"path": "result", "detail": body["action"]}])
    return Wanted(
        action=body["action"],
        reason=body["reason"],
        note=body["note"].strip(),
        days=body["days"],
        user=user,
        bot=body["bot"],
        ruling=msgspec.convert(body["result"], Ruling),
    )
