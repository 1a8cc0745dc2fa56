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
from service.schemas.tables import UNDO_POLICIES, game_options
from service.schemas.time import ClockField
from service.tournaments.organiser_actions import MOST, Action

TIE_BREAKS = get_args(TieBreak)
WITHDRAWALS = get_args(Withdrawal)

LONGEST_TITLE = 80

MOST_MADE = 1_000_000
"""The largest number of points in a ruling, positive or negative."""


class StageSchema(Schema):
    """A stage of a tournament: a series of rounds."""

    rounds = fields.Integer(load_default=1, strict=True, validate=validate.Range(min=1, max=MOST_ROUNDS))
    best = fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=validate.Range(min=2, max=10_000),
        metadata=described("The number of entrants who advance from the previous stage; null: all", 16),
    )
    carry = fields.Boolean(
        load_default=True,
        truthy={True},
        falsy={False},
        metadata=described("True if entrants keep their points from earlier stages", True),
    )


class RulesSchema(Schema):
    """The rules of a tournament."""

    ruleset = text(60, required=True, metadata=described("The name of the ruleset", "brass-birmingham"))
    options = game_options("The options of all games", {"introductory": True})
    seats = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(min=2, max=10),
        metadata=described(
            "The number of players in a game; some games have fewer if the entrants do not divide evenly", 4
        ),
    )
    undo = fields.String(load_default="turn", validate=validate.OneOf(UNDO_POLICIES))
    clock = ClockField(load_default=None)
    stages = fields.List(
        fields.Nested(StageSchema),
        load_default=[{"rounds": 1, "best": None, "carry": True}],
        validate=validate.Length(min=1, max=MOST_STAGES),
        metadata=described("The stages in order", [{"rounds": 3}, {"rounds": 1, "best": 16}]),
    )
    points = fields.List(
        fields.Integer(strict=True, validate=validate.Range(min=0, max=MOST_POINTS)),
        load_default=[10, 6, 3, 1],
        validate=validate.Length(min=1, max=10),
        metadata=described("The points for each place; tied seats share the points of their places", [10, 6, 3, 1]),
    )
    bye = fields.Integer(
        load_default=0,
        strict=True,
        validate=validate.Range(min=0, max=MOST_POINTS),
        metadata=described("The points for a bye: a round without a game", 6),
    )
    tie_breaks = fields.List(
        fields.String(validate=validate.OneOf(TIE_BREAKS)),
        load_default=["wins", "opponents", "share"],
        validate=validate.Length(max=len(TIE_BREAKS)),
        metadata=described(
            "The tiebreaks in order. `wins`: first places. `opponents`: the opponents' points. `share`: the sum"
            " of the entrant's shares of the points in each game. `game_points`: the points scored in games",
            ["wins", "opponents"],
        ),
    )


class NewTournament(Schema):
    """A new tournament."""

    title = text(LONGEST_TITLE, required=True, metadata=described("The title of the tournament", "Winter league"))
    rules = fields.Nested(RulesSchema, required=True)


class ListedTournament(Struct, kw_only=True):
    """A tournament in a list."""

    id: str
    title: str
    organiser: Annotated[str | None, about("The name of the organiser; null if there is none", "Olga")]
    opened_at: Annotated[datetime, when("The time when the tournament was announced")]
    closed: bool


class TournamentsPage(Struct):
    """A page of tournaments, latest first."""

    tournaments: list[ListedTournament]
    next: Annotated[str | None, about("The cursor of the next page; null on the last page", "WyIyMDI2Il0")]


class TournamentsQuery(Schema):
    """The part of the list of tournaments to return."""

    cursor = code(metadata=described("The value of `next` on the previous page", "WyIyMDI2Il0"))


class Entrant(Struct):
    """A user who has entered."""

    user: str
    name: str
    withdrawn: bool


class InvitedEntrant(Struct):
    """A user who has been invited to enter and has not answered."""

    user: str
    name: str
    invited_at: Annotated[datetime, when("The time of the invitation")]


class InvitationToEnter(Struct):
    """An invitation to enter a tournament."""

    tournament: Annotated[str, about("The id of the tournament", A_GAME)]
    title: Annotated[str, about("The title of the tournament", "Winter league")]
    invited_by: Annotated[str, about("The name of the organiser", "Olga")]
    invited_at: Annotated[datetime, when("The time of the invitation")]


class Replacement(Struct):
    """A request to take over a seat."""

    game: str
    title: Annotated[str, about("The title of the game", "Winter league 2.7")]
    seat: Annotated[int, about("The seat to take over", 1)]
    reason: Annotated[str, about("The reason for the replacement", "absence")]
    note: Annotated[str, about("The organiser's note", "Away since the 3rd")]
    asked_by: Annotated[str, about("The name of the organiser", "Olga")]
    asked_at: Annotated[datetime, when("The time of the request")]


class RoundTable(Struct):
    """A game in a tournament round."""

    game: str
    seats: Annotated[Sequence[str], about("The ids of the users, by seat", [A_GAME])]
    phase: str
    ranking: Sequence[Place]


