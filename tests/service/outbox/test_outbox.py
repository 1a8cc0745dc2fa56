"""The outbox, with a real mail server: every message is delivered, later if need be, and none is lost."""

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
def working(*senders: Sender) -> Iterator[None]:
    """They send until the end of the block, however that comes."""
    for sender in senders:
        sender.start()
    try:
        yield
    finally:
        for sender in senders:
            sender.stop()


def test_a_letter_arrives_whole_and_nothing_is_kept_of_it(outbox: Outbox, receiver: Mailbox) -> None:
    letter = outbox.post("ada@example.org", "Grüße", "Ein Zug: ✓\n.\nund weiter\n")
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM)))
    (mail,) = receiver.mails
    assert (mail["From"], mail["To"], mail["Subject"]) == (FROM, "ada@example.org", "Grüße")
    assert mail["Message-ID"] == f"<{letter.id}@daybook.test>"
    assert mail.get_content().replace("\r\n", "\n") == letter.text
    assert due(outbox, 10) == outbox.given_up(10) == []


def test_an_end_of_a_line_in_a_subject_adds_no_header(outbox: Outbox, receiver: Mailbox) -> None:
    outbox.post("ada@example.org", "One\r\nBcc: eve@example.org", "text")
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM)))
    (mail,) = receiver.mails
    assert (mail["Subject"], mail["Bcc"]) == ("One Bcc: eve@example.org", None)


def test_a_letter_that_cannot_be_sent_keeps_no_other_waiting(outbox: Outbox, receiver: Mailbox) -> None:
    outbox.post("ada@no..domain.öxample", "One", "text")
    outbox.post("ben@example.org", "Another", "text")
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM)))
    assert [mail["To"] for mail in receiver.mails] == ["ben@example.org"]
    assert "domain doesn't exist" in outbox.given_up(10)[0].failure


def test_a_temporary_refusal_is_retried_with_longer_waits_under_the_same_id(
    outbox: Outbox, receiver: Mailbox, clock: Clock
) -> None:
    letter = outbox.post("ada@example.org", "Subject", "text")
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
    assert [mail["Message-ID"] for mail in receiver.mails] == [f"<{letter.id}@daybook.test>"]


def test_a_permanent_refusal_is_given_up_reported_and_can_be_retried(outbox: Outbox, receiver: Mailbox) -> None:
    letter = outbox.post("nobody@example.org", "Subject", "text")
    receiver.answers = ["550 No such person"]
    deliver = email_sender(by_smtp(receiver.url, FROM))
    deliver_due(outbox, deliver)
    assert due(outbox, 10) == []
    (waiting,) = outbox.given_up(10)
    assert (waiting.email, waiting.failure) == (letter, "550 No such person")
    assert outbox.try_again() == 1
    deliver_due(outbox, deliver)
    assert len(receiver.mails) == 1


def test_a_server_that_refuses_the_address_of_the_site_is_tried_again(
    outbox: Outbox, receiver: Mailbox, clock: Clock
) -> None:
    """The site is at fault, and no recipient."""
    outbox.post("ada@example.org", "Subject", "text")
    receiver.to_sender = "550 Sender not allowed"
    deliver = email_sender(by_smtp(receiver.url, FROM))
    deliver_due(outbox, deliver)
    assert outbox.given_up(10) == []
    receiver.to_sender = ""
    clock.now += FIRST_WAIT
    deliver_due(outbox, deliver)
    assert len(receiver.mails) == 1


def test_a_server_that_stays_away_for_two_days_is_waited_for_no_longer(outbox: Outbox, clock: Clock) -> None:
    outbox.post("ada@example.org", "Subject", "text")
    deliver = email_sender(by_smtp(f"smtp+plain://127.0.0.1:{free_port()}", FROM))
    began = clock.now
    for _ in range(ATTEMPTS):
        assert len(due(outbox, 10)) == 1
        deliver_due(outbox, deliver)
        clock.now += LONGEST_WAIT
    assert due(outbox, 10) == []
    assert len(outbox.given_up(10)) == 1
    assert clock.now - began > timedelta(days=2)


def test_a_retry_during_the_last_attempt_counts(outbox: Outbox, receiver: Mailbox, clock: Clock) -> None:
    outbox.post("ada@example.org", "Subject", "text")
    for _ in range(ATTEMPTS - 1):
        outbox.postpone(due(outbox, 1)[0], "451 later")
        clock.now += LONGEST_WAIT
    (last,) = due(outbox, 1)
    outbox.give_up(last, "451 later")
    assert outbox.try_again() == 1
    outbox.postpone(last, "451 later")
    assert outbox.given_up(1) == [], "it is the first attempt of the retry"


