"""Two players in two browsers on a real server: clicked moves appear at once for the other player."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, Request, Route, expect

from service.usecases import moves
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served
from tests.service.pages.delayed_requests import HeldRequests
from tests.service.pages.move.targets import touch
from tests.toy import EndTurn, TakeCoins

AHEAD = "daybook-hidden"
"""The header by which a page marks a request as not seen by the user."""


def options(page: Page) -> Any:
    return page.locator("#chooser .options button")


def entry(page: Page, text: str) -> Any:
    return page.locator("#entries li").filter(has_text=text)


def canvas(page: Page) -> Any:
    """Return the board without the outlines around what has just changed."""
    return page.locator("#board .canvas").first.evaluate(
        "canvas => { const board = canvas.cloneNode(true);"
        " board.querySelectorAll('.offer-ring').forEach(ring => ring.remove()); return board.innerHTML; }"
    )


def take_loan(page: Page) -> None:
    """Make the shortest move: an action with its default discard."""
    options(page).filter(has_text="Loan").click()
    page.get_by_role("button", name="Confirm", exact=True).click()


def take_coins(page: Page) -> None:
    """Make the shortest move of the toy game, whose pages are the cheapest to render."""
    options(page).filter(has_text="take_coins").click()
    page.get_by_role("button", name="Confirm", exact=True).click()


def take_turns(served: Served, address: str, turns: int) -> None:
    """Play a number of turns that take coins in a toy game, to make its log as long as a test needs."""
    handler, stream = served.site.services.handler, address[-32:]
    for _ in range(turns):
        name = served.acting(address)
        for command in (TakeCoins(), TakeCoins(), EndTurn()):
            context = CommandContext(actor=served.user(name).id, seat=("Ada", "Ben").index(name))
            handler.run(moves.move(handler, stream, context, command))


def open_for_both(served: Served, address: str, page_of: dict[str, Page]) -> tuple[Page, Page]:
    """Return the player to act and the other one, both viewing the game."""
    acting = served.acting(address)
    other = next(name for name in page_of if name != acting)
    for page in page_of.values():
        page.goto(address)
    return page_of[acting], page_of[other]


def test_clicked_moves_appear_at_once_for_the_other_player(served: Served) -> None:
    address = served.game("Ada", "Ben")
    first, second = open_for_both(served, address, {"Ada": served.person("Ada"), "Ben": served.person("Ben")})
    expect(first).to_have_title(re.compile("Your turn"))
    expect(second.locator("#status")).to_contain_text("Waiting for")

    options(first).filter(has_text="Loan").click()
    discard = first.locator("#chooser .value").filter(has_text="Discard:")
    expect(discard).to_have_attribute("aria-expanded", "false")
    discard.click()
    expect(discard).to_have_attribute("aria-expanded", "true")
    card = first.locator("#chooser .picks .options button:not([aria-current])").first
    card.hover()
    expect(first.locator(".offer-ring.hinted")).not_to_have_count(0)
    name = card.get_attribute("data-step")
    card.click()
    expect(discard).to_have_attribute("aria-expanded", "false")
    expect(discard).to_be_focused()
    discard.click()
    expect(first.locator("#chooser .picks [aria-current]")).to_have_attribute("data-step", str(name))
    expect(first.locator(".preview")).to_contain_text("take a loan of £30")
    expect(first.locator(".preview")).to_contain_text("Money")
    expect(first.locator(".preview")).to_contain_text("→ 47")
    first.get_by_role("button", name="Confirm", exact=True).click()

    expect(entry(second, "took a loan of £30")).to_have_count(1)
    expect(first.locator("#chooser")).to_contain_text("You have no actions left this turn.")
    first.get_by_role("button", name="Undo").click()
    expect(entry(second, "undone")).to_have_count(1)
    first.get_by_role("button", name="Redo").click()
    expect(entry(second, "undone")).to_have_count(0)

    first.get_by_role("button", name="End turn").click()
    expect(second).to_have_title(re.compile("Your turn"))
    expect(second.locator("#happened")).to_contain_text("took a loan of £30")
    options(second).filter(has_text="Loan").click()
    second.get_by_role("button", name="Confirm and end turn").click()
    expect(entry(first, "took a loan of £30")).to_have_count(2)
    expect(first.locator("#chooser .options")).to_be_visible()


def test_alternatives_stay_highlighted_when_preview_drawings_arrive(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address))
    drawings = HeldRequests(page, "**/preview-drawings?*")
    page.goto(address)
    options(page).filter(has_text="Loan").click()
    drawings.wait_for_request()
    page.locator("#chooser .value").filter(has_text="Discard:").click()
    page.locator("#chooser .picks .options button:not([aria-current])").first.hover()
    highlights = ".offered", ".offered.hinted", ".offer-ring.offered", ".offer-ring.hinted"
    before = {each: page.locator(each).count() for each in highlights}
    assert all(before.values())
    drawings.release()
    expect(page.locator(".foreseen").first).to_be_attached()
    for each, count in before.items():
        expect(page.locator(each)).to_have_count(count)
    page.keyboard.press("Escape")
    expect(page.locator(".offered, .hinted")).to_have_count(0)


def test_moves_are_chosen_and_cancelled_on_the_board_and_by_keyboard(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address))
    page.goto(address)
    options_show_their_cost(page, address)
    board_parts_can_be_picked_and_picks_removed(page)
    page.get_by_role("button", name="Cancel").click()
    confirm_and_end_turn_is_disabled_while_a_move_is_pending(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".picks")).to_have_count(0)
    keyboard_starts_a_move_from_a_board_part(page)
    page.keyboard.press("Escape")
    expect(page.locator(".picks")).to_have_count(0)
    keyboard_makes_a_complete_move(page)


def options_show_their_cost(page: Page, address: str) -> None:
    expect(options(page).filter(has_text="Network").locator(".cost")).to_have_text("£3")
    shown = page.request.get(f"/api{address}/choices?picks=develop").json()["options"]
    assert {option["cost"] for option in shown} == {"1 iron"}


def board_parts_can_be_picked_and_picks_removed(page: Page) -> None:
    options(page).filter(has_text="Build").click()
    expect(page.locator(".picks > li")).to_have_count(1)
    page.locator("#lap .offered").first.click()
    expect(page.locator(".picks > li")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".picks > li")).to_have_count(1)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".picks")).to_have_count(0)
    options(page).filter(has_text="Network").click()
    expect(page.locator("#board .offer-ring.along")).not_to_have_count(0)
    touch(page, str(page.locator("#board .offered").first.get_attribute("data-element")))
    expect(page.locator(".picks > li").nth(1)).to_contain_text("–")


def confirm_and_end_turn_is_disabled_while_a_move_is_pending(page: Page) -> None:
    options(page).filter(has_text="Loan").click()
    confirm, confirm_and_end = (
        page.get_by_role("button", name=name, exact=True) for name in ("Confirm", "Confirm and end turn")
    )
    expect(confirm_and_end).to_be_enabled()
    held = HeldRequests(page, "**/moves")
    confirm.click()
    expect(confirm_and_end).to_be_disabled()
    held.wait_for_request()
    held.abort()
    expect(confirm_and_end).to_be_enabled()
    expect(confirm).to_be_enabled()
    page.unroute("**/moves")


def keyboard_starts_a_move_from_a_board_part(page: Page) -> None:
    expect(page.locator("#board .touchable").first).to_be_attached()
    page.locator("#board .view").first.focus()
    page.keyboard.press("o")
    shown = page.locator(".inspected")
    expect(shown).to_be_visible()
    first = shown.inner_text()
    page.keyboard.press("o")
    expect(shown).not_to_have_text(first)
    page.keyboard.press("O")
    expect(shown).to_have_text(first)
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    expect(page.locator("#chooser .prompt")).to_have_text("Choose an action")
    page.keyboard.press("o")
    page.keyboard.press("Enter")
    expect(page.locator("#chooser .picks")).to_be_visible()
    expect(shown).to_have_count(0)


def keyboard_makes_a_complete_move(page: Page) -> None:
    expect(options(page)).not_to_have_count(0)
    labels = options(page).all_inner_texts()
    page.keyboard.press(next(label.split()[0] for label in labels if "Pass" in label))
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_have_text("Choose a card to discard")
    assert page.evaluate("document.activeElement.closest('#chooser') !== null")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(entry(page, "passed")).to_have_count(1)


def test_moves_work_without_https(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    served.address = served.address.replace("127.0.0.1", "daybook.test")
    ada = served.person("Ada")
    ada.goto(address)
    assert not ada.evaluate("isSecureContext")
    take_coins(ada)
    expect(entry(ada, "takes 2 coins")).to_have_count(1)


def test_slider_keys_and_playback_step_through_the_history(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 6)
    page = served.visitor()
    page.goto(address)
    latest = int(page.locator("#at").get_attribute("max") or "")
    now = canvas(page)
    page.locator("#at").fill("5")
    expect(page.locator("#status")).to_contain_text(f"Position #5 of {latest}")
    expect(page.locator("#entries li.here")).to_have_count(1)
    assert canvas(page) != now
    page.locator("#status").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#status")).to_contain_text("#6 of")
    expect(page).to_have_url(re.compile(r"at=6$"))
    page.locator("#forward").focus()
    page.keyboard.press("Home")
    expect(page.locator("#status")).to_contain_text("#4 of")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("() => document.querySelector('main').dataset.at === '5'")  # shown for a second
    page.get_by_role("button", name="Play").click()
    page.locator("#last").click()
    expect(page.locator("#status")).to_contain_text("Waiting for")
    page.locator("#backward").click()
    expect(page.locator("#status")).to_contain_text(f"#{latest - 1} of")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#status")).to_contain_text("Waiting for")
    assert canvas(page) == now
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    entry(page, "The table was opened").scroll_into_view_if_needed()
    page.locator("#entries li a[href]").last.click()
    page.get_by_role("link", name="Go to latest").click()
    expect(page.locator("body")).not_to_have_class(re.compile("is-past"))
    expect(page.locator("#status")).to_be_focused()


def test_steps_back_count_from_the_last_requested_position(served: Served) -> None:
    """Skipped positions are not waited for, and none is requested twice."""
    address = served.game("Ada", "Ben", rules="toy")
    take_turns(served, address, 10)
    latest = served.site.services.handler.games.game(address[-32:]).version
    for focus, key in (("#status", "ArrowLeft"), ("#at", "ArrowLeft"), ("#backward", "Enter")):
        step_back_many_times(served.visitor(), address, latest, focus, key)


def step_back_many_times(page: Page, address: str, latest: int, focus: str, key: str) -> None:
    page.goto(address)
    requested: list[int] = []
    waited_for: list[int] = []
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        version = int(route.request.url.rpartition("at=")[2])
        requested.append(version)
        if AHEAD not in route.request.headers:
            waited_for.append(version)
        if held or version != latest - 1:
            route.continue_()
        else:
            held.append(route)

    page.route(re.compile(r"/games/\w+\?at="), hold_first)
    with page.expect_request(f"**/games/*at={latest - 1}"):
        page.locator(focus).focus()
        page.keyboard.press(key)
    for _ in range(39):
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile(f"at={latest - 1}$"))
    assert [version for version in waited_for if version != latest - 1] == []
    held[0].continue_()
    expect(page.locator("#status")).to_contain_text(f"#{latest - 40} of {latest}")
    assert [version for version in waited_for if version != latest - 1] == [latest - 40]
    assert len(requested) == len(set(requested))
    page.close()


def test_held_key_at_the_first_position_requests_no_earlier_one(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    take_turns(served, address, 1)
    page = served.visitor()
    page.goto(f"{address}?at=4")
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    for _ in range(10):
        page.keyboard.down("ArrowLeft")
    page.keyboard.up("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#status")).to_contain_text("#5 of")
    versions = [int(url.rpartition("at=")[2]) for url in requested if f"{address}?at=" in url]
    assert versions[0] == 5
    assert min(versions) >= 4
    assert len(versions) == len(set(versions))


def test_prefetched_steps_load_nothing_and_match_a_reloaded_page(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 12)
    page = served.visitor()
    fetched: list[str] = []
    waited_for: list[str] = []
    documents: list[str] = []

    def note(request: Request) -> None:
        (fetched if AHEAD in request.headers else waited_for).append(request.url)
        documents.extend([request.url] if request.is_navigation_request() else [])

    page.goto(f"{address}?at=14")
    page.on("request", note)
    with page.expect_event("requestfinished", lambda request: request.url.endswith("at=9")):
        page.locator("#at").focus()
    waited_for.clear()
    for version in (13, 12, 11, 10, 9, 10, 11, 12, 13, 14):
        page.keyboard.press("ArrowRight" if int(page.locator("#at").input_value()) < version else "ArrowLeft")
        expect(page.locator("#status")).to_contain_text(f"#{version} of")
    stepped, shown = canvas(page), page.locator("#entries").inner_text()
    expect(page).to_have_url(re.compile("at=14$"))
    assert [url for url in waited_for if "?at=" in url and "/api/" not in url] == []
    assert documents == []
    assert len(fetched) == len(set(fetched))
    page.reload()
    assert (canvas(page), page.locator("#entries").inner_text()) == (stepped, shown)


def test_prefetched_positions_are_discarded_when_the_game_continues(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    take_turns(served, address, 2)
    page = served.visitor()
    page.goto(f"{address}?at=8")
    latest = int(page.locator("#at").get_attribute("max") or 0)
    page.locator("#status").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_contain_text(f"#7 of {latest}")
    take_turns(served, address, 1)
    now = served.site.services.handler.games.game(address[-32:]).version
    expect(page.locator("#status")).to_contain_text(f"#7 of {now}")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#status")).to_contain_text(f"#8 of {now}")


def test_history_shows_local_times_and_dates_for_past_days(served: Served) -> None:
    ada = served.person("Ada", timezone_id="Asia/Taipei")
    address = served.game("Ada", "Ben", rules="toy")
    shown = re.search(r'id="entries".*?<time[^>]* datetime="([^"]*)"', ada.request.get(address).text(), re.DOTALL)
    assert shown is not None
    there = datetime.fromisoformat(shown[1]).astimezone(ZoneInfo("Asia/Taipei"))
    time = ada.locator("#entries time").first
    ada.clock.set_fixed_time(there)
    ada.goto(address)
    expect(time).to_have_text(there.strftime("%H:%M"))
    ada.clock.set_fixed_time(there + timedelta(days=2))
    ada.goto(address)
    expect(time).to_have_text(there.strftime("%b %-d"))
    expect(time).to_have_attribute("title", re.compile("GMT"))


def test_branch_can_be_opened_played_and_left(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    take_turns(served, address, 1)
    page = served.person("Ada")
    page.goto(f"{address}?at=4")
    page.get_by_role("tab", name="Branches").click()
    page.get_by_label("Branch name").fill("The other canal")
    page.locator("#branch").click()
    expect(page.locator(".branch-bar")).to_contain_text("Branch from #4 of Evening")
    expect(page.locator("body")).to_have_class(re.compile("is-branch"))
    take_coins(page)
    expect(entry(page, "takes 2 coins")).to_have_count(1)
    page.get_by_role("button", name="Undo").first.click()
    expect(entry(page, "undone")).to_have_count(1)
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator("#tree")).to_contain_text("The other canal")
    expect(entry(page, "undone")).to_have_count(0)


def test_refused_move_shows_its_rule_and_late_move_shows_new_events(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address))
    page.goto(address)

    def scout(route: Route) -> None:
        command = {"action": "scout", "cards": ["wild_location", "wild_industry", "wild_location"]}
        route.continue_(post_data=json.dumps({"command": command}))

    page.route("**/moves", scout)
    take_loan(page)
    expect(page.locator("#trouble")).to_contain_text(re.compile(r"Rule BB-\d+"))
    expect(page.locator("#trouble blockquote")).not_to_be_empty()
    rule = page.locator("#trouble .rule a")
    expect(rule).to_have_attribute("href", re.compile(r"^/rules/brass-birmingham#BB-\d+"))
    page.unroute("**/moves")

    page.get_by_role("button", name="Step back").click()
    expect(options(page)).not_to_have_count(0)
    page.route("**/events*", lambda route: route.abort())
    page.reload()
    options(page).filter(has_text="Loan").click()
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    served.moves(address, 1)
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator("#trouble")).to_contain_text("You moved in another window or on another device.")
    expect(page.locator("#trouble li")).not_to_have_count(0)
    expect(page.locator("#chooser")).not_to_be_empty()


def test_page_falls_back_to_long_polling_without_event_streams(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    page = served.visitor()

    def no_streams(route: Route) -> None:
        streams = "text/event-stream" in route.request.headers.get("accept", "")
        route.abort() if streams else route.continue_()

    page.route("**/events*", no_streams)
    page.goto(address)
    with page.expect_request(re.compile("wait=")):
        pass
    take_turns(served, address, 1)
    expect(page.locator("#entries li")).to_have_count(served.site.services.handler.games.game(address[-32:]).version)


def test_pages_fit_a_phone_and_hide_hands_from_visitors(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 6)
    phone = {"viewport": {"width": 390, "height": 800}, "has_touch": True}
    ada = served.person("Ada", **phone)
    game_pages = (address, f"{address}?at=5", f"{address}/audit")
    for path in ("/", "/games/new?ruleset=brass-birmingham", "/account", *reversed(game_pages)):
        ada.goto(path)
        assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    visitor = served.visitor(**phone)
    visitor.goto(address)
    secret = '[data-element^="card:"]:not([data-element^="card:wild"])'
    assert ada.locator(secret).count() > 0
    assert ada.locator(f"details {secret}").count() == 0
    assert visitor.locator(secret).count() == 0
