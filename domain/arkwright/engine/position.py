"""Lookups of the rules in a state, for the seat that decides."""

from __future__ import annotations

from collections.abc import Iterator

from domain.arkwright.model.factories import holds, ready
from domain.arkwright.model.lookup import components_of
from domain.arkwright.model.state import Awaiting, Factory, HeldCard, State, SupplyCard
from domain.game import IllegalMove
from domain.game_kit.memory import Memory
from domain.message import Term, message


class Position:
    """A state as the deciding seat sees its possibilities; it must not be kept when the state changes."""

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
        """What was worked out from it."""

    @property
    def factory(self) -> Factory:
        """The active factory of a player who has one."""
        return self.player.factories[self.good]

    @property
    def open_goods(self) -> tuple[str, ...]:
        """Goods of the own open factories."""
        return tuple(good for good in self.goods if good in self.player.factories)

    def to_be_produced(self, good: str) -> bool:
        """Whether a good is still to be produced in this era, the current round included (AW-D.14)."""
        return self.goods.index(good) >= self.state.round - 1

    def level(self, track: str) -> int:
        """What the level of a development track is worth (AW-11.2)."""
        return self.components.development_tracks[track].levels[self.player.levels[track] - 1]

    def holds(self, card: str) -> bool:
        """Whether the seat holds a development card of this type."""
        return holds(self.player, card)

    def ready(self, card: str) -> bool:
        """Whether the seat holds such a card that is not used yet in this era."""
        return ready(self.player, card)

    def held(self, card: str) -> HeldCard:
        """The held development card of a type; refused if there is none."""
        for held in self.player.cards:
            if held.type == card:
                return held
        raise IllegalMove("AW-19.1", message("You do not hold the card {card}.", card=self.name(card)))

    def discarding(self, card: str) -> tuple[SupplyCard, int | None]:
        """A held card on its way back to the supply, and in the solo game its place on the display (AW-S.26)."""
        held = self.held(card)
        solo = self.state.solo
        return SupplyCard(held.id, held.type), solo.display.index("") if solo else None

    def own_cards(self, kind: str) -> Iterator[str]:
        """The player's quality or distribution cards by id, with that of an engineer or patent if held (AW-8.7)."""
        cards = self.components.laid_cards(kind).items()
        return (card for card, figures in cards if not figures.type or self.holds(figures.type))

    def marker(self, appeal: int) -> int:
        """Where an appeal marker lies."""
        return self.components.market_board.appeal.clamp(appeal)

    def then(self, kind: str) -> tuple[Awaiting, ...]:
        """The next step of the same turn is awaited."""
        return (Awaiting(kind, self.seat), *self.state.rest)

    def after_action(self) -> tuple[Awaiting, ...]:
        """Step (b) follows for a player with an active factory, else step (c) (AW-10.1)."""
        return self.then("price" if self.good in self.player.factories else "development")

    def after_development(self) -> tuple[Awaiting, ...]:
        """The end of the turn; a bonus before the game is followed by what comes next (AW-E.9)."""
        return self.state.rest if self.state.pending[0].kind == "bonus" else self.then("end")

    def name(self, thing: str) -> Term:
        """What a good, a development card or track is called."""
        components = self.components
        for good in components.goods:
            if good.id == thing:
                return Term(good.name)
        if thing in components.development_types:
            return Term(components.development_types[thing].name)
        if thing in components.development_tracks:
            return Term(components.development_tracks[thing].name)
        return Term(thing)
