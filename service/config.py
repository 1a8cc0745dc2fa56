"""Configuration of a process: environment variables, read once, with defaults for development."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from limits import parse_many

from domain.data_faults import located
from domain.message import plain
from service.outbox.errors import PORTS, TO_LOG
from service.storage import DEFAULT_URL


class ConfigError(ValueError):
    """A setting is missing or invalid; the text names the variable."""


ASIDE = 96
"""The maximum of requests that wait outside admission control: for a password hash, an upload or a queue."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """Settings by name; the variable of ``secret_key`` is ``DAYBOOK_SECRET_KEY`` and so on, see :data:`VARIABLES`."""

    database_url: str = DEFAULT_URL
    replica_url: str = ""
    """A replica of the database, for reads of the past (PostgreSQL only)."""
    direct_url: str = ""
    """The database itself if ``database_url`` is that of a pooler, which lends a session per transaction (PostgreSQL
    only).
    """
    secret_key: str
    """Signs invitations and cookies; all web processes of a site must share it."""
    embedded: bool = True
    """Whether the web process also runs the workers."""
    secure_cookies: bool = False
    """Whether the site is served over https only."""
    trusted_proxies: int = 0
    """The number of reverse proxies whose X-Forwarded headers are trusted."""
    largest_body: int = 64 * 1024
    """The maximum of bytes in a request."""
    largest_import: int = 16 * 1024 * 1024
    """The maximum of bytes in an imported file."""
    session_days: int = 90
    """Days after which a session ends and its user logs in again."""
    log_in_limit: str = "10 per minute"
    """Failed attempts to log in under one name from one address; a successful one resets the count."""
    log_in_limit_by_address: str = "60 per minute; 600 per hour"
    """Attempts to log in from one address, under any names."""
    log_in_limit_by_name: str = "100 per hour"
    """Failed attempts to log in under one name from any address (a successful one resets the count); each browser that
    has logged in under the name before has a limit of its own.
    """
    register_limit: str = "120 per hour; 600 per day"
    """New accounts per address (per /64 network of IPv6), which a school or a mobile network shares; refused attempts
    do not count.
    """
    trial_limit: str = "120 per hour; 600 per day"
    """Guest accounts, likewise."""
    write_limit: str = "300 per minute; 6000 per hour"
    """Writes of every kind, per user (per address for visitors)."""
    mail_limit: str = "5 per hour"
    """Emails that one user may request to confirm an address, or one visitor's address to reset a password."""
    mail_limit_by_requester: str = "3 per day"
    """Account emails of one kind that one user, or one IP address of visitors, may have sent to the same address."""
    mail_limit_by_ip_address: str = "10 per day"
    """The same for one IP address, no matter how many users share it."""
    mail_limit_by_recipient: str = "20 per day"
    """Account emails of one kind that one address may receive, no matter who requests them."""
    import_limit: str = "60 per hour"
    """Files that one user may import; each is verified at once, which is expensive."""
    picture_limit: str = "60 per minute"
    """Pictures of boards drawn for one user, or one address of visitors; cached ones do not count."""
    picture_limit_by_address: str = "240 per minute"
    """The same for one address, regardless of its users."""
    animation_limit: str = "20 per hour"
    """Animations drawn for one user, or one address of visitors; cached ones do not count."""
    animation_limit_by_address: str = "60 per hour"
    """The same for one address, regardless of its users."""
    projection_patience: float = 0.3
    """Seconds that a request waits for read models in total, before it replays or uses them as they are."""
    live_wait: float = 25.0
    """Seconds that an event stream is silent at most, and the longest wait of a long poll."""
    requests: int = 8
    """Concurrent requests of one process, each with a database connection. The others wait for a moment, and are
    refused if it takes too long. More at a time would only finish later, except for those that wait for the disk
    together. The numbers of connections and threads follow from this one.
    """
    listeners: int = 1000
    """Event streams and long polls that one process holds at a time; they use no threads."""
    listeners_each: int = 24
    """The maximum of these for one user, or one address of visitors."""
    site_url: str = ""
    """The site's base URL in emails: ``https://daybook.example.org``."""
    smtp_url: str = ""
    """The mail server, ``smtp://user:password@host``; ``""`` for none. In development ``log``: emails are printed to
    the log, with their links.
    """
    mail_from: str = ""
    """The sender of emails: ``Daybook <daybook@example.org>``."""
    argon2_memory: int = 65536
    """Memory of a password hash, in KiB."""

    @property
    def connections(self) -> int:
        """Connections in the pool: one for each request, and for projector, bots, notifications and emails if they run
        here.

        Followers of the event store, leases and heartbeats have up to ten more outside the pool.
        """
        return self.requests + (4 if self.embedded else 0)

    @property
    def threads(self) -> int:
        """Threads of the web server: for running requests, for as many at admission control, for those that wait
        outside of it.

        More would only wait for one another: requests that wait longer do so without a thread.
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
"""Settings in the format ``300 per minute; 6000 per hour``."""


def from_environment(environment: Mapping[str, str] | None) -> Config:
    """Return the configuration of this process. Raises ConfigError."""
    variables = os.environ if environment is None else environment
    settings = {field: variables[name] for field, name in VARIABLES.items() if variables.get(name)}
    if "secret_key" not in settings:
        settings["secret_key"] = _own_secret(settings.get("database_url", DEFAULT_URL))
    try:
        config = msgspec.convert(settings, Config, strict=False)
    except msgspec.ValidationError as error:
        field, fault = located(error)
        raise ConfigError(f"{VARIABLES[field]} is invalid. {plain(fault)}") from error
    for field in ("replica_url", "direct_url"):
        if getattr(config, field) and config.database_url.startswith("sqlite:"):
            raise ConfigError(f"{VARIABLES[field]} needs PostgreSQL: a SQLite file has neither replicas nor poolers")
    _check_mail(config)
    for field in LIMITS:
        try:
            parse_many(getattr(config, field))
        except ValueError as error:
            raise ConfigError(
                f"{VARIABLES[field]} is invalid. Separate limits with semicolons: 300 per minute; 6000 per hour"
            ) from error
    return config


def _check_mail(config: Config) -> None:
    """Require a site URL for emails: the host of a request can be forged."""
    if config.smtp_url in ("", TO_LOG):
        return
    if urlsplit(config.smtp_url).scheme not in PORTS or not urlsplit(config.smtp_url).hostname:
        ways = " or ".join(f"{way}://host" for way in PORTS)
        raise ConfigError(f"{VARIABLES['smtp_url']} must be {ways}, or {TO_LOG}")
    for field, example in (("site_url", "https://daybook.example.org"), ("mail_from", "daybook@example.org")):
        if not getattr(config, field):
            raise ConfigError(f"{VARIABLES[field]} must be set to send email, for example {example}")


def _own_secret(database_url: str) -> str:
    """Return the key next to a SQLite file, created at the first start; processes that start at once share it."""
    if not database_url.startswith("sqlite:///"):
        raise ConfigError(f"{VARIABLES['secret_key']} must be set, because all processes share it")
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
