"""Schemas of history, explanations, ledger, branches and audits."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.audit import Verdict
from service.schemas.fields import LARGEST_VERSION, Look, code, described, game_object, moment, seat, text, version
from service.schemas.from_struct import schema_class
from service.schemas.play import EventSchema
from service.schemas.tables import Imported
from service.transfer.text_validation import LONGEST_NAME


class HistoryQuery(Look):
    """Which part of the history."""

    order = fields.String(
        load_default="forward",
        validate=validate.OneOf(("forward", "backward")),
        metadata=described("From the beginning, or from the latest on", "backward"),
    )
    of_seat = fields.Integer(validate=validate.Range(min=0, max=99), metadata=described("What this seat did", 1))
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


class HistoryPage(Schema):
    """Facts of the stream, what was taken back included."""

    version = fields.Integer(required=True)
    events = fields.List(fields.Nested(EventSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class TimelineQuery(Look):
    """Which part of a game."""

    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2LTAzLTAxIl0"))


class ChapterSchema(Schema):
    """A round or an era that begins."""

    version = fields.Integer(required=True, metadata=described("The fact that it begins with", 57))
    kind = fields.String(required=True, validate=validate.OneOf(("era", "round")))
    name = fields.String(required=True, metadata=described("What it is called", "Round 5"))


class StretchSchema(Schema):
    """Facts one after the other of one seat's turn, or on one path that was taken back."""

    first = fields.Integer(required=True, metadata=described("Its first fact", 57))
    last = fields.Integer(required=True, metadata=described("Its last fact", 61))
    seat = fields.Integer(
        required=True, allow_none=True, metadata=described("Whose it is; nobody's before anybody moved", 1)
    )
    on_line = fields.Boolean(required=True, metadata=described("It counts now; false for what was taken back", True))


