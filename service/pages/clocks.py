"""A table's clock as form fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.table.clock import narration
from domain.table.clock.options import DAYS_A_YEAR, Clock, objection
from domain.table.seating import TableState
from service.http import messages
from service.pages.forms import Faults

NONE = "none"
"""The value in a form without a clock."""


def wanted(form: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the clock that a form requests, in the form of the API; None for none."""
    kind = form.get("clock", NONE)
    if kind == NONE:
        return None
    names = ("days",) if kind == "days_per_turn" else ("start", "increment", "cap")
    return {
        "pace": {"kind": kind} | {name: _number(form.get(f"clock-{name}", "")) for name in names},
        "weekends_off": "clock-weekends" in form,
        "hours": _hours(form),
        "vacation": form.get("clock-vacation", "none"),
        "vacation_days": _number(form.get("clock-vacation-days", str(DAYS_A_YEAR))),
        "ran_out": form.get("clock-ran-out", "remind"),
        "by_itself": "clock-by-itself" in form,
    }


def _hours(form: Mapping[str, str]) -> dict[str, Any] | None:
    if "clock-hours" not in form:
        return None
    return {name: _number(form.get(f"clock-{name}", "")) for name in ("first", "until")}


def _number(sent: str) -> int | str:
    """Return a number; leave other text to validation."""
    return int(sent) if sent.isdecimal() and len(sent) < 9 else sent


def faults(agreed: Clock | None) -> Faults:
    """Return the objections to such a clock, under ``clock``."""
    against = None if agreed is None else objection(agreed)
    return {"clock": messages.text(against)} if against else {}


def clock_rules(table: TableState) -> list[str]:
    """Describe the clock of a table."""
    return [] if table.clocks is None else [messages.text(said) for said in narration.agreed(table.clocks.clock)]
