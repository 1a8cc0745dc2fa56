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
from domain.game import Choose, FinalField, Script
from domain.game_kit.memory import remembered
from domain.game_kit.menu import MenuEntry
from domain.message import Listing, Message, counted, message


def space_of(position: Position, name: str) -> ActionSpace | None:
    """Return the action space with this id."""
    for section in position.edition.all(Section).values():
        space = section.spaces(position.state).get(name)
        if space:
            return space
    return None


# --------------------------------------------------------------------------------------------------------------------
# Usability
# --------------------------------------------------------------------------------------------------------------------


def fee(position: Position, space: ActionSpace) -> int:
    """Return the fee of a red space (BA-8.4)."""
    return position.constants.red_space_fee if space.red else 0


def obstacle(position: Position, space: ActionSpace) -> Obstacle:
    """Return the reason why the seat cannot fill a space, or not perform its action in full (BA-8.5)."""
    return _place_obstacle(position, space) or _action_obstacle(position, space)


def _place_obstacle(position: Position, space: ActionSpace) -> Obstacle:
    if space.min_players > len(position.state.companies):
        return refusal(
            "BA-2.13",
            message(
                "barrage.space-blocked-by-player-count",
                "This space needs at least {needed} players; this game has {players}.",
                needed=space.min_players,
                players=len(position.state.companies),
            ),
        )
    if space.id in position.state.spaces and not space.shares:
        return refusal(
            "BA-8.6", message("barrage.space-occupied", "This space is occupied until the end of the round.")
        )
    company = position.company
    if company.engineers < space.engineers:
        return refusal(
            "BA-8.3",
            counted(
                "barrage.space-needs-engineers",
                "This space needs {count} engineer; you have {left}.",
                "This space needs {count} engineers; you have {left}.",
                count=space.engineers,
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
    """Return the spaces of a section that the seat can fill, considering places only, and without the text
    of refusals.
    """
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
    """Return the obstacle of a space's action, computed once for each row and number of credits after fees."""
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
    """Return the spaces of a section that the seat can use."""
    return [space.id for space in _within_reach(position, section) if _action_obstacle(position, space) is None]


def offers(position: Position, section: Section) -> bool:
    """Return whether the seat can use any space of a section."""
    return any(_action_obstacle(position, space) is None for space in _within_reach(position, section))


# --------------------------------------------------------------------------------------------------------------------
# Use
# --------------------------------------------------------------------------------------------------------------------


def perform(course: Course, seat: int, space: ActionSpace) -> None:
    """Perform the action of a space: pay its printed cost, grant its effects."""
    own = space.section.perform
    if own:
        own(course, seat, space)
        return
    if space.credits:
        course.change(Paid(seat=seat, credits=space.credits))
    effects.grant(course, seat, space.effect, space.id, action=True)


# --------------------------------------------------------------------------------------------------------------------
# Questions
# --------------------------------------------------------------------------------------------------------------------


def using(section: Section) -> Action:
    """Return the action of using a space of a section."""

    def script(position: Position) -> Script:
        yield from ()
        spaces = section.spaces(position.state)
        return FinalField(
            Choose(
                message("barrage.choose-action-space", "Choose an action space"),
                usable(position, section),
                lambda value: space_label(position, spaces[value]),
                lambda value: (f"space:{value}",),
            ),
            lambda value: UseSpace(space=value),
        )

    return Action(section.name, MenuEntry(section.label, partial(offers, section=section), script))


def space_label(position: Position, space: ActionSpace) -> Message:
    """Describe an action space: its effect, its requirements, and which of several spaces it is."""
    label_of = space.section.label_of
    effect: Message | Listing = label_of(position, space) if label_of else words.reward(space.effect)
    cost = questions.amounts(engineers=space.engineers, credits=space.credits + fee(position, space))
    name, _, which = space.id.partition("/")
    if name in position.components.row:
        if which == "left":
            return message(
                "barrage.left-space-option",
                "{effect} for {cost} ({row}, left space)",
                effect=effect,
                cost=cost,
                row=name,
            )
        return message(
            "barrage.right-space-option",
            "{effect} for {cost} ({row}, right space)",
            effect=effect,
            cost=cost,
            row=name,
        )
    if which.isdecimal():
        return message(
            "barrage.numbered-space-option",
            "{effect} for {cost} (space {number})",
            effect=effect,
            cost=cost,
            number=which,
        )
    return message("barrage.space-option", "{effect} for {cost}", effect=effect, cost=cost)
