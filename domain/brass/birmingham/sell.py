"""The sell action (BB-19) and the merchant bonuses (BB-20)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.brass.birmingham.consumption import Stock, consume_beer
from domain.brass.birmingham.develop import removed
from domain.brass.birmingham.engine.position import Position
from domain.brass.birmingham.model.commands import Sale, Sell
from domain.brass.birmingham.model.facts import Bonus, Sold, SoldTile
from domain.brass.birmingham.narration import questions as own_questions
from domain.brass.connections import Distances
from domain.brass.consumption import require_sources
from domain.brass.develop import developable
from domain.brass.engine.position import place_of
from domain.brass.model.facts import Advance
from domain.brass.model.state import Tile
from domain.brass.narration import costs, questions
from domain.brass.narration.questions import DONE
from domain.game import Choose, Fact, FinalField, IllegalMove, Script
from domain.game_kit.memory import remembered
from domain.message import Message, message


class Selling:
    """A sell action in progress: each sale uses what the ones before have left (BB-19.1, 19.13)."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.stock = Stock.of(position)
        self.mat = {industry: list(levels) for industry, levels in position.player.mat.items()}
        self.sold: tuple[SoldTile, ...] = ()

    def copy(self) -> Selling:
        """Return a copy that can be changed separately."""
        other = object.__new__(Selling)
        other.position = self.position
        other.stock = self.stock.copy()
        other.mat = {industry: list(levels) for industry, levels in self.mat.items()}
        other.sold = self.sold
        return other

    def is_sold(self, slot: str) -> bool:
        """Return whether this action has already sold the tile."""
        return any(sold.slot == slot for sold in self.sold)

    def sell(self, sale: Sale) -> None:
        """Sell one tile: beer, bonus, flip and income (BB-19.5 to 19.10)."""
        tile = _works(self, sale.slot)
        _check_merchant(self.position, sale, tile)
        beer_needed = self.position.components.tile(tile.industry, tile.level).beer_to_sell
        require_sources(sale.beer, beer_needed, "BB-19.5" if beer_needed else "BB-19.8")
        _check_merchant_barrel(sale)
        distances = _distances(self.position, sale.slot)
        beer = tuple(consume_beer(self.stock, distances, source, sale.merchant) for source in sale.beer)
        bonus = _bonus(self, sale)
        flip = self.stock.flip(self.position.seat, tile.industry, tile.level)
        sold = SoldTile(
            slot=sale.slot, industry=tile.industry, merchant=sale.merchant, beer=beer, bonus=bonus, flip=flip
        )
        self.sold = (*self.sold, sold)


def decide_sell(position: Position, command: Sell) -> list[Fact]:
    """Sell one tile after another (BB-19.1, 19.11)."""
    if not command.sales:
        raise IllegalMove(
            "BB-19.2", message("birmingham.nothing-sold", "You must sell at least one tile. To do nothing, pass.")
        )
    selling = Selling(position)
    for sale in command.sales:
        selling.sell(sale)
    return [Sold(seat=position.seat, card=command.card, sales=selling.sold)]


# --------------------------------------------------------------------------------------------------------------------
# 19. The sale
# --------------------------------------------------------------------------------------------------------------------


def _works(selling: Selling, slot: str) -> Tile:
    """Return the tile to sell, if it is unflipped works of the seat (BB-19.1)."""
    position = selling.position
    tile = position.state.board.get(slot)
    if tile is None or tile.owner != position.seat:
        raise IllegalMove(
            "BB-19.1",
            message(
                "birmingham.not-your-tile",
                "You have no tile on that slot in {place}. Sell one of your own tiles.",
                place=position.name_if_known(slot),
            ),
        )
    if position.components.facts[tile.industry].flips_by != "sale":
        raise IllegalMove(
            "BB-6.6",
            message(
                "birmingham.industry-not-sellable",
                "You can't sell {industry}. You can sell cotton mills, manufacturers and potteries.",
                industry=position.name(tile.industry),
            ),
        )
    if tile.flipped or selling.is_sold(slot):
        raise IllegalMove(
            "BB-6.5",
            message(
                "birmingham.tile-already-flipped", "The tile in {place} is already flipped.", place=position.name(slot)
            ),
        )
    return tile


