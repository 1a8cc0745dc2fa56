"""Automas: seats without a user, whose moves the rules make in the same write as the preceding move."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from domain import aggregate, audit, findings, play, undo
from domain.aggregate import Game
from domain.findings import Finding
from domain.game import Fact
from domain.log import Recorded
from domain.message import plain
from domain.table import decisions, facts, seating
from domain.table.facts import SeatTaken, TableOpened
from domain.table.refusals import Refused
from tests import toy
from tests.domain.play import appended, back, branched, played, record, started
from tests.domain.play import table as seated

END, TAKE = toy.EndTurn(), toy.TakeCoins()


def refusal(decide: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        decide()
    return plain(refused.value.detail)


def a_turn(game: Game) -> Game:
    """Seat 0 takes coins and ends its turn, which brings the automa's."""
    return played(played(game, TAKE), END)


def tags(game: Game, since: int) -> list[tuple[str, int | None]]:
    return [(findings.topic(each.fact).removeprefix("toy."), each.seat) for each in game.records[since:]]


class TestChairs:
    def test_automas_have_the_last_seats_and_their_own_names(self) -> None:
        chairs = seated(3, automas=["keen", "gentle"]).table.chairs
        assert [(chair.name, chair.automa, chair.free) for chair in chairs] == [
            ("", "", False),
            ("Automa 1", "keen", False),
            ("Automa 2", "gentle", False),
        ]
        assert [chair.name for chair in seated(3, automas=["keen"]).table.chairs] == ["", "", "Automa"]

    def test_a_table_without_automas_is_unchanged(self) -> None:
        opened = msgspec.structs.replace(seated().table.opened, options={})
        assert seating.initial(opened, toy.RULESET).chairs == [seating.SeatState(), seating.SeatState()]

    def test_no_user_can_join_an_automas_seat_or_act_for_it(self) -> None:
        state = seated(automas=["keen"]).table
        running = started(undo="consent", automas=["keen"]).table
        decided: list[Callable[[], object]] = [
            lambda: decisions.take_seat(state, SeatTaken(seat=1, user="eve")),
            lambda: decisions.leave_seat(state, 1),
            lambda: decisions.add_words(state, facts.WordsSealed(seat=1, digest="luck")),
            lambda: decisions.set_confirmation(state, 1, True),
            lambda: decisions.agree_to_abandon(running, 1, True),
            lambda: undo.requested(running, 1, 4, [4]),
            lambda: undo.answered(running, 1, True),
        ]
        for decide in decided:
            assert refusal(decide) == "Seat 2 belongs to an automa."

    def test_a_table_with_one_user_is_full_and_that_user_can_abandon_it(self) -> None:
        decisions.require_full(seated(automas=["keen"]).table)
        agreed = decisions.agree_to_abandon(started(automas=["keen"]).table, 0, True)
        assert facts.Abandoned() in agreed

    def test_a_table_needs_at_least_one_user(self) -> None:
        with pytest.raises(Refused, match="At least one seat must be for a player"):
            decisions.playable(toy.RULESET, 2, {"automas": ["keen", "keen"]})
        with pytest.raises(msgspec.ValidationError):
            decisions.playable(toy.RULESET, 3, {"automas": ["mild"]})

    def test_how_many_seats_a_table_has_for_so_many_people(self) -> None:
        assert decisions.seats_for(toy.RULESET, 1, {"automas": ["keen", "keen"]}) == 3
        assert decisions.seats_for(toy.RULESET, 2, {}) == 2
        with pytest.raises(Refused, match="can't be played by"):
            decisions.seats_for(toy.RULESET, 1, {})

    def test_the_rules_play_automas_in_branches_too(self) -> None:
        game = started(3, automas=["keen"])
        branch = branched(game, game.version)
        assert [(chair.user, chair.automa) for chair in branch.table.chairs] == [
            ("ada", ""),
            ("ada", ""),
            (None, "keen"),
        ]
        assert seating.seats_of(branch.table, "ada") == [0, 1]
        branch = played(played(branch, TAKE, seat=0), END, seat=0)
        branch = played(played(branch, TAKE, seat=1), END, seat=1)
        assert tags(branch, branch.version - 4)[0] == ("called", 2)


