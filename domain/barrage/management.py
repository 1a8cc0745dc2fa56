"""The management board: its rows (BA-10, BA-13 to BA-17), the bank (BA-14) and the patent office (BA-18)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import Action, ActionSpace, EffectRule, Grant, Obstacle, Section
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model.changes import EngineersPlaced, Gained, Taken
from domain.barrage.model.commands import UseSpace
from domain.barrage.model.figures import of
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import Effect
from domain.barrage.model.stages import END_TURN
from domain.barrage.model.state import BANK, PATENTS, State
from domain.barrage.narration import questions, words
from domain.game import Choose, FinalField, Script
from domain.game_kit.menu import MenuEntry
from domain.message import Message, counted, message

Spaces = Mapping[str, ActionSpace]


@lru_cache(maxsize=64)
def _rows(figures: str, section: Section) -> Spaces:
    """Return the spaces of a section: each row has a left and a right one (BA-10.2)."""
    found: dict[str, ActionSpace] = {}
    for row in of(figures).rows:
        if row.section == section.name:
            for side, space in (("left", row.left), ("right", row.right)):
                found[f"{row.id}/{side}"] = ActionSpace(
                    id=f"{row.id}/{side}",
                    section=section,
                    engineers=space.engineers,
                    red=space.red,
                    credits=row.credits,
                    effect=row.effect,
                    min_players=row.min_players,
                    item=row.id,
                )
    return found


@lru_cache(maxsize=16)
def _patents(figures: str) -> Spaces:
    """Return a space for each slot of the patent office (BA-18.1)."""
    return {
        space.id: ActionSpace(
            id=space.id,
            section=PATENT_OFFICE,
            engineers=space.engineers,
            credits=space.credits,
            effect=space.effect,
            slot=slot,
        )
        for slot, space in enumerate(of(figures).patent_spaces)
    }


def _patent_spaces(state: State) -> Spaces:
    """Return the spaces of the patent office; none in a beginner game (BA-2.11)."""
    return _patents(state.figures) if PATENTS in state.displays else {}


def _patent_label(position: Position, space: ActionSpace) -> Message:
    """Describe the tile that a space of the patent office takes."""
    return questions.tile(position, position.state.displays[PATENTS][space.effect[0].amount - 1])


def _section(name: str) -> Section:
    section = Section(name, words.SECTION[name], lambda state: _rows(state.figures, section))
    return section


TURBINE_STATION = _section("turbine_station")
WATER_MANAGEMENT = _section("water_management")
WORKSHOP = _section("workshop")
MACHINERY_SHOP = _section("machinery_shop")
CONTRACT_OFFICE = _section("contract_office")
PATENT_OFFICE = Section("patent_office", words.SECTION["patent_office"], _patent_spaces, label_of=_patent_label)


# --------------------------------------------------------------------------------------------------------------------
# The bank (BA-14)
# --------------------------------------------------------------------------------------------------------------------


def use_bank(course: Course, seat: int, engineers: int) -> None:
    """Gain a credit for each engineer placed now; the bank never closes (BA-14)."""
    left = course.state.companies[seat].engineers
    if engineers < 1:
        raise refusal("BA-14.1", message("barrage.bank-needs-engineers", "Place at least 1 engineer in the bank."))
    if engineers > left:
        raise refusal(
            "BA-8.3",
            counted(
                "barrage.not-enough-engineers",
                "You have only {count} engineer.",
                "You have only {count} engineers.",
                count=left,
            ),
        )
    course.change(EngineersPlaced(seat=seat, space=BANK, engineers=engineers))
    course.change(Gained(seat=seat, credits=engineers * course.components.constants.bank_credits_per_engineer))
    course.open(Pending(kind=END_TURN, seat=seat))


def _script_bank(position: Position) -> Script:
    yield from ()
    return FinalField(
        Choose(
            message("barrage.choose-bank-engineers", "Choose how many engineers to place"),
            [str(number) for number in range(1, position.company.engineers + 1)],
            lambda value: questions.amounts(engineers=int(value)),
            lambda value: (f"space:{BANK}",),
            usual=lambda: ("1",),
            counts=True,
        ),
        lambda value: UseSpace(space=BANK, engineers=int(value)),
    )


BANKING = Action("bank", MenuEntry(words.SECTION["bank"], lambda position: position.company.engineers, _script_bank))


# --------------------------------------------------------------------------------------------------------------------
# The patent office (BA-18)
# --------------------------------------------------------------------------------------------------------------------


def _no_tile(position: Position, effect: Effect) -> Obstacle:
    if position.state.displays[PATENTS][effect.amount - 1]:
        return None
    return refusal(
        "BA-18.3",
        message("barrage.no-tile-beside-space", "This space has no tile for the rest of the round."),
    )


def _grant_patent(course: Course, granted: Grant) -> None:
    tile = course.state.displays[PATENTS][granted.amount - 1]
    course.change(Taken(seat=granted.seat, display=PATENTS, item=tile, to="tiles"))


TAKE_PATENT = EffectRule("take_patent", _grant_patent, _no_tile)
