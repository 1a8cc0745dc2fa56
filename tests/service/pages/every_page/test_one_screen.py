"""Decisions on one screen: everything they need is visible without scrolling, in every game, at three sizes."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain.game import rulesets
from tests.service.pages.conftest import Served, choose_first_options
from tests.service.pages.contexts import ELSEWHERE
from tests.service.pages.reading import play_moves
from tests.service.pages.recorded import recorded_game, replay_game

DESKTOPS, PHONE = ((1280, 720), (1440, 900)), (390, 844)
every_game = pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))

OUTSIDE = """names => names.filter(name => {
    const box = document.querySelector(name).getBoundingClientRect();
    const beside = box.left < 0 || box.right > innerWidth;
    return !box.width || !box.height || beside || box.top < 0 || box.bottom > innerHeight;
})"""
UNLIT = """() => {
    const inView = part => {
        const [box, room] = [part, part.closest('.view')].map(each => each.getBoundingClientRect());
        const across = box.width && box.right > room.left && box.left < room.right;
        return across && box.bottom > room.top && box.top < room.bottom;
    };
    const lit = [...document.querySelectorAll('.view .offered')];
    return lit.length > 0 && !lit.some(inView);
}"""
"""Whether something is highlighted, and none of it is visible."""
SCROLLS = (
    "() => document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
)


def outside(page: Page, *names: str) -> list[str]:
    """Return the selectors of elements that are not fully inside the window."""
    found: list[str] = page.evaluate(OUTSIDE, list(names))
    return found


COVERED = """names => names.filter(name => {
    const found = document.querySelector(name), box = found?.getBoundingClientRect();
    return box && !found.contains(document.elementFromPoint(box.left + box.width / 2, box.bottom - 3));
})"""
"""The given elements that are present and whose lower edges are covered."""


STEP = f"""needed => ({{
    covered: ({COVERED})(needed),
    offered: document.querySelectorAll('#chooser .options button').length,
    unlit: ({UNLIT})(),
}})"""
"""The parts that are not visible at a step of a decision, and the number of options at that step."""


def decide(page: Page, picks: int, needed: list[str]) -> None:
    """Choose the first option this many times, and check that a highlighted part is visible at each step."""
    for _ in range(picks):
        expect(page.locator("#chooser .prompt")).to_be_visible()
        step = page.evaluate(STEP, needed)
        assert step["covered"] == []
        if not step["offered"]:
            assert page.evaluate(COVERED, ["#chooser .primary"]) == []
            return
        assert not step["unlit"]
        page.locator("#chooser .options button").first.click()
        expect(page.locator("#chooser")).not_to_have_attribute("inert", "")


def step_back(page: Page, picks: int) -> None:
    """Undo all picks except for the first ones."""
    for _ in range(20):
        if page.locator("#chooser .picks > li").count() <= picks:
            return
        page.keyboard.press("Escape")
        expect(page.locator("#chooser")).not_to_have_attribute("inert", "")
    raise AssertionError("the picks stay")


TOO_SMALL = """() => {
    const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const part = walk.currentNode.parentElement;
        if (!walk.currentNode.textContent.trim() || !part.checkVisibility() || part.closest(".canvas")) continue;
        const drawn = part.closest("svg")?.getScreenCTM();
        const size = parseFloat(getComputedStyle(part).fontSize) * (drawn ? Math.hypot(drawn.a, drawn.b) : 1);
        if (size < 10.99) found.push(`${part.tagName} ${part.className.baseVal ?? part.className} ${size}`);
    }
    return found;
}"""


def check_text_on_phone(page: Page) -> None:
    """Check that no text is too small on a phone, and that the masthead fits."""
    assert page.evaluate(TOO_SMALL) == []
    assert page.evaluate(LEAST) >= 10.99
    assert page.locator("#masthead").evaluate("masthead => masthead.scrollWidth <= masthead.clientWidth")


LONG_NAMES = ("Bartholomew Kingsley-Hughes", "Konstantina Papadopoulou-Smyth")


@every_game
def test_everything_a_decision_needs_is_visible(served: Served, rules: str) -> None:
    address = served.game(*LONG_NAMES, rules=rules)
    play_moves(served.site, address, 24, "random")
    page = served.person(served.acting(address), viewport={"width": 1440, "height": 900})
    page.goto(address)
    expect(page.locator("#chooser .prompt")).to_be_visible()
    picks = page.locator("#chooser .picks > li").count()
    for width, height in reversed(DESKTOPS):
        page.set_viewport_size({"width": width, "height": height})
        step_back(page, picks)
        assert outside(page, "#status", "#chooser .prompt") == []
        assert outside(page, "#board .view:not([hidden] *)", "#lap .view", "#act", "#players", "#more") == []
        assert not page.evaluate(SCROLLS), (width, height)
        decide(page, 4, ["#players", "#status"])
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    step_back(page, picks)
    assert outside(page, "#status", "#chooser .prompt", ".current .view:not([hidden] *)", "#grip") == []
    assert not page.evaluate(SCROLLS)
    check_text_on_phone(page)
    if rules == "arkwright":
        expect(page.locator('#board [data-element="appeal:lamps"]')).to_be_in_viewport(ratio=0.5)
    decide(page, 4, ["#status"])


PARTLY_SEEN = """() => [...document.querySelectorAll('.screen > .dock .view, #players')]
    .filter(room => room.checkVisibility())
    .map(room => [room, room.scrollWidth - room.clientWidth, room.scrollHeight - room.clientHeight])
    .filter(([, across, down]) => across > 1 || down > 1)
    .map(([room, across, down]) => `${room.closest('[id]').id}: ${across}, ${down}`)"""
"""Elements that must be scrolled to show all their content, and by how much."""
LEAST = """() => Math.min(...[...document.querySelectorAll('.screen > .dock svg text')]
    .filter(text => text.textContent.trim() && text.checkVisibility())
    .map(text => [parseFloat(getComputedStyle(text).fontSize), text.getScreenCTM()])
    .map(([size, {a, b}]) => size * Math.hypot(a, b)))"""
"""The size of the smallest text in the drawings."""

MATS = f"""() => [
    [...document.querySelectorAll('.area')].every(each => each.scrollWidth <= each.clientWidth),
    ({LEAST.replace(".screen > .dock", "#mats")})(),
]"""
"""Whether the other players' mats fit, and the size of their smallest text."""

