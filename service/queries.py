"""Queries: reads of games and lists from the read models, or by replay if a read model is late or has failed. Every
read includes the user's own writes.

A read of an unchanged game needs one lookup: its last version in the event store. A write has already replayed the
game, so its response, and all other reads in the same request, use that replay.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

from flask import g

from domain import aggregate, undo
from domain.aggregate import Game
from domain.log import Recorded
from projections import history, positions
from projections.db_protocol import Rows
from projections.game_snapshot import Current, current_of
from projections.history import HistoryRow
from projections.read_model import ReadModel
from projections.registry import READ_MODELS
from projections.stream_folder import Folds
from service.cache import Cache
from service.container import services
from service.readmodels import failed_streams
from service.readmodels.ephemeral_model import projected
from service.readmodels.rebuilding import reader

Answer = TypeVar("Answer")
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

Draft = dict[tuple[Cache[Any, Any], Hashable], Any]

"""Values cached while an uncommitted version was rendered, by cache and key."""

_draft: ContextVar[Draft | None] = ContextVar("draft", default=None)
"""The draft of this request, if any; pages of the history read it for each event, and ``flask.g`` is slower."""

REPLAYED = 256
"""Replayed games that a request caches."""

_PAUSES = (0.002, 0.05)
"""Seconds between two checks whether a read model has caught up: first, and after a longer wait."""


# --------------------------------------------------------------------------------------------------------------------
# A game as it is now
# --------------------------------------------------------------------------------------------------------------------


def current(stream: str) -> Current:
    """Return the current state of a game or branch; raises UnknownGame."""
    with services().storage.database.reading() as rows:
        version = services().storage.application.version(rows, stream)
        found = _kept(stream, version) or _stored(rows, stream, version)
    if found is None and version:
        with _awaited("positions", stream, lambda rows: _shown(rows, stream) >= version) as (rows, _):
            found = _stored(rows, stream, version)
    return found or replayed(stream)


def _kept(stream: str, version: int) -> Current | None:
    found = recall(services().snapshot_cache, (stream, version))
    return found and found[0]


def _shown(rows: Rows, stream: str) -> int:
    stored = positions.stored(rows, stream)
    return stored.version if stored is not None else 0


def _stored(rows: Rows, stream: str, version: int) -> Current | None:
    """Return the stored state, if it has this version, was made by this program, and its figures are loaded here."""
    stored = positions.stored(rows, stream)
    if stored is None or stored.version < version or not stored.usable:
        return None
    now = stored.current
    try:
        now.ruleset.figures_content(now.figures)
    except KeyError:
        return None
    remember(services().snapshot_cache, (stream, stored.version), (now, stored.state))
    return now


def replayed(stream: str) -> Current:
    """Return the current state of a game or branch, by replay; raise UnknownGame."""
    return current_by_replay(services().handler.games.game(stream))


def named(stream: str, versions: Collection[int]) -> Current:
    """Return a game or branch at one of the versions that a write names, or its current state; raise UnknownGame.

    If the process has the game at this version, it does not read the log to check for a later one: appending detects
    that, and the log is read before a write is refused.
    """
    game = services().handler.games.known(stream)
    return current_by_replay(game) if game.version in versions else replayed(stream)


def current_by_replay(game: Game) -> Current:
    """Return the current state of a game that was replayed or written to; reads of it in this request use this
    state.
    """
    remember(_replayed_here(), game.id, game)
    kept = _kept(game.id, game.version)
    if kept is not None:
        return kept
    root = game
    while root.origin is not None:
        root = services().handler.games.game(root.origin.opened.origin)
    made = current_of(game, root.id)
    remember(services().snapshot_cache, (game.id, game.version), (made, None))
    return made


def position(now: Current) -> Any:
    """Return the full state of a game that has started; the caller may change it."""
    _, state = recall(services().snapshot_cache, (now.id, now.version)) or (None, None)
    if state is None:
        return services().handler.games.position(game_of(now))
    return positions.state_of(now, state)


def game_of(now: Current) -> Game:
    """Return the whole game up to the version in view, for callers that need its past."""
    game = _replayed(now.id)
    if game is None or game.version < now.version:
        game = services().handler.games.past(now.id, now.version)
        remember(_replayed_here(), now.id, game)
    return aggregate.truncated(game, now.version)


def _replayed(stream: str) -> Game | None:
    return recall(_replayed_here(), stream)


def _replayed_here() -> Cache[str, Game]:
    """Return the games that were replayed in this request."""
    found: Cache[str, Game] | None = g.get("replayed_games")
    if found is None:
        found = g.replayed_games = Cache(REPLAYED)
    return found


# --------------------------------------------------------------------------------------------------------------------
# Caches
# --------------------------------------------------------------------------------------------------------------------


def recall(cache: Cache[Key, Value], key: Key) -> Value | None:
    """Return the value cached under a key, in this request's draft if it has one, or in the process."""
    draft = _draft.get()
    if draft is not None and (cache, key) in draft:
        found: Value = draft[cache, key]
        return found
    try:
        return cache.get(key)
    except KeyError:
        return None


