"""Schemas of tables. Each game describes its own data by structs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal, get_args

from marshmallow import Schema, ValidationError, fields, validate
from msgspec import Struct

from domain.presentation import Place
from domain.table.facts import UndoPolicy
from domain.table.seating import Phase, UndoRequest
from projections.game_list import Filter, Pace
from service.schemas.fields import A_GAME, SeenBy, code, described, seat, text, user_name
from service.schemas.from_struct import about, when
from service.schemas.time import AgreedClock, ClockField, Clocks, Swap
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
    elements = fields.List(fields.String(), metadata=described("What was touched in vain", ["mat:cotton_mill"]))
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


class Ruleset(Struct):
    """A game that can be played here."""

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
    commands: Annotated[list[str], about("Schemas of the commands", ["#/components/schemas/brass-birmingham.Build"])]


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


AutomaLevel = Annotated[
    str | None, about("The level of an automa, whose seat the rules play; null for others", "normal")
]


class Chair(Struct):
    """A seat of a table."""

    seat: int
    name: str
    bot: str | None
    automa: AutomaLevel
    free: bool
    yours: bool
    words: str
    offered: Annotated[bool, about("A replacement is wanted", False)]
    stands_in: Annotated[bool, about("A bot plays until its player returns", False)]
    former: Annotated[list[str], about("Who sat here before, the first of them first", [])]
    automatic: Annotated[bool, about("Turns end without confirmation", True)]
    agrees_to_abandon: bool


class ToAct(Struct):
    """A seat that must act, and why."""

    seat: int
    reason: str


class Chance(Struct):
    """What is known of the secret seed: its SHA-256 from the beginning, the seed itself when the game is over."""

    commitment: str
    recorded: bool
    seed: str | None


class Origin(Struct):
    """The position that a branch continues."""

    id: str
    at: int
    imagined: Annotated[bool, about("What its owner could not know was made up", True)]


class Superseded(Struct):
    """A rule by which some of an imported game was decided otherwise than today."""

    rule: str
    corrected: Annotated[date, about("The day", "2026-11-20")]


class Imported(Struct):
    """The import of a game that was not played here. Its players and times are those that its file names."""

    by: Annotated[str | None, about("The user who brought it; null: whoever runs the site", "Ada")]
    at: Annotated[datetime, when("When it was brought in")]
    superseded: Annotated[
        list[Superseded],
        about("By which rules, corrected since, some of it was decided otherwise than today", []),
    ]


FromFile = Annotated[
    Imported | None,
    about("Of what came from a file, and of every branch of it; null for what was played here", None),
]


class Table(Struct):
    """A game or a branch as a table."""

    id: str
    version: int
    ruleset: str
    title: str
    figures: Annotated[str, about("Digest of the component figures in use", "5f0c1b7a" * 8)]
    name: str
    owner: str
    private: bool
    undo: UndoPolicy
    options: dict[str, Any]
    phase: Phase
    opened_at: Annotated[datetime, when("When it was opened")]
    changed_at: Annotated[datetime, when("When something last happened in it")]
    viewer: SeenBy
    seats: list[Chair]
    undo_request: UndoRequest | None
    chance: Chance
    origin: Origin | None
    imported: FromFile
    to_act: list[ToAct]
    clock: AgreedClock
    clocks: Clocks | None
    swap: Swap | None


class Invitation(Struct):
    """An invitation link to a private table or a branch."""

    invite: str
    link: str


class Inviting(Schema):
    """Whom to invite to a table, and perhaps to which seat."""

    name = user_name(required=True)
    seat = seat(metadata=described("A free seat that is kept for them (default: none)", 1))


class Guest(Struct):
    """A user who is invited to a table by name."""

    game: str
    user: str
    name: str
    seat: Annotated[int | None, about("The seat that is kept for them; null for none", 1)]
    invited_by: str
    invited_at: Annotated[datetime, when("When they were invited")]


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


class Seated(Struct):
    """A seat in the lobby."""

    seat: int
    name: str
    bot: str | None
    automa: AutomaLevel
    yours: bool
    to_act: Annotated[str | None, about("Why this seat must act now", "Take an action (1 left)")]
    deadline: Annotated[datetime | None, when("When its time runs out; null where no clock runs")]
    late: Annotated[bool, about("Its time has run out in this turn", False)]
    offered: Annotated[bool, about("A replacement is wanted", False)]


class ListedGame(Struct):
    """A game in the lobby."""

    id: str
    version: int
    name: str
    ruleset: str
    options: dict[str, Any]
    owner: str
    private: bool
    imported: Imported | None
    listed: Annotated[bool, about("Others find it in their lists, too", True)]
    pace: Pace
    undo: str
    phase: str
    seats: list[Seated]
    headline: Annotated[str | None, about("How far it has come; null before", "Rail era, round 3 of 8")]
    points: Annotated[Sequence[int], about("By seat, once the game has started", [12, 9])]
    ranking: Sequence[Place]
    opened_at: Annotated[datetime, when("When it was opened")]
    changed_at: Annotated[datetime, when("When something last happened in it")]
    failed_at: Annotated[
        int | None, about("The version at which its own rules failed; what is listed is from before", None)
    ]


class GamesPage(Struct):
    """Games, the latest change first."""

    games: list[ListedGame]
    next: Annotated[str | None, about("Cursor of the next page", "WyIyMDI2LTAzLTAxIl0")]


class ModelHealth(Struct):
    """The progress of a read model."""

    name: str
    lag: Annotated[int, about("Notification ids behind the journal", 0)]
    failed: Annotated[int, about("Games and branches it cannot show", 0)]


class Health(Struct):
    """The health of the service."""

    status: Literal["ok", "behind", "failing"]
    writes: Annotated[bool, about("The latest attempt to write something succeeded", True)]
    age: Annotated[float, about("Seconds since that attempt; all of this is as it was then", 4.2)]
    worker_age: Annotated[
        float | None,
        about("Seconds since a worker last reported that all its work is running; null if none has", 3.1),
    ]
    journal: Annotated[int, about("The latest notification id", 33857)]
    read_models: list[ModelHealth]