EACH_TAB = f"""async () => {{
    const frame = () => new Promise(requestAnimationFrame), found = [];
    const tabs = [...document.querySelectorAll('#beside > .tabs [role=tab]:not([hidden])')];
    const offered = tabs.filter(tab => tab.checkVisibility());
    for (const tab of offered) {{
        tab.click();
        await frame();
        await frame();
        found.push([({PARTLY_SEEN})(), ({LEAST})()]);
    }}
    offered[0]?.click();
    return found;
}}"""
"""Elements that must be scrolled, and the smallest text size, with each tab beside the board open in turn."""

EMPTY = """() => Math.max(...[...document.querySelectorAll('#board, #beside, #lap')].map(dock => {
    const area = each => each.getBoundingClientRect().width * each.getBoundingClientRect().height;
    const drawn = [...dock.querySelectorAll('.view svg')].filter(each => each.checkVisibility() && area(each));
    return 1 - drawn.map(area).reduce((sum, each) => sum + each, 0) / area(dock);
}))"""
"""The largest share of a dock's area that its drawings leave empty, beside a scrolling history."""

GAMES = (
    "arkwright-2-seats",
    "arkwright-4-seats",
    "barrage-2-seats",
    "barrage-2-seats-leeghwater",
    "barrage-4-seats",
    "barrage-4-seats-leeghwater",
    "birmingham-2-seats",
    "birmingham-4-seats",
    "lancashire-2-seats",
    "lancashire-4-seats",
)
"""Golden logs whose drawings are all checked at the start, in the middle and at the end of the game."""

