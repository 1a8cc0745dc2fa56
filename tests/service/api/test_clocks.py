"""Clocks in the API: settings, deadlines, calendar feeds, vacations and seat offers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from service.pages import calendar
from tests.service.sites import Person, Site

DAYS = {"pace": {"kind": "days_per_turn", "days": 2}}
BANK = {"pace": {"kind": "bank", "start": 48, "increment": 6, "cap": 96}, "weekends_off": True}


def open_table(ada: Person, ben: Person, clock: Any) -> str:
    body = {"ruleset": "toy", "name": "On time", "seats": 2, "clock": clock}
    table = ada.post("/games", body).json["id"]
    for person in (ada, ben):
        assert person.post(f"/games/{table}/join", {}).status_code == 200
    return str(table)


@pytest.mark.parametrize("clock", [DAYS, BANK])
def test_list_and_state_show_the_deadline_of_the_seat_to_act(site: Site, ada: Person, ben: Person, clock: Any) -> None:
    game = open_table(ada, ben, clock)
    assert ada.get(f"/games/{game}").json["clock"] == clock
    started = ada.on_version(game, "start", {}).json
    (running,) = started["clocks"]["running"]
    site.catch_up()
    (listed,) = ada.get("/games?filter=my_turn").json["games"]
    assert listed["seats"][0]["deadline"] == running["deadline"]
    assert listed["seats"][1]["deadline"] is None
    state = ben.get(f"/games/{game}/state").json
    assert state["deadlines"] == [{"seat": 0, "deadline": running["deadline"]}]
    assert ben.get(f"/games/{game}/state?at={state['version'] - 1}").json["deadlines"] == []


def test_only_the_host_can_change_the_clock_until_the_start(ada: Person, ben: Person) -> None:
    game = open_table(ada, ben, None)
    assert ben.put(f"/games/{game}/clock", {"clock": DAYS}).status_code == 403
    assert ada.put(f"/games/{game}/clock", {"clock": DAYS}).json["clock"] == DAYS
    assert ada.put(f"/games/{game}/clock", {"clock": None}).json["clock"] is None
    assert ada.on_version(game, "start", {}).json["clocks"] is None
    assert ada.put(f"/games/{game}/clock", {"clock": DAYS}).status_code == 409


@pytest.mark.parametrize(
    ("clock", "status"),
    [
        ({"pace": {"kind": "hourglass"}}, 422),
        ({"pace": {"kind": "days_per_turn", "days": 0}}, 422),
        (DAYS | {"sundays_off": True}, 422),
        (DAYS | {"hours": {"first": 20, "until": 22}}, 409),
        (DAYS | {"by_itself": True}, 409),
    ],
)
def test_an_invalid_clock_is_refused(ada: Person, clock: Any, status: int) -> None:
    body = {"ruleset": "toy", "name": "On time", "seats": 2, "clock": clock}
    assert ada.post("/games", body).status_code == status


def test_calendar_feed_shows_deadlines_to_anyone_with_its_url(site: Site, ada: Person, ben: Person) -> None:
    game = open_table(ada, ben, DAYS)
    (running,) = ada.on_version(game, "start", {}).json["clocks"]["running"]
    site.catch_up()
    with site.app.test_request_context():
        user = site.services.accounts.user(ada.id)
        assert user is not None
        address = calendar.address(user).removeprefix("http://localhost")
    response = site.visitor().client.get(address)
    (event,) = Calendar.from_ical(response.data).walk("VEVENT")
    assert event.start == datetime.fromisoformat(running["deadline"]).replace(microsecond=0)
    assert event["url"].endswith(game)
    assert site.visitor().client.get(address[:-1]).status_code == 404


def test_vacations_are_planned_and_cancelled(ada: Person) -> None:
    first, last = (str(datetime.now(UTC).date() + timedelta(days=days)) for days in (2, 4))
    before = ada.get("/users/me/vacations").json
    planned = ada.post("/users/me/vacations", {"first": first, "last": last}).json
    assert planned["vacations"] == [{"first": first, "last": last, "automatic": False}]
    assert ada.post("/users/me/vacations", {"first": last, "last": last}).status_code == 409
    assert ada.delete(f"/users/me/vacations?first={first}").json == before
    assert ada.delete(f"/users/me/vacations?first={first}").status_code == 404


def test_offered_seat_is_listed_and_can_be_taken_over(site: Site, ada: Person, ben: Person) -> None:
    game, zoe = open_table(ada, ben, None), site.person("Zoe")
    ada.on_version(game, "start", {})
    assert zoe.post(f"/games/{game}/takeover", {"seat": 1}).status_code == 409
    assert ben.post(f"/games/{game}/seat-offer", {"seat": 1}).json["seats"][1]["offered"]
    site.catch_up()
    assert [found["id"] for found in zoe.get("/games?filter=needs_players").json["games"]] == [game]
    taken = zoe.post(f"/games/{game}/takeover", {"seat": 1}).json
    assert (taken["seats"][1]["yours"], taken["seats"][1]["former"]) == (True, ["Ben"])
    site.catch_up()
    assert zoe.get("/games?filter=needs_players").json["games"] == []
    events = zoe.get(f"/games/{game}/history").json["events"]
    assert [event["text"] for event in events if event["data"]["topic"].startswith("seat.")] == [
        "Ben offered their seat to a replacement.",
        "Zoe took over seat 2.",
    ]
    assert ben.post(f"/games/{game}/pause", {}).status_code == 403
