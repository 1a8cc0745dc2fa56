"""``python -m tests.benchmarks.confirming [RULESET …]``: delay until others see a move, a message or a game's start.

A delay lasts from the click in one browser to the frame in another that shows the result. Browsers and server share the
cores.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from rich import box
from rich.console import Console

from domain.game import rulesets
from domain.table.facts import SeatTaken
from service.accounts.users import Accounts
from service.storage import Storage
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.benchmarks.__main__ import cells, machine, table
from tests.benchmarks.databases import Backend, backends, migrated
from tests.benchmarks.row import Row, in_milliseconds
from tests.benchmarks.timing import quantile
from tests.servers import environment, web
from tests.service.pages.conftest import ARGUMENTS, HEADLESS, choose_first_options, installed

MOVES = 40
WORDS = 20
STARTS = 10
READS = 20
PASSWORD = "correct horse battery"

CLICKED = "button => { const at = performance.timeOrigin + performance.now(); button.click(); return at; }"

WATCHING = """([watched, kind]) => {
    window.shown = new Promise(done => {
        const seen = new MutationObserver(() => {
            seen.disconnect();
            requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now())));
        });
        seen.observe(document.querySelector(watched), kind);
    });
}"""

VERSION = ["main", {"attributes": True, "attributeFilter": ["data-version"]}]
TALK = ["#talk-words", {"childList": True, "subtree": True}]

STARTED = """() => {
    const now = () => performance.timeOrigin + performance.now();
    const isGame = () => document.querySelector("main.game");
    new PerformanceObserver(found => {
        const first = found.getEntriesByName("first-contentful-paint")[0];
        if (first && isGame()) window.started = performance.timeOrigin + first.startTime;
    }).observe({type: "paint", buffered: true});
    new MutationObserver((_, seen) => {
        if (!isGame()) return;
        seen.disconnect();
        requestAnimationFrame(() => setTimeout(() => (window.started ??= now())));
    }).observe(document, {childList: true, subtree: true});
}"""
"""Sets ``window.started`` at the first paint of a game page, or at the next frame after a page becomes one."""

READING = """async () => {
    const begun = performance.now();
    await (await fetch(location.href, {headers: {Accept: "text/html"}})).text();
    return performance.now() - begun;
}"""


def measure(name: str, backend: Backend, browser: Browser) -> Iterator[Row]:
    """Measure the delays between two users in separate browsers, on a site run by ``daybook serve``."""
    with migrated(backend) as (url, storage), TemporaryDirectory() as directory:
        users = [Accounts(storage.database).register(person, PASSWORD).id for person in ("Ada", "Ben")]
        with web(variables=environment(url), log=Path(directory) / "web.log") as (port, _):
            pages = [_logged_in(browser, port, person) for person in ("Ada", "Ben")]
            starts = [_start(pages, _table(storage, name, users)) for _ in range(STARTS)]
            moves = [_move(pages) for _ in range(MOVES)]
            words = _words(pages)
            read = statistics.median(pages[1].evaluate(READING) for _ in range(READS))
            for page in pages:
                page.context.close()
    note = "floor: the other browser fetches the page"
    yield in_milliseconds("a move, to the other browser, median", statistics.median(moves), note, floor=read)
    yield in_milliseconds("a move, to the other browser, p95", quantile(moves, 0.95), note, floor=read, target=150)
    note = "floor: a move"
    move = statistics.median(moves)
    yield in_milliseconds("a word, to the other browser, median", statistics.median(words), note, floor=move)
    yield in_milliseconds("the start, to the other browser, median", statistics.median(starts), note, floor=move)


def _logged_in(browser: Browser, port: int, person: str) -> Page:
    page = browser.new_context(base_url=f"http://127.0.0.1:{port}", reduced_motion="reduce").new_page()
    page.add_init_script(f"({STARTED})()")
    page.goto("/log-in")
    page.get_by_label("Username").fill(person)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name=person, exact=True)).to_be_visible()
    return page


def _table(storage: Storage, name: str, users: list[str]) -> str:
    """Open a table at which both users have a seat, and return its path."""
    handler = CommandHandler(storage)
    first = CommandContext(actor=users[0])
    game = tables.open_table(handler, first, rules=name, name="Evening", seats=len(users), options={}, undo="turn")
    for seat, user in enumerate(users):
        tables.take_seat(handler, game.id, CommandContext(actor=user, seat=seat), SeatTaken(seat=seat, user=user))
    return f"/games/{game.id}"


def _start(pages: list[Page], address: str) -> float:
    """Return the milliseconds from one player's start of the game until the other player sees it."""
    owner, other = pages
    owner.goto(address)
    with other.expect_response(lambda answer: "/events" in answer.url):
        other.goto(address)
    clicked: float = owner.get_by_role("button", name="Start game").evaluate(CLICKED)
    started: float = other.wait_for_function("() => window.started").json_value()
    owner.locator("main.game").wait_for()
    return started - clicked


def _move(pages: list[Page]) -> float:
    """Return the milliseconds from one player's confirmation until the other player sees the move."""
    own, other = sorted(pages, key=lambda page: page.locator("main").get_attribute("data-turn") is None)
    confirm: Locator = choose_first_options(own)
    other.evaluate(WATCHING, VERSION)
    clicked: float = confirm.evaluate(CLICKED)
    shown: float = other.evaluate("window.shown")
    own.wait_for_function(
        "version => document.querySelector('main').dataset.version === version",
        arg=other.locator("main").get_attribute("data-version"),
    )
    return shown - clicked


def _words(pages: list[Page]) -> list[float]:
    """Return the milliseconds until the other player, with the chat open, sees each message."""
    for page in pages:
        page.get_by_role("tab", name="Chat").click()
        expect(page.locator("#talk-words")).to_contain_text("No messages yet.")
    return [_word(*pages, f"word {number}.") for number in range(WORDS)]


def _word(own: Page, other: Page, text: str) -> float:
    own.get_by_role("textbox", name="New message").fill(text)
    other.evaluate(WATCHING, TALK)
    clicked: float = own.get_by_role("button", name="Send").evaluate(CLICKED)
    shown: float = other.evaluate("window.shown")
    for page in (own, other):
        expect(page.locator("#talk-words")).to_contain_text(text)
    return shown - clicked


def main() -> None:
    """Measure the named rulesets, or all, and print one table for each."""
    console = Console(width=200)
    with backends() as databases, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(HEADLESS), args=ARGUMENTS)
        console.print(machine(databases))
        for name in sys.argv[1:] or rulesets():
            shown = table(f"Seen by others, {name}, {databases[0].name}", box.MARKDOWN)
            for row in measure(name, databases[0], browser):
                shown.add_row(*cells(row))
            console.print(shown)
        browser.close()


if __name__ == "__main__":
    main()
