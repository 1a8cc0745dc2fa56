"""An open page while the service is overloaded: it stays as it is, and updates when the service answers again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.service.pages.conftest import Served


def test_a_page_that_is_sent_away_stays_and_comes_back_when_told(served: Served) -> None:
    address = served.game("Ada", "Ben")
    visitor = served.visitor()
    visitor.goto(address)
    board = visitor.locator("#board")
    expect(board).to_be_visible()
    before = int(visitor.locator("main").get_attribute("data-version") or 0)
    sent_away = []

    def refuse(route: Route) -> None:
        if len(sent_away) == 2:
            route.continue_()
            return
        sent_away.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "1"}, body="<main>Too much to do</main>")

    visitor.route(f"**{address}", refuse)
    served.moves(address, 1)
    expect(visitor.locator(f'main[data-version="{before + 1}"]')).to_be_visible()
    assert len(sent_away) == 2
    expect(board).to_be_visible()


@pytest.mark.parametrize("status", [429, 503])
def test_a_page_that_finds_no_place_to_listen_looks_now_and_then_and_says_so(served: Served, status: int) -> None:
    address = served.game("Ada", "Ben")
    visitor = served.visitor()
    asked = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
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
    assert any("wait=" not in url for url in asked[1:])


def test_a_page_that_found_no_place_to_listen_finds_one_later_and_says_nothing_any_more(served: Served) -> None:
    address = served.game("Ada", "Ben")
    visitor = served.visitor()
    streams, said = [], []

    def refuse_the_first(route: Route) -> None:
        if "wait=" in route.request.url:  # Nothing new, at once: the rounds are over soon.
            said.append(late.is_visible())
            route.fulfill(json={"games": []})
        elif streams:
            route.continue_()
        else:
            streams.append(route.request.url)
            route.fulfill(status=503, headers={"Retry-After": "1"}, body="{}")

    late = visitor.get_by_role("status").filter(has_text="Updates may be delayed")
    visitor.route("**/api/games/events*", refuse_the_first)
    with visitor.expect_response(lambda answer: answer.headers.get("content-type", "").startswith("text/event-stream")):
        visitor.goto(address)
    expect(late).to_be_hidden()
    assert any(said)
    before = int(visitor.locator("main").get_attribute("data-version") or 0)
    served.moves(address, 1)
    expect(visitor.locator(f'main[data-version="{before + 1}"]')).to_be_visible()
