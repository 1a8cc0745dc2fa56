"""Password hashes (argon2). Each costs 64 MiB and tens of milliseconds, so only few are computed at a time."""

from __future__ import annotations

import secrets
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from precis_i18n import get_profile

from domain.message import message
from service.user_text import Unfit

AT_ONCE = 2
"""Hashes that a process makes at a time."""

WAITING = 48
"""The number of further hashes that may wait; each occupies a thread of the web server, which others need, too."""

PATIENCE = 2.0
"""Seconds that one waits at most."""


class Busy(Exception):
    """Too many passwords are being checked; retry in a few seconds."""


_PROFILE = get_profile("OpaqueString")


def opaque(password: str) -> str:
    """A password in the form that is hashed, RFC 8265's OpaqueString: however it is typed it is the same. Raises Unfit
    for characters that cannot be typed the same everywhere.
    """
    try:
        return str(_PROFILE.enforce(password))
    except UnicodeEncodeError as error:
        code = " ".join(f"U+{ord(character):04X}" for character in error.object[error.start : error.start + 1])
        raise Unfit(message("A password cannot contain the character {code}. Leave it out.", code=code)) from error


class Passwords:
    """Hashes and verifies passwords, few at a time; all methods raise Busy if too many requests wait.

    ``aside`` is entered meanwhile: a request at this work shall not keep others from theirs.
    """

    def __init__(self, memory_cost: int, aside: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
        self._hasher = PasswordHasher(memory_cost=memory_cost)
        self._aside = aside
        self._admitted = BoundedSemaphore(AT_ONCE + WAITING)
        self._at_work = BoundedSemaphore(AT_ONCE)
        self._nobodys = _fitting_none(self._hasher)

    def hash(self, password: str) -> str:
        """What is kept of a password. Raises Unfit for one that cannot be set."""
        kept = opaque(password)
        with self._aside(), self._turn():
            return self._hasher.hash(kept)

    def verify(self, password: str, kept: str | None) -> bool:
        """Whether this is the password; where nothing is kept, as of unknown names, No takes as long as anywhere."""
        with self._aside(), self._turn():
            found = [self._verified(each, kept or self._nobodys) for each in _forms(password)]
        return kept is not None and any(found)

    def _verified(self, password: str, kept: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError, UnicodeEncodeError):
            return False

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._admitted.acquire(blocking=False):
            raise Busy
        try:
            if not self._at_work.acquire(timeout=PATIENCE):
                raise Busy
            try:
                yield
            finally:
                self._at_work.release()
        finally:
            self._admitted.release()


def _forms(password: str) -> list[str]:
    """What may have been hashed of a password: its one form, or, before there was one, what was typed."""
    try:
        return list(dict.fromkeys([opaque(password), password]))
    except Unfit:
        return [password]


def _fitting_none(hasher: PasswordHasher) -> str:
    """What could be kept of a password that nobody knows. It is drawn: hashing one would take as long as a log-in."""
    salt, hashed = (
        b64encode(secrets.token_bytes(size)).rstrip(b"=").decode() for size in (hasher.salt_len, hasher.hash_len)
    )
    return f"$argon2id$v=19$m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}${salt}${hashed}"
