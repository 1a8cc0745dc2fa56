"""The board and the areas of the players, drawn as SVG from a view; equal views give equal SVG.

Parts that an option of a choice may concern carry ``data-element``: ``slot:wigan/0``, ``place:wigan``,
``link:preston-wigan``, ``market:coal``, ``market:distant``, ``loan:20``, ``player:0``, ``deck``, ``card:wigan`` and
``mat:port``; and, with the options that add them, ``pile:set_aside`` and ``virtual_link``.
"""

from __future__ import annotations

from domain.brass.lancashire.rendering.board import BOARD
from domain.brass.lancashire.rendering.mat import draw_seat, draw_seat_preview

__all__ = ["BOARD", "draw_seat", "draw_seat_preview"]
