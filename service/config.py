"""Configuration of a process: environment variables, read once, with defaults for a developer's machine."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from limits import parse_many

from service.outbox.errors import PORTS, TO_LOG
from service.storage import DEFAULT_URL


class ConfigError(ValueError):
    """A setting is missing or cannot be used; the text names the variable."""


ASIDE = 96
"""Requests that may wait outside of the gate at a time: for a password, for a file to come, for a turn."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """Settings by name; the variable of ``secret_key`` is ``DAYBOOK_SECRET_KEY`` and so on, see :data:`VARIABLES`."""

    database_url: str = DEFAULT_URL
    replica_url: str = ""
    """A replica of the database, from which reads of the past may come (PostgreSQL only)."""
    direct_url: str = ""
    """The database itself where ``database_url`` is that of a pooler, which gives a session for a transaction only
    (PostgreSQL only).
    """
    secret_key: str
    """Signs invitations and what browsers keep; all web processes of a site must share it."""
    embedded: bool = True
    """The web process also keeps the read models up to date and plays the bots."""
    secure_cookies: bool = False
    """The site is served over https only."""
    trusted_proxies: int = 0
    """The number of reverse proxies in front whose X-Forwarded headers are believed."""
    largest_body: int = 64 * 1024
    """Bytes a request may have."""
    largest_import: int = 16 * 1024 * 1024
    """Bytes a file may have that is brought in."""
    session_days: int = 90
    """Days after which a session ends and its user logs in again."""
    log_in_limit: str = "10 per minute"
    """Attempts to log in under one name from one address, until the password is right."""
    log_in_limit_by_address: str = "60 per minute; 600 per hour"
    """Attempts to log in from one address, under whatever names."""
    log_in_limit_by_name: str = "100 per hour"
    """Attempts to log in under one name, from wherever, until the password is right; each browser that has logged in
    under the name before has as many of its own."""
    register_limit: str = "10 per hour"
    """New accounts per address."""
    trial_limit: str = "5 per hour; 20 per day"
    """Accounts to try the site with, per address."""
    write_limit: str = "300 per minute; 6000 per hour"
    """Writes of every kind, per user (per address for visitors)."""
    mail_limit: str = "5 per hour"
    """Mails that one user has sent to an address to confirm it, or one address of visitors to a name forgotten."""
    mail_limit_by_requester: str = "3 per day"
    """Account emails of one kind that one user, or one IP address of visitors, may have sent to the same address."""
    mail_limit_by_ip_address: str = "10 per day"
    """The same for one IP address, no matter how many users share it."""
    mail_limit_by_recipient: str = "20 per day"
    """Account emails of one kind that one address may receive, no matter who requests them."""
    import_limit: str = "60 per hour"
    """Files that one user may bring in: each is verified at once, which is work."""
    picture_limit: str = "60 per minute"
    """Pictures of boards that are drawn for one user, or one address of visitors; those that are kept do not count."""
    picture_limit_by_address: str = "240 per minute"
    """The same for one address, whoever uses it."""
    animation_limit: str = "20 per hour"
    """Animations that are drawn for one user, or one address of visitors; those that are kept do not count."""
    animation_limit_by_address: str = "60 per hour"
    """The same for one address, whoever uses it."""
    projection_patience: float = 0.3
    """Seconds a request waits for read models, all together, before it is answered by replay or as they are."""
    live_wait: float = 25.0
    """Seconds an event stream is silent at most, and the longest a long poll may wait."""
    requests: int = 8
    """Requests that one process works on at a time, each with a connection to the database; the others wait for a
    moment, and are told to come back when that is too long. More at a time would all be done later, but for those that
    wait for the disk together. The numbers of connections and threads follow from this one.
    """
    listeners: int = 1000
    """Event streams and long polls that one process holds at a time; they take no threads."""
    listeners_each: int = 24
    """Of these, how many one user may have, or one address of visitors."""
    site_url: str = ""
    """Where the site is, as its mails name it: ``https://daybook.example.org``."""
    smtp_url: str = ""
    """The server that takes mails, ``smtp://user:password@host``; ``""`` for none. In development ``log``: mails are
    printed to the log, with their links.
    """
    mail_from: str = ""
    """Who mails are from: ``Daybook <daybook@example.org>``."""
    argon2_memory: int = 65536
    """Memory a password hash costs, in KiB."""

    @property
    def connections(self) -> int:
        """Connections in the pool: one for each request, and for projector, bots, notices and mails if they work here.

        Whoever follows the journal, holds a lease or writes for health has one beside the pool: eight at most.
        """
        return self.requests + (4 if self.embedded else 0)

    @property
    def threads(self) -> int:
        """Threads of the web server: for the requests in work, for as many at the gate, for those that stand aside.

        More would not wait at the gate but for one another: those who have to wait longer do it without a thread.
        """
        return 2 * self.requests + ASIDE


