"""The panels around the map: the round, the piles of cards, the markets for cubes, the players and the key."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from domain.brass.model.components import Market
from domain.brass.narration.standing import headline
from domain.brass.rendering.geometry import LETTERS
from domain.brass.rendering.icons import icon
from domain.brass.rendering.sheet import AnySheet, mark
from domain.graphics.svg import element, group, marked, name_lines, text
from domain.message import Message, counted, message
from domain.numerals import numeral, signed

HEAD = 72.0
"""Height of the header of the drawing."""
ROW = 50.0
"""Height of a player's row."""
TITLES = 44.0
"""Height of the titles above the players' rows."""
KEY = 54.0
"""Height of the key at the foot."""
STEP = 32.0
"""Height of one price of a market."""


def head(drawn: AnySheet, rounds: int, *piles: str) -> str:
    """Draw the era and the round, one of so many, and the remaining piles of cards."""
    return text(
        drawn.say(headline(drawn.view, rounds)), x=20, y=HEAD / 2, font_size=32, class_="bb-start bb-strong"
    ) + "".join(piles)


def deck(drawn: AnySheet, x: float) -> str:
    """Draw the draw deck."""
    count = len(drawn.view.deck)
    said = counted("brass.deck", "Deck: {count} card", "Deck: {count} cards", count=count)
    return pile("deck", drawn.say(said), "cards", count, x)


def pile(name: str, said: str, sign: str, count: int, x: float) -> str:
    """Draw a pile and the number of its cards."""
    card = element("rect", x=x, y=12, width=40, height=48, rx=5, class_="bb-panel")
    return marked(
        name,
        said,
        card,
        icon(sign, x + 20, 36, 28, "bb-gold"),
        text(f"× {count}", x=x + 48, y=37, font_size=28, class_="bb-start bb-strong"),
    )


# --------------------------------------------------------------------------------------------------------------------
# Markets
# --------------------------------------------------------------------------------------------------------------------


def markets(drawn: AnySheet) -> str:
    """Draw both markets: the price of every space, and the cubes on them."""
    view, figures = drawn.view, drawn.components.markets
    coal = counted(
        "brass.coal-market",
        "Coal market: {count} cube; the next costs £{price}",
        "Coal market: {count} cubes; the next costs £{price}",
        **_state(figures.coal, view.coal_market),
    )
    iron = counted(
        "brass.iron-market",
        "Iron market: {count} cube; the next costs £{price}",
        "Iron market: {count} cubes; the next costs £{price}",
        **_state(figures.iron, view.iron_market),
    )
    return _market(drawn, "coal", figures.coal, view.coal_market, coal) + _market(
        drawn, "iron", figures.iron, view.iron_market, iron
    )


def _state(market: Market, cubes: int) -> dict[str, int]:
    return {"count": cubes, "price": market.spaces[-cubes] if cubes else market.price_when_empty}


def _market(drawn: AnySheet, name: str, market: Market, cubes: int, said: Message) -> str:
    """Draw prices from the dearest at the top; cubes fill the dearest spaces."""
    x, y = drawn.components.layout.market[name]
    prices = sorted(set(market.spaces), reverse=True)
    height = STEP * (len(prices) + 2)
    top = y - height / 2
    rows = [_row(name, market, cubes, price, x, top + STEP * (2.5 + row)) for row, price in enumerate(prices)]
    frame = element("rect", x=x - 66, y=top, width=132, height=height + 4, rx=9, class_="bb-panel")
    title = icon("cube", x - 44, top + STEP / 2 + 2, 22, f"bb-{name}") + text(
        _title(drawn, name), x=x + 10, y=top + STEP / 2 + 3, font_size=24, class_="bb-strong"
    )
    bare = text(f"£{market.price_when_empty}", x=x - 40, y=top + STEP * 1.5 + 2, font_size=LETTERS, class_="bb-soft")
    endless = text("∞", x=x + 22, y=top + STEP * 1.5 + 1, font_size=28, class_="bb-soft")
    return marked(f"market:{name}", drawn.say(said), frame, title, bare, endless, *rows)


def _title(drawn: AnySheet, name: str) -> str:
    return drawn.say(message("brass.coal", "Coal") if name == "coal" else message("brass.iron", "Iron"))


@lru_cache(maxsize=1024)
def _row(name: str, market: Market, cubes: int, price: int, x: float, y: float) -> str:
    bare = len(market.spaces) - cubes
    spaces = [number for number, there in enumerate(market.spaces) if there == price]
    filled = "".join(
        icon("cube", x + 6 + 32 * place, y, 25, f"bb-{name}" if number >= bare else "bb-none-icon")
        for place, number in enumerate(reversed(spaces))
    )
    return text(f"£{price}", x=x - 40, y=y, font_size=LETTERS, class_="bb-strong") + filled