ON_PHONES = ("arkwright-2-seats", "barrage-2-seats", "birmingham-2-seats", "lancashire-2-seats")

COARSE = "matchMedia('(pointer: coarse)').matches"
WIDTHS = "cells => cells.map(cell => cell.clientWidth)"


TOGETHER = (
    *(f'#board [data-element="{part}"]' for part in ("bonus:1", "bonus:5", "energy:0", "energy:29", "objective")),
    *(f'#drawing-offers [data-element="cost:{structure}"]' for structure in ("base", "powerhouse")),
    "#lap .view",
)
"""Parts of Barrage that a window of 1440 by 900 shows all at once, whichever tab is open."""


@pytest.mark.parametrize("log", GAMES)
def test_every_drawing_is_fully_visible_and_readable(served: Served, log: str) -> None:
    """At the start, in the middle and at the end of a game: on desktops, and for one log of each game on phones."""
    names = ["Ada", "Ben", "Cleo", "Dora"][: int(re.search(r"(\d)-seats", log)[1])]  # type: ignore[index]
    address, moves = replay_game(served, log, *names)
    page, visitor = served.visitor(), served.visitor() if log in ON_PHONES else None
    for count in (0, 60, 3000):
        deque(islice(moves, count), maxlen=0)
        served.log_in(page, served.acting(address) if count < 3000 else "Ada")
        if visitor:
            for phone in (page, visitor):
                with touch_emulation(phone):
                    check_on_phone(phone, address, count)
                    if not count and phone is page:
                        check_on_phone_in_landscape(phone)
            if not count:
                check_as_visitor(visitor)
            visitor.goto(ELSEWHERE)
            page.set_viewport_size({"width": 1280, "height": 720})
            dismiss_recap(page)
        else:
            mark_as_seen(served, address, names)
            page.goto(address, wait_until="networkidle")
        check_on_desktops(page, log, count)
        leave(page)


def test_every_game_is_checked_on_phones() -> None:
    assert {recorded_game(log).ruleset.name for log in ON_PHONES} == set(rulesets()) - {"toy"}


def leave(page: Page) -> None:
    """Leave the game and clear the stored state: the next user has another browser."""
    page.goto(ELSEWHERE)
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.context.clear_cookies()


def dismiss_recap(page: Page) -> None:
    """Reload a page that shows a recap since the last visit, so that the recap is not shown again."""
    if page.locator("main[data-since]").count():
        page.reload(wait_until="networkidle")


def mark_as_seen(served: Served, address: str, names: list[str]) -> None:
    """Record that these players have seen the current position, so that pages show no recap."""
    game = served.site.services.handler.games.game(address.rpartition("/")[2])
    for name in names:
        served.site.services.last_seen.note(game.id, served.user(name).id, game.version)


@contextmanager
def touch_emulation(page: Page) -> Iterator[None]:
    """Emulate a touch screen on the page."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    yield
    assert page.evaluate(COARSE)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    session.detach()
    assert not page.evaluate(COARSE)


def check_on_phone(page: Page, address: str, count: int) -> None:
    """Check that the page and the players' names fit the width, and that the end of the game is shown."""
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(address, wait_until="networkidle")
    expect(page.locator(".canvas svg:visible").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), count
    widths = page.locator("#players th[scope=rowgroup]").evaluate_all(WIDTHS)
    assert len(widths) == 2, count
    assert min(widths) >= 70, count
    if count == 3000:
        expect(page.locator("#status")).to_contain_text(re.compile("won|wins|over", re.IGNORECASE))


def check_as_visitor(page: Page) -> None:
    """Check that a visitor sees the whole screen without scrolling."""
    page.set_viewport_size({"width": 1280, "height": 720})
    assert outside(page, "#board .view:not([hidden] *)", "#players", "#more", "#others") == []
    expect(page.locator("#others .area svg")).to_have_count(2)
    expect(page.locator("#others .area svg").last).to_be_visible()
    assert not page.evaluate(SCROLLS)


