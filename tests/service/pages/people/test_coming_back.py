"""Returning to a page in the background: updates it received count as seen then, and not before."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Response, expect

from tests.service.pages.conftest import Served

SEEN = """state => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def looked_at(address: str) -> Callable[[Response], bool]:
    """Return the page itself, not what was said there or was asked for behind another page."""
    return lambda answer: urlsplit(answer.url).path == address and "daybook-hidden" not in answer.request.headers


def test_events_while_the_page_was_hidden_are_shown_when_the_user_returns(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person("Ben")
    page.goto(address)
    page.evaluate(SEEN, "hidden")
    with page.expect_request(lambda request: "daybook-hidden" in request.headers):
        served.moves(address, 2)
    now = served.site.services.handler.games.game(address[-32:]).version
    expect(page.locator("main")).to_have_attribute("data-version", str(now))
    looks = served.site.services.last_seen
    ben = served.user("Ben").id
    assert (looks.seen(address[-32:], ben) or 0) < now
    with page.expect_response(looked_at(address)):
        page.evaluate(SEEN, "visible")
    assert looks.seen(address[-32:], ben) == now
