"""The opponents of the solo game."""

from __future__ import annotations

import msgspec

from domain.arkwright.model.facts.step import LaterFact


class MarkerDrawn(LaterFact, frozen=True, kw_only=True, tag="arkwright.marker_drawn"):
    """Steps 1 and 5 of the opponents' turn: a marker was drawn and laid aside."""

    colour: str


class AutomaAdvanced(LaterFact, frozen=True, kw_only=True, tag="arkwright.automa_advanced"):
    """Step 2: the appeal marker of the drawn colour advanced (AW-S.19)."""

    colour: str
    good: str
    appeal_from: int
    appeal_to: int
    arrows: int
    demand_from: int
    demand_to: int


class AutomaOpened(LaterFact, frozen=True, kw_only=True, tag="arkwright.automa_opened"):
    """Step 2: the automa of the drawn colour opened a factory (AW-S.20)."""

    colour: str
    good: str
    appeal: int
    """The space of its marker afterwards: the opening value and one step per era."""
    opening: int
    extra: int
    arrows: int
    demand: dict[str, int]
    wage_space: int


class AutomaShares(msgspec.Struct, frozen=True):
    """An automa's shares after it gained some."""

    colour: str
    gained: int
    shares: int


class AutomasGained(LaterFact, frozen=True, kw_only=True, tag="arkwright.automas_gained"):
    """Step 3: automas whose colour was not drawn gained a share (AW-S.21)."""

    gains: tuple[AutomaShares, ...]


class FundsMarkerMoved(LaterFact, frozen=True, kw_only=True, tag="arkwright.funds_marker_moved"):
    """Step 4: the funds marker of the drawn colour moved on the display, a card for each appeal marker (AW-S.22)."""

    colour: str
    steps: int
    place_from: int
    place_to: int
    card: str
    """The type of the development card under it afterwards."""
