"""The ledger: each number links to the events behind it, and each event to its position."""

from __future__ import annotations

import re
from collections import deque
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain import aggregate
from domain.aggregate import Game
from domain.game import rulesets
from domain.message import Message, Seat
from domain.numerals import signed
from service.http.i18n import reader
from service.pages.seat_markers import marked_sentence, seat_mark
from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, create_game, play_moves, shown_number
from tests.service.pages.recorded import replay_game

every_game = pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))


@every_game
def test_every_number_with_an_account_opens_its_statement(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", rules=rules)
    play_moves(served.site, address, 40, "greedy")
    page = served.person("Ada")
    page.goto(address)
    now = str(page.locator("main").get_attribute("data-at"))
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        open_statements(page)
        go_to_an_event(page)
        page.locator("#last").evaluate("button => button.click()")
        expect(page).to_have_url(re.compile(f"{address}$"))
        expect(page.locator("main")).to_have_attribute("data-at", now)


OPENED = """() => {
    const dialog = document.querySelector("dialog:modal");
    const headings = [...(dialog?.querySelectorAll("h1, h2, h3, [role=heading]") ?? [])];
    return headings.length === 1 && headings[0].checkVisibility() ? {
        heading: headings[0].innerText,
        balances: [...dialog.querySelectorAll("tbody tr td:last-child")].map((cell) => cell.innerText),
    } : null;
}"""
"""The open statement, or null while none is open."""


FOCUSED = """index => {
    const number = document.querySelectorAll("#players a[data-statement]")[index];
    number.focus();
    return number.innerText;
}"""
CLOSED = """index => !document.querySelector("dialog[open]")
    && document.querySelectorAll("#players a[data-statement]")[index].matches(":focus")"""
"""Whether no statement is open, and the number that opened it has the focus."""


def open_statements(page: Page) -> None:
    """Open the first six statements by keyboard, and check that each shows the number that opened it."""
    assert page.locator("#players a[data-statement]").count() >= 6
    for index in range(6):
        shown = page.evaluate(FOCUSED, index)
        page.keyboard.press("Enter")
        content = page.wait_for_function(OPENED, polling=50).json_value()
        value = re.sub("[£–]", "", shown) or "0"
        assert content["heading"].endswith(f": {value}")
        assert not content["balances"] or content["balances"][0] == value
        page.keyboard.press("Escape")
        page.wait_for_function(CLOSED, arg=index, polling=50)


def go_to_an_event(page: Page) -> None:
    """Go from a number through its statement to the position after an event."""
    page.locator("#players a[data-statement]").filter(has_text=re.compile("[1-9]")).first.click()
    page.get_by_role("dialog").locator("tbody a").last.click()
    expect(page).to_have_url(re.compile(r"[?&]at=\d+"))
    expect(page.get_by_role("dialog")).not_to_be_visible()


def test_statement_page_adds_up_without_scripts(ada: Reader, ben: Reader) -> None:
    address = create_game(ada, ben, ruleset="brass-birmingham")
    play_moves(ada.site, address, 20)
    ada.site.catch_up()
    page = ada.get(f"{address}/ledger/money/0").text
    changes = [shown_number(each) for each in re.findall(r">([+−]\d+)</td>", page)]
    (balance,) = re.findall(r"<h1>.*: (−?\d+)</h1>", page)
    assert len(changes) > 2
    assert sum(changes) == shown_number(balance)


@pytest.mark.parametrize("path", ["money/9", "gold/0"])
def test_unknown_seats_and_accounts_have_no_statement(ada: Reader, ben: Reader, path: str) -> None:
    assert ada.get(f"{create_game(ada, ben)}/ledger/{path}").status_code == 404


def test_statement_of_earlier_position_omits_later_events(ada: Reader, ben: Reader) -> None:
    address = create_game(ada, ben, ruleset="brass-birmingham")
    play_moves(ada.site, address, 20)
    ada.site.catch_up()
    page = ada.get(f"{address}/ledger/money/0?at=12").text
    numbers = [int(each) for each in re.findall(r"<a data-live\s+href=\"[^\"]*\">(\d+)</a>", page)]
    assert numbers
    assert max(numbers) <= 12


CUT_OFF = """() => [...document.querySelectorAll("#players tbody th")]
    .map(cell => [cell, parseFloat(getComputedStyle(cell).fontSize)])
    .filter(([cell, size]) => cell.scrollWidth > cell.clientWidth || cell.clientHeight > 3.4 * size)
    .map(([cell]) => cell.innerText)"""
"""Names that are cut off or take more than two lines."""


def game_order(game: Game) -> tuple[int, ...]:
    return game.ruleset.summary(aggregate.state(game)).order


def test_points_statement_lists_each_piece_with_its_place(served: Served) -> None:
    names = ("Ada", "M" * 30, "Wwwwwwwww Mmmmmmmmmm Wwwwwwwww")
    address, moves = replay_game(served, "lancashire-introductory-game", *names)
    game = deque(moves, maxlen=1)[0]
    served.site.catch_up()
    totals = game.ruleset.standing(aggregate.state(game)).points
    seat = totals.index(max(totals))
    page = served.visitor(viewport={"width": 1440, "height": 900})
    page.goto(address)
    assert page.locator("#players .seat").all_inner_texts() == [names[each] for each in game_order(game)]
    assert page.evaluate(CUT_OFF) == []
    page.locator(f'#players a[data-statement="points:{seat}"]').click()
    statement = page.get_by_role("dialog")
    content = statement.locator("tr", has=page.locator(".pieces")).last
    expect(content).to_be_visible()
    pieces = [shown_number(each) for each in content.locator(".pieces span").all_inner_texts()]
    assert len(pieces) > 3
    assert pieces == sorted(pieces, reverse=True)
    assert content.locator("td").nth(2).inner_text() == signed(sum(pieces))
    marks = content.locator("td").nth(1).locator(".seatmark").count() - content.locator(".pieces .seatmark").count()
    assert marks == 3, "marks of all players, not of the last to move"
    assert content.locator(".pieces .seatmark").count() == len(pieces)
    part = content.locator(".pieces a").first
    name = str(part.get_attribute("href")).rpartition("#part=")[2]
    part.click()
    expect(page.locator(".inspected")).to_be_visible()
    expect(page.locator(f'[data-of="{name}"]')).to_have_count(1)
    expect(statement).not_to_be_visible()


@pytest.mark.parametrize("own", [1, 0, None], ids=["own", "of another", "of nobody"])
def test_sentence_naming_one_player_has_the_mark_of_that_player(own: int | None) -> None:
    ended = Message("toy.ended", "{seat} ended the turn.", {"seat": Seat(1)})
    event: Any = SimpleNamespace(message=ended, seat=own, text="Ben ended the turn.")
    content = marked_sentence(event, ["Ada", "Ben"], seat_mark, reader())
    assert content == seat_mark(1) + event.text