def remember(cache: Cache[Key, Value], key: Key, value: Value) -> None:
    """Cache a value for the process; within :func:`draft` only for this request."""
    draft = _draft.get()
    if draft is None:
        cache.put(key, value)
    else:
        draft[cache, key] = value


@contextmanager
def draft() -> Iterator[Draft]:
    """Render a version that is not committed yet; another writer may commit a different event under it.

    Values cached within the block go to the draft. Pass the draft to :func:`publish` once the version is committed.
    """
    rendered: Draft = {}
    token = _draft.set(rendered)
    try:
        yield rendered
    finally:
        _draft.reset(token)


def publish(rendered: Draft) -> None:
    """Share the values that were cached while a version was rendered, once it is committed."""
    for (cache, key), value in rendered.items():
        cache.put(key, value)


# --------------------------------------------------------------------------------------------------------------------
# Events
# --------------------------------------------------------------------------------------------------------------------


class Happened(NamedTuple):
    """A fact and its place in the history."""

    place: HistoryRow
    record: Recorded[Any]


def forward(now: Current, *, after: int, limit: int | None) -> list[Happened]:
    """Return facts after a version, oldest first."""
    versions = range(after + 1, now.version + 1)[:limit]
    return _happened(now, versions, lambda rows: history.forward(rows, now.id, after=after, limit=limit))


def backward(now: Current, *, before: int | None, limit: int) -> list[Happened]:
    """Return facts before a version (None: the latest), newest first."""
    last = now.version if before is None else min(before - 1, now.version)
    versions = range(last, 0, -1)[:limit]
    return _happened(now, versions, lambda rows: history.backward(rows, now.id, before=before, limit=limit))


def _happened(now: Current, versions: range, places: Callable[[Rows], Sequence[HistoryRow]]) -> list[Happened]:
    """Return the facts of these versions; use a replica for ranges that end before the latest fact."""

    def ask(rows: Rows) -> list[Happened]:
        return _with_facts(rows, now, places(rows))

    found = _history_of_replica(now, ask) if now.version not in versions else None
    return found or _history(now, ask, lambda game: by_replay(game, versions))


def by_replay(game: Game, versions: Sequence[int]) -> list[Happened]:
    """Return the facts at some versions from a replayed game."""
    places = history.entries(game, versions)
    return [Happened(place, game.records[place.version - 1]) for place in places]


def _with_facts(rows: Rows, now: Current, places: Sequence[HistoryRow]) -> list[Happened]:
    """Return the facts of a page, which are next to each other."""
    if not places:
        return []
    ends = sorted((places[0].version, places[-1].version))
    records = services().storage.application.read_within(rows, now.id, upto=ends[1], after=ends[0] - 1)
    return [Happened(place, records[place.version - ends[0]]) for place in places]


class Reach(NamedTuple):
    """The versions to which a seat may undo and redo without consent, nearest first."""

    back: list[int]
    forward: list[int]


def reach(now: Current, seat: int) -> Reach:
    """Return how far a seat may undo and redo now."""
    key = (now.id, now.version, seat)
    found = recall(services().undo_reach_cache, key)
    if found is None:
        found = _history(now, lambda rows: _read_reach(rows, now, seat), lambda game: _replayed_reach(game, seat))
        remember(services().undo_reach_cache, key, found)
    return found


