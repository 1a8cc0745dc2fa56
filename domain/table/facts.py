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
    """A table was opened. ``seed`` is secret until the game ends; ``commitment`` is its SHA-256.

    Both are empty for a game from a record of play, which states its random results (``recorded`` is true).
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
    """A user, or a bot named by its strategy, took a seat; a player in a record of play may be neither."""

    seat: int
    user: str | None = None
    bot: str | None = None


class SeatLeft(Fact, frozen=True, kw_only=True, tag="table.seat_left"):
    """A seat became free."""

    seat: int


class WordsSealed(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="table.words_sealed"):
    """A seat added a seed contribution, recorded as a salted digest (:func:`domain.verifiable_random.sealed`).

    ``themselves``: the seed uses the words instead of the digest, as in logs from before contributions were sealed.
    """

    seat: int
    digest: str
    themselves: bool = False


class WordsAdded(Fact, frozen=True, kw_only=True, tag="table.words_added"):
    """The predecessor of ``WordsSealed`` in older logs, which contain the words themselves."""

    seat: int
    words: str


class ConfirmationSet(Fact, frozen=True, kw_only=True, tag="table.confirmation_set"):
    """A seat chose whether its turns end automatically or need confirmation."""

    seat: int
    automatic: bool


class UndoRequested(Fact, frozen=True, kw_only=True, tag="table.undo_requested"):
    """A seat asked the others for an undo to a version."""

    seat: int
    to: int


class UndoAnswered(Fact, frozen=True, kw_only=True, tag="table.undo_answered"):
    """A seat accepted or declined the open undo request."""

    seat: int
    granted: bool


class AbandonAgreed(Fact, frozen=True, kw_only=True, tag="table.abandon_agreed"):
    """A seat agreed to abandon the game, or withdrew its agreement."""

    seat: int
    agrees: bool


class Abandoned(Fact, frozen=True, kw_only=True, tag="table.abandoned"):
    """All players agreed to abandon the game, or the host closed a table that never started."""


class Finished(Fact, frozen=True, kw_only=True, tag="table.finished"):
    """The game ended. The secret seed is published, so anyone can verify the shuffles."""

    seed: str


class Superseded(msgspec.Struct, frozen=True, order=True):
    """A rule that decided part of a log differently from today, and the day of its correction."""

    rule: str
    corrected: date


class Imported(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="table.imported"):
    """The stream was imported from a file by user ``by``; its users are not users of this service.

    ``superseded``: the rules that decided part of it differently from the rules on the day of the import.
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
