"""Requests and responses about playing: positions, choices, moves, undo."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema
from msgspec import UNSET, Struct, UnsetType

from domain.message import Message
from domain.presentation import Place
from service.schemas.fields import Look, SeenBy, code, described, eyes, game_object, seat, text, version
from service.schemas.from_struct import about, part_of_game, schema_class, when
from service.schemas.tables import ToAct
from service.schemas.time import Deadline


class Figure(Struct):
    """One row of the players' panel."""

    label: str
    values: list[str | int]
    account: Annotated[str, about('The account of the ledger that explains it; "" for none', "money")]


class Summary(Struct):
    """A position at a glance."""

    headline: str
    order: Sequence[int]
    figures: list[Figure]


class Standing(Struct):
    """Points by seat, and the ranking once the game is over."""

    points: Sequence[int]
    finished: bool
    ranking: Sequence[Place]
    decided_by: str | None


StateOfGame = Annotated[Any, part_of_game("The ruleset's State, as this viewer may see it", {"round": 3})]


class State(Struct, kw_only=True):
    """The position at a version as its viewer may see it."""

    id: str
    version: int
    at: int
    head: Annotated[int, about("The version of the last move that counts", 57)]
    viewer: SeenBy
    phase: str
    to_act: list[ToAct]
    standing: Standing
    summary: Summary
    state: StateOfGame
    undo: Annotated[Sequence[int], about("Versions you may go back to at once", [56])]
    redo: Annotated[Sequence[int], about("Versions you may go forward to at once", [58])]
    deadlines: list[Deadline]


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

    elements = fields.List(
        text(200, 0),
        load_default=list,
        validate=validate.Length(max=10),
        metadata=described(
            "A part of the drawing (`data-element`); repeat the parameter for several", ["mat:cotton_mill"]
        ),
    )


class Option(Struct, kw_only=True):
    """One value on offer."""

    value: str
    label: str
    message: Annotated[
        Message,
        part_of_game(
            "The label and its named parts",
            {
                "part": "message",
                "id": "brass.industry",
                "text": "{industry}",
                "parts": {"industry": {"part": "term", "text": "Coal Mine"}},
            },
        ),
    ]
    elements: Annotated[Sequence[str], about("Parts of the drawn board", ["mat:cotton_mill"])]
    cost: Annotated[
        str | None, about("What it costs, as far as that is known and the label does not say it", "£5, 1 coal")
    ]


class Told(Struct, kw_only=True):
    """A fact and its sentence."""

    seat: int | None
    sentence: str
    message: Annotated[
        Message,
        part_of_game(
            "The sentence and its named parts",
            {
                "part": "message",
                "id": "barrage.passed",
                "text": "{seat} passed.",
                "parts": {"seat": {"part": "seat", "seat": 0}},
            },
        ),
    ]
    fact: Annotated[
        Any,
        part_of_game("One of the ruleset's facts, as this viewer may see it", {"topic": "log.head_moved", "to": 56}),
    ]


class AccountChange(Struct):
    """The change of one account of one seat by a move."""

    seat: int
    name: str
    account: str
    title: str
    before: int
    after: int


class Preview(Struct, kw_only=True):
    """The effects of a move, up to where something hidden would come to light."""

    version: int
    seat: int
    events: list[Told]
    stopped: Annotated[bool, about("More would follow, but not before it is decided", False)]
    ending: Annotated[bool, about("Nothing is left then but to end the turn: `ends_turn` of a move", True)]
    changes: list[AccountChange]
    to_act: list[ToAct]
    standing: Standing
    summary: Summary
    state: StateOfGame


class Drawing(Struct, kw_only=True):
    """A drawing of its own."""

    name: Annotated[str, about("Stable, for addresses", "map")]
    title: str
    place: Annotated[
        str,
        about(
            "What it is to a decision: where pieces stand, what may be done, what is on offer, how far everybody is, "
            "how the others are read, or what lies before a seat",
            "map",
            type="string",
            enum=["map", "actions", "market", "track", "help", "mat"],
        ),
    ]
    seat: Annotated[int | UnsetType, about("Before which seat it lies", 0)] = UNSET
    link: Annotated[str, about("Where it is as SVG", "/api/games/…/drawings/map.svg")]


class ForeseenDrawing(Struct):
    """One of the drawings by its name."""

    name: Annotated[str, about("As among the drawings", "map")]
    svg: Annotated[str, about("The drawing as it will be", "<svg …")]


