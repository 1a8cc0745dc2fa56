"""The area of one seat: the stacks of its mat with the next tile of each, its hand, and its face-up discards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from domain.brass import income_track
from domain.brass.model.components import Tile
from domain.brass.narration.costs import cost, vp_count
from domain.brass.rendering.frame import frame
from domain.brass.rendering.icons import icon
from domain.brass.rendering.sheet import COAL, IRON, AnySheet, Piece, mark
from domain.brass.rendering.track import income
from domain.game import HIDDEN
from domain.graphics.lettering import broken
from domain.graphics.svg import element, fitted, group, marked, name_lines, text
from domain.message import Listing, Message, counted, message

WIDTH = 1000.0
HEAD = 62.0
INCOME = 40.0
"""Height of the line with income and VP."""
ROW = 98.0
MIDDLE = ROW / 2
CARD_WIDTH, CARD_HEIGHT = 238.0, 76.0
CARDS_PER_ROW = 4
LETTERS = 25.0
"""The smallest font size: a window of 1280 by 720 shows a unit as 0.446 pixels, which makes this 11 pixels."""
ROOM, WIDE = CARD_WIDTH - 50, 0.58
"""The room for a name on a card, and the width of a letter relative to its size."""
HIDDEN_HEIGHT = 60.0
NAME = 360.0
"""The room for the name of the player, with a sixth left for wide letters."""


@dataclass(frozen=True)
class Faces:
    """The faces of tiles and cards in one of the games."""

    sale: Callable[[Any], Sequence[Piece]]
    """The pieces that a sale of a tile consumes."""
    badge: Callable[[Any], str | None]
    """The icon in the corner of a tile that cannot be developed, or cannot be built."""
    produced: Callable[[str, Any], int]
    """The pieces put on a tile of an industry when it is built."""
    printed: Callable[[str, Any], Message]
    """The description of an industry's tile."""
    signs: Callable[[str], Sequence[str]]
    """The icons on a card."""


def draw_mat(
    drawn: AnySheet, seat: int, faces: Faces, discards: int, style: str, before: Sequence[str] | None = None
) -> str:
    """Draw the area of a seat. Other seats' cards are shown only if the view has them.

    Given the hand before a move, its cards stay where they are, and those that the move discards are crossed out.
    """
    industries = list(drawn.components.tiles)
    hand, hand_height = _hand(drawn, seat, faces, HEAD + INCOME, before)
    top = HEAD + INCOME + hand_height
    rows = (
        group(_row(drawn, seat, faces, industry), transform=f"translate(0 {top + ROW * number:g})")
        for number, industry in enumerate(industries)
    )
    return frame(
        drawn.say(message("brass.player-mat", "{name}'s player mat", name=drawn.names[seat])),
        style,
        drawn.view.era,
        (WIDTH, top + ROW * len(industries) + 6),
        _head(drawn, seat, discards),
        _income(drawn, seat),
        hand,
        *rows,
    )


def _head(drawn: AnySheet, seat: int, discards: int) -> str:
    left = drawn.view.players[seat].links_left
    links = drawn.say(counted("brass.links-left-count", "{count} link left", "{count} links left", count=left))
    discarded = drawn.say(counted("brass.discards", "{count} discard", "{count} discards", count=discards))
    return "".join(
        (
            mark(drawn, seat, 34, HEAD / 2, 21),
            name_lines(drawn.names[seat], 66, HEAD / 2, NAME, (30.0, LETTERS), "bb-start bb-strong"),
            icon("link", 500, HEAD / 2, 28, "bb-gold"),
            fitted(links, 216, 26, letter=0.56, x=522, y=HEAD / 2, class_="bb-start"),
            icon("cards", 758, HEAD / 2, 28, "bb-gold"),
            fitted(discarded, WIDTH - 792, 26, letter=0.56, x=782, y=HEAD / 2, class_="bb-start"),
        )
    )


def _income(drawn: AnySheet, seat: int) -> str:
    """Draw the income level, the distance to the next one, and the victory points."""
    player, y = drawn.view.players[seat], HEAD + 14
    track, space = drawn.components.income_track, player.income_space
    level = income_track.level(track, space)
    words = message("brass.income-level-highest", "Income level {level}, the highest", level=level)
    if level < max(track.levels):
        words = counted(
            "brass.income-level-and-distance",
            "Income level {level}, next level in {count} space",
            "Income level {level}, next level in {count} spaces",
            level=level,
            count=income_track.to_next_level(track, space),
        )
    points = drawn.say(vp_count(player.points))
    return marked(
        f"income:{seat}",
        drawn.say(income(drawn, seat)),
        icon("income", 34, y, 28, "bb-gold"),
        fitted(drawn.say(words), 640, 26, letter=0.56, x=66, y=y, class_="bb-start"),
    ) + marked(
        f"points:{seat}",
        points,
        icon("vp", 758, y, 28, "bb-gold"),
        text(points, x=782, y=y, font_size=26, class_="bb-start"),
    )


