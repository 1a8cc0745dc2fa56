"""The build action (BL-8, BL-9): the cards for it, and shipyards, which flip when they are built."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from domain.brass import build
from domain.brass.build import ask_site, buildable, built, check_named, next_tile, wrong_town
from domain.brass.engine.position import place_of
from domain.brass.lancashire.engine.position import Position
from domain.brass.lancashire.model.commands import DoubleBuild
from domain.brass.lancashire.model.facts import Built
from domain.brass.model.commands import Build
from domain.brass.narration import questions
from domain.game import Fact, IllegalMove, Script
from domain.game_kit.memory import remembered
from domain.message import message

CARDS = 2
"""The cards of a build with two cards (BL-8.4)."""


def decide_build(position: Position, command: Build) -> list[Fact]:
    """Build a tile, in the order of BL-8.22."""
    check_named(position, command.industry, command.slot)
    check_card(position, command.card, command.industry, command.slot)
    return [_built(position, command, None)]


def _built(position: Position, command: Build, second_card: str | None) -> Built:
    tile = next_tile(position, command.industry)
    at_once = position.components.facts[command.industry].flips_by == "building"
    return Built(**built(position, command, tile, tile.cubes, at_once), second_card=second_card)


def check_card(position: Position, card: str, industry: str, slot: str) -> None:
    """Check that the card allows this industry in this town (BL-8.1 to 8.3)."""
    towns, place = position.components.card_towns[card], place_of(slot)
    if towns:
        if place not in towns:
            raise wrong_town(position, card, place)
    elif industry not in position.components.card_industries[card]:
        raise IllegalMove(
            "BL-8.2",
            message(
                "brass.card-lacks-industry",
                "The {card} card doesn't show {industry}.",
                card=position.name(card),
                industry=position.name(industry),
            ),
        )
    elif not position.nothing_on_board and place not in position.card_places:
        raise IllegalMove(
            "BL-8.2",
            message(
                "brass.outside-network",
                "The {card} card lets you build only in your network, and {place} isn't in it.",
                card=position.name(card),
                place=position.name(place),
            ),
        )


can_build = partial(build.can_build, check=check_card)
script_build = partial(build.script_build, check=check_card)


# --------------------------------------------------------------------------------------------------------------------
# Building with two cards
# --------------------------------------------------------------------------------------------------------------------


def decide_double_build(position: Position, command: DoubleBuild) -> list[Fact]:
    """Build a tile anywhere for two cards and both actions of the turn (BL-8.4, 8.5)."""
    if len(command.cards) != CARDS:
        raise IllegalMove(
            "BL-8.4",
            message(
                "lancashire.wrong-number-of-cards",
                "Building with two cards needs {needed} cards; you chose {given}.",
                needed=CARDS,
                given=len(command.cards),
            ),
        )
    if not _both_actions(position):
        raise IllegalMove(
            "BL-8.5",
            message(
                "lancashire.double-build-needs-full-turn",
                "Building with two cards takes {needed} actions; you have {left} left.",
                needed=position.components.constants.actions_per_turn,
                left=position.state.actions_left,
            ),
        )
    check_named(position, command.industry, command.slot)
    first, second = command.cards
    single = Build(card=first, industry=command.industry, slot=command.slot, coal=command.coal, iron=command.iron)
    return [_built(position, single, second)]


def _both_actions(position: Position) -> bool:
    return position.state.actions_left == position.components.constants.actions_per_turn


def _builds_anywhere(position: Position, industry: str) -> Iterator[str]:
    """Yield the slots on which the industry can be built with any card."""
    return (slot for slot in position.components.showing[industry] if buildable(position, industry, slot))


@remembered
def _everywhere(position: Position) -> dict[str, tuple[str, ...]]:
    """Return the slots on which each industry can be built with any card."""
    found = {industry: tuple(_builds_anywhere(position, industry)) for industry in position.player.mat}
    return {industry: slots for industry, slots in found.items() if slots}


def can_double_build(position: Position) -> bool:
    """Return whether anything can be built with two cards."""
    if not _both_actions(position) or len(position.player.hand) < CARDS:
        return False
    return any(any(_builds_anywhere(position, industry)) for industry in position.player.mat)


_FIRST_CARD = message("brass.choose-discard", "Choose a card to discard")
_SECOND_CARD = message("lancashire.choose-other-discard", "Choose another card to discard")


def script_double_build(position: Position) -> Script:
    """Ask for industry, slot, the source of every cube, and the two cards."""
    industry, slot, coal, iron = yield from ask_site(position, _everywhere(position))
    first = yield from questions.card(position, questions.hand(position), _FIRST_CARD)
    left = list(position.player.hand)
    left.remove(first)
    return questions.final_card(
        position,
        tuple(dict.fromkeys(left)),
        _SECOND_CARD,
        lambda second: DoubleBuild(cards=(first, second), industry=industry, slot=slot, coal=coal, iron=iron),
    )
