"""Schemas of tournaments."""

from __future__ import annotations

from typing import get_args

from marshmallow import Schema, fields, validate

from domain.tournament.facts import Withdrawal
from domain.tournament.rules import MOST_POINTS, MOST_ROUNDS, MOST_STAGES, TieBreak
from service.schemas.administration import reason
from service.schemas.fields import A_GAME, Text, code, described, moment, text, user_name
from service.schemas.tables import UNDO_POLICIES, PlaceSchema
from service.schemas.time import ClockField
from service.tournaments.organiser_actions import MOST, Act

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


class NewCompetition(Schema):
    """A competition to be opened."""

    title = text(LONGEST_TITLE, required=True, metadata=described("What it is called", "Winter league"))
    rules = fields.Nested(RulesSchema, required=True)


class CompetitionListed(Schema):
    """A competition in the list of all."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    owner = fields.String(required=True, allow_none=True, metadata=described("Who organises it", "Olga"))
    opened_at = moment("When it was announced")
    closed = fields.Boolean(required=True)


class CompetitionsPage(Schema):
    """Competitions, the latest first."""

    competitions = fields.List(fields.Nested(CompetitionListed), required=True)
    next = fields.String(required=True, allow_none=True, metadata=described("Cursor of the next page", "WyIyMDI2Il0"))


class FromCompetition(Schema):
    """From where on."""

    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2Il0"))


class EntrantSchema(Schema):
    """Somebody who has entered."""

    user = fields.String(required=True)
    name = fields.String(required=True)
    withdrawn = fields.Boolean(required=True)


class InvitedEntrant(Schema):
    """A person who is asked to enter and has not answered."""

    user = fields.String(required=True)
    name = fields.String(required=True)
    invited_at = moment("When they were invited")


class InvitationToEnter(Schema):
    """An invitation to enter a competition."""

    competition = fields.String(required=True, metadata=described("The id of the competition", A_GAME))
    title = fields.String(required=True, metadata=described("Its title", "Winter league"))
    invited_by = fields.String(required=True, metadata=described("The name of the organiser", "Olga"))
    invited_at = moment("When you were invited")


class ReplacementSchema(Schema):
    """A request to take over a seat."""

    game = fields.String(required=True)
    title = fields.String(required=True, metadata=described("The title of the game", "Winter league 2.7"))
    seat = fields.Integer(required=True, metadata=described("The seat to take over", 1))
    reason = fields.String(required=True, metadata=described("Why a replacement is wanted", "absence"))
    note = fields.String(required=True, metadata=described("The organiser's own words", "Away since the 3rd"))
    asked_by = fields.String(required=True, metadata=described("The name of the organiser", "Olga"))
    asked_at = moment("When you were asked")


class TableOfRound(Schema):
    """A game of a round."""

    game = fields.String(required=True)
    seats = fields.List(fields.String(), required=True, metadata=described("Users by seat", [A_GAME]))
    phase = fields.String(required=True)
    ranking = fields.List(fields.Nested(PlaceSchema), required=True)


class RoundSchema(Schema):
    """A round."""

    tables = fields.List(fields.Nested(TableOfRound), required=True)
    byes = fields.List(fields.String(), required=True, metadata=described("Users who had no table", []))
    met_again = fields.List(
        fields.List(fields.String()),
        required=True,
        metadata=described("Pairs of users who had met before: no round without such was found", []),
    )


class StageBegunSchema(Schema):
    """A stage that has begun."""

    entrants = fields.List(fields.String(), required=True)
    rounds = fields.List(fields.Nested(RoundSchema), required=True)


class CompetitionSchema(CompetitionListed):
    """A competition."""

    version = fields.Integer(required=True)
    organiser = fields.Boolean(required=True, metadata=described("It is yours to organise", True))
    rules = fields.Nested(RulesSchema, required=True)
    entrants = fields.List(fields.Nested(EntrantSchema), required=True)
    invited = fields.List(
        fields.Nested(InvitedEntrant),
        required=True,
        metadata=described("People who are asked to enter and have not answered; only the organiser sees them", []),
    )
    stages = fields.List(fields.Nested(StageBegunSchema), required=True)


class Entering(Schema):
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


class Withdrawing(Schema):
    """Who takes part no more, and why."""

    user = code(100, metadata=described("The id of an entrant (default: you)", A_GAME))
    reason = fields.String(load_default="agreement", validate=validate.OneOf(WITHDRAWALS))


class NamingOrganiser(Schema):
    """Who organises from now on."""

    name = user_name(required=True)


class OpeningRound(Schema):
    """The next round."""

    early = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata=described("Do not wait for games that are not over: they count for nothing yet", False),
    )


class WhichStage(Schema):
    """Of which stage."""

    stage = fields.Integer(
        validate=validate.Range(min=0, max=MOST_STAGES), metadata=described("Counted from 0; default: the last", 0)
    )


class EntrantStandingSchema(Schema):
    """How an entrant stands."""

    place = fields.Integer(required=True)
    user = fields.String(required=True)
    name = fields.String(required=True)
    points = fields.Float(required=True, metadata=described("Rounded to thousandths", 16.5))
    tie_breaks = fields.List(
        fields.Float(), required=True, metadata=described("In the order of the rules", [1, 24.5, 0.61])
    )
    played = fields.Integer(required=True, metadata=described("Games that have a result", 2))
    withdrawn = fields.Boolean(required=True)


class AwaitedSchema(Schema):
    """Whose turn it is in a game."""

    user = fields.String(required=True, allow_none=True)
    name = fields.String(required=True)
    deadline = moment("When their time runs out; null where no clock runs", allow_none=True)
    late_since = moment("When their time ran out; null if it has not", allow_none=True)


class RunningGame(Schema):
    """A game of a competition that is not over."""

    game = fields.String(required=True)
    table = fields.String(required=True, metadata=described("Its round and the number of its table", "2.7"))
    awaited = fields.List(fields.Nested(AwaitedSchema), required=True)
    deadline = moment("When the first time runs out; null where no clock runs", allow_none=True)
    late_since = moment("Since when a player is out of time; null if nobody is", allow_none=True)
    changed_at = moment("When something last happened in it")


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


class ActingOn(Schema):
    """What is to be done about games, and why."""

    games = fields.List(
        code(100), required=True, validate=validate.Length(min=1, max=MOST), metadata=described("Ids", [A_GAME])
    )
    act = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Act)),
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
    words = text(
        500,
        0,
        load_default="",
        metadata=described("Why, in words of your own; they stand beside the log and can go", "Away since the 3rd"),
    )


class OutcomeSchema(Schema):
    """What became of one game."""

    game = fields.String(required=True)
    refused = fields.String(required=True, allow_none=True, metadata=described("Why it was not; null: it was", None))
