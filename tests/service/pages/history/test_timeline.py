"""The slider in a real browser: ticks for rounds, turns and undone paths; jumps to both ends without a page load."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Request, expect

from service.usecases import moves
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served


def undo_move(served: Served, address: str) -> None:
    """Undo a move of the player to act."""
    handler, stream = served.site.services.handler, address[-32:]
    game = handler.games.game(stream)
    seat = game.ruleset.to_act(handler.games.position(game))[0].seat
    handler.run(moves.undo(handler, stream, CommandContext(actor=game.table.chairs[seat].user, seat=seat)))


def test_ticks_show_rounds_turns_and_undone_moves(served: Served) -> None:
    address = served.game("Ada", "Ben", undo="free")
    served.moves(address, 25)
    undo_move(served, address)
    served.moves(address, 2)
    page = served.visitor()
    page.goto(address)
    now = str(page.locator("main").get_attribute("data-at"))
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        if width < 500:
            page.locator("#grip").click()
        _check_ticks(page)
        page.locator("#last").evaluate("button => button.click()")
        expect(page.locator("main")).to_have_attribute("data-at", now)


def _check_ticks(page: Page) -> None:
    """Check what the ticks show, and that one of them links to its round."""
    ticks = page.locator("#ticks")
    expect(ticks.locator("line.era")).to_have_count(1)
    expect(ticks.locator("line.round").first).to_be_attached()
    colours = ticks.locator("rect.turn").evaluate_all("bars => [...new Set(bars.map(bar => bar.style.fill))]")
    assert len(colours) == 2
    expect(ticks.locator("rect.undone title")).to_have_text(re.compile(r"^(Ada|Ben) \d+(–\d+)? \(undone\)$"))
    begun = ticks.locator("line.round").first
    version = int(re.sub(r"\D+", " ", begun.text_content() or "").split()[-1])
    place, strip = begun.bounding_box(), ticks.bounding_box()
    assert place is not None
    assert strip is not None
    page.mouse.click(place["x"] + 2, strip["y"] + 8)
    expect(page.locator("#status")).to_contain_text(f"#{version} of")
    label = re.compile(rf"^#{version} of \d+, Round \d, (Ada|Ben)$")
    expect(page.locator("#at")).to_have_attribute("aria-valuetext", label)


def test_jumps_to_both_ends_load_no_page_and_follow_the_game(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 12)
    page = served.visitor()
    page.goto(f"{address}?at=14")
    loads: list[str] = []

    def note(request: Request) -> None:
        if "daybook-hidden" not in request.headers and address in request.url and "/api/" not in request.url:
            loads.append(request.url)

    with page.expect_event("requestfinished", lambda request: request.url.endswith(address)):
        page.locator("#at").focus()
    page.on("request", note)
    page.locator("#first").click()
    expect(page.locator("#status")).to_contain_text("#4 of")
    expect(page).to_have_url(re.compile(r"at=4$"))
    page.locator("#last").click()
    expect(page.locator("#status")).to_contain_text("Waiting for")
    expect(page).to_have_url(re.compile(r"/games/\w+$"))
    assert loads == []
    served.moves(address, 1)
    now = served.site.services.handler.games.game(address[-32:]).version
    expect(page.locator("#timeline .here")).to_have_text(f"#{now} of {now}")


def test_dragged_slider_shows_a_fetched_position_at_once(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 12)
    page = served.visitor()
    page.clock.install()
    page.goto(f"{address}?at=14")
    with page.expect_event("requestfinished", lambda request: request.url.endswith("at=9")):
        page.locator("#at").focus()
    page.clock.pause_at("2100-01-01")
    page.evaluate("""() => {
        const slider = document.getElementById("at");
        slider.value = 12;
        slider.dispatchEvent(new Event("input", {bubbles: true}));
    }""")
    page.clock.run_for(1)
    expect(page.locator("main")).to_have_attribute("data-at", "12")
