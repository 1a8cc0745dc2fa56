"""Rule catalogues: the sentence of an id, and the ids that tests have to prove."""

import pytest

from domain.rulebook import UnknownRule, rule_ids, rule_text, rules

CATALOGUE = """# A game

- a list item that is no rule

## 1. Aim

- **XY-1.1** The most points win. [D.1]
- **XY-1.2** Ties are
  broken by money. [both][D.2]
- **XY-V.1** A variant, see **XY-1.1** [sic] there.

## Worked examples

- **XY-X.1** Three points and two: the three win.

## Differences (information)

- **XY-Y.1** The first edition had no ties.

## Decisions

- **XY-D.1** Points. The rulebooks agree.
"""


@pytest.fixture
def catalogue(tmp_path):
    file = tmp_path / "rules.md"
    file.write_text(CATALOGUE)
    return file


def test_the_sentence_of_a_rule_comes_without_the_tags_at_its_end(catalogue):
    assert rule_text(catalogue, "XY-1.1") == "The most points win."
    assert rule_text(catalogue, "XY-1.2") == "Ties are broken by money."
    assert rule_text(catalogue, "XY-V.1") == "A variant, see **XY-1.1** [sic] there."


def test_decisions_and_differences_can_be_read_but_are_not_for_tests_to_prove(catalogue):
    assert rule_text(catalogue, "XY-D.1") == "Points. The rulebooks agree."
    assert rule_text(catalogue, "XY-Y.1") == "The first edition had no ties."
    assert rule_ids(catalogue) == ["XY-1.1", "XY-1.2", "XY-V.1", "XY-X.1"]


def test_an_unknown_rule_is_refused(catalogue):
    with pytest.raises(UnknownRule, match=r"XY-9\.9"):
        rule_text(catalogue, "XY-9.9")


def test_an_id_may_stand_only_once(catalogue):
    catalogue.write_text(CATALOGUE + "- **XY-1.1** Again.\n")
    with pytest.raises(ValueError, match=r"XY-1\.1 stands there twice"):
        rules(catalogue)
