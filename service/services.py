"""What one process of the web service is made of, and how a view gets at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import current_app

from service.accounts import Accounts
from service.application import Daybook
from service.config import Config
from service.gate import Gate
from service.kept import Kept
from service.live import Live
from service.pulse import Pulse
from service.sessions import Sessions
from service.storage import Storage
from service.turns import Turns


@dataclass(frozen=True)
class Services:
    """Everything that views need, made once per process."""

    config: Config
    program: str
    """See :mod:`service.program`."""
    storage: Storage
    daybook: Daybook
    accounts: Accounts
    sessions: Sessions
    live: Live
    gate: Gate
    turns: Turns
    pulse: Pulse
    drawings: Kept
    """What game pages show, by version and eyes."""


def services() -> Services:
    """The services of the application that handles this request."""
    return cast(Services, current_app.extensions["daybook"])
