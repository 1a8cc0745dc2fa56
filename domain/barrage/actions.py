"""Action spaces (BA-8, BA-10): whether they can be used, their actions, and the questions that lead there."""

from __future__ import annotations

from functools import partial

from domain.barrage import effects
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import Action, ActionSpace, Obstacle, Section
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model.changes import Paid
from domain.barrage.model.commands import UseSpace
from domain.barrage.narration import questions, words
from domain.game import Choose, Lastly, Script
from domain.game_kit.memory import remembered
from domain.game_kit.menu import MenuEntry
from domain.message import Message, Term, message


def space_of(position: Position, name: str) -> ActionSpace | None:
    """The action space with this id."""
    for section in position.edition.all(Section).values():
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
    return _place_obstacle(position, space) or _action_obstacle(position, space)


def _place_obstacle(position: Position, space: ActionSpace) -> Obstacle:
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
    return None


def _within_reach(position: Position, section: Section) -> list[ActionSpace]:
    """The spaces of a section that the seat can fill: what no obstacle of place keeps it from, without the words."""
    taken, company, players = position.state.spaces, position.company, len(position.state.companies)
    red_fee = position.constants.red_space_fee
    return [
        space
        for space in section.spaces(position.state).values()
        if space.engineers <= company.engineers
        and space.credits + (red_fee if space.red else 0) <= company.credits
        and (space.id not in taken or space.shares)
        and space.min_players <= players
    ]


def _action_obstacle(position: Position, space: ActionSpace) -> Obstacle:
    """Spaces of a row have the same effects, so that they are looked at once only; fees leave fewer credits though."""
    if found := space.section.obstacle(position, space):
        return found
    spent = fee(position, space) + space.credits
    key = ("effects", id(space.effect), spent)
    if key not in position.memory:
        position.memory[key] = effects.obstacle(position, space.effect, spent)
    known: Obstacle = position.memory[key]
    return known


@remembered
def usable(position: Position, section: Section) -> list[str]:
    """The spaces of a section that the seat can use."""
    return [space.id for space in _within_reach(position, section) if _action_obstacle(position, space) is None]


def offers(position: Position, section: Section) -> bool:
    """Whether the seat can use any space of a section."""
    return any(_action_obstacle(position, space) is None for space in _within_reach(position, section))


# --------------------------------------------------------------------------------------------------------------------
# Using one
# --------------------------------------------------------------------------------------------------------------------


def perform(course: Course, seat: int, space: ActionSpace) -> None:
    """The action of a space: its printed cost is paid, its effects come about."""
    own = space.section.perform
    if own:
        own(course, seat, space)
        return
    if space.credits:
        course.change(Paid(seat=seat, credits=space.credits))
    effects.grant(course, seat, space.effect, space.id, action=True)


# --------------------------------------------------------------------------------------------------------------------
# The questions
# --------------------------------------------------------------------------------------------------------------------


def using(section: Section) -> Action:
    """A section as something that may be done in a turn."""

    def script(position: Position) -> Script:
        yield from ()
        spaces = section.spaces(position.state)
        return Lastly(
            Choose(
                message("Fill which space?"),
                usable(position, section),
                lambda value: space_label(position, spaces[value]),
                lambda value: (f"space:{value}",),
            ),
            lambda value: UseSpace(space=value),
        )

    return Action(section.name, MenuEntry(section.label, partial(offers, section=section), script))


def space_label(position: Position, space: ActionSpace) -> Message:
    """How an action space reads: what it does and what it asks for."""
    label_of = space.section.label_of
    return message(
        "{effect} for {cost} ({space})",
        effect=label_of(position, space) if label_of else words.reward(space.effect),
        cost=questions.amounts(engineers=space.engineers, credits=space.credits + fee(position, space)),
        space=Term(space.id),
    )
