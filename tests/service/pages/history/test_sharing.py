"""Games for spectators: the animation on the front page, the picture of a shared link, and live updates."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.service.pages.conftest import Served, make_first_move
from tests.service.pages.reading import Reader, play_moves

People = Callable[[], Reader]

NOTE_FRAMES = """addEventListener("DOMContentLoaded", () => {
    const picture = document.querySelector("[data-film] img");
    window.shown = [];
    const note = () => window.shown.push(/animation\\/(\\d+)\\.svg/.exec(picture.src)[1]);
    new MutationObserver(note).observe(picture, { attributeFilter: ["src"] });
});"""
"""Records which frames of the animation a page shows: a busy machine could miss some and wait for all the others."""


def test_shared_link_has_a_picture_of_the_board(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 3)
    page = served.visitor()
    page.goto(address)
    pictures = page.locator('meta[property="og:image"]')
    address_of_picture = pictures.get_attribute("content")
    assert address_of_picture == f"{served.address}{address}/board.png"
    response = page.request.get(address_of_picture)
    assert response.headers["content-type"] == "image/png"
    assert response.body().startswith(b"\x89PNG")
    assert page.locator('meta[property="og:title"]').get_attribute("content") == "Evening"
    earlier = page.request.get(f"{address_of_picture}?at=4").body()
    assert earlier.startswith(b"\x89PNG")
    assert earlier != response.body()


def test_picture_always_shows_what_a_spectator_sees(served: Served) -> None:
    address = served.game("Ada", "Ben")
    ada, visitor = served.person("Ada"), served.visitor()
    assert ada.request.get(f"{address}/board.png").body() == visitor.request.get(f"{address}/board.png").body()


def test_private_games_have_no_picture_for_others(ada: Reader, reader: People) -> None:
    table = ada.send("/games/new", ruleset="arkwright", private="on").request.path
    ada.send(f"{table}/start")
    assert "og:image" not in ada.get(table).text
    assert reader().get(f"{table}/board.png").status_code == 404
    assert reader().get(f"{table}/animation/0.svg").status_code == 404


def test_front_page_replays_a_finished_game(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="arkwright")
    play_moves(served.site, address, 3000, "random")
    page = served.visitor()
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(NOTE_FRAMES)
    page.goto("/")
    replay = page.get_by_role("region", name="Replay of a finished game")
    page.wait_for_function("() => shown.join().includes('0,1,2')", polling=200)
    replay.get_by_role("button", name="Pause").click()
    expect(replay.get_by_role("button", name="Play")).to_be_visible()
    assert replay.locator("img").evaluate("image => image.naturalWidth > 0")


def test_replay_does_not_start_with_reduced_motion(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="arkwright")
    play_moves(served.site, address, 3000, "random")
    page = served.visitor(viewport={"width": 390, "height": 844})
    page.goto("/")
    replay = page.get_by_role("region", name="Replay of a finished game")
    expect(replay.get_by_role("button", name="Play")).to_be_visible()
    expect(replay.locator("progress")).to_have_attribute("value", "40")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    replay.get_by_role("button", name="Play").click()
    expect(replay.locator("img")).to_have_attribute("src", re.compile("/animation/0.svg"))


def test_spectators_see_moves_live(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    visitor = served.visitor()
    visitor.goto(address)
    number = visitor.locator("#entries li").count()
    player = served.person(served.acting(address))
    player.goto(address)
    make_first_move(player)
    expect(visitor.locator("#entries li").nth(number)).to_be_attached()
