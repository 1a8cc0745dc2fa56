"""Schemas of tables. Each game describes its own data by structs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal, get_args

from flask_babel import gettext
from marshmallow import Schema, ValidationError, fields, validate
from msgspec import Struct

from domain.data_faults import shortened
from domain.presentation import Place
from domain.table.facts import UndoPolicy
from domain.table.seating import Phase, UndoRequest
from projections.game_list import Filter, Pace
from service.schemas.fields import A_GAME, ShownTo, code, described, seat, text, user_name
from service.schemas.from_struct import about, when
from service.schemas.time import AgreedClock, ClockField, Clocks, Swap
from service.transfer.text_validation import LONGEST_NAME, is_plain

UNDO_POLICIES = get_args(UndoPolicy)


# --------------------------------------------------------------------------------------------------------------------
# Errors
# --------------------------------------------------------------------------------------------------------------------


class InvalidPart(Schema):
    """An error in one part of a request."""

    path = fields.String(required=True)
    detail = fields.String(required=True)


class ProblemSchema(Schema):
    """Problem details (RFC 9457)."""

    type = fields.String(
        required=True,
        metadata=described("The URL of the documentation of this type of problem", "/api/docs#illegal-move"),
    )
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(
        required=True,
        metadata=described(
            "A description of the problem", "The Walsall card is not in your hand. Choose a card from your hand."
        ),
    )
    instance = fields.String()
    rule = fields.String(metadata=described("The id of the rule that forbids the move", "BB-4.1"))
    rule_text = fields.String(
        metadata=described(
            "The text of this rule",
            "Every action, including pass, costs 1 card discarded from the hand; scout costs 3 (BB-22).",
        )
    )
    errors = fields.List(fields.Nested(InvalidPart))
    version = fields.Integer(
        metadata=described("The current version of the game, if the request named an older one", 57)
    )
    since = fields.List(
        fields.Dict(), metadata=described("The first 100 events since the version that the request named", [])
    )
    index = fields.Integer(metadata=described("The index of the pick that is not an option, counted from 0", 1))
    elements = fields.List(
        fields.String(),
        metadata=described("Selected parts of the drawing that no legal move uses", ["mat:cotton_mill"]),
    )
    offered = fields.List(fields.String(), metadata=described("The values of the options", ["coal_mine", "iron_works"]))
    line = fields.Integer(metadata=described("The number of the first wrong line of the file", 100))
    verdict = fields.String(
        metadata=described("The verdict on a file with an error: altered, veiled, diverges or illegal", "altered")
    )
    differences = fields.List(
        fields.Dict(),
        metadata=described(
            "The differences, if the verdict is `diverges`",
            [{"version": 56, "field": "money", "recorded": 17, "now": 15}],
        ),
    )
    game = fields.String(metadata=described("The URL of the game, if it already exists", f"/api/games/{A_GAME}"))


# --------------------------------------------------------------------------------------------------------------------
# Rulesets
# --------------------------------------------------------------------------------------------------------------------


class Ruleset(Struct):
    """A game that you can play here."""

    name: str
    title: str
    seats: Annotated[list[int], about("The possible numbers of seats", [2, 3, 4])]
    options: Annotated[
        dict[str, Any],
        about(
            "JSON Schema of the table options",
            {"type": "object", "properties": {"introductory": {"type": "boolean", "default": False}}},
        ),
    ]
    bots: list[str]
    notes: list[str]
    commands: Annotated[
        list[str], about("References to the schemas of its commands", ["#/components/schemas/brass-birmingham.Build"])
    ]


# --------------------------------------------------------------------------------------------------------------------
# Tables
# --------------------------------------------------------------------------------------------------------------------


def _storable(options: dict[str, Any]) -> None:
    for name, value in options.items():
        if not is_plain({name: value}):
            detail = gettext(
                "The option “%(name)s” has a text or a number that can't be stored. Change it.", name=shortened(name)
            )
            raise ValidationError(detail)


def game_options(description: str, example: dict[str, Any]) -> fields.Dict:
    """Return a field for options of a ruleset, which checks only whether they can be stored."""
    return fields.Dict(
        keys=fields.String(), load_default=dict, validate=_storable, metadata=described(description, example)
    )


class NewGame(Schema):
    """A new table."""

    ruleset = text(60, required=True, metadata=described("The name of a ruleset", "brass-birmingham"))
    name = text(LONGEST_NAME, required=True, metadata=described("The name of the table", "One move a day"))
    seats = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(min=1, max=10),
        metadata=described("The number of seats, including bots and automas", 3),
    )
    options = game_options("The options of the ruleset", {"introductory": True})
    undo = fields.String(load_default="turn", validate=validate.OneOf(UNDO_POLICIES))
    clock = ClockField(load_default=None)
    private = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class NewSoloGame(Schema):
    """A new solo game in which automas take all other seats."""

    ruleset = text(60, required=True, metadata=described("The name of a ruleset with a solo game", "barrage"))
    name = text(LONGEST_NAME, required=True, metadata=described("The name of the table", "Me against the machine"))
    options = game_options("The options of the ruleset, including its automas", {"automas": ["normal"]})
    undo = fields.String(load_default="free", validate=validate.OneOf(UNDO_POLICIES))
    private = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class JoinRequest(Schema):
    """A seat to take (default: any free seat)."""

    seat = seat()
    invite = code(100)


class SeatSelection(Schema):
    """Your seat, if you have several."""

    seat = seat()


class NewBot(Schema):
    """A bot for a free seat."""

    bot = text(60, required=True, metadata=described("The name of one of the game's bots", "greedy"))
    seat = seat()


class NewSeedContribution(SeatSelection):
    """Your contribution to the seed of the game."""

    seed_contribution = text(200, required=True)


class TurnConfirmation(SeatSelection):
    """Whether your turns end automatically or after your confirmation."""

    automatic = fields.Boolean(required=True, truthy={True}, falsy={False})


class AbandonAgreement(SeatSelection):
    """Whether you agree to abandon the game: to end it without a result."""

    agrees = fields.Boolean(load_default=True, truthy={True}, falsy={False})


AutomaLevel = Annotated[str | None, about("The level of the automa in this seat; null if there is none", "normal")]


class Seat(Struct):
    """A seat of a table."""

    seat: int
    name: str
    bot: str | None
    automa: AutomaLevel
    free: bool
    yours: bool
    seed_contribution: str
    offered: Annotated[bool, about("True if the seat is offered to a replacement", False)]
    by_substitute_bot: Annotated[bool, about("True if a substitute bot plays until the player returns", False)]
    former: Annotated[list[str], about("The names of former players of this seat, oldest first", [])]
    automatic: Annotated[bool, about("True if turns end without confirmation", True)]
    agrees_to_abandon: bool


class ToAct(Struct):
    """A seat that must act, and the reason."""

    seat: int
    reason: str


class Randomness(Struct):
    """A game's randomness: the SHA-256 hash of its seed and, after the game, the seed."""

    commitment: str
    recorded: bool
    seed: str | None


