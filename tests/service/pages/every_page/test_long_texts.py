"""Typed texts of the greatest length: no page becomes wider, and no name covers or leaves its place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.service.pages.conftest import Served

TITLE = "W" * 80
NAMES = ("M" * 30, "אבגדהוזחטיכלמנסעפצקרשתאבגדהוזח", "Wwwwwwwww Mmmmmmmmm Wwwwwwwwww")
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth"


@pytest.mark.parametrize("width", [390, 1280, 1440])
def test_no_page_becomes_wider(served: Served, width: int) -> None:
    page = served.person(NAMES[0], viewport={"width": width, "height": 844})
    address = served.game(*NAMES, rules="brass-birmingham", name=TITLE)
    table = served.table(*NAMES[:2], name=TITLE)
    served.moves(address, 12)
    served.site.catch_up()
    wide = [where for where in pages(address, table) if too_wide(page, where)]
    assert wide == []


def pages(address: str, table: str) -> list[str]:
    beside = ["history", "chat", "report", "ledger/money/1", "branches"]
    lists = ["/", "/games?list=mine", "/games?list=open", "/notifications", "/account"]
    return [address, f"{address}?at=9", *(f"{address}/{each}" for each in beside), table, *lists]


def too_wide(page: Page, where: str) -> bool:
    page.goto(where)
    return bool(page.evaluate(TOO_WIDE))
