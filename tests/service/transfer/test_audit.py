"""Auditing a game: the result of each of its commands under the current rules."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import aggregate
from domain.aggregate import Game
from domain.game import HIDDEN, IllegalMove
from domain.log import moves
from domain.message import message
from service.transfer.audit import audit
from service.usecases import branches
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import toy
from tests.service import playing


@pytest.fixture
def handler(tmp_path: Path) -> CommandHandler:
    return playing.new_daybook(tmp_path)


@pytest.fixture
def game(handler: CommandHandler) -> Game:
    return playing.play_to_end(handler, playing.start_game(handler, 3))


def with_changed_rules(monkeypatch: pytest.MonkeyPatch, handler: CommandHandler, game: Game, **changes: Any) -> Game:
    """Return the game as read after a change to the rules."""
    monkeypatch.setitem(toy.game.rulesets(), "toy", dataclasses.replace(toy.RULESET, **changes))
    return CommandHandler(handler.storage).games.game(game.id)


def paying_double(state: Any, seat: int, command: Any) -> Any:
    facts = toy.RULESET.decide(state, seat, command)
    return [msgspec.structs.replace(fact, points=9) if isinstance(fact, toy.Called) else fact for fact in facts]


def test_commands_are_identical_under_unchanged_rules(handler: CommandHandler, game: Game) -> None:
    findings = audit(handler, game)
    assert {finding.verdict for finding in findings} == {"identical"}
    line = moves(game.records, aggregate.log.line(game.tree))
    assert [finding.version for finding in findings] == [move.first for move in line]


def test_audit_at_an_earlier_version_stops_there(handler: CommandHandler, game: Game) -> None:
    middle = aggregate.move_ends(game)[5]
    assert audit(handler, game, at=middle) == audit(handler, game)[:6]


def test_audit_skips_abandoned_paths(handler: CommandHandler, game: Game) -> None:
    on_line = set(aggregate.log.line(game.tree))
    assert any(
        isinstance(record.fact, toy.Called) and record.originator_version not in on_line for record in game.records
    )
    assert {finding.version for finding in audit(handler, game)} <= on_line


def test_corrected_rule_reports_each_difference_by_field(
    handler: CommandHandler, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    corrected = with_changed_rules(monkeypatch, handler, game, decide=paying_double)
    diverging = [finding for finding in audit(handler, corrected) if finding.verdict == "diverges"]
    called = [game.records[version - 1] for version in aggregate.log.line(game.tree)]
    called = [record for record in called if isinstance(record.fact, toy.Called) and record.fact.points != 9]
    assert [finding.version for finding in diverging] == [record.originator_version for record in called]
    (difference,) = diverging[0].differences
    assert (difference.field, difference.recorded, difference.now) == ("points", called[0].fact.points, 9)


def test_newly_forbidden_command_is_illegal_with_rule_id(
    handler: CommandHandler, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stricter(state: Any, seat: int, command: Any) -> Any:
        if isinstance(command, toy.TakeCoins):
            raise IllegalMove("TOY-9", message("test.nobody-takes-coins-any", "Nobody takes coins any more."))
        return toy.RULESET.decide(state, seat, command)

    findings = audit(handler, with_changed_rules(monkeypatch, handler, game, decide=stricter))
    illegal = [finding for finding in findings if finding.verdict == "illegal"]
    assert {finding.rule for finding in illegal} == {"TOY-9"}
    assert [finding.version for finding in illegal] == [
        version
        for version in aggregate.log.line(game.tree)
        if isinstance(game.records[version - 1].fact, toy.CoinsTaken)
    ]
    assert findings[-1].verdict == "identical", "commands after an illegal one are decided on the recorded facts"


def test_fact_that_no_longer_follows_is_reported_missing(
    handler: CommandHandler, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_turn_begun(state: Any, seat: int, command: Any) -> Any:
        return [fact for fact in toy.RULESET.decide(state, seat, command) if not isinstance(fact, toy.TurnBegun)]

    findings = audit(handler, with_changed_rules(monkeypatch, handler, game, decide=without_turn_begun))
    finding = next(finding for finding in findings if finding.verdict == "diverges")
    assert finding.differences[-1].recorded["topic"] == "toy.turn_begun"
    assert finding.differences[-1].now is msgspec.UNSET


def test_differences_in_running_game_reveal_nothing_hidden(
    handler: CommandHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = playing.start_game(handler, 3)
    for _ in range(4):
        running = playing.make_random_move(handler, running, playing.random.Random(4))

    def redealt(table: Any, chance: Any) -> Any:
        started = toy.RULESET.setup(table, chance)
        return msgspec.structs.replace(started, deck=started.deck[::-1], coins=started.coins + 1)

    changed = with_changed_rules(monkeypatch, handler, running, setup=redealt)
    assert [difference.field for difference in audit(handler, changed)[0].differences] == ["coins"]
    for_auditor = audit(handler, changed, viewer="auditor")[0].differences
    assert {difference.field for difference in for_auditor} == {"deck.0", "deck.2", "coins"}
    assert HIDDEN not in str(for_auditor)


def test_branch_audit_covers_only_its_own_moves(handler: CommandHandler, game: Game) -> None:
    branch = branches.open_branch(
        handler, game.id, CommandContext(actor="ada", command="b"), at=game.version // 2, viewer=0, name="b"
    )
    assert audit(handler, branch) == []
    branch = playing.make_random_move(handler, branch, playing.random.Random(1))
    assert [finding.verdict for finding in audit(handler, branch)] == ["identical"]
