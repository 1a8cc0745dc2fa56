"""Typed texts of the greatest length: no page, mail or drawing becomes wider, and no name leaves its place."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from flask import render_template
from playwright.sync_api import Page

from domain.tournament.rules import Rules
from service.administration import roles
from service.tournaments import commands, rounds
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served
from tests.service.tournaments.conftest import enter_all

TITLE = "W" * 80
NAMES = ("M" * 30, "אבגדהוזחטיכלמנסעפצקרשתאבגדהוזח", "Wwwwwwwww Mmmmmmmmm Wwwwwwwwww")
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth"
OUT_OF_DRAWINGS = """() => [...document.querySelectorAll('main svg text')].filter(text => {
    if (!text.textContent.trim() || !text.checkVisibility()) return false;
    const [own, drawing] = [text, text.ownerSVGElement].map(each => each.getBoundingClientRect());
    return own.left < drawing.left - 1 || own.right > drawing.right + 1;
}).map(text => text.textContent)"""


@pytest.mark.parametrize("width", [390, 1280, 1440])
def test_no_page_becomes_wider(served: Served, width: int) -> None:
    page = served.person(NAMES[0], viewport={"width": width, "height": 844})
    address = served.game(*NAMES, rules="brass-birmingham", name=TITLE)
    table = served.table(*NAMES[:2], name=TITLE)
    served.moves(address, 12)
    tournament = with_a_round(served)
    served.site.catch_up()
    found = [too_wide(page, where) for where in (*pages(address, table), *tournament)]
    assert [wide for wide in found if wide] == []


def pages(address: str, table: str) -> list[str]:
    beside = ["history", "chat", "report", "ledger/money/1", "branches"]
    lists = ["/", "/games?list=mine", "/games?list=open", "/notifications", "/account", "/tournaments", "/admin"]
    return [address, f"{address}?at=9", *(f"{address}/{each}" for each in beside), table, *lists]


def with_a_round(served: Served) -> list[str]:
    """The pages of a tournament with entrants, and of one with a game."""
    handler, organiser = served.site.services.handler, served.user(NAMES[0])
    roles.appoint(served.site.services.storage.database, organiser.id)
    rules = Rules(ruleset="arkwright", seats=3)
    announced, running = (
        commands.open_competition(handler, CommandContext(actor=organiser.id), TITLE, rules).id for _ in range(2)
    )
    for each in (announced, running):
        enter_all(served.site, each, NAMES)
    rounds.open_round(handler, running, CommandContext(actor=organiser.id), {})
    game = commands.load(handler, running).games[0]
    shown = [f"/tournaments/{each}" for each in (announced, running)]
    return [*shown, f"{shown[1]}/games", f"{shown[1]}/games/{game}/result", f"/games/{game}"]


def too_wide(page: Page, where: str) -> list[object]:
    """Return what is wrong with a page: that it is too wide, and the texts that leave their drawings."""
    page.goto(where)
    found: list[object] = page.evaluate(OUT_OF_DRAWINGS)
    return [where, *found] if found or page.evaluate(TOO_WIDE) else []


def test_no_mail_becomes_wider(served: Served) -> None:
    notice = SimpleNamespace(id="one")
    told = SimpleNamespace(notice=notice, path="/games/one", title=TITLE, deadline=None, detail=" ".join(NAMES))
    shown = {
        "message": SimpleNamespace(subject=TITLE, told=[told], site="https://example.org"),
        "stories": {"one": SimpleNamespace(sentences=[f"{name} → {TITLE}" for name in NAMES])},
        "stop": f"https://example.org/notifications/unsubscribe/{'s' * 43}",
        "language": "en",
        "pictured": "one",
        "picture_id": "board@example.org",
    }
    with served.site.app.test_request_context():
        mail = render_template("mail/notifications.html", **shown)
    page = served.visitor(viewport={"width": 390, "height": 844})
    page.set_content(mail)
    assert TITLE in page.locator("h2").inner_text()
    assert not page.evaluate(TOO_WIDE)
