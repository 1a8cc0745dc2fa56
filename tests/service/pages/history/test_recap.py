"""The recap since the last visit: an animation with sentences that one key skips, or the sentences alone."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.service.pages.conftest import Served
from tests.service.pages.contexts import ELSEWHERE
from tests.service.pages.reading import Reader, create_game, play_moves

LONGEST = 2200
"""Maximum milliseconds for which the animation shows a position."""


def open_and_leave_game(served: Served, page: Page) -> str:
    """Return a game whose latest position the user of a page has seen."""
    address = served.game("Ada", "Ben")
    served.moves(address, 8)
    page.goto(address)
    expect(page.locator("#since")).to_be_empty()
    return address


def return_later(served: Served, page: Page, address: str, moves: int = 6) -> None:
    """Leave a game, and open it again after some moves."""
    page.goto(ELSEWHERE)
    served.moves(address, moves)
    page.goto(address)


def record_positions(page: Page) -> None:
    """Record every position that the page shows from now on."""
    page.add_init_script("""addEventListener("DOMContentLoaded", () => {
        const main = document.querySelector("main[data-at]");
        window.shown = main ? [main.dataset.at] : [];
        if (main) new MutationObserver(() => window.shown.push(main.dataset.at)).observe(main, {attributes: true});
    });""")


def run_to_the_end(page: Page) -> None:
    """Fast-forward the clock, one position at a time, until the recap ends."""
    for _ in range(100):
        if not page.locator("#since li").count():
            return
        page.clock.fast_forward(LONGEST)


def test_recap_plays_as_an_animation_up_to_the_latest_position(served: Served) -> None:
    ada = served.person("Ada")
    ada.emulate_media(reduced_motion="no-preference")
    ada.clock.install()
    address = open_and_leave_game(served, ada)
    record_positions(ada)
    for width, height in ((1440, 900), (390, 844)):
        ada.set_viewport_size({"width": width, "height": height})
        return_later(served, ada, address)
        _watch(ada)
        ada.reload()
        expect(ada.locator("#decision")).to_be_visible()
        expect(ada.locator("#since")).to_be_empty()


def _watch(ada: Page) -> None:
    """Watch the animation to its end, and check that it shows the positions in order."""
    since = ada.locator("#since")
    expect(since).to_contain_text("Since your last visit")
    expect(ada.locator("#status")).to_contain_text("Position #")
    sentence = since.locator("li").first.inner_text()
    assert sentence in ada.locator("#happened").inner_text() or sentence in ada.locator("#entries").inner_text()
    run_to_the_end(ada)
    expect(since).to_be_empty()
    expect(ada.locator("body")).not_to_have_class(re.compile("is-past"))
    expect(ada).to_have_url(re.compile(r"/games/\w+$"))
    versions: list[Any] = ada.evaluate("window.shown.map(Number)")
    passed = list(dict.fromkeys(each for each in versions if each != versions[0]))
    assert len(passed) >= 5
    assert passed == sorted(passed)


def test_recap_is_skipped_by_a_key_or_by_stepping_elsewhere(served: Served) -> None:
    ada = served.person("Ada")
    address = open_and_leave_game(served, ada)
    ada.emulate_media(reduced_motion="no-preference")
    return_later(served, ada, address, moves=12)
    expect(ada.locator("#status")).to_contain_text("Position #")
    ada.keyboard.press("Escape")
    expect(ada.locator("#since")).to_be_empty()
    expect(ada.locator("body")).not_to_have_class(re.compile("is-past"))

    return_later(served, ada, address, moves=12)
    expect(ada.locator("#status")).to_contain_text("Position #")
    ada.locator("#first").click()
    expect(ada.locator("#since")).to_be_empty()
    expect(ada.locator("#status")).to_contain_text("#4 of")

    ada.emulate_media(reduced_motion="reduce")
    return_later(served, ada, address)
    assert_reduced_motion_shows_sentences(ada)


def assert_reduced_motion_shows_sentences(page: Page) -> None:
    expect(page.locator("#since li").nth(5)).to_be_attached()
    expect(page.locator("body")).not_to_have_class(re.compile("is-past"))
    page.keyboard.press("Escape")
    expect(page.locator("#since")).to_be_empty()


def test_visitors_get_a_recap_from_browser_storage(served: Served) -> None:
    served.user("Ada")
    visitor = served.visitor()
    return_later(served, visitor, open_and_leave_game(served, visitor))
    expect(visitor.locator("#since li").nth(5)).to_be_attached()


def test_recap_starts_at_the_version_seen_last(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben)
    first = re.search(r'data-version="(\d+)"', ada.get(game).text)
    assert first is not None
    ada.site.services.last_seen.write()
    play_moves(ada.site, game, 4)
    assert f'data-since="{first[1]}"' in ada.get(game).text
    assert "data-since" not in ada.get(f"{game}?at=5").text
    assert "data-since" not in ada.client.get(game, headers={"Daybook-Known": "x"}).text
    assert f'data-since="{first[1]}"' not in ada.get(game).text, "the game has been viewed since"
