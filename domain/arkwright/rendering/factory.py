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
from domain.arkwright.rendering.sheet import LEAST, LEFT, LINE, Sheet, box, card, line
from domain.graphics.lettering import length
from domain.graphics.svg import element, marked, text
from domain.message import Message, counted, message

CARDS = 46.0
"""The distance from the top of a factory to its cards."""
TALL = 92.0
FOOT = 46.0
"""The height of the line below the cards."""
WORKERS = 150.0
SPACE, WIDE_SPACE = 72.0, 102.0
"""The width of a token space: the usual one, and the one in a narrow drawing."""
FIRST_SPACE = 328.0
FIRST_SLIM, WIDEST_SLIM = 630.0, 119.0
"""The left edge of the cards on the right, and the maximum width of each."""
COSTS, STORED, SUPERVISED = 460.0, 146.0, 200.0
"""The room for fixed cost and shipping price, for a warehouse and for the name of the supervisor."""
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
    part, height = _open(drawn, player, good, top) if good in player.factories else _closed(drawn, good, top)
    return part, height + 5


def _closed(drawn: Sheet, good: str, top: float) -> tuple[str, float]:
    """Draw the place of a factory that is not open yet, with what is printed on it: spaces, and the costs."""
    said = drawn.say(message("arkwright.factory-not-open", "{good}: not open", good=drawn.good(good)))
    printed = drawn.components.factory_side(good, drawn.view.era)
    height = CARDS + TALL + FOOT
    return marked(
        f"factory:{good}",
        said,
        box(LEFT, top, drawn.room, height, "aw-none"),
        icon(good, 38, top + 24, 32),
        line(said, 66, top + 25, drawn.right - 80, size=28, look="aw-start aw-soft"),
        _printed_spaces(printed, top + CARDS, drawn.narrow, None),
        line(drawn.say(_fixed(printed)), 20, top + height - FOOT / 2, 440, look="aw-start aw-soft"),
    ), height


def _fixed(printed: FactorySide) -> Message:
    return message(
        "arkwright.fixed-cost-and-shipping-price",
        "Fixed cost £{fixed} · Shipping price £{shipped}",
        fixed=printed.fixed_cost,
        shipped=printed.shipping_price,
    )


def _open(drawn: Sheet, player: Player, good: str, top: float) -> tuple[str, float]:
    there, y = player.factories[good], top + CARDS
    now = good == drawn.active and not drawn.view.finished
    right = y + TALL + 4 if drawn.narrow else y
    foot, below = _foot(drawn, player, good, right + TALL)
    height = right + TALL + below - top
    return marked(
        f"factory:{good}",
        drawn.say(_in_words(drawn, good, there)),
        box(LEFT, top, drawn.room, height, "aw-now" if now else "aw-panel"),
        element("rect", x=11, y=top + 3, width=drawn.room - 6, height=38, rx=6, class_=f"aw-band-{good}"),
        *_head(drawn, player, good, top + 24),
        *_workers(drawn, good, there, y),
        _printed_spaces(side(drawn.components, good, there), y, drawn.narrow, there.space),
        *_right(drawn, good, there, right),
        foot,
    ), height


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
    first, step = (322, 142) if drawn.narrow else (420, 196)
    yield icon(good, 38, y, 32)
    yield line(title, 66, y + 1, first - 86, size=29, look="aw-start aw-strong")
    figures = (
        message("arkwright.factory-price", "Price £{price}", price=price(drawn.components, good, there)),
        message("arkwright.factory-appeal", "Appeal {appeal}", appeal=appeal(drawn.components, good, there)),
        message("arkwright.factory-goods", "Goods {goods}", goods=capacity(drawn.components, good, there)),
    )
    for place, said in enumerate(figures):
        yield line(drawn.say(said), first + step * place, y + 1, step - 20, size=28, look="aw-start aw-strong")


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


@lru_cache(maxsize=1024)
def _printed_spaces(printed: FactorySide, top: float, narrow: bool, token: int | None) -> str:
    """Draw the four token spaces with price and appeal; the factory token marks one of them."""
    width, parts = WIDE_SPACE if narrow else SPACE, list[str]()
    for place, space in enumerate(printed.spaces):
        x, chosen = FIRST_SPACE + place * (width + 2), place == token
        middle, weight = x + width / 2, "aw-strong" if chosen else "aw-soft"
        parts += (
            box(x, top, width, TALL, "aw-chosen" if chosen else "aw-space"),
            text(f"£{space.price}", x=middle, y=top + 28, font_size=30, class_=weight),
            icon("appeal", middle - 12, top + 67, 22, "aw-up"),
            text(str(space.appeal), x=middle + 14, y=top + 68, font_size=28, class_=weight),
        )
    return "".join(parts)


def _right(drawn: Sheet, good: str, there: Factory, top: float) -> Iterator[str]:
    """Draw office, quality and distribution, each with its value and direction, and the places for more: beside
    workers and spaces, or below them.
    """
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
    left, right = 16.0 if drawn.narrow else FIRST_SLIM, drawn.right - 4
    width = (right - left) / len(parts)
    if not drawn.narrow:
        width = min(WIDEST_SLIM, width)
    for place, part in enumerate(parts):
        yield part(left + place * width, top, width - 3)


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


def _foot(drawn: Sheet, player: Player, good: str, top: float) -> tuple[str, float]:
    """Draw fixed cost and shipping price, with the warehouses and the supervisor of this factory beside or below."""
    printed = side(drawn.components, good, player.factories[good])
    parts = [line(drawn.say(_fixed(printed)), 20, top + FOOT / 2, 440, look="aw-start aw-soft")]
    warehouses = [warehouse for warehouse in player.warehouses if warehouse.good == good]
    supervised = any(held.at == good for held in player.cards)
    right = drawn.right - 8
    beside = COSTS + len(warehouses) * STORED + supervised * SUPERVISED <= right
    height = FOOT if beside else 2 * FOOT
    y = top + height - FOOT / 2
    for warehouse in warehouses:
        right -= STORED
        parts.append(stored(drawn, warehouse, right, y))
    if supervised:
        parts.append(text(drawn.card("supervisor"), x=right - 12, y=y, font_size=LINE, class_="aw-end aw-strong"))
    return "".join(parts), height


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
        box(x, y - 20, STORED - 6, 40, "aw-space"),
        icon("goods", x + 22, y, 26, "aw-icon"),
        text(f"{warehouse.goods} / {capacity_}", x=x + 80, y=y + 1, font_size=LINE, class_="aw-strong"),
    )
