"""The standings of the companies, the ledger, and the summary of a position."""

import pytest

from domain.barrage.engine.apply import initial
from domain.barrage.narration.standing import accounts, headline, standing, summary
from domain.message import plain
from domain.presentation import Place
from tests.domain.barrage.playing import facts_of_game, replay, set_up


def beginners(seats=3):
    return initial(set_up(seats, 4, rules="beginner"))


def test_points_and_nothing_decided_during_the_game():
    state = beginners()
    state.companies[1].vp = 17
    found = standing(state)
    assert (found.points, found.finished, found.ranking, found.decided_by) == ([10, 17, 10], False, [], None)


@pytest.mark.rule("BA-22.7")
def test_the_ranking_names_the_deciding_tiebreak():
    state = beginners(2)
    state.finished, state.decided_by = True, "energy"
    state.ranking = [Place(1, 1, 60), Place(2, 0, 60)]
    found = standing(state)
    assert found.ranking[0].seat == 1
    assert plain(found.decided_by) == "Tie on victory points, broken by energy in the last round"


def test_the_points_of_a_finished_game_are_those_of_its_ranking():
    state = replay(facts_of_game(3, 3))
    found = standing(state)
    assert found.finished
    assert [place.points for place in found.ranking] == sorted(found.points, reverse=True)
    assert plain(headline(state)) == "Game over"


@pytest.mark.rule("BA-3.5")
def test_the_accounts_of_the_ledger():
    found = accounts(beginners())
    assert found == {
        "points": [10, 10, 10],
        "credits": [6, 6, 6],
        "excavators": [6, 6, 6],
        "mixers": [4, 4, 4],
        "energy": [0, 0, 0],
        "engineers": [12, 12, 12],
    }


def test_a_position_at_a_glance():
    state = beginners()
    found = summary(state)
    assert plain(found.headline) == "Round 1 of 5: actions"
    assert found.order == tuple(state.turn_order)
    columns = {plain(figure.label): figure.values for figure in found.figures}
    assert [plain(name) for name in columns["Company"]].index("USA") == state.turn_order[0]
    assert columns["VP"] == (10, 10, 10)
    assert columns["Engineers"] == (12, 12, 12)


def test_a_draft_at_a_glance():
    found = summary(initial(set_up(2, 1)))
    assert plain(found.headline) == "Company draft"
    assert [plain(value) for value in found.figures[0].values] == ["–", "–"]