VARIABLES = {field: f"DAYBOOK_{field.upper()}" for field in Config.__struct_fields__} | {
    "database_url": "DATABASE_URL",
    "replica_url": "DATABASE_REPLICA_URL",
    "direct_url": "DATABASE_DIRECT_URL",
}

LIMITS = (
    "log_in_limit",
    "log_in_limit_by_address",
    "log_in_limit_by_name",
    "register_limit",
    "trial_limit",
    "write_limit",
    "mail_limit",
    "mail_limit_by_requester",
    "mail_limit_by_ip_address",
    "mail_limit_by_recipient",
    "import_limit",
    "picture_limit",
    "picture_limit_by_address",
    "animation_limit",
    "animation_limit_by_address",
)
"""Settings that are written as ``300 per minute; 6000 per hour``."""


def from_environment(environment: Mapping[str, str] | None) -> Config:
    """The configuration of this process; raises ConfigError."""
    variables = os.environ if environment is None else environment
    settings = {field: variables[name] for field, name in VARIABLES.items() if variables.get(name)}
    if "secret_key" not in settings:
        settings["secret_key"] = _own_secret(settings.get("database_url", DEFAULT_URL))
    try:
        config = msgspec.convert(settings, Config, strict=False)
    except msgspec.ValidationError as error:
        raise ConfigError(f"A setting cannot be used: {error}") from error
    for field in ("replica_url", "direct_url"):
        if getattr(config, field) and config.database_url.startswith("sqlite:"):
            raise ConfigError(
                f"{VARIABLES[field]} is for PostgreSQL only: a SQLite file has neither replicas nor poolers"
            )
    _check_mail(config)
    for field in LIMITS:
        try:
            parse_many(getattr(config, field))
        except ValueError as error:
            raise ConfigError(f"{VARIABLES[field]} cannot be used: {error}") from error
    return config


def _check_mail(config: Config) -> None:
    """Mails lead to where the settings say: the address of a request is whatever its sender made it."""
    if config.smtp_url in ("", TO_LOG):
        return
    if urlsplit(config.smtp_url).scheme not in PORTS or not urlsplit(config.smtp_url).hostname:
        ways = " or ".join(f"{way}://host" for way in PORTS)
        raise ConfigError(f"{VARIABLES['smtp_url']} must be like {ways}, or {TO_LOG}")
    for field, example in (("site_url", "https://daybook.example.org"), ("mail_from", "daybook@example.org")):
        if not getattr(config, field):
            raise ConfigError(f"{VARIABLES[field]} must be set where mails are sent: like {example}")


def _own_secret(database_url: str) -> str:
    """The key kept beside a SQLite file, made at the first start; several processes that start at once share it."""
    if not database_url.startswith("sqlite:///"):
        raise ConfigError(f"{VARIABLES['secret_key']} must be set: all processes of the site have to share it")
    path = Path(database_url.removeprefix("sqlite:///")).parent / "secret_key"
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn = path.with_name(f"secret_key.{secrets.token_hex(8)}")
    drawn.touch(mode=0o600)
    drawn.write_text(secrets.token_hex(32))
    try:
        path.hardlink_to(drawn)
    except FileExistsError:
        pass
    finally:
        drawn.unlink()
    return path.read_text()
