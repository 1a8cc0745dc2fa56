"""Names of bots and automas: in the log as ever, and as messages for readers."""

from __future__ import annotations

import pytest

from domain import keyed_names
from domain.game import rulesets
from domain.message import plain
from domain.table import seating


@pytest.mark.parametrize("name", ["Automa", "Automa 2", seating.bot_name("greedy", 1), "Someone"])
def test_a_given_name_in_english_is_that_of_the_log(name: str) -> None:
    assert plain(keyed_names.given_name(name)) == name


@pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))
def test_translators_get_the_names_of_every_bot(rules: str) -> None:
    known = {named.text for named in keyed_names.of_ruleset(rulesets()[rules])}
    assert {keyed_names.given_name(seating.bot_name(bot, 1)).text for bot in rulesets()[rules].bots} <= known
