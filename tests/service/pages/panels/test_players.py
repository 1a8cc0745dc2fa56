"""The players' panel: explanations of its labels, and the clock of each seat."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.service.pages.reading import Reader, create_game

EXPLANATION = "Points for the links and tiles on the board if the era ended now. Later moves will change this."


def test_if_scored_now_has_a_tooltip_a_popover_and_a_description(ada: Reader, ben: Reader) -> None:
    address = create_game(ada, ben, ruleset="brass-birmingham")
    page = ada.get(address).text
    (button,) = re.findall(r"<button[^>]*class=\"explained\"[^>]*>If scored now</button>", page)
    attributes = dict(re.findall(r'(\S+)="([^"]*)"', button))
    assert attributes["title"] == EXPLANATION
    assert attributes["popovertarget"] == attributes["aria-describedby"]
    popovers = re.findall(rf'<div popover[^>]*id="{attributes["popovertarget"]}">([^<]*)</div>', page)
    assert popovers == [EXPLANATION]
    figures = ada.get(f"/api{address}/state").get_json()["summary"]["figures"]
    assert [each["explanation"] for each in figures if each["explanation"]] == [EXPLANATION]


@pytest.mark.parametrize(
    ("clock", "waiting", "expected"),
    [
        ({"clock": "none"}, "", ""),
        ({"clock": "days_per_turn", "clock-days": "3"}, "Time per turn: 3 days", "Time for each turn"),
        (
            {"clock": "bank", "clock-start": "100", "clock-increment": "12", "clock-cap": "240"},
            "Time bank: 4 days 4 hr",
            "Time bank; each turn adds to it",
        ),
    ],
)
def test_each_seat_shows_its_clock(
    ada: Reader, ben: Reader, clock: dict[str, str], waiting: str, expected: str
) -> None:
    """The seat to act shows its deadline; the others show the time they have left."""
    address = create_game(ada, ben, ruleset="barrage", **clock)
    state = ada.get(f"/api{address}/state").get_json()
    page = ada.get(address).text
    players = page[page.index('id="players"') :]
    rows = {
        int(seat): row
        for seat, row in re.findall(r'<tbody data-element="player:(\d)"(.*?)</tbody>', players, re.DOTALL)
    }
    acting = {act["seat"] for act in state["to_act"]}
    for seat, row in rows.items():
        row_text = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", row))).replace("\xa0", " ")
        assert ("until " in row_text) == (bool(waiting) and seat in acting)
        assert (waiting in row_text) if seat not in acting else "Time " not in row_text
        assert (f'title="{expected}"' in row) == (bool(expected) and seat not in acting)
    assert acting
    assert acting < set(rows)
