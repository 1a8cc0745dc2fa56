"""Schemas of tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, get_args

from marshmallow import Schema, fields, validate
from msgspec import Struct

from domain.presentation import Place
from domain.tournament.facts import Withdrawal
from domain.tournament.rules import MOST_POINTS, MOST_ROUNDS, MOST_STAGES, Rules, TieBreak
from service.schemas.administration import reason
from service.schemas.fields import A_GAME, Text, code, described, text, user_name
from service.schemas.from_struct import about, described_by, when
from service.schemas.tables import UNDO_POLICIES
from service.schemas.time import ClockField
from service.tournaments.organiser_actions import MOST, Action

TIE_BREAKS = get_args(TieBreak)
WITHDRAWALS = get_args(Withdrawal)

LONGEST_TITLE = 80

MOST_MADE = 1_000_000
"""Points that an organiser gives a seat, at most."""


class StageSchema(Schema):
    """Some rounds of a competition."""

    rounds = fields.Integer(load_default=1, strict=True, validate=validate.Range(min=1, max=MOST_ROUNDS))
    best = fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=validate.Range(min=2, max=10_000),
        metadata=described("For how many of the stage before it is; null: for all", 16),
    )
    carry = fields.Boolean(
        load_default=True,
        truthy={True},
        falsy={False},
        metadata=described("They begin with the points they have, or else with none", True),
    )


class RulesSchema(Schema):
    """What a competition is played by."""

    ruleset = text(60, required=True, metadata=described("The game", "brass-birmingham"))
    options = fields.Dict(
        keys=fields.String(), load_default=dict, metadata=described("The options of all tables", {"introductory": True})
    )
    seats = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(min=2, max=10),
        metadata=described("People at a table; fewer where they cannot all be full", 4),
    )
    undo = fields.String(load_default="turn", validate=validate.OneOf(UNDO_POLICIES))
    clock = ClockField(load_default=None)
    stages = fields.List(
        fields.Nested(StageSchema),
        load_default=[{"rounds": 1, "best": None, "carry": True}],
        validate=validate.Length(min=1, max=MOST_STAGES),
        metadata=described("One after the other", [{"rounds": 3}, {"rounds": 1, "best": 16}]),
    )
    points = fields.List(
        fields.Integer(strict=True, validate=validate.Range(min=0, max=MOST_POINTS)),
        load_default=[10, 6, 3, 1],
        validate=validate.Length(min=1, max=10),
        metadata=described("Of the first place, the second, …; equal seats share those of their places", [10, 6, 3, 1]),
    )
    bye = fields.Integer(
        load_default=0,
        strict=True,
        validate=validate.Range(min=0, max=MOST_POINTS),
        metadata=described("Points of a round without a table", 6),
    )
    tie_breaks = fields.List(
        fields.String(validate=validate.OneOf(TIE_BREAKS)),
        load_default=["wins", "opponents", "share"],
        validate=validate.Length(max=len(TIE_BREAKS)),
        metadata=described(
            "What decides among equal points: first places, points of whom one has met, parts of the points made in"
            " games, points made in games",
            ["wins", "opponents"],
        ),
    )


class NewTournament(Schema):
    """A competition to be opened."""

    title = text(LONGEST_TITLE, required=True, metadata=described("What it is called", "Winter league"))
    rules = fields.Nested(RulesSchema, required=True)


class ListedTournament(Struct, kw_only=True):
    """A tournament in the list of all."""

    id: str
    title: str
    organiser: Annotated[str | None, about("Who organises it", "Olga")]
    opened_at: Annotated[datetime, when("When it was announced")]
    closed: bool


class TournamentsPage(Struct):
    """Tournaments, the latest first."""

    tournaments: list[ListedTournament]
    next: Annotated[str | None, about("Cursor of the next page", "WyIyMDI2Il0")]


class TournamentsQuery(Schema):
    """From where on."""

    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2Il0"))


class Entrant(Struct):
    """A user who has entered."""

    user: str
    name: str
    withdrawn: bool


class InvitedEntrant(Struct):
    """A user who is invited to enter and has not answered."""

    user: str
    name: str
    invited_at: Annotated[datetime, when("When they were invited")]


class InvitationToEnter(Struct):
    """An invitation to enter a tournament."""

    tournament: Annotated[str, about("The id of the tournament", A_GAME)]
    title: Annotated[str, about("Its title", "Winter league")]
    invited_by: Annotated[str, about("The name of the organiser", "Olga")]
    invited_at: Annotated[datetime, when("When you were invited")]


class Replacement(Struct):
    """A request to take over a seat."""

    game: str
    title: Annotated[str, about("The title of the game", "Winter league 2.7")]
    seat: Annotated[int, about("The seat to take over", 1)]
    reason: Annotated[str, about("Why a replacement is wanted", "absence")]
    note: Annotated[str, about("The organiser's own words", "Away since the 3rd")]
    asked_by: Annotated[str, about("The name of the organiser", "Olga")]
    asked_at: Annotated[datetime, when("When you were asked")]


class RoundTable(Struct):
    """A game of a round."""

    game: str
    seats: Annotated[Sequence[str], about("Users by seat", [A_GAME])]
    phase: str
    ranking: Sequence[Place]


class Round(Struct):
    """A round."""

    tables: list[RoundTable]
    byes: Annotated[Sequence[str], about("Users who had no table", [])]
    repeated_pairings: Annotated[
        Sequence[Sequence[str]], about("Pairs of users who had met before: no round without such was found", [])
    ]


class StartedStage(Struct):
    """A stage that has begun."""

    entrants: Sequence[str]
    rounds: list[Round]


class Tournament(ListedTournament, kw_only=True):
    """A tournament."""

    version: int
    is_organiser: Annotated[bool, about("It is yours to organise", True)]
    rules: Annotated[Rules, described_by(RulesSchema)]
    entrants: list[Entrant]
    invited: Annotated[
        list[InvitedEntrant],
        about("People who are asked to enter and have not answered; only the organiser sees them", []),
    ]
    stages: list[StartedStage]


class NewEntrants(Schema):
    """The people to invite, by name or as the text of a CSV file with the names in its first column; or nothing, to
    enter yourself.
    """

    names = fields.List(user_name(), validate=validate.Length(max=1000))
    csv = Text(
        "file",
        50_000,
        0,
        metadata=described(
            "One name a line; what stands after a comma, a semicolon or a tab is left out", "name\nBen\n"
        ),
    )


class EntrantWithdrawal(Schema):
    """Who takes part no more, and why."""

    user = code(100, metadata=described("The id of an entrant (default: you)", A_GAME))
    reason = fields.String(load_default="agreement", validate=validate.OneOf(WITHDRAWALS))


class NewOrganiser(Schema):
    """Who organises from now on."""

    name = user_name(required=True)


class NewRound(Schema):
    """The next round."""

    early = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata=described("Do not wait for games that are not over: they count for nothing yet", False),
    )


class StandingsQuery(Schema):
    """Of which stage."""

    stage = fields.Integer(
        validate=validate.Range(min=0, max=MOST_STAGES), metadata=described("Counted from 0; default: the last", 0)
    )


class EntrantStanding(Struct):
    """The standing of an entrant."""

    place: int
    user: str
    name: str
    points: Annotated[float, about("Rounded to thousandths", 16.5)]
    tiebreaks: Annotated[list[float], about("In the order of the rules", [1, 24.5, 0.61])]
    played: Annotated[int, about("Games that have a result", 2)]
    withdrawn: bool


class AwaitedPlayer(Struct):
    """A player whose turn it is."""

    user: str | None
    name: str
    deadline: Annotated[datetime | None, when("When their time runs out; null where no clock runs")]
    late_since: Annotated[datetime | None, when("When their time ran out; null if it has not")]


class RunningGame(Struct):
    """A running game of a tournament."""

    game: str
    table: Annotated[str, about("Its round and the number of its table", "2.7")]
    awaited: list[AwaitedPlayer]
    deadline: Annotated[datetime | None, when("When the first time runs out; null where no clock runs")]
    late_since: Annotated[datetime | None, when("Since when a player is out of time; null if nobody is")]
    changed_at: Annotated[datetime, when("When something last happened in it")]


class RulingSchema(Schema):
    """The result of a game: one of these; none of them: as it stands."""

    places = fields.List(
        fields.Integer(strict=True, validate=validate.Range(min=1, max=10)),
        validate=validate.Length(min=1, max=10),
        metadata=described("The place of each seat; equal seats share the best of their places", [2, 1, 2]),
    )
    points = fields.List(
        fields.Integer(strict=True, validate=validate.Range(min=-MOST_MADE, max=MOST_MADE)),
        validate=validate.Length(min=1, max=10),
        metadata=described("The points of each seat, from which its place follows", [104, 131, 98]),
    )
    winner = fields.Integer(
        strict=True,
        validate=validate.Range(min=0, max=9),
        metadata=described("The seat that wins; the others share the second place", 1),
    )


class GamesAction(Schema):
    """What is to be done about games, and why."""

    games = fields.List(
        code(100), required=True, validate=validate.Length(min=1, max=MOST), metadata=described("Ids", [A_GAME])
    )
    action = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Action)),
        metadata=described("adjudicate: the result as it stands, or with those last whose turn it is", "remind"),
    )
    reason = reason()
    days = fields.Integer(
        load_default=3,
        strict=True,
        validate=validate.Range(min=1, max=60),
        metadata=described("Of extend: how many are given", 3),
    )
    name = user_name()
    """Of substitute: the person who is asked to take over."""
    bot = text(
        60,
        0,
        load_default="",
        metadata=described("Of stand_in: which bot plays until they return (default: the game's usual one)", "greedy"),
    )
    result = fields.Nested(RulingSchema, load_default=dict)
    """Of adjudicate, and for one game only."""
    note = text(
        500,
        0,
        load_default="",
        metadata=described("Why, in words of your own; they stand beside the log and can go", "Away since the 3rd"),
    )


class Outcome(Struct):
    """The outcome of an action for one game."""

    game: str
    refused: Annotated[str | None, about("Why it was not; null: it was", None)]
