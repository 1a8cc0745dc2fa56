"""A player with two windows: a move in one discards what was chosen in the other, and says so."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.service.pages.conftest import Served, answered
from tests.service.pages.move.test_playing import options

MOVED = "You moved in another window or on another device. Your choices here were discarded."


def previewed(page: Page) -> None:
    """Choose to take coins, which is possible twice in a turn, up to the preview."""
    options(page).filter(has_text="take_coins").click()
    expect(answered(page).get_by_role("button", name="Confirm", exact=True)).to_be_visible()


def take_coins(page: Page) -> None:
    previewed(page)
    page.get_by_role("button", name="Confirm", exact=True).click()


def taken(served: Served, address: str) -> int:
    """Return how often coins were taken."""
    game = served.site.services.handler.games.game(address[-32:])
    return sum(type(record.fact).__name__ == "CoinsTaken" for record in game.records[:])


def two_windows(served: Served) -> tuple[str, Page, Page]:
    """Return a game in which the player to act has two actions, and two windows of that player."""
    address = served.game("Ada", "Ben", rules="toy")
    page = served.person(served.acting(address))
    other = page.context.new_page()
    for window in (page, other):
        window.goto(address)
    return address, page, other


def test_a_move_in_another_window_discards_the_preview(served: Served) -> None:
    address, page, other = two_windows(served)
    previewed(other)
    take_coins(page)
    expect(other.locator("#trouble")).to_contain_text(MOVED)
    expect(other.locator("#trouble")).to_contain_text("takes 2 coins")
    expect(options(other).filter(has_text="take_coins")).to_be_visible()
    expect(other.locator("#chooser .preview")).to_have_count(0)
    expect(page.locator("#trouble")).to_be_empty()
    previewed(other)  # The last action of the turn: then the panel goes in the other window.
    previewed(page)
    other.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator("#trouble")).to_contain_text(MOVED)
    assert taken(served, address) == 2


def test_confirming_before_the_news_arrive_makes_no_second_move_nor_do_those_of_an_offline_device(
    served: Served,
) -> None:
    address, page, other = two_windows(served)
    phone = served.person(served.acting(address))
    phone.goto(address)
    other.route("**/api/games/events*", lambda route: route.abort())
    other.reload()
    previewed(other)
    previewed(phone)
    phone.context.set_offline(True)
    take_coins(page)
    expect(page.locator("#entries li").filter(has_text="takes 2 coins")).not_to_have_count(0)
    other.get_by_role("button", name="Confirm", exact=True).click()
    expect(other.locator("#trouble")).to_contain_text(MOVED)
    expect(options(other).filter(has_text="take_coins")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator("#trouble")).to_contain_text(MOVED)
    assert taken(served, address) == 1


def test_a_move_whose_answer_was_lost_was_made_here_and_undoing_it_tells_the_other_window_only(served: Served) -> None:
    """The page receives the update about its own move, although the answer to the move was lost."""
    address, page, other = two_windows(served)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(re.compile("/moves$"), lose, times=1)
    previewed(page)
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator("#entries li").filter(has_text="takes 2 coins")).not_to_have_count(0)
    expect(options(page).filter(has_text="take_coins")).to_be_visible()
    expect(page.locator("#trouble")).to_be_empty()
    assert taken(served, address) == 1
    expect(other.locator("#entries li").filter(has_text="takes 2 coins")).not_to_have_count(0)
    previewed(page)
    previewed(other)
    page.locator("#undo").click()
    expect(other.locator("#trouble")).to_contain_text(MOVED)
    expect(page.locator("#redo")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    expect(page.locator("#trouble")).to_be_empty()
