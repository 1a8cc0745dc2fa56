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
    """Return the emails written so far, and mark them as delivered."""
    outbox = site.services.outbox
    found: list[Waiting] = []
    while firsts := due(outbox, 100):  # The first to each address.
        for waiting in firsts:
            outbox.delivered(waiting)
        found += firsts
    return [waiting.email for waiting in sorted(found, key=attrgetter("created_at"))]


def token_in(message: Email) -> str:
    link = link_in(message.text)
    assert link.startswith("https://daybook.test/"), "links use the configured site URL, not that of the request"
    return link.rpartition("/")[2]


def confirm(site: Site, person: Person, address: str = ADDRESS) -> str:
    """Confirm an address, and return the token of the confirmation."""
    body = {"address": address, "password": f"password of {person.name}"}
    assert person.put("/users/me/email-address", body).status_code == 200
    (message,) = written(site)
    assert message.recipient == address
    assert site.visitor().post("/email-confirmations", {"token": token_in(message)}).status_code == 204
    return token_in(message)


def at(moment: datetime) -> mock._patch[mock.Mock]:
    return mock.patch("itsdangerous.timed.time.time", return_value=moment.timestamp())


def test_address_is_confirmed_by_its_link(site: Site) -> None:
    ada = site.person("Ada")
    assert ada.get("/users/me/email-address").json == {"address": None, "pending_address": None}
    response = ada.put("/users/me/email-address", {"address": ADDRESS, "password": PASSWORD})
    assert response.json == {"address": None, "pending_address": ADDRESS}
    (message,) = written(site)
    for _ in range(2):
        assert site.visitor().post("/email-confirmations", {"token": token_in(message)}).status_code == 204
        assert ada.get("/users/me/email-address").json == {"address": ADDRESS, "pending_address": None}


def test_old_address_stays_until_the_new_one_is_confirmed(site: Site) -> None:
    ada = site.person("Ada")
    old = confirm(site, ada)
    ada.put("/users/me/email-address", {"address": "new@example.org", "password": PASSWORD})
    assert ada.get("/users/me/email-address").json == {"address": ADDRESS, "pending_address": "new@example.org"}
    (requested,) = written(site)
    site.visitor().post("/password-reset-requests", {"name": "Ada"})
    assert [message.recipient for message in written(site)] == [ADDRESS]
    assert site.visitor().post("/email-confirmations", {"token": token_in(requested)}).status_code == 204
    assert site.visitor().post("/email-confirmations", {"token": old}).status_code == 404
    assert ada.get("/users/me/email-address").json == {"address": "new@example.org", "pending_address": None}


def test_address_is_unique_regardless_of_case(site: Site) -> None:
    confirm(site, site.person("Ada"))
    ben = site.person("Ben")
    ben.put("/users/me/email-address", {"address": "ada@EXAMPLE.org", "password": "password of Ben"})
    (message,) = written(site)
    response = site.visitor().post("/email-confirmations", {"token": token_in(message)})
    assert (response.status_code, response.json["detail"]) == (409, "Another account uses this email address.")
    assert ben.get("/users/me/email-address").json == {"address": None, "pending_address": "ada@EXAMPLE.org"}


def test_changing_the_address_requires_the_password(site: Site) -> None:
    ada = site.person("Ada")
    response = ada.put("/users/me/email-address", {"address": ADDRESS, "password": "something else"})
    assert response.status_code == 403
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
        response = ada.put("/users/me/email-address", {"address": address, "password": PASSWORD})
        assert (response.status_code, response.json["errors"][0]["path"]) == (422, "json.address"), address
    assert written(site) == []


def test_removed_address_gets_no_email_and_its_link_is_invalid(site: Site) -> None:
    ada = site.person("Ada")
    token = confirm(site, ada)
    assert ada.delete("/users/me/email-address").status_code == 204
    assert site.visitor().post("/email-confirmations", {"token": token}).status_code == 404
    site.visitor().post("/password-reset-requests", {"name": "Ada"})
    assert [message.recipient for message in written(site)] == [""]


def test_reset_link_sets_a_password_only_once(site: Site) -> None:
    ada = site.person("Ada")
    confirm(site, ada)
    visitor = site.visitor()
    for name in ("ADA", ADDRESS.upper()):
        assert visitor.post("/password-reset-requests", {"name": name}).status_code == 204
    first, second = (token_in(message) for message in written(site))
    assert visitor.post("/password-resets", {"token": first, "password": "short"}).status_code == 422
    response = visitor.post("/password-resets", {"token": first, "password": "a new password"})
    assert (response.status_code, response.json["name"]) == (200, "Ada")
    assert ada.get("/users/me").status_code == 401, "API tokens are revoked"
    assert visitor.post("/session", {"name": "Ada", "password": PASSWORD}).status_code == 401
    assert visitor.post("/session", {"name": "Ada", "password": "a new password"}).status_code == 200
    for used in (first, second):
        assert visitor.post("/password-resets", {"token": used, "password": "another one"}).status_code == 404


