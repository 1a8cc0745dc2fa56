"""A player's factories: each with its workers on the left and its office, quality and distribution on the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from domain.arkwright.model.components import POSITIONS
from domain.arkwright.model.factories import appeal, capacity, price, side
from domain.arkwright.model.pieces import SIDES, FactorySide, WorkerCard
from domain.arkwright.model.state import Distribution, End, Factory, Player, Warehouse, Worker
from domain.arkwright.narration import words
from domain.arkwright.rendering.icons import icon
from domain.arkwright.rendering.sheet import LEAST, LINE, Sheet, box, card, line
from domain.graphics.lettering import length
from domain.graphics.svg import element, marked, text
from domain.message import Message, counted, message

OPEN = 184.0
CARDS = 46.0
"""The distance from the top of a factory to its cards."""
TALL = 92.0
WORKERS = 150.0
SPACE = 72.0
FIRST_SPACE = 328.0
FIRST_SLIM, RIGHT = 630.0, 988.0
"""The left and right edges of the cards on the right."""
WIDEST_SLIM = 119.0
CLOSEST = 0.85
"""The tightest letter spacing that is still legible."""
_LETTER = 0.54
"""The average width of a caption's letter relative to its size."""
CAPTION = 31.0
"""The height of a card name above its places."""

Slim = Callable[[float, float, float], str]
"""A card on the right, or its place, with its left edge, top and width."""


def factory(drawn: Sheet, player: Player, good: str, top: float) -> tuple[str, float]:
    """Draw a factory below a top edge and return its height; one that is not open yet leaves its place."""
    drawing = _open if good in player.factories else _closed
    return drawing(drawn, player, good, top), OPEN + 5


def _closed(drawn: Sheet, player: Player, good: str, top: float) -> str:
    """Draw the place of a factory that is not open yet, with what is printed on it: spaces, and the costs."""
    said = drawn.say(message("arkwright.factory-not-open", "{good}: not open", good=drawn.good(good)))
    printed = drawn.components.factory_side(good, drawn.view.era)
    return marked(
        f"factory:{good}",
        said,
        box(8, top, 984, OPEN, "aw-none"),
        icon(good, 38, top + 24, 32),
        line(said, 66, top + 25, 700, size=28, look="aw-start aw-soft"),
        *_printed_spaces(printed, top + CARDS, None),
        line(drawn.say(_fixed(printed)), 20, top + CARDS + TALL + 23, 440, look="aw-start aw-soft"),
    )


def _fixed(printed: FactorySide) -> Message:
    return message(
        "arkwright.fixed-cost-and-shipping-price",
        "Fixed cost £{fixed} · Shipping price £{shipped}",
        fixed=printed.fixed_cost,
        shipped=printed.shipping_price,
    )


def _open(drawn: Sheet, player: Player, good: str, top: float) -> str:
    there = player.factories[good]
    return marked(
        f"factory:{good}",
        drawn.say(_in_words(drawn, good, there)),
        box(8, top, 984, OPEN, "aw-now" if good == drawn.active and not drawn.view.finished else "aw-panel"),
        element("rect", x=11, y=top + 3, width=978, height=38, rx=6, class_=f"aw-band-{good}"),
        *_head(drawn, player, good, top + 24),
        *_workers(drawn, good, there, top + CARDS),
        *_spaces(drawn, good, there, top + CARDS),
        *_right(drawn, good, there, top + CARDS),
        *_foot(drawn, player, good, top + CARDS + TALL + 23),
    )


def _in_words(drawn: Sheet, good: str, there: Factory) -> Message:
    return counted(
        "arkwright.factory-summary",
        "{good}, level {level}: price £{price}, appeal {appeal}, {count} good",
        "{good}, level {level}: price £{price}, appeal {appeal}, {count} goods",
        good=drawn.good(good),
        level=SIDES[there.level - 1],
        price=price(drawn.components, good, there),
        appeal=appeal(drawn.components, good, there),
        count=capacity(drawn.components, good, there),
    )


