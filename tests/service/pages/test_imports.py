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
from tests.service.transfer.tampering import forged_branch

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


def set_listed(owner: Reader, game: str, listed: str) -> str:
    return text_of(owner.send(f"{game}/listing", listed=listed))


def test_pages_show_the_importer_and_the_source_of_player_names(zoe: Reader, game: str) -> None:
    for address in (game, f"{game}?at=20", f"{game}/audit"):
        shown = text_of(zoe.get(address))
        assert re.search(r"Imported by Zoe on \w+ \d+, \d{4}\.", shown), address
        assert "The player names come from the file." in shown
    assert "published before the first move" not in text_of(zoe.get(f"{game}/audit"))


def test_page_and_audit_show_that_an_older_rule_applied(zoe: Reader) -> None:
    old = b"".join(logs.lines_of(logs.DIRECTORY / "birmingham-4-seats.ndjson.gz"))
    game = address_in(zoe.client.post("/games/import", data={"file": (BytesIO(old), "old.ndjson")}).location)
    zoe.site.catch_up()
    for address in (game, f"{game}/audit"):
        shown = text_of(zoe.get(address))
        assert (
            "Some moves follow an older version of rule BB-8.2. The rule was corrected on November 21, 2026." in shown
        ), address
        assert "illegal" not in shown.lower()
    assert "All 221 moves (including undone ones) and all undos were legal when they were made" in shown


def test_last_move_is_not_the_import_and_no_seed_is_promised(zoe: Reader, game: str) -> None:
    answer = zoe.get(game)
    last = answer.text.partition('id="happened"')[2].partition("</section>")[0]
    assert "Last move" in last
    assert "The game was imported." not in last
    assert "secret seed is published" not in text_of(answer)


def test_second_import_says_that_the_game_exists(zoe: Reader, game: str) -> None:
    again = zoe.send("/games/import", file=(BytesIO(RECORD.read_bytes()), "game.json"))
    assert again.request.path == game
    assert "This game already exists here." in text_of(again)


def test_branch_page_shows_the_importer(zoe: Reader, game: str) -> None:
    branch = text_of(zoe.send(f"{game}/branch", name="What if"))
    assert "Imported by Zoe" in branch
    assert "List publicly" not in branch


def test_branch_tree_shows_which_branches_were_imported(zoe: Reader, game: str) -> None:
    branch = address_in(zoe.send(f"{game}/branch", name="What if").request.path)
    exported = zoe.client.get(f"/api{branch}/export").data.splitlines(keepends=True)
    zoe.send("/games/import", file=(BytesIO(b"".join(forged_branch(exported, "f" * 32))), "branch.ndjson"))
    for address in (game, f"{game}/branches"):
        opened, imported = re.findall(r"What if (.*?) · from #", text_of(zoe.get(address)))
        assert opened == "yours"
        assert re.fullmatch(r"imported by Zoe on \w+ \d+, \d{4} yours", imported)


def test_game_is_in_lists_only_while_its_owner_lists_it(zoe: Reader, game: str, reader: Callable[[], Reader]) -> None:
    visitor = reader()
    lists = ("/", "/games?list=finished")
    assert not any(game in person.get(address).text for person in (zoe, visitor) for address in lists)
    assert "Unlisted" in text_of(zoe.get("/games?list=mine"))
    assert "Unlist" in set_listed(zoe, game, "yes")
    for address in lists:
        shown = text_of(visitor.get(address))
        assert "Imported" in shown
        assert "Imported by Zoe. The player names come from the file." in shown
    assert "List publicly" not in visitor.get(game).text
    assert "List publicly" in set_listed(zoe, game, "no")
    assert not any(game in visitor.get(address).text for address in lists)


def test_other_users_cannot_change_the_listing(game: str, zoe: Reader, reader: Callable[[], Reader]) -> None:
    set_listed(zoe, game, "yes")
    other = reader().registered("Yan")
    assert "Only the host of the table can do this." in set_listed(other, game, "no")
    assert game in other.get("/").text


def test_pages_of_an_imported_game_fit_the_window(served: Served) -> None:
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
