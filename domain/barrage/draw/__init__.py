"""The drawings of Barrage: the board with its map, and what lies before a seat."""

from domain.barrage.draw.board import draw, drawings
from domain.barrage.draw.seat import draw_seat

__all__ = ["draw", "draw_seat", "drawings"]