class Round(Struct):
    """A round of a tournament."""

    tables: list[RoundTable]
    byes: Annotated[Sequence[str], about("The ids of entrants with a bye", [])]
    repeated_pairings: Annotated[Sequence[Sequence[str]], about("Repeated pairings that could not be avoided", [])]


class StartedStage(Struct):
    """A stage that has started."""

    entrants: Sequence[str]
    rounds: list[Round]


class Tournament(ListedTournament, kw_only=True):
    """A tournament."""

    version: int
    is_organiser: Annotated[bool, about("True if you are the organiser", True)]
    rules: Annotated[Rules, described_by(RulesSchema)]
    entrants: list[Entrant]
    invited: Annotated[
        list[InvitedEntrant],
        about("Users who have been invited and have not answered; only the organiser sees them", []),
    ]
    stages: list[StartedStage]


class NewEntrants(Schema):
    """Users to invite, by name or as a CSV file with the names in its first column. Send neither to enter yourself."""

    names = fields.List(user_name(), validate=validate.Length(max=1000))
    csv = Text(
        "file",
        50_000,
        0,
        metadata=described("One name per line; text after a comma, a semicolon or a tab is ignored", "name\nBen\n"),
    )


class EntrantWithdrawal(Schema):
    """The entrant who withdraws, and the reason."""

    user = code(100, metadata=described("The id of an entrant (default: you)", A_GAME))
    reason = fields.String(load_default="agreement", validate=validate.OneOf(WITHDRAWALS))


class NewOrganiser(Schema):
    """The new organiser."""

    name = user_name(required=True)


class NewRound(Schema):
    """The start of the next round."""

    early = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata=described("Start the round before all games have ended; unfinished games do not count yet", False),
    )


class StandingsQuery(Schema):
    """A stage of the tournament."""

    stage = fields.Integer(
        validate=validate.Range(min=0, max=MOST_STAGES),
        metadata=described("The stage, counted from 0 (default: the last one)", 0),
    )


class EntrantStanding(Struct):
    """The standing of an entrant."""

    place: int
    user: str
    name: str
    points: Annotated[float, about("The points, rounded to three decimal places", 16.5)]
    tiebreaks: Annotated[list[float], about("The values of the tiebreaks, in the order of the rules", [1, 24.5, 0.61])]
    played: Annotated[int, about("The number of games with a result", 2)]
    withdrawn: bool


class AwaitedPlayer(Struct):
    """A player whose turn it is."""

    user: str | None
    name: str
    deadline: Annotated[datetime | None, when("The deadline of the player; null if no clock runs")]
    late_since: Annotated[datetime | None, when("The time when the player ran out of time; null if they have not")]


class RunningGame(Struct):
    """A running game of a tournament."""

    game: str
    table: Annotated[str, about("The round, and the number of the game in that round", "2.7")]
    awaited: list[AwaitedPlayer]
    deadline: Annotated[datetime | None, when("The earliest deadline; null if no clock runs")]
    late_since: Annotated[datetime | None, when("The time since which a player is out of time; null if none is")]
    changed_at: Annotated[datetime, when("The time of the last event")]


class RulingSchema(Schema):
    """The result of a game: places, points or a winner. Without any of these, the current points decide."""

    places = fields.List(
        fields.Integer(strict=True, validate=validate.Range(min=1, max=10)),
        validate=validate.Length(min=1, max=10),
        metadata=described("The place of each seat; tied seats share the best of their places", [2, 1, 2]),
    )
    points = fields.List(
        fields.Integer(strict=True, validate=validate.Range(min=-MOST_MADE, max=MOST_MADE)),
        validate=validate.Length(min=1, max=10),
        metadata=described("The points of each seat, which decide the places", [104, 131, 98]),
    )
    winner = fields.Integer(
        strict=True,
        validate=validate.Range(min=0, max=9),
        metadata=described("The seat that wins; the others share second place", 1),
    )


class GamesAction(Schema):
    """An action to apply to tournament games, and its reason."""

    games = fields.List(
        code(100),
        required=True,
        validate=validate.Length(min=1, max=MOST),
        metadata=described("The ids of the games", [A_GAME]),
    )
    action = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Action)),
        metadata=described(
            "The action. `adjudicate` decides the result by the current points; for the reasons `absence` and"
            " `conduct`, the players whose turn it is come last",
            "remind",
        ),
    )
    reason = reason()
    days = fields.Integer(
        load_default=3,
        strict=True,
        validate=validate.Range(min=1, max=60),
        metadata=described("For `extend`: the number of days to add", 3),
    )
    name = user_name()
    """For ``substitute``: the user who is asked to take over."""
    bot = text(
        60,
        0,
        load_default="",
        metadata=described("For `stand_in`: the substitute bot (default: the game's default bot)", "greedy"),
    )
    result = fields.Nested(RulingSchema, load_default=dict)
    """For ``adjudicate``, and for one game only."""
    note = text(
        500,
        0,
        load_default="",
        metadata=described("A note for the players; it is not part of the log", "Away since the 3rd"),
    )


class Outcome(Struct):
    """The outcome of an action for one game."""

    game: str
    refused: Annotated[str | None, about("The reason why the action was refused; null if it succeeded", None)]
