"""The base game does not know what is added to it."""

import re
from pathlib import Path

import pytest

import domain.barrage
from domain.barrage import EDITION
from domain.barrage.base import BASE
from domain.barrage.leeghwater.edition import LEEGHWATER
from domain.barrage.vocabulary import commands, facts

PACKAGE = Path(domain.barrage.__file__).parent
WHERE_BOTH_MEET = {"__init__.py", "vocabulary/figures.py", "vocabulary/options.py"}
"""The game that is played, its figures and the options of a table."""
BASE_MODULES = sorted(
    {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if "leeghwater" not in path.parts}
    - WHERE_BOTH_MEET
)
MENTION = re.compile(r"leeghwater|\bLP-\d|external.?work|private.?building|netherlands|architect", re.IGNORECASE)


@pytest.mark.parametrize("module", BASE_MODULES)
def test_a_module_of_the_base_game_does_not_mention_the_expansion(module):
    assert MENTION.findall((PACKAGE / module).read_text()) == []


def test_the_expansion_adds_to_every_part_of_the_game_it_needs():
    assert set(EDITION.moves) > set(BASE.moves) == set(commands.COMMANDS) - {commands.Decline}
    assert set(BASE.moves.values()) < set(facts.FACTS)
    assert not set(BASE.effects) & set(LEEGHWATER.effects)
    assert set(BASE.decisions) & set(LEEGHWATER.decisions) == {"contract", "end_turn"}
