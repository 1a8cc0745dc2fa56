"""Lists of games: pagination back to the first one, filters, and what each entry shows."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from service.pages.lobby.listing import SHOWN
from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, create_game, create_table, play_moves


def test_list_is_paginated_back_to_its_first_game(ada: Reader) -> None:
    for number in range(SHOWN + 2):
        create_table(ada, name=f"Evening {number}")
    names = [f">Evening {number}</a>" for number in range(SHOWN + 2)]
    latest = ada.get("/games?list=open").text
    assert [name in latest for name in names] == [False, False, *[True] * SHOWN]
    (link,) = re.findall(r'rel="next"\s+href="([^"]+)"', latest)
    older = ada.get(html.unescape(link)).text
    assert [name in older for name in names] == [True, True, *[False] * SHOWN]
    assert 'rel="next"' not in older


def test_list_is_filtered_by_ruleset_and_pace(ada: Reader) -> None:
    create_table(ada, name="Canals")
    assert ">Canals</a>" in ada.get("/games?list=open&ruleset=brass-birmingham").text
    assert "No games found." in ada.get("/games?list=open&ruleset=barrage").text
    assert ">Canals</a>" in ada.get("/games?list=open&pace=none").text
    assert "No games found." in ada.get("/games?list=open&pace=bank").text


def test_front_page_links_to_all_games_of_a_player(ada: Reader) -> None:
    create_table(ada, name="Mine")
    assert 'href="/games?list=mine"' in ada.get("/").text
    assert ">Mine</a>" in ada.get("/games?list=mine").text


def test_lists_show_the_company_marks_of_seats(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben, ruleset="barrage")
    assert "character" not in ada.get("/games?list=mine").text, "nobody has a company before the draft"
    play_moves(ada.site, game, 2)
    on_its_page = set(re.findall(r'<svg class="seatmark".*?</svg>', ada.get(game).text))
    listed = re.findall(r'<svg class="seatmark".*?</svg>', ada.get("/games?list=mine").text)
    assert len(listed) == 2
    assert all('class="character"' in mark for mark in listed)
    assert set(listed) <= on_its_page


def test_no_line_of_players_starts_with_a_separator(ada: Reader, ben: Reader) -> None:
    create_game(ada, ben)
    players = re.findall(r'<span class="together">(.*?)\n\s*</span>', ada.get("/games?list=mine").text, re.DOTALL)
    assert [each.rstrip().endswith("·") for each in players] == [True, False]


def test_your_games_require_a_login(reader: Callable[[], Reader]) -> None:
    assert reader().client.get("/games?list=mine").status_code == 303


@pytest.mark.parametrize("query", ["list=secret", "list=open&ruleset=chess", "list=open&pace=fast", "list=all"])
def test_unknown_list_is_not_found(ada: Reader, query: str) -> None:
    assert ada.get(f"/games?{query}").status_code == 404


def test_invalid_cursor_is_refused(ada: Reader) -> None:
    assert ada.get("/games?list=open&cursor=elsewhere").status_code == 422


def test_a_refused_miniature_is_requested_again(served: Served) -> None:
    served.game("Ada", "Ben")
    served.site.catch_up()
    page, refused = served.person("Ada"), []

    def refuse_once(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=429) if len(refused) == 1 else route.fallback()

    page.route("**/miniature.webp*", refuse_once)
    page.goto("/")
    picture = page.locator("img.miniature").first
    expect(picture).to_have_js_property("naturalWidth", 160)
    expect(picture).not_to_have_attribute("data-tries", "1")
    assert len(refused) >= 2
