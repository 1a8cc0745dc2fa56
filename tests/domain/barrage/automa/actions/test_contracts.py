"""Section TA-8: the contract office."""

import pytest

from tests.domain.barrage.automa.builder import Game


def office(colour="green", **options):
    """Contracts of a colour are removed, and afterwards nothing is left but the bank or the like."""
    card = {"green": "3-2A-7", "yellow": "8-4A-7", "red": "4-6B-10"}[colour]
    return Game(**options).tiles().patents("adv-wild-1", "adv-wild-2", "adv-wild-3").cards(card)


@pytest.mark.rule("TA-8.1", "TA-8.2", "TA-8.6", "TA-X.11")
@pytest.mark.parametrize("colour", ["green", "yellow", "red"])
def test_both_contracts_of_the_colour_are_replaced_for_two_steps_of_energy(colour):
    game = office(colour)
    before, coming = {name: list(row) for name, row in game.state.displays.items()}, game.state.piles[colour][:2]
    game.turn()
    assert game.state.displays[colour] == coming
    assert set(before[colour]) <= set(game.state.discards[colour])
    assert all(game.state.displays[other] == before[other] for other in {"green", "yellow", "red"} - {colour})
    assert game.company().energy == 2
    assert game.crews["CO-1/left"] == 1
    assert len(game.crews) == 2


@pytest.mark.rule("TA-8.1")
def test_one_contract_is_removed_if_no_more_are_there():
    game = office().row(green=("green-01", ""))
    game.state.piles["green"] = ["green-02", "green-03"]
    game.turn()
    assert game.state.displays["green"] == ["green-02", "green-03"]
    assert game.state.discards["green"] == ["green-01"]


@pytest.mark.rule("TA-8.3")
def test_it_is_done_without_a_contract_on_display():
    game = office().row(green=("", ""))
    game.state.piles["green"] = []
    game.turn()
    assert game.company().energy == 2
    assert game.crews["CO-1/left"] == 1


@pytest.mark.rule("TA-8.4")
def test_its_energy_fulfils_no_contract():
    game = office("red").row(green=("green-01", "green-02"))
    game.turn()
    assert (game.company().energy, game.company().fulfilled) == (2, [])


@pytest.mark.rule("TA-8.5")
def test_removed_contracts_come_again_when_the_pile_is_used_up():
    game = office().row(green=("green-01", "green-02"))
    game.state.piles["green"], game.state.discards["green"] = [], ["green-03"]
    game.turn()
    left = [*game.state.piles["green"], *game.state.displays["green"]]
    assert sorted(left) == ["green-01", "green-02", "green-03"]
    assert all(game.state.displays["green"])
