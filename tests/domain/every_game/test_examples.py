"""Worked examples: playable, consistent with their text, and linked to existing rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.game import Ruleset, rulesets
from domain.message import plain
from domain.rules import rulebook
from domain.tutorials import examples
from domain.tutorials.examples import Example
from tests.golden import commands

EXAMPLES = [(rules, example) for rules in rulesets().values() for example in examples.of_game(rules)]


def test_every_game_has_worked_examples() -> None:
    assert {rules.name for rules, _ in EXAMPLES} == set(rulesets()) - {"toy"}


@pytest.mark.parametrize(("rules", "example"), EXAMPLES, ids=[f"{rules.name} {each.name}" for rules, each in EXAMPLES])
def test_an_example_can_be_played_and_narrated(rules: Ruleset[Any], example: Example) -> None:
    before, *after = examples.shown(rules, example)
    assert before.fact is None
    assert after
    position = before.position
    for shown in after:
        assert shown.fact is not None
        rules.apply(position, shown.fact)
        assert position == shown.position
        assert plain(rules.narrate(shown.fact, rules.current_figures(), len(rules.standing(position).points)))
    drawing = next(each for each in rules.drawings if each.name == example.drawing)
    first, *later = (rules.view(shown.position, "spectator") for shown in (examples.shown(rules, example)))
    drawn = [drawing.draw(view, ("Ada", "Ben"), plain) for view in (first, *later)]
    assert len(set(drawn)) > 1 or any(rules.summary(view) != rules.summary(first) for view in later)


@pytest.mark.parametrize("rules", [rules for rules in rulesets().values() if examples.of_game(rules)])
def test_examples_cite_rules_shown_to_players(rules: Ruleset[Any]) -> None:
    read = rulebook.for_players(rules.catalogue)
    cited = {rule for example in examples.of_game(rules) for rule in example.rules}
    assert {rule for rule in cited if f"- **{rule}**" not in read} == set()
    names = [example.name for example in examples.of_game(rules)]
    assert len(set(names)) == len(names)


def test_generator_prints_the_start_of_the_examples_file(capsys: pytest.CaptureFixture[str]) -> None:
    rules = rulesets()["brass-birmingham"]
    commands.main(rules.name, "6")
    printed = capsys.readouterr().out
    stored = rules.catalogue.with_name("examples.toml").read_text(encoding="utf-8")
    assert stored.startswith(printed.removesuffix("]\n"))
    assert json.loads(printed.splitlines()[3].strip(" ',"))["action"] == "build"
