"""A row of a table of measurements."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A measurement: its name, its value, its target, and its floor.

    ``value``, ``target`` and ``floor`` are in ``unit``. A target is an upper bound, and so is ``ratio_target``.
    """

    measure: str
    value: float
    unit: str
    target: float | None = None
    floor: float | None = None
    ratio_target: float | None = None
    note: str = ""
    """The meaning of the floor, and other notes for the reader."""

    @property
    def ratio(self) -> float | None:
        """The value as a multiple of the floor, both times or both rates."""
        if not self.floor:
            return None
        return self.floor / self.value if self.unit.endswith("/s") else self.value / self.floor

    @property
    def met(self) -> bool | None:
        """Return whether the measurement meets its targets; None without targets."""
        bounds = [(self.value, self.target), (self.ratio, self.ratio_target)]
        given = [amount <= bound for amount, bound in bounds if amount is not None and bound is not None]
        return all(given) if given else None


def in_milliseconds(
    measure: str,
    value: float,
    note: str,
    *,
    target: float | None = None,
    floor: float | None = None,
    ratio_target: float | None = None,
) -> Row:
    """Return a row whose figures are times."""
    return Row(
        measure=measure, value=value, unit="ms", target=target, floor=floor, ratio_target=ratio_target, note=note
    )
