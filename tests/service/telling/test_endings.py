"""Channels that fail or end: their owners see it and can retry them, and administrators see whose they are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from http.client import responses
from typing import Any

import pytest

from service.operators import appointments
from service.outbox.circuits import ATTEMPTS, LONGEST_WAIT
from tests.receivers import Pushed, Receiver, receiver
from tests.service.sites import Person, Site
from tests.service.telling.conftest import Teller, turn

CHANNELS = "/users/me/notices/channels"


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as made:
        yield made


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    return site.game(ada, ben)


def only_channel(person: Person) -> dict[str, Any]:
    (channel,) = person.get(CHANNELS).json
    return dict(channel)


def ended(person: Person) -> dict[str, Any]:
    """The notice that a channel has ended."""
    (told,) = [told for told in person.get("/users/me/notices").json["notices"] if told["kind"] == "channel_ended"]
    return dict(told)


@pytest.mark.parametrize(("kind", "status"), [("webhook", 410), ("ntfy", 410), ("push", 410), ("push", 404)])
def test_a_receiver_ends_a_channel_and_its_owner_retries_it(
    site: Site, ada: Person, ben: Person, game: str, teller: Teller, there: Receiver, kind: str, status: int
) -> None:
    address = Pushed(there).subscription if kind == "push" else f"{there.url}/hook"
    channel = teller.channel(ben, kind, address)
    turn(ada, game)
    there.answers = [(status, {}, b"gone\x00for\ngood")]
    teller.tell()
    shown = only_channel(ben)
    assert (shown["state"], shown["failure"]) == ("ended", f"{status} {responses[status]}")
    assert shown["ended_at"] is not None
    told = ended(ben)
    assert (told["game"], told["channel"], told["seen"]) == (None, channel, False)
    assert told["detail"] == f"{status} {responses[status]}"
    turn(ben, game)
    turn(ada, game)
    teller.tell(timedelta(hours=1))
    assert len(there.requests) == 1, "an ended channel is left alone"
    assert ben.post(f"{CHANNELS}/{channel}/retries").status_code == 202
    for _ in range(3):
        teller.tell(timedelta(minutes=20))
    assert len(there.requests) > 1
    assert only_channel(ben)["state"] == "working"
    assert only_channel(ben)["failure"] is None
    assert ended(ben)["seen"] is True
    assert teller.outbox.given_up(1) == teller.outbox.due(1) == []


def test_an_ended_channel_is_told_on_the_other_channels(
    ada: Person, ben: Person, game: str, teller: Teller, there: Receiver
) -> None:
    teller.has_address(ben)
    channel = teller.channel(ben, "webhook", f"{there.url}/hook")
    teller.tell()
    told = len(teller.mailbox.mails)
    ben.post(f"{CHANNELS}/{channel}/tests")
    there.answers = [(410, {}, b"")]
    teller.deliver()
    teller.tell(timedelta(hours=2))
    (mail,) = teller.mailbox.mails[told:]
    assert mail["Subject"].strip() == "Your notification channel receiver.example.org has ended"


def test_a_channel_that_fails_waits_and_says_so(
    ada: Person, ben: Person, game: str, teller: Teller, there: Receiver
) -> None:
    teller.channel(ben, "webhook", f"{there.url}/hook")
    turn(ada, game)
    there.answers = [(500, {}, b"broken")] * 2
    teller.tell()
    shown = only_channel(ben)
    assert (shown["state"], shown["failure"], shown["ended_at"]) == ("failing", "500 Internal Server Error", None)
    teller.tell(timedelta(seconds=20))
    assert len(there.requests) == 1
    teller.tell(timedelta(seconds=20))
    teller.tell(timedelta(seconds=50))
    assert len(there.requests) == 2, "the second wait is twice as long"
    teller.tell(timedelta(seconds=20))
    assert only_channel(ben)["state"] == "working"


def test_a_channel_that_fails_for_two_days_ends(ben: Person, teller: Teller, there: Receiver) -> None:
    channel = teller.channel(ben, "webhook", f"{there.url}/hook")
    ben.post(f"{CHANNELS}/{channel}/tests")
    there.answers = [(500, {}, b"")] * (ATTEMPTS + 3)
    for _ in range(ATTEMPTS + 3):
        teller.deliver()
        teller.now += LONGEST_WAIT
    assert only_channel(ben)["state"] == "ended"
    assert len(there.requests) == ATTEMPTS


def test_a_channel_that_refuses_everything_is_asked_less_and_less_and_ends(
    site: Site, ada: Person, ben: Person, teller: Teller, there: Receiver
) -> None:
    teller.channel(ben, "webhook", f"{there.url}/hook")
    there.answers = [(404, {}, b"")] * (ATTEMPTS + 3)
    for _ in range(ATTEMPTS + 3):
        turn(ada, site.game(ada, ben))
        teller.tell()
    assert len(there.requests) < 6
    while len(there.requests) < ATTEMPTS:
        turn(ada, site.game(ada, ben))
        teller.tell(LONGEST_WAIT)
    assert only_channel(ben)["state"] == "ended"


def test_no_address_ends_while_the_mail_server_is_away(ada: Person, ben: Person, game: str, teller: Teller) -> None:
    teller.has_address(ben)
    turn(ada, game)
    teller.mailbox.answers = ["451 later"] * ATTEMPTS
    teller.tell()
    for _ in range(ATTEMPTS):
        teller.tell(LONGEST_WAIT)
    assert only_channel(ben)["state"] == "failing"


def test_administrators_see_whose_channel_it_was(
    site: Site, ada: Person, ben: Person, teller: Teller, there: Receiver
) -> None:
    channel = teller.channel(ben, "webhook", f"{there.url}/hook")
    ben.post(f"{CHANNELS}/{channel}/tests")
    there.answers = [(410, {}, b"")]
    teller.deliver()
    olga = site.person("Olga")
    appointments.appoint(site.services.storage.database, olga.id)
    (letter,) = olga.get("/operators/letters").json
    assert (letter["name"], letter["user"], letter["kind"]) == ("Ben", ben.id, "webhook")
    assert letter["host"] == "receiver.example.org"
    assert olga.post("/operators/letters/try-again").json == {"letters": 0}, "its owner can retry it"