class TestPlay:
    def test_the_rules_answer_in_the_same_write(self) -> None:
        game = played(started(automas=["keen"]), TAKE)
        before = game.version
        game = played(game, END)
        assert tags(game, before) == [
            ("turn_ended", 0),
            ("drawn", 0),
            ("turn_begun", 0),
            ("called", 1),
            ("turn_ended", 1),
            ("drawn", 1),
            ("turn_begun", 1),
        ]
        assert game.records[before + 3].fact == toy.Called(seat=1, number="4", call="low", points=5)
        assert len({each.command for each in game.records[before:]}) == 1
        assert [act.seat for act in play.to_act(game.ruleset, game.table, aggregate.state(game))] == [0]

    def test_a_gentle_one_plays_otherwise(self) -> None:
        called = [
            each.fact for each in a_turn(started(automas=["gentle"])).records if isinstance(each.fact, toy.Called)
        ]
        assert called == [toy.Called(seat=1, number="3", call="high", points=0)]

    def test_several_act_one_after_the_other(self) -> None:
        game = a_turn(started(3, automas=["keen", "gentle"]))
        called = [each.fact.seat for each in game.records if isinstance(each.fact, toy.Called)]
        assert called == [1, 2]

    def test_one_that_begins_does_so_in_the_write_of_the_start(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def second_begins(fact: toy.Started) -> toy.State:
            return msgspec.structs.replace(toy.RULESET.initial(fact), turn=1)

        toy.change(monkeypatch, initial=second_begins)
        acted = play.begin(seated(automas=["keen"]), 0)
        topics = [(findings.topic(fact), seat) for fact, seat in acted]
        assert topics[:3] == [("toy.started", 0), ("toy.called", 1), ("toy.turn_ended", 1)]
        assert acted[-1] == (toy.TurnBegun(seat=0), 1)

    def test_a_log_that_ends_before_its_answer_waits_for_it_and_can_be_taken_back(self) -> None:
        game = played(started(undo="free", automas=["keen"]), TAKE)
        before = game.version
        game = appended(game, *toy.RULESET.decide(aggregate.state(game), 0, END), seat=0, actor="ada")
        for seat, words in (
            (0, "It's 2's turn."),
            (1, "Seat 2 belongs to an automa."),
        ):
            assert refusal(lambda at=seat: play.move(game, aggregate.state(game), at, TAKE)) == words  # type: ignore[misc]
        finding = list(audit.audit(game))[-1]
        assert (finding.version, finding.seat, finding.verdict) == (game.version, 1, "diverges")
        assert undo.back_targets(game, 0)[0] == before

    def test_no_user_can_move_for_an_automa(self) -> None:
        game = started(automas=["keen"])
        assert refusal(lambda: play.move(game, aggregate.state(game), 1, TAKE)).startswith(
            "Seat 2 belongs to an automa"
        )


class TestUndo:
    def test_an_undo_within_a_turn_cannot_pass_a_card_that_an_automa_revealed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        toy.change(monkeypatch, reveals=lambda fact: isinstance(fact, toy.Drawn) and fact.seat == 1)
        game = played(started(automas=["keen"]), TAKE)
        assert undo.back_targets(game, 0) == [game.version - 1]
        assert undo.back_targets(a_turn(started(automas=["keen"])), 0) == []

    @pytest.mark.parametrize("policy", ["free", "consent"])
    def test_the_move_and_its_answer_go_back_together_and_come_again(self, policy: facts.UndoPolicy) -> None:
        game = played(started(undo=policy, automas=["keen"]), TAKE)
        before = game.version
        answered = played(game, END)
        if policy == "free":
            assert undo.back_targets(answered, 0)[0] == before
            gone = appended(answered, *undo.back(answered, 0, None), seat=0)
        else:  # An automa grants nothing and need not be asked.
            gone = appended(answered, *undo.request(answered, 0, before), seat=0)
        assert aggregate.state(gone) == aggregate.state(game)
        again = played(gone, END)
        assert again.records[gone.version :] != []
        assert [each.fact for each in again.records[gone.version :]] == [
            each.fact for each in answered.records[before:]
        ]

    def test_redo_restores_the_move_with_the_automas_answer(self) -> None:
        answered = a_turn(started(undo="free", automas=["keen"]))
        gone = back(answered, undo.back_targets(answered, 0)[0])
        assert undo.forward_targets(gone, 0) == [answered.version]

    def test_other_people_are_asked_and_automas_are_not(self) -> None:
        game = a_turn(started(3, undo="consent", automas=["keen"]))
        asked = appended(game, *undo.request(game, 0, None), seat=0)
        assert asked.table.request is not None
        granted = undo.answer(asked, 1, True)
        assert len(granted) == 2, "the last person's grant moves the head"


class TestAudit:
    @pytest.fixture
    def log(self) -> Game:
        """Return a table opened without a seed, as of a record of play, which needs none to be examined."""
        opened = msgspec.structs.replace(
            seated(automas=["keen"]).table.opened, recorded=True, owner="ada", options={"coins": 3, "automas": ["keen"]}
        )
        game = aggregate.rebuilt("game", [record(None, opened)], "hash-1")
        game = appended(game, SeatTaken(seat=0, user="ada"), seat=0, actor="ada")
        deal = next(each.fact for each in started(automas=["keen"]).records if isinstance(each.fact, toy.Started))
        return a_turn(a_turn(appended(game, deal)))

    def examined(self, records: list[Recorded[Fact]]) -> list[Finding]:
        renumbered = [msgspec.structs.replace(each, originator_version=at) for at, each in enumerate(records, 1)]
        return list(audit.examine("game", renumbered))

    def wrong(self, records: list[Recorded[Fact]]) -> tuple[int, str, str]:
        last = self.examined(records)[-1]
        return last.version, last.verdict, plain(last.detail) if last.detail else ""

    def of_automa(self, game: Game) -> list[int]:
        """Return the versions of the facts of the automa's first turn."""
        return [each.originator_version for each in game.records if each.seat == 1][:4]

    def test_its_moves_are_decided_again(self, log: Game) -> None:
        findings = self.examined(log.records)
        assert all(finding.holds for finding in findings)
        assert [finding.seat for finding in findings if finding.is_move] == [None, 0, 0, 1, 1, 0, 0, 1, 1][1:]
        assert all(finding.holds for finding in audit.audit(log))

    def test_the_audit_reports_a_missing_move_of_an_automa(self, log: Game) -> None:
        there = self.of_automa(log)
        before = [each for each in log.records if each.originator_version < there[0]]
        after = [each for each in log.records if each.originator_version > there[-1]]
        told = (there[0] - 1, "diverges", "Automa 2's next move must be in the same write, but it is missing.")
        assert self.wrong(before) == told, "at the end of the log"
        assert self.wrong([*before, *after]) == told, "in its midst"
        finding = self.examined(before)[-1]
        assert [differs.recorded for differs in finding.differences] == [msgspec.UNSET], "its facts only are missing"

    def test_the_audit_reports_an_incomplete_turn_of_an_automa(self, log: Game) -> None:
        there = self.of_automa(log)
        assert self.wrong(log.records[: there[0]])[:2] == (there[0], "diverges")

    def test_the_missing_move_cannot_be_added_later(self, log: Game) -> None:
        there = self.of_automa(log)
        later = [
            msgspec.structs.replace(each, command="later") if each.originator_version in there else each
            for each in log.records
        ]
        assert self.wrong(later)[:2] == (there[0] - 1, "diverges")

    def test_the_audit_reports_a_different_move_of_an_automa(self, log: Game) -> None:
        first = self.of_automa(log)[0]
        other = msgspec.structs.replace(
            log.records[first - 1], fact=toy.Called(seat=1, number="3", call="low", points=5)
        )
        records = [*log.records[: first - 1], other, *log.records[first:]]
        finding = self.examined(records)[-1]
        assert (finding.version, finding.verdict, finding.seat) == (first, "diverges", 1)
        assert [differs.field for differs in finding.differences] == ["number"]

    def test_a_person_does_not_move_for_it(self, log: Game) -> None:
        command, actor = log.records[-1].command, log.records[-1].actor
        more = appended(log, toy.CoinsTaken(seat=1, coins=2), seat=1, actor="ada")
        assert self.wrong(more.records)[1] == "illegal"
        same = appended(log, toy.CoinsTaken(seat=1, coins=2), seat=1, actor=actor, command=command)
        assert self.wrong(same.records)[1] == "illegal"

    def test_the_audit_reports_a_forged_table_fact_of_an_automas_seat(self, log: Game) -> None:
        start = next(each.originator_version for each in log.records if isinstance(each.fact, toy.Started))
        for fact in (
            SeatTaken(seat=1, user="eve"),
            facts.SeatLeft(seat=1),
            facts.WordsSealed(seat=1, digest="luck"),
            facts.ConfirmationSet(seat=1, automatic=True),
        ):
            forged = [*log.records[: start - 1], record(None, fact, 1, command="forged")]
            version, verdict, detail = self.wrong(forged)
            assert (version, verdict) == (start, "illegal")
            assert detail.startswith("Seat 2 belongs to an automa")

    def test_a_branch_starts_after_a_complete_move(self, log: Game) -> None:
        within = self.of_automa(log)[0] - 1
        branch = branched(log, within)
        origin = aggregate.origin_at(log, branch.records[0].fact)
        finding = list(audit.examine("branch", branch.records, origin))[-1]
        assert (finding.version, finding.verdict) == (1, "illegal")
        whole = branched(log, log.version)
        origin = aggregate.origin_at(log, whole.records[0].fact)
        assert list(audit.examine("branch", whole.records, origin)) == []


def test_a_table_without_users_cannot_be_forged() -> None:
    opened = msgspec.structs.replace(seated().table.opened, recorded=True, options={"automas": ["keen", "keen"]})
    assert isinstance(opened, TableOpened)
    finding = next(iter(audit.examine("game", [record(None, opened)])))
    assert finding.verdict == "illegal"