def _head(drawn: Sheet, player: Player, good: str, y: float) -> Iterator[str]:
    """Draw the good, the level, and the totals of the cards."""
    there = player.factories[good]
    title = drawn.say(
        message(
            "arkwright.good-and-level", "{good} · level {level}", good=drawn.good(good), level=SIDES[there.level - 1]
        )
    )
    yield icon(good, 38, y, 32)
    yield line(title, 66, y + 1, 330, size=29, look="aw-start aw-strong")
    figures = (
        message("arkwright.factory-price", "Price £{price}", price=price(drawn.components, good, there)),
        message("arkwright.factory-appeal", "Appeal {appeal}", appeal=appeal(drawn.components, good, there)),
        message("arkwright.factory-goods", "Goods {goods}", goods=capacity(drawn.components, good, there)),
    )
    for said, x in zip(figures, (420, 616, 812), strict=True):
        yield line(drawn.say(said), x, y + 1, 176, size=28, look="aw-start aw-strong")


def _workers(drawn: Sheet, good: str, there: Factory, top: float) -> Iterator[str]:
    """Draw the worker cards of positions 1 and 2, or their empty places."""
    for position in POSITIONS:
        x = 16 + (position - 1) * (WORKERS + 4)
        printed = drawn.components.worker_card(good, position)
        if position > len(there.workers):
            side_ = printed.side_in(drawn.view.era)
            yield _not_hired(printed.workers, printed.goods[side_], side_, x, top)
        else:
            yield from _worker(printed, there.workers[position - 1], good, x, top)


@lru_cache(maxsize=256)
def _not_hired(workers: int, goods: int, side_: str, x: float, top: float) -> str:
    """Draw the place of a worker card with what it would add if it were hired now."""
    middle = x + WORKERS / 2
    return (
        box(x, top, WORKERS, TALL, "aw-none")
        + text(f"+{workers}", x=middle - 6, y=top + 29, font_size=28, class_="aw-end aw-soft")
        + icon("worker", middle + 20, top + 28, 34, "aw-faint")
        + icon("goods", x + 28, top + 69, 28, "aw-faint")
        + text(f"×{goods}", x=x + 48, y=top + 70, font_size=28, class_="aw-start aw-soft")
        + text(side_, x=x + WORKERS - 14, y=top + 70, font_size=LEAST, class_="aw-end aw-soft")
    )


def _worker(printed: WorkerCard, worker: Worker, good: str, x: float, top: float) -> Iterator[str]:
    """Draw workers and machines above, the goods and the side of the card below."""
    yield card(x, top, WORKERS, TALL, good, 50)
    for place in range(printed.workers):
        machine = place >= printed.workers - worker.machines
        sign, look = ("machine", "aw-gold") if machine else ("worker", "aw-icon")
        yield icon(sign, x + WORKERS / 2 + (place - (printed.workers - 1) / 2) * 46, top + 28, 38, look)
    yield icon("goods", x + 28, top + 69, 28, "aw-icon")
    yield text(f"×{printed.goods[worker.side]}", x=x + 48, y=top + 70, font_size=28, class_="aw-start aw-strong")
    yield text(worker.side, x=x + WORKERS - 14, y=top + 70, font_size=LEAST, class_="aw-end aw-soft")


def _spaces(drawn: Sheet, good: str, there: Factory, top: float) -> Iterator[str]:
    """Draw the four token spaces with price and appeal; the factory token marks one of them."""
    yield from _printed_spaces(side(drawn.components, good, there), top, there.space)


def _printed_spaces(printed: FactorySide, top: float, token: int | None) -> Iterator[str]:
    for place, space in enumerate(printed.spaces):
        x, chosen = FIRST_SPACE + place * (SPACE + 2), place == token
        yield box(x, top, SPACE, TALL, "aw-chosen" if chosen else "aw-space")
        weight = "aw-strong" if chosen else "aw-soft"
        yield text(f"£{space.price}", x=x + SPACE / 2, y=top + 28, font_size=30, class_=weight)
        yield icon("appeal", x + 24, top + 67, 22, "aw-up")
        yield text(str(space.appeal), x=x + 50, y=top + 68, font_size=28, class_=weight)


def _right(drawn: Sheet, good: str, there: Factory, top: float) -> Iterator[str]:
    """Draw office, quality and distribution, each with its value and direction, and the places for more."""
    quality = drawn.say(message("arkwright.quality-caption", "quality"))
    parts: list[Slim] = [
        partial(
            _slim,
            drawn.say(message("arkwright.office-caption", "office")),
            drawn.components.office_cards[good],
            there.office,
        ),
        *(partial(_slim, quality, each.value, each.end) for each in there.quality),
        partial(_free_quality, drawn, good, quality),
        partial(_distribution, drawn, good, there.distribution),
    ]
    width = min(WIDEST_SLIM, (RIGHT - FIRST_SLIM) / len(parts))
    for place, part in enumerate(parts):
        yield part(FIRST_SLIM + place * width, top, width - 3)


