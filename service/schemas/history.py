"""Requests and responses about history, reasons, ledger, branches and audits."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal

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
    """Which part of the history."""

    order = fields.String(
        load_default="forward",
        validate=validate.OneOf(("forward", "backward")),
        metadata=described("From the beginning, or from the latest on", "backward"),
    )
    player_seat = fields.Integer(validate=validate.Range(min=0, max=99), metadata=described("What this seat did", 1))
    kind = text(100, metadata=described("Facts with this topic", "brass.birmingham.built"))
    place = text(100, metadata=described("What was about this part of the drawings (`data-element`)", "place:leek"))
    before = fields.Integer(
        validate=validate.Range(min=1, max=LARGEST_VERSION),
        metadata=described("From the latest on: what was before this version", 57),
    )
    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2LTAzLTAxIl0"))
    limit = fields.Integer(
        load_default=100, validate=validate.Range(min=1, max=500), metadata=described("How many at most", 50)
    )

    @validates_schema
    def _before_goes_backward(self, data: dict[str, Any], **_: Any) -> None:
        if "before" in data and data["order"] != "backward":
            raise ValidationError("That goes with the order backward only.", "before")


class HistoryPage(Struct):
    """Facts of the stream, what was taken back included."""

    version: int
    events: list[Event]
    next: str | None


class TimelineQuery(Look):
    """Which part of a game."""

    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2LTAzLTAxIl0"))


class Chapter(Struct):
    """A round or an era that begins."""

    version: Annotated[int, about("The fact that it begins with", 57)]
    kind: Literal["era", "round"]
    name: Annotated[str, about("What it is called", "Round 5")]


class Stretch(Struct):
    """Consecutive events of one seat's turn, or on one path that was taken back."""

    first: Annotated[int, about("Its first fact", 57)]
    last: Annotated[int, about("Its last fact", 61)]
    seat: Annotated[int | None, about("Whose it is; nobody's before anybody moved", 1)]
    on_line: Annotated[bool, about("It counts now; false for what was taken back", True)]


class Timeline(Struct):
    """A part of a game at a glance; the pages one after the other are the whole of it."""

    version: int
    chapters: list[Chapter]
    stretches: list[Stretch]
    next: str | None


class Reason(Struct):
    """One step on the way to what was done by rules: one was asked, and of several candidates so many were left.

    Candidates go by the names of the parts that show them, in the drawn board first of all.
    """

    text: Annotated[str, about("What was asked and what came of it", "Code 6: 6B is left.")]
    message: Annotated[
        Message,
        part_of_game(
            "The text and its named parts",
            {
                "part": "message",
                "id": "automa.site-left",
                "text": "Code {code}: {site} is left.",
                "parts": {"code": "6", "site": "6B"},
            },
        ),
    ]
    rule: Annotated[str, about("The rule it rests on", "TA-20.1")]
    about: Annotated[str, about("The part of this fact's own drawing that was asked, or nothing", "action:2")]
    among: Annotated[Sequence[str], about("The candidates before", ["site:5A", "site:6B"])]
    left: Annotated[Sequence[str], about("Those left after it", ["site:6B"])]


class ExplainedFact(Event, kw_only=True):
    """A fact of the log, and why it came about where rules decided it."""

    why: list[Reason]
    drawing: Annotated[str | None, about("Where the drawing of it is, if there is one", None)]


class LedgerQuery(Look):
    """Whose accounts, and which."""

    player_seat = fields.Integer(validate=validate.Range(min=0, max=99), metadata=described("Of this seat only", 1))
    account = text(60, metadata=described("Of this account only", "money"))
    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2LTAzLTAxIl0"))
    limit = fields.Integer(
        load_default=200, validate=validate.Range(min=1, max=1000), metadata=described("How many at most", 50)
    )


class LedgerEntry(Struct):
    """One change of one account of one seat."""

    version: Annotated[int, about("The fact that caused it", 57)]
    seat: int
    account: str
    change: int
    balance: int
    on_line: bool


