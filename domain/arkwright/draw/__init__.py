"""The drawings of Arkwright: the market board, and what lies before a seat."""

from domain.arkwright.draw.board import draw
from domain.arkwright.draw.seat import draw_seat

__all__ = ["draw", "draw_seat"]
