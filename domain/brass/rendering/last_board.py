"""The last board of an era: its links stay on the drawing until the next era begins."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.brass.model.facts import EraScored
from domain.brass.model.state import State
from domain.brass.scoring import is_scored
from domain.graphics.drawing import LastBoard

AnyState = State[Any]


def _restored(view: AnyState, before: AnyState) -> AnyState:
    return msgspec.structs.replace(view, links=dict(before.links))


LAST_BOARD = LastBoard(scored=(EraScored,), removed=is_scored, restored=_restored)
