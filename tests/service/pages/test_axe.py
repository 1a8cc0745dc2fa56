"""axe-core finds nothing moderate, serious or critical on any page, light and dark, in a window and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from domain.game import rulesets
from service.operators import appointments
from service.usecases.writing import Write
from tests.service.pages.conftest import Served
from tests.service.pages.organisers.test_competitions import FORM

GAMES = sorted(set(rulesets()) - {"toy"})

SIZES = ({"width": 1440, "height": 900}, {"width": 390, "height": 844})

WEIGHTY = {"moderate", "serious", "critical"}

EVERYTHING = {"resultTypes": ["violations"], "elementRef": False}
COLOURS = {**EVERYTHING, "runOnly": ["color-contrast"]}
"""What else could be found in the dark: only colours depend on it."""

LOOKS = [(size, *look) for size in SIZES for look in (("light", EVERYTHING), ("dark", COLOURS))]

FOR_VISITORS = ("/", "/register", "/log-in", "/forgotten", "/nothing")

FOR_PEOPLE = (
    "/",
    "/games",
    "/games/new",
    "/games/alone",
    "/games/import",
    "/account",
    "/account/notices",
    "/notices",
    "/keys",
    "/competitions",
    "/competitions/new",
    "/operators",
    *(f"/games/new?ruleset={rules}" for rules in GAMES),
)


def faults(page: Page, path: str) -> list[str]:
    """What axe-core finds there, at both sizes, light and dark."""
    from axe_playwright_python.sync_playwright import Axe  # Where it is not installed yet, only this fails.

    page.goto(path)
    found = []
    for size, scheme, options in LOOKS:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for fault in Axe().run(page, options=options).response["violations"]:
            if fault["impact"] in WEIGHTY:
                places = [f"{node['target']} {node['html'][:120]}" for node in fault["nodes"][:4]]
                found.append(f"{path} {size['width']} {scheme} {fault['id']} ({fault['impact']}): {places}")
    return found


def test_pages_of_people_organisers_and_operators(served: Served) -> None:
    visitor = served.visitor()
    found = [fault for path in FOR_VISITORS for fault in faults(visitor, path)]
    ada = served.person("Ada")
    appointments.appoint(served.site.services.storage.database, served.user("Ada").id)
    competition = ada.request.post("/competitions/new", form=FORM, headers={"Origin": served.address})
    page = competition.url.removeprefix(served.address)
    assert page.startswith("/competitions/"), competition.status
    table = served.site.services.daybook.open_table(
        Write(actor=served.user("Ada").id), rules="barrage", name="Evening", seats=3, options={}, undo="turn"
    )
    paths = (*FOR_PEOPLE, page, f"{page}/games", f"/games/{table.id}")
    found += [fault for path in paths for fault in faults(ada, path)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("rules", GAMES)
def test_pages_of_a_game(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", "Cleo", rules=rules)
    served.moves(address, 12)
    daybook = served.site.services.daybook
    made = daybook.open_branch(
        address.rpartition("/")[2], Write(actor=served.user("Ada").id), at=8, viewer="0", name="What if"
    )
    ada = served.person(served.acting(address))
    paths = (
        address,
        f"{address}?at=9",
        f"{address}/branches",
        f"{address}/audit",
        f"/games/{made.id}",
        f"/rules/{rules}",
        f"/rules/{rules}/sheet",
    )
    found = [fault for path in paths for fault in faults(ada, path)]
    expect(ada.locator("h1").first).to_be_attached()
    assert not found, "\n".join(found)
