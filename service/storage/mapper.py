"""Mapper of facts to stored events and back, with msgspec; and the hash chain of a stream."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence, Set
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec
from eventsourcing.persistence import Mapper, MapperDeserialisationError, StoredEvent

from domain.game import rulesets
from domain.log import BranchOpened, FiguresRecorded, HeadMoved, Recorded
from domain.table.facts import TABLE_FACTS
from domain.tournament.facts import TOURNAMENT_FACTS

_encode = msgspec.json.Encoder().encode

StoredRow = tuple[int, str, bytes]
"""Version, topic and content of a fact, as a recorder selects them from one stream."""


def stored_hash(event: StoredEvent) -> str:
    """Return the hash for the next fact's ``previous``; it covers stream, version, topic and content."""
    return row_hash(str(event.originator_id), (event.originator_version, event.topic, event.state))


def row_hash(stream: str, row: StoredRow) -> str:
    """Return :func:`stored_hash` of a row, whose stream is passed separately."""
    version, topic, state = row
    return hashlib.sha256(f"{stream}\n{version}\n{topic}\n".encode() + state).hexdigest()


class FactMapper(Mapper[str]):
    """The event store's mapper. Topics are the facts' tags; former topics go through their ruleset's upcasters."""

    def __init__(self) -> None:
        self._decode = decoder().decode
        self._upcasters = {topic: cast for game in rulesets().values() for topic, cast in game.upcasters.items()}
        self.former_topics: Set[str] = self._upcasters.keys()
        """Topics under which facts are read but no longer written."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """Encode a :class:`Recorded` fact."""
        bare = msgspec.structs.replace(domain_event, originator_id="", originator_version=0)
        topic = str(type(domain_event.fact).__struct_config__.tag)
        return StoredEvent(domain_event.originator_id, domain_event.originator_version, topic, _encode(bare))

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """Decode a :class:`Recorded` fact; raise MapperDeserialisationError naming stream and version."""
        row = (stored_event.originator_version, stored_event.topic, stored_event.state)
        return self.decoded(str(stored_event.originator_id), [row])[0]

    def decoded(self, stream: str, rows: Iterable[StoredRow]) -> list[Any]:
        """Decode rows of one stream. Every replay calls this method: a StoredEvent for each row would double the cost.

        Raises MapperDeserialisationError naming stream and version.
        """
        decode, upcasters, complete = self._decode, self._upcasters, msgspec.structs.force_setattr
        records = []
        for version, topic, state in rows:
            try:
                recorded = decode(self._upcast(topic, state) if topic in upcasters else state)
            except msgspec.MsgspecError as error:
                place = f"{stream} version {version}"
                raise MapperDeserialisationError(f"Cannot read {topic} at {place}: {error}") from error
            # The envelope is frozen for all other code; here it is still being made, and a copy would cost as much.
            complete(recorded, "originator_id", stream)
            complete(recorded, "originator_version", version)
            records.append(recorded)
        return records

    def _upcast(self, topic: str, state: bytes) -> bytes:
        stored = msgspec.json.decode(state)
        stored["fact"] = self._upcasters[topic](stored["fact"])
        return _encode(stored)


@cache
def decoder() -> msgspec.json.Decoder[Recorded[Any]]:
    """Return the decoder for the envelope of every installed fact."""
    envelope: Any = Recorded
    return msgspec.json.Decoder(envelope[reduce(or_, fact_types())])


def fact_types() -> tuple[type, ...]:
    """Return every type of fact that a stream can hold."""
    games: Sequence[type] = [fact for game in rulesets().values() for fact in game.facts]
    return (*TABLE_FACTS, HeadMoved, BranchOpened, FiguresRecorded, *TOURNAMENT_FACTS, *games)
