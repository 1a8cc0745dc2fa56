"""The findings of an audit: the result for each command, and the differences between its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import Any, Literal

import msgspec

from domain.game import Fact
from domain.log import Recorded
from domain.message import Message

Records = Sequence[Recorded[Any]]
"""The facts of one command."""

Verdict = Literal["identical", "diverges", "illegal", "superseded"]


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """A difference between a recorded fact and the one that the rules lead to now.

    ``field`` is a dotted path into the fact, empty for the whole fact. A missing fact has no value on its side.
    """

    version: int
    field: str
    recorded: Any = msgspec.UNSET
    now: Any = msgspec.UNSET


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of deciding one command again.

    ``version`` is that of the first wrong fact, or of the command's first fact if none is wrong. ``rule`` is the id of
    the rule that refuses an illegal command; refusals that concern seats or undo have none. ``superseded``: today's
    rules refuse the command or decide it differently, but the former version of ``rule``, in force until it was
    ``corrected``, led to exactly these facts at the recorded time. (That time can be forged.)
    ``is_move`` is true for the game's moves, which are counted, and false for its set-up and for facts of the table.
    """

    version: int
    seat: int | None
    verdict: Verdict
    is_move: bool = False
    rule: str | None = None
    corrected: date | None = None
    detail: Message | None = None
    differences: tuple[Difference, ...] = ()

    @property
    def holds(self) -> bool:
        """Return whether the rules lead to these facts, today or at the recorded time."""
        return self.verdict in ("identical", "superseded")


def count(findings: Iterable[Finding]) -> int:
    """Return the number of moves decided again, without the set-up and without facts of the table or the head."""
    return sum(finding.is_move for finding in findings)


def topic(fact: Any) -> str:
    """Return the stable name under which a fact is stored."""
    return str(type(fact).__struct_config__.tag)


def illegal(record: Recorded[Any], detail: Message, rule: str | None = None) -> Finding:
    """Return the finding that a rule refuses the command."""
    return Finding(version=record.originator_version, seat=record.seat, verdict="illegal", rule=rule, detail=detail)


def compared(records: Records, decided: Sequence[Fact], veil: Callable[[Fact], Fact]) -> Finding:
    """Compare the recorded facts of a command with those that the rules decide now; ``veil`` hides secrets."""
    first = records[0]
    recorded = [record.fact for record in records]
    if recorded == list(decided):
        return Finding(version=first.originator_version, seat=first.seat, verdict="identical")
    before = [msgspec.to_builtins(veil(fact)) for fact in recorded]
    after = [msgspec.to_builtins(veil(fact)) for fact in decided]
    version = _first_unequal(records, decided)
    found: list[Difference] = []
    for index in range(max(len(before), len(after))):
        pair = (_item(before, index), _item(after, index))
        found += _differences(_version_of(records, index), "", *pair)
    return Finding(version=version, seat=first.seat, verdict="diverges", differences=tuple(found))


def _first_unequal(records: Records, decided: Sequence[Fact]) -> int:
    same = 0
    while same < min(len(records), len(decided)) and records[same].fact == decided[same]:
        same += 1
    return _version_of(records, same)


def _version_of(records: Records, index: int) -> int:
    """Return the version of a fact of the command; for facts missing at its end, that of its last fact."""
    return records[min(index, len(records) - 1)].originator_version


def _item(items: Sequence[Any], index: int) -> Any:
    return items[index] if index < len(items) else msgspec.UNSET


def _differences(version: int, field: str, recorded: Any, now: Any) -> Iterator[Difference]:
    prefix = f"{field}." if field else ""
    if isinstance(recorded, dict) and isinstance(now, dict):
        for key in recorded | now:
            pair = (recorded.get(key, msgspec.UNSET), now.get(key, msgspec.UNSET))
            yield from _differences(version, f"{prefix}{key}", *pair)
    elif isinstance(recorded, list | tuple) and isinstance(now, list | tuple):
        for index in range(max(len(recorded), len(now))):
            yield from _differences(version, f"{prefix}{index}", _item(recorded, index), _item(now, index))
    elif recorded != now:
        yield Difference(version, field, recorded, now)
