"""Names in messages, from the component figures of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.arkwright.model.components import Components, of
from domain.arkwright.model.pieces import SIDES
from domain.arkwright.model.state import State
from domain.message import Listing, Message, Term, counted, message

_COLOUR = {
    "blue": message("arkwright.blue", "blue"),
    "orange": message("arkwright.orange", "orange"),
    "green": message("arkwright.green", "green"),
    "purple": message("arkwright.purple", "purple"),
}
END = {"price": message("arkwright.price", "price"), "appeal": message("arkwright.appeal", "appeal")}
"""The directions of an office or quality card."""


class Names:
    """The names in the figures of a table with so many seats; an id without a name is shown as it is."""

    def __init__(self, known: Components, seats: int) -> None:
        self._known, self._seats = known, seats

    def wage(self, space: int) -> int:
        """Return the wage of a worker at a space of the wage track."""
        return self._known.board(self._seats).wages[space]

    def good(self, id: str) -> Term:
        """Return the name of a good."""
        return Term(next((good.name for good in self._known.goods if good.id == id), id))

    def goods(self, ids: Iterable[str]) -> Listing:
        """Return the names of goods."""
        return Listing(tuple(self.good(id) for id in ids))

    def card(self, type: str) -> Term:
        """Return the name of a type of development card."""
        return _named(self._known.development_types, type)

    def track(self, id: str) -> Term:
        """Return the name of a development track."""
        return _named(self._known.development_tracks, id)

    def achievement(self, id: str) -> Term:
        """Return the name of an achievement."""
        return _named(self._known.achievements, id)

    def demand(self, markers: dict[str, int]) -> Listing:
        """List the spaces of the demand markers."""
        return Listing(
            tuple(
                message("arkwright.good-and-space", "{good} {space}", good=self.good(id), space=space)
                for id, space in markers.items()
            )
        )


def names_at(state: State) -> Names:
    """Return the names of a game in this state."""
    return Names(of(state.figures), len(state.players))


def _named(figures: Mapping[str, Any], id: str) -> Term:
    return Term(figures[id].name if id in figures else id)


def effect(components: Components, type: str) -> Message:
    """Describe briefly what a type of development card does; its rules have the rest (AW-19)."""
    return _patron(components) if components.development_types[type].good else _EFFECTS[type](components)


_EFFECTS: Mapping[str, Callable[[Components], Message]] = {
    "trading_office": lambda known: counted(
        "arkwright.trading-office-effect",
        "Saves {count} shipping token when you ship",
        "Saves {count} shipping tokens when you ship",
        count=known.card_effects.trading_office_tokens,
    ),
    "workshop": lambda known: counted(
        "arkwright.workshop-effect",
        "Up to {count} machine in a factory needs no upkeep",
        "Up to {count} machines in a factory need no upkeep",
        count=known.card_effects.workshop_machines,
    ),
    "supervisor": lambda known: counted(
        "arkwright.supervisor-effect",
        "Lowers the wage of up to {count} worker at its factory by £{cut}",
        "Lowers the wages of up to {count} workers at its factory by £{cut} each",
        count=known.card_effects.supervisor_workers,
        cut=known.card_effects.supervisor_wage_cut,
    ),
    "developer": lambda known: message(
        "arkwright.developer-effect",
        "Lowers a fixed cost by £{cut}; makes a used card ready",
        cut=known.card_effects.developer_cut,
    ),
    "entrepreneur": lambda _: message(
        "arkwright.entrepreneur-effect", "Breaks a tie for the highest appeal; discard to choose the start player"
    ),
    "overtime": lambda known: counted(
        "arkwright.overtime-effect",
        "Discard to produce {count} more good",
        "Discard to produce {count} more goods",
        count=known.card_effects.overtime_goods,
    ),
    "broker": lambda known: counted(
        "arkwright.broker-effect",
        "Instead of developing, discard to buy up to {count} share at half price",
        "Instead of developing, discard to buy up to {count} shares at half price",
        count=known.card_effects.broker_shares,
    ),
    "inventor": lambda known: counted(
        "arkwright.inventor-effect",
        "Discard to upgrade up to {count} factory one era ahead",
        "Discard to upgrade up to {count} factories one era ahead",
        count=known.card_effects.inventor_factories,
    ),
    "contract": lambda _: message("arkwright.contract-effect", "Pays extra for goods shipped together"),
    "patent": lambda _: message("arkwright.patent-effect", "Adds a distribution card"),
    "engineer": lambda known: message(
        "arkwright.engineer-effect",
        "Adds a quality card; maximum quality per factory: {most}",
        most=known.constants.max_quality_engineer,
    ),
    "large_warehouse": lambda known: counted(
        "arkwright.large-warehouse-effect",
        "Adds a warehouse for {count} good",
        "Adds a warehouse for {count} goods",
        count=known.warehouses[known.card_of_type["large_warehouse"]].capacity,
    ),
}


def _patron(known: Components) -> Message:
    return message(
        "arkwright.patron-effect",
        "Raises the home market limit for its good by {goods}",
        goods=known.card_effects.patron_sales,
    )


def worker_card(good: Term, position: int) -> Message:
    """Return the name of a worker card."""
    return message("arkwright.worker-card", "{good} worker card {position}", good=good, position=position)


def warehouse(components: Components, id: str) -> Message:
    """Return the name of a warehouse."""
    small = [name for name, each in components.warehouses.items() if each.type is None]
    if id not in small:
        return message("arkwright.large-warehouse", "Large warehouse")
    return message("arkwright.small-warehouse", "Small warehouse {number}", number=small.index(id) + 1)


def quality_card(components: Components, id: str) -> Message:
    """Return the name of a quality card."""
    own = components.own_quality_cards
    if id not in own:
        return message("arkwright.engineer-card", "Engineer card")
    return message("arkwright.quality-card", "Quality card {number}", number=own.index(id) + 1)


def distribution_card(components: Components, id: str) -> Message:
    """Return the name of a distribution card."""
    own = [name for name, each in components.distribution_cards.items() if each.type is None]
    if id not in own:
        return message("arkwright.patent-card", "Patent card")
    return message("arkwright.distribution-card", "Distribution card {number}", number=own.index(id) + 1)


def colour(id: str) -> Message | str:
    """Return the colour of an automa or of the neutral markers."""
    return _COLOUR.get(id, id)


def automa(colour_id: str) -> Message:
    """Return the name of an automa."""
    return message("arkwright.automa", "Automa {colour}", colour=colour(colour_id))


def era(number: int) -> str:
    """Return the numeral of an era or of a factory's level."""
    return SIDES[number - 1]
