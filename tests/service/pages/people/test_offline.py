"""Offline use: games are shown as last seen, and pages say that moves need a connection."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.service.pages.conftest import Served
from tests.service.pages.reading import play_moves
from tests.service.pages.workers import until, with_worker

STORED = """async () => (await (await caches.open("seen")).keys()).map((request) => new URL(request.url).pathname)"""

STORE_ONE_BY_ONE = """async (paths) => {
  const seen = await caches.open("seen");
  const missing = [];
  for (const path of paths) {
    navigator.serviceWorker.controller.postMessage({ path });
    for (let tries = 0; tries < 2000 && !(await seen.match(path)); tries++)
      await new Promise((done) => setTimeout(done, 20));
    if (!(await seen.match(path))) missing.push(path);
  }
  return missing;
}"""
"""Sends the message that an open page sends after an update; cheaper than opening as many pages.

The tests send it from the lobby: a game's page also sends it when it is left after an update.
"""

COPY = """async ([path, others]) => {
  const seen = await caches.open("seen");
  for (const other of others) await seen.put(other, await seen.match(path));
}"""
"""Copies the stored page of one game to others: cheaper than letting the worker store them all."""


def wait_until_stored(page: Page, address: str) -> None:
    """Wait until a game is stored for offline use."""
    until(page, "async (path) => Boolean(await (await caches.open('seen')).match(path))", address)


TITLE = "$$$ club $` $' $& $1 {seen} <b>&amp;"
"""A title with everything that has a meaning in replacements, templates and HTML."""


def test_game_is_shown_offline_as_last_seen_without_moves(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="brass-birmingham", name=TITLE)
    other = served.game("Ada", "Ben", rules="arkwright")
    page = served.person("Ada", service_workers="allow")
    page.goto(address)
    with_worker(page)
    wait_until_stored(page, address)
    heading = page.locator("h1").first
    before = heading.text_content()
    assert TITLE in (before or "")
    expect(page.locator(".offline-note")).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator(".offline-note")).to_contain_text("You are offline")
    page.goto(address)
    note = page.locator(".offline-note")
    expect(note).to_contain_text(re.compile(r"position as of .*20\d\d.*Reconnect to make a move"))
    expect(page.locator("#board svg, .view svg").first).to_be_visible()
    assert page.locator(".foot").evaluate("part => getComputedStyle(part).fontSize") != ""
    assert page.locator("#chooser").evaluate("part => getComputedStyle(part).pointerEvents") == "none"
    page.goto(other)
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    link = page.locator(f"a[href='{address}']")
    expect(link).to_contain_text(TITLE)
    assert page.locator("title").count() == 1
    link.click()
    expect(note).to_contain_text(re.compile(r"position as of .*20\d\d"))
    assert heading.text_content() == before
    page.context.set_offline(False)
    expect(note).to_be_hidden()


def test_events_on_an_open_page_are_stored_when_it_is_hidden(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    page = served.person("Ada", service_workers="allow")
    page.goto(address)
    with_worker(page)
    wait_until_stored(page, address)
    before = page.evaluate("async path => (await (await caches.open('seen')).match(path)).text()", address)
    version = page.locator("main").get_attribute("data-version")
    play_moves(served.site, address, 1, "random")
    expect(page.locator("main")).not_to_have_attribute("data-version", version or "")
    page.evaluate(
        """() => {
          Object.defineProperty(document, "visibilityState", { value: "hidden" });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    until(
        page,
        "async ([path, before]) => (await (await (await caches.open('seen')).match(path))?.text()) !== before",
        [address, before],
    )


def test_stored_games_are_limited_and_deleted_on_logout(served: Served) -> None:
    page = served.person("Ada", service_workers="allow")
    page.goto("/")
    with_worker(page)
    games = [served.game("Ada", "Ben", rules="toy") for _ in range(22)]
    assert page.evaluate(STORE_ONE_BY_ONE, games[:1]) == []
    page.evaluate(COPY, [games[0], games[1:19]])
    assert page.evaluate(STORE_ONE_BY_ONE, games[19:-1]) == []
    page.goto(games[-1])
    wait_until_stored(page, games[-1])
    until(page, "async () => (await (await caches.open('seen')).keys()).length <= 20")
    assert set(page.evaluate(STORED)) == set(games[2:])
    page.goto("/")
    page.get_by_role("button", name="Log out").click()
    until(page, "async () => (await (await caches.open('seen')).keys()).length === 0")
