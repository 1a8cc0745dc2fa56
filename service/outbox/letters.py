"""Letters that are to go out. Each is a row until it is delivered; what is given up stays for whoever runs the site."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import msgspec

from projections.rows import Row, parsed, timestamp
from service.storage import Database

FIRST_WAIT = timedelta(seconds=30)
"""Until the second attempt; each wait is twice as long as the one before it, ..."""

LONGEST_WAIT = timedelta(hours=6)
"""... up to this one."""

ATTEMPTS = 16
"""How often it is tried: for about two days."""


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """A mail to one address. Whoever gets it twice knows it by its id."""

    id: str
    recipient: str
    """Nobody (``""``): it is taken from the outbox and goes nowhere."""
    subject: str
    text: str


class Waiting(msgspec.Struct, frozen=True):
    """A letter that has not been delivered: how often that was tried, when it is tried again, what went wrong last."""

    letter: Letter
    created_at: datetime
    attempts: int
    due_at: datetime | None
    failure: str


class Outbox:
    """The letters of one database."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database = database
        self._clock = clock

    def post(self, recipient: str, subject: str, text: str) -> Letter:
        """Have a letter delivered; when this returns it is not lost."""
        letter = Letter(id=uuid4().hex, recipient=recipient, subject=subject, text=text)
        row = {
            "id": letter.id,
            "recipient": recipient,
            "content": msgspec.json.encode(letter).decode(),
            "now": timestamp(self._clock()),
        }
        with self._database.transaction() as rows:
            rows.execute("INSERT INTO outbox VALUES (:id, :recipient, :content, :now, 0, :now, '')", row)
        return letter

    def due(self, most: int) -> list[Waiting]:
        """Letters whose time has come, the first ones first."""
        with self._database.reading() as rows:
            found = rows.execute(
                "SELECT * FROM outbox WHERE due_at <= :now ORDER BY due_at, id LIMIT :most",
                {"now": timestamp(self._clock()), "most": most},
            )
        return [_waiting(row) for row in found]

    def delivered(self, letter: Letter) -> None:
        """It has gone out: nothing is kept of it."""
        with self._database.transaction() as rows:
            rows.execute("DELETE FROM outbox WHERE id = :id", {"id": letter.id})

    def put_off(self, waiting: Waiting, failure: str) -> None:
        """It could not be delivered: try again later, and after many attempts no more."""
        attempts = waiting.attempts + 1
        if attempts >= ATTEMPTS:
            self.give_up(waiting, failure)
            return
        wait = min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT)
        self._failed(waiting.letter, failure, timestamp(self._clock() + wait))

    def give_up(self, waiting: Waiting, failure: str) -> None:
        """It cannot be delivered: keep it for whoever runs the site."""
        self._failed(waiting.letter, failure, None)

    def _failed(self, letter: Letter, failure: str, due_at: str | None) -> None:
        with self._database.transaction() as rows:
            rows.execute(
                "UPDATE outbox SET attempts = attempts + 1, due_at = :due_at, failure = :failure WHERE id = :id",
                {"id": letter.id, "due_at": due_at, "failure": failure},
            )

    def given_up(self, most: int) -> list[Waiting]:
        """Letters that are not tried any more, the oldest first."""
        with self._database.reading() as rows:
            found = rows.execute(
                "SELECT * FROM outbox WHERE due_at IS NULL ORDER BY created_at, id LIMIT :most", {"most": most}
            )
        return [_waiting(row) for row in found]

    def try_again(self) -> int:
        """Try all that was given up once more, as if it were new; answers how many letters these are."""
        with self._database.transaction() as rows:
            found = rows.execute(
                "UPDATE outbox SET attempts = 0, due_at = :now WHERE due_at IS NULL RETURNING id",
                {"now": timestamp(self._clock())},
            )
        return len(found)


def _waiting(row: Row) -> Waiting:
    letter = msgspec.json.decode(row["content"], type=Letter)
    due_at = None if row["due_at"] is None else parsed(row["due_at"])
    return Waiting(letter, parsed(row["created_at"]), row["attempts"], due_at, row["failure"])
