"""Two players in two browsers on a real server: moves by clicking, seen by the other at once."""

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
from tests.service.pages.holding import Held
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
    """The shortest move: an action, and the card that will be missed least."""
    options(page).filter(has_text="Loan").click()
    page.get_by_role("button", name="Confirm", exact=True).click()


def take_coins(page: Page) -> None:
    """The shortest move of the toy, whose pages cost browsers least."""
    options(page).filter(has_text="take_coins").click()
    page.get_by_role("button", name="Confirm", exact=True).click()


def take_turns(served: Served, address: str, turns: int) -> None:
    """Let the players of a toy take coins in so many turns: its log gets as long as a test needs."""
    handler, stream = served.site.services.handler, address[-32:]
    for _ in range(turns):
        name = served.acting(address)
        for command in (TakeCoins(), TakeCoins(), EndTurn()):
            context = CommandContext(actor=served.user(name).id, seat=("Ada", "Ben").index(name))
            handler.run(moves.move(handler, stream, context, command))


def sat_down(served: Served, address: str, page_of: dict[str, Page]) -> tuple[Page, Page]:
    """Return the player to act and the other one, both viewing the game."""
    acting = served.acting(address)
    other = next(name for name in page_of if name != acting)
    for page in page_of.values():
        page.goto(address)
    return page_of[acting], page_of[other]


def test_moves_are_made_by_clicking_and_seen_by_the_other_at_once(served: Served) -> None:
    address = served.game("Ada", "Ben")
    first, second = sat_down(served, address, {"Ada": served.person("Ada"), "Ben": served.person("Ben")})
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


def test_alternatives_stay_highlighted_when_the_drawings_of_the_preview_arrive(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address))
    drawings = Held(page, "**/preview-drawings?*")
    page.goto(address)
    options(page).filter(has_text="Loan").click()
    drawings.await_one()
    page.locator("#chooser .value").filter(has_text="Discard:").click()
    page.locator("#chooser .picks .options button:not([aria-current])").first.hover()
    highlights = ".offered", ".offered.hinted", ".offer-ring.offered", ".offer-ring.hinted"
    before = {each: page.locator(each).count() for each in highlights}
    assert all(before.values())
    drawings.let_go()
    expect(page.locator(".foreseen").first).to_be_attached()
    for each, count in before.items():
        expect(page.locator(each)).to_have_count(count)
    page.keyboard.press("Escape")
    expect(page.locator(".offered, .hinted")).to_have_count(0)


def test_a_move_is_chosen_on_the_board_or_taken_back_and_made_by_keyboard_alone(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address))
    page.goto(address)
    options_say_what_they_cost(page, address)
    parts_of_the_board_can_be_chosen_and_picks_taken_back(page)
    page.get_by_role("button", name="Cancel").click()
    while_a_move_is_on_its_way_it_is_not_sent_with_the_end_of_the_turn(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".picks")).to_have_count(0)
    a_move_begins_with_a_part_by_keys_alone(page)
    page.keyboard.press("Escape")
    expect(page.locator(".picks")).to_have_count(0)
    a_move_by_keyboard_alone(page)


def options_say_what_they_cost(page: Page, address: str) -> None:
    expect(options(page).filter(has_text="Network").locator(".cost")).to_have_text("£3")
    told = page.request.get(f"/api{address}/choices?picks=develop").json()["options"]
    assert {option["cost"] for option in told} == {"1 iron"}


def parts_of_the_board_can_be_chosen_and_picks_taken_back(page: Page) -> None:
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


def while_a_move_is_on_its_way_it_is_not_sent_with_the_end_of_the_turn(page: Page) -> None:
    options(page).filter(has_text="Loan").click()
    confirm, end_too = (
        page.get_by_role("button", name=name, exact=True) for name in ("Confirm", "Confirm and end turn")
    )
    expect(end_too).to_be_enabled()
    held = Held(page, "**/moves")
    confirm.click()
    expect(end_too).to_be_disabled()
    held.await_one()
    held.abort()
    expect(end_too).to_be_enabled()
    expect(confirm).to_be_enabled()
    page.unroute("**/moves")


