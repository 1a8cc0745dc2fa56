"""The standings, the ledger and the summary of a position."""

from __future__ import annotations

import msgspec
import pytest

from domain.arkwright.engine.apply import initial
from domain.arkwright.model.facts import GameEnded
from domain.arkwright.model.state import AutomaScore, Score, State
from domain.arkwright.narration.standing import accounts, standing, summary
from domain.message import plain
from tests.domain.arkwright.builder import started
from tests.domain.arkwright.playing import facts_of_game, moves


def begun(seats: int, seed: int = 1, **options: bool) -> State:
    return initial(started(seats, seed, **options))


def test_points_are_shares_times_their_value_and_nothing_for_a_bankrupt_player() -> None:
    state = begun(3)
    state.players[0].shares, state.players[0].share_value = 12, 11
    state.players[2].bankrupt = True
    assert standing(state).points == [132, 100, 0]
    assert not standing(state).finished


def test_the_ledger_equals_the_holdings_of_every_player() -> None:
    state = begun(2)
    state.players[1].loans = 3
    assert accounts(state) == {
        "points": [100, 100],
        "funds": [50, 50],
        "shares": [10, 10],
        "share_value": [10, 10],
        "loans": [0, 3],
        "shipping_tokens": [0, 0],
        "ships": [2, 2],
    }


@pytest.mark.rule("AW-18.6", "AW-18.7")
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_final_points_are_those_of_the_final_scoring(seats: int) -> None:
    *_, (state, _, _, facts) = moves(seats, 3)
    ended = next(fact for fact in facts if isinstance(fact, GameEnded))
    state = msgspec.structs.replace(
        state, finished=True, scores=[*ended.scores], ranking=[*ended.ranking], decided_by=ended.decided_by
    )
    shown = standing(state)
    scores = {score.seat: score.score for score in ended.scores}
    assert shown.points == [scores.get(seat, 0) for seat in range(seats)]
    assert shown.ranking == list(ended.ranking)
    assert shown.decided_by is not None
    assert plain(summary(state).headline) == "The game is over"


@pytest.mark.rule("AW-S.1", "AW-S.31", "AW-D.63")
@pytest.mark.parametrize(("points", "places"), [(500, [2, 3]), (499, [1, 3]), (480, [1, 3]), (479, [1, 2])])
def test_automas_have_places_beside_the_player_who_wins_ties(points: int, places: list[int]) -> None:
    automas = [AutomaScore("green", 24, 20, 480), AutomaScore("orange", 25, 20, 500)]
    score = Score(**dict.fromkeys(Score.__struct_fields__, 0) | {"score": points})
    state = msgspec.structs.replace(begun(1), finished=True, scores=[score], automa_scores=automas)
    assert [(each.place, each.points) for each in standing(state).automas] == list(zip(places, [500, 480], strict=True))
    bankrupt = msgspec.structs.replace(state, scores=[])
    assert [each.place for each in standing(bankrupt).automas] == [1, 2]


def test_the_headline_shows_era_round_good_and_phase() -> None:
    seen = {plain(summary(state).headline) for state, *_ in moves(2, 3)}
    assert "Era I, round 1 of 4 (Food): action phase" in seen
    assert "Era III, round 4 of 4 (Lamps): action phase" in seen
    assert "Era II, round 2 of 4 (Clothes): production phase" in seen
    assert plain(summary(begun(3, free_start=True)).headline) == "Before the game"


@pytest.mark.rule("AW-1.6", "AW-3.4")
def test_exactly_one_player_has_the_start_player_card_and_turns_go_clockwise_from_there() -> None:
    for state, *_ in moves(3, 2):
        first, *others = summary(state).order
        assert first == state.start_player
        assert others == [(first + 1) % 3, (first + 2) % 3]


def test_every_column_of_the_panel_has_a_figure_for_each_seat() -> None:
    shown = summary(begun(4))
    assert all(len(figure.values) == 4 for figure in shown.figures)
    assert [plain(figure.label) for figure in shown.figures][:4] == ["Shares × value", "Funds", "Shares", "Share value"]


@pytest.mark.rule("AW-18.3")
@pytest.mark.parametrize("seed", range(5))
def test_in_the_end_funds_do_not_reach_for_one_more_share(seed: int) -> None:
    ended = next(fact for fact in facts_of_game(2, seed) if isinstance(fact, GameEnded))
    for score in ended.scores:
        assert score.shares + score.loans == 30 or score.funds < score.share_value + score.shipping_loss
