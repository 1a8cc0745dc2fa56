"""The first visit to a game: its transfer size, not its time, and what it shows at once."""

from __future__ import annotations

import html
import re
import secrets
import zlib
from collections.abc import Callable
from functools import cache
from os.path import normpath
from pathlib import Path
from unittest import mock

import pytest
from playwright.sync_api import expect

from domain.game import rulesets
from domain.table.facts import SeatTaken
from service import typeface
from service.server.gzip_encoding import LEVEL
from service.usecases import tables
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served
from tests.service.pages.every_page.test_axe import GAMES
from tests.service.pages.reading import Reader, play_moves, shown_number

PAGE, VISIT = 60_000, 250_000
"""Maximum bytes of a page, and of the page with all its resources."""

FETCHED = re.compile(r'(?:src|href)="(/static/[^"?]+)')
PICTURE = re.compile(r'src="(/(?:rules|games)/[^"]+)')
IMPORTED = re.compile(r'(?:from|import)\s*\(?\s*"(\.\.?/[^"]+)"')


def compressed_size(content: bytes) -> int:
    """Return the size of compressed content."""
    packing = zlib.compressobj(LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return len(packing.compress(content) + packing.flush())


def finished_game(reader: Callable[[], Reader], rules: str) -> tuple[Reader, str]:
    """Return a player of a finished game with the most seats, and the game's address."""
    names = ("Ada", "Ben", "Cleo", "Dan")[: rulesets()[rules].seats[-1]]
    ada = reader().registered(names[0])
    accounts, handler = ada.site.services.accounts, ada.site.services.handler
    users = [accounts.named(name) or accounts.register(name, f"password of {name}") for name in names]
    with mock.patch.object(secrets, "token_bytes", return_value=b"s" * 32):
        game = tables.open_table(
            handler,
            CommandContext(actor=users[0].id),
            rules=rules,
            name="Evening",
            seats=len(users),
            options={},
            undo="turn",
        )
    for seat, user in enumerate(users):
        tables.take_seat(handler, game.id, CommandContext(actor=user.id, seat=seat), SeatTaken(seat=seat, user=user.id))
    tables.start(handler, game.id, CommandContext(actor=users[0].id))
    play_moves(ada.site, f"/games/{game.id}", 4000, "random")
    ada.site.catch_up()
    return ada, f"/games/{game.id}"


def fetched_files(page: str, read: Callable[[str], bytes]) -> dict[str, bytes]:
    """Return all files that a browser fetches for a page, including those that scripts import."""
    waiting, found = list(FETCHED.findall(page)), dict[str, bytes]()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = read(path)
            waiting += imported(path, found[path])
    return found


@cache
def imported(path: str, content: bytes) -> list[str]:
    """Return the paths of the scripts that a script imports."""
    names = IMPORTED.findall(content.decode()) if path.endswith(".js") else []
    return [normpath(Path(path).parent / name) for name in names]


@pytest.mark.parametrize("rules", GAMES)
def test_first_visit_to_a_finished_game_is_small(reader: Callable[[], Reader], rules: str) -> None:
    ada, address = finished_game(reader, rules)
    page = ada.get(address)
    assert "View report" in page.text
    assert compressed_size(page.data) <= PAGE
    fetched = fetched_files(page.text, lambda path: ada.get(path).data)
    assert {"daybook.js", "daybook.css", "move_form.js", "live.js"} <= {Path(path).name for path in fetched}
    assert {Path(path).name for path in fetched} >= set(typeface.files())
    assert compressed_size(page.data) + sum(map(compressed_size, fetched.values())) <= VISIT
    assert_shows_the_result(page.text, rulesets()[rules].seats[-1])


def assert_shows_the_result(page: str, seats: int) -> None:
    """Check the podium with every player, and the categories whose points add up to the totals."""
    steps = re.search(r'<ol class="plain podium">(.*?)</ol>', page, re.DOTALL)
    assert steps is not None
    totals = [shown_number(points) for points in re.findall(r"<strong><a[^>]*>(−?\d+)</a></strong>", steps[1])]
    table = re.search(r'class="wide sources".*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    assert table is not None
    rows = [re.findall(r'<td class="count">(−?\d*)</td>', row) for row in table[1].split("</tr>")[:-1]]
    assert [sum(shown_number(row[at]) for row in rows) for at in range(seats)] == totals
    assert "Rematch" in page


def test_first_visit_to_the_front_page_is_small(reader: Callable[[], Reader]) -> None:
    finished_game(reader, "brass-birmingham")
    visitor = reader()
    page = visitor.get("/")
    fetched = fetched_files(page.text, lambda path: visitor.get(path).data)
    pictures = {html.unescape(path) for path in PICTURE.findall(page.text)}
    kinds = ("picture.webp", "miniature.webp", "animation")
    assert all(any(kind in path for path in pictures) for kind in kinds)
    responses = [visitor.get(path) for path in pictures]
    assert {response.status_code for response in responses} == {200}
    drawn = [
        response.data if response.mimetype == "image/webp" else compressed_size(response.data) for response in responses
    ]
    seen = sum(size if isinstance(size, int) else len(size) for size in drawn)
    assert compressed_size(page.data) + sum(map(compressed_size, fetched.values())) + seen <= VISIT
    assert page.text.count("Heavy game") == sum(rules.weight == "heavy" for rules in rulesets().values()) > 0


@pytest.mark.parametrize("rules", GAMES)
def test_board_is_visible_without_scripts(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", "Cleo", rules=rules)
    page = served.person("Ada", java_script_enabled=False)
    page.goto(address)
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        board = page.locator(".dock .canvas svg").first
        expect(board).to_be_visible()
        expect(board).to_be_in_viewport(ratio=0.3)
        box = board.bounding_box()
        assert box
        assert box["width"] >= 0.4 * width