def _check_merchant(position: Position, sale: Sale, tile: Tile) -> None:
    """Check that the merchant tile buys the goods and is connected to them (BB-19.3, 19.15, BB-2.11)."""
    merchant = position.state.merchants.get(sale.merchant)
    if merchant is None:
        raise IllegalMove(
            "BB-19.15",
            message(
                "birmingham.no-merchant-tile",
                "This space in {place} has no merchant tile. Choose another merchant.",
                place=position.name_if_known(sale.merchant),
            ),
        )
    accepts = position.components.merchant_tile[merchant.tile].accepts
    if not accepts:
        raise IllegalMove(
            "BB-2.11",
            message("birmingham.merchant-tile-blank", "A blank merchant tile buys nothing. Choose another merchant."),
        )
    if tile.industry not in accepts:
        raise IllegalMove(
            "BB-19.3",
            message(
                "birmingham.merchant-lacks-industry",
                "This merchant doesn't buy {industry}.",
                industry=position.name(tile.industry),
            ),
        )
    if place_of(sale.merchant) not in _distances(position, sale.slot):
        raise IllegalMove(
            "BB-19.3",
            message(
                "birmingham.merchant-not-connected",
                "{merchant} isn't connected to {place}.",
                merchant=position.name(sale.merchant),
                place=position.name(sale.slot),
            ),
        )


def _check_merchant_barrel(sale: Sale) -> None:
    if sale.beer.count(sale.merchant) > 1:
        raise IllegalMove(
            "BB-19.6",
            message(
                "birmingham.merchant-has-one-barrel",
                "A merchant has only one beer barrel. Take the other from a brewery.",
            ),
        )


def _distances(position: Position, slot: str) -> Distances:
    return position.network.distances(place_of(slot))


# --------------------------------------------------------------------------------------------------------------------
# 20. Merchant bonuses
# --------------------------------------------------------------------------------------------------------------------


def _bonus(selling: Selling, sale: Sale) -> Bonus | None:
    """Receive the bonus for taking the merchant's barrel (BB-19.9, 20.1)."""
    if sale.merchant not in sale.beer:
        if sale.bonus is not None:
            raise IllegalMove(
                "BB-20.1",
                message(
                    "birmingham.bonus-needs-merchant-barrel",
                    "You get the bonus only if you use this merchant's beer.",
                ),
            )
        return None
    kind, amount = _printed_bonus(selling.position, sale.merchant)
    if sale.bonus is not None and kind != "develop":
        raise IllegalMove(
            "BB-20.2",
            message(
                "birmingham.bonus-develops-nothing",
                "This merchant's bonus doesn't develop a tile. Don't choose an industry.",
            ),
        )
    return _BONUSES[kind](selling, amount, sale.bonus)


def _printed_bonus(position: Position, merchant: str) -> tuple[str, int]:
    place = place_of(merchant)
    bonus = next(location.bonus for location in position.components.merchants if location.id == place)
    return bonus.kind, bonus.amount


def _free_development(selling: Selling, amount: int, industry: str | None) -> Bonus:
    """Remove a tile from the mat without iron, if there is one that may be removed (BB-20.2 to 20.5)."""
    if industry is not None:
        tile = removed(selling.position, selling.mat, industry, "BB-20.2", "BB-20.4")
        del selling.mat[industry][0]
        return Bonus(developed=tile)
    if developable(selling.position, selling.mat):
        raise IllegalMove(
            "BB-20.5",
            message("birmingham.bonus-needs-industry", "The merchant beer bonus develops a tile. Choose its industry."),
        )
    return Bonus()


def _income_advance(selling: Selling, amount: int, industry: str | None) -> Bonus:
    before, after = selling.stock.advance(selling.position.seat, amount)
    return Bonus(income=Advance(income_from=before, income_to=after))


def _points(selling: Selling, amount: int, industry: str | None) -> Bonus:
    return Bonus(points=amount)


def _money(selling: Selling, amount: int, industry: str | None) -> Bonus:
    return Bonus(money=amount)


