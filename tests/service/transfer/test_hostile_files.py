"""Files made to harm programs that verify, store or show them: each is rejected with its line number."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent

from domain.aggregate import Game
from domain.log import BranchOpened, Recorded
from domain.message import plain
from service.storage.mapper import stored_hash
from service.transfer.export import export_lines, points
from service.transfer.export_format import Event, decode, encode
from service.transfer.verification import verify
from service.usecases import branches
from service.usecases.command_handler import CommandHandler
from tests.service import playing
from tests.service.transfer.tampering import assert_problem, line_of, tampered_export, with_trailer


@pytest.fixture(scope="module")
def handler(tmp_path_factory: pytest.TempPathFactory) -> CommandHandler:
    return playing.new_daybook(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module")
def game(handler: CommandHandler) -> Game:
    return playing.play_to_end(handler, playing.start_game(handler, 3))


@pytest.fixture(scope="module")
def lines(handler: CommandHandler, game: Game) -> list[bytes]:
    return list(export_lines(handler, game, "spectator"))


@pytest.mark.parametrize(
    ("topic", "change"),
    [
        ("table.opened", {"at": "0001-01-01T00:00:00+14:00"}),
        ("table.opened", {"at": "9999-12-31T23:59:59-14:00"}),
        ("table.opened", {"at": "2026-01-01T00:00:00"}),
        ("table.opened", {"seat": 2**70}),
        ("table.opened", {"seat": -1}),
        ("table.opened", {"actor": "a\0"}),
        ("table.opened", {"command": "\x1b[2J"}),
        ("table.opened", {"command": "x" * 1001}),
        ("table.opened", {"fact": {"figures": "two\nlines"}}),
        ("table.seat_taken", {"fact": {"user": "\u202eevil"}}),
        ("table.seat_taken", {"fact": {"bot": "\0"}}),
    ],
)
def test_values_that_daybook_never_writes_are_rejected(lines: list[bytes], topic: str, change: dict[str, Any]) -> None:
    line = line_of(lines, topic)

    def forge(records: list[Any]) -> None:
        record = records[line - 2]
        records[line - 2] = record | change | {"fact": record["fact"] | change.get("fact", {})}

    assert_problem(verify(tampered_export(lines, forge)), line, "altered")


def test_deeply_nested_line_is_rejected(lines: list[bytes]) -> None:
    nested = lines[2].replace(b'"record":{', b'"record":{"x":' + b"[" * 9999 + b"]" * 9999 + b",")
    assert_problem(verify([*lines[:2], nested, *lines[3:]]), 3, "altered")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("numbers = 9\ncoins = 1_000_000\n", "differ too much"),
        ("numbers = [\n", "figures are invalid."),
        ("x = " + "[" * 9999, "differ too much"),
    ],
)
def test_extreme_or_invalid_figures_are_rejected(lines: list[bytes], content: str, expected: str) -> None:
    digest = hashlib.sha256(content.encode()).hexdigest()
    header = encode(msgspec.structs.replace(decode(lines[0]), figures=digest, content=content))
    report = verify(with_trailer([header, *lines[1:-1]]))
    assert_problem(report, 1, "altered")
    assert report.problem is not None
    assert expected in plain(report.problem.detail)


def test_branch_that_continues_itself_is_rejected(lines: list[bytes], game: Game) -> None:
    opened = BranchOpened(
        origin=game.id,
        at_version=game.version,
        ruleset=game.ruleset.name,
        figures=game.figures,
        owner="ada",
        viewer=None,
    )
    record = Recorded(at=game.records[0].at, command="circle", previous="", fact=opened)
    stored = StoredEvent(game.id, 1, "log.branch_opened", msgspec.json.encode(record))
    tip = stored_hash(stored)
    event = Event(stream=game.id, version=1, topic=stored.topic, hash=tip, record=msgspec.Raw(stored.state))
    end = msgspec.structs.replace(decode(lines[-3]), tip=tip)
    assert_problem(verify(with_trailer([*lines[:-1], encode(event), encode(end)])), len(lines), "illegal")


@pytest.mark.parametrize(
    "change",
    [
        {"coins": [10**6, 3]},
        {"points": [9, 9]},
        {"deck": ["hidden"] * 900},
        {"hands": [["1", "2"]]},
        {"turn": 7},
        {"turn": "ada"},
    ],
)
def test_impossible_imagined_position_is_rejected(
    handler: CommandHandler, change: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that the branch's owner could see is unchanged; only the rest is invented."""
    running = playing.start_game(handler, name=f"imagined {change!s:.40}")
    imagined = branches._imagined

    def more(handler: CommandHandler, *where: Any) -> Any:
        return {**(imagined(handler, *where) or {}), **change}

    monkeypatch.setattr(branches, "_imagined", more)
    write = playing.CommandContext(actor="ada", command=f"imagine {change!s:.40}")
    branch = branches.open_branch(handler, running.id, write, at=running.version, viewer=0, name="what if")
    monkeypatch.undo()
    playing.play_to_end(handler, running)
    monkeypatch.setattr("service.transfer.export.points", lambda game: None if game.origin else points(game))
    lines = list(export_lines(handler, handler.games.game(branch.id), "spectator"))
    opened = next(number for number, line in enumerate(lines, 1) if b"log.branch_opened" in line)
    report = verify(lines)
    assert_problem(report, opened, "diverges")
