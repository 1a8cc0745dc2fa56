"""Points of links and flipped tiles: only public figures count, so a view gives the same as the full position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from domain.brass.engine.position import place_of
from domain.brass.model.components import Components
from domain.brass.model.state import State

AnyComponents = Components[Any, Any]
AnyState = State[Any]


class EraPoints(NamedTuple):
    """The points of an era: of links by line, of flipped tiles by slot, and their sum by seat."""

    links: dict[str, int]
    tiles: dict[str, int]
    by_seat: tuple[int, ...]


def era_points(components: AnyComponents, state: AnyState) -> EraPoints:
    """Score links, then flipped tiles, as they are now."""
    flipped = flipped_tiles(components, state)
    icons = _link_icons(components, flipped)
    links = {line: link_points(components, icons, line) for line in state.links}
    tiles = {slot: figures.vp for slot, figures in flipped.items()}
    owners = [(state.links[line], points) for line, points in links.items()]
    owners += [(state.board[slot].owner, points) for slot, points in tiles.items()]
    return EraPoints(links, tiles, by_seat(state, owners))


def link_icons(components: AnyComponents, state: AnyState) -> Counter[str]:
    """Return the visible link icons by place: printed ones and those on flipped tiles."""
    return _link_icons(components, flipped_tiles(components, state))


def flipped_tiles(components: AnyComponents, state: AnyState) -> dict[str, Any]:
    """Return the figures of flipped tiles by slot."""
    return {slot: components.tile(tile.industry, tile.level) for slot, tile in state.board.items() if tile.flipped}


def _link_icons(components: AnyComponents, flipped: Mapping[str, Any]) -> Counter[str]:
    icons = Counter(components.printed_link_icons)
    for slot, figures in flipped.items():
        icons[place_of(slot)] += figures.link_icons
    return icons


def link_points(components: AnyComponents, icons: Mapping[str, int], line: str) -> int:
    """Return the points of a link on a line: the icons at all its ends."""
    return sum(map(icons.__getitem__, components.line[line].ends))


def by_seat(state: AnyState, owners: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Add up points by the seats that gain them."""
    points = [0] * len(state.players)
    for seat, gained in owners:
        points[seat] += gained
    return tuple(points)


def cards_used_up(state: AnyState) -> bool:
    """Return whether deck and all hands are empty, so that the era ends with this round."""
    return not state.deck and not any(player.hand for player in state.players)


def is_scored(state: AnyState) -> bool:
    """Return whether the era's points have been counted, so that nothing is left to score until the next era."""
    settled = state.turn >= len(state.turn_order) and cards_used_up(state) and not state.shortfalls
    return state.finished or (settled and not state.links)