class Origin(Struct):
    """The position that a branch continues."""

    id: str
    at: int
    imagined: Annotated[bool, about("True if hidden information was filled in at random for the branch", True)]


class SupersededRule(Struct):
    """A rule that was corrected after an imported game used it."""

    rule: str
    corrected: Annotated[date, about("The date of the correction", "2026-11-20")]


class Imported(Struct):
    """Details of a game's import. The game's players and times come from the file."""

    by: Annotated[str | None, about("The name of the user who imported it; null: the operator", "Ada")]
    at: Annotated[datetime, when("The time of the import")]
    superseded: Annotated[
        list[SupersededRule],
        about("Rules that were corrected after the game used them", []),
    ]


FromFile = Annotated[
    Imported | None,
    about("Details of the import; null if the game was played here", None),
]


class Table(Struct):
    """The table details of a game or branch."""

    id: str
    version: int
    ruleset: str
    title: str
    figures: Annotated[str, about("The digest of the component figures that the game uses", "5f0c1b7a" * 8)]
    name: str
    host: str
    private: bool
    undo: UndoPolicy
    options: dict[str, Any]
    phase: Phase
    opened_at: Annotated[datetime, when("The time when the table was opened")]
    changed_at: Annotated[datetime, when("The time of the last event")]
    viewer: ShownTo
    seats: list[Seat]
    undo_request: UndoRequest | None
    randomness: Randomness
    origin: Origin | None
    imported: FromFile
    to_act: list[ToAct]
    clock: AgreedClock
    clocks: Clocks | None
    swap: Swap | None


