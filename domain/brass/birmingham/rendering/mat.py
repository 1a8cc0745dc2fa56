"""The area of one seat of Brass: Birmingham."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.birmingham.model.components import Tile
from domain.brass.birmingham.model.state import State
from domain.brass.birmingham.rendering.sheet import BEER, Sheet, sheet
from domain.brass.birmingham.rendering.style import STYLE
from domain.brass.narration.costs import barrels, gains
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
    drawn, player = sheet(view, names, say), view.players[seat]
    return draw_mat(drawn, seat, _faces(drawn), len(player.discards) + len(player.face_down), STYLE, hand)


def _faces(drawn: Sheet) -> Faces:
    def produced(industry: str, tile: Tile) -> int:
        return drawn.components.constants.brewery_barrels[drawn.view.era] if industry == "brewery" else tile.cubes

    def printed(industry: str, tile: Tile) -> Message:
        return _printed(drawn, industry, tile)

    def signs(card: str) -> Sequence[str]:
        return ["wild"] if card.startswith("wild_") else drawn.components.card_industries.get(card) or ["location"]

    return Faces(sale=_sale, badge=_badge, produced=produced, printed=printed, signs=signs)


def _sale(tile: Tile) -> Sequence[Piece]:
    return [BEER] * tile.beer_to_sell


def _badge(tile: Tile) -> str | None:
    return None if tile.developable else "bulb"


def _printed(drawn: Sheet, industry: str, tile: Tile) -> Message:
    if not tile.beer_to_sell:
        return message(
            "brass.tile-description",
            "{industry} level {level}: costs {costs}; when flipped, gives {gains}",
            industry=drawn.named(industry),
            level=tile.level,
            costs=costs(tile),
            gains=gains(tile),
        )
    return message(
        "birmingham.tile-description",
        "{industry} level {level}: costs {costs}; needs {beer} to sell; when flipped, gives {gains}",
        industry=drawn.named(industry),
        level=tile.level,
        costs=costs(tile),
        beer=barrels(tile.beer_to_sell),
        gains=gains(tile),
    )
