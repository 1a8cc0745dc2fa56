"""Clicks for usual moves on the page, in branches that start where recorded games made these moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from statistics import median

from playwright.sync_api import Page, expect

from domain.aggregate import Game
from domain.game import Command
from service.transfer.importing import import_file
from service.usecases import branches
from service.usecases.command_handler import CommandContext
from tests.golden import logs
from tests.golden.clicks import USUAL, Click, Clicks
from tests.golden.test_clicks import game_of
from tests.service.pages.conftest import Served
from tests.service.pages.move.targets import target, touch

COUNTED = """addEventListener("click", event => {
    if (event.isTrusted) sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1;
}, true)"""

MADE = """before => new Promise(made => {
    const look = () => {
        if (document.querySelector("main").dataset.version === before) return;
        watch.disconnect();
        window.fetch = () => new Promise(() => {});
        window.stop();
        made(true);
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { attributes: true, childList: true, subtree: true });
    look();
})"""
"""Wait until the page shows a later version, and stop it from requesting the next move, which is never made."""

EACH = 2
"""How many of each usual move are made."""

CHANGED = {"two links", "a tile on a slot", "a construction", "a worker card"}
"""The usual moves whose choices are also changed."""


def clicked(page: Page) -> int:
    return int(page.evaluate("sessionStorage.clicks ?? 0"))


def prepare(page: Page, way: Sequence[Click]) -> None:
    """Click through a move to its preview."""
    chooser = page.locator("#chooser")
    for click in way:
        if click.kind == "touch":
            touch(page, click.at)
        else:
            target(page, click).click()
        if click.kind == "open":
            expect(target(page, click)).to_have_attribute("aria-expanded", "true")
        expect(chooser).to_have_js_property("inert", False)
    expect(chooser.locator(".preview li")).not_to_have_count(0)


def make(page: Page, way: Sequence[Click]) -> None:
    """Click through a move to its preview, and confirm."""
    version = page.locator("main").get_attribute("data-version")
    prepare(page, way)
    page.locator("#chooser").get_by_role("button", name="Confirm", exact=True).click()
    page.wait_for_function(MADE, arg=version)


def change(page: Page) -> bool:
    """Give each choice of a move another value by at most two clicks, if it has one; return whether any had."""
    chooser = page.locator("#chooser")
    values = chooser.locator(".picks button.value")
    changed = False
    for index in reversed(range(values.count())):  # A change may drop later choices.
        value = values.nth(index)
        before, label = clicked(page), value.inner_text()
        value.click()
        expect(value).to_have_attribute("aria-expanded", "true")
        others = chooser.locator(".picks .options button:not([aria-current=true])")
        if others.count() == 0:
            continue
        others.first.click()
        expect(value).not_to_have_text(label)
        expect(chooser).to_have_js_property("inert", False)
        assert clicked(page) - before <= 2, label
        changed = True
    return changed


def cancel(page: Page) -> None:
    """Cancel all choices of a move."""
    chooser = page.locator("#chooser")
    chooser.get_by_role("button", name="Cancel", exact=True).click()
    expect(chooser.locator(".picks button.value")).to_have_count(0)
    expect(chooser).to_have_js_property("inert", False)


class Table:
    """A player at positions of recorded games, each in a branch."""

    def __init__(self, served: Served, name: str) -> None:
        self._handler, self._user = served.site.services.handler, served.user(name)
        self._page = served.person(name)
        self._page.add_init_script(COUNTED)
        self._streams: dict[str, str] = {}

    def clicks(self, log: str, move: Clicks, *, changing: bool = False) -> int:
        """Make a recorded move from its original position; return the number of clicks.

        With ``changing``, first change each of its choices, and cancel it.
        """
        branch = self._open(log, move)
        if changing:
            prepare(self._page, move.way)
            assert change(self._page), move.command
            cancel(self._page)
        before = clicked(self._page)
        make(self._page, move.way)
        assert made(self._handler.games.game(branch)) == move.command
        return clicked(self._page) - before

    def prepare(self, log: str, move: Clicks) -> Page:
        """Return a desktop page with the preview of a recorded move, in the position before it."""
        self._page.set_viewport_size({"width": 1440, "height": 900})
        self._open(log, move)
        prepare(self._page, move.way)
        return self._page

    def _open(self, log: str, move: Clicks) -> str:
        """Open a branch from the position before a recorded move, and return its stream."""
        stream = self._streams.get(log) or self._imported(log)
        branch = branches.open_branch(
            self._handler,
            stream,
            CommandContext(actor=self._user.id),
            at=move.version,
            viewer="auditor",
            name=f"{log} at {move.version}",
        )
        self._page.goto(f"/games/{branch.id}")
        return branch.id

    def _imported(self, log: str) -> str:
        content = b"".join(logs.lines_of(logs.DIRECTORY / f"{log}.ndjson.gz"))
        self._streams[log] = import_file(self._handler, self._user.id, content)
        return self._streams[log]


def made(game: Game) -> Command:
    """Return the last command of a game."""
    facts = [record.fact for record in game.records if isinstance(record.fact, game.ruleset.facts)]
    return next(command for fact in reversed(facts) if (command := game.ruleset.recover(fact)) is not None)


def test_usual_moves_take_the_fewest_clicks_and_changes_at_most_two(served: Served) -> None:
    table = Table(served, "Ada")
    for name, usual in USUAL.items():
        found = list(islice(usual.found(game_of(usual.log)), EACH))
        taken = [table.clicks(usual.log, move, changing=name in CHANGED and move is found[0]) for move in found]
        assert taken == [move.fewest for move in found], name
        assert median(taken) <= usual.most, name
