"""A factory of a player with all its cards, and the place of one that is not open yet."""

from __future__ import annotations

from collections.abc import Iterator

from domain.arkwright import factories, words
from domain.arkwright.draw.icons import icon
from domain.arkwright.draw.sheet import LINE, Sheet, box, line
from domain.arkwright.market import wage
from domain.arkwright.pieces import FactorySide
from domain.arkwright.state import Factory, Player
from domain.message import message
from domain.svg import marked, text

COLUMN = 246.0
WIDTH = 240.0
HEIGHT = 560.0
SPACE = 57.0
LINES = 33.0


def factory(drawn: Sheet, seat: int, good: str, left: float, top: float) -> str:
    """A column for a good: the open factory, or the one that could be built."""
    player = drawn.view.players[seat]
    built = player.factories.get(good)
    now = built is not None and good == drawn.active and not drawn.view.finished
    ground = box(left, top, WIDTH, HEIGHT, "aw-now" if now else "aw-panel" if built else "aw-none")
    name = (
        icon(good, left + 28, top + 27, 32),
        line(drawn.good(good), left + 50, top + 28, WIDTH - 130, size=30, look="aw-start aw-strong"),
    )
    if built is None:
        said = drawn.say(message("{good}: no factory", good=words.good(good)))
        side = drawn.components.factory_side(good, 1 if drawn.view.era == 1 else 2)
        idle = _lines([drawn.say(message("not built"))], left, top + 148)
        return marked(f"factory:{good}", said, ground, *name, *_spaces(side, None, left, top + 54), *idle)
    said = drawn.say(
        message(
            "{good}: price £{price}, appeal {appeal}, makes {capacity}",
            good=words.good(good),
            price=factories.price(drawn.components, good, built),
            appeal=factories.appeal(drawn.components, good, built),
            capacity=factories.capacity(drawn.components, good, built),
        )
    )
    level = text(words.era(built.level), x=left + WIDTH - 16, y=top + 28, font_size=28, class_="aw-end aw-soft")
    side = factories.side(drawn.components, good, built)
    return marked(
        f"factory:{good}",
        said,
        ground,
        *name,
        level,
        *_spaces(side, built.space, left, top + 54),
        *_workers(drawn, good, built, left, top + 128),
        *_lines(_cards(drawn, player, good, built), left, top + 236),
        *_totals(drawn, player, good, built, left, top + HEIGHT - 174),
    )


def _spaces(side: FactorySide, token: int | None, left: float, top: float) -> Iterator[str]:
    """The token spaces: the appeal above the price; the token lies on the framed one."""
    for place, space in enumerate(side.spaces):
        x, here = left + 6 + place * SPACE, place == token
        look = "aw-strong" if here else "aw-soft"
        yield box(x, top, SPACE - 3, 66, "aw-now" if here else "aw-space")
        yield icon("up", x + 16, top + 19, 16, "aw-gold")
        yield text(str(space.appeal), x=x + 37, y=top + 20, font_size=LINE, class_=look)
        yield text(f"£{space.price}", x=x + SPACE / 2 - 1, y=top + 48, font_size=LINE, class_=look)


def _workers(drawn: Sheet, good: str, built: Factory, left: float, top: float) -> Iterator[str]:
    """A row for each position: the workers and machines of its card, and the goods it makes."""
    for place, printed in enumerate(drawn.components.worker_cards[good]):
        y = top + place * 52
        if place >= len(built.workers):
            yield box(left + 6, y, WIDTH - 12, 46, "aw-none")
            continue
        worker = built.workers[place]
        yield box(left + 6, y, WIDTH - 12, 46, "aw-space")
        yield text(worker.side, x=left + 14, y=y + 24, font_size=22, class_="aw-start aw-soft")
        signs = ["worker"] * (printed.workers - worker.machines) + ["machine"] * worker.machines
        for number, sign in enumerate(signs):
            yield icon(sign, left + 64 + number * 34, y + 23, 30, "aw-gold" if sign == "machine" else "aw-icon")
        yield icon("goods", left + WIDTH - 62, y + 23, 28)
        yield text(str(printed.goods[worker.side]), x=left + WIDTH - 28, y=y + 24, font_size=28, class_="aw-strong")


def _cards(drawn: Sheet, player: Player, good: str, built: Factory) -> list[str]:
    """Office, quality and distribution, the supervisor, and warehouses that stand here."""
    say, office = drawn.say, drawn.components.office_cards[good]
    found = [say(message("Office {value} → {end}", value=office, end=words.END[built.office]))]
    found += [
        say(message("Quality {value} → {end}", value=card.value, end=words.END[card.end])) for card in built.quality
    ]
    if built.distribution is not None:
        found.append(say(message("Distribution {value}", value=built.distribution.value)))
    if any(held.type == "supervisor" and held.at == good for held in player.cards):
        found.append(drawn.card("supervisor"))
    standing = [house for house in player.warehouses if house.good == good]
    if standing:
        room = sum(drawn.components.warehouses[house.id].capacity for house in standing)
        found.append(say(message("Stored {goods} of {room}", goods=sum(house.goods for house in standing), room=room)))
    return found


def _lines(said: list[str], left: float, top: float) -> Iterator[str]:
    """Lines one below the other, closer together if there are many of them."""
    step = min(LINES, 148.0 / max(len(said), 1))
    for place, words_ in enumerate(said):
        yield line(words_, left + 12, top + 16 + place * step, WIDTH - 20, size=min(LINE, step))


def _totals(drawn: Sheet, player: Player, good: str, built: Factory, left: float, top: float) -> Iterator[str]:
    """Price and appeal, and what a production makes and costs now, without cards that the player may use."""
    components = drawn.components
    due = factories.costs(components, player, good, wage(components, drawn.view), developer=False, workshop=False).total
    rows = (
        (message("Price"), f"£{factories.price(components, good, built)}"),
        (message("Appeal"), str(factories.appeal(components, good, built))),
        (message("Makes"), str(factories.capacity(components, good, built))),
        (message("Costs"), f"£{due}"),
        (message("Ships at"), f"£{factories.side(components, good, built).shipping_price}"),
    )
    for place, (label, figure) in enumerate(rows):
        y = top + 16 + place * LINES
        yield line(drawn.say(label), left + 12, y, WIDTH / 2)
        yield text(figure, x=left + WIDTH - 14, y=y, font_size=LINE, class_="aw-end aw-strong")
