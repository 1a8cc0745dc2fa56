"""Default choices and how to change them: numbers step by step, others by choosing again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from domain.arkwright.model.commands import Hire
from domain.game import legal_commands
from tests.service.pages.conftest import Served


def legal_hires(served: Served, address: str) -> list[Hire]:
    handler = served.site.services.handler
    game = handler.games.game(address.rpartition("/")[2])
    position = handler.games.position(game)
    waiting = game.ruleset.to_act(position)
    commands = legal_commands(game.ruleset, position, waiting[0].seat) if waiting else ()
    return [command for command in commands if isinstance(command, Hire)]


def before_hiring(served: Served) -> str:
    """Return a game in which the player to act may add two worker cards, or one to either of two factories."""
    address = served.game("Ada", "Ben", rules="arkwright")
    for _ in range(200):
        found = [Counter(command.workers) for command in legal_hires(served, address)]
        if len(found) > 3 and any(len(workers) > 1 for workers in found):
            return address
        served.moves(address, 1)
    raise AssertionError("nobody may hire")


def numbers(page: Page) -> str:
    return page.locator("#chooser .picks").text_content() or ""


def test_hiring_takes_three_clicks_and_defaults_can_be_changed(served: Served) -> None:
    address = before_hiring(served)
    page = served.person(served.acting(address))
    page.goto(address)
    for change in (choose_another_number, change_twice_at_once):
        start_hiring(page)
        change(page)
        page.get_by_role("button", name="Cancel").click()
    start_hiring(page)
    step_and_confirm(page)


def start_hiring(page: Page) -> None:
    page.locator("#chooser").get_by_role("button", name="Hire").click()
    expect(page.locator("#chooser").get_by_role("button", name="Confirm", exact=True)).to_be_visible()


def step_and_confirm(page: Page) -> None:
    confirm = page.locator("#chooser").get_by_role("button", name="Confirm", exact=True)
    before = numbers(page)
    page.locator("#chooser").get_by_role("button", name="Increase: ").and_(page.locator(":enabled")).first.click()
    expect(page.locator("#chooser .picks")).not_to_have_text(before)
    expect(confirm).to_be_visible()
    confirm.click()
    expect(page.locator("#entries li").first).to_contain_text("worker")


def choose_another_number(page: Page) -> None:
    chooser = page.locator("#chooser")
    number = chooser.locator(".value").filter(has_text="workers:").first
    number.click()
    other = chooser.locator(".picks .options button:not([aria-current])").last
    wanted = str(other.get_attribute("data-value"))
    other.click()
    expect(number.locator(".taken")).to_have_text(wanted)
    expect(chooser.locator(".picks .options")).to_have_count(0)


def change_twice_at_once(page: Page) -> None:
    """Two changes at once would start from the same picks, so only the first one is sent."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "/board-choices?" in request.url else None)
    first, other = page.evaluate("""() => {
        const steps = [...document.querySelectorAll("#chooser .picks .step:enabled")];
        const [first, other] = [steps[0], steps.at(-1)];
        first.click();
        other.click();
        return [first.dataset.step, other.dataset.step];
    }""")
    expect(page.locator("#chooser")).not_to_have_js_property("inert", True)
    assert first != other
    assert len(requests) == 1


FAULTS: dict[str, Callable[[Route], None]] = {
    "reach the server": lambda route: route.abort(),
    "busy": lambda route: route.fulfill(status=503, json={"detail": "busy"}),
}
"""Messages of the page when a request fails or gets an error, with the responses that cause them."""


def before_a_loan(served: Served) -> tuple[Page, Locator, list[str]]:
    """Start a loan; return the page, the default discard, and all cards that may be discarded."""
    address = served.game("Ada", "Ben", rules="brass-birmingham")
    page = served.person(served.acting(address))
    page.goto(address)
    page.locator("#chooser").get_by_role("button", name="Loan").click()
    expect(page.locator("#chooser").get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    page.locator("#chooser .value").last.click()
    cards = page.locator("#chooser .picks .options button")
    return (
        page,
        cards.and_(page.locator("[aria-current]")),
        cards.evaluate_all("all => all.map(each => each.dataset.step)"),
    )


def test_confirm_sends_the_shown_move_after_a_failed_change(served: Served) -> None:
    page, taken, cards = before_a_loan(served)
    shown, preview = taken.get_attribute("data-step"), page.locator("#chooser .preview").inner_text()
    other = next(card for card in cards if card != shown)
    for message, fault in FAULTS.items():
        page.route("**/board-choices?*", fault)
        page.locator(f'#chooser [data-step="{other}"]').click()
        expect(page.locator("#trouble")).to_contain_text(message)
        page.locator("#chooser .value").last.click()
        expect(taken).to_have_attribute("data-step", str(shown))
        assert page.locator("#chooser .preview").inner_text() == preview
        page.unroute("**/board-choices?*")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.locator("#chooser").get_by_role("button", name="Confirm", exact=True).click()
    assert sent.value.post_data_json["picks"] == ["loan", str(shown).removeprefix("1 ")]
