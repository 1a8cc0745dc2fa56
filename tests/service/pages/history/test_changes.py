"""Outlines of changed parts of the board, for everyone who is watching."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.service.pages.conftest import Served


def built(served: Served, address: str) -> set[str]:
    handler = served.site.services.handler
    position = handler.games.position(handler.games.game(address.rpartition("/")[2]))
    return {*position.built, *position.dams}


def test_changes_of_a_move_are_outlined_briefly(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="barrage")
    served.moves(address, 2)
    visitor = served.visitor()
    visitor.goto(address)
    rings = visitor.locator(".offer-ring.changed")
    expect(rings).to_have_count(0)
    before = built(served, address)
    while not (new := built(served, address) - before):
        served.moves(address, 1)
    for site in new:
        expect(visitor.locator(f'.offer-ring.changed[data-of="site:{site}"]')).to_have_count(1)
    assert not visitor.locator('.offer-ring.changed[data-of^="player:"]').count()
    expect(rings).to_have_count(0)


def test_jump_to_another_position_outlines_nothing(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="barrage")
    served.moves(address, 60)
    visitor = served.visitor()
    visitor.goto(address)
    visitor.locator("#first").click()
    expect(visitor.locator("#gamehead")).to_contain_text("Company draft")
    assert not visitor.locator(".offer-ring.changed").count()
