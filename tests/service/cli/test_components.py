"""check-components from the command line."""

from __future__ import annotations

import dataclasses

import pytest

from domain.components import WrongFigure
from tests import toy
from tests.service.cli.conftest import Run

MARKED = b"""
[market]
prices = [1, 2, 3]

[[reconstructed]]
path = "market.prices"
confidence = "low"
look_at = "the board"
reason = "no picture of it is at hand"
"""


def _with_figures(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = dataclasses.replace(toy.RULESET, figures_content=lambda digest: content)
    monkeypatch.setitem(toy.game.rulesets(), "toy", ruleset)


def test_valid_figures_are_reported(run: Run) -> None:
    result = run("check-components", "brass-birmingham")
    assert result.exit_code == 0
    assert "the component figures are valid" in result.output
    assert "No figure is marked as reconstructed." in result.output


def test_reconstructed_figures_are_listed_with_their_reason(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _with_figures(MARKED, monkeypatch)
    result = run("check-components", "toy")
    assert result.exit_code == 0
    assert "Reconstructed (low confidence): market.prices" in result.output
    assert "Reason: no picture of it is at hand" in result.output
    assert "see: the board" in result.output


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (MARKED.replace(b'path = "market.prices"', b'path = "market.wages"'), "there are no figures market.wages"),
        (MARKED.replace(b'"low"', b'"some"'), "confidence: The value “some” isn't allowed."),
        (b"[[reconstructed", "table (top)"),
    ],
)
def test_invalid_reconstruction_entries_are_reported(
    broken: bytes, said: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    _with_figures(broken, monkeypatch)
    result = run("check-components", "toy")
    assert result.exit_code == 1
    assert said in result.output


def test_invalid_file_is_reported_with_table_and_field(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def current() -> str:
        raise WrongFigure("toy/components.toml", "market", "prices", "rise")

    monkeypatch.setitem(toy.game.rulesets(), "toy", dataclasses.replace(toy.RULESET, current_figures=current))
    result = run("check-components", "toy")
    assert result.exit_code == 1
    assert "toy/components.toml: table market, field prices: rise" in result.output


def test_unknown_game_is_not_found(run: Run) -> None:
    assert run("check-components", "nim").exit_code == 3
