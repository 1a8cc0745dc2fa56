"""The table: joining, undo requests, abandoning, and the refusals of each phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from domain import undo
from domain.game import Fact
from domain.table import decisions, seating
from domain.table.facts import (
    AbandonAgreed,
    Abandoned,
    ConfirmationSet,
    Finished,
    SeatLeft,
    SeatTaken,
    TableOpened,
    UndoAnswered,
    UndoPolicy,
    UndoRequested,
    WordsSealed,
)
from domain.table.refusals import Refused
from domain.table.seating import TableState
from tests import toy

OPENED = TableOpened(
    ruleset="toy",
    figures="",
    owner="ada",
    seats=3,
    options={},
    undo="consent",
    private=False,
    commitment="",
    seed="",
)
ADA = SeatTaken(seat=0, user="ada")
BEN = SeatTaken(seat=1, user="ben")
ROBOT = SeatTaken(seat=2, bot="random")


def given(*facts: Fact, phase: str = "open", undo: UndoPolicy = "consent") -> TableState:
    state = seating.initial(OPENED, toy.RULESET)
    for fact in facts:
        seating.evolve(state, fact)
    if phase == "running":
        state.phase = "running"
    state.opened = TableOpened(**{field: getattr(OPENED, field) for field in OPENED.__struct_fields__} | {"undo": undo})
    return state


def then(state: TableState, facts: Sequence[Fact]) -> TableState:
    for fact in facts:
        seating.evolve(state, fact)
    return state


def refusal(decide: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        decide()
    return refused.value.detail.text


class TestSeats:
    def test_a_free_seat_can_be_taken_and_left(self) -> None:
        state = then(given(), decisions.take_seat(given(), BEN))
        assert [chair.person for chair in state.chairs] == [None, "ben", None]
        assert seating.seats_of(state, "ben") == [1]
        state = then(state, decisions.leave_seat(state, 1))
        assert state.chairs[1].free
        assert seating.seats_of(state, "ben") == []

    def test_one_user_may_hold_several_seats(self) -> None:
        state = given(ADA, SeatTaken(seat=2, user="ada"))
        assert seating.seats_of(state, "ada") == [0, 2]

    def test_players_can_join_only_free_and_existing_seats(self) -> None:
        state = given(BEN)
        assert refusal(lambda: decisions.take_seat(state, BEN)) == "This seat is taken."
        for seat in (-1, 3):
            invalid = SeatTaken(seat=seat, user="ben")
            assert refusal(lambda there=invalid: decisions.take_seat(state, there)).startswith("This table has no seat")  # type: ignore[misc]

    @pytest.mark.parametrize("seat", [-1, 3])
    def test_every_decision_refuses_a_nonexistent_seat(self, seat: int) -> None:
        state, running = given(ADA), given(ADA, UndoRequested(seat=0, to=3), phase="running")
        decided: list[Callable[[], object]] = [
            lambda: decisions.leave_seat(state, seat),
            lambda: decisions.add_words(state, WordsSealed(seat=seat, digest="words")),
            lambda: decisions.set_confirmation(state, seat, True),
            lambda: undo.answered(running, seat, True),
            lambda: decisions.agree_to_abandon(running, seat, True),
        ]
        for decide in decided:
            assert refusal(decide).startswith("This table has no seat")

    def test_leaving_clears_seed_contribution_and_confirmation(self) -> None:
        settings = [WordsSealed(seat=1, digest="luck"), ConfirmationSet(seat=1, automatic=True)]
        assert given(BEN, *settings).chairs[1] != given(BEN).chairs[1]
        assert given(BEN, *settings, SeatLeft(seat=1)).chairs[1] == given().chairs[1]
        assert given(BEN, *settings, SeatLeft(seat=1), BEN).chairs[1] == given(BEN).chairs[1]

    def test_all_seats_must_be_taken_before_the_start(self) -> None:
        assert refusal(lambda: decisions.require_full(given(ADA, BEN))) == "{count} seat is still free."
        decisions.require_full(given(ADA, BEN, ROBOT))

    def test_no_one_can_join_or_leave_after_the_start(self) -> None:
        running = given(ADA, BEN, phase="running")
        started = "The game has already started."
        assert refusal(lambda: decisions.take_seat(running, ROBOT)) == started
        assert refusal(lambda: decisions.leave_seat(running, 0)) == started
        assert refusal(lambda: decisions.add_words(running, WordsSealed(seat=0, digest="late"))) == started
        assert refusal(lambda: decisions.close(running)) == started

    def test_a_table_that_has_not_started_can_be_closed(self) -> None:
        state = then(given(ADA), decisions.close(given(ADA)))
        assert state.phase == "abandoned"


class TestConsent:
    RUNNING = (ADA, BEN, ROBOT)

    def pending(self, *more: Fact) -> TableState:
        return given(*self.RUNNING, UndoRequested(seat=0, to=4), *more, phase="running")

    def test_a_request_waits_for_every_other_human(self) -> None:
        state = given(*self.RUNNING, phase="running")
        state = then(state, undo.requested(state, 0, 4, [5, 4]))
        assert not undo.consent_complete(state)
        state = then(state, undo.answered(state, 1, True))
        assert undo.consent_complete(state)

    def test_a_user_who_plays_against_bots_needs_no_consent(self) -> None:
        state = given(ADA, ROBOT, UndoRequested(seat=0, to=4), phase="running")
        assert undo.consent_complete(state)

    def test_a_refusal_ends_the_request(self) -> None:
        state = then(self.pending(), undo.answered(self.pending(), 1, False))
        assert state.request is None
        assert refusal(lambda: undo.answered(state, 1, True)) == "No undo request is pending."

    def test_requesting_player_can_withdraw_but_not_grant(self) -> None:
        assert refusal(lambda: undo.answered(self.pending(), 0, True)).startswith("Only the other players")
        assert undo.answered(self.pending(), 0, False) == [UndoAnswered(seat=0, granted=False)]

    def test_request_is_refused_if_one_is_pending_or_target_is_invalid(self) -> None:
        assert refusal(lambda: undo.requested(self.pending(), 1, 4, [4])).startswith("{seat} has already requested")
        state = given(*self.RUNNING, phase="running")
        assert refusal(lambda: undo.requested(state, 0, 9, [5, 4])).startswith("Position #{version} isn't")

    def test_a_player_cannot_answer_twice(self) -> None:
        state = self.pending(UndoAnswered(seat=1, granted=True))
        assert refusal(lambda: undo.answered(state, 1, True)) == "You have already answered."

    @pytest.mark.parametrize("policy", ["turn", "free", "off"])
    def test_other_policies_allow_no_requests(self, policy: UndoPolicy) -> None:
        state = given(*self.RUNNING, phase="running", undo=policy)
        assert refusal(lambda: undo.requested(state, 0, 4, [4])).startswith("This table doesn't use")


class TestEnd:
    def test_a_game_is_abandoned_when_every_human_agrees(self) -> None:
        state = given(ADA, BEN, ROBOT, phase="running")
        first = decisions.agree_to_abandon(state, 0, True)
        assert first == [AbandonAgreed(seat=0, agrees=True)]
        state = then(state, first)
        state = then(state, decisions.agree_to_abandon(state, 1, True))
        assert state.phase == "abandoned"

    def test_an_agreement_can_be_withdrawn(self) -> None:
        state = given(
            ADA, BEN, AbandonAgreed(seat=0, agrees=True), AbandonAgreed(seat=0, agrees=False), phase="running"
        )
        assert decisions.agree_to_abandon(state, 1, True) == [AbandonAgreed(seat=1, agrees=True)]

    @pytest.mark.parametrize(
        ("end", "words"), [(Finished(seed=""), "The game is over."), (Abandoned(), "The game was abandoned.")]
    )
    def test_every_decision_is_refused_after_the_end(self, end: Fact, words: str) -> None:
        over = given(ADA, BEN, UndoRequested(seat=0, to=4), phase="running")
        over = then(over, [end])
        assert over.request is None
        decided: list[Callable[[], object]] = [
            lambda: decisions.take_seat(over, ROBOT),
            lambda: decisions.leave_seat(over, 0),
            lambda: decisions.set_confirmation(over, 0, True),
            lambda: undo.requested(over, 0, 4, [4]),
            lambda: undo.answered(over, 1, True),
            lambda: decisions.agree_to_abandon(over, 0, True),
            lambda: decisions.require_running(over),
        ]
        for decide in decided:
            assert refusal(decide) == words