def check_on_phone_in_landscape(page: Page) -> None:
    """Check that the acting player's sheet is beside the board."""
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator("#chooser button").first).to_be_in_viewport()
    board, sheet = (page.locator(part).bounding_box() for part in (".dock.current > .panel:visible", ".side"))
    assert board is not None
    assert sheet is not None
    assert board["x"] + board["width"] <= sheet["x"] + 1
    for part in (board, sheet):
        assert part["height"] >= 250
        assert part["y"] + part["height"] <= 391
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def check_on_desktops(page: Page, log: str, count: int) -> None:
    expect(page.locator("#lap .view svg")).to_be_visible()
    assert page.locator("main[data-since]").count() == 0
    for width, height in DESKTOPS:
        page.set_viewport_size({"width": width, "height": height})
        for partly_seen, least in page.evaluate(EACH_TAB):
            assert partly_seen == [], (count, width)
            assert least >= 10.99, (count, width)
        if count:
            page.wait_for_function(f"() => ({EMPTY})() <= 0.3")
    if log.startswith("barrage"):
        assert outside(page, *TOGETHER) == []
    if log.startswith(("barrage", "arkwright")):
        check_mats(page)
    else:
        expect(page.locator("#others details:not([open])")).to_have_count(0)
    page.set_viewport_size({"width": 1920, "height": 1080})
    if count:
        page.wait_for_function(f"() => ({EMPTY})() <= 0.1")
    if count == 3000:
        check_podium_in_forced_colours(page)


UNDER_ZOOM = """() => [...document.querySelectorAll('.screen > .dock .view [data-element]')].filter(part => {
    const box = part.getBoundingClientRect();
    const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return part.checkVisibility() && found?.closest('.zoom');
}).map(part => part.dataset.element)"""
"""Parts that cannot be clicked in the centre because zoom buttons cover it."""


def test_mat_grows_after_the_draft_and_zoom_buttons_cover_no_part(served: Served) -> None:
    address, moves = replay_game(served, "barrage-4-seats-leeghwater", "Ada", "Ben", "Cleo", "Dora")
    page = served.person("Ada", viewport={"width": 1440, "height": 900})
    page.goto(address, wait_until="networkidle")
    expect(page.locator("#lap .view")).to_contain_text("no company yet")
    deque(islice(moves, 6), maxlen=0)
    page.wait_for_function("() => document.querySelector('#lap .view').clientHeight > 250")
    assert page.evaluate(PARTLY_SEEN) == []
    for width, height in DESKTOPS:
        page.set_viewport_size({"width": width, "height": height})
        for dock in ("board", "beside", "lap"):
            page.locator(f"#{dock}").hover(position={"x": 3, "y": 3})
            assert page.evaluate(UNDER_ZOOM) == [], (dock, width)


def check_podium_in_forced_colours(page: Page) -> None:
    """Check that each place keeps its step, and that the winner's is filled."""
    page.emulate_media(forced_colors="active")
    steps = page.locator(".podium .step").evaluate_all(
        "all => all.map(each => getComputedStyle(each)).map(each => [each.borderTopStyle, each.backgroundColor])"
    )
    assert {border for border, _ in steps} == {"solid"}
    assert len({ground for _, ground in steps}) == 2


def check_mats(page: Page) -> None:
    """Check that the other players' mats fit their column and are readable."""
    page.get_by_role("tab", name="Mats").click()
    expect(page.locator("#mats .area svg").first).to_be_visible()
    for width, height in (*reversed(DESKTOPS), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        fit, least = page.evaluate(MATS)
        assert fit
        assert least >= 10.99


def test_chat_beside_a_preview_fits_a_low_window(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="arkwright")
    play_moves(served.site, address, 22, "random")
    page = served.person(served.acting(address), viewport={"width": 1280, "height": 720})
    page.goto(address)
    confirm, messages = choose_first_options(page), page.locator("#talk-words")
    page.get_by_role("tab", name="Chat").click()
    expect(messages).to_contain_text("No messages yet.")
    expect(messages).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("New message", exact=True)).to_be_in_viewport(ratio=1)
    expect(confirm).to_be_in_viewport(ratio=1)
    version = page.locator("main").get_attribute("data-version")
    confirm.click()
    expect(page.locator("main")).not_to_have_attribute("data-version", str(version))
    assert not page.evaluate(SCROLLS)


