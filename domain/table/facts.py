"""Facts of a table's log. Tags are stable for ever."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

import msgspec

from domain.game import Fact
from domain.table.clock.facts import CLOCK_FACTS
from domain.table.rulings.facts import AUTHORITY_FACTS
from domain.table.seat_changes.facts import ABSENCE_FACTS

UndoPolicy = Literal["turn", "consent", "free", "off"]


class TableOpened(Fact, frozen=True, kw_only=True, tag="table.opened"):
    """A game is announced. ``seed`` is secret until the game ends; ``commitment`` is its SHA-256.

    Both are empty for a game whose outcomes of chance were stated with a record of play (``recorded`` is true).
    """

    ruleset: str
    figures: str
    owner: str
    seats: int
    options: dict[str, Any]
    undo: UndoPolicy
    private: bool
    commitment: str
    seed: str
    recorded: bool = False


class SeatTaken(Fact, frozen=True, kw_only=True, tag="table.seat_taken"):
    """A user, or a bot by its strategy's name, sits down; neither, where a record of play tells of somebody."""

    seat: int
    user: str | None = None
    bot: str | None = None


class SeatLeft(Fact, frozen=True, kw_only=True, tag="table.seat_left"):
    """A seat is free again."""

    seat: int


class WordsSealed(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="table.words_sealed"):
    """A seat mixes words of its own into the chance of the game: as their salted digest
    (:func:`domain.verifiable_random.sealed`).

    ``themselves``: the words were mixed in, not the digest. So it was done before words were sealed.
    """

    seat: int
    digest: str
    themselves: bool = False


class WordsAdded(Fact, frozen=True, kw_only=True, tag="table.words_added"):
    """What ``WordsSealed`` was before: logs from then have the words themselves."""

    seat: int
    words: str


class ConfirmationSet(Fact, frozen=True, kw_only=True, tag="table.confirmation_set"):
    """A seat wants its turns to end by themselves, or by its own confirmation."""

    seat: int
    automatic: bool


class UndoRequested(Fact, frozen=True, kw_only=True, tag="table.undo_requested"):
    """A seat asks the others to take the game back to a version."""

    seat: int
    to: int


class UndoAnswered(Fact, frozen=True, kw_only=True, tag="table.undo_answered"):
    """A seat grants or refuses the request that stands."""

    seat: int
    granted: bool


class AbandonAgreed(Fact, frozen=True, kw_only=True, tag="table.abandon_agreed"):
    """A seat agrees to end the game without a result, or takes that back."""

    seat: int
    agrees: bool


class Abandoned(Fact, frozen=True, kw_only=True, tag="table.abandoned"):
    """All human seats agreed, or the owner closed a table that never started."""


class Finished(Fact, frozen=True, kw_only=True, tag="table.finished"):
    """The game is over: the secret seed is published, so that anybody can verify the shuffles."""

    seed: str


class Superseded(msgspec.Struct, frozen=True, order=True):
    """A rule by which some of a log was decided otherwise than today, and the day of its correction."""

    rule: str
    corrected: date


class Imported(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="table.imported"):
    """The stream came as a file from elsewhere, brought by user ``by``: its users are not users of this service.

    ``superseded``: what in it was decided otherwise by the rules of the day it came.
    """

    by: str
    superseded: tuple[Superseded, ...] = ()


TABLE_FACTS: tuple[type[Fact], ...] = (
    TableOpened,
    SeatTaken,
    SeatLeft,
    WordsSealed,
    WordsAdded,
    ConfirmationSet,
    UndoRequested,
    UndoAnswered,
    AbandonAgreed,
    Abandoned,
    Finished,
    Imported,
    *AUTHORITY_FACTS,
    *CLOCK_FACTS,
    *ABSENCE_FACTS,
)
