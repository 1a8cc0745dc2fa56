"""Push notifications to a browser without open pages: the installed service worker shows them."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserType, expect

from tests.service.pages.conftest import ARGUMENTS, CHROMIUM, Served, installed
from tests.service.pages.contexts import Contexts
from tests.service.pages.workers import pushed


@pytest.fixture(scope="module")
def contexts(chromium: BrowserType) -> Iterator[Contexts]:
    """Yield contexts of the full Chromium, which shows notifications and can install sites."""
    with chromium.launch(executable_path=installed(CHROMIUM), args=ARGUMENTS) as browser:
        yield Contexts(browser)


def test_service_worker_shows_push_notifications(served: Served) -> None:
    page = served.person("Ada", service_workers="allow")
    page.goto("/")
    message = {"id": "a", "title": "Your turn in Evening", "text": "Take an action", "path": "/notifications"}
    shown = pushed(page, served.address, message)
    assert shown == {"title": "Your turn in Evening", "body": "Take an action", "data": "/notifications"}


def test_the_site_can_be_installed(served: Served) -> None:
    page = served.visitor(service_workers="allow")
    page.goto("/")
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors] == ["in-incognito"], "the browser of the tests is incognito"
    for icon in json.loads(manifest["data"])["icons"]:
        assert page.request.get(icon["src"]).ok


def test_channel_is_added_changed_and_removed(served: Served) -> None:
    page = served.person("Ada")
    page.goto("/account/notification-channels")
    page.get_by_label("Address").fill("https://example.org/hook")
    page.get_by_role("button", name="Add channel").click()
    channel = page.locator(".channel")
    expect(channel).to_contain_text("https://example.org/…")
    channel.get_by_label("Your turn", exact=True).uncheck()
    channel.get_by_role("button", name="Save").click()
    expect(channel.get_by_label("Your turn", exact=True)).not_to_be_checked()
    page.get_by_label("Quiet hours start").fill("22:30")
    page.get_by_role("region", name="Schedule").get_by_role("button", name="Save").click()
    expect(page.get_by_label("Quiet hours start")).to_have_value("22:30")
    channel.get_by_role("button", name="Remove").click()
    expect(channel).to_have_count(0)
