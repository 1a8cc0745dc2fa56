"""Officers of the expansion whose power is a separate action (LP-7.4, LP-7.7, LP-7.10, LP-7.12)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from domain.barrage import contracts, turns
from domain.barrage.engine.apply import Conclusion
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import ActionSpace, CommandHandling, Obstacle, Section
from domain.barrage.engine.position import Position, refusal
from domain.barrage.leeghwater import buildings
from domain.barrage.leeghwater.commands import TakeExtraTurn
from domain.barrage.leeghwater.facts import ExtraTurnTaken
from domain.barrage.model.commands import EndTurn
from domain.barrage.model.figures import of
from domain.barrage.model.leeghwater.components import Officer, leeghwater
from domain.barrage.model.pending import Pending
from domain.barrage.model.stages import TURN
from domain.barrage.model.state import BANK, State
from domain.game import Choose, Command, FinalField, Script
from domain.message import Message, message

# --------------------------------------------------------------------------------------------------------------------
# A private space for the action of an activated building (LP-7.4)
# --------------------------------------------------------------------------------------------------------------------

EXTRA = "extra"
"""The source of an additional turn right after another."""


def _spaces(state: State) -> Mapping[str, ActionSpace]:
    return _spaces_of(state.figures) if buildings.in_play(state) else {}


@lru_cache(maxsize=16)
def _spaces_of(figures: str) -> Mapping[str, ActionSpace]:
    """Return the private space, and the action of a copy of its officer in the bank (LP-7.10)."""
    found: dict[str, ActionSpace] = {}
    for officer in leeghwater(of(figures)).officers:
        for space in officer.spaces:
            found[space.id] = ActionSpace(
                id=space.id, section=PRIVATE_SPACE, engineers=space.engineers, item=officer.id
            )
            shared = f"{BANK}/{space.id}"
            found[shared] = ActionSpace(
                id=shared, section=PRIVATE_SPACE, engineers=space.engineers, item=officer.id, shares=BANK
            )
    return found


def _obstacle(position: Position, space: ActionSpace) -> Obstacle:
    needed = position.company.copied if space.shares else position.company.officer
    if needed != space.item:
        return refusal(
            "LP-7.4", message("leeghwater.space-of-another-officer", "To use this private space, you need its officer.")
        )
    return buildings.no_activated_building(position)


def _perform(course: Course, seat: int, space: ActionSpace) -> None:
    """Perform the action of one activated building, used in this round or not (LP-7.4)."""
    activated = tuple(building.id for building in buildings.activated(course.at(seat)))
    course.open(Pending(kind=buildings.BUILDING_ACTION.name, seat=seat, source=space.id, sites=activated))


def _label(position: Position, space: ActionSpace) -> Message:
    return message("leeghwater.activated-building-action", "use one of your activated private buildings")


PRIVATE_SPACE = Section(
    "private_space", message("leeghwater.private-space", "Private space"), _spaces, _obstacle, _perform, _label
)


# --------------------------------------------------------------------------------------------------------------------
# The architect (LP-7.7)
# --------------------------------------------------------------------------------------------------------------------


def may_go_on(position: Position, pending: Pending) -> bool:
    """Return whether the engineer placed alone in this turn can have been the architect.

    It was alone on a space for exactly one engineer, and the architect was not placed alone before in this round. A
    copied power makes any engineer the architect of its turn (LP-7.12).
    """
    if pending.amount != 1:
        return False
    company = position.company
    if company.copied and _architects(position, company.copied):
        return True
    return company.extra_turns < _architects(position, company.officer)


def _architects(position: Position, id: str) -> int:
    officer = position.components.officer[id]
    return officer.architects if isinstance(officer, Officer) else 0


def _answer_extra(course: Course, pending: Pending, command: TakeExtraTurn) -> None:
    """Begin an extra turn; the contracts on offer are refilled first (BA-D.56)."""
    if not may_go_on(course.at(pending.seat), pending):
        raise refusal(
            "LP-7.7",
            message(
                "leeghwater.extra-turn-needs-architect",
                "To take another turn, place the architect alone on a space for 1 engineer.",
            ),
        )
    contracts.refill(course)
    course.open(Pending(kind=TURN, seat=pending.seat, source=EXTRA))


def _extra_turn_taken(state: State, fact: ExtraTurnTaken) -> None:
    company = state.companies[fact.seat]
    company.copied = ""
    company.extra_turns += 1


ANOTHER_TURN = Conclusion("extra_turn_taken", ExtraTurnTaken, _extra_turn_taken)


def _script_end(position: Position, pending: Pending) -> Script:
    yield from ()
    if not may_go_on(position, pending):
        return EndTurn()
    commands: dict[str, Command] = {"end_turn": EndTurn(), "take_extra_turn": TakeExtraTurn()}
    labels = {
        "end_turn": message("leeghwater.end-turn", "End the turn"),
        "take_extra_turn": message("leeghwater.take-extra-turn", "Take another turn (the engineer was the architect)"),
    }
    return FinalField(
        Choose(
            message("leeghwater.confirm-architect", "Was the engineer you placed the architect?"),
            list(commands),
            labels.__getitem__,
        ),
        commands.__getitem__,
    )


END_TURN = replace(
    turns.END_TURN,
    answers={**turns.END_TURN.answers, TakeExtraTurn: CommandHandling(ExtraTurnTaken, _answer_extra)},
    script=_script_end,
    replaces=turns.END_TURN,
)
