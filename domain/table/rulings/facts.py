"""Facts of rulings by someone without a seat at the table, each with its reason."""

from __future__ import annotations

from typing import Literal

from domain.game import Fact, facts_in

Reason = Literal["absence", "agreement", "conduct", "fault", "schedule"]
"""A player is absent; all players want it; unfair play; an error of the site; lack of time."""


class Voided(Fact, frozen=True, kw_only=True, tag="table.voided"):
    """An administrator or organiser ended a game without a result, or voided its result. ``Abandoned`` follows."""

    reason: Reason


class Adjudicated(Fact, frozen=True, kw_only=True, tag="table.adjudicated"):
    """An unfinished game received a result: the place of each seat, 1 is best. ``Finished`` follows.

    ``points`` are the points of each seat if the ruling states them; otherwise the current points count.
    """

    places: tuple[int, ...]
    points: tuple[int, ...] = ()
    reason: Reason


Intervention = Literal["remind", "extend", "pause", "resume", "offer", "substitute", "stand_in"]


class Intervened(Fact, frozen=True, kw_only=True, tag="table.intervened"):
    """An organiser intervened in a game. The consequences follow in the same write; a reminder has none."""

    act: Intervention
    reason: Reason


AUTHORITY_FACTS = facts_in(__name__)
