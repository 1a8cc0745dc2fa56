"""Requests and responses about playing: positions, choices, moves, undo."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from flask_babel import gettext
from marshmallow import Schema, ValidationError, fields, validate, validates_schema
from msgspec import UNSET, Struct, UnsetType

from domain.message import Message
from domain.presentation import Place
from service.schemas.fields import (
    Look,
    ShownTo,
    code,
    described,
    game_object,
    invite,
    seat,
    text,
    version,
    viewer_field,
)
from service.schemas.from_struct import about, part_of_game, schema_class, when
from service.schemas.tables import ToAct
from service.schemas.time import Deadline


class Figure(Struct):
    """A row of the players' panel."""

    label: str
    values: list[str | int]
    account: Annotated[str, about('The ledger account that shows its changes; "" if there is none', "money")]
    explanation: Annotated[str, about('The meaning of the label; "" if it explains itself', "")] = ""


class Summary(Struct):
    """A summary of a position."""

    headline: str
    order: Sequence[int]
    figures: list[Figure]


class AutomaResult(Struct):
    """The result of an automa without a seat."""

    place: int
    name: str
    points: int


class Standing(Struct):
    """The points of each seat, and the ranking after the end of the game."""

    points: Sequence[int]
    finished: bool
    ranking: Sequence[Place]
    decided_by: str | None
    automas: Annotated[
        Sequence[AutomaResult], about("The automas without a seat after the end of the game, best first", [])
    ] = ()


StateOfGame = Annotated[
    Any, part_of_game("The ruleset's State, with hidden information removed for this viewer", {"round": 3})
]


class State(Struct, kw_only=True):
    """A position, with hidden information removed for its viewer."""

    id: str
    version: int
    at: int
    head: Annotated[int, about("The version of the last move that is not undone", 57)]
    viewer: ShownTo
    phase: str
    to_act: list[ToAct]
    standing: Standing
    summary: Summary
    state: StateOfGame
    undo: Annotated[Sequence[int], about("Versions to which you can undo now", [56])]
    redo: Annotated[Sequence[int], about("Versions to which you can redo now", [58])]
    deadlines: list[Deadline]


# --------------------------------------------------------------------------------------------------------------------
# Deciding
# --------------------------------------------------------------------------------------------------------------------


class PicksQuery(Look):
    """The picks so far, one parameter for each, in order."""

    picks = fields.List(
        text(200, 0),
        load_default=list,
        validate=validate.Length(max=100),
        metadata=described(
            "The value of an option; repeat the parameter for each choice made so far", ["develop", "cotton_mill"]
        ),
    )


class BoardChoiceQuery(PicksQuery):
    """The selected parts of the drawing, and the picks so far."""

    elements = fields.List(
        text(200, 0),
        load_default=list,
        validate=validate.Length(max=10),
        metadata=described(
            "A part of the drawing (`data-element`); repeat the parameter to select several", ["mat:cotton_mill"]
        ),
    )


class Option(Struct, kw_only=True):
    """An option of a choice."""

    value: str
    label: str
    message: Annotated[
        Message,
        part_of_game(
            "The label as a template with named parts",
            {
                "part": "message",
                "id": "brass.industry",
                "text": "{industry}",
                "parts": {"industry": {"part": "term", "text": "Coal Mine"}},
            },
        ),
    ]
    elements: Annotated[Sequence[str], about("Parts of the drawing that the option concerns", ["mat:cotton_mill"])]
    cost: Annotated[str | None, about("The known cost, if the label does not show it", "£5, 1 coal")]


class NarratedEvent(Struct, kw_only=True):
    """An event and its text."""

    seat: int | None
    text: str
    message: Annotated[
        Message,
        part_of_game(
            "The text as a template with named parts",
            {
                "part": "message",
                "id": "barrage.passed",
                "text": "{seat} passed.",
                "parts": {"seat": {"part": "seat", "seat": 0}},
            },
        ),
    ]
    data: Annotated[
        Any,
        part_of_game(
            "The event's data, with hidden information removed for this viewer", {"topic": "log.head_moved", "to": 56}
        ),
    ]


class Sentence(Struct):
    """A sentence of the text of an event."""

    text: str
    minor: Annotated[
        bool,
        about(
            "True if a short preview can omit it: it mentions no discard or irreversible effect, and no cost except in "
            "figures that a preview lists anyway",
            False,
        ),
    ]


