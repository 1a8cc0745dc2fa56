"""Links in account emails: each works once, and none survives a change of the password or the address."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Barrier, Thread
from unittest import mock

import pytest
from flask.testing import FlaskClient

from service.accounts.passwords import Passwords
from service.accounts.users import PasswordChanged, User
from tests.deliveries import due
from tests.service.api.test_mail import ADDRESS, PASSWORD, confirm, token_in, written
from tests.service.cli.conftest import Run
from tests.service.sites import Person, Site, close, site_on
from tests.wait_until import TIMEOUT

NEW = "a new password"


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url, site_url="https://daybook.test/")
    yield made
    close(made)


@pytest.fixture
def ada(site: Site) -> Person:
    """Return a user with a confirmed address."""
    made = site.person("Ada")
    confirm(site, made)
    return made


def recovery(site: Site) -> str:
    """Return the token in a new link that sets Ada's password."""
    assert site.visitor().post("/password-reset-requests", {"name": "Ada"}).status_code == 204
    return token_in(written(site)[-1])


def wanted(site: Site, ada: Person, address: str) -> str:
    """Return the token in a new link that confirms an address for Ada."""
    assert ada.put("/users/me/email-address", {"address": address, "password": PASSWORD}).status_code == 200
    return token_in(written(site)[-1])


def by_api(site: Site, token: str, password: str = NEW) -> int:
    return site.visitor().post("/password-resets", {"token": token, "password": password}).status_code


def by_page(site: Site, token: str, password: str = NEW) -> int:
    return site.app.test_client().post(f"/reset-password/{token}", data={"password": password}).status_code


def confirmed(site: Site, token: str) -> int:
    return site.visitor().post("/email-confirmations", {"token": token}).status_code


def logged_in(site: Site, password: str) -> bool:
    return site.visitor().post("/session", {"name": "Ada", "password": password}).status_code == 200


def user_of(site: Site, ada: Person) -> User:
    found = site.services.accounts.user(ada.id)
    assert found is not None
    return found


def send_together(*requests: Callable[[], int]) -> list[int]:
    """Send requests that have all checked their input before the first of them writes."""
    barrier, statuses = Barrier(len(requests), timeout=TIMEOUT), []
    hashed = Passwords.hash

    def hash_together(passwords: Passwords, password: str) -> str:
        barrier.wait()
        return hashed(passwords, password)

    threads = [Thread(target=lambda send=send: statuses.append(send())) for send in requests]  # type: ignore[misc]
    with mock.patch.object(Passwords, "hash", hash_together):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return sorted(statuses)


def test_only_one_simultaneous_use_of_a_link_sets_the_password(site: Site, ada: Person) -> None:
    token = recovery(site)
    passwords = [f"new password {number}" for number in range(6)]
    sending = [
        lambda each=each, reset=reset: reset(site, token, each)  # type: ignore[misc]
        for each, reset in zip(passwords, [by_api, by_page] * 3)  # noqa: B905
    ]
    statuses = send_together(*sending)
    assert [status for status in statuses if status < 400] in ([200], [303])
    assert [status for status in statuses if status >= 400] == [404] * 5
    assert [logged_in(site, each) for each in passwords].count(True) == 1


def test_only_one_of_two_simultaneous_links_sets_the_password(site: Site, ada: Person) -> None:
    first, second = recovery(site), recovery(site)
    assert send_together(lambda: by_api(site, first), lambda: by_api(site, second)) == [200, 404]


def test_a_link_expires_when_the_password_is_changed_on_the_page(site: Site, ada: Person) -> None:
    token, browser = recovery(site), logged_in_browser(site)
    changed = browser.post("/account/password", data={"old": PASSWORD, "password": NEW})
    assert changed.status_code == 303
    assert (by_api(site, token, "another one"), by_page(site, token, "another one")) == (404, 404)
    assert logged_in(site, NEW)


def logged_in_browser(site: Site) -> FlaskClient:
    browser = site.app.test_client()
    assert browser.post("/api/session", json={"name": "Ada", "password": PASSWORD}).status_code == 200
    return browser


def test_a_link_expires_when_the_password_is_set_on_the_command_line(site: Site, ada: Person) -> None:
    token = recovery(site)
    run = Run({"DATABASE_URL": site.services.config.database_url, "DAYBOOK_ARGON2_MEMORY": "64"})
    assert run("users", "password", "Ada", "--password", NEW).exit_code == 0
    assert by_api(site, token, "another one") == 404
    assert logged_in(site, NEW)


def test_a_page_with_an_expired_link_shows_no_form(site: Site, ada: Person) -> None:
    token = recovery(site)
    assert site.app.test_client().get(f"/reset-password/{token}").status_code == 200
    assert by_page(site, token) == 303
    assert site.app.test_client().get(f"/reset-password/{token}").status_code == 404


def change_to_another(site: Site, ada: Person) -> None:
    assert confirmed(site, wanted(site, ada, "other@example.org")) == 204


def change_and_change_back(site: Site, ada: Person) -> None:
    change_to_another(site, ada)
    assert confirmed(site, wanted(site, ada, ADDRESS)) == 204


def confirm_anew(site: Site, ada: Person) -> None:
    assert confirmed(site, wanted(site, ada, ADDRESS)) == 204


def remove(site: Site, ada: Person) -> None:
    assert ada.delete("/users/me/email-address").status_code == 204


def remove_and_add_again(site: Site, ada: Person) -> None:
    remove(site, ada)
    confirm_anew(site, ada)


