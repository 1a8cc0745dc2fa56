"""Action 5: the stock exchange (AW-9), and shares before the game (AW-E.11)."""

from __future__ import annotations

from collections.abc import Callable

from domain.arkwright.engine.asking import Question, yes_no
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import BuyAtStart, StockExchange
from domain.arkwright.model.facts import SharesBoughtAtStart, StockTraded
from domain.arkwright.model.market import half
from domain.game import Choose, Fact, IllegalMove, Script
from domain.message import Message, counted, message

_HALF = message("arkwright.choose-half-price-shares", "How many shares will you buy at half price?")
_FULL = message("arkwright.choose-full-price-shares", "How many shares will you buy at full price?")
_LOANS = message("arkwright.choose-loans", "How many bank loans will you take?")
_SHIPS = message("arkwright.confirm-ships-ready", "Reactivate your ships?")


def shares_left(position: Position) -> int:
    """Return how many shares the player can still get (AW-D.20)."""
    return position.components.tracks.shares.last - position.player.shares


def _loans_left(position: Position) -> int:
    return position.components.constants.loan_tokens - position.player.loans


def most_at(position: Position, each: int, spent: int, bought: int) -> int:
    """Return how many shares can be bought at this price after so much was spent on so many."""
    return min((position.player.funds - spent) // max(1, each), shares_left(position) - bought)


def decide_stock_exchange(position: Position, command: StockExchange) -> list[Fact]:
    """Buy shares, then take loans, then make ships ready (AW-9.1)."""
    if min(command.half_price, command.full_price, command.loans) < 0:
        raise IllegalMove("AW-9.1", message("arkwright.negative-number", "Numbers can't be negative."))
    if not (command.half_price or command.full_price or command.loans or command.ships):
        raise IllegalMove(
            "AW-9.1",
            message("arkwright.stock-exchange-unused", "Buy shares, take a bank loan or reactivate your ships."),
        )
    if command.half_price > position.level("stock_exchange"):
        raise IllegalMove(
            "AW-9.4",
            counted(
                "arkwright.too-many-half-price-shares",
                "You can buy at most {count} share at half price per turn; you chose {chosen}.",
                "You can buy at most {count} shares at half price per turn; you chose {chosen}.",
                count=position.level("stock_exchange"),
                chosen=command.half_price,
            ),
        )
    if command.half_price + command.full_price > shares_left(position):
        raise IllegalMove(
            "AW-D.20",
            counted(
                "arkwright.not-enough-shares-left",
                "You can buy only {count} more share: the maximum is {most}.",
                "You can buy only {count} more shares: the maximum is {most}.",
                count=shares_left(position),
                most=position.components.tracks.shares.last,
            ),
        )
    each, full = half(position.player.share_value), position.player.share_value
    paid = command.half_price * each + command.full_price * full
    _check_funds(position, "AW-9.2", paid)
    if command.loans > _loans_left(position):
        raise IllegalMove(
            "AW-9.6",
            counted(
                "arkwright.not-enough-loans-left",
                "You can take only {count} more loan: the maximum is {most}.",
                "You can take only {count} more loans: the maximum is {most}.",
                count=_loans_left(position),
                most=position.components.constants.loan_tokens,
            ),
        )
    return [
        StockTraded(
            seat=position.seat,
            half_price=command.half_price,
            half_price_each=each,
            full_price=command.full_price,
            full_price_each=full,
            paid=paid,
            loans=command.loans,
            borrowed=command.loans * full,
            ships=position.components.constants.ready_ships if command.ships else None,
            pending=position.after_action(),
        )
    ]


def _check_funds(position: Position, rule: str, paid: int) -> None:
    if paid > position.player.funds:
        raise IllegalMove(
            rule,
            message(
                "arkwright.cannot-afford-shares",
                "These shares cost £{paid}; you have £{funds}.",
                paid=paid,
                funds=position.player.funds,
            ),
        )


def can_trade(position: Position) -> bool:
    """Return true: ships can always be made ready."""
    return True


def script_stock_exchange(position: Position) -> Script:
    """Ask for shares at half price and at full price, loans, ships."""
    each, full = half(position.player.share_value), position.player.share_value
    most = min(position.level("stock_exchange"), most_at(position, each, 0, 0))
    halves = int((yield _how_many(_HALF, _at(each), most, usual=most)))
    fulls = int((yield _how_many(_FULL, _at(full), most_at(position, full, halves * each, halves))))
    loans = int((yield _how_many(_LOANS, _lent(full), _loans_left(position))))
    any_part = bool(halves or fulls or loans)
    ships = yield Question(_SHIPS, yes_no, lambda _: ("ships",), usual=lambda: ("yes",)).choose(
        ("no", "yes") if any_part else ("yes",)
    )
    return StockExchange(half_price=halves, full_price=fulls, loans=loans, ships=ships == "yes")


def _how_many(prompt: Message, label: Callable[[str], Message], most: int, usual: int = 0) -> Choose:
    return Question(prompt, label, usual=lambda: (str(usual),), counts=True).choose(_numbers(most))


def _numbers(most: int) -> tuple[str, ...]:
    return tuple(map(str, range(most + 1)))


def _at(each: int) -> Callable[[str], Message]:
    return lambda value: message(
        "arkwright.shares-and-cost", "{shares} for £{paid}", shares=int(value), paid=int(value) * each
    )


def _lent(each: int) -> Callable[[str], Message]:
    return lambda value: message(
        "arkwright.loans-and-money", "{loans} for £{money}", loans=int(value), money=int(value) * each
    )


def decide_buy_at_start(position: Position, command: BuyAtStart) -> list[Fact]:
    """Buy shares before the game (AW-E.11)."""
    start = position.components.start
    paid = command.shares * start.share_price
    if not 0 <= command.shares <= start.most_shares:
        raise IllegalMove(
            "AW-E.11",
            counted(
                "arkwright.starting-shares-out-of-range",
                "You can buy at most {count} share before the game.",
                "You can buy at most {count} shares before the game.",
                count=start.most_shares,
            ),
        )
    _check_funds(position, "AW-E.11", paid)
    return [
        SharesBoughtAtStart(
            seat=position.seat, shares=command.shares, price=start.share_price, paid=paid, pending=position.state.rest
        )
    ]


def script_buy_at_start(position: Position) -> Script:
    """Ask for the number of shares."""
    start = position.components.start
    prompt = message("arkwright.choose-starting-shares", "How many shares will you buy before the game?")
    return BuyAtStart(shares=int((yield Question(prompt, _at(start.share_price)).choose(_numbers(start.most_shares)))))
