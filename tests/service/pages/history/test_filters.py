"""Filters for the history by seat, kind and place: in a browser beside the game, and on a page without scripts."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, create_game, play_moves, text_of


def test_place_filter_shows_events_of_a_town(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 30)
    page = served.visitor()
    page.goto(address)
    now = str(page.locator("main").get_attribute("data-at"))
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        filter_by_town(page)
        page.locator("#last").evaluate("button => button.click()")
        expect(page.locator("main")).to_have_attribute("data-at", now)


def filter_by_town(page: Page) -> None:
    """Show the events of a town, go to the position after one of them, and clear the filter."""
    town = page.evaluate(
        """async api => {
        const {events} = await (await fetch(`${api}/history?kind=brass.birmingham.built`)).json();
        return events[0].data.slot;
    }""",
        page.locator("main").get_attribute("data-api"),
    )
    page.locator(f'svg [data-element="slot:{town}"]').first.dispatch_event("click")
    page.get_by_role("button", name="Show events here").click()
    found = page.locator("#found li a[data-to]")
    expect(found.first).to_be_visible()
    expect(found.filter(has_text="built").first).to_be_visible()
    expect(page.locator("#entries")).to_be_hidden()
    expect(page.locator("#sift .about")).to_contain_text("Place:")
    version = found.last.get_attribute("data-to")
    found.last.click()
    expect(page.locator("#status")).to_contain_text(f"#{version} of")
    expect(page.locator("#found li.here")).to_have_count(1)
    page.locator("#sift .about").click()
    expect(page.locator("#entries")).to_be_visible()


def test_seat_and_kind_filters_persist_as_the_game_continues(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 12)
    page = served.visitor()
    page.goto(address)
    page.get_by_label("Player", exact=True).select_option("Ada")
    page.get_by_label("Event type").select_option("Turn ended")
    found = page.locator("#found li a")
    expect(found.first).to_be_visible()
    expect(found.filter(has_not_text="Ada ended the turn")).to_have_count(0)  # at first, all events of Ada are shown
    before = found.count()
    served.moves(address, 12)
    expect(found.nth(before)).to_be_visible()
    assert all(re.search("Ada ended the turn", each) for each in found.all_inner_texts())


def test_filtered_history_is_a_page_without_scripts(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben)
    play_moves(ada.site, game, 12)
    page = ada.get(f"{game}/history?player_seat=1&kind=brass.birmingham.turn_ended")
    assert "Ben ended the turn" in text_of(page)
    assert "Ada ended the turn" not in text_of(page)
    assert f'action="{game}/history"' in ada.get(game).text
    for odd in ("before=-5", f"before={10**30}", f"player_seat={10**30}", "kind=none", "place=none"):
        assert ada.get(f"{game}/history?{odd}").status_code == 200
    for refused in ("kind=%00", "place=%00"):
        assert ada.get(f"{game}/history?{refused}").status_code == 422
