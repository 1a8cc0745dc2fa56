"""Returning to a page in the background: updates it received count as seen then, and not before."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Response, expect

from tests.service.pages.conftest import Served

SET_VISIBILITY = """state => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def is_page_load(address: str) -> Callable[[Response], bool]:
    """Match responses for the page itself, not for its chat or for hidden requests."""
    return lambda response: urlsplit(response.url).path == address and "daybook-hidden" not in response.request.headers


def test_events_received_while_hidden_count_as_seen_on_return(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person("Ben")
    page.goto(address)
    page.evaluate(SET_VISIBILITY, "hidden")
    with page.expect_request(lambda request: "daybook-hidden" in request.headers):
        served.moves(address, 2)
    now = served.site.services.handler.games.game(address[-32:]).version
    expect(page.locator("main")).to_have_attribute("data-version", str(now))
    seen_store = served.site.services.last_seen
    ben = served.user("Ben").id
    assert (seen_store.seen(address[-32:], ben) or 0) < now
    with page.expect_response(is_page_load(address)):
        page.evaluate(SET_VISIBILITY, "visible")
    assert seen_store.seen(address[-32:], ben) == now