def test_reset_does_not_reveal_accounts_or_addresses(site: Site) -> None:
    confirm(site, site.person("Ada"))
    site.person("Ben").put("/users/me/email-address", {"address": "ben@example.org", "password": "password of Ben"})
    written(site)
    responses = [
        site.visitor().post("/password-reset-requests", {"name": name})
        for name in ("Ada", ADDRESS, "Ben", "ben@example.org", "Nobody")
    ]
    assert len({(response.status_code, response.data, tuple(response.headers)) for response in responses}) == 1
    messages = written(site)
    assert [message.recipient for message in messages] == [ADDRESS, ADDRESS, "", "", ""], (
        "unconfirmed addresses get no email"
    )


def test_links_expire(site: Site) -> None:
    ada = site.person("Ada")
    ada.put("/users/me/email-address", {"address": ADDRESS, "password": PASSWORD})
    (message,) = written(site)
    late = datetime.now(UTC) + CONFIRM_WITHIN + timedelta(minutes=1)
    with at(late):
        assert site.visitor().post("/email-confirmations", {"token": token_in(message)}).status_code == 404
    assert site.visitor().post("/email-confirmations", {"token": token_in(message)}).status_code == 204
    site.visitor().post("/password-reset-requests", {"name": "Ada"})
    (message,) = written(site)
    body = {"token": token_in(message), "password": "a new password"}
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


def test_link_is_valid_for_its_purpose_only(site: Site) -> None:
    token = confirm(site, site.person("Ada"))
    visitor = site.visitor()
    assert visitor.post("/password-resets", {"token": token, "password": "a new password"}).status_code == 404
    visitor.post("/password-reset-requests", {"name": "Ada"})
    (message,) = written(site)
    assert visitor.post("/email-confirmations", {"token": token_in(message)}).status_code == 404
    for forged in ("x", token[:-1], token + "x", "W10.a.b", "WyIiLCIiXQ." + token.partition(".")[2]):
        assert visitor.post("/email-confirmations", {"token": forged}).status_code == 404
        assert visitor.post("/password-resets", {"token": forged, "password": "a new password"}).status_code == 404


def test_links_require_a_site_url_if_another_process_sends_emails(storage_url: str) -> None:
    site = site_on(storage_url, embedded=False)
    ada = site.person("Ada")
    responses = [
        ada.put("/users/me/email-address", {"address": ADDRESS, "password": PASSWORD}),
        site.visitor().post("/password-reset-requests", {"name": "Ada"}, headers={"Host": "evil.example"}),
    ]
    assert [response.status_code for response in responses] == [503, 503]
    assert ada.get("/users/me/email-address").json == {"address": None, "pending_address": None}
    assert written(site) == []
    close(site)


@pytest.mark.parametrize("site_url", ["", "https://daybook.test"])
def test_site_without_a_mail_server_writes_no_emails(storage_url: str, site_url: str) -> None:
    site = site_on(storage_url, smtp_url="", site_url=site_url)
    ada = site.person("Ada")
    responses = [
        ada.put("/users/me/email-address", {"address": ADDRESS, "password": PASSWORD}),
        site.visitor().post("/password-reset-requests", {"name": "Ada"}),
    ]
    assert [(response.status_code, response.json["detail"]) for response in responses] == [
        (503, "This site doesn't send email.")
    ] * 2
    assert written(site) == []
    close(site)


def test_account_emails_are_rate_limited(storage_url: str) -> None:
    site = site_on(storage_url, mail_limit="2 per hour")
    ada = site.person("Ada")
    sent = [
        ada.put("/users/me/email-address", {"address": ADDRESS, "password": PASSWORD}).status_code for _ in range(3)
    ]
    assert sent == [200, 200, 429]
    requested = [
        site.visitor().post("/password-reset-requests", {"name": name}).status_code for name in ("Ada", "Ben", "Ada")
    ]
    assert requested == [204, 204, 429]
    close(site)


def site_with_default_limits(storage_url: str) -> Site:
    """Return a site with the default limits on account emails."""
    names = ("mail_limit", "mail_limit_by_requester", "mail_limit_by_ip_address", "mail_limit_by_recipient")
    defaults = Config(secret_key="x")
    return site_on(storage_url, site_url="https://daybook.test/", **{name: getattr(defaults, name) for name in names})


