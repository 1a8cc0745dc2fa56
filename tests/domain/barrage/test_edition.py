"""The base game: independent of its expansions."""

import re
from pathlib import Path
from typing import get_args

import pytest

import domain.barrage
from domain.barrage import EDITION, contracts, ruleset
from domain.barrage.base import BASE
from domain.barrage.engine.edition import Edition
from domain.barrage.engine.parts import Count, Decision, EffectRule, Factor, Following
from domain.barrage.leeghwater import fulfilment
from domain.barrage.model import commands, facts
from domain.barrage.model.figures import figures
from domain.barrage.model.pieces import ObjectiveCount

PACKAGE = Path(domain.barrage.__file__).parent
WHERE_BOTH_MEET = {"__init__.py", "model/figures.py", "model/options.py"}
"""The game that is played, its figures and the options of a table."""
BEYOND_THE_BASE_GAME = {"leeghwater", "automa"}
"""The expansion, and the automa that plays with it and without it."""
BASE_MODULES = sorted(
    {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if BEYOND_THE_BASE_GAME.isdisjoint(path.parts)
    }
    - WHERE_BOTH_MEET
)
MENTION = re.compile(r"leeghwater|\bLP-\d|external.?work|private.?building|netherlands|architect", re.IGNORECASE)


@pytest.mark.parametrize("module", BASE_MODULES)
def test_a_module_of_the_base_game_does_not_mention_the_expansion(module):
    assert MENTION.findall((PACKAGE / module).read_text()) == []


def answered(edition):
    """Return the commands that an edition answers, and their narration."""
    decisions = edition.all(Decision).values()
    return {command: answer.fact for each in decisions for command, answer in each.answers.items()}


def test_every_command_is_answered_and_every_answer_is_narrated():
    assert set(answered(BASE)) == set(commands.COMMANDS) - {commands.Decline}
    assert set(answered(BASE).values()) < set(facts.FACTS)
    assert set(answered(EDITION)) == set(ruleset.commands) - {commands.Decline}
    assert set(answered(EDITION).values()) < set(ruleset.facts)


def test_counts_of_tiles_and_factors_of_effects_are_known():
    parts = figures.of(figures.current()).parts
    objectives = set(get_args(ObjectiveCount))
    assert set(EDITION.all(Count)) == objectives.union(*(part.counted for part in parts))
    assert set(EDITION.all(Factor)) == set().union(*(part.factors for part in parts))


def test_an_expansion_takes_the_place_of_a_part_only_if_it_says_so():
    assert EDITION.all(Decision)["contract"] is fulfilment.FULFILMENT
    assert fulfilment.FULFILMENT.replaces is contracts.FULFILMENT
    assert list(BASE.all(Decision)) == list(EDITION.all(Decision))[: len(BASE.all(Decision))]


def test_two_parts_of_one_name_are_refused():
    rates = Count("rates", lambda position: 1)
    with pytest.raises(ValueError, match="Count 'rates'"):
        Edition(rates) + Edition(Count("rates", lambda position: 2))
    with pytest.raises(ValueError, match="'draft'"):
        Edition(Following("draft", lambda course, pending: None)) + BASE


def test_two_expansions_cannot_replace_the_same_part():
    rates = Count("rates", lambda position: 1)
    base, other = Edition(rates), Edition(Count("rates", lambda position: 2, replaces=rates))
    assert len((base + other).all(Count)) == 1
    with pytest.raises(ValueError, match="'rates'"):
        base + other + Edition(Count("rates", lambda position: 3, replaces=rates))


def test_parts_of_different_kinds_may_share_a_name():
    assert {"produce"} < set(BASE.all(Decision)) & set(BASE.all(EffectRule))
