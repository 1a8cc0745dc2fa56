"""Pages of imported games: the importer, the names of the players, and whether the game is listed."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.golden import logs
from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, address_in, text_of

RECORD = Path(__file__).parents[2] / "records" / "birmingham-2-seats.json"

NARROW: ViewportSize = {"width": 390, "height": 900}
WIDE: ViewportSize = {"width": 1440, "height": 900}


@pytest.fixture
def zoe(reader: Callable[[], Reader]) -> Reader:
    return reader().registered("Zoe")


@pytest.fixture
def game(zoe: Reader) -> str:
    """Return the address of a game that Zoe imported."""
    sent = {"file": (BytesIO(RECORD.read_bytes()), "game.json")}
    address = address_in(zoe.client.post("/games/import", data=sent).location)
    zoe.site.catch_up()
    return address


def switched(owner: Reader, game: str, listed: str) -> str:
    return text_of(owner.send(f"{game}/listing", listed=listed))


def test_its_page_says_who_brought_it_and_whose_names_it_has(zoe: Reader, game: str) -> None:
    for address in (game, f"{game}?at=20", f"{game}/audit"):
        said = text_of(zoe.get(address))
        assert re.search(r"Imported by Zoe on \w+ \d+, \d{4}\.", said), address
        assert "The player names come from the file." in said
    assert "published before the first move" not in text_of(zoe.get(f"{game}/audit"))


def test_its_page_and_its_audit_say_by_which_rules_it_was_played(zoe: Reader) -> None:
    old = b"".join(logs.lines_of(logs.DIRECTORY / "birmingham-4-seats.ndjson.gz"))
    game = address_in(zoe.client.post("/games/import", data={"file": (BytesIO(old), "old.ndjson")}).location)
    zoe.site.catch_up()
    for address in (game, f"{game}/audit"):
        said = text_of(zoe.get(address))
        assert (
            "Some moves follow an older version of rule BB-8.2. The rule was corrected on November 21, 2026." in said
        ), address
        assert "illegal" not in said.lower()
    assert "All 221 moves (including undone ones) and all undos were legal when they were made" in said


def test_the_last_move_is_a_move_and_the_history_claims_no_seed(zoe: Reader, game: str) -> None:
    answer = zoe.get(game)
    last = answer.text.partition('id="happened"')[2].partition("</section>")[0]
    assert "Last move" in last
    assert "The game was imported." not in last
    assert "secret seed is published" not in text_of(answer)


def test_a_second_import_says_that_the_game_exists(zoe: Reader, game: str) -> None:
    again = zoe.send("/games/import", file=(BytesIO(RECORD.read_bytes()), "game.json"))
    assert again.request.path == game
    assert "This game already exists here." in text_of(again)


def test_so_does_the_page_of_a_what_if_on_it(zoe: Reader, game: str) -> None:
    branch = text_of(zoe.send(f"{game}/branch", name="What if"))
    assert "Imported by Zoe" in branch
    assert "List publicly" not in branch


def test_the_tree_tells_what_ifs_from_a_file(zoe: Reader, game: str) -> None:
    zoe.send(f"{game}/branch", name="What if")
    zoe.site.catch_up()
    for address in (game, f"{game}/branches"):
        assert re.search(r"What if imported by Zoe on \w+ \d+, \d{4} yours · from #", text_of(zoe.get(address)))


def test_it_stands_in_the_lists_once_its_owner_wants_it(zoe: Reader, game: str, reader: Callable[[], Reader]) -> None:
    visitor = reader()
    lists = ("/", "/games?list=finished")
    assert not any(game in person.get(address).text for person in (zoe, visitor) for address in lists)
    assert "Unlisted" in text_of(zoe.get("/games?list=mine"))
    assert "Unlist" in switched(zoe, game, "yes")
    for address in lists:
        said = text_of(visitor.get(address))
        assert "Imported" in said
        assert "Imported by Zoe. The player names come from the file." in said
    assert "List publicly" not in visitor.get(game).text
    assert "List publicly" in switched(zoe, game, "no")
    assert not any(game in visitor.get(address).text for address in lists)


def test_nobody_else_lists_it(game: str, zoe: Reader, reader: Callable[[], Reader]) -> None:
    switched(zoe, game, "yes")
    other = reader().registered("Yan")
    assert "Only the host of the table can do this." in switched(other, game, "no")
    assert game in other.get("/").text


def test_comments_fit_the_page(served: Served) -> None:
    page = served.person("Zoe", viewport=NARROW)
    page.goto("/games/import")
    page.get_by_label("File").set_input_files(RECORD)
    page.get_by_role("button", name="Import").click()
    page.get_by_role("button", name="List publicly").click()
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        expect(page.get_by_role("button", name="Unlist")).to_be_visible()
    for address in (page.url, f"{page.url}/audit", "/", "/games?list=finished"):
        page.goto(address)
        for size in (NARROW, WIDE):
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], (address, size)
        page.set_viewport_size(NARROW)