CHANGES = [change_to_another, change_and_change_back, confirm_anew, remove, remove_and_add_again]


@pytest.mark.parametrize("change", CHANGES)
def test_a_link_expires_when_the_address_changes(
    site: Site, ada: Person, change: Callable[[Site, Person], None]
) -> None:
    token = recovery(site)
    change(site, ada)
    assert (by_api(site, token), by_page(site, token)) == (404, 404)
    assert logged_in(site, PASSWORD)


def test_a_link_expires_when_a_pending_address_is_confirmed(site: Site, ada: Person) -> None:
    waiting = wanted(site, ada, "other@example.org")
    token = recovery(site)
    assert confirmed(site, waiting) == 204
    assert by_api(site, token) == 404


def test_a_confirmation_link_expires_when_the_password_changes(site: Site, ada: Person) -> None:
    token = wanted(site, ada, "thief@example.org")
    assert by_api(site, recovery(site)) == 200
    assert confirmed(site, token) == 404
    assert site.app.test_client().get(f"/confirm-email/{token}").status_code == 404
    address = site.services.email_addresses.of_user(user_of(site, ada))
    assert (address.confirmed, address.wanted) == (ADDRESS, "")


def test_address_requested_with_an_old_password_is_never_confirmed(site: Site, ada: Person) -> None:
    """The request has the right password, but a new one is set meanwhile."""
    authenticated = site.services.accounts.authenticated

    def authenticate_then_change(name: str, password: str) -> User | None:
        found = authenticated(name, password)
        site.services.accounts.set_password(user_of(site, ada), NEW)
        return found

    with mock.patch.object(site.services.accounts, "authenticated", authenticate_then_change):
        response = ada.put("/users/me/email-address", {"address": "thief@example.org", "password": PASSWORD})
    assert response.status_code == 200
    assert confirmed(site, token_in(written(site)[-1])) == 404
    assert site.services.email_addresses.confirmed(ada.id) == ADDRESS


def test_only_the_latest_confirmation_link_works(site: Site, ada: Person) -> None:
    first, second = (wanted(site, ada, "other@example.org") for _ in range(2))
    assert (confirmed(site, first), confirmed(site, second)) == (404, 204)


def test_a_repeated_confirmation_changes_nothing(site: Site, ada: Person) -> None:
    token = wanted(site, ada, "other@example.org")
    assert confirmed(site, token) == 204
    (channel,) = ada.get("/users/me/notifications/channels").json
    assert ada.delete(f"/users/me/notifications/channels/{channel['id']}").status_code == 204
    link = recovery(site)
    assert confirmed(site, token) == 204
    assert ada.get("/users/me/notifications/channels").json == []
    assert by_api(site, link) == 200, "the link that sets a password is still valid"
    assert confirmed(site, token) == 404, "a new password invalidates the link"


def test_address_is_confirmed_with_the_maximum_number_of_channels(site: Site, ada: Person) -> None:
    (channel,) = ada.get("/users/me/notifications/channels").json
    assert ada.delete(f"/users/me/notifications/channels/{channel['id']}").status_code == 204
    for number in range(20):
        made = {"kind": "webhook", "address": f"https://example.org/{number}"}
        assert ada.post("/users/me/notifications/channels", made).status_code == 201
    assert confirmed(site, wanted(site, ada, "other@example.org")) == 204
    assert len(ada.get("/users/me/notifications/channels").json) == 20


def test_unsubscribe_link_expires_when_the_address_changes(site: Site, ada: Person) -> None:
    database, visitor = site.services.storage.database, site.app.test_client()
    with database.reading() as rows:
        ((old,),) = [row.values() for row in rows.execute("SELECT secret FROM notification_channels")]
    assert confirmed(site, wanted(site, ada, "other@example.org")) == 204
    assert visitor.post(f"/notifications/unsubscribe/{old}").status_code == 404
    assert by_api(site, recovery(site)) == 200
    with database.reading() as rows:
        ((new,),) = [row.values() for row in rows.execute("SELECT secret FROM notification_channels")]
    assert visitor.post(f"/notifications/unsubscribe/{new}").status_code == 200, "a new password keeps the link valid"


@pytest.mark.parametrize("change", [*CHANGES, lambda site, ada: by_api(site, recovery(site))])
def test_undelivered_emails_with_expired_links_are_dropped(
    site: Site, ada: Person, change: Callable[[Site, Person], None]
) -> None:
    outbox = site.services.outbox
    assert site.visitor().post("/password-reset-requests", {"name": "Ada"}).status_code == 204
    (waiting,) = due(outbox, 10)
    outbox.give_up(waiting, "nobody takes it")
    change(site, ada)
    assert outbox.given_up(10) == []


def test_api_token_created_with_stale_credentials_is_invalid(site: Site, ada: Person) -> None:
    before = user_of(site, ada)
    site.services.accounts.set_password(before, NEW)
    _, text = site.services.accounts.add_token(before, "late", "0" * 32)
    assert site.services.accounts.of_token(text or "") is None
    _, text = site.services.accounts.add_token(user_of(site, ada), "in time", "1" * 32)
    assert site.services.accounts.of_token(text or "") is not None


def test_the_old_password_cannot_change_the_new_one(site: Site, ada: Person) -> None:
    before = user_of(site, ada)
    assert by_api(site, recovery(site)) == 200
    with pytest.raises(PasswordChanged):
        site.services.accounts.set_password(before, "of a thief")
    assert logged_in(site, NEW)
