"""Former versions of corrected rules (the catalogue's Corrections), for audits of old logs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from domain.brass import turns
from domain.brass.lancashire.decide import act
from domain.brass.lancashire.rounds import EDITION

_ALL_INCOME_FIRST = replace(EDITION, income_by_seat=False)
"""All players' income was settled before the first shortfall (BL-4.14)."""

FORMERLY = {"BL-4.14": partial(turns.decide, _ALL_INCOME_FIRST, act)}
"""Former decisions of a seat's command, by the id of the corrected rule."""
