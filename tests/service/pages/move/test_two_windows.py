"""A player with two windows: a move in one discards what was chosen in the other, and says so."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.service.pages.conftest import Served, loaded_chooser
from tests.service.pages.move.test_playing import options

MOVED = "You moved in another window or on another device. Your choices here were discarded."


def preview_taking_coins(page: Page) -> None:
    """Choose to take coins, up to the preview; a turn allows it twice."""
    options(page).filter(has_text="take_coins").click()
    expect(loaded_chooser(page).get_by_role("button", name="Confirm", exact=True)).to_be_visible()


def take_coins(page: Page) -> None:
    preview_taking_coins(page)
    page.get_by_role("button", name="Confirm", exact=True).click()


def count_coin_moves(served: Served, address: str) -> int:
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
    preview_taking_coins(other)
    take_coins(page)
    expect(other.locator("#trouble")).to_contain_text(MOVED)
    expect(other.locator("#trouble")).to_contain_text("takes 2 coins")
    expect(options(other).filter(has_text="take_coins")).to_be_visible()
    expect(other.locator("#chooser .preview")).to_have_count(0)
    expect(page.locator("#trouble")).to_be_empty()
    preview_taking_coins(other)  # After the last action of the turn, the panel disappears in the other window.
    preview_taking_coins(page)
    other.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator("#trouble")).to_contain_text(MOVED)
    assert count_coin_moves(served, address) == 2


def test_stale_window_and_offline_device_make_no_second_move(
    served: Served,
) -> None:
    address, page, other = two_windows(served)
    phone = served.person(served.acting(address))
    phone.goto(address)
    other.route("**/api/games/events*", lambda route: route.abort())
    other.reload()
    preview_taking_coins(other)
    preview_taking_coins(phone)
    phone.context.set_offline(True)
    take_coins(page)
    expect(page.locator("#entries li").filter(has_text="takes 2 coins")).not_to_have_count(0)
    other.get_by_role("button", name="Confirm", exact=True).click()
    expect(other.locator("#trouble")).to_contain_text(MOVED)
    expect(options(other).filter(has_text="take_coins")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator("#trouble")).to_contain_text(MOVED)
    assert count_coin_moves(served, address) == 1


def test_lost_response_and_undo_show_no_warning_in_the_same_window(served: Served) -> None:
    """The page receives the update about its own move, although the response to the move was lost."""
    address, page, other = two_windows(served)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(re.compile("/moves$"), lose, times=1)
    preview_taking_coins(page)
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator("#entries li").filter(has_text="takes 2 coins")).not_to_have_count(0)
    expect(options(page).filter(has_text="take_coins")).to_be_visible()
    expect(page.locator("#trouble")).to_be_empty()
    assert count_coin_moves(served, address) == 1
    expect(other.locator("#entries li").filter(has_text="takes 2 coins")).not_to_have_count(0)
    preview_taking_coins(page)
    preview_taking_coins(other)
    page.locator("#undo").click()
    expect(other.locator("#trouble")).to_contain_text(MOVED)
    expect(page.locator("#redo")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    expect(page.locator("#trouble")).to_be_empty()