# --------------------------------------------------------------------------------------------------------------------
# The mat
# --------------------------------------------------------------------------------------------------------------------


def _row(drawn: AnySheet, seat: int, faces: Faces, industry: str) -> str:
    """Draw one industry: its next tile with everything printed on it, and the levels of the tiles behind it.

    It is drawn the same wherever it is, so that it does not look changed when the hand above it has another height.
    """
    stack = drawn.view.players[seat].mat[industry]
    name = drawn.name(industry)
    ground = element("rect", x=8, y=2, width=WIDTH - 16, height=ROW - 5, rx=9, class_="bb-panel")
    heading = (
        icon(industry, 44, MIDDLE, 44)
        + text(name, x=78, y=MIDDLE - 16, font_size=27, class_="bb-start bb-strong")
        + text(
            drawn.say(counted("brass.tiles-left", "{count} tile left", "{count} tiles left", count=len(stack))),
            x=78,
            y=MIDDLE + 18,
            font_size=LETTERS,
            class_="bb-start bb-soft",
        )
    )
    if not stack:
        return marked(f"mat:{industry}", drawn.say(_nothing_left(drawn, industry)), ground, heading)
    tile = drawn.components.tile(industry, stack[0])
    said = drawn.say(faces.printed(industry, tile))
    brings = _brings(drawn, faces, industry, tile) if tile.eras else _never_built(drawn)
    chip = _next(seat, faces, tile)
    return marked(f"mat:{industry}", said, ground, heading, chip, brings, _others(tuple(stack[1:])))


def costs(tile: Tile) -> Listing:
    """List the pounds, coal and iron that building a tile costs."""
    needs = cost(coal=tile.coal, iron=tile.iron)
    pounds = message("brass.pounds", "£{count}", count=tile.money)
    return Listing((pounds,) if needs is None else (pounds, needs))


def _next(seat: int, faces: Faces, tile: Tile) -> str:
    """Draw the next tile: level, price, coal and iron to build it, and the pieces that a sale needs."""
    x, y = 292.0, 7.0
    chip = element("rect", x=x, y=y, width=72, height=ROW - 15, rx=7, class_=f"bb-tile bb-fill-{seat}")
    ink = f"bb-ink-{seat}"
    sign = faces.badge(tile)
    badge = icon(sign, x + 54, y + 20, 28, ink) if sign else ""
    level = text(str(tile.level), x=x + (22 if sign else 36), y=MIDDLE, font_size=38, class_=f"bb-strong {ink}")
    if not tile.eras:
        return chip + badge + level
    price = text(f"£{tile.money}", x=380, y=MIDDLE - 18, font_size=29, class_="bb-start bb-strong")
    needs = [*[COAL] * tile.coal, *[IRON] * tile.iron, *faces.sale(tile)]
    return chip + badge + level + price + _pieces(needs, 380, MIDDLE + 21)


def _pieces(pieces: Sequence[Piece], x: float, y: float) -> str:
    return "".join(icon(piece.icon, x + 13 + 29 * place, y, 25, piece.look) for place, piece in enumerate(pieces))


def _brings(drawn: AnySheet, faces: Faces, industry: str, tile: Tile) -> str:
    """Draw VP, income spaces and link icons; the pieces put on the tile when it is built; its era, if there is only
    one.
    """
    y = MIDDLE - 18
    signs = [
        icon("vp", 506, y, 27, "bb-gold"),
        text(str(tile.vp), x=526, y=y + 1, font_size=28, class_="bb-start bb-strong"),
        icon("income", 586, y, 25, "bb-gold"),
        text(f"+{tile.income_spaces}", x=602, y=y + 1, font_size=28, class_="bb-start bb-strong"),
        *(icon("link", 674 + 31 * number, y, 27, "bb-gold") for number in range(tile.link_icons)),
    ]
    if industry in drawn.pieces:
        signs += _produced(drawn.pieces[industry], faces.produced(industry, tile), y)
    if len(tile.eras) == 1:
        only = (
            message("brass.canal-only", "Canal only")
            if tile.eras[0] == "canal"
            else message("brass.rail-only", "Rail only")
        )
        signs.append(text(drawn.say(only), x=905, y=y, font_size=LETTERS, class_="bb-soft"))
    return "".join(signs)


def _never_built(drawn: AnySheet) -> str:
    words = drawn.say(message("brass.never-built", "Can only be developed, never built"))
    return text(words, x=496, y=MIDDLE - 18, font_size=LETTERS, class_="bb-start bb-soft")


def _produced(piece: Piece, count: int, y: float) -> list[str]:
    return [
        icon(piece.icon, 762, y, 25, piece.look),
        text(f"×{count}", x=780, y=y + 1, font_size=26, class_="bb-start"),
    ]