class PreviewEvent(NarratedEvent, kw_only=True):
    """An event that a move would append, and its text sentence by sentence."""

    sentences: list[Sentence]


class FigureChange(Struct):
    """A change that a move makes to an account or another figure of a seat."""

    seat: int
    name: str
    account: Annotated[str, about('The ledger account; "" if the figure has none', "money")]
    title: str
    before: int
    after: int


class Preview(Struct, kw_only=True):
    """The effects of a move, up to the first event that would reveal hidden information."""

    version: int
    seat: int
    events: list[PreviewEvent]
    stopped: Annotated[bool, about("True if later events depend on hidden information", False)]
    ending: Annotated[
        bool, about("True if, after the move, you can only end your turn; see `ends_turn` in a move", True)
    ]
    changes: list[FigureChange]
    to_act: list[ToAct]
    standing: Standing
    summary: Summary
    state: StateOfGame


class Drawing(Struct, kw_only=True):
    """A drawing of a position."""

    name: Annotated[str, about("The name of the drawing, for URLs", "map")]
    title: str
    place: Annotated[
        str,
        about(
            "The kind of drawing. `map`: the board. `actions`: the action spaces. `market`: the market. "
            "`track`: the progress of all players. `help`: an aid for reading the other drawings. `mat`: a "
            "player's mat",
            "map",
            type="string",
            enum=["map", "actions", "market", "track", "help", "mat"],
        ),
    ]
    seat: Annotated[int | UnsetType, about("The seat to which a mat belongs", 0)] = UNSET
    link: Annotated[str, about("The URL of its SVG", "/api/games/…/drawings/map.svg")]


class PreviewDrawing(Struct):
    """A drawing after a move."""

    name: Annotated[str, about("The name of the drawing", "map")]
    svg: Annotated[str, about("The drawing after the move", "<svg …")]


class Motion(Struct):
    """An animated motion in a drawing, for example of a water drop. The drawing itself shows the end position."""

    drawing: Annotated[str, about("The name of the drawing", "map")]
    path: Annotated[str, about("The SVG path of the motion, in units of the drawing", "M377 205L335 505")]


class PreviewDrawings(Struct):
    """The drawings that a move changes, as they would be after the move."""

    version: Annotated[int, about("The version at which the move would be made", 57)]
    drawings: list[PreviewDrawing]
    motions: list[Motion]


class Choice(Struct):
    """The next choice, or the complete command with its preview."""

    version: int
    seat: int
    picks: Sequence[str]
    prompt: str | UnsetType = UNSET
    rule: Annotated[str | UnsetType | None, about("The id of the rule that the prompt is about", "BB-1.11")] = UNSET
    options: list[Option] | UnsetType = UNSET
    command: Annotated[
        Any | UnsetType, part_of_game("One of the ruleset's commands", {"action": "pass", "card": "dudley"})
    ] = UNSET
    preview: Preview | UnsetType = UNSET


class TakenOption(Option, kw_only=True):
    """A pick, with its prompt and its alternatives."""

    prompt: str
    name: Annotated[str, about("A short name of the choice, for a list; without one, the prompt", "Discard")]
    decrement: Annotated[str | None, about("For numbers: the next lower value", None)]
    increment: Annotated[str | None, about("For numbers: the next higher value", "3")]
    alternatives: list[Option]


class BoardChoice(Choice, kw_only=True):
    """The next choice for selected parts of the drawing, without options that do not concern them.

    Single and usual options are picked automatically: `taken` lists all picks.
    """

    taken: list[TakenOption]


class BoardElements(Struct):
    """The parts of the drawing with which you can start a move."""

    version: int
    seat: int
    elements: Annotated[Sequence[str], about("Parts of the drawing (`data-element`)", ["mat:cotton_mill"])]
    impossible: list[Option]


class RefusalsQuery(Look):
    """The part of the drawing, or the action, to explain."""

    element = text(
        200,
        required=True,
        metadata=described("A part of the drawing, or `action:` followed by the value of an action", "action:scout"),
    )


class Refusal(Struct):
    """A rule that forbids a move."""

    rule: Annotated[str, about("The id of the rule", "BB-22.3")]
    rule_text: str
    detail: str


class Refusals(Struct):
    """The rules that forbid something now. The rule that forbids the most moves comes first."""

    version: int
    seat: int
    element: str
    reasons: list[Refusal]


class DryRun(Schema):
    """Whether to make the move or only preview it."""

    dry_run = fields.Boolean(load_default=False, metadata=described("Return a preview and write nothing", True))


