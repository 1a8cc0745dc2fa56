"""Visibility: in the solo game the bag and the automas' first tracks are hidden, everything else is public."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from domain.arkwright.model.components import of
from domain.arkwright.model.facts import AutomasPrepared, MarkerDrawn, SoloStart, Started
from domain.arkwright.model.pieces import SIDES
from domain.arkwright.model.state import Solo, State
from domain.game import HIDDEN, Fact, Viewer, copied
from domain.verifiable_random import Chance

UNSEEN_TRACKS = "unseen automa tracks"


def unseen_bag(era: int) -> str:
    """Return the label of the shuffle of an era's remaining bag."""
    return f"unseen bag of era {SIDES[era - 1]}"


# --------------------------------------------------------------------------------------------------------------------
# Positions
# --------------------------------------------------------------------------------------------------------------------


def view(state: State, viewer: Viewer) -> State:
    """Return the position as the viewer may see it. The end of the game reveals nothing: it may be a preview."""
    seen = copied(state)
    solo = seen.solo
    if solo is None or viewer == "auditor":
        return seen
    solo.bags = [[HIDDEN] * len(bag) for bag in solo.bags]
    if solo.bags:
        solo.bags[0][: len(solo.drawn)] = solo.drawn
    if not _prepared(solo):
        solo.tracks = dict.fromkeys(solo.tracks, HIDDEN)
    return seen


def _prepared(solo: Solo) -> bool:
    """Return whether the automas' first markers have been laid out (AW-S.11)."""
    return any(automa.appeal for automa in solo.automas)


def reimagine(state: State, viewer: Viewer, chance: Chance) -> State:
    """Return a full position that the viewer cannot tell from the true one, from the view alone.

    The markers left in the bag of this era (``unseen bag of era I``) and those of later eras are shuffled, and
    so are the automas' first tracks (``unseen automa tracks``) while they are not laid out.
    """
    imagined = view(state, viewer)
    solo = imagined.solo
    if solo is None:
        return imagined
    components = of(imagined.figures)
    for era, bag in enumerate(solo.bags, imagined.era):
        if HIDDEN in bag:
            seen = [marker for marker in bag if marker != HIDDEN]
            left = sorted((Counter(components.bag) - Counter(seen)).elements())
            bag[:] = [*seen, *chance.shuffle(unseen_bag(era), left)]
    if HIDDEN in solo.tracks.values():
        solo.tracks = dict(zip(solo.tracks, chance.shuffle(UNSEEN_TRACKS, components.first_markers), strict=True))
    return imagined


# --------------------------------------------------------------------------------------------------------------------
# Facts
# --------------------------------------------------------------------------------------------------------------------


def veil(fact: Any, viewer: Viewer) -> Fact:
    """Return a fact as the viewer may see it during the game."""
    veiled: Fact = fact
    if viewer == "auditor" or not isinstance(fact, Started) or fact.solo is None:
        return veiled
    return msgspec.structs.replace(fact, solo=_veiled(fact.solo))


def _veiled(solo: SoloStart) -> SoloStart:
    """Hide the order of the bags, and the automas' tracks unless factories were drawn, so that they are laid out
    already.
    """
    return msgspec.structs.replace(
        solo,
        bags=tuple((HIDDEN,) * len(bag) for bag in solo.bags),
        tracks=solo.tracks if solo.factories else dict.fromkeys(solo.tracks, HIDDEN),
    )


def reveals(fact: Any) -> bool:
    """Return whether a marker was drawn, or the automas' first tracks were laid out."""
    return isinstance(fact, MarkerDrawn | AutomasPrepared)