@lru_cache(maxsize=1024)
def _others(levels: tuple[int, ...]) -> str:
    """Draw the levels behind the next tile, each once with the number of its tiles."""
    chips, x = list[str](), 494
    for level, count in sorted(Counter(levels).items()):
        chips.append(element("rect", x=x, y=MIDDLE + 7, width=31, height=32, rx=5, class_="bb-slot"))
        chips.append(text(str(level), x=x + 15.5, y=MIDDLE + 24, font_size=LETTERS, class_="bb-strong"))
        if count > 1:
            chips.append(text(f"×{count}", x=x + 33, y=MIDDLE + 24, font_size=LETTERS, class_="bb-start bb-soft"))
        x += 42 if count == 1 else 76
    return "".join(chips)


def _nothing_left(drawn: AnySheet, industry: str) -> Message:
    return message("brass.no-tiles-left", "{industry}: no tiles left", industry=drawn.named(industry))


# --------------------------------------------------------------------------------------------------------------------
# The hand
# --------------------------------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A card of the hand in its place, and whether a move discards it."""

    card: str
    discarded: bool = False


def _hand(drawn: AnySheet, seat: int, faces: Faces, top: float, before: Sequence[str] | None) -> tuple[str, float]:
    """Draw the known cards of the hand in rows, or their number; return the height as well."""
    hand = drawn.view.players[seat].hand
    known = [card for card in hand if card != HIDDEN]
    hidden = len(hand) - len(known)
    shown = [Shown(card) for card in known] if before is None else _compared(before, known)
    cards = "".join(
        group(_card(drawn, each, faces.signs(each.card)), transform=f"translate({x:g} {y:g})")
        for each, (x, y) in zip(shown, _places(len(shown), top), strict=True)
    )
    height = -(-len(shown) // CARDS_PER_ROW) * (CARD_HEIGHT + 8)
    if not hidden:
        return cards, height + 6
    return cards + _backs(drawn, hidden, top + height), height + HIDDEN_HEIGHT


def _compared(before: Sequence[str], known: Sequence[str]) -> list[Shown]:
    """Return the known cards of the hand before a move, in their places, and behind them those that it adds."""
    left, shown = Counter(known), list[Shown]()
    for card in before:
        if card != HIDDEN:
            shown.append(Shown(card, discarded=not left[card]))
            left[card] -= left[card] > 0
    return shown + [Shown(card) for card in left.elements()]


def _places(count: int, top: float) -> list[tuple[float, float]]:
    """Return the places of cards. A card is drawn the same in each, so that only others look changed after a move."""
    rows = (divmod(place, CARDS_PER_ROW) for place in range(count))
    return [(8 + column * (CARD_WIDTH + 10), top + row * (CARD_HEIGHT + 8)) for row, column in rows]


def _card(drawn: AnySheet, shown: Shown, signs: Sequence[str]) -> str:
    name = drawn.name(shown.card)
    middle = CARD_HEIGHT / 2
    ground = element(
        "rect", x=0, y=0, width=CARD_WIDTH, height=CARD_HEIGHT, rx=8, class_=f"bb-plate {_banner(drawn, shown.card)}"
    )
    icons = "".join(
        icon(sign, 26, middle + 30 * (place - (len(signs) - 1) / 2), 30, "bb-icon") for place, sign in enumerate(signs)
    )
    words = [drawn.name(sign) for sign in signs] if len(signs) > 1 else _lines(name)
    size = min(26.0, max(LETTERS, ROOM / (WIDE * max(map(len, words)))))
    lines = "".join(
        fitted(
            line,
            ROOM,
            size,
            letter=WIDE,
            least=LETTERS,
            x=46,
            y=middle + 30 * (place - (len(words) - 1) / 2),
            class_="bb-start",
        )
        for place, line in enumerate(words)
    )
    if not shown.discarded:
        return marked(f"card:{shown.card}", name, ground, icons, lines)
    said = drawn.say(message("brass.card-to-discard", "{card} will be discarded", card=drawn.named(shown.card)))
    return marked(f"card:{shown.card}", said, group(ground, icons, lines, class_="bb-discarded"), _CROSS)


_CROSS = element(
    "path",
    d=f"M10 10L{CARD_WIDTH - 10:g} {CARD_HEIGHT - 10:g}M{CARD_WIDTH - 10:g} 10L10 {CARD_HEIGHT - 10:g}",
    class_="bb-cross",
)
"""The lines through a card that a move discards."""


def _lines(name: str) -> list[str]:
    """Break a name that is too long into two lines."""
    return broken(name, ROOM / (WIDE * LETTERS))


def _banner(drawn: AnySheet, card: str) -> str:
    banner = next((town.banner for town in drawn.components.towns if town.id == card), None)
    return f"bb-{banner}" if banner else "bb-plain"


def _backs(drawn: AnySheet, count: int, top: float) -> str:
    middle = top + HIDDEN_HEIGHT / 2
    return icon("cards", 30, middle, 32, "bb-gold") + text(
        drawn.say(counted("brass.cards-not-shown", "{count} card not shown", "{count} cards not shown", count=count)),
        x=58,
        y=middle,
        font_size=26,
        class_="bb-start",
    )
