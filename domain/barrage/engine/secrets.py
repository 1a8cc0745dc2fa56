"""Visibility: the order of face-down piles is hidden from all (BA-2.8, BA-2.12), everything else is public."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec

from domain.barrage.engine.pool import RENEWALS, Expansions, Layer, layers, renewal_numbers
from domain.barrage.model.changes import CardTurned, PileRenewed, Shown
from domain.barrage.model.facts import Event, Started
from domain.barrage.model.figures import of
from domain.barrage.model.state import State
from domain.game import HIDDEN, Fact, Viewer, copied
from domain.verifiable_random import Chance

# --------------------------------------------------------------------------------------------------------------------
# Positions
# --------------------------------------------------------------------------------------------------------------------


def view(state: State, viewer: Viewer, expansions: Expansions = ()) -> State:
    """Return the position as the viewer may see it. The end of the game reveals nothing: it may be a preview."""
    seen = copied(state)
    if viewer == "auditor":
        return seen
    seen.piles = {name: list(_pile_seen(name, pile, expansions)) for name, pile in seen.piles.items()}
    seen.renewal_key = HIDDEN
    return seen


def _pile_seen(name: str, pile: Sequence[str], expansions: Expansions) -> tuple[str, ...]:
    """Return the visible parts of a pile: its number of items, and the top one if it is face up."""
    seen = sum(name in expansion.face_up for expansion in expansions)
    return (*pile[:seen], *[HIDDEN] * len(pile[seen:]))


def reimagine(state: State, viewer: Viewer, chance: Chance, expansions: Expansions = ()) -> State:
    """Return a full position that the viewer cannot tell from the true one, from the view alone.

    The unseen items of each part of a pile are shuffled (``unseen green 1`` and so on), and so are the numbers
    that determine renewed piles (``renewals``).
    """
    imagined = view(state, viewer, expansions)
    seen = frozenset(_face_up(imagined))
    for name, parts in layers(of(imagined.figures), imagined.options, expansions).items():
        known = [item for item in imagined.piles[name] if item != HIDDEN]
        imagined.piles[name] = known + _pile(name, parts, seen.union(known), chance)
    imagined.renewal_key = "".join(chance.shuffle(RENEWALS, renewal_numbers()))
    return imagined


def _pile(name: str, parts: list[Layer], seen: Container[str], chance: Chance) -> list[str]:
    pile: list[str] = []
    for number, part in enumerate(parts, 1):
        unseen = [item for item in part.items if item not in seen]
        order = chance.shuffle(f"unseen {name} {number}", unseen)
        pile += order[: len(unseen) - part.unused]
    return pile


def _face_up(state: State) -> Iterator[str]:
    """Yield all items that are or were face up."""
    yield from chain(*state.displays.values(), *state.discards.values())
    for company in state.companies:
        yield from chain(company.contracts, company.fulfilled, company.tiles)
        yield from (segment.tile for segment in company.wheel)


# --------------------------------------------------------------------------------------------------------------------
# Facts
# --------------------------------------------------------------------------------------------------------------------


def veil(fact: Any, viewer: Viewer, expansions: Expansions = ()) -> Fact:
    """Return a fact as the viewer may see it during the game."""
    veiled: Fact = fact
    if viewer == "auditor":
        return veiled
    if isinstance(fact, Started):
        piles = {name: _pile_seen(name, pile, expansions) for name, pile in fact.piles.items()}
        return msgspec.structs.replace(fact, piles=piles, renewal_key=HIDDEN)
    if isinstance(fact, Event) and any(isinstance(change, PileRenewed) for change in fact.changes):
        changes = tuple(
            PileRenewed(pile=change.pile, order=(HIDDEN,) * len(change.order))
            if isinstance(change, PileRenewed)
            else change
            for change in fact.changes
        )
        return msgspec.structs.replace(fact, changes=changes)
    return veiled


def reveals(fact: Any) -> bool:
    """Return whether a fact reveals face-down items: at the start, and whenever a pile is drawn from."""
    if not isinstance(fact, Event):
        return isinstance(fact, Started)
    return fact.by_chance or any(isinstance(change, Shown | CardTurned) for change in fact.changes)
