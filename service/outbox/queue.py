"""Outgoing messages. Each is a row until it is delivered; undeliverable messages stay, for administrators.

A message is an account email or belongs to a notification channel. Account emails have their own due time; messages of
a channel are due when the channel is due (``circuits.py``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from http.client import responses
from uuid import uuid4

import msgspec

from projections.db_protocol import Row, Rows, listed, parsed, timestamp
from service.outbox import circuits
from service.outbox.circuits import ATTEMPTS, wait_after
from service.storage import Database

LONGEST_FAILURE = 500
"""Characters of a failure's description that are stored."""


class Email(msgspec.Struct, frozen=True, kw_only=True):
    """An email to one address. Its id identifies a duplicate."""

    id: str
    recipient: str
    """The address; ``""`` for a dummy email, which is taken from the outbox but not sent."""
    subject: str
    text: str
    html: str = ""
    """The text with a picture, for mail programs that show HTML; ``""`` for none."""
    picture: bytes = b""
    """A PNG that the HTML shows as ``cid:`` and :attr:`picture_id`."""
    headers: dict[str, str] = {}
    """Further headers."""
    expires_at: datetime | None = None
    """When the link in it expires; None if it has no such link."""

    @property
    def picture_id(self) -> str:
        """The Content-ID of the picture."""
        return picture_id(self.id)


def picture_id(email_id: str) -> str:
    """The Content-ID of an email's picture (RFC 2392)."""
    return f"board.{email_id}@daybook"


class _Content(msgspec.Struct, frozen=True, array_like=True):
    """The content of an email, as its row stores it."""

    subject: str
    text: str
    expires_at: datetime | None = None


class Waiting(msgspec.Struct, frozen=True):
    """An undelivered message: the number of attempts, the time of the next one, and the last failure."""

    id: str
    channel: str
    """The channel; ``""`` for an account email."""
    user: str
    """The owner of the channel."""
    recipient: str
    content: str
    created_at: datetime
    attempts: int
    due_at: datetime | None
    failure: str

    @property
    def reason(self) -> str:
        """The reason why it could not be delivered, for logs and administrators.

        A receiver of notifications may repeat its secret address in its response, so this has only the status.
        """
        return reason(self, self.failure)

    @property
    def email(self) -> Email:
        """The email, if the message belongs to no channel."""
        content = msgspec.json.decode(self.content, type=_Content)
        return Email(id=self.id, recipient=self.recipient, **msgspec.structs.asdict(content))


def reason(waiting: Waiting, failure: str) -> str:
    """Return the reason (see :attr:`Waiting.reason`); ``failure`` is the latest failure."""
    status = _STATUS.match(failure) if waiting.channel else None
    return _named(status) if status else failure


def failure_for_owner(failure: str) -> str:
    """Return why a channel failed, for its owner: the status that the receiver sent, if any.

    The rest of a response may contain a secret, and other errors describe the network of the site.
    """
    status = _STATUS.match(failure)
    return _named(status) if status else NO_RESPONSE


def _named(status: re.Match[str]) -> str:
    return f"{status[0]} {responses.get(int(status[0]), '')}".strip()


_STATUS = re.compile(r"[1-5][0-9]{2}\b")

NO_RESPONSE = "No response"