def a_move_begins_with_a_part_by_keys_alone(page: Page) -> None:
    expect(page.locator("#board .touchable").first).to_be_attached()
    page.locator("#board .view").first.focus()
    page.keyboard.press("o")
    told = page.locator(".inspected")
    expect(told).to_be_visible()
    first = told.inner_text()
    page.keyboard.press("o")
    expect(told).not_to_have_text(first)
    page.keyboard.press("O")
    expect(told).to_have_text(first)
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(page.locator("#chooser .prompt")).to_have_text("Choose an action")
    page.keyboard.press("o")
    page.keyboard.press("Enter")
    expect(page.locator("#chooser .picks")).to_be_visible()
    expect(told).to_have_count(0)


def a_move_by_keyboard_alone(page: Page) -> None:
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


def test_moves_are_made_where_the_site_is_served_without_https(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    served.address = served.address.replace("127.0.0.1", "daybook.test")
    ada = served.person("Ada")
    ada.goto(address)
    assert not ada.evaluate("isSecureContext")
    take_coins(ada)
    expect(entry(ada, "takes 2 coins")).to_have_count(1)


def test_looking_back_by_slider_keys_and_playback(served: Served) -> None:
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
    page.wait_for_function("() => document.querySelector('main').dataset.at === '5'")  # for a second
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


def test_a_step_back_counts_from_what_was_asked_for_last(served: Served) -> None:
    """Positions passed over are not waited for, and none is requested twice."""
    address = served.game("Ada", "Ben", rules="toy")
    take_turns(served, address, 10)
    latest = served.site.services.handler.games.game(address[-32:]).version
    for focus, key in (("#status", "ArrowLeft"), ("#at", "ArrowLeft"), ("#backward", "Enter")):
        step_back_many_times(served.visitor(), address, latest, focus, key)


def step_back_many_times(page: Page, address: str, latest: int, focus: str, key: str) -> None:
    page.goto(address)
    asked: list[int] = []
    waited_for: list[int] = []
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        version = int(route.request.url.rpartition("at=")[2])
        asked.append(version)
        if AHEAD not in route.request.headers:
            waited_for.append(version)
        if held or version != latest - 1:
            route.continue_()
        else:
            held.append(route)

    page.route(re.compile(r"/games/\w+\?at="), hold_the_first)
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
    assert len(asked) == len(set(asked))
    page.close()


def test_a_key_held_down_at_the_first_position_asks_for_none_before_it(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    take_turns(served, address, 1)
    page = served.visitor()
    page.goto(f"{address}?at=4")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(10):
        page.keyboard.down("ArrowLeft")
    page.keyboard.up("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#status")).to_contain_text("#5 of")
    versions = [int(url.rpartition("at=")[2]) for url in asked if f"{address}?at=" in url]
    assert versions[0] == 5
    assert min(versions) >= 4
    assert len(versions) == len(set(versions))


def test_steps_that_were_fetched_ahead_ask_for_nothing_and_show_what_a_new_page_shows(served: Served) -> None:
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
    stepped, told = canvas(page), page.locator("#entries").inner_text()
    expect(page).to_have_url(re.compile("at=14$"))
    assert [url for url in waited_for if "?at=" in url and "/api/" not in url] == []
    assert documents == []
    assert len(fetched) == len(set(fetched))
    page.reload()
    assert (canvas(page), page.locator("#entries").inner_text()) == (stepped, told)


def test_prefetched_positions_are_discarded_when_the_game_goes_on(served: Served) -> None:
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


def test_the_history_tells_times_where_its_reader_is_and_days_once_they_are_past(served: Served) -> None:
    ada = served.person("Ada", timezone_id="Asia/Taipei")
    address = served.game("Ada", "Ben", rules="toy")
    told = re.search(r'id="entries".*?<time[^>]* datetime="([^"]*)"', ada.request.get(address).text(), re.DOTALL)
    assert told is not None
    there = datetime.fromisoformat(told[1]).astimezone(ZoneInfo("Asia/Taipei"))
    time = ada.locator("#entries time").first
    ada.clock.set_fixed_time(there)
    ada.goto(address)
    expect(time).to_have_text(there.strftime("%H:%M"))
    ada.clock.set_fixed_time(there + timedelta(days=2))
    ada.goto(address)
    expect(time).to_have_text(there.strftime("%b %-d"))
    expect(time).to_have_attribute("title", re.compile("GMT"))


def test_a_what_if_and_back_to_the_game(served: Served) -> None:
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


def test_a_refused_move_shows_the_rule_and_a_late_one_what_happened(served: Served) -> None:
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


def test_without_event_streams_the_page_asks_again_and_again(served: Served) -> None:
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


def test_pages_fit_a_phone_and_hands_stay_with_their_owners(served: Served) -> None:
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
