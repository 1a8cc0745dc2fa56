"""The facts of a tournament. Entrants are user ids; the tournament's name is stored outside its log."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.game import Fact, facts_in
from domain.tournament.rules import Rules

Withdrawal = Literal["absence", "agreement", "conduct"]
"""The reasons: no longer plays, does not want to play, or plays unfairly."""


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a round, and the entrants at its seats, in order."""

    game: str
    seats: tuple[str, ...]


class TournamentOpened(Fact, frozen=True, kw_only=True, tag="competition.opened"):
    """The announcement of a tournament. ``seed`` determines the drawing of lots; it hides nothing."""

    owner: str
    rules: Rules
    seed: str


class Entered(Fact, frozen=True, kw_only=True, tag="competition.entered"):
    """A new entrant."""

    person: str


class Withdrawn(Fact, frozen=True, kw_only=True, tag="competition.withdrawn"):
    """An entrant's withdrawal; their games go on."""

    person: str
    reason: Withdrawal


class StageBegun(Fact, frozen=True, kw_only=True, tag="competition.stage_begun"):
    """The beginning of a stage with these entrants, in the order of the standings; in the first stage drawn by lot."""

    entrants: tuple[str, ...]


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a finished game of an earlier round, by its log up to this version."""

    game: str
    version: int


class RoundOpened(Fact, frozen=True, kw_only=True, tag="competition.round_opened"):
    """The opening of the next round's games, in the same write; entrants in ``byes`` have none.

    ``counted`` are the games that ended, or whose result changed, since the round before: the pairing follows from
    them and from those counted before. ``paired_by`` is the version of the pairing algorithm
    (:data:`domain.tournament.pairing.ALGORITHM_VERSION`); 0 in older logs, which record neither.
    """

    tables: tuple[Drawn, ...]
    byes: tuple[str, ...] = ()
    counted: tuple[Counted, ...] = ()
    paired_by: int = 0


class OrganiserNamed(Fact, frozen=True, kw_only=True, tag="competition.organiser_named"):
    """A new organiser."""

    person: str


class TournamentClosed(Fact, frozen=True, kw_only=True, tag="competition.closed"):
    """The end of a tournament: no more rounds, entries or withdrawals; its standings are based on all of its rounds."""


TOURNAMENT_FACTS = facts_in(__name__)
