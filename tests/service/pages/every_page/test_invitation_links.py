"""Pages opened by the link of a private game or a shared branch: all their links and forms pass its secret on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from lxml import html

from tests.service.pages.reading import Reader, address_in, create_game, create_table, link_in, play_moves

People = Callable[[], Reader]

WORKS = {200, 409}
"""A page may also explain that there is nothing to show."""


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


def send_form(person: Reader, page: str, action: str) -> str:
    """Send a form of a page, and return where the response leads."""
    (form,) = (form for form in html.fromstring(person.get(page).text).forms if (form.action or "").endswith(action))
    made = person.client.post(form.action, data=dict(form.fields), headers={"Origin": "http://localhost"})
    assert made.status_code == 303, made.text
    return str(made.location)


def open_branch(person: Reader, address: str) -> str:
    branch = address_in(send_form(person, address, "/branch"))
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


def forms_without_secret(text: str, path: str, families: tuple[str, ...]) -> list[str]:
    """Return the targets of a page's forms that would send no secret; a form without a target leads to its page."""
    found = [(form.action or path, form) for form in html.fromstring(text).forms if form.method in ("GET", "POST")]
    return [target for target, form in found if target.startswith(families) and not form.fields.get("invite")]


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
            assert forms_without_secret(shown.text, path, families) == [], path
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


def test_spectators_return_from_their_own_branch_to_the_private_game(
    reader: People, private_game: tuple[str, str]
) -> None:
    _, link = private_game
    cleo = reader().registered("Cleo")
    branch = send_form(cleo, link, "/branch")
    play_moves(cleo.site, address_in(branch), 1, "random")
    for page in (branch, send_form(cleo, branch, "/undo")):
        assert cleo.get(link_in(cleo.get(page), "Back to the game")).status_code == 200


def test_secret_of_a_branch_is_not_in_links_to_its_game_or_other_branches(ada: Reader, reader: People) -> None:
    cleo = reader().registered("Cleo")
    game = create_game(ada, reader().registered("Ben"), ruleset="toy")
    own, shared = open_branch(cleo, game), open_branch(ada, game)
    link = share(ada, shared)
    elsewhere = [path for path in linked(cleo.get(link).text, (game, own)) if "/play" not in path]
    assert {game, own} <= set(elsewhere)
    assert [path for path in elsewhere if "invite" in path] == []
