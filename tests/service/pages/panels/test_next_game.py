"""The next game: after a move, one key opens the next waiting game, which is already loaded."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.service.pages.conftest import Served, make_first_move_and_wait
from tests.service.pages.reading import Reader, create_game, play_moves, text_of
from tests.service.sites import Site


def test_one_key_opens_the_prefetched_next_game(served: Served) -> None:
    first = served.game("Ada", "Ben", name="First")
    name = served.acting(first)
    second = next(
        address
        for address in (served.game("Ada", "Ben", name="Second", seed=bytes([n]) * 32) for n in range(20))
        if served.acting(address) == name
    )
    page = served.person(name)
    page.goto(first)
    loaded: list[str] = []
    preloading = page.context.new_cdp_session(page)
    preloading.on(
        "Preload.prefetchStatusUpdated",
        lambda event: loaded.append(event["prefetchUrl"]) if event["status"] == "Ready" else None,
    )
    preloading.send("Preload.enable")
    following = page.locator("a[data-next]")
    for _ in range(3):
        expect(following.or_(page.locator("#chooser")).first).to_be_attached()
        if following.count():
            break
        make_first_move_and_wait(page)
    expect(following).to_contain_text("Your turn in Second")
    while not loaded:
        page.wait_for_timeout(20)
    assert loaded == [f"{served.address}{second}"], "the next game is prefetched once"
    page.keyboard.press("n")
    expect(page).to_have_title(re.compile("Second"))
    assert page.evaluate("performance.getEntriesByType('navigation')[0].deliveryType") == "navigational-prefetch"


def test_an_undo_request_shows_in_the_title_and_the_counter(site: Site, ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben, undo="consent")
    play_moves(site, game, 4)
    now = site.services.handler.games.game(game.rpartition("/")[2])
    seat = now.ruleset.to_act(site.services.handler.games.position(now))[0].seat
    requester, opponent = (ada, ben) if seat == 0 else (ben, ada)
    assert "<title>● Your turn" in requester.get(game).text
    requester.send(f"{game}/undo-request", to=5)
    assert re.search("<title>● (Ada|Ben) requests an undo", opponent.get(game).text)
    assert "1 game is waiting for you" in text_of(opponent.get("/"))
    assert "<title>(1)" in opponent.get("/").text
