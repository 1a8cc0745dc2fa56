"""Schemas of positions, choices, moves and undo."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.game import Place
from service.schemas.fields import Look, code, described, eyes, game_object, moment, seat, text, version
from service.schemas.from_struct import schema_class
from service.schemas.tables import ToAct
from service.schemas.time import DeadlineSchema


class FigureSchema(Schema):
    """One row of the players' panel."""

    label = fields.String(required=True)
    values = fields.List(fields.Raw(), required=True)
    account = fields.String(
        required=True, metadata=described('The account of the ledger that explains it; "" for none', "money")
    )


class SummarySchema(Schema):
    """A position at a glance."""

    headline = fields.String(required=True)
    order = fields.List(fields.Integer(), required=True)
    figures = fields.List(fields.Nested(FigureSchema), required=True)


class StandingSchema(Schema):
    """Points by seat, and the ranking once the game is over."""

    points = fields.List(fields.Integer(), required=True)
    finished = fields.Boolean(required=True)
    ranking = fields.List(fields.Nested(schema_class(Place)), required=True)
    decided_by = fields.String(required=True, allow_none=True)


class PositionSchema(Schema):
    """What can be said of a position."""

    version = fields.Integer(required=True)
    to_act = fields.List(fields.Nested(schema_class(ToAct)), required=True)
    standing = fields.Nested(StandingSchema, required=True)
    summary = fields.Nested(SummarySchema, required=True)
    state = game_object("The ruleset's State, as this viewer may see it", {"round": 3}, required=True)


class StateSchema(PositionSchema):
    """The position at a version as its viewer may see it."""

    id = fields.String(required=True)
    at = fields.Integer(required=True)
    head = fields.Integer(required=True, metadata=described("The version of the last move that counts", 57))
    viewer = eyes(required=True)
    phase = fields.String(required=True)
    undo = fields.List(fields.Integer(), required=True, metadata=described("Versions you may go back to at once", [56]))
    redo = fields.List(
        fields.Integer(), required=True, metadata=described("Versions you may go forward to at once", [58])
    )
    deadlines = fields.List(fields.Nested(DeadlineSchema), required=True)


# --------------------------------------------------------------------------------------------------------------------
# Deciding
# --------------------------------------------------------------------------------------------------------------------


class Picking(Look):
    """The picks so far: one parameter for each, in order."""

    picks = fields.List(
        text(200, 0),
        load_default=list,
        validate=validate.Length(max=100),
        metadata=described(
            "A value that was on offer; repeat the parameter for each field decided so far", ["develop", "cotton_mill"]
        ),
    )


class Touching(Picking):
    """What was touched, and the picks so far."""

    touched = fields.List(
        text(200, 0),
        load_default=list,
        validate=validate.Length(max=10),
        metadata=described(
            "A part of the drawing (`data-element`); repeat the parameter for several", ["mat:cotton_mill"]
        ),
    )


class OptionSchema(Schema):
    """One value on offer."""

    value = fields.String(required=True)
    label = fields.String(required=True)
    message = game_object(
        "The label and its named parts", {"part": "message", "text": "Coal Mine", "parts": {}}, required=True
    )
    elements = fields.List(
        fields.String(), required=True, metadata=described("Parts of the drawn board", ["mat:cotton_mill"])
    )
    cost = fields.String(
        required=True,
        allow_none=True,
        metadata=described("What it costs, as far as that is known and the label does not say it", "£5, 1 coal"),
    )


class ToldSchema(Schema):
    """A fact and its sentence."""

    seat = fields.Integer(required=True, allow_none=True)
    sentence = fields.String(required=True)
    message = game_object(
        "The sentence and its named parts",
        {"part": "message", "text": "{seat} passed.", "parts": {"seat": {"part": "seat", "seat": 0}}},
        required=True,
    )
    fact = game_object(
        "One of the ruleset's facts, as this viewer may see it", {"topic": "log.head_moved", "to": 56}, required=True
    )


class AccountChange(Schema):
    """What a move does to one account of one seat."""

    seat = fields.Integer(required=True)
    name = fields.String(required=True)
    account = fields.String(required=True)
    title = fields.String(required=True)
    before = fields.Integer(required=True)
    after = fields.Integer(required=True)


