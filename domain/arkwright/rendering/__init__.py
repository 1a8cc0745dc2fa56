"""The drawings of Arkwright: the market board, and the area of a seat, drawn as SVG from a view.

Parts that an option of a choice may concern carry ``data-element``: on the board ``appeal:food``, ``wages``,
``player:0``, ``automa:green`` and ``supply:DC01``; before a seat ``factory:food``, ``quality:food/price``,
``distribution:food``, ``warehouse:W1``, ``stock``, ``loans``, ``ships``, ``track:quality`` and ``card:patron_food``.
"""

from __future__ import annotations

from domain.arkwright.rendering.board import draw, drawings
from domain.arkwright.rendering.seat import draw_seat

__all__ = ["draw", "draw_seat", "drawings"]
