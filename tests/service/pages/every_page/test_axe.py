"""axe-core: no moderate, serious or critical finding on any page, light and dark, on desktop and phone."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import urlencode

import pytest
from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from playwright.sync_api import expect

from domain.game import rulesets
from domain.tournament.rules import Rules
from domain.tutorials import examples
from service.administration import roles
from service.tournaments import commands, rounds
from service.usecases import branches, tables
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served
from tests.service.pages.every_page.axe import faults, findings, with_axe
from tests.service.pages.organisers.test_tournaments import FORM
from tests.service.pages.panels.test_chat import post_message
from tests.service.sites import Site, confirm_address
from tests.service.tournaments.conftest import enter_all, entrants

GAMES = sorted(set(rulesets()) - {"toy"})

FOR_VISITORS = (
    "/",
    "/offline",
    "/sign-up",
    "/log-in",
    "/forgot-password",
    "/notifications/unsubscribe/nobody",
    "/nothing",
)

FOR_PEOPLE = (
    "/",
    "/games",
    "/games/new",
    "/games/solo",
    "/games/import",
    "/account",
    "/log-out",
    "/account/notification-channels",
    "/notifications",
    "/keyboard-shortcuts",
    "/tournaments",
    "/tournaments/new",
    "/admin",
    *(f"/games/new?ruleset={rules}" for rules in GAMES),
)


OF_TOURNAMENTS = (
    "/tournaments/{tournament}",
    "/tournaments/{tournament}/games",
    "/tournaments/{tournament}/games/{game}/result",
)

OF_GAMES = (
    "/games/{game}",
    "/games/{game}?at=9",
    "/games/{game}?at=9&with=5",
    "/games/{game}/history",
    "/games/{game}/branches",
    "/games/{game}/audit",
    "/games/{game}/chat",
    "/games/{game}#talk",
    "/games/{game}/explanations/9",
    "/games/{game}/report",
    "/games/{game}/branches/{line}/play",
    "/games/{line}",
    "/rules/{rules}",
    "/rules/{rules}/player-aid",
    "/rules/{rules}/examples/{example}",
)

BY_LINK = ("/games/{game}/ledger/{account}/0",)
"""Pages to which the numbers on a game's page link."""

NO_PAGES = {
    "calendar.deadlines",
    "tournament_pages.download",
    "examples.drawing",
    "feed.your_turn",
    "rule_diagrams.diagram",
    "pwa.manifest",
    "pwa.service_worker",
    "rulebook.picture",
    "social_preview.board",
    "social_preview.miniature",
    "social_preview.animation",
    "social_preview.animation_frame",
    "static",
}
"""Endpoints that are fetched but not read: files, pictures, feeds."""

BY_LETTER = ("/confirm-email/{token}", "/reset-password/{token}")


def token(app: Flask, purpose: str, values: list[str]) -> str:
    """Return the token in the link of an email."""
    hashing = {"digest_method": hashlib.sha256}
    return URLSafeTimedSerializer(app.secret_key or "", salt=f"letter: {purpose}", signer_kwargs=hashing).dumps(values)


def tournament_with_games(served: Served) -> tuple[str, str]:
    """Return a tournament organised by Ada with an open round, and one of its games."""
    handler, ada = served.site.services.handler, served.user("Ada").id
    found = commands.open_tournament(handler, CommandContext(actor=ada), "Winter", Rules(ruleset="barrage", seats=3))
    enter_all(served.site, found.id, entrants(served.site, 6))
    rounds.open_round(handler, found.id, CommandContext(actor=ada), {})
    served.site.catch_up()
    return found.id, commands.load(handler, found.id).games[0]


@pytest.fixture(scope="session")
def known() -> set[str]:
    """Text styles with sufficient contrast, which are much the same on all pages."""
    return set()