class PreviewSchema(PositionSchema):
    """What a move would do, up to where something hidden would come to light."""

    seat = fields.Integer(required=True)
    events = fields.List(fields.Nested(ToldSchema), required=True)
    stopped = fields.Boolean(
        required=True, metadata=described("More would follow, but not before it is decided", False)
    )
    ending = fields.Boolean(
        required=True, metadata=described("Nothing is left then but to end the turn: `ends_turn` of a move", True)
    )
    changes = fields.List(fields.Nested(AccountChange), required=True)


class DrawingSchema(Schema):
    """Something to look at by itself."""

    name = fields.String(required=True, metadata=described("Stable, for addresses", "map"))
    title = fields.String(required=True)
    place = fields.String(
        required=True,
        validate=validate.OneOf(("map", "actions", "market", "track", "help", "mat")),
        metadata=described(
            "What it is to a decision: where pieces stand, what may be done, what is on offer, how far everybody is, "
            "how the others are read, or what lies before a seat",
            "map",
        ),
    )
    seat = fields.Integer(metadata=described("Before which seat it lies", 0))
    link = fields.String(
        required=True,
        metadata=described("Where it is as SVG", "/api/games/…/drawings/map.svg"),
    )


class ForeseenSchema(Schema):
    """The drawings that a move changes, as they will be after it."""

    version = fields.Integer(required=True, metadata=described("The position from which the move is made", 57))
    drawings = fields.List(fields.Nested(lambda: ForeseenDrawing()), required=True)
    motions = fields.List(fields.Nested(lambda: MotionSchema()), required=True)


class ForeseenDrawing(Schema):
    """One of the drawings by its name."""

    name = fields.String(required=True, metadata=described("As among the drawings", "map"))
    svg = fields.String(required=True, metadata=described("The drawing as it will be", "<svg …"))


class MotionSchema(Schema):
    """Something that moves on a drawing, for instance a drop; where it comes to, the drawing shows as it will be."""

    drawing = fields.String(required=True, metadata=described("The drawing by its name", "map"))
    path = fields.String(required=True, metadata=described("Its way, in the drawing's own units", "M377 205L335 505"))


class ChoiceSchema(Schema):
    """What is to be decided next, or the finished command with its preview."""

    version = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    picks = fields.List(fields.String(), required=True)
    prompt = fields.String()
    rule = fields.String(allow_none=True, metadata=described("The rule that the prompt is about", "BB-1.11"))
    options = fields.List(fields.Nested(OptionSchema))
    command = game_object("One of the ruleset's commands", {"action": "pass", "card": "dudley"})
    preview = fields.Nested(PreviewSchema)


class TakenSchema(OptionSchema):
    """A value that was taken, and what was asked: of a number its neighbours, where something is usual all on offer."""

    prompt = fields.String(required=True)
    fewer = fields.String(required=True, allow_none=True, metadata=described("The value for one less", None))
    more = fields.String(required=True, allow_none=True, metadata=described("The value for one more", "3"))
    among = fields.List(fields.Nested(OptionSchema), required=True)


class WaySchema(ChoiceSchema):
    """Where picks and touches lead: options that lead nowhere near are left out, single and usual ones are `taken`."""

    taken = fields.List(fields.Nested(TakenSchema), required=True)


class TouchableSchema(Schema):
    """What a move may be begun with by touching it."""

    version = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    elements = fields.List(
        fields.String(), required=True, metadata=described("Parts of the drawing (`data-element`)", ["mat:cotton_mill"])
    )
    impossible = fields.List(fields.Nested(OptionSchema), required=True)


class Wondering(Look):
    """What is asked about."""

    about = text(
        200,
        required=True,
        metadata=described("A part of the drawing, or `action:` and the value of an action", "action:scout"),
    )


class RefusalSchema(Schema):
    """One rule that stands against it."""

    rule = fields.String(required=True, metadata=described("The rule's id", "BB-22.3"))
    rule_text = fields.String(required=True)
    detail = fields.String(required=True)


