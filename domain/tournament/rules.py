"""The rules of a tournament as data, so that anyone can compute its standings again."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from domain.game import ruleset
from domain.message import Message, counted, message
from domain.table import decisions
from domain.table.clock import options as clocks
from domain.table.clock.options import Clock
from domain.table.facts import UndoPolicy
from domain.table.refusals import Refused

TieBreak = Literal["wins", "opponents", "share", "game_points"]
"""Tiebreaks among equal points, higher is better: first places; the points of opponents in the stage; the sum of the
entrant's shares of the points of each game; points made in games.
"""

MOST_STAGES = 10
MOST_ROUNDS = 20
MOST_POINTS = 1000


class Stage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some rounds for the ``best`` of the stage before (None: for all); ``carry``: they keep their points."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    best: Annotated[int, Meta(ge=2, le=10_000)] | None = None
    carry: bool = True


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game and its options, players per table, stages, and scoring.

    ``points`` lists the points of each place, from the first; later places get none. ``bye`` is the points for a round
    without a table.
    """

    ruleset: str
    options: dict[str, Any] = {}
    seats: Annotated[int, Meta(ge=2, le=10)]
    undo: UndoPolicy = "turn"
    clock: Clock | None = None
    stages: Annotated[tuple[Stage, ...], Meta(min_length=1, max_length=MOST_STAGES)] = (Stage(),)
    points: Annotated[tuple[Annotated[int, Meta(ge=0, le=MOST_POINTS)], ...], Meta(min_length=1, max_length=10)] = (
        10,
        6,
        3,
        1,
    )
    bye: Annotated[int, Meta(ge=0, le=MOST_POINTS)] = 0
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(max_length=4)] = ("wins", "opponents", "share")


def playable(rules: Rules) -> Rules:
    """Return the rules, with all options filled in. Raise Refused if they cannot be played.

    Raise UnknownRuleset, and msgspec.ValidationError for options that the game does not have.
    """
    game = ruleset(rules.ruleset)
    options = decisions.playable(game, rules.seats, rules.options)
    if game.automas(msgspec.convert(options, game.options), rules.seats):
        raise Refused(message("tournament.automas-not-allowed", "Automas can't take part in a tournament."))
    if (against := _objection(rules)) is not None:
        raise Refused(against)
    return msgspec.structs.replace(rules, options=options)


def _objection(rules: Rules) -> Message | None:
    if rules.clock is not None and (against := clocks.objection(rules.clock)) is not None:
        return against
    if rules.stages[0].best is not None:
        return message("tournament.first-stage-limited", "The first stage must include all entrants.")
    if any(stage.best is not None and stage.best < rules.seats for stage in rules.stages):
        return counted(
            "tournament.stage-smaller-than-table",
            "A stage needs at least {count} entrant to fill a table.",
            "A stage needs at least {count} entrants to fill a table.",
            count=rules.seats,
        )
    if list(rules.points) != sorted(rules.points, reverse=True):
        return message("tournament.points-not-descending", "A better place can't earn fewer points than a worse one.")
    if len(set(rules.tie_breaks)) < len(rules.tie_breaks):
        return message("tournament.tie-break-repeated", "Each tiebreak can be used only once.")
    return None
