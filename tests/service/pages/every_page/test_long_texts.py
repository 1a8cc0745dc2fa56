"""User texts of maximum length: no page, email or drawing becomes wider, and no name overflows."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

from flask import render_template
from playwright.sync_api import Page

from domain.tournament.rules import Rules
from service.administration import roles
from service.tournaments import commands, rounds
from service.usecases import branches
from service.usecases.command_handler import CommandContext
from service.workers.notifier import follow
from tests.service.pages.conftest import Served
from tests.service.pages.every_page.sizes import DRAWN, from_here
from tests.service.pages.panels.test_chat import post_message
from tests.service.tournaments.conftest import enter_all

TITLE = "W" * 80
NAMES = ("M" * 30, "אבגדהוזחטיכלמנסעפצקרשתאבגדהוזח", "Wwwwwwwww Mmmmmmmmm Wwwwwwwwww")
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth"
OUT_OF_DRAWINGS = """() => [...document.querySelectorAll('main svg text')].filter(text => {
    if (!text.textContent.trim() || !text.checkVisibility()) return false;
    const [own, drawing] = [text, text.ownerSVGElement].map(each => each.getBoundingClientRect());
    return own.left < drawing.left - 1 || own.right > drawing.right + 1;
}).map(text => text.textContent)"""

SQUEEZED = """() => [...document.querySelectorAll('main :is(a, div, span, strong, time, td, th)')].filter(part => {
    if (!part.checkVisibility() || part.childElementCount || part.closest('svg, .visually-hidden')) return false;
    const {width, height} = part.getBoundingClientRect(), size = parseFloat(getComputedStyle(part).fontSize);
    return part.textContent.trim().length > 4 && width > 1 && width < 2 * size && height > 4 * size;
}).map(part => part.textContent.trim())"""
"""Texts that break after every letter or two."""

FAULTS = f"""async percent => {{
    document.documentElement.style.fontSize = `${{percent}}%`;
    await ({DRAWN})();
    return [({TOO_WIDE}), ...({OUT_OF_DRAWINGS})(), ...({SQUEEZED})()];
}}"""
"""With this size of text: whether the page is too wide, and the texts that overflow or break after every letter."""

DESK, PHONE = ((1440, 100), (1280, 100)), ((390, 100), (390, 200))
"""Widths of the window, and sizes of text in percent."""


def test_long_texts_do_not_widen_pages(served: Served) -> None:
    page = served.person(NAMES[0])
    address = served.game(*NAMES, rules="brass-birmingham", name=TITLE)
    table = served.table(*NAMES[:2], name=TITLE)
    served.moves(address, 12)
    branch = with_notifications(served, address)
    tournament = with_a_round(served)
    served.site.catch_up()
    follow(served.site.services.storage, datetime.now(UTC))
    shown = (*pages(address, table), f"/games/{branch}", *tournament)
    games = {address, f"{address}?at=9", f"/games/{branch}", tournament[-1]}
    found = [wide for where in shown if where not in games for wide in too_wide(page, where, *DESK, *PHONE)]
    for sizes in (DESK, PHONE):  # A game has a different page on a phone.
        found += [wide for where in games for wide in too_wide(page, where, *sizes)]
    assert found == []
    assert page.request.get("/notifications").text().count(TITLE) > 1


def pages(address: str, table: str) -> list[str]:
    beside = ["history", "chat", "report", "ledger/money/1", "branches", "audit"]
    lists = ["/", "/games?list=mine", "/games?list=open", "/notifications", "/account", "/tournaments", "/admin"]
    return [address, f"{address}?at=9", *(f"{address}/{each}" for each in beside), table, *lists]


def with_notifications(served: Served, address: str) -> str:
    """Make it the first player's turn and send them a chat message; return a branch with a long name."""
    while served.acting(address) != NAMES[0]:
        served.moves(address, 1)
    post_message(served, address, "C" * 200, NAMES[1])
    handler, context = served.site.services.handler, CommandContext(actor=served.user(NAMES[0]).id)
    return branches.open_branch(handler, address.rpartition("/")[2], context, at=8, viewer="0", name="B" * 40).id


def with_a_round(served: Served) -> list[str]:
    """Return the pages of a tournament with entrants, and of one with a game."""
    handler, organiser = served.site.services.handler, served.user(NAMES[0])
    roles.appoint(served.site.services.storage.database, organiser.id)
    rules = Rules(ruleset="arkwright", seats=3)
    announced, running = (
        commands.open_tournament(handler, CommandContext(actor=organiser.id), TITLE, rules).id for _ in range(2)
    )
    for each in (announced, running):
        enter_all(served.site, each, NAMES)
    rounds.open_round(handler, running, CommandContext(actor=organiser.id), {})
    game = commands.load(handler, running).games[0]
    shown = [f"/tournaments/{each}" for each in (announced, running)]
    return [*shown, f"{shown[1]}/games", f"{shown[1]}/games/{game}/result", f"/games/{game}"]


def too_wide(page: Page, where: str, *sizes: tuple[int, int]) -> list[object]:
    """Return the texts that overflow or break after every letter at each size, and whether the page is too wide."""
    sizes = from_here(page, sizes)
    page.set_viewport_size({"width": sizes[0][0], "height": 844})
    page.goto(where)
    found: list[object] = []
    for width, percent in sizes:
        page.set_viewport_size({"width": width, "height": 844})
        wide, *texts = page.evaluate(FAULTS, percent)
        found += [(where, width, percent, *texts)] if wide or texts else []
    return found


def test_long_texts_do_not_widen_emails(served: Served) -> None:
    notification = SimpleNamespace(id="one")
    text = SimpleNamespace(
        notification=notification, path="/games/one", title=TITLE, deadline=None, detail=" ".join(NAMES)
    )
    shown = {
        "message": SimpleNamespace(subject=TITLE, notifications=[text], site="https://example.org"),
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
