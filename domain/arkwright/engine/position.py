"""Lookups of the rules in a state, for the deciding seat."""

from __future__ import annotations

from collections.abc import Iterator

from domain.arkwright.model.factories import holds, ready
from domain.arkwright.model.lookup import components_of
from domain.arkwright.model.state import Awaiting, Factory, HeldCard, State, SupplyCard
from domain.game import IllegalMove
from domain.game_kit.memory import Memory
from domain.message import Term, message


class Position:
    """A state with the possibilities of the deciding seat; invalid once the state changes."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.facts = state.facts
        self.seat = seat
        self.player = state.players[seat]
        self.components = components_of(state)
        self.goods = tuple(good.id for good in self.components.goods)
        self.good = self.goods[state.round - 1]
        """The active good (AW-3.2)."""
        self.memory: Memory = {}
        """Results computed from it."""

    @property
    def factory(self) -> Factory:
        """Return the active factory of a player who has one."""
        return self.player.factories[self.good]

    @property
    def open_goods(self) -> tuple[str, ...]:
        """The goods of the seat's open factories."""
        return tuple(good for good in self.goods if good in self.player.factories)

    def to_be_produced(self, good: str) -> bool:
        """Return whether a good will still be produced in this era, including the current round (AW-D.14)."""
        return self.goods.index(good) >= self.state.round - 1

    def level(self, track: str) -> int:
        """Return the value of a development track's level (AW-11.2)."""
        return self.components.development_tracks[track].levels[self.player.levels[track] - 1]

    def holds(self, card: str) -> bool:
        """Return whether the seat holds a development card of this type."""
        return holds(self.player, card)

    def ready(self, card: str) -> bool:
        """Return whether the seat holds such a card that it has not used in this era."""
        return ready(self.player, card)

    def held(self, card: str) -> HeldCard:
        """Return the held development card of a type. Raise IllegalMove if there is none."""
        for held in self.player.cards:
            if held.type == card:
                return held
        raise IllegalMove(
            "AW-19.1", message("arkwright.card-not-held", "You don't hold the {card} card.", card=self.name(card))
        )

    def discarding(self, card: str) -> tuple[SupplyCard, int | None]:
        """Return a held card to discard, and in the solo game its place on the display (AW-S.26)."""
        held = self.held(card)
        solo = self.state.solo
        return SupplyCard(held.id, held.type), solo.display.index("") if solo else None

    def own_cards(self, kind: str) -> Iterator[str]:
        """The player's quality or distribution cards by id, with that of an engineer or patent if held (AW-8.7)."""
        cards = self.components.laid_cards(kind).items()
        return (card for card, figures in cards if not figures.type or self.holds(figures.type))

    def marker(self, appeal: int) -> int:
        """Return the space of an appeal marker."""
        return self.components.market_board.appeal.clamp(appeal)

    def then(self, kind: str) -> tuple[Awaiting, ...]:
        """Return the pending steps with this next step of the same turn."""
        return (Awaiting(kind, self.seat), *self.state.rest)

    def after_action(self) -> tuple[Awaiting, ...]:
        """Return the pending steps after an action: step (b) with an active factory, else step (c) (AW-10.1)."""
        return self.then("price" if self.good in self.player.factories else "development")

    def after_development(self) -> tuple[Awaiting, ...]:
        """Return the pending steps after a development: the end of the turn, or what follows a bonus before the game
        (AW-E.9).
        """
        return self.state.rest if self.state.pending[0].kind == "bonus" else self.then("end")

    def name(self, thing: str) -> Term:
        """Return the name of a good, a development card or track."""
        components = self.components
        for good in components.goods:
            if good.id == thing:
                return Term(good.name)
        if thing in components.development_types:
            return Term(components.development_types[thing].name)
        if thing in components.development_tracks:
            return Term(components.development_tracks[thing].name)
        return Term(thing)
