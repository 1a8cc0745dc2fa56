"""Golden logs: each verifies and replays to the same positions as when it was created."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import aggregate, audit, findings, log
from domain.aggregate import Game
from domain.game import Ruleset, rulesets
from domain.log import HeadMoved
from domain.rules.rulebook import corrections
from service.transfer.verification import VerificationReport, verify
from tests.golden import logs
from tests.golden.make import GOLDEN
from tests.service.transfer.tampering import assert_wrong, forged

PLAYED_BEFORE_A_FIX = {
    "birmingham-2-seats": (100, "BB-8.2"),
    "birmingham-3-seats": (44, "BB-8.2"),
    "birmingham-4-seats": (97, "BB-8.2"),
}
"""Logs with moves that were let pass once: the line of the first one, and the rule that refuses it today. They replay
all the same, and are verified by the rule as it was."""

UNLIKELY = {"Lapsed"}
"""Facts of very few games: a gain that finds no place."""

SOUND = [file for file in logs.LOGS if logs.name_of(file) not in PLAYED_BEFORE_A_FIX]

every_log = pytest.mark.parametrize("file", logs.LOGS, ids=logs.name_of, scope="module")
every_sound_log = pytest.mark.parametrize("file", SOUND, ids=logs.name_of, scope="module")
"""All tests of a log follow one another, so that one process reads and verifies it once."""


@cache
def game_of(file: Path) -> Game:
    return logs.game_of(logs.lines_of(file))


@cache
def report_of(file: Path) -> VerificationReport:
    return verify(logs.lines_of(file))


def test_the_golden_logs_are_there() -> None:
    assert set(GOLDEN) <= set(map(logs.name_of, logs.LOGS))


@every_log
def test_it_replays_to_the_positions_it_had(file: Path) -> None:
    assert logs.written(logs.positions(game_of(file))) == logs.positions_file(file).read_text()


@every_sound_log
def test_it_is_sound(file: Path) -> None:
    report = report_of(file)
    assert report.problem is None
    assert report.points == game_of(file).ruleset.standing(aggregate.state(game_of(file))).points


@pytest.mark.parametrize(("name", "place"), PLAYED_BEFORE_A_FIX.items())
def test_a_move_that_a_mended_rule_refuses_is_found_in_an_old_log(name: str, place: tuple[int, str]) -> None:
    file = logs.DIRECTORY / f"{name}.ndjson.gz"
    report = verify(logs.lines_of(file))
    assert report.problem is None
    assert not report.valid
    line, rule = place
    assert report.superseded[0].line == line
    (correction,) = (found for found in corrections(game_of(file).ruleset.catalogue) if found.rule == rule)
    assert {(found.kind, found.rule, found.corrected) for found in report.superseded} == {
        ("superseded", rule, correction.date)
    }
    assert report.points == game_of(file).ruleset.standing(aggregate.state(game_of(file))).points


FORGERIES: dict[str, tuple[Any, str | None]] = {
    "played after the correction": (lambda record: record | {"at": "2026-11-21T12:00:00Z"}, "BB-8.2"),
    "in the figures": (lambda record: record | {"fact": record["fact"] | {"price": 0}}, "BB-8.2"),
    "by another seat": (lambda record: record | {"seat": (record["seat"] + 1) % 4}, None),
}


@pytest.mark.parametrize(("change", "rule"), FORGERIES.values(), ids=FORGERIES)
@pytest.mark.parametrize("name", PLAYED_BEFORE_A_FIX)
def test_a_forged_move_does_not_pass_as_one_of_another_time(name: str, change: Any, rule: str | None) -> None:
    lines = logs.lines_of(logs.DIRECTORY / f"{name}.ndjson.gz")
    line = PLAYED_BEFORE_A_FIX[name][0]

    def forge(records: list[Any]) -> None:
        records[line - 2] = change(records[line - 2])

    assert_wrong(verify(forged(lines, forge)), line, "illegal", rule)


@every_sound_log
def test_moves_are_counted_in_one_way(file: Path) -> None:
    game = game_of(file)
    on_line = set(log.line(game.tree))
    commands = [record for record in game.records if is_command(game, record.fact)]
    assert report_of(file).moves == len(commands)
    assert findings.count(audit.audit(game)) == len([each for each in commands if each.originator_version in on_line])


def is_command(game: Game, fact: Any) -> bool:
    return isinstance(fact, game.ruleset.facts) and game.ruleset.recover(fact) is not None


@pytest.mark.parametrize("rules", rulesets().values(), ids=lambda rules: rules.name)
def test_moves_decided_differently_are_in_the_catalogues_corrections(rules: Ruleset[Any]) -> None:
    assert set(rules.formerly) <= {correction.rule for correction in corrections(rules.catalogue)}


@every_log
def test_it_has_paths_that_were_abandoned_and_moves_that_were_brought_again(file: Path) -> None:
    game = game_of(file)
    moved = [record for record in game.records if isinstance(record.fact, HeadMoved)]
    back = [record for record in moved if record.fact.to < game.tree.heads[record.originator_version - 1]]
    assert len(back) >= 3
    on_line = set(log.line(game.tree))
    moves = {record.originator_version for record in game.records if isinstance(record.fact, game.ruleset.facts)}
    assert moves - on_line


@settings(max_examples=15)
@given(data=st.data())
def test_a_flipped_byte_anywhere_is_found_on_its_line(data: st.DataObject) -> None:
    lines = logs.lines_of(data.draw(st.sampled_from(SOUND)))
    number = data.draw(st.integers(0, len(lines) - 1))
    place = data.draw(st.integers(0, len(lines[number]) - 1))
    line = bytearray(lines[number])
    line[place] ^= data.draw(st.integers(1, 255))
    report = verify([*lines[:number], bytes(line), *lines[number + 1 :]])
    assert report.problem is not None
    assert report.problem.line == number + 1


def test_damage_where_clocks_are_set_is_found_there() -> None:
    """The write before has lost its end with it, which is not counted against it."""
    lines = logs.lines_of(logs.DIRECTORY / "birmingham-bank.ndjson.gz")
    cut = [number for number, line in enumerate(lines) if b'"topic":"clock.set"' in line]
    assert cut
    for number in cut[:20]:
        report = verify([*lines[:number], lines[number].replace(b"clock.set", b"clock.sat"), *lines[number + 1 :]])
        assert report.problem is not None
        assert report.problem.line == number + 1


@pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))
def test_of_every_game_there_are_all_numbers_of_seats_all_options_and_all_facts(rules: str) -> None:
    games = [game for game in map(game_of, logs.LOGS) if game.ruleset.name == rules]
    ruleset = rulesets()[rules]
    assert {len(game.table.chairs) for game in games} == set(ruleset.seats)
    for option in msgspec.structs.fields(ruleset.options):
        chosen = [game.table.opened.options.get(option.name, option.default) for game in games]
        assert any(value != option.default for value in chosen), option.name
    seen = Counter(type(record.fact) for game in games for record in game.records)
    assert [fact.__name__ for fact in ruleset.facts if not seen[fact] and fact.__name__ not in UNLIKELY] == []
