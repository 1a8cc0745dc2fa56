"""Texts of the panel for a move: sentences that a short preview omits, and short names of choices."""

from __future__ import annotations

import pytest

from domain.game import rulesets
from tests.golden.test_preview_sentences import RULESETS, gaps
from tests.messages import messages

COSTS = {"card", "cost", "lost", "loss", "owed", "paid", "points_lost", "tokens", "what"}
"""Placeholders for something that a player pays, discards or loses."""


@pytest.mark.parametrize("rules", RULESETS)
def test_a_short_preview_omits_no_cost_and_no_discard(rules: str) -> None:
    minor, texts = rulesets()[rules].minor_sentences, dict(messages())
    assert minor
    assert minor <= texts.keys()
    assert [id for id in sorted(minor) if gaps(texts[id]) & COSTS] == []


@pytest.mark.parametrize("rules", RULESETS)
def test_choice_names_are_short_and_reuse_prompt_placeholders(rules: str) -> None:
    names, texts = rulesets()[rules].choice_names, dict(messages())
    assert names
    assert [
        name.text for id, name in names.items() if not gaps(name.text) <= gaps(texts[id]) or len(name.text) > 24
    ] == []


def test_almost_every_prompt_has_a_short_name() -> None:
    named = {id for rules in rulesets().values() for id in rules.choice_names}
    prompts = {id for id, _ in messages() if ".choose-" in id or ".confirm-" in id} - {f"{id}.name" for id in named}
    assert {id for id in prompts - named if not id.startswith("toy.")} == {
        "arkwright.choose-appeal-setting",
        "arkwright.choose-warehouse-use",
        "arkwright.confirm-end-turn",
    }
