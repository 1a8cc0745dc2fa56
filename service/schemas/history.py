"""Requests and responses about history, reasons, ledger, branches and audits."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal

from flask_babel import gettext
from marshmallow import Schema, ValidationError, fields, validate, validates_schema
from msgspec import Meta, Struct

from domain.findings import Difference, Verdict
from domain.message import Message
from service.schemas.fields import LARGEST_VERSION, Look, code, described, seat, text, version
from service.schemas.from_struct import about, part_of_game, when
from service.schemas.play import Event
from service.schemas.tables import FromFile
from service.transfer.text_validation import LONGEST_NAME


class HistoryQuery(Look):
    """Filters for the history."""

    order = fields.String(
        load_default="forward",
        validate=validate.OneOf(("forward", "backward")),
        metadata=described("`forward`: oldest event first. `backward`: latest event first", "backward"),
    )
    player_seat = fields.Integer(
        validate=validate.Range(min=0, max=99), metadata=described("Return only events of this seat", 1)
    )
    kind = text(100, metadata=described("Return only events with this topic", "brass.birmingham.built"))
    place = text(
        100,
        metadata=described("Return only events that concern this part of the drawings (`data-element`)", "place:leek"),
    )
    before = fields.Integer(
        validate=validate.Range(min=1, max=LARGEST_VERSION),
        metadata=described("With the order `backward`: return only events before this version", 57),
    )
    cursor = code(metadata=described("The value of `next` on the previous page", "WyIyMDI2LTAzLTAxIl0"))
    limit = fields.Integer(
        load_default=100,
        validate=validate.Range(min=1, max=500),
        metadata=described("The maximum number of results", 50),
    )

    @validates_schema
    def _before_goes_backward(self, data: dict[str, Any], **_: Any) -> None:
        if "before" in data and data["order"] != "backward":
            raise ValidationError(gettext("Use this only with the order `backward`."), "before")


class HistoryPage(Struct):
    """A page of events, including undone ones."""

    version: int
    events: list[Event]
    next: str | None


class TimelineQuery(Look):
    """The part of the timeline to return."""

    cursor = code(metadata=described("The value of `next` on the previous page", "WyIyMDI2LTAzLTAxIl0"))


class TimelinePhase(Struct):
    """The start of a round or an era."""

    version: Annotated[int, about("The version of its first event", 57)]
    kind: Literal["era", "round"]
    name: Annotated[str, about("The name of the round or era", "Round 5")]


class TimelineSegment(Struct):
    """Consecutive events of one seat's turn, or consecutive undone events."""

    first: Annotated[int, about("The version of its first event", 57)]
    last: Annotated[int, about("The version of its last event", 61)]
    seat: Annotated[int | None, about("The seat that acted; null before the first move", 1)]
    active: Annotated[bool, about("False if it was undone", True)]


class Timeline(Struct):
    """A page of a game's timeline."""

    version: int
    phases: list[TimelinePhase]
    segments: list[TimelineSegment]
    next: str | None


class Reason(Struct):
    """A step in a decision by the rules: a question, and the candidates before and after it.

    Candidates have the same names as the parts of the drawings that show them.
    """

    text: Annotated[str, about("The question and its result", "Code 6: 6B is left.")]
    message: Annotated[
        Message,
        part_of_game(
            "The text as a template with named parts",
            {
                "part": "message",
                "id": "automa.site-left",
                "text": "Code {code}: {site} is left.",
                "parts": {"code": "6", "site": "6B"},
            },
        ),
    ]
    rule: Annotated[str, about("The id of the rule", "TA-20.1")]
    about: Annotated[str, about("The part of this decision's drawing that the step concerns; may be empty", "action:2")]
    candidates_before: Annotated[Sequence[str], about("The candidates before the step", ["site:5A", "site:6B"])]
    candidates_after: Annotated[Sequence[str], about("The candidates after the step", ["site:6B"])]


class ExplainedEvent(Event, kw_only=True):
    """An event in the log, with an explanation if the rules decided it."""

    explanation: list[Reason]
    drawing: Annotated[str | None, about("The URL of the drawing of the decision; null if there is none", None)]


class LedgerQuery(Look):
    """Filters for the ledger."""

    player_seat = fields.Integer(
        validate=validate.Range(min=0, max=99), metadata=described("Return only entries of this seat", 1)
    )
    account = text(60, metadata=described("Return only entries of this account", "money"))
    cursor = code(metadata=described("The value of `next` on the previous page", "WyIyMDI2LTAzLTAxIl0"))
    limit = fields.Integer(
        load_default=200,
        validate=validate.Range(min=1, max=1000),
        metadata=described("The maximum number of results", 50),
    )


