"""The guide to the market, the round and the signs of the drawings."""

from __future__ import annotations

from functools import lru_cache

from domain.arkwright.rendering.icons import icon
from domain.arkwright.rendering.sheet import LINE, Sheet, heading
from domain.graphics.drawing import GUIDE_WIDTH
from domain.graphics.lettering import broken
from domain.graphics.svg import element, marked, text
from domain.message import Message, message

SIGNS: tuple[tuple[str, str, Message], ...] = (
    (
        "up",
        "aw-up",
        message(
            "arkwright.legend-up", "Red arrow: if an appeal marker passes it upwards, demand rises by 1 (AW-10.8)."
        ),
    ),
    (
        "down",
        "aw-down",
        message(
            "arkwright.legend-down",
            "Green arrow: if an appeal marker passes it downwards, demand falls by 1 (AW-10.8).",
        ),
    ),
    (
        "appeal",
        "aw-up",
        message(
            "arkwright.legend-appeal",
            "Appeal: on the home market, you sell at most as many goods as appeal minus demand (AW-12.3).",
        ),
    ),
    ("goods", "aw-icon", message("arkwright.legend-goods", "Goods: produced by a factory or stored in a warehouse.")),
    (
        "worker",
        "aw-icon",
        message("arkwright.legend-worker", "Worker: costs the wage whenever the factory produces (AW-14.1)."),
    ),
    (
        "machine",
        "aw-gold",
        message("arkwright.legend-machine", "Machine: replaces a worker and costs upkeep, not a wage (AW-14.1)."),
    ),
    ("ship", "aw-icon", message("arkwright.legend-ship", "Ship that is ready: it carries goods to sell (AW-13.6).")),
    ("start", "aw-gold", message("arkwright.legend-start", "Start player.")),
)
NOTES: tuple[Message, ...] = (
    message("arkwright.legend-demand", "The blue frame and its flag show the demand for a good."),
    message(
        "arkwright.legend-round",
        "An era has a round for each good. In a round, every player takes a turn; then the factories of that good "
        "produce (AW-3.1, AW-3.2).",
    ),
    message(
        "arkwright.legend-turn",
        "A turn: one action (AW-4.1), then price and appeal of the round's good (AW-10), then development (AW-11.1).",
    ),
)
TEXT, ROOM = 60.0, GUIDE_WIDTH - 80.0
STEP = 31.0
_LETTER = 0.53


def legend(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the round and the turn, then each sign with its meaning."""
    title = drawn.say(message("arkwright.guide", "Market, round and signs"))
    notes = tuple(drawn.say(said) for said in NOTES)
    return _guide(title, notes, tuple(drawn.say(said) for *_, said in SIGNS), top)


@lru_cache(maxsize=64)
def _guide(title: str, notes: tuple[str, ...], meanings: tuple[str, ...], top: float) -> tuple[str, float]:
    """Draw the guide, which is the same in every position."""
    parts, y = [heading(title, 14, top + 16)], top + 52
    for said in notes:
        part, height = _lines(said, 14, y, ROOM + TEXT - 14)
        parts.append(part)
        y += height + 6
    for (sign, look, _), said in zip(SIGNS, meanings, strict=True):
        part, height = _lines(said, TEXT, y, ROOM)
        parts.append(icon(sign, 32, y, 30, look) + part)
        y += height + 6
    return marked("legend", title, *parts), y - top


def _lines(said: str, x: float, y: float, width: float) -> tuple[str, float]:
    rows = broken(said, width / (_LETTER * LINE))
    drawn = (text(row, x=x, y=y + STEP * place, font_size=LINE, class_="aw-start") for place, row in enumerate(rows))
    return element("g", *drawn), STEP * len(rows)
