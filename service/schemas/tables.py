"""Schemas of tables. The structs of each game describe its own data."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate

from domain.table.facts import UndoPolicy
from domain.table.seating import Phase
from projections.game_list import Filter, Pace
from service.schemas.fields import A_GAME, code, described, eyes, moment, seat, text, user_name
from service.schemas.time import ClockField, ClocksSchema, SwapSchema
from service.transfer.text_validation import LONGEST_NAME, is_plain

UNDO_POLICIES = get_args(UndoPolicy)


# --------------------------------------------------------------------------------------------------------------------
# Errors
# --------------------------------------------------------------------------------------------------------------------


class InvalidPart(Schema):
    """What is wrong at one place of a request."""

    path = fields.String(required=True)
    detail = fields.String(required=True)


class ProblemSchema(Schema):
    """Problem details (RFC 9457)."""

    type = fields.String(
        required=True, metadata=described("Where this type of problem is explained", "/api/docs#illegal-move")
    )
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(
        required=True,
        metadata=described(
            "What is the matter, in plain words", "You do not hold the card walsall; discard one of your hand."
        ),
    )
    instance = fields.String()
    rule = fields.String(metadata=described("Of a refused move: the id of the rule that forbids it", "BB-4.1"))
    rule_text = fields.String(
        metadata=described(
            "The rule's sentence",
            "Every action, including pass, costs 1 card discarded from the hand; scout costs 3 (BB-22).",
        )
    )
    errors = fields.List(fields.Nested(InvalidPart))
    version = fields.Integer(metadata=described("Of a stale decision: the version the game has now", 57))
    since = fields.List(fields.Dict(), metadata=described("Of a stale decision: the first 100 events since then", []))
    index = fields.Integer(metadata=described("Of a pick that is not on offer: its place, counted from 0", 1))
    touched = fields.List(fields.String(), metadata=described("What was touched in vain", ["mat:cotton_mill"]))
    offered = fields.List(fields.String(), metadata=described("What was on offer", ["coal_mine", "iron_works"]))
    line = fields.Integer(metadata=described("Of a file that is not right: its first wrong line", 100))
    verdict = fields.String(
        metadata=described("Of a file that is not right: altered, veiled, diverges or illegal", "altered")
    )
    differences = fields.List(
        fields.Dict(),
        metadata=described(
            "Of a file that diverges: where", [{"version": 56, "field": "money", "recorded": 17, "now": 15}]
        ),
    )
    game = fields.String(metadata=described("Of a game that is here already: where", f"/api/games/{A_GAME}"))


# --------------------------------------------------------------------------------------------------------------------
# Rulesets
# --------------------------------------------------------------------------------------------------------------------


class RulesetSchema(Schema):
    """A game that can be played here."""

    name = fields.String(required=True)
    title = fields.String(required=True)
    seats = fields.List(fields.Integer(), required=True, metadata=described("The possible numbers of seats", [2, 3, 4]))
    options = fields.Dict(
        required=True,
        metadata=described(
            "JSON Schema of the table options",
            {"type": "object", "properties": {"introductory": {"type": "boolean", "default": False}}},
        ),
    )
    bots = fields.List(fields.String(), required=True)
    notes = fields.List(fields.String(), required=True)
    commands = fields.List(
        fields.String(),
        required=True,
        metadata=described("Schemas of the commands", ["#/components/schemas/brass-birmingham.Build"]),
    )


# --------------------------------------------------------------------------------------------------------------------
# Tables
# --------------------------------------------------------------------------------------------------------------------


def _storable(options: dict[str, Any]) -> None:
    if not is_plain(options):
        raise ValidationError("An option has a text or a number that cannot be stored. Change it.")


class NewGame(Schema):
    """A table to be opened."""

    ruleset = text(
        60, required=True, metadata=described("The name of a game that can be played here", "brass-birmingham")
    )
    name = text(LONGEST_NAME, required=True, metadata=described("What it is called in lists", "One move a day"))
    seats = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(min=1, max=10),
        metadata=described("People, bots and automas together", 3),
    )
    options = fields.Dict(
        keys=fields.String(),
        load_default=dict,
        validate=_storable,
        metadata=described("See the ruleset's options", {"introductory": True}),
    )
    undo = fields.String(load_default="turn", validate=validate.OneOf(UNDO_POLICIES))
    clock = ClockField(load_default=None)
    private = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class NewGameAlone(Schema):
    """A table at which automas have all other seats."""

    ruleset = text(60, required=True, metadata=described("The name of a game that one person can play", "barrage"))
    name = text(LONGEST_NAME, required=True, metadata=described("What it is called in lists", "Me against the machine"))
    options = fields.Dict(
        keys=fields.String(),
        load_default=dict,
        validate=_storable,
        metadata=described("See the ruleset's options; automas are one of them", {"automas": ["normal"]}),
    )
    undo = fields.String(load_default="free", validate=validate.OneOf(UNDO_POLICIES))
    private = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class Joining(Schema):
    """Sit down; any free seat will do unless one is named."""

    seat = seat()
    invite = code(100)


class AtSeat(Schema):
    """Which of your seats, where you have several."""

    seat = seat()


class AddingBot(Schema):
    """Let a bot play a free seat."""

    bot = text(60, required=True, metadata=described("The name of one of the game's bots", "greedy"))
    seat = seat()


class AddingWords(AtSeat):
    """Words of your own for the chance of the game."""

    words = text(200, required=True)


class Confirming(AtSeat):
    """Let your turns end by themselves, or confirm each."""

    automatic = fields.Boolean(required=True, truthy={True}, falsy={False})


class Abandoning(AtSeat):
    """Agree to end the game without a result, or take that back."""

    agrees = fields.Boolean(load_default=True, truthy={True}, falsy={False})


def an_automas_level() -> fields.String:
    """Which level an automa has: the rules play its seat, and nobody sits there."""
    about = "The level of an automa, whose seat the rules play; null for others"
    return fields.String(required=True, allow_none=True, metadata=described(about, "normal"))


class ChairSchema(Schema):
    """One seat of a table."""

    seat = fields.Integer(required=True)
    name = fields.String(required=True)
    bot = fields.String(required=True, allow_none=True)
    automa = an_automas_level()
    free = fields.Boolean(required=True)
    yours = fields.Boolean(required=True)
    words = fields.String(required=True)
    offered = fields.Boolean(required=True, metadata=described("A replacement is wanted", False))
    stands_in = fields.Boolean(required=True, metadata=described("A bot plays until its player returns", False))
    former = fields.List(
        fields.String(), required=True, metadata=described("Who sat here before, the first of them first", [])
    )
    automatic = fields.Boolean(required=True, metadata=described("Turns end without confirmation", True))
    agrees_to_abandon = fields.Boolean(required=True)


class ToActSchema(Schema):
    """A seat that must act, and why."""

    seat = fields.Integer(required=True)
    reason = fields.String(required=True)


class ChanceSchema(Schema):
    """What is known of the secret seed: its SHA-256 from the beginning, the seed itself when the game is over."""

    commitment = fields.String(required=True)
    recorded = fields.Boolean(required=True)
    seed = fields.String(required=True, allow_none=True)


class OriginSchema(Schema):
    """What a branch continues."""

    id = fields.String(required=True)
    at = fields.Integer(required=True)
    imagined = fields.Boolean(required=True, metadata=described("What its owner could not know was made up", True))


class UndoRequestSchema(Schema):
    """A request to take moves back that waits for answers."""

    seat = fields.Integer(required=True)
    to = fields.Integer(required=True)
    granted = fields.List(fields.Integer(), required=True)


class SupersededSchema(Schema):
    """A rule by which some of a game from a file was decided otherwise than today."""

    rule = fields.String(required=True)
    corrected = fields.Raw(
        required=True, metadata={"type": "string", "format": "date", **described("The day", "2026-11-20")}
    )


class ImportedSchema(Schema):
    """How a game came here that was not played here. Who it says played it, and when, is what its file says."""

    by = fields.String(
        required=True,
        allow_none=True,
        metadata=described("The user who brought it; null: whoever runs the site", "Ada"),
    )
    at = moment("When it was brought in")
    superseded = fields.List(
        fields.Nested(SupersededSchema),
        required=True,
        metadata=described("By which rules, corrected since, some of it was decided otherwise than today", []),
    )


class TableSchema(Schema):
    """A game or a branch as a table."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    ruleset = fields.String(required=True)
    title = fields.String(required=True)
    figures = fields.String(required=True, metadata=described("Digest of the component figures in use", "5f0c1b7a" * 8))
    name = fields.String(required=True)
    owner = fields.String(required=True)
    private = fields.Boolean(required=True)
    undo = fields.String(required=True, validate=validate.OneOf(UNDO_POLICIES))
    options = fields.Dict(required=True)
    phase = fields.String(required=True, validate=validate.OneOf(get_args(Phase)))
    opened_at = moment("When it was opened")
    changed_at = moment("When something last happened in it")
    viewer = eyes(required=True)
    seats = fields.List(fields.Nested(ChairSchema), required=True)
    undo_request = fields.Nested(UndoRequestSchema, required=True, allow_none=True)
    chance = fields.Nested(ChanceSchema, required=True)
    origin = fields.Nested(OriginSchema, required=True, allow_none=True)
    imported = fields.Nested(
        ImportedSchema,
        required=True,
        allow_none=True,
        metadata=described("Of what came from a file, and of every branch of it; null for what was played here", None),
    )
    to_act = fields.List(fields.Nested(ToActSchema), required=True)
    clock = ClockField(required=True)
    clocks = fields.Nested(ClocksSchema, required=True, allow_none=True)
    swap = fields.Nested(SwapSchema, required=True, allow_none=True)


