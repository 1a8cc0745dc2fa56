"""The application factory."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service import api, pages
from service.accounts import idempotency_store
from service.accounts.display_names import Names
from service.accounts.email_addresses import Addresses
from service.accounts.sessions import Sessions
from service.accounts.users import Accounts
from service.cache import Cache
from service.chat.change_feed import ChangedChats
from service.config import Config
from service.container import Services
from service.http import i18n, limits, request_bodies, storable
from service.http.flask_app import Application
from service.http.json_provider import StructJSON
from service.notifications import inbox
from service.notifications.last_seen import LastSeen
from service.outbox.queue import Outbox
from service.pages import partials
from service.pages.game import page
from service.presenters import guest_restrictions
from service.runtime import admission_control, build_id, middleware, rate_limit_store
from service.runtime.admission_control import AdmissionControl
from service.runtime.computing_cache import ComputingCache
from service.runtime.heartbeat import Heartbeat
from service.runtime.pubsub import PubSub
from service.runtime.rate_limit_store import RateLimitStore
from service.runtime.recent_pages import RecentPages
from service.runtime.work_queue import WorkQueue
from service.storage import connect
from service.usecases.command_handler import CommandHandler

ANSWERS = 4 * 2**20
"""Bytes of responses about positions that a process caches, each of a few kilobytes."""

DRAWINGS = 8 * 2**20
"""Bytes of drawings that a process caches."""

ENTRIES = 4 * 2**20
"""Bytes of history entries that a process caches as pages show them."""

PAGES = 10 * 2**20
"""Bytes of game pages' content that a process caches, each of half a megabyte or less."""

VISITORS = 8 * 2**20
"""Bytes of pages for visitors that a process caches, each of 400 kilobytes or less."""

WRITTEN = 1000
"""Games whose last write a process remembers; each entry matters only for a second."""

ANIMATIONS = 32 * 2**20
"""Bytes of animations that a process caches, each of a megabyte or two."""

CURRENTS = 256
"""Games that a process caches in their current state, each of about ten kilobytes."""

REACHES = 1024
"""Seats whose undo range a process caches."""

EVENTS = 2048
"""Narrated facts that a process caches, each of a kilobyte or two."""


def create_app(config: Config) -> Flask:
    """Create the web service. Background work starts with :class:`service.server.background.Background`."""
    app = Application("service", static_folder="static", template_folder="templates")
    app.config.update(
        SECRET_KEY=config.secret_key,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SECURE=config.secure_cookies,
    )
    app.json = StructJSON(app)
    made = make_services(config)
    app.extensions["daybook"] = made
    request_bodies.register(app)
    storable.register(app)
    i18n.register(app)
    api.register(app)
    pages.register(app)
    limits.register(app)
    guest_restrictions.register(app)
    application = admission_control.guarded(app.wsgi_app, made.admission_control, made.recent_pages)
    if config.trusted_proxies:
        hops = config.trusted_proxies
        application = ProxyFix(application, x_for=hops, x_proto=hops, x_host=hops)
    app.wsgi_app = middleware.guarded(application, app.logger)  # type: ignore[method-assign, assignment]
    logging.getLogger("service").setLevel(logging.INFO)
    return app


def make_services(config: Config) -> Services:
    """Create the objects that the process uses; the database must have been migrated."""
    storage = connect(
        config.database_url,
        connections=config.connections,
        patience=admission_control.WAIT,
        replica=config.replica_url,
        direct=config.direct_url,
    )
    entrance = AdmissionControl(config.requests)
    sessions = Sessions(storage.database, timedelta(days=config.session_days))
    return Services(
        config=config,
        build_id=build_id.digest(),
        storage=storage,
        handler=CommandHandler(storage),
        accounts=Accounts(storage.database, config.argon2_memory, released=entrance.released),
        display_names=Names(storage.database),
        sessions=sessions,
        email_addresses=Addresses(storage.database),
        outbox=Outbox(storage.database),
        last_seen=LastSeen(storage.database, entrance),
        rate_limits=RateLimitStore(storage.database, config.secret_key),
        pubsub=PubSub(storage, config.listeners, config.listeners_each, other_changes=ChangedChats()),
        admission_control=entrance,
        work_queue=WorkQueue(),
        stalled_positions={},
        heartbeat=Heartbeat(storage, (rate_limit_store.sweep, idempotency_store.sweep, inbox.sweep, sessions.sweep)),
        response_cache=ComputingCache(ANSWERS),
        drawing_cache=ComputingCache(DRAWINGS),
        history_entry_cache=ComputingCache(ENTRIES, partials.weight),
        page_cache=ComputingCache(PAGES, page.weight),
        visitor_page_cache=ComputingCache(VISITORS),
        recent_writes=Cache(WRITTEN),
        recent_pages=RecentPages(),
        animation_cache=ComputingCache(ANIMATIONS),
        drawing_thread=ThreadPoolExecutor(1, "pictures"),
        snapshot_cache=Cache(CURRENTS),
        undo_reach_cache=Cache(REACHES),
        event_cache=Cache(EVENTS),
    )
