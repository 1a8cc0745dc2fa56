"""Retrieval of tiles and machinery from the wheel (LP-5.5, LP-5.7), and drops placed in dams (LP-5.6, LP-6.3)."""

from __future__ import annotations

from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import CommandHandling, Decision, EffectRule, Grant, Obstacle, Power
from domain.barrage.engine.position import Position, capacity, refusal
from domain.barrage.leeghwater.commands import PutOnDam, RetrieveMachinery, RetrieveTile
from domain.barrage.leeghwater.facts import DropPutOnDam, MachineryRetrieved, TileRetrieved
from domain.barrage.model.changes import DropsAdded, Segment, TakenOffWheel
from domain.barrage.model.leeghwater.components import onto_dam
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import Effect
from domain.barrage.model.state import NEUTRAL
from domain.barrage.narration import questions
from domain.game import Choose, FinalField, Script
from domain.message import counted, message

# --------------------------------------------------------------------------------------------------------------------
# A technology tile
# --------------------------------------------------------------------------------------------------------------------


def _tiles(position: Position) -> dict[str, int]:
    """Return the tiles on the wheel and their segments."""
    return {segment.tile: number for number, segment in enumerate(position.company.wheel) if segment.tile}


def _no_tile(position: Position, effect: Effect) -> Obstacle:
    return (
        None
        if _tiles(position)
        else refusal("BA-8.5", message("leeghwater.no-tile-on-wheel", "Your wheel has no technology tile."))
    )


def _grant_tile(course: Course, granted: Grant) -> None:
    course.open(Pending(kind=RETRIEVING_TILE.name, seat=granted.seat, source=granted.source))


def _answer_tile(course: Course, pending: Pending, command: RetrieveTile) -> None:
    """Retrieve a tile; the machinery of its segment stays."""
    segment = _tiles(course.at(pending.seat)).get(command.tile)
    if segment is None:
        raise refusal("LP-5.5", message("leeghwater.tile-not-on-wheel", "This tile isn't on your wheel."))
    course.change(TakenOffWheel(seat=pending.seat, segment=segment, tile=command.tile))


def _script_tile(position: Position, pending: Pending) -> Script:
    tile = yield from questions.ask(
        pending,
        message("leeghwater.choose-tile-from-wheel", "Choose a tile from your wheel"),
        list(_tiles(position)),
        lambda value: questions.tile(position, value),
        lambda value: (f"tile:{value}",),
    )
    return questions.answer(tile, lambda: RetrieveTile(tile=tile))


# --------------------------------------------------------------------------------------------------------------------
# Half the machinery of a segment
# --------------------------------------------------------------------------------------------------------------------


def _half(segment: Segment) -> int:
    return (segment.excavators + segment.mixers) // 2


def _splits(segment: Segment) -> range:
    """Return how many excavators may be in the half."""
    half = _half(segment)
    return range(max(0, half - segment.mixers), min(half, segment.excavators) + 1)


def _segments(position: Position) -> dict[str, Segment]:
    """Return segments with something to take; one machinery gives nothing (LP-5.7)."""
    return {str(number): segment for number, segment in enumerate(position.company.wheel) if _half(segment)}


def _no_segment(position: Position, effect: Effect) -> Obstacle:
    if _segments(position):
        return None
    return refusal(
        "BA-8.5",
        message(
            "leeghwater.no-segment-with-two-machinery",
            "No segment of your wheel has at least two pieces of machinery.",
        ),
    )


def _grant_machinery(course: Course, granted: Grant) -> None:
    course.open(Pending(kind=RETRIEVING_MACHINERY.name, seat=granted.seat, source=granted.source))


def _answer_machinery(course: Course, pending: Pending, command: RetrieveMachinery) -> None:
    segment = _segments(course.at(pending.seat)).get(str(command.segment))
    if segment is None:
        raise refusal(
            "LP-5.7",
            message(
                "leeghwater.segment-without-two-machinery",
                "This segment has fewer than two pieces of machinery. Choose another one.",
            ),
        )
    if command.excavators not in _splits(segment):
        raise refusal(
            "LP-5.7",
            counted(
                "leeghwater.wrong-half-of-machinery",
                "Take exactly {count} piece of machinery from this segment.",
                "Take exactly {count} pieces of machinery from this segment.",
                count=_half(segment),
            ),
        )
    mixers = _half(segment) - command.excavators
    course.change(
        TakenOffWheel(seat=pending.seat, segment=command.segment, excavators=command.excavators, mixers=mixers)
    )


