"""Every change of what a ruleset's ``accounts`` follow (money, points, income …): a statement of account per seat.

Only rows on the line count: their sum is the state. A branch begins with what it brings forward from its origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from projections.fold import Change, Step
from projections.read_model import ReadModel, redraw_line
from projections.rows import Row, Rows


class Entry(msgspec.Struct, frozen=True):
    """One change of one account of one seat, caused by the fact at ``version``; ``balance`` is what it came to."""

    version: int
    seat: int
    account: str
    change: int
    balance: int
    on_line: bool


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    redraw_line(rows, "ledger", changes)
    rows.insert("ledger", [row for change in changes for step in change.steps for row in _rows(change.stream, step)])


def _rows(stream: str, step: Step) -> Iterator[Row]:
    if step.on_line is None and step.version > 1:
        return  # The head moved: rows that left the line or came back to it tell the difference already.
    for account, balances in step.after.items():
        before = step.before.get(account)
        if balances == before:
            continue
        for seat, balance in enumerate(balances):
            change = balance - (before[seat] if before else 0)
            if change:
                yield {
                    "stream": stream,
                    "version": step.version,
                    "seat": seat,
                    "account": account,
                    "change": change,
                    "balance": balance,
                    "on_line": step.on_line is not False,
                }


LEDGER = ReadModel(
    name="ledger",
    tables=("ledger",),
    schema=(
        "CREATE TABLE ledger (stream TEXT NOT NULL, version BIGINT NOT NULL, seat BIGINT NOT NULL,"
        " account TEXT NOT NULL, change BIGINT NOT NULL, balance BIGINT NOT NULL, on_line BOOLEAN NOT NULL,"
        " PRIMARY KEY (stream, version, seat, account))",
    ),
    process=_process,
)

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
) -> list[Entry]:
    """What happened to the accounts, abandoned paths included, oldest first; of one seat or account if given.

    The cursor of the next page is version, seat and account of the last entry.
    """
    found = rows.execute(
        "SELECT version, seat, account, change, balance, on_line FROM ledger"
        " WHERE stream = :stream AND (version, seat, account) > (:version, :last_seat, :last_account)"
        " AND (CAST(:seat AS BIGINT) IS NULL OR seat = :seat)"
        " AND (CAST(:account AS TEXT) IS NULL OR account = :account)"
        " ORDER BY version, seat, account LIMIT :limit",
        {
            "stream": stream,
            "version": after[0],
            "last_seat": after[1],
            "last_account": after[2],
            "seat": seat,
            "account": account,
            "limit": limit,
        },
    )
    return [_entry(row) for row in found]


def line(rows: Rows, stream: str) -> list[Entry]:
    """All changes that count, oldest first: what a chart over time is drawn from."""
    found = rows.execute(
        "SELECT version, seat, account, change, balance, on_line FROM ledger"
        " WHERE stream = :stream AND on_line ORDER BY version, seat, account",
        {"stream": stream},
    )
    return [_entry(row) for row in found]


def balances(rows: Rows, stream: str) -> dict[str, dict[int, int]]:
    """The sum of what counts, by account and seat; accounts that never changed are absent."""
    found = rows.execute(
        "SELECT account, seat, CAST(SUM(change) AS BIGINT) AS balance FROM ledger"
        " WHERE stream = :stream AND on_line GROUP BY account, seat ORDER BY account, seat",
        {"stream": stream},
    )
    sums: dict[str, dict[int, int]] = {}
    for row in found:
        sums.setdefault(row["account"], {})[row["seat"]] = row["balance"]
    return sums


def _entry(row: Row) -> Entry:
    return Entry(**{**row, "on_line": bool(row["on_line"])})
