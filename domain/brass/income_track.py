"""The progress track: income markers advance by spaces and go back by income levels."""

from __future__ import annotations

from domain.brass.model.components import IncomeTrack


def level(track: IncomeTrack, space: int) -> int:
    """Return the income level of a space."""
    return track.level_at[space - track.first_space]


def to_next_level(track: IncomeTrack, space: int) -> int:
    """Return the spaces from a space below the highest level to the first one of the next level."""
    return track.levels[level(track, space)][1] + 1 - space


def advanced(track: IncomeTrack, space: int, spaces: int) -> int:
    """Return the space after an advance; the marker stops at the end of the track."""
    return min(space + spaces, track.last_space)


def lowered(track: IncomeTrack, space: int, levels: int) -> int:
    """Return the highest space so many levels below. Raise KeyError if the track has no such level."""
    return track.levels[level(track, space) - levels][1]