class InvitationSchema(Schema):
    """What opens a private table to somebody."""

    invite = fields.String(required=True)
    link = fields.String(required=True)


class Inviting(Schema):
    """Whom to invite to a table, and perhaps to which seat."""

    name = user_name(required=True)
    seat = seat(metadata=described("A free seat that is kept for them (default: none)", 1))


class GuestSchema(Schema):
    """Somebody who is invited to a table by name."""

    game = fields.String(required=True)
    user = fields.String(required=True)
    name = fields.String(required=True)
    seat = fields.Integer(
        required=True, allow_none=True, metadata=described("The seat that is kept for them; null for none", 1)
    )
    invited_by = fields.String(required=True)
    invited_at = moment("When they were invited")


class OnLists(Schema):
    """Whether a game that was brought in from a file stands in the lists of games for everybody to find."""

    listed = fields.Boolean(required=True, truthy={True}, falsy={False})


class Listing(Schema):
    """Which games, and from where on."""

    filter = fields.String(
        load_default="all",
        validate=validate.OneOf(get_args(Filter)),
        metadata=described(
            "Which games: yours, of yours those that are not over, those that wait for you, …", "my_turn"
        ),
    )
    ruleset = text(60, metadata=described("Of this game only", "brass-birmingham"))
    pace = fields.String(
        validate=validate.OneOf(get_args(Pace)),
        metadata=described("Of open tables: only those with such a clock; none: without any", "days_per_turn"),
    )
    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2LTAzLTAxIl0"))
    limit = fields.Integer(
        load_default=50, validate=validate.Range(min=1, max=100), metadata=described("How many at most", 20)
    )