class Motion(Struct):
    """Something that moves on a drawing, for instance a drop; where it comes to, the drawing shows as it will be."""

    drawing: Annotated[str, about("The drawing by its name", "map")]
    path: Annotated[str, about("Its way, in the drawing's own units", "M377 205L335 505")]


class Foreseen(Struct):
    """The drawings that a move changes, as they will be after it."""

    version: Annotated[int, about("The position from which the move is made", 57)]
    drawings: list[ForeseenDrawing]
    motions: list[Motion]


class Choice(Struct):
    """The next decision, or the finished command with its preview."""

    version: int
    seat: int
    picks: Sequence[str]
    prompt: str | UnsetType = UNSET
    rule: Annotated[str | UnsetType | None, about("The rule that the prompt is about", "BB-1.11")] = UNSET
    options: list[Option] | UnsetType = UNSET
    command: Annotated[
        Any | UnsetType, part_of_game("One of the ruleset's commands", {"action": "pass", "card": "dudley"})
    ] = UNSET
    preview: Preview | UnsetType = UNSET


class Taken(Option, kw_only=True):
    """A value that was taken, and what was asked: of a number its neighbours, where something is usual all on offer."""

    prompt: str
    fewer: Annotated[str | None, about("The value for one less", None)]
    more: Annotated[str | None, about("The value for one more", "3")]
    among: list[Option]


class Way(Choice, kw_only=True):
    """Where picks and touches lead: options that lead nowhere near are left out, single and usual ones are `taken`."""

    taken: list[Taken]


class Touchable(Struct):
    """The elements by touching which a move may begin."""

    version: int
    seat: int
    elements: Annotated[Sequence[str], about("Parts of the drawing (`data-element`)", ["mat:cotton_mill"])]
    impossible: list[Option]


class Wondering(Look):
    """What is asked about."""

    element = text(
        200,
        required=True,
        metadata=described("A part of the drawing, or `action:` and the value of an action", "action:scout"),
    )


class Refusal(Struct):
    """One rule that stands against it."""

    rule: Annotated[str, about("The rule's id", "BB-22.3")]
    rule_text: str
    detail: str


class WhyNot(Struct):
    """The rules against something that is not possible now, that which forbids most ways first."""

    version: int
    seat: int
    element: str
    reasons: list[Refusal]


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


class LeftOver(Struct):
    """The moves that no longer fit, and why the first of them does not."""

    moves: list[Told]
    rule: Annotated[str | None, about("The rule that refuses it; null for the table's", "BB-22.3")]
    rule_text: str | None
    detail: str


class LinePreview(Preview, kw_only=True):
    """The effects of playing a branch for real, and what would be left of it."""

    left: LeftOver | None


class Event(Told, kw_only=True):
    """A fact of the log."""

    version: int
    at: Annotated[datetime, when("When it happened")]
    move: Annotated[int, about("The first version of the move this is part of", 56)]
    is_move: bool
    on_line: Annotated[bool, about("It counts now; false for what was taken back", True)]
    stands_in: Annotated[bool, about("A bot did this, standing in for whoever sits there", False)]
    words: Annotated[str, about("What the organiser wrote about it who did it, beside the log", "")]
    explained: Annotated[bool, about("Ask for this fact alone, and you are told why it came about", False)]


class Moved(State, kw_only=True):
    """The appended events, and the position that they led to."""

    events: list[Event]


class LineMoved(Moved, kw_only=True):
    """The same, of a branch that was played for real; and what is left of it."""

    left: LeftOver | None


class MoveAnswerSchema(Schema):
    """A move that was made (``Moved``), or, of a dry run, what it would do (``Preview``)."""

    version = fields.Integer(required=True)
    to_act = fields.List(fields.Nested(schema_class(ToAct)), required=True)
    standing = fields.Nested(schema_class(Standing), required=True)
    summary = fields.Nested(schema_class(Summary), required=True)
    state = game_object("The ruleset's State, as this viewer may see it", {"round": 3}, required=True)
    id = fields.String()
    at = fields.Integer()
    head = fields.Integer()
    viewer = eyes()
    phase = fields.String()
    undo = fields.List(fields.Integer())
    redo = fields.List(fields.Integer())
    deadlines = fields.List(fields.Nested(schema_class(Deadline)))
    seat = fields.Integer()
    stopped = fields.Boolean()
    ending = fields.Boolean()
    changes = fields.List(fields.Nested(schema_class(AccountChange)))
    events = fields.List(fields.Dict(), required=True)


class LineAnswerSchema(MoveAnswerSchema):
    """The moves of a what-if that were made, or, of a dry run, what they would do; and what is left of them."""

    left = fields.Nested(
        schema_class(LeftOver),
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
