"""Component figures: the values printed on a game's tiles, cards and board, typed, checked and addressed by content.

The figures of a game are one TOML file. A table records the SHA-256 of its figures, and the log keeps their text. So a
corrected file affects new tables, but never a running or finished game.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from cachetools import FIFOCache

from domain.data_faults import explained, located
from domain.message import plain

Components = TypeVar("Components", bound=msgspec.Struct)


class Inconsistent(ValueError):
    """Figures that are valid one by one but contradict each other.

    ``table`` is a path such as ``industry_tiles.brewery[0]``: a row has its index, from 0, or its id in brackets.
    """

    def __init__(self, table: str, field: str, reason: str) -> None:
        super().__init__(table, field, reason)
        self.table = table
        self.field = field
        self.reason = reason


def expect(holds: bool, table: str, field: str, reason: str) -> None:
    """Raise Inconsistent for this table and field unless the condition holds."""
    if not holds:
        raise Inconsistent(table, field, reason)


def check_known(names: Iterable[str | int], known: Iterable[str | int], table: str, field: str) -> None:
    """Raise Inconsistent for this table and field unless every name is known."""
    unknown = sorted(map(str, set(names) - set(known)))
    expect(not unknown, table, field, f"unknown: {', '.join(unknown)}")


class WrongFigure(ValueError):
    """An invalid figure: its file, table and field, and the reason."""

    def __init__(self, file: str, table: str, field: str, reason: str) -> None:
        super().__init__(f"{file}: table {table or '(top)'}, field {field or '(none)'}: {reason}")
        self.file = file
        self.table = table
        self.field = field
        self.reason = reason


class UnknownFigures(KeyError):
    """No figures with this digest have been recorded here."""


class Reconstructed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Figures without a source: their place in the file, the reason for their values, and how to correct them."""

    path: str
    confidence: Literal["high", "medium", "low"]
    look_at: str
    """The part of the box that shows the true figures."""
    reason: str


def reconstructed(content: bytes) -> tuple[Reconstructed, ...]:
    """Return the figures that a file marks as reconstructed: the rows of its table ``reconstructed``, if it has one.

    Raise WrongFigure if a row is invalid or names figures that are not in the file.
    """
    return _marked(_raw(content, "figures"), "figures")


def _marked(raw: dict[str, Any], name: str) -> tuple[Reconstructed, ...]:
    try:
        rows = msgspec.convert(raw.get("reconstructed", []), tuple[Reconstructed, ...])
    except msgspec.ValidationError as error:
        raise WrongFigure(name, "reconstructed", "", plain(explained(error))) from error
    for row in rows:
        at: Any = raw
        for step in row.path.split("."):
            at = at.get(step) if isinstance(at, dict) else None
        if at is None:
            raise WrongFigure(name, "reconstructed", "path", f"there are no figures {row.path}")
    return rows


KEPT = 64
"""The number of cached figures besides the current ones."""


class _Parsed(NamedTuple, Generic[Components]):
    digest: str
    content: bytes
    components: Components


class Figures(Generic[Components]):
    """The figures of one game: the current file for new tables, and those that older tables were started with.

    ``removed`` names figures that the file no longer has, because nothing reads them; older tables may have them.
    """

    def __init__(
        self,
        file: Path,
        shape: type[Components],
        check: Callable[[Components], None],
        removed: Collection[str] = (),
    ) -> None:
        self._file = file
        self._shape = shape
        self._check = check
        self._removed = removed
        self._others: FIFOCache[str, _Parsed[Components]] = FIFOCache(KEPT)
        self._lock = Lock()

    @cached_property
    def _current(self) -> _Parsed[Components]:
        return self._parse(self._file.read_bytes(), "/".join(self._file.parts[-2:]), ())

    def current(self) -> str:
        """Return the digest of the figures for new tables; the file is read once per process."""
        return self._current.digest

    def content(self, digest: str) -> bytes:
        """Return the text of the figures with this digest, or raise UnknownFigures."""
        return self._find(digest).content

    def of(self, digest: str) -> Components:
        """Return the typed figures with this digest, parsed once, or raise UnknownFigures."""
        return self._find(digest).components

    def record(self, content: bytes) -> str:
        """Record figures from a table's log and return their digest. Raise WrongFigure if they are invalid.

        The current figures are always cached, and the latest ``KEPT`` others: imported files can contain any number.
        """
        digest = digest_of(content)
        if digest != self.current() and digest not in self._others:
            parsed = self._parse(content, f"figures {digest[:12]}", self._removed)
            with self._lock:
                self._others[digest] = parsed
        return digest

    def _find(self, digest: str) -> _Parsed[Components]:
        """Return recorded figures. Reading the cache does not change it, so it needs no lock."""
        if digest == self._current.digest:
            return self._current
        try:
            return self._others[digest]
        except KeyError:
            raise UnknownFigures(digest) from None

    def _parse(self, content: bytes, name: str, removed: Collection[str]) -> _Parsed[Components]:
        return _Parsed(digest_of(content), content, parse(content, name, self._shape, self._check, removed))


