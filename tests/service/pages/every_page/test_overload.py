"""An open page while the service is overloaded: it stays as it is, and updates when the service answers again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.service.pages.conftest import Served


def test_page_stays_and_retries_when_service_is_overloaded(served: Served) -> None:
    address = served.game("Ada", "Ben")
    visitor = served.visitor()
    visitor.goto(address)
    board = visitor.locator("#board")
    expect(board).to_be_visible()
    before = int(visitor.locator("main").get_attribute("data-version") or 0)
    refused = []

    def refuse(route: Route) -> None:
        if len(refused) == 2:
            route.continue_()
            return
        refused.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "1"}, body="<main>Too much to do</main>")

    visitor.route(f"**{address}", refuse)
    served.moves(address, 1)
    expect(visitor.locator(f'main[data-version="{before + 1}"]')).to_be_visible()
    assert len(refused) == 2
    expect(board).to_be_visible()


@pytest.mark.parametrize("status", [429, 503])
def test_page_polls_and_says_so_when_event_stream_is_refused(served: Served, status: int) -> None:
    address = served.game("Ada", "Ben")
    visitor = served.visitor()
    requested = []

    def refuse(route: Route) -> None:
        requested.append(route.request.url)
        if "wait=" in route.request.url or "text/event-stream" in route.request.headers.get("accept", ""):
            route.fulfill(status=status, headers={"Retry-After": "1"}, body="{}")
        else:
            route.continue_()

    visitor.route("**/api/games/events*", refuse)
    visitor.goto(address)
    expect(visitor.get_by_role("status").filter(has_text="Updates may be delayed")).to_be_visible()
    before = int(visitor.locator("main").get_attribute("data-version") or 0)
    served.moves(address, 1)
    expect(visitor.locator(f'main[data-version="{before + 1}"]')).to_be_visible()
    assert any("wait=" not in url for url in requested[1:])


def test_delay_notice_disappears_once_event_stream_connects(served: Served) -> None:
    address = served.game("Ada", "Ben")
    visitor = served.visitor()
    streams, notice_shown = [], []

    def refuse_the_first(route: Route) -> None:
        if "wait=" in route.request.url:  # Nothing new, sent at once so that polling ends soon.
            notice_shown.append(notice.is_visible())
            route.fulfill(json={"games": []})
        elif streams:
            route.continue_()
        else:
            streams.append(route.request.url)
            route.fulfill(status=503, headers={"Retry-After": "1"}, body="{}")

    notice = visitor.get_by_role("status").filter(has_text="Updates may be delayed")
    visitor.route("**/api/games/events*", refuse_the_first)
    with visitor.expect_response(lambda answer: answer.headers.get("content-type", "").startswith("text/event-stream")):
        visitor.goto(address)
    expect(notice).to_be_hidden()
    assert any(notice_shown)
    before = int(visitor.locator("main").get_attribute("data-version") or 0)
    served.moves(address, 1)
    expect(visitor.locator(f'main[data-version="{before + 1}"]')).to_be_visible()
