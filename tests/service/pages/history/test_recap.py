"""The recap since the last visit: an animation with sentences that one key skips, or the sentences alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, game_of, played

LONGEST = 2200
"""Milliseconds for which the film shows a position at most."""


def seen_then_gone_on(served: Served, page: Page, moves: int = 6) -> str:
    """Return a game with moves since a user's last visit."""
    address = served.game("Ada", "Ben")
    served.moves(address, 8)
    page.goto(address)
    expect(page.locator("#since")).to_be_empty()
    page.goto("/")
    served.moves(address, moves)
    return address


def shown_positions(page: Page) -> None:
    """Note every position that the page shows from now on."""
    page.add_init_script("""addEventListener("DOMContentLoaded", () => {
        const main = document.querySelector("main[data-at]");
        window.shown = main ? [main.dataset.at] : [];
        if (main) new MutationObserver(() => window.shown.push(main.dataset.at)).observe(main, {attributes: true});
    });""")


def run_to_its_end(page: Page) -> None:
    """Let time pass faster, by what each position is shown for."""
    for _ in range(100):
        if not page.locator("#since li").count():
            return
        page.clock.run_for(LONGEST)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_it_opens_as_a_film_that_ends_at_what_is_now(served: Served, size: tuple[int, int]) -> None:
    ada = served.person("Ada", viewport={"width": size[0], "height": size[1]})
    ada.emulate_media(reduced_motion="no-preference")
    ada.clock.install()
    address = seen_then_gone_on(served, ada)
    shown_positions(ada)
    ada.goto(address)
    since = ada.locator("#since")
    expect(since).to_contain_text("Since your last visit")
    expect(ada.locator("#status")).to_contain_text("Position #")
    told = since.locator("li").first.inner_text()
    assert told in ada.locator("#happened").inner_text() or told in ada.locator("#entries").inner_text()
    run_to_its_end(ada)
    expect(since).to_be_empty()
    expect(ada.locator("body")).not_to_have_class(re.compile("is-past"))
    expect(ada).to_have_url(re.compile(r"/games/\w+$"))
    versions: list[Any] = ada.evaluate("window.shown.map(Number)")
    passed = list(dict.fromkeys(each for each in versions if each != versions[0]))
    assert len(passed) >= 5
    assert passed == sorted(passed)
    ada.reload()
    expect(ada.locator("#decision")).to_be_visible()
    expect(since).to_be_empty()


def test_one_key_skips_it(served: Served) -> None:
    ada = served.person("Ada")
    ada.emulate_media(reduced_motion="no-preference")
    address = seen_then_gone_on(served, ada, moves=12)
    ada.goto(address)
    expect(ada.locator("#status")).to_contain_text("Position #")
    ada.keyboard.press("Escape")
    expect(ada.locator("#since")).to_be_empty()
    expect(ada.locator("body")).not_to_have_class(re.compile("is-past"))


def test_a_user_who_steps_elsewhere_stays_there(served: Served) -> None:
    ada = served.person("Ada")
    ada.emulate_media(reduced_motion="no-preference")
    address = seen_then_gone_on(served, ada, moves=12)
    ada.goto(address)
    expect(ada.locator("#status")).to_contain_text("Position #")
    ada.locator("#first").click()
    expect(ada.locator("#since")).to_be_empty()
    expect(ada.locator("#status")).to_contain_text("#4 of")


def test_with_less_motion_the_sentences_stand_there(served: Served) -> None:
    ada = served.person("Ada")
    address = seen_then_gone_on(served, ada)
    ada.goto(address)
    expect(ada.locator("#since li").nth(5)).to_be_attached()
    expect(ada.locator("body")).not_to_have_class(re.compile("is-past"))
    ada.keyboard.press("Escape")
    expect(ada.locator("#since")).to_be_empty()


def test_visitors_are_told_by_what_their_browser_keeps(served: Served) -> None:
    served.user("Ada")
    visitor = served.visitor()
    address = seen_then_gone_on(served, visitor)
    visitor.goto(address)
    expect(visitor.locator("#since li").nth(5)).to_be_attached()


def test_it_is_of_ones_own_looks(ada: Reader, ben: Reader) -> None:
    game = game_of(ada, ben)
    first = re.search(r'data-version="(\d+)"', ada.get(game).text)
    assert first is not None
    ada.site.services.last_seen.write()
    played(ada.site, game, 4)
    assert f'data-since="{first[1]}"' in ada.get(game).text
    assert "data-since" not in ada.get(f"{game}?at=5").text
    assert "data-since" not in ada.client.get(game, headers={"Daybook-Known": "x"}).text
    assert f'data-since="{first[1]}"' not in ada.get(game).text, "it has been seen since"
