"""All pages, without a browser: at most one primary button each, a limited size of the first visit in bytes, and
minus signs before negative numbers.
"""

from __future__ import annotations

import html
import re
from collections import deque
from functools import cache
from itertools import islice

import pytest

from domain.game import rulesets
from domain.tutorials import examples
from service.administration import roles
from service.usecases import branches
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served
from tests.service.pages.every_page import test_axe as walk
from tests.service.pages.every_page.test_weight import PAGE, VISIT, compressed_size, fetched_files
from tests.service.pages.organisers.test_tournaments import FORM
from tests.service.pages.reading import Reader, create_table
from tests.service.pages.recorded import replay_game
from tests.service.sites import Site, confirm_address

NAMES = ("Ada", "Ben", "Cleo", "Dora")
PRIMARY = re.compile(r'class="(?:[^"]* )?primary[ "]')
NO_TEXT = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
HYPHEN_MINUS = re.compile(r"(?<![\w:.#-])-£?\d+")
PICTURE = re.compile(r'<img[^>]* src="(/[^"]+)"', re.DOTALL)
LONGEST = {
    "arkwright": ("arkwright-4-seats-expert", 221),
    "barrage": ("barrage-4-seats-leeghwater-by-chance", 396),
    "brass-birmingham": ("birmingham-4-seats", 162),
    "brass-lancashire": ("lancashire-4-seats", 153),
}
"""The golden log of each game with the largest pages, and the number of moves before the largest of them."""
ERRORS = {"/nothing": 404, "/play": 409}
"""Ends of paths of error pages: the page does not exist; a branch without moves can't be played."""
LANGUAGES = ("en", "ko", "zh-TW")


@pytest.fixture
def played(site: Site) -> Served:
    """A site on which golden logs are played, without a browser."""
    return Served(site, "http://localhost", None)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def known() -> dict[str, bytes]:
    """Files shared by pages. Their paths contain the build id."""
    return {}


def logged_in(played: Served, name: str) -> Reader:
    user = played.user(name)
    reader = Reader(played.site, played.site.app.test_client())
    assert reader.send("/log-in", name=user.name, password=f"password of {name}").status_code == 200
    return reader


def visit(reader: Reader, path: str, known: dict[str, bytes]) -> tuple[int, int, int]:
    """Return the number of primary buttons of a page, its size, and its size with all resources."""
    page = reader.get(path)
    assert page.status_code == next((status for end, status in ERRORS.items() if path.endswith(end)), 200), path
    assert HYPHEN_MINUS.findall(NO_TEXT.sub(" ", page.text)) == [], path
    needed = fetched_files(page.text, lambda name: known.get(name) or known.setdefault(name, reader.get(name).data))
    pictures = [reader.get(html.unescape(each)) for each in set(PICTURE.findall(page.text))]
    assert all(each.status_code == 200 for each in pictures), path
    drawn = sum(len(each.data) if each.mimetype != "image/svg+xml" else compressed_size(each.data) for each in pictures)
    size = compressed_size(page.data)
    return (
        len(PRIMARY.findall(page.text)),
        size,
        size + drawn + sum(size_of(name, content) for name, content in needed.items()),
    )


@cache
def size_of(name: str, content: bytes) -> int:
    return len(content) if name.endswith((".woff2", ".png")) else compressed_size(content)


def faults(reader: Reader, path: str, known: dict[str, bytes]) -> list[str]:
    buttons, _, whole = visit(reader, path, known)
    return [
        *([f"{path}: {buttons} primary buttons"] if buttons > 1 else []),
        *([f"{path}: {whole} bytes"] if whole > VISIT else []),
    ]


def test_user_organiser_and_administrator_pages_have_no_faults(played: Served, known: dict[str, bytes]) -> None:
    visitor, ada, ben = (
        Reader(played.site, played.site.app.test_client()),
        logged_in(played, "Ada"),
        logged_in(played, "Ben"),
    )
    roles.appoint(played.site.services.storage.database, played.user("Ada").id)
    created = ada.client.post("/tournaments/new", data=FORM, headers={"Origin": "http://localhost"}).location
    running, game = walk.tournament_with_games(played)
    tournament_pages = [path.format(tournament=running, game=game) for path in walk.OF_TOURNAMENTS]
    user = played.user("Ada")
    stamp = confirm_address(played.site.services.storage.database, user, "ada@example.org")
    confirming, recovering = walk.BY_LETTER
    email_links = (
        confirming.format(
            token=walk.token(played.site.app, "confirmation", [user.id, user.stamp, "", "a@example.com"])
        ),
        recovering.format(token=walk.token(played.site.app, "new password", [user.id, stamp])),
    )
    table = create_table(ada, seats=4)
    found = [fault for path in (*walk.FOR_VISITORS, created, table) for fault in faults(visitor, path, known)]
    found += [
        fault
        for path in (*walk.FOR_PEOPLE, created, table, *tournament_pages, *email_links)
        for fault in faults(ada, path, known)
    ]
    found += [fault for path in (created, table) for fault in faults(ben, path, known)]
    assert found == []
    assert visit(ben, table, known)[0] == visit(ada, "/", known)[0] == visit(visitor, "/sign-up", known)[0] == 1


@pytest.mark.parametrize("rules", walk.GAMES)
def test_game_pages_at_their_largest_have_no_faults(played: Served, known: dict[str, bytes], rules: str) -> None:
    log, count = LONGEST[rules]
    address, moves = replay_game(played, log, *NAMES)
    deque(islice(moves, count), maxlen=0)
    ada, stream = logged_in(played, played.acting(address)), address.rpartition("/")[2]
    sizes = [compressed_size(ada.client.get(address, headers={"Accept-Language": each}).data) for each in LANGUAGES]
    assert max(sizes) <= PAGE, dict(zip(LANGUAGES, sizes, strict=True))
    made = branches.open_branch(
        played.site.services.handler,
        stream,
        CommandContext(actor=played.user("Ada").id),
        at=count,
        viewer="0",
        name="What if",
    )
    statement = re.search(r'data-statement="[^"]*"\s+href="([^"]+)"', ada.get(address).text)
    assert statement is not None
    names = {"game": stream, "line": made.id, "rules": rules, "example": examples.of_game(rulesets()[rules])[0].name}
    paths = [path.format(**names) for path in walk.OF_GAMES] + [html.unescape(statement[1])]
    owner = logged_in(played, "Ada")
    assert [fault for path in paths for fault in faults(owner, path, known)] == []


def test_open_requests_have_one_primary_button(ada: Reader, ben: Reader) -> None:
    address = create_table(ada, undo="consent", clock="days_per_turn", **{"clock-days": "3"})
    ben.send(f"{address}/join", seat=1)
    ada.send(f"{address}/start")
    waiting, acting, seat = (ada, ben, 1) if "data-turn" not in ada.get(address).text else (ben, ada, 0)
    acting.send(f"{address}/swap", seat=seat, other=1 - seat, agrees="yes")
    acting.send(f"{address}/pause", seat=seat, agrees="yes")
    page = waiting.get(address).text
    assert page.count(">Accept</button>") == 2
    assert len(PRIMARY.findall(page)) == 1
    waiting.send(f"{address}/swap", seat=1 - seat, agrees="no")
    assert len(PRIMARY.findall(waiting.get(address).text)) == 1
    waiting.send(f"{address}/swap", seat=1 - seat, other=seat, agrees="yes")
    page = acting.get(address).text
    assert ">Accept</button>" in page
    assert PRIMARY.findall(page) == [], "the move itself comes first"
