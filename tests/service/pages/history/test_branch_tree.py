"""Branches beside a game and on their own page: readable however many there are."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from domain.aggregate import move_end
from service.pages.game import tree
from service.usecases import branches
from service.usecases.command_handler import CommandContext
from tests.service.pages.reading import Reader, create_table, play_moves, text_of

People = Callable[[], Reader]


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "BESIDE", 5)
    monkeypatch.setattr(tree, "LISTED", 3)


@pytest.fixture
def game(ada: Reader) -> str:
    """Return the address of a finished game."""
    address = create_table(ada, ruleset="toy")
    for seat in range(2):
        ada.send(f"{address}/join", seat=seat)
    ada.send(f"{address}/start")
    play_moves(ada.site, address, 100, bot="best")
    return address


def start_branch(browser: Reader, address: str, name: str, by: str = "stranger") -> str:
    """Return the address of a branch from the start."""
    stream = address.rpartition("/")[2]
    game = browser.site.services.handler.games.game(stream)
    at = 1 if game.origin else 4
    made = branches.open_branch(
        browser.site.services.handler, stream, CommandContext(actor=by), at=at, viewer="auditor", name=name
    )
    return f"/games/{made.id}"


def names(page: str) -> list[str]:
    """Return the names in the tree, in order."""
    shown = re.search('(?s)class="tree.*', page)
    assert shown is not None
    return re.findall(">(What-if [^<]+)</a>", shown[0])


def test_own_branches_come_before_newest_of_others(ada: Reader, reader: People, game: str) -> None:
    user = ada.site.services.accounts.all_users()[0]
    for number in range(2):
        start_branch(ada, game, f"What-if {number} of Ada", by=user.id)
    for number in range(6):
        start_branch(ada, game, f"What-if {number}")
    assert names(ada.get(game).text) == ["What-if 0 of Ada", "What-if 1 of Ada", "What-if 3", "What-if 4", "What-if 5"]
    assert names(reader().get(game).text) == [f"What-if {number}" for number in range(1, 6)]
    assert f'href="{game}/branches">All branches</a>' in ada.get(game).text


def test_many_own_branches_do_not_hide_newest_of_others(ada: Reader, game: str) -> None:
    user = ada.site.services.accounts.all_users()[0]
    start_branch(ada, game, "What-if of another")
    for number in range(6):
        start_branch(ada, game, f"What-if {number} of Ada", by=user.id)
    assert "What-if of another" in names(ada.get(game).text)


def test_each_branch_names_its_owner(ada: Reader, reader: People, game: str) -> None:
    reader().registered("Ben").send(f"{game}/branch", name="What-if of a friend")
    ada.send(f"{game}/branch", name="What-if of my own")
    for path in (game, f"{game}/branches"):
        assert re.search(r"What-if of a friend by Ben · .* What-if of my own yours · ", text_of(ada.get(path)))


def test_branch_name_that_is_too_long_is_refused(ada: Reader, game: str) -> None:
    page_text = text_of(ada.send(f"{game}/branch", name="What if " * 11))
    assert "The length must be from 1 to 80." in page_text
    assert names(ada.get(game).text + 'class="tree') == []


def test_page_within_a_move_says_branch_starts_at_its_end(ada: Reader, game: str) -> None:
    stream = ada.site.services.handler.games.game(game.rpartition("/")[2])
    amid = next(n for n in range(4, stream.version) if move_end(stream, n) != n)
    end = move_end(stream, amid)
    content = text_of(ada.get(f"{game}?at={amid}"))
    assert "Explore from here" in content
    assert f"The branch will start at #{end}, the end of this move." in content
    assert "the end of this move" not in text_of(ada.get(f"{game}?at={end}"))


def test_the_current_branch_is_always_shown(ada: Reader, game: str) -> None:
    first = start_branch(ada, game, "What-if first")
    for number in range(6):
        start_branch(ada, game, f"What-if {number}")
    page = ada.get(first).text
    assert names(page)[0] == "What-if first"
    assert '<a aria-current="true">What-if first</a>' in page


def test_branch_of_a_branch_is_nested_or_names_its_origin(ada: Reader, game: str) -> None:
    first = start_branch(ada, game, "What-if a")
    start_branch(ada, first, "What-if b")
    page = ada.get(f"{game}/branches").text
    assert re.search("(?s)What-if a</a>.*<ul>.*What-if b</a>", page)
    for number in range(4):
        start_branch(ada, game, f"What-if {number}")
    page = ada.get(game).text
    assert names(page)[0] == "What-if b"
    assert "What-if b from #1 of another branch" in text_of(ada.get(game))


def test_all_branches_are_listed_page_by_page(ada: Reader, game: str) -> None:
    for number in range(7):
        start_branch(ada, game, f"What-if {number}")
    shown, path = [], f"{game}/branches"
    while path:
        page = ada.get(path).text
        assert ("Oldest branches</a>" in page) == bool(shown)
        shown.append(names(page))
        following = re.search(r'rel="next"\s+href="([^"]+)"', page)
        path = following[1].replace("&amp;", "&") if following else ""
    assert shown == [[f"What-if {number}" for number in part] for part in ((0, 1, 2), (3, 4, 5), (6,))]


def test_branches_of_a_running_game_are_private(ada: Reader, reader: People) -> None:
    address = create_table(ada, ruleset="toy")
    for seat in range(2):
        ada.send(f"{address}/join", seat=seat)
    ada.send(f"{address}/start")
    ada.send(f"{address}/branch", name="What-if mine")
    assert names(ada.get(f"{address}/branches").text) == ["What-if mine"]
    for browser in (reader(), reader().registered("Ben")):
        assert (
            "No branches yet. To start one, go to a position and choose “Explore from here”."
            in browser.get(f"{address}/branches").text
        )
        assert "What-if mine" not in browser.get(address).text


def test_branch_shows_figures_of_the_game_for_comparison(ada: Reader) -> None:
    address = create_table(ada, ruleset="brass-lancashire")
    for seat in range(2):
        ada.send(f"{address}/join", seat=seat)
    ada.send(f"{address}/start")
    play_moves(ada.site, address, 12)
    handler = ada.site.services.handler
    position = handler.games.position(handler.games.game(address.rpartition("/")[2]))
    user = ada.site.services.accounts.all_users()[0]
    branch = branches.open_branch(
        handler, address.rpartition("/")[2], CommandContext(actor=user.id), at=4, viewer="0", name="What if"
    )
    content = text_of(ada.get(f"/games/{branch.id}"))
    assert any(f"in the game ({player.money})" in content for player in position.players)
    assert "in the game" not in text_of(ada.get(address))
