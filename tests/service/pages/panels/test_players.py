"""The players' panel: explanations of its labels."""

from __future__ import annotations

import re

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
