"""Guests: they start with one click, keep the game by signing up, and are deleted after a while otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

import pytest
from playwright.sync_api import expect

from domain.game import rulesets
from service.account_deletion.guest_expiry import expire
from service.accounts import guest_accounts
from service.config import Config
from service.workers.bot_runner import BotRunner
from tests.service.pages.conftest import Served, make_first_move_and_wait
from tests.service.pages.reading import Reader, text_of
from tests.service.sites import Site, close, site_on

ReaderFactory = Callable[[], Reader]


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url)
    yield made
    close(made)


def start_guest_game(reader: Reader, rules: str = "brass-birmingham") -> str:
    """Start a game as a guest and return its address."""
    response = reader.client.post("/play-as-guest", data={"ruleset": rules}, headers={"Origin": "http://localhost"})
    assert response.status_code == 303
    return str(response.location)


@pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))
def test_one_click_starts_a_game(reader: ReaderFactory, rules: str) -> None:
    guest = reader()
    assert f'value="{rules}"' in guest.get("/").text
    page = guest.get(start_guest_game(guest, rules))
    assert page.status_code == 200
    assert re.search("Guest [0-9A-F]{6}", page.text)
    assert reader().get(start_guest_game(guest, rules)).status_code == 404  # Only the guest can open it.


def test_signing_up_keeps_the_game(reader: ReaderFactory) -> None:
    guest = reader()
    address = start_guest_game(guest)
    assert "Sign up to keep your games" in guest.get("/").text
    assert (
        "This name, or one that looks like it, is taken"
        not in guest.send("/sign-up", name="Zoe", password="a password").text
    )
    page = guest.get(address)
    assert "Zoe" in text_of(page)
    assert "keep your games" not in page.text
    assert "Guest " not in text_of(page)
    other = reader()
    other.send("/log-in", name="Zoe", password="a password")
    assert other.get(address).status_code == 200


def test_logging_out_warns_guests_that_they_lose_their_games(reader: ReaderFactory) -> None:
    guest = reader()
    address = start_guest_game(guest)
    page = guest.get(address)
    assert 'action="/log-out"' not in page.text
    warning = guest.get(f"/log-out?next={address}")
    assert "you lose your games" in text_of(warning)
    assert f'href="{address}">Cancel' in warning.text
    assert guest.get("/log-out?next=//elsewhere.test/").text.count('href="//elsewhere') == 0
    assert "you lose your games" in text_of(guest.send("/log-out")), "a form from an older page deletes nothing"
    assert guest.get(address).status_code == 200
    assert "Log in" in text_of(guest.send("/log-out", lose="yes"))
    assert guest.get(address).status_code == 404


def test_game_status_offers_to_keep_the_game(reader: ReaderFactory) -> None:
    guest = reader()
    address = start_guest_game(guest)
    status = guest.get(address).text.partition('id="status"')[2].partition('id="since"')[0]
    assert f'href="/sign-up?next={address}">Keep this game</a>' in status
    kept = guest.send(f"/sign-up?next={address}", name="Zoe", password="a password")
    assert kept.request.path == address
    assert "Keep this game" not in text_of(kept)


def test_user_stays_a_guest_if_the_name_is_taken(reader: ReaderFactory) -> None:
    reader().registered("Zoe")
    guest = reader()
    address = start_guest_game(guest)
    assert (
        "This name, or one that looks like it, is taken"
        in guest.send("/sign-up", name="zoe", password="a password").text
    )
    assert "Sign up to keep your games" in guest.get(address).text


def test_no_one_can_log_in_as_a_guest(reader: ReaderFactory) -> None:
    guest = reader()
    (name,) = set(re.findall("Guest [0-9A-F]{6}", guest.get(start_guest_game(guest)).text))
    for password in ("", "x" * 12):
        response = reader().send("/log-in", name=name, password=password)
        assert response.request.path == "/log-in"


def test_guests_can_only_play(reader: ReaderFactory) -> None:
    guest = reader()
    start_guest_game(guest)
    for address, form in (
        ("/games/new", {"ruleset": "toy", "name": "Evening", "seat-2": "player"}),
        ("/account/tokens", {"label": "mine"}),
        ("/account/profile", {"display_name": "Somebody Else"}),
        ("/tournaments/new", {"ruleset": "toy"}),
    ):
        response = guest.send(address, **form)
        assert response.status_code == 403, address
        assert "To do more, sign up" in text_of(response)


def test_guests_are_rate_limited_by_address(tmp_path: Path) -> None:
    site = site_on(f"sqlite:///{tmp_path}/x.sqlite", trial_limit="2 per hour")
    statuses = [
        site.app.test_client()
        .post("/play-as-guest", data={"ruleset": "toy"}, headers={"Origin": "http://localhost"})
        .status_code
        for _ in range(3)
    ]
    assert statuses == [303, 303, 429]
    close(site)


def test_second_game_of_a_guest_is_not_counted(tmp_path: Path) -> None:
    site = site_on(f"sqlite:///{tmp_path}/x.sqlite", trial_limit="1 per hour")
    guest, other = Reader(site, site.app.test_client()), Reader(site, site.app.test_client())
    assert start_guest_game(guest, "toy") != start_guest_game(guest, "toy")
    assert other.send("/play-as-guest", ruleset="toy").status_code == 429
    close(site)


def test_ipv6_network_counts_as_one_address(tmp_path: Path) -> None:
    site = site_on(f"sqlite:///{tmp_path}/x.sqlite", trial_limit="1 per hour")

    def status(address: str) -> int:
        return (
            site.app.test_client()
            .post(
                "/play-as-guest",
                data={"ruleset": "toy"},
                headers={"Origin": "http://localhost"},
                environ_base={"REMOTE_ADDR": address},
            )
            .status_code
        )

    assert [status(f"2001:db8::{end}") for end in ("1", "2", "1:0:0:0:1")] == [303, 429, 303]
    close(site)


def test_school_class_behind_one_address_can_play_and_sign_up(tmp_path: Path) -> None:
    """The default limits allow this."""
    limits = {name: getattr(Config(secret_key="x"), name) for name in ("trial_limit", "register_limit")}
    site = site_on(f"sqlite:///{tmp_path}/x.sqlite", **limits)
    for number in range(40):
        pupil = Reader(site, site.app.test_client())
        start_guest_game(pupil, "toy")
        assert pupil.send("/sign-up", name=f"Pupil {number}", password="a password").status_code == 200
    close(site)


def test_guests_expire_unless_they_sign_up(site: Site, reader: ReaderFactory) -> None:
    guest, kept = reader(), reader()
    address, of_kept = start_guest_game(guest), start_guest_game(kept)
    kept.send("/sign-up", name="Zoe", password="a password")
    handler = site.services.handler
    for days, there in ((13, 200), (15, 404)):
        site.catch_up()
        with mock.patch.object(handler, "clock", lambda days=days: datetime.now(UTC) + timedelta(days=days)):
            expire(handler)
        assert guest.get(address).status_code == there
        assert kept.get(of_kept).status_code == 200
    with site.services.storage.database.reading() as rows:
        assert guest_accounts.old(rows, datetime.now(UTC) + timedelta(days=1000), 10) == []


def test_guest_can_delete_the_account_at_once(site: Site, reader: ReaderFactory) -> None:
    guest = reader()
    address = start_guest_game(guest)
    assert "Delete account" in guest.get("/account").text
    guest.send("/account/delete")
    site.catch_up()
    assert guest.get(address).status_code == 404
    with site.services.storage.database.reading() as rows:
        assert guest_accounts.old(rows, datetime.now(UTC) + timedelta(days=1000), 10) == []


@pytest.mark.parametrize("width", [1440, 390])
def test_visitor_can_move_after_one_click(served: Served, width: int) -> None:
    bots = BotRunner(served.site.services.handler)
    bots.start()
    page = served.visitor(viewport={"width": width, "height": 844})
    page.goto("/")
    page.get_by_role("button", name="Play Brass: Birmingham").click()
    expect(page.locator("#status")).to_contain_text("Your turn")
    keep = page.get_by_role("link", name="Keep this game")
    page.locator("#status .why").evaluate("why => { why.textContent = 'Take an action or pass, '.repeat(9) }")
    assert keep.evaluate(
        "link => link.getBoundingClientRect().height < 2 * parseFloat(getComputedStyle(link).fontSize)"
    )
    make_first_move_and_wait(page)
    bots.stop()