class SeatedSchema(Schema):
    """A seat as the lobby shows it."""

    seat = fields.Integer(required=True)
    name = fields.String(required=True)
    bot = fields.String(required=True, allow_none=True)
    automa = an_automas_level()
    yours = fields.Boolean(required=True)
    to_act = fields.String(
        required=True, allow_none=True, metadata=described("Why this seat must act now", "Take an action (1 left)")
    )
    deadline = moment("When its time runs out; null where no clock runs", allow_none=True)
    late = fields.Boolean(required=True, metadata=described("Its time has run out in this turn", False))
    offered = fields.Boolean(required=True, metadata=described("A replacement is wanted", False))


class PlaceSchema(Schema):
    """One place of the final ranking."""

    place = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    points = fields.Integer(required=True)


class ListedGame(Schema):
    """A game as the lobby shows it."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    name = fields.String(required=True)
    ruleset = fields.String(required=True)
    options = fields.Dict(required=True)
    owner = fields.String(required=True)
    private = fields.Boolean(required=True)
    imported = fields.Nested(ImportedSchema, required=True, allow_none=True)
    listed = fields.Boolean(required=True, metadata=described("Others find it in their lists, too", True))
    pace = fields.String(required=True, validate=validate.OneOf(get_args(Pace)))
    undo = fields.String(required=True)
    phase = fields.String(required=True)
    seats = fields.List(fields.Nested(SeatedSchema), required=True)
    headline = fields.String(
        required=True, allow_none=True, metadata=described("How far it has come; null before", "Rail era, round 3 of 8")
    )
    points = fields.List(
        fields.Integer(), required=True, metadata=described("By seat, once the game has started", [12, 9])
    )
    ranking = fields.List(fields.Nested(PlaceSchema), required=True)
    opened_at = moment("When it was opened")
    changed_at = moment("When something last happened in it")
    failed_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata=described("The version at which its own rules failed; what is listed is from before", None),
    )


class GamesPage(Schema):
    """Games, the latest change first."""

    games = fields.List(fields.Nested(ListedGame), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata=described("Cursor of the next page", "WyIyMDI2LTAzLTAxIl0")
    )


class ModelHealth(Schema):
    """How far a read model has come."""

    name = fields.String(required=True)
    lag = fields.Integer(required=True, metadata=described("Notification ids behind the journal", 0))
    failed = fields.Integer(required=True, metadata=described("Games and branches it cannot show", 0))


class HealthSchema(Schema):
    """Whether the service can do its work."""

    status = fields.String(required=True, validate=validate.OneOf(("ok", "behind", "failing")))
    writes = fields.Boolean(required=True, metadata=described("The latest attempt to write something succeeded", True))
    age = fields.Float(
        required=True, metadata=described("Seconds since that attempt; all of this is as it was then", 4.2)
    )
    worker_age = fields.Float(
        required=True,
        allow_none=True,
        metadata=described("Seconds since a worker last reported that all its work is running; null if none has", 3.1),
    )
    journal = fields.Integer(required=True, metadata=described("The latest notification id", 33857))
    read_models = fields.List(fields.Nested(ModelHealth), required=True)