def test_a_letter_to_nobody_goes_nowhere(outbox: Outbox, receiver: Mailbox) -> None:
    outbox.post("", "Subject", "text")
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM)))
    assert due(outbox, 10) == receiver.mails == []


def test_a_letter_that_waited_longer_than_its_link_is_valid_is_not_sent(
    outbox: Outbox, receiver: Mailbox, clock: Clock
) -> None:
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


def test_a_letter_is_sent_while_its_link_is_valid(outbox: Outbox, receiver: Mailbox, clock: Clock) -> None:
    outbox.post("ada@example.org", "Subject", "the link", valid_for=timedelta(hours=2))
    clock.now += timedelta(hours=2) - timedelta(seconds=1)
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM), clock))
    assert len(receiver.mails) == 1


def test_a_look_takes_some_letters_however_many_there_are(outbox: Outbox, receiver: Mailbox) -> None:
    for number in range(AT_A_TIME + 3):
        outbox.post(f"{number}@example.org", "Subject", "text")
    deliver_due(outbox, email_sender(by_smtp(receiver.url, FROM)))
    assert len(receiver.mails) == AT_A_TIME


def test_of_several_senders_one_works(storage: Storage, receiver: Mailbox) -> None:
    outbox = Outbox(storage.database)
    senders = [Sender(storage, email_sender(by_smtp(receiver.url, FROM))) for _ in range(3)]
    with working(*senders):
        ids = [f"<{outbox.post('ada@example.org', 'Subject', 'text').id}@daybook.test>" for _ in range(30)]
        receiver.await_mail(30)
    assert sorted(mail["Message-ID"] for mail in receiver.mails) == sorted(ids)


def test_a_slow_listener_delays_no_other_and_gets_everything_in_order(storage: Storage) -> None:
    """The slow one answers only after all others have been notified."""
    outbox, others = Outbox(storage.database), [f"{number}@example.org" for number in range(12)]
    taken: list[str] = []
    told = Event()

    def send(waiting: Waiting) -> None:
        if waiting.recipient == "slow@example.org" and not told.wait(30):
            raise OSError
        taken.append(waiting.email.subject)
        if set(others) <= set(taken):
            told.set()

    for number in range(AT_A_TIME + 2):
        outbox.post("slow@example.org", f"{number:02}", "text")
    for other in others:
        outbox.post(other, other, "text")
    deadline = time.monotonic() + 60
    with working(Sender(storage, send)):
        while due(outbox, 1):
            time.sleep(0.05)
            assert not [waiting for waiting in due(outbox, 1) if waiting.attempts], "it waited in vain"
            assert time.monotonic() < deadline
    assert sorted(taken[: len(others)]) == sorted(others)
    assert taken[len(others) :] == [f"{number:02}" for number in range(AT_A_TIME + 2)]


def test_senders_killed_at_any_instant_lose_nothing_and_repeat_under_the_same_id(
    storage: Storage, storage_url: str, receiver: Mailbox
) -> None:
    outbox = Outbox(storage.database)
    ids = {f"<{outbox.post('ada@example.org', 'Subject', 'text').id}@daybook.test>" for _ in range(200)}
    chance = random.Random(5)
    for _ in range(4):
        start_and_kill("sending", storage_url, receiver.url, after=chance.uniform(0.02, 0.3))
    deliver = email_sender(by_smtp(receiver.url, FROM))
    deadline = time.monotonic() + 60
    while due(outbox, 1):
        deliver_due(outbox, deliver)
        assert time.monotonic() < deadline
    sent = [mail["Message-ID"] for mail in receiver.mails]
    assert set(sent) == ids
    assert len(sent) - len(ids) <= 4, "each kill repeats one at most"


def test_in_development_mails_are_printed(outbox: Outbox, caplog: pytest.LogCaptureFixture) -> None:
    outbox.post("ada@example.org", "Subject", "the link")
    with caplog.at_level("INFO", "service.outbox"):
        deliver_due(outbox, email_sender(delivery("log", "")))
    assert "ada@example.org" in caplog.text
    assert "the link" in caplog.text


def test_without_a_server_a_mail_waits_and_the_log_says_so_without_its_link(
    outbox: Outbox, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    letter = outbox.post("ada@example.org", "Subject", "the link")
    with caplog.at_level("DEBUG"):
        deliver_due(outbox, email_sender(delivery("", "")))
    assert f"{letter.id} could not be delivered: No mail server is configured. Set DAYBOOK_SMTP_URL." in caplog.text
    assert "the link" not in caplog.text
    assert "ada@example.org" not in caplog.text
    clock.now += FIRST_WAIT
    assert [waiting.id for waiting in due(outbox, 10)] == [letter.id]
