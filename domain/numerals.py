"""Numbers in texts and drawings: negative ones have a minus sign, not a hyphen."""

from __future__ import annotations

MINUS = "\N{MINUS SIGN}"


def numeral(number: int) -> str:
    """Return a number in digits."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def signed(change: int) -> str:
    """Return a change with its sign; zero is ±0."""
    return f"+{change}" if change > 0 else f"{MINUS}{-change}" if change else "±0"
