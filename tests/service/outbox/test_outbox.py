"""The outbox, with a real mail server: every message is delivered, if necessary after retries."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event

import pytest

from service.outbox.circuits import ATTEMPTS, FIRST_WAIT, LONGEST_WAIT
from service.outbox.errors import email_sender
from service.outbox.mailer import delivery
from service.outbox.queue import Outbox, Waiting
from service.outbox.smtp import by_smtp
from service.storage import Storage
from service.workers.sender import AT_A_TIME, Sender
from tests.clocks import Clock
from tests.deliveries import deliver_due, due
from tests.processes import start_and_kill
from tests.servers import free_port
from tests.smtp_server import FROM, Mailbox, mailbox


@pytest.fixture
def receiver() -> Iterator[Mailbox]:
    with mailbox() as made:
        yield made


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def outbox(storage: Storage, clock: Clock) -> Outbox:
    return Outbox(storage.database, clock)


@contextmanager
def running(*senders: Sender) -> Iterator[None]:
    """Run senders until the end of the block, even if it raises."""
    for sender in senders:
        sender.start()
    try:
        yield
    finally:
        for sender in senders:
            sender.stop()


def test_email_arrives_complete_and_leaves_the_outbox(outbox: Outbox, receiver: Mailbox) -> None:
    message = outbox.post("ada@example.org", "Grüße", "Ein Zug: ✓\n.\nund weiter\n")
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM)))
    (mail,) = receiver.mails
    assert (mail["From"], mail["To"], mail["Subject"]) == (FROM, "ada@example.org", "Grüße")
    assert mail["Message-ID"] == f"<{message.id}@daybook.test>"
    assert mail.get_content().replace("\r\n", "\n") == message.text
    assert due(outbox, 10) == outbox.given_up(10) == []


def test_line_break_in_subject_adds_no_header(outbox: Outbox, receiver: Mailbox) -> None:
    outbox.post("ada@example.org", "One\r\nBcc: eve@example.org", "text")
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM)))
    (mail,) = receiver.mails
    assert (mail["Subject"], mail["Bcc"]) == ("One Bcc: eve@example.org", None)


def test_undeliverable_email_does_not_delay_others(outbox: Outbox, receiver: Mailbox) -> None:
    outbox.post("ada@no..domain.öxample", "One", "text")
    outbox.post("ben@example.org", "Another", "text")
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM)))
    assert [mail["To"] for mail in receiver.mails] == ["ben@example.org"]
    assert "domain doesn't exist" in outbox.given_up(10)[0].failure


def test_temporary_refusal_is_retried_with_backoff_and_same_id(outbox: Outbox, receiver: Mailbox, clock: Clock) -> None:
    message = outbox.post("ada@example.org", "Subject", "text")
    receiver.answers = ["451 Not now"] * 3
    deliver = email_sender(by_smtp(receiver.url, FROM))
    for attempt in range(3):
        deliver_due(outbox, deliver)
        assert receiver.mails == []
        clock.now += FIRST_WAIT * 2**attempt - timedelta(seconds=1)
        assert due(outbox, 10) == []
        clock.now += timedelta(seconds=1)
        assert [waiting.attempts for waiting in due(outbox, 10)] == [attempt + 1]
    deliver_due(outbox, deliver)
    assert [mail["Message-ID"] for mail in receiver.mails] == [f"<{message.id}@daybook.test>"]


def test_permanent_refusal_is_reported_and_can_be_retried(outbox: Outbox, receiver: Mailbox) -> None:
    message = outbox.post("nobody@example.org", "Subject", "text")
    receiver.answers = ["550 No such person"]
    deliver = email_sender(by_smtp(receiver.url, FROM))
    deliver_due(outbox, deliver)
    assert due(outbox, 10) == []
    (waiting,) = outbox.given_up(10)
    assert (waiting.email, waiting.failure) == (message, "550 No such person")
    assert outbox.try_again() == 1
    deliver_due(outbox, deliver)
    assert len(receiver.mails) == 1


def test_refused_sender_address_is_retried(outbox: Outbox, receiver: Mailbox, clock: Clock) -> None:
    """The site is at fault, not the recipient."""
    outbox.post("ada@example.org", "Subject", "text")
    receiver.to_sender = "550 Sender not allowed"
    deliver = email_sender(by_smtp(receiver.url, FROM))
    deliver_due(outbox, deliver)
    assert outbox.given_up(10) == []
    receiver.to_sender = ""
    clock.now += FIRST_WAIT
    deliver_due(outbox, deliver)
    assert len(receiver.mails) == 1


def test_unreachable_server_is_given_up_after_all_attempts(outbox: Outbox, clock: Clock) -> None:
    outbox.post("ada@example.org", "Subject", "text")
    deliver = email_sender(by_smtp(f"smtp+plain://127.0.0.1:{free_port()}", FROM))
    began = clock.now
    for attempt in range(1, ATTEMPTS):
        assert deliver_due(outbox, deliver) == 1
        clock.now += min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT) - timedelta(seconds=1)
        assert due(outbox, 10) == [], "the wait is not over"
        clock.now += timedelta(seconds=1)
        assert [waiting.attempts for waiting in due(outbox, 10)] == [attempt]
    assert timedelta(days=2) < clock.now - began < timedelta(days=2, hours=6), "about two days, as documented"
    assert deliver_due(outbox, deliver) == 1
    assert [waiting.attempts for waiting in outbox.given_up(10)] == [ATTEMPTS]
    clock.now += LONGEST_WAIT
    assert due(outbox, 10) == []


def test_manual_retry_during_last_attempt_restarts_the_count(outbox: Outbox, receiver: Mailbox, clock: Clock) -> None:
    outbox.post("ada@example.org", "Subject", "text")
    for _ in range(ATTEMPTS - 1):
        outbox.postpone(due(outbox, 1)[0], "451 later")
        clock.now += LONGEST_WAIT
    (last,) = due(outbox, 1)
    outbox.give_up(last, "451 later")
    assert outbox.try_again() == 1
    outbox.postpone(last, "451 later")
    assert outbox.given_up(1) == [], "this is the first attempt of the retry"


def test_email_without_recipient_is_discarded(outbox: Outbox, receiver: Mailbox) -> None:
    outbox.post("", "Subject", "text")
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM)))
    assert due(outbox, 10) == receiver.mails == []


def test_email_with_expired_link_is_not_sent(outbox: Outbox, receiver: Mailbox, clock: Clock) -> None:
    outbox.post("ada@example.org", "Subject", "the link", valid_for=timedelta(hours=2))
    outbox.post("", "Subject", "the link of nobody", valid_for=timedelta(hours=2))
    send = email_sender(by_smtp(receiver.url, FROM), clock)
    receiver.answers = ["451 Not now"]
    deliver_due(outbox, send)
    clock.now += timedelta(hours=2)
    for _ in range(2):
        deliver_due(outbox, send)
        assert (receiver.mails, due(outbox, 10)) == ([], [])
        (waiting,) = outbox.given_up(10)
        assert waiting.reason.startswith("The link in this email expired before it could be delivered.")
        assert "451" in waiting.reason
        assert waiting.reason.count("expired") == 1
        outbox.try_again()


def test_email_is_sent_while_its_link_is_valid(outbox: Outbox, receiver: Mailbox, clock: Clock) -> None:
    outbox.post("ada@example.org", "Subject", "the link", valid_for=timedelta(hours=2))
    clock.now += timedelta(hours=2) - timedelta(seconds=1)
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM), clock))
    assert len(receiver.mails) == 1


def test_each_pass_sends_a_limited_number_of_emails(outbox: Outbox, receiver: Mailbox) -> None:
    for number in range(AT_A_TIME + 3):
        outbox.post(f"{number}@example.org", "Subject", "text")
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM)))
    assert len(receiver.mails) == AT_A_TIME


def test_concurrent_senders_send_each_email_once(storage: Storage, receiver: Mailbox) -> None:
    outbox = Outbox(storage.database)
    senders = [Sender(storage, email_sender(by_smtp(receiver.url, FROM))) for _ in range(3)]
    with running(*senders):
        ids = [f"<{outbox.post('ada@example.org', 'Subject', 'text').id}@daybook.test>" for _ in range(30)]
        receiver.await_mail(30)
    assert sorted(mail["Message-ID"] for mail in receiver.mails) == sorted(ids)


def test_slow_recipient_delays_no_others_and_gets_emails_in_order(storage: Storage) -> None:
    """The slow recipient accepts mail only after all others have received theirs."""
    outbox, others = Outbox(storage.database), [f"{number}@example.org" for number in range(12)]
    delivered: list[str] = []
    others_served = Event()

    def send(waiting: Waiting) -> None:
        if waiting.recipient == "slow@example.org" and not others_served.wait(30):
            raise OSError
        delivered.append(waiting.email.subject)
        if set(others) <= set(delivered):
            others_served.set()

    for number in range(AT_A_TIME + 2):
        outbox.post("slow@example.org", f"{number:02}", "text")
    for other in others:
        outbox.post(other, other, "text")
    deadline = time.monotonic() + 60
    with running(Sender(storage, send)):
        while due(outbox, 1):
            time.sleep(0.05)
            assert not [waiting for waiting in due(outbox, 1) if waiting.attempts], "the slow delivery timed out"
            assert time.monotonic() < deadline
    assert sorted(delivered[: len(others)]) == sorted(others)
    assert delivered[len(others) :] == [f"{number:02}" for number in range(AT_A_TIME + 2)]


def test_killed_senders_lose_nothing_and_resend_with_same_id(
    storage: Storage, storage_url: str, receiver: Mailbox
) -> None:
    outbox = Outbox(storage.database)
    ids = {f"<{outbox.post('ada@example.org', 'Subject', 'text').id}@daybook.test>" for _ in range(200)}
    rng = random.Random(5)
    for _ in range(4):
        start_and_kill("sending", storage_url, receiver.url, after=rng.uniform(0.02, 0.3))
    deliver = email_sender(by_smtp(receiver.url, FROM))
    deadline = time.monotonic() + 60
    while due(outbox, 1):
        deliver_due(outbox, deliver)
        assert time.monotonic() < deadline
    sent = [mail["Message-ID"] for mail in receiver.mails]
    assert set(sent) == ids
    assert len(sent) - len(ids) <= 4, "each kill repeats at most one email"


def test_log_delivery_writes_emails_to_the_log(outbox: Outbox, caplog: pytest.LogCaptureFixture) -> None:
    outbox.post("ada@example.org", "Subject", "the link")
    with caplog.at_level("INFO", "service.outbox"):
        deliver_due(outbox, email_sender(delivery("log", "")))
    assert "ada@example.org" in caplog.text
    assert "the link" in caplog.text


def test_email_waits_without_a_server_and_log_omits_its_link(
    outbox: Outbox, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    message = outbox.post("ada@example.org", "Subject", "the link")
    with caplog.at_level("DEBUG"):
        deliver_due(outbox, email_sender(delivery("", "")))
    assert f"{message.id} could not be delivered: No mail server is configured. Set DAYBOOK_SMTP_URL." in caplog.text
    assert "the link" not in caplog.text
    assert "ada@example.org" not in caplog.text
    clock.now += FIRST_WAIT
    assert [waiting.id for waiting in due(outbox, 10)] == [message.id]
