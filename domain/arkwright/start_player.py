"""The new start player: the entrepreneur, or the player with the lowest product (AW-17, AW-19.7)."""

from __future__ import annotations

from domain.arkwright.engine.asking import Question
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import DiscardEntrepreneur, KeepEntrepreneur, NameStartPlayer
from domain.arkwright.model.factories import holds
from domain.arkwright.model.facts import EntrepreneurDiscarded, EntrepreneurKept, Product, StartPlayerNamed
from domain.arkwright.model.lookup import clockwise, components_of
from domain.arkwright.model.state import Awaiting, State
from domain.game import Choose, Fact, IllegalMove, Script
from domain.message import Message, Seat, message

OPPONENTS = 1
"""The opponents, when a start player is named in the solo game (AW-S.17)."""
_KEEP = "keep"


def last_round(state: State) -> bool:
    """Return whether this is the last round of the game (AW-17.7)."""
    components = components_of(state)
    return state.era == len(components.eras) and state.round == len(components.goods)


def entrepreneur_holder(state: State) -> int | None:
    """Return the seat that may discard the entrepreneur at the end of this round (AW-19.7, AW-D.38)."""
    if last_round(state):
        return None
    order = clockwise(state)
    return next((seat for seat in order if holds(state.players[seat], "entrepreneur")), None)


def products(state: State) -> tuple[Product, ...]:
    """Return share value times shares of everyone in the game, ignoring loans and tokens (AW-17.3)."""
    return tuple(
        Product(seat, player.share_value * player.shares, player.funds)
        for seat, player in enumerate(state.players)
        if not player.bankrupt
    )


def chooser(state: State) -> int:
    """Return the seat with the lowest product, then least funds, then nearest to the previous start player (AW-17.3 to
    AW-17.5).
    """
    count = len(state.players)

    def rank(product: Product) -> tuple[int, int, int]:
        return product.product, product.funds, (product.seat - state.start_player) % count

    return min(products(state), key=rank).seat


def candidates(position: Position) -> tuple[int, ...]:
    """Return the possible start players: any player in the game (AW-D.37); in the solo game the human or
    the opponents.
    """
    if position.state.solo:
        return (position.seat, OPPONENTS)
    return tuple(sorted(clockwise(position.state)))


def _check(position: Position, rule: str, seat: int) -> None:
    if seat not in candidates(position):
        raise IllegalMove(rule, message("arkwright.player-not-in-game", "Choose a player who is still in the game."))


def decide_discard(position: Position, command: DiscardEntrepreneur) -> list[Fact]:
    """Discard the entrepreneur and name the start player."""
    _check(position, "AW-19.7", command.start_player)
    discarded, place = position.discarding("entrepreneur")
    return [
        EntrepreneurDiscarded(
            seat=position.seat,
            start_player=command.start_player,
            discarded=discarded,
            discarded_to=place,
            pending=(Awaiting("next_round"),),
        )
    ]


def decide_keep(position: Position, command: KeepEntrepreneur) -> list[Fact]:
    """Keep the entrepreneur."""
    return [EntrepreneurKept(seat=position.seat, pending=(Awaiting("next_round"),))]


def decide_name(position: Position, command: NameStartPlayer) -> list[Fact]:
    """Name the start player by the lowest product."""
    _check(position, "AW-D.37", command.start_player)
    return [
        StartPlayerNamed(
            seat=position.seat,
            start_player=command.start_player,
            products=products(position.state),
            pending=position.state.rest,
        )
    ]


def _who(position: Position, prompt: Message, extra: tuple[str, ...] = ()) -> Choose:
    def label(value: str) -> Message:
        if value == _KEEP:
            return message("arkwright.keep-entrepreneur", "Keep the entrepreneur")
        if position.state.solo and int(value) == OPPONENTS:
            return message("arkwright.let-opponents-begin", "The opponents play first")
        return message("arkwright.let-player-begin", "{seat} plays first", seat=Seat(int(value)))

    values = (*extra, *map(str, candidates(position)))
    return Question(
        prompt,
        label,
        lambda value: () if value == _KEEP else (f"player:{value}",),
        usual=lambda: (*extra, str(position.seat)),
    ).choose(values)


def script_entrepreneur(position: Position) -> Script:
    """Ask whether the entrepreneur is discarded, and for whom."""
    value = yield _who(
        position,
        message("arkwright.choose-entrepreneur-use", "Discard the entrepreneur to choose the start player?"),
        (_KEEP,),
    )
    return KeepEntrepreneur() if value == _KEEP else DiscardEntrepreneur(start_player=int(value))


def script_name(position: Position) -> Script:
    """Ask for the start player of the new era."""
    return NameStartPlayer(
        start_player=int(
            (yield _who(position, message("arkwright.choose-start-player", "Choose the start player of the new era")))
        )
    )
