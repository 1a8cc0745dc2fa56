"""Preparation of the process that is copied by forks: the program's modules, the toy game and compiled URL rules."""

from __future__ import annotations

import gc
from importlib import import_module

from domain.game import rulesets
from service import api, pages
from service.cli import COMMANDS
from service.http.flask_app import Application
from service.storage.eventsourcing_adapter import sqlite
from tests import compiled, toy

MODULES = (
    "service.channels.dispatcher",
    "service.server.server",
    "service.workers.projector",
    "tests.processes",
    "tests.service.playing",
    *(f"service.cli.{command.partition(':')[0]}" for command in COMMANDS.values()),
)

toy.install()
compiled.share()
rulesets()
sqlite.SYNCHRONOUS = "OFF"  # Nothing here has to survive a power failure.
for name in MODULES:
    import_module(name)

application = Application("service")
api.register(application)
pages.register(application)

gc.collect()
gc.freeze()
