"""The players' panel: explanations of its labels, and the clock of each seat."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.service.pages.reading import Reader, game_of

EXPLANATION = "Points for the links and tiles on the board if the era ended now. Later moves will change this."


def test_points_if_scored_now_are_explained_by_hover_tap_keyboard_and_to_screen_readers(
    ada: Reader, ben: Reader
) -> None:
    address = game_of(ada, ben, ruleset="brass-birmingham")
    page = ada.get(address).text
    (button,) = re.findall(r"<button[^>]*class=\"explained\"[^>]*>If scored now</button>", page)
    attributes = dict(re.findall(r'(\S+)="([^"]*)"', button))
    assert attributes["title"] == EXPLANATION
    assert attributes["popovertarget"] == attributes["aria-describedby"]
    told = re.findall(rf'<div popover[^>]*id="{attributes["popovertarget"]}">([^<]*)</div>', page)
    assert told == [EXPLANATION]
    figures = ada.get(f"/api{address}/state").get_json()["summary"]["figures"]
    assert [each["explanation"] for each in figures if each["explanation"]] == [EXPLANATION]


@pytest.mark.parametrize(
    ("clock", "waiting", "told"),
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
def test_each_seat_has_its_clock(ada: Reader, ben: Reader, clock: dict[str, str], waiting: str, told: str) -> None:
    """The seat to act has its deadline; the others what they have left."""
    address = game_of(ada, ben, ruleset="barrage", **clock)
    state = ada.get(f"/api{address}/state").get_json()
    page = ada.get(address).text
    players = page[page.index('id="players"') :]
    rows = {
        int(seat): row
        for seat, row in re.findall(r'<tbody data-element="player:(\d)"(.*?)</tbody>', players, re.DOTALL)
    }
    acting = {act["seat"] for act in state["to_act"]}
    for seat, row in rows.items():
        said = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", row))).replace("\xa0", " ")
        assert ("until " in said) == (bool(waiting) and seat in acting)
        assert (waiting in said) if seat not in acting else "Time " not in said
        assert (f'title="{told}"' in row) == (bool(told) and seat not in acting)
    assert acting
    assert acting < set(rows)