class Outbox:
    """The outgoing messages of one database."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database = database
        self._clock = clock

    def post(
        self, recipient: str, subject: str, text: str, user: str = "", valid_for: timedelta | None = None
    ) -> Email:
        """Add an email, perhaps about the account of a user; once this returns, it cannot be lost.

        ``valid_for`` is the validity of the link in it: the email is not sent after that.
        """
        now = self._clock()
        expires_at = None if valid_for is None else now + valid_for
        email = Email(id=uuid4().hex, recipient=recipient, subject=subject, text=text, expires_at=expires_at)
        content = msgspec.json.encode(_Content(subject, text, expires_at)).decode()
        with self._database.transaction() as rows:
            put(rows, email.id, recipient, content, now, user=user)
        return email

    def due_emails(self, most: int, *, but: Collection[str] = (), but_users: Collection[str] = ()) -> list[Waiting]:
        """Return due account emails: the first to each address, except some addresses and users."""
        addresses, params = listed("recipient", but)
        users, more = listed("user", but_users)
        others = f"AND recipient NOT IN ({addresses})" if but else ""
        others += f" AND user_id NOT IN ({users})" if but_users else ""
        with self._database.reading() as rows:
            found = rows.execute(
                "SELECT * FROM outbox WHERE channel = '' AND due_at <= :now"  # noqa: S608
                f" {others} ORDER BY due_at, id LIMIT :most",
                {"now": timestamp(self._clock()), "most": most, **params, **more},
            )
        firsts: dict[str, Waiting] = {}
        for row in found:
            firsts.setdefault(row["recipient"], _waiting(row))
        return list(firsts.values())

    def due_notifications(
        self, most: int, *, prompt: bool, but: Collection[str] = (), but_users: Collection[str] = ()
    ) -> list[Waiting]:
        """Return the first message of each due channel: see :func:`service.outbox.circuits.due`."""
        now = self._clock()
        with self._database.reading() as rows:
            channels = circuits.due(rows, now, prompt=prompt, but=but, but_users=but_users, most=most)
            found = [rows.execute(_FIRST_OF_CHANNEL, {"channel": channel}) for channel in channels]
        return [_waiting(firsts[0]) for firsts in found if firsts]

    def delivered(self, waiting: Waiting, *, prompt: bool = True) -> None:
        """Delete a delivered message."""
        with self._database.transaction() as rows:
            if waiting.channel:
                circuits.worked(rows, waiting.channel, prompt=prompt)
            self._remove(rows, waiting)

    def drop(self, waiting: Waiting) -> None:
        """Delete a message that is no longer wanted."""
        with self._database.transaction() as rows:
            self._remove(rows, waiting)

    def postpone(self, waiting: Waiting, failure: str) -> None:
        """Try an undelivered message again later, and after many attempts give it up."""
        self._failed(waiting, failure, for_good=False)

    def hold(self, waiting: Waiting, until: datetime) -> None:
        """Keep a message until a later moment; this does not count as an attempt."""
        with self._database.transaction() as rows:
            self._schedule(rows, waiting, until)

    def give_up(self, waiting: Waiting, failure: str) -> None:
        """Keep an undeliverable message for administrators."""
        self._failed(waiting, failure, for_good=True)

    def _failed(self, waiting: Waiting, failure: str, *, for_good: bool) -> None:
        failure_line, now = _one_line(failure), self._clock()
        with self._database.transaction() as rows:
            if waiting.channel:
                circuits.failed(rows, waiting.channel, failure_for_owner(failure_line), now)
            # The row knows the attempts: since this one began, the owner may have asked for new ones.
            for row in rows.execute(_FAILED, {"id": waiting.id, "failure": failure_line}):
                over = for_good or row["attempts"] >= ATTEMPTS
                self._schedule(rows, waiting, None if over else now + wait_after(row["attempts"]))

    def _schedule(self, rows: Rows, waiting: Waiting, again: datetime | None) -> None:
        with circuits.changing(rows, waiting.channel):
            rows.execute(
                "UPDATE outbox SET due_at = :due_at WHERE id = :id",
                {"id": waiting.id, "due_at": None if again is None else timestamp(again)},
            )

    def _remove(self, rows: Rows, waiting: Waiting) -> None:
        with circuits.changing(rows, waiting.channel):
            rows.execute("DELETE FROM outbox WHERE id = :id", {"id": waiting.id})

    def given_up(self, most: int) -> list[Waiting]:
        """Return messages that are not tried any more, the oldest first."""
        with self._database.reading() as rows:
            found = rows.execute(
                "SELECT * FROM outbox WHERE due_at IS NULL ORDER BY created_at, id LIMIT :most", {"most": most}
            )
        return [_waiting(row) for row in found]

    def try_again(self) -> int:
        """Call :func:`try_again` in its own transaction."""
        with self._database.transaction() as rows:
            return try_again(rows, self._clock())


_FAILED = "UPDATE outbox SET attempts = attempts + 1, failure = :failure WHERE id = :id RETURNING attempts"

_FIRST_OF_CHANNEL = "SELECT * FROM outbox WHERE channel = :channel AND due_at IS NOT NULL ORDER BY due_at, id LIMIT 1"

_GIVEN_UP = (
    "SELECT DISTINCT channel FROM outbox WHERE due_at IS NULL AND channel NOT IN"
    " (SELECT channel FROM outbox_channels WHERE ended_at IS NOT NULL) ORDER BY channel"
)

_AGAIN = "UPDATE outbox SET attempts = 0, due_at = :now WHERE due_at IS NULL AND channel = :channel RETURNING id"


def try_again(rows: Rows, now: datetime) -> int:
    """Retry the messages that were given up, in the caller's transaction, and return their number.

    Messages of a channel that has ended wait until its owner retries the channel.
    """
    tried = 0
    for row in rows.execute(_GIVEN_UP):
        channel = row["channel"]
        if channel:
            circuits.take(rows, channel)
        tried += len(rows.execute(_AGAIN, {"now": timestamp(now), "channel": channel}))
        if channel:
            circuits.reopen(rows, channel)
    return tried


def withdraw(rows: Rows, user: str) -> None:
    """Delete the emails about a user's account, in the caller's transaction: the links in them have ended."""
    rows.execute("DELETE FROM outbox WHERE user_id = :user AND channel = ''", {"user": user})


def put(rows: Rows, id: str, recipient: str, content: str, now: datetime, channel: str = "", user: str = "") -> None:
    """Add a message in the caller's transaction, unless its channel was removed."""
    message = {"id": id, "recipient": recipient, "content": content, "channel": channel, "user": user}
    with circuits.changing(rows, channel) as there:
        if there:
            rows.execute(
                "INSERT INTO outbox (id, recipient, content, created_at, attempts, due_at, failure, channel, user_id)"
                " VALUES (:id, :recipient, :content, :now, 0, :now, '', :channel, :user)",
                message | {"now": timestamp(now)},
            )


