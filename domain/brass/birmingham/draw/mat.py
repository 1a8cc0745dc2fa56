"""What lies before one seat: the stacks of its mat with the next tile of each, its hand, and its face-up discards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domain.brass.birmingham.components import INDUSTRIES, Tile
from domain.brass.birmingham.draw.icons import icon
from domain.brass.birmingham.draw.panels import shortened
from domain.brass.birmingham.draw.sheet import Sheet, mark, plain, sheet
from domain.brass.birmingham.draw.style import STYLE
from domain.brass.birmingham.state import State
from domain.game import HIDDEN
from domain.message import Message, Say, Term, message
from domain.svg import element, marked, text

PIECES = {"coal_mine": ("cube", "bb-coal"), "iron_works": ("cube", "bb-iron"), "brewery": ("beer", "bb-beer")}

WIDTH = 1000.0
HEAD = 62.0
ROW = 94.0
CARD_WIDTH, CARD_HEIGHT = 238.0, 76.0
CARDS_PER_ROW = 4
HIDDEN_HEIGHT = 60.0


def draw_seat(view: State, seat: int, names: Sequence[str], say: Say = plain) -> str:
    """SVG of what lies before a seat from a view: other seats' cards are shown only if the view knows them."""
    drawn = sheet(view, names, say)
    hand, hand_height = _hand(drawn, seat, HEAD)
    top = HEAD + hand_height
    height = top + ROW * len(INDUSTRIES) + 6
    rows = (_row(drawn, seat, industry, top + ROW * number) for number, industry in enumerate(INDUSTRIES))
    return element(
        "svg",
        element("title", say(message("The mat of {name}", name=names[seat]))),
        element("style", STYLE),
        element("rect", width=WIDTH, height=height, class_="bb-ground"),
        _head(drawn, seat),
        hand,
        *rows,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        class_="brass-birmingham",
        role="group",
    )


def _head(drawn: Sheet, seat: int) -> str:
    player = drawn.view.players[seat]
    links = drawn.say(message("Links left: {count}", count=player.links_left))
    discards = drawn.say(message("Discards: {count}", count=len(player.discards) + len(player.face_down)))
    return "".join(
        (
            mark(drawn, seat, 34, HEAD / 2, 18),
            text(shortened(drawn.names[seat], 20), x=66, y=HEAD / 2, font_size=30, class_="bb-start bb-strong"),
            icon("link", 500, HEAD / 2, 28, "bb-gold"),
            text(links, x=522, y=HEAD / 2, font_size=26, class_="bb-start"),
            icon("cards", 758, HEAD / 2, 28, "bb-gold"),
            text(discards, x=782, y=HEAD / 2, font_size=26, class_="bb-start"),
        )
    )


# --------------------------------------------------------------------------------------------------------------------
# The mat
# --------------------------------------------------------------------------------------------------------------------


def _row(drawn: Sheet, seat: int, industry: str, top: float) -> str:
    """One industry: its next tile with everything printed on it, and the levels of the tiles behind it."""
    stack = drawn.view.players[seat].mat[industry]
    middle = top + ROW / 2
    name = drawn.name(industry)
    ground = element("rect", x=8, y=top + 2, width=WIDTH - 16, height=ROW - 5, rx=9, class_="bb-panel")
    heading = (
        icon(industry, 44, middle, 44)
        + text(name, x=78, y=middle - 16, font_size=27, class_="bb-start bb-strong")
        + text(
            drawn.say(message("tiles left: {count}", count=len(stack))),
            x=78,
            y=middle + 18,
            font_size=23,
            class_="bb-start bb-soft",
        )
    )
    if not stack:
        return marked(f"mat:{industry}", drawn.say(_nothing_left(drawn, industry)), ground, heading)
    tile = drawn.components.tile(industry, stack[0])
    said = drawn.say(_printed(drawn, industry, tile))
    return marked(
        f"mat:{industry}", said, ground, heading, _next(drawn, seat, industry, tile, middle), _others(stack[1:], middle)
    )


def _next(drawn: Sheet, seat: int, industry: str, tile: Tile, middle: float) -> str:
    """The next tile: level, price, coal and iron to build it; what a sale needs; what it brings when flipped."""
    x, y = 292.0, middle - ROW / 2 + 7
    chip = element("rect", x=x, y=y, width=72, height=ROW - 15, rx=7, class_=f"bb-tile bb-fill-{seat}")
    ink = f"bb-ink-{seat}"
    bulb = "" if tile.developable else icon("bulb", x + 54, y + 20, 28, ink)
    level = text(
        str(tile.level), x=x + (36 if tile.developable else 22), y=middle, font_size=38, class_=f"bb-strong {ink}"
    )
    price = text(f"£{tile.money}", x=380, y=middle - 18, font_size=29, class_="bb-start bb-strong")
    needs = (
        [("cube", "bb-coal")] * tile.coal
        + [("cube", "bb-iron")] * tile.iron
        + [("beer", "bb-beer")] * tile.beer_to_sell
    )
    return chip + bulb + level + price + _pieces(needs, 380, middle + 21) + _brings(drawn, industry, tile, middle)


def _pieces(pieces: Sequence[tuple[str, str]], x: float, y: float) -> str:
    return "".join(icon(name, x + 13 + 29 * place, y, 25, look) for place, (name, look) in enumerate(pieces))


