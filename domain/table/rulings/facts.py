"""Facts of rulings by someone without a seat at the table, each with its reason."""

from __future__ import annotations

from typing import Literal

from domain.game import Fact, facts_in

Reason = Literal["absence", "agreement", "conduct", "fault", "schedule"]
"""A player is absent; all players want it; unfair play; an error of the site; lack of time."""


class Voided(Fact, frozen=True, kw_only=True, tag="table.voided"):
    """An operator or organiser ends the game, or one that was over is worth nothing. ``Abandoned`` follows."""

    reason: Reason


class Adjudicated(Fact, frozen=True, kw_only=True, tag="table.adjudicated"):
    """A game that was not played to its end gets a result: the place of each seat, 1 the best. ``Finished`` follows.

    ``points`` are those of each seat where they are decided, too; else they are as they stood.
    """

    places: tuple[int, ...]
    points: tuple[int, ...] = ()
    reason: Reason


Intervention = Literal["remind", "extend", "pause", "resume", "offer", "substitute", "stand_in"]


class Intervened(Fact, frozen=True, kw_only=True, tag="table.intervened"):
    """An organiser does something about a game. Whatever that is follows in the same write; a reminder is all by
    itself.
    """

    act: Intervention
    reason: Reason


AUTHORITY_FACTS = facts_in(__name__)
