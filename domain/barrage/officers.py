"""Copying another officer's power for a turn (BA-25.10 to BA-25.16); other powers are figures that rules look up."""

from __future__ import annotations

from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import Action, Obstacle
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model.changes import EngineersPlaced, OfficerCopied, Paid
from domain.barrage.model.commands import CopyOfficer
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import PrivateSpace
from domain.barrage.model.stages import TURN
from domain.barrage.narration import space_names, words
from domain.game import Choose, FinalField, Script
from domain.game_kit.menu import MenuEntry
from domain.message import counted, message

COPIED = "copied"
"""The source of the turn that continues after a copy."""


def copyable(position: Position) -> list[str]:
    """Return the officers of other companies, and those set aside (BA-25.15)."""
    others = [company.officer for seat, company in enumerate(position.state.companies) if seat != position.seat]
    return [officer for officer in (*others, *position.state.spare_officers) if officer]


def _spaces(position: Position) -> dict[str, PrivateSpace]:
    """Return the private spaces of an officer that copies others."""
    officer = position.components.officer.get(position.company.officer)
    return {space.id: space for space in officer.spaces} if officer and officer.copyable_officers else {}


def _obstacle(position: Position, space: PrivateSpace) -> Obstacle:
    if position.pending.source:
        return refusal("BA-25.12", message("barrage.officer-already-copied", "You can copy only one officer per turn."))
    if space.id in position.state.spaces:
        return refusal(
            "BA-25.10", message("barrage.private-space-already-used", "You have already used this space this round.")
        )
    if position.company.engineers < space.engineers:
        return refusal(
            "BA-8.3",
            counted(
                "barrage.space-needs-engineers",
                "This space needs {count} engineer; you have {left}.",
                "This space needs {count} engineers; you have {left}.",
                count=space.engineers,
                left=position.company.engineers,
            ),
        )
    if position.company.engineers == space.engineers:  # with one engineer left there is always the bank
        return refusal(
            "BA-25.11",
            message(
                "barrage.no-engineer-left-for-action",
                "To copy an officer, you need another engineer for your next action.",
            ),
        )
    price = position.constants.red_space_fee if space.red else 0
    return position.poor("BA-8.4", price) if position.company.credits < price else None


def _ways(position: Position) -> list[tuple[str, str]]:
    """Return the spaces and the officers that can be copied there."""
    return [
        (space.id, officer)
        for space in _spaces(position).values()
        if _obstacle(position, space) is None
        for officer in copyable(position)
    ]


def answer_copy(course: Course, pending: Pending, command: CopyOfficer) -> None:
    """Copy an officer as a preliminary action, which a normal one must follow."""
    position = course.at(pending.seat)
    space = _spaces(position).get(command.space)
    if space is None:
        raise refusal(
            "BA-25.10",
            message("barrage.unknown-private-space", "Choose one of your own private spaces."),
        )
    if found := _obstacle(position, space):
        raise found
    if command.officer not in copyable(position):
        raise refusal("BA-25.15", message("barrage.officer-not-copyable", "You can't copy this officer."))
    course.change(EngineersPlaced(seat=pending.seat, space=space.id, engineers=space.engineers))
    if space.red:
        course.change(Paid(seat=pending.seat, credits=course.components.constants.red_space_fee))
    course.change(OfficerCopied(seat=pending.seat, officer=command.officer))
    course.open(Pending(kind=TURN, seat=pending.seat, source=COPIED))


def _script(position: Position) -> Script:
    ways = _ways(position)
    space = yield Choose(
        message("barrage.choose-private-space", "Choose a private space"),
        list(dict.fromkeys(space for space, _ in ways)),
        lambda value: space_names.space(position.components, value),
        lambda value: (f"space:{value}",),
    )
    return FinalField(
        Choose(
            message("barrage.choose-officer-to-copy", "Choose an officer to copy"),
            [officer for each, officer in ways if each == space],
            lambda value: message("barrage.officer", "{officer}", officer=words.officer(position.components, value)),
        ),
        lambda value: CopyOfficer(space=space, officer=value),
    )


COPYING = Action("copy_officer", MenuEntry(message("barrage.copy-officer", "Copy an officer"), _ways, _script))
