"""The board and the areas of the players, drawn as SVG from a view; equal views give equal SVG.

Parts that an option of a choice may concern carry ``data-element``: ``slot:birmingham/2``, ``place:birmingham``,
``link:birmingham-oxford``, ``merchant:gloucester/0``, ``market:coal``, ``player:0``, ``deck``, ``pile:wild_location``,
``card:birmingham`` and ``mat:pottery``.
"""

from __future__ import annotations

from domain.brass.birmingham.rendering.board import BOARD
from domain.brass.birmingham.rendering.mat import draw_seat, draw_seat_preview

__all__ = ["BOARD", "draw_seat", "draw_seat_preview"]
