"""Golden logs: each verifies and replays to the same positions as when it was created."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import aggregate, audit, findings, log
from domain.aggregate import Game
from domain.barrage.automa.facts import AutomaDecided
from domain.brass.lancashire.model.facts import IncomePaid
from domain.game import Ruleset, rulesets
from domain.log import HeadMoved
from domain.rules.rulebook import Correction, corrections
from service.transfer.verification import VerificationReport, verify
from tests.golden import logs
from tests.golden.make import GOLDEN
from tests.service.transfer.tampering import assert_problem, tampered_export

PLAYED_BEFORE_A_FIX = {
    "birmingham-2-seats": (100, "BB-8.2"),
    "birmingham-3-seats": (44, "BB-8.2"),
    "birmingham-4-seats": (97, "BB-8.2"),
    "lancashire-2-seats": (196, "BL-4.14"),
    "lancashire-classic-cotton-mill-1": (94, "BL-4.14"),
    "barrage-automa-contracts-at-once-7": (329, "TA-D.52"),
}
"""Logs with moves that today's rules decide differently: the line of the first one, and the corrected rule. They still
replay, and are verified by the rule as it was."""

FORMER_FIGURES: dict[str, dict[str, Any]] = {
    "BB-8.2": {"price": 0},
    "BL-4.14": {"income": [0, 99]},
    "TA-D.52": {"source": "BK"},
}
"""A change to the recorded outcome, for each corrected rule."""

REFUSED = {"BB-8.2"}
"""Corrected rules that refuse the former moves; the others lead to other facts."""

PLAYED_SINCE: dict[str, Callable[[Any], bool]] = {
    "lancashire-3-seats-income-seat-by-seat-0": lambda fact: isinstance(fact, IncomePaid) and bool(fact.due),
    "barrage-automa-several-contracts-96": lambda fact: (
        isinstance(fact, AutomaDecided) and any(pending.contracts for pending in fact.opens)
    ),
}
"""Logs in which a corrected case occurs, and the facts that show it."""

UNLIKELY = {"Lapsed"}
"""Facts that occur in very few games: a skipped decision without any choice."""

VALID_LOGS = [file for file in logs.LOGS if logs.name_of(file) not in PLAYED_BEFORE_A_FIX]

every_log = pytest.mark.parametrize("file", logs.LOGS, ids=logs.name_of, scope="module")
every_valid_log = pytest.mark.parametrize("file", VALID_LOGS, ids=logs.name_of, scope="module")
"""All tests of a log run one after another, so that one process reads and verifies it only once."""


@cache
def game_of(file: Path) -> Game:
    return logs.game_of(logs.lines_of(file))


@cache
def report_of(file: Path) -> VerificationReport:
    return verify(logs.lines_of(file))


def test_golden_logs_exist() -> None:
    assert set(GOLDEN) <= set(map(logs.name_of, logs.LOGS))


@every_log
def test_log_replays_to_the_same_positions(file: Path) -> None:
    assert logs.written(logs.positions(game_of(file))) == logs.positions_file(file).read_text()


@every_valid_log
def test_log_verifies_with_the_same_points(file: Path) -> None:
    report = report_of(file)
    assert report.problem is None
    assert report.points == game_of(file).ruleset.standing(aggregate.state(game_of(file))).points


@pytest.mark.parametrize(("name", "place"), PLAYED_BEFORE_A_FIX.items())
def test_verification_reports_superseded_moves(name: str, place: tuple[int, str]) -> None:
    file = logs.DIRECTORY / f"{name}.ndjson.gz"
    report = verify(logs.lines_of(file))
    assert report.problem is None
    assert not report.valid
    line, rule = place
    assert report.superseded[0].line == line
    assert {(found.kind, found.rule, found.corrected) for found in report.superseded} == {
        ("superseded", rule, correction_of(file, rule).date)
    }
    assert report.points == game_of(file).ruleset.standing(aggregate.state(game_of(file))).points


def correction_of(file: Path, rule: str) -> Correction:
    (correction,) = (found for found in corrections(game_of(file).ruleset.catalogue) if found.rule == rule)
    return correction


def date_after_correction(records: list[Any], place: int, rule: str, day: date) -> None:
    """Date the whole write after the correction."""
    for number in write_of(records, place):
        records[number] |= {"at": f"{day}T12:00:00Z"}


def change_figures(records: list[Any], place: int, rule: str, day: date) -> None:
    records[place] |= {"fact": records[place]["fact"] | FORMER_FIGURES[rule]}


def write_of(records: list[Any], place: int) -> list[int]:
    """Return the places of all records of a write."""
    command = records[place]["command"]
    return [number for number, record in enumerate(records) if record["command"] == command]


@pytest.mark.parametrize("forgery", [date_after_correction, change_figures])
@pytest.mark.parametrize("name", PLAYED_BEFORE_A_FIX)
def test_forged_moves_are_not_accepted_as_superseded(name: str, forgery: Any) -> None:
    file = logs.DIRECTORY / f"{name}.ndjson.gz"
    line, rule = PLAYED_BEFORE_A_FIX[name]
    day = correction_of(file, rule).date
    report = verify(tampered_export(logs.lines_of(file), lambda records: forgery(records, line - 2, rule, day)))
    assert_problem(report, line, *(("illegal", rule) if rule in REFUSED else ("diverges", None)))


@pytest.mark.parametrize("name", PLAYED_BEFORE_A_FIX)
def test_superseded_move_of_another_seat_is_illegal(name: str) -> None:
    lines = logs.lines_of(logs.DIRECTORY / f"{name}.ndjson.gz")
    reseated: list[int] = []

    def forge(records: list[Any]) -> None:
        reseated.extend(write_of(records, PLAYED_BEFORE_A_FIX[name][0] - 2))
        for number in reseated:
            records[number] |= {"seat": ((records[number]["seat"] or 0) + 1) % 4}

    report = verify(tampered_export(lines, forge))
    assert_problem(report, reseated[0] + 2, "illegal")


@pytest.mark.parametrize(("name", "shows"), PLAYED_SINCE.items())
def test_logs_contain_corrected_cases_and_are_valid(name: str, shows: Callable[[Any], bool]) -> None:
    file = logs.DIRECTORY / f"{name}.ndjson.gz"
    assert any(shows(record.fact) for record in game_of(file).records)
    assert report_of(file).valid


@every_valid_log
def test_verification_and_audit_count_moves_consistently(file: Path) -> None:
    game = game_of(file)
    on_line = set(log.line(game.tree))
    commands = [record for record in game.records if is_command(game, record.fact)]
    assert report_of(file).moves == len(commands)
    assert findings.count(audit.audit(game)) == len([each for each in commands if each.originator_version in on_line])


def is_command(game: Game, fact: Any) -> bool:
    return isinstance(fact, game.ruleset.facts) and game.ruleset.recover(fact) is not None


@pytest.mark.parametrize("rules", rulesets().values(), ids=lambda rules: rules.name)
def test_superseded_rules_are_listed_as_corrections(rules: Ruleset[Any]) -> None:
    assert set(rules.formerly) <= {correction.rule for correction in corrections(rules.catalogue)}


@every_log
def test_log_has_undos_and_abandoned_moves(file: Path) -> None:
    game = game_of(file)
    moved = [record for record in game.records if isinstance(record.fact, HeadMoved)]
    back = [record for record in moved if record.fact.to < game.tree.heads[record.originator_version - 1]]
    assert len(back) >= 3
    on_line = set(log.line(game.tree))
    moves = {record.originator_version for record in game.records if isinstance(record.fact, game.ruleset.facts)}
    assert moves - on_line


@settings(max_examples=15)
@given(data=st.data())
def test_changed_byte_is_reported_on_its_line(data: st.DataObject) -> None:
    lines = logs.lines_of(data.draw(st.sampled_from(VALID_LOGS)))
    number = data.draw(st.integers(0, len(lines) - 1))
    place = data.draw(st.integers(0, len(lines[number]) - 1))
    line = bytearray(lines[number])
    line[place] ^= data.draw(st.integers(1, 255))
    report = verify([*lines[:number], bytes(line), *lines[number + 1 :]])
    assert report.problem is not None
    assert report.problem.line == number + 1


def test_damaged_clock_event_is_reported_on_its_line() -> None:
    """The preceding write also loses its end, which is not reported."""
    lines = logs.lines_of(logs.DIRECTORY / "birmingham-bank.ndjson.gz")
    cut = [number for number, line in enumerate(lines) if b'"topic":"clock.set"' in line]
    assert cut
    for number in cut[:20]:
        report = verify([*lines[:number], lines[number].replace(b"clock.set", b"clock.sat"), *lines[number + 1 :]])
        assert report.problem is not None
        assert report.problem.line == number + 1


@pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))
def test_logs_cover_all_seat_counts_options_and_facts(rules: str) -> None:
    games = [game for game in map(game_of, logs.LOGS) if game.ruleset.name == rules]
    ruleset = rulesets()[rules]
    assert {len(game.table.chairs) for game in games} == set(ruleset.seats)
    for option in msgspec.structs.fields(ruleset.options):
        chosen = [game.table.opened.options.get(option.name, option.default) for game in games]
        assert any(value != option.default for value in chosen), option.name
    seen = Counter(type(record.fact) for game in games for record in game.records)
    assert [fact.__name__ for fact in ruleset.facts if not seen[fact] and fact.__name__ not in UNLIKELY] == []