def request_confirmation(person: Person, ip: str) -> int:
    """Return the status of a request from an IP address to confirm an email address."""
    body = {"address": ADDRESS, "password": f"password of {person.name}"}
    return person.put("/users/me/email-address", body, environ_base={"REMOTE_ADDR": ip}).status_code


def requests_by_others(site: Site, way: str) -> list[int]:
    """Return the statuses of the requests of other users."""
    if way == "one account at many IP addresses":
        return [request_confirmation(eve, f"10.0.0.{number}") for eve in [site.person("Eve")] for number in range(12)]
    if way == "one account at the same IP address":
        return [request_confirmation(eve, "192.0.2.1") for eve in [site.person("Eve")] for _ in range(5)]
    ip = "10.0.0.1" if way == "many accounts at one IP address" else "2001:db8::{number:x}"
    return [request_confirmation(site.person(f"Eve{number}"), ip.format(number=number)) for number in range(25)]


@pytest.mark.parametrize(
    ("way", "sent"),
    [
        ("one account at many IP addresses", 3),
        ("one account at the same IP address", 3),
        ("many accounts at one IP address", 10),
        ("many accounts in one IPv6 network", 10),
    ],
)
def test_others_cannot_block_the_confirmation_of_an_address(storage_url: str, way: str, sent: int) -> None:
    site = site_with_default_limits(storage_url)
    assert requests_by_others(site, way).count(200) == sent
    written(site)
    assert request_confirmation(site.person("Ada"), "192.0.2.1") == 200
    (message,) = written(site)
    assert site.visitor().post("/email-confirmations", {"token": token_in(message)}).status_code == 204
    close(site)


def test_emails_to_one_address_are_limited_across_accounts(storage_url: str) -> None:
    site = site_with_default_limits(storage_url)
    statuses = [request_confirmation(site.person(f"Eve{number}"), f"10.0.0.{number}") for number in range(25)]
    assert statuses.count(200) == len(written(site)) == 20
    close(site)


def request_reset(site: Site, number: int, client: FlaskClient | None = None) -> int:
    """Return how many emails a password reset from an IP address with this number sends to Ada."""
    ip = {"REMOTE_ADDR": f"10.0.1.{number}"}
    response = (client or site.app.test_client()).post(
        "/api/password-reset-requests", json={"name": "Ada"}, environ_base=ip, headers={"Origin": "http://localhost"}
    )
    assert response.status_code in (204, 429)
    return len([message for message in written(site) if message.recipient])


def test_others_cannot_block_a_password_reset(storage_url: str) -> None:
    site = site_with_default_limits(storage_url)
    confirm(site, site.person("Ada"))
    assert sum(request_reset(site, 1) for _ in range(8)) == 3
    assert request_reset(site, 2) == 1, "another IP address has its own limit"
    assert sum(request_reset(site, number) for number in range(3, 25)) == 16, "unknown browsers share twenty a day"
    own = site.app.test_client()
    assert own.post("/api/session", json={"name": "Ada", "password": PASSWORD}).status_code == 200
    own.delete("/api/session")
    assert sum(request_reset(site, 1, own) for _ in range(3)) == 0, "this IP address has reached its limit"
    assert sum(request_reset(site, 30, own) for _ in range(3)) == 3, "the browser is known"
    close(site)


def test_confirmation_emails_to_one_mailbox_are_limited(storage_url: str) -> None:
    site = site_on(storage_url, mail_limit_by_recipient="3 per hour")
    people = [site.person(f"Person{number}") for number in range(5)]
    addresses = [f"{tag}@Example.org" for tag in ("eve", "eve+1", "Eve+2", "eve", "eve+3")]
    responses = [
        person.put("/users/me/email-address", {"address": address, "password": f"password of {person.name}"})
        for person, address in zip(people, addresses, strict=True)
    ]
    assert [response.status_code for response in responses] == [200, 200, 200, 429, 429]
    assert len(written(site)) == 3
    close(site)


def test_reset_emails_to_one_address_are_limited_silently(storage_url: str) -> None:
    site = site_on(storage_url, mail_limit_by_recipient="3 per hour", site_url="https://daybook.test")
    ada, eve = site.person("Ada"), site.person("Eve")
    confirm(site, ada)
    for _ in range(5):  # confirmations do not count: they would prevent password resets, or reveal them
        eve.put("/users/me/email-address", {"address": ADDRESS, "password": "password of Eve"})
    written(site)
    for name in ("Ada", ADDRESS, "ada", ADDRESS):
        assert site.visitor().post("/password-reset-requests", {"name": name}).status_code == 204
        assert site.visitor().post("/password-reset-requests", {"name": "Nobody"}).status_code == 204
    assert [message.recipient for message in written(site) if message.recipient] == [ADDRESS] * 3
    close(site)