class TimelineSchema(Schema):
    """A part of a game at a glance; the pages one after the other are the whole of it."""

    version = fields.Integer(required=True)
    chapters = fields.List(fields.Nested(ChapterSchema), required=True)
    stretches = fields.List(fields.Nested(StretchSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class ReasonSchema(Schema):
    """One step on the way to what was done by rules: one was asked, and of several candidates so many were left.

    Candidates go by the names of the parts that show them, in the drawn board first of all.
    """

    text = fields.String(required=True, metadata=described("What was asked and what came of it", "Code 6: 6B is left."))
    message = game_object(
        "The text and its named parts",
        {"part": "message", "text": "Code {code}: {site} is left.", "parts": {"code": "6", "site": "6B"}},
        attribute="told",
        required=True,
    )
    rule = fields.String(required=True, metadata=described("The rule it rests on", "TA-20.1"))
    about = fields.String(
        required=True, metadata=described("The part of this fact's own drawing that was asked, or nothing", "action:2")
    )
    among = fields.List(
        fields.String(), required=True, metadata=described("The candidates before", ["site:5A", "site:6B"])
    )
    left = fields.List(fields.String(), required=True, metadata=described("Those left after it", ["site:6B"]))


class ExplainedFact(EventSchema):
    """A fact of the log, and why it came about where rules decided it."""

    why = fields.List(fields.Nested(ReasonSchema), required=True)
    drawing = fields.String(
        required=True, allow_none=True, metadata=described("Where the drawing of it is, if there is one", None)
    )


class LedgerQuery(Look):
    """Whose accounts, and which."""

    of_seat = fields.Integer(validate=validate.Range(min=0, max=99), metadata=described("Of this seat only", 1))
    account = text(60, metadata=described("Of this account only", "money"))
    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2LTAzLTAxIl0"))
    limit = fields.Integer(
        load_default=200, validate=validate.Range(min=1, max=1000), metadata=described("How many at most", 50)
    )


class LedgerEntry(Schema):
    """One change of one account of one seat."""

    version = fields.Integer(required=True, metadata=described("The fact that caused it", 57))
    seat = fields.Integer(required=True)
    account = fields.String(required=True)
    change = fields.Integer(required=True)
    balance = fields.Integer(required=True)
    on_line = fields.Boolean(required=True)


class LedgerPage(Schema):
    """A statement of account; the changes that count add up to the balances."""

    version = fields.Integer(required=True)
    balances = fields.Dict(
        required=True, metadata=described("By account, one number per seat", {"money": [17, 30], "points": [12, 9]})
    )
    entries = fields.List(fields.Nested(LedgerEntry), required=True)
    next = fields.String(required=True, allow_none=True)


class SourceSchema(Schema):
    """A category of the game's own, and the points that each seat had of it."""

    category = fields.String(required=True, metadata=described("What it is called", "Contracts"))
    points = fields.List(fields.Integer(), required=True, metadata=described("By seat", [12, 9]))


class GainSchema(Schema):
    """What a seat gained at once."""

    seat = fields.Integer(required=True, metadata=described("Whose", 1))
    points = fields.Integer(required=True, metadata=described("How many", 9))


class TurningPointSchema(Schema):
    """A fact that the game turned at."""

    version = fields.Integer(required=True, metadata=described("Of the fact", 57))
    points = fields.List(fields.Integer(), required=True, metadata=described("By seat, after it", [31, 28]))
    leads = fields.Integer(
        required=True,
        allow_none=True,
        metadata=described("Who took the lead from another here; of many changes those that lasted", 0),
    )
    gained = fields.List(
        fields.Nested(GainSchema),
        required=True,
        metadata=described("The seats that never gained more at once", [{"seat": 1, "points": 9}]),
    )


class ReportSchema(Schema):
    """Where the points came from, of each seat the categories add up to its points; and what the game turned at."""

    version = fields.Integer(required=True)
    points = fields.List(fields.Integer(), required=True, metadata=described("By seat", [31, 28]))
    sources = fields.List(fields.Nested(SourceSchema), required=True)
    turning_points = fields.List(fields.Nested(TurningPointSchema), required=True)


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


class BranchSchema(Schema):
    """A branch in the tree of what-ifs."""

    id = fields.String(required=True)
    origin = fields.String(required=True)
    at = fields.Integer(required=True)
    name = fields.String(required=True)
    comment = fields.String(required=True, metadata=described("What its maker says of it", "Too early for coal"))
    hidden = fields.Boolean(required=True, metadata=described("Its maker took it off the lists", False))
    owner = fields.String(required=True)
    imagined = fields.Boolean(required=True)
    imported = fields.Nested(
        schema_class(Imported),
        required=True,
        allow_none=True,
        metadata=described("Of what came from a file, and of every branch of it; null for what was played here", None),
    )
    version = fields.Integer(required=True)
    opened_at = moment("When it was opened")
    changed_at = moment("When something last happened in it")


class BranchesQuery(Look):
    """Which part of the tree."""

    hidden = fields.Boolean(load_default=False, metadata=described("Your own that are out of sight, too", True))

    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2LTAzLTAxIl0"))
    limit = fields.Integer(
        load_default=100, validate=validate.Range(min=1, max=500), metadata=described("How many at most", 50)
    )


class BranchTree(Schema):
    """The branches of a game that you may see, the oldest first: origins come before what continues them."""

    root = fields.String(required=True)
    branches = fields.List(fields.Nested(BranchSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class FindingSchema(Schema):
    """What became of one command when it was decided again.

    ``superseded``: otherwise by today's rules, but as recorded by those of its time, before the rule was corrected.
    """

    version = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    verdict = fields.String(required=True, validate=validate.OneOf(get_args(Verdict)))
    rule = fields.String(required=True, allow_none=True)
    rule_text = fields.String(required=True, allow_none=True)
    corrected = fields.Raw(
        required=True,
        allow_none=True,
        metadata={
            "type": "string",
            "format": "date",
            **described("Of what is superseded: when the rule changed", "2026-11-20"),
        },
    )
    detail = fields.String(required=True, allow_none=True)
    differences = fields.List(fields.Raw(metadata={"type": "object"}), required=True)


class AuditSchema(Schema):
    """The commands of a line under today's rules."""

    version = fields.Integer(required=True)
    identical = fields.Boolean(required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