TEST = "[]"
"""The content of a test of a channel: no notifications."""


def put_test(rows: Rows, channel: str, user: str, now: datetime) -> None:
    """Add a test of a channel, in place of an earlier one that still waits."""
    circuits.take(rows, channel)
    rows.execute("DELETE FROM outbox WHERE channel = :channel AND content = :test", {"channel": channel, "test": TEST})
    put(rows, uuid4().hex, "", TEST, now, channel, user)


def retry(rows: Rows, channel: str, now: datetime) -> None:
    """Retry a channel that fails or has ended, with all its waiting messages."""
    circuits.take(rows, channel)
    rows.execute(
        "UPDATE outbox SET attempts = 0, due_at = :now WHERE channel = :channel",
        {"channel": channel, "now": timestamp(now)},
    )
    circuits.reopen(rows, channel)


def send_held(rows: Rows, channel: str, now: datetime) -> None:
    """Send the messages of a channel that wait for the end of quiet hours, unless the channel is paused."""
    with circuits.changing(rows, channel):
        rows.execute(
            "UPDATE outbox SET due_at = :now WHERE channel = :channel AND due_at > :now",
            {"channel": channel, "now": timestamp(now)},
        )


def _one_line(failure: str) -> str:
    """Return a failure as one short line of printable characters, since the server may send anything."""
    return "".join(each if each.isprintable() else " " for each in failure)[:LONGEST_FAILURE].strip()


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
