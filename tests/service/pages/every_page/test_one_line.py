"""The shared event stream: a browser's pages use one connection, whichever is in front, and all get updates."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from service.usecases import branch_links, branches
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served


def lines(served: Served) -> int:
    """Return the present number of listeners."""
    return served.site.services.pubsub._shares.total()


def await_lines(served: Served, page: Page, number: int) -> None:
    for _ in range(600):
        if lines(served) == number:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{lines(served)} lines, {number} wanted")


def see_a_move(served: Served, address: str, *pages: Page) -> None:
    before = served.site.services.handler.games.game(address[-32:]).version
    served.moves(address, 1)
    for page in pages:
        expect(page.locator("main")).not_to_have_attribute("data-version", str(before))


def other_page(served: Served, page: Page, address: str) -> Page:
    """One more page of the same browser."""
    other = page.context.new_page()
    other.on("pageerror", lambda error: served.faults.append(str(error)))
    other.goto(address)
    return other


def test_all_pages_of_a_browser_hear_on_one_line(served: Served) -> None:
    games = [served.game("Ada", "Ben", rules="arkwright", name=name) for name in ("First", "Second")]
    first = served.person("Ada")
    first.goto(games[0])
    second, again = (other_page(served, first, address) for address in (games[1], games[0]))
    await_lines(served, first, 1)
    see_a_move(served, games[0], first, again)
    see_a_move(served, games[1], second)
    await_lines(served, first, 1)


@pytest.mark.parametrize("closed", ["first", "last"])
def test_another_page_listens_when_the_one_that_did_is_closed(served: Served, closed: str) -> None:
    games = [served.game("Ada", "Ben", rules="arkwright", name=name) for name in ("First", "Second")]
    first = served.visitor()
    first.goto(games[0])
    second = other_page(served, first, games[1])
    await_lines(served, first, 1)
    gone, stays, address = (first, second, games[1]) if closed == "first" else (second, first, games[0])
    gone.close()
    see_a_move(served, address, stays)
    await_lines(served, stays, 1)


def test_games_that_the_line_does_not_carry_are_looked_at_now_and_then_and_say_so(served: Served) -> None:
    games = [served.game("Ada", "Ben", rules="arkwright", name=name) for name in ("First", "Second")]
    first = served.visitor()
    first.context.route("**/live.js", carry_one_game)
    first.goto(games[0])
    expect(first.locator("#polling")).to_be_empty()
    second = other_page(served, first, games[1])
    expect(first.locator("#polling")).not_to_be_empty()
    expect(second.locator("#polling")).to_be_empty()
    see_a_move(served, games[0], first)
    see_a_move(served, games[1], second)
    await_lines(served, second, 1)


def carry_one_game(route: Route) -> None:
    """Change the figures in the script, since opening forty pages in a test would be too many."""
    answer = route.fetch()
    told = answer.text().replace("MOST = 40;", "MOST = 1;").replace("REST = 20;", "REST = 1;")
    route.fulfill(response=answer, body=told)


def test_two_browsers_have_a_line_each(served: Served) -> None:
    game = served.game("Ada", "Ben", rules="arkwright")
    desk, telephone = served.person("Ada"), served.person("Ada")
    for page in (desk, telephone):
        page.goto(game)
    await_lines(served, desk, 2)
    see_a_move(served, game, desk, telephone)


def test_a_page_that_may_not_see_its_game_any_more_says_so(served: Served) -> None:
    services, ada = served.site.services, served.user("Ada").id
    game = services.handler.games.game(served.game("Ada", "Ben", rules="arkwright")[-32:])
    line = branches.open_branch(
        services.handler, game.id, CommandContext(actor=ada), at=game.version, viewer=0, name="What if"
    )
    branch_links.share(services.storage.database, line, ada)
    page = served.visitor()
    secret = branch_links.secret_of(services.config, services.storage.database, line.id)
    page.goto(f"/games/{line.id}?invite={secret}")
    await_lines(served, page, 1)
    branch_links.end(services.storage.database, line, ada)
    expect(page.get_by_role("main")).to_contain_text("Game not found")
