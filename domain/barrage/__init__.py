"""Barrage: companies compete for the water of the Alps."""

from __future__ import annotations

from domain.barrage.base import BASE

EDITION = BASE
