"""Password hashes (argon2). Each costs 64 MiB and tens of milliseconds, so only a few are computed at a time."""

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
"""Hashes that a process computes at a time."""

WAITING = 48
"""The number of further hashes that may wait; each occupies a thread of the web server, which others need, too."""

PATIENCE = 2.0
"""The longest wait, in seconds."""


class Busy(Exception):
    """Too many passwords are being checked; retry in a few seconds."""


_PROFILE = get_profile("OpaqueString")


def opaque(password: str) -> str:
    """Return a password as RFC 8265's OpaqueString, the same however it is typed. Raise Unfit for characters that not
    every keyboard can type the same way.
    """
    try:
        return str(_PROFILE.enforce(password))
    except UnicodeEncodeError as error:
        code = " ".join(f"U+{ord(character):04X}" for character in error.object[error.start : error.start + 1])
        raise Unfit(
            message(
                "account.password-character-not-allowed",
                "A password can't contain the character {code}. Remove it.",
                code=code,
            )
        ) from error


class Passwords:
    """Hashes and verifies passwords, few at a time; all methods raise Busy if too many requests wait.

    ``released`` is entered while they wait and compute, so that the request does not occupy a slot.
    """

    def __init__(self, memory_cost: int, released: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
        self._hasher = PasswordHasher(memory_cost=memory_cost)
        self._released = released
        self._admitted = BoundedSemaphore(AT_ONCE + WAITING)
        self._at_work = BoundedSemaphore(AT_ONCE)
        self._dummy = _dummy_hash(self._hasher)

    def hash(self, password: str) -> str:
        """Return the hash of a password. Raise Unfit for one that cannot be set."""
        kept = opaque(password)
        with self._released(), self._turn():
            return self._hasher.hash(kept)

    def verify(self, password: str, kept: str | None) -> bool:
        """Return whether this is the password. Without a hash, as for unknown names, it takes as long and returns
        False.
        """
        with self._released(), self._turn():
            found = [self._verified(each, kept or self._dummy) for each in _normal_forms(password)]
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


def _normal_forms(password: str) -> list[str]:
    """Return the possible hashed forms of a password: its one form, or, in older hashes, the text as typed."""
    try:
        return list(dict.fromkeys([opaque(password), password]))
    except Unfit:
        return [password]


def _dummy_hash(hasher: PasswordHasher) -> str:
    """Return a hash of no known password. It is random, because hashing would take as long as a login."""
    salt, hashed = (
        b64encode(secrets.token_bytes(size)).rstrip(b"=").decode() for size in (hasher.salt_len, hasher.hash_len)
    )
    return f"$argon2id$v=19$m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}${salt}${hashed}"
