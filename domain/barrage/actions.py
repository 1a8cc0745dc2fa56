"""The action spaces of the management board (BA-10, BA-13 to BA-18), and using them (BA-8)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from domain.barrage import effects
from domain.barrage.machinery.course import Course
from domain.barrage.machinery.edition import ActionSpace, EffectRule, Entry, Grant, Obstacle, Section
from domain.barrage.machinery.position import Position, refusal
from domain.barrage.telling import questions, words
from domain.barrage.vocabulary.changes import EngineersPlaced, Gained, Paid, Taken
from domain.barrage.vocabulary.commands import UseSpace
from domain.barrage.vocabulary.figures import of
from domain.barrage.vocabulary.pending import Pending
from domain.barrage.vocabulary.pieces import Effect
from domain.barrage.vocabulary.stages import END_TURN
from domain.barrage.vocabulary.state import BANK, PATENTS, State
from domain.game import Choose, Lastly, Script
from domain.message import Message, Term, message

Spaces = Mapping[str, ActionSpace]
BANK_SECTION = "bank"
PATENT_SECTION = "patent_office"


# --------------------------------------------------------------------------------------------------------------------
# The spaces
# --------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _rows(figures: str, section: str) -> Spaces:
    """The spaces of a section: each row has a left and a right one (BA-10.2)."""
    found: dict[str, ActionSpace] = {}
    for row in of(figures).rows:
        if row.section == section:
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
    """A space for each slot of the patent office (BA-18.1)."""
    return {
        space.id: ActionSpace(
            id=space.id,
            section=PATENT_SECTION,
            engineers=space.engineers,
            credits=space.credits,
            effect=space.effect,
            slot=slot,
        )
        for slot, space in enumerate(of(figures).patent_spaces)
    }


def _patent_spaces(state: State) -> Spaces:
    """None in a beginner game (BA-2.11)."""
    return _patents(state.figures) if PATENTS in state.displays else {}


def _section(name: str) -> Section:
    return Section(words.SECTION[name], lambda state: _rows(state.figures, name))


SECTIONS = {
    **{
        name: _section(name)
        for name in ("turbine_station", "water_management", "workshop", "machinery_shop", "contract_office")
    },
    PATENT_SECTION: Section(words.SECTION[PATENT_SECTION], _patent_spaces),
}


def space_of(position: Position, name: str) -> ActionSpace | None:
    """The action space with this id."""
    for section in position.edition.sections.values():
        space = section.spaces(position.state).get(name)
        if space:
            return space
    return None


# --------------------------------------------------------------------------------------------------------------------
# Whether a space can be used
# --------------------------------------------------------------------------------------------------------------------


def fee(position: Position, space: ActionSpace) -> int:
    """The fee of a red space (BA-8.4)."""
    return position.constants.red_space_fee if space.red else 0


def obstacle(position: Position, space: ActionSpace) -> Obstacle:
    """Why the seat cannot fill a space, or not perform its action in full (BA-8.5)."""
    if space.min_players > len(position.state.companies):
        return refusal("BA-2.13", message("That space is blocked in a game of so few players."))
    if space.id in position.state.spaces and not space.shares:
        return refusal("BA-8.6", message("That space is filled until the end of the round."))
    company = position.company
    if company.engineers < space.engineers:
        return refusal(
            "BA-8.3",
            message(
                "The space asks for {needed} engineers, you have {left}.",
                needed=space.engineers,
                left=company.engineers,
            ),
        )
    price = fee(position, space)
    if company.credits < price:
        return position.poor("BA-8.4", price)
    if company.credits < price + space.credits:
        return position.poor("BA-10.3", price + space.credits)
    return position.edition.sections[space.section].obstacle(position, space) or _effects_obstacle(position, space)


def _effects_obstacle(position: Position, space: ActionSpace) -> Obstacle:
    """Spaces of a row have the same effects, so that they are looked at once only; fees leave fewer credits though."""
    spent = fee(position, space) + space.credits
    key = ("effects", id(space.effect), spent)
    if key not in position.memory:
        position.memory[key] = effects.obstacle(after_paying(position, spent), space.effect)
    found: Obstacle = position.memory[key]
    return found


def after_paying(position: Position, credits: int) -> Position:
    """The position with fewer credits in hand: what is paid on placing is not available any more (BA-D.64)."""
    if not credits:
        return position
    poorer = Position(position.edition, position.state, position.seat)
    poorer.map_memory = position.map_memory
    poorer.company = msgspec.structs.replace(position.company, credits=position.company.credits - credits)
    return poorer


def usable(position: Position, section: str) -> list[str]:
    """The spaces of a section that the seat can use."""
    key = ("usable", section)
    if key not in position.memory:
        spaces = position.edition.sections[section].spaces(position.state)
        position.memory[key] = [name for name, space in spaces.items() if obstacle(position, space) is None]
    found: list[str] = position.memory[key]
    return found


# --------------------------------------------------------------------------------------------------------------------
# Using one
# --------------------------------------------------------------------------------------------------------------------


def answer_use(course: Course, pending: Pending, command: UseSpace) -> None:
    """The engineers go onto the space, fee and cost are paid, the action is performed."""
    if command.space == BANK:
        _bank(course, pending.seat, command.engineers)
        return
    position = course.at(pending.seat)
    space = space_of(position, command.space)
    if space is None:
        raise refusal("BA-8.2", message("There is no action space {space}.", space=Term(command.space)))
    if command.engineers:
        raise refusal("BA-14.1", message("Only in the bank the number of engineers is yours to choose."))
    if found := obstacle(position, space):
        raise found
    course.change(EngineersPlaced(seat=pending.seat, space=space.shares or space.id, engineers=space.engineers))
    if price := fee(position, space):
        course.change(Paid(seat=pending.seat, credits=price))
    perform(course, pending.seat, space)
    course.open(Pending(kind=END_TURN, seat=pending.seat, amount=0 if space.shares else space.engineers))


def perform(course: Course, seat: int, space: ActionSpace) -> None:
    """The action of a space: its printed cost is paid, its effects come about."""
    own = course.edition.sections[space.section].perform
    if own:
        own(course, seat, space)
        return
    if space.credits:
        course.change(Paid(seat=seat, credits=space.credits))
    effects.grant(course, seat, space.effect, space.id, action=True)


def _bank(course: Course, seat: int, engineers: int) -> None:
    """A credit for each engineer placed now; the bank never closes (BA-14)."""
    left = course.state.companies[seat].engineers
    if not 1 <= engineers <= left:
        rule = "BA-14.1" if engineers < 1 else "BA-8.3"
        raise refusal(rule, message("Place at least 1 engineer in the bank; you have {left}.", left=left))
    course.change(EngineersPlaced(seat=seat, space=BANK, engineers=engineers))
    course.change(Gained(seat=seat, credits=engineers * course.components.constants.bank_credits_per_engineer))
    course.open(Pending(kind=END_TURN, seat=seat))


# --------------------------------------------------------------------------------------------------------------------
# The questions
# --------------------------------------------------------------------------------------------------------------------


def entry(name: str, label: Message) -> Entry:
    """A section as something that may be done in a turn."""

    def script(position: Position) -> Script:
        yield from ()
        spaces = position.edition.sections[name].spaces(position.state)
        return Lastly(
            Choose(
                message("Fill which space?"),
                usable(position, name),
                lambda value: space_label(position, spaces[value]),
                lambda value: (f"space:{value}",),
            ),
            lambda value: UseSpace(space=value),
        )

    return Entry(label, lambda position: usable(position, name), script)


def space_label(position: Position, space: ActionSpace) -> Message:
    """How an action space reads: what it does and what it asks for."""
    label_of = position.edition.sections[space.section].label_of
    return message(
        "{effect} for {cost} ({space})",
        effect=label_of(position, space) if label_of else words.reward(space.effect),
        cost=questions.amounts(engineers=space.engineers, credits=space.credits + fee(position, space)),
        space=Term(space.id),
    )


def _script_bank(position: Position) -> Script:
    yield from ()
    return Lastly(
        Choose(
            message("Place how many engineers in the bank?"),
            [str(number) for number in range(1, position.company.engineers + 1)],
            lambda value: questions.amounts(engineers=int(value)),
            lambda value: (f"space:{BANK}",),
        ),
        lambda value: UseSpace(space=BANK, engineers=int(value)),
    )


MENU = {
    **{name: entry(name, section.label) for name, section in SECTIONS.items()},
    BANK_SECTION: Entry(words.SECTION[BANK_SECTION], lambda position: position.company.engineers, _script_bank),
}


# --------------------------------------------------------------------------------------------------------------------
# The patent office (BA-18)
# --------------------------------------------------------------------------------------------------------------------


def _no_tile(position: Position, effect: Effect) -> Obstacle:
    if position.state.displays[PATENTS][effect.amount - 1]:
        return None
    return refusal("BA-18.3", message("There is no tile beside that space until the end of the round."))


def _grant_patent(course: Course, granted: Grant) -> None:
    tile = course.state.displays[PATENTS][granted.amount - 1]
    course.change(Taken(seat=granted.seat, display=PATENTS, item=tile, to="tiles"))


EFFECTS = {"take_patent": EffectRule(_grant_patent, _no_tile)}
