"""Pages opened by the link of a private game or a shared branch: all their links and forms pass its secret on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from lxml import html

from tests.service.pages.reading import Reader, address_in, create_table, play_moves

People = Callable[[], Reader]

WORKS = {200, 204, 303, 409}
"""A page may also lead elsewhere, or explain why there is nothing to show."""


@pytest.fixture
def private_game(ada: Reader, reader: People) -> tuple[str, str]:
    """The address of a private game that has begun, and that of its invitation link."""
    game = create_table(ada, ruleset="toy", private="yes")
    link = link_of(ada, game)
    reader().registered("Ben").send(f"{game}/join", seat=1, invite=link.partition("invite=")[2])
    ada.send(f"{game}/start")
    play_moves(ada.site, game, 2, "random")
    return game, link


def link_of(owner: Reader, address: str) -> str:
    """Return the link that opens a private game or a shared branch, as its page shows it."""
    found = re.search(rf"{address}\?invite=[\w-]+", owner.get(address).text)
    assert found is not None
    return found[0]


def open_branch(person: Reader, address: str) -> str:
    """Open a branch with the form of a game's page, and return its address."""
    forms = html.fromstring(person.get(address).text).forms
    (form,) = (form for form in forms if form.action == f"{address}/branch")
    made = person.client.post(form.action, data=dict(form.fields), headers={"Origin": "http://localhost"})
    branch = address_in(made.location)
    assert branch != address
    return branch


def share(owner: Reader, branch: str) -> str:
    owner.send(f"{branch}/link", shared="yes")
    return link_of(owner, branch)


def linked(text: str, families: tuple[str, ...]) -> Iterator[str]:
    """Yield the links of a page to these games and branches, also those to the API."""
    for target in html.fromstring(text).xpath("//@href | //@src | //@data-page"):
        path = str(target).partition("#")[0]
        if path.removeprefix("/api").startswith(families):
            yield path


def forms_without_secret(text: str, families: tuple[str, ...]) -> list[str]:
    """Return the targets of a page's forms that would send no secret."""
    forms = html.fromstring(text).xpath("//form[@method='post']")
    return [form.action for form in forms if form.action.startswith(families) and not form.fields.get("invite")]


def walk(person: Reader, start: str, families: tuple[str, ...]) -> dict[str, int]:
    """Follow the links of a page, and those of the pages that they lead to. Return the status of each response. Of
    links that differ only in a version or an account, the first is followed.
    """
    statuses: dict[str, int] = {}
    kinds: set[str] = set()
    waiting = [start]
    while waiting:
        path = waiting.pop(0)
        kind = re.sub(r"(at|with|before)=\d+|(?<=/ledger)/\w+/\d+", r"\1", path)
        if kind in kinds:
            continue
        kinds.add(kind)
        shown = person.get(path)
        statuses[path] = shown.status_code
        if shown.status_code == 200 and shown.content_type.startswith("text/html"):
            assert forms_without_secret(shown.text, families) == [], path
            waiting += linked(shown.text, families)
    return statuses


def assert_all_work(person: Reader, link: str, *families: str) -> None:
    statuses = walk(person, link, families)
    reached = {path.partition("?")[0].rpartition("/")[2] for path in statuses}
    assert {"audit", "export", "board.svg"} < reached
    assert {path: status for path, status in statuses.items() if status not in WORKS} == {}


@pytest.mark.parametrize("signed_in", [False, True], ids=["visitor", "user"])
class TestSpectators:
    @pytest.fixture
    def spectator(self, reader: People, signed_in: bool) -> Reader:
        return reader().registered("Cleo") if signed_in else reader()

    def test_private_game(self, spectator: Reader, private_game: tuple[str, str]) -> None:
        game, link = private_game
        assert spectator.get(game).status_code == 404
        assert_all_work(spectator, link, game)

    def test_private_game_that_has_ended_and_its_branches(
        self, ada: Reader, spectator: Reader, private_game: tuple[str, str]
    ) -> None:
        game, link = private_game
        branch = open_branch(ada, game)
        play_moves(ada.site, game, 400, "random")
        for start in (link, f"{branch}?{link.partition('?')[2]}"):
            assert_all_work(spectator, start, game, branch)

    def test_shared_branch_of_a_private_game(
        self, ada: Reader, spectator: Reader, private_game: tuple[str, str]
    ) -> None:
        """The link opens only the branch, so its pages have no links to the game."""
        game, _ = private_game
        branch = open_branch(ada, game)
        assert_all_work(spectator, share(ada, branch), game, branch)


def test_shared_branch_for_an_opponent(ada: Reader, reader: People, private_game: tuple[str, str]) -> None:
    game, _ = private_game
    ben = reader()
    ben.send("/log-in", name="Ben", password="password of Ben")
    branch = open_branch(ada, game)
    play = f"{game}/branches/"
    statuses = walk(ben, share(ada, branch), (branch, play))
    assert {path: status for path, status in statuses.items() if status not in WORKS} == {}
    assert any(path.startswith(play) for path in statuses)