# --------------------------------------------------------------------------------------------------------------------
# Players
# --------------------------------------------------------------------------------------------------------------------

NAME = 300.0
"""The room for a name before the columns."""
COLUMNS = (440.0, 545.0, 650.0, 745.0, 840.0, 935.0)


def players(drawn: AnySheet, top: float) -> str:
    """Draw the players in turn order: VP, income, money, money spent, links left and cards in hand."""
    heads = (
        message("brass.victory-points", "VP"),
        message("brass.income", "Income"),
        message("brass.money", "Money"),
        message("brass.spent", "Spent"),
        message("brass.links", "Links"),
        message("brass.cards", "Cards"),
    )
    titles = "".join(
        text(drawn.say(said), x=x, y=top + 20, font_size=22, class_="bb-soft")
        for said, x in zip(heads, COLUMNS, strict=True)
    )
    order = drawn.say(message("brass.turn-order", "Turn order"))
    rows = (_player(drawn, seat, top + 40 + ROW * row) for row, seat in enumerate(drawn.view.turn_order))
    return text(order, x=20, y=top + 20, font_size=22, class_="bb-start bb-soft") + titles + "".join(rows)


def _player(drawn: AnySheet, seat: int, top: float) -> str:
    player = drawn.view.players[seat]
    level = drawn.components.income_track.level_at[player.income_space]
    middle = top + ROW / 2
    figures = (
        numeral(player.points),
        signed(level) if level else "0",
        f"£{player.money}",
        f"£{player.spent}",
        str(player.links_left),
        str(len(player.hand)),
    )
    said = message(
        "brass.player-summary",
        "{name}: {vp} VP, income level {level} (space {space} on the progress track), £{money}, "
        "£{spent} spent this round",
        name=drawn.names[seat],
        vp=player.points,
        level=level,
        space=player.income_space,
        money=player.money,
        spent=player.spent,
    )
    acting = element("path", d=f"M16 {middle - 11:g}l17 11l-17 11z", class_="bb-acting") if acts(drawn, seat) else ""
    return marked(
        f"player:{seat}",
        drawn.say(said),
        element("rect", x=8, y=top + 2, width=984, height=ROW - 4, rx=8, class_="bb-panel"),
        acting,
        mark(drawn, seat, 60, middle, 16),
        name_lines(drawn.names[seat], 90, middle, NAME, (27.0, 21.0), "bb-start bb-strong"),
        *(text(words, x=x, y=middle, font_size=27) for words, x in zip(figures, COLUMNS, strict=True)),
    )


def acts(drawn: AnySheet, seat: int) -> bool:
    """Return whether the seat must decide something now."""
    view = drawn.view
    if view.finished:
        return False
    if view.shortfalls:
        return view.shortfalls[0].seat == seat
    return view.turn < len(view.turn_order) and view.turn_order[view.turn] == seat


# --------------------------------------------------------------------------------------------------------------------
# Key
# --------------------------------------------------------------------------------------------------------------------


Sign = tuple[str, str, float]
"""An icon, its meaning in the reader's language, and its position in the key."""


def key(drawn: AnySheet, signs: Iterable[Sign]) -> str:
    """Draw the key: the meaning of lines and signs."""
    y = KEY / 2
    lines = (
        _sample(20, y, ("bb-canal",), drawn.say(message("brass.canal", "Canal"))),
        _sample(180, y, ("bb-rail", "bb-ties"), drawn.say(message("brass.rail", "Rail"))),
        _sample(
            320,
            y,
            ("bb-canal", "bb-rail bb-later", "bb-ties bb-later"),
            drawn.say(message("brass.canal-and-rail", "Both")),
        ),
    )
    return group(*lines, *(_sign(sign, x, y, words) for sign, words, x in signs), class_="bb-key")


def _sample(x: float, y: float, looks: tuple[str, ...], words: str) -> str:
    ways = (element("path", d=f"M{x:g} {y:g}h56", class_=look) for look in looks)
    return "".join(ways) + text(words, x=x + 70, y=y, font_size=23, class_="bb-start bb-soft")


def _sign(sign: str, x: float, y: float, words: str) -> str:
    return icon(sign, x + 11, y, 23, "bb-gold") + text(words, x=x + 30, y=y, font_size=23, class_="bb-start bb-soft")
