"""Text width and line breaks: Korean and Chinese characters are wide, and Chinese breaks between them."""

from __future__ import annotations

import pytest

from domain.graphics.lettering import WIDE, broken, halves, length
from domain.graphics.svg import name_lines


def test_korean_and_chinese_characters_are_wide() -> None:
    assert length("Farm") == 4
    assert length("양조장 3") == 3 * WIDE + 2
    assert length("工廠") == 2 * WIDE


def test_korean_breaks_at_spaces_and_english_also_at_hyphens() -> None:
    assert broken("카드를 버리고 선택", 9) == ["카드를", "버리고", "선택"]
    assert broken("Burton-on-Trent", 10) == ["Burton-on-", "Trent"]


def test_chinese_breaks_between_characters_but_not_before_punctuation() -> None:
    lines = broken("棄掉此卡，可生產", 6)
    assert "".join(lines) == "棄掉此卡，可生產"
    assert len(lines) > 2 and not any(line.startswith("，") for line in lines)
    assert broken("以 Ada 為主", 8) == ["以 Ada", "為主"]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Adalbert", ["Adalbert"]),
        ("Isambard Kingdom Brunel", ["Isambard", "Kingdom Brunel"]),
        ("M" * 30, ["M" * 15, "M" * 15]),
        ("Mmmmmmmmmmmmmmmmmmmmmmm Brunel", ["Mmmmmmmmmmmmmmm", "mmmmmmmm Brunel"]),
        ("工廠工廠工廠工廠工", ["工廠工廠工廠工", "廠工"]),
    ],
)
def test_long_names_are_split_into_two_lines(name: str, lines: list[str]) -> None:
    assert halves(name, 14) == lines


def test_a_latin_word_in_chinese_brackets_is_not_broken() -> None:
    text = "紅色箭頭：需求上升 1（AW-10.8）。"
    for most in range(12, 40):
        assert sum("（AW-10.8）。" in line for line in broken(text, most)) == 1, most


def test_wide_names_take_two_lines_and_are_condensed_if_needed() -> None:
    assert name_lines("William Mammoth", 0, 0, 210, (30, 22), "").count("<text") == 2
    assert 'textLength="235"' in name_lines("M" * 30, 0, 0, 235, (30, 22), "")
