"""Sources of victory points in both Brass games: links, each industry, and a few others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from domain.brass.engine.position import place_of
from domain.brass.model.components import Components
from domain.brass.model.facts import EraScored, IntroductoryScored, ShortfallSettled
from domain.brass.model.state import State
from domain.brass.scoring import by_seat
from domain.message import Message, Term, message
from domain.presentation import Item, Itemised

ComponentsOf = Callable[[Any], Components[Any, Any]]
Parts = Iterable[tuple[Message, Sequence[int] | None]]


def sources(components_of: ComponentsOf, others: Mapping[type, Message]) -> Callable[[Any, Any], Parts]:
    """Return the function that assigns a game's points to categories; ``others`` names those of its own facts."""
    return partial(_scored, components_of, others)


def _scored(components_of: ComponentsOf, others: Mapping[type, Message], state: State[Any], fact: Any) -> Parts:
    match fact:
        case EraScored():
            yield (
                message("brass.links", "Links"),
                by_seat(state, ((state.links[line], vp) for line, vp in fact.links.items())),
            )
            yield from _industries(components_of, state, fact.tiles)
        case IntroductoryScored():
            yield message("brass.money", "Money"), fact.money
            yield message("brass.income", "Income"), fact.income
            yield from _industries(components_of, state, fact.tiles)
        case ShortfallSettled():
            yield message("brass.shortfalls", "Shortfalls"), None
        case _:
            yield others.get(type(fact), message("brass.other-points", "Other")), None


def _industries(components_of: ComponentsOf, state: State[Any], tiles: Mapping[str, int]) -> Parts:
    names = components_of(state).names
    for industry in dict.fromkeys(state.board[slot].industry for slot in tiles):
        scored = ((state.board[slot].owner, vp) for slot, vp in tiles.items() if state.board[slot].industry == industry)
        yield message("brass.industry", "{industry}", industry=Term(names[industry])), by_seat(state, scored)


def itemised(components_of: ComponentsOf) -> Itemised:
    """Return the links and tiles that a game's scorings count."""
    return Itemised((EraScored, IntroductoryScored), partial(_items, components_of))


def _items(components_of: ComponentsOf, state: State[Any], fact: EraScored | IntroductoryScored) -> Iterator[Item]:
    components = components_of(state)
    if isinstance(fact, EraScored):
        for line, vp in fact.links.items():
            first, second = (Term(components.names[end]) for end in components.line[line].ends[:2])
            text = message("brass.scored-link", "Link from {first} to {second}", first=first, second=second)
            yield Item(state.links[line], text, vp, f"link:{line}")
    for slot, vp in fact.tiles.items():
        tile = state.board[slot]
        text = message(
            "brass.scored-tile",
            "{industry} level {level} in {place}",
            industry=Term(components.names[tile.industry]),
            level=tile.level,
            place=Term(components.names[place_of(slot)]),
        )
        yield Item(tile.owner, text, vp, f"slot:{slot}")
