"""Barrage: companies compete for the water of the Alps."""

from __future__ import annotations

from domain.barrage.base import BASE
from domain.barrage.leeghwater.edition import LEEGHWATER

EDITION = BASE + LEEGHWATER
