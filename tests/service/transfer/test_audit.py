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
    return playing.played_out(handler, playing.started(handler, 3))


def under(monkeypatch: pytest.MonkeyPatch, handler: CommandHandler, game: Game, **changes: Any) -> Game:
    """Return the game as it is read after a change of the rules."""
    monkeypatch.setitem(toy.game.rulesets(), "toy", dataclasses.replace(toy.RULESET, **changes))
    return CommandHandler(handler.storage).games.game(game.id)


def paying_double(state: Any, seat: int, command: Any) -> Any:
    facts = toy.RULESET.decide(state, seat, command)
    return [msgspec.structs.replace(fact, points=9) if isinstance(fact, toy.Called) else fact for fact in facts]


def test_every_command_of_the_line_is_identical_under_the_same_rules(handler: CommandHandler, game: Game) -> None:
    findings = audit(handler, game)
    assert {finding.verdict for finding in findings} == {"identical"}
    line = moves(game.records, aggregate.log.line(game.tree))
    assert [finding.version for finding in findings] == [move.first for move in line]


def test_an_audit_of_an_earlier_version_ends_there(handler: CommandHandler, game: Game) -> None:
    middle = aggregate.move_ends(game)[5]
    assert audit(handler, game, at=middle) == audit(handler, game)[:6]


def test_abandoned_paths_are_no_part_of_an_audit(handler: CommandHandler, game: Game) -> None:
    on_line = set(aggregate.log.line(game.tree))
    assert any(
        isinstance(record.fact, toy.Called) and record.originator_version not in on_line for record in game.records
    )
    assert {finding.version for finding in audit(handler, game)} <= on_line


def test_a_corrected_rule_shows_each_difference_by_its_field(
    handler: CommandHandler, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    corrected = under(monkeypatch, handler, game, decide=paying_double)
    diverging = [finding for finding in audit(handler, corrected) if finding.verdict == "diverges"]
    called = [game.records[version - 1] for version in aggregate.log.line(game.tree)]
    called = [record for record in called if isinstance(record.fact, toy.Called) and record.fact.points != 9]
    assert [finding.version for finding in diverging] == [record.originator_version for record in called]
    (difference,) = diverging[0].differences
    assert (difference.field, difference.recorded, difference.now) == ("points", called[0].fact.points, 9)


def test_a_command_that_the_rules_forbid_now_is_illegal_by_the_rules_id(
    handler: CommandHandler, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stricter(state: Any, seat: int, command: Any) -> Any:
        if isinstance(command, toy.TakeCoins):
            raise IllegalMove("TOY-9", message("test.nobody-takes-coins-any", "Nobody takes coins any more."))
        return toy.RULESET.decide(state, seat, command)

    findings = audit(handler, under(monkeypatch, handler, game, decide=stricter))
    illegal = [finding for finding in findings if finding.verdict == "illegal"]
    assert {finding.rule for finding in illegal} == {"TOY-9"}
    assert [finding.version for finding in illegal] == [
        version
        for version in aggregate.log.line(game.tree)
        if isinstance(game.records[version - 1].fact, toy.CoinsTaken)
    ]
    assert findings[-1].verdict == "identical", "what comes after an illegal command is decided on the recorded facts"


def test_a_fact_that_no_longer_follows_is_told_as_missing(
    handler: CommandHandler, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawless(state: Any, seat: int, command: Any) -> Any:
        return [fact for fact in toy.RULESET.decide(state, seat, command) if not isinstance(fact, toy.TurnBegun)]

    findings = audit(handler, under(monkeypatch, handler, game, decide=drawless))
    finding = next(finding for finding in findings if finding.verdict == "diverges")
    assert finding.differences[-1].recorded["topic"] == "toy.turn_begun"
    assert finding.differences[-1].now is msgspec.UNSET


def test_in_a_running_game_a_difference_shows_nothing_hidden(
    handler: CommandHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = playing.started(handler, 3)
    for _ in range(4):
        running = playing.moved(handler, running, playing.random.Random(4))

    def redealt(table: Any, chance: Any) -> Any:
        started = toy.RULESET.setup(table, chance)
        return msgspec.structs.replace(started, deck=started.deck[::-1], coins=started.coins + 1)

    changed = under(monkeypatch, handler, running, setup=redealt)
    assert [difference.field for difference in audit(handler, changed)[0].differences] == ["coins"]
    told = audit(handler, changed, viewer="auditor")[0].differences
    assert {difference.field for difference in told} == {"deck.0", "deck.2", "coins"}
    assert HIDDEN not in str(told)


def test_the_audit_of_a_branch_is_about_its_own_moves(handler: CommandHandler, game: Game) -> None:
    branch = branches.open_branch(
        handler, game.id, CommandContext(actor="ada", command="b"), at=game.version // 2, viewer=0, name="b"
    )
    assert audit(handler, branch) == []
    branch = playing.moved(handler, branch, playing.random.Random(1))
    assert [finding.verdict for finding in audit(handler, branch)] == ["identical"]
