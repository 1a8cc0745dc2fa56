"""Concurrent requests of a page: responses that are late, out of order, or missing."""

from __future__ import annotations

import re
from itertools import product

from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.service.pages.conftest import Served, clear_choices, go_back, loaded_chooser, make_first_move
from tests.service.pages.delayed_requests import HeldRequests, fail_first_request
from tests.service.pages.history.test_recap import open_and_leave_game, return_later
from tests.service.pages.reading import play_moves


def version_of(served: Served, address: str) -> int:
    return served.site.services.handler.games.game(address[-32:]).version


def test_live_updates_do_not_discard_the_message_of_a_form(served: Served) -> None:
    address = served.game("Ada", "Ben", undo="free")
    served.moves(address, 6)
    page = served.person(served.acting(address))
    page.goto(address)
    form = HeldRequests(page, "**/undo*", lambda request: request.method == "POST")
    page.locator("#undo").click()
    form.wait_for_request()
    served.moves(address, 1)
    now = version_of(served, address)
    page.wait_for_timeout(500)  # Give the update time to arrive; otherwise the test proves less.
    form.release()
    expect(page.locator("#act .note")).to_contain_text("Meanwhile")
    expect(page.locator("main")).to_have_attribute("data-version", str(now))
    expect(page.locator("#act .note")).to_contain_text("Meanwhile")


AWAIT_UPDATE = """version => {
    window.update = new Promise(resolve => {
        new BroadcastChannel("daybook-live").onmessage = ({data}) =>
            data.games?.some(game => game.version > version) && resolve();
    });
}"""
"""Stores a promise in the page that resolves once a later version is announced."""


