"""The develop action (BB-18), and what the free development of a merchant bonus shares with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.brass.birmingham import offers
from domain.brass.birmingham.commands import Develop
from domain.brass.birmingham.consumption import Stock, consume_iron, require_sources
from domain.brass.birmingham.facts import Developed, MatTile
from domain.brass.birmingham.offers import DONE
from domain.brass.birmingham.position import Position
from domain.game import Fact, IllegalMove, Lastly, Script
from domain.message import message

Mat = Mapping[str, Sequence[int]]


def developable(position: Position, mat: Mat) -> list[str]:
    """The industries whose lowest tile may be removed: all but a light-bulb pottery (BB-18.5)."""
    tile = position.components.tile
    return [industry for industry, levels in mat.items() if levels and tile(industry, levels[0]).developable]


def removed(position: Position, mat: Mat, industry: str, empty_rule: str, bulb_rule: str) -> MatTile:
    """The lowest tile of an industry, taken from the mat; the rules are those to refuse with."""
    levels = mat.get(industry)
    if not levels:
        raise IllegalMove(empty_rule, message("There is no tile of {industry} on your mat.", industry=industry))
    if not position.components.tile(industry, levels[0]).developable:
        raise IllegalMove(
            bulb_rule,
            message("{industry} level {level} shows a light bulb.", industry=position.name(industry), level=levels[0]),
        )
    return MatTile(industry, levels[0])


def decide_develop(position: Position, command: Develop) -> list[Fact]:
    """Remove one or two tiles, an iron each (BB-18.1 to 18.4)."""
    figures = position.components.constants.develop
    if not command.industries:
        raise IllegalMove("BB-18.8", message("At least one tile must be removed."))
    if len(command.industries) > figures.tiles:
        raise IllegalMove("BB-18.1", message("At most {tiles} tiles can be removed.", tiles=figures.tiles))
    require_sources(command.iron, figures.iron_per_tile * len(command.industries), "BB-18.4")
    mat = dict(position.player.mat)
    tiles: list[MatTile] = []
    for industry in command.industries:
        tiles.append(removed(position, mat, industry, "BB-18.2", "BB-18.5"))
        mat[industry] = mat[industry][1:]
    stock = Stock(position)
    iron = tuple(consume_iron(stock, source) for source in command.iron)
    if stock.paid > position.player.money:
        raise IllegalMove(
            "BB-1.14",
            message("The iron costs £{price}, you have £{money}.", price=stock.paid, money=position.player.money),
        )
    return [Developed(seat=position.seat, card=command.card, removed=tuple(tiles), iron=iron)]


# --------------------------------------------------------------------------------------------------------------------
# What may be developed
# --------------------------------------------------------------------------------------------------------------------

_FIRST = message("Remove a tile of which industry?")
_SECOND = message("Remove a second tile?")


def can_develop(position: Position) -> bool:
    """Whether a tile and the iron for it can be had."""
    return bool(_iron(position, Stock(position))) and bool(developable(position, position.player.mat))


def _iron(position: Position, stock: Stock) -> list[str]:
    """The sources of the next cube of iron, if it can be paid."""
    if not stock.iron and stock.paid + stock.iron_price() > position.player.money:
        return []
    return stock.iron_sources()


def script_develop(position: Position) -> Script:
    """One tile and its iron, perhaps another one, and the card."""
    mat = dict(position.player.mat)
    stock = Stock(position)
    industries: list[str] = []
    iron: list[str] = []
    industry = yield offers.industry(position, mat, developable(position, mat), _FIRST)
    while industry != DONE:
        industries.append(industry)
        mat[industry] = mat[industry][1:]
        iron.append((yield offers.iron(position, stock, _iron(position, stock))))
        stock.take_iron(iron[-1])
        if len(industries) == position.components.constants.develop.tiles:
            break
        second = developable(position, mat) if _iron(position, stock) else []
        industry = yield offers.industry(position, mat, (DONE, *second), _SECOND)
    return _discarding(position, tuple(industries), tuple(iron))


def _discarding(position: Position, industries: tuple[str, ...], iron: tuple[str, ...]) -> Lastly:
    return Lastly(
        offers.card(position, offers.hand(position)),
        lambda card: Develop(card=card, industries=industries, iron=iron),
    )
