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
from tests.domain.play import append_facts, open_branch, play_command, record, started_game, undo_to
from tests.domain.play import table as seated

END, TAKE = toy.EndTurn(), toy.TakeCoins()


def refusal(decide: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        decide()
    return plain(refused.value.detail)


def play_turn(game: Game) -> Game:
    """Play a turn of seat 0 and the automa turns that follow it."""
    return play_command(play_command(game, TAKE), END)


def tags(game: Game, since: int) -> list[tuple[str, int | None]]:
    return [(findings.topic(each.fact).removeprefix("toy."), each.seat) for each in game.records[since:]]


class TestSeats:
    def test_automas_have_the_last_seats_and_their_own_names(self) -> None:
        chairs = seated(3, automas=["keen", "gentle"]).table.chairs
        assert [(chair.name, chair.automa, chair.free) for chair in chairs] == [
            ("", "", False),
            ("Automa 1", "keen", False),
            ("Automa 2", "gentle", False),
        ]
        assert [chair.name for chair in seated(3, automas=["keen"]).table.chairs] == ["", "", "Automa"]

    def test_table_without_automas_has_only_free_seats(self) -> None:
        opened = msgspec.structs.replace(seated().table.opened, options={})
        assert seating.initial(opened, toy.RULESET).chairs == [seating.SeatState(), seating.SeatState()]

    def test_no_user_can_join_an_automas_seat_or_act_for_it(self) -> None:
        state = seated(automas=["keen"]).table
        running = started_game(undo="consent", automas=["keen"]).table
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
        agreed = decisions.agree_to_abandon(started_game(automas=["keen"]).table, 0, True)
        assert facts.Abandoned() in agreed

    def test_a_table_needs_at_least_one_user(self) -> None:
        with pytest.raises(Refused, match="At least one seat must be for a player"):
            decisions.playable(toy.RULESET, 2, {"automas": ["keen", "keen"]})
        with pytest.raises(msgspec.ValidationError):
            decisions.playable(toy.RULESET, 3, {"automas": ["mild"]})

    def test_number_of_seats_is_players_plus_automas(self) -> None:
        assert decisions.seats_for(toy.RULESET, 1, {"automas": ["keen", "keen"]}) == 3
        assert decisions.seats_for(toy.RULESET, 2, {}) == 2
        with pytest.raises(Refused, match="can't be played by"):
            decisions.seats_for(toy.RULESET, 1, {})

    def test_the_rules_play_automas_in_branches_too(self) -> None:
        game = started_game(3, automas=["keen"])
        branch = open_branch(game, game.version)
        assert [(chair.user, chair.automa) for chair in branch.table.chairs] == [
            ("ada", ""),
            ("ada", ""),
            (None, "keen"),
        ]
        assert seating.seats_of(branch.table, "ada") == [0, 1]
        branch = play_command(play_command(branch, TAKE, seat=0), END, seat=0)
        branch = play_command(play_command(branch, TAKE, seat=1), END, seat=1)
        assert tags(branch, branch.version - 4)[0] == ("called", 2)


class TestPlay:
    def test_automa_moves_in_the_same_write_as_the_user(self) -> None:
        game = play_command(started_game(automas=["keen"]), TAKE)
        before = game.version
        game = play_command(game, END)
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

    def test_gentle_automa_plays_differently(self) -> None:
        called = [
            each.fact
            for each in play_turn(started_game(automas=["gentle"])).records
            if isinstance(each.fact, toy.Called)
        ]
        assert called == [toy.Called(seat=1, number="3", call="high", points=0)]

    def test_several_automas_act_in_seat_order(self) -> None:
        game = play_turn(started_game(3, automas=["keen", "gentle"]))
        called = [each.fact.seat for each in game.records if isinstance(each.fact, toy.Called)]
        assert called == [1, 2]

    def test_starting_automa_moves_in_the_write_of_the_start(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def second_begins(fact: toy.Started) -> toy.State:
            return msgspec.structs.replace(toy.RULESET.initial(fact), turn=1)

        toy.change(monkeypatch, initial=second_begins)
        acted = play.begin(seated(automas=["keen"]), 0)
        topics = [(findings.topic(fact), seat) for fact, seat in acted]
        assert topics[:3] == [("toy.started", 0), ("toy.called", 1), ("toy.turn_ended", 1)]
        assert acted[-1] == (toy.TurnBegun(seat=0), 1)

    def test_missing_automa_move_blocks_moves_but_not_undo(self) -> None:
        game = play_command(started_game(undo="free", automas=["keen"]), TAKE)
        before = game.version
        game = append_facts(game, *toy.RULESET.decide(aggregate.state(game), 0, END), seat=0, actor="ada")
        for seat, words in (
            (0, "It's 2's turn."),
            (1, "Seat 2 belongs to an automa."),
        ):
            assert refusal(lambda at=seat: play.move(game, aggregate.state(game), at, TAKE)) == words  # type: ignore[misc]
        finding = list(audit.audit(game))[-1]
        assert (finding.version, finding.seat, finding.verdict) == (game.version, 1, "diverges")
        assert undo.back_targets(game, 0)[0] == before

    def test_no_user_can_move_for_an_automa(self) -> None:
        game = started_game(automas=["keen"])
        assert refusal(lambda: play.move(game, aggregate.state(game), 1, TAKE)).startswith(
            "Seat 2 belongs to an automa"
        )


class TestUndo:
    def test_undo_stops_at_a_card_that_an_automa_revealed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        toy.change(monkeypatch, reveals=lambda fact: isinstance(fact, toy.Drawn) and fact.seat == 1)
        game = play_command(started_game(automas=["keen"]), TAKE)
        assert undo.back_targets(game, 0) == [game.version - 1]
        assert undo.back_targets(play_turn(started_game(automas=["keen"])), 0) == []

    @pytest.mark.parametrize("policy", ["free", "consent"])
    def test_move_and_automa_reply_are_undone_and_repeated_together(self, policy: facts.UndoPolicy) -> None:
        game = play_command(started_game(undo=policy, automas=["keen"]), TAKE)
        before = game.version
        answered = play_command(game, END)
        if policy == "free":
            assert undo.back_targets(answered, 0)[0] == before
            gone = append_facts(answered, *undo.back(answered, 0, None), seat=0)
        else:  # Automas are not asked for consent.
            gone = append_facts(answered, *undo.request(answered, 0, before), seat=0)
        assert aggregate.state(gone) == aggregate.state(game)
        again = play_command(gone, END)
        assert again.records[gone.version :] != []
        assert [each.fact for each in again.records[gone.version :]] == [
            each.fact for each in answered.records[before:]
        ]

    def test_redo_restores_the_move_with_the_automas_reply(self) -> None:
        answered = play_turn(started_game(undo="free", automas=["keen"]))
        gone = undo_to(answered, undo.back_targets(answered, 0)[0])
        assert undo.forward_targets(gone, 0) == [answered.version]

    def test_only_users_are_asked_for_consent(self) -> None:
        game = play_turn(started_game(3, undo="consent", automas=["keen"]))
        asked = append_facts(game, *undo.request(game, 0, None), seat=0)
        assert asked.table.request is not None
        granted = undo.answer(asked, 1, True)
        assert len(granted) == 2, "the last user's consent moves the head"


class TestAudit:
    @pytest.fixture
    def log(self) -> Game:
        """Return a game without a seed, as from a record of play; the audit needs none."""
        opened = msgspec.structs.replace(
            seated(automas=["keen"]).table.opened, recorded=True, owner="ada", options={"coins": 3, "automas": ["keen"]}
        )
        game = aggregate.rebuilt("game", [record(None, opened)], "hash-1")
        game = append_facts(game, SeatTaken(seat=0, user="ada"), seat=0, actor="ada")
        deal = next(each.fact for each in started_game(automas=["keen"]).records if isinstance(each.fact, toy.Started))
        return play_turn(play_turn(append_facts(game, deal)))

    def examined(self, records: list[Recorded[Fact]]) -> list[Finding]:
        renumbered = [msgspec.structs.replace(each, originator_version=at) for at, each in enumerate(records, 1)]
        return list(audit.examine("game", renumbered))

    def last_finding(self, records: list[Recorded[Fact]]) -> tuple[int, str, str]:
        last = self.examined(records)[-1]
        return last.version, last.verdict, plain(last.detail) if last.detail else ""

    def automa_versions(self, game: Game) -> list[int]:
        """Return the versions of the facts of the automa's first turn."""
        return [each.originator_version for each in game.records if each.seat == 1][:4]

    def test_automa_moves_are_audited(self, log: Game) -> None:
        findings = self.examined(log.records)
        assert all(finding.holds for finding in findings)
        assert [finding.seat for finding in findings if finding.is_move] == [None, 0, 0, 1, 1, 0, 0, 1, 1][1:]
        assert all(finding.holds for finding in audit.audit(log))

    def test_the_audit_reports_a_missing_move_of_an_automa(self, log: Game) -> None:
        versions = self.automa_versions(log)
        before = [each for each in log.records if each.originator_version < versions[0]]
        after = [each for each in log.records if each.originator_version > versions[-1]]
        expected = (versions[0] - 1, "diverges", "Automa 2's next move must be in the same write, but it is missing.")
        assert self.last_finding(before) == expected, "at the end of the log"
        assert self.last_finding([*before, *after]) == expected, "in the middle of the log"
        finding = self.examined(before)[-1]
        assert [differs.recorded for differs in finding.differences] == [msgspec.UNSET], "only its facts are missing"

    def test_the_audit_reports_an_incomplete_turn_of_an_automa(self, log: Game) -> None:
        versions = self.automa_versions(log)
        assert self.last_finding(log.records[: versions[0]])[:2] == (versions[0], "diverges")

    def test_the_audit_reports_an_automa_move_in_a_later_write(self, log: Game) -> None:
        versions = self.automa_versions(log)
        later = [
            msgspec.structs.replace(each, command="later") if each.originator_version in versions else each
            for each in log.records
        ]
        assert self.last_finding(later)[:2] == (versions[0] - 1, "diverges")

    def test_the_audit_reports_a_different_move_of_an_automa(self, log: Game) -> None:
        first = self.automa_versions(log)[0]
        other = msgspec.structs.replace(
            log.records[first - 1], fact=toy.Called(seat=1, number="3", call="low", points=5)
        )
        records = [*log.records[: first - 1], other, *log.records[first:]]
        finding = self.examined(records)[-1]
        assert (finding.version, finding.verdict, finding.seat) == (first, "diverges", 1)
        assert [differs.field for differs in finding.differences] == ["number"]

    def test_the_audit_reports_a_user_move_for_an_automa(self, log: Game) -> None:
        command, actor = log.records[-1].command, log.records[-1].actor
        more = append_facts(log, toy.CoinsTaken(seat=1, coins=2), seat=1, actor="ada")
        assert self.last_finding(more.records)[1] == "illegal"
        same = append_facts(log, toy.CoinsTaken(seat=1, coins=2), seat=1, actor=actor, command=command)
        assert self.last_finding(same.records)[1] == "illegal"

    def test_the_audit_reports_a_forged_table_fact_of_an_automas_seat(self, log: Game) -> None:
        start = next(each.originator_version for each in log.records if isinstance(each.fact, toy.Started))
        for fact in (
            SeatTaken(seat=1, user="eve"),
            facts.SeatLeft(seat=1),
            facts.WordsSealed(seat=1, digest="luck"),
            facts.ConfirmationSet(seat=1, automatic=True),
        ):
            forged = [*log.records[: start - 1], record(None, fact, 1, command="forged")]
            version, verdict, detail = self.last_finding(forged)
            assert (version, verdict) == (start, "illegal")
            assert detail.startswith("Seat 2 belongs to an automa")

    def test_the_audit_reports_a_branch_that_starts_within_a_move(self, log: Game) -> None:
        within = self.automa_versions(log)[0] - 1
        branch = open_branch(log, within)
        origin = aggregate.origin_at(log, branch.records[0].fact)
        finding = list(audit.examine("branch", branch.records, origin))[-1]
        assert (finding.version, finding.verdict) == (1, "illegal")
        whole = open_branch(log, log.version)
        origin = aggregate.origin_at(log, whole.records[0].fact)
        assert list(audit.examine("branch", whole.records, origin)) == []


def test_the_audit_reports_a_table_without_users() -> None:
    opened = msgspec.structs.replace(seated().table.opened, recorded=True, options={"automas": ["keen", "keen"]})
    assert isinstance(opened, TableOpened)
    finding = next(iter(audit.examine("game", [record(None, opened)])))
    assert finding.verdict == "illegal"
