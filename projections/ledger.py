"""The ledger: every change of a ruleset's ``accounts`` (money, points, income …), per seat.

Only entries on the line count: their sum is the state. A branch begins with the balances of its origin.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain, islice
from operator import attrgetter

import msgspec

from projections.chunked_rows import ChunkedTable
from projections.db_protocol import Rows
from projections.read_model import ReadModel
from projections.stream_folder import Change, FoldedEvent


class LedgerEntry(msgspec.Struct, frozen=True, array_like=True):
    """One change of an account of a seat, caused by the fact at ``version``; ``balance`` is the result."""

    version: int
    seat: int
    account: str
    change: int
    balance: int
    on_line: bool


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    _LEDGER.update_line(rows, changes)
    _LEDGER.add(rows, ((change.stream, chain.from_iterable(map(_entries, change.steps))) for change in changes))


def _entries(step: FoldedEvent) -> list[LedgerEntry]:
    """Return the changes of a fact, by seat and account."""
    if step.after == step.before or (step.on_line is None and step.version > 1):
        return []  # if the head moved, the entries that left or rejoined the line already express the difference
    found = []
    for account, balances in step.after.items():
        before = step.before.get(account) or [0] * len(balances)
        if balances != before:
            for seat, balance in enumerate(balances):
                if change := balance - before[seat]:
                    found.append(LedgerEntry(step.version, seat, account, change, balance, step.on_line is not False))
    return sorted(found, key=_PLACE)


_PLACE = attrgetter("seat", "account")
_LEDGER = ChunkedTable("ledger", LedgerEntry)

LEDGER = ReadModel(name="ledger", tables=("ledger",), schema=(_LEDGER.schema,), process=_process, revision=2)

Cursor = tuple[int, int, str]
"""Version, seat and account of the last entry seen."""

START: Cursor = (0, 0, "")


def statement(
    rows: Rows,
    stream: str,
    *,
    seat: int | None = None,
    account: str | None = None,
    after: Cursor = START,
    limit: int = 100,
) -> list[LedgerEntry]:
    """Return the entries of the accounts, including abandoned paths, oldest first; of one seat or account if given.

    The cursor of the next page is version, seat and account of the last entry.
    """
    begun = _LEDGER.forward(rows, stream, after[0] - 1, limit)
    found = (
        entry
        for entry in begun
        if (entry.version, entry.seat, entry.account) > after
        and seat in (None, entry.seat)
        and account in (None, entry.account)
    )
    return list(islice(found, limit))


def line(rows: Rows, stream: str) -> list[LedgerEntry]:
    """Return all changes that count, oldest first, for a chart over time."""
    return [entry for entry in _LEDGER.forward(rows, stream) if entry.on_line]


def balances(rows: Rows, stream: str) -> dict[str, dict[int, int]]:
    """Return the sums of the changes that count, by account and seat; accounts that never changed are absent."""
    sums: dict[str, Counter[int]] = defaultdict(Counter)
    for entry in line(rows, stream):
        sums[entry.account][entry.seat] += entry.change
    return {account: dict(by_seat) for account, by_seat in sums.items()}
