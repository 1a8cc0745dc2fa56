"""What lies before one seat: its player board, its row of factories, its cards and its personal area."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from domain.arkwright.components import POSITIONS
from domain.arkwright.draw.cards import HEIGHT as CARD
from domain.arkwright.draw.cards import STEP_X, card
from domain.arkwright.draw.factory import COLUMN, HEIGHT, factory
from domain.arkwright.draw.icons import icon
from domain.arkwright.draw.sheet import LINE, Sheet, box, frame, line, plain, seat_mark, sheet
from domain.arkwright.state import Player, State
from domain.message import Message, Say, message
from domain.svg import marked, text


def draw_seat(view: State, seat: int, names: Sequence[str], say: Say = plain) -> str:
    """SVG of what lies before a seat, in the words of ``say``."""
    drawn = sheet(view, names, say)
    title = message("The factories of {name}", name=names[seat])
    if view.players[seat].bankrupt:
        said = say(message("{name} is bankrupt and out of the game", name=names[seat]))
        return frame(drawn, title, 70, line(said, 20, 35, 960, size=28))
    panels: tuple[Callable[[Sheet, int, float], tuple[str, float]], ...] = (
        _head,
        _tokens,
        _tracks,
        _factories,
        _held,
        _personal_area,
    )
    parts, top = [], 6.0
    for panel in panels:
        part, height = panel(drawn, seat, top)
        parts.append(part)
        top += height
    return frame(drawn, title, top, *parts)


def _head(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """The player, the funds, and the shares with their value."""
    player, y = drawn.view.players[seat], top + 30
    figures = (
        (message("Funds £{funds}", funds=player.funds), 310.0, 190.0),
        (message("{shares} shares × £{value}", shares=player.shares, value=player.share_value), 510.0, 290.0),
        (message("= £{worth}", worth=player.shares * player.share_value), 820.0, 170.0),
    )
    name = line(drawn.names[seat], 70, y, 215, size=30, look="aw-start aw-strong")
    said = (line(drawn.say(told), x, y, width, size=27, look="aw-start aw-strong") for told, x, width in figures)
    return seat_mark(seat, 36, y, 22) + name + "".join(said), 62.0


# --------------------------------------------------------------------------------------------------------------------
# The player board
# --------------------------------------------------------------------------------------------------------------------


def _tokens(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Loan spaces, shipping spaces and ready ships."""
    player, constants = drawn.view.players[seat], drawn.components.constants
    loans = message("Loans {loans} of {most}", loans=player.loans, most=constants.loan_tokens)
    sailed = message("Shipping {tokens} of {most}", tokens=player.shipping_tokens, most=constants.shipping_tokens)
    ready = message("Ships ready: {ships}", ships=player.ships)
    penalty = drawn.components.player_board.shipping_penalty
    losses = [f"−{loss}" for loss in penalty[1:]]
    ships = "".join(
        icon("ship", 866 + 60 * number, top + 66, 44, "aw-icon" if number < player.ships else "aw-used aw-icon")
        for number in range(constants.ready_ships)
    )
    parts = (
        marked("loans", drawn.say(loans), *_row(drawn, loans, player.loans, constants.loan_tokens, [], 8, top)),
        marked(
            "shipping", drawn.say(sailed), *_row(drawn, sailed, player.shipping_tokens, len(losses), losses, 412, top)
        ),
        marked(
            "ships",
            drawn.say(ready),
            box(816, top, 176, 92),
            line(drawn.say(ready), 826, top + 20, 160, size=25),
            ships,
        ),
    )
    return "".join(parts), 102.0


def _row(
    drawn: Sheet, said: Message, taken: int, spaces: int, printed: list[str], left: float, top: float
) -> Iterator[str]:
    """A track of token spaces, the leftmost ones taken."""
    yield box(left, top, 396, 92)
    yield line(drawn.say(said), left + 12, top + 20, 376, size=25)
    width = 380 / spaces
    for place in range(spaces):
        x = left + 8 + place * width
        yield box(x, top + 40, width - 4, 44, "aw-token" if place < taken else "aw-space")
        if printed:
            look = "aw-on-demand" if place < taken else "aw-soft"
            yield text(printed[place], x=x + width / 2 - 2, y=top + 63, font_size=24, class_=look)


