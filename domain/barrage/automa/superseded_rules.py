"""Former versions of corrected rules (the catalogue's Corrections), for audits of old logs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from domain.barrage.automa.actions.contracts import FULFILLING, choose_all, fulfil
from domain.barrage.automa.deciding import substitute
from domain.barrage.automa.sight import Sight
from domain.barrage.engine.course import Course
from domain.barrage.engine.decide import decide
from domain.barrage.engine.edition import Edition
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import State
from domain.game import Fact


def _fulfil_all(course: Course, pending: Pending, sight: Sight) -> None:
    """Gain the rewards of all chosen contracts without their choices; these follow together (TA-D.52)."""
    for contract in choose_all(sight, pending):
        fulfil(course, pending.seat, contract)


_FULFILLING_ALL = replace(substitute(FULFILLING.name, _fulfil_all), replaces=FULFILLING)


def formerly(edition: Edition) -> Mapping[str, Callable[[State, int, Any], list[Fact]]]:
    """Return the former decisions of a seat's command, by the id of the corrected rule."""
    return {"TA-D.52": partial(decide, edition + Edition(_FULFILLING_ALL))}