class LedgerPage(Struct):
    """A page of the ledger; the changes that count add up to the balances."""

    version: int
    balances: Annotated[
        dict[str, list[int]], about("By account, one number per seat", {"money": [17, 30], "points": [12, 9]})
    ]
    entries: list[LedgerEntry]
    next: str | None


class Source(Struct):
    """A category of the game's own, and the points that each seat had of it."""

    category: Annotated[str, about("What it is called", "Contracts")]
    points: Annotated[Sequence[int], about("By seat", [12, 9])]


class Gain(Struct):
    """The points that a seat gained at once."""

    seat: Annotated[int, about("Whose", 1)]
    points: Annotated[int, about("How many", 9)]


class TurningPoint(Struct):
    """An event at which the game turned."""

    version: Annotated[int, about("Of the fact", 57)]
    points: Annotated[Sequence[int], about("By seat, after it", [31, 28])]
    leads: Annotated[int | None, about("Who took the lead from another here; of many changes those that lasted", 0)]
    gained: Annotated[list[Gain], about("The seats that never gained more at once", [{"seat": 1, "points": 9}])]


class Report(Struct):
    """The sources of each seat's points, which add up to them, and the turning points of the game."""

    version: int
    points: Annotated[Sequence[int], about("By seat", [31, 28])]
    sources: list[Source]
    turning_points: list[TurningPoint]


class NewBranch(Schema):
    """A what-if."""

    at = version(metadata=described("The version to continue from (default: now)", 57))
    name = text(LONGEST_NAME, load_default="What if")
    seat = seat(metadata=described("Whose knowledge it starts from, where you have several seats", 0))


LONGEST_COMMENT = 500
"""Characters of what is said of a what-if."""


class BranchName(Schema):
    """What a what-if is called."""

    name = text(LONGEST_NAME, required=True, metadata=described("The name", "What if I had waited"))


class BranchComment(Schema):
    """What its maker says of a what-if."""

    comment = text(
        LONGEST_COMMENT, 0, required=True, metadata=described("Nothing takes away what was said", "Too early for coal")
    )


class BranchHidden(Schema):
    """Whether a what-if is out of sight."""

    hidden = fields.Boolean(required=True, metadata=described("Its address leads there still", True))


class Branch(Struct):
    """A branch in the tree of a game."""

    id: str
    origin: str
    at: int
    name: str
    comment: Annotated[str, about("What its maker says of it", "Too early for coal")]
    hidden: Annotated[bool, about("Its maker took it off the lists", False)]
    owner: str
    imagined: bool
    imported: FromFile
    version: int
    opened_at: Annotated[datetime, when("When it was opened")]
    changed_at: Annotated[datetime, when("When something last happened in it")]


class BranchesQuery(Look):
    """Which part of the tree."""

    hidden = fields.Boolean(load_default=False, metadata=described("Your own that are out of sight, too", True))

    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2LTAzLTAxIl0"))
    limit = fields.Integer(
        load_default=100, validate=validate.Range(min=1, max=500), metadata=described("How many at most", 50)
    )


class BranchTree(Struct):
    """The branches of a game that you may see, the oldest first: origins come before what continues them."""

    root: str
    branches: list[Branch]
    next: str | None


class Finding(Struct):
    """The result of deciding one command again.

    ``superseded``: otherwise by today's rules, but as recorded by those of its time, before the rule was corrected.
    """

    version: int
    seat: int | None
    verdict: Verdict
    rule: str | None
    rule_text: str | None
    corrected: Annotated[date | None, about("Of what is superseded: when the rule changed", "2026-11-20")]
    detail: str | None
    differences: Sequence[Annotated[Difference, Meta(extra_json_schema={"type": "object"})]]


class Audit(Struct):
    """The commands of a branch or game under today's rules."""

    version: int
    identical: bool
    findings: list[Finding]