def _read_reach(rows: Rows, now: Current, seat: int) -> Reach:
    policy = now.table.opened.undo
    return Reach(
        undo.earlier(policy, history.line(rows, now.id), seat),
        undo.later(policy, now.head, history.steps_after(rows, now.id, now.head), seat),
    )


def _replayed_reach(game: Game, seat: int) -> Reach:
    return Reach(undo.back_targets(game, seat), undo.forward_targets(game, seat))


def _history(now: Current, ask: Callable[[Rows], Answer], replay: Callable[[Game], Answer]) -> Answer:
    """Return the result from the rows if they show exactly this version, or otherwise from the replayed game."""
    if _replayed(now.id) is None:
        with _awaited("history", now.id, lambda rows: history.version(rows, now.id) >= now.version) as (rows, shown):
            answer = _unmoved(rows, now, ask) if shown else None
            if answer is not None:
                return answer
    return replay(game_of(now))


def _history_of_replica(now: Current, ask: Callable[[Rows], Answer]) -> Answer | None:
    """Return the result from the rows of a replica, if they show exactly this version of the same game."""

    def ask_if_current(rows: Rows) -> Answer | None:
        return _unmoved(rows, now, ask) if history.version(rows, now.id) == now.version else None

    return services().storage.from_replica(now.id, now.version, ask_if_current)


def _unmoved(rows: Rows, now: Current, ask: Callable[[Rows], Answer]) -> Answer | None:
    """Return the result from rows, if they showed this version both before and after the read."""
    answer = ask(rows)
    return answer if history.version(rows, now.id) == now.version else None


# --------------------------------------------------------------------------------------------------------------------
# Other read models
# --------------------------------------------------------------------------------------------------------------------


@contextmanager
def latest(name: str) -> Iterator[Rows]:
    """Yield a read model once it shows everything recorded so far, or after a short wait, in its current state."""
    storage = services().storage
    end = storage.last_id()
    with _awaited(name, None, lambda rows: storage.tracking.position(rows, name) >= end) as (rows, _):
        yield rows


@contextmanager
def of_game(name: str, now: Current) -> Iterator[Rows]:
    """Yield a read model that shows all of a game: the stored model or, if that is late or failed, one made by
    replay.
    """
    storage = services().storage

    def shows(rows: Rows) -> bool:
        return storage.tracking.version_at(rows, now.id, storage.tracking.position(rows, name)) >= now.version

    if not failed_streams.among(storage.database, [now.id]):
        with _awaited(name, now.id, shows) as (rows, shown):
            if shown:
                yield rows
                return
    with _replayed_rows(READ_MODELS[name], game_of(now)) as rows:
        yield rows


@contextmanager
def _replayed_rows(model: ReadModel, game: Game) -> Iterator[Rows]:
    """Yield the rows of one stream, made in memory from its facts."""
    with projected(model, Folds(reader(services().storage)).changes(game.records[:])) as rows:
        yield rows


# --------------------------------------------------------------------------------------------------------------------
# Waiting
# --------------------------------------------------------------------------------------------------------------------


@contextmanager
def _awaited(name: str, stream: str | None, shows: Callable[[Rows], bool]) -> Iterator[tuple[Rows, bool]]:
    """Yield the stored rows, and whether they are up to date: as soon as they are, or when the request's waiting time
    ends.

    A waiting request holds no connection, which the projector may need, and no place in admission control. After one
    request has waited for a read model in vain, no other request waits for this model, or for another one at the same
    position, until the model advances. Requests do not wait for a stream that the model cannot show.
    """
    storage, stuck = services().storage, services().stalled_positions
    pause, longest = _PAUSES
    while True:
        with storage.database.reading() as rows:
            if shows(rows):
                yield rows, True
                return
            position = storage.tracking.position(rows, name)
            left = _end_of_waiting() - time.monotonic()
            failed = stream is not None and failed_streams.marked(rows, name, stream)
            if failed or left <= 0 or position in stuck.values():
                if not failed:
                    stuck[name] = position
                yield rows, False
                return
        with services().admission_control.released():
            time.sleep(min(pause, left))
        pause = min(2 * pause, longest)


def _end_of_waiting() -> float:
    """Return the end of a request's waiting time, shared by its reads: the projector may have stopped."""
    if "end_of_waiting" not in g:
        g.end_of_waiting = time.monotonic() + services().config.projection_patience
    return float(g.end_of_waiting)