class WhyNotSchema(Schema):
    """Why something is not possible now: the rules against it, that which forbids most ways first."""

    version = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    about = fields.String(required=True)
    reasons = fields.List(fields.Nested(RefusalSchema), required=True)


class DryRun(Schema):
    """Whether the move is only to be tried."""

    dry_run = fields.Boolean(
        load_default=False, metadata=described("Answer what would happen, and write nothing", True)
    )


class MoveSchema(Schema):
    """A move: the picks that lead to it, or the whole command."""

    picks = fields.List(text(200, 0), validate=validate.Length(max=100))
    command = fields.Dict(
        keys=fields.String(), metadata=described("One of the ruleset's commands", {"action": "pass", "card": "dudley"})
    )
    ends_turn = fields.Boolean(
        load_default=False, metadata=described("End the turn with it, where nothing else is left to do", True)
    )
    seat = seat(metadata=described("Which of your seats, where you have several (default: the one to act)", 0))

    @validates_schema
    def _one_of_both(self, data: dict[str, Any], **_: Any) -> None:
        if ("picks" in data) == ("command" in data):
            raise ValidationError("Send either picks or a command.")


class LineSchema(Schema):
    """A what-if of the game whose moves are to be made."""

    line = code(100, required=True, metadata=described("The what-if", "0f8fad5bd9cb469fa16570867728950e"))
    seat = seat(metadata=described("Which of your seats, where you have several (default: the one to act)", 0))


class GoingOnSchema(Schema):
    """A bot that is to go on in a what-if."""

    bot = text(60, required=True, metadata=described("The name of one of the game's bots", "greedy"))
    seat = seat(metadata=described("The seat that is to act, if you say it", 0))


class LeftOverSchema(Schema):
    """What does not fit any more, and why the first of it does not."""

    moves = fields.List(fields.Nested(ToldSchema), required=True)
    rule = fields.String(
        required=True, allow_none=True, metadata=described("The rule that refuses it; null for the table's", "BB-22.3")
    )
    rule_text = fields.String(required=True, allow_none=True)
    detail = fields.String(required=True)


class EventSchema(ToldSchema):
    """A fact of the log."""

    version = fields.Integer(required=True)
    at = moment("When it happened")
    move = fields.Integer(required=True, metadata=described("The first version of the move this is part of", 56))
    is_move = fields.Boolean(required=True)
    on_line = fields.Boolean(required=True, metadata=described("It counts now; false for what was taken back", True))
    stands_in = fields.Boolean(
        required=True, metadata=described("A bot did this, standing in for whoever sits there", False)
    )
    words = fields.String(
        required=True, metadata=described("What the organiser wrote about it who did it, beside the log", "")
    )
    explained = fields.Boolean(
        required=True, metadata=described("Ask for this fact alone, and you are told why it came about", False)
    )


class MovedSchema(StateSchema):
    """What was appended, and the position it led to."""

    events = fields.List(fields.Nested(EventSchema), required=True)


class MoveAnswerSchema(PositionSchema):
    """A move that was made, or, of a dry run, what it would do."""

    id = fields.String()
    at = fields.Integer()
    head = fields.Integer()
    viewer = eyes()
    phase = fields.String()
    undo = fields.List(fields.Integer())
    redo = fields.List(fields.Integer())
    deadlines = fields.List(fields.Nested(DeadlineSchema))
    seat = fields.Integer()
    stopped = fields.Boolean()
    ending = fields.Boolean()
    changes = fields.List(fields.Nested(AccountChange))
    events = fields.List(fields.Dict(), required=True)


class LineAnswerSchema(MoveAnswerSchema):
    """The moves of a what-if that were made, or, of a dry run, what they would do; and what is left of them."""

    left = fields.Nested(
        LeftOverSchema,
        allow_none=True,
        metadata=described("What does not fit; null where all of it does", None),
    )


class GoingTo(Schema):
    """Where to go; without a version, one move."""

    to = version()
    seat = seat()


class AnsweringUndo(Schema):
    """Grant the standing request to take moves back, or refuse it."""

    granted = fields.Boolean(required=True, truthy={True}, falsy={False})
    seat = seat()