def board(page: Page) -> Any:
    """Return the bounding box of the map."""
    return page.locator("#board svg").first.bounding_box()


def test_drawing_zooms_pans_and_fits_and_its_parts_have_tooltips(served: Served) -> None:
    page = served.visitor(viewport={"width": 1280, "height": 720})
    page.goto(served.game("Ada", "Ben"))
    fit = board(page)
    x, y = fit["x"] + fit["width"] * 0.6, fit["y"] + fit["height"] * 0.6
    page.mouse.move(x, y)
    page.mouse.wheel(0, -900)
    page.wait_for_function(
        "least => document.querySelector('#board svg').getBoundingClientRect().width > least", arg=fit["width"] + 50
    )
    large = board(page)
    assert abs((x - large["x"]) / large["width"] - 0.6) < 0.02
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    moved = board(page)
    assert (round(moved["x"] - large["x"]), round(moved["y"] - large["y"])) == (60, 40)
    page.keyboard.press("0")
    assert abs(board(page)["width"] - fit["width"]) < 2
    info = page.locator(".inspected")
    page.locator('#board [data-element="market:coal"]').click()
    expect(info).to_contain_text("Coal market: 13 cubes")
    page.keyboard.press("Escape")
    expect(info).to_have_count(0)
    page.locator("#board .view").focus()
    page.keyboard.press("i")
    first = info.inner_text()
    page.keyboard.press("i")
    expect(info).not_to_have_text(first)


def test_open_tabs_and_widths_are_remembered(served: Served) -> None:
    page = served.person("Ada", viewport={"width": 1280, "height": 720})
    address = served.game("Ada", "Ben")
    page.goto(address)
    page.get_by_role("tab", name="Charts").click()
    expect(page.locator("#charts")).to_be_visible()
    width = board_width(page)
    page.locator("#split-first").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert board_width(page) < width - 40
    narrow = board_width(page)
    page.reload()
    expect(page.locator("#charts")).to_be_visible()
    assert abs(board_width(page) - narrow) < 2
    served.moves(address, 1)
    expect(page.locator("#charts")).to_be_visible()
    page.goto(f"{address}#tree")
    expect(page.locator("#tree")).to_be_visible()


def board_width(page: Page) -> float:
    """Return the width of the board's dock."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    return box["width"]


def test_phone_sheet_has_three_heights_and_never_covers_the_view(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address), viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(address)
    heights = set()
    for _ in range(3):
        sheet = page.locator("#side").bounding_box()
        view = page.locator(".current .view:not([hidden] *)").first.bounding_box()
        assert sheet is not None and view is not None
        assert view["y"] + view["height"] <= sheet["y"] + 1
        heights.add(round(sheet["height"]))
        page.locator("#grip").click()
    assert len(heights) == 3


def test_parts_of_a_drawing_show_their_latest_event(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 12)
    page = served.visitor(viewport={"width": 1280, "height": 720})
    page.goto(address)
    history = page.request.get(f"/api{address}/history?kind=brass.birmingham.built&order=backward").json()
    built, *_ = history["events"]
    page.locator(f'#board [data-element="slot:{built["data"]["slot"]}"]').click()
    last = page.locator(".inspected a[data-to]")
    expect(last).to_have_text(built["text"])
    last.click()
    expect(page.locator("main")).to_have_attribute("data-at", str(built["version"]))
    page.goto(f"{address}?at={built['version'] - 1}")
    with page.expect_response("**/history?place=*") as info:
        page.locator(f'#board [data-element="slot:{built["data"]["slot"]}"]').click()
    expect(page.locator(".inspected")).to_be_visible()
    assert all(event["version"] < built["version"] for event in info.value.json()["events"])
