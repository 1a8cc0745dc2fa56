"""Rule catalogues: the text of each rule id, and the ids that tests must cover."""

from datetime import date
from pathlib import Path

import pytest

from domain.game import rulesets
from domain.rules.rulebook import Correction, UnknownRule, corrections, for_players, rule_ids, rule_text, rules

CATALOGUE = """# A game

- a list item that is no rule

## 1. Aim

- **XY-1.1** The most points win. [D.1]
- **XY-1.2** Ties are
  broken by money. [both][D.2]
- **XY-V.1** A variant, see **XY-1.1** [sic] there.

## Worked examples

- **XY-X.1** Three points and two: the three win.

## Differences (information) <!-- remarks -->

- **XY-Y.1** The first edition had no ties.

## Decisions <!-- remarks -->

- **XY-D.1** Points. The rulebooks agree.
"""


@pytest.fixture
def catalogue(tmp_path):
    file = tmp_path / "rules.md"
    file.write_text(CATALOGUE)
    return file


def test_rule_text_omits_trailing_tags(catalogue):
    assert rule_text(catalogue, "XY-1.1") == "The most points win."
    assert rule_text(catalogue, "XY-1.2") == "Ties are broken by money."
    assert rule_text(catalogue, "XY-V.1") == "A variant, see **XY-1.1** [sic] there."


def test_remarks_can_be_read_but_are_not_among_the_rule_ids(catalogue):
    assert rule_text(catalogue, "XY-D.1") == "Points. The rulebooks agree."
    assert rule_text(catalogue, "XY-Y.1") == "The first edition had no ties."
    assert rule_ids(catalogue) == ["XY-1.1", "XY-1.2", "XY-V.1", "XY-X.1"]


def test_an_unknown_rule_is_refused(catalogue):
    with pytest.raises(UnknownRule, match=r"XY-9\.9"):
        rule_text(catalogue, "XY-9.9")


def test_an_id_may_occur_only_once(catalogue):
    catalogue.write_text(CATALOGUE + "- **XY-1.1** Again.\n")
    with pytest.raises(ValueError, match=r"XY-1\.1 stands there twice"):
        rules(catalogue)


CORRECTIONS = """
## Corrections <!-- corrections -->

What was decided otherwise before the day that stands there.

- **XY-1.2** 2026-11-21: Ties were not
  broken at all.
- **XY-1.2** 2026-11-22: Ties were broken by income.
"""


def test_corrections_have_dates_and_are_not_rules(catalogue):
    catalogue.write_text(CATALOGUE + CORRECTIONS)
    assert corrections(catalogue) == (
        Correction("XY-1.2", date(2026, 11, 21), "Ties were not broken at all."),
        Correction("XY-1.2", date(2026, 11, 22), "Ties were broken by income."),
    )
    assert rule_text(catalogue, "XY-1.2") == "Ties are broken by money."
    assert rule_ids(catalogue) == ["XY-1.1", "XY-1.2", "XY-V.1", "XY-X.1"]


def test_a_catalogue_without_corrections_has_none(catalogue):
    assert corrections(catalogue) == ()


@pytest.mark.parametrize("line", ["- **XY-1.2** before: no day.", "- **XY-9.9** 2026-11-21: no rule."])
def test_correction_needs_a_date_and_an_existing_rule(catalogue, line):
    catalogue.write_text(CATALOGUE + CORRECTIONS + line + "\n")
    with pytest.raises(ValueError, match="no rule and date of a correction"):
        corrections(catalogue)


def test_the_corrections_of_every_game_can_be_read():
    known = {name: corrections(ruleset.catalogue) for name, ruleset in rulesets().items()}
    assert [(each.rule, each.date) for each in known["brass-birmingham"]] == [("BB-8.2", date(2026, 11, 21))]


def test_rules_for_players_omit_remarks(tmp_path: Path) -> None:
    written = """# The game - rules catalogue

What is played, see `components.toml`.

- **How to read it** Ids are stable.

## 1. Aim

- **XY-1.1** Points count (XY-D.1, XY-1.2). [D.1][D.2]
- **XY-1.2** There are many (`points.most`), by the mark *two* (`marks`, field `two`), named `in_plains` (XY-D.1).

## Readings <!-- readings -->

- **XY-R.1** Silence means no.

## Decisions <!-- remarks -->

- **XY-D.1** Points. The rulebooks agree.

## Corrections <!-- corrections -->

- **XY-1.1** 2026-01-01: points did not count.
"""
    catalogue = tmp_path / "rules.md"
    catalogue.write_text(written)
    assert (
        for_players(catalogue)
        == """## 1. Aim

- **XY-1.1** Points count (XY-1.2).
- **XY-1.2** There are many, by the mark *two*, named *in plains*.

## Readings

- **XY-R.1** Silence means no.

"""
    )