class InvitationLink(Struct):
    """An invitation link to a private table or a branch."""

    invite: str
    link: str


class NewInvitee(Schema):
    """A user to invite, and a seat to reserve for them."""

    name = user_name(required=True)
    seat = seat(metadata=described("A free seat to reserve for them (default: none)", 1))


class Invitee(Struct):
    """A user who has been invited to a table by name."""

    game: str
    user: str
    name: str
    seat: Annotated[int | None, about("The seat that is reserved for them; null if there is none", 1)]
    invited_by: str
    invited_at: Annotated[datetime, when("The time of the invitation")]


class GameListing(Schema):
    """Whether an imported game appears in everyone's lists."""

    listed = fields.Boolean(required=True, truthy={True}, falsy={False})


class GamesQuery(Schema):
    """Filters for the list of games."""

    filter = fields.String(
        load_default="all",
        validate=validate.OneOf(get_args(Filter)),
        metadata=described(
            "The games to return: for example your games, your running games, or those in which it is your turn",
            "my_turn",
        ),
    )
    ruleset = text(60, metadata=described("Return only games of this ruleset", "brass-birmingham"))
    pace = fields.String(
        validate=validate.OneOf(get_args(Pace)),
        metadata=described("Return only open tables with this kind of clock; `none`: without a clock", "days_per_turn"),
    )
    cursor = code(metadata=described("The value of `next` on the previous page", "WyIyMDI2LTAzLTAxIl0"))
    limit = fields.Integer(
        load_default=50, validate=validate.Range(min=1, max=100), metadata=described("The maximum number of games", 20)
    )


class ListedSeat(Struct):
    """A seat in the lobby."""

    seat: int
    name: str
    bot: str | None
    automa: AutomaLevel
    yours: bool
    to_act: Annotated[
        str | None,
        about("The reason why the seat must act now; null if it does not have to", "Take an action (1 left)"),
    ]
    deadline: Annotated[datetime | None, when("The deadline of the seat; null if no clock runs")]
    late: Annotated[bool, about("True if the seat is out of time in this turn", False)]
    offered: Annotated[bool, about("True if the seat is offered to a replacement", False)]


class ListedGame(Struct):
    """A game in the lobby."""

    id: str
    version: int
    name: str
    ruleset: str
    options: dict[str, Any]
    host: str
    private: bool
    imported: Imported | None
    listed: Annotated[bool, about("True if the game appears in everyone's lists", True)]
    pace: Pace
    undo: str
    phase: str
    seats: list[ListedSeat]
    headline: Annotated[str | None, about("The progress of the game; null before the start", "Rail era, round 3 of 8")]
    points: Annotated[Sequence[int], about("The points of each seat; empty before the start", [12, 9])]
    ranking: Sequence[Place]
    opened_at: Annotated[datetime, when("The time when the table was opened")]
    changed_at: Annotated[datetime, when("The time of the last event")]
    failed_at: Annotated[
        int | None,
        about("The version at which the rules of the game failed; the other fields show the state before it", None),
    ]


class GamesPage(Struct):
    """A page of games, latest change first."""

    games: list[ListedGame]
    next: Annotated[str | None, about("The cursor of the next page; null on the last page", "WyIyMDI2LTAzLTAxIl0")]


class ModelHealth(Struct):
    """The progress of a read model."""

    name: str
    lag: Annotated[int, about("The number of notification ids by which the read model lags behind the journal", 0)]
    failed: Annotated[int, about("The number of games and branches that the read model can't show", 0)]


class Health(Struct):
    """The health of the service."""

    status: Literal["ok", "behind", "failing"]
    writes: Annotated[bool, about("True if the last attempt to write succeeded", True)]
    age: Annotated[float, about("Seconds since the last attempt to write; all values date from then", 4.2)]
    worker_age: Annotated[
        float | None,
        about("Seconds since a worker last reported that all its work is running; null if none has reported", 3.1),
    ]
    journal: Annotated[int, about("The latest notification id", 33857)]
    read_models: list[ModelHealth]