def digest_of(content: bytes) -> str:
    """Return the hexadecimal SHA-256 that identifies figures."""
    return hashlib.sha256(content).hexdigest()


def parse(
    content: bytes,
    name: str,
    shape: type[Components],
    check: Callable[[Components], None],
    removed: Collection[str] = (),
) -> Components:
    """Parse figures from TOML text, which errors call ``name``. Raise WrongFigure for anything invalid.

    Figures whose paths ``removed`` contains are ignored.
    """
    raw = _raw(content, name)
    try:
        components = msgspec.convert(_without(raw, removed), shape, str_keys=True)
        check(components)
        _marked(raw, name)
    except msgspec.ValidationError as error:
        table, field, reason = _located(error)
        raise WrongFigure(name, table, field, reason) from error
    except Inconsistent as error:
        raise WrongFigure(name, error.table, error.field, error.reason) from error
    return components


def _raw(content: bytes, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(content.decode())
    except (ValueError, RecursionError) as error:
        raise WrongFigure(name, "", "", str(error)) from error


def _without(raw: dict[str, Any], removed: Collection[str]) -> Any:
    for path in removed:
        raw = _without_one(raw, path.split("."))
    return raw


def _without_one(raw: Any, path: Sequence[str]) -> Any:
    step, *rest = path
    if not isinstance(raw, dict) or step not in raw:
        return raw
    if rest:
        return raw | {step: _without_one(raw[step], rest)}
    return {name: figure for name, figure in raw.items() if name != step}


_EXCESS = 3
_SPARE = 30


def out_of_proportion(content: bytes, known: bytes, removed: Collection[str] = ()) -> bool:
    """Return whether untrusted figures are far larger than the known ones, in bytes or in the sum of any field.

    Figures whose paths ``removed`` contains do not count: nothing reads them.
    A box of a billion tiles would exhaust memory. Raise WrongFigure for text that is not TOML.
    """
    if len(content) > _EXCESS * len(known):
        return True
    usual = _sums(_raw(known, "known figures"))
    # Written so that NaN, which fails every comparison, is out of proportion.
    counted = _without(_raw(content, "figures"), removed)
    return not all(total <= _EXCESS * usual[field] + _SPARE for field, total in _sums(counted).items())


def _sums(raw: Any) -> Counter[str]:
    sums: Counter[str] = Counter()
    for field, number in _numbers(raw, ""):
        sums[field] += abs(number)
    return sums


def _numbers(raw: Any, field: str) -> Iterator[tuple[str, Any]]:
    """Yield every number with the name of its field; rows and numbers of players do not count as fields."""
    match raw:
        case dict():
            for key, inner in raw.items():
                yield from _numbers(inner, field if key.isdigit() else key)
        case list():
            for inner in raw:
                yield from _numbers(inner, field)
        case int() | float():
            yield field, raw


def _located(error: msgspec.ValidationError) -> tuple[str, str, str]:
    """Return table, field and reason of an error."""
    path, fault = located(error)
    where = path.replace("[...]", "")
    if "field" in fault.parts:
        return where, str(fault.parts["field"]), plain(fault)
    table, _, field = where.rpartition(".")
    return table, field, plain(fault)
