"""Sites for tests of pages: with forms and without scripts, or with a real browser and a real server."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from playwright.sync_api import Browser, BrowserType, Locator, Page, expect, sync_playwright

from domain.table.facts import SeatTaken
from service.accounts.users import User
from service.usecases import tables
from service.usecases.command_handler import CommandContext
from service.workers.bot_runner import BotRunner
from service.workers.projector import Projector
from tests.servers import free_port
from tests.service.pages.contexts import Contexts
from tests.service.pages.reading import Reader, play_moves
from tests.service.serving import site_served
from tests.service.sites import Site, close, site_on

CHROMIUM = Path("/usr/bin/chromium")
HEADLESS = Path("/usr/bin/chromium-headless-shell")
"""A build of Chromium without windows and notifications, which renders pages in half of the time."""

WITHOUT_SNAPSHOTS = Path(__file__).with_name("without_snapshots.cjs")
"""A script for Playwright's driver that makes expectations faster and does not change their results."""

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--process-per-site",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP daybook.test 127.0.0.1",
)

UNPAINTED = "--force-gpu-mem-available-mb=1"
"""Leave no memory for painted pixels, which no test uses: a game's page loads with about a sixth less CPU time."""

PATIENCE = 60_000
"""The timeout of pages in milliseconds, which is long enough even on a busy machine."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Site]:
    made = site_on(sqlite_url)
    yield made
    close(made)


# --------------------------------------------------------------------------------------------------------------------
# Without scripts
# --------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def reader(site: Site) -> Callable[[], Reader]:
    """Return a function that creates a user with their own browser."""
    return lambda: Reader(site, site.app.test_client())


# --------------------------------------------------------------------------------------------------------------------
# With a browser
# --------------------------------------------------------------------------------------------------------------------


def installed(program: Path) -> Path:
    """Return the path of a program, after installing it if it is missing."""
    if not program.exists() and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", program.name], check=False, capture_output=True)
    if not program.exists():
        pytest.fail(f"This test needs Chromium, and it cannot be installed here: apt-get install {program.name}")
    return program


@pytest.fixture(scope="session")
def chromium() -> Iterator[BrowserType]:
    with mock.patch.dict(os.environ, NODE_OPTIONS=f'--require "{WITHOUT_SNAPSHOTS}"'):
        playwright = sync_playwright().start()
    yield playwright.chromium
    playwright.stop()


@pytest.fixture(scope="session")
def browser(chromium: BrowserType) -> Iterator[Browser]:
    browser = chromium.launch(executable_path=installed(HEADLESS), args=[*ARGUMENTS, UNPAINTED])
    yield browser
    browser.close()


@dataclass
class Served:
    """A site on a real server, and users with browsers."""

    site: Site
    address: str
    contexts: Contexts
    users: dict[str, User] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def user(self, name: str) -> User:
        if name not in self.users:
            self.users[name] = self.site.services.accounts.register(name, f"password of {name}")
        return self.users[name]

    def person(self, name: str, **look: object) -> Page:
        """Return a new browser in which the user is logged in and has opened no page yet."""
        page = self.visitor(**look)
        self.log_in(page, name, str(look.get("user_agent", "Chromium")))
        return page

    def log_in(self, page: Page, name: str, user_agent: str = "Chromium") -> None:
        """Log a user in to the browser of this page, without loading one."""
        form = {"name": self.user(name).name, "password": f"password of {name}"}
        headers = {"Origin": "http://localhost", "User-Agent": user_agent}
        answer = self.site.app.test_client().post("/log-in", data=form, headers=headers)
        assert answer.status_code == 303
        kept = SimpleCookie("; ".join(answer.headers.getlist("Set-Cookie")))
        page.context.add_cookies(
            [
                {"name": each.key, "value": each.value, "url": self.address, "httpOnly": True, "sameSite": "Lax"}
                for each in kept.values()
            ]
        )

    def tab(self, page: Page) -> Page:
        """Return a new page of the same browser and size."""
        tab = page.context.new_page()
        if page.viewport_size:
            tab.set_viewport_size(page.viewport_size)
        tab.on("pageerror", lambda error: self.faults.append(str(error)))
        return tab

    def visitor(self, **look: object) -> Page:
        """Return a new browser, without service workers unless allowed, since their requests cannot be delayed."""
        page = self.contexts.page(self.address, {"reduced_motion": "reduce", "service_workers": "block"} | look)
        page.context.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def game(self, *names: str, **settings: Any) -> str:
        """Start a reproducible game at a new :meth:`table`, and return the address of its page."""
        address = self.table(*names, **settings)
        tables.start(
            self.site.services.handler, address.rpartition("/")[2], CommandContext(actor=self.user(names[0]).id)
        )
        return address

    def table(
        self,
        *names: str,
        rules: str = "brass-birmingham",
        undo: str = "turn",
        seed: bytes = b"s" * 32,
        name: str = "Evening",
        private: bool = False,
        **options: object,
    ) -> str:
        """Open a table for these players, the first of whom is the host, and return its address."""
        return self.table_with(options, *names, rules=rules, undo=undo, seed=seed, name=name, private=private)

    def table_with(
        self,
        options: dict[str, Any],
        *names: str,
        rules: str,
        seed: bytes,
        undo: str = "turn",
        name: str = "Evening",
        private: bool = False,
    ) -> str:
        """Open a :meth:`table` with these options, which may have any names, and return its address."""
        handler = self.site.services.handler
        users = [self.user(name) for name in names]
        with mock.patch.object(secrets, "token_bytes", return_value=seed):
            game = tables.open_table(
                handler,
                CommandContext(actor=users[0].id),
                rules=rules,
                name=name,
                seats=len(users),
                options=options,
                undo=undo,
                private=private,
            )
        for seat, user in enumerate(users):
            taken = SeatTaken(seat=seat, user=user.id)
            tables.take_seat(handler, game.id, CommandContext(actor=user.id, seat=seat), taken)
        return f"/games/{game.id}"

    def moves(self, address: str, number: int) -> None:
        """Let a bot make this number of moves for the players."""
        play_moves(self.site, address, number)

    def acting(self, address: str) -> str:
        """Return the name of the player to act."""
        handler = self.site.services.handler
        game = handler.games.game(address.rpartition("/")[2])
        seat = game.ruleset.to_act(handler.games.position(game))[0].seat
        return next(name for name, user in self.users.items() if user.id == game.table.chairs[seat].user)


def loaded_chooser(page: Page) -> Locator:
    """Return the move panel, once it shows the response to the last pick."""
    return page.locator("#chooser:not([inert])")


def clear_choices(page: Page) -> None:
    """Go back to the options if the page has already filled in the usual move."""
    chooser = page.locator("#chooser")
    expect(chooser.locator(".prompt")).to_be_visible()
    if chooser.locator(".preview").count():
        page.keyboard.press("Escape")
    expect(chooser.locator(".options button").first).to_be_visible()


def choose_first_options(page: Page) -> Locator:
    """Choose first options until a move is complete or the turn can end, and return the button that sends it."""
    confirm = loaded_chooser(page).get_by_role("button", name=re.compile("^(Confirm|End turn)$"))
    offered = loaded_chooser(page).locator(".options button")
    for _ in range(20):
        if not confirm.or_(offered).first.evaluate("found => found.closest('.options') !== null"):
            break
        offered.first.click()
    return confirm


def make_first_move(page: Page) -> None:
    """Choose first options until a move is complete or the turn can end, and send it."""
    choose_first_options(page).click()


def make_first_move_and_wait(page: Page) -> None:
    """Make a move of first options, and wait until the page shows the new version."""
    before = page.locator("main").get_attribute("data-version")
    make_first_move(page)
    expect(page.locator("main")).not_to_have_attribute("data-version", str(before))


def go_back(page: Page) -> None:
    """Go back in the history after the page has loaded: during a load, the browser may stay on the new page."""
    page.wait_for_load_state()
    left = page.url
    page.go_back()
    page.wait_for_url(lambda address: address != left)


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture(scope="session")
def port() -> int:
    """Return the port that all served sites use in turn: a browser's cached files are valid only for one address."""
    return free_port()


@pytest.fixture
def served(sqlite_url: str, contexts: Contexts, port: int) -> Iterator[Served]:
    """Yield a site on a running server, with a projector. Errors of the pages' scripts fail the test."""
    with serve(sqlite_url, contexts, port) as made:
        yield made
        contexts.give_back()
    assert made.faults == []


@contextmanager
def serve(url: str, contexts: Contexts, port: int = 0, *, bots: bool = False) -> Iterator[Served]:
    """Yield a site on a running server, with a projector and, if ``bots`` is true, a bot runner."""
    site = site_on(url, projection_patience=2.0, live_wait=1.0)
    projector, runner = Projector(site.services.storage), BotRunner(site.services.handler)
    workers = (projector, runner) if bots else (projector,)
    for worker in workers:
        worker.start()
    try:
        with site_served(site, port) as address:
            yield Served(site, address, contexts)
    finally:
        for worker in workers:
            worker.stop()
        close(site)


@pytest.fixture
def ada(reader: Callable[[], Reader]) -> Reader:
    return reader().registered("Ada")


@pytest.fixture
def ben(reader: Callable[[], Reader]) -> Reader:
    return reader().registered("Ben")
