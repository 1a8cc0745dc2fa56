"""Reading golden logs, and hashing their positions."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from domain import aggregate
from domain.aggregate import Game
from domain.game import ruleset
from domain.log import Recorded
from service.storage.mapper import stored_hash
from service.transfer.export_reader import read

DIRECTORY = Path(__file__).parent
LOGS = sorted(DIRECTORY.glob("*.ndjson.gz"))


def name_of(log: Path) -> str:
    return log.name.removesuffix(".ndjson.gz")


def lines_of(log: Path) -> list[bytes]:
    return gzip.decompress(log.read_bytes()).splitlines(keepends=True)


def game_of(lines: list[bytes]) -> Game:
    """Return the game in an export of a game that is not a branch."""
    transcript = read(lines)
    assert transcript.problem is None
    assert transcript.header is not None
    ruleset(transcript.header.ruleset).record_figures(transcript.header.content.encode())
    (entries,) = transcript.streams
    records: list[Recorded[Any]] = [entry.recorded for entry in entries]
    return aggregate.rebuilt(transcript.header.stream, records, stored_hash(entries[-1].stored))


def positions(game: Game) -> Iterator[tuple[int, str]]:
    """Yield the version and hash of the position after every write, including abandoned paths, undos and redos."""
    ends = [version for version in range(1, game.version + 1) if _ends_a_write(game, version)]
    for version in ends:
        if aggregate.has_position(game, version):
            yield version, position_hash(aggregate.state(game, version))


def _ends_a_write(game: Game, version: int) -> bool:
    return version == game.version or game.records[version].command != game.records[version - 1].command


def position_hash(state: Any) -> str:
    """Return the SHA-256 of the state's JSON with all names in alphabetical order."""
    return hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()


def positions_file(log: Path) -> Path:
    """Return the file beside the log, with the version and hash of each position."""
    return log.with_name(f"{name_of(log)}.positions")


def written(found: Iterator[tuple[int, str]]) -> str:
    return "".join(f"{version} {digest}\n" for version, digest in found)
