"""Rules in other languages: matched by id, with marked English text where a translation is missing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from domain.rules import translated_rules
from domain.rules.rulebook import UnknownRule
from tests import toy

ENGLISH = """# The game - rules catalogue

## 1. Aim

Who wins.

- **XY-1.1** Points count.

  | a | b |
  |---|---|
- **XY-1.2** Ties are broken by money (XY-D.1). [E]

## 2. End

- **XY-2.1** It ends.

## Decisions <!-- remarks -->

- **XY-D.1** The rulebooks agree.
"""
KOREAN = """# 게임

## 1. 목표

승자.

- **XY-1.2** 동점은 돈으로 가린다. [E]
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    file = tmp_path / "rules.md"
    file.write_text(ENGLISH)
    (tmp_path / "rules.ko.md").write_text(KOREAN)
    return file


def test_missing_translations_fall_back_to_marked_english(catalogue: Path) -> None:
    assert (
        translated_rules.for_players(catalogue, "ko")
        == """## 1. 목표

승자.

- **XY-1.1** [[en]] Points count.

  | a | b |
  |---|---|
- **XY-1.2** 동점은 돈으로 가린다. [E]
## 2. End [[en]]

- **XY-2.1** [[en]] It ends.

"""
    )


def test_language_without_a_file_shows_unmarked_english_rules(catalogue: Path) -> None:
    assert "[[en]]" not in translated_rules.for_players(catalogue, "zh_Hant_TW")
    assert translated_rules.for_players(catalogue, "en") == translated_rules.for_players(catalogue, "")


def test_translated_rules_are_counted(catalogue: Path) -> None:
    assert translated_rules.counted(catalogue, "ko") == (1, 3)
    assert translated_rules.counted(catalogue, "en") == (0, 3)


def test_rule_text_is_translated_or_in_english(catalogue: Path) -> None:
    rules = replace(toy.RULESET, catalogue=catalogue)
    assert rules.rule_text("XY-1.2", "ko") == "동점은 돈으로 가린다."
    assert rules.rule_text("XY-1.1", "ko") == "Points count."
    assert rules.rule_text("XY-1.2") == "Ties are broken by money (XY-D.1)."
    with pytest.raises(UnknownRule):
        rules.rule_text("XY-9", "ko")


def test_sections_without_rules_are_matched_by_the_rules_after_them(tmp_path: Path) -> None:
    catalogue = tmp_path / "rules.md"
    catalogue.write_text("# Game\n\n# Part\n\n## Reading\n\nRead.\n\n## End\n\n- **XY-1.1** It ends.\n\n## Formulas\n")
    (tmp_path / "rules.ko.md").write_text(
        "# 게임\n\n# 부\n\n## 읽기\n\n읽는 법.\n\n## 끝\n\n- **XY-1.1** 끝난다.\n\n## 공식\n"
    )
    assert translated_rules.for_players(catalogue, "ko").split() == (
        ["#", "부", "##", "읽기", "읽는", "법.", "##", "끝", "-", "**XY-1.1**", "끝난다.", "##", "공식"]
    )
