"""People talk on the page of their game: with forms alone, and in two browsers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, game_of, link_in, played, text_of

People = Callable[[], Reader]


@pytest.fixture
def ada(reader: People) -> Reader:
    return reader().registered("Ada")


@pytest.fixture
def ben(reader: People) -> Reader:
    return reader().registered("Ben")


def unread(reader: Reader, path: str) -> str:
    """What the mark beside the talk says; nothing where it is not shown."""
    found = re.search(r'<span id="talk-unread"([^>]*)>(\d*)', reader.get(path).text)
    assert found is not None
    return "" if "hidden" in found[1] else found[2]


def test_it_works_by_forms_alone(ada: Reader, ben: Reader) -> None:
    game = game_of(ada, ben)
    played(ada.site, game, 4)
    ada.send(f"{game}/talk", text="Why this, at #9?\r\n<b>And #99999?</b>")
    assert (unread(ada, game), unread(ben, game)) == ("", "1")
    page = ben.get(f"{game}/talk")
    assert "&lt;b&gt;And #99999?&lt;/b&gt;" in page.text
    assert "an earlier position" in text_of(ben.get(link_in(page, "#9"))).lower()
    assert unread(ben, game) == ""
    taken = ada.send(f"{game}/talk/1/removal")
    assert "Taken back" in text_of(taken)
    assert "Why this" not in taken.text
    assert "Say something." in text_of(ada.send(f"{game}/talk", text="  "))


def test_a_table_that_fills_leads_to_its_talk(ada: Reader, reader: People) -> None:
    table = ada.client.post("/games/new", data={"ruleset": "toy", "name": "E", "seats": 2, "undo": "turn"}).location
    ada.send(f"{table}/join", seat=0)
    talk = link_in(ada.get(table), "What is said at this table")
    assert "Who comes?" in text_of(ada.send(talk, text="Who comes?"))
    watching = reader().get(talk)
    assert "Who comes?" in text_of(watching)
    assert 'name="text"' not in watching.text


def test_what_was_said_long_ago_stands_on_pages_of_its_own(ada: Reader, ben: Reader) -> None:
    game = game_of(ada, ben, ruleset="toy")
    for number in range(1, 53):
        ada.send(f"{game}/talk", text=f"word {number}.")
    latest = ada.get(f"{game}/talk")
    assert "word 52." in latest.text
    assert "word 2." not in latest.text
    earlier = ada.get(link_in(latest, "What was said earlier"))
    assert "word 2." in earlier.text
    assert "word 3." not in earlier.text


def open_talk(page: Page) -> None:
    tab = page.get_by_role("tab", name="Talk")
    tab.scroll_into_view_if_needed()
    tab.click()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_two_people_talk_beside_their_game(served: Served, size: tuple[int, int]) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    ada = served.person("Ada", viewport={"width": size[0], "height": size[1]})
    ben = served.person("Ben", viewport={"width": size[0], "height": size[1]})
    ben.goto(address)
    ada.goto(address)
    expect(ben.locator("#talk-unread")).to_be_hidden()
    open_talk(ada)
    ada.get_by_label("Say something to all at this table").fill("Look at #4")
    ada.keyboard.press("Control+Enter")
    expect(ada.locator("#talk-words")).to_contain_text("Look at #4")
    expect(ada.get_by_label("Say something to all at this table")).to_have_value("")
    ben.reload()
    expect(ben.locator("#talk-unread")).to_have_text("1 new")
    open_talk(ben)
    expect(ben.locator("#talk-words")).to_contain_text("Look at #4")
    expect(ben.locator("#talk-unread")).to_be_hidden()
    assert ben.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ben.locator("#talk-words").get_by_role("link", name="#4", exact=True).click()
    expect(ben).to_have_url(re.compile(r"\?at=4$"))
    expect(ben.locator("#talk-words")).to_contain_text("Look at #4")
    ada.get_by_role("button", name=re.compile("^Take back")).click()
    expect(ada.locator("#talk-words")).to_contain_text("Taken back")
    ben.reload()
    expect(ben.locator("#talk-words")).to_contain_text("Taken back")  # The tab keeps its place.
