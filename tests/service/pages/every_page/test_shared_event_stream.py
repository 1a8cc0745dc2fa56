"""The shared event stream: a browser's pages use one connection, whichever is in front, and all get updates."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from service.usecases import branch_links, branches
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served


def connections(served: Served) -> int:
    """Return the current number of event stream connections."""
    return served.site.services.pubsub._shares.total()


def await_connections(served: Served, page: Page, number: int) -> None:
    for _ in range(600):
        if connections(served) == number:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{connections(served)} connections instead of {number}")


def see_a_move(served: Served, address: str, *pages: Page) -> None:
    before = served.site.services.handler.games.game(address[-32:]).version
    served.moves(address, 1)
    for page in pages:
        expect(page.locator("main")).not_to_have_attribute("data-version", str(before))


def other_page(served: Served, page: Page, address: str) -> Page:
    """Open another page in the same browser."""
    other = page.context.new_page()
    other.on("pageerror", lambda error: served.faults.append(str(error)))
    other.goto(address)
    return other


def test_pages_of_one_browser_share_one_connection(served: Served) -> None:
    games = [served.game("Ada", "Ben", rules="arkwright", name=name) for name in ("First", "Second")]
    first = served.person("Ada")
    first.goto(games[0])
    second, again = (other_page(served, first, address) for address in (games[1], games[0]))
    await_connections(served, first, 1)
    see_a_move(served, games[0], first, again)
    see_a_move(served, games[1], second)
    await_connections(served, first, 1)


@pytest.mark.parametrize("closed", ["first", "last"])
def test_remaining_page_gets_updates_after_another_closes(served: Served, closed: str) -> None:
    games = [served.game("Ada", "Ben", rules="arkwright", name=name) for name in ("First", "Second")]
    first = served.visitor()
    first.goto(games[0])
    second = other_page(served, first, games[1])
    await_connections(served, first, 1)
    gone, stays, address = (first, second, games[1]) if closed == "first" else (second, first, games[0])
    gone.close()
    see_a_move(served, address, stays)
    await_connections(served, stays, 1)


def test_games_beyond_the_connection_limit_are_polled_with_a_notice(served: Served) -> None:
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
    await_connections(served, second, 1)


def carry_one_game(route: Route) -> None:
    """Lower the limits in the script, since opening forty pages would be too many for a test."""
    answer = route.fetch()
    script = answer.text().replace("MOST = 40;", "MOST = 1;").replace("REST = 20;", "REST = 1;")
    route.fulfill(response=answer, body=script)


def test_each_browser_has_its_own_connection(served: Served) -> None:
    game = served.game("Ada", "Ben", rules="arkwright")
    desk, phone = served.person("Ada"), served.person("Ada")
    for page in (desk, phone):
        page.goto(game)
    await_connections(served, desk, 2)
    see_a_move(served, game, desk, phone)


def test_page_reports_lost_access_to_its_game(served: Served) -> None:
    services, ada = served.site.services, served.user("Ada").id
    game = services.handler.games.game(served.game("Ada", "Ben", rules="arkwright")[-32:])
    branch = branches.open_branch(
        services.handler, game.id, CommandContext(actor=ada), at=game.version, viewer=0, name="What if"
    )
    branch_links.share(services.storage.database, branch, ada)
    page = served.visitor()
    secret = branch_links.secret_of(services.config, services.storage.database, branch.id)
    page.goto(f"/games/{branch.id}?invite={secret}")
    await_connections(served, page, 1)
    branch_links.end(services.storage.database, branch, ada)
    expect(page.get_by_role("main")).to_contain_text("Game not found")
