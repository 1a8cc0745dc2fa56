"""The component figures of the game and of its additions: the current file, and the figures of older tables."""

from __future__ import annotations

from pathlib import Path

from domain.barrage.model.automa.components import Components, check
from domain.components import Figures

figures = Figures(Path(__file__).parents[1] / "components.toml", Components, check)

of = figures.of
"""Returns the components with this digest, as recorded with a table."""
