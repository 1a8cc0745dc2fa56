"""Names of bots and automas: fixed in the log, translatable for readers."""

from __future__ import annotations

import pytest

from domain import keyed_names
from domain.game import rulesets
from domain.message import plain
from domain.table import seating


@pytest.mark.parametrize("name", ["Automa", "Automa 2", seating.bot_name("greedy", 1), "Someone"])
def test_english_name_equals_the_name_in_the_log(name: str) -> None:
    assert plain(keyed_names.given_name(name)) == name


@pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))
def test_names_of_all_bots_are_translatable(rules: str) -> None:
    known = {named.text for named in keyed_names.of_ruleset(rulesets()[rules])}
    assert {keyed_names.given_name(seating.bot_name(bot, 1)).text for bot in rulesets()[rules].bots} <= known
