"""The area of one seat of Brass: Lancashire."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.lancashire.model.state import State
from domain.brass.lancashire.rendering.sheet import Sheet, sheet
from domain.brass.lancashire.rendering.style import STYLE
from domain.brass.model.components import Tile
from domain.brass.narration.costs import gains
from domain.brass.rendering.mat import Faces, costs, draw_mat
from domain.brass.rendering.sheet import Piece
from domain.message import Message, Say, message, plain


def draw_seat(view: State, seat: int, names: Sequence[str], say: Say = plain) -> str:
    """Draw the area of a seat from a view. Other seats' cards are shown only if the view has them."""
    return _draw(view, seat, names, say, None)


def draw_seat_preview(before: State, view: State, seat: int, names: Sequence[str], say: Say = plain) -> str:
    """Draw the area of a seat after a move, with the cards that the move discards crossed out."""
    return _draw(view, seat, names, say, before.players[seat].hand)


def _draw(view: State, seat: int, names: Sequence[str], say: Say, hand: Sequence[str] | None) -> str:
    drawn = sheet(view, names, say)
    return draw_mat(drawn, seat, _faces(drawn), len(view.players[seat].discards), STYLE, hand)


def _faces(drawn: Sheet) -> Faces:
    def printed(industry: str, tile: Tile) -> Message:
        return _printed(drawn, industry, tile)

    def signs(card: str) -> Sequence[str]:
        return [drawn.components.card[card].industry or "location"]

    return Faces(sale=_sale, badge=_badge, produced=_produced, printed=printed, signs=signs)


def _sale(tile: Tile) -> Sequence[Piece]:
    """Return nothing: sales consume nothing in this game."""
    return ()


def _badge(tile: Tile) -> str | None:
    return None if tile.eras else "lock"


def _produced(industry: str, tile: Tile) -> int:
    return tile.cubes


def _printed(drawn: Sheet, industry: str, tile: Tile) -> Message:
    named = drawn.named(industry)
    if not tile.eras:
        return message(
            "lancashire.tile-only-developable",
            "{industry} level {level}: can only be developed",
            industry=named,
            level=tile.level,
        )
    return message(
        "brass.tile-description",
        "{industry} level {level}: costs {costs}; when flipped, gives {gains}",
        industry=named,
        level=tile.level,
        costs=costs(tile),
        gains=gains(tile),
    )