def _brings(drawn: Sheet, industry: str, tile: Tile, middle: float) -> str:
    """VP, income spaces and link icons; the pieces put on the tile when it is built; the only era it is for."""
    y = middle - 18
    signs = [
        icon("vp", 506, y, 27, "bb-gold"),
        text(str(tile.vp), x=526, y=y + 1, font_size=28, class_="bb-start bb-strong"),
        icon("income", 586, y, 25, "bb-gold"),
        text(f"+{tile.income_spaces}", x=602, y=y + 1, font_size=28, class_="bb-start bb-strong"),
        *(icon("link", 674 + 31 * number, y, 27, "bb-gold") for number in range(tile.link_icons)),
    ]
    if industry in PIECES:
        signs += _produced(drawn, industry, tile, y)
    if len(tile.eras) == 1:
        only = message("canal only") if tile.eras[0] == "canal" else message("rail only")
        signs.append(text(drawn.say(only), x=905, y=y, font_size=24, class_="bb-soft"))
    return "".join(signs)


def _produced(drawn: Sheet, industry: str, tile: Tile, y: float) -> list[str]:
    barrels = drawn.components.constants.brewery_barrels[drawn.view.era]
    count = barrels if industry == "brewery" else tile.cubes
    shape, look = PIECES[industry]
    return [
        icon(shape, 762, y, 25, look),
        text(f"×{count}", x=780, y=y + 1, font_size=26, class_="bb-start"),
    ]


def _others(levels: Sequence[int], middle: float) -> str:
    """The levels behind the next tile, each once with the number of its tiles."""
    chips = []
    for place, (level, count) in enumerate(sorted(Counter(levels).items())):
        x = 512 + 66 * place
        chips.append(element("rect", x=x, y=middle + 7, width=30, height=30, rx=5, class_="bb-slot"))
        chips.append(text(str(level), x=x + 15, y=middle + 23, font_size=23, class_="bb-strong"))
        if count > 1:
            chips.append(text(f"×{count}", x=x + 34, y=middle + 23, font_size=21, class_="bb-start bb-soft"))
    return "".join(chips)


def _nothing_left(drawn: Sheet, industry: str) -> Message:
    return message("{industry}: no tiles left", industry=drawn.named(industry))


def _printed(drawn: Sheet, industry: str, tile: Tile) -> Message:
    parts: dict[str, Term | int] = {
        "industry": drawn.named(industry),
        "level": tile.level,
        "money": tile.money,
        "coal": tile.coal,
        "iron": tile.iron,
        "beer": tile.beer_to_sell,
        "vp": tile.vp,
        "income": tile.income_spaces,
        "links": tile.link_icons,
    }
    return message(
        "{industry} level {level}: costs £{money}, coal {coal}, iron {iron}; beer to sell {beer}; "
        "brings {vp} VP, income {income} spaces, link icons {links}",
        **parts,
    )


# --------------------------------------------------------------------------------------------------------------------
# The hand
# --------------------------------------------------------------------------------------------------------------------


def _hand(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """The known cards of the hand in rows, or how many there are; and the height it takes."""
    hand = drawn.view.players[seat].hand
    known = [card for card in hand if card != HIDDEN]
    hidden = len(hand) - len(known)
    rows = -(-len(known) // CARDS_PER_ROW)
    cards = "".join(
        _card(
            drawn,
            card,
            8 + (place % CARDS_PER_ROW) * (CARD_WIDTH + 10),
            top + place // CARDS_PER_ROW * (CARD_HEIGHT + 8),
        )
        for place, card in enumerate(known)
    )
    height = rows * (CARD_HEIGHT + 8)
    if not hidden:
        return cards, height + 6
    return cards + _backs(drawn, hidden, top + height), height + HIDDEN_HEIGHT


def _card(drawn: Sheet, card: str, left: float, top: float) -> str:
    name = drawn.name(card)
    middle = top + CARD_HEIGHT / 2
    ground = element(
        "rect", x=left, y=top, width=CARD_WIDTH, height=CARD_HEIGHT, rx=8, class_=f"bb-plate {_banner(drawn, card)}"
    )
    signs = _signs(drawn, card)
    icons = "".join(
        icon(sign, left + 26, middle + 30 * (place - (len(signs) - 1) / 2), 30, "bb-icon")
        for place, sign in enumerate(signs)
    )
    words = _lines(name)
    size = min(23.0, (CARD_WIDTH - 58) / (0.69 * max(map(len, words))))
    lines = "".join(
        text(
            line,
            x=left + 50,
            y=middle + 28 * (place - (len(words) - 1) / 2),
            font_size=size,
            class_="bb-start bb-strong",
        )
        for place, line in enumerate(words)
    )
    return marked(f"card:{card}", name, ground, icons, lines)


def _lines(name: str) -> list[str]:
    """A long name with ``or`` in it takes two lines."""
    first, joined, second = name.partition(" or ")
    return [first, f"or {second}"] if joined else [name]


def _signs(drawn: Sheet, card: str) -> list[str]:
    if card.startswith("wild_"):
        return ["wild"]
    industries = drawn.components.card_industries.get(card, ())
    return list(industries) or ["location"]


def _banner(drawn: Sheet, card: str) -> str:
    banner = next((town.banner for town in drawn.components.towns if town.id == card), None)
    return f"bb-{banner}" if banner else "bb-farm"


def _backs(drawn: Sheet, count: int, top: float) -> str:
    middle = top + HIDDEN_HEIGHT / 2
    return icon("cards", 30, middle, 32, "bb-gold") + text(
        drawn.say(message("Cards not shown: {count}", count=count)), x=58, y=middle, font_size=26, class_="bb-start"
    )
