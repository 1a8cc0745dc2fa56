"""Marks of seats: a distinct shape and character."""

from __future__ import annotations

from domain.graphics.marks import characters, shape


def test_marks_are_unique_initials_or_else_numbers() -> None:
    assert characters(["Ada", "brunel"]) == ["A", "B"]
    assert characters(["Ada", "Anne"]) == ["1", "2"]
    assert characters(["", "!"]) == ["1", "2"]


def test_every_seat_has_its_own_shape() -> None:
    drawn = [shape(seat, 10, 10, 5, "mark") for seat in range(4)]
    assert len(set(drawn)) == 4
    assert all('class="mark"' in each for each in drawn)