def test_user_organiser_and_administrator_pages_have_no_faults(served: Served, known: set[str]) -> None:
    visitor = with_axe(served.visitor())
    found = [fault for path in FOR_VISITORS for fault in faults(visitor, path, known)]
    ada = with_axe(served.person("Ada"))
    roles.appoint(served.site.services.storage.database, served.user("Ada").id)
    headers = {"Origin": served.address, "Content-Type": "application/x-www-form-urlencoded"}
    tournament = ada.request.post("/tournaments/new", data=urlencode(FORM, doseq=True), headers=headers)
    page = tournament.url.removeprefix(served.address)
    assert page.startswith("/tournaments/"), tournament.status
    assert page not in FOR_PEOPLE, "the form was refused"
    table = tables.open_table(
        served.site.services.handler,
        CommandContext(actor=served.user("Ada").id),
        rules="barrage",
        name="Evening",
        seats=3,
        options={},
        undo="turn",
    )
    running, game = tournament_with_games(served)
    tournament_pages = [path.format(tournament=running, game=game) for path in OF_TOURNAMENTS]
    user, (confirming, recovering) = served.user("Ada"), BY_LETTER
    stamp = confirm_address(served.site.services.storage.database, user, "ada@example.org")
    email_links = (
        confirming.format(token=token(served.site.app, "confirmation", [user.id, user.stamp, "", "ada@example.com"])),
        recovering.format(token=token(served.site.app, "new password", [user.id, stamp])),
    )
    assert all(visitor.request.get(path).ok for path in email_links)
    paths = (*FOR_PEOPLE, page, *tournament_pages, *email_links, f"/games/{table.id}")
    found += [fault for path in paths for fault in faults(ada, path, known)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("rules", GAMES)
def test_game_pages_have_no_faults(served: Served, known: set[str], rules: str) -> None:
    address = served.game("Ada", "Ben", "Cleo", rules=rules)
    served.moves(address, 12)
    handler = served.site.services.handler
    acting = served.acting(address)
    game = address.rpartition("/")[2]
    made = branches.open_branch(
        handler,
        game,
        CommandContext(actor=served.user(acting).id),
        at=handler.games.game(game).version,
        viewer=str(["Ada", "Ben", "Cleo"].index(acting)),
        name="What if",
    )
    served.moves(f"/games/{made.id}", 1)
    for text in ("Why coal at #9?", "And #4?"):
        post_message(served, address, text)
    player = with_axe(served.person(acting))
    example = examples.of_game(rulesets()[rules])[0].name
    names = {"game": game, "line": made.id, "rules": rules, "example": example}
    first, *others = (path.format(**names) for path in OF_GAMES)
    found = faults(player, first, known)
    statement = player.locator("#players a[data-statement]").first.get_attribute("href")
    assert statement
    found += [fault for path in (*others, statement) for fault in faults(player, path, known)]
    expect(player.locator("h1").first).to_be_attached()
    assert not found, "\n".join(found)


FAULTS = """() => {
    const style = document.createElement("style");
    style.textContent = `
        .pale { color: #999; background: #fff; }
        .around, #over { position: relative; color: #888; }
        .ground { position: absolute; inset: 0; background: #777; }
        .white { background: #fff; }
        .fair { position: relative; color: #555; }
        @media (prefers-color-scheme: dark) { #dim { color: #444; background: #222; } }
        @media (width < 600px) { #narrow { color: #999; background: #fff; } }`;
    document.head.append(style);
    document.querySelector("main").insertAdjacentHTML("beforeend", `
        <p id="pale" class="pale">Pale</p>
        <p id="dim">Dim</p>
        <p id="narrow">Narrow</p>
        <div class="around"><i class="ground"></i><p id="over">Over</p></div>
        <div class="white"><p class="fair">Fair</p>
            <div class="around"><i class="ground"></i><p id="under" class="fair">Under</p></div></div>
        <div class="around"><i class="ground"></i><div class="white"><p id="above" class="fair">Above</p></div></div>
        <button id="silent"></button>
        <svg id="drawn" role="img" viewBox="0 0 9 9"><g data-element="one"><text>One</text></g></svg>`);
}"""
"""Contrast faults: in both schemes, in the dark one, on phones, and over another element even if the same colours are
sufficient elsewhere; and structural faults.
"""

NAMED = re.compile(r"\[\W*#(\w+)")


def test_the_check_finds_faults(served: Served) -> None:
    page, known = with_axe(served.visitor()), set[str]()
    page.goto("/offline")
    assert findings(page, known) == []
    page.evaluate(FAULTS)
    found = {" ".join(fault.split()[:3]): set(NAMED.findall(fault)) for fault in findings(page, known)}
    structure = {"button-name": {"silent"}, "svg-img-alt": {"drawn"}}
    assert found == {
        "1440 light color-contrast": {"pale", "over", "under", "above"},
        "390 light color-contrast": {"pale", "over", "under", "above", "narrow"},
        "390 dark color-contrast": {"pale", "over", "under", "above", "narrow", "dim"},
        "1440 dark color-contrast": {"pale", "over", "under", "above", "dim"},
        **{f"{width} light {rule}": names for width in (1440, 390) for rule, names in structure.items()},
    }


def checked_endpoints(app: Flask) -> set[str]:
    """Return the endpoints of all checked paths."""
    ids = dict.fromkeys(("game", "line", "tournament"), "0" * 32) | {
        "rules": GAMES[0],
        "account": "money",
        "token": "abc",
        "example": "build",
    }
    paths = {
        path.format(**ids) for path in (*FOR_VISITORS, *FOR_PEOPLE, *OF_TOURNAMENTS, *OF_GAMES, *BY_LINK, *BY_LETTER)
    }
    bound = app.url_map.bind("localhost")
    return {bound.match(re.sub("[?#].*", "", path))[0] for path in paths - {"/nothing"}}


def test_every_page_is_checked(site: Site) -> None:
    rules = [rule for rule in site.app.url_map.iter_rules() if not rule.rule.startswith("/api")]
    read = {rule.endpoint for rule in rules if "GET" in rule.methods} - NO_PAGES
    assert read == checked_endpoints(site.app)