def test_move_and_its_live_update_load_the_page_once(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    page = served.person(served.acting(address))
    page.goto(address)
    before = version_of(served, address)
    page.evaluate(AWAIT_UPDATE, before)
    loads = HeldRequests(page, f"**{address}", lambda request: request.resource_type == "fetch")
    with page.expect_response("**/moves"):
        make_first_move(page)
    page.evaluate("() => window.update")
    loads.wait_for_request()
    page.wait_for_timeout(100)  # Give another load time to start; otherwise the test proves less.
    assert loads.count == 1
    loads.release()
    expect(page.locator("main")).to_have_attribute("data-version", str(version_of(served, address)))
    assert version_of(served, address) > before


def test_clicked_link_is_followed_despite_a_live_update(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    play_moves(served.site, address, 6, "random")
    page = served.visitor()
    page.goto(f"{address}?at=5")
    latest = HeldRequests(page, f"**{address}", lambda request: request.resource_type == "fetch")
    page.get_by_role("link", name="Go to latest").click()
    latest.wait_for_request()
    play_moves(served.site, address, 1, "random")
    page.wait_for_timeout(500)  # Give the update time to arrive; otherwise the test proves less.
    latest.release()
    expect(page).to_have_url(re.compile(rf"{address}$"))
    expect(page.locator("main")).to_have_attribute("data-at", str(version_of(served, address)))


def test_going_back_works_while_a_page_is_loading(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    play_moves(served.site, address, 6, "random")
    page = served.visitor()
    page.goto(f"{address}?at=5")
    page.get_by_role("link", name="Compare with this position").click()
    expect(page).to_have_url(re.compile("with=5"))
    latest = HeldRequests(page, f"**{address}", lambda request: request.resource_type == "fetch")
    page.get_by_role("link", name="Go to latest").click()
    latest.wait_for_request()
    go_back(page)
    expect(page).to_have_url(re.compile(r"at=5$"))
    with page.expect_event("requestfinished", lambda request: request.url.endswith(address)):
        latest.release()
    page.wait_for_timeout(200)
    expect(page).to_have_url(re.compile(r"at=5$"))
    expect(page.locator("main")).to_have_attribute("data-at", "5")


def test_pending_step_is_not_lost_to_a_live_update(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 40)
    page = served.visitor()
    page.goto(address)
    held = HeldRequests(page, "**/games/*", lambda request: request.url.endswith("at=20"))
    page.locator("#at").fill("20")
    held.wait_for_request()
    served.moves(address, 1)
    page.wait_for_timeout(500)  # Give the update time to arrive; otherwise the test proves less.
    held.release()
    expect(page.locator("main")).to_have_attribute("data-version", str(version_of(served, address)))
    expect(page.locator("main")).to_have_attribute("data-at", "20")
    expect(page).to_have_url(re.compile(r"at=20$"))


def test_pages_prefetched_before_a_later_version_are_not_shown(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 40)
    page = served.visitor()
    page.route("**/games/events*", lambda route: route.abort())
    page.goto(address)
    with page.expect_event("requestfinished", lambda request: request.url.endswith("at=4")):
        page.locator("#at").focus()
    served.moves(address, 1)
    now = str(version_of(served, address))
    page.locator("#at").fill("20")
    expect(page.locator("main")).to_have_attribute("data-version", now)
    page.locator("#first").click()
    expect(page.locator("main")).to_have_attribute("data-at", "4")
    expect(page.locator("main")).to_have_attribute("data-version", now)


STEPS = """() => {
    window.steps = [];
    const main = document.querySelector("main");
    const note = () => window.steps.push(performance.now());
    new MutationObserver(note).observe(main, {attributes: true, attributeFilter: ["data-at"]});
    const play = document.getElementById("play");
    play.click();
    play.click();
    play.click();
}"""


def test_restarted_replay_keeps_its_pace(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    play_moves(served.site, address, 12, "random")
    page = served.visitor()
    page.goto(f"{address}?at=5")
    page.evaluate(STEPS)
    page.wait_for_function("() => window.steps.length > 3")
    first, *_, last = page.evaluate("() => window.steps.slice(0, 4)")
    assert last - first > 3 * 800


def test_failed_live_update_is_loaded_later(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    page = served.visitor()
    page.goto(address)
    expect(page.locator("#polling")).to_be_empty()
    fail_first_request(page, f"**{address}", lambda request: request.resource_type == "fetch", Route.abort)
    with page.expect_event("requestfailed", lambda request: request.url.endswith(address)):
        play_moves(served.site, address, 1, "random")
    expect(page.locator("main")).to_have_attribute("data-version", str(version_of(served, address)))


STEP_THEN_UPDATE = """([id, version]) => {
    const step = () => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true}));
    step();
    setTimeout(step, 40);
    setTimeout(() => new BroadcastChannel("daybook-live").postMessage({games: [{id, version}]}), 45);
}"""
"""An update arrives before the second of two steps is in the URL."""


def test_live_update_keeps_the_position_stepped_to(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    play_moves(served.site, address, 12, "random")
    page = served.visitor()
    with page.expect_event("requestfinished", lambda request: request.url.endswith("at=12")):
        page.goto(f"{address}?at=14")
        page.locator("#at").focus()
    later = version_of(served, address) + 1
    with page.expect_response(lambda response: response.request.resource_type == "fetch" and address in response.url):
        page.evaluate(STEP_THEN_UPDATE, [address[-32:], later])
    expect(page).to_have_url(re.compile("at=12$"))
    expect(page.locator("#status")).to_contain_text("#12 of")
    expect(page.locator("main")).to_have_attribute("data-at", "12")


def test_last_requested_ledger_is_shown(served: Served) -> None:
    address = served.game("Ada", "Ben")
    play_moves(served.site, address, 40)
    page = served.person("Ada")
    page.goto(address)
    numbers = page.locator("#players a[data-statement]")
    slow = str(numbers.nth(0).get_attribute("href"))
    held = HeldRequests(page, "**/ledger/**", lambda request: request.url.endswith(slow))
    numbers.nth(0).click()
    held.wait_for_request()
    numbers.nth(1).click()
    heading = page.get_by_role("dialog").get_by_role("heading")
    expect(heading).to_be_visible()
    shown = heading.inner_text()
    with page.expect_response(lambda response: response.url.endswith(slow)):
        held.release()
    page.wait_for_timeout(200)
    assert heading.inner_text() == shown


def test_escape_closes_the_ledger_and_keeps_the_picks(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 5)
    page = served.person(served.acting(address))
    page.goto(address)
    clear_choices(page)
    loaded_chooser(page).locator(".options button").first.click()
    picks = loaded_chooser(page).locator(".picks")
    expect(picks).to_be_visible()
    page.locator("#players a[data-statement]:visible").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(picks).to_be_visible()


def test_timeline_marks_load_after_a_failed_request(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 12)
    page = served.visitor()
    fail_first_request(page, "**/timeline?*")
    page.goto(address)
    expect(page.locator("#ticks svg")).to_have_count(1)


def test_failed_comparison_is_repeated_at_the_next_step(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 30)
    page = served.visitor()

    def compared(request: Request) -> bool:
        return request.resource_type == "fetch" and request.url.endswith("?at=6")

    fail_first_request(page, "**/games/*", compared)
    with page.expect_response(lambda response: compared(response.request)):
        page.goto(f"{address}?with=6")
    page.locator("#status").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".offer-ring.changed").first).to_be_attached()


def test_stepping_elsewhere_during_a_replay_keeps_the_new_position(served: Served) -> None:
    ada = served.person("Ada")
    ada.emulate_media(reduced_motion="no-preference")
    address = open_and_leave_game(served, ada)
    held = HeldRequests(ada, "**/games/*", lambda request: request.url.endswith("at=4"))
    return_later(served, ada, address, moves=12)
    expect(ada.locator("#status")).to_contain_text("Position #")
    ada.locator("#first").click()
    held.wait_for_request()
    expect(ada.locator("#since")).to_be_empty()
    held.release()
    expect(ada.locator("#status")).to_contain_text("#4 of")


def test_next_message_can_be_typed_while_one_is_being_sent(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    ada = served.person("Ada")
    ada.goto(f"{address}#talk")
    expect(ada.locator("#talk-words")).to_contain_text("No messages yet.")
    posting = HeldRequests(ada, "**/chat", lambda request: request.method == "POST")
    field = ada.get_by_label("New message", exact=True)
    field.fill("Hello")
    field.press("Control+Enter")
    posting.wait_for_request()
    field.press_sequentially("Are you there?")
    posting.release()
    expect(ada.locator("#talk-words")).to_contain_text("Hello")
    expect(field).to_have_value("Are you there?")


def press_tab_that_moves(served: Served, title: str) -> tuple[Page, Locator, tuple[float, float]]:
    """Press a tab, then let the choices of a move load, which push it down. Return where the pointer is, too."""
    address = served.game("Ada", "Ben", rules="toy")
    page = served.person(served.acting(address), viewport={"width": 1280, "height": 720})
    choices = HeldRequests(page, "**/board-choices*")
    page.goto(address)
    choices.wait_for_request()
    tab = page.get_by_role("tab", name=title)
    before = tab.bounding_box()
    assert before is not None
    pointer = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    page.mouse.move(*pointer)
    page.mouse.down()
    choices.release()
    expect(page.locator("#chooser .options button").first).to_be_visible()
    after = tab.bounding_box()
    assert after is not None
    assert after["y"] > before["y"] + before["height"], "the tab has not moved from under the pointer"
    return page, tab, pointer


def test_click_counts_for_a_tab_that_moves_away_while_it_is_pressed(served: Served) -> None:
    page, tab, _ = press_tab_that_moves(served, "Charts")
    page.mouse.up()
    expect(tab).to_have_attribute("aria-selected", "true")
    expect(page.locator("#charts")).to_be_visible()


def test_moving_the_pointer_before_release_cancels_the_click(served: Served) -> None:
    page, tab, (x, y) = press_tab_that_moves(served, "Charts")
    page.mouse.move(x, y - 40)
    page.mouse.up()
    assert tab.get_attribute("aria-selected") == "false"


def test_releasing_the_mouse_beside_a_tab_that_has_not_moved_cancels_the_click(served: Served) -> None:
    page = served.person("Ada", viewport={"width": 1280, "height": 720})
    page.goto(served.game("Ada", "Ben", rules="toy"))
    expect(page.locator("#chooser > noscript")).to_have_count(0)
    tab = page.get_by_role("tab", name="Charts")
    box = tab.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] - 2, box["y"] + box["height"] / 2)
    page.mouse.up()
    assert tab.get_attribute("aria-selected") == "false"


def test_button_behind_a_dialog_that_opens_while_it_is_pressed_does_nothing(served: Served) -> None:
    page, tab, _ = press_tab_that_moves(served, "Charts")
    page.evaluate(
        "document.body.append(document.createElement('dialog')); document.querySelector('dialog').showModal()"
    )
    page.mouse.up()
    assert tab.get_attribute("aria-selected") == "false"


def test_one_tap_on_the_grip_of_the_sheet_changes_its_height_once(served: Served) -> None:
    """The grip moves on release, so the browser may send the click of a tap to an element around it."""
    address = served.game("Ada", "Ben", rules="toy")
    watching = next(name for name in ("Ada", "Ben") if name != served.acting(address))
    page = served.person(watching, viewport={"width": 390, "height": 668}, has_touch=True, is_mobile=True)
    page.goto(address)
    page.evaluate(RECORD_HEIGHTS)
    grip = page.locator("#grip")
    taps = 0
    for x, y in product((0.02, 0.3, 0.98), (0.1, 0.5, 0.9)):
        for _ in range(3):
            box = grip.bounding_box()
            assert box is not None
            grip.tap(position={"x": box["width"] * x, "y": box["height"] * y})
            taps += 1
            assert page.evaluate("heights.length") == taps


RECORD_HEIGHTS = """() => {
    window.heights = [];
    const screen = document.getElementById("screen");
    new MutationObserver(changes => heights.push(...changes))
        .observe(screen, { attributes: true, attributeFilter: ["data-height"] });
}"""
