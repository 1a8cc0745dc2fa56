"""Push notifications to a browser: sent while its session lasts, and stopped however it ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.accounts.sessions import MOST
from service.administration import actions
from service.notifications import channels
from tests.deliveries import due
from tests.https_server import Pushed, Receiver
from tests.service.channels.conftest import NotificationRunner, take_turn
from tests.service.sites import Person, Site

CHANNELS = "/users/me/notifications/channels"


def logged_in(site: Site, name: str = "Ben") -> FlaskClient:
    client = site.app.test_client()
    log_in(client, name)
    return client


def log_in(client: FlaskClient, name: str = "Ben", password: str = "") -> None:
    body = {"name": name, "password": password or f"password of {name}"}
    assert client.post("/api/session", json=body).status_code == 200


def subscribe(client: FlaskClient, address: str) -> TestResponse:
    response = client.post(f"/api{CHANNELS}", json={"kind": "push", "address": address})
    assert response.status_code == 201, response.text
    return response


def change_password(client: FlaskClient) -> None:
    form = {"old": "password of Ben", "password": "another password"}
    assert client.post("/account/password", data=form).status_code == 303


def end_other_sessions(client: FlaskClient) -> None:
    for session in client.get("/api/sessions").json:
        if not session["current"]:
            client.delete(f"/api/sessions/{session['id']}")


def exceed_session_limit(site: Site) -> None:
    for _ in range(MOST):
        logged_in(site)


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    return site.game(ada, ben)


def only_channel(person: Person) -> dict[str, Any]:
    (channel,) = person.get(CHANNELS).json
    return dict(channel)


def pushes_sent(runner: NotificationRunner, there: Receiver, ada: Person, game: str) -> int:
    """Return the number of pushes for a turn."""
    before = len(there.requests)
    take_turn(ada, game)
    runner.notify(timedelta(hours=1))
    return len(there.requests) - before


def user_of(site: Site, person: Person) -> Any:
    return site.services.accounts.user(person.id)


ENDS: dict[str, Callable[[Site, FlaskClient, FlaskClient, Person], object]] = {
    "log out by API": lambda site, here, elsewhere, ben: here.delete("/api/session"),
    "log out on a page": lambda site, here, elsewhere, ben: here.post("/log-out"),
    "another user logs in here": lambda site, here, elsewhere, ben: log_in(here, "Ada"),
    "ended elsewhere": lambda site, here, elsewhere, ben: end_other_sessions(elsewhere),
    "all others ended": lambda site, here, elsewhere, ben: elsewhere.delete("/api/sessions"),
    "all others ended on a page": lambda site, here, elsewhere, ben: elsewhere.post("/account/sessions/end-others"),
    "password changed elsewhere": lambda site, here, elsewhere, ben: change_password(elsewhere),
    "password set": lambda site, here, elsewhere, ben: site.services.accounts.set_password(
        user_of(site, ben), "new one"
    ),
    "suspended": lambda site, here, elsewhere, ben: actions.suspend(site.services.storage.database, ben.id, "x", ""),
    "too many": lambda site, here, elsewhere, ben: exceed_session_limit(site),
}


@pytest.mark.parametrize("way", ENDS)
def test_browser_gets_no_pushes_after_its_session_ends(
    site: Site, ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver, way: str
) -> None:
    here, elsewhere = logged_in(site), logged_in(site)
    subscribe(here, Pushed(there).subscription)
    runner.add_channel(ben, "webhook", f"{there.url}/hook")
    assert pushes_sent(runner, there, ada, game) == 2
    take_turn(ben, game)
    ENDS[way](site, here, elsewhere, ben)
    take_turn(ada, game)
    runner.notify(timedelta(hours=1))
    assert [request.path for request in there.requests][2:] == ["/hook"]


def test_sweeping_an_expired_session_ends_its_pushes(
    site: Site, ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    subscribe(logged_in(site), Pushed(there).subscription)
    storage = site.services.storage
    for days, state in ((89, "working"), (91, "ended")):
        with storage.database.transaction() as rows:
            site.services.sessions.sweep(storage, rows, runner.now + timedelta(days=days))
        assert only_channel(ben)["state"] == state
    assert pushes_sent(runner, there, ada, game) == 0


def test_subscription_without_its_session_gets_no_pushes(
    site: Site, ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    subscribe(logged_in(site), Pushed(there).subscription)
    with site.services.storage.database.transaction() as rows:
        rows.execute("DELETE FROM sessions")
    assert only_channel(ben)["state"] == "ended"
    assert pushes_sent(runner, there, ada, game) == 0
    assert due(runner.outbox, 1) == runner.outbox.given_up(1) == []


def test_owner_sees_the_reason_and_resubscribes_in_that_browser(
    site: Site, ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    here, elsewhere = logged_in(site), logged_in(site)
    address = Pushed(there).subscription
    channel = subscribe(here, address).json["id"]
    here.delete("/api/session")
    shown = only_channel(ben)
    assert (shown["state"], shown["failure"]) == ("ended", "Logged out")
    assert shown["ended_at"] is not None
    page = elsewhere.get("/account/notification-channels").text
    assert "You are logged out in that browser." in page
    assert f"/account/notification-channels/{channel}/retry" not in page
    for path in ("retries", "tests"):
        refused = ben.post(f"{CHANNELS}/{channel}/{path}")
        assert (refused.status_code, refused.json["type"]) == (409, "/api/docs#refused")
    take_turn(ada, game)
    runner.notify(timedelta(hours=1))
    assert there.requests == []
    log_in(here)
    assert subscribe(here, address).json["state"] == "working"
    runner.notify(timedelta(hours=1))
    assert there.requests != []
    here.post("/log-out")
    assert only_channel(ben)["failure"] == "Logged out"


@pytest.mark.parametrize(
    "renew",
    [change_password, log_in, lambda here: here.post("/log-in", data={"name": "Ben", "password": "password of Ben"})],
)
def test_pushes_continue_when_the_session_is_renewed(
    site: Site,
    ada: Person,
    ben: Person,
    game: str,
    runner: NotificationRunner,
    there: Receiver,
    renew: Callable[[FlaskClient], object],
) -> None:
    here = logged_in(site)
    channel = subscribe(here, Pushed(there).subscription).json["id"]
    renew(here)
    assert pushes_sent(runner, there, ada, game) == 1
    here.post("/log-out")
    with site.services.storage.database.reading() as rows:
        assert channels.logged_out(rows, [channel]) == {channel}


def test_pushes_to_other_browsers_continue(
    site: Site, ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    here, elsewhere = logged_in(site), logged_in(site)
    subscribe(here, Pushed(there).subscription)
    subscribe(elsewhere, Pushed(there).subscription.replace("/push/1", "/push/2"))
    here.post("/log-out")
    assert pushes_sent(runner, there, ada, game) == 1
    assert there.requests[-1].path == "/push/2"


def test_subscription_made_with_a_token_does_not_end_on_log_out(
    site: Site, ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    runner.add_channel(ben, "push", Pushed(there).subscription)
    logged_in(site).post("/log-out")
    assert pushes_sent(runner, there, ada, game) == 1