def _slim(name: str, value: int, end: End, x: float, top: float, width: float) -> str:
    middle = x + width / 2
    figure = text(f"+{value}", x=middle, y=top + 46, font_size=28, class_="aw-strong")
    return (
        card(x, top, width, TALL, "title", 30)
        + _caption(name, middle, top + 16, width - 3)
        + figure
        + _end(end, middle, top + 75)
    )


def _end(end: End, x: float, y: float) -> str:
    """Draw the value that a card raises."""
    if end == "appeal":
        return icon("appeal", x, y, 24, "aw-up")
    return text("£", x=x, y=y, font_size=28, class_="aw-strong")


def _free_quality(drawn: Sheet, good: str, name: str, x: float, top: float, width: float) -> str:
    """Draw the place for one more quality card, which raises the price or the appeal."""
    ends: tuple[tuple[End, Message], ...] = (
        (
            "price",
            message("arkwright.quality-space-on-price", "{good}: space for quality on price", good=drawn.good(good)),
        ),
        (
            "appeal",
            message("arkwright.quality-space-on-appeal", "{good}: space for quality on appeal", good=drawn.good(good)),
        ),
    )
    half, below = width / 2, top + CAPTION
    return _caption(name, x + half, top + 16, width - 3) + "".join(
        marked(
            f"quality:{good}/{end}",
            drawn.say(said),
            box(x + half * beside, below, half - 1, TALL - CAPTION, "aw-none"),
            _end(end, x + half * (beside + 0.5), below + (TALL - CAPTION) / 2),
        )
        for beside, (end, said) in enumerate(ends)
    )


def _distribution(drawn: Sheet, good: str, laid: Distribution | None, x: float, top: float, width: float) -> str:
    """Draw the card for distribution, or its place."""
    name, middle = drawn.say(message("arkwright.distribution-caption", "distr.")), x + width / 2
    part = (
        _slim(name, laid.value, "appeal", x, top, width)
        if laid
        else box(x, top, width, TALL, "aw-none") + _caption(name, middle, top + TALL / 2, width - 3)
    )
    return marked(
        f"distribution:{good}",
        drawn.say(message("arkwright.factory-distribution", "{good}: distribution", good=drawn.good(good))),
        part,
    )


def _caption(name: str, middle: float, y: float, width: float) -> str:
    """Draw a name, condensed as far as it stays legible within a width, else its initial."""
    if width / (_LETTER * length(name)) < CLOSEST * LEAST:
        return text(name[:1].upper(), x=middle, y=y, font_size=LEAST, class_="aw-soft")
    return line(name, middle, y, width, letter=_LETTER, look="aw-soft")


def _foot(drawn: Sheet, player: Player, good: str, y: float) -> Iterator[str]:
    """Draw fixed cost and shipping price; the warehouses and the supervisor of this factory."""
    printed = side(drawn.components, good, player.factories[good])
    yield line(drawn.say(_fixed(printed)), 20, y, 440, look="aw-start aw-soft")
    right = 984.0
    for warehouse in player.warehouses:
        if warehouse.good == good:
            right -= 146
            yield stored(drawn, warehouse, right, y)
    if any(held.at == good for held in player.cards):
        yield text(drawn.card("supervisor"), x=right - 12, y=y, font_size=LINE, class_="aw-end aw-strong")


def stored(drawn: Sheet, warehouse: Warehouse, x: float, y: float) -> str:
    """Draw a warehouse with the goods in it and its capacity."""
    capacity_ = drawn.components.warehouses[warehouse.id].capacity
    said = counted(
        "arkwright.warehouse-contents",
        "{warehouse}: {goods} of {count} good",
        "{warehouse}: {goods} of {count} goods",
        warehouse=words.warehouse(drawn.components, warehouse.id),
        goods=warehouse.goods,
        count=capacity_,
    )
    return marked(
        f"warehouse:{warehouse.id}",
        drawn.say(said),
        box(x, y - 20, 140, 40, "aw-space"),
        icon("goods", x + 22, y, 26, "aw-icon"),
        text(f"{warehouse.goods} / {capacity_}", x=x + 80, y=y + 1, font_size=LINE, class_="aw-strong"),
    )
