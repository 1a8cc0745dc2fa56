"""The table: sitting down, asking to take back, giving up together, and what each phase refuses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from domain import table, undo
from domain.game import Fact
from domain.table import (
    AbandonAgreed,
    Abandoned,
    Finished,
    Refused,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TableState,
    UndoAnswered,
    UndoPolicy,
    UndoRequested,
    WordsAdded,
)
from tests import toy

OPENED = TableOpened(
    ruleset="toy",
    figures="",
    name="Test",
    owner="ada",
    seats=3,
    options={},
    undo="consent",
    private=False,
    commitment="",
    seed="",
)
ADA = SeatTaken(seat=0, name="Ada", user="ada")
BEN = SeatTaken(seat=1, name="Ben", user="ben")
ROBOT = SeatTaken(seat=2, name="Robot", bot="random")


def given(*facts: Fact, phase: str = "open", undo: UndoPolicy = "consent") -> TableState:
    state = table.initial(OPENED, toy.RULESET)
    for fact in facts:
        table.evolve(state, fact)
    if phase == "running":
        state.phase = "running"
    state.opened = TableOpened(**{field: getattr(OPENED, field) for field in OPENED.__struct_fields__} | {"undo": undo})
    return state


def then(state: TableState, facts: Sequence[Fact]) -> TableState:
    for fact in facts:
        table.evolve(state, fact)
    return state


def refusal(decide: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        decide()
    return refused.value.detail.text


class TestSeats:
    def test_a_free_seat_is_taken_and_left(self) -> None:
        state = then(given(), table.take_seat(given(), BEN))
        assert table.names(state) == ["", "Ben", ""]
        assert table.seats_of(state, "ben") == [1]
        state = then(state, table.leave_seat(state, 1))
        assert state.chairs[1].free
        assert table.seats_of(state, "ben") == []

    def test_one_user_may_hold_several_seats(self) -> None:
        state = given(ADA, SeatTaken(seat=2, name="Ada too", user="ada"))
        assert table.seats_of(state, "ada") == [0, 2]

    def test_nobody_sits_on_another_nor_beside_the_table(self) -> None:
        state = given(BEN)
        assert refusal(lambda: table.take_seat(state, BEN)) == "The seat is taken."
        for seat in (-1, 3):
            beside = SeatTaken(seat=seat, name="Ben", user="ben")
            assert refusal(lambda there=beside: table.take_seat(state, there)).startswith("There is no seat")  # type: ignore[misc]

    @pytest.mark.parametrize("seat", [-1, 3])
    def test_a_seat_that_does_not_exist_is_refused_everywhere(self, seat: int) -> None:
        state, running = given(ADA), given(ADA, UndoRequested(seat=0, to=3), phase="running")
        decisions: list[Callable[[], object]] = [
            lambda: table.leave_seat(state, seat),
            lambda: table.add_words(state, seat, "words"),
            lambda: table.set_confirmation(state, seat, True),
            lambda: undo.answered(running, seat, True),
            lambda: table.agree_to_abandon(running, seat, True),
        ]
        for decide in decisions:
            assert refusal(decide).startswith("There is no seat")

    def test_leaving_takes_words_and_settings_along(self) -> None:
        state = given(BEN, WordsAdded(seat=1, words="luck"), SeatLeft(seat=1), BEN)
        assert state.chairs[1].words == ""

    def test_all_seats_must_be_taken_before_the_start(self) -> None:
        assert refusal(lambda: table.require_full(given(ADA, BEN))) == "Seats still free: {free}."
        table.require_full(given(ADA, BEN, ROBOT))

    def test_after_the_start_nobody_comes_or_goes(self) -> None:
        running = given(ADA, BEN, phase="running")
        started = "The game has already started."
        assert refusal(lambda: table.take_seat(running, ROBOT)) == started
        assert refusal(lambda: table.leave_seat(running, 0)) == started
        assert refusal(lambda: table.add_words(running, 0, "late")) == started
        assert refusal(lambda: table.close(running)) == started

    def test_a_table_that_has_not_started_can_be_closed(self) -> None:
        state = then(given(ADA), table.close(given(ADA)))
        assert state.phase == "abandoned"


class TestConsent:
    RUNNING = (ADA, BEN, ROBOT)

    def asked(self, *more: Fact) -> TableState:
        return given(*self.RUNNING, UndoRequested(seat=0, to=4), *more, phase="running")

    def test_a_request_waits_for_every_other_human(self) -> None:
        state = given(*self.RUNNING, phase="running")
        state = then(state, undo.requested(state, 0, 4, [5, 4]))
        assert not undo.consent_complete(state)
        state = then(state, undo.answered(state, 1, True))
        assert undo.consent_complete(state)

    def test_a_user_who_plays_alone_among_bots_needs_nobody(self) -> None:
        state = given(ADA, ROBOT, UndoRequested(seat=0, to=4), phase="running")
        assert undo.consent_complete(state)

    def test_a_refusal_ends_the_request(self) -> None:
        state = then(self.asked(), undo.answered(self.asked(), 1, False))
        assert state.request is None
        assert refusal(lambda: undo.answered(state, 1, True)) == "Nobody has asked to take back moves."

    def test_the_asker_may_withdraw_but_not_grant(self) -> None:
        assert refusal(lambda: undo.answered(self.asked(), 0, True)).startswith("Only the other seats")
        assert undo.answered(self.asked(), 0, False) == [UndoAnswered(seat=0, granted=False)]

    def test_one_request_at_a_time_for_a_position_on_the_line(self) -> None:
        assert refusal(lambda: undo.requested(self.asked(), 1, 4, [4])).startswith("{seat} has already asked")
        state = given(*self.RUNNING, phase="running")
        assert refusal(lambda: undo.requested(state, 0, 9, [5, 4])).startswith("Version {version} is not")

    def test_nobody_answers_twice(self) -> None:
        state = self.asked(UndoAnswered(seat=1, granted=True))
        assert refusal(lambda: undo.answered(state, 1, True)) == "You have answered already."

    @pytest.mark.parametrize("policy", ["turn", "free", "off"])
    def test_other_policies_know_no_requests(self, policy: UndoPolicy) -> None:
        state = given(*self.RUNNING, phase="running", undo=policy)
        assert refusal(lambda: undo.requested(state, 0, 4, [4])).startswith("At this table")


class TestEnd:
    def test_a_game_is_abandoned_when_every_human_agrees(self) -> None:
        state = given(ADA, BEN, ROBOT, phase="running")
        first = table.agree_to_abandon(state, 0, True)
        assert first == [AbandonAgreed(seat=0, agrees=True)]
        state = then(state, first)
        state = then(state, table.agree_to_abandon(state, 1, True))
        assert state.phase == "abandoned"

    def test_an_agreement_can_be_taken_back(self) -> None:
        state = given(
            ADA, BEN, AbandonAgreed(seat=0, agrees=True), AbandonAgreed(seat=0, agrees=False), phase="running"
        )
        assert table.agree_to_abandon(state, 1, True) == [AbandonAgreed(seat=1, agrees=True)]

    @pytest.mark.parametrize(
        ("end", "words"), [(Finished(seed=""), "The game is over."), (Abandoned(), "The game was abandoned.")]
    )
    def test_after_the_end_everything_is_refused(self, end: Fact, words: str) -> None:
        over = given(ADA, BEN, UndoRequested(seat=0, to=4), phase="running")
        over = then(over, [end])
        assert over.request is None
        decisions: list[Callable[[], object]] = [
            lambda: table.take_seat(over, ROBOT),
            lambda: table.leave_seat(over, 0),
            lambda: table.set_confirmation(over, 0, True),
            lambda: undo.requested(over, 0, 4, [4]),
            lambda: undo.answered(over, 1, True),
            lambda: table.agree_to_abandon(over, 0, True),
            lambda: table.require_running(over),
        ]
        for decide in decisions:
            assert refusal(decide) == words
