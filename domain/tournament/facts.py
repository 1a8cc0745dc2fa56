"""The facts of a competition. Entrants are people's ids; the name of a competition is not in its log but beside it."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.game import Fact, facts_in
from domain.tournament.rules import Rules

Withdrawal = Literal["absence", "agreement", "conduct"]
"""Somebody plays no more, wants to play no more, or plays foul."""


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a round, and whose seats it has, in order."""

    game: str
    seats: tuple[str, ...]


class TournamentOpened(Fact, frozen=True, kw_only=True, tag="competition.opened"):
    """A competition is announced. ``seed`` is what lots are drawn by; it hides nothing."""

    owner: str
    rules: Rules
    seed: str


class Entered(Fact, frozen=True, kw_only=True, tag="competition.entered"):
    """Somebody takes part."""

    person: str


class Withdrawn(Fact, frozen=True, kw_only=True, tag="competition.withdrawn"):
    """Somebody takes part no more; their games go on as they are."""

    person: str
    reason: Withdrawal


class StageBegun(Fact, frozen=True, kw_only=True, tag="competition.stage_begun"):
    """The next stage is for these, in the order in which they stand: in the first one, as lots were drawn."""

    entrants: tuple[str, ...]


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """A game of an earlier round that was over, as its log said up to this version."""

    game: str
    version: int


class RoundOpened(Fact, frozen=True, kw_only=True, tag="competition.round_opened"):
    """The games of the next round are opened, in the same write; ``byes`` have none.

    ``counted`` are the games that came to an end, or to another one, since the round before: who is paired with whom
    follows from them and from those that were counted before. ``paired_by`` is the number of the way to pair
    (:data:`domain.tournament.pairing.WAY`); 0 where neither was written down yet.
    """

    tables: tuple[Drawn, ...]
    byes: tuple[str, ...] = ()
    counted: tuple[Counted, ...] = ()
    paired_by: int = 0


class OrganiserNamed(Fact, frozen=True, kw_only=True, tag="competition.organiser_named"):
    """Somebody else organises it from now on."""

    person: str


class TournamentClosed(Fact, frozen=True, kw_only=True, tag="competition.closed"):
    """There are no more rounds, and nobody enters or withdraws: what standings are made of is complete."""


COMPETITION_FACTS = facts_in(__name__)