def _script_machinery(position: Position, pending: Pending) -> Script:
    segments = _segments(position)
    number = yield Choose(
        message("leeghwater.choose-wheel-segment", "Choose a segment of your wheel"),
        list(segments),
        lambda value: counted(
            "leeghwater.wheel-segment",
            "Opens after {count} rotation: {machinery}",
            "Opens after {count} rotations: {machinery}",
            count=int(value),
            machinery=questions.amounts(excavators=segments[value].excavators, mixers=segments[value].mixers),
        ),
    )
    segment = segments[number]
    return FinalField(
        Choose(
            message("leeghwater.choose-machinery", "Choose excavators or concrete mixers"),
            [str(excavators) for excavators in _splits(segment)],
            lambda value: questions.amounts(excavators=int(value), mixers=_half(segment) - int(value)),
        ),
        lambda value: RetrieveMachinery(segment=int(number), excavators=int(value)),
    )


# --------------------------------------------------------------------------------------------------------------------
# A drop straight into a dam
# --------------------------------------------------------------------------------------------------------------------


def dams_with_room(position: Position, pending: Pending) -> list[str]:
    """Return the possible dams that can take a drop (BA-D.60)."""
    state = position.state
    return [site for site in pending.sites if state.dams[site].drops < capacity(position.components, state, site)]


def _answer_put(course: Course, pending: Pending, command: PutOnDam) -> None:
    """Put a drop straight into a dam; it does not flow."""
    of_company = pending.optional
    if command.dam not in pending.sites:
        rule = "LP-6.4" if of_company else "LP-5.5"
        raise refusal(rule, message("leeghwater.dam-not-allowed", "You can't place the drop on this dam."))
    if command.dam not in dams_with_room(course.at(pending.seat), pending):
        raise refusal("LP-6.4" if of_company else "LP-5.6", message("leeghwater.dam-full", "This dam is full."))
    course.change(DropsAdded(site=command.dam, drops=1))


def _script_put(position: Position, pending: Pending) -> Script:
    dam = yield from questions.ask(
        pending,
        message("leeghwater.choose-dam", "Choose a dam for the drop"),
        dams_with_room(position, pending),
        lambda value: questions.site(position, value),
        questions.site_elements,
    )
    return questions.answer(dam, lambda: PutOnDam(dam=dam))


def _onto(position: Position, symbol: Effect, seat: int = -1, source: str = "") -> Pending:
    limits = onto_dam(symbol)
    owners = [*([position.seat] if limits.own else []), *([NEUTRAL] if limits.neutral else [])]
    dams = tuple(site for site, dam in position.state.dams.items() if dam.owner in owners)
    return Pending(kind=PUTTING.name, seat=seat, source=source, sites=dams)


def _no_room(position: Position, effect: Effect) -> Obstacle:
    if dams_with_room(position, _onto(position, effect)):
        return None
    return refusal("BA-8.5", message("leeghwater.no-dam-with-room", "No dam has room for the drop."))


def _grant_drop(course: Course, granted: Grant) -> None:
    course.open(_onto(course.at(granted.seat), granted.effect, granted.seat, granted.source))


def _follow_production(course: Course, pending: Pending, drops: int) -> None:
    """Put a drop into a dam of the company other than the one just used (LP-6.3, LP-6.4)."""
    position = course.at(pending.seat)
    dams = tuple(site for site in position.own_dams if site != pending.site)
    drop = Pending(kind=PUTTING.name, seat=pending.seat, source=pending.source, sites=dams, optional=True)
    if dams_with_room(position, drop):
        course.open(drop)


PUTTING = Decision(
    "put_on_dam",
    rule="LP-6.3",
    reason=message("leeghwater.due-drop-into-dam", "Place a drop directly on a dam"),
    answers={PutOnDam: CommandHandling(DropPutOnDam, _answer_put)},
    script=_script_put,
    possible=dams_with_room,
)
RETRIEVING_TILE = Decision(
    "retrieve_tile",
    rule="LP-5.5",
    reason=message("leeghwater.due-tile-from-wheel", "Take a technology tile from the wheel"),
    answers={RetrieveTile: CommandHandling(TileRetrieved, _answer_tile)},
    script=_script_tile,
    possible=lambda position, pending: _tiles(position),
)
RETRIEVING_MACHINERY = Decision(
    "retrieve_machinery",
    rule="LP-5.7",
    reason=message("leeghwater.due-machinery-from-wheel", "Take machinery from the wheel"),
    answers={RetrieveMachinery: CommandHandling(MachineryRetrieved, _answer_machinery)},
    script=_script_machinery,
    possible=lambda position, pending: _segments(position),
)
TILE_FROM_WHEEL = EffectRule("tile_from_wheel", _grant_tile, _no_tile)
HALF_OF_A_SEGMENT = EffectRule("half_of_a_segment", _grant_machinery, _no_segment)
WATER_ON_DAM = EffectRule("water_on_dam", _grant_drop, _no_room)
DROP_AFTER_PRODUCTION = Power("drop_after_production", _follow_production)
