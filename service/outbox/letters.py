"""What is to go out. Each is a row until it is delivered; what is given up stays for whoever runs the site.

It is a letter about an account, or goes by a channel on which somebody is told of notices.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import msgspec

from projections.rows import Row, Rows, listed, parsed, timestamp
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
    html: str = ""
    """The same with a picture, for readers that show such; ``""`` for none."""
    picture: bytes = b""
    """A PNG that the HTML shows as ``cid:`` and :attr:`picture_id`."""
    headers: dict[str, str] = {}
    """What more stands above it."""

    @property
    def picture_id(self) -> str:
        """The Content-ID of the picture."""
        return picture_id(self.id)


def picture_id(letter: str) -> str:
    """The Content-ID of a letter's picture (RFC 2392)."""
    return f"board.{letter}@daybook"


class Waiting(msgspec.Struct, frozen=True):
    """What has not been delivered: how often that was tried, when it is tried again, what went wrong last."""

    id: str
    channel: str
    """By which channel it goes; ``""`` for a letter."""
    user: str
    """Whose channel that is."""
    recipient: str
    content: str
    created_at: datetime
    attempts: int
    due_at: datetime | None
    failure: str

    @property
    def receiver(self) -> str:
        """Who takes it: a channel, or an address; ``""`` for nobody."""
        return self.channel or self.recipient

    @property
    def reason(self) -> str:
        """Why it could not be delivered, for logs and administrators.

        A receiver of notices may repeat its secret address in its response, of which this has the status alone.
        """
        return reason(self, self.failure)

    @property
    def letter(self) -> Letter:
        """The letter that it is, if it goes by no channel."""
        subject, text = msgspec.json.decode(self.content, type=tuple[str, str])
        return Letter(id=self.id, recipient=self.recipient, subject=subject, text=text)


def reason(waiting: Waiting, failure: str) -> str:
    """See :attr:`Waiting.reason`; ``failure`` is what has just gone wrong."""
    status = failure.partition(" ")[0]
    return status if waiting.channel and status.isdigit() else failure


class Outbox:
    """What is to go out of one database."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database = database
        self._clock = clock

    def post(self, recipient: str, subject: str, text: str, user: str = "") -> Letter:
        """Have a letter delivered, to a user where it goes to one; when this returns it is not lost."""
        letter = Letter(id=uuid4().hex, recipient=recipient, subject=subject, text=text)
        content = msgspec.json.encode((subject, text)).decode()
        now = self._clock()
        with self._database.transaction() as rows:
            put(rows, letter.id, recipient, content, now, user=user)
        return letter

    def due(self, most: int, but: Collection[str] = ()) -> list[Waiting]:
        """What is to go out now, but to some receivers, the first of it first."""
        among, params = listed("receiver", but)
        others = f"AND channel || recipient NOT IN ({among})" if but else ""
        now = timestamp(self._clock())
        with self._database.reading() as rows:
            found = rows.execute(
                f"SELECT * FROM outbox WHERE due_at <= :now {others} ORDER BY due_at, id LIMIT :most",  # noqa: S608
                {"now": now, "most": most, **params},
            )
        return [_waiting(row) for row in found]

    def delivered(self, sent: Letter | Waiting) -> None:
        """It has gone out: nothing is kept of it."""
        with self._database.transaction() as rows:
            rows.execute("DELETE FROM outbox WHERE id = :id", {"id": sent.id})

    def put_off(self, waiting: Waiting, failure: str) -> None:
        """It could not be delivered: try again later, and after many attempts no more."""
        attempts = waiting.attempts + 1
        if attempts >= ATTEMPTS:
            self.give_up(waiting, failure)
            return
        wait = min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT)
        self._failed(waiting, failure, timestamp(self._clock() + wait))

    def hold(self, waiting: Waiting, until: datetime) -> None:
        """It is not wanted before then."""
        with self._database.transaction() as rows:
            rows.execute(
                "UPDATE outbox SET due_at = :until WHERE id = :id", {"id": waiting.id, "until": timestamp(until)}
            )

    def give_up(self, waiting: Waiting, failure: str) -> None:
        """It cannot be delivered: keep it for whoever runs the site."""
        self._failed(waiting, failure, None)

    def _failed(self, waiting: Waiting, failure: str, due_at: str | None) -> None:
        with self._database.transaction() as rows:
            rows.execute(
                "UPDATE outbox SET attempts = attempts + 1, due_at = :due_at, failure = :failure WHERE id = :id",
                {"id": waiting.id, "due_at": due_at, "failure": failure},
            )

    def given_up(self, most: int) -> list[Waiting]:
        """What is not tried any more, the oldest of it first."""
        with self._database.reading() as rows:
            found = rows.execute(
                "SELECT * FROM outbox WHERE due_at IS NULL ORDER BY created_at, id LIMIT :most", {"most": most}
            )
        return [_waiting(row) for row in found]

    def try_again(self) -> int:
        """See :func:`try_again`, in a transaction of its own."""
        with self._database.transaction() as rows:
            return try_again(rows, self._clock())


def try_again(rows: Rows, now: datetime) -> int:
    """Try all that was given up once more, as if it were new, in somebody's transaction; answers how much that is."""
    again = "UPDATE outbox SET attempts = 0, due_at = :now WHERE due_at IS NULL RETURNING id"
    return len(rows.execute(again, {"now": timestamp(now)}))


def withdraw(rows: Rows, user: str) -> None:
    """Delete the letters about a user's account, in somebody's transaction: the links in them have ended."""
    rows.execute("DELETE FROM outbox WHERE user_id = :user AND channel = ''", {"user": user})


def put(rows: Rows, id: str, recipient: str, content: str, now: datetime, channel: str = "", user: str = "") -> None:
    """Have something delivered, in somebody's transaction."""
    rows.execute(
        "INSERT INTO outbox (id, recipient, content, created_at, attempts, due_at, failure, channel, user_id)"
        " VALUES (:id, :recipient, :content, :now, 0, :now, '', :channel, :user)",
        {
            "id": id,
            "recipient": recipient,
            "content": content,
            "now": timestamp(now),
            "channel": channel,
            "user": user,
        },
    )


def _waiting(row: Row) -> Waiting:
    due_at = None if row["due_at"] is None else parsed(row["due_at"])
    return Waiting(
        row["id"],
        row["channel"],
        row["user_id"],
        row["recipient"],
        row["content"],
        parsed(row["created_at"]),
        row["attempts"],
        due_at,
        row["failure"],
    )
