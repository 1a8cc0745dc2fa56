"""The container: the objects that one process uses, and access to the container from views."""

from __future__ import annotations

from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

from flask import current_app

from projections.game_snapshot import Current
from service.accounts.display_names import Names
from service.accounts.email_addresses import Addresses
from service.accounts.sessions import Sessions
from service.accounts.users import Accounts
from service.cache import Cache
from service.config import Config
from service.notifications.last_seen import LastSeen
from service.outbox.queue import Outbox
from service.runtime.admission_control import AdmissionControl
from service.runtime.computing_cache import ComputingCache
from service.runtime.heartbeat import Heartbeat
from service.runtime.pubsub import PubSub
from service.runtime.rate_limit_store import RateLimitStore
from service.runtime.recent_pages import RecentPages
from service.runtime.work_queue import WorkQueue
from service.storage import Storage
from service.usecases.command_handler import CommandHandler


@dataclass(frozen=True)
class Services:
    """The objects that views need, created once per process."""

    config: Config
    build_id: str
    """See :mod:`service.runtime.build_id`."""
    storage: Storage
    handler: CommandHandler
    accounts: Accounts
    display_names: Names
    sessions: Sessions
    email_addresses: Addresses
    outbox: Outbox
    last_seen: LastSeen
    rate_limits: RateLimitStore
    pubsub: PubSub
    admission_control: AdmissionControl
    work_queue: WorkQueue
    stalled_positions: dict[str, int]
    """Positions of read models, by name, at which a request waited in vain; no other request waits there."""
    heartbeat: Heartbeat
    response_cache: ComputingCache
    """Responses about positions, by their ETags."""
    drawing_cache: ComputingCache
    """Drawings of positions, by their inputs."""
    history_entry_cache: ComputingCache
    """Entries of the history as pages show them, by their inputs."""
    page_cache: ComputingCache
    """Content of game pages, by version and viewer."""
    visitor_page_cache: ComputingCache
    """Pages of public games as every visitor sees them."""
    recent_pages: RecentPages
    """Pages that visitors were just sent, for visitors who cannot be admitted."""
    recent_writes: Cache[str, float]
    """The time of this process's last write to a game or its branches, by game; from the monotonic clock."""
    animation_cache: ComputingCache
    """Animations of games, by their inputs."""
    drawing_thread: ThreadPoolExecutor
    """The one thread that turns drawings into pictures."""
    snapshot_cache: Cache[tuple[str, int], tuple[Current, str | None]]
    """Games at a version, and their positions as stored (None: not read from the database)."""
    undo_reach_cache: Cache[tuple[str, int, int], Any]
    """The undo and redo ranges, by stream, version and seat."""
    event_cache: Cache[Hashable, tuple[Any, bool]]
    """Narrated facts, by stream, version and viewer."""


def services() -> Services:
    """Return the services of the application that handles this request; calls are frequent and bypass Flask's proxy."""
    return cast(Services, current_app._get_current_object().extensions["daybook"])  # type: ignore[attr-defined]