_BONUSES: dict[str, Callable[[Selling, int, str | None], Bonus]] = {
    "develop": _free_development,
    "income_spaces": _income_advance,
    "vp": _points,
    "money": _money,
}


# --------------------------------------------------------------------------------------------------------------------
# Legal sales
# --------------------------------------------------------------------------------------------------------------------

Sales = tuple[Sale, ...]


@remembered
def _after(position: Position, sales: Sales) -> Selling:
    """Return the action after these sales; it must not be changed."""
    if not sales:
        return Selling(position)
    selling = _after(position, sales[:-1]).copy()
    selling.sell(sales[-1])
    return selling


@remembered
def saleable(position: Position, sales: Sales) -> tuple[str, ...]:
    """Return the tiles that can be sold after these sales."""
    return tuple(
        slot
        for slot, tile in position.state.board.items()
        if tile.owner == position.seat
        and not tile.flipped
        and position.components.facts[tile.industry].flips_by == "sale"
        and _buyers(position, sales, slot)
    )


@remembered
def _buyers(position: Position, sales: Sales, slot: str) -> tuple[str, ...]:
    """Return the merchant spaces that can buy a tile after these sales."""
    selling = _after(position, sales)
    if selling.is_sold(slot):
        return ()
    return tuple(
        space
        for space in _connected_buyers(position, slot)
        if _barrels(selling, slot, space) >= _beer_needed(position, slot)
    )


@remembered
def _connected_buyers(position: Position, slot: str) -> tuple[str, ...]:
    industry, distances = position.state.board[slot].industry, _distances(position, slot)
    tiles = position.components.merchant_tile
    return tuple(
        space
        for space, merchant in position.state.merchants.items()
        if industry in tiles[merchant.tile].accepts and place_of(space) in distances
    )


def _beer_needed(position: Position, slot: str) -> int:
    tile = position.state.board[slot]
    return position.components.tile(tile.industry, tile.level).beer_to_sell


def _barrels(selling: Selling, slot: str, merchant: str) -> int:
    """Return the number of barrels available for a sale."""
    sources = selling.stock.beer_sources(_distances(selling.position, slot), merchant)
    return sum(selling.stock.beer.get(source, 1) for source in sources)


_WORKS = message("birmingham.choose-tile-to-sell", "Choose a tile to sell")
_MORE = message("birmingham.choose-another-tile-to-sell", "Sell another tile?")
_MERCHANT = message("birmingham.choose-merchant-tile", "Choose a merchant to sell to")
_DEVELOP = message("birmingham.choose-bonus-development", "Merchant beer bonus: choose an industry to develop")


def script_sell(position: Position) -> Script:
    """Ask for tile, merchant tile, beer and bonus of each sale, and the card."""
    sales: Sales = ()

    def barrels(slot: str) -> Message | None:
        return None if slot == DONE else costs.cost(beer=_beer_needed(position, slot))

    def ask(slots: Sequence[str], prompt: Message) -> Choose:
        return questions.own_tile(position, slots, prompt, barrels, lambda: questions.most_first(position, slots))

    slot = yield ask(saleable(position, ()), _WORKS)
    while slot != DONE:
        merchant = yield own_questions.merchant(position, _buyers(position, sales, slot), _MERCHANT)
        stock = _after(position, sales).stock.copy()
        beer: list[str] = []
        for _ in range(_beer_needed(position, slot)):
            sources = stock.beer_sources(_distances(position, slot), merchant)
            beer.append((yield own_questions.beer(position, stock, sources)))
            stock.take_beer(beer[-1])
        bonus = None
        mat = _after(position, sales).mat
        if merchant in beer and _printed_bonus(position, merchant)[0] == "develop" and developable(position, mat):
            bonus = yield questions.industry(position, mat, developable(position, mat), _DEVELOP)
        sales = (*sales, Sale(slot=slot, merchant=merchant, beer=tuple(beer), bonus=bonus))
        more = saleable(position, sales)
        if not more:
            break
        slot = yield ask((DONE, *more), _MORE)
    return _discarding(position, sales)


def _discarding(position: Position, sales: Sales) -> FinalField:
    return questions.discarding(position, lambda card: Sell(card=card, sales=sales))
