"""The drawings of Barrage: the board with its map, and the area of a seat."""

from domain.barrage.rendering.board import draw, drawings
from domain.barrage.rendering.seat import draw_seat

__all__ = ["draw", "draw_seat", "drawings"]