def _tracks(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """The development tracks, three in a row: the value of each level, with the marker on the present one."""
    parts = []
    for place, (id, track) in enumerate(drawn.components.development_tracks.items()):
        x, y = 8 + place % 3 * 329.0, top + place // 3 * 98
        level, name = drawn.view.players[seat].levels[id], drawn.term(track.name)
        said = drawn.say(message("{track}: {value}", track=name, value=track.levels[level - 1]))
        levels = [
            box(x + 10 + number * 102, y + 40, 98, 44, "aw-now" if number + 1 == level else "aw-space")
            + text(
                str(value),
                x=x + 59 + number * 102,
                y=y + 63,
                font_size=28,
                class_="aw-strong" if number + 1 == level else "aw-soft",
            )
            for number, value in enumerate(track.levels)
        ]
        parts.append(marked(f"track:{id}", said, box(x, y, 322, 92), line(name, x + 12, y + 20, 300), *levels))
    return "".join(parts), 200.0


# --------------------------------------------------------------------------------------------------------------------
# Factories and cards
# --------------------------------------------------------------------------------------------------------------------


def _factories(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    goods = (good.id for good in drawn.components.goods)
    columns = [factory(drawn, seat, good, 8 + place * COLUMN, top) for place, good in enumerate(goods)]
    return "".join(columns), HEIGHT + 8


def _held(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """The development cards a player holds; used ones are faded and say so."""
    player = drawn.view.players[seat]
    parts = []
    for place, held in enumerate(player.cards):
        note = drawn.say(message("used")) if held.used else drawn.good(held.at) if held.at else ""
        x = 8 + place * STEP_X
        parts.append(card(drawn, f"card:{held.type}", held.type, x, top, used=held.used, note=note))
    return "".join(parts), CARD + 8 if parts else 0.0


def _personal_area(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """What is at hand: quality and distribution cards, warehouses, worker cards, and the machine token."""
    player = drawn.view.players[seat]
    said = [drawn.say(told) for told in _at_hand(drawn, player)]
    title = drawn.say(message("Personal area"))
    parts = [line(title, 20, top + 22, 300, size=25, look="aw-start aw-strong aw-soft")]
    for place, words_ in enumerate(said):
        parts.append(line(words_, 20 + place % 2 * 490, top + 56 + place // 2 * 34, 470, size=LINE))
    height = 50.0 + -(-len(said) // 2) * 34
    return box(8, top, 984, height) + "".join(parts), height + 8


def _at_hand(drawn: Sheet, player: Player) -> Iterator[Message]:
    components = drawn.components
    placed = {card.card for built in player.factories.values() for card in built.quality}
    placed |= {built.distribution.card for built in player.factories.values() if built.distribution}
    brought = {components.card_of_type[held.type] for held in player.cards if held.type in components.card_of_type}
    quality = [id for id in components.quality_cards if _owned(components.own_quality_cards, brought, id) - placed]
    yield message("Quality cards: {count}, most in a factory {most}", count=len(quality), most=player.max_quality)
    distribution = [
        id for id in components.distribution_cards if _owned(components.own_distribution_cards, brought, id) - placed
    ]
    yield message("Distribution cards: {count}", count=len(distribution))
    free = [components.warehouses[house.id].capacity for house in player.warehouses if not house.good]
    yield message("Warehouses: {count}, for {goods} goods", count=len(free), goods=sum(free))
    cards = len(components.goods) * len(POSITIONS) - sum(len(built.workers) for built in player.factories.values())
    yield message("Worker cards: {count}", count=cards)


def _owned(own: Sequence[str], brought: set[str], id: str) -> set[str]:
    return {id} & ({*own} | brought)
