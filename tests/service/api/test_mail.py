"""Email addresses and forgotten passwords by the API: the emails, their recipients, and their links."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from unittest import mock

import pytest
from flask.testing import FlaskClient

from service.channels.dispatcher import sending
from service.config import Config
from service.outbox.queue import Email, Waiting
from service.presenters.signed_links import CONFIRM_WITHIN, RECOVER_WITHIN
from tests.deliveries import deliver_due, due
from tests.service.sites import Person, Site, close, site_on
from tests.smtp_server import link_in

PASSWORD = "password of Ada"
ADDRESS = "Ada@Example.org"


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url, site_url="https://daybook.test/")
    yield made
    close(made)


def written(site: Site) -> list[Email]:
    """Return the emails written so far, which this delivers."""
    outbox = site.services.outbox
    found: list[Waiting] = []
    while firsts := due(outbox, 100):  # The first to each address.
        for waiting in firsts:
            outbox.delivered(waiting)
        found += firsts
    return [waiting.email for waiting in sorted(found, key=attrgetter("created_at"))]


def token_in(letter: Email) -> str:
    link = link_in(letter.text)
    assert link.startswith("https://daybook.test/"), "links lead where the setting says, not where a request says"
    return link.rpartition("/")[2]


def confirm(site: Site, person: Person, address: str = ADDRESS) -> str:
    """Return the token by which an address was confirmed."""
    body = {"address": address, "password": f"password of {person.name}"}
    assert person.put("/users/me/email-address", body).status_code == 200
    (letter,) = written(site)
    assert letter.recipient == address
    assert site.visitor().post("/email-confirmations", {"token": token_in(letter)}).status_code == 204
    return token_in(letter)


def at(moment: datetime) -> mock._patch[mock.Mock]:
    return mock.patch("itsdangerous.timed.time.time", return_value=moment.timestamp())


def test_an_address_counts_when_its_link_was_followed(site: Site) -> None:
    ada = site.person("Ada")
    assert ada.get("/users/me/email-address").json == {"address": None, "pending_address": None}
    answer = ada.put("/users/me/email-address", {"address": ADDRESS, "password": PASSWORD})
    assert answer.json == {"address": None, "pending_address": ADDRESS}
    (letter,) = written(site)
    for _ in range(2):
        assert site.visitor().post("/email-confirmations", {"token": token_in(letter)}).status_code == 204
        assert ada.get("/users/me/email-address").json == {"address": ADDRESS, "pending_address": None}


def test_mail_goes_where_it_went_until_the_new_address_is_confirmed(site: Site) -> None:
    ada = site.person("Ada")
    old = confirm(site, ada)
    ada.put("/users/me/email-address", {"address": "new@example.org", "password": PASSWORD})
    assert ada.get("/users/me/email-address").json == {"address": ADDRESS, "pending_address": "new@example.org"}
    (asked,) = written(site)
    site.visitor().post("/password-reset-requests", {"name": "Ada"})
    assert [letter.recipient for letter in written(site)] == [ADDRESS]
    assert site.visitor().post("/email-confirmations", {"token": token_in(asked)}).status_code == 204
    assert site.visitor().post("/email-confirmations", {"token": old}).status_code == 404
    assert ada.get("/users/me/email-address").json == {"address": "new@example.org", "pending_address": None}


def test_an_address_is_one_account_s_however_it_is_written(site: Site) -> None:
    confirm(site, site.person("Ada"))
    ben = site.person("Ben")
    ben.put("/users/me/email-address", {"address": "ada@EXAMPLE.org", "password": "password of Ben"})
    (letter,) = written(site)
    answer = site.visitor().post("/email-confirmations", {"token": token_in(letter)})
    assert (answer.status_code, answer.json["detail"]) == (409, "Another account uses this email address.")
    assert ben.get("/users/me/email-address").json == {"address": None, "pending_address": "ada@EXAMPLE.org"}


def test_a_token_alone_cannot_redirect_the_emails(site: Site) -> None:
    ada = site.person("Ada")
    answer = ada.put("/users/me/email-address", {"address": ADDRESS, "password": "something else"})
    assert answer.status_code == 403
    assert written(site) == []


def test_an_invalid_address_is_refused(site: Site) -> None:
    ada = site.person("Ada")
    for address in (
        "",
        "ada",
        "ada@",
        "a@b",
        "ada@example.org\nBcc: eve@example.org",
        "a" * 250 + "@example.org",
        '"ada"@example.org',
    ):
        answer = ada.put("/users/me/email-address", {"address": address, "password": PASSWORD})
        assert (answer.status_code, answer.json["errors"][0]["path"]) == (422, "json.address"), address
    assert written(site) == []


def test_a_removed_address_gets_no_mail_and_its_link_is_over(site: Site) -> None:
    ada = site.person("Ada")
    token = confirm(site, ada)
    assert ada.delete("/users/me/email-address").status_code == 204
    assert site.visitor().post("/email-confirmations", {"token": token}).status_code == 404
    site.visitor().post("/password-reset-requests", {"name": "Ada"})
    assert [letter.recipient for letter in written(site)] == [""]


def test_a_forgotten_password_is_set_once_by_the_link(site: Site) -> None:
    ada = site.person("Ada")
    confirm(site, ada)
    visitor = site.visitor()
    for name in ("ADA", ADDRESS.upper()):
        assert visitor.post("/password-reset-requests", {"name": name}).status_code == 204
    first, second = (token_in(letter) for letter in written(site))
    assert visitor.post("/password-resets", {"token": first, "password": "short"}).status_code == 422
    answer = visitor.post("/password-resets", {"token": first, "password": "a new password"})
    assert (answer.status_code, answer.json["name"]) == (200, "Ada")
    assert ada.get("/users/me").status_code == 401, "tokens are void"
    assert visitor.post("/session", {"name": "Ada", "password": PASSWORD}).status_code == 401
    assert visitor.post("/session", {"name": "Ada", "password": "a new password"}).status_code == 200
    for used in (first, second):
        assert visitor.post("/password-resets", {"token": used, "password": "another one"}).status_code == 404


def test_nobody_is_told_who_has_an_address(site: Site) -> None:
    confirm(site, site.person("Ada"))
    site.person("Ben").put("/users/me/email-address", {"address": "ben@example.org", "password": "password of Ben"})
    written(site)
    answers = [
        site.visitor().post("/password-reset-requests", {"name": name})
        for name in ("Ada", ADDRESS, "Ben", "ben@example.org", "Nobody")
    ]
    assert len({(answer.status_code, answer.data, tuple(answer.headers)) for answer in answers}) == 1
    letters = written(site)
    assert [letter.recipient for letter in letters] == [ADDRESS, ADDRESS, "", "", ""], "an unconfirmed one gets none"


def test_links_end(site: Site) -> None:
    ada = site.person("Ada")
    ada.put("/users/me/email-address", {"address": ADDRESS, "password": PASSWORD})
    (letter,) = written(site)
    late = datetime.now(UTC) + CONFIRM_WITHIN + timedelta(minutes=1)
    with at(late):
        assert site.visitor().post("/email-confirmations", {"token": token_in(letter)}).status_code == 404
    assert site.visitor().post("/email-confirmations", {"token": token_in(letter)}).status_code == 204
    site.visitor().post("/password-reset-requests", {"name": "Ada"})
    (letter,) = written(site)
    body = {"token": token_in(letter), "password": "a new password"}
    with at(datetime.now(UTC) + RECOVER_WITHIN + timedelta(minutes=1)):
        assert site.visitor().post("/password-resets", body).status_code == 404
    assert site.visitor().post("/password-resets", body).status_code == 200


def test_no_email_is_delivered_with_an_expired_link(site: Site) -> None:
    storage, ada = site.services.storage, site.person("Ada")
    confirm(site, ada)
    sent: list[Email] = []
    for within, ask in (
        (RECOVER_WITHIN, lambda: site.visitor().post("/password-reset-requests", {"name": "Ada"})),
        (CONFIRM_WITHIN, lambda: ada.put("/users/me/email-address", {"address": "new@a.org", "password": PASSWORD})),
    ):
        for minutes in (-1, 1):
            assert ask().status_code in (200, 204)
            now = datetime.now(UTC) + within + timedelta(minutes=minutes)
            send = sending(storage, sent.append, "https://daybook.test", lambda now=now: now)
            deliver_due(site.services.outbox, send)
        assert len(sent) == 1, "the one whose link was still valid"
        (waiting,) = site.services.outbox.given_up(10)
        assert waiting.reason == "The link in this email expired before it could be delivered."
        site.services.outbox.drop(waiting)
        sent.clear()


def test_a_link_for_one_thing_is_good_for_no_other(site: Site) -> None:
    token = confirm(site, site.person("Ada"))
    visitor = site.visitor()
    assert visitor.post("/password-resets", {"token": token, "password": "a new password"}).status_code == 404
    visitor.post("/password-reset-requests", {"name": "Ada"})
    (letter,) = written(site)
    assert visitor.post("/email-confirmations", {"token": token_in(letter)}).status_code == 404
    for forged in ("x", token[:-1], token + "x", "W10.a.b", "WyIiLCIiXQ." + token.partition(".")[2]):
        assert visitor.post("/email-confirmations", {"token": forged}).status_code == 404
        assert visitor.post("/password-resets", {"token": forged, "password": "a new password"}).status_code == 404


def test_links_never_follow_a_request_where_others_send_the_mails(storage_url: str) -> None:
    site = site_on(storage_url, embedded=False)
    ada = site.person("Ada")
    answers = [
        ada.put("/users/me/email-address", {"address": ADDRESS, "password": PASSWORD}),
        site.visitor().post("/password-reset-requests", {"name": "Ada"}, headers={"Host": "evil.example"}),
    ]
    assert [answer.status_code for answer in answers] == [503, 503]
    assert ada.get("/users/me/email-address").json == {"address": None, "pending_address": None}
    assert written(site) == []
    close(site)


@pytest.mark.parametrize("site_url", ["", "https://daybook.test"])
def test_a_site_without_a_mail_server_writes_no_links(storage_url: str, site_url: str) -> None:
    site = site_on(storage_url, smtp_url="", site_url=site_url)
    ada = site.person("Ada")
    answers = [
        ada.put("/users/me/email-address", {"address": ADDRESS, "password": PASSWORD}),
        site.visitor().post("/password-reset-requests", {"name": "Ada"}),
    ]
    assert [(answer.status_code, answer.json["detail"]) for answer in answers] == [
        (503, "This site doesn't send email.")
    ] * 2
    assert written(site) == []
    close(site)


def test_nobody_floods_a_mailbox(storage_url: str) -> None:
    site = site_on(storage_url, mail_limit="2 per hour")
    ada = site.person("Ada")
    sent = [
        ada.put("/users/me/email-address", {"address": ADDRESS, "password": PASSWORD}).status_code for _ in range(3)
    ]
    assert sent == [200, 200, 429]
    asked = [
        site.visitor().post("/password-reset-requests", {"name": name}).status_code for name in ("Ada", "Ben", "Ada")
    ]
    assert asked == [204, 204, 429]
    close(site)


def by_default(storage_url: str) -> Site:
    """Return a site with the default limits on account emails."""
    names = ("mail_limit", "mail_limit_by_requester", "mail_limit_by_ip_address", "mail_limit_by_recipient")
    defaults = Config(secret_key="x")
    return site_on(storage_url, site_url="https://daybook.test/", **{name: getattr(defaults, name) for name in names})


def wants(person: Person, ip: str) -> int:
    """Return the status of a request from an IP address to confirm an email address."""
    body = {"address": ADDRESS, "password": f"password of {person.name}"}
    return person.put("/users/me/email-address", body, environ_base={"REMOTE_ADDR": ip}).status_code


def tries_of_others(site: Site, way: str) -> list[int]:
    """Return the statuses of what other users request."""
    if way == "one account at many IP addresses":
        return [wants(eve, f"10.0.0.{number}") for eve in [site.person("Eve")] for number in range(12)]
    if way == "one account at the same IP address":
        return [wants(eve, "192.0.2.1") for eve in [site.person("Eve")] for _ in range(5)]
    ip = "10.0.0.1" if way == "many accounts at one IP address" else "2001:db8::{number:x}"
    return [wants(site.person(f"Eve{number}"), ip.format(number=number)) for number in range(25)]


@pytest.mark.parametrize(
    ("way", "sent"),
    [
        ("one account at many IP addresses", 3),
        ("one account at the same IP address", 3),
        ("many accounts at one IP address", 10),
        ("many accounts in one IPv6 network", 10),
    ],
)
def test_nobody_keeps_others_from_confirming_their_address(storage_url: str, way: str, sent: int) -> None:
    site = by_default(storage_url)
    assert tries_of_others(site, way).count(200) == sent
    written(site)
    assert wants(site.person("Ada"), "192.0.2.1") == 200
    (letter,) = written(site)
    assert site.visitor().post("/email-confirmations", {"token": token_in(letter)}).status_code == 204
    close(site)


def test_many_accounts_at_many_places_send_few_emails_to_an_address(storage_url: str) -> None:
    site = by_default(storage_url)
    tries = [wants(site.person(f"Eve{number}"), f"10.0.0.{number}") for number in range(25)]
    assert tries.count(200) == len(written(site)) == 20
    close(site)


def recovers(site: Site, number: int, client: FlaskClient | None = None) -> int:
    """Return how many emails a password reset from an IP address with this number sends to Ada."""
    ip = {"REMOTE_ADDR": f"10.0.1.{number}"}
    answer = (client or site.app.test_client()).post(
        "/api/password-reset-requests", json={"name": "Ada"}, environ_base=ip, headers={"Origin": "http://localhost"}
    )
    assert answer.status_code in (204, 429)
    return len([letter for letter in written(site) if letter.recipient])


def test_nobody_keeps_others_from_setting_a_new_password(storage_url: str) -> None:
    site = by_default(storage_url)
    confirm(site, site.person("Ada"))
    assert sum(recovers(site, 1) for _ in range(8)) == 3
    assert recovers(site, 2) == 1, "from elsewhere"
    assert sum(recovers(site, number) for number in range(3, 25)) == 16, "twenty a day"
    own = site.app.test_client()
    assert own.post("/api/session", json={"name": "Ada", "password": PASSWORD}).status_code == 200
    own.delete("/api/session")
    assert sum(recovers(site, 1, own) for _ in range(3)) == 0, "this IP address has had its share of requests"
    assert sum(recovers(site, 30, own) for _ in range(3)) == 3, "the browser is known"
    close(site)


def test_an_address_gets_few_letters_whoever_requests_them(storage_url: str) -> None:
    site = site_on(storage_url, mail_limit_by_recipient="3 per hour")
    people = [site.person(f"Person{number}") for number in range(5)]
    addresses = [f"{tag}@Example.org" for tag in ("eve", "eve+1", "Eve+2", "eve", "eve+3")]
    answers = [
        person.put("/users/me/email-address", {"address": address, "password": f"password of {person.name}"})
        for person, address in zip(people, addresses, strict=True)
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert len(written(site)) == 3
    close(site)


def test_recoveries_by_many_visitors_reach_an_address_seldom_and_tell_nobody(storage_url: str) -> None:
    site = site_on(storage_url, mail_limit_by_recipient="3 per hour", site_url="https://daybook.test")
    ada, eve = site.person("Ada"), site.person("Eve")
    confirm(site, ada)
    for _ in range(5):  # confirmations do not count: they would prevent password resets, or reveal them
        eve.put("/users/me/email-address", {"address": ADDRESS, "password": "password of Eve"})
    written(site)
    for name in ("Ada", ADDRESS, "ada", ADDRESS):
        assert site.visitor().post("/password-reset-requests", {"name": name}).status_code == 204
        assert site.visitor().post("/password-reset-requests", {"name": "Nobody"}).status_code == 204
    assert [letter.recipient for letter in written(site) if letter.recipient] == [ADDRESS] * 3
    close(site)
