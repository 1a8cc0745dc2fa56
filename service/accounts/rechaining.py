"""Logs from when facts still had names in them: each is chained anew without, once.

A hash chain cannot forget. So the facts lose what persons typed, which stands beside the log from then on
(:mod:`service.accounts.user_texts`), and each is chained to the new hash of the one before. Of words added to chance
the log keeps a salted digest; where the game had started the words themselves decided its shuffles, and the fact says
so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.table.seating import bot_name
from service.accounts import user_texts
from service.accounts.user_texts import Text
from service.storage import Statement
from service.storage.mapper import ONCE_NAMED, stored_hash

_TITLED = ("table.opened", "log.branch_opened")


class Anew(NamedTuple):
    """A stream without what persons typed, and what they typed."""

    stored: list[StoredEvent]
    texts: list[Text]


def chained_anew(stored: Sequence[StoredEvent], brought_by: str | None = None) -> Anew | None:
    """A stream without names in its facts; None where it has none.

    ``brought_by`` is who brings the stream in a file (``""``: whoever runs the service): then all of its people are of
    elsewhere, and what they typed is kept for this user.
    """
    envelopes = [msgspec.json.decode(event.state) for event in stored]
    arrived = next((at for at, event in reversed([*enumerate(stored)]) if event.topic == "table.imported"), -1)
    importer = envelopes[arrived]["fact"]["by"] if arrived >= 0 and brought_by is None else brought_by
    started = any(event.topic.endswith(".started") for event in stored)
    kept: dict[tuple[str, int], Text] = {}
    changed = list(stored)
    for at, (event, envelope) in enumerate(zip(stored, envelopes, strict=True)):
        foreign = brought_by is not None or at < arrived
        text = _taken_out(event, envelope, started, importer if foreign else None)
        if text is not None:
            kept[text.what, text.seat] = text
            topic = envelope["fact"]["topic"]
            changed[at] = replace(event, topic=topic, state=msgspec.json.encode(envelope))
        elif event.topic == "table.seat_taken" and envelope["fact"].pop("name", None) is not None:
            changed[at] = replace(event, state=msgspec.json.encode(envelope))
    if changed == list(stored):
        return None
    return Anew(list(_chained(changed)), [text for text in kept.values() if text.text])


def _taken_out(event: StoredEvent, envelope: dict[str, Any], started: bool, importer: str | None) -> Text | None:
    """What somebody typed into this fact, which loses it; ``importer`` brought the stream it is of in a file."""
    fact = envelope["fact"]
    author = envelope.get("actor", "") if importer is None else importer
    if event.topic in _TITLED and "name" in fact:
        return Text(what="title", author=author, text=fact.pop("name"))
    if event.topic == "table.seat_taken" and "name" in fact and _typed(fact, importer is not None):
        return Text(what="seat", author=author, text=fact.pop("name"), seat=fact["seat"])
    if event.topic == "table.words_added":
        words = user_texts.words(author, fact["seat"], fact.pop("words"))
        fact.update({"topic": "table.words_sealed", "digest": words.digest} | ({"themselves": True} if started else {}))
        return words
    return None


def typed_in(event: StoredEvent) -> str:
    """What somebody typed into a fact of a log from then; ``""`` for nothing."""
    if event.topic not in (*ONCE_NAMED, "table.words_added"):
        return ""
    fact = msgspec.json.decode(event.state)["fact"]
    return str(fact.get("name", "") or fact.get("words", ""))


def _typed(fact: dict[str, Any], foreign: bool) -> bool:
    """The name at a seat is not what its user or its bot is called anyway."""
    if fact["bot"] is not None:
        return bool(fact["name"] != bot_name(fact["bot"], fact["seat"]))
    return foreign or fact["user"] is None


def _chained(stored: Sequence[StoredEvent]) -> Iterator[StoredEvent]:
    """Each with the hash of the one before, which stands in its envelope and nowhere else."""
    previous = ""
    for event in stored:
        named = msgspec.json.decode(event.state, type=_Envelope).previous
        before, found, after = event.state.partition(_naming(named))
        if not found:
            raise ValueError(f"{event.originator_id} version {event.originator_version} does not name the fact before")
        chained = replace(event, state=before + _naming(previous) + after)
        yield chained
        previous = stored_hash(chained)


class _Envelope(msgspec.Struct):
    previous: str


def said(event: StoredEvent) -> dict[str, Any]:
    """What a fact says beside what persons typed and the chain: the same of a stream before and after."""
    envelope: dict[str, Any] = msgspec.json.decode(event.state)
    del envelope["previous"]
    if event.topic in (*ONCE_NAMED, "table.words_added", "table.words_sealed"):
        envelope["fact"] = {name: value for name, value in envelope["fact"].items() if name not in _TYPED}
    return envelope


_TYPED = ("name", "topic", "words", "digest", "themselves")


def _naming(hash: str) -> bytes:
    return b'"previous":"%b"' % hash.encode()


def beside(stored: Sequence[StoredEvent], anew: Anew) -> list[Statement]:
    """What is kept beside a stream that was chained anew: its texts, and which tip it had before."""
    stream, tips = str(stored[0].originator_id), (stored_hash(stored[-1]), stored_hash(anew.stored[-1]))
    return [
        *user_texts.kept(stream, anew.texts),
        Statement(
            "INSERT INTO chained_anew (stream, former_tip, tip) VALUES (:stream, :former, :tip)",
            {"stream": stream, "former": tips[0], "tip": tips[1]},
        ),
    ]