class MoveSchema(Schema):
    """A move: its picks, or its complete command."""

    picks = fields.List(text(200, 0), validate=validate.Length(max=100))
    command = fields.Dict(
        keys=fields.String(), metadata=described("One of the ruleset's commands", {"action": "pass", "card": "dudley"})
    )
    ends_turn = fields.Boolean(
        load_default=False, metadata=described("End the turn after the move if no other action is possible", True)
    )
    seat = seat(metadata=described("Your seat, if you have several (default: the seat whose turn it is)", 0))

    @validates_schema
    def _one_of_both(self, data: dict[str, Any], **_: Any) -> None:
        if ("picks" in data) == ("command" in data):
            raise ValidationError(gettext("Send either `picks` or `command`."))


class BranchPlayQuery(DryRun):
    """Whether to play a branch or only preview it, and the secret of the link that shares the branch."""

    invite = invite()


class BranchToPlay(Schema):
    """The branch whose moves you want to make in the game."""

    branch = code(100, required=True, metadata=described("The id of the branch", "0f8fad5bd9cb469fa16570867728950e"))
    seat = seat(metadata=described("Your seat, if you have several (default: the seat whose turn it is)", 0))


class BotTurn(Schema):
    """The bot that plays the current turn of a branch."""

    bot = text(60, required=True, metadata=described("The name of one of the game's bots", "greedy"))
    seat = seat(metadata=described("The seat that must act (default: the seat whose turn it is)", 0))


class RejectedMoves(Struct):
    """Illegal moves, with the reason why the first one was refused."""

    moves: list[NarratedEvent]
    rule: Annotated[
        str | None,
        about("The id of the rule that forbids the first of them; null if no rule of the game does", "BB-22.3"),
    ]
    rule_text: str | None
    detail: str


class BranchPreview(Preview, kw_only=True):
    """The effects of playing the moves of a branch in its game, and the moves that are not legal there."""

    rejected: RejectedMoves | None


class Event(NarratedEvent, kw_only=True):
    """An event in the log."""

    version: int
    at: Annotated[datetime, when("The time of the event")]
    move: Annotated[int, about("The first version of the move to which the event belongs", 56)]
    is_move: bool
    active: Annotated[bool, about("False if it was undone", True)]
    by_substitute_bot: Annotated[bool, about("True if a substitute bot made this move", False)]
    organiser_note: Annotated[str, about("The organiser's note; it is not part of the log", "")]
    has_explanation: Annotated[
        bool, about("True if an explanation is available; to get it, request this event alone", False)
    ]


class Moved(State, kw_only=True):
    """The new events, and the position after them."""

    events: list[Event]


class BranchMoved(Moved, kw_only=True):
    """The new events, the position after them, and the moves of the branch that were not legal."""

    rejected: RejectedMoves | None


class MoveResponseSchema(Schema):
    """The result of a move (``Moved``), or its preview (``Preview``) in a dry run."""

    version = fields.Integer(required=True)
    to_act = fields.List(fields.Nested(schema_class(ToAct)), required=True)
    standing = fields.Nested(schema_class(Standing), required=True)
    summary = fields.Nested(schema_class(Summary), required=True)
    state = game_object(
        "The ruleset's State, with hidden information removed for this viewer", {"round": 3}, required=True
    )
    id = fields.String()
    at = fields.Integer()
    head = fields.Integer()
    viewer = viewer_field()
    phase = fields.String()
    undo = fields.List(fields.Integer())
    redo = fields.List(fields.Integer())
    deadlines = fields.List(fields.Nested(schema_class(Deadline)))
    seat = fields.Integer()
    stopped = fields.Boolean()
    ending = fields.Boolean()
    changes = fields.List(fields.Nested(schema_class(FigureChange)))
    events = fields.List(fields.Dict(), required=True)


class BranchMoveResponseSchema(MoveResponseSchema):
    """The result of playing a branch, or its preview in a dry run, and the moves that are not legal."""

    rejected = fields.Nested(
        schema_class(RejectedMoves),
        allow_none=True,
        metadata=described("Moves that are not legal; null if all are legal", None),
    )


class TargetVersion(Schema):
    """The version to undo or redo to (default: undo or redo one move)."""

    to = version()
    seat = seat()


class UndoResponse(Schema):
    """Accept or decline the pending undo request."""

    granted = fields.Boolean(required=True, truthy={True}, falsy={False})
    seat = seat()
