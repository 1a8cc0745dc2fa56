"""Charts: stepped lines on round scales, distinguished by more than colour."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from service.pages.game.charts import DASHES, HEIGHT, LINE_HEIGHT, Series, line_chart, mark_at, round_ticks
from service.pages.seat_markers import seat_mark
from tests.service.pages.reading import Reader, create_game, play_moves

ADA = Series(0, "Ada", [(5, 17), (8, 3), (20, 30)])
BEN = Series(1, "Ben", [(5, 17), (10, 29)])


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 0, [0, 1]),
        (0, 5, [0, 1, 2, 3, 4, 5]),
        (0, 7, [0, 2, 4, 6, 8]),
        (0, 30, [0, 10, 20, 30]),
        (-7, 83, [-20, 0, 20, 40, 60, 80, 100]),
        (0, 215, [0, 50, 100, 150, 200, 250]),
        (-10, 11, [-10, -5, 0, 5, 10, 15]),
    ],
)
def test_scales_are_round_and_contain_every_value(low: int, high: int, ticks: list[int]) -> None:
    assert round_ticks(low, high) == ticks


def test_curve_stays_level_until_the_value_changes() -> None:
    drawn = ElementTree.fromstring(line_chart("Money", [ADA], (5, 20)))
    curve = next(path for path in drawn.iter("path") if path.get("class") == "curve seat-0")
    places = curve.attrib["d"]
    assert places.count("H") == 3
    assert places.count("V") == 2
    assert "L" not in places


def test_every_seat_has_its_own_dashes_mark_and_label() -> None:
    series = [Series(seat, f"Player {seat}", [(1, seat)]) for seat in range(5)]
    drawn = line_chart("Points", series, (1, 9))
    curves = [path for path in ElementTree.fromstring(drawn).iter("path") if path.get("class", "").startswith("curve")]
    assert [path.get("stroke-dasharray") for path in curves] == list(DASHES)
    assert all(f"Player {seat} {seat}" in drawn for seat in range(5))
    assert len({seat_mark(seat) for seat in range(5)}) == 5


def test_names_never_overlap() -> None:
    drawn = ElementTree.fromstring(line_chart("Money", [ADA, BEN, Series(2, "Cleo", [(5, 30)])], (5, 20)))
    heights = sorted(float(text.attrib["y"]) for text in drawn.iter("text") if text.get("class") == "name")
    assert all(lower - upper >= 15 for upper, lower in pairwise(heights))


def test_long_names_are_complete_on_two_lines() -> None:
    drawn = ElementTree.fromstring(line_chart("Money", [Series(0, "Isambard Kingdom Brunel", [(5, 30)])], (5, 20)))
    lines = [str(text.text) for text in drawn.iter("text") if text.get("class") == "name"]
    assert lines == ["Isambard", "Kingdom Brunel 30"]


def test_names_at_the_bottom_stay_inside_and_do_not_overlap() -> None:
    series = [Series(seat, "Isambard Kingdom Brunel", [(5, 0)]) for seat in range(4)]
    drawn = ElementTree.fromstring(line_chart("Money", [*series, Series(4, "Ada", [(5, 30)])], (5, 20)))
    heights = sorted(float(text.attrib["y"]) for text in drawn.iter("text") if text.get("class") == "name")
    assert len(heights) == 9
    assert heights[-1] < HEIGHT
    assert all(lower - upper >= LINE_HEIGHT for upper, lower in pairwise(heights))


def test_mark_shows_the_viewed_version() -> None:
    assert 'd="M63.6 ' in mark_at(8, (5, 20))
    assert mark_at(None, (5, 20)) == mark_at(20, (5, 20)) == mark_at(4, (5, 20)) == ""


def test_charts_are_the_same_part_at_every_version(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben)
    play_moves(ada.site, game, 6)
    earlier, later = (ada.get(f"{game}?at={at}").text for at in (8, 9))
    charts = [re.findall(r'data-part="([^"]+)"><svg class="chart"', page) for page in (earlier, later)]
    assert charts[0] == charts[1] != []
    assert earlier.count('class="now"') == later.count('class="now"') == len(charts[0])


def test_names_are_escaped() -> None:
    drawn = line_chart("<b>", [Series(0, "<i>&x", [(1, 1)])], (1, 2))
    assert ElementTree.fromstring(drawn).get("aria-label") == "<b>"
    assert "<i>" not in drawn


def test_no_series_means_no_chart() -> None:
    assert line_chart("Money", [], (1, 1)) == ""