class LedgerEntry(Struct):
    """A change to a seat's account."""

    version: Annotated[int, about("The version of the event that caused the change", 57)]
    seat: int
    account: str
    change: int
    balance: int
    active: bool


class LedgerPage(Struct):
    """A page of the ledger. The changes that were not undone add up to the balances."""

    version: int
    balances: Annotated[
        dict[str, list[int]], about("The balance of each seat, by account", {"money": [17, 30], "points": [12, 9]})
    ]
    entries: list[LedgerEntry]
    next: str | None


class Source(Struct):
    """A source of points, and the points that each seat scored from it."""

    category: Annotated[str, about("The name of the source", "Contracts")]
    points: Annotated[Sequence[int], about("The points of each seat", [12, 9])]


class Gain(Struct):
    """The points that a seat gained in one event."""

    seat: Annotated[int, about("The seat", 1)]
    points: Annotated[int, about("The points", 9)]


class TurningPoint(Struct):
    """A turning point of the game."""

    version: Annotated[int, about("The version of the event", 57)]
    points: Annotated[Sequence[int], about("The points of each seat after the event", [31, 28])]
    leads: Annotated[int | None, about("The seat that took the lead here; short-lived changes are left out", 0)]
    gained: Annotated[
        list[Gain], about("Seats for which this was the largest gain in one event", [{"seat": 1, "points": 9}])
    ]


class Report(Struct):
    """The sources of each seat's points, and the turning points of the game."""

    version: int
    points: Annotated[Sequence[int], about("The points of each seat", [31, 28])]
    sources: list[Source]
    turning_points: list[TurningPoint]


class NewBranch(Schema):
    """A new branch."""

    at = version(metadata=described("The version from which the branch starts (default: the current one)", 57))
    name = text(LONGEST_NAME, load_default="What if")
    seat = seat(metadata=described("The seat whose knowledge the branch uses, if you have several seats", 0))


LONGEST_COMMENT = 500
"""The maximum number of characters in a comment on a branch."""


class BranchName(Schema):
    """The name of a branch."""

    name = text(LONGEST_NAME, required=True, metadata=described("The name", "Waiting one round"))


class BranchComment(Schema):
    """The owner's comment on a branch."""

    comment = text(
        LONGEST_COMMENT,
        0,
        required=True,
        metadata=described("The comment; an empty text removes it", "Too early for coal"),
    )


class BranchHidden(Schema):
    """Whether a branch is hidden from lists."""

    hidden = fields.Boolean(required=True, metadata=described("True to hide the branch; its URL still works", True))


class Branch(Struct):
    """A branch in a game's tree."""

    id: str
    origin: str
    at: int
    name: str
    comment: Annotated[str, about("The owner's comment", "Too early for coal")]
    hidden: Annotated[bool, about("True if the branch is hidden from lists", False)]
    owner: str
    imagined: bool
    imported: FromFile
    version: int
    opened_at: Annotated[datetime, when("The time when the branch was opened")]
    changed_at: Annotated[datetime, when("The time of the last event")]


class BranchesQuery(Look):
    """The part of the tree of branches to return."""

    hidden = fields.Boolean(load_default=False, metadata=described("Include your hidden branches", True))

    cursor = code(metadata=described("The value of `next` on the previous page", "WyIyMDI2LTAzLTAxIl0"))
    limit = fields.Integer(
        load_default=100,
        validate=validate.Range(min=1, max=500),
        metadata=described("The maximum number of results", 50),
    )


class BranchTree(Struct):
    """The branches of a game that you can see, oldest first. A branch comes after its origin."""

    root: str
    branches: list[Branch]
    next: str | None


class Finding(Struct):
    """The verdict on one command in an audit.

    ``superseded``: the move was correct under the rules of its time; a rule has been corrected since.
    """

    version: int
    seat: int | None
    verdict: Verdict
    rule: str | None
    rule_text: str | None
    corrected: Annotated[date | None, about("The date of the correction, if the verdict is `superseded`", "2026-11-20")]
    detail: str | None
    differences: Sequence[Annotated[Difference, Meta(extra_json_schema={"type": "object"})]]


class Audit(Struct):
    """The audit of a game or branch: its commands, checked under today's rules."""

    version: int
    identical: bool
    findings: list[Finding]
